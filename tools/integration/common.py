# SPDX-License-Identifier: BSD-3-Clause
"""Functions that several steps share: refused commands, CMake builds, copies of the checkout, pkg-config."""

import json
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from runner.configurations import named
from runner.step import ROOT, Count, Log, StepFailed

Command = Sequence[str | Path]

CAMERA = ROOT / "examples" / "camera"
SETS = (CAMERA / "camera.toml", CAMERA / "speech.toml")  # for its main.c
CONSUMER = ROOT / "tests" / "consumer"
PACKERS = ROOT / ".venv-packers" / "bin"
NO_PYTHON = "-DPERMKERN_PYTHON=/no/such/python"
PLAIN = ("-O1", *named("words").defines)  # compiles fastest


def refused(log: Log, command: Command, says: str) -> Count:
    """Checks that a command fails with a message. White space is ignored, because CMake wraps lines."""
    code, output = log.run(command)
    right = code != 0 and says in " ".join(output.split()) and "Traceback" not in output
    if not right:
        log.note(f"FAIL wanted an error with {says!r}")
    return Count.of(right)


def symbols(log: Log, path: Path) -> str:
    return log.must(["nm", "--defined-only", path])


def pkg_config(log: Log, folder: Path) -> list[str]:
    """Returns the options in the folder's permkern.pc, with shell quoting removed."""
    return shlex.split(log.must(["pkg-config", "--cflags", "--libs", "permkern"], env={"PKG_CONFIG_PATH": str(folder)}))


# ---- CMake ----


def configure(log: Log, source: Path, build: Path, *options: str) -> str:
    generator = () if any(option.startswith("-G") for option in options) else ("-GNinja",)
    return log.must(["cmake", "-S", source, "-B", build, "-Wdev", "-Werror=dev", *generator, *options])


def build_and_test(log: Log, build: Path, tests: int) -> Count:
    output = log.must(["cmake", "--build", build])
    if re.search(r"\bwarning:", output):
        raise StepFailed("the build has warnings; its log shows them")
    if f"100% tests passed, 0 tests failed out of {tests}" not in log.must(["ctest", "--test-dir", build]):
        raise StepFailed(f"ctest did not run {tests} tests")
    return Count(tests)


def compiled_at(log: Log, build: Path, wanted: str) -> Count:
    """Checks all -O flags on permkern's compile commands, in order, because the compiler obeys the last one."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    own = [one["command"] for one in commands if "permkern.dir/" in one["command"]]
    levels = {" ".join(re.findall(r"\s(-O\S*)", command)) for command in own}
    if levels != {wanted}:
        log.note(f"FAIL {build}: permkern is compiled with {levels}, not with {wanted}")
    return Count.of(levels == {wanted})
