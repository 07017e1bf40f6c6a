/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The core API's requests, by permkern_prepare and permkern_permute: the checks at the door, and the folding of those
 * that are contiguous on both sides. src/core/strided.c folds the others, src/core/dispatch.c chooses and moves.
 */
#include "base/permkern_address.h"
#include "base/permkern_compiler.h"
#include "core/permkern_dispatch.h"
#include "core/permkern_fold.h"
#include "core/permkern_request.h"

/* ---- the checks ---- */

/* log2 of the bytes of an element; 4: no element has so many bits. */
static inline unsigned shift_of(size_t bits)
{
    return bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : bits == 64 ? 3 : 4;
}

/* True if an output's shape is the permuted one, or not given. */
static inline bool has_shape(const permkern_layout *in, const uint8_t *perm, const permkern_layout *out)
{
    for (size_t k = 0; out->shape != NULL && k < in->rank; k++) {
        if (out->shape[k] != in->shape[perm[k]]) {
            return false;
        }
    }
    return true;
}

/* Checks all of a request but sizes and strides, in the order of docs/status.md. *shift: log2 of an element's bytes. */
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
    if (!permkern_is_perm(perm, in->rank)) {
        return PERMKERN_ERR_PERM;
    }
    return has_shape(in, perm, out) ? PERMKERN_OK : PERMKERN_ERR_SHAPE;
}

/* True if a checked request has no elements. */
static bool is_empty(const permkern_layout *in)
{
    for (unsigned k = 0; k < in->rank; k++) {
        if (in->shape[k] == 0) {
            return true;
        }
    }
    return false;
}

/* ---- permkern_prepare ---- */

/*
 * True if a checked request is contiguous on both sides and begins at the start of its buffers: there is nothing to
 * sort, and both spans are the same.
 */
static inline bool is_contiguous(const permkern_layout *in, const permkern_layout *out)
{
    return in->strides == NULL && out->strides == NULL && (in->offset | out->offset) == 0;
}

/*
 * permkern_prepare for a checked request that is contiguous. The axes are folded at the end of the plan's array, then
 * moved to its start: all checks come before that.
 */
static permkern_status build_contiguous(permkern_work *work, const permkern_layout *in, const uint8_t *perm,
                                        const permkern_layout *out, unsigned shift)
{
    permkern_folding folding = permkern_fold_begin(&work->axis[PERMKERN_MAX_RANK], (size_t)1 << shift);
    size_t span = 0;
    const permkern_status status = permkern_fold_contiguous(&folding, in, perm, out, &span);
    if (status != PERMKERN_OK) {
        return status;
    }
    permkern_set_places(work, 0, span, 0, span);
    permkern_choose(work, permkern_fold_to(work->axis, &folding), shift);
    return PERMKERN_OK;
}

static void move_nothing(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    (void)axis;
    (void)form;
    (void)in;
    (void)out;
}

/* permkern_prepare for a checked request without elements, whose strides and capacities do not matter. */
static void build_empty(permkern_work *work, unsigned shift)
{
    const size_t size = (size_t)1 << shift;
    const permkern_axis none = {0, size, size};
    const size_t nowhere = permkern_hide(0); /* otherwise compilers turn so many zeros into a call of memset */
    permkern_copy_axis(&work->axis[0], &none);
    permkern_set_places(work, nowhere, nowhere, nowhere, nowhere);
    work->choice.form = (uint8_t)permkern_form(1, shift); /* narrow: a form has 8 bits */
    work->choice.kernel = move_nothing;
    work->choice.wide = NULL;
    work->choice.pinned = NULL;
    work->small = NULL;
}

permkern_status permkern_prepare(permkern_plan *plan, const permkern_layout *in, const uint8_t *perm,
                                 const permkern_layout *out)
{
    unsigned shift = 0;
    const permkern_status status = plan == NULL ? PERMKERN_ERR_NULL : check_request(in, perm, out, &shift);
    if (status != PERMKERN_OK) {
        return status;
    }
    permkern_work *const work = permkern_work_of(plan);
    if (is_empty(in)) {
        build_empty(work, shift);
        return PERMKERN_OK;
    }
    return is_contiguous(in, out) ? build_contiguous(work, in, perm, out, shift)
                                  : permkern_plan_strided(work, in, perm, out, shift);
}

/* ---- permkern_permute ---- */

/*
 * The bytes of a contiguous request of 1 << shift bytes an element; 0: it has none, or too many, or perm is no
 * permutation. Sets its strides. The rank is not 0.
 */
PERMKERN_INLINE size_t measure_contiguous(const permkern_layout *in, const uint8_t *perm, unsigned shift,
                                          size_t *stride)
{
    size_t bytes = (size_t)1 << shift;
    size_t k = in->rank;
    unsigned missing = (1U << k) - 1;
    do {
        k--;
        stride[k] = bytes;
        if (perm[k] >= in->rank || !permkern_multiply(bytes, in->shape[k], &bytes)) {
            return 0;
        }
        missing &= ~(1U << perm[k]);
    } while (k != 0);
    return missing == 0 ? bytes : 0;
}

/*
 * Moves a contiguous request with axes and elements, without a plan, if all of it is valid. Otherwise false, and
 * nothing is written. The checks are those of permkern_prepare and permkern_run, in an order that is faster.
 */
static bool permute_contiguous(const permkern_layout *in_layout, const void *in, const uint8_t *perm,
                               const permkern_layout *out_layout, void *out)
{
    size_t stride[PERMKERN_MAX_RANK];
    permkern_axis axis[PERMKERN_MAX_RANK];
    if (in_layout == NULL || out_layout == NULL || !is_contiguous(in_layout, out_layout) || in_layout->shape == NULL ||
        perm == NULL || in == NULL || out == NULL) {
        return false;
    }
    const unsigned shift = shift_of(in_layout->bits);
    if (shift > 3 || in_layout->bits != out_layout->bits || in_layout->rank - 1 >= PERMKERN_MAX_RANK ||
        in_layout->rank != out_layout->rank) {
        return false;
    }
    const size_t bytes = measure_contiguous(in_layout, perm, shift, stride);
    if (bytes == 0 || in_layout->capacity < bytes || out_layout->capacity < bytes ||
        (((uintptr_t)in | (uintptr_t)out) & permkern_align_mask(shift)) != 0 ||
        permkern_check_spans((uintptr_t)in, bytes, (uintptr_t)out, bytes) != PERMKERN_OK ||
        !has_shape(in_layout, perm, out_layout)) {
        return false;
    }
    permkern_folding folding = permkern_fold_begin(&axis[PERMKERN_MAX_RANK], (size_t)1 << shift);
    permkern_fold_axes(&folding, in_layout, perm, stride);
    permkern_move_folded(&folding, shift, bytes, in, out);
    return true;
}

/* Out of line: contiguous requests need no stack for a plan. */
static PERMKERN_OUT_OF_LINE permkern_status permute_planned(const permkern_layout *in_layout, const void *in,
                                                            const uint8_t *perm, const permkern_layout *out_layout,
                                                            void *out)
{
    permkern_plan plan;
    const permkern_status status = permkern_prepare(&plan, in_layout, perm, out_layout);
    return status == PERMKERN_OK ? permkern_run(&plan, in, out) : status;
}

permkern_status permkern_permute(const permkern_layout *in_layout, const void *in, const uint8_t *perm,
                                 const permkern_layout *out_layout, void *out)
{
    return permute_contiguous(in_layout, in, perm, out_layout, out)
               ? PERMKERN_OK
               : permute_planned(in_layout, in, perm, out_layout, out);
}
