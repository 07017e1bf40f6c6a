# SPDX-License-Identifier: BSD-3-Clause
"""
A step of tools/test: pinned kernels amalgamated for each target, compiled for it with nothing beside them, and run
where there is an emulator.
"""

import shutil
from pathlib import Path

from builds import count_tests
from configurations.callers import CODE, TargetCode
from configurations.targets import target
from shipping import GENERATOR, fresh, generate
from steps import ROOT, Count, Log, StepFailed

PLACE = ROOT / "tests/for_target"
SET = PLACE / "kernels.toml"


def amalgamated(log: Log, folder: Path, name: str) -> None:
    log.must([*GENERATOR, "amalgamate", "--target", name, "-o", folder, SET])
    log.must([*GENERATOR, "amalgamate", "--target", name, "-o", folder, "--dry-run", SET])


def run(log: Log, code: TargetCode) -> Count:
    """Builds and runs the kernels by the compiler and the emulator of a cross file; without one, on this machine."""
    folder = fresh(f"for-target/{code.name}")
    amalgamated(log, folder, code.name)
    generate(log, folder / "gen", SET)
    for name in ("main.c", "meson.build", "meson_options.txt"):
        shutil.copy(PLACE / name, folder)
    cross = [f"--cross-file={target(code.cross).path}"] if code.cross else []
    build = folder / "build"
    log.must(["meson", "setup", "--werror", build, folder, f"-Dcheckout={ROOT}", *cross])
    code_of, _ = log.run(["meson", "test", "-C", build, "--print-errorlogs"])
    count = count_tests(build)
    if (code_of == 0) != (count.failed == 0) or count.passed == 0:
        raise StepFailed(f"meson test ended with {code_of}, its log has {count}")
    return count


def compiled(log: Log, code: TargetCode) -> Count:
    """Compiles the kernels of a core that no cross file is for."""
    folder = fresh(f"for-target/{code.name}")
    amalgamated(log, folder, code.name)
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wundef", "-Werror"]
    log.must([*code.compiler, "-std=c99", "-O2", *warnings, "-c", folder / "permkern.c", "-o", folder / "permkern.o"])
    return Count(1)


def for_targets(log: Log) -> Count:
    return sum((compiled(log, code) if code.compiler else run(log, code) for code in CODE), Count())
