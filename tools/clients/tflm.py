# SPDX-License-Identifier: BSD-3-Clause
"""TensorFlow Lite Micro's TRANSPOSE, against a runtime of one node with TFLM's declarations."""

from dataclasses import replace

from configurations.callers import EMULATED_M4, HOST_CLANG
from configurations.host import RANK_4

from clients.client import SANITIZED, Bug, Client, Measured, Program

_INCLUDE = ("integrations/tflm", "tests/clients/tflm")
_ADAPTER = "integrations/tflm/transpose.cc"
_RUNTIME = "tests/clients/tflm/runtime.cc"
_HOST = Program(
    "host",
    ("tests/clients/tflm/test.cc", _RUNTIME, _ADAPTER),
    _INCLUDE,
    kernels="tests/clients/shapes.toml",
    options=("-O1", *SANITIZED),
)
_CLANG = replace(_HOST, name="host-clang", tools=HOST_CLANG, options=("-O1",))
_FIRMWARE = replace(_HOST, name="firmware", tools=EMULATED_M4, options=("-Os",))

TFLM = Client(
    "tflm",
    "TensorFlow Lite Micro's TRANSPOSE",
    ("host", "checks", "clang", "arm", "qemu-arm"),
    (
        _HOST,
        _CLANG,
        _FIRMWARE,
        replace(_FIRMWARE, name="firmware-rank-4", defines=(RANK_4,)),
        replace(_FIRMWARE, name="firmware-rank-5", defines=("PERMKERN_MAX_RANK=5",)),
    ),
    (
        Bug("transpose.cc", "PERMKERN_UINT32", "PERMKERN_INT32", _CLANG.name),
        Bug(
            "transpose.cc",
            "kept->planned = perm->allocation_type == kTfLiteMmapRo",
            "kept->planned = true",
            _CLANG.name,
        ),
        Bug("transpose.cc", "type == kTfLiteInt4 || ", "", _CLANG.name),
        Bug("transpose.cc", "*bits = 8 * bytes", "*bits = 8", _CLANG.name),
    ),
    measured=Measured((_ADAPTER,), ("examples/clients/tflm.cc", _RUNTIME), _INCLUDE),
)
