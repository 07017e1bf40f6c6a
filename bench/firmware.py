# SPDX-License-Identifier: BSD-3-Clause
"""Exact instruction counts and flash on emulated targets: `tools/bench firmware`.

Counts are repeatable to the instruction, so a committed baseline (bench/baseline.json, by target and compiler version)
can fail a run whose counts grew by more than 2 %. They are never called speed or cycles: QEMU models neither.
"""

import argparse
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path

from icnt import count

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "bench" / "firmware" / "cases.toml"
BASELINE = ROOT / "bench" / "baseline.json"
GROWTH = 1.02
COLUMNS = ("naive", "memcpy", "checked", "pinned", "checked off", "pinned off")


class BenchError(Exception):
    """Something that a run needs did not work; the message says what."""


@dataclass(frozen=True)
class Target:
    """One emulated target: cross file, machine of tools/qemu-run, compiler."""

    name: str
    machine: str
    prefix: str
    options: tuple[str, ...] = ("-Doptimization=2",)

    @property
    def cross(self) -> Path:
        return ROOT / "cross" / f"{self.name.removesuffix('-size')}.ini"


TARGETS = (
    Target("cortex-m4", "mps2-an386", "arm-none-eabi-"),
    Target("cortex-m0", "microbit", "arm-none-eabi-"),
    Target("cortex-m55", "mps3-an547", "arm-none-eabi-"),
    Target("rv32imac", "rv32", "riscv64-unknown-elf-"),
)


@dataclass(frozen=True)
class Goal:
    """What a count is to stay at or below: instructions an element, or for the whole call."""

    target: str
    case: str
    column: str
    most: float
    whole: bool = False


def _goals() -> tuple[Goal, ...]:
    """The project's targets for GCC 12.2 at -O2; a goal that is missed is listed, never hidden."""
    m4 = [
        *((case, 1.60, 1.25) for case in ("hwc_8", "chw_8", "nhwc_8")),
        ("square_8", 1.75, 1.25),
        *((case, 2.1, 1.85) for case in ("rgb_8", "planar_8")),
        *((case, 2.6, 1.85) for case in ("wide_8", "tall_8")),
        ("heads_8", 1.2, 0.8),
        *((case, 1.85, 1.40) for case in ("hwc_16", "nhwc_16", "square_16")),
    ]
    goals = [Goal("cortex-m4", case, "checked", checked) for case, checked, _ in m4]
    goals += [Goal("cortex-m4", case, "pinned", pinned) for case, _, pinned in m4]
    for case in ("rgb_8", "planar_8"):
        goals += [Goal("cortex-m4", case, "checked off", 2.2), Goal("cortex-m4", case, "pinned off", 1.90)]
    goals += [
        Goal("cortex-m4", "small_8", "checked", 300, whole=True),
        Goal("cortex-m4", "small_8", "pinned", 80, whole=True),
        Goal("cortex-m4", "single_8", "checked", 190, whole=True),
        Goal("cortex-m0", "square_8", "checked", 4.0),
        Goal("cortex-m0", "square_8", "pinned", 3.2),
        Goal("cortex-m55", "hwc_8", "checked", 0.45),
        Goal("cortex-m55", "hwc_8", "pinned", 0.40),
        Goal("cortex-m55", "square_8", "checked", 0.70),
        Goal("cortex-m55", "square_8", "pinned", 0.50),
        Goal("rv32imac", "hwc_8", "checked", 2.5),
        Goal("rv32imac", "hwc_8", "pinned", 2.1),
    ]
    return tuple(goals)


# Recorded by other means and named so in the table: instructions an element on Cortex-M4, GCC 12.2 -O2, 8-bit, calls
# included, built from the projects' public sources: TensorFlow Lite Micro's reference transpose, embARC MLI 1.1 with
# checks on, CMSIS-NN's arm_transpose_s8. small_8 and single_8 are whole calls.
RECORDED = {
    "hwc_8": (6.39, 5.44, 6.34),
    "rgb_8": (7.83, 6.23, 8.79),
    "small_8": (1548, 1001, 510),
    "chw_8": (9.74, 6.37, 5.39),
    "nhwc_8": (6.62, 5.49, 5.86),
    "heads_8": (10.66, 7.39, 7.28),
    "square_8": (6.37, 5.65, 5.21),
    "wide_8": (17.83, 9.50, 5.22),
    "identity_8": (9.74, 6.37, 6.34),
    "single_8": (399, 459, 108),
}
WHOLE_CALLS = ("small_8", "single_8")


@dataclass(frozen=True)
class Case:
    name: str
    label: str
    elements: int


def cases() -> dict[str, Case]:
    with CASES.open("rb") as stream:
        pinned = tomllib.load(stream)["pinned"]
    return {
        entry["name"]: Case(
            entry["name"],
            f"{'x'.join(map(str, entry['shape']))} ({','.join(map(str, entry['perm']))}), {entry['bits']}-bit",
            prod(entry["shape"]),
        )
        for entry in pinned
    }


def run(command: Sequence[str | Path]) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        tail = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
        raise BenchError(f"{' '.join(map(str, command))} failed ({done.returncode}):\n{tail}")
    return done.stdout


def compiler(target: Target) -> str:
    return f"GCC {run([f'{target.prefix}gcc', '-dumpfullversion']).strip()}"


def measure(target: Target, build: Path) -> dict[str, dict[str, int]]:
    """Instructions of each whole call, by case and column."""
    if not (build / "build.ninja").is_file():
        options = [f"--cross-file={target.cross}", "-Dbench=true", f"-Dpermutation_set={CASES}", "-Dtests=disabled"]
        run(["meson", "setup", build, *options, "-Ddebug=false", *target.options])
    run(["meson", "compile", "-C", build])
    result = count(build / "bench" / "firmware" / "bench", target.machine, "mark_begin", "mark_end", build)
    verdicts = re.findall(r"^case (\w+) (\w+)$", result.output, re.MULTILINE)
    wrong = [name for name, verdict in verdicts if verdict != "right"]
    if result.code != 0 or wrong or not verdicts:
        raise BenchError(f"{target.name}: exit code {result.code}, wrong: {', '.join(wrong) or 'none'}")
    if result.counts is None:
        raise BenchError(f"{target.name}: QEMU took no plugin, nothing was counted")
    if len(result.counts) != 1 + len(COLUMNS) * len(verdicts):
        raise BenchError(f"{target.name}: {len(result.counts)} counts for {len(verdicts)} cases")
    marks, *counts = result.counts  # an empty stretch first: what the marks themselves cost
    stretches = iter(number - marks for number in counts)
    return {name: {column: next(stretches) for column in COLUMNS} for name, _ in verdicts}


def grown(name: str, version: str, counts: dict[str, dict[str, int]]) -> list[str]:
    """Counts above the baseline of this very compiler; nothing where there is none."""
    known = json.loads(BASELINE.read_text(encoding="utf-8")).get(f"{name}, {version}", {}) if BASELINE.is_file() else {}
    return [
        f"{name} {case} {column}: {columns[column]} instructions, baseline {before}"
        for case, columns in counts.items()
        for column, before in known.get(case, {}).items()
        if columns[column] > before * GROWTH
    ]


def save_baseline(measured: dict[str, dict[str, dict[str, int]]]) -> None:
    held = json.loads(BASELINE.read_text(encoding="utf-8")) if BASELINE.is_file() else {}
    own = {
        key: {
            case: {column: columns[column] for column in COLUMNS if column not in ("naive", "memcpy")}
            for case, columns in counts.items()
        }
        for key, counts in measured.items()
    }
    BASELINE.write_text(json.dumps(held | own, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def goal_rows(name: str, counts: dict[str, dict[str, int]]) -> list[dict[str, object]]:
    known = cases()
    rows: list[dict[str, object]] = []
    for goal in _goals():
        if goal.target != name or goal.case not in counts:
            continue
        instructions = counts[goal.case][goal.column]
        value = float(instructions) if goal.whole else instructions / known[goal.case].elements
        rows.append(
            {
                "target": name,
                "case": goal.case,
                "what": known[goal.case].label,
                "column": goal.column,
                "unit": "instructions" if goal.whole else "instructions an element",
                "goal": goal.most,
                "reached": round(value, 3),
                "met": value <= goal.most,
            }
        )
    return rows


def _cell(case: Case, instructions: int) -> str:
    return str(instructions) if case.name in WHOLE_CALLS else f"{instructions / case.elements:.2f}"


def markdown(name: str, version: str, counts: dict[str, dict[str, int]], rows: list[dict[str, object]]) -> str:
    known = cases()
    peers = ("TFLM", "MLI 1.1", "CMSIS-NN") if name == "cortex-m4" else ()
    head = ("case", *peers, *COLUMNS)
    lines = [f"## {name}, {version}, -O2", "", f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    for case, columns in counts.items():
        recorded = [str(figure) for figure in RECORDED.get(case, ("-",) * len(peers))] if peers else []
        cells = [_cell(known[case], columns[column]) for column in COLUMNS]
        lines.append(f"| {' | '.join((known[case].label, *recorded, *cells))} |")
    missed = [row for row in rows if not row["met"]]
    lines += ["", f"Goals met: {len(rows) - len(missed)} of {len(rows)}."]
    lines += [f"- missed: {row['what']}, {row['column']}: {row['reached']}, goal {row['goal']}" for row in missed]
    return "\n".join(lines) + "\n"


NOTE = """\
<!-- SPDX-License-Identifier: BSD-3-Clause -->
# Instruction counts on emulated targets

Written by `tools/bench firmware -o DIR` (DIR/firmware.md, kept as docs/performance.md). Instructions an element, call
and return included (2x4x8 and 1x1x1: of the whole call), exact and repeatable on QEMU; not cycles. naive: sequential
writes, strided reads, four loops. memcpy: picolibc's of the same bytes. checked: the MLI call with all checks. pinned:
the kernel for that shape. off: one element off the word boundary. TFLM, MLI, CMSIS-NN: recorded with GCC 12.2 from
their public sources, 8-bit, calls included.

Goals are what the project has set itself for each case. Most of them need kernels that are not written yet: three
channels by word exchanges (an `interleave` strategy), Helium and RISC-V vector tiles, shorter checks of small calls.
"""


def main(arguments: Sequence[str]) -> int:
    names = [target.name for target in TARGETS]
    parser = argparse.ArgumentParser(prog="tools/bench firmware", description=__doc__.split("\n")[0])
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, required=True, help="for firmware.json and .md")
    parser.add_argument("--target", metavar="LIST", default=",".join(names), help=f"default: {','.join(names)}")
    parser.add_argument("--save-baseline", action="store_true", help="make this run what later runs are held against")
    options = parser.parse_args(arguments)
    unknown = set(options.target.split(",")) - set(names)
    if unknown:
        parser.error(f"no such target: {', '.join(sorted(unknown))}; known: {', '.join(names)}")
    measured: dict[str, dict[str, dict[str, int]]] = {}
    rows: list[dict[str, object]] = []
    pages, worse = [NOTE], []
    try:
        for target in TARGETS:
            if target.name not in options.target.split(","):
                continue
            version = compiler(target)
            counts = measure(target, ROOT / "build" / f"bench-{target.name}")
            measured[f"{target.name}, {version}"] = counts
            goals = goal_rows(target.name, counts)
            rows += goals
            worse += grown(target.name, version, counts)
            pages.append(markdown(target.name, version, counts, goals))
            print(
                f"{target.name:<12} {version}: {len(counts)} cases right, {sum(bool(row['met']) for row in goals)} of "
                f"{len(goals)} goals met",
                flush=True,
            )
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    options.output.mkdir(parents=True, exist_ok=True)
    document = {"instructions": measured, "goals": rows, "grown": worse}
    (options.output / "firmware.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    (options.output / "firmware.md").write_text("\n".join(pages), encoding="utf-8")
    if options.save_baseline:
        save_baseline(measured)
        return 0
    print("\n".join(f"grown: {line}" for line in worse), end="\n" if worse else "")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
