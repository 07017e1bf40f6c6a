# SPDX-License-Identifier: BSD-3-Clause
"""
Compares instruction counts, estimated cycles, flash and stack with bench/gate.toml: `tools/bench gate`. A figure that
is more than 2 % above the gate's fails; `--save` writes the measured figures into the file, and some of them into
README.md. To add a row, write it into the file with any number, then run `--save`. Counts and cycles are compared only
if the compiler's version is the gate's.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import held
import readme
import sizes
from builds import COUNTED, ROOT
from firmware import Figures, Result, measure
from permkern.certify.programs import compiler
from permkern.kernels import tomlreader
from permkern.kernels.manifest import SetError
from runner.step import Count, Depth, Log, total

GATE = ROOT / "bench" / "gate.toml"
SLACK = 1.02
CYCLES = "_cycles"  # ends the names of columns with estimated cycles, which cores with published timings have
WRITTEN = "[flash]\n"  # --save keeps all text before this line


Sizes = Mapping[str, Mapping[str, int]]  # bytes: flash of programs, stack of calls


@dataclass(frozen=True)
class Gate:
    """peers: instructions per element on Cortex-M4, by row and peer. compilers: versions, by build.
    counts: instructions and cycles, by build, row and column.
    """

    peers: Mapping[str, Mapping[str, float]]
    sizes: Sizes
    compilers: Mapping[str, str]
    counts: Mapping[str, Mapping[str, Mapping[str, int]]]


@dataclass(frozen=True)
class Verdict:
    count: Count
    grown: tuple[str, ...]


def parse(text: str) -> Gate:
    document: dict[str, Any] = tomlreader.loads(text)
    builds: dict[str, dict[str, Any]] = document["counts"]
    compilers = {name: str(rows.pop("compiler")) for name, rows in builds.items()}
    counts = {name: {row: _columns(cells) for row, cells in rows.items()} for name, rows in builds.items()}
    return Gate(document["peers"], {kind: document[kind] for kind in ("flash", "stack")}, compilers, counts)


def _columns(cells: Mapping[str, Any]) -> Mapping[str, int]:
    """Returns a row's figures by column. A cell has a count, or a list of a count and its cycles."""
    columns: dict[str, int] = {}
    for column, cell in cells.items():
        columns[column], *cycles = cell if isinstance(cell, list) else [cell]
        if cycles:
            columns[column + CYCLES] = cycles[0]
    return columns


def read() -> Gate:
    return parse(GATE.read_text(encoding="utf-8"))


def measure_counts(gate: Gate) -> list[Result]:
    """Counts instructions in the gate's builds."""
    wanted = {
        name: {row: [column for column in columns if not column.endswith(CYCLES)] for row, columns in rows.items()}
        for name, rows in gate.counts.items()
    }
    return [measure(COUNTED[name], rows) for name, rows in wanted.items()]


def figures_of(result: Result) -> Figures:
    """Returns a build's counts, each followed by its cycles."""
    return {
        row: {
            name: figure
            for column, one in columns.items()
            for name, figure in ((column, one.instructions), (column + CYCLES, one.cycles))
            if figure is not None
        }
        for row, columns in result.taken.items()
    }


def measure_sizes() -> Sizes:
    return {"flash": sizes.flash_sizes(), "stack": sizes.stack_sizes("default", "-Os")}


def _verdict(figures: Iterable[tuple[str, int, int | None]], *, same_compiler: bool) -> Verdict:
    """Counts each figure as a case: name, the gate's figure, the measured figure. A missing figure fails."""
    listed = list(figures)
    if not same_compiler:
        return Verdict(Count(0, 0, len(listed)), ())
    grown = [(name, most, found) for name, most, found in listed if found is None or found > most * SLACK]
    told = tuple(f"{name}: {found}, gate {most}" for name, most, found in grown)
    return Verdict(Count(len(listed) - len(grown), len(grown)), told)


def compare_counts(gate: Gate, results: Iterable[Result]) -> Verdict:
    verdicts = []
    for result in results:
        name, found = result.build.name, figures_of(result)
        figures = (
            (f"{name} {row} {column}", most, found.get(row, {}).get(column))
            for row, columns in gate.counts[name].items()
            for column, most in columns.items()
        )
        verdicts.append(_verdict(figures, same_compiler=result.compiler == gate.compilers[name]))
    return Verdict(total(one.count for one in verdicts), tuple(line for one in verdicts for line in one.grown))


def compare_sizes(gate: Gate, measured: Sizes) -> Verdict:
    figures = (
        (f"{kind} of {what}", most, measured[kind].get(what))
        for kind, held in gate.sizes.items()
        for what, most in held.items()
    )
    return _verdict(figures, same_compiler=compiler(sizes.CORE.cc) == gate.compilers[sizes.CORE.name])


def _noted(log: Log, verdict: Verdict) -> Count:
    log.note("\n".join([*verdict.grown, str(verdict.count)]))
    return verdict.count


def check_counts(log: Log, _: Depth) -> Count:
    """Compares instruction counts and estimated cycles with bench/gate.toml. Each figure is a case."""
    gate = read()
    return _noted(log, compare_counts(gate, measure_counts(gate)))


def check_sizes(log: Log, _: Depth) -> Count:
    """Compares flash and stack with bench/gate.toml. Each figure is a case."""
    return _noted(log, compare_sizes(read(), measure_sizes()))


def written(text: str, gate: Gate, results: Iterable[Result], measured: Sizes) -> str:
    """Returns the file's text with the measured figures instead of the gate's."""
    lines = [text.partition(WRITTEN)[0] + WRITTEN.rstrip()]
    lines += [f"{what} = {measured['flash'][what]}" for what in gate.sizes["flash"]]
    lines += ["", "# Bytes on a Cortex-M4, set default, GCC -Os, of the deepest call that is certified.", "[stack]"]
    lines += [f"{what} = {measured['stack'][what]}" for what in gate.sizes["stack"]]
    for result in results:
        name = result.build.name
        lines += ["", f"[counts.{name}]", f'compiler = "{result.compiler}"']
        for row, columns in gate.counts[name].items():
            taken = {column: result.taken[row][column] for column in columns if not column.endswith(CYCLES)}
            cells = ", ".join(
                f"{column} = {one.instructions if one.cycles is None else [one.instructions, one.cycles]}"
                for column, one in taken.items()
            )
            lines.append(f"{row} = {{{cells}}}")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools/bench gate", description=" ".join(__doc__.split()))
    parser.add_argument("--save", action="store_true", help="write the measured figures into bench/gate.toml")
    options = parser.parse_args(arguments)
    text = GATE.read_text(encoding="utf-8")
    gate = parse(text)
    try:
        results, measured = measure_counts(gate), measure_sizes()
        verdicts = compare_counts(gate, results), compare_sizes(gate, measured)
    except SetError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    if options.save:
        text = written(text, gate, results, measured)
        GATE.write_text(text, encoding="utf-8")
        saved, core = parse(text), readme.TARGET
        block = readme.block(saved.peers, saved.counts[core], saved.sizes["flash"], saved.compilers[core])
        held.put(ROOT / "README.md", "tools/bench gate --save", block)
        return 0
    grown = [line for one in verdicts for line in one.grown]
    print("\n".join([*grown, str(total(one.count for one in verdicts))]))
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
