# SPDX-License-Identifier: BSD-3-Clause
"""
Compares instruction counts and flash with bench/gate.toml: `tools/bench gate`. A figure that is more than 2 % above the
gate's fails; `--save` writes the measured figures into the file. A row is added to the gate by adding it to the file,
with any number, before `--save`. Counts of another compiler version than the gate's are not compared.
"""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import emulated
import firmware_sizes
from builds import COUNTED, ROOT
from firmware import Result, measure
from runner.step import Count, each

from generator.kernels import tomlreader

GATE = ROOT / "bench" / "gate.toml"
SLACK = 1.02
WRITTEN = "[flash]\n"  # the first line that --save writes


@dataclass(frozen=True)
class Gate:
    """peers: instructions an element on Cortex-M4, by row and peer. counts: of a build, by row and column."""

    peers: Mapping[str, Mapping[str, float]]
    flash: Mapping[str, int]
    compilers: Mapping[str, str]
    counts: Mapping[str, Mapping[str, Mapping[str, int]]]


@dataclass(frozen=True)
class Measured:
    results: Sequence[Result]
    flash: Mapping[str, int]


@dataclass(frozen=True)
class Verdict:
    count: Count
    grown: Sequence[str]


def parse(text: str) -> Gate:
    document: dict[str, Any] = tomlreader.loads(text)
    builds: dict[str, dict[str, Any]] = document["counts"]
    compilers = {name: str(rows.pop("compiler")) for name, rows in builds.items()}
    return Gate(document["peers"], document["flash"], compilers, builds)


def read() -> Gate:
    return parse(GATE.read_text(encoding="utf-8"))


def measure_all(gate: Gate) -> Measured:
    """Measures all that the gate has figures of."""
    directory = ROOT / "build" / "bench" / "gate"
    results = each(lambda name: measure(COUNTED[name]), gate.counts)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return Measured(results, firmware_sizes.flash_sizes(directory, pool))


def compare(gate: Gate, measured: Measured) -> Verdict:
    """Each figure of the gate is a case, skipped where the compiler is another version. A missing figure fails."""
    grown = []
    passed = skipped = 0
    for result in measured.results:
        name = result.build.name
        for row, columns in gate.counts[name].items():
            for column, most in columns.items():
                found = result.counts.get(row, {}).get(column)
                if result.compiler != gate.compilers[name]:
                    skipped += 1
                elif found is None or found > most * SLACK:
                    grown.append(f"{name} {row} {column}: {found} instructions, gate {most}")
                else:
                    passed += 1
    same = any(result.compiler == gate.compilers[result.build.name] for result in measured.results)
    for what, most in gate.flash.items():
        size = measured.flash.get(what)
        if not same:
            skipped += 1
        elif size is None or size > most * SLACK:
            grown.append(f"flash of {what}: {size} bytes, gate {most}")
        else:
            passed += 1
    return Verdict(Count(passed, len(grown), skipped), grown)


def written(text: str, gate: Gate, measured: Measured) -> str:
    """Returns the text of the file with the measured figures in place of the gate's."""
    lines = [text.partition(WRITTEN)[0] + WRITTEN.rstrip()]
    lines += [f"{what} = {measured.flash[what]}" for what in gate.flash]
    for result in measured.results:
        name = result.build.name
        lines += ["", f"[counts.{name}]", f'compiler = "{result.compiler}"']
        for row, columns in gate.counts[name].items():
            cells = ", ".join(f"{column} = {result.counts[row][column]}" for column in columns)
            lines.append(f"{row} = {{{cells}}}")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools/bench gate", description=" ".join(__doc__.split()))
    parser.add_argument("--save", action="store_true", help="write the measured figures into bench/gate.toml")
    options = parser.parse_args(arguments)
    text = GATE.read_text(encoding="utf-8")
    gate = parse(text)
    try:
        measured = measure_all(gate)
    except (emulated.MeasureError, firmware_sizes.SizeError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    if options.save:
        GATE.write_text(written(text, gate, measured), encoding="utf-8")
        return 0
    verdict = compare(gate, measured)
    print("\n".join([*verdict.grown, str(verdict.count)]))
    return 1 if verdict.grown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
