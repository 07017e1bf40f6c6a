/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern behind CMSIS-NN's transpose: arm_transpose_s8 with its signature, and arm_transpose_s16, which CMSIS-NN does
 * not have. Compile permkern_cmsis_nn.c in place of CMSIS-NN's arm_transpose_s8.c, with CMSIS-NN's Include folder on
 * the include path, and link permkern.
 *
 * num_dims is 1 to 4; the axes are the first num_dims of n, h, w, c, and axis k of the output is axis permutations[k]
 * of the input. Results are CMSIS-NN's where those are right, and right where they are not:
 *   - two axes are permuted as permutations say, not always exchanged;
 *   - every permutation on Helium, and rows of any width;
 *   - repeated entries, entries that are no axis, another num_dims, negative extents, output_dims that are not the
 *     permuted input_dims, NULL, a misaligned int16_t pointer and overlapping tensors are ARM_CMSIS_NN_ARG_ERROR. (A
 *     tensor that a permutation leaves as it is may be its own output: nothing moves.)
 * Everything is checked before the first write: on an error the output is what it was. A tensor with an extent of 0 has
 * nothing to move and is ARM_CMSIS_NN_SUCCESS, also where its pointers are NULL.
 */
#ifndef PERMKERN_CMSIS_NN_H
#define PERMKERN_CMSIS_NN_H

/* It declares arm_transpose_s8. */
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
