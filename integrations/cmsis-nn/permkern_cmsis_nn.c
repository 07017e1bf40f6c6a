/* SPDX-License-Identifier: BSD-3-Clause */
/* Translates CMSIS-NN's tensors for permkern, and permkern's statuses for CMSIS-NN. */
#include "permkern_cmsis_nn.h"

#include "permkern.h"

#define AXES 4U

/* Reads the first `rank` extents of n, h, w, c; false if one is negative. */
static bool read_dims(const cmsis_nn_dims *dims, size_t rank, size_t *shape)
{
    const int32_t extent[AXES] = {dims->n, dims->h, dims->w, dims->c};
    return permkern_shape_i32(shape, extent, rank) == PERMKERN_OK;
}

/*
 * CMSIS-NN passes no buffer sizes, so the capacity is unknown. Permutation entries are uint32_t, for floats int32_t:
 * read as unsigned, a negative entry names no axis, as in CMSIS-NN.
 */
static arm_cmsis_nn_status transpose(const void *input, void *output, size_t bits, const cmsis_nn_dims *input_dims,
                                     const cmsis_nn_dims *output_dims, int32_t num_dims, const void *permutation)
{
    size_t in_shape[AXES];
    size_t out_shape[AXES];
    uint8_t perm[AXES];
    /* narrow: a constant */
    if (input_dims == NULL || output_dims == NULL || num_dims < 1 || num_dims > (int32_t)AXES) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const size_t rank = (size_t)num_dims;
    const permkern_layout in = {.shape = in_shape, .capacity = SIZE_MAX, .rank = rank, .bits = bits};
    const permkern_layout out = {.shape = out_shape, .capacity = SIZE_MAX, .rank = rank, .bits = bits};
    const bool done = read_dims(input_dims, rank, in_shape) && read_dims(output_dims, rank, out_shape) &&
                      permkern_read_perm(perm, permutation, PERMKERN_UINT32, rank) == PERMKERN_OK &&
                      permkern_permute(&in, input, perm, &out, output) == PERMKERN_OK;
    return done ? ARM_CMSIS_NN_SUCCESS : ARM_CMSIS_NN_ARG_ERROR;
}

/* A macro, because each type has its own signature. */
#define TRANSPOSE_INTEGERS(name, bits)                                                                                 \
    arm_cmsis_nn_status name(const int##bits##_t *input, int##bits##_t *const output,                                  \
                             const cmsis_nn_dims *const input_dims, const cmsis_nn_dims *const output_dims,            \
                             const cmsis_nn_transpose_params *const transpose_params)                                  \
    {                                                                                                                  \
        return transpose_params == NULL ? ARM_CMSIS_NN_ARG_ERROR                                                       \
                                        : transpose(input, output, bits, input_dims, output_dims,                      \
                                                    transpose_params->num_dims, transpose_params->permutations);       \
    }

TRANSPOSE_INTEGERS(arm_transpose_s8, 8)
TRANSPOSE_INTEGERS(arm_transpose_s16, 16)

/* CMSIS-NN up to release 7.0 has neither float functions nor their macros. */
#define TRANSPOSE_FLOATS(name, bits)                                                                                   \
    arm_cmsis_nn_status name(const cmsis_nn_context *ctx, const cmsis_nn_transpose_params_f##bits *params,             \
                             const cmsis_nn_dims *input_dims, const float##bits##_t *input,                            \
                             const cmsis_nn_dims *output_dims, float##bits##_t *output)                                \
    {                                                                                                                  \
        (void)ctx;                                                                                                     \
        return params == NULL || params->layout != ARM_NN_LAYOUT_NHWC                                                  \
                   ? ARM_CMSIS_NN_ARG_ERROR                                                                            \
                   : transpose(input, output, bits, input_dims, output_dims, params->num_dims, params->perm);          \
    }

#if defined ARM_NN_ENABLE_F32 && ARM_NN_ENABLE_F32
TRANSPOSE_FLOATS(arm_transpose_f32, 32)
#endif
#if defined ARM_NN_ENABLE_F16 && ARM_NN_ENABLE_F16
TRANSPOSE_FLOATS(arm_transpose_f16, 16)
#endif
