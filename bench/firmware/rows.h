/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What models.c and turns.c share: rows of a list, two buffers, naive loops, contents, and the comparison of every
 * element with the definition.
 */
#ifndef PERMKERN_BENCH_ROWS_H
#define PERMKERN_BENCH_ROWS_H

#include "marks.h"
#include "permkern_internal.h"

#include <stdio.h>
#include <string.h>

/* Each of two buffers; rows that need more are left out. */
#ifndef PERMKERN_MODELS_BYTES
#define PERMKERN_MODELS_BYTES 131072U
#endif
#define MAX_AXES 6
#define MLI_AXES 4
#define GUARD 4U
#define GUARD_BYTE 0xa5U

typedef void pinned_in_place(void *data);

typedef struct {
    const char *name;
    permkern_pinned *pinned;
    pinned_in_place *in_place;
    size_t shape[MAX_AXES];
    uint8_t perm[MAX_AXES];
    uint8_t rank;
    uint8_t size;  /* bytes of an element */
    uint8_t flips; /* bit k: axis k of the output runs backwards through the input */
    uint32_t mask; /* what each element is exclusive-ored with */
} row;

static const row rows[] = {
#include PERMKERN_ROWS
};
#define ROWS (sizeof rows / sizeof rows[0])

static _Alignas(16) uint8_t input[PERMKERN_MODELS_BYTES];
static _Alignas(16) uint8_t output[PERMKERN_MODELS_BYTES];

static uint32_t bytes_of(const row *at)
{
    uint32_t bytes = at->size;
    for (unsigned k = 0; k < at->rank; k++) {
        bytes *= (uint32_t)at->shape[k];
    }
    return bytes;
}

/* ---- naive loops ---- */

/*
 * Extents of the output and the input's stride along each, padded in front, and where element (0, ..., 0) lies in the
 * input. Strides that lead back are negative modulo 2 to the 32, as addresses of these targets are.
 */
typedef struct {
    uint32_t extent[MAX_AXES];
    uint32_t stride[MAX_AXES];
    uint32_t start;
} loops;

static loops loops_of(const row *at)
{
    loops l = {{1, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 0}, 0};
    const unsigned front = MAX_AXES - (unsigned)at->rank;
    for (unsigned k = 0; k < at->rank; k++) {
        const unsigned axis = at->perm[k];
        l.extent[front + k] = (uint32_t)at->shape[axis];
        l.stride[front + k] = 1;
        for (unsigned inner = axis + 1U; inner < at->rank; inner++) {
            l.stride[front + k] *= (uint32_t)at->shape[inner];
        }
        if ((at->flips >> k & 1U) != 0) {
            l.start += (l.extent[front + k] - 1) * l.stride[front + k];
            l.stride[front + k] = 0 - l.stride[front + k];
        }
    }
    return l;
}

/*
 * What firmware does without a library, and what embARC MLI publishes: sequential writes, strided reads, the offsets of
 * the outer axes kept out of the inner loop. Four loops where four do, otherwise six.
 */
#define NAIVE(type)                                                                                                    \
    __attribute__((noinline)) static void four_loops_##type(const type *in, type *out, const uint32_t *extent,         \
                                                            const uint32_t *stride)                                    \
    {                                                                                                                  \
        for (uint32_t a = 0; a < extent[0]; a++) {                                                                     \
            for (uint32_t b = 0; b < extent[1]; b++) {                                                                 \
                for (uint32_t c = 0; c < extent[2]; c++) {                                                             \
                    const type *const from = in + a * stride[0] + b * stride[1] + c * stride[2];                       \
                    const uint32_t inner = extent[3];                                                                  \
                    const uint32_t step = stride[3];                                                                   \
                    for (uint32_t d = 0; d < inner; d++) {                                                             \
                        *out++ = from[d * step];                                                                       \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    __attribute__((noinline)) static void six_loops_##type(const type *in, type *out, const uint32_t *extent,          \
                                                           const uint32_t *stride)                                     \
    {                                                                                                                  \
        for (uint32_t a = 0; a < extent[0]; a++) {                                                                     \
            for (uint32_t b = 0; b < extent[1]; b++) {                                                                 \
                for (uint32_t c = 0; c < extent[2]; c++) {                                                             \
                    const type *const from_c = in + a * stride[0] + b * stride[1] + c * stride[2];                     \
                    for (uint32_t d = 0; d < extent[3]; d++) {                                                         \
                        for (uint32_t e = 0; e < extent[4]; e++) {                                                     \
                            const type *const from = from_c + d * stride[3] + e * stride[4];                           \
                            const uint32_t inner = extent[5];                                                          \
                            const uint32_t step = stride[5];                                                           \
                            for (uint32_t f = 0; f < inner; f++) {                                                     \
                                *out++ = from[f * step];                                                               \
                            }                                                                                          \
                        }                                                                                              \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    static void naive_##type(const loops *l, bool is_four)                                                             \
    {                                                                                                                  \
        const type *in = (const type *)(const void *)input + l->start;                                                 \
        type *out = (type *)(void *)output;                                                                            \
        const unsigned front = is_four ? MAX_AXES - MLI_AXES : 0;                                                      \
        const uint32_t *extent = l->extent + front;                                                                    \
        const uint32_t *stride = l->stride + front;                                                                    \
        __asm__ volatile("" : "+r"(in), "+r"(out), "+r"(extent), "+r"(stride));                                        \
        if (is_four) {                                                                                                 \
            mark_begin();                                                                                              \
            four_loops_##type(in, out, extent, stride);                                                                \
            mark_end();                                                                                                \
        } else {                                                                                                       \
            mark_begin();                                                                                              \
            six_loops_##type(in, out, extent, stride);                                                                 \
            mark_end();                                                                                                \
        }                                                                                                              \
    }

NAIVE(uint8_t)
NAIVE(uint16_t)
NAIVE(uint32_t)

/* ---- contents ---- */

static uint32_t content(uint32_t index, unsigned size)
{
    return (index * 2654435761U) >> (32U - 8U * size);
}

static uint32_t element(const uint8_t *buffer, uint32_t at, unsigned size)
{
    uint32_t value = 0;
    memcpy(&value, buffer + at * size, size); /* all targets are little-endian */
    return value;
}

/* Both buffers hold the array at an offset, in bytes. */
static void fill(const row *at, uint32_t offset)
{
    const uint32_t bytes = bytes_of(at);
    for (uint32_t i = 0; i < bytes / at->size; i++) {
        const uint32_t value = content(i, at->size);
        memcpy(input + offset + i * at->size, &value, at->size);
    }
    memset(output, GUARD_BYTE, offset + bytes + GUARD);
}

/*
 * Every element against the definition, exclusive-ored with `mask`, and what lies before the first and behind the last
 * one.
 */
static bool is_right(const row *at, uint32_t offset, uint32_t mask)
{
    const loops l = loops_of(at);
    const uint32_t bytes = bytes_of(at);
    uint32_t index[MAX_AXES] = {0};
    uint32_t source = l.start;
    for (uint32_t i = 0; i < bytes / at->size; i++) {
        if (element(output + offset, i, at->size) != (content(source, at->size) ^ mask)) {
            return false;
        }
        for (unsigned k = MAX_AXES; k-- > 0;) {
            source += l.stride[k];
            if (++index[k] < l.extent[k]) {
                break;
            }
            source -= l.stride[k] * l.extent[k];
            index[k] = 0;
        }
    }
    for (uint32_t k = 0; k < GUARD; k++) {
        if (output[offset + bytes + k] != GUARD_BYTE || (k < offset && output[k] != GUARD_BYTE)) {
            return false;
        }
    }
    return true;
}

static bool run_naive(const row *at)
{
    const loops l = loops_of(at);
    const bool is_four = at->rank <= MLI_AXES;
    fill(at, 0);
    if (at->size == 1) {
        naive_uint8_t(&l, is_four);
    } else if (at->size == 2) {
        naive_uint16_t(&l, is_four);
    } else {
        naive_uint32_t(&l, is_four);
    }
    return is_right(at, 0, 0);
}

#endif /* PERMKERN_BENCH_ROWS_H */
