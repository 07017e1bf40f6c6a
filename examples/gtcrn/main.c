/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A firmware that does every transpose of GTCRN, a speech enhancement model, with the kernels pinned for it: compares
 * each with vectors computed in Python, called directly and through the dispatcher, and stands between two marks for
 * whoever counts instructions (tools/demo): nothing, a naive loop, the C library's memcpy, the pinned kernel.
 */
#include "marks.h"
#include "selftest.h"

#include <stdio.h>
#include <string.h>

#include "permkern_vectors.inc"

#define BYTES 8192U

static _Alignas(16) uint8_t input[BYTES];
static _Alignas(16) uint8_t output[BYTES];

/*
 * What firmware does without a library: sequential writes, strided reads, one loop for each axis, as in embARC MLI's
 * permute and TFLM's transpose, with the offsets of the outer axes kept out of the inner loops.
 */
__attribute__((noinline)) static void naive_loop(const uint32_t *in, uint32_t *out, const uint32_t *extent,
                                                 const uint32_t *stride)
{
    for (uint32_t a = 0; a < extent[0]; a++) {
        for (uint32_t b = 0; b < extent[1]; b++) {
            const uint32_t *const in_b = in + a * stride[0] + b * stride[1];
            for (uint32_t c = 0; c < extent[2]; c++) {
                for (uint32_t d = 0; d < extent[3]; d++) {
                    const uint32_t *const in_d = in_b + c * stride[2] + d * stride[3];
                    for (uint32_t e = 0; e < extent[4]; e++) {
                        const uint32_t *const in_e = in_d + e * stride[4];
                        const uint32_t inner = extent[5];
                        const uint32_t step = stride[5];
                        for (uint32_t f = 0; f < inner; f++) {
                            *out++ = in_e[f * step];
                        }
                    }
                }
            }
        }
    }
}

/* Extents of the output and the input's stride along each, padded in front to six axes. */
static void six_axes(const selftest_vector *vector, uint32_t *extent, uint32_t *stride)
{
    const unsigned front = 6U - vector->rank;
    for (unsigned k = 0; k < front; k++) {
        extent[k] = 1;
        stride[k] = 0;
    }
    for (unsigned k = 0; k < vector->rank; k++) {
        const unsigned axis = vector->perm[k];
        extent[front + k] = vector->shape[axis];
        stride[front + k] = 1;
        for (unsigned inner = axis + 1U; inner < vector->rank; inner++) {
            stride[front + k] *= vector->shape[inner];
        }
    }
}

static void fill(void)
{
    for (uint32_t i = 0; i < BYTES / 4; i++) {
        ((uint32_t *)(void *)input)[i] = i * 2654435761U;
    }
    memset(output, 0xa5, sizeof output);
}

static bool is_right(const selftest_vector *vector)
{
    const uint32_t *const out = (const uint32_t *)(const void *)output;
    for (uint32_t k = 0; k < vector->entries; k++) {
        if (out[k * vector->step] != vector->source[k] * 2654435761U) {
            return false;
        }
    }
    return out[vector_elements(vector)] == 0xa5a5a5a5U;
}

static bool dispatches_right(const selftest_vector *vector)
{
    const size_t bytes = (size_t)vector_elements(vector) * 4;
    const permkern_array in = {input, bytes, vector->shape, NULL, vector->rank, 32};
    const permkern_array out = {output, bytes, NULL, NULL, vector->rank, 32};
    fill();
    return permkern_permute(&in, &out, vector->perm) == PERMKERN_OK && is_right(vector);
}

/* One kernel: marks around each way, then whether the pinned kernel's output, and the dispatcher's, are right. */
static bool run(const selftest_pinned *row)
{
    uint32_t extent[6];
    uint32_t stride[6];
    six_axes(&row->vector, extent, stride);
    fill();
    mark_begin();
    naive_loop((const uint32_t *)(const void *)input, (uint32_t *)(void *)output, extent, stride);
    mark_end();
    const bool naive = is_right(&row->vector);
    mark_begin();
    memcpy(output, input, (size_t)vector_elements(&row->vector) * 4);
    mark_end();
    fill();
    mark_begin();
    row->kernel(input, output);
    mark_end();
    return naive && is_right(&row->vector) && dispatches_right(&row->vector);
}

int main(void)
{
    unsigned wrong = 0;
    mark_begin();
    mark_end();
    for (unsigned i = 0; i < PERMKERN_PINNED_VECTORS; i++) {
        const selftest_pinned *const row = &pinned_vectors[i];
        const bool right = row->size == 4 && (vector_elements(&row->vector) + 1) * 4 <= BYTES && run(row);
        printf("permute %s %s\n", row->name, right ? "correct" : "WRONG");
        wrong += right ? 0U : 1U;
    }
    return wrong == 0 ? 0 : 1;
}
