#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Implements tools/report: measures a set's kernels on emulated cores, then runs `permkern report`."""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from rich.console import Console

ROOT = Path(__file__).resolve().parent.parent
FORMAT = 1  # equals FIGURES_FORMAT in generator/figures.py
PERMKERN = (sys.executable, "-B", str(ROOT / "tools" / "permkern.py"))

sys.path.insert(0, str(ROOT / "bench"))

import emulated  # noqa: E402
from builds import REPORTED, Reported  # noqa: E402


def digits(perm: Sequence[int]) -> str:
    return "".join(map(str, perm))


def counted(found: emulated.Counted | None) -> dict[str, int | None]:
    return {
        "instructions": found.kernel if found else None,
        "naive": found.naive if found else None,
        "cycles": found.cycles if found else None,
        "naive_cycles": found.naive_cycles if found else None,
    }


def tests(cases: tuple[int, int] | None, verdicts: Sequence[bool]) -> dict[str, int | None]:
    """Counts what passed and failed in the self-test and the counted program; None if neither ran."""
    if cases is None and not verdicts:
        return {"passed": None, "failed": None}
    passed, failed = cases or (0, 0)
    right = sum(verdicts)
    return {"passed": passed + right, "failed": failed + len(verdicts) - right}


def pinned_rows(plan: dict[str, Any], ran: emulated.Ran, cases: emulated.Cases) -> list[dict[str, Any]]:
    rows = []
    for entry in (*plan["pinned"], *plan["in_place"]):
        found = ran.pinned.get(entry["name"])
        known = {key: entry[key] for key in ("name", "shape", "perm", "bits")}
        verdicts = [] if found is None else [found.correct]
        passed = tests(cases.get((entry["name"], entry["bits"], digits(entry["perm"]))), verdicts)
        symbols = (entry["symbol"], entry.get("body", entry["symbol"]))
        rows.append({"symbols": symbols, **known, **counted(found), **passed})
    return rows


def form_rows(plan: dict[str, Any], ran: emulated.Ran, cases: emulated.Cases) -> list[dict[str, Any]]:
    rows = []
    for entry in plan["forms"]:
        key = entry["bits"], digits(entry["perm"])
        extent, found = ran.forms.get(key, (None, None))
        shape = None if extent is None else [extent] * len(entry["perm"])
        known = {"name": None, "shape": shape, "perm": entry["perm"], "bits": entry["bits"]}
        passed = tests(cases.get(("any", *key)), [] if found is None else [found.correct])
        rows.append({"symbols": (entry["kernel"],), **known, **counted(found), **passed})
    return rows


def measure_on(target: Reported, permutations: Path, plan: dict[str, Any], pool: ThreadPoolExecutor) -> dict[str, Any]:
    """Returns a target's figures: those of each kernel, and of all together."""
    directory = emulated.build(str(permutations), ["counted", "each"], target)
    ran = emulated.measure(directory, target)
    cases = emulated.self_test(directory, target)
    rows = pinned_rows(plan, ran, cases) + form_rows(plan, ran, cases)
    sizes = emulated.footprints(permutations, sorted({row["symbols"][0] for row in rows}), pool, target)
    own = emulated.function_sizes(directory, target)
    for row in rows:
        symbols = row.pop("symbols")
        row["flash"] = sum(own.get(symbol, 0) for symbol in dict.fromkeys(symbols))
        row["alone"], row["stack"] = sizes.alone[symbols[0]]
    in_all = {"flash": sizes.flash, "library": sizes.library}
    return {"name": target.name, "how": emulated.how(target), **in_all, "kernels": rows}


def measure(permutations: Path, targets: Sequence[Reported], status: AbstractContextManager[object]) -> dict[str, Any]:
    """Measures the figures that docs/report.md describes."""
    with status, ThreadPoolExecutor(os.cpu_count()) as pool:
        plan = json.loads(emulated.run([*PERMKERN, "list", "--format", "json", str(permutations)], "permkern list"))
        found = [measure_on(target, permutations, plan, pool) for target in targets]
    return {"permkern_figures": FORMAT, "set": plan["set"], "profile": plan["profile"], "targets": found}


def set_path(argument: str) -> Path:
    """Returns the path of a set as permkern finds it: by path, or by the name of a shipped set."""
    shipped = ROOT / "generator" / "sets" / f"{argument}.toml"
    path = Path(argument)
    return shipped if not path.exists() and "/" not in argument and shipped.is_file() else path.absolute()


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tools/report",
        description=__doc__.split("\n")[0],
        epilog="The other options are those of `permkern report`: docs/report.md.",
        allow_abbrev=False,
    )
    parser.add_argument("set", metavar="SET.toml", help="a permutation set, or the name of a shipped one")
    parser.add_argument(
        "-o",
        "--output",
        metavar="REPORT.html",
        action="append",
        default=[],
        help="the page; REPORT.md: as Markdown; may be repeated",
    )
    parser.add_argument("--json", metavar="REPORT.json", help="also write the data, for a later --against")
    parser.add_argument("--against", metavar="OLD.json", help="an earlier report's data: what has changed")
    parser.add_argument(
        "--fail-over",
        metavar="PERCENT",
        help="with --against: exit with 1 where a kernel's instructions or the flash grew by more, such as 2%%",
    )
    parser.add_argument("--figures", metavar="FILE.json", action="append", default=[], help="more measured figures")
    parser.add_argument(
        "--target",
        action="append",
        choices=tuple(REPORTED),
        default=[],
        help="the emulated core to measure on; several times for several, side by side; default: cortex-m4",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    parser.add_argument("--measure", choices=("yes", "no"), default="yes", help="no: only show; default: yes")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse(arguments)
    permutations = set_path(options.set)
    names = list(dict.fromkeys(options.target)) or [emulated.DEMO.name]
    read = [*PERMKERN, "report", str(permutations)]
    read += ["--against", options.against] if options.against is not None else []
    read += [word for file in options.figures for word in ("--figures", file)]
    # Mistakes in the set and other input files are reported before anything is built.
    checked = subprocess.run(read, stdout=subprocess.DEVNULL, check=False).returncode
    if checked != 0:
        return checked
    show = [*read, "--format", options.format]
    show += ["--fail-over", options.fail_over] if options.fail_over is not None else []
    show += [word for page in options.output for word in ("-o", page)]
    show += ["--json", options.json] if options.json is not None else []
    show += [word for name in options.target for word in ("--target", name)]
    if options.measure == "no":
        return subprocess.run(show, check=False).returncode
    # Hundreds of large shapes take an emulator with a plugin longer than a test suite.
    os.environ.setdefault("QEMU_RUN_TIMEOUT", "900")
    console = Console(stderr=True)
    what = f"measuring set {permutations.stem} on emulated cores: {', '.join(names)}"
    targets = [REPORTED[name] for name in names]
    try:
        figures = measure(permutations, targets, console.status(what) if console.is_terminal else nullcontext())
    except emulated.MeasureError as error:
        print(f"report: {error}", file=sys.stderr)
        return 1
    written = emulated.directory_of(str(permutations)) / "figures.json"
    written.parent.mkdir(parents=True, exist_ok=True)
    written.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    code = subprocess.run([*show, "--figures", str(written)], check=False).returncode
    wrong = [(target["name"], row) for target in figures["targets"] for row in target["kernels"] if row["failed"]]
    for name, row in wrong:
        kernel = f"{row['name'] or 'any shape'}, {row['bits']}-bit {row['perm']}"
        print(f"report: wrong results on {name}: {kernel}", file=sys.stderr)
    return code or (1 if wrong else 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
