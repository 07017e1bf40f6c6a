# SPDX-License-Identifier: BSD-3-Clause
"""
Machine code certificates: refusals with reasons, certified code, and the command. The functions are assembly
for Cortex-M4: each copies 16 bytes from r0 to r1, or should.
"""

import json
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from math import prod
from pathlib import Path

import pytest
from commands import Done, permkern

pytest.importorskip("pypcode")
pytest.importorskip("elftools")

from permkern.certify import certificate
from permkern.certify.calls_core import PLAN, WRONG, Core, _wrong
from permkern.certify.certificate import FIRST, Buffer, Call, Step, Verdict, Wide, certify
from permkern.certify.claims import IN, OUT, definition, unwritten
from permkern.certify.elf import read_image
from permkern.certify.machine import Machine
from permkern.certify.targets import TARGETS
from permkern.kernels.permutation import Work

pytestmark = pytest.mark.skipif(not shutil.which("arm-none-eabi-gcc"), reason="no arm-none-eabi-gcc")

LOAD, STORE = "push {r4, lr}; ldm r0, {r2, r3, r4, r12}", "stm r1, {r2, r3, r4, r12}; pop {r4, pc}"
COPY = f"{LOAD}; {STORE}"
BYTES = "movs r3, #16; 1: ldrb r2, [r0], #1; strb r2, [r1], #1; subs r3, #1; bne 1b; bx lr"

# For buffers that are aligned to a word.
CERTIFIED = {
    "copy": COPY,
    "xor_twice": f"{LOAD}; eor r12, r12, r2; eor r12, r12, r2; {STORE}",
    "bit_fields": f"{LOAD}; ubfx r0, r12, #3, #29; lsl r12, #29; lsr r12, #29; orr r12, r12, r0, lsl #3; {STORE}",
    "through_the_stack": f"{LOAD}; push {{r2, r3}}; movs r2, #0; movs r3, #0; pop {{r2, r3}}; {STORE}",
    "restored": "push {r5}; movs r5, #0; pop {r5}; b copy",
    "address_in_memory": "push {r0, r1}; movs r0, #0; movs r1, #0; pop {r0, r1}; b copy",
    "compares_addresses": "cmp r0, r1; beq forever; add r2, r0, #16; 1: cmp r0, r2; beq forever; b copy",
    "compares_bits": "ldrb r2, [r0]; orr r2, r2, #16; cmp r2, #16; blo forever; b copy",
    "compares_inverted_addresses": "mvn r2, r0; cmp r2, #15; blo forever; b copy",
    "low_bits_of_an_address": "orr r0, #3; eor r0, #1; bfc r0, #1, #1; b copy",
    "by_bytes_again": BYTES,
    "fetches_ahead": "pld [r0, #4]; pld [r0, r1]; b copy",
    "two_words": "ldrd r2, r3, 1f; cmp r2, #1; bne forever; cmp r3, #2; bne forever; b copy; .align 2; 1: .word 1, 2",
    "conditional": "movs r2, #1; cmp r2, #1; ite eq; moveq r3, #0; movne r3, #4; ldr r2, [r0, r3]; b copy",
    "conditional_branch": "movs r2, #1; cmp r2, #1; itt eq; moveq r3, #0; beq.n copy; b forever",
    "wide_conditional_branch": "movs r2, #1; cmp r2, #1; itt eq; moveq r3, #0; beq.w copy; b forever",
}
# The reason, as the refusal begins, and the code.
REFUSED: dict[str, tuple[str, str]] = {
    "branch_on_contents": ("branches on contents", "ldr r2, [r0]; cmp r2, #0; beq copy; b copy"),
    "it_on_contents": ("branches on contents", "ldr r2, [r0]; cmp r2, #0; it eq; moveq r3, #1; b copy"),
    "branch_on_flags": ("branches on contents", "bcs copy; b copy"),
    "table_lookup": ("reads at what contents made", "ldrb r2, [r0]; ldrb r3, [r0, r2]; b copy"),
    "jump_on_contents": ("jumps to what contents made", "ldr r2, [r0]; bx r2"),
    "jump_to_data": ("executes 0x20100000|reads .* 0x20100000", "ldr r2, =0x20100001; bx r2"),
    "jump_into_it": (
        "jumps into an IT block",
        "movs r3, #1; cmp r3, #0; it eq; 1: moveq r2, #0; cbz r3, 2f; movs r3, #0; b 1b; 2: b copy",
    ),
    "jump_out_of_thumb": ("jumps to an even address", "ldr r2, =copy; bic r2, #1; bx r2"),
    "pop_out_of_thumb": ("jumps to an even address", "ldr r2, =copy; bic r2, #1; push {r2}; pop {pc}"),
    "read_before": ("reads input from byte -1 on", "ldrb r2, [r0, #-1]; b copy"),
    "endless": ("does not end", "1: b 1b"),
    "read_across": ("reads input from byte 13 on", "ldr r2, [r0, #13]; b copy"),
    "absolute": ("reads 4 bytes at 0x40000000", "movs r2, #0x40000000; ldr r3, [r2]; b copy"),
    "address_of_nobody": ("reads at what contents made", "ldr r2, [r3]; b copy"),
    "between_buffers": ("reads at 2 \\* input", "adds r2, r0, r0; ldr r2, [r2]; b copy"),
    "clobbers_a_byte": ("returns without r6", "bfi r6, r5, #0, #8; b copy"),
    "clobbers_d8": ("returns without d8", "vmov s16, r0; b copy"),
    "released_stack": (
        "leaves what was there before",
        f"{LOAD}; push {{r2}}; add sp, #4; sub sp, #4; pop {{r2}}; {STORE}",
    ),
    "stack_above": ("moves the stack pointer", "add sp, #8; sub sp, #8; b copy"),
    "stack_in_output": ("moves the stack pointer", "mov r2, sp; mov sp, r1; mov sp, r2; b copy"),
    "bit_cleared": ("leaves 0 in bit 4 of byte 14", f"{LOAD}; bic r12, r12, #0x100000; {STORE}"),
    "bit_flipped": ("leaves 1 xor bit 0 of byte 12", f"{LOAD}; eor r12, r12, #1; {STORE}"),
    "carries": ("leaves what is not followed in byte 12", f"{LOAD}; add r12, r2; sub r12, r2; {STORE}"),
    "register_of_nobody": ("leaves what was there before in byte 4", f"{LOAD}; mov r3, r5; {STORE}"),
    "stack_of_nobody": ("leaves what was there before in byte 8", f"{LOAD}; sub sp, #4; pop {{r4}}; {STORE}"),
    "modifies_itself": ("writes at 0x", "adr r2, 1f; movs r3, #0; strh r3, [r2]; .align 2; 1: nop; b copy"),
    "unaligned_ldm": ("reads input, 4 bytes that are not aligned", "adds r2, r0, #1; ldm r2, {r3, r12}; b copy"),
    "unaligned_ldrd": ("reads input, 4 bytes that are not aligned", "adds r2, r0, #2; ldrd r2, r3, [r2]; b copy"),
    "fetches_by_contents": ("fetches ahead at what contents made", "ldrb r2, [r0]; pld [r0, r2]; b copy"),
    "carry_of_a_shift": ("branches on contents", "movs r2, #3; ands r3, r2, r2, lsr #1; bcs copy; b copy"),
    "divides": ("divides contents", "ldr r2, [r0]; movs r3, #3; udiv r2, r2, r3; b copy"),
    "divides_by": ("divides by contents", "ldr r3, [r0]; movs r2, #3; udiv r2, r2, r3; b copy"),
    "divides_by_zero": ("divides by zero", "movs r3, #0; movs r2, #3; udiv r2, r2, r3; b copy"),
}
# For buffers anywhere: the code, how many runs, and the reason if one is refused.
ANYWHERE: dict[str, tuple[int, str, str]] = {
    "words_or_bytes": (5, "", "orr r2, r0, r1; lsls r2, r2, #30; bne by_bytes; b copy"),
    "alignments_of_eight": (7, "", "ands r2, r0, #7; cmp r2, #5; bls by_bytes; b by_bytes"),
    "table_by_alignment": (
        2,
        "",
        "and r2, r0, #1; adr r3, 1f + 1; add r3, r3, r2, lsl #2; bx r3; .align 2; 1: b.w by_bytes; b.w by_bytes",
    ),
    "the_same_offset": (10, "", "subs r2, r0, r1; ands r2, r2, #3; beq by_bytes; b by_bytes"),
    "bit_of_an_address": (2, "", "eor r2, r0, #1; eor r2, #1; ldrb r2, [r2]; b by_bytes"),
    "order": (2, "", "cmp r0, r1; bhs by_bytes; b by_bytes"),
    "memmove": (2, "", "cmp r1, r0; bls by_bytes; add r3, r0, #16; cmp r1, r3; bhs by_bytes; b by_bytes"),
    "distance": (2, "", "subs r2, r0, r1; subs r2, #16; cmp r2, #8; blo by_bytes; b by_bytes"),
    "wrong_where_they_touch": (
        0,
        "writes output from byte 16",
        "add r3, r0, #16; cmp r3, r1; bne by_bytes; strb r2, [r1, #16]",
    ),
    "wrong_if_near": (
        0,
        "writes output from byte 16",
        "subs r2, r0, r1; cmp r2, #80; bhs by_bytes; strb r2, [r1, #16]",
    ),
    "wrong_at_one_distance": (
        0,
        "writes output from byte 16",
        "subs r2, r0, r1; cmp r2, #4096; bne by_bytes; strb r2, [r1, #16]",
    ),
    "overlap": (
        1,
        "",
        "subs r2, r0, r1; cmp r2, #16; blo forever; subs r2, r1, r0; cmp r2, #16; blo forever; b by_bytes",
    ),
    "ends": (1, "", "cmp r0, #0; beq forever; adds r2, r0, #16; bcs forever; b by_bytes"),
    "order_of_the_stack": (0, "depends on where the stack is", "mov r2, sp; cmp r0, r2; bhs by_bytes; b by_bytes"),
    "distance_of_the_stack": (
        0,
        "depends on where the stack is",
        "sub r2, sp, r1; cmp r2, #16; beq forever; b by_bytes",
    ),
    "apart_from_a_local": (
        1,
        "",
        "push {r2, r3}; mov r2, sp; subs r2, r2, r1; cmp r2, #16; blo forever; add sp, #8; b by_bytes",
    ),
    "one_is_wrong": (0, "writes output from byte 16", "and r2, r0, #7; cmp r2, #5; bne by_bytes; strb r2, [r1, #16]"),
    "a_page": (0, "depends on the address of input beyond 64", "lsls r2, r0, #20; beq by_bytes; b by_bytes"),
    "words": (0, "writes output, 4 bytes that are not aligned", COPY),
}
# For 2 rows of 2 bytes or 4 bits, 3 elements apart in the output: the element bits, the refusal.
GAPS: dict[str, tuple[int, str, str]] = {
    "gap_kept": (8, "", "ldrh r2, [r0]; ldrh r3, [r0, #2]; strh r2, [r1]; strh r3, [r1, #3]; bx lr"),
    "gap_read": (8, "reads the output, byte 2, which is in a gap", "ldrb r2, [r1, #2]; b gap_kept"),
    "gap_put_back": (
        8,
        "reads the output, byte 2, which is in a gap",
        "ldr r2, [r1, #1]; str r2, [r1, #1]; b gap_kept",
    ),
    "gap_written": (8, "writes the output, byte 2, which is in a gap", "movs r2, #0; strb r2, [r1, #2]; b gap_kept"),
    "read_too_early": (8, "reads the output, byte 3, which nobody wrote", "ldrb r2, [r1, #3]; b gap_kept"),
    "read_again": (8, "", "push {r0, r1, r4, lr}; bl gap_kept; ldrb r2, [r1, #3]; pop {r0, r1, r4, pc}"),
    "half_kept": (
        4,
        "",
        "ldrb r2, [r0]; ldrb r3, [r1]; bfi r3, r2, #0, #4; strb r3, [r1]; lsrs r2, #4; ldrb r3, [r1, #1];"
        " bfi r3, r2, #4, #4; strb r3, [r1, #1]; bx lr",
    ),
    "half_lost": (4, "leaves bit 4 of byte 0 of the input in bit 4 of byte 0", "ldrb r2, [r0]; strb r2, [r1]; bx lr"),
}
# A call that keeps 16 bytes for a second one, and one with an argument of 64 bits.
STEPS = {"keep": f"{LOAD}; movs r0, #0; {STORE}", "wide": "strd r2, r3, [r0]; bx lr"}

SET = """format = 1
profile = "speed"
[[pinned]]
name = "copy"
shape = [4, 4]
perm = [0, 1]
bits = 8
align = 4
"""


def program(folder: Path, functions: dict[str, str], *options: str) -> Path:
    """Assembles and links functions. Line 5 of the source is the first one."""
    lines = [f".type {name}, %function; .globl {name}; {name}: {code}; .ltorg" for name, code in functions.items()]
    head = [".syntax unified", ".thumb", ".fpu fpv4-sp-d16", "by_bytes: " + BYTES]
    source, linked = folder / "kernels.s", folder / "kernels.elf"
    source.write_text("\n".join([*head, *lines, ""]), encoding="utf-8")
    compiler = ("arm-none-eabi-gcc", "-g", "-mcpu=cortex-m4", "-mthumb", "-nostdlib", "-Wl,-Ttext=0x8000,-e,0")
    subprocess.run([*compiler, *options, source, "-o", linked], check=True)
    return linked


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    codes = (
        CERTIFIED
        | {name: code for name, (*_, code) in (REFUSED | ANYWHERE | GAPS).items()}
        | STEPS
        | {"forever": "1: b 1b"}
    )
    return Machine(TARGETS["cortex-m4"], read_image(program(tmp_path_factory.mktemp("certify"), codes)))


def verdict(machine: Machine, name: str, align: int) -> Verdict:
    moved = range(FIRST, FIRST + 16)
    buffers = Buffer("input", moved, None, align), Buffer("output", (None,) * 16, moved, align)
    return certify(machine, Call(name, (("input", 0), ("output", 0)), buffers))


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes a function that does not end take no time."""
    monkeypatch.setattr(certificate, "MOST_INSTRUCTIONS", 1 << 12)


@pytest.mark.parametrize("name", CERTIFIED)
def test_a_copy_is_certified(machine: Machine, name: str) -> None:
    found = verdict(machine, name, 4)
    assert (found.refused, len(found.runs)) == (None, 1)


@pytest.mark.parametrize("name", REFUSED)
def test_a_mistake_is_refused(machine: Machine, name: str) -> None:
    reason, _ = REFUSED[name]
    assert re.match(reason, str(verdict(machine, name, 4).refused))


@pytest.mark.parametrize("name", ANYWHERE)
def test_the_runs_cover_each_address_once(machine: Machine, name: str) -> None:
    runs, reason, _ = ANYWHERE[name]
    found = verdict(machine, name, 1)
    assert re.match(reason or "None$", str(found.refused))
    assert len(found.runs) == runs
    if any(one.apart for one in found.runs):
        return
    cases = [{area: one.alignment[area] for area in ("input", "output")} for one in found.runs]
    for a in range(64):
        for b in range(0, 64, 5):
            at = {"input": a, "output": b}
            assert sum(all(at[x] % m == low for x, (m, low) in case.items()) for case in cases) == (runs > 0)
    assert sum(Fraction(1, prod(m for m, _ in case.values())) for case in cases) == (runs > 0)


@pytest.mark.parametrize("name", GAPS)
def test_gaps_belong_to_others(machine: Machine, name: str) -> None:
    bits, reason, _ = GAPS[name]
    work = Work((2, bits // 4), (0, 1), bits, (), (), (3, 1))
    buffers = (
        Buffer(IN[0], range(FIRST, FIRST + work.in_bytes), None, 1),
        Buffer(OUT[0], unwritten(work), definition(work), 1),
    )
    assert re.match(reason or "None$", str(certify(machine, Call(name, (IN, OUT), buffers)).refused))


@pytest.mark.parametrize(
    ("writes", "returned", "goal", "reason"),
    [
        ("kept", 0, "output", ""),
        ("output", 0, "output", "writes kept, byte 0, which it may only read"),
        ("kept", 1, "output", "returns 0x0, not 1"),
        ("kept", 0, "kept", "writes kept, byte 0, which it may only read"),
    ],
)
def test_calls_share_memory(machine: Machine, writes: str, returned: int, goal: str, reason: str) -> None:
    moved = range(FIRST, FIRST + 16)
    buffers = (
        Buffer("input", moved, None, 4),
        Buffer("kept", (None,) * 16, None, 4),
        Buffer("output", (None,) * 16, moved, 4),
    )
    first = Step("keep", (("input", 0), ("kept", 0)), writes, returned)
    found = certify(machine, Call("copy", (("kept", 0), (goal, 0)), buffers, None, (first,)))
    assert str(found.refused or "") == reason


def test_an_argument_of_64_bits_is_in_two_registers(machine: Machine) -> None:
    number = 0x8877665544332211
    buffer = Buffer("output", (None,) * 8, tuple(number.to_bytes(8, "little")), 4)
    assert certify(machine, Call("wide", (("output", 0), Wide(number)), (buffer,))).refused is None


def test_costs_equal_the_run(machine: Machine) -> None:
    (run,) = verdict(machine, "by_bytes_again", 4).runs
    assert (run.costs.instructions, run.costs.loads, run.costs.stores, run.costs.taken) == (66, 16, 16, 16)
    (run,) = verdict(machine, "through_the_stack", 4).runs
    assert (run.costs.instructions, run.costs.stack) == (8, 16)


@pytest.mark.parametrize("rank", range(4, 9))
def test_a_wrong_array_ends_inside_its_buffer(rank: int) -> None:
    """Past its buffer an array could wrap at the end of memory, and the status would depend on the address."""
    core = Core(4, rank)
    for _, _, why, changed in _wrong(core):
        if PLAN in (changed.get("out"), changed.get("data")):
            assert prod(changed.get("shape", WRONG.shape)) * WRONG.bits // 8 <= core.plan_bytes, why


# ---- the command ----


def certified(folder: Path, program: Path, *options: str, text: str = SET) -> Done:
    (folder / "set.toml").write_text(text, encoding="utf-8")
    return permkern("certify", program, "--set", folder / "set.toml", *options)


def test_the_command_certifies(tmp_path: Path) -> None:
    done = certified(tmp_path, program(tmp_path, {"permkern_pin_copy": COPY}), "--json", str(tmp_path / "made.json"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "1 of 1 certified for cortex-m4: Armv7E-M, ABI AAPCS"
    made = json.loads((tmp_path / "made.json").read_text(encoding="utf-8"))
    (kernel,) = made["calls"]
    assert (made["target"], made["sets"][0]["file"], kernel["certified"]) == ("cortex-m4", "set.toml", True)
    assert kernel["runs"][0]["costs"]["instructions"] == len(made["instructions"]) == 4


def test_the_command_names_the_instruction_and_its_line(tmp_path: Path) -> None:
    linked = program(tmp_path, {"permkern_pin_copy": "ldrb r2, [r0, #16]; " + COPY})
    for jobs in ("1", "2"):
        done = certified(tmp_path, linked, "--jobs", jobs, "--format", "json")
        assert done.returncode == 1
        reason = json.loads(done.stdout)["calls"][0]["refused"]
        at = read_image(linked).functions["permkern_pin_copy"].address & ~1
        said = f"reads the input from byte 16 on, 1 bytes, of 16, at {at:#x}: ldrb r2,[r0,#0x10] (kernels.s:5)"
        assert reason == said


def test_a_kernel_that_is_not_linked_is_refused(tmp_path: Path) -> None:
    done = certified(tmp_path, program(tmp_path, {"copy": COPY}))
    assert done.returncode == 1
    assert done.stdout.startswith("copy: refused: is not in the program")


def test_bad_input_is_one_line(tmp_path: Path) -> None:
    linked = program(tmp_path, {"permkern_pin_copy": COPY})
    changed = tmp_path / "changed.elf"

    def refused(said: str, path: Path = changed, text: str = SET) -> None:
        done = certified(tmp_path, path, text=text)
        assert done.is_refused
        assert said in done.stderr

    refused("pins no shape", linked, "format = 1\n[[permute]]\nperms = [[1, 0]]\nbits = 8\n")
    refused("No such file")
    subprocess.run(["arm-none-eabi-strip", linked, "-o", changed], check=True)
    refused("has no symbols")
    subprocess.run(["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-c", tmp_path / "kernels.s", "-o", changed], check=True)
    refused("not linked")
    changed.write_bytes(b"no program")
    refused("no ELF file")


def test_other_cores(tmp_path: Path) -> None:
    linked = program(tmp_path, {"permkern_pin_copy": "uxtab16 r2, r2, r3; " + COPY})
    data = bytearray(linked.read_bytes())
    data[18] = 8  # e_machine: MIPS
    other = tmp_path / "other.elf"
    other.write_bytes(data)
    done = certified(tmp_path, other)
    assert (done.returncode, done.stdout) == (3, "")
    assert "is for MIPS, which certificates do not know" in done.stderr
    for target in ("cortex-m0", "cortex-m3"):
        assert "of the DSP extension" in str(
            verdict(Machine(TARGETS[target], read_image(linked)), "permkern_pin_copy", 4).refused
        )


def test_missing_packages_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("permkern.certify")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pypcode", None)
    done = certified(tmp_path, tmp_path)
    assert done.is_refused
    assert "needs the Python package pypcode" in done.stderr
