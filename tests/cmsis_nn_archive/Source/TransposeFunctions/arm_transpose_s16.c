/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for CMSIS-NN's own transpose, which is the one that must not be linked: it says so, and moves nothing. */
#include "arm_nnfunctions.h"

arm_cmsis_nn_status arm_transpose_s16(const int16_t *input, int16_t *const output,
                                      const cmsis_nn_dims *const input_dims, const cmsis_nn_dims *const output_dims,
                                      const cmsis_nn_transpose_params *const transpose_params);

arm_cmsis_nn_status arm_transpose_s16(const int16_t *input, int16_t *const output,
                                      const cmsis_nn_dims *const input_dims, const cmsis_nn_dims *const output_dims,
                                      const cmsis_nn_transpose_params *const transpose_params)
{
    (void)input;
    (void)output;
    (void)input_dims;
    (void)output_dims;
    (void)transpose_params;
    return ARM_CMSIS_NN_FAILURE;
}
