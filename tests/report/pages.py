# SPDX-License-Identifier: BSD-3-Clause
"""The pages that check_page.py looks at: of shipped sets and others, with figures and without."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
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
    command = [sys.executable, "-B", ROOT / "tools/permkern.py", *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def saved(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def figures_of(plan: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Returns made-up figures of every kernel of a set. The order of cost differs between the targets."""
    kernels = [
        {**{key: entry.get(key) for key in CAMERA}, "shape": entry.get("shape", [7] * len(entry["perm"]))}
        for entry in (*plan["pinned"], *plan["in_place"], *plan["forms"])
    ]
    sizes = {"flash": 100, "alone": 150, "stack": 16, "passed": 9, "failed": 0}
    targets = []
    for turn, name in enumerate(names):
        rows = []
        for number, kernel in enumerate(kernels):
            cost = 1000 + (number * 7919 + turn * 104729) % 5_000_000
            rows.append({**kernel, **sizes, "instructions": cost, "naive": 3 * cost + number, "cycles": 2 * cost})
        targets.append({"name": name, "how": "made up", "flash": 120 * len(rows), "kernels": rows})
    return {"permkern_figures": 1, "profile": plan["profile"], "targets": targets}


def shipped_page(folder: Path, name: str, *targets: str) -> Path:
    """Makes a page of a shipped set, with figures on these targets."""
    page = folder / f"{name}.html"
    figures = figures_of(json.loads(permkern("list", "--format", "json", name)), targets)
    options = ["--figures", saved(folder / f"{name}.json", figures)] if targets else []
    permkern("report", name, *options, "-o", page)
    return page


def full_page(folder: Path) -> Path:
    """Makes a page that has every part, with hostile names wherever they do not come from the set."""
    (folder / "full.toml").write_text(SET, encoding="utf-8")
    kernels = [
        {**CAMERA, "flash": 900, "alone": 950, "stack": 16, "instructions": 27648 * 2, "naive": 27648 * 5, "passed": 8},
        {**KEYS, "flash": 70, "stack": 32, "passed": 7, "failed": 1},
        {**FORM, "flash": 1000, "instructions": 8192},
        {**FORM, "shape": None, "perm": [2, 1, 0], "flash": 3},
    ]
    target = {"name": f"m4 {HOSTILE}", "how": HOSTILE, "kernels": kernels}
    figures = saved(folder / "figures.json", {"permkern_figures": 1, "profile": "speed", "targets": [target]})
    changes = [{"id": HOSTILE, "compared": {}}, {"id": "permkern_pin_view", "compared": {HOSTILE: HOSTILE}}]
    earlier = saved(folder / "earlier.json", {"permkern_report": 1, "set": HOSTILE, "kernels": changes})
    page = folder / "full.html"
    permkern("report", folder / "full.toml", "-o", page, "--figures", figures, "--against", earlier)
    return page
