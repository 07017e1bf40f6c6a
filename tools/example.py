# SPDX-License-Identifier: BSD-3-Clause
"""
Builds and runs a firmware of examples/firmware/, or a client of examples/clients/, on an emulated core, and shows the
instructions that each of its permutes takes, by hand and by permkern. Counts are exact and repeatable; they are not
cycles.
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import commands
import pictures
from clients.client import Client
from clients.known import CLIENTS
from clients.measure import MeasureError, permutes_of
from configurations.targets import Target, target
from icnt import count
from permutes import Permute, read
from rich import box
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent


class ExampleError(Exception):
    """The example could not be built or run. The message says why."""


@dataclass(frozen=True)
class Example:
    """The emulated core of an example."""

    core: str  # its usual name
    target: Target


EXAMPLES = {
    "microphone": Example("Cortex-M4", target("cortex-m4")),
    "camera": Example("Cortex-M55", target("cortex-m55")),
    "motion": Example("RV32IMAC", target("rv32imac")),
    "rotate": Example("Cortex-M4", target("cortex-m4")),
}
OF_CLIENTS = {client.name: client for client in CLIENTS if client.measured}


def build(name: str) -> Path:
    """Builds an example and returns the path of the program. It is configured once; Ninja builds what changed."""
    example, directory = EXAMPLES[name], ROOT / "build" / "example" / name
    if not (directory / "build.ninja").is_file():
        options = [f"-Dpermutation_set=examples/firmware/{name}.toml", "-Dtests=disabled", "-Dbuildtype=release"]
        options += ["-Doptimization=2", f"--cross-file={example.target.path}"]
        commands.run(["meson", "setup", directory, *options], ExampleError, "meson setup")
    commands.run(["meson", "compile", "-C", directory], ExampleError, "the build")
    return directory / "examples" / "firmware" / "example"


def write(output: str, folder: Path, docs: Path | None) -> str:
    """Writes the pictures that a program printed, each as PNM and, for the docs, all as one PNG; says where."""
    found = pictures.read(output)
    written = [pictures.write_pnm(picture, folder) for picture in found]
    if docs is not None:
        docs.write_bytes(pictures.png(found))
        written.append(docs)
    return ", ".join(str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path) for path in written)


def show(console: Console, example: Example, permutes: list[Permute]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("permute", "shape, permutation"):
        table.add_column(heading, no_wrap=True)
    for heading in ("bytes", "by hand", "permkern", "ratio"):
        table.add_column(heading, justify="right", no_wrap=True)
    for permute in permutes:
        told = ["-", "-", "-"]
        if permute.by_hand is not None and permute.by_kernel:
            ratio = permute.by_hand / permute.by_kernel
            told = [f"{permute.by_hand:,}", f"{permute.by_kernel:,}", f"{ratio:.1f}"]
        verdict = "" if permute.correct else "  WRONG"
        table.add_row(permute.name + verdict, permute.work, str(permute.size), *told)
    console.print(table)
    console.print(
        f"Instructions, exact, on an emulated {example.core} (QEMU {example.target.machine}, -O2); not cycles."
    )


def run(name: str) -> tuple[Example, list[Permute], str, int]:
    """Returns the example, what it permuted, what it printed and its exit code."""
    if name in OF_CLIENTS:
        return run_client(OF_CLIENTS[name])
    example = EXAMPLES[name]
    program = build(name)
    ran = count(program, example.target.machine, "mark_begin", "mark_end", program.parent)
    return example, read(ran.output, ran.counts), ran.output, ran.code


def run_client(client: Client) -> tuple[Example, list[Permute], str, int]:
    found, output = permutes_of(client, ROOT / "build" / "example" / client.name)
    return Example("Cortex-M4", target("cortex-m4")), list(found), output, 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/example", description=__doc__)
    parser.add_argument("example", choices=[*EXAMPLES, *OF_CLIENTS])
    parser.add_argument("--png", type=Path, help="a file that gets all pictures of the example, if it has any")
    arguments = parser.parse_args()
    name = arguments.example
    console = Console(width=None if sys.stdout.isatty() else 120)
    try:
        with console.status("generating kernels, building the firmware, running it"):
            example, permutes, output, code = run(name)
        written = write(output, ROOT / "build" / "example" / name, arguments.png)
    except (ExampleError, MeasureError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    show(console, example, permutes)
    correct = sum(permute.correct for permute in permutes)
    if written:
        console.print(f"pictures: {written}")
    console.print(f"{len(permutes)} permutes, {correct} correct")
    return 0 if code == 0 and correct == len(permutes) else 1


if __name__ == "__main__":
    sys.exit(main())
