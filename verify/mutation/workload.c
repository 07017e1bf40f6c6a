/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Work whose instructions Callgrind counts, case by case: every permutation of ranks 2 and 3, some of rank 4, at every
 * width, over shapes that fill tiles and that leave rests; aligned and not; with a plan, without, in parts, with
 * strides of either sign, and through MLI's interface; integers of other types. Results are not looked at: tests did
 * that before.
 */
#include "mli_api.h"
#include "permkern.h"

#include <stdio.h>
#include <valgrind/callgrind.h>

#define BYTES 65536

static uint8_t in[BYTES + 64] __attribute__((aligned(64)));
static uint8_t out[BYTES + 64] __attribute__((aligned(64)));

typedef struct {
    size_t rank;
    size_t shape[4];
    uint8_t perm[4];
} work;

static const work works[] = {
    {1, {200}, {0}},
    {2, {33, 30}, {1, 0}},
    {2, {32, 64}, {1, 0}},
    {2, {64, 2}, {1, 0}},
    {2, {3, 70}, {1, 0}},
    {2, {70, 3}, {1, 0}},
    {2, {4, 50}, {1, 0}},
    {2, {100, 1}, {1, 0}},
    {3, {9, 12, 10}, {0, 2, 1}},
    {3, {9, 12, 10}, {1, 0, 2}},
    {3, {30, 20, 2}, {1, 0, 2}},
    {3, {30, 20, 4}, {1, 0, 2}},
    {3, {9, 12, 10}, {1, 2, 0}},
    {3, {9, 12, 10}, {2, 0, 1}},
    {3, {9, 12, 10}, {2, 1, 0}},
    {3, {20, 21, 3}, {2, 0, 1}},
    {3, {3, 20, 21}, {1, 2, 0}},
    {4, {5, 4, 8, 6}, {0, 2, 1, 3}},
    {4, {5, 4, 8, 6}, {3, 2, 1, 0}},
    {4, {5, 4, 8, 6}, {2, 3, 0, 1}},
    {4, {1, 10, 1, 60}, {3, 1, 2, 0}},
    {4, {2, 3, 2, 2}, {3, 1, 2, 0}},
    {2, {2, 3}, {1, 0}},
    {2, {9, 12}, {1, 0}},
    {3, {30, 4, 2}, {1, 0, 2}},
    {3, {16, 24, 10}, {1, 0, 2}},
};

static void counted(const char *how, unsigned number, size_t bits)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%s %u %u-bit", how, number, (unsigned)bits);
    CALLGRIND_TOGGLE_COLLECT;
    CALLGRIND_DUMP_STATS_AT(name);
}

/* Statuses are for the tests. */
static void ignore(permkern_status status)
{
    (void)status;
}

/* What the first call of a process does more than others is not counted. */
static void warm_up(void)
{
    const size_t shape[2] = {33, 30};
    const uint8_t perm[2] = {1, 0};
    const permkern_layout from = {shape, NULL, 0, BYTES, 2, 32};
    const permkern_layout to = {NULL, NULL, 0, BYTES, 2, 32};
    ignore(permkern_permute(&from, in, perm, &to, out));
}

static void count_work(unsigned number, size_t bits)
{
    const work *const w = &works[number];
    const permkern_layout from = {w->shape, NULL, 0, BYTES, w->rank, bits};
    size_t shape[4] = {0};
    for (size_t k = 0; k < w->rank; k++) {
        shape[k] = w->shape[w->perm[k]];
    }
    const permkern_layout to = {shape, NULL, 0, BYTES, w->rank, bits};
    permkern_plan plan;
    CALLGRIND_TOGGLE_COLLECT;
    ignore(permkern_permute(&from, in, w->perm, &to, out));
    counted("at once", number, bits);
    CALLGRIND_TOGGLE_COLLECT;
    ignore(permkern_prepare(&plan, &from, w->perm, &to));
    counted("prepare", number, bits);
    CALLGRIND_TOGGLE_COLLECT;
    ignore(permkern_run(&plan, in, out));
    counted("run", number, bits);
    CALLGRIND_TOGGLE_COLLECT;
    ignore(permkern_run_part(&plan, in, out, 1, 2));
    counted("part", number, bits);
    CALLGRIND_TOGGLE_COLLECT;
    ignore(permkern_run(&plan, in + bits / 8, out + bits / 8));
    counted("off the word", number, bits);
}

/* More axes than the default set has kernels for: runs, and what pins.toml has kernels for. */
static void count_deep(size_t bits)
{
    static const size_t shape[6] = {2, 3, 2, 3, 10, 4};
    static const uint8_t perms[5][6] = {
        {3, 2, 1, 0, 4, 5}, {5, 4, 3, 2, 1, 0}, {3, 5, 1, 0, 2, 4}, {1, 0, 3, 2, 5, 4}, {4, 5, 3, 2, 1, 0}};
    const permkern_layout from = {shape, NULL, 0, BYTES, 6, bits};
    const permkern_layout to = {NULL, NULL, 0, BYTES, 6, bits};
    for (unsigned number = 0; number < 5; number++) {
        CALLGRIND_TOGGLE_COLLECT;
        ignore(permkern_permute(&from, in, perms[number], &to, out));
        counted("deep", number, bits);
    }
}

typedef struct {
    permkern_layout from;
    uint8_t perm[4];
} strided_work;

/*
 * The input has gaps behind its rows; two of its axes run backwards; so do columns of pixels, whose channels stay
 * together; runs with gaps between them are moved as one wider element each.
 */
static void count_strided(size_t bits)
{
    static const size_t volume[3] = {9, 12, 10};
    static const size_t pictures[4] = {9, 12, 10, 4};
    static const size_t runs[2] = {30, 4};
    static const ptrdiff_t gaps[3] = {200, 16, 1};
    static const ptrdiff_t backwards[3] = {-200, 16, -1};
    static const ptrdiff_t mirrored[4] = {480, 40, -4, 1};
    static const ptrdiff_t apart[2] = {8, 1};
    const strided_work strided[4] = {
        {{volume, gaps, 0, BYTES, 3, bits}, {2, 0, 1}},
        {{volume, backwards, 8 * 200 + 9, BYTES, 3, bits}, {2, 0, 1}},
        {{pictures, mirrored, 9 * 4, BYTES, 4, bits}, {0, 2, 1, 3}},
        {{runs, apart, 0, BYTES, 2, bits}, {0, 1}},
    };
    for (unsigned number = 0; number < 4; number++) {
        const strided_work *const w = &strided[number];
        const permkern_layout to = {NULL, NULL, 0, BYTES, w->from.rank, bits};
        CALLGRIND_TOGGLE_COLLECT;
        ignore(permkern_permute(&w->from, in, w->perm, &to, out));
        counted("strided", number, bits);
    }
}

static void count_integers(void)
{
    const int32_t given[4] = {3, -4, 1, -2};
    const int64_t wide[4] = {7, 5, 3, 2};
    size_t shape[4];
    ptrdiff_t strides[4];
    uint8_t perm[4];
    CALLGRIND_TOGGLE_COLLECT;
    ignore(permkern_perm_i32(perm, given, 4));
    ignore(permkern_strides_i32(strides, given, 4));
    ignore(permkern_shape_i64(shape, wide, 4));
    counted("integers", 0, 32);
}

static void count_mli(void)
{
    mli_tensor from = {0};
    mli_tensor to = {0};
    const mli_permute_cfg config = {{2, 0, 1, 3}};
    from.data = in;
    from.capacity = BYTES;
    from.rank = 3;
    from.shape[0] = 9;
    from.shape[1] = 12;
    from.shape[2] = 10;
    from.el_type = MLI_EL_FX_16;
    to.data = out;
    to.capacity = BYTES;
    CALLGRIND_TOGGLE_COLLECT;
    (void)mli_krn_permute_fx16(&from, &config, &to);
    counted("MLI", 0, 16);
    CALLGRIND_TOGGLE_COLLECT;
    (void)mli_hlp_count_elem_num(&from, 0);
    counted("MLI elements", 0, 16);
    from.shape[0] = 1;
    from.shape[1] = 2;
    from.shape[2] = 1;
    CALLGRIND_TOGGLE_COLLECT;
    (void)mli_krn_permute_fx16(&from, &config, &to);
    counted("MLI short", 0, 16);
}

int main(void)
{
    warm_up();
    for (unsigned number = 0; number < sizeof works / sizeof works[0]; number++) {
        for (size_t bits = 8; bits <= 64; bits *= 2) {
            count_work(number, bits);
        }
    }
    for (size_t bits = 8; bits <= 64; bits *= 2) {
        count_deep(bits);
        count_strided(bits);
    }
    count_integers();
    count_mli();
    return 0;
}
