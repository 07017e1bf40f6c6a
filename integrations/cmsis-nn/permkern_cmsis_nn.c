/* SPDX-License-Identifier: BSD-3-Clause */
/* What the two functions share: CMSIS-NN's description of a tensor as permkern has it, and back from its status. */
#include "permkern_cmsis_nn.h"

#include "permkern.h"

#define AXES 4U

/* The first axes of n, h, w, c; false where one is negative. */
static bool read_dims(const cmsis_nn_dims *dims, size_t rank, size_t *shape)
{
    const int32_t extent[AXES] = {dims->n, dims->h, dims->w, dims->c};
    return permkern_shape_i32(shape, extent, rank) == PERMKERN_OK;
}

/* CMSIS-NN says nothing of sizes: buffers are as large as they have to be. */
static arm_cmsis_nn_status transpose(const void *input, void *output, size_t bits, const cmsis_nn_dims *input_dims,
                                     const cmsis_nn_dims *output_dims, const cmsis_nn_transpose_params *params)
{
    size_t in_shape[AXES];
    size_t out_shape[AXES];
    uint8_t perm[AXES];
    if (input_dims == NULL || output_dims == NULL || params == NULL || params->num_dims < 1 ||
        params->num_dims > (int32_t)AXES) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const size_t rank = (size_t)params->num_dims;
    const permkern_layout in = {.shape = in_shape, .capacity = SIZE_MAX, .rank = rank, .bits = bits};
    const permkern_layout out = {.shape = out_shape, .capacity = SIZE_MAX, .rank = rank, .bits = bits};
    const bool done = read_dims(input_dims, rank, in_shape) && read_dims(output_dims, rank, out_shape) &&
                      permkern_perm_u32(perm, params->permutations, rank) == PERMKERN_OK &&
                      permkern_permute(&in, input, perm, &out, output) == PERMKERN_OK;
    return done ? ARM_CMSIS_NN_SUCCESS : ARM_CMSIS_NN_ARG_ERROR;
}

arm_cmsis_nn_status arm_transpose_s8(const int8_t *input, int8_t *const output, const cmsis_nn_dims *const input_dims,
                                     const cmsis_nn_dims *const output_dims,
                                     const cmsis_nn_transpose_params *const transpose_params)
{
    return transpose(input, output, 8, input_dims, output_dims, transpose_params);
}

arm_cmsis_nn_status arm_transpose_s16(const int16_t *input, int16_t *const output,
                                      const cmsis_nn_dims *const input_dims, const cmsis_nn_dims *const output_dims,
                                      const cmsis_nn_transpose_params *const transpose_params)
{
    return transpose(input, output, 16, input_dims, output_dims, transpose_params);
}
