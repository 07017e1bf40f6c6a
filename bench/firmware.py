# SPDX-License-Identifier: BSD-3-Clause
"""
Counts instructions on emulated cores: `tools/bench firmware`. Counts are exact and repeatable; they are neither cycles
nor speed, which QEMU does not model. For Cortex-M0 to M4 cycles are estimated (bench/timings.py), without wait states.

Columns: a naive loop (naive), the C library's memcpy, the pinned kernel (pinned), the call that checks its arguments
(checked: MLI's where MLI takes the permute, permkern_permute otherwise); _off: both arrays one element after a word's
address.
"""

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, prod
from pathlib import Path

import emulated
from builds import COUNTED, ROOT, ROWS, Counted
from runner.step import each

from generator.kernels import tomlreader

OURS = ("checked", "pinned", "checked_off", "pinned_off")
FEW = 64  # elements of a tensor whose figures are shown for the whole call
OUTPUT = ROOT / "build" / "bench"
Columns = Mapping[str, Mapping[str, int]]  # by row and column


@dataclass(frozen=True)
class Row:
    """A permute of bench/firmware/. more: the rest of its table, such as reversed axes."""

    name: str
    shape: tuple[int, ...]
    perm: tuple[int, ...]
    bits: int
    more: str
    in_place: bool

    @property
    def label(self) -> str:
        return f"{'x'.join(map(str, self.shape))} ({','.join(map(str, self.perm))}), {self.bits}-bit{self.more}"

    def cell(self, number: int) -> str:
        """Shows a figure for each element, or for the whole call where the elements are few."""
        elements = prod(self.shape)
        return str(number) if elements <= FEW else f"{number / elements:.2f}"


@dataclass(frozen=True)
class Result:
    """Instructions of a build, and its estimated cycles, empty for a core without published timings."""

    build: Counted
    compiler: str
    counts: Columns
    cycles: Columns

    @property
    def how(self) -> str:
        return f"QEMU {self.build.on.machine}, {self.compiler} -O{self.build.level}"


def _more(entry: Mapping[str, object]) -> str:
    flip = f", axes {entry['flip']} reversed" if "flip" in entry else ""
    mask = f", xor {entry['xor']}" if "xor" in entry else ""
    return flip + mask + (", in place" if "in_place" in entry else "")


def read_rows(name: str) -> dict[str, Row]:
    """Returns the rows of a file of bench/firmware/ by name."""
    rows = tomlreader.loads((ROWS / f"{name}.toml").read_text(encoding="utf-8"))["pinned"]
    return {
        row["name"]: Row(
            row["name"], tuple(row["shape"]), tuple(row["perm"]), row["bits"], _more(row), row.get("in_place", False)
        )
        for row in rows
    }


# ---- counting ----


def permutations_of(build: Counted) -> Path:
    """Writes the build's permutation set: its rows, in its profile. Profile size has kernels of 8 and 16 bits."""
    text = (ROWS / f"{build.rows}.toml").read_text(encoding="utf-8")
    text = re.sub(r"^profile = .*$", f'profile = "{build.profile}"', text, count=1, flags=re.MULTILINE)
    if build.profile == "size":
        rows, table, rest = text.partition("[[permute]]")
        text = rows + table + re.sub(r"^bits = .*$", "bits = [8, 16]", rest, flags=re.MULTILINE)
    path = ROOT / "build" / "emulated" / f"bench-{build.name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path


def _columns(ways: Sequence[emulated.Ways], figures: Sequence[int] | None) -> dict[str, dict[str, int]]:
    """Returns figures by row and column. A form is the row `any 8 (1,0)`, with the extent of all its axes."""
    found = {}
    for way, columns in zip(ways, emulated.split(ways, figures), strict=True):
        columns.pop("", None)  # the empty stretch of a naive loop that there is none of
        name = way.key[0] if len(way.key) == 1 else f"any_{way.key[1]}_{way.key[0]}"
        found[name] = columns
    return found


def measure(build: Counted) -> Result:
    directory = ROOT / "build" / "emulated" / f"bench-{build.name}"
    emulated.build(str(permutations_of(build)), ["calls"], build.on, level=build.level, into=directory)
    ran, cycles = emulated.count_program(directory, "calls", build.on)
    ways = emulated.read_ways(ran.output)
    wrong = [" ".join(way.key) for way in ways if not way.correct]
    if wrong or not ways:
        raise emulated.MeasureError(f"{build.name}: wrong results: {', '.join(wrong) or 'there are none'}")
    if ran.counts is None:
        raise emulated.MeasureError(f"{build.name}: QEMU took no plugin, so nothing was counted")
    return Result(build, emulated.compiler(build.on), _columns(ways, ran.counts), _columns(ways, cycles))


# ---- what is shown ----


def geomean(ratios: Sequence[float]) -> float:
    return exp(sum(map(log, ratios)) / len(ratios))


def summary(result: Result, measure: str, columns: Columns) -> list[str]:
    """
    Says for each column how many times as much the naive loops take, and where they take less, over rows that go from
    one buffer to another.
    """
    rows = read_rows(result.build.rows)
    apart = {name for name, row in rows.items() if name in columns and not row.in_place and "naive" in columns[name]}
    lines = []
    for column in OURS:
        ratios = {name: at["naive"] / at[column] for name, at in columns.items() if column in at and name in apart}
        if ratios:
            losses = ", ".join(
                f"{name} {ratio:.2f}" for name, ratio in sorted(ratios.items(), key=lambda of: of[1]) if ratio < 1
            )
            mean = geomean(list(ratios.values()))
            lines.append(
                f"{measure}, {column}: naive loops take {mean:.2f} times as many; fewer in: {losses or 'none'}"
            )
    return lines


def shown(result: Result, pattern: str) -> list[str]:
    """Returns a line for each row whose name has the pattern in it."""
    rows = read_rows(result.build.rows)
    lines = []
    for name, columns in result.counts.items():
        row = rows.get(name)
        if re.search(pattern, name):
            cycles = result.cycles.get(name, {})
            cells = []
            for column, number in columns.items():
                taken = f" ({row.cell(cycles[column]) if row else cycles[column]})" if column in cycles else ""
                cells.append(f"{column} {row.cell(number) if row else number}{taken}")
            lines.append(f"  {name:<24} {row.label if row else '':<36} {', '.join(cells)}")
    return lines


def document(results: Sequence[Result]) -> dict[str, object]:
    """Returns the figures as `permkern report --figures` reads them, with all columns and estimated cycles."""
    rows = {name: row for file in ("cases", "models") for name, row in read_rows(file).items()}
    return {
        "cases": {name: {"shape": row.shape, "perm": row.perm, "bits": row.bits} for name, row in rows.items()},
        "targets": {
            result.build.name: {"name": result.build.name, "how": result.how, "profile": result.build.profile}
            for result in results
        },
        "instructions": {
            result.build.name: {name: at for name, at in result.counts.items() if name in rows} for result in results
        },
        "kernels for any shape": {
            result.build.name: {name: at for name, at in result.counts.items() if name not in rows}
            for result in results
        },
        "estimated cycles, no wait states": {result.build.name: result.cycles for result in results},
    }


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="tools/bench firmware", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, default=OUTPUT, help="for firmware.json")
    parser.add_argument(
        "--target", metavar="LIST", default=",".join(COUNTED), help=f"builds; default: all of {', '.join(COUNTED)}"
    )
    parser.add_argument("--rows", metavar="PATTERN", default="", help="print only rows whose name contains it")
    options = parser.parse_args(arguments)
    names = options.target.split(",")
    unknown = set(names) - set(COUNTED)
    if unknown:
        parser.error(f"no such build: {', '.join(sorted(unknown))}; known: {', '.join(COUNTED)}")
    try:
        results = each(lambda name: measure(COUNTED[name]), names)
    except emulated.MeasureError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    for result in results:
        print(f"{result.build.name}, {result.how}: instructions (estimated cycles, no wait states) an element")
        print("\n".join(shown(result, options.rows)))
    for result in results:
        print("\n".join([f"{result.build.name}, {result.how}", *summary(result, "instructions", result.counts)]))
        print("".join(f"{line}\n" for line in summary(result, "estimated cycles", result.cycles)), end="")
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "firmware.json").write_text(json.dumps(document(results), indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
