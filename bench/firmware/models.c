/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every permute of models.toml between marks, for bench/firmware.py to count: naive loops, the checked call, the
 * pinned kernel where the set has one; the last two again one element off the word boundary. The checked call is MLI's
 * where MLI takes the row (8 and 16 bits, four axes), permkern_permute otherwise. Every element of every result is
 * compared with the definition.
 */
#include "marks.h"
#include "mli_api.h"
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

typedef struct {
    const char *name;
    permkern_pinned *pinned;
    size_t shape[MAX_AXES];
    uint8_t perm[MAX_AXES];
    uint8_t rank;
    uint8_t size; /* bytes of an element */
} row;

static const row rows[] = {
#include "permkern_rows.inc"
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

/* Extents of the output and the input's stride along each, padded in front. */
typedef struct {
    uint32_t extent[MAX_AXES];
    uint32_t stride[MAX_AXES];
} loops;

static loops loops_of(const row *at)
{
    loops l = {{1, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 0}};
    const unsigned front = MAX_AXES - (unsigned)at->rank;
    for (unsigned k = 0; k < at->rank; k++) {
        const unsigned axis = at->perm[k];
        l.extent[front + k] = (uint32_t)at->shape[axis];
        l.stride[front + k] = 1;
        for (unsigned inner = axis + 1U; inner < at->rank; inner++) {
            l.stride[front + k] *= (uint32_t)at->shape[inner];
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
        const type *in = (const type *)(const void *)input;                                                            \
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

/* Every element against the definition, and what lies before the first and behind the last one. */
static bool is_right(const row *at, uint32_t offset)
{
    const loops l = loops_of(at);
    const uint32_t bytes = bytes_of(at);
    uint32_t index[MAX_AXES] = {0};
    uint32_t source = 0;
    for (uint32_t i = 0; i < bytes / at->size; i++) {
        if (element(output + offset, i, at->size) != content(source, at->size)) {
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

/* ---- the columns ---- */

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
    return is_right(at, 0);
}

static bool is_mli(const row *at)
{
    return at->rank <= MLI_AXES && at->size <= 2;
}

__attribute__((noinline)) static bool run_mli(const row *at, uint32_t offset)
{
    const uint32_t bytes = bytes_of(at);
    mli_tensor in = {.data = input + offset, .capacity = bytes, .rank = at->rank};
    mli_tensor out = {.data = output + offset, .capacity = bytes};
    mli_permute_cfg cfg = {{0}};
    mli_status status = MLI_STATUS_OK;
    in.el_type = at->size == 1 ? MLI_EL_FX_8 : MLI_EL_FX_16;
    for (unsigned k = 0; k < at->rank; k++) {
        in.shape[k] = (uint32_t)at->shape[k];
        cfg.perm_dim[k] = at->perm[k];
    }
    if (at->size == 1) {
        mark_begin();
        status = mli_krn_permute_fx8(&in, &cfg, &out);
        mark_end();
    } else {
        mark_begin();
        status = mli_krn_permute_fx16(&in, &cfg, &out);
        mark_end();
    }
    return status == MLI_STATUS_OK;
}

__attribute__((noinline)) static bool run_core(const row *at, uint32_t offset)
{
    const uint8_t *const from = input + offset;
    uint8_t *const to = output + offset;
    const permkern_layout in = {
        .shape = at->shape, .capacity = bytes_of(at), .rank = at->rank, .bits = at->size * (size_t)8};
    permkern_layout out = in;
    out.shape = NULL;
    mark_begin();
    const permkern_status status = permkern_permute(&in, from, at->perm, &out, to);
    mark_end();
    return status == PERMKERN_OK;
}

static bool run_checked(const row *at, uint32_t offset)
{
    fill(at, offset);
    const bool ok = is_mli(at) ? run_mli(at, offset) : run_core(at, offset);
    return ok && is_right(at, offset);
}

/* Never inlined, so that what stands between the marks is the same for both offsets. */
__attribute__((noinline)) static bool run_pinned(const row *at, uint32_t offset)
{
    permkern_pinned *kernel = at->pinned;
    const uint8_t *in = input + offset;
    uint8_t *out = output + offset;
    fill(at, offset);
    __asm__ volatile("" : "+r"(kernel), "+r"(in), "+r"(out)); /* at hand before the stretch begins */
    mark_begin();
    kernel(in, out);
    mark_end();
    return is_right(at, offset);
}

/* In the order of the columns that main names. */
static bool run(const row *at, bool is_pinned)
{
    bool right = run_naive(at);
    right = run_checked(at, 0) && right;
    right = run_checked(at, at->size) && right;
    if (is_pinned) {
        right = run_pinned(at, 0) && right;
        right = run_pinned(at, at->size) && right;
    }
    return right;
}

/* Names of the columns, then one line a row, in the order of the marks. The first stretch is empty. */
int main(void)
{
    const bool is_pinned = rows[0].pinned != NULL;
    int wrong = 0;
    mark_begin();
    mark_end();
    printf("column naive\ncolumn checked\ncolumn checked off\n%s",
           is_pinned ? "column pinned\ncolumn pinned off\n" : "");
    for (unsigned i = 0; i < ROWS; i++) {
        const row *const at = &rows[i];
        if (bytes_of(at) + at->size + GUARD > PERMKERN_MODELS_BYTES) {
            continue;
        }
        const bool right = run(at, is_pinned);
        printf("case %s %s\n", at->name, right ? "right" : "WRONG");
        wrong += right ? 0 : 1;
    }
    return wrong == 0 ? 0 : 1;
}
