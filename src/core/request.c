/* SPDX-License-Identifier: BSD-3-Clause */
/* permkern_prepare and permkern_permute check requests and fold them. src/core/choose.c chooses and calls kernels. */
#include "core/permkern_find.h"

/* ---- the checks ---- */

/* Returns log2 of an element's bytes; 4 if no element has `bits` bits. */
static inline unsigned shift_of(size_t bits)
{
    return bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : bits == 64 ? 3 : 4;
}

/* True if the output has no shape, or the permuted input shape. */
static inline bool has_shape(const permkern_layout *in, const uint8_t *perm, const permkern_layout *out)
{
    for (size_t k = 0; out->shape != NULL && k < in->rank; k++) {
        if (out->shape[k] != in->shape[perm[k]]) {
            return false;
        }
    }
    return true;
}

/*
 * Checks everything except sizes and strides, in the order of docs/status.md. Sets *shift to log2 of an element's
 * bytes.
 */
static inline permkern_status check_request(const permkern_layout *in, const uint8_t *perm, const permkern_layout *out,
                                            unsigned *shift)
{
    if (in == NULL || out == NULL || (in->rank != 0 && (perm == NULL || in->shape == NULL))) {
        return PERMKERN_ERR_NULL;
    }
    if (in->rank > PERMKERN_MAX_RANK || out->rank != in->rank) {
        return PERMKERN_ERR_RANK;
    }
    *shift = shift_of(in->bits);
    if (*shift > 3 || out->bits != in->bits) {
        return PERMKERN_ERR_BITS;
    }
    unsigned missing = (1U << in->rank) - 1;
    for (size_t k = 0; k < in->rank; k++) {
        if (perm[k] >= in->rank) {
            return PERMKERN_ERR_PERM;
        }
        missing &= ~(1U << perm[k]);
    }
    if (missing != 0) {
        return PERMKERN_ERR_PERM;
    }
    return has_shape(in, perm, out) ? PERMKERN_OK : PERMKERN_ERR_SHAPE;
}

/* ---- contiguous requests ---- */

/* True if both sides are contiguous and of equal rank and bits. Does not check perm, bits, shapes and capacities. */
static inline bool is_simple(const permkern_layout *in, const uint8_t *perm, const permkern_layout *out)
{
    return in != NULL && out != NULL && perm != NULL && in->shape != NULL && in->rank - 1 < PERMKERN_MAX_RANK &&
           in->strides == NULL && out->strides == NULL &&
           (in->offset | out->offset | (in->rank ^ out->rank) | (in->bits ^ out->bits)) == 0;
}

/*
 * Returns the bytes on each side of a contiguous request, and sets *shift and the input strides in bytes. 0: the
 * request is not contiguous, has no axes or no elements, or its bits, size or capacities are not valid.
 */
PERMKERN_INLINE size_t measure_contiguous(const permkern_layout *in, const uint8_t *perm, const permkern_layout *out,
                                          unsigned *shift, size_t *stride)
{
    *shift = is_simple(in, perm, out) ? shift_of(in->bits) : 4;
    if (*shift > 3) {
        return 0;
    }
    size_t bytes = (size_t)1 << *shift;
    size_t k = in->rank;
    do {
        k--;
        stride[k] = bytes;
        if (!permkern_multiply(bytes, in->shape[k], &bytes)) {
            return 0;
        }
    } while (k != 0);
    return bytes - 1 < in->capacity && bytes <= out->capacity ? bytes : 0;
}

/* Folds a measured request, and sets strides of folded axes to 0. Returns false if perm is no permutation. */
PERMKERN_INLINE bool fold_contiguous(permkern_folding *folding, const permkern_layout *in, const uint8_t *perm,
                                     size_t *stride)
{
    const size_t *const shape = in->shape;
    const size_t rank = in->rank;
    size_t k = rank;
    do {
        const size_t axis = perm[--k];
        if (axis >= rank || stride[axis] == 0) {
            return false;
        }
        const size_t step = stride[axis];
        stride[axis] = 0;
        permkern_fold_axis(folding, shape[axis], step, folding->out_next);
    } while (k != 0);
    return true;
}

/* ---- both sides of a plan ---- */

/*
 * Reads the strides of one side. perm: the permutation for the output, NULL for the input. size: bytes of an element.
 */
static permkern_status read_side(permkern_array *to, const permkern_layout *array, const size_t *shape,
                                 const uint8_t *perm, size_t size)
{
    permkern_cover cover;
    const ptrdiff_t *const strides = array->strides;
    size_t contiguous = size;
    permkern_cover_begin(&cover);
    to->back = 0;
    to->rank = (unsigned)array->rank; /* narrow: at most 8 */
    for (unsigned k = to->rank; k-- > 0;) {
        const size_t extent = shape[perm != NULL ? perm[k] : k];
        size_t stride = contiguous;
        if (strides == NULL) {
            if (!permkern_multiply(contiguous, extent, &contiguous)) {
                return PERMKERN_ERR_SIZE;
            }
        } else if (extent != 1) {
            if (strides[k] == 0) {
                return PERMKERN_ERR_STRIDE;
            }
            if (!permkern_multiply(permkern_length((size_t)strides[k]), size, &stride)) {
                return PERMKERN_ERR_SIZE;
            }
            to->back |= strides[k] < 0 ? 1U << k : 0;
            permkern_cover_axis(&cover, extent, stride);
        }
        to->extent[k] = extent;
        to->stride[k] = stride;
    }
    cover.last += contiguous - size;
    to->cover = cover;
    return PERMKERN_OK;
}

/* Checks that no elements of one side overlap, and that all are inside the buffer. */
static permkern_status check_side(permkern_array *side, const permkern_layout *array, size_t size)
{
    size_t first = 0;
    size_t below = 0; /* bytes from the lowest element up to element (0, ..., 0) */
    const permkern_status status = permkern_span(side, size);
    if (status != PERMKERN_OK) {
        return status;
    }
    for (unsigned k = 0; side->back >> k != 0; k++) {
        below += (side->back >> k & 1U) != 0 ? permkern_times(side->extent[k] - 1, side->stride[k]) : 0;
    }
    if (!permkern_multiply(array->offset, size, &first) || first < below || first - below > array->capacity ||
        array->capacity - (first - below) < side->span) {
        return PERMKERN_ERR_CAPACITY;
    }
    side->low = first - below;
    return PERMKERN_OK;
}

/*
 * Tiles need input rows that run forwards. If the input's contiguous axis runs backwards and another axis is innermost
 * in the output, walks the backward axis from its other end. Its output stride becomes negative instead. A run that is
 * innermost on both sides counts as one element.
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

/* ---- permkern_prepare ---- */

static void move_nothing(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    (void)axis;
    (void)form;
    (void)in;
    (void)out;
}

/* Prepares a checked request without elements. Strides and capacities do not matter. */
static void build_empty(permkern_work *work, unsigned shift)
{
    const size_t size = (size_t)1 << shift;
    const permkern_axis none = {0, size, size};
    const size_t nowhere = permkern_hide(0); /* hidden: compilers turn many zeros into a call of memset */
    permkern_copy_axis(&work->axis[0], &none);
    permkern_set_places(work, nowhere, nowhere, nowhere, nowhere);
    work->choice.form = (uint8_t)permkern_form(1, shift); /* narrow: a form has 8 bits */
    work->choice.kernel = move_nothing;
    work->choice.wide_form = 0;
    work->choice.pinned = NULL;
    work->choice.small = NULL;
}

permkern_status permkern_prepare(permkern_plan *plan, const permkern_layout *in, const uint8_t *perm,
                                 const permkern_layout *out)
{
    permkern_array from;
    permkern_array to;
    unsigned shift = 0;
    if (plan == NULL) {
        return PERMKERN_ERR_NULL;
    }
    permkern_work *const work = permkern_work_of(plan);
    permkern_status status = check_request(in, perm, out, &shift);
    if (status != PERMKERN_OK) {
        return status;
    }
    const size_t size = (size_t)1 << shift;
    for (unsigned k = 0; k < in->rank; k++) {
        if (in->shape[k] == 0) {
            build_empty(work, shift);
            return PERMKERN_OK;
        }
    }
    status = read_side(&from, in, in->shape, NULL, size);
    status = status != PERMKERN_OK ? status : read_side(&to, out, in->shape, perm, size);
    status = status != PERMKERN_OK ? status : check_side(&from, in, size);
    status = status != PERMKERN_OK ? status : check_side(&to, out, size);
    if (status != PERMKERN_OK) {
        return status;
    }
    permkern_set_places(work, from.low, from.span, to.low, to.span);
    /* From here on, only reversed axes run backwards, and only in the input. */
    for (unsigned k = 0; (from.back | to.back) != 0 && k < to.rank; k++) {
        size_t *const stride = &from.stride[perm[k]];
        if (((from.back >> perm[k] ^ to.back >> k) & 1U) != 0) {
            work->in_first += permkern_times(to.extent[k] - 1, *stride);
            *stride = 0 - *stride;
        }
    }
    const unsigned rank = permkern_fold(work->axis, from.stride, perm, &to, size);
    turn_columns(work, rank, shift);
    permkern_choose(work, rank, shift);
    return PERMKERN_OK;
}

/* ---- permkern_permute ---- */

/* Out of line, so that contiguous requests need no stack for a plan. */
static PERMKERN_OUT_OF_LINE permkern_status permute_planned(const permkern_layout *in_layout, const void *in,
                                                            const uint8_t *perm, const permkern_layout *out_layout,
                                                            void *out)
{
    permkern_plan plan;
    const permkern_status status = permkern_prepare(&plan, in_layout, perm, out_layout);
    return status == PERMKERN_OK ? permkern_run(&plan, in, out) : status;
}

/*
 * Moves a contiguous request with axes and elements without a plan, or returns false if a check fails. A function,
 * because its variables need no stack while a plan is run.
 */
PERMKERN_INLINE bool move_contiguous(const permkern_layout *in_layout, const void *in, const uint8_t *perm,
                                     const permkern_layout *out_layout, void *out)
{
    size_t stride[PERMKERN_MAX_RANK];
    permkern_axis axis[PERMKERN_MAX_RANK];
    unsigned shift = 0;
    const uintptr_t from = (uintptr_t)in;
    const uintptr_t to = (uintptr_t)out;
    const size_t bytes = measure_contiguous(in_layout, perm, out_layout, &shift, stride);
    permkern_folding folding = {&axis[PERMKERN_MAX_RANK], 0, 0, (size_t)1 << shift};
    /* An address minus 1 is large if it is NULL or if the buffer wraps. */
    if (bytes == 0 || from - 1 >= SIZE_MAX - bytes || to - 1 >= SIZE_MAX - bytes ||
        ((from | to) & (folding.out_next - 1) & permkern_align_mask(3)) != 0 ||
        permkern_overlaps(from, bytes, to, bytes) || !fold_contiguous(&folding, in_layout, perm, stride) ||
        !has_shape(in_layout, perm, out_layout)) {
        return false;
    }
    permkern_move_folded(&folding, shift, bytes, in, out);
    return true;
}

/* If a check fails, permkern_prepare and permkern_run find the status that comes first. */
permkern_status permkern_permute(const permkern_layout *in_layout, const void *in, const uint8_t *perm,
                                 const permkern_layout *out_layout, void *out)
{
    return move_contiguous(in_layout, in, perm, out_layout, out)
               ? PERMKERN_OK
               : permute_planned(in_layout, in, perm, out_layout, out);
}
