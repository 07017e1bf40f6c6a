# SPDX-License-Identifier: BSD-3-Clause
"""The most stack that each public function takes, on targets whose compiler is GCC, against verify/static/stack.json.

bench/callgraph.py finds it. It raises where there is no bound: recursion, a frame of changing size, a callee without a
report, a pointer of which nothing says where it leads.
"""

import json
import re
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

import callgraph
from configurations.targets import STACK_LEVELS, STACK_QUICK, targets
from steps import Count, Log, StepFailed

from verify.folders import fresh
from verify.static.build import HERE, SETS, Build, Target, compile_objects, cross_target, kernels, public_names
from verify.step import Depth, Outcome, each

TABLE = HERE / "stack.json"
Entries = Mapping[str, int]


def read_unit(log: Log, build: Build, made: Path) -> callgraph.Unit:
    report = made.with_suffix(".ci")
    return callgraph.Unit(
        made.stem,
        report.read_text(encoding="utf-8") if report.is_file() else "",  # GCC writes none for a file without code
        log.must([build.target.tool("objdump"), "-r", made]),
        (build.folder / f"{made.stem}.c").is_file(),
    )


def other_names(log: Log, target: Target, objects: Sequence[Path]) -> frozenset[str]:
    """Returns weak symbols: the MLI names of functions that have names of permkern, by which reports know them."""
    return frozenset(re.findall(r" W (\w+)", log.must([target.tool("nm"), *objects])))


def depths(log: Log, build: Build, directory: Path) -> dict[str, callgraph.Depth]:
    """Returns the deepest stack of every function in a public header."""
    flags = (*build.flags, "-ffreestanding", "-fcallgraph-info=su")
    objects = compile_objects(log, build.target, build.folder, flags, directory / build.name)
    graph = callgraph.make_graph(each(lambda made: read_unit(log, build, made), objects))
    entries = sorted(public_names(log, build.target, build.folder, flags) - other_names(log, build.target, objects))
    missing = [name for name in entries if name not in graph.functions]
    if missing or not entries:
        raise StepFailed(f"{build.name}: no report of {', '.join(missing) or 'any function'}")
    return {name: callgraph.deepest(graph, name) for name in entries}


def compare(log: Log, name: str, found: Mapping[str, callgraph.Depth], known: Entries) -> Count:
    """Fails each function that takes more than the table says, is not in it, or is gone."""
    count = Count()
    for entry in sorted(found.keys() | known.keys()):
        here = found[entry].bytes if entry in found else None
        fits = here is not None and here <= known.get(entry, -1)
        chain = " > ".join(f"{callgraph.spell(link)}" for link in found[entry].chain) if entry in found else ""
        log.note(f"{'ok  ' if fits else 'FAIL'} {name} {entry}: {here} bytes, table {known.get(entry)}; {chain}")
        count += Count(1, 0) if fits else Count(0, 1)
    return count


def builds(log: Log, directory: Path, depth: Depth) -> list[Build]:
    folders = {chosen.name: kernels(log, directory, chosen.name) for chosen in SETS}
    cross = [cross_target(target.name) for target in targets() if target.stack]
    every = [
        Build(target, chosen, level, folders[chosen.name])
        for target in cross
        for chosen in SETS
        for level in STACK_LEVELS
    ]
    return [build for build in every if depth.full or build.name in STACK_QUICK]


def spell(table: Mapping[str, Entries]) -> str:
    """The table as JSON: a paragraph for each build, filled up to 120 columns."""

    def paragraph(name: str) -> str:
        entries = ", ".join(f'"{entry}": {most}' for entry, most in table[name].items())
        filled = textwrap.fill(entries, 120, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
        return f'  "{name}": {{\n{filled}\n  }}'

    return "{\n" + ",\n".join(map(paragraph, table)) + "\n}\n"


def stack(log: Log, depth: Depth) -> Outcome:
    """Shows the worst case of each public function, and that none takes more than the committed table says."""
    directory = fresh("stack")
    chosen = builds(log, directory, depth)
    try:
        found = {build.name: depths(log, build, directory) for build in chosen}
    except callgraph.GraphError as error:
        raise StepFailed(str(error)) from error
    if depth.accept:
        table = {name: {entry: most.bytes for entry, most in entries.items()} for name, entries in found.items()}
        TABLE.write_text(spell(table), encoding="utf-8")
    known: dict[str, Entries] = json.loads(TABLE.read_text(encoding="utf-8"))
    names = found.keys() | (known.keys() if depth.full else set())
    count = sum((compare(log, name, found.get(name, {}), known.get(name, {})) for name in sorted(names)), Count())
    worst = max((most.bytes, name) for name, entries in found.items() for most in entries.values())
    return Outcome(count, "worst cases", (f"{len(found)} builds", f"most: {worst[0]} bytes ({worst[1]})"))
