/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs plans: permkern_run, permkern_run_part and permkern_is_view, with their buffer checks. */
#include "core/permkern_choose.h"

static inline permkern_status check_buffers(const permkern_work *work, const void *in, const void *out)
{
    if (work == NULL) {
        return PERMKERN_ERR_NULL;
    }
    const bool empty = work->out_span == 0 && work->choice.kernel != NULL;
    if (empty) {
        return PERMKERN_OK;
    }
    if (in == NULL || out == NULL) {
        return PERMKERN_ERR_NULL;
    }
    if (work->choice.kernel == NULL) {
        return PERMKERN_ERR_PLAN;
    }
    if ((((uintptr_t)in | (uintptr_t)out) & work->choice.align_mask) != 0) {
        return PERMKERN_ERR_ALIGN;
    }
    if (permkern_wraps((uintptr_t)in, work->in_low) || permkern_wraps((uintptr_t)out, work->out_low)) {
        return PERMKERN_ERR_WRAP;
    }
    const uintptr_t to = (uintptr_t)out + work->out_low;
    const permkern_status status =
        permkern_check_spans((uintptr_t)in + work->in_low, work->in_span, to, work->out_span);
    if (status == PERMKERN_OK && permkern_overlaps((uintptr_t)work, sizeof(permkern_plan), to, work->out_span)) {
        return PERMKERN_ERR_OVERLAP;
    }
    return status;
}

/*
 * Returns the address of element (0, ..., 0) of a checked plan. Computed as an integer, because empty plans accept
 * NULL.
 */
static inline const void *first_in(const permkern_work *work, const void *in)
{
    return (const void *)((uintptr_t)in + work->in_first);
}

static inline void *first_out(const permkern_work *work, void *out)
{
    return (void *)((uintptr_t)out + work->out_first);
}

/* permkern_is_view for a work. */
static bool is_view(const permkern_work *work)
{
    return work != NULL && work->choice.kernel != NULL && work->xored == NULL && permkern_stays(work);
}

/*
 * Returns PERMKERN_OK instead of PERMKERN_ERR_OVERLAP if a view runs in place, as it moves nothing. Keeps every other
 * status.
 */
static permkern_status excuse_view(permkern_status status, const permkern_work *work, const void *in, const void *out)
{
    return status == PERMKERN_ERR_OVERLAP && in == out && is_view(work) ? PERMKERN_OK : status;
}

bool permkern_is_view(const permkern_plan *plan)
{
    return is_view(permkern_planned(plan));
}

permkern_status permkern_run(const permkern_plan *plan, const void *in, void *out)
{
    const permkern_work *const work = permkern_planned(plan);
    const permkern_status status = check_buffers(work, in, out);
    if (status == PERMKERN_OK) {
        permkern_run_work(work, first_in(work, in), first_out(work, out));
        return PERMKERN_OK;
    }
    return excuse_view(status, work, in, out);
}

/* ---- run_part ---- */

/* Parts begin at multiples of eight elements if the axis is long enough, so that they cut no tile. */
#define GRAIN_SHIFT 3U

/* Returns the axis to divide: the outermost with eight elements for each part, else the longest. */
static unsigned split_axis(const permkern_axis *axis, unsigned rank, uint32_t parts)
{
    unsigned longest = 0;
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
    const bool wide = permkern_first(&work->choice, (uintptr_t)src | (uintptr_t)dst, 0, true) == PERMKERN_WIDE;
    const unsigned form = wide ? work->choice.wide_form : work->choice.form;
    permkern_kernel *const kernel = wide ? work->choice.wide : work->choice.kernel;
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
    /* analyzer: every plan with a kernel has an axis */
    void *const to = (void *)((uintptr_t)dst + permkern_steps(begin, axis[split].out_stride));
    kernel(axis, form, (const void *)((uintptr_t)src + permkern_steps(begin, axis[split].in_stride)), to);
    if (work->xored != NULL) {
        work->xored(work, axis, form, NULL, to);
    }
    return PERMKERN_OK;
}
