# SPDX-License-Identifier: BSD-3-Clause
"""Runs a program on QEMU and counts the instructions of every stretch between two of its functions.

    python3 bench/icnt.py PROGRAM MACHINE BEGIN END     prints for each: instructions, pieces of unaligned accesses

Counts are exact and repeatable. They are None where this QEMU takes no plugin of ours, or where no compiler is there
to build it: the program runs all the same.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_SOURCE = _ROOT / "bench" / "icnt"
_VERSIONS = (1, 2)  # of QEMU's plugin interface: up to 8.2, from 9.0 on
_COUNTS = "icnt.txt"


@dataclass(frozen=True)
class Stretch:
    """What was executed between two marks."""

    instructions: int
    pieces: int  # that unaligned accesses are split into on Cortex-M3 and M4, beyond the first of each


# How often one instruction was executed right after another, by the addresses of both. The first one follows address 0.
Edges = Mapping[tuple[int, int], int]


@dataclass(frozen=True)
class Run:
    """What a program printed, its exit code, and what each stretch took; its edges if they were asked for."""

    output: str
    code: int
    stretches: list[Stretch] | None
    edges: list[Edges] | None = None

    @property
    def counts(self) -> list[int] | None:
        """Instructions of each stretch."""
        return None if self.stretches is None else [stretch.instructions for stretch in self.stretches]


def read_stretches(text: str) -> list[Stretch]:
    """Reads what the plugin wrote: two numbers on each line. Lines of three are edges."""
    lines = (line.split() for line in text.splitlines())
    return [Stretch(*map(int, fields)) for fields in lines if len(fields) == 2]


def read_edges(text: str) -> list[Edges]:
    """Reads the edges that the plugin wrote behind each stretch."""
    found: list[Edges] = []
    edges: dict[tuple[int, int], int] = {}
    for line in text.splitlines():
        fields = line.split()
        if len(fields) == 2:
            edges = {}
            found.append(edges)
        else:
            edges[int(fields[0], 16), int(fields[1], 16)] = int(fields[2])
    return found


def addresses(program: Path, machine: str, names: Sequence[str]) -> list[int]:
    """Returns the addresses at which functions of the program begin."""
    tool = "riscv64-unknown-elf-nm" if machine.startswith("rv") else "arm-none-eabi-nm"
    listing = subprocess.run([tool, program], check=True, capture_output=True, text=True).stdout
    found = {}
    for line in listing.splitlines():
        fields = line.split()
        if len(fields) == 3:
            found[fields[2]] = int(fields[0], 16) & ~1  # Thumb functions have an odd address
    missing = [name for name in names if name not in found]
    if missing:
        raise ValueError(f"{program} has no function {', '.join(missing)}")
    return [found[name] for name in names]


def _build(directory: Path, version: int) -> str | None:
    """Builds the plugin for one version of the interface; returns its path, or None if it cannot be built."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    name = f"libicnt{version}.so"
    newest = max(path.stat().st_mtime for path in _SOURCE.glob("*.[ch]"))
    if (directory / name).is_file() and (directory / name).stat().st_mtime > newest:
        return name
    options = ["-O2", "-fPIC", "-shared", "-fvisibility=hidden", f"-DQEMU_PLUGIN_VERSION={version}"]
    done = subprocess.run([compiler, *options, _SOURCE / "icnt.c", "-o", name], cwd=directory, check=False)
    return name if done.returncode == 0 else None


def _run(program: Path, machine: str, directory: Path, options: str) -> tuple[int, str]:
    # In the directory, so that no path with a blank or comma in it gets into QEMU's options.
    done = subprocess.run(
        [_ROOT / "tools" / "qemu-run", machine, program.resolve()],
        cwd=directory,
        env={**os.environ, "QEMU_RUN_OPTIONS": options},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="backslashreplace",
        check=False,
    )
    return done.returncode, done.stdout


def count(program: Path, machine: str, begin: str, end: str, directory: Path, *, edges: bool = False) -> Run:
    """Runs the program; counts from each call of function ``begin`` to the next of ``end``, and edges if told to.

    The machine is one of tools/qemu-run. The directory takes the plugin and what it writes.
    """
    first, last = addresses(program, machine, (begin, end))
    directory.mkdir(parents=True, exist_ok=True)
    written = directory / _COUNTS
    for version in _VERSIONS:
        plugin = _build(directory, version)
        if plugin is None:
            break
        written.unlink(missing_ok=True)
        options = f"-plugin ./{plugin},begin={first:#x},end={last:#x},out={_COUNTS}{',edges=on' * edges}"
        code, output = _run(program, machine, directory, options)
        if written.exists():  # the plugin was loaded
            text = written.read_text(encoding="ascii")
            return Run(output, code, read_stretches(text), read_edges(text) if edges else None)
    code, output = _run(program, machine, directory, "")
    return Run(output, code, None)


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 4:
        print("usage: icnt.py PROGRAM MACHINE BEGIN END", file=sys.stderr)
        return 2
    program, machine, begin, end = arguments
    run = count(Path(program), machine, begin, end, _ROOT / "build" / "icnt")
    print(run.output, end="")
    if run.stretches is None:
        print("not counted")
    else:
        print("\n".join(" ".join(map(str, astuple(stretch))) for stretch in run.stretches))
    return run.code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
