/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Registers the two kernels before main(), for programs that take no generated registration. A program has one kernel
 * for an operator: leave the portable ones out, or ExecuTorch ends the program when the second registers.
 */
#include "permkern_executorch.h"

#include <executorch/extension/kernel_util/make_boxed_from_unboxed_functor.h>

EXECUTORCH_LIBRARY(aten, "permute_copy.out", permkern::native::permute_copy_out);
EXECUTORCH_LIBRARY(aten, "transpose_copy.int_out", permkern::native::transpose_copy_int_out);
