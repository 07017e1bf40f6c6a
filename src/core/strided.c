/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests with strides or an offset: checks their strides, spans and places in the buffers, and folds them. */
#include "base/permkern_arith.h"
#include "core/permkern_dispatch.h"
#include "core/permkern_fold.h"
#include "core/permkern_request.h"

/*
 * Sets one side's strides: their lengths in bytes, and in *back the axes that run backwards, as bits. The axes come in
 * output order: axis j of the array is at[j] of them; at NULL: j.
 */
static permkern_status read_strides(permkern_axis *axis, permkern_side side, const permkern_layout *array,
                                    const uint8_t *at, size_t size, unsigned *back)
{
    size_t contiguous = size;
    for (size_t j = array->rank; j-- > 0;) {
        const size_t k = at == NULL ? j : at[j];
        const size_t extent = axis[k].extent;
        size_t *const length = permkern_stride_of(&axis[k], side);
        *length = contiguous;
        if (extent == 1) {
            continue;
        }
        if (array->strides == NULL) {
            if (!permkern_multiply(contiguous, extent, &contiguous)) {
                return PERMKERN_ERR_SIZE;
            }
            continue;
        }
        const size_t stride = (size_t)array->strides[j];
        if (stride == 0) {
            return PERMKERN_ERR_STRIDE;
        }
        if (!permkern_multiply(permkern_length(stride), size, length)) {
            return PERMKERN_ERR_SIZE;
        }
        *back |= permkern_runs_back(stride) ? 1U << k : 0;
    }
    return PERMKERN_OK;
}

/* Bytes from the first to the last element along the axes that are bits of `which`. It may wrap before check_side. */
static size_t bytes_along(const permkern_axis *axis, unsigned rank, permkern_side side, unsigned which)
{
    size_t reach = 0;
    for (unsigned k = 0; which >> k != 0 && k < rank; k++) {
        if ((which >> k & 1U) != 0) {
            reach += permkern_times(axis[k].extent - 1, side == PERMKERN_IN ? axis[k].in_stride : axis[k].out_stride);
        }
    }
    return reach;
}

/*
 * Checks one side: its strides, and that all elements are in the buffer. Sorts the axes, and drops those of extent 1.
 * below: the bytes from element (0, ..., 0) down to the lowest one; *low: those from the buffer's start to that.
 */
static permkern_status check_side(permkern_axis *axis, unsigned *rank, permkern_side side, const permkern_layout *array,
                                  size_t size, size_t below, size_t *low, size_t *span)
{
    size_t first = 0;
    *rank = permkern_sort(axis, *rank, side);
    const permkern_status status = permkern_span(axis, *rank, side, size, span);
    if (status != PERMKERN_OK) {
        return status;
    }
    if (!permkern_multiply(array->offset, size, &first) || first < below || first - below > array->capacity ||
        array->capacity - (first - below) < *span) {
        return PERMKERN_ERR_CAPACITY;
    }
    *low = first - below;
    return PERMKERN_OK;
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

permkern_status permkern_plan_strided(permkern_work *work, const permkern_layout *in, const uint8_t *perm,
                                      const permkern_layout *out, unsigned shift)
{
    const size_t size = (size_t)1 << shift;
    unsigned rank = (unsigned)in->rank; /* narrow: at most 8 */
    unsigned in_rank = rank;
    permkern_axis axis[PERMKERN_MAX_RANK]; /* in output order */
    permkern_axis by_in[PERMKERN_MAX_RANK];
    uint8_t at[PERMKERN_MAX_RANK]; /* where each axis of the input is in axis[] */
    unsigned in_back = 0;
    unsigned out_back = 0;
    size_t in_span = 0;
    size_t out_span = 0;
    size_t in_low = 0;
    size_t out_low = 0;
    for (unsigned k = 0; k < rank; k++) {
        axis[k].extent = in->shape[perm[k]];
        at[perm[k]] = (uint8_t)k; /* narrow: an axis */
    }
    permkern_status status = read_strides(axis, PERMKERN_IN, in, at, size, &in_back);
    if (status == PERMKERN_OK) {
        status = read_strides(axis, PERMKERN_OUT, out, NULL, size, &out_back);
    }
    if (status != PERMKERN_OK) {
        return status;
    }
    /* Axes that run backwards on one side do so in the input from here on; all others run forwards. */
    const unsigned flips = in_back ^ out_back;
    const size_t first = bytes_along(axis, rank, PERMKERN_IN, flips);
    const size_t in_below = bytes_along(axis, rank, PERMKERN_IN, in_back);
    const size_t out_below = bytes_along(axis, rank, PERMKERN_OUT, out_back);
    for (unsigned k = 0; k < rank; k++) {
        permkern_copy_axis(&by_in[k], &axis[k]);
        axis[k].in_stride = (flips >> k & 1U) != 0 ? 0 - axis[k].in_stride : axis[k].in_stride;
    }
    status = check_side(by_in, &in_rank, PERMKERN_IN, in, size, in_below, &in_low, &in_span);
    if (status == PERMKERN_OK) {
        status = check_side(axis, &rank, PERMKERN_OUT, out, size, out_below, &out_low, &out_span);
    }
    if (status != PERMKERN_OK) {
        return status;
    }
    permkern_set_places(work, in_low, in_span, out_low, out_span);
    work->in_first += first;
    const unsigned used = permkern_fold(work->axis, axis, rank, size);
    turn_columns(work, used, shift);
    permkern_choose(work, used, shift);
    return PERMKERN_OK;
}
