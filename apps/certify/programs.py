# SPDX-License-Identifier: BSD-3-Clause
"""Compiles the library, a set's kernels and naive loops, and links programs without a C library."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from permkern.kernels.inventory import Inventory
from permkern.kernels.manifest import PinnedRequest, SetError
from permkern.kernels.permutation import Work
from permkern.kernels.render import render
from permkern.kernels.runtime import runtime_directory, runtime_files

LOOPS = "naive loops"
PLANS = ("base", "core", "move", "vector")  # folders of src/ that plans and pinned kernels need
ROOMS = (*PLANS, "in_place", "mli", LOOPS)
# The library's flags in meson.build, for programs without a C library.
FLAGS = ("-std=c11", "-ffreestanding", "-ffunction-sections", "-fdata-sections", "-fno-stack-protector")
_NO_MEMCPY = (  # compilers replace copy loops by memcpy, which these programs lack
    "#ifdef __clang__",
    "#define LOOPS __attribute__((no_builtin))",
    "#else",
    "#define LOOPS",
    '#pragma GCC optimize "no-tree-loop-distribute-patterns"',
    "#endif",
    "",
)


# ---- compilers ----


def compiler(cc: Sequence[str]) -> str:
    """Returns a compiler's name and version, such as GCC 12.2.1."""
    found = re.search(r"(clang) version (\d+\.\d+\.\d+)|^\S+ \(.*\) (\d+\.\d+\.\d+)", command([*cc, "--version"]))
    if found is None:
        raise SetError(f"{cc[0]}: neither GCC nor Clang, by what its --version says")
    return f"{'Clang' if found[1] else 'GCC'} {found[2] or found[3]}"


def machine(cc: Sequence[str]) -> str:
    """Returns the machine that a compiler compiles for, such as xtensa-lx106-elf."""
    return command([*cc, "-dumpmachine"]).strip()


def level(cc: Sequence[str]) -> str:
    """Returns a command's optimisation level; -O2 if it has none."""
    return next((word for word in cc[::-1] if word.startswith("-O")), "-O2")


def command(line: Sequence[str | Path]) -> str:
    """Runs a command and returns its output. Raises SetError if it fails or is missing."""
    try:
        done = subprocess.run(line, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise SetError(
            f"{line[0]}: cannot be started ({error.strerror}); install it, or name another by --cc"
        ) from None
    if done.returncode:
        raise SetError(f"{' '.join(map(str, line))}: failed: {' '.join(done.stderr.splitlines()[-8:])}")
    return done.stdout


# ---- naive loops ----


def constant(name: str) -> str:
    """Returns the symbol of a naive loop with constant bounds."""
    return f"permkern_constant_{name}"


def steps_of(work: Work) -> tuple[int, list[int]]:
    """Returns the first output element's input offset, and the input strides by output axis, in elements."""
    by_axis = [work.in_steps[axis] for axis in work.perm]
    first = sum(by_axis[k] * (work.out_shape[k] - 1) for k in work.reversed_axes)
    return first, [-stride if k in work.reversed_axes else stride for k, stride in enumerate(by_axis)]


def _constant_loops(requests: Iterable[PinnedRequest]) -> str:
    """Returns C functions like those of a simple code generator: constant bounds, one loop per axis."""
    functions = ["#include <stdint.h>", "", *_NO_MEMCPY]
    for request in requests:
        work, kind = request.work, f"uint{request.work.bits}_t"
        if work.bits < 8:
            continue
        first, steps = steps_of(work)
        loops = "".join(f"for (int i{k} = 0; i{k} < {extent}; i{k}++) " for k, extent in enumerate(work.out_shape))
        names = [f"i{k}" for k in range(len(steps))]
        sources = [
            f"order[{name}]" if work.order and work.perm[k] == len(steps) - 1 else name for k, name in enumerate(names)
        ]
        index, at = (
            " + ".join(f"{name} * {step}" for name, step in zip(*side, strict=True))
            for side in ((names, work.out_steps), (sources, steps))
        )
        order = f"static const uint8_t order[] = {{{', '.join(map(str, work.order))}}}; " if work.order else ""
        head = f"void {constant(request.name)}(const {kind} *restrict in, {kind} *restrict out)"
        mask = f" ^ {request.xor:#x}" if request.xor else ""
        moved = f"out[{index}] = ({kind})(in[{first} + {at}]{mask});"
        functions += [f"{head};", f"LOOPS {head}", "{", f"    {order}{loops}{moved}", "}"]
    return "\n".join([*functions, ""])


# ---- programs ----


@dataclass(frozen=True)
class Library:
    """Object files with the library, a set's kernels and naive loops. link: the command to link them."""

    folder: Path
    objects: tuple[Path, ...]
    link: tuple[str, ...]

    def linked(self, name: str, roots: Sequence[str] = ()) -> Path:
        """Links a program with the functions `roots` and their callees; without roots, with everything."""
        path = self.folder / f"{name}.elf"
        kept = ["-Wl,--gc-sections", *(f"-Wl,-u,{root}" for root in roots)] if roots else []
        command([*self.link, "-nostdlib", *kept, *self.objects, "-o", path])
        return path

    def flash(self, name: str, roots: Sequence[str]) -> int:
        return flash(self.linked(name, roots))


def flash(program: Path) -> int:
    """Returns a program's or object's flash in bytes: code, constants and initial values."""
    with program.open("rb") as file:
        sections = list(ELFFile(file).iter_sections())
        kept = [one for one in sections if one["sh_flags"] & SH_FLAGS.SHF_ALLOC and one["sh_type"] != "SHT_NOBITS"]
        return sum(one["sh_size"] for one in kept)


def compile_library(
    inventory: Inventory,
    folder: Path,
    cc: Sequence[str],
    *options: str,
    link: Sequence[str] = (),
    jobs: int = 0,
    rooms: Collection[str] = ROOMS,
) -> Library:
    """
    Compiles the library, a set's kernels and naive loops in a folder, which is emptied first. link: the linker command,
    if cc does not link. rooms: parts of the library, as in ROOMS.
    """
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "generated").mkdir(parents=True)
    constants = _constant_loops(entry.request for entry in inventory.pinned if LOOPS in rooms)
    for name, text in {**render(inventory), "constant.c": constants}.items():
        (folder / "generated" / name).write_text(text, encoding="utf-8")
    places = (folder / "generated", runtime_directory("include"), runtime_directory("src"))
    whole = [*cc, level(cc), *FLAGS, *options, *(f"-I{place}" for place in places)]
    sources = [path for path in runtime_files().values() if path.suffix == ".c" and path.parent.name in rooms]
    sources += sorted((folder / "generated").glob("*.c"))
    sources += [Path(__file__).with_name("naive.c")] * (LOOPS in rooms)

    def compiled(source: Path) -> Path:
        made = folder / f"{source.stem}.o"
        command([*whole, "-c", source, "-o", made])
        return made

    with ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
        return Library(folder, tuple(pool.map(compiled, sources)), tuple(link or cc))
