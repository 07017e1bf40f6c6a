# SPDX-License-Identifier: BSD-3-Clause
"""
Runs every command and block of README.md and docs/quickstart.md as a new user would.

A block's language decides: `sh` is run; `text` is the expected output, in order. `console` needs a device or its tools,
`C` shows generated code: both are skipped. Any other block is a file, named in its first line.
"""

import os
import re
from pathlib import Path

from integration import rtos
from integration.common import configure
from runner.configurations import named
from runner.programs import fresh
from runner.step import ROOT, Count, Depth, Log, Step, StepFailed, each, total

STEP = "pages"
BLOCK = re.compile(r"^ *```(.*?)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"(?:#|/\*) ([\w/]+\.\w+)\b")
ADDRESS = "/path/to/permkern"
STEPS = re.compile(r"^tools/(test|example)\b.*$", re.MULTILINE)  # they take minutes; other CI steps run them
KEPT = re.compile(r"PIP_|.*_proxy$", re.IGNORECASE)  # this machine's access to packages
TRUST = ("GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*")
QUICK = (f"CFLAGS={' '.join(named('words').defines)}", "PIP_NO_COMPILE=1")  # builds without vectors take half the time


def script(page: str) -> tuple[str, list[str]]:
    """Returns a page's commands and files as one script, and the texts that it must print. StepFailed: unnamed file."""
    lines, printed = ["set -eux"], []
    for language, block in BLOCK.findall(page):
        name = FILE.match(block)
        if language == "sh":
            lines.append(block)
        elif language == "text":
            printed.append(block)
        elif name:
            lines.append(f"mkdir -p $(dirname {name[1]}); cat >{name[1]} <<'END OF BLOCK'\n{block}END OF BLOCK")
        elif language not in ("console", "C"):
            raise StepFailed(f"a block names no file: {block}")
    return "\n".join(lines).replace(ADDRESS, str(ROOT)), printed


def replayed(log: Log, depth: Depth, page: str) -> Count:
    """Runs a page in a separate folder, with a new login's environment. The page clones the last commit."""
    folder = fresh(f"{STEP}/{Path(page).stem}")
    commands, printed = script((ROOT / page).read_text(encoding="utf-8"))
    if not depth.whole:
        commands = STEPS.sub("", commands)
    kept = [f"{name}={value}" for name, value in os.environ.items() if KEPT.match(name)]
    clean = ["env", "-i", f"HOME={folder}", "PATH=/usr/local/bin:/usr/bin:/bin", *TRUST, *QUICK, *kept]
    code, output = log.run([*clean, "bash", "-c", commands], cwd=folder, timeout=1200)
    count = Count.of(code == 0)
    for text in printed:
        _, found, output = output.partition(text)
        count += Count.of(bool(found))
    return count


def zephyr(log: Log) -> Count:
    """Builds the quickstart's Zephyr application with stubs for Zephyr's functions, and runs it."""
    application = ROOT / "build" / STEP / "quickstart/app/zephyr_app"
    build = application / "build"
    lines = (application / "prj.conf").read_text(encoding="utf-8").splitlines()
    configure(log, application, build, *rtos.settings(log, build, lines))
    log.must(["cmake", "--build", build])
    return Count.of("green is 7" in log.must([build / "zephyr/zephyr_final"]))


def pages(log: Log, depth: Depth) -> Count:
    count = total(each(lambda page: replayed(log, depth, page), ("README.md", "docs/quickstart.md")))
    return count + zephyr(log)


def steps() -> tuple[Step, ...]:
    needs = ("host", "cmake", "meson", "python-test")
    return (Step(STEP, "README and quickstart as a new user runs them", needs, pages),)
