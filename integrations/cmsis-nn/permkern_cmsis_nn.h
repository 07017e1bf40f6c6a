/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern behind CMSIS-NN's transposes: arm_transpose_s8, arm_transpose_f32 and arm_transpose_f16 with its signatures,
 * and arm_transpose_s16, which CMSIS-NN does not have. Compile permkern_cmsis_nn.c in place of the files of CMSIS-NN's
 * Source/TransposeFunctions, with its Include folder on the include path, and link permkern. The functions of floats
 * are there where CMSIS-NN's are: newer than its release 7.0, with ARM_NN_ENABLE_F32=1 and ARM_NN_ENABLE_F16=1.
 *
 * num_dims is 1 to 4; the axes are the first num_dims of n, h, w, c, and axis k of the output is axis permutations[k]
 * (of floats perm[k]) of the input. Results are CMSIS-NN's where those are right, and right where they are not:
 *   - two axes are permuted as permutations say, not always exchanged;
 *   - every permutation on Helium, and rows of any width;
 *   - repeated entries, entries that are no axis, another num_dims, another layout than NHWC, negative extents,
 *     output_dims that are not the permuted input_dims, NULL, a misaligned pointer and overlapping tensors are
 *     ARM_CMSIS_NN_ARG_ERROR. (A tensor that a permutation leaves as it is may be its own output: nothing moves.)
 * Everything is checked before the first write: on an error the output is what it was. A tensor with an extent of 0 has
 * nothing to move and is ARM_CMSIS_NN_SUCCESS, also where its pointers are NULL. Floats move as bits: every NaN stays
 * what it is. The functions of floats take a context, as CMSIS-NN's do, and do not use it.
 */
#ifndef PERMKERN_CMSIS_NN_H
#define PERMKERN_CMSIS_NN_H

/* It declares the functions that CMSIS-NN has. */
#include "arm_nnfunctions.h"

#ifdef __cplusplus
extern "C" {
#endif

arm_cmsis_nn_status arm_transpose_s16(const int16_t *input, int16_t *const output,
                                      const cmsis_nn_dims *const input_dims, const cmsis_nn_dims *const output_dims,
                                      const cmsis_nn_transpose_params *const transpose_params);

#ifdef __cplusplus
}
#endif

#endif /* PERMKERN_CMSIS_NN_H */
