# SPDX-License-Identifier: BSD-3-Clause
"""Steps of tools/test: permkern in builds of Zephyr and ESP-IDF, whose CMake functions are replaced by stubs."""

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from shipping import (
    CAMERA,
    NO_PYTHON,
    PACKERS,
    Command,
    build_and_test,
    checked_out,
    configure,
    fresh,
    generate,
    refused,
    symbols,
    unpacked,
)
from steps import ROOT, Count, Log, StepFailed
from zephyr_sample import Scenario, assignments, judge, scenarios

NO_BUILD_TYPE = "-DCMAKE_BUILD_TYPE="  # as in both


def compiled(build: Path, wanted: str) -> Count:
    """Checks that all of permkern's sources have these -O flags in this order, of which the last one is in effect."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    own = [one["command"] for one in commands if "permkern.dir/" in one["command"]]
    levels = {" ".join(re.findall(r"\s(-O\S*)", command)) for command in own}
    if levels != {wanted}:
        raise StepFailed(f"{build}: permkern is compiled with {levels}, not with {wanted}")
    return Count(1)


# ---- Zephyr ----

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
STUB = ROOT / "tests/zephyr"


def kconfig(log: Log, path: Path, config: Path, values: Mapping[str, str]) -> dict[str, str]:
    """Parses Kconfig with the given values, writes the configuration for Zephyr's build, and returns it."""
    import kconfiglib  # type: ignore[import-untyped]

    parsed = kconfiglib.Kconfig(str(path), warn_to_stderr=False)
    for name, value in values.items():
        if not parsed.syms[name].set_value(value):
            raise StepFailed(f"{path}: {name} does not accept {value!r}")
    parsed.write_config(str(config))
    log.note(config.read_text(encoding="utf-8"))
    if parsed.warnings and "PERMKERN_MAX_RANK" not in "".join(parsed.warnings):
        raise StepFailed("\n".join(parsed.warnings))
    return {name: parsed.syms[name].str_value for name in parsed.syms if name.startswith("PERMKERN")}


def module_paths() -> tuple[Path, Path, Path]:
    """Returns the paths that zephyr/module.yml names: the folder of CMakeLists.txt, Kconfig, the folder of samples."""
    text = (ROOT / "zephyr/module.yml").read_text(encoding="utf-8")
    found = [re.search(rf"(?m)^  {key} (\S+)$", text) for key in ("cmake:", "kconfig:", "-")]
    if None in found:
        raise StepFailed("zephyr/module.yml must name cmake, kconfig and samples")
    cmake_folder, kconfig_file, samples = (ROOT / match[1] for match in found if match is not None)
    return cmake_folder, kconfig_file, samples


@dataclass(frozen=True)
class Module:
    """Builds of the module with different Kconfig values, in one folder."""

    log: Log
    folder: Path

    def configured(self, name: str, values: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
        """Returns the configuration that Kconfig makes of values, and the options that pass it to CMake."""
        module, path, _ = module_paths()
        config = self.folder / f"{name}.config"
        with_zephyr = self.folder / "Kconfig"
        with_zephyr.write_text(KCONFIG.format(path), encoding="utf-8")
        told = kconfig(self.log, with_zephyr, config, values)
        modules = f"-DMODULES={module};{STUB / 'base/cmsis_nn'}"
        return told, (f"-DZephyr_DIR={STUB}", modules, f"-DCONFIG={config}", NO_BUILD_TYPE)

    @property
    def camera(self) -> str:
        return f"-DAPPLICATION={self.folder / 'camera/main.c'}"

    def configure(self, name: str, values: Mapping[str, str], *options: str) -> tuple[dict[str, str], str]:
        """Configures a build, and returns what Kconfig and CMake report."""
        told, answers = self.configured(name, values)
        build = self.folder / name
        return told, configure(self.log, STUB, build, "-GNinja", *answers, self.camera, *options)

    def cmsis_nn(self) -> Count:
        """Builds the tests of CMSIS-NN's transposes: its own one fails, so that all pass only if it is left out."""
        values = {"PERMKERN": "y", "PERMKERN_SET": "tiny", "PERMKERN_CMSIS_NN": "y", "CMSIS_NN": "y"}
        told, answers = self.configured("cmsis-nn", values)
        if told["PERMKERN_CMSIS_NN"] != "y":
            raise StepFailed("CONFIG_PERMKERN_CMSIS_NN cannot be set beside CONFIG_CMSIS_NN")
        build = self.folder / "cmsis-nn"
        configure(self.log, STUB, build, "-GNinja", *answers, f"-DAPPLICATION={ROOT / 'tests/check_cmsis_nn.c'}")
        return build_and_test(self.log, build, 1)

    def sample(self, folder: Path, scenario: Scenario) -> Count:
        """Builds a sample by its own CMakeLists.txt, and judges what it prints as twister does."""
        config = (folder / "prj.conf").read_text(encoding="utf-8").splitlines()
        _, answers = self.configured(scenario.name, assignments([*config, *scenario.configs]))
        build = self.folder / scenario.name
        configure(self.log, folder, build, "-GNinja", *answers)
        count = build_and_test(self.log, build, 1)
        judge(scenario, self.log.must([build / "zephyr/zephyr_final"]))
        return count

    def optimization(self) -> Count:
        """Checks that profile speed overrides Zephyr's -Os, but that other profiles and debug builds keep theirs."""
        cases: tuple[tuple[dict[str, str], str], ...] = (
            ({"PERMKERN_OPTIMIZATION": "-O3 -fno-tree-vectorize"}, "-Os -O3"),
            ({"PERMKERN_OPTIMIZATION": ""}, "-Os"),
            ({"PERMKERN_SET": "mli"}, "-Os"),
            ({"PERMKERN_SET": "tiny"}, "-Os"),
            ({"NO_OPTIMIZATIONS": "y"}, "-O0"),
            ({}, "-Os -O2"),
        )
        count = Count()
        for values, wanted in cases:
            self.configure("levels", ON | values)
            count += compiled(self.folder / "levels", wanted)
        set_file = self.folder / "camera/camera.toml"
        text = set_file.read_text(encoding="utf-8")
        set_file.write_text(text.replace("format = 1\n", "format = 1\nprofile = 'size'  # of one kernel\n"), "utf-8")
        self.log.must(["cmake", "--build", self.folder / "levels", "--target", "permkern_kernels"])
        return count + compiled(self.folder / "levels", "-Os")

    def without_python(self) -> Count:
        """Checks the error for a Python without Jinja2, which Zephyr does not need: it names the option to use."""
        says = "commit that folder and name it with CONFIG_PERMKERN_KERNELS."
        _, answers = self.configured("no-python", ON)
        command: Command = ["cmake", "-S", STUB, "-B", self.folder / "no-python", "-GNinja", self.camera]
        refused(self.log, [*command, *answers, NO_PYTHON], says)
        return Count(1)


def zephyr(log: Log) -> Count:
    folder = fresh("zephyr")
    shutil.copytree(CAMERA, folder / "camera")
    module = Module(log, folder)
    told, said = module.configure("off", {})
    if told["PERMKERN"] != "n" or "no library: CONFIG_PERMKERN is not set" not in said:
        raise StepFailed("the module is built although CONFIG_PERMKERN is off")

    told, _ = module.configure("generated", ON)
    defaults = {"PERMKERN_KERNELS": "", "PERMKERN_MAX_RANK": "8", "PERMKERN_OPTIMIZATION": "-O2", "PERMKERN_MLI": "y"}
    defaults["PERMKERN_CMSIS_NN"] = "n"
    if told != ON | defaults:
        raise StepFailed(f"Kconfig's defaults are not as documented: {told}")
    count = build_and_test(log, folder / "generated", 1)

    generate(log, folder / "camera/gen", CAMERA / "camera.toml")
    small = ON | {"PERMKERN_MAX_RANK": "4", "PERMKERN_MLI": "n", "PERMKERN_KERNELS": "gen"}
    module.configure("committed", small, NO_PYTHON)
    count += build_and_test(log, folder / "committed", 1) + compiled(folder / "committed", "-Os -O2")
    library = symbols(log, folder / "committed/zephyr/zephyr/libpermkern.a")
    if "permkern_prepare_rank4" not in library or "mli_" in library:
        raise StepFailed("PERMKERN_MAX_RANK or PERMKERN_MLI has no effect")
    if module.configured("rank", ON | {"PERMKERN_MAX_RANK": "9"})[0]["PERMKERN_MAX_RANK"] != "8":
        raise StepFailed("PERMKERN_MAX_RANK accepts 9; at most 8 is valid")
    for path in sorted(module_paths()[2].glob("*/sample.yaml")):
        count += sum((module.sample(path.parent, scenario) for scenario in scenarios(path)), Count())
    return count + Count(2) + module.cmsis_nn() + module.optimization() + module.without_python()


# ---- ESP-IDF ----


def component(log: Log, folder: Path, where: Path, *application: str) -> Count:
    """Builds a component as ESP-IDF does: first its early expansion, then as part of an application."""
    log.must(["cmake", "-DESP_PLATFORM=1", f"-DCOMPONENT={where}", "-P", ROOT / "tests/esp_idf/early.cmake"])
    component_configured(log, folder / "build", where, *application)
    return build_and_test(log, folder / "build", 1) + compiled(folder / "build", "-Os -O2") + Count(1)


def component_configured(log: Log, build: Path, where: Path, *options: str) -> None:
    configure(log, ROOT / "tests/esp_idf", build, "-GNinja", NO_BUILD_TYPE, f"-DCOMPONENT={where}", *options)


def esp_idf(log: Log) -> Count:
    """Builds the checkout as a component with an application's set, at default and other optimisation levels."""
    folder = fresh("esp-idf")
    application = f"-DAPPLICATION={CAMERA / 'main.c'}"
    own = f"-DPERMKERN_PERMUTATION_SET={CAMERA / 'camera.toml'}"
    count = component(log, folder, ROOT, application, own)
    cases = (
        ((own, "-DPERMKERN_OPTIMIZATION=-O3"), "-Os -O3"),
        ((own, "-DPERMKERN_OPTIMIZATION="), "-Os"),
        (("-DPERMKERN_PERMUTATION_SET=mli",), "-Os"),
        ((own, "-DCONFIG_COMPILER_OPTIMIZATION_NONE=y"), "-O0"),
    )
    for options, wanted in cases:
        component_configured(log, folder / "build", ROOT, "-UPERMKERN_*", application, *options)
        count += compiled(folder / "build", wanted)
    without_python: Command = ["cmake", "-S", ROOT / "tests/esp_idf", "-B", folder / "build", NO_PYTHON, own]
    refused(log, without_python, "commit that folder and name it with PERMKERN_KERNELS.")
    generate(log, folder / "kernels", CAMERA / "camera.toml")
    committed = (own, f"-DPERMKERN_KERNELS={folder / 'kernels'}", NO_PYTHON)
    component_configured(log, folder / "build", ROOT, "-UPERMKERN_*", application, *committed)
    return count + build_and_test(log, folder / "build", 1) + Count(1)


def esp_idf_packed(log: Log) -> Count:
    """Packs the component with `compote component pack`, and builds the result with the committed kernels."""
    folder = fresh("esp-idf-packed")
    source = checked_out(log, folder / "source")
    pack: Command = [PACKERS / "compote", "component", "pack", "--name", "permkern", "--dest-dir", folder]
    log.must(pack, cwd=source, timeout=120)
    (archive,) = folder.glob("permkern_*.tgz")
    packed = unpacked(archive, folder / "permkern")
    if not (packed / "tools/permkern.py").is_file():
        raise StepFailed("the packed component does not contain the generator")
    default = (f"-DAPPLICATION={ROOT / 'tests/consumer/main.c'}", NO_PYTHON)
    return component(log, folder, packed, *default) + Count(1)
