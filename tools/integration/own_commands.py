# SPDX-License-Identifier: BSD-3-Clause
"""Runs the project's own commands, which show or measure permutes. Each permute is a case."""

import re
import sys

from runner.programs import PERMKERN, fresh
from runner.step import ROOT, Count, Depth, Log, total


def shown(log: Log, *command: str) -> Count:
    """Counts the permutes that a command reports, and its exit code as one more case."""
    code, output = log.run(command)
    found = re.search(r"^(\d+) permutes?, (\d+) correct$", output, re.MULTILINE)
    permutes, correct = map(int, found.groups()) if found else (1, 0)
    return Count(correct, permutes - correct) + Count.of(code == 0)


def client_table(log: Log, _: Depth) -> Count:
    """Measures every client, and checks that the table in docs/integration.md is current."""
    page = ROOT / "docs" / "integration.md"
    before = page.read_text(encoding="utf-8")
    return shown(log, "tools/client-table") + Count.of(page.read_text(encoding="utf-8") == before)


def examples(log: Log, depth: Depth) -> Count:
    names = ("microphone", "camera", "motion", "rotate", "oled")
    return total(shown(log, "tools/example", name) for name in names if depth.takes(name))


def starters(log: Log, depth: Depth) -> Count:
    """Runs `permkern new`, then `make run`, for every board."""
    top = fresh("starters")
    count = Count()
    for name in ("cortex-m4", "cortex-m55", "rv32"):
        if depth.takes(name):
            folder = top / name
            log.must([*PERMKERN, "new", folder, "--board", name])
            code, output = log.run(["make", "-C", folder, f"PERMKERN={ROOT}/tools/permkern", "run"])
            count += Count.of(code == 0 and f"{name}: pinned kernel right, checked right\n" in output)
    return count


def report_page(log: Log, _: Depth) -> Count:
    """Operates the report's page in Chromium like a user."""
    return log.counted([sys.executable, "-B", "tests/report/check_page.py", fresh("report-page")], timeout=300)
