/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every permute of turns.toml between marks, for bench/firmware.py to count: axes that run backwards, elements that a
 * constant is exclusive-ored with, and permutes in place, which the naive loops do from one buffer to another. The
 * checked call prepares a plan and runs it; the planned one runs a plan that is there. Every element of every result is
 * compared with the definition.
 */
#include "rows.h"

/* Bits that permkern_run_in_place needs, at most one for each element. */
static uint8_t scratch[PERMKERN_MODELS_BYTES / 8 + 1];

/* What the row asks permkern_prepare and permkern_xor for. */
static permkern_status prepare(const row *at, permkern_plan *plan)
{
    ptrdiff_t strides[MAX_AXES];
    ptrdiff_t stride = 1;
    permkern_layout in = {.shape = at->shape,
                          .strides = strides,
                          .capacity = bytes_of(at),
                          .rank = at->rank,
                          .bits = at->size * (size_t)8};
    const permkern_layout out = {.capacity = bytes_of(at), .rank = at->rank, .bits = at->size * (size_t)8};
    for (unsigned k = at->rank; k-- > 0;) {
        strides[k] = stride;
        stride *= (ptrdiff_t)at->shape[k];
    }
    for (unsigned k = 0; k < at->rank; k++) {
        const unsigned axis = at->perm[k];
        if ((at->flips >> k & 1U) != 0) {
            in.offset += (at->shape[axis] - 1) * (size_t)strides[axis];
            strides[axis] = -strides[axis];
        }
    }
    const permkern_status status = permkern_prepare(plan, &in, at->perm, &out);
    return status == PERMKERN_OK && at->mask != 0 ? permkern_xor(plan, at->mask) : status;
}

static permkern_status run_plan(const row *at, const permkern_plan *plan)
{
    return at->in_place != NULL ? permkern_run_in_place(plan, output, scratch, sizeof scratch)
                                : permkern_run(plan, input, output);
}

static void begin(const row *at, uint32_t offset)
{
    fill(at, offset);
    if (at->in_place != NULL) {
        memcpy(output + offset, input + offset, bytes_of(at));
    }
}

__attribute__((noinline)) static bool run_checked(const row *at)
{
    permkern_plan plan;
    begin(at, 0);
    mark_begin();
    permkern_status status = prepare(at, &plan);
    if (status == PERMKERN_OK) {
        status = run_plan(at, &plan);
    }
    mark_end();
    return status == PERMKERN_OK && is_right(at, 0, at->mask);
}

__attribute__((noinline)) static bool run_planned(const row *at)
{
    permkern_plan plan;
    begin(at, 0);
    if (prepare(at, &plan) != PERMKERN_OK) {
        return false;
    }
    mark_begin();
    const permkern_status status = run_plan(at, &plan);
    mark_end();
    return status == PERMKERN_OK && is_right(at, 0, at->mask);
}

/* Never inlined, so that what stands between the marks is the same for both offsets. */
__attribute__((noinline)) static bool run_pinned(const row *at, uint32_t offset)
{
    permkern_pinned *kernel = at->pinned;
    pinned_in_place *in_place = at->in_place;
    const uint8_t *in = input + offset;
    uint8_t *out = output + offset;
    begin(at, offset);
    __asm__ volatile("" : "+r"(kernel), "+r"(in_place), "+r"(in), "+r"(out)); /* at hand before the stretch begins */
    if (in_place != NULL) {
        mark_begin();
        in_place(out);
        mark_end();
    } else {
        mark_begin();
        kernel(in, out);
        mark_end();
    }
    return is_right(at, offset, at->mask);
}

/* Names of the columns, then one line a row, in the order of the marks. The first stretch is empty. */
int main(void)
{
    int wrong = 0;
    mark_begin();
    mark_end();
    printf("column naive\ncolumn checked\ncolumn planned\ncolumn pinned\ncolumn pinned off\n");
    for (unsigned i = 0; i < ROWS; i++) {
        const row *const at = &rows[i];
        if (bytes_of(at) + at->size + GUARD > PERMKERN_MODELS_BYTES) {
            continue;
        }
        bool right = run_naive(at);
        right = run_checked(at) && right;
        right = run_planned(at) && right;
        right = run_pinned(at, 0) && right;
        right = run_pinned(at, at->size) && right;
        printf("case %s %s\n", at->name, right ? "right" : "WRONG");
        wrong += right ? 0 : 1;
    }
    return wrong == 0 ? 0 : 1;
}
