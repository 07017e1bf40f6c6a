# SPDX-License-Identifier: BSD-3-Clause
"""
Model checking of the checks at the doors, part by part, against docs/api.md and docs/status.md. All values are
symbolic. Each part has statuses that must be reached, and seeded bugs that ESBMC must refuse.
"""

from dataclasses import dataclass
from pathlib import Path

from steps import ROOT, Log, StepFailed

from verify import model
from verify.folders import fresh
from verify.model import Call
from verify.step import Depth, Outcome, Step

CORE, MLI = "doors.c", "mli_doors.c"
SOLVER = "--boolector"  # others take minutes, or over 10 GB, for the same
# What a harness asserts.
PROPERTIES = ("status", "span", "order", "empty", "moved", "part", "view", "read", "null")


@dataclass(frozen=True)
class Door:
    """A part of the checks, and the macros of its harness. Each status of reach must occur; --quick takes the first."""

    harness: str
    part: str
    macros: tuple[str, ...]
    reach: tuple[str, ...] = ()
    quick: bool = True


def core_doors() -> list[Door]:
    request = ("PERMKERN_OK", *(f"PERMKERN_ERR_{why}" for why in ("RANK", "BITS", "PERM", "SHAPE")))
    sizes = ("PERMKERN_OK", "PERMKERN_ERR_CAPACITY", "PERMKERN_ERR_SIZE")
    made = [
        *(Door(CORE, "REQUEST", ("RANK=1", f"GIVEN={given}"), ("PERMKERN_ERR_NULL",)) for given in (0, 1, 4)),
        Door(CORE, "SPANS", ("RANK=1",), ("PERMKERN_OK", "PERMKERN_ERR_WRAP", "PERMKERN_ERR_OVERLAP")),
        Door(CORE, "WHOLE", ("RANK=1",), ("true", "false"), quick=False),
    ]
    for rank in range(1, 9):
        for given in (5, 7):
            reach = request if given & 2 else request[:-1]
            made.append(Door(CORE, "REQUEST", (f"RANK={rank}", f"GIVEN={given}"), reach, quick=rank == 4))
    for rank in range(1, 4):
        made.append(Door(CORE, "INPLACE", (f"RANK={rank}",), ("PERMKERN_OK", "PERMKERN_ERR_OVERLAP"), quick=rank == 2))
    for kind in range(3):
        for rank in range(4):
            reach = ("PERMKERN_OK", "PERMKERN_ERR_RANK", *(("PERMKERN_ERR_PERM",) if rank else ()))
            made.append(Door(CORE, "READ", (f"RANK={rank}", f"KIND={kind}"), reach, quick=rank == 2))
    for shift in range(4):
        for rank in range(1, 5):
            macros = (f"RANK={rank}", f"SHIFT={shift}", "MOST=0xffffffff")
            some = sizes if 32 * rank + shift > 64 else sizes[:2]  # extents have 32 bits
            made.append(Door(CORE, "SIZES", macros, some, quick=(rank, shift) == (2, 1)))
    return made


def mli_doors() -> list[Door]:
    opened = ("MLI_STATUS_OK", "MLI_STATUS_BAD_TENSOR", "MLI_STATUS_NOT_ENGH_MEM")
    made = [
        Door(MLI, "OPENED", ("RANK=1", "TYPE=0", "GIVEN=0"), ("MLI_STATUS_BAD_TENSOR",)),
        Door(MLI, "RANKS", ("RANK=1",), ("MLI_STATUS_OK", "MLI_STATUS_BAD_TENSOR")),
        Door(MLI, "APART", ("RANK=1",), ("true", "false"), quick=False),
    ]
    for rank in range(1, 5):
        made.append(Door(MLI, "ORDER", (f"RANK={rank}",), ("true", "false")))
        made.append(Door(MLI, "CUT", (f"RANK={rank}",), ("true", "false"), quick=rank == 4))
    # More factors, one of them more than a byte, are beyond each solver of ESBMC.
    for rank, of in ((1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (3, 0), (3, 2)):
        made.append(Door(MLI, "OPENED", (f"RANK={rank}", f"TYPE={of}", "GIVEN=1"), opened, quick=(rank, of) == (2, 1)))
    return made


@dataclass(frozen=True)
class Bug:
    """A text of a file of src/, what takes its place, and the check that must fail then."""

    file: str
    right: str
    wrong: str
    door: Door


def core_bugs() -> list[Bug]:
    request = Door(CORE, "REQUEST", ("RANK=4", "GIVEN=7"))
    sizes = Door(CORE, "SIZES", ("RANK=2", "SHIFT=1", "MOST=0xffffffff"))
    spans = Door(CORE, "SPANS", ("RANK=1",))
    in_place = Door(CORE, "INPLACE", ("RANK=2",))
    read = Door(CORE, "READ", ("RANK=2", "KIND=0"))
    overlap = "permkern_overlaps(from, in_span, to, out_span) ? PERMKERN_ERR_OVERLAP"
    wrapped = "if (!permkern_multiply(bytes, in->shape[k], &bytes) && !(bytes,"
    return [
        Bug("permkern_request.h", "perm[k] >= rank ||", "perm[k] > rank ||", request),
        Bug("permkern_request.h", "(seen >> perm[k] & 1U) != 0", "false", request),
        Bug("request.c", "none = none || extent == 0;", "none = extent == 0;", request),
        Bug("request.c", "out->rank != in->rank", "out->rank > in->rank", request),
        Bug("request.c", "if (!permkern_multiply(bytes,", wrapped, sizes),
        Bug("request.c", "in->capacity < bytes || out->capacity < bytes", "in->capacity < bytes", sizes),
        Bug("permkern_address.h", overlap, "false ? PERMKERN_ERR_OVERLAP", spans),
        Bug("permkern_address.h", "permkern_wraps(from, in_span) ||", "", spans),
        Bug("run.c", "in == out && is_view(work)", "in == out", in_place),
        Bug("integers.c", "axis < rank ? axis : rank", "axis", read),
        Bug("integers.c", "if (extent < 0 ||", "if (", read),
    ]


def mli_bugs() -> list[Bug]:
    order = Door(MLI, "ORDER", ("RANK=4",))
    opened = Door(MLI, "OPENED", ("RANK=2", "TYPE=1", "GIVEN=1"))
    apart = Door(MLI, "APART", ("RANK=1",))
    cut = Door(MLI, "CUT", ("RANK=4",))
    squares = "(int)permkern_times(axis, axis) - (int)permkern_times(k, k)"
    wraps = "permkern_wraps(to, out_span)"
    overlaps = f"{wraps} ||\n        permkern_overlaps(from, in_span, to, out_span)"
    rest = "rest = layout->axis[k].extent - at"
    return [
        Bug("mli_permute.c", squares, "(int)axis - (int)k", order),
        Bug("mli_permute.c", "return valid && squares == 0;", "return valid;", order),
        Bug("mli_helpers.c", "if (at >= layout", "if (at > layout", cut),
        Bug("mli_helpers.c", f"{rest};", f"{rest} + 1;", cut),
        Bug("mli_internal.h", "PERMKERN_MLI_CAPACITY < bytes ?", "PERMKERN_MLI_CAPACITY <= bytes ?", opened),
        Bug("mli_internal.h", "bytes == 0 ||", "", opened),
        Bug("mli_permute.c", overlaps, wraps, apart),
        Bug("mli_permute.c", "!touches(cfg, sizeof *cfg, to, out_span) &&", "", apart),
    ]


def call_of(door: Door, numbers: Path, reach: str = "", bug: Path | None = None) -> Call:
    """Returns the call for a door. reach: a status that must occur; bug: a folder with a spoilt file."""
    folders = [*([bug] if bug else []), *([numbers] if door.part == "APART" else []), ROOT / "generated"]
    macros = [f"PART={door.part}", *door.macros, *([f"REACH={reach}"] if reach else [])]
    name = " ".join([door.part, *door.macros, reach, f"with the bug in {bug.name}" if bug else ""])
    words = model.words(door.harness, folders, macros, "--unwind", "10", "-Wno-int-conversion", SOLVER)
    return Call(name, words, ("end",) if reach else PROPERTIES if bug else ())


def with_numbers(folder: Path) -> Path:
    """The MLI types with a number for a tensor's data, for what looks at addresses alone."""
    text = (ROOT / "include" / "mli_types.h").read_text(encoding="utf-8")
    changed = text.replace("    void *data; ", "    uintptr_t data; ")
    if changed == text:
        raise StepFailed("include/mli_types.h has no `void *data;`")
    folder.mkdir(parents=True)
    (folder / "mli_types.h").write_text(changed, encoding="utf-8")
    return folder


def plant(bug: Bug, folder: Path) -> Path:
    text = (ROOT / "src" / bug.file).read_text(encoding="utf-8")
    if text.count(bug.right) != 1:
        raise StepFailed(f"src/{bug.file} does not hold once `{bug.right}`, to seed a bug into")
    folder.mkdir(parents=True)
    (folder / bug.file).write_text(text.replace(bug.right, bug.wrong, 1), encoding="utf-8")
    return folder


def check_checks(log: Log, depth: Depth) -> Outcome:
    """Each check at a door answers, for all values, as docs/status.md has it."""
    folder = fresh("model-checks")
    numbers = with_numbers(folder / "numbers")
    asked = [door for door in (*core_doors(), *mli_doors()) if depth.full or door.quick]
    proofs = [call_of(door, numbers) for door in asked]
    ends = [
        call_of(door, numbers, reach=status)
        for door in asked
        for status in (door.reach if depth.full else door.reach[:1])
    ]
    twins = [
        call_of(bug.door, numbers, bug=plant(bug, folder / f"bug{number}"))
        for number, bug in enumerate((*core_bugs(), *mli_bugs()))
    ]
    count = model.run(log, [*proofs, *ends, *twins])
    figures = (f"{len(proofs)} checks", f"{len(ends)} statuses reached", f"{len(twins)} seeded bugs refused")
    return Outcome(count, "harnesses", figures)


def steps() -> tuple[Step, ...]:
    return (Step("model-checks", "checks, any values (ESBMC)", (), check_checks),)
