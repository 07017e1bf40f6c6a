# SPDX-License-Identifier: BSD-3-Clause
"""Flash and stack of the library on a Cortex-M4, compiled as a firmware project would, without Meson.

Flash is what a program links (--gc-sections) that calls some functions and consists of nothing else: all bytes of all
sections that are loaded, alignment included. Nothing else is linked, so the link also shows that nothing is missing.
Stack is the deepest chain of calls by the compiler's own reports (callgraph.py).
"""

import re
import shutil
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import callgraph
import commands
import configurations
from configurations.callers import CORTEX_M4
from configurations.targets import SIZE_LEVELS
from configurations.uses import Configuration, Firmware
from firmware_goals import FLASH_MLI, FLASH_PINNED, FLASH_TINY, STACK

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
RANK_4 = "_rank4"  # permkern.h names permkern_prepare so where PERMKERN_MAX_RANK is 4


@dataclass(frozen=True)
class Toolchain:
    """A cross compiler with its binary utilities, by what their names begin with, and the options of a core."""

    prefix: str
    core: tuple[str, ...]


ARM_M4 = Toolchain("arm-none-eabi-", CORTEX_M4)


class SizeError(Exception):
    """A build for the sizes failed; the message says how."""


# Objects that only a program that goes through the dispatcher needs.
DISPATCHER = ("dispatch", "check", "fold", "generic", "mli_permute", "mli_helpers", "permkern_table")


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
    """A linked program: its bytes in flash, and the functions and objects in it."""

    bytes: int
    symbols: tuple[str, ...]


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
    symbols = _run([f"{tools.prefix}nm", "-S", program]).splitlines()  # address, size, type, name: what takes bytes
    return Flash(
        flash_bytes(_run([f"{tools.prefix}size", program])),
        tuple(sorted(fields[3] for line in symbols if len(fields := line.split()) == 4)),
    )


def of_dispatcher(library: Library, flash: Flash) -> tuple[str, ...]:
    """Returns what a program has of the dispatcher."""
    objects = [path for path in library.objects if path.stem in DISPATCHER]
    listing = _run([f"{library.toolchain.prefix}nm", "--defined-only", *objects]).splitlines()
    names = {fields[2] for line in listing if len(fields := line.split()) == 3}
    return tuple(name for name in flash.symbols if name in names)


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


# ---- what the bench asks ----

PINNED = """
[[pinned]]
name = "hwc_8"
shape = [28, 28, 8]
perm = [2, 0, 1]
bits = 8
"""


@dataclass(frozen=True)
class Figure:
    """One size against its goal; reached is None, with the reason in note, where there is none to measure."""

    case: str
    what: str
    goal: int
    reached: int | None
    note: str


def as_shipped(permutations: str) -> Configuration:
    """Returns the configuration in which firmware takes a set."""
    return next(chosen for chosen, _ in configurations.used(Firmware) if chosen.permutations == permutations)


def _flash_tiny(directory: Path, sets: Path, pool: Executor) -> Figure:
    what = "flash, -Os, profile tiny, rank 4: all MLI calls, all checks"
    shipped = sets / "tiny.toml"
    chosen = directory / "tiny.toml"
    directory.mkdir(parents=True, exist_ok=True)
    source = shipped if shipped.is_file() else sets / "mli.toml"
    chosen.write_text(
        re.sub(r"^profile = .*$", 'profile = "tiny"', source.read_text(encoding="utf-8"), flags=re.MULTILINE),
        encoding="utf-8",
    )
    try:
        library = compile_library(directory / "tiny", chosen, "s", pool, as_shipped("tiny").macros)
    except SizeError as error:
        return Figure("flash_tiny", what, FLASH_TINY, None, f"not measured: {str(error).rpartition('.toml:')[2]}")
    linked = link(library, MLI_CALLS)
    return Figure("flash_tiny", what, FLASH_TINY, linked.bytes, ", ".join(linked.symbols))


def _flash_pinned(directory: Path, sets: Path, pool: Executor) -> Figure:
    chosen = directory / "pinned.toml"
    chosen.write_text((sets / "mli.toml").read_text(encoding="utf-8") + PINNED, encoding="utf-8")
    library = compile_library(directory / "pinned", chosen, "s", pool, as_shipped("mli").macros)
    linked = link(library, ["permkern_pin_hwc_8"])
    foreign = of_dispatcher(library, linked)
    what = "flash, -Os, only the pinned 28x28x8 (2,0,1), 8-bit, of set mli; nothing of the dispatcher"
    if foreign:
        return Figure("flash_pinned", what, FLASH_PINNED, None, f"links {', '.join(foreign)}")
    return Figure("flash_pinned", what, FLASH_PINNED, linked.bytes, ", ".join(linked.symbols))


def measure(directory: Path, pool: Executor) -> tuple[list[Figure], dict[str, dict[str, int]]]:
    """Measures every size that has a goal, and the stack of each function in each build."""
    sets = ROOT / "generator" / "sets"
    figures = []
    stacks: dict[str, dict[str, int]] = {}
    for name, level in product(("mli", "default"), SIZE_LEVELS):
        chosen = as_shipped(name)
        library = compile_library(directory / f"{name}-{level}", sets / f"{name}.toml", level, pool, chosen.macros)
        if (name, level) == ("mli", "s"):
            linked = link(library, MLI_CALLS)
            what = "flash, -Os, set mli, rank 4: all MLI calls, kernels, dispatch, generic routine, checks, sub-tensor"
            figures.append(Figure("flash_mli", what, FLASH_MLI, linked.bytes, ", ".join(linked.symbols)))
        build = f"set {name}, -O{level}, rank {chosen.max_rank} at most"
        depths = stack(library, (*CORE_CALLS, *MLI_CALLS))
        stacks[build] = {name: depth.bytes for name, depth in depths.items()}
        most = max(depths.values(), key=lambda depth: depth.bytes)
        chain = " > ".join(map(callgraph.spell, most.chain))
        figures.append(Figure(f"stack_{name}_O{level}", f"stack, {build}", STACK, most.bytes, f"deepest: {chain}"))
    figures += [_flash_tiny(directory, sets, pool), _flash_pinned(directory, sets, pool)]
    return figures, stacks
