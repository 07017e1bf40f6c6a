/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Firmware's vector planes against the definition, out[c][r] = in[r][c]: all extents up to 40, with and without gaps on
 * either side, at every width; long ones; strides beyond 16-bit offsets; and runs. Also around the limits of Helium's
 * offsets, and around the lengths of vectors up to 4,096 bits. Bytes around and between elements must stay as they
 * were. Runs on bare metal.
 */
#include "move/permkern_word.h"
#include "vector/permkern_isa.h"

#include <stdio.h>

#define SPACE 250000U
#define GUARD 64U
#define GUARD_BYTE 0xa5U

static _Alignas(64) uint8_t input[SPACE + 2 * GUARD];
static _Alignas(64) uint8_t output[SPACE + 2 * GUARD];

static unsigned passed;
static unsigned failed;

/*
 * Strides are bytes. offset: bytes from a 64-byte boundary. For `cols` runs of `rows` bytes, run_step is the input
 * bytes from run to run; otherwise 0.
 */
typedef struct {
    unsigned size;
    size_t rows, cols, in_stride, out_stride, offset, run_step;
} scene;

static void move(const scene *s, const uint8_t *in, uint8_t *out)
{
    (void)in;
    (void)out;
    if (s->run_step != 0) {
        permkern_runs(in, s->run_step, out, s->out_stride, s->cols, s->rows);
        return;
    }
    switch (s->size) {
#if PERMKERN_PLANE8
    case 1:
        permkern_x8_matrix(in, s->in_stride, out, s->out_stride, s->rows, s->cols);
        break;
#endif
#if PERMKERN_PLANE16
    case 2:
        permkern_x16_matrix(in, s->in_stride, out, s->out_stride, s->rows, s->cols);
        break;
#endif
#if PERMKERN_PLANE32
    case 4:
        permkern_x32_matrix(in, s->in_stride, out, s->out_stride, s->rows, s->cols);
        break;
#endif
#if PERMKERN_PLANE64
    case 8:
        permkern_x64_matrix(in, s->in_stride, out, s->out_stride, s->rows, s->cols);
        break;
#endif
    default:
        break;
    }
}

static bool has_plane(unsigned size)
{
    return size == 1   ? PERMKERN_PLANE8 != 0
           : size == 2 ? PERMKERN_PLANE16 != 0
           : size == 4 ? PERMKERN_PLANE32 != 0
                       : PERMKERN_PLANE64 != 0;
}

static uint8_t content(size_t at)
{
    return (uint8_t)((at * 167U + (at >> 8) * 59U + 1U) & 0x7fU); /* never the guard */
}

static size_t step_of(const scene *s)
{
    return s->run_step != 0 ? s->run_step : s->size;
}

static bool is_right(const scene *s, size_t span)
{
    const uint8_t *const in = input + GUARD + s->offset;
    const uint8_t *const out = output + GUARD + s->offset;
    size_t at = 0;
    for (size_t c = 0; c < s->cols; c++) {
        for (; at < c * s->out_stride; at++) {
            if (out[at] != GUARD_BYTE) {
                return false;
            }
        }
        for (size_t r = 0; r < s->rows; r++) {
            for (unsigned byte = 0; byte < s->size; byte++, at++) {
                if (out[at] != in[r * s->in_stride + c * step_of(s) + byte]) {
                    return false;
                }
            }
        }
    }
    for (size_t k = 1; k <= GUARD; k++) {
        if (out[span + k - 1] != GUARD_BYTE || *(out - k) != GUARD_BYTE) {
            return false;
        }
    }
    return true;
}

static void try(const scene *s)
{
    const size_t in_span = (s->rows - 1) * s->in_stride + (s->cols - 1) * step_of(s) + s->size;
    const size_t out_span = (s->cols - 1) * s->out_stride + s->rows * s->size;
    if ((s->run_step == 0 && !has_plane(s->size)) || in_span > SPACE - GUARD || out_span > SPACE - GUARD) {
        return;
    }
    for (size_t k = 0; k < out_span + 2 * GUARD; k++) {
        output[s->offset + k] = GUARD_BYTE;
    }
    move(s, input + GUARD + s->offset, output + GUARD + s->offset);
    if (is_right(s, out_span)) {
        passed++;
        return;
    }
    failed++;
    if (failed <= 20) {
        printf("FAIL %s%u-bit, %lu rows x %lu columns, strides %lu and %lu, offset %lu\n",
               s->run_step != 0 ? "runs, " : "", s->size * 8, (unsigned long)s->rows, (unsigned long)s->cols,
               (unsigned long)s->in_stride, (unsigned long)s->out_stride, (unsigned long)s->offset);
    }
}

/* Gaps, in elements, after each input row and each output column. */
static void try_gaps(unsigned size, size_t rows, size_t cols)
{
    static const uint8_t gaps[][2] = {{0, 0}, {1, 0}, {0, 1}, {5, 3}};
    for (unsigned k = 0; k < sizeof gaps / sizeof gaps[0]; k++) {
        const scene s = {size, rows, cols, (cols + gaps[k][0]) * size, (rows + gaps[k][1]) * size, k % 2 * size, 0};
        try(&s);
    }
}

/* Up to three runs, with gaps on both sides. */
static void try_runs(size_t bytes)
{
    for (size_t count = 1; count <= 3; count++) {
        try(&(scene){1, bytes, count, 1, bytes + 2, count, bytes + 3});
    }
}

/* Element strides at which a kernel changes its offset width, and the lanes that it then moves at once. */
static const struct {
    unsigned bits, lanes;
    size_t farthest;
} limits[] = {{8, 16, UINT8_MAX / 15}, {8, 8, UINT16_MAX / 7}, {16, 8, UINT16_MAX / 7}, {0, 0, 0}};

static void try_limits(unsigned size)
{
    for (unsigned k = 0; limits[k].bits != 0; k++) {
        const size_t rows[] = {2, limits[k].lanes - 1, limits[k].lanes, limits[k].lanes + 1};
        for (unsigned n = 0; n < 12 && limits[k].bits == 8 * size; n++) {
            const size_t few = rows[n / 3];
            const size_t far = (limits[k].farthest + n % 3 - 1) * size;
            for (size_t others = 1; others <= 17 && others * size <= far; others += 8) {
                try(&(scene){size, few, others, far, few * size, 0, 0});
                try(&(scene){size, others, few, few * size, far, 0, 0});
            }
            if (few * size <= far) {
                try(&(scene){size, few, few, far, far, 0, 0});
            }
        }
    }
}

static void try_lengths(unsigned size)
{
    static const uint8_t few[] = {1, 2, 3, 4, 7, 8, 9};
    for (size_t length = 4; length <= 4096; length *= 2) {
        for (unsigned k = 0; k < sizeof few; k++) {
            for (unsigned one = 0; one < 3; one++) {
                try_gaps(size, length + one - 1, few[k]);
                try_gaps(size, few[k], length + one - 1);
            }
        }
    }
}

static void try_run_lengths(void)
{
    for (size_t bytes = 1; bytes <= 80; bytes++) {
        try_runs(bytes);
    }
    for (size_t length = 128; length <= 4096; length *= 2) {
        try_runs(length - 1);
        try_runs(length);
        try_runs(length + 1);
    }
}

static void try_all(unsigned size)
{
    static const uint8_t few[] = {1, 2, 3, 4, 5, 7, 8, 12, 16, 17};
    for (size_t rows = 1; rows <= 40; rows++) {
        for (size_t cols = 1; cols <= 40; cols++) {
            try_gaps(size, rows, cols);
        }
    }
    for (unsigned k = 0; k < sizeof few; k++) {
        for (size_t length = 41; length <= 600; length = length * 2 + 1) {
            try_gaps(size, length, few[k]);
            try_gaps(size, few[k], length);
        }
    }
    for (size_t few_rows = 3; few_rows <= 19; few_rows += 4) {
        const size_t far = (size_t)10001 * size;
        try(&(scene){size, few_rows, 20, far, few_rows * size, 0, 0});
        try(&(scene){size, 20, few_rows, few_rows * size, far, 0, 0});
        try(&(scene){size, few_rows, few_rows, far, far, 0, 0});
    }
}

int main(void)
{
    if (!has_plane(1) && !has_plane(2) && !has_plane(4) && !has_plane(8)) {
        printf("no planes: the set's profile is not speed\n");
        return 77; /* skipped */
    }
    for (size_t k = 0; k < sizeof input; k++) {
        input[k] = content(k);
    }
    try_run_lengths();
    for (unsigned size = 1; size <= 8; size *= 2) {
        try_all(size);
        try_limits(size);
        try_lengths(size);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
