/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests with strides or an offset: checks their strides, spans and places in the buffers, and folds them. */
#include "permkern_arith.h"
#include "permkern_dispatch.h"
#include "permkern_fold.h"
#include "permkern_request.h"

/*
 * length[k] = the bytes of an array's k-th stride, without its sign. Axis k of the array is axis order[k] of `shape`;
 * order NULL: axis k.
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

/* Fills in the axes that have more than one element, in output order, and returns their number. */
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
            /* analyzer: read_strides set every length where it returned PERMKERN_OK */
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

/* The bytes from element (0, ..., 0) down to the lowest one. The span is no less, so that nothing wraps. */
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
            /* analyzer: read_strides set every length where it returned PERMKERN_OK */
            below += permkern_times(shape[order == NULL ? k : order[k]] - 1, length[k]);
        }
        /*@ assert below == below_of(array, shape, order, length, k + 1); */
    }
    return below;
}

/*
 * *low = the bytes from the buffer's start to the lowest element. Checks that the whole span, at least one byte, is
 * inside.
 */
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
 * Turns round the axes that run backwards in the output, so that all run forwards there, and fold in its order. An axis
 * that then runs backwards in the input gets a negative stride, modulo SIZE_MAX + 1. Returns the bytes from the input's
 * lowest element to its first.
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

/*
 * Turns round the axis along which the input's elements are neighbours, if it runs backwards there and another one is
 * innermost in the output: tiles want rows that run forwards in the input. In its place the output's stride is negative
 * then. A run that stays innermost counts as an element.
 */
static void turn_columns(permkern_work *work, unsigned rank, unsigned shift)
{
    const permkern_axis *const run = &work->axis[rank - 1];
    const bool stays = permkern_is_run(run, shift);
    const size_t size = stays ? permkern_times(run->extent, (size_t)1 << shift) : (size_t)1 << shift;
    const unsigned others = rank - (stays ? 1 : 0);
    for (unsigned k = 0; k + 1 < others; k++) {
        permkern_axis *const axis = &work->axis[k];
        if (axis->in_stride == 0 - size) {
            work->in_first += permkern_steps(axis->extent - 1, axis->in_stride);
            work->out_first += permkern_steps(axis->extent - 1, axis->out_stride);
            axis->in_stride = 0 - axis->in_stride;
            axis->out_stride = 0 - axis->out_stride;
            return;
        }
    }
}

/* Sorts the axes by one side's strides, checks these, and finds the span. */
static permkern_status check_side(permkern_axis *axis, unsigned rank, permkern_side side, size_t size, size_t *span)
{
    permkern_sort(axis, rank, side);
    return permkern_span(axis, rank, side, size, span);
}

permkern_status permkern_plan_strided(permkern_work *work, const permkern_layout *in, const uint8_t *perm,
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
    permkern_set_places(work, in_low, in_span, out_low, out_span);
    work->in_first += first;
    turn_columns(work, used, shift);
    permkern_choose(work, used, shift);
    return PERMKERN_OK;
}
