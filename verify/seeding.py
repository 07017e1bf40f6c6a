# SPDX-License-Identifier: BSD-3-Clause
"""Seeded bugs: what verify/seeds*.toml lists, how one is put into a copy of the project, and what is run there."""

import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from steps import ROOT, Log, StepFailed

from generator import tomlreader

LISTS = sorted(Path(__file__).parent.glob("seeds*.toml"))


@dataclass(frozen=True)
class Seed:
    """
    A bug: a text of a file, and what takes its place; steps of --quick find it, by these parts alone, or files of
    tests/python/ do.
    """

    bug: str
    file: str
    find: str
    replace: str
    steps: tuple[str, ...]
    only: tuple[str, ...] = ()

    @property
    def arguments(self) -> tuple[str, ...]:
        """What tools/verify --quick is told."""
        return (*self.steps, *(f"--only={part}" for part in self.only))


def read() -> tuple[Seed, ...]:
    listed = [seed for path in LISTS for seed in tomlreader.loads(path.read_text(encoding="utf-8"))["seed"]]
    return tuple(
        Seed(
            seed["bug"], seed["file"], seed["find"], seed["replace"], tuple(seed["steps"]), tuple(seed.get("only", ()))
        )
        for seed in listed
    )


def copy_project(log: Log, to: Path) -> None:
    """Copies the files that Git knows, with the changes that they have here."""
    shutil.rmtree(to, ignore_errors=True)
    for name in log.must(["git", "ls-files", "-z"]).split("\0"):
        if name and (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)


def plant(log: Log, seed: Seed, copy: Path) -> None:
    path = copy / seed.file
    text = path.read_text(encoding="utf-8")
    if text.count(seed.find) != 1:
        raise StepFailed(f"{seed.file} does not hold once what stands for: {seed.bug}")
    path.write_text(text.replace(seed.find, seed.replace), encoding="utf-8")
    log.must([sys.executable, "-B", "tools/autogen.py"], cwd=copy)
    log.must([sys.executable, "-m", "generator", "generate", "-o", copy / "generated", "default"], cwd=copy)


def run_tests(log: Log, copy: Path, files: Sequence[str]) -> tuple[int, int] | None:
    """Runs files of tests in a copy; returns how many passed and failed, None if they did not run."""
    code, _ = log.run([sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", *files], cwd=copy)
    return {0: (len(files), 0), 1: (0, 1)}.get(code)


def run_steps(log: Log, copy: Path, arguments: Sequence[str]) -> tuple[int, int] | None:
    """
    Runs steps of --quick, files of tests, or steps of tools/test in a copy; returns how many passed and failed, None
    without a total.
    """
    if arguments[0].startswith("tests/"):
        return run_tests(log, copy, arguments)
    tests = arguments[0] == "tools/test"
    module, *words = ("run_tests", *arguments[1:]) if tests else ("verify", "--quick", *arguments)
    path = ":".join(str(copy / folder) for folder in ("", "tools", "bench"))
    environment = {"PYTHONPATH": path, "PERMKERN_JOBS": "1"}
    code, output = log.run([sys.executable, "-B", "-m", module, *words], cwd=copy, env=environment)
    total = re.fullmatch(r"(\d+) passed, (\d+) failed", output.rstrip().rpartition("\n")[2])
    if total is None or code != (int(total[2]) > 0):
        return None
    return int(total[1]), int(total[2])
