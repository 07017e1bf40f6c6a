# SPDX-License-Identifier: BSD-3-Clause
"""
Counts instructions of firmware: `tools/bench firmware`. Machine code runs as certificates run it, so counts are exact,
and each result is right for all contents. Counts are neither cycles nor speed. Cycles on Cortex-M0 to M4 are estimated
(apps/certify/cycles.py), without wait states.

Columns: a naive loop (naive), and with constant bounds (constant); the pinned kernel (pinned), the run of a plan
(planned), the call that checks its arguments (checked: MLI's function if MLI has the permute, else permkern_permute);
_off: both arrays one element after an aligned address; for rows of docs/recipes.md, the best other code (others).
"""

import argparse
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log

from builds import COUNTED, ROOT, ROWS, Build
from permkern.arguments import add_memory
from permkern.certify import measure as measuring
from permkern.certify import programs
from permkern.certify.elf import read_image
from permkern.certify.measure import Entry, Taken
from permkern.kernels.inventory import Form, Pinned, make_inventory, perm_digits
from permkern.kernels.manifest import PermutationSet, PinnedRequest, SetError, load_set
from permkern.kernels.memory import Memory, memory_of
from permkern.kernels.recipes import load_recipes
from runner.step import processors

OURS = ("checked", "planned", "pinned", "checked_off", "pinned_off")
COLUMNS = ("naive", "constant", *OURS)
AGAINST = ("constant", "planned", "others")  # further columns to compare pinned kernels with
CALL = 24  # up to this many elements, the call itself costs most
FEW = 64  # up to this many elements, figures are shown for the whole call
Figures = Mapping[str, Mapping[str, int]]  # by row and column


# Instructions per byte of the best other code for each kernel in docs/recipes.md, counted once like the
# kernels. Compilers: GCC and Clang at each level (ESP32: GCC -O2). Candidates: a loop over bits; a loop that gathers a
# byte with eight shifts; and equivalent functions: LVGL's lv_draw_sw_i1_convert_to_vtiled, FastLED's transposes of 8
# and 16 strips and its transpose8x1_MSB.
CORES_OF_OTHERS = ("cortex-m4", "cortex-m0", "rv32imac", "esp32")
OTHERS = {
    "oled_pages": (37.71, 57.72, 44.54, 61.18),
    "vertical_lsb": (34.67, 58.34, 44.72, 61.22),
    "epaper_90": (34.78, 60.18, 44.22, 61.42),
    "epaper_180": (38.50, 53.00, 56.00, 60.00),
    "lanes": (6.60, 11.89, 8.73, 14.53),
    "lanes_16_16": (10.19, 17.25, 14.52, 25.83),
    "symbols_8": (4.26, 7.14, 6.27, 6.65),
    "hub75": (34.52, 46.39, 43.11, 61.15),
    "planes": (32.16, 43.62, 42.04, 59.09),
    "int4_chw": (9.65, 11.61, 12.10, 16.06),
}


def rows_of(rows: str) -> PermutationSet:
    """Loads a file in bench/firmware/, or the recipes."""
    if rows != "recipes":
        return load_set(str(ROWS / f"{rows}.toml"))
    return PermutationSet(
        rows, "speed", (), tuple(one.request for each in load_recipes()[1].values() for one in each.counted)
    )


def requests(rows: str) -> dict[str, PinnedRequest]:
    """Returns the rows' requests by name."""
    return {request.name: request for request in rows_of(rows).pinned}


def cell(request: PinnedRequest, number: int) -> str:
    """Formats a figure per element (per byte for elements below 8 bits); up to FEW elements, for the whole call."""
    elements = request.work.elements * min(request.work.bits, 8) // 8
    return str(number) if elements <= FEW else f"{number / elements:.2f}"


@dataclass(frozen=True)
class Result:
    """A build's counts, by row and column."""

    build: Build
    compiler: str
    entries: Mapping[str, Entry]
    taken: Mapping[str, Mapping[str, Taken]]
    flash: Mapping[str, tuple[int, int]]  # bytes of a pinned kernel, and of the loop with constant bounds

    @property
    def how(self) -> str:
        return f"{self.compiler} {programs.level(self.build.cc)}"

    @property
    def counts(self) -> Figures:
        counts = {name: {column: one.instructions for column, one in row.items()} for name, row in self.taken.items()}
        for name, entry in self.entries.items() if self.build.rows == "recipes" else ():
            if name in OTHERS and name in counts and isinstance(entry, Pinned):
                each = OTHERS[name][CORES_OF_OTHERS.index(self.build.core)]
                counts[name]["others"] = round(each * entry.work.bytes)
        return counts

    @property
    def cycles(self) -> Figures:
        """Estimated cycles, empty for a core without published timings."""
        known = {
            name: {column: one.cycles for column, one in row.items() if one.cycles is not None}
            for name, row in self.taken.items()
        }
        return {name: row for name, row in known.items() if row}


# ---- counting ----


def set_of(build: Build) -> PermutationSet:
    """Returns a build's set, in its profile. Profile size has kernels for 8 and 16 bits only."""
    permutations = rows_of(build.rows)
    if build.profile != "size":
        return permutations
    families = tuple(replace(family, bits=(8, 16)) for family in permutations.permute)
    return replace(permutations, profile="size", permute=families)


def measure(
    build: Build,
    wanted: Mapping[str, Iterable[str]] | None = None,
    pattern: str = "",
    memory: Memory | None = None,
) -> Result:
    """
    Counts instructions in a build. wanted: columns by row; None: all. pattern: a regular expression to find in row
    names. memory: of the arrays. SetError: a result is wrong.
    """
    inventory = make_inventory(replace(set_of(build), memory=memory))
    kernels: dict[str, Entry] = {entry.request.name: entry for entry in inventory.all_pinned}
    kernels |= {f"any_{perm_digits(form.perm)}_{form.bits}": form for form in inventory.forms}
    library = programs.compile_library(
        inventory,
        ROOT / "build" / "bench" / build.name,
        build.cc,
        link=build.link,
        jobs=processors(),
    )
    asked = {name: COLUMNS if wanted is None else tuple(wanted.get(name, ())) for name in kernels}
    asked = {name: columns for name, columns in asked.items() if columns and re.search(pattern, name)}
    rows = [(kernels[name], columns) for name, columns in asked.items()]
    program = library.linked("all")
    found = measuring.measure(build.on, program, rows, processors(), memory)
    taken: dict[str, dict[str, Taken]] = {}
    for name, row in zip(asked, found, strict=True):
        for column, one in row.items():
            if isinstance(one, str):
                raise SetError(f"{build.name}, {name}, {column}: {one}")
            taken.setdefault(name, {})[column] = one
    functions = read_image(program).functions
    loops = {name: functions.get(programs.constant(name)) for name in kernels}
    flash = {
        name: (
            sum(functions[each].size for each in {entry.symbol, entry.code}),
            loop.size if (loop := loops[name]) else 0,
        )
        for name, entry in kernels.items()
        if isinstance(entry, Pinned)
    }
    return Result(build, programs.compiler(build.cc), kernels, taken, flash)


# ---- output ----


def elements(result: Result, name: str) -> int:
    entry = result.entries[name]
    return (measuring.any_shape(entry) if isinstance(entry, Form) else entry.work).elements


def geomean(ratios: Sequence[float]) -> float:
    return exp(sum(map(log, ratios)) / len(ratios))


def summary(result: Result, measure: str, columns: Figures) -> list[str]:
    """
    Compares each column with the naive loops: the mean ratio, and the rows with cheaper loops. Rows in place are
    left out.
    """
    rows = requests(result.build.rows)
    apart = {name for name, row in rows.items() if not row.in_place and "naive" in columns.get(name, ())}
    lines = []
    for column in OURS:
        ratios = {name: at["naive"] / at[column] for name, at in columns.items() if column in at and name in apart}
        if ratios:
            losses = ", ".join(
                f"{name} {ratio:.2f}{'' if elements(result, name) > CALL else ' (few)'}"
                for name, ratio in sorted(ratios.items(), key=lambda of: of[1])
                if ratio < 1
            )
            mean = geomean(list(ratios.values()))
            lines.append(
                f"{measure}, {column}: naive loops take {mean:.2f} times as many; fewer in: {losses or 'none'}"
            )
    return lines


def compared(result: Result, measure: str, counts: Figures) -> list[str]:
    """
    Compares pinned kernels with other code for their shape. Names the rows with more than CALL elements and cheaper
    other code. A loop with constant bounds is named only if it is no larger than the kernel.
    """
    lines = []
    for column in AGAINST:
        rows = {name: row[column] / row["pinned"] for name, row in counts.items() if {column, "pinned"} <= row.keys()}
        less = sorted((ratio, name) for name, ratio in rows.items() if ratio < 1 and elements(result, name) > CALL)
        small = [one for one in less if column != "constant" or result.flash[one[1]][0] >= result.flash[one[1]][1]]
        if rows:
            lines.append(
                f"{measure}, pinned: {column} takes {geomean(list(rows.values())):.2f} times as many; fewer in "
                f"{len(less)}, {len(small)} of them with no more code: "
                + (", ".join(f"{name} {ratio:.2f}" for ratio, name in small) or "none")
            )
    return lines


def shown(result: Result) -> list[str]:
    """Formats the rows, one line each."""
    rows = requests(result.build.rows)
    lines = []
    for name, columns in result.taken.items():
        row = rows.get(name)

        def told(number: int, of: PinnedRequest | None = row) -> str:
            return cell(of, number) if of else str(number)

        cells = [
            f"{column} {told(one.instructions)}"
            + ("" if one.cycles is None else f" ({told(one.cycles)})")
            + (f", fills x{one.fills.fills / one.fills.least:.2f}" if one.fills.least else "")
            for column, one in columns.items()
        ]
        cells += [f"others {told(result.counts[name]['others'])}"] if "others" in result.counts[name] else []
        cells += [f"flash {result.flash[name][0]}"] if name in result.flash else []
        mask = f", xor {row.xor:#x}" if row and row.xor else ""
        label = f"{row.work}, {row.work.bits}-bit{mask}{', in place' * row.in_place}" if row else ""
        lines.append(f"  {name:<24} {label:<36} {', '.join(cells)}")
    return lines


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="tools/bench firmware", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--target", metavar="LIST", default=",".join(COUNTED), help=f"builds; default: all of {', '.join(COUNTED)}"
    )
    parser.add_argument("--rows", metavar="PATTERN", default="", help="count only rows whose name matches")
    add_memory(parser, "to count line fills of, and to order the loops for")
    options = parser.parse_args(arguments)
    names = options.target.split(",")
    unknown = set(names) - set(COUNTED)
    if unknown:
        parser.error(f"no such build: {', '.join(sorted(unknown))}; known: {', '.join(COUNTED)}")
    try:
        memory = memory_of(options.memory)
        results = [measure(COUNTED[name], pattern=options.rows, memory=memory) for name in names]
    except SetError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    for result in results:
        print(f"{result.build.name}, {result.how}: instructions (estimated cycles, no wait states) an element or byte")
        print("\n".join(shown(result)))
    for result in results:
        print(f"{result.build.name}, {result.how}")
        for name, counts in (("instructions", result.counts), ("estimated cycles", result.cycles)):
            for line in (*summary(result, name, counts), *compared(result, name, counts)):
                print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
