# SPDX-License-Identifier: BSD-3-Clause
"""`permkern report --target`; estimated cycles equal counts by hand from Arm's manuals."""

import json
import re
import shlex
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import onnx
import permkern
import pytest
from commands import ROOT
from modelfiles import onnx_model, transpose

pytest.importorskip("pypcode", reason="machine code needs pypcode")

from permkern.certify import programs
from permkern.certify.certificate import Buffer, Call
from permkern.certify.claims import IN, OUT
from permkern.certify.cores import CORES
from permkern.certify.cycles import TIMINGS
from permkern.certify.elf import read_image
from permkern.certify.measure import Chain, Meter
from permkern.cli import main
from permkern.kernels.inventory import Inventory, make_inventory
from permkern.kernels.manifest import parse_set
from permkern.kernels.render import render

ARM = shutil.which("arm-none-eabi-gcc") or ""
pytestmark = pytest.mark.skipif(not ARM, reason="needs an Arm compiler")

COPY = "movs r2, #0; 1: ldr r3, [r0, r2]; str r3, [r1, r2]; adds r2, #4; cmp r2, #64; bne 1b"
CALL = "bl 2f; b 3f; 2: push {r4, lr}; pop {r4, pc}; 3:"
BYTES = "ldrb r2, [r0]; ldrh r3, [r0, #2]; strb r2, [r1]; strh r3, [r1, #2]"
STEPPED = "mov r12, r0; nop; ldr r2, [r12], #4; ldr r3, [r12], #4; ldrd r2, r3, [r0]"
UNALIGNED = "ldr r2, [r0, #2]; ldr r3, [r0, #1]; ldrh r3, [r0, #3]"
ONE = "push {r4}; ldr.w r4, [sp], #4"
# Cycles of each text. COPY has 16 rounds; its branch is taken 15 times.
BY_HAND = {
    # LDR 2, STR 2, ADDS 1, CMP 1, BNE 3; BL 4, PUSH 3, POP 6, B 3; 2 for each access
    "cortex-m0": {COPY: 1 + 16 * 6 + 15 * 3 + 1, CALL: 4 + 3 + 6 + 3, BYTES: 8},
    # BNE 2; BL 3, POP 5, B 2
    "cortex-m0plus": {COPY: 1 + 16 * 6 + 15 * 2 + 1, CALL: 3 + 3 + 5 + 2, BYTES: 8},
}
# The first LDR waits 1 for its address; STR after LDR 1; BNE 1 + P, P = 2. A stepped LDR does not overlap. A word
# at an even address takes 1 more, at an odd one 2, a half-word at an odd one 1.
LARGE = {
    COPY: 2 + 16 * 5 + 15 * 3 + 1,
    CALL: 3 + 3 + 5 + 3,
    BYTES: 5,
    STEPPED: 1 + 1 + 2 + 2 + 3,
    UNALIGNED: 3 + 3 + 2,
    ONE: 2 + 2,
}


def function(name: str, text: str) -> str:
    return f".global {name}; .type {name}, %function; .thumb_func; {name}: push {{r4, lr}}; {text}; pop {{r4, pc}}; "


@pytest.fixture(params=TIMINGS)
def meter(request: pytest.FixtureRequest, tmp_path: Path) -> Meter:
    core = CORES[request.param]
    texts = ["", *BY_HAND.get(core.name, LARGE), "vldr s15, [r0]"]
    lines = [".syntax unified; .fpu vfpv3; .text; ", *(function(f"f{k}", text) for k, text in enumerate(texts))]
    lines = lines if core.name == "cortex-m4" else lines[:-1]
    (tmp_path / "functions.s").write_text("".join(lines).replace("; ", "\n"), encoding="utf-8")
    command = [*core.cc, "-nostdlib", "functions.s", "-o", "program"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    return Meter(core, read_image(tmp_path / "program"))


def cycles(meter: Meter, number: int) -> int | None:
    buffers = Buffer(IN[0], (1,) * 128, None, 4), Buffer(OUT[0], (1,) * 128, (), 4)
    return meter.taken(Chain(Call(f"f{number}", (IN, OUT), buffers))).cycles


def test_estimates_equal_counts_by_hand(meter: Meter) -> None:
    texts = BY_HAND.get(next(name for name, one in TIMINGS.items() if one is meter.timings), LARGE)
    empty = cycles(meter, 0)
    assert [(cycles(meter, number) or 0) - (empty or 0) for number, _ in enumerate(texts, 1)] == list(texts.values())


def test_unknown_instruction_has_no_estimate(meter: Meter) -> None:
    if meter.timings is TIMINGS["cortex-m4"]:
        assert cycles(meter, len(LARGE) + 1) is None
        meter.timings = replace(meter.timings, rules={**meter.timings.rules, "other": meter.timings.rules["data"]})
        assert cycles(meter, len(LARGE) + 1) == (cycles(meter, 0) or 0) + 1


# ---- permkern report --target ----

SET = """format = 1
pinned = [
    {name = "planes", shape = [9, 8, 3], perm = [2, 0, 1], bits = 8},
    {name = "signed", shape = [4, 6], perm = [1, 0], bits = 16, xor = 0x8000, flip = [0]},
    {name = "window", shape = [4, 6], in_stride = [9], perm = [1, 0], bits = 16, out_stride = [5], xor = 1},
    {name = "square", shape = [8, 8], perm = [1, 0], bits = 8, in_place = true},
    {name = "seven", shape = [2, 2, 2, 2, 2, 2, 2], perm = [6, 5, 4, 3, 2, 1, 0], bits = 8},
]
[[permute]]
perms = [[1, 0]]
bits = 8
"""
LOOPS = {"naive", "naive_cycles", "constant", "constant_cycles"}
FILLS = {"fills", "fills_times", "backs_times"}
MEASURED = {"flash", "stack", "instructions", "cycles", *LOOPS, *FILLS}


@pytest.mark.ci
def test_every_kernel_is_measured(tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text(SET, encoding="utf-8")
    data = tmp_path / "report.json"
    page = tmp_path / "page.md"
    options = ["--json", str(data), "-o", str(page), "--target", "cortex-m4", "--memory", "1k,2,32,50"]
    assert main(["report", str(tmp_path / "set.toml"), *options]) == 0
    assert "line fills of memory 1k,2,32,50" in page.read_text() and "Line fills, times the least" in page.read_text()
    told = json.loads(data.read_text(encoding="utf-8"))
    kernels, aligned = told["kernels"], [each for action in told["actions"] for each in action["aligned"]]
    assert aligned and all(each["most"] >= each["least"] >= each["then"] for each in aligned)
    assert len(kernels) == 7  # five pinned ones, and for any shape (0) and (1,0)
    for kernel in kernels:
        loops = {
            "seven": {"constant", "constant_cycles"},  # more axes than the naive loop has
            "square": {"naive", "naive_cycles"},  # in place
            "window": {"constant", "constant_cycles"},  # gaps
        }
        wanted = MEASURED - LOOPS | loops.get(kernel["name"], LOOPS if kernel["name"] else {"naive", "naive_cycles"})
        (figure,) = kernel["figures"]
        assert {key for key in MEASURED if figure.get(key) is not None} == wanted, kernel["id"]
        if kernel["name"]:  # an unaligned word takes longer
            assert figure["unaligned_cycles"] >= figure["cycles"], kernel["id"]


@pytest.mark.nightly
@pytest.mark.skipif(not shutil.which("xtensa-lx106-elf-gcc"), reason="needs a compiler for Xtensa")
def test_a_chip_name_measures_its_core_and_names_the_code(tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text(SET, encoding="utf-8")
    made = permkern.report(tmp_path / "set.toml", targets=["ESP32-S3"])
    (target,) = made["targets"]
    assert target["name"] == "esp32" and target["how"].endswith(" -O2 for xtensa-lx106-elf: Xtensa, ABI call0")
    assert all(kernel["figures"][0]["instructions"] for kernel in made["kernels"])


@pytest.mark.nightly
def test_the_smaller_model_costs_the_predicted_cycles(tmp_path: Path) -> None:
    nodes = [transpose("one", "x", "a", [0, 2, 3, 1]), transpose("two", "a", "y", [0, 3, 2, 1])]
    onnx.save(onnx_model(nodes, {"x": (2, 3, 4, 5)}, ["y"]), tmp_path / "model.onnx")
    assert main(["optimize", str(tmp_path / "model.onnx"), "-o", str(tmp_path / "smaller.onnx")]) == 0
    after, now = (
        [{**state, "title": ""} for state in permkern.report(tmp_path / name, targets=["m4"])["states"][first:]]
        for name, first in (("model.onnx", 1), ("smaller.onnx", 0))
    )
    assert after == now and [state["calls"] for state in after] == [1, 1]


@pytest.mark.nightly
def test_one_buffer_has_a_price(tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text(SET.replace("bits = 8, in_place = true", "bits = 16"), encoding="utf-8")
    made = permkern.report(tmp_path / "set.toml", targets=["m4"])["actions"]
    (action,) = (each for each in made if each["ram"] and each["optional"])
    (saved,) = action["saves"]
    assert (action["names"][0], action["ram"], saved < 0) == ("permkern_pin_planes", 216, True)


@pytest.mark.nightly
def test_flash_and_its_price_are_those_of_the_smaller_set(tmp_path: Path) -> None:
    """The set has no other action, so two reports measure what one promises; a program links kernels for any shape."""
    pins = [f'{{name = "k{k}", shape = [{k + 9}, 7], perm = [1, 0], bits = 8, align = 4}}' for k in range(10)]
    (tmp_path / "set.toml").write_text(f"format = 1\npinned = [{', '.join(pins)}]\n", encoding="utf-8")
    made = permkern.report(tmp_path / "set.toml", targets=["m4"])
    size, *_, least = (each for each in made["actions"] if each["title"].startswith("Only if flash is short"))
    (now, *_), (then, *_) = (
        report["states"] for report in (made, permkern.report(tmp_path / "set.toml", targets=["m4"], profile="size"))
    )
    assert (now["flash"][0] - then["flash"][0], now["costs"][0] - then["costs"][0]) == (*size["flash"], *size["saves"])
    inventory = make_inventory(parse_set("\n".join(["format = 1", *least["how"]]), "any.toml", "any"))
    library = programs.compile_library(inventory, tmp_path / "any", CORES["cortex-m4"].cc, rooms=programs.PLANS)
    assert now["flash"][0] - library.flash("any", ["permkern_prepare", "permkern_run"]) == least["flash"][0]
    assert least["saves"][0] < size["saves"][0]


@pytest.mark.ci
def test_a_wrong_kernel_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kernel reads one byte too late. The page is written, and the exit code is 1."""

    def planted(inventory: Inventory) -> dict[str, str]:
        return {
            name: text.replace("src = (const uint8_t *)in;", "src = (const uint8_t *)in + 1;")
            for name, text in render(inventory).items()
        }

    monkeypatch.setattr(programs, "render", planted)
    (tmp_path / "set.toml").write_text(SET.partition('    {name = "signed')[0] + "]\n", encoding="utf-8")
    page = tmp_path / "page.html"
    assert main(["report", str(tmp_path / "set.toml"), "-o", str(page), "--target", "cortex-m4"]) == 1
    assert re.search(r"^cortex-m4: permkern_pin_\w+: .*the input", capsys.readouterr().err, re.MULTILINE)
    assert page.exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--target cortex-a53", "--target 'cortex-a53': no such target (did you mean cortex-m3?)"),
        ("--cc gcc", "--cc compiles what --target measures; name a core"),
        ("--target cortex-m4 --cc /no/such", "/no/such: cannot be started (No such file or directory); install it"),
        ("--target cortex-m4 --cc 'arm-none-eabi-gcc -fno-such'", "failed: "),
    ],
)
def test_mistakes_are_one_line(words: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(ROOT / "generator/sets/minimal.toml"), *shlex.split(words)]) == 2
    told = capsys.readouterr().err
    assert says in told and told.count("\n") == 1
