/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * CMSIS-NN's transposes by permkern, with its signatures, and arm_transpose_s16, which CMSIS-NN lacks. README.md has
 * the build, and the requests that CMSIS-NN answers otherwise.
 *
 * num_dims is 1 to 4: the axes are the first num_dims of n, h, w, c. Axis k of the output is axis permutations[k]
 * (floats: perm[k]) of the input. Extents count elements. Everything is checked before the first write: after
 * ARM_CMSIS_NN_ARG_ERROR the output is unchanged. A tensor without elements is ARM_CMSIS_NN_SUCCESS, even if a pointer
 * is NULL. Tensors must not overlap, unless nothing moves. Floats move as bits. The context is not used.
 */
#ifndef PERMKERN_CMSIS_NN_H
#define PERMKERN_CMSIS_NN_H

/* Declares the other functions. */
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
