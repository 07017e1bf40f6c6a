# SPDX-License-Identifier: BSD-3-Clause
"""Certifies a linked program's pinned kernels, and writes the result as a table or as JSON."""

from __future__ import annotations

import hashlib
import platform
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from multiprocessing import Process, Queue
from pathlib import Path
from queue import Empty
from signal import SIG_IGN, SIGINT, signal
from typing import Any

from elftools.elf.constants import E_FLAGS
from permkern import __version__
from permkern.kernels.documents import Json, work_json
from permkern.kernels.inventory import Inventory
from permkern.kernels.manifest import SetError
from permkern.kernels.memory import Memory
from permkern.kernels.targets import find_target
from permkern.kernels.tomltables import IncompleteError

from . import isa_riscv
from .cached import Cached
from .certificate import Run, Verdict, certify
from .claims import Claim
from .elf import Image, read_image
from .isa_x86 import CPU_WORDS
from .labels import Instruction
from .machine import Machine
from .requests import checked, pinned
from .targets import TARGETS

# Targets by Tag_CPU_arch: Addenda to, and Errata in, the ABI for the Arm Architecture, section 3.3.6. 10 is Armv7; only
# profile M counts.
_ARM = {
    "10": ("cortex-m3",),
    "11": ("cortex-m0",),
    "12": ("cortex-m0",),
    "13": ("cortex-m4", "cortex-m7"),
    "16": ("cortex-m23",),
    "17": ("cortex-m33",),
    "21": ("cortex-m55",),
}
_FPV5 = ("7", "8")  # Tag_FP_arch
_LEVELS = {2: "SSE2", 3: "AVX2"}  # values of permkern_cpu: PERMKERN_CPU_SSE2 and so on, in src/base/permkern_target.h

CLAIM = (
    "For all contents of the input, and for all addresses of the buffers that are aligned as given: after the call the "
    "output holds the defined bytes. Nothing else is written but the stack below its pointer at entry. Nothing is read "
    "but the input, the program's constants and bytes that the function wrote. The output's gap bytes are neither read "
    "nor written; bits of a gap in a byte with elements are written back. During the call output bytes may hold other "
    "values. No branch and no address depends on contents. Saved registers and the stack pointer come back. Each run "
    "executes the same instructions for all contents."
)
ASSUMPTIONS = (
    "Ghidra's descriptions of the processor, and the tables of vector instructions here, are right.",
    "The core has the instructions of the named target. Its accesses trap only where its manual says so.",
    "The program's constants and code are in memory as linked, and nothing changes them or the input during a call.",
    "Buffers share no byte with each other, the stack and the program. None has the first or the last byte of memory. "
    'They may touch: a run with "apart" holds for its distances, the runs of a call together hold for all.',
    "On x86-64, permkern_cpu holds the number of the given level, and no cache sizes.",
    "On RISC-V, gp holds the address __global_pointer$, if the program has that symbol. VLEN is that of a run. For "
    "more elements than VLMAX and less than twice as many, vsetvli sets vl to VLMAX, or (mimpid 1) to half as many.",
    "The stack has the bytes given below the pointer, which is aligned as the calling convention says.",
)


@dataclass(frozen=True)
class Certificate:
    """The verdicts on all pinned kernels, in the set's order, and on calls of checked functions."""

    image: Image
    inventory: Inventory
    target: str
    verdicts: tuple[tuple[Claim, Verdict], ...]

    @property
    def level(self) -> str:
        """The certificate's CPU level, if the program reads one; otherwise empty."""
        word = CPU_WORDS[self.target] if self.image.numbers else 0
        return f"{_LEVELS[word]} (permkern_cpu is {word})" if word else ""

    @property
    def certified(self) -> int:
        return sum(verdict.refused is None for _, verdict in self.verdicts)


def targets_of(image: Image) -> tuple[str, ...]:
    """
    Returns the targets that fit a program's header and attributes, the default first. The default is empty if they do
    not decide. Later architectures do not fit: they lack the alignment traps of Cortex-M0 and M23, and the products of
    M3 whose time depends on the factors. IncompleteError: no target fits.
    """
    attributes = {name: str(value) for name, value in image.attributes.items()}
    name = image.processor.removeprefix("EM_")
    match image.processor, image.bits:
        case "EM_X86_64", 64:
            return tuple(CPU_WORDS)
        case "EM_AARCH64", 64:
            return ("aarch64",)
        case "EM_XTENSA", 32:
            return ("esp32",)
        case "EM_RISCV", _ if not image.flags & E_FLAGS.EF_RISCV_RVE:
            if own := isa_riscv.target_of(attributes.get("TAG_ARCH", "")):
                return (own, *(one for one in TARGETS if one.startswith(own[:4])))
            name = attributes.get("TAG_ARCH", name)
        case "EM_ARM", 32:
            number, profile = attributes.get("TAG_CPU_ARCH"), attributes.get("TAG_CPU_ARCH_PROFILE")
            if number is None:
                return ("", *(one for one in TARGETS if one.startswith("cortex-m")))
            if number in _ARM and (profile in ("77", "M") or number != "10"):
                is_m7 = number == "13" and attributes.get("TAG_FP_ARCH") in _FPV5
                return ("cortex-m7",) if is_m7 else _ARM[number]
            name += f" with Tag_CPU_arch {number}"
        case "EM_RISCV", _:
            name += " with 16 registers"
        case "EM_X86_64" | "EM_AARCH64" | "EM_XTENSA" | "EM_ARM", _:
            name += f" with addresses of {image.bits} bits"
    raise IncompleteError(f"{image.path}: is for {name}, which certificates do not know")


def _numbered(
    image: Image, target: str, memory: Memory | None, claims: Sequence[Claim], numbers: Iterable[int]
) -> Iterator[tuple[int, Verdict]]:
    machine = (Cached if memory else Machine)(TARGETS[target], image)
    machine.slow = memory
    return ((number, certify(machine, claims[number].call)) for number in numbers)


def _work(queue: Queue[tuple[int, Verdict]], *what: Any) -> None:
    signal(SIGINT, SIG_IGN)  # the parent handles Ctrl-C and ends this process
    for one in _numbered(*what):
        queue.put(one)


def _in_processes(
    jobs: int, image: Image, target: str, memory: Memory | None, claims: Sequence[Claim]
) -> Iterator[tuple[int, Verdict]]:
    queue: Queue[tuple[int, Verdict]] = Queue()
    parts = (range(first, len(claims), jobs) for first in range(jobs))
    processes = [
        Process(target=_work, args=(queue, image, target, memory, claims, part), daemon=True) for part in parts
    ]
    for process in processes:
        process.start()
    left = len(claims)
    while left:
        try:
            yield queue.get(timeout=1)
        except Empty:
            if any(process.exitcode for process in processes):
                raise SetError("a process of --jobs ended before its work; --jobs 1 shows why") from None
        else:
            left -= 1


def with_level(image: Image, target: str) -> Image:
    """Returns the image with its CPUID words set to the target's CPU level."""
    for name in image.objects if target in CPU_WORDS else ():
        if re.fullmatch(r"permkern_(\w+_)?cpu", name):
            image = image.with_number(name, CPU_WORDS[target], 4)
    return image


def certificate(
    path: Path,
    inventory: Inventory,
    target: str | None,
    jobs: int,
    say: Callable[[str], None],
    *,
    calls: bool,
    memory: Memory | None = None,
) -> Certificate:
    """
    Certifies a set's pinned kernels in a linked program, and with ``calls`` its checked functions. target: None for the
    target that the program names. ``say`` gets the progress. memory: of the arrays, to count line fills.
    """
    image = read_image(path)
    fits = targets_of(image)
    named = [each for each in fits if each]
    if target is not None and (target := find_target(target, TARGETS, named)) not in fits:
        raise SetError(f"--target {target}: the program is for another core; choose of {', '.join(named)}")
    target = target or fits[0]
    if target not in TARGETS:
        known = f"is for {target}, which certificates do not know" if target else "does not say for which core it is"
        raise IncompleteError(f"{path}: {known}; give --target")
    image = with_level(image, target)
    claims = [pinned(entry.request) for entry in inventory.all_pinned]
    if calls:
        claims += checked(inventory, {**image.functions, **image.refused}, TARGETS[target].pointer)
    if not claims:
        why = "the program has none of its checked functions" if calls else "--calls certifies checked functions"
        raise SetError(f"set {inventory.name} pins no shape; {why}")
    jobs = max(1, min(jobs, len(claims)))
    if jobs == 1:
        verdicts = _numbered(image, target, memory, claims, range(len(claims)))
    else:
        verdicts = _in_processes(jobs, image, target, memory, claims)
    found: dict[int, Verdict] = {}
    for number, verdict in verdicts:
        found[number] = verdict
        say(f"certifying {path}: {len(found)} of {len(claims)}")
    return Certificate(image, inventory, target, tuple((claim, found[number]) for number, claim in enumerate(claims)))


# ---- output ----


def _reason(image: Image, verdict: Verdict) -> str:
    at = verdict.refused.instruction if verdict.refused else None
    if at is None:
        return str(verdict.refused)
    name, line = image.name(at.address), image.line(at.address)
    own = {image.name(image.functions[one.symbol].address) for one in verdict.call.calls}
    inner = f"calls {name}, which " if name and name not in own else ""
    return f"{inner}{verdict.refused}, at {at.address:#x}: {at.text}" + (f" ({line})" if line else "")


def _range(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low}-{high}"


def to_text(made: Certificate) -> str:
    heads = ("kernel", "shape", "bits", "alignments", "instructions", "loads", "stores", "taken", "code", "stack")
    filled = any(run.fills.least for _, verdict in made.verdicts for run in verdict.runs)
    rows: list[tuple[str, ...]] = [(*heads, *(("fills", "least") if filled else ()))]
    for claim, verdict in made.verdicts:
        if verdict.refused is None:
            costs = [run.costs for run in verdict.runs]
            alignments = len({(*run.alignment.items(), *run.apart.items()) for run in verdict.runs})
            names = ("instructions", "loads", "stores", "taken", "code", "stack")
            shape = f"{claim.work}{f' xor {claim.xor:#x}' if claim.xor else ''}"
            numbers = (_range([getattr(one, name) for one in costs]) for name in names)
            fills = [_range([getattr(run.fills, name) for run in verdict.runs]) for name in ("fills", "least")]
            rows.append((claim.name, shape, str(claim.work.bits), str(alignments), *numbers, *fills[: 2 * filled]))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]
    refused = [f"{claim.name}: refused: {_reason(made.image, v)}" for claim, v in made.verdicts if v.refused]
    lengths = sorted({8 * run.core["vlenb"] for _, verdict in made.verdicts for run in verdict.runs if run.core})
    last = f"{made.certified} of {len(made.verdicts)} certified for {made.target}"
    last += f" with VLEN {', '.join(map(str, lengths))}" if lengths else ""
    last += f" with {made.level}" if made.level else ""
    last += f": {TARGETS[made.target].code}"
    return "\n".join([*(lines if len(rows) > 1 else []), *refused, last])


def to_json(made: Certificate, sets: Sequence[Path]) -> Json:
    executed: dict[int, Instruction] = {}
    for _, verdict in made.verdicts:
        executed |= verdict.instructions
    return {
        "format": 3,
        "claim": CLAIM,
        "assumptions": list(ASSUMPTIONS),
        "program": _file_json(made.image.path),
        "sets": list(map(_file_json, sets)),
        "target": made.target,
        "code": TARGETS[made.target].code,
        "description": TARGETS[made.target].language,
        **({"level": made.level} if made.level else {}),
        "versions": {"permkern": __version__, "python": platform.python_version()}
        | {name: version(name) for name in ("pypcode", "capstone", "pyelftools")},
        "calls": [_call_json(made.image, claim, verdict) for claim, verdict in made.verdicts],
        "instructions": [f"{address:#x}: {one.text}" for address, one in sorted(executed.items())],
    }


def _file_json(path: Path) -> Json:
    return {"file": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


def _call_json(image: Image, claim: Claim, verdict: Verdict) -> Json:
    return {
        "name": claim.name,
        "function": claim.call.symbol,
        **work_json(claim.work),
        "xor": claim.xor,
        "returns": claim.call.returned,
        "buffers": {one.name: {"bytes": len(one.before), "align": one.align} for one in claim.call.buffers},
        "certified": verdict.refused is None,
        **({"refused": _reason(image, verdict)} if verdict.refused else {}),
        "runs": [
            {"addresses": _addresses(run.alignment), "apart": _apart(run), "costs": asdict(run.costs)}
            | ({"line_fills": asdict(run.fills)} if run.fills.least else {})
            | ({"core": run.core} if run.core else {})
            for run in verdict.runs
        ],
    }


def _addresses(alignment: Mapping[str, tuple[int, int]]) -> Json:
    return {name: f"{low} modulo {modulus}" for name, (modulus, low) in alignment.items()}


def _apart(run: Run) -> list[Json]:
    """
    Returns a run's buffer distances: the first address minus the second, modulo the memory size, and whether the first
    is higher (None: unknown).
    """
    return [
        {"first": first, "second": second, "least": one.low, "most": one.high, "first_is_higher": one.after}
        for (first, second), one in run.apart.items()
    ]
