/* SPDX-License-Identifier: BSD-3-Clause */
/* The core API: checks at the door, then fold, then src/dispatch.c chooses and moves. */
#include "permkern_internal.h"
#include "permkern_word.h"

/* ---- prepare ---- */

/*@ requires 1 <= rank <= PERMKERN_MAX_RANK && \valid_read(perm + (0 .. rank - 1));
    assigns \nothing;
    ensures \result == PERMKERN_OK <==> is_permutation(perm, rank);
    ensures \result == PERMKERN_OK || \result == PERMKERN_ERR_PERM;
 */
static permkern_status check_perm(const uint8_t *perm, unsigned rank)
{
    unsigned seen = 0;
    /*@ loop invariant 0 <= k <= rank;
        loop invariant \forall integer i; 0 <= i < k ==> perm[i] < rank;
        loop invariant \forall integer i, j; 0 <= i < j < k ==> perm[i] != perm[j];
        loop invariant \forall integer i; 0 <= i < k ==> (seen >> perm[i] & 1) != 0;
        loop invariant \forall integer bit; 0 <= bit < 8 && (seen >> bit & 1) != 0 ==>
            \exists integer i; 0 <= i < k && perm[i] == bit;
        loop assigns k, seen;
        loop variant rank - k;
     */
    for (unsigned k = 0; k < rank; k++) {
        if (perm[k] >= rank || (seen >> perm[k] & 1U) != 0) {
            return PERMKERN_ERR_PERM;
        }
        /*@ assert (seen >> perm[k] & 1) == 0; */
        /*@ assert \forall integer i; 0 <= i < k && perm[i] == perm[k] ==> (seen >> perm[i] & 1) == 0; */
        seen |= 1U << perm[k];
    }
    return PERMKERN_OK;
}

/*@ requires in != \null ==> \valid_read(in);
    requires out != \null ==> \valid_read(out);
    requires in != \null && in->shape != \null ==> \valid_read(in->shape + (0 .. in->rank - 1));
    requires out != \null && out->shape != \null ==> \valid_read(out->shape + (0 .. out->rank - 1));
    requires in != \null && perm != \null ==> \valid_read(perm + (0 .. in->rank - 1));
    assigns \nothing;
    behavior null:
        assumes request_null(in, out, perm);
        ensures \result == PERMKERN_ERR_NULL;
    behavior rank:
        assumes !request_null(in, out, perm) && !rank_known(in, out);
        ensures \result == PERMKERN_ERR_RANK;
    behavior bits:
        assumes !request_null(in, out, perm) && rank_known(in, out);
        assumes !bits_known(in->bits) || out->bits != in->bits;
        ensures \result == PERMKERN_ERR_BITS;
    behavior permutation:
        assumes !request_null(in, out, perm) && rank_known(in, out);
        assumes bits_known(in->bits) && out->bits == in->bits && !is_permutation(perm, in->rank);
        ensures \result == PERMKERN_ERR_PERM;
    behavior shape:
        assumes !request_null(in, out, perm) && rank_known(in, out);
        assumes bits_known(in->bits) && out->bits == in->bits && is_permutation(perm, in->rank);
        assumes !shapes_fit(in, out, perm);
        ensures \result == PERMKERN_ERR_SHAPE;
    behavior ok:
        assumes !request_null(in, out, perm) && rank_known(in, out);
        assumes bits_known(in->bits) && out->bits == in->bits && is_permutation(perm, in->rank);
        assumes shapes_fit(in, out, perm);
        ensures \result == PERMKERN_OK;
    complete behaviors;
    disjoint behaviors;
 */
static permkern_status check_request(const permkern_array *in, const permkern_array *out, const uint8_t *perm)
{
    if (in == NULL || out == NULL || perm == NULL || in->shape == NULL) {
        return PERMKERN_ERR_NULL;
    }
    if (in->rank == 0 || in->rank > PERMKERN_MAX_RANK || out->rank != in->rank) {
        return PERMKERN_ERR_RANK;
    }
    if ((in->bits != 8 && in->bits != 16 && in->bits != 32 && in->bits != 64) || out->bits != in->bits) {
        return PERMKERN_ERR_BITS;
    }
    const permkern_status status = check_perm(perm, in->rank);
    if (status != PERMKERN_OK) {
        return status;
    }
    /*@ loop invariant 0 <= k <= in->rank;
        loop invariant \forall integer i; 0 <= i < k ==>
            in->shape[perm[i]] != 0 && (out->shape == \null || out->shape[i] == in->shape[perm[i]]);
        loop assigns k;
        loop variant in->rank - k;
     */
    for (unsigned k = 0; k < in->rank; k++) {
        const uint32_t extent = in->shape[perm[k]];
        if (extent == 0 || (out->shape != NULL && out->shape[k] != extent)) {
            return PERMKERN_ERR_SHAPE;
        }
    }
    return PERMKERN_OK;
}

/*
 * Byte strides of one side. axis is in input order; order[k] names the axis that is the array's k-th, NULL stands for
 * the input's own order.
 */
static permkern_status read_strides(permkern_axis *axis, const permkern_array *array, permkern_side side,
                                    const uint8_t *order, size_t size)
{
    size_t contiguous = size;
    for (unsigned k = array->rank; k-- > 0;) {
        permkern_axis *const at = &axis[order == NULL ? k : order[k]];
        size_t *const stride = permkern_stride_of(at, side);
        *stride = contiguous;
        if (at->extent == 1) {
            continue;
        }
        if (array->strides == NULL) {
            if (!permkern_multiply(contiguous, at->extent, &contiguous)) {
                return PERMKERN_ERR_SIZE;
            }
        } else if (array->strides[k] <= 0) {
            return PERMKERN_ERR_STRIDE;
        } else if (!permkern_multiply((size_t)array->strides[k], size, stride)) {
            return PERMKERN_ERR_SIZE;
        }
    }
    return PERMKERN_OK;
}

/* Sorts the axes by one side, checks them there, and compares the span with the capacity. */
static permkern_status check_side(permkern_axis *axis, unsigned rank, permkern_side side, size_t size, size_t capacity,
                                  size_t *span)
{
    permkern_sort(axis, rank, side);
    const permkern_status status = permkern_span(axis, rank, side, size, span);
    return status == PERMKERN_OK && capacity < *span ? PERMKERN_ERR_CAPACITY : status;
}

/*@ requires rank <= PERMKERN_MAX_RANK && \valid(axis + (0 .. rank - 1));
    assigns axis[0 .. rank - 1];
    ensures \result == \old(others(axis, rank)) <= rank;
    ensures \forall integer k; 0 <= k < rank && \old(axis[k].extent) != 1 ==>
        same_axis{Here, Old}(axis, \old(others(axis, k)), axis, k);
    ensures \forall integer k; 0 <= k < \result ==> axis[k].extent != 1;
 */
static unsigned drop_unit_axes(permkern_axis *axis, unsigned rank)
{
    unsigned kept = 0;
    /*@ loop invariant 0 <= kept <= k <= rank && kept == others{Pre}(axis, k);
        loop invariant \forall integer i; k <= i < rank ==> same_axis{Here, Pre}(axis, i, axis, i);
        loop invariant \forall integer i; 0 <= i < kept ==> axis[i].extent != 1;
        loop invariant \forall integer i; 0 <= i < k && \at(axis[i].extent, Pre) != 1 ==>
            others{Pre}(axis, i) < kept && same_axis{Here, Pre}(axis, others{Pre}(axis, i), axis, i);
        loop assigns k, kept, axis[0 .. rank - 1];
        loop variant rank - k;
     */
    for (unsigned k = 0; k < rank; k++) {
        if (axis[k].extent != 1) {
            permkern_copy_axis(&axis[kept++], &axis[k]);
        }
    }
    return kept;
}

/* The rest of build() where a side has strides. */
static permkern_status build_strided(permkern_plan *plan, const permkern_array *in, const permkern_array *out,
                                     const uint8_t *perm, unsigned shift)
{
    const size_t size = (size_t)1 << shift;
    permkern_axis axis[PERMKERN_MAX_RANK];
    size_t in_span = 0;
    size_t out_span = 0;
    for (unsigned k = 0; k < in->rank; k++) {
        axis[k].extent = in->shape[k];
    }
    permkern_status status = read_strides(axis, in, PERMKERN_IN, NULL, size);
    if (status == PERMKERN_OK) {
        status = read_strides(axis, out, PERMKERN_OUT, perm, size);
    }
    if (status != PERMKERN_OK) {
        return status;
    }
    const unsigned rank = drop_unit_axes(axis, in->rank);
    status = check_side(axis, rank, PERMKERN_IN, size, in->capacity, &in_span);
    if (status == PERMKERN_OK) {
        status = check_side(axis, rank, PERMKERN_OUT, size, out->capacity, &out_span);
    }
    if (status != PERMKERN_OK) {
        return status;
    }
    const unsigned used = permkern_fuse(axis, rank, shift);
    for (unsigned k = 0; k < used; k++) {
        permkern_copy_axis(&plan->axis[k], &axis[k]);
    }
    plan->in_span = in_span;
    plan->out_span = out_span;
    permkern_choose(plan, used, shift);
    return PERMKERN_OK;
}

/* Whether a checked request is contiguous on both sides: nothing to sort, and one span for both. */
static bool is_contiguous(const permkern_array *in, const permkern_array *out)
{
    return in->strides == NULL && out->strides == NULL;
}

/* Checks the sizes of such a request, then folds it into the axes before folding->axis; *span is its bytes. */
static permkern_status fold_contiguous(permkern_folding *folding, const permkern_array *in, const permkern_array *out,
                                       const uint8_t *perm, size_t *span)
{
    size_t stride[PERMKERN_MAX_RANK];
    size_t bytes = folding->run;
    for (unsigned k = in->rank; k-- > 0;) {
        stride[k] = bytes;
        if (!permkern_multiply(bytes, in->shape[k], &bytes)) {
            return PERMKERN_ERR_SIZE;
        }
    }
    if (in->capacity < bytes || out->capacity < bytes) {
        return PERMKERN_ERR_CAPACITY;
    }
    for (unsigned k = in->rank; k-- > 0;) {
        permkern_fold_axis(folding, in->shape[perm[k]], stride[perm[k]]);
    }
    permkern_fold_end(folding);
    *span = bytes;
    return PERMKERN_OK;
}

/* The rest of build() for such a request. The axes are folded at the end of their array: no check comes after that. */
static permkern_status build_contiguous(permkern_plan *plan, const permkern_array *in, const permkern_array *out,
                                        const uint8_t *perm, unsigned shift)
{
    permkern_folding folding = permkern_fold_begin(&plan->axis[PERMKERN_MAX_RANK], (size_t)1 << shift);
    size_t span = 0;
    const permkern_status status = fold_contiguous(&folding, in, out, perm, &span);
    if (status != PERMKERN_OK) {
        return status;
    }
    for (unsigned k = 0; k < folding.used; k++) {
        permkern_copy_axis(&plan->axis[k], &folding.axis[k]);
    }
    plan->in_span = span;
    plan->out_span = span;
    permkern_choose(plan, folding.used, shift);
    return PERMKERN_OK;
}

static unsigned shift_of(const permkern_array *array)
{
    return array->bits == 8 ? 0 : array->bits == 16 ? 1 : array->bits == 32 ? 2 : 3;
}

/* permkern_prepare for a plan that is not NULL. */
static permkern_status build(permkern_plan *plan, const permkern_array *in, const permkern_array *out,
                             const uint8_t *perm)
{
    const permkern_status status = check_request(in, out, perm);
    if (status != PERMKERN_OK) {
        return status;
    }
    return is_contiguous(in, out) ? build_contiguous(plan, in, out, perm, shift_of(in))
                                  : build_strided(plan, in, out, perm, shift_of(in));
}

permkern_status permkern_prepare(permkern_plan *plan, const permkern_array *in, const permkern_array *out,
                                 const uint8_t *perm)
{
    return plan == NULL ? PERMKERN_ERR_NULL : build(plan, in, out, perm);
}

/* ---- run ---- */

/* What is checked of two pointers that are not NULL. */
/*@ requires 0 < in_span && 0 < out_span;
    assigns \nothing;
    behavior unaligned:
        assumes ((from | to) & align_mask) != 0;
        ensures \result == PERMKERN_ERR_ALIGN;
    behavior wrapping:
        assumes ((from | to) & align_mask) == 0;
        assumes from + in_span > UINTPTR_MAX || to + out_span > UINTPTR_MAX;
        ensures \result == PERMKERN_ERR_WRAP;
    behavior overlapping:
        assumes ((from | to) & align_mask) == 0;
        assumes from + in_span <= UINTPTR_MAX && to + out_span <= UINTPTR_MAX;
        assumes share_a_byte(from, in_span, to, out_span);
        ensures \result == PERMKERN_ERR_OVERLAP;
    behavior ok:
        assumes ((from | to) & align_mask) == 0;
        assumes from + in_span <= UINTPTR_MAX && to + out_span <= UINTPTR_MAX;
        assumes !share_a_byte(from, in_span, to, out_span);
        ensures \result == PERMKERN_OK;
    complete behaviors;
    disjoint behaviors;
 */
static inline permkern_status check_places(uintptr_t from, size_t in_span, uintptr_t to, size_t out_span,
                                           unsigned align_mask)
{
    if (((from | to) & align_mask) != 0) {
        return PERMKERN_ERR_ALIGN;
    }
    if (permkern_wraps(from, in_span) || permkern_wraps(to, out_span)) {
        return PERMKERN_ERR_WRAP;
    }
    return permkern_overlaps(from, in_span, to, out_span) ? PERMKERN_ERR_OVERLAP : PERMKERN_OK;
}

/*@ requires plan != \null ==> \valid_read(plan) && (uintptr_t)plan + sizeof(*plan) <= UINTPTR_MAX;
    requires plan != \null && plan->kernel != \null ==> 0 < plan->in_span && 0 < plan->out_span;
    assigns \nothing;
    ensures \result == PERMKERN_ERR_NULL <==> plan == \null || in == \null || out == \null;
    ensures \result == PERMKERN_ERR_PLAN <==>
        plan != \null && in != \null && out != \null && plan->kernel == \null;
    ensures \result == PERMKERN_OK <==>
        plan != \null && in != \null && out != \null && plan->kernel != \null &&
        (((uintptr_t)in | (uintptr_t)out) & plan->align_mask) == 0 &&
        (uintptr_t)in + plan->in_span <= UINTPTR_MAX && (uintptr_t)out + plan->out_span <= UINTPTR_MAX &&
        !share_a_byte((uintptr_t)in, plan->in_span, (uintptr_t)out, plan->out_span) &&
        !share_a_byte((uintptr_t)plan, sizeof(*plan), (uintptr_t)out, plan->out_span);
 */
static inline permkern_status check_buffers(const permkern_plan *plan, const void *in, const void *out)
{
    if (plan == NULL || in == NULL || out == NULL) {
        return PERMKERN_ERR_NULL;
    }
    if (plan->kernel == NULL) {
        return PERMKERN_ERR_PLAN;
    }
    const permkern_status status =
        check_places((uintptr_t)in, plan->in_span, (uintptr_t)out, plan->out_span, plan->align_mask);
    if (status == PERMKERN_OK && permkern_overlaps((uintptr_t)plan, sizeof *plan, (uintptr_t)out, plan->out_span)) {
        return PERMKERN_ERR_OVERLAP;
    }
    return status;
}

permkern_status permkern_run(const permkern_plan *plan, const void *in, void *out)
{
    const permkern_status status = check_buffers(plan, in, out);
    if (status == PERMKERN_OK) {
        permkern_execute(plan, in, out);
    }
    return status;
}

/* ---- run_part ---- */

/* Shares are whole multiples of this many elements where an axis has enough of them: they end between tiles. */
#define GRAIN_SHIFT 3U

/* The outermost axis that gives every part a grain, else the longest. */
/*@ requires 1 <= rank <= PERMKERN_MAX_RANK && 0 < parts && \valid_read(axis + (0 .. rank - 1));
    assigns \nothing;
    ensures 0 <= \result < rank;
    ensures axis[\result].extent / 8 >= parts ==>
        \forall integer k; 0 <= k < \result ==> axis[k].extent / 8 < parts;
    ensures axis[\result].extent / 8 < parts ==>
        \forall integer k; 0 <= k < rank ==> axis[k].extent <= axis[\result].extent;
 */
static unsigned split_axis(const permkern_axis *axis, unsigned rank, uint32_t parts)
{
    unsigned longest = 0;
    /*@ loop invariant 0 <= k <= rank && 0 <= longest < rank;
        loop invariant \forall integer i; 0 <= i < k ==>
            axis[i].extent / 8 < parts && axis[i].extent <= axis[longest].extent;
        loop invariant longest < k || longest == 0;
        loop assigns k, longest;
        loop variant rank - k;
     */
    for (unsigned k = 0; k < rank; k++) {
        if (axis[k].extent >> GRAIN_SHIFT >= parts) {
            return k;
        }
        if (axis[k].extent > axis[longest].extent) {
            longest = k;
        }
    }
    return longest;
}

permkern_status permkern_run_part(const permkern_plan *plan, const void *in, void *out, uint32_t part, uint32_t parts)
{
    permkern_axis axis[PERMKERN_MAX_RANK];
    const permkern_status status = check_buffers(plan, in, out);
    if (status != PERMKERN_OK) {
        return status;
    }
    if (part >= parts) {
        return PERMKERN_ERR_PART;
    }
    const bool wide = permkern_use_wide(plan, in, out);
    const unsigned form = wide ? plan->wide_form : plan->form;
    const unsigned rank = permkern_form_rank(form);
    const unsigned split = split_axis(plan->axis, rank, parts);
    const size_t extent = plan->axis[split].extent;
    const unsigned grain = extent >> GRAIN_SHIFT >= parts ? GRAIN_SHIFT : 0;
    const size_t begin = permkern_share(extent >> grain, part, parts) << grain;
    const size_t end = part + 1 == parts ? extent : permkern_share(extent >> grain, part + 1, parts) << grain;
    if (begin == end) {
        return PERMKERN_OK;
    }
    for (unsigned k = 0; k < rank; k++) {
        permkern_copy_axis(&axis[k], &plan->axis[k]);
    }
    axis[split].extent = end - begin;
    (wide ? plan->wide : plan->kernel)(axis, form, (const uint8_t *)in + permkern_times(begin, axis[split].in_stride),
                                       (uint8_t *)out + permkern_times(begin, axis[split].out_stride));
    return PERMKERN_OK;
}

/* ---- the rest ---- */

/* permkern_permute of a checked request that has no strides: no plan is needed. */
static permkern_status permute_contiguous(const permkern_array *in, const permkern_array *out, const uint8_t *perm)
{
    permkern_axis axis[PERMKERN_MAX_RANK];
    const unsigned shift = shift_of(in);
    permkern_folding folding = permkern_fold_begin(&axis[PERMKERN_MAX_RANK], (size_t)1 << shift);
    size_t span = 0;
    permkern_status status = fold_contiguous(&folding, in, out, perm, &span);
    if (status == PERMKERN_OK && (in->data == NULL || out->data == NULL)) {
        status = PERMKERN_ERR_NULL;
    }
    if (status == PERMKERN_OK) {
        status = check_places((uintptr_t)in->data, span, (uintptr_t)out->data, span, permkern_align_mask(shift));
    }
    if (status == PERMKERN_OK) {
        permkern_move(folding.axis, permkern_form(folding.used, shift), in->data, out->data);
    }
    return status;
}

static permkern_status permute_strided(const permkern_array *in, const permkern_array *out, const uint8_t *perm)
{
    permkern_plan plan;
    const permkern_status status = build_strided(&plan, in, out, perm, shift_of(in));
    return status == PERMKERN_OK ? permkern_run(&plan, in->data, out->data) : status;
}

permkern_status permkern_permute(const permkern_array *in, const permkern_array *out, const uint8_t *perm)
{
    const permkern_status status = check_request(in, out, perm);
    if (status != PERMKERN_OK) {
        return status;
    }
    return is_contiguous(in, out) ? permute_contiguous(in, out, perm) : permute_strided(in, out, perm);
}

bool permkern_is_view(const permkern_plan *plan)
{
    if (plan == NULL || plan->kernel == NULL) {
        return false;
    }
    for (unsigned k = 0; k < permkern_form_rank(plan->form); k++) {
        if (plan->axis[k].in_stride != plan->axis[k].out_stride) {
            return false;
        }
    }
    return true;
}
