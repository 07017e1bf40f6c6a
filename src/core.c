/* SPDX-License-Identifier: BSD-3-Clause */
/* The core API: checks at the door, then fold, then src/dispatch.c chooses and moves. */
#include "permkern_internal.h"
#include "permkern_word.h"

/* ---- prepare ---- */

/*@ requires rank <= PERMKERN_MAX_RANK && \valid_read(perm + (0 .. rank - 1));
    assigns \nothing;
    ensures \result == PERMKERN_OK <==> is_permutation(perm, rank);
    ensures \result == PERMKERN_OK || \result == PERMKERN_ERR_PERM;
 */
static permkern_status check_perm(const uint8_t *perm, unsigned rank)
{
    unsigned seen = 0;
    /*@ ghost has_none(); */
    /*@ loop invariant 0 <= k <= rank;
        loop invariant \forall integer i; 0 <= i < k ==> perm[i] < rank;
        loop invariant \forall integer i, j; 0 <= i < j < k ==> perm[i] != perm[j];
        loop invariant \forall integer i; 0 <= i < k ==> has(seen, perm[i]);
        loop invariant \forall integer bit; 0 <= bit < 8 && has(seen, bit) ==>
            \exists integer i; 0 <= i < k && perm[i] == bit;
        loop assigns k, seen;
        loop variant rank - k;
     */
    for (unsigned k = 0; k < rank; k++) {
        /*@ ghost if (perm[k] < rank) has_more(seen, perm[k]); */
        if (perm[k] >= rank || (seen >> perm[k] & 1U) != 0) {
            /*@ assert perm[k] < rank ==> \exists integer i; 0 <= i < k && perm[i] == perm[k]; */
            return PERMKERN_ERR_PERM;
        }
        seen |= 1U << perm[k];
    }
    return PERMKERN_OK;
}

/*@ requires in != \null ==> \valid_read(in);
    requires out != \null ==> \valid_read(out);
    requires in != \null && in->shape != \null ==> \valid_read(in->shape + (0 .. in->rank - 1));
    requires out != \null && out->shape != \null ==> \valid_read(out->shape + (0 .. out->rank - 1));
    requires in != \null && perm != \null ==> \valid_read(perm + (0 .. in->rank - 1));
    requires \valid(empty) && \separated(empty, in, out);
    requires in != \null && in->shape != \null ==> \separated(empty, in->shape + (0 .. in->rank - 1));
    requires out != \null && out->shape != \null ==> \separated(empty, out->shape + (0 .. out->rank - 1));
    requires in != \null && perm != \null ==> \separated(empty, perm + (0 .. in->rank - 1));
    assigns *empty;
    behavior null:
        assumes request_null(in, perm, out);
        ensures \result == PERMKERN_ERR_NULL;
    behavior rank:
        assumes !request_null(in, perm, out) && !rank_known(in, out);
        ensures \result == PERMKERN_ERR_RANK;
    behavior bits:
        assumes !request_null(in, perm, out) && rank_known(in, out);
        assumes !bits_known(in->bits) || out->bits != in->bits;
        ensures \result == PERMKERN_ERR_BITS;
    behavior permutation:
        assumes !request_null(in, perm, out) && rank_known(in, out);
        assumes bits_known(in->bits) && out->bits == in->bits && !is_permutation(perm, in->rank);
        ensures \result == PERMKERN_ERR_PERM;
    behavior shape:
        assumes !request_null(in, perm, out) && rank_known(in, out);
        assumes bits_known(in->bits) && out->bits == in->bits && is_permutation(perm, in->rank);
        assumes !shapes_fit(in, perm, out);
        ensures \result == PERMKERN_ERR_SHAPE;
    behavior ok:
        assumes !request_null(in, perm, out) && rank_known(in, out);
        assumes bits_known(in->bits) && out->bits == in->bits && is_permutation(perm, in->rank);
        assumes shapes_fit(in, perm, out);
        ensures \result == PERMKERN_OK;
        ensures *empty <==> \exists integer k; 0 <= k < in->rank && in->shape[perm[k]] == 0;
    complete behaviors;
    disjoint behaviors;
 */
static inline permkern_status check_request(const permkern_layout *in, const uint8_t *perm, const permkern_layout *out,
                                            bool *empty)
{
    if (in == NULL || out == NULL || (in->rank != 0 && (perm == NULL || in->shape == NULL))) {
        return PERMKERN_ERR_NULL;
    }
    if (in->rank > PERMKERN_MAX_RANK || out->rank != in->rank) {
        return PERMKERN_ERR_RANK;
    }
    if ((in->bits != 8 && in->bits != 16 && in->bits != 32 && in->bits != 64) || out->bits != in->bits) {
        return PERMKERN_ERR_BITS;
    }
    const permkern_status status = check_perm(perm, (unsigned)in->rank);
    if (status != PERMKERN_OK) {
        return status;
    }
    bool none = false;
    /*@ loop invariant 0 <= k <= in->rank;
        loop invariant \forall integer i; 0 <= i < k ==>
            (out->shape == \null || out->shape[i] == in->shape[perm[i]]);
        loop invariant none <==> \exists integer i; 0 <= i < k && in->shape[perm[i]] == 0;
        loop assigns k, none;
        loop variant in->rank - k;
     */
    for (unsigned k = 0; k < in->rank; k++) {
        const size_t extent = in->shape[perm[k]];
        if (out->shape != NULL && out->shape[k] != extent) {
            return PERMKERN_ERR_SHAPE;
        }
        none = none || extent == 0;
    }
    *empty = none;
    return PERMKERN_OK;
}

/*
 * Lengths in bytes of an array's strides, whichever way they run. order[k] names the axis of `shape` that is the
 * array's k-th; NULL: the same.
 */
static permkern_status read_strides(const permkern_layout *array, const size_t *shape, const uint8_t *order,
                                    size_t size, size_t *length)
{
    size_t contiguous = size;
    for (size_t k = array->rank; k-- > 0;) {
        const size_t extent = shape[order == NULL ? k : order[k]];
        length[k] = contiguous;
        if (extent == 1) {
            continue;
        }
        if (array->strides == NULL) {
            if (!permkern_multiply(contiguous, extent, &contiguous)) {
                return PERMKERN_ERR_SIZE;
            }
            continue;
        }
        const ptrdiff_t stride = array->strides[k];
        if (stride == 0) {
            return PERMKERN_ERR_STRIDE;
        }
        if (!permkern_multiply(stride < 0 ? 0 - (size_t)stride : (size_t)stride, size, &length[k])) {
            return PERMKERN_ERR_SIZE;
        }
    }
    return PERMKERN_OK;
}

/* True if axis k of an array runs from high to low addresses. */
/*@ requires \valid_read(array) && (array->strides != \null ==> \valid_read(array->strides + k));
    assigns \nothing;
    ensures \result <==> back(array, k);
 */
static inline bool runs_back(const permkern_layout *array, size_t k)
{
    return array->strides != NULL && array->strides[k] < 0;
}

/* The axes that have more than one element, in output order; returns how many. */
/*@ requires \valid_read(in) && in->rank <= PERMKERN_MAX_RANK && \valid_read(perm + (0 .. in->rank - 1));
    requires \valid_read(in->shape + (0 .. in->rank - 1)) && is_permutation(perm, in->rank);
    requires \valid_read(in_length + (0 .. in->rank - 1)) && \valid_read(out_length + (0 .. in->rank - 1));
    requires \valid(axis + (0 .. in->rank - 1));
    requires \separated(axis + (0 .. in->rank - 1), in, perm + (0 .. in->rank - 1));
    requires \separated(axis + (0 .. in->rank - 1), in->shape + (0 .. in->rank - 1));
    requires \separated(axis + (0 .. in->rank - 1), in_length + (0 .. in->rank - 1));
    requires \separated(axis + (0 .. in->rank - 1), out_length + (0 .. in->rank - 1));
    assigns axis[0 .. in->rank - 1];
    ensures \result == \old(others(in->shape, perm, in->rank)) <= in->rank;
    ensures \forall integer k; 0 <= k < in->rank && \old(in->shape[perm[k]]) != 1 ==>
        gathered{Here, Pre}(axis, \old(others(in->shape, perm, k)), in, perm, in_length, out_length, k);
 */
static unsigned gather(permkern_axis *axis, const permkern_layout *in, const uint8_t *perm, const size_t *in_length,
                       const size_t *out_length)
{
    unsigned used = 0;
    /*@ loop invariant in->rank == \at(in->rank, Pre);
        loop invariant 0 <= used <= k <= in->rank && used == others{Pre}(in->shape, perm, k);
        loop invariant \forall integer i; 0 <= i < k && \at(in->shape[perm[i]], Pre) != 1 ==>
            0 <= others{Pre}(in->shape, perm, i) < used &&
            gathered{Here, Pre}(axis, others{Pre}(in->shape, perm, i), in, perm, in_length, out_length, i);
        loop assigns k, used, axis[0 .. \at(in->rank, Pre) - 1];
        loop variant in->rank - k;
     */
    for (unsigned k = 0; k < in->rank; k++) {
        /*@ assert others{Pre}(in->shape, perm, k + 1) == used + (in->shape[perm[k]] == 1 ? 0 : 1); */
        if (in->shape[perm[k]] != 1) {
            axis[used].extent = in->shape[perm[k]];
            axis[used].in_stride = in_length[perm[k]];
            axis[used].out_stride = out_length[k];
            /*@ assert gathered{Here, Pre}(axis, used, in, perm, in_length, out_length, k); */
            /*@ assert \forall integer i; 0 <= i < used ==> same_axis{Here, LoopCurrent}(axis, i, axis, i); */
            /*@ assert used == others{Pre}(in->shape, perm, k); */
            /*@ assert \forall integer i; 0 <= i < k && \at(in->shape[perm[i]], Pre) != 1 ==>
                    0 <= others{Pre}(in->shape, perm, i) < used &&
                    gathered{LoopCurrent, Pre}(axis, others{Pre}(in->shape, perm, i), in, perm, in_length, out_length,
                                               i); */
            /*@ assert \forall integer i; 0 <= i < k && \at(in->shape[perm[i]], Pre) != 1 ==>
                    same_axis{Here, LoopCurrent}(axis, others{Pre}(in->shape, perm, i),
                                                 axis, others{Pre}(in->shape, perm, i)); */
            /*@ assert \forall integer i; 0 <= i < k && \at(in->shape[perm[i]], Pre) != 1 ==>
                    0 <= others{Pre}(in->shape, perm, i) < used &&
                    gathered{Here, Pre}(axis, others{Pre}(in->shape, perm, i), in, perm, in_length, out_length, i); */
            used++;
        }
    }
    return used;
}

/* Bytes from element (0, ..., 0) down to the lowest one. Not more than the span, so that nothing wraps. */
/*@ requires \valid_read(array) && array->rank <= PERMKERN_MAX_RANK;
    requires array->strides != \null ==> \valid_read(array->strides + (0 .. array->rank - 1));
    requires \valid_read(length + (0 .. array->rank - 1)) && \valid_read(shape + (0 .. array->rank - 1));
    requires order != \null ==> \valid_read(order + (0 .. array->rank - 1)) && is_permutation(order, array->rank);
    requires \forall integer k; 0 <= k < array->rank ==> 0 < shape[k];
    requires \forall integer k; 0 <= k <= array->rank ==> below_of(array, shape, order, length, k) <= SIZE_MAX;
    assigns \nothing;
    ensures \result == below_of(array, shape, order, length, array->rank);
 */
static size_t bytes_below(const permkern_layout *array, const size_t *shape, const uint8_t *order, const size_t *length)
{
    size_t below = 0;
    /*@ loop invariant 0 <= k <= array->rank && 0 <= below == below_of(array, shape, order, length, k);
        loop assigns k, below;
        loop variant array->rank - k;
     */
    for (unsigned k = 0; k < array->rank; k++) {
        /*@ assert below_of(array, shape, order, length, k + 1) <= SIZE_MAX; */
        /*@ assert 0 <= axis_of(order, k) < array->rank; */
        /*@ assert !back(array, k) ==> below_of(array, shape, order, length, k + 1) == below; */
        if (runs_back(array, k)) {
            /*@ assert below_of(array, shape, order, length, k + 1) ==
                    below + (shape[axis_of(order, k)] - 1) * length[k]; */
            below += permkern_times(shape[order == NULL ? k : order[k]] - 1, length[k]);
        }
        /*@ assert below == below_of(array, shape, order, length, k + 1); */
    }
    return below;
}

/* *low = bytes from the buffer's start to the lowest element. All of the span, at least a byte, is to lie inside. */
/*@ requires \valid_read(array) && \valid(low) && \separated(low, array);
    requires below < span;
    assigns *low;
    behavior inside:
        assumes 0 <= array->offset * size - below && array->offset * size - below + span <= array->capacity;
        ensures \result == PERMKERN_OK;
        ensures *low == array->offset * size - below;
    behavior outside:
        assumes array->offset * size - below < 0 || array->offset * size - below + span > array->capacity;
        ensures \result == PERMKERN_ERR_CAPACITY;
        ensures *low == \old(*low);
    complete behaviors;
    disjoint behaviors;
 */
static permkern_status place(const permkern_layout *array, size_t size, size_t below, size_t span, size_t *low)
{
    size_t first = 0;
    if (!permkern_multiply(array->offset, size, &first) || first < below || first - below > array->capacity ||
        array->capacity - (first - below) < span) {
        return PERMKERN_ERR_CAPACITY;
    }
    *low = first - below;
    return PERMKERN_OK;
}

/*
 * Walks the axes from the other end that run backwards in the output, so that there all run forwards; those that then
 * run backwards in the input get a negative stride there. Returns bytes from the input's lowest element to the first.
 */
static size_t turn_axes(const permkern_layout *in, const uint8_t *perm, const permkern_layout *out, size_t *in_length)
{
    size_t first = 0;
    for (unsigned k = 0; k < in->rank; k++) {
        const unsigned axis = perm[k];
        if (in->shape[axis] != 1 && runs_back(in, axis) != runs_back(out, k)) {
            first += permkern_times(in->shape[axis] - 1, in_length[axis]);
            in_length[axis] = 0 - in_length[axis];
        }
    }
    return first;
}

/* Sorts the axes by one side and checks them there. */
static permkern_status check_side(permkern_axis *axis, unsigned rank, permkern_side side, size_t size, size_t *span)
{
    permkern_sort(axis, rank, side);
    return permkern_span(axis, rank, side, size, span);
}

/* Where the elements of a work lie in its buffers, in bytes. */
static void set_places(permkern_work *work, size_t in_low, size_t in_first, size_t in_span, size_t out_low,
                       size_t out_span)
{
    work->in_low = in_low;
    work->in_first = in_first;
    work->in_span = in_span;
    work->out_low = out_low;
    work->out_span = out_span;
}

/* The rest of build() where a side has strides or an offset. */
static permkern_status build_strided(permkern_work *work, const permkern_layout *in, const uint8_t *perm,
                                     const permkern_layout *out, unsigned shift)
{
    const size_t size = (size_t)1 << shift;
    permkern_axis axis[PERMKERN_MAX_RANK];
    size_t in_length[PERMKERN_MAX_RANK];
    size_t out_length[PERMKERN_MAX_RANK];
    size_t in_span = 0;
    size_t out_span = 0;
    size_t in_low = 0;
    size_t out_low = 0;
    permkern_status status = read_strides(in, in->shape, NULL, size, in_length);
    if (status == PERMKERN_OK) {
        status = read_strides(out, in->shape, perm, size, out_length);
    }
    if (status != PERMKERN_OK) {
        return status;
    }
    unsigned rank = gather(axis, in, perm, in_length, out_length);
    status = check_side(axis, rank, PERMKERN_IN, size, &in_span);
    if (status == PERMKERN_OK) {
        status = place(in, size, bytes_below(in, in->shape, NULL, in_length), in_span, &in_low);
    }
    if (status != PERMKERN_OK) {
        return status;
    }
    const size_t first = turn_axes(in, perm, out, in_length);
    rank = gather(axis, in, perm, in_length, out_length);
    status = check_side(axis, rank, PERMKERN_OUT, size, &out_span);
    if (status == PERMKERN_OK) {
        status = place(out, size, bytes_below(out, in->shape, perm, out_length), out_span, &out_low);
    }
    if (status != PERMKERN_OK) {
        return status;
    }
    const unsigned used = permkern_fuse(axis, rank, shift);
    for (unsigned k = 0; k < used; k++) {
        permkern_copy_axis(&work->axis[k], &axis[k]);
    }
    set_places(work, in_low, in_low + first, in_span, out_low, out_span);
    permkern_choose(work, used, shift);
    return PERMKERN_OK;
}

/* True if a checked request is contiguous on both sides, from its buffers' start on: nothing to sort, and one span. */
static inline bool is_contiguous(const permkern_layout *in, const permkern_layout *out)
{
    return in->strides == NULL && out->strides == NULL && (in->offset | out->offset) == 0;
}

/* Checks the sizes of such a request, then folds it into the axes before folding->axis; *span is its bytes. */
static permkern_status fold_contiguous(permkern_folding *folding, const permkern_layout *in, const uint8_t *perm,
                                       const permkern_layout *out, size_t *span)
{
    size_t stride[PERMKERN_MAX_RANK];
    size_t bytes = folding->run;
    for (size_t k = in->rank; k-- > 0;) {
        stride[k] = bytes;
        if (!permkern_multiply(bytes, in->shape[k], &bytes)) {
            return PERMKERN_ERR_SIZE;
        }
    }
    if (in->capacity < bytes || out->capacity < bytes) {
        return PERMKERN_ERR_CAPACITY;
    }
    for (size_t k = in->rank; k-- > 0;) {
        permkern_fold_axis(folding, in->shape[perm[k]], stride[perm[k]]);
    }
    permkern_fold_end(folding);
    *span = bytes;
    return PERMKERN_OK;
}

/* The rest of build() for such a request. The axes are folded at the end of their array: no check comes after that. */
static permkern_status build_contiguous(permkern_work *work, const permkern_layout *in, const uint8_t *perm,
                                        const permkern_layout *out, unsigned shift)
{
    permkern_folding folding = permkern_fold_begin(&work->axis[PERMKERN_MAX_RANK], (size_t)1 << shift);
    size_t span = 0;
    const permkern_status status = fold_contiguous(&folding, in, perm, out, &span);
    if (status != PERMKERN_OK) {
        return status;
    }
    for (unsigned k = 0; k < folding.used; k++) {
        permkern_copy_axis(&work->axis[k], &folding.axis[k]);
    }
    set_places(work, 0, 0, span, 0, span);
    permkern_choose(work, folding.used, shift);
    return PERMKERN_OK;
}

static void move_nothing(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    (void)axis;
    (void)form;
    (void)in;
    (void)out;
}

/* The rest of build() for an array without elements, whose strides and capacities say nothing. */
static void build_empty(permkern_work *work, unsigned shift)
{
    const size_t size = (size_t)1 << shift;
    const permkern_axis none = {0, size, size};
    const size_t nowhere = permkern_hide(0); /* or so many zeros would be a call of memset */
    permkern_copy_axis(&work->axis[0], &none);
    set_places(work, nowhere, nowhere, nowhere, nowhere, nowhere);
    work->form = (uint8_t)permkern_form(1, shift);
    work->kernel = move_nothing;
    work->wide = NULL;
    work->pinned = NULL;
    work->small = NULL;
}

static unsigned shift_of(const permkern_layout *array)
{
    return array->bits == 8 ? 0 : array->bits == 16 ? 1 : array->bits == 32 ? 2 : 3;
}

permkern_status permkern_prepare(permkern_plan *plan, const permkern_layout *in, const uint8_t *perm,
                                 const permkern_layout *out)
{
    bool empty = false;
    const permkern_status status = plan == NULL ? PERMKERN_ERR_NULL : check_request(in, perm, out, &empty);
    if (status != PERMKERN_OK) {
        return status;
    }
    permkern_work *const work = permkern_work_of(plan);
    const unsigned shift = shift_of(in);
    if (empty) {
        build_empty(work, shift);
        return PERMKERN_OK;
    }
    return is_contiguous(in, out) ? build_contiguous(work, in, perm, out, shift)
                                  : build_strided(work, in, perm, out, shift);
}

/* ---- run ---- */

/* What is checked of two spans, neither of them empty. */
/*@ requires 0 < in_span && 0 < out_span;
    assigns \nothing;
    behavior wrapping:
        assumes from + in_span > UINTPTR_MAX || to + out_span > UINTPTR_MAX;
        ensures \result == PERMKERN_ERR_WRAP;
    behavior overlapping:
        assumes from + in_span <= UINTPTR_MAX && to + out_span <= UINTPTR_MAX;
        assumes share_a_byte(from, in_span, to, out_span);
        ensures \result == PERMKERN_ERR_OVERLAP;
    behavior ok:
        assumes from + in_span <= UINTPTR_MAX && to + out_span <= UINTPTR_MAX;
        assumes !share_a_byte(from, in_span, to, out_span);
        ensures \result == PERMKERN_OK;
    complete behaviors;
    disjoint behaviors;
 */
static inline permkern_status check_spans(uintptr_t from, size_t in_span, uintptr_t to, size_t out_span)
{
    if (permkern_wraps(from, in_span) || permkern_wraps(to, out_span)) {
        return PERMKERN_ERR_WRAP;
    }
    return permkern_overlaps(from, in_span, to, out_span) ? PERMKERN_ERR_OVERLAP : PERMKERN_OK;
}

/*@ requires work != \null ==> \valid_read(work) && (uintptr_t)work + sizeof(permkern_plan) <= UINTPTR_MAX;
    requires work != \null && work->kernel != \null && 0 < work->out_span ==> 0 < work->in_span;
    assigns \nothing;
    ensures \result == PERMKERN_ERR_NULL <==>
        work == \null || ((in == \null || out == \null) && (work->kernel == \null || work->out_span != 0));
    ensures \result == PERMKERN_ERR_PLAN <==>
        work != \null && in != \null && out != \null && work->kernel == \null;
    ensures \result == PERMKERN_ERR_ALIGN <==> work != \null && in != \null && out != \null && moves(work) &&
        (((uintptr_t)in | (uintptr_t)out) & work->align_mask) != 0;
    ensures \result == PERMKERN_ERR_WRAP <==> work != \null && in != \null && out != \null && moves(work) &&
        (((uintptr_t)in | (uintptr_t)out) & work->align_mask) == 0 && wraps(work, (uintptr_t)in, (uintptr_t)out);
    ensures \result == PERMKERN_ERR_OVERLAP <==> work != \null && in != \null && out != \null && moves(work) &&
        (((uintptr_t)in | (uintptr_t)out) & work->align_mask) == 0 && !wraps(work, (uintptr_t)in, (uintptr_t)out) &&
        overlaps(work, (uintptr_t)in, (uintptr_t)out);
    ensures \result == PERMKERN_OK <==> work != \null && work->kernel != \null &&
        (work->out_span == 0 || (in != \null && out != \null &&
            (((uintptr_t)in | (uintptr_t)out) & work->align_mask) == 0 &&
            !wraps(work, (uintptr_t)in, (uintptr_t)out) && !overlaps(work, (uintptr_t)in, (uintptr_t)out)));
 */
static inline permkern_status check_buffers(const permkern_work *work, const void *in, const void *out)
{
    if (work == NULL) {
        return PERMKERN_ERR_NULL;
    }
    const bool empty = work->out_span == 0 && work->kernel != NULL;
    if (empty) {
        return PERMKERN_OK;
    }
    if (in == NULL || out == NULL) {
        return PERMKERN_ERR_NULL;
    }
    if (work->kernel == NULL) {
        return PERMKERN_ERR_PLAN;
    }
    if ((((uintptr_t)in | (uintptr_t)out) & work->align_mask) != 0) {
        return PERMKERN_ERR_ALIGN;
    }
    if (permkern_wraps((uintptr_t)in, work->in_low) || permkern_wraps((uintptr_t)out, work->out_low)) {
        /*@ assert wraps(work, (uintptr_t)in, (uintptr_t)out); */
        return PERMKERN_ERR_WRAP;
    }
    const uintptr_t to = (uintptr_t)out + work->out_low;
    /*@ ghost uintptr_t in_at = is_address((uintptr_t)in), out_at = is_address((uintptr_t)out); */
    /*@ assert to == (uintptr_t)out + work->out_low; */
    /*@ assert (uintptr_t)((uintptr_t)in + work->in_low) == (uintptr_t)in + work->in_low; */
    const permkern_status status = check_spans((uintptr_t)in + work->in_low, work->in_span, to, work->out_span);
    /*@ assert status == PERMKERN_ERR_WRAP <==> wraps(work, (uintptr_t)in, (uintptr_t)out); */
    if (status == PERMKERN_OK && permkern_overlaps((uintptr_t)work, sizeof(permkern_plan), to, work->out_span)) {
        return PERMKERN_ERR_OVERLAP;
    }
    return status;
}

/* Where a checked plan's first element lies. As integers: strides go on from there in both directions. */
static inline const void *first_in(const permkern_work *work, const void *in)
{
    return (const void *)((uintptr_t)in + work->in_first);
}

static inline void *first_out(const permkern_work *work, void *out)
{
    return (void *)((uintptr_t)out + work->out_low);
}

/* permkern_is_view of what a plan holds. */
/*@ requires work != \null ==> \valid_read(work) && (work->form & 15) <= PERMKERN_MAX_RANK;
    assigns \nothing;
    ensures \result <==> work != \null && keeps_places(work);
 */
static bool is_view(const permkern_work *work)
{
    if (work == NULL || work->kernel == NULL || work->in_first != work->out_low) {
        return false;
    }
    const unsigned rank = permkern_form_rank(work->form);
    /*@ loop invariant 0 <= k <= rank;
        loop invariant \forall integer i; 0 <= i < k ==> work->axis[i].in_stride == work->axis[i].out_stride;
        loop assigns k;
        loop variant rank - k;
     */
    for (unsigned k = 0; k < rank; k++) {
        if (work->axis[k].in_stride != work->axis[k].out_stride) {
            return false;
        }
    }
    return true;
}

/* A view may be its own input: nothing is moved then, so that there is nothing to overlap. */
/*@ requires work != \null ==> \valid_read(work) && (work->form & 15) <= PERMKERN_MAX_RANK;
    assigns \nothing;
    ensures status == PERMKERN_ERR_OVERLAP && in == out && work != \null && keeps_places(work) ==>
        \result == PERMKERN_OK;
    ensures !(status == PERMKERN_ERR_OVERLAP && in == out && work != \null && keeps_places(work)) ==>
        \result == status;
 */
static permkern_status excuse_view(permkern_status status, const permkern_work *work, const void *in, const void *out)
{
    return status == PERMKERN_ERR_OVERLAP && in == out && is_view(work) ? PERMKERN_OK : status;
}

permkern_status permkern_run(const permkern_plan *plan, const void *in, void *out)
{
    const permkern_work *const work = permkern_planned(plan);
    const permkern_status status = check_buffers(work, in, out);
    if (status == PERMKERN_OK) {
        permkern_execute(work, first_in(work, in), first_out(work, out));
        return PERMKERN_OK;
    }
    return excuse_view(status, work, in, out);
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
    const permkern_work *const work = permkern_planned(plan);
    const permkern_status checked = check_buffers(work, in, out);
    const permkern_status status = excuse_view(checked, work, in, out);
    if (status != PERMKERN_OK) {
        return status;
    }
    if (part >= parts) {
        return PERMKERN_ERR_PART;
    }
    if (checked != PERMKERN_OK) {
        return PERMKERN_OK; /* a view in place */
    }
    const void *const src = first_in(work, in);
    void *const dst = first_out(work, out);
    const bool wide = permkern_use_wide(work, src, dst);
    const unsigned form = wide ? work->wide_form : work->form;
    const unsigned rank = permkern_form_rank(form);
    const unsigned split = split_axis(work->axis, rank, parts);
    const size_t extent = work->axis[split].extent;
    const unsigned grain = extent >> GRAIN_SHIFT >= parts ? GRAIN_SHIFT : 0;
    const size_t begin = permkern_share(extent >> grain, part, parts) << grain;
    const size_t end = part + 1 == parts ? extent : permkern_share(extent >> grain, part + 1, parts) << grain;
    if (begin == end) {
        return PERMKERN_OK;
    }
    for (unsigned k = 0; k < rank; k++) {
        permkern_copy_axis(&axis[k], &work->axis[k]);
    }
    axis[split].extent = end - begin;
    (wide ? work->wide : work->kernel)(axis, form,
                                       (const void *)((uintptr_t)src + permkern_steps(begin, axis[split].in_stride)),
                                       (uint8_t *)dst + permkern_times(begin, axis[split].out_stride));
    return PERMKERN_OK;
}

/* ---- the rest ---- */

/* permkern_permute of a checked request that is contiguous: no plan is needed. */
static permkern_status permute_contiguous(const permkern_layout *in_layout, const void *in, const uint8_t *perm,
                                          const permkern_layout *out_layout, void *out)
{
    permkern_axis axis[PERMKERN_MAX_RANK];
    const unsigned shift = shift_of(in_layout);
    permkern_folding folding = permkern_fold_begin(&axis[PERMKERN_MAX_RANK], (size_t)1 << shift);
    size_t span = 0;
    permkern_status status = fold_contiguous(&folding, in_layout, perm, out_layout, &span);
    if (status != PERMKERN_OK) {
        return status;
    }
    if (in == NULL || out == NULL) {
        return PERMKERN_ERR_NULL;
    }
    if ((((uintptr_t)in | (uintptr_t)out) & permkern_align_mask(shift)) != 0) {
        return PERMKERN_ERR_ALIGN;
    }
    status = check_spans((uintptr_t)in, span, (uintptr_t)out, span);
    if (status == PERMKERN_OK) {
        permkern_move(folding.axis, permkern_form(folding.used, shift), in, out);
    } else if (status == PERMKERN_ERR_OVERLAP && in == out && folding.used == 1) {
        return PERMKERN_OK; /* a view in place: all axes have fused, so that every element keeps its offset */
    }
    return status;
}

static permkern_status permute_strided(const permkern_layout *in_layout, const void *in, const uint8_t *perm,
                                       const permkern_layout *out_layout, void *out)
{
    permkern_plan plan;
    const permkern_status status =
        build_strided(permkern_work_of(&plan), in_layout, perm, out_layout, shift_of(in_layout));
    return status == PERMKERN_OK ? permkern_run(&plan, in, out) : status;
}

permkern_status permkern_permute(const permkern_layout *in_layout, const void *in, const uint8_t *perm,
                                 const permkern_layout *out_layout, void *out)
{
    bool empty = false;
    const permkern_status status = check_request(in_layout, perm, out_layout, &empty);
    if (status != PERMKERN_OK || empty) {
        return status;
    }
    return is_contiguous(in_layout, out_layout) ? permute_contiguous(in_layout, in, perm, out_layout, out)
                                                : permute_strided(in_layout, in, perm, out_layout, out);
}

bool permkern_is_view(const permkern_plan *plan)
{
    return is_view(permkern_planned(plan));
}
