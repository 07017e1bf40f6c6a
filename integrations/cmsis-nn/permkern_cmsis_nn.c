/* SPDX-License-Identifier: BSD-3-Clause */
/* What the two functions share: CMSIS-NN's description of a tensor as permkern has it, and back from its status. */
#include "permkern_cmsis_nn.h"

#include "permkern.h"

#define AXES 4U

typedef struct {
    uint32_t in[AXES];
    uint32_t out[AXES];
    uint8_t perm[AXES];
    uint8_t rank;
    bool empty; /* an extent is 0 */
} request;

/* The first axes of n, h, w, c; false where one is negative. */
static bool read_dims(const cmsis_nn_dims *dims, unsigned rank, uint32_t *shape)
{
    const int32_t extent[AXES] = {dims->n, dims->h, dims->w, dims->c};
    for (unsigned k = 0; k < rank; k++) {
        if (extent[k] < 0) {
            return false;
        }
        shape[k] = (uint32_t)extent[k];
    }
    return true;
}

/* Each axis once, and the output's extents where the input's go. */
static bool read_permutation(const uint32_t *permutations, request *r)
{
    unsigned seen = 0;
    for (unsigned k = 0; k < r->rank; k++) {
        const uint32_t axis = permutations[k];
        if (axis >= r->rank || (seen >> axis & 1U) != 0 || r->out[k] != r->in[axis]) {
            return false;
        }
        seen |= 1U << axis;
        r->perm[k] = (uint8_t)axis;
        r->empty = r->empty || r->in[axis] == 0;
    }
    return true;
}

static bool read_request(const cmsis_nn_dims *input_dims, const cmsis_nn_dims *output_dims,
                         const cmsis_nn_transpose_params *params, request *r)
{
    if (input_dims == NULL || output_dims == NULL || params == NULL || params->permutations == NULL ||
        params->num_dims < 1 || params->num_dims > (int32_t)AXES) {
        return false;
    }
    r->rank = (uint8_t)params->num_dims;
    r->empty = false;
    return read_dims(input_dims, r->rank, r->in) && read_dims(output_dims, r->rank, r->out) &&
           read_permutation(params->permutations, r);
}

/* Whether every element keeps its place: axes of more than one element come in their own order. */
static bool is_view(const request *r)
{
    unsigned next = 0;
    for (unsigned k = 0; k < r->rank; k++) {
        if (r->in[r->perm[k]] != 1) {
            if (r->perm[k] < next) {
                return false;
            }
            next = r->perm[k] + 1U;
        }
    }
    return true;
}

/* data is not const in a permkern_array, which describes inputs and outputs alike; an input is only read. */
static arm_cmsis_nn_status transpose(const void *input, void *output, uint8_t bits, const request *r)
{
    union {
        const void *given;
        void *data;
    } const from = {input};
    const permkern_array in = {from.data, SIZE_MAX, r->in, NULL, r->rank, bits};
    const permkern_array out = {output, SIZE_MAX, NULL, NULL, r->rank, bits};
    if (input == NULL || output == NULL) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    if (r->empty || (input == output && is_view(r))) {
        return ARM_CMSIS_NN_SUCCESS;
    }
    return permkern_permute(&in, &out, r->perm) == PERMKERN_OK ? ARM_CMSIS_NN_SUCCESS : ARM_CMSIS_NN_ARG_ERROR;
}

arm_cmsis_nn_status arm_transpose_s8(const int8_t *input, int8_t *const output, const cmsis_nn_dims *const input_dims,
                                     const cmsis_nn_dims *const output_dims,
                                     const cmsis_nn_transpose_params *const transpose_params)
{
    request r;
    if (!read_request(input_dims, output_dims, transpose_params, &r)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    return transpose(input, output, 8, &r);
}

arm_cmsis_nn_status arm_transpose_s16(const int16_t *input, int16_t *const output,
                                      const cmsis_nn_dims *const input_dims, const cmsis_nn_dims *const output_dims,
                                      const cmsis_nn_transpose_params *const transpose_params)
{
    request r;
    if (!read_request(input_dims, output_dims, transpose_params, &r)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    return transpose(input, output, 16, &r);
}
