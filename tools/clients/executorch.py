# SPDX-License-Identifier: BSD-3-Clause
"""ExecuTorch's permute_copy.out and transpose_copy.int_out, against tensors with ExecuTorch's declarations."""

from dataclasses import replace

from configurations.callers import EMULATED_M4, HOST_CLANG
from configurations.host import RANK_4

from clients.client import SANITIZED, Bug, Client, Measured, Program

_INCLUDE = ("integrations/executorch", "tests/clients/executorch")
_ADAPTER = "integrations/executorch/permute_copy.cpp"
_RUNTIME = "tests/clients/executorch/runtime.cpp"
_HOST = Program(
    "host",
    ("tests/clients/executorch/test.cpp", _RUNTIME, _ADAPTER, "integrations/executorch/register_kernels.cpp"),
    _INCLUDE,
    kernels="tests/clients/shapes.toml",
    options=("-O1", *SANITIZED),
)
_CLANG = replace(_HOST, name="host-clang", tools=HOST_CLANG, options=("-O1",))

EXECUTORCH = Client(
    "executorch",
    "ExecuTorch's permute_copy and transpose_copy",
    ("host", "checks", "clang", "arm", "qemu-arm"),
    (
        _HOST,
        replace(_CLANG, defines=(RANK_4,)),
        replace(_HOST, name="firmware", tools=EMULATED_M4, options=("-Os",)),
    ),
    (
        Bug("permute_copy.cpp", "== work.extent[k - 1]; k--", "== work.extent[k]; k--", _CLANG.name),
        Bug("permute_copy.cpp", "work.Append(parts, 1)", "work.Append(1, 1)", _CLANG.name),
        Bug("permute_copy.cpp", " && in.scalar_type() == out.scalar_type(), I", ", I", _CLANG.name),
        Bug("register_kernels.cpp", '"permute_copy.out"', '"permute_copy"', _CLANG.name),
    ),
    measured=Measured((_ADAPTER,), ("examples/clients/executorch.cpp", _RUNTIME), _INCLUDE),
)
