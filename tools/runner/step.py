# SPDX-License-Identifier: BSD-3-Clause
"""Defines a step of tools/test and tools/nightly, and runs its commands with a log."""

import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
TAIL = 40  # log lines shown after a failed step
TIMED_OUT = 124  # exit code after a timeout, as in timeout(1)

Item = TypeVar("Item")
Result = TypeVar("Result")
When = Literal["quick", "ci", "nightly"]


def processors() -> int:
    """Returns the number of commands to run at once: $PERMKERN_JOBS, or the number of processors."""
    return int(os.environ.get("PERMKERN_JOBS", 0)) or os.cpu_count() or 1


class StepFailed(Exception):
    """A step could not be completed. Failed tests are counted instead."""


@dataclass(frozen=True)
class Count:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"

    @staticmethod
    def of(right: bool) -> "Count":
        """Counts one case."""
        return Count(int(right), int(not right))

    @staticmethod
    def printed(output: str) -> "Count | None":
        """Parses the last line `N passed, N failed` in a program's output; None without one."""
        totals = re.findall(r"^(\d+) passed, (\d+) failed$", output, re.MULTILINE)
        return Count(int(totals[-1][0]), int(totals[-1][1])) if totals else None

    @staticmethod
    def reported(output: str, *, failed: bool) -> "Count":
        """Counts the cases in a test's output (TAP or a total line), else the test as one case."""
        count = Count.printed(output)
        if count is None and re.search(r"^1\.\.\d+", output, re.MULTILINE):
            bad = len(re.findall(r"^not ok\b", output, re.MULTILINE))
            count = Count(len(re.findall(r"^ok\b", output, re.MULTILINE)), bad)
        if count is None:
            return Count.of(not failed)
        return count + Count(0, 1) if failed and count.failed == 0 else count


@dataclass(frozen=True)
class Log:
    """Runs commands and writes their output to a file. Logs share slots, which limit the commands run at once."""

    path: Path
    slots: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(processors()))

    def begin(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("", encoding="utf-8")

    def note(self, text: str) -> None:
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(text + "\n")

    def run(
        self,
        command: Sequence[str | Path],
        *,
        env: Mapping[str, str] = MappingProxyType({}),
        cwd: Path = ROOT,
        timeout: float | None = None,
    ) -> tuple[int, str]:
        """
        Runs a command. Returns its exit code, and both streams' output. ``env`` is added to the environment.
        After ``timeout`` seconds, the command and its children are killed, and the exit code is TIMED_OUT.
        """
        words = [str(word) for word in command]
        with (
            self.slots,
            subprocess.Popen(
                words,
                cwd=cwd,
                env={**os.environ, **env},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="backslashreplace",
                start_new_session=timeout is not None,
            ) as process,
        ):
            began = time.monotonic()
            try:
                output, _ = process.communicate(timeout=timeout)
                code = process.returncode
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                output, _ = process.communicate()
                code = TIMED_OUT
            seconds = time.monotonic() - began
        settings = "".join(f"{name}={value!r} " for name, value in env.items())
        self.note(f"$ {settings}{' '.join(words)}\n{output}[{seconds:.1f} s]")
        return code, output

    def must(self, command: Sequence[str | Path], **how: Any) -> str:
        """Runs a command as run() does, and returns its output. StepFailed: its exit code is not 0."""
        code, output = self.run(command, **how)
        if code != 0:
            words = " ".join(map(str, command))
            raise StepFailed(f"failed with exit code {code}, output in {self.path}: {words}")
        return output

    def counted(self, command: Sequence[str | Path], **how: Any) -> Count:
        """Runs a program that prints `N passed, N failed`. An exit code that contradicts this line counts as failed."""
        code, output = self.run(command, **how)
        count = Count.printed(output)
        if count is None:
            self.note(f"ended with {code} and printed no total: {command[0]}")
            return Count(0, 1)
        return count if (code == 0) == (count.failed == 0) else count + Count(0, 1)

    def tested(self, command: Sequence[str | Path], *, env: Mapping[str, str] = MappingProxyType({})) -> Count:
        """Runs a test program, and counts its reported cases (TAP or `N passed, N failed`), else itself as one case."""
        code, output = self.run(command, env=env, timeout=600)
        return Count.reported(output, failed=code != 0)

    def tail(self) -> str:
        return "\n".join(self.path.read_text(encoding="utf-8").splitlines()[-TAIL:])


@dataclass(frozen=True)
class Depth:
    """
    The extent of a step. whole: everything, for tools/nightly; otherwise CI's part. only: names of the step's parts to
    run; empty: all.
    """

    whole: bool = False
    only: tuple[str, ...] = ()

    def takes(self, part: str) -> bool:
        return not self.only or part in self.only


@dataclass(frozen=True)
class Step:
    """
    name: the argument of tools/test. needs: groups in runner/needs.py. more: further groups for tools/nightly.
    when: the smallest run with this step: `tools/test`, `tools/test --all` or `tools/nightly`.
    """

    name: str
    title: str
    needs: tuple[str, ...]
    run: Callable[[Log, Depth], Count]
    when: When = "ci"
    more: tuple[str, ...] = ()

    def groups(self, depth: Depth) -> tuple[str, ...]:
        return (*self.needs, *(self.more if depth.whole else ()))


def each(function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Returns the function's result for every item, in order. Runs processors() calls at once."""
    with ThreadPoolExecutor(max_workers=processors()) as pool:
        return list(pool.map(function, items))


def total(counts: Iterable[Count]) -> Count:
    return sum(counts, Count())
