# SPDX-License-Identifier: BSD-3-Clause
"""The shared library's ABI against the committed one, verify/static/permkern.abi, by libabigail.

The dump holds exported functions and the types that they reach, with sizes and offsets, as x86-64 has them: no path,
no line, no compiler's name. `tools/verify --accept abi` writes it anew.
"""

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from steps import ROOT, Count, Log

from verify.folders import fresh, sources
from verify.static.build import HERE, includes, verdict
from verify.step import Depth, Outcome, each

DUMP = HERE / "permkern.abi"
LICENCE = "<!-- SPDX-License-Identifier: BSD-3-Clause -->\n"
ABI_CHANGE = 4  # a bit of abidiff's exit code
GENERATED = ROOT / "generated"
DUMP_OPTIONS = (
    "--no-corpus-path",
    "--no-comp-dir-path",
    "--no-show-locs",
    "--no-elf-needed",
    "--no-parameter-names",
    "--exported-interfaces-only",
    "--type-id-style",
    "hash",
)


@dataclass(frozen=True)
class Change:
    """A mistake in a public header that abidiff must not accept: text of the header, and what stands there instead."""

    name: str
    header: str
    old: str
    new: str


CHANGES = (
    Change("member", "permkern.h", "size_t bits;     /*", "size_t bits, more;     /*"),
    Change("order", "permkern.h", "PERMKERN_ERR_RANK,     /*", "PERMKERN_ERR_NEW, PERMKERN_ERR_RANK,     /*"),
    Change("type", "permkern.h", "bool permkern_is_view(", "long permkern_is_view("),
    Change("gone", "permkern.h", "PERMKERN_API bool permkern_is_view", "bool permkern_is_view"),
)


def build(log: Log, compiler: str, files: Sequence[Path], library: Path, first: Sequence[str] = ()) -> Path:
    """Builds a shared library without optimisation, which the ABI does not depend on."""
    flags = ("-std=c11", "-g", "-O0", "-fPIC", "-fvisibility=hidden", "-shared", "-Wl,-soname,libpermkern.so.0")
    log.must([compiler, *flags, *first, *includes(GENERATED), *files, "-o", library])
    return library


def twin(log: Log, change: Change, directory: Path) -> bool:
    """Returns whether abidiff refuses the library with a change. src/run.c, which defines what changes, follows it."""
    header = (ROOT / "include" / change.header).read_text(encoding="utf-8")
    if header.count(change.old) != 1:
        log.note(f"twin {change.name}: {change.header} has not the text to change once")
        return False
    place = directory / f"twin-{change.name}"
    place.mkdir()
    (place / change.header).write_text(header.replace(change.old, change.new), encoding="utf-8")
    run = (ROOT / "src" / "run.c").read_text(encoding="utf-8").replace(change.old, change.new)
    (place / "run.c").write_text(run, encoding="utf-8")
    files = [place / "run.c", *(source for source in sources(GENERATED) if source.name != "run.c")]
    library = build(log, "gcc", files, place / "libpermkern.so", [f"-I{place}"])
    return log.run(["abidiff", DUMP, library])[0] & ABI_CHANGE != 0


def same(log: Log, library: Path) -> bool:
    return log.run(["abidiff", "--no-show-locs", DUMP, library])[0] == 0


def dump(log: Log, library: Path) -> None:
    made = library.with_suffix(".abi")
    log.must(["abidw", *DUMP_OPTIONS, "--out-file", made, library])
    text = made.read_text(encoding="utf-8").replace(f"{ROOT}/", "")
    head, _, rest = text.partition("\n")  # abidiff wants its own element first
    DUMP.write_text(f"{head}\n{LICENCE}{rest}", encoding="utf-8")


def abi(log: Log, depth: Depth) -> Outcome:
    """Shows that GCC's library (in full, Clang's too) has the committed ABI, and that changes of it are seen."""
    if platform.machine() != "x86_64":
        log.note("the committed ABI is that of x86-64")
        return Outcome(Count(0, 0, 1), "comparisons")
    directory = fresh("abi")
    compilers = ("gcc", "clang") if depth.full else ("gcc",)
    libraries = [build(log, name, sources(GENERATED), directory / f"{name}.so") for name in compilers]
    if depth.accept:
        dump(log, libraries[0])
    changes = CHANGES if depth.full else CHANGES[:1]
    count = sum((verdict(log, same(log, library), library.name) for library in libraries), Count())
    refused = each(lambda change: twin(log, change, directory), changes)
    for change, seen in zip(changes, refused, strict=True):
        count += verdict(log, seen, f"twin {change.name} is refused")
    functions = DUMP.read_text(encoding="utf-8").count("<function-decl ")
    return Outcome(count, "comparisons", (f"{functions} exported functions",))
