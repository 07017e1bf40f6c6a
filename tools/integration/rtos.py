# SPDX-License-Identifier: BSD-3-Clause
"""permkern in builds of Zephyr and ESP-IDF, whose CMake functions are replaced by stubs (tests/zephyr, esp_idf)."""

import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from runner.programs import fresh, generate
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
    tracked,
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
DEFAULTS = {
    "PERMKERN_KERNELS": "",
    "PERMKERN_MAX_RANK": "8",
    "PERMKERN_OPTIMIZATION": "-O2",
    "PERMKERN_MLI": "y",
    "PERMKERN_CMSIS_NN": "n",
}
# Values of Kconfig, and the -O flags of the library.
LEVELS = (
    ({"PERMKERN_OPTIMIZATION": "-O3 -fno-tree-vectorize"}, "-Os -O3"),
    ({"PERMKERN_SET": "tiny"}, "-Os"),
    ({"NO_OPTIMIZATIONS": "y"}, "-O0"),
)


def module_paths() -> tuple[Path, Path, Path]:
    """Returns the paths that zephyr/module.yml names: the folder of CMakeLists.txt, Kconfig, the folder of samples."""
    import yaml  # type: ignore[import-untyped]

    module = yaml.safe_load((ROOT / "zephyr/module.yml").read_text(encoding="utf-8"))
    return ROOT / module["build"]["cmake"], ROOT / module["build"]["kconfig"], ROOT / module["samples"][0]


def kconfig(log: Log, path: Path, config: Path, values: Mapping[str, str]) -> dict[str, str]:
    """Parses Kconfig with the given values, writes the configuration for Zephyr's build, and returns permkern's."""
    import kconfiglib  # type: ignore[import-untyped]

    parsed = kconfiglib.Kconfig(str(path), warn_to_stderr=False)
    for name, value in values.items():
        if not parsed.syms[name].set_value(value):
            raise StepFailed(f"{path}: {name} does not accept {value!r}")
    parsed.write_config(str(config))
    log.note(config.read_text(encoding="utf-8"))
    if any("PERMKERN_MAX_RANK" not in warning for warning in parsed.warnings):
        raise StepFailed("\n".join(parsed.warnings))
    return {name: parsed.syms[name].str_value for name in parsed.syms if name.startswith("PERMKERN")}


@dataclass(frozen=True)
class Module:
    """Builds of the module with different Kconfig values, in one folder."""

    log: Log
    folder: Path

    def settings(self, name: str, values: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
        """Returns the configuration that Kconfig makes of values, and the options that pass it to CMake."""
        module, path, _ = module_paths()
        config = self.folder / f"{name}.config"
        with_zephyr = self.folder / "Kconfig"
        with_zephyr.write_text(KCONFIG.format(path), encoding="utf-8")
        told = kconfig(self.log, with_zephyr, config, values)
        modules = f"-DMODULES={module};{STUB / 'base/cmsis_nn'}"
        return told, (f"-DZephyr_DIR={STUB}", modules, f"-DCONFIG={config}")

    def application(self, main: Path) -> str:
        return f"-DAPPLICATION={main}"

    def configure(self, name: str, values: Mapping[str, str], *options: str, main: Path | None = None) -> str:
        """Configures a build of an application, the camera's if no other is named; returns CMake's output."""
        application = self.application(main or self.folder / "camera/main.c")
        _, settings = self.settings(name, values)
        return configure(self.log, STUB, self.folder / name, *settings, application, *options)

    def sample(self, folder: Path) -> Count:
        """Builds a sample as its sample.yaml says, and compares its output with the expressions there, in order."""
        import yaml

        sample = yaml.safe_load((folder / "sample.yaml").read_text(encoding="utf-8"))
        config = (folder / "prj.conf").read_text(encoding="utf-8").splitlines()
        count = Count()
        for name, own in sample["tests"].items():
            scenario = sample["common"] | own
            _, settings = self.settings(name, assignments([*config, *scenario.get("extra_configs", [])]))
            build = self.folder / name
            configure(self.log, folder, build, *settings)
            count += build_and_test(self.log, build, 1)
            lines = iter(self.log.must([build / "zephyr/zephyr_final"]).splitlines())
            for expression in scenario["harness_config"]["regex"]:
                count += Count.of(any(re.search(expression, line) for line in lines))
        return count


def assignments(lines: Iterable[str]) -> dict[str, str]:
    """Returns the Kconfig values of lines like CONFIG_NAME=value, by name without CONFIG_. The last one counts."""
    pairs = (line.strip().removeprefix("CONFIG_").partition("=") for line in lines if line.startswith("CONFIG_"))
    return {name: value.strip('"') for name, _, value in pairs}


def configured(module: Module) -> Count:
    """Checks what Kconfig's values do: none, the defaults, committed kernels without Python, and limits."""
    log, folder = module.log, module.folder
    if "no library: CONFIG_PERMKERN is not set" not in module.configure("off", {}):
        raise StepFailed("the module is built although CONFIG_PERMKERN is off")
    told, _ = module.settings("generated", ON)
    if told != ON | DEFAULTS:
        raise StepFailed(f"Kconfig's defaults are not as documented: {told}")
    module.configure("generated", ON)
    count = build_and_test(log, folder / "generated", 1) + compiled_at(log, folder / "generated", "-Os -O2")

    generate(log, CAMERA / "camera.toml", folder / "camera/gen")
    small = ON | {"PERMKERN_MAX_RANK": "4", "PERMKERN_MLI": "n", "PERMKERN_KERNELS": "gen"}
    module.configure("committed", small, NO_PYTHON)
    count += build_and_test(log, folder / "committed", 1)
    library = symbols(log, folder / "committed/zephyr/zephyr/libpermkern.a")
    if "permkern_prepare_rank4" not in library or "mli_" in library:
        raise StepFailed("PERMKERN_MAX_RANK or PERMKERN_MLI has no effect")
    if module.settings("rank", ON | {"PERMKERN_MAX_RANK": "9"})[0]["PERMKERN_MAX_RANK"] != "8":
        raise StepFailed("PERMKERN_MAX_RANK accepts 9; at most 8 is valid")
    return count + Count(3)


def zephyr(log: Log, _: Depth) -> Count:
    folder = fresh("zephyr")
    camera = shutil.copytree(CAMERA, folder / "camera")
    module = Module(log, folder)
    count = configured(module)
    for path in sorted(module_paths()[2].glob("*/sample.yaml")):
        count += module.sample(path.parent)
    # CMSIS-NN's own transpose always fails here: the tests pass only if the module leaves it out.
    values = {"PERMKERN": "y", "PERMKERN_SET": "tiny", "PERMKERN_CMSIS_NN": "y", "CMSIS_NN": "y"}
    module.configure("cmsis-nn", values, main=ROOT / "tests/check_cmsis_nn.c")
    count += build_and_test(log, folder / "cmsis-nn", 1)
    for values, wanted in LEVELS:
        module.configure("levels", ON | values)
        count += compiled_at(log, folder / "levels", wanted)
    _, settings = module.settings("no-python", ON)
    command = ["cmake", "-S", STUB, "-B", folder / "no-python", *settings, module.application(camera / "main.c")]
    says = "commit that folder and name it with CONFIG_PERMKERN_KERNELS."
    return count + refused(log, [*command, NO_PYTHON], says)


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
    levels = (
        ((SET, "-DPERMKERN_OPTIMIZATION="), "-Os"),
        (("-DPERMKERN_PERMUTATION_SET=mli",), "-Os"),
        ((SET, "-DCONFIG_COMPILER_OPTIMIZATION_NONE=y"), "-O0"),
    )
    for options, wanted in levels:
        component(log, build, ROOT, application, *options)
        count += compiled_at(log, build, wanted)
    without_python = ["cmake", "-S", ESP_STUB, "-B", build, NO_PYTHON, SET]
    count += refused(log, without_python, "commit that folder and name it with PERMKERN_KERNELS.")
    kernels = generate(log, CAMERA / "camera.toml", folder / "kernels")
    component(log, build, ROOT, application, SET, f"-DPERMKERN_KERNELS={kernels}", NO_PYTHON)
    return count + build_and_test(log, build, 1)


def esp_idf_packed(log: Log, _: Depth) -> Count:
    """Packs the component with `compote component pack`, and builds the result with the committed kernels."""
    folder = fresh("esp-idf-packed")
    source = tracked(log, folder / "source")
    pack = [PACKERS / "compote", "component", "pack", "--name", "permkern", "--dest-dir", folder]
    log.must(pack, cwd=source, timeout=120)
    (archive,) = folder.glob("permkern_*.tgz")
    packed = unpacked(archive, folder / "permkern")
    if not (packed / "tools/permkern.py").is_file():
        raise StepFailed("the packed component does not contain the generator")
    return component_built(log, folder / "build", packed, f"-DAPPLICATION={CONSUMER / 'main.c'}", NO_PYTHON)
