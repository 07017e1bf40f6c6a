# SPDX-License-Identifier: BSD-3-Clause
"""
The cost of each client on a Cortex-M4: flash of the adapter and of the linked part of the library, by GCC -Os, and
instructions for each element, by the client's own algorithm and then through its call, by GCC -O2 on QEMU.
docs/integration.md holds the table.
"""

import argparse
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import emulated
import firmware_sizes
import held
from runner.step import BUILD, ROOT, Log, StepFailed

from integration.clients import CMSIS_NN, CXX, EMIT, EXECUTORCH, LVGL, TFLM, Client, Program
from integration.firmware import EMULATED_M4, Permute, permutes

CLIENTS = (TFLM, EXECUTORCH, LVGL, CMSIS_NN, EMIT)
SETS = ("", "generator/sets/tiny.toml")  # "": the client's of one pinned shape
COLUMNS = ("28x28x8 (2,0,1)", "1x49x40 (0,2,1)")
TABLE = held.Block(ROOT / "docs" / "integration.md", "tools/client-table")


@dataclass(frozen=True)
class Cost:
    """Bytes of flash of the adapter, then of the library with each of SETS; and the permutes of the example."""

    client: str
    flash: tuple[int, ...]
    permutes: list[Permute]


def new_log(folder: Path) -> Log:
    log = Log(folder / "log")
    log.begin()
    return log


def example(client: Client, folder: Path) -> list[Permute]:
    """Builds and runs the client's example."""
    measured = client.measured
    if measured.prepare is not None:
        measured.prepare()
    sources = (*measured.example, *measured.adapter)
    include = (*measured.include, "bench/icnt")
    shutil.rmtree(folder, ignore_errors=True)
    program = Program("example", sources, include, EMULATED_M4, measured.counted, ("-O2",))
    return permutes(program.build(new_log(folder), folder))


def adapter(log: Log, client: Client, folder: Path) -> list[Path]:
    """Compiles the adapter with the options of firmware_sizes."""
    paths = [f"-I{ROOT / name}" for name in (*client.measured.include, "include", "generated")]
    options = [*EMULATED_M4.options, "-Os", *paths]
    made = []
    for source in client.measured.adapter:
        is_c = source.endswith(".c")
        compiler = (*EMULATED_M4.cc, *firmware_sizes.FLAGS) if is_c else (*EMULATED_M4.cxx, *CXX)
        made.append(folder / f"{Path(source).stem}.o")
        log.must([*compiler, *options, "-c", ROOT / source, "-o", made[-1]])
    return made


def cost(client: Client, pool: Executor) -> Cost:
    """Measures one client. The linker keeps the functions of permkern that its adapter calls."""
    folder = BUILD / "client-table" / client.name
    ran = example(client, folder / "example")
    log = new_log(folder)
    made = adapter(log, client, folder)
    listing = log.must(["arm-none-eabi-nm", "--undefined-only", *made]).split()
    calls = sorted({name for name in listing if name.startswith("permkern_")})
    flash = [sum(firmware_sizes.flash_bytes(log.must(["arm-none-eabi-size", each])) for each in made)]
    for number, permutations in enumerate(SETS):
        path = ROOT / (permutations or client.measured.pinned)
        if calls:
            library = firmware_sizes.compile_library(folder / f"library-{number}", path, "s", pool)
            flash.append(firmware_sizes.link(library, calls).bytes)
        else:
            flash.append(0)
    return Cost(client.name, tuple(flash), ran)


# ---- the table ----


def instructions(permute: Permute) -> str:
    if permute.by_hand is None or permute.by_kernel is None:
        raise StepFailed("this QEMU takes no plugin, without which instructions are not counted")
    return f"{permute.by_hand / permute.elements:.2f} → {permute.by_kernel / permute.elements:.2f}"


def row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |\n"


def table(found: Sequence[Cost], compiler: str) -> str:
    heads = ("Client", "Adapter", "Library, one shape pinned", "Library, profile `tiny`", *COLUMNS)
    lines = ["\n", row(heads), "|---|" + "---:|" * (len(heads) - 1) + "\n"]
    others = ["\n", row(("Client", "Does", "Shape, permutation", "Instructions")), "|---|---|---|---:|\n"]
    for cost in found:
        by_work = {permute.work: instructions(permute) for permute in cost.permutes}
        lines.append(row((cost.client, *cost.flash, *(by_work.get(work, "") for work in COLUMNS))))
        for permute in cost.permutes:
            if permute.work not in COLUMNS:
                others.append(row((cost.client, permute.name, permute.work, instructions(permute))))
    return "".join((*lines, *others, f"\n{compiler}.\n\n"))


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/client-table", description=__doc__)
    TABLE.add_options(parser)
    options = parser.parse_args()
    try:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            found = [cost(client, pool) for client in CLIENTS]
        printed = table(found, emulated.compiler())
        print(printed.strip())
        current = TABLE.update(printed, options)
    except (held.HeldError, emulated.MeasureError, StepFailed, firmware_sizes.SizeError, OSError, ValueError) as error:
        print(f"client-table: {error}", file=sys.stderr)
        return 2
    ran = [permute for cost in found for permute in cost.permutes]
    correct = sum(permute.correct for permute in ran)
    print(f"{len(ran)} permutes, {correct} correct")
    return 0 if current and correct == len(ran) else 1


if __name__ == "__main__":
    sys.exit(main())
