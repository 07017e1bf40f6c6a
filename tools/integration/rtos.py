# SPDX-License-Identifier: BSD-3-Clause
"""permkern in builds of Zephyr and ESP-IDF, whose CMake functions are replaced by stubs (tests/zephyr, esp_idf)."""

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runner.programs import copy_tracked, fresh, generate
from runner.step import ROOT, Count, Depth, Log, StepFailed

from integration.common import (
    CAMERA,
    CONSUMER,
    NO_PYTHON,
    PACKERS,
    build_and_test,
    compiled_at,
    configure,
    refused,
    symbols,
    unpacked,
)

# ---- Zephyr ----

STUB = ROOT / "tests/zephyr"
# The symbols of Zephyr that the module's Kconfig uses; the module's own follow.
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
ON = {"PERMKERN": "y", "PERMKERN_SET": "camera.toml"}
SMALL = ON | {"PERMKERN_MAX_RANK": "4", "PERMKERN_MLI": "n", "PERMKERN_KERNELS": "gen"}
DEFAULTS = {"KERNELS": "", "MAX_RANK": "8", "OPTIMIZATION": "-O2", "MLI": "y", "CMSIS_NN": "n"}
# Values of Kconfig, and the -O flags of the library.
LEVELS: tuple[tuple[dict[str, str], str], ...] = (
    ({}, "-Os -O2"),
    ({"PERMKERN_OPTIMIZATION": "-O3 -fno-tree-vectorize"}, "-Os -O3"),
    ({"PERMKERN_SET": "tiny"}, "-Os"),
    ({"NO_OPTIMIZATIONS": "y"}, "-O0"),
)


def from_yaml(path: Path) -> Any:
    import yaml  # type: ignore[import-untyped]

    return yaml.safe_load(path.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Module:
    """Builds of the module with different Kconfig values, in one folder."""

    log: Log
    folder: Path

    def settings(self, name: str, values: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
        """Returns permkern's part of the configuration by Kconfig, and the options that pass all of it to CMake."""
        import kconfiglib  # type: ignore[import-untyped]

        module = from_yaml(ROOT / "zephyr/module.yml")["build"]
        with_zephyr, config = self.folder / "Kconfig", self.folder / f"{name}.config"
        with_zephyr.write_text(KCONFIG.format(ROOT / module["kconfig"]), encoding="utf-8")
        parsed = kconfiglib.Kconfig(str(with_zephyr), warn_to_stderr=False)
        accepted = [parsed.syms[symbol].set_value(value) for symbol, value in values.items()]
        parsed.write_config(str(config))
        self.log.note(config.read_text(encoding="utf-8"))
        if parsed.warnings or not all(accepted):
            raise StepFailed(f"Kconfig does not take {values}: {parsed.warnings}")
        told = {symbol: parsed.syms[symbol].str_value for symbol in parsed.syms if symbol.startswith("PERMKERN")}
        modules = f"-DMODULES={ROOT / module['cmake']};{STUB / 'base/cmsis_nn'}"
        return told, (f"-DZephyr_DIR={STUB}", modules, f"-DCONFIG={config}")

    def configure(self, name: str, values: Mapping[str, str], *options: str, main: Path | None = None) -> str:
        """Configures a build of an application, the camera's if no other is named; returns CMake's output."""
        application = f"-DAPPLICATION={main or self.folder / 'camera/main.c'}"
        return configure(self.log, STUB, self.folder / name, *self.settings(name, values)[1], application, *options)

    def sample(self, folder: Path) -> Count:
        """Builds a sample as its sample.yaml says, and compares its output with the expressions there, in order."""
        sample = from_yaml(folder / "sample.yaml")
        count = Count()
        for name, own in sample["tests"].items():
            scenario = sample["common"] | own
            lines = [*(folder / "prj.conf").read_text("utf-8").splitlines(), *scenario.get("extra_configs", [])]
            pairs = (line.removeprefix("CONFIG_").partition("=") for line in lines if line.startswith("CONFIG_"))
            values = {symbol: value.strip('"') for symbol, _, value in pairs}
            build = self.folder / name
            configure(self.log, folder, build, *self.settings(name, values)[1])
            count += build_and_test(self.log, build, 1)
            printed = iter(self.log.must([build / "zephyr/zephyr_final"]).splitlines())
            for expression in scenario["harness_config"]["regex"]:
                count += Count.of(any(re.search(expression, line) for line in printed))
        return count

    def configured(self) -> Count:
        """Checks builds by Kconfig's values: none, the defaults, and committed kernels without Python."""
        if "no library: CONFIG_PERMKERN is not set" not in self.configure("off", {}):
            raise StepFailed("the module is built although CONFIG_PERMKERN is off")
        told, _ = self.settings("generated", ON)
        if told != ON | {f"PERMKERN_{name}": value for name, value in DEFAULTS.items()}:
            raise StepFailed(f"Kconfig's defaults are not as documented: {told}")
        self.configure("generated", ON)
        count = build_and_test(self.log, self.folder / "generated", 1)
        generate(self.log, CAMERA / "camera.toml", self.folder / "camera/gen")
        self.configure("committed", SMALL, NO_PYTHON)
        count += build_and_test(self.log, self.folder / "committed", 1)
        library = symbols(self.log, self.folder / "committed/zephyr/zephyr/libpermkern.a")
        if "permkern_prepare_rank4" not in library or "mli_" in library:
            raise StepFailed("PERMKERN_MAX_RANK or PERMKERN_MLI has no effect")
        return count + Count(3)


def zephyr(log: Log, _: Depth) -> Count:
    folder = fresh("zephyr")
    camera = shutil.copytree(CAMERA, folder / "camera")
    module = Module(log, folder)
    count = module.configured() + module.sample(ROOT / "zephyr/samples/permkern")
    # CMSIS-NN's own transpose always fails here: the tests pass only if the module leaves it out.
    values = {"PERMKERN": "y", "PERMKERN_SET": "tiny", "PERMKERN_CMSIS_NN": "y", "CMSIS_NN": "y"}
    module.configure("cmsis-nn", values, main=ROOT / "tests/check_cmsis_nn.c")
    count += build_and_test(log, folder / "cmsis-nn", 1)
    for values, wanted in LEVELS:
        module.configure("levels", ON | values)
        count += compiled_at(log, folder / "levels", wanted)
    command = ("cmake", "-S", STUB, "-B", folder / "levels", f"-DAPPLICATION={camera / 'main.c'}", NO_PYTHON)
    says = "commit that folder and name it with CONFIG_PERMKERN_KERNELS."
    return count + refused(log, (*command, *module.settings("levels", ON)[1]), says)


# ---- ESP-IDF ----

ESP_STUB = ROOT / "tests/esp_idf"
SET = f"-DPERMKERN_PERMUTATION_SET={CAMERA / 'camera.toml'}"


def component(log: Log, build: Path, where: Path, *options: str) -> None:
    configure(log, ESP_STUB, build, f"-DCOMPONENT={where}", "-UPERMKERN_*", *options)


def component_built(log: Log, build: Path, where: Path, *options: str) -> Count:
    """Builds a component as ESP-IDF does: first its early expansion, then as part of an application."""
    log.must(["cmake", "-DESP_PLATFORM=1", f"-DCOMPONENT={where}", "-P", ESP_STUB / "early.cmake"])
    component(log, build, where, *options)
    return build_and_test(log, build, 1) + compiled_at(log, build, "-Os -O2") + Count(1)


def esp_idf(log: Log, _: Depth) -> Count:
    """Builds the checkout as a component with an application's set, at default and other optimisation levels."""
    folder = fresh("esp-idf")
    build = folder / "build"
    application = f"-DAPPLICATION={CAMERA / 'main.c'}"
    count = component_built(log, build, ROOT, application, SET)
    for option, wanted in (("PERMKERN_OPTIMIZATION=", "-Os"), ("CONFIG_COMPILER_OPTIMIZATION_NONE=y", "-O0")):
        component(log, build, ROOT, application, SET, f"-D{option}")
        count += compiled_at(log, build, wanted)
    without_python = ("cmake", "-S", ESP_STUB, "-B", build, NO_PYTHON, SET)
    count += refused(log, without_python, "commit that folder and name it with PERMKERN_KERNELS.")
    kernels = generate(log, CAMERA / "camera.toml", folder / "kernels")
    component(log, build, ROOT, application, SET, f"-DPERMKERN_KERNELS={kernels}", NO_PYTHON)
    return count + build_and_test(log, build, 1)


def esp_idf_packed(log: Log, _: Depth) -> Count:
    """Packs the component with `compote component pack`, and builds the result with the committed kernels."""
    folder = fresh("esp-idf-packed")
    source = copy_tracked(log, folder / "source")
    pack = (PACKERS / "compote", "component", "pack", "--name", "permkern", "--dest-dir", folder)
    log.must(pack, cwd=source, timeout=120)
    (archive,) = folder.glob("permkern_*.tgz")
    packed = unpacked(archive, folder / "permkern")
    if not (packed / "tools/permkern.py").is_file():
        raise StepFailed("the packed component does not contain the generator")
    return component_built(log, folder / "build", packed, f"-DAPPLICATION={CONSUMER / 'main.c'}", NO_PYTHON)
