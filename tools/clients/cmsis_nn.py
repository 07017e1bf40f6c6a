# SPDX-License-Identifier: BSD-3-Clause
"""CMSIS-NN's transposes. Every Meson build runs the same program on its core; here it must see each seeded bug."""

from clients.client import Bug, Client, Measured, Program

SOURCE = "integrations/cmsis-nn/permkern_cmsis_nn.c"
INCLUDE = ("integrations/cmsis-nn", "tests/fixtures/cmsis_nn")

CHECK = Program(
    "check",
    ("tests/check_cmsis_nn.c", SOURCE),
    INCLUDE,
    defines=("ARM_NN_ENABLE_F32=1", "ARM_NN_ENABLE_F16=1"),
)


def bug(text: str, replacement: str) -> Bug:
    return Bug("permkern_cmsis_nn.c", text, replacement)


CMSIS_NN = Client(
    "cmsis-nn",
    "CMSIS-NN's transposes",
    ("host", "checks"),
    (CHECK,),
    (
        bug("read_dims(output_dims, rank, out_shape)", "read_dims(input_dims, rank, out_shape)"),
        bug("permutation, PERMKERN_UINT32, rank)", "permutation, PERMKERN_INT32, rank)"),
        bug("return transpose(input, output, 32, input_dims", "return transpose(input, output, 16, input_dims"),
    ),
    measured=Measured((SOURCE,), ("examples/clients/cmsis_nn.c",), INCLUDE),
)
