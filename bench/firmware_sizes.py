# SPDX-License-Identifier: BSD-3-Clause
"""
Measures flash and stack of the library on a Cortex-M4, compiled as a firmware project would, without Meson:
`tools/bench sizes`.

Flash is the size of a program that calls some functions and contains nothing else, linked with --gc-sections: all bytes
of all loaded sections, alignment included. No C library is linked, so the link also shows that nothing is missing.
Stack is the deepest chain of calls by the compiler's own reports (callgraph.py).
"""

import os
import shutil
import sys
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import callgraph
import commands

ROOT = Path(__file__).resolve().parent.parent
FLAGS = ("-std=c11", "-ffreestanding", "-fno-stack-protector", "-ffunction-sections", "-fdata-sections")
MLI_CALLS = (
    "permkern_mli_permute_fx",
    "permkern_mli_permute_fx8",
    "permkern_mli_permute_fx16",
    "permkern_mli_point_to_subtensor",
    "permkern_mli_count_elem_num",
    "permkern_mli_tensor_element_size",
)
CORE_CALLS = ("permkern_prepare", "permkern_run", "permkern_run_part", "permkern_permute")
RANK_4 = "_rank4"  # permkern.h adds it to the name of permkern_prepare where PERMKERN_MAX_RANK is 4


@dataclass(frozen=True)
class Toolchain:
    """A cross compiler with its binary utilities, by what their names begin with, and the options of a core."""

    prefix: str
    core: tuple[str, ...]


ARM_M4 = Toolchain("arm-none-eabi-", ("-mthumb", "-mcpu=cortex-m4"))


class SizeError(Exception):
    """A build for the sizes failed; the message says how."""


@dataclass(frozen=True)
class Library:
    """The library's objects for one set, with the compiler's reports beside them; which of them hold its kernels."""

    directory: Path
    objects: tuple[Path, ...]
    kernels: tuple[str, ...]
    toolchain: Toolchain


def _run(command: Sequence[str | Path]) -> str:
    return commands.run(command, SizeError)


def compile_library(
    directory: Path,
    permutations: Path,
    level: str,
    pool: Executor,
    defines: Sequence[str] = (),
    toolchain: Toolchain = ARM_M4,
) -> Library:
    """Generates the kernels of a set and compiles them and src/ at one optimisation level."""
    kernels = directory / "kernels"
    shutil.rmtree(directory, ignore_errors=True)
    kernels.mkdir(parents=True)
    _run([sys.executable, "-B", "tools/permkern.py", "generate", "-o", kernels, permutations])
    options = [*toolchain.core, f"-O{level}", *FLAGS, *(f"-D{define}" for define in defines), "-fcallgraph-info=su"]
    paths = ["-Iinclude", f"-I{kernels}", "-Isrc"]

    def build(source: Path) -> Path:
        made = directory / f"{source.stem}.o"
        _run([f"{toolchain.prefix}gcc", *options, *paths, "-c", source, "-o", made])
        return made

    generated = sorted(kernels.glob("*.c"))
    sources = [*sorted((ROOT / "src").rglob("*.c")), *generated]
    return Library(directory, tuple(pool.map(build, sources)), tuple(source.stem for source in generated), toolchain)


# ---- flash ----


@dataclass(frozen=True)
class Flash:
    """A linked program's bytes in flash."""

    bytes: int


def flash_bytes(listing: str) -> int:
    """Code, constants and initial values of `size`'s Berkeley listing."""
    text, data = listing.splitlines()[1].split()[:2]
    return int(text) + int(data)


def link(library: Library, calls: Sequence[str], name: str = "program") -> Flash:
    program = library.directory / f"{name}.elf"
    roots = [f"-Wl,--undefined={name}" for name in calls]
    tools = library.toolchain
    command: list[str | Path] = [
        f"{tools.prefix}gcc",
        *tools.core,
        "-nostdlib",
        "-Wl,--gc-sections",
        f"-Wl,-e,{calls[0]}",
        *roots,
    ]
    _run([*command, *library.objects, "-o", program])
    return Flash(flash_bytes(_run([f"{tools.prefix}size", program])))


# ---- stack ----


def read_unit(library: Library, made: Path) -> callgraph.Unit:
    report = made.with_suffix(".ci")
    return callgraph.Unit(
        made.stem,
        report.read_text(encoding="utf-8") if report.is_file() else "",  # GCC writes none for a file without code
        _run([f"{library.toolchain.prefix}objdump", "-r", made]),
        made.stem in library.kernels,
    )


def stack(library: Library, calls: Sequence[str]) -> dict[str, callgraph.Depth]:
    """Returns the deepest stack of each call."""
    try:
        graph = callgraph.make_graph([read_unit(library, made) for made in library.objects])
        return {name: callgraph.deepest(graph, name if name in graph.functions else name + RANK_4) for name in calls}
    except callgraph.GraphError as error:
        raise SizeError(str(error)) from error


# ---- tools/bench sizes ----

SETS = ROOT / "generator" / "sets"
LIMITED = ("PERMKERN_MAX_RANK=4",)
PINNED = """
[[pinned]]
name = "hwc_8"
shape = [28, 28, 8]
perm = [2, 0, 1]
bits = 8
"""


def flash_sizes(directory: Path, pool: Executor) -> dict[str, int]:
    """Returns bytes at -Os: of the MLI functions with set mli and with profile tiny, and of one pinned kernel."""
    directory.mkdir(parents=True, exist_ok=True)
    chosen = directory / "pinned.toml"
    chosen.write_text((SETS / "mli.toml").read_text(encoding="utf-8") + PINNED, encoding="utf-8")
    wanted = {
        "mli": (SETS / "mli.toml", MLI_CALLS),
        "tiny": (SETS / "tiny.toml", MLI_CALLS),
        "pinned": (chosen, ("permkern_pin_hwc_8",)),
    }
    return {
        name: link(compile_library(directory / name, permutations, "s", pool, LIMITED), calls).bytes
        for name, (permutations, calls) in wanted.items()
    }


def stack_sizes(directory: Path, pool: Executor) -> dict[str, dict[str, int]]:
    """Returns the deepest stack of each function, in bytes, for two sets and two levels of optimisation."""
    found = {}
    for name, macros in (("mli", LIMITED), ("default", ())):
        for level in ("s", "2"):
            library = compile_library(directory / f"{name}-O{level}", SETS / f"{name}.toml", level, pool, macros)
            depths = stack(library, (*CORE_CALLS, *MLI_CALLS))
            found[f"set {name}, -O{level}"] = {call: depth.bytes for call, depth in depths.items()}
    return found


def main() -> int:
    directory = ROOT / "build" / "bench" / "sizes"
    try:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            flash = flash_sizes(directory, pool)
            stacks = stack_sizes(directory, pool)
    except SizeError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    print("Flash on a Cortex-M4, GCC -Os, in bytes:")
    for name, size in flash.items():
        print(f"  {name:<10} {size:>6}")
    for build, depths in stacks.items():
        print(f"Stack on a Cortex-M4, {build}, in bytes:")
        for call, depth in depths.items():
            print(f"  {call:<40} {depth:>6}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
