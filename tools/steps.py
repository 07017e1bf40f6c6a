# SPDX-License-Identifier: BSD-3-Clause
"""Runs commands with a log and counts cases, for tools/test and tools/verify."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
TAIL = 40  # lines of a failing step's log that are shown
TIMED_OUT = 124  # exit code of a command that ran out of time, as with timeout(1)


def processors() -> int:
    """Returns how many commands run at once: $PERMKERN_JOBS, or the number of processors."""
    return int(os.environ.get("PERMKERN_JOBS", 0)) or os.cpu_count() or 1


class StepFailed(Exception):
    """A step could not be completed, as distinct from a test that failed."""


@dataclass(frozen=True)
class Count:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"


@dataclass(frozen=True)
class Log:
    """Runs commands and writes their output to a file. Logs share slots, which limit the commands run at once."""

    path: Path
    slots: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(processors()))
    spent: list[float] = field(default_factory=list)  # seconds that each command took, without its wait for a slot

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
        Runs a command and returns its exit code and the output of both streams. ``env`` is added to the environment.
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
            self.spent.append(time.monotonic() - began)
        settings = "".join(f"{name}={value!r} " for name, value in env.items())
        self.note(f"$ {settings}{' '.join(words)}\n{output}[{self.spent[-1]:.1f} s]")
        return code, output

    def must(
        self,
        command: Sequence[str | Path],
        *,
        env: Mapping[str, str] = MappingProxyType({}),
        cwd: Path = ROOT,
        timeout: float | None = None,
    ) -> str:
        code, output = self.run(command, env=env, cwd=cwd, timeout=timeout)
        if code != 0:
            raise StepFailed(f"failed with exit code {code}: {' '.join(str(word) for word in command)}")
        return output

    def tail(self) -> str:
        return "\n".join(self.path.read_text(encoding="utf-8").splitlines()[-TAIL:])
