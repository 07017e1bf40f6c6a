# SPDX-License-Identifier: BSD-3-Clause
"""
What a client costs on a Cortex-M4: flash of its adapter and of what it takes of the library, and the instructions of
its example, through the client's call and by the client's own algorithm. bench/ has what counts and weighs.
"""

import shutil
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import astuple, dataclass
from pathlib import Path

import commands
import firmware_sizes
from configurations.callers import EMULATED_M4
from icnt import count
from permutes import Permute, read
from steps import BUILD, ROOT, Log, StepFailed

from clients.client import Client, Copied, Measured, Program, build

TINY = "generator/sets/tiny.toml"
LEVEL = "s"  # of what is weighed
FASTER = "-O2"  # of what is counted
CXX = ("-std=c++17", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics")


class MeasureError(Exception):
    """A client could not be measured. The message says why."""


@dataclass(frozen=True)
class Cost:
    """Bytes of flash, and what the client's example permutes, with its instructions."""

    client: str
    adapter: int
    pinned: int
    tiny: int
    permutes: tuple[Permute, ...]


def measured_of(client: Client) -> Measured:
    if client.measured is None:
        raise MeasureError(f"{client.name} has nothing to measure")
    return client.measured


def prepared(client: Client) -> Measured:
    """The same, once its sources are there."""
    measured = measured_of(client)
    if measured.prepare is not None:
        measured.prepare()
    return measured


def run(command: Sequence[str | Path]) -> str:
    return commands.run(command, MeasureError)


# ---- flash ----


def objects(client: Client, folder: Path) -> list[Path]:
    """Compiles the adapter as the library is compiled whose flash docs/performance.md states."""
    measured = prepared(client)
    folder.mkdir(parents=True, exist_ok=True)
    paths = [f"-I{ROOT / name}" for name in (*measured.include, "include")] + [f"-I{ROOT / 'generated'}"]
    common = [*firmware_sizes.ARM_M4.core, f"-O{LEVEL}", *(f"-D{define}" for define in measured.defines), *paths]
    made = []
    for source in measured.adapter:
        in_c = source.endswith(".c")
        language = [*EMULATED_M4.cc, *firmware_sizes.FLAGS] if in_c else [*EMULATED_M4.cxx, *CXX]
        sections = ["-ffunction-sections", "-fdata-sections", "-specs=picolibc.specs"]
        made.append(folder / f"{Path(source).stem}.o")
        run([*language, *sections, *common, "-c", ROOT / source, "-o", made[-1]])
    return made


def calls(made: Sequence[Path]) -> list[str]:
    """Returns the functions of permkern that an adapter calls."""
    listing = run(["arm-none-eabi-nm", "--undefined-only", *made]).split()
    return sorted({name for name in listing if name.startswith("permkern_")})


@dataclass(frozen=True)
class Built:
    """The library as one client takes it: a set's kernels and the client's macros."""

    permutations: str
    defines: tuple[str, ...]

    def library(self, pool: Executor, folder: Path) -> firmware_sizes.Library:
        name = "-".join((Path(self.permutations).stem, *self.defines)).replace("=", "-")
        return firmware_sizes.compile_library(folder / name, ROOT / self.permutations, LEVEL, pool, self.defines)


# ---- instructions ----


def permutes_of(client: Client, folder: Path, level: str = FASTER) -> tuple[tuple[Permute, ...], str]:
    """Builds and runs the client's example; returns what it permuted, and what it printed."""
    measured = prepared(client)
    program = Program(
        "example",
        (*measured.program, *measured.adapter),
        (*measured.include, "bench/icnt"),
        EMULATED_M4,
        measured.counted,
        options=(level,),
        defines=measured.defines,
    )
    shutil.rmtree(folder, ignore_errors=True)
    log = Log(folder / "log")
    log.begin()
    try:
        built = build(log, folder, program, Copied(client.adapter, ROOT / client.adapter))
    except StepFailed as error:
        raise MeasureError(f"{error}\n{log.tail()}") from error
    ran = count(built, EMULATED_M4.emulator[-1], "mark_begin", "mark_end", folder)
    found = read(ran.output, ran.counts)
    if ran.code != 0 or not all(permute.correct for permute in found):
        raise MeasureError(f"{client.name}: the example ended with {ran.code}: {ran.output[-300:]}")
    return tuple(found), ran.output


# ---- together ----


def costs(clients: Sequence[Client], pool: Executor) -> list[Cost]:
    folder = BUILD / "client-table"
    wanted = {
        Built(permutations, measured.defines)
        for measured in map(measured_of, clients)
        for permutations in (measured.pinned, TINY)
    }
    try:
        libraries = {built: built.library(pool, folder) for built in sorted(wanted, key=astuple)}
        return [cost(client, libraries, folder) for client in clients]
    except firmware_sizes.SizeError as error:
        raise MeasureError(str(error)) from error


def cost(client: Client, libraries: Mapping[Built, firmware_sizes.Library], folder: Path) -> Cost:
    """Weighs and counts one client. What its adapter calls is all that is linked of the library."""
    measured = measured_of(client)
    made = objects(client, folder / client.name)
    called = calls(made)
    adapter = sum(firmware_sizes.flash_bytes(run(["arm-none-eabi-size", each])) for each in made)
    pinned, tiny = (
        firmware_sizes.link(libraries[Built(permutations, measured.defines)], called).bytes if called else 0
        for permutations in (measured.pinned, TINY)
    )
    ran, _ = permutes_of(client, folder / client.name / "example")
    return Cost(client.name, adapter, pinned, tiny, ran)
