# SPDX-License-Identifier: BSD-3-Clause
"""
Clients: other projects that call permkern. Each has an adapter in integrations/, test programs and a measurement.
The steps client-NAME build and run the programs.
"""

import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from runner.programs import PERMKERN, fresh
from runner.step import BUILD, ROOT, Count, Depth, Log

from integration.firmware import CLANG, EMULATED_M4, GCC, Tools

WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wundef", "-Werror")
CXX = ("-std=c++17", "-fno-exceptions", "-fno-rtti")
SANITIZED = ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@dataclass(frozen=True)
class Program:
    """
    A program that ends with the line `N passed, N failed`. sources, include: paths from the project's root. kernels:
    the linked permutation set, by shipped name or file. options, defines: for program and library. c: the C standard.
    """

    name: str
    sources: tuple[str, ...]
    include: tuple[str, ...]
    tools: Tools = GCC
    kernels: str = "tests/clients/shapes.toml"
    options: tuple[str, ...] = SANITIZED
    defines: tuple[str, ...] = ()
    c: str = "-std=c99"

    def build(self, log: Log, folder: Path) -> Path:
        """Compiles the amalgamated library and the program in a folder. Returns the program's path."""
        tools = self.tools
        kernels = folder / "kernels"
        log.must([*PERMKERN, "amalgamate", "--target", tools.target, "--api", "core,mli", "-o", kernels, self.kernels])
        options = [*tools.options, *self.options, *(f"-D{define}" for define in self.defines)]
        objects = [folder / "permkern.o"]
        log.must([*tools.cc, *options, "-c", kernels / "permkern.c", "-o", objects[0]])
        options += [*WARNINGS, *tools.warnings, f"-isystem{kernels}", *(f"-I{ROOT / name}" for name in self.include)]
        for source in self.sources:
            objects.append(folder / f"{Path(source).stem}.o")
            language = (*tools.cc, self.c, "-Wstrict-prototypes") if source.endswith(".c") else (*tools.cxx, *CXX)
            log.must([*language, *options, "-c", ROOT / source, "-o", objects[-1]])
        log.must([*tools.link, *tools.options, *self.options, *objects, "-o", folder / "program"])
        return folder / "program"


@dataclass(frozen=True)
class Measured:
    """
    Inputs of tools/client-table for a Cortex-M4.

    adapter: sources whose flash is counted; they are linked into the example, too.
    example: sources of a program in examples/clients/, run by tools/example. Between the marks in
        examples/firmware/example.h, it runs the client's own algorithm, then permkern through the client's call.
    pinned: a set with one pinned shape, for flash. counted: a set with all shapes that the program permutes.
    prepare: writes generated sources.
    """

    adapter: tuple[str, ...]
    example: tuple[str, ...]
    include: tuple[str, ...]
    pinned: str = "tests/clients/one_shape.toml"
    counted: str = "tests/clients/shapes.toml"
    prepare: Callable[[], None] | None = None


@dataclass(frozen=True)
class Client:
    """A client and its programs for a step. CMSIS-NN has none: its programs are in Meson's suite cmsis."""

    name: str
    measured: Measured
    title: str = ""
    needs: tuple[str, ...] = ()
    programs: tuple[Program, ...] = ()

    def test(self, log: Log, depth: Depth) -> Count:
        """Builds and runs the programs. A program without a total line has failed."""
        count = Count()
        for program in self.programs:
            if depth.takes(program.name):
                built = program.build(log, fresh(f"clients/{self.name}/{program.name}"))
                count += log.counted([*program.tools.emulator, built])
        return count


def everywhere(host: Program) -> tuple[Program, ...]:
    """Returns a program compiled for this machine, by GCC and by Clang, and for an emulated Cortex-M4."""
    clang = replace(host, name="clang", tools=CLANG, options=("-O1",), defines=("PERMKERN_MAX_RANK=4",))
    return host, clang, replace(host, name="firmware", tools=EMULATED_M4, options=("-Os",))


# ---- CMSIS-NN ----

_CMSIS_NN = "integrations/cmsis-nn/permkern_cmsis_nn.c"
_TYPES = ("integrations/cmsis-nn", "tests/fixtures/cmsis_nn")
CMSIS_NN = Client("cmsis-nn", Measured((_CMSIS_NN,), ("examples/clients/cmsis_nn.c",), _TYPES))

# ---- TensorFlow Lite Micro: a one-node runtime with its declarations ----

_TFLM = ("integrations/tflm/transpose.cc",)
_TFLM_INCLUDE = ("integrations/tflm", "tests/clients/tflm")
_TFLM_HOST = Program("host", ("tests/clients/tflm/test.cc", *_TFLM), _TFLM_INCLUDE)
TFLM = Client(
    "tflm",
    Measured(_TFLM, ("examples/clients/tflm.cc",), _TFLM_INCLUDE),
    "TensorFlow Lite Micro's TRANSPOSE",
    ("check", "clang", "arm-full", "qemu-arm"),
    everywhere(_TFLM_HOST),
)

# ---- ExecuTorch: tensors with its declarations ----

_EXECUTORCH = ("integrations/executorch/permute_copy.cpp",)
_EXECUTORCH_TEST = ("tests/clients/executorch/test.cpp", "integrations/executorch/register_kernels.cpp")
_EXECUTORCH_INCLUDE = ("integrations/executorch", "tests/clients/executorch")
_EXECUTORCH_HOST = Program("host", (*_EXECUTORCH_TEST, *_EXECUTORCH), _EXECUTORCH_INCLUDE)
EXECUTORCH = Client(
    "executorch",
    Measured(_EXECUTORCH, ("examples/clients/executorch.cpp",), _EXECUTORCH_INCLUDE),
    "ExecuTorch's permute_copy and transpose_copy",
    ("check", "clang", "arm-full", "qemu-arm"),
    everywhere(_EXECUTORCH_HOST),
)

# ---- LVGL: its lv_draw_sw_rotate, whose hooks call permkern ----

_LVGL = ("integrations/lvgl/permkern_lvgl.c", "tests/clients/lvgl/lv_draw_sw_utils.c")
_LVGL_INCLUDE = ("integrations/lvgl", "tests/clients/lvgl")
_LVGL_DISPLAY = "tests/clients/lvgl/display.toml"
_LVGL_TEST = ("integrations/lvgl/permkern_lvgl_i1.c", "tests/clients/lvgl/check_lvgl.c")
_LVGL_HOST = Program("host", (*_LVGL, *_LVGL_TEST), _LVGL_INCLUDE, kernels=_LVGL_DISPLAY)
LVGL = Client(
    "lvgl",
    Measured(
        _LVGL[:1],
        ("examples/clients/lvgl_display.c", _LVGL[1]),
        _LVGL_INCLUDE,
        _LVGL_DISPLAY,
        "tests/clients/lvgl/frames.toml",
    ),
    "LVGL's rotations, by hooks",
    ("host", "arm", "qemu-arm"),
    (
        _LVGL_HOST,
        replace(_LVGL_HOST, name="lvgl-9.2", defines=("LVGL_9_2",)),
        replace(
            _LVGL_HOST,
            name="firmware",
            sources=(*_LVGL_HOST.sources, "tests/fault_cortex_m.c"),
            tools=EMULATED_M4,
            c="-std=c11",
            options=("-O2",),
        ),
    ),
)

# ---- permkern emit: a function replaces a loop, without the library ----

_MADE = BUILD / "clients" / "emitted"
_EMITTED = ("28,28,8 2,0,1 --name hwc", "1,49,40 0,2,1 --name mel")
_ALONE = """
void model(const void *in, void *out);
void model(const void *in, void *out)
{
    hwc(in, out);
}
"""


def _emit() -> None:
    """Writes the functions for examples/clients/onnx2c.c, and one function alone to count its flash."""
    texts = []
    for words in _EMITTED:
        command = [*map(str, PERMKERN), "emit", *words.split(), "--bits", "8", "--align", "4"]
        texts.append(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    _MADE.mkdir(parents=True, exist_ok=True)
    (_MADE / "emitted.h").write_text("".join(texts), encoding="utf-8")
    (_MADE / "alone.c").write_text(texts[0] + _ALONE, encoding="utf-8")


EMIT = Client("emit", Measured((str(_MADE / "alone.c"),), ("examples/clients/onnx2c.c",), (str(_MADE),), prepare=_emit))
