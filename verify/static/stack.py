# SPDX-License-Identifier: BSD-3-Clause
"""
The most stack that public functions take, from GCC's call graphs. bench/callgraph.py raises where there is no bound:
recursion, a frame of changing size, a callee without a report, a pointer that may lead anywhere.
"""

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import callgraph
from runner.programs import fresh, library
from runner.step import Count, Depth, Log, StepFailed, each, total

from verify.static.build import DEFAULT, Toolchain, cross, public_names, verdict


@dataclass(frozen=True)
class Ceiling:
    """Bytes of stack at -Os. shares: of permkern_run_part, which tasks of an RTOS call; most: of any function."""

    target: str
    shares: int
    most: int


CEILINGS = (
    Ceiling("cortex-m0", 824, 976),
    Ceiling("cortex-m4", 832, 968),
    Ceiling("cortex-m55", 1284, 1436),
    Ceiling("rv32imac", 736, 928),
)


def read_unit(log: Log, toolchain: Toolchain, made: Path, generated: Path) -> callgraph.Unit:
    report = made.with_suffix(".ci")
    return callgraph.Unit(
        made.stem,
        report.read_text(encoding="utf-8") if report.is_file() else "",  # GCC writes none for a file without code
        log.must([toolchain.prefix + "objdump", "-r", made]),
        (generated / f"{made.stem}.c").is_file(),
    )


def compare(log: Log, ceiling: Ceiling) -> Count:
    """Compares the public functions of the set default on a target with its ceilings."""
    toolchain = cross(ceiling.target)
    folder = fresh(f"stack/{ceiling.target}")
    compiler = (*toolchain.compile("s"), "-ffreestanding", "-fcallgraph-info=su")
    objects, _ = library(log, folder, DEFAULT, compiler)
    generated = folder / "generated"
    graph = callgraph.make_graph([read_unit(log, toolchain, made, generated) for made in objects])
    # MLI's names are weak symbols of functions whose reports have permkern's names.
    weak = frozenset(re.findall(r" W (\w+)", log.must([toolchain.prefix + "nm", *objects])))
    names = sorted(public_names(log, compiler, DEFAULT, generated) - weak)
    if not names or not graph.functions.keys() >= set(names):
        raise StepFailed(f"{ceiling.target}: no report of {set(names) - graph.functions.keys() or 'any function'}")
    count = Count()
    for name in names:
        deepest = callgraph.deepest(graph, name)
        most = ceiling.shares if name == "permkern_run_part" else ceiling.most
        chain = " > ".join(callgraph.spell(link) for link in deepest.chain)
        problems = [f"{deepest.bytes} bytes, ceiling {most}: {chain}"] if deepest.bytes > most else []
        count += verdict(log, f"{ceiling.target} {name}, {deepest.bytes} bytes", problems)
    return count


def stack(log: Log, depth: Depth) -> Count:
    chosen = [ceiling for ceiling in CEILINGS if depth.takes(ceiling.target)]
    try:
        return total(each(partial(compare, log), chosen))
    except callgraph.GraphError as error:
        raise StepFailed(str(error)) from error
