#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Implements tools/report: measures a set's kernels on emulated cores, then runs `permkern report`."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import emulated
from builds import REPORTED, Reported
from permkern.cli import make_parser
from permkern.kernels.manifest import find_set
from permkern.report.figures import FIGURES_FORMAT

ROOT = Path(__file__).resolve().parent.parent
PERMKERN = (sys.executable, "-B", str(ROOT / "tools" / "permkern.py"))


def digits(perm: Sequence[int]) -> str:
    return "".join(map(str, perm))


def counted(found: emulated.Counted | None) -> dict[str, int | None]:
    return {
        "instructions": found.kernel if found else None,
        "naive": found.naive if found else None,
        "cycles": found.cycles if found else None,
        "naive_cycles": found.naive_cycles if found else None,
    }


def tests(cases: tuple[int, int] | None, found: emulated.Counted | None) -> dict[str, int | None]:
    """Counts what passed and failed in the self-test and the counted program; None if neither ran."""
    if cases is None and found is None:
        return {"passed": None, "failed": None}
    passed, failed = cases or (0, 0)
    right, wrong = (0, 0) if found is None else (int(found.correct), int(not found.correct))
    return {"passed": passed + right, "failed": failed + wrong}


def kernel_rows(plan: dict[str, Any], ran: emulated.Ran, cases: emulated.Cases) -> Iterator[dict[str, Any]]:
    """Yields what is known of pinned kernels, then of those for any shape. symbols: functions of its code."""
    for entry in (*plan["pinned"], *plan["in_place"]):
        found = ran.pinned.get(entry["name"])
        known = {key: entry[key] for key in ("name", "shape", "perm", "bits")}
        passed = tests(cases.get((entry["name"], entry["bits"], digits(entry["perm"]))), found)
        yield {"symbols": (entry["symbol"], entry.get("body", entry["symbol"])), **known, **counted(found), **passed}
    for entry in plan["forms"]:
        key = entry["bits"], digits(entry["perm"])
        extent, found = ran.forms.get(key, (None, None))
        shape = None if extent is None else [extent] * len(entry["perm"])
        known = {"name": None, "shape": shape, "perm": entry["perm"], "bits": entry["bits"]}
        yield {"symbols": (entry["kernel"],), **known, **counted(found), **tests(cases.get(("any", *key)), found)}


def measure_on(target: Reported, permutations: Path, plan: dict[str, Any], pool: ThreadPoolExecutor) -> dict[str, Any]:
    """Returns a target's figures: those of each kernel, and of all together."""
    directory = emulated.build(str(permutations), ["counted", "each"], target)
    ran = emulated.measure(directory, target)
    cases = emulated.self_test(directory, target)
    rows = list(kernel_rows(plan, ran, cases))
    sizes = emulated.footprints(permutations, sorted({row["symbols"][0] for row in rows}), pool, target)
    own = emulated.function_sizes(directory, target)
    for row in rows:
        symbols = row.pop("symbols")
        row["flash"] = sum(own.get(symbol, 0) for symbol in dict.fromkeys(symbols))
        row["alone"], row["stack"] = sizes.alone[symbols[0]]
    in_all = {"flash": sizes.flash, "library": sizes.library}
    return {"name": target.name, "how": emulated.how(target), **in_all, "kernels": rows}


def measure(permutations: Path, targets: Sequence[Reported]) -> dict[str, Any]:
    """Measures the figures that docs/report.md describes."""
    plan = json.loads(emulated.run([*PERMKERN, "list", "--format", "json", str(permutations)], "permkern list"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [measure_on(target, permutations, plan, pool) for target in targets]
    return {"permkern_figures": FIGURES_FORMAT, "set": plan["set"], "profile": plan["profile"], "targets": found}


def main(arguments: Sequence[str]) -> int:
    options = make_parser().parse_args(["report", *arguments])
    permutations = find_set(options.set).absolute()
    unknown = set(options.target) - set(REPORTED)
    if unknown:
        print(f"report: no target {', '.join(unknown)} to measure on; {', '.join(REPORTED)}", file=sys.stderr)
        return 2
    targets = [REPORTED[name] for name in dict.fromkeys(options.target)] or [emulated.DEMO]
    read = [*PERMKERN, "report", str(permutations)]
    read += ["--against", options.against] if options.against is not None else []
    read += [word for file in options.figures for word in ("--figures", file)]
    # Mistakes in the set and other input files are reported before anything is built.
    checked = subprocess.run(read, stdout=subprocess.DEVNULL, check=False).returncode
    if checked != 0:
        return checked
    # Hundreds of large shapes take an emulator with a plugin longer than a test suite.
    os.environ.setdefault("QEMU_RUN_TIMEOUT", "900")
    print(f"measuring on emulated cores: {', '.join(target.name for target in targets)}", file=sys.stderr)
    try:
        figures = measure(permutations, targets)
    except emulated.MeasureError as error:
        print(f"report: {error}", file=sys.stderr)
        return 1
    written = emulated.directory_of(str(permutations)) / "figures.json"
    written.parent.mkdir(parents=True, exist_ok=True)
    written.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    code = subprocess.run([*PERMKERN, "report", *arguments, "--figures", written], check=False).returncode
    wrong = [(target["name"], row) for target in figures["targets"] for row in target["kernels"] if row["failed"]]
    for name, row in wrong:
        kernel = f"{row['name'] or 'any shape'}, {row['bits']}-bit {row['perm']}"
        print(f"report: wrong results on {name}: {kernel}", file=sys.stderr)
    return code or (1 if wrong else 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
