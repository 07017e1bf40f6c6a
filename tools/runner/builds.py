# SPDX-License-Identifier: BSD-3-Clause
"""Runs Meson builds and counts their tests."""

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from runner.step import BUILD, Count, Log, StepFailed


def count_test(record: Mapping[str, object]) -> Count:
    """Counts the cases that a test in Meson's log reports (TAP or `N passed, N failed`), else the test as one case."""
    output = str(record.get("stdout") or "")
    if record.get("result") == "SKIP":
        return Count(0, 0, 1)
    return Count.reported(output, failed=record.get("result") not in ("OK", "EXPECTEDFAIL"))


def count_tests(build: Path) -> Count:
    records = (build / "meson-logs" / "testlog.json").read_text(encoding="utf-8").splitlines()
    return sum((count_test(json.loads(record)) for record in records), Count())


def refuse_warnings(output: str) -> None:
    if re.search(r"\bwarning:", output):
        raise StepFailed("the build has warnings; its log shows them")


@dataclass(frozen=True)
class Build:
    """
    A Meson build. options: for Meson. compiler: CC; empty: Meson's default. environment: for set-up and tests.
    suites: suites to run, with only their programs compiled; empty: all. without: suites to leave out.
    """

    name: str
    options: tuple[str, ...] = ()
    compiler: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    suites: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    @property
    def directory(self) -> Path:
        return BUILD / self.name

    def set_up(self, log: Log) -> None:
        shutil.rmtree(self.directory, ignore_errors=True)
        compiler = {"CC": self.compiler} if self.compiler else {}
        environment = {**self.environment, **compiler}
        output = log.must(["meson", "setup", "--werror", self.directory, *self.options], env=environment)
        if "added in newer versions" in output:
            raise StepFailed("meson.build uses features that its meson_version does not have")

    def test(self, log: Log) -> Count:
        suites = [f"--suite={suite}" for suite in self.suites] + [f"--no-suite={suite}" for suite in self.without]
        command = ["meson", "test", "-C", str(self.directory), "--print-errorlogs", *suites]
        code, output = log.run(command, env=self.environment)
        refuse_warnings(output)
        count = count_tests(self.directory)
        if (code == 0) != (count.failed == 0) or count.passed == 0:
            raise StepFailed(f"meson test ended with {code}, its log has {count}")
        return count

    def all(self, log: Log) -> Count:
        self.set_up(log)
        return self.test(log)
