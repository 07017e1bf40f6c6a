# SPDX-License-Identifier: BSD-3-Clause
"""
Compares instruction counts, flash and stack with bench/gate.toml: `tools/bench gate`. A figure that is more than 2 %
above the gate's fails; `--save` writes the measured figures into the file, and some of them into README.md. To add
a row, write it into the file with any number, then run `--save`. Counts are compared only if the compiler's version is
the gate's.
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
from firmware import Result, measure
from permkern.certify.programs import compiler
from permkern.kernels import tomlreader
from permkern.kernels.manifest import SetError
from runner.step import Count, Depth, Log, total

GATE = ROOT / "bench" / "gate.toml"
SLACK = 1.02
WRITTEN = "[flash]\n"  # --save keeps all text before this line


Sizes = Mapping[str, Mapping[str, int]]  # bytes: flash of programs, stack of calls


@dataclass(frozen=True)
class Gate:
    """peers: instructions per element on Cortex-M4, by row and peer. compilers: versions, by build.
    counts: instructions, by build, row and column.
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
    return Gate(document["peers"], {kind: document[kind] for kind in ("flash", "stack")}, compilers, builds)


def read() -> Gate:
    return parse(GATE.read_text(encoding="utf-8"))


def measure_counts(gate: Gate) -> list[Result]:
    """Counts instructions in the gate's builds."""
    return [measure(COUNTED[name], rows) for name, rows in gate.counts.items()]


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
        name = result.build.name
        figures = (
            (f"{name} {row} {column}", most, result.counts.get(row, {}).get(column))
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
    """Compares instruction counts with bench/gate.toml. Each figure is a case."""
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
        name, counts = result.build.name, result.counts
        lines += ["", f"[counts.{name}]", f'compiler = "{result.compiler}"']
        for row, columns in gate.counts[name].items():
            cells = ", ".join(f"{column} = {counts[row][column]}" for column in columns)
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
