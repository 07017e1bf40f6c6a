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
static inline bool runs_back(const permkern_layout *array, size_t k)
{
    return array->strides != NULL && array->strides[k] < 0;
}

/* Fills in the axes that have more than one element, in output order, and returns their number. */
static unsigned gather(permkern_axis *axis, const permkern_layout *in, const uint8_t *perm, const size_t *in_length,
                       const size_t *out_length)
{
    unsigned used = 0;
    for (unsigned k = 0; k < in->rank; k++) {
        if (in->shape[perm[k]] != 1) {
            axis[used].extent = in->shape[perm[k]];
            axis[used].in_stride = in_length[perm[k]];
            /* analyzer: read_strides set every length where it returned PERMKERN_OK */
            axis[used].out_stride = out_length[k];
            used++;
        }
    }
    return used;
}

/* The bytes from element (0, ..., 0) down to the lowest one. The span is no less, so that nothing wraps. */
static size_t bytes_below(const permkern_layout *array, const size_t *shape, const uint8_t *order, const size_t *length)
{
    size_t below = 0;
    for (unsigned k = 0; k < array->rank; k++) {
        if (runs_back(array, k)) {
            /* analyzer: read_strides set every length where it returned PERMKERN_OK */
            below += permkern_times(shape[order == NULL ? k : order[k]] - 1, length[k]);
        }
    }
    return below;
}

/*
 * *low = the bytes from the buffer's start to the lowest element. Checks that the whole span, at least one byte, is
 * inside.
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
