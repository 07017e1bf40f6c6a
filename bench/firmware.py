# SPDX-License-Identifier: BSD-3-Clause
"""Exact instruction counts, flash and stack on emulated targets: `tools/bench firmware`.

Counts are repeatable to the instruction, so a committed baseline (bench/baseline.json, by target and compiler version)
can fail a run whose counts grew by more than 2 %. They are never called speed or cycles: QEMU models neither. Beside
them stand estimated cycles of small Cortex-M cores, without wait states: what bench/timings.py makes of what was
executed.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TypeVar

import firmware_models
import firmware_sizes
from disassembly import disassemble
from firmware_builds import (
    ROWS,
    TARGETS,
    BenchError,
    Target,
    Ways,
    build,
    compiler,
    listed,
    permutations_of,
    read_cases,
    ways_of,
)
from firmware_goals import GOALS, NEWLIB, RECORDED, RECORDED_FROM, Goal, goal_row, turns_row
from firmware_models_report import models_page
from firmware_report import (
    NOTE,
    Case,
    Counts,
    Cycles,
    cycles_page,
    goals_page,
    rows_shown,
    stack_page,
    target_page,
    variants_page,
)
from icnt import Run, Stretch, count
from timings import CORES, TimingError, estimate

ROOT = Path(__file__).resolve().parent.parent
BASELINE = ROOT / "bench" / "baseline.json"
GROWTH = 1.02
FOREIGN = ("naive", "memcpy", "newlib")  # columns that are not ours: no baseline
SIZES = "sizes"  # in --target


@dataclass(frozen=True)
class Result:
    target: Target
    compiler: str
    counts: Counts
    cycles: Mapping[str, Cycles] = field(default_factory=dict)  # estimated, by core
    ways: Ways = field(default_factory=dict)  # of rows of models

    @property
    def key(self) -> str:
        return f"{self.target.name}, {self.compiler}"


# ---- counting ----


Measure = TypeVar("Measure", Stretch, int)


def read_counts(output: str, stretches: Sequence[Measure]) -> dict[str, dict[str, Measure]]:
    """Joins what a bench program printed with counts or cycles. Its first stretch is empty: what the marks take."""
    columns = re.findall(r"^column (.+)$", output, re.MULTILINE)
    verdicts = re.findall(r"^case (\w+) (\w+)$", output, re.MULTILINE)
    wrong = [name for name, verdict in verdicts if verdict != "right"]
    if wrong or not verdicts:
        raise BenchError(f"wrong results: {', '.join(wrong) or 'there are none'}")
    if len(stretches) != 1 + len(columns) * len(verdicts):
        raise BenchError(f"{len(stretches)} counts for {len(verdicts)} cases")
    marks = stretches[0]
    rest = iter([stretch - marks for stretch in stretches[1:]])
    return {name: {column: next(rest) for column in columns} for name, _ in verdicts}


def read_cycles(cores: Sequence[str], program: Path, run: Run) -> dict[str, Cycles]:
    """Returns what each call takes on some cores that execute the same program: estimated cycles, no wait states."""
    if not cores:
        return {}
    listing = disassemble(program)
    stretches = list(zip(run.edges or [], run.stretches or [], strict=True))
    return {
        core: read_counts(
            run.output, [estimate(CORES[core], listing, edges, stretch.pieces) for edges, stretch in stretches]
        )
        for core in cores
    }


def measure(target: Target, jobs: int) -> Result:
    """Counts what each call takes, by case and column."""
    directory = ROOT / "build" / f"bench-{target.name}"
    directory.parent.mkdir(exist_ok=True)
    program = build(target, directory, jobs)
    cores = target.of.cores
    result = count(program, target.of.machine, "mark_begin", "mark_end", directory, edges=bool(cores))
    if result.code != 0:
        raise BenchError(f"{target.name}: exit code {result.code}: {result.output[-300:]}")
    if result.stretches is None:
        raise BenchError(f"{target.name}: QEMU took no plugin, nothing was counted")
    try:
        counts = read_counts(result.output, result.stretches)
        cycles = read_cycles(cores, program, result)
    except (BenchError, TimingError) as error:
        raise BenchError(f"{target.name}: {error}") from error
    ways: Ways = {}
    if target.counted.rows == "models":
        ways = ways_of(listed(permutations_of(target, directory)), listed(ROWS / "models.toml"))
    return Result(target, compiler(target), counts, cycles, ways)


def instructions(counts: Counts) -> dict[str, dict[str, int]]:
    return {case: {column: at.instructions for column, at in columns.items()} for case, columns in counts.items()}


# ---- the baseline ----


def read_baseline() -> dict[str, dict[str, dict[str, int]]]:
    held: dict[str, dict[str, dict[str, int]]] = {}
    if BASELINE.is_file():
        held = json.loads(BASELINE.read_text(encoding="utf-8"))
    return held


def own_counts(result: Result) -> dict[str, dict[str, int]]:
    return {
        case: {column: at.instructions for column, at in columns.items() if column not in FOREIGN}
        for case, columns in result.counts.items()
    }


def grown(result: Result, baseline: Mapping[str, Mapping[str, Mapping[str, int]]]) -> list[str]:
    """Returns the counts above the baseline of this version of the compiler; none if it has no baseline."""
    counts = own_counts(result)
    return [
        f"{result.target.name} {case} {column}: {counts[case][column]} instructions, baseline {most}"
        for case, columns in baseline.get(result.key, {}).items()
        for column, most in columns.items()
        if case in counts and counts[case][column] > most * GROWTH
    ]


# ---- goals ----


def _figure(result: Result, goal: Goal) -> int | None:
    """Returns what a goal is held against; None if it was not measured."""
    if goal.core:
        return result.cycles.get(goal.core, {}).get(goal.case, {}).get(goal.column)
    at = result.counts.get(goal.case, {}).get(goal.column)
    return None if at is None else at.instructions


def goal_rows(result: Result, cases: Mapping[str, Case]) -> list[dict[str, object]]:
    """Every goal of a target. A case that was not measured is not met, and says so."""
    rows: list[dict[str, object]] = []
    name = result.target.name
    for goal in GOALS:
        if goal.target != name:
            continue
        case = cases[goal.case]
        most, note = goal.most, ""
        columns = result.counts.get(goal.case, {})
        if goal.over_newlib and "newlib" in columns:
            most += case.per(columns["newlib"].instructions)
            note = f"newlib's memcpy, measured, + {goal.most}"
        elif goal.over_newlib:
            recorded = float(RECORDED["cortex-m4", goal.case][NEWLIB])
            most += recorded
            note = f"newlib's memcpy, recorded ({recorded}), + {goal.most}"
        counted = f"estimated cycles of {goal.core}, no wait states" if goal.core else "instructions"
        unit = counted if goal.whole else f"{counted}, an element" if goal.core else f"{counted} an element"
        row = goal_row(name, result.compiler, goal.case, case.label, goal.column, unit)
        at, figure = columns.get(goal.column), _figure(result, goal)
        reached = None if figure is None else case.per(figure)
        row |= {"goal": round(most, 3), "reached": None if reached is None else round(reached, 3)}
        row |= {"met": reached is not None and reached <= most, "note": note if figure is not None else "not measured"}
        if at is not None:
            row["memory"] = {
                kind: round(case.per(number), 3) for kind, number in asdict(at).items() if kind != "instructions"
            }
        rows.append(row)
    if result.target.counted.rows == "turns":
        apart = {name for name, case in cases.items() if "in place" not in case.more}
        rows.append(turns_row(name, result.compiler, [instructions(result.counts), *result.cycles.values()], apart))
    return rows


def size_rows(figures: Sequence[firmware_sizes.Figure], compiled: str) -> list[dict[str, object]]:
    return [
        goal_row("cortex-m4", compiled, figure.case, figure.what, "", "bytes")
        | {"goal": figure.goal, "reached": figure.reached, "note": figure.note}
        | {"met": figure.reached is not None and figure.reached <= figure.goal}
        for figure in figures
    ]


def models_of(result: Result) -> firmware_models.Build:
    level = result.target.counted.level
    takes: dict[str, firmware_models.Takes] = {firmware_models.INSTRUCTIONS: instructions(result.counts)}
    takes |= {firmware_models.cycles_of(core): cycles for core, cycles in result.cycles.items()}
    peers = {}
    if result.target.of.name == "cortex-m4":
        peers = {measure: firmware_models.recorded(measure, level) for measure in takes}
    return firmware_models.Build(result.target.name, result.compiler, level, takes, peers, result.ways)


# ---- the command ----


@dataclass(frozen=True)
class Bench:
    """All that one run found out."""

    results: Sequence[Result]
    rows: Sequence[dict[str, object]]
    stacks: Mapping[str, Mapping[str, int]]
    grown: Sequence[str]
    cases: Mapping[str, Case]

    @property
    def models(self) -> list[firmware_models.Build]:
        return [models_of(result) for result in self.results if result.target.counted.rows == "models"]

    def variants(self) -> list[tuple[Result, Result]]:
        """Builds of a target that differ in nothing but what one of them is a variant of."""
        return [
            (default, variant)
            for default in self.results
            for variant in self.results
            if variant.target.counted.variant
            and default.target.counted == replace(variant.target.counted, name=default.target.name, variant="")
            and variant.target.of == default.target.of
        ]

    def document(self) -> dict[str, object]:
        return {
            "cases": {
                name: {"shape": case.shape, "perm": case.perm, "bits": case.bits} for name, case in self.cases.items()
            },
            "targets": {
                result.key: {
                    "name": result.target.name,
                    "how": f"QEMU {result.target.of.machine}, {result.compiler} -O{result.target.counted.level}",
                    "profile": result.target.counted.profile,
                }
                for result in self.results
            },
            "instructions": {result.key: instructions(result.counts) for result in self.results},
            "estimated cycles, no wait states": {
                f"{result.key}, {core}": cycles for result in self.results for core, cycles in result.cycles.items()
            },
            "memory": {
                result.key: {
                    case: {
                        column: {kind: number for kind, number in asdict(at).items() if kind != "instructions"}
                        for column, at in columns.items()
                    }
                    for case, columns in result.counts.items()
                }
                for result in self.results
            },
            "models": {build.name: [at.document() for at in build.standings] for build in self.models},
            "peers": json.loads(firmware_models.PEERS.read_text(encoding="utf-8")),
            "stack": self.stacks,
            "recorded": {"source": RECORDED_FROM, "figures": {f"{t} {c}": known for (t, c), known in RECORDED.items()}},
            "goals": self.rows,
            "grown": self.grown,
        }

    def page(self) -> str:
        cases = self.cases
        pages = [NOTE, goals_page(self.rows)]
        if self.models:
            pages.append(models_page(self.models, cases))
        for result in self.results:
            if result.target.counted.rows != "models":
                title = f"{result.key}, -O{result.target.counted.level}"
                pages.append(target_page(result.target.name, title, result.counts, cases))
                if result.cycles:
                    pages.append(cycles_page(result.cycles, cases))
        for default, variant in self.variants():
            pages.append(
                variants_page(
                    f"{default.target.name}, {default.compiler}",
                    variant.target.counted.variant,
                    default.counts,
                    variant.counts,
                    cases,
                )
            )
        if self.stacks:
            pages.append(stack_page(self.stacks))
        return "\n".join(pages)


def measure_all(names: Sequence[str], cases: Mapping[str, Case]) -> Bench:
    """The targets side by side, one on each processor; rows in the order of the targets."""
    cores = os.cpu_count() or 1
    chosen = [target for target in TARGETS if target.name in names]
    baseline = read_baseline()
    rows: list[dict[str, object]] = []
    stacks: dict[str, dict[str, int]] = {}
    worse: list[str] = []
    results = []
    with ThreadPoolExecutor(max(1, min(cores, len(chosen)))) as pool:
        for result in pool.map(lambda target: measure(target, max(1, cores // max(1, len(chosen)))), chosen):
            own = goal_rows(result, cases)
            met = sum(bool(row["met"]) for row in own)
            title = f"{result.target.name:<24} {result.compiler:<12}"
            print(f"{title} {len(result.counts)} cases right, {met} of {len(own)} goals met", flush=True)
            if result.target.counted.rows == "models":
                print("\n".join(f"    {at}" for at in models_of(result).standings), flush=True)
            results.append(result)
            rows += own
            worse += grown(result, baseline)
        if SIZES in names:
            try:
                figures, stacks = firmware_sizes.measure(ROOT / "build" / "bench-sizes", pool)
            except firmware_sizes.SizeError as error:
                raise BenchError(str(error)) from error
            own = size_rows(figures, compiler(TARGETS[0]))
            met = sum(bool(row["met"]) for row in own)
            print(f"{SIZES:<24} {'':<12} {met} of {len(own)} goals met", flush=True)
            rows += own
    bench = Bench(results, rows, stacks, worse, cases)
    own = firmware_models.goal_rows(bench.models, compiler(TARGETS[0]), {n: case.elements for n, case in cases.items()})
    print("\n".join(f"{row['target']}: {row['what']}, {row['column']}: {row['reached']}" for row in own))
    return replace(bench, rows=[*rows, *own])


def main(arguments: Sequence[str]) -> int:
    names = [*(target.name for target in TARGETS), SIZES]
    parser = argparse.ArgumentParser(prog="tools/bench firmware", description=__doc__.split("\n")[0])
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, required=True, help="for firmware.json and .md")
    parser.add_argument("--target", metavar="LIST", default=",".join(names), help=f"default: {','.join(names)}")
    parser.add_argument("--rows", metavar="PATTERN", help="also print the rows whose name has this pattern in it")
    parser.add_argument("--save-baseline", action="store_true", help="make this run what later runs are held against")
    parser.epilog = (
        "For a quick look at some rows of bench/firmware/models.toml (15 seconds): "
        "tools/bench firmware -o out --target cortex-m4-models --rows 'heads|turn'. "
        "-size: set mli, -Os; -size-pinned: with the rows' pinned kernels beside it; -debug: speed, -Og."
    )
    options = parser.parse_args(arguments)
    wanted = options.target.split(",")
    unknown = set(wanted) - set(names)
    if unknown:
        parser.error(f"no such target: {', '.join(sorted(unknown))}; known: {', '.join(names)}")
    cases = read_cases()
    try:
        bench = measure_all(wanted, cases)
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    if options.rows is not None:
        for result in bench.results:
            print("\n".join([result.key, *rows_shown(result.counts, cases, options.rows)]))
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "firmware.json").write_text(json.dumps(bench.document(), indent=1) + "\n", encoding="utf-8")
    (options.output / "firmware.md").write_text(bench.page(), encoding="utf-8")
    print(f"goals met: {sum(bool(row['met']) for row in bench.rows)} of {len(bench.rows)}; the rest: firmware.md")
    if options.save_baseline:
        held = read_baseline() | {result.key: own_counts(result) for result in bench.results}
        BASELINE.write_text(json.dumps(held, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        return 0
    print("\n".join(f"grown: {line}" for line in bench.grown), end="\n" if bench.grown else "")
    return 1 if bench.grown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
