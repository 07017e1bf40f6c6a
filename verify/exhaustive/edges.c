/* SPDX-License-Identifier: BSD-3-Clause */
#include "edges.h"

#include <stdio.h>
#include <string.h>

static void count(tally *sum, bool right, const char *what)
{
    sum->passed += right ? 1 : 0;
    sum->failed += right ? 0 : 1;
    if (!right) {
        printf("%s\n", what);
    }
}

/* ---- in place ---- */

static bool keeps_places(const request *r)
{
    bool keeps = r->in_offset == r->out_offset;
    for (unsigned k = 0; k < r->rank; k++) {
        keeps = keeps && (request_out_extent(r, k) == 1 || r->out_strides[k] == r->in_strides[r->perm[k]]);
    }
    return keeps;
}

/* By every door. The pages can only be read: a write ends the program. */
static bool is_left(const request *r, void *buffer)
{
    const bool keeps = keeps_places(r);
    const permkern_status want = keeps ? PERMKERN_OK : PERMKERN_ERR_OVERLAP;
    const permkern_layout in = request_in(r);
    const permkern_layout out = request_out(r);
    permkern_plan plan;
    return permkern_permute(&in, buffer, r->perm, &out, buffer) == want &&
           permkern_prepare(&plan, &in, r->perm, &out) == PERMKERN_OK && permkern_is_view(&plan) == keeps &&
           permkern_run(&plan, buffer, buffer) == want && permkern_run_part(&plan, buffer, buffer, 1, 3) == want &&
           permkern_run_part(&plan, buffer, buffer, 3, 3) == (keeps ? PERMKERN_ERR_PART : want);
}

tally check_in_place(const pages *p, const request *r)
{
    static const uint8_t contents[4096];
    tally sum = {0, 0};
    const size_t in_span = request_in_span(r);
    const size_t span = in_span < request_out_span(r) ? request_out_span(r) : in_span;
    for (flush where = FLUSH_START; where < FLUSHES; where++) {
        uint8_t *const buffer = (uint8_t *)(uintptr_t)p->in_read + pages_offset(span, where);
        pages_close_in(p, span, where, contents);
        count(&sum, is_left(r, buffer), "in place: not left as it is, or not refused");
        pages_open_in(p, span, where);
    }
    return sum;
}

/* ---- empty ---- */

/* Pointers and places that no other array may have. */
static bool moves_nothing(const request *r, permkern_layout in, permkern_layout out)
{
    permkern_plan plan;
    void *const nowhere = (void *)(uintptr_t)1; /* not aligned, and nobody's */
    return permkern_permute(&in, NULL, r->perm, &out, NULL) == PERMKERN_OK &&
           permkern_permute(&in, nowhere, r->perm, &out, nowhere) == PERMKERN_OK &&
           permkern_prepare(&plan, &in, r->perm, &out) == PERMKERN_OK && permkern_is_view(&plan) &&
           permkern_run(&plan, NULL, NULL) == PERMKERN_OK && permkern_run(&plan, nowhere, nowhere) == PERMKERN_OK &&
           permkern_run_part(&plan, NULL, nowhere, 6, 7) == PERMKERN_OK &&
           permkern_run_part(&plan, NULL, NULL, 7, 7) == PERMKERN_ERR_PART;
}

tally check_empty(const request *r)
{
    static const ptrdiff_t strides[8] = {0, PTRDIFF_MIN, -1, 1, PTRDIFF_MAX, 0, 0, 0};
    tally sum = {0, 0};
    size_t out_shape[8] = {0};
    uint8_t twice[8];
    const permkern_layout in = {r->shape, NULL, 0, 0, r->rank, r->bits};
    const permkern_layout implied = {NULL, NULL, 0, 0, r->rank, r->bits};
    const permkern_layout far = {r->shape, strides, SIZE_MAX, 0, r->rank, r->bits};
    permkern_layout out = {out_shape, strides, SIZE_MAX, 0, r->rank, r->bits};
    for (unsigned k = 0; k < r->rank; k++) {
        out_shape[k] = request_out_extent(r, k);
    }
    count(&sum, moves_nothing(r, in, implied), "empty: not done");
    count(&sum, moves_nothing(r, far, out), "empty: strides, an offset or a capacity were looked at");
    memcpy(twice, r->perm, sizeof twice);
    twice[0] = twice[r->rank - 1];
    const permkern_status want = r->rank > 1 ? PERMKERN_ERR_PERM : PERMKERN_OK;
    count(&sum, permkern_permute(&in, NULL, twice, &out, NULL) == want, "empty: a repeated axis passes");
    out_shape[0]++;
    const permkern_status got = permkern_permute(&in, NULL, r->perm, &out, NULL);
    count(&sum, got == PERMKERN_ERR_SHAPE, "empty: another output shape passes");
    return sum;
}
