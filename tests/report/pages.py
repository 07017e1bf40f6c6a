# SPDX-License-Identifier: BSD-3-Clause
"""The pages that check_page.py looks at: of shipped sets and others, with figures and without."""

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "python"))

import commands  # noqa: E402

HOSTILE = '</script><img src=x onerror="window.hacked = 1"><script>window.hacked = 1</script>{{ 7 * 7 }}\''
SET = """format = 1
[[permute]]
perms = [[2, 0, 1], [0, 2, 1, 3]]
bits = [8, 16]
[[pinned]]
name = "camera"
shape = [96, 96, 3]
perm = [2, 0, 1]
bits = 8
count = 30
operators = ["/backbone/Transpose", "/head/Transpose_1", "/head/Transpose_2"]
[[pinned]]
name = "keys"
shape = [1, 6, 1, 8, 5]
perm = [3, 0, 4, 2, 1]
bits = 16
[[pinned]]
name = "view"
shape = [1, 16, 1, 8]
perm = [0, 2, 1, 3]
bits = 32
count = 4
"""
CAMERA = {"name": "camera", "shape": [96, 96, 3], "perm": [2, 0, 1], "bits": 8}
KEYS = {"name": "keys", "shape": [1, 6, 1, 8, 5], "perm": [3, 0, 4, 2, 1], "bits": 16}
FORM = {"name": None, "shape": [64, 64], "perm": [1, 0], "bits": 8}


def permkern(*arguments: str | Path) -> str:
    """Runs a command and returns what it prints."""
    done = commands.permkern(*arguments)
    if done.returncode != 0:
        raise RuntimeError(f"permkern {arguments[0]} failed: {done.stderr}")
    return done.stdout


def figures_of(plan: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Figures of every kernel of a set on some targets: made up, each target's in another order of cost."""
    kernels: list[dict[str, Any]] = [
        {key: entry[key] for key in ("name", "shape", "perm", "bits")} for entry in (*plan["pinned"], *plan["in_place"])
    ]
    kernels += [
        {"name": None, "shape": [7] * len(entry["perm"]), "perm": entry["perm"], "bits": entry["bits"]}
        for entry in plan["forms"]
    ]
    targets = []
    for turn, name in enumerate(names):
        rows = []
        for number, kernel in enumerate(kernels):
            instructions = 1000 + (number * 7919 + turn * 104729) % 5_000_000
            counted = {"instructions": instructions, "naive": 3 * instructions + number, "cycles": 2 * instructions}
            sizes = {"flash": 100 + number, "alone": 150 + number, "stack": 16, "passed": 9, "failed": 0}
            rows.append({**kernel, **counted, **sizes})
        targets.append({"name": name, "how": "made up", "flash": 120 * len(rows), "kernels": rows})
    return {"permkern_figures": 1, "profile": plan["profile"], "targets": targets}


def measured_page(folder: Path, name: str, *targets: str) -> Path:
    """A page of a shipped set, with figures on these targets."""
    plan = json.loads(permkern("list", "--format", "json", name))
    (folder / f"{name}-figures.json").write_text(json.dumps(figures_of(plan, targets)), encoding="utf-8")
    permkern("report", name, "--figures", folder / f"{name}-figures.json", "-o", folder / f"{name}.html")
    return folder / f"{name}.html"


def plain_page(folder: Path, name: str) -> Path:
    """A page of a shipped set without figures."""
    permkern("report", name, "-o", folder / f"{name}.html")
    return folder / f"{name}.html"


def full_page(folder: Path) -> Path:
    """Every part of the page, with names of the worst kind in what is not the set's own."""
    (folder / "full.toml").write_text(SET, encoding="utf-8")
    kernels = [
        {**CAMERA, "flash": 900, "alone": 950, "stack": 16, "instructions": 27648 * 2, "naive": 27648 * 5, "passed": 8},
        {**KEYS, "flash": 70, "stack": 32, "passed": 7, "failed": 1},
        {**FORM, "flash": 1000, "instructions": 8192},
        {**FORM, "shape": None, "perm": [2, 1, 0], "flash": 3},
    ]
    target = {"name": f"m4 {HOSTILE}", "how": HOSTILE, "kernels": kernels}
    figures = {"permkern_figures": 1, "profile": "speed", "targets": [target]}
    earlier = {
        "permkern_report": 1,
        "set": HOSTILE,
        "kernels": [{"id": HOSTILE, "compared": {}}, {"id": "permkern_pin_view", "compared": {HOSTILE: HOSTILE}}],
    }
    for name, value in (("figures", figures), ("earlier", earlier)):
        (folder / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")
    options = ["--figures", folder / "figures.json", "--against", folder / "earlier.json"]
    permkern("report", folder / "full.toml", "-o", folder / "full.html", *options)
    return folder / "full.html"
