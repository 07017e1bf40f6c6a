# SPDX-License-Identifier: BSD-3-Clause
"""Steps of tools/test: permkern in another project's Meson build, and built by the oldest supported Meson."""

import re
import shutil
from pathlib import Path

import configurations
from builds import count_tests
from shipping import PLAIN, Command, fresh
from steps import ROOT, Count, Log, StepFailed

CHECKOUT = (
    "meson.build",
    "meson_options.txt",
    "generated",
    "generator",
    "include",
    "src",
    "templates",
    "tests",
    "tools",
)
OLDEST = ROOT / ".venv-oldest-meson" / "bin" / "meson"


def consumer(log: Log, folder: Path, meson: str | Path) -> Count:
    """Builds permkern as a Meson subproject: `dependency('permkern')` finds it, and its tests are left out."""
    project = folder / "consumer"
    shutil.copytree(ROOT / "tests/consumer", project)
    (project / "subprojects/permkern").mkdir(parents=True)
    for part in CHECKOUT:
        (project / "subprojects/permkern" / part).symlink_to(ROOT / part)
    shutil.copy(ROOT / "generator/sets/minimal.toml", project / "own.toml")
    ways = ((), ("-Dpermkern:permutation_set=own.toml",), ("-Dpermkern:kernels=committed",))
    for number, options in enumerate(ways):
        build = project / f"build-{number}"
        log.must([meson, "setup", "--werror", f"-Dc_args={PLAIN}", build, project, *options])
        log.must([meson, "compile", "-C", build])
        output = log.must([meson, "test", "-C", build])
        if not re.search(r"^Ok: +1 *$", output, re.MULTILINE):
            raise StepFailed("a subproject adds its own tests to those of the project that uses it")
    return Count(len(ways))


def subproject(log: Log) -> Count:
    return consumer(log, fresh("subproject"), "meson")


def wrap(log: Log) -> Count:
    """Builds examples/meson-subproject, with its wrap file changed to fetch this checkout's last commit."""
    folder = fresh("meson-wrap")
    for part in ("camera", "meson-subproject"):
        shutil.copytree(ROOT / "examples" / part, folder / part)
    example = folder / "meson-subproject"
    wrap_file = example / "subprojects/permkern.wrap"
    text, number = re.subn(r"(?m)^url = .*$", f"url = {ROOT.as_uri()}", wrap_file.read_text(encoding="utf-8"))
    if number != 1:
        raise StepFailed("the wrap file must have exactly one url line")
    wrap_file.write_text(text, encoding="utf-8")
    build = example / "build"
    trusting = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}
    setup: Command = [
        "meson",
        "setup",
        build,
        example,
        "-Doptimization=0",
        f"-Dc_args={' '.join(configurations.named('words').defines)}",
    ]
    setup.append("-Dpermkern:permutation_set=../camera/camera.toml")
    log.must(setup, env=trusting)
    log.must(["meson", "compile", "-C", build])
    log.must(["meson", "test", "-C", build])
    return count_tests(build)


def oldest(log: Log) -> Count:
    """Builds with the Meson version that meson.build requires: alone, with the tests, and as a subproject."""
    promised = re.search(r"meson_version: '>=([0-9.]+)'", (ROOT / "meson.build").read_text(encoding="utf-8"))
    version = log.must([OLDEST, "--version"]).strip()
    if promised is None or version != promised[1]:
        raise StepFailed(f"this Meson is {version}, but meson.build requires another as the oldest")
    folder = fresh("oldest-meson")
    plain = f"-Dc_args={PLAIN}"
    own_mli = ("-Dmli_headers=tests/mli_1_1", "-Dtests=disabled")
    log.must([OLDEST, "setup", "--werror", folder / "own-mli", *own_mli, plain])
    log.must([OLDEST, "compile", "-C", folder / "own-mli"])
    build = folder / "alone"
    log.must([OLDEST, "setup", "--werror", build, "-Dtests=enabled", plain])
    log.must([OLDEST, "compile", "-C", build, "permkern", "selftest"])
    log.must([OLDEST, "test", "-C", build, "--no-rebuild", "--suite=headers", "--suite=selftest"])
    return Count(1) + count_tests(build) + consumer(log, folder, OLDEST)
