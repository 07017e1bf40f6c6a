# SPDX-License-Identifier: BSD-3-Clause
"""Certifies the pinned kernels of a linked program, and says so as a table or as a certificate."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from multiprocessing import Process, Queue
from pathlib import Path
from queue import Empty
from typing import Any

from .. import __version__
from ..kernels.documents import Json, work_json
from ..kernels.inventory import Inventory
from ..kernels.manifest import SetError
from . import isa_riscv
from .certificate import Verdict, certify
from .claims import Claim
from .elf import Image, read_image
from .labels import Instruction
from .machine import Machine
from .requests import checked, pinned
from .targets import TARGETS

CLAIM = (
    "For all contents of the input, and for all addresses of the buffers that are aligned as given: the output holds "
    "what the definition says; nothing else is written but the stack below its pointer; nothing is read but the input, "
    "the program's constants and what was written before; no branch and no address depends on contents; saved "
    "registers and the stack pointer come back. Each run executes the same instructions for all contents."
)
ASSUMPTIONS = (
    "Ghidra's descriptions of the processor, and the tables of vector instructions here, are right.",
    "The core has the instructions of the target named, and no access traps that is aligned as its manual says.",
    "The program's constants and code are in memory as linked, and nothing changes them or the input during a call.",
    "Buffers have no byte in common with each other, the stack and the program. Where code compares their addresses, "
    "they are 64 bytes apart, and from the ends of memory, but in calls named `touching`.",
    "On RISC-V, gp holds the address __global_pointer$, if the program has that symbol. VLEN is that of a run. For "
    "more elements than VLMAX and less than twice as many, vsetvli sets vl to VLMAX, or (mimpid 1) to half as many.",
    "The stack has the bytes given below the pointer, which is aligned as the calling convention says.",
)


class NoSemantics(Exception):
    """The program is for a core that certificates do not know."""


@dataclass(frozen=True)
class Certificate:
    """The verdicts on all pinned kernels of a set, in its order, and on calls of checked functions."""

    image: Image
    inventory: Inventory
    target: str
    verdicts: tuple[tuple[Claim, Verdict], ...]

    @property
    def certified(self) -> int:
        return sum(verdict.refused is None for _, verdict in self.verdicts)


def target_of(image: Image) -> str:
    """Returns the name of the target that a program's header and attributes name."""
    attributes = {name: str(value) for name, value in image.attributes.items()}
    architecture = attributes.get("TAG_ARCH", "")
    match image.processor:
        case "EM_X86_64":
            return "x86-64"
        case "EM_AARCH64":
            return "aarch64"
        case "EM_XTENSA":
            return "xtensa"
        case "EM_RISCV":
            if name := isa_riscv.target_of(architecture):
                return name
            raise NoSemantics(f"{image.path}: is for {architecture or 'RISC-V'}, which certificates do not know")
        case "EM_ARM":
            known = {"11": "cortex-m0", "12": "cortex-m0", "16": "cortex-m0", "13": "cortex-m4", "17": "cortex-m33"}
            known["21"] = "cortex-m55"
            profile, number = attributes.get("TAG_CPU_ARCH_PROFILE", ""), attributes.get("TAG_CPU_ARCH", "")
            if number == "10" and profile in ("77", "M"):
                return "cortex-m3"
            if number in known:
                return known[number]
    raise NoSemantics(f"{image.path}: is for {image.processor.removeprefix('EM_')}, which certificates do not know")


def _numbered(
    image: Image, target: str, claims: Sequence[Claim], numbers: Iterable[int]
) -> Iterator[tuple[int, Verdict]]:
    machine = Machine(TARGETS[target], image)
    return ((number, certify(machine, claims[number].call)) for number in numbers)


def _work(queue: Queue[tuple[int, Verdict]], *what: Any) -> None:
    for one in _numbered(*what):
        queue.put(one)


def _in_processes(jobs: int, image: Image, target: str, claims: Sequence[Claim]) -> Iterator[tuple[int, Verdict]]:
    queue: Queue[tuple[int, Verdict]] = Queue()
    parts = (range(first, len(claims), jobs) for first in range(jobs))
    processes = [Process(target=_work, args=(queue, image, target, claims, part), daemon=True) for part in parts]
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


def certificate(
    path: Path, inventory: Inventory, target: str | None, jobs: int, say: Callable[[str], None], *, calls: bool
) -> Certificate:
    """
    Certifies each pinned kernel of a set in a linked program, for the target that its attributes name. ``say`` gets
    how far it is.
    """
    image = read_image(path)
    target = target or target_of(image)
    if target not in TARGETS:
        names = ", ".join(one for one in TARGETS if "-z" not in one)
        more = " ".join(f"-{one}" for one in isa_riscv.EXTENSIONS)
        raise SetError(f"--target {target}: no such core; choose of {names}, those of RISC-V also with {more}")
    claims = [pinned(entry.request) for entry in inventory.all_pinned]
    if calls:
        claims += checked(inventory, image.functions, TARGETS[target].pointer)
    if not claims:
        why = "the program has none of its checked functions" if calls else "--calls certifies checked functions"
        raise SetError(f"set {inventory.name} pins no shape; {why}")
    jobs = max(1, min(jobs, len(claims)))
    if jobs == 1:
        verdicts = _numbered(image, target, claims, range(len(claims)))
    else:
        verdicts = _in_processes(jobs, image, target, claims)
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
    line = image.line(at.address)
    return f"{verdict.refused}, at {at.address:#x}: {at.text}" + (f" ({line})" if line else "")


def _range(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low}-{high}"


def to_text(made: Certificate) -> str:
    heads = ("kernel", "shape", "bits", "alignments", "instructions", "loads", "stores", "taken", "code", "stack")
    rows: list[tuple[str, ...]] = [heads]
    for claim, verdict in made.verdicts:
        if verdict.refused is None:
            costs = [run.costs for run in verdict.runs]
            alignments = len({(*run.alignment.items(), run.order) for run in verdict.runs})
            names = ("instructions", "loads", "stores", "taken", "code", "stack")
            shape = f"{'x'.join(map(str, claim.work.shape))} ({','.join(map(str, claim.work.perm))})"
            numbers = (_range([getattr(one, name) for one in costs]) for name in names)
            rows.append((claim.name, shape, str(claim.work.bits), str(alignments), *numbers))
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]
    refused = [f"{claim.name}: refused: {_reason(made.image, v)}" for claim, v in made.verdicts if v.refused]
    lengths = sorted({8 * run.core["vlenb"] for _, verdict in made.verdicts for run in verdict.runs if run.core})
    last = f"{made.certified} of {len(made.verdicts)} certified for {made.target}"
    last += f" with VLEN {', '.join(map(str, lengths))}" if lengths else ""
    return "\n".join([*(lines if len(rows) > 1 else []), *refused, last])


def to_json(made: Certificate, sets: Sequence[Path]) -> Json:
    executed: dict[int, Instruction] = {}
    for _, verdict in made.verdicts:
        executed |= verdict.instructions
    return {
        "format": 2,
        "claim": CLAIM,
        "assumptions": list(ASSUMPTIONS),
        "program": _file_json(made.image.path),
        "sets": list(map(_file_json, sets)),
        "target": made.target,
        "description": TARGETS[made.target].language,
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
            {"addresses": _addresses(run.alignment), "order": run.order, "costs": asdict(run.costs)}
            | ({"core": run.core} if run.core else {})
            for run in verdict.runs
        ],
    }


def _addresses(alignment: Mapping[str, tuple[int, int]]) -> Json:
    return {name: f"{low} modulo {modulus}" for name, (modulus, low) in alignment.items()}
