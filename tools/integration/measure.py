# SPDX-License-Identifier: BSD-3-Clause
"""
Measures each client's cost on a Cortex-M4. Flash: the adapter and the linked part of the library, with GCC -Os.
Instructions per element: the client's own algorithm, then permkern through the client's call, with GCC -O2 on QEMU.
Writes the table into docs/integration.md.
"""

import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import held
from permkern.certify.cores import CORES
from permkern.certify.programs import FLAGS, compile_library, compiler, flash
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import SetError, load_set
from runner.step import BUILD, ROOT, Log, StepFailed, processors

from integration.clients import CMSIS_NN, CXX, EMIT, EXECUTORCH, LVGL, TFLM, Client, Program
from integration.firmware import EMULATED_M4, Permute, permutes

CLIENTS = (TFLM, EXECUTORCH, LVGL, CMSIS_NN, EMIT)
SETS = ("", "generator/sets/tiny.toml")  # "": the client's set with one pinned shape
COLUMNS = ("28x28x8 (2,0,1)", "1x49x40 (0,2,1)")
PAGE = ROOT / "docs" / "integration.md"


@dataclass(frozen=True)
class Cost:
    """flash: bytes of the adapter, then of the library with each entry of SETS. permutes: the example's permutes."""

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
    shutil.rmtree(folder, ignore_errors=True)
    program = Program("example", sources, measured.include, EMULATED_M4, measured.counted, ("-O2",))
    return permutes(program.build(new_log(folder), folder))


def adapter(log: Log, client: Client, folder: Path) -> list[Path]:
    """Compiles the adapter with the library's options."""
    paths = [f"-I{ROOT / name}" for name in (*client.measured.include, "include", "generated")]
    options = [*EMULATED_M4.options, "-Os", *paths]
    made = []
    for source in client.measured.adapter:
        is_c = source.endswith(".c")
        compiler = (*EMULATED_M4.cc, *FLAGS) if is_c else (*EMULATED_M4.cxx, *CXX)
        made.append(folder / f"{Path(source).stem}.o")
        log.must([*compiler, *options, "-c", ROOT / source, "-o", made[-1]])
    return made


def cost(client: Client) -> Cost:
    """Measures one client. The linker keeps only the permkern functions that the adapter calls."""
    folder = BUILD / "client-table" / client.name
    ran = example(client, folder / "example")
    log = new_log(folder)
    made = adapter(log, client, folder)
    listing = log.must(["arm-none-eabi-nm", "--undefined-only", *made]).split()
    calls = sorted({name for name in listing if name.startswith("permkern_")})
    sizes = [sum(map(flash, made))]
    for number, permutations in enumerate(SETS):
        inventory = make_inventory(load_set(str(ROOT / (permutations or client.measured.pinned))))
        cc = (*CORES["cortex-m4"].cc, "-Os")
        library = compile_library(inventory, folder / f"library-{number}", cc, jobs=processors()) if calls else None
        sizes.append(library.flash("linked", calls) if library else 0)
    return Cost(client.name, tuple(sizes), ran)


# ---- the table ----


def instructions(permute: Permute) -> str:
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
    try:
        found = [cost(client) for client in CLIENTS]
        printed = table(found, compiler(CORES["cortex-m4"].cc))
        print(printed.strip())
        held.put(PAGE, "tools/client-table", printed)
    except (SetError, StepFailed, OSError, ValueError) as error:
        print(f"client-table: {error}", file=sys.stderr)
        return 2
    ran = [permute for cost in found for permute in cost.permutes]
    correct = sum(permute.correct for permute in ran)
    print(f"{len(ran)} permutes, {correct} correct")
    return 0 if correct == len(ran) else 1


if __name__ == "__main__":
    sys.exit(main())
