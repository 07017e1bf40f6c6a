/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The core API: checks at the door, then fold, then the kernel that fits. permkern_choose and permkern_execute hold
 * every reason to fall back to the generic routine.
 */
#include "permkern_internal.h"
#include "permkern_word.h"

/* ---- prepare ---- */

static permkern_status check_perm(const uint8_t *perm, unsigned rank)
{
    unsigned seen = 0;
    for (unsigned k = 0; k < rank; k++) {
        if (perm[k] >= rank || (seen >> perm[k] & 1U) != 0) {
            return PERMKERN_ERR_PERM;
        }
        seen |= 1U << perm[k];
    }
    return PERMKERN_OK;
}

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

static unsigned drop_unit_axes(permkern_axis *axis, unsigned rank)
{
    unsigned kept = 0;
    for (unsigned k = 0; k < rank; k++) {
        if (axis[k].extent != 1) {
            permkern_copy_axis(&axis[kept++], &axis[k]);
        }
    }
    return kept;
}

/* permkern_prepare, except that *plan is scratch on an error. */
static permkern_status build(permkern_plan *plan, const permkern_array *in, const permkern_array *out,
                             const uint8_t *perm)
{
    permkern_status status = check_request(in, out, perm);
    if (status != PERMKERN_OK) {
        return status;
    }
    const unsigned shift = in->bits == 8 ? 0 : in->bits == 16 ? 1 : in->bits == 32 ? 2 : 3;
    const size_t size = (size_t)1 << shift;
    for (unsigned k = 0; k < in->rank; k++) {
        plan->axis[k].extent = in->shape[k];
    }
    status = read_strides(plan->axis, in, PERMKERN_IN, NULL, size);
    if (status == PERMKERN_OK) {
        status = read_strides(plan->axis, out, PERMKERN_OUT, perm, size);
    }
    if (status != PERMKERN_OK) {
        return status;
    }
    const unsigned rank = drop_unit_axes(plan->axis, in->rank);
    status = check_side(plan->axis, rank, PERMKERN_IN, size, in->capacity, &plan->in_span);
    if (status == PERMKERN_OK) {
        status = check_side(plan->axis, rank, PERMKERN_OUT, size, out->capacity, &plan->out_span);
    }
    if (status == PERMKERN_OK) {
        permkern_choose(plan, permkern_fuse(plan->axis, rank, shift), shift);
    }
    return status;
}

permkern_status permkern_prepare(permkern_plan *plan, const permkern_array *in, const permkern_array *out,
                                 const uint8_t *perm)
{
    permkern_plan built;
    if (plan == NULL) {
        return PERMKERN_ERR_NULL;
    }
    const permkern_status status = build(&built, in, out, perm);
    if (status == PERMKERN_OK) {
        permkern_copy((const uint8_t *)&built, (uint8_t *)plan, sizeof built);
    }
    return status;
}

/* ---- choice ---- */

/* The kernel of a slot; NULL: none. */
static permkern_kernel *kernel_in_slot(const permkern_width *width, unsigned slot)
{
    unsigned low = 0;
    unsigned high = width->rows;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        const permkern_slot_row *const row = &width->row[middle];
        if (row->slot == slot) {
            return row->kernel;
        }
        if (row->slot < slot) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

static permkern_kernel *find_kernel(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    const permkern_width *const width = &permkern_widths[shift];
    const size_t size = (size_t)1 << shift;
    const unsigned inner = permkern_inner_axis(axis, rank);
    if (axis[inner].in_stride != size || axis[rank - 1].out_stride != size) {
        return permkern_generic;
    }
#if PERMKERN_VECTOR
    permkern_kernel *const vector = permkern_vector_kernel(shift, inner != rank - 1);
    if (vector != NULL) {
        return vector;
    }
#endif
    permkern_kernel *const kernel = kernel_in_slot(width, permkern_slot(axis, rank));
    if (kernel != NULL) {
        return kernel;
    }
    return inner != rank - 1 && width->tile != NULL ? width->tile : permkern_generic;
}

#if PERMKERN_PINNED_COUNT > 0

/* Below, at or above zero as the row sorts before, at or after the folded work. */
static int compare_pinned(const permkern_pinned_row *row, const permkern_axis *axis, unsigned rank, unsigned shift,
                          unsigned slot)
{
    if (row->shift != shift) {
        return row->shift < shift ? -1 : 1;
    }
    if (row->slot != slot) {
        return row->slot < slot ? -1 : 1;
    }
    for (unsigned k = 0; k < rank; k++) {
        if (row->extent[k] != axis[k].extent) {
            return row->extent[k] < axis[k].extent ? -1 : 1;
        }
    }
    return 0;
}

static void find_pinned(permkern_plan *plan, unsigned rank, unsigned shift)
{
    size_t bytes = (size_t)1 << shift;
    for (unsigned k = 0; k < rank; k++) {
        bytes = permkern_times(bytes, plan->axis[k].extent); /* at most the span */
    }
    if (plan->in_span != bytes || plan->out_span != bytes || rank > PERMKERN_PINNED_RANK) {
        return; /* padding on one side, or more axes than any row has */
    }
    const unsigned slot = permkern_slot(plan->axis, rank);
    unsigned low = 0;
    unsigned high = PERMKERN_PINNED_COUNT;
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        const permkern_pinned_row *const row = &permkern_pinned_rows[middle];
        const int order = compare_pinned(row, plan->axis, rank, shift, slot);
        if (order == 0) {
            plan->pinned = row->kernel;
            plan->pinned_mask = row->align_mask;
            return;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
}

#endif

/* Whether every stride of the axes keeps the address bits in mask as they are. */
static bool strides_keep(const permkern_axis *axis, unsigned rank, unsigned mask)
{
    size_t bits = 0;
    for (unsigned k = 0; k < rank; k++) {
        bits |= axis[k].in_stride | axis[k].out_stride;
    }
    return (bits & mask) == 0;
}

void permkern_choose(permkern_plan *plan, unsigned rank, unsigned shift)
{
    const unsigned wide = permkern_widen(plan->axis, rank, shift);
    plan->form = (uint8_t)permkern_form(rank, shift);
    plan->align_mask = (uint8_t)permkern_align_mask(shift);
    plan->kernel = find_kernel(plan->axis, rank, shift);
    plan->wide = NULL;
    plan->wide_form = 0;
    plan->wide_mask = 0;
    plan->pinned = NULL;
    plan->pinned_mask = 0;
    if (wide != 0) {
        plan->wide_mask = PERMKERN_UNALIGNED ? 0 : (uint8_t)permkern_align_mask(wide);
        if (strides_keep(plan->axis, rank - 1, plan->wide_mask)) {
            plan->wide = find_kernel(plan->axis, rank - 1, wide);
            plan->wide_form = (uint8_t)permkern_form(rank - 1, wide);
        }
    }
#if PERMKERN_VECTOR
    permkern_vector_find_small(plan, rank, shift);
#elif PERMKERN_SMALL_BYTES > 0
    plan->small = NULL;
#endif
#if PERMKERN_PINNED_COUNT > 0
    find_pinned(plan, wide != 0 ? rank - 1 : rank, wide != 0 ? wide : shift);
#endif
}

/* ---- run ---- */

static permkern_status check_buffers(const permkern_plan *plan, const void *in, const void *out)
{
    const uintptr_t from = (uintptr_t)in;
    const uintptr_t to = (uintptr_t)out;
    if (plan == NULL || in == NULL || out == NULL) {
        return PERMKERN_ERR_NULL;
    }
    if (plan->kernel == NULL) {
        return PERMKERN_ERR_PLAN;
    }
    if (((from | to) & plan->align_mask) != 0) {
        return PERMKERN_ERR_ALIGN;
    }
    if (permkern_wraps(from, plan->in_span) || permkern_wraps(to, plan->out_span)) {
        return PERMKERN_ERR_WRAP;
    }
    if (permkern_overlaps(from, plan->in_span, to, plan->out_span) ||
        permkern_overlaps((uintptr_t)plan, sizeof *plan, to, plan->out_span)) {
        return PERMKERN_ERR_OVERLAP;
    }
    return PERMKERN_OK;
}

/* The wide kernel where the pointers allow it. */
static bool use_wide(const permkern_plan *plan, const void *in, const void *out)
{
    return plan->wide != NULL && (((uintptr_t)in | (uintptr_t)out) & plan->wide_mask) == 0;
}

void permkern_execute(const permkern_plan *plan, const void *in, void *out)
{
#if PERMKERN_VECTOR
    if (plan->small != NULL) {
        plan->small(plan->index, plan->in_span, in, out);
        return;
    }
#endif
    if (plan->pinned != NULL && (((uintptr_t)in | (uintptr_t)out) & plan->pinned_mask) == 0) {
        plan->pinned(in, out);
    } else if (use_wide(plan, in, out)) {
        plan->wide(plan->axis, plan->wide_form, in, out);
    } else {
        plan->kernel(plan->axis, plan->form, in, out);
    }
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
    const permkern_status status = check_buffers(plan, in, out);
    if (status != PERMKERN_OK) {
        return status;
    }
    if (part >= parts) {
        return PERMKERN_ERR_PART;
    }
    const bool wide = use_wide(plan, in, out);
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

permkern_status permkern_permute(const permkern_array *in, const permkern_array *out, const uint8_t *perm)
{
    permkern_plan plan;
    const permkern_status status = build(&plan, in, out, perm);
    return status == PERMKERN_OK ? permkern_run(&plan, in->data, out->data) : status;
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
