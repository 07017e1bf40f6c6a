# SPDX-License-Identifier: BSD-3-Clause
"""Steps that check format, types and rules of the sources. They read only files that Git tracks."""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from runner.builds import Build
from runner.programs import fresh, tracked
from runner.step import BUILD, ROOT, Count, Depth, Log, Step, each, total

# Assembled, so that this file does not match its own patterns.
MACHINE_PATH = re.compile(r"(?:^|[^\w.}-])/(?:" + "|".join(("work", "root", "home", "farm")) + ")/")
REGISTRY = re.compile("py" + r"pi\.org|python" + "hosted")
# An address of the project, or a package index name. `[project.urls]` has the right address.
ADDRESS = re.compile(r"(?:https?://|git@)[^\s\"'<>)]*permkern|example\.(?:com|net|org)|pip install '?permkern")
WIDE_PATTERNS = (
    *("*.c", "*.cc", "*.h", "*.hpp", "*.inc", "*.py", "*.build", "*.ini", "*.toml", "tools/*", ".ci/*"),
    ":!*.lock",  # written by uv
)
UNTIDY = re.compile(r".{121}|\t|[ \t]$")


def lines_that(pattern: re.Pattern[str], files: Iterable[Path]) -> Iterator[str]:
    for path in files:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if pattern.search(line):
                yield f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"


def without_licence(files: Iterable[Path]) -> Iterator[str]:
    for path in files:
        if path.suffix not in (".json", ".png", ".svg") and path.name != "LICENSE":
            with path.open(encoding="utf-8", errors="replace") as stream:
                head = [next(stream, "") for _ in range(3)]
            if not any("SPDX-License-Identifier: BSD-3-Clause" in line for line in head):
                yield f"{path.relative_to(ROOT)}: no SPDX line"


def addresses(files: Iterable[Path]) -> Iterator[str]:
    found = re.search(r'^Homepage = "(.+)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    return (line for line in lines_that(ADDRESS, files) if found is None or found[1] not in line)


def rules(log: Log) -> Count:
    """Checks the project's own rules, one case each."""
    every = tracked(log)
    checked = {
        "SPDX line": without_licence(every),
        "no line over 120 columns, no tab, no blank at the end": lines_that(UNTIDY, tracked(log, *WIDE_PATTERNS)),
        "no path of one machine": lines_that(MACHINE_PATH, every),
        "no host of a package registry": lines_that(REGISTRY, every),
        "no address of the project but pyproject.toml's": addresses(every),
    }
    count = Count()
    for rule, found in checked.items():
        broken = list(found)
        log.note("\n".join((f"{'FAIL' if broken else 'ok'}: {rule}", *broken)))
        count += Count.of(not broken)
    return count


def formatted(log: Log) -> Count:
    python = tracked(log, "*.py")
    others = tracked(log, "*.c", "*.h", "*.hpp", "*.cc", "*.cpp", ":!generated")
    commands: tuple[list[str | Path], ...] = (
        ["clang-format", "--dry-run", "--Werror", *others],
        ["ruff", "format", "--quiet", "--diff", "--no-cache", *python],
        ["ruff", "check", "--no-cache", *python],
    )
    return total(Count.of(log.run(command)[0] == 0) for command in commands)


def typed(log: Log) -> Count:
    """Runs mypy on a copy of the package permkern with its installed layout, because modules import it by that name."""
    packages = fresh("packages")
    package = packages / "permkern"
    package.mkdir()
    for folder in (ROOT / "generator", ROOT / "apps"):
        for path in folder.iterdir():
            (package / ("reports" if path.name == "report" else path.name)).symlink_to(path)
    command: list[str | Path] = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", BUILD / "mypy"]
    paths = {"MYPYPATH": os.pathsep.join(str(folder) for folder in (packages, ROOT / "tools", ROOT / "bench", ROOT))}
    tools = tracked(log, "tools/*.py", "verify/*.py", "bench/*.py", ":!tools/permkern.py")
    return total(Count.of(log.run([*command, *what], env=paths)[0] == 0) for what in (("-p", "permkern"), tools))


def shell(log: Log) -> Count:
    scripts = [path for path in tracked(log, "tools", ".ci") if path.read_bytes().startswith(b"#!/usr/bin/env bash")]
    return Count.of(log.run(["shellcheck", "-x", "-P", "SCRIPTDIR", *scripts, "tools/lib.sh"])[0] == 0)


def lint(log: Log, depth: Depth) -> Count:
    del depth
    return total((rules(log), formatted(log), typed(log), shell(log)))


def clang_tidy(log: Log, depth: Depth) -> Count:
    """Runs clang-tidy on the library and the committed kernels. Each file is a case."""
    del depth
    build = Build("clang-tidy", ("-Dkernels=committed", "-Dtests=disabled"), "clang")
    build.set_up(log)
    log.must(["ninja", "-C", build.directory, "generated/permkern_kernels.h"])
    files = tracked(log, "src/**/*.c", "generated/*.c")
    command = ("clang-tidy", "--quiet", "-p", build.directory)
    return total(each(lambda file: Count.of(log.run([*command, file])[0] == 0), files))


def steps() -> tuple[Step, ...]:
    return (
        Step(
            "lint", "format, types, rules of the sources", ("lint", "python-test", "models", "certify", "esbmc"), lint
        ),
        Step("clang-tidy", "clang-tidy", ("host", "clang", "tidy", "meson", "jinja2"), clang_tidy, "nightly"),
    )
