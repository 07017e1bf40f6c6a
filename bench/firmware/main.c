/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every case of cases.toml between marks, for whoever counts instructions (bench/firmware.py): a naive loop, the C
 * library's memcpy, the MLI interface with all its checks, the pinned kernel; the last two again one element off the
 * word boundary. Results are compared with vectors from Python. One line a case, in the order of the marks.
 */
#include "marks.h"
#include "mli_api.h"
#include "selftest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "permkern_vectors.inc"

#ifndef BENCH_BYTES
#define BENCH_BYTES 20480
#endif

static _Alignas(16) uint8_t input[BENCH_BYTES];
static _Alignas(16) uint8_t output[BENCH_BYTES];

/* Extents of the output and the input's stride along each, padded in front to four axes. */
typedef struct {
    uint32_t extent[4];
    uint32_t stride[4];
} loops;

static loops loops_of(const selftest_vector *vector)
{
    loops l = {{1, 1, 1, 1}, {0, 0, 0, 0}};
    const unsigned front = 4U - vector->rank;
    for (unsigned k = 0; k < vector->rank; k++) {
        const unsigned axis = vector->perm[k];
        l.extent[front + k] = vector->shape[axis];
        l.stride[front + k] = 1;
        for (unsigned inner = axis + 1U; inner < vector->rank; inner++) {
            l.stride[front + k] *= vector->shape[inner];
        }
    }
    return l;
}

/* The algorithm that embARC MLI publishes: sequential writes, strided reads, four loops. */
__attribute__((noinline)) static void naive8(const uint8_t *in, uint8_t *out, const loops *l)
{
    for (uint32_t a = 0; a < l->extent[0]; a++) {
        for (uint32_t b = 0; b < l->extent[1]; b++) {
            for (uint32_t c = 0; c < l->extent[2]; c++) {
                const uint8_t *const from = in + a * l->stride[0] + b * l->stride[1] + c * l->stride[2];
                const uint32_t inner = l->extent[3];
                const uint32_t step = l->stride[3];
                for (uint32_t d = 0; d < inner; d++) {
                    *out++ = from[d * step];
                }
            }
        }
    }
}

__attribute__((noinline)) static void naive16(const uint16_t *in, uint16_t *out, const loops *l)
{
    for (uint32_t a = 0; a < l->extent[0]; a++) {
        for (uint32_t b = 0; b < l->extent[1]; b++) {
            for (uint32_t c = 0; c < l->extent[2]; c++) {
                const uint16_t *const from = in + a * l->stride[0] + b * l->stride[1] + c * l->stride[2];
                const uint32_t inner = l->extent[3];
                const uint32_t step = l->stride[3];
                for (uint32_t d = 0; d < inner; d++) {
                    *out++ = from[d * step];
                }
            }
        }
    }
}

static uint8_t content(uint32_t index, unsigned byte)
{
    return (uint8_t)((index * 40503U) >> (8U * (byte ^ 1U)));
}

static void fill(const selftest_pinned *row, uint32_t offset)
{
    const uint32_t bytes = vector_elements(&row->vector) * row->size;
    for (uint32_t i = 0; i < bytes; i++) {
        input[offset + i] = content(i / row->size, i % row->size);
    }
    memset(output, 0xa5, sizeof output);
}

static bool is_right(const selftest_pinned *row, uint32_t offset)
{
    const uint32_t bytes = vector_elements(&row->vector) * row->size;
    for (uint32_t k = 0; k < row->vector.entries; k++) {
        for (unsigned byte = 0; byte < row->size; byte++) {
            if (output[offset + k * row->vector.step * row->size + byte] != content(row->vector.source[k], byte)) {
                return false;
            }
        }
    }
    return output[offset + bytes] == 0xa5 && (offset == 0 || output[offset - 1] == 0xa5);
}

/* The MLI call, all checks included. */
static bool run_checked(const selftest_pinned *row, uint32_t offset)
{
    const uint32_t bytes = vector_elements(&row->vector) * row->size;
    mli_tensor in = {.data = input + offset, .capacity = bytes, .rank = row->vector.rank};
    mli_tensor out = {.data = output + offset, .capacity = bytes};
    mli_permute_cfg cfg = {{0}};
    mli_status status = MLI_STATUS_OK;
    in.el_type = row->size == 1 ? MLI_EL_FX_8 : MLI_EL_FX_16;
    for (unsigned k = 0; k < row->vector.rank; k++) {
        in.shape[k] = row->vector.shape[k];
        cfg.perm_dim[k] = row->vector.perm[k];
    }
    fill(row, offset);
    if (row->size == 1) {
        mark_begin();
        status = mli_krn_permute_fx8(&in, &cfg, &out);
        mark_end();
    } else {
        mark_begin();
        status = mli_krn_permute_fx16(&in, &cfg, &out);
        mark_end();
    }
    return status == MLI_STATUS_OK && is_right(row, offset);
}

static bool run_pinned(const selftest_pinned *row, uint32_t offset)
{
    fill(row, offset);
    mark_begin();
    row->kernel(input + offset, output + offset);
    mark_end();
    return is_right(row, offset);
}

static bool run_naive(const selftest_pinned *row)
{
    const loops l = loops_of(&row->vector);
    fill(row, 0);
    if (row->size == 1) {
        mark_begin();
        naive8(input, output, &l);
        mark_end();
    } else {
        mark_begin();
        naive16((const uint16_t *)(const void *)input, (uint16_t *)(void *)output, &l);
        mark_end();
    }
    return is_right(row, 0);
}

static bool run(const selftest_pinned *row)
{
    const bool naive = run_naive(row);
    mark_begin();
    memcpy(output, input, (size_t)vector_elements(&row->vector) * row->size);
    mark_end();
    const bool checked = run_checked(row, 0);
    const bool pinned = run_pinned(row, 0);
    const bool checked_off = run_checked(row, row->size);
    const bool pinned_off = run_pinned(row, row->size);
    return naive && checked && pinned && checked_off && pinned_off;
}

int main(void)
{
    int wrong = 0;
    mark_begin();
    mark_end();
    for (unsigned i = 0; i < PERMKERN_PINNED_VECTORS; i++) {
        const selftest_pinned *const row = &pinned_vectors[i];
        if ((vector_elements(&row->vector) + 2) * row->size > BENCH_BYTES) {
            continue; /* more than this machine's RAM */
        }
        const bool right = run(row);
        printf("case %s %s\n", row->name, right ? "right" : "WRONG");
        wrong += right ? 0 : 1;
    }
    return wrong == 0 ? 0 : 1;
}
