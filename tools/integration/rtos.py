# SPDX-License-Identifier: BSD-3-Clause
"""Tests permkern in Zephyr and ESP-IDF builds, with stubs for their CMake functions (tests/zephyr, tests/esp_idf)."""

import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from runner.programs import PERMKERN, copy_tracked, fresh
from runner.step import ROOT, Count, Depth, Log, StepFailed, total

from integration.common import (
    CAMERA,
    CONSUMER,
    NO_PYTHON,
    PACKERS,
    SETS,
    build_and_test,
    compiled_at,
    configure,
    refused,
    symbols,
)

# ---- Zephyr ----

STUB = ROOT / "tests/zephyr"
# Zephyr's symbols that the module's Kconfig uses, then the module's own.
KCONFIG = """\
choice
    prompt "Optimization level"
config SIZE_OPTIMIZATIONS
    bool "Size"
config NO_OPTIMIZATIONS
    bool "None"
endchoice
config CMSIS_NN
    bool "CMSIS-NN"
source "{}"
"""
ON = ("CONFIG_PERMKERN=y", 'CONFIG_PERMKERN_SET="camera.toml speech.toml"', 'CONFIG_PERMKERN_TARGET="cortex-m4"')
SMALL = (*ON, "CONFIG_PERMKERN_MAX_RANK=4", 'CONFIG_PERMKERN_KERNELS="gen"')
TINY = (ON[0], 'CONFIG_PERMKERN_SET="tiny"', "CONFIG_PERMKERN_MLI=n")
FOR_CMSIS_NN = (*TINY, "CONFIG_CMSIS_NN=y", "CONFIG_PERMKERN_CMSIS_NN=y")
# One more line of prj.conf, and the library's -O flags with it.
LEVELS = (
    ("", "-Os -O2"),
    ('CONFIG_PERMKERN_OPTIMIZATION="-O3 -fno-tree-vectorize"', "-Os -O3"),
    ('CONFIG_PERMKERN_SET="tiny"', "-Os"),
    ("CONFIG_NO_OPTIMIZATIONS=y", "-O0"),
)


def from_yaml(path: Path) -> Any:
    import yaml  # type: ignore[import-untyped]

    return yaml.safe_load(path.read_text(encoding="utf-8"))


def settings(log: Log, build: Path, lines: Iterable[str]) -> tuple[str, ...]:
    """Evaluates the lines of a prj.conf with Kconfig. Returns the options that pass the configuration to CMake."""
    import kconfiglib  # type: ignore[import-untyped]

    module = from_yaml(ROOT / "zephyr/module.yml")["build"]
    with_zephyr, project, config = (build.with_suffix(suffix) for suffix in (".Kconfig", ".conf", ".config"))
    with_zephyr.write_text(KCONFIG.format(ROOT / module["kconfig"]), encoding="utf-8")
    project.write_text("\n".join(lines), encoding="utf-8")
    parsed = kconfiglib.Kconfig(str(with_zephyr), warn_to_stderr=False)
    parsed.warn_assign_override = False
    parsed.load_config(str(project))
    parsed.write_config(str(config))
    log.note(config.read_text(encoding="utf-8"))
    if parsed.warnings:
        raise StepFailed(f"Kconfig does not take {project}: {parsed.warnings}")
    modules = f"-DMODULES={ROOT / module['cmake']};{STUB / 'base/cmsis_nn'}"
    return f"-DZephyr_DIR={STUB}", modules, f"-DCONFIG={config}"


def sample(log: Log, top: Path, folder: Path) -> Count:
    """Builds a sample as its sample.yaml says, and compares its output with the expressions in that file, in order."""
    described = from_yaml(folder / "sample.yaml")
    count = Count()
    for name, own in described["tests"].items():
        scenario = described["common"] | own
        lines = [*(folder / "prj.conf").read_text("utf-8").splitlines(), *scenario.get("extra_configs", [])]
        build = top / name.replace(".", "-")
        configure(log, folder, build, *settings(log, build, lines))
        count += build_and_test(log, build, 1)
        printed = iter(log.must([build / "zephyr/zephyr_final"]).splitlines())
        for expression in scenario["harness_config"]["regex"]:
            count += Count.of(any(re.search(expression, line) for line in printed))
    return count


def zephyr(log: Log, _: Depth) -> Count:
    folder = fresh("zephyr")
    camera = shutil.copytree(CAMERA, folder / "camera")
    log.must([*PERMKERN, "generate", "--target", "cortex-m4", "-o", camera / "gen", *SETS])

    def configured(name: str, lines: Iterable[str], *options: str, main: Path = camera / "main.c") -> str:
        build = folder / name
        return configure(log, STUB, build, *settings(log, build, lines), f"-DAPPLICATION={main}", *options)

    if "no library: CONFIG_PERMKERN is not set" not in configured("off", ()):
        raise StepFailed("the module is built although CONFIG_PERMKERN is off")
    configured("generated", ON)
    configured("committed", SMALL, NO_PYTHON)
    # CMSIS-NN's own transpose always fails in this stub, so the tests pass only if the module leaves it out.
    configured("cmsis-nn", FOR_CMSIS_NN, main=ROOT / "tests/check_cmsis_nn.c")
    names = ("generated", "committed", "cmsis-nn")
    count = Count(1) + total(build_and_test(log, folder / name, 1) for name in names)
    library = symbols(log, folder / "committed/zephyr/zephyr/libpermkern.a")
    without = symbols(log, folder / "cmsis-nn/zephyr/zephyr/libpermkern.a")
    if "permkern_prepare_rank4" not in library or "mli_" in without:
        raise StepFailed("PERMKERN_MAX_RANK or PERMKERN_MLI has no effect")
    for line, wanted in LEVELS:
        configured("levels", (*ON, line))
        count += compiled_at(log, folder / "levels", wanted)
    build = folder / "without-python"
    command = ("cmake", "-S", STUB, "-B", build, f"-DAPPLICATION={camera / 'main.c'}", NO_PYTHON)
    says = "commit that folder and name it with CONFIG_PERMKERN_KERNELS."
    count += refused(log, (*command, *settings(log, build, ON)), says)
    return count + sample(log, folder, ROOT / "zephyr/samples/permkern")


# ---- ESP-IDF ----

ESP_STUB = ROOT / "tests/esp_idf"
SET = f"-DPERMKERN_PERMUTATION_SET={SETS[0]};{SETS[1]}"


def esp_idf(log: Log, _: Depth) -> Count:
    """Packs the component with `compote component pack`, builds the package like ESP-IDF, and a new project's main."""
    folder = fresh("esp-idf")
    pack = (PACKERS / "compote", "component", "pack", "--name", "permkern", "--dest-dir", folder)
    log.must(pack, cwd=copy_tracked(log, folder / "source"), timeout=120)
    (archive,) = folder.glob("permkern_*.tgz")
    shutil.unpack_archive(archive, folder / "permkern")
    packed = f"-DCOMPONENT={folder / 'permkern'}"
    log.must(["cmake", "-DESP_PLATFORM=1", packed, "-P", ESP_STUB / "early.cmake"])
    build = folder / "build"

    def component(main: Path, *options: str) -> None:
        configure(log, ESP_STUB, build, packed, "-UPERMKERN_*", f"-DAPPLICATION={main}", *options)

    component(CONSUMER / "main.c", NO_PYTHON)  # with the committed kernels
    count = build_and_test(log, build, 1)
    component(CAMERA / "main.c", SET)
    count += build_and_test(log, build, 1) + compiled_at(log, build, "-Os -O2")
    for option, wanted in (("PERMKERN_OPTIMIZATION=", "-Os"), ("CONFIG_COMPILER_OPTIMIZATION_NONE=y", "-O0")):
        component(CAMERA / "main.c", SET, f"-D{option}")
        count += compiled_at(log, build, wanted)
    without_python = ("cmake", "-S", ESP_STUB, "-B", build, NO_PYTHON, SET)
    count += refused(log, without_python, "commit that folder and name it with PERMKERN_KERNELS.")
    kernels = folder / "kernels"
    log.must([*PERMKERN, "generate", "-o", kernels, *SETS])
    component(CAMERA / "main.c", SET, f"-DPERMKERN_KERNELS={kernels}", NO_PYTHON)
    count += build_and_test(log, build, 1)
    log.must([*PERMKERN, "new", folder / "project", "--board", "esp32"])
    main = (f"-DCOMPONENT={folder / 'project/main'}", f"-DAPPLICATION={ESP_STUB / 'run.c'}")
    configure(log, ESP_STUB, folder / "main", *main)
    return count + build_and_test(log, folder / "main", 1)
