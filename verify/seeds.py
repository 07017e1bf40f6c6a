# SPDX-License-Identifier: BSD-3-Clause
"""Plants each bug of seeds.toml in a copy of the project, and checks that the steps which CI runs find it."""

import os
import re
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from runner.programs import copy_tracked
from runner.step import BUILD, ROOT, Count, Depth, Log, Step, each, total

from generator.kernels import tomlreader

LIST = Path(__file__).with_name("seeds.toml")
COPIES = BUILD / "seeds"


@dataclass(frozen=True)
class Seed:
    """
    A bug: a text that is in a file once, and its replacement. steps: those that find it, each by itself. only: the
    parts of a step that suffice; for the step python, files of tests.
    """

    bug: str
    file: str
    find: str
    replace: str
    steps: tuple[str, ...]
    only: tuple[str, ...] = ()

    @property
    def arguments(self) -> tuple[str, ...]:
        return (*self.steps, *(f"--only={part}" for part in self.only))

    @property
    def is_stale(self) -> bool:
        path = ROOT / self.file
        return not path.is_file() or path.read_text(encoding="utf-8").count(self.find) != 1


def read() -> tuple[Seed, ...]:
    listed = tomlreader.loads(LIST.read_text(encoding="utf-8"))["seed"]
    return tuple(
        Seed(
            seed["bug"], seed["file"], seed["find"], seed["replace"], tuple(seed["steps"]), tuple(seed.get("only", ()))
        )
        for seed in listed
    )


def copy_project(log: Log, name: str) -> Path:
    """Copies the project into a folder of the name."""
    copy = COPIES / re.sub(r"\W+", "-", name)
    shutil.rmtree(copy, ignore_errors=True)
    return copy_tracked(log, copy)


def plant(log: Log, seed: Seed, copy: Path) -> None:
    path = copy / seed.file
    path.write_text(path.read_text(encoding="utf-8").replace(seed.find, seed.replace), encoding="utf-8")
    log.must([sys.executable, "-B", "tools/permkern.py", "generate", "-o", "generated", "default"], cwd=copy)


def failures(log: Log, copy: Path, arguments: Iterable[str]) -> int | None:
    """Runs steps in a copy as CI does. Returns how many of their checks failed; None if they did not come to an end."""
    path = os.pathsep.join(str(copy / folder) for folder in ("", "tools", "bench"))
    environment = {"PYTHONPATH": path, "PERMKERN_JOBS": "1"}
    command = [sys.executable, "-B", "tools/runner/main.py", "test", "--strict", *arguments]
    _, output = log.run(command, cwd=copy, env=environment)
    found = re.findall(r"^(\d+) passed, (\d+) failed, \d+ skipped$", output, re.MULTILINE)
    return int(found[-1][1]) if found else None


def finds(log: Log, seed: Seed) -> Count:
    """Tries a bug. The copy stays where the bug is not found."""
    if seed.is_stale:
        log.note(f"STALE: {seed.bug}: {seed.file} does not hold its text once")
        return Count(0, 0, 1)
    copy = copy_project(log, seed.bug)
    plant(log, seed, copy)
    found = bool(failures(log, copy, seed.arguments))
    log.note(f"{'found' if found else 'NOT FOUND'}: {seed.bug} ({', '.join(seed.arguments)})")
    if found:
        shutil.rmtree(copy)
    return Count.of(found)


def is_clean(log: Log, arguments: tuple[str, ...]) -> bool:
    copy = copy_project(log, f"without a bug {' '.join(arguments)}")
    clean = failures(log, copy, arguments) == 0
    if clean:
        shutil.rmtree(copy)
    return clean


def seeds(log: Log, depth: Depth) -> Count:
    """Tries the bugs of files that --only names, or all. The same steps have to pass in a copy without a bug."""
    listed = [seed for seed in read() if depth.takes(seed.file)]
    calls = list(dict.fromkeys(seed.arguments for seed in listed))
    clean = dict(zip(calls, each(lambda call: is_clean(log, call), calls), strict=True))
    for call in (call for call in calls if not clean[call]):
        log.note(f"FAILS WITHOUT A BUG: {' '.join(call)}")
    return total(each(lambda seed: finds(log, seed) if clean[seed.arguments] else Count(0, 1), listed))


def steps() -> tuple[Step, ...]:
    needs = (
        "check",
        "meson",
        "jinja2",
        "python-test",
        "models",
        "esbmc",
    )  # what is installed beside the steps' programs
    return (Step("seeds", "seeded bugs make CI's steps fail", needs, seeds, "nightly"),)
