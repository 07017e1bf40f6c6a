/* SPDX-License-Identifier: BSD-3-Clause */
#include "mistakes.h"

#include "permkern_mli.h"

/* ---- mistakes ---- */

static void rank_zero(scene *s)
{
    s->in.rank = 0;
}

static void perm_repeated(scene *s)
{
    s->perm[s->in.rank - 1] = s->perm[0];
}

static void perm_beyond(scene *s)
{
    s->perm[s->in.rank - 1] = (uint8_t)s->in.rank;
}

static void extent_zero(scene *s)
{
    s->in_shape[s->in.rank - 1] = 0;
}

static void out_shape_differs(scene *s)
{
    s->out_shape[0]++;
}

static void too_many_elements(scene *s)
{
    for (unsigned k = 0; k < s->in.rank; k++) {
        s->in_shape[k] = UINT32_MAX;
        s->out_shape[k] = UINT32_MAX;
    }
}

static void in_short(scene *s)
{
    s->in.capacity--;
}

static void out_short(scene *s)
{
    s->out.capacity--;
}

static void in_unaligned(scene *s)
{
    s->from = (const uint8_t *)s->from + 1;
}

static void out_unaligned(scene *s)
{
    s->to = (uint8_t *)s->to + 1;
}

static void in_null(scene *s)
{
    s->from = NULL;
}

static void out_null(scene *s)
{
    s->to = NULL;
}

static void the_same(scene *s)
{
    s->from = s->to;
}

static void last_element_shared(scene *s)
{
    s->from = (uint8_t *)s->to + s->out_span - s->size;
}

static void first_element_shared(scene *s)
{
    s->from = (uint8_t *)s->to - s->in_span + s->size;
}

static void in_wraps(scene *s)
{
    const uintptr_t at = UINTPTR_MAX - s->in_span + s->size; /* ends one byte beyond the last */
    s->from = (const void *)(at & ~(uintptr_t)(s->size - 1));
}

/* One element below the buffer's start, although there is room behind it. */
static void in_begins_early(scene *s)
{
    s->in.offset--;
    s->in.capacity += 4096;
}

static void out_begins_early(scene *s)
{
    s->out.offset--;
    s->out.capacity += 4096;
}

static void in_ends_late(scene *s)
{
    s->in.offset++;
}

static void out_ends_late(scene *s)
{
    s->out.offset++;
}

/* Its bytes are 0 modulo SIZE_MAX + 1. */
static void in_offset_wraps(scene *s)
{
    s->in.offset += SIZE_MAX / s->size + 1;
}

static void out_offset_wraps(scene *s)
{
    s->out.offset += SIZE_MAX / s->size + 1;
}

/* An axis of more than one element, but for the one that `not` names; rank: none. */
static size_t long_axis(const scene *s, const size_t *shape, size_t not )
{
    size_t k = 0;
    while (k < s->in.rank && (shape[k] == 1 || k == not )) {
        k++;
    }
    return k;
}

static void in_stands_still(scene *s)
{
    s->in_strides[long_axis(s, s->in_shape, s->in.rank)] = 0;
}

static void out_stands_still(scene *s)
{
    s->out_strides[long_axis(s, s->out_shape, s->in.rank)] = 0;
}

/* As far from element to element along two axes, but the other way. */
static void share(const scene *s, const size_t *shape, ptrdiff_t *strides)
{
    const size_t one = long_axis(s, shape, s->in.rank);
    strides[long_axis(s, shape, one)] = -strides[one];
}

static void in_shares(scene *s)
{
    share(s, s->in_shape, s->in_strides);
}

static void out_shares(scene *s)
{
    share(s, s->out_shape, s->out_strides);
}

/* ---- where there can be such ---- */

static bool any(const scene *s)
{
    (void)s;
    return true;
}

static bool has_two_axes(const scene *s)
{
    return s->in.rank > 1;
}

static bool has_two_elements(const scene *s)
{
    return s->out_span > s->size;
}

static bool is_contiguous_of_four(const scene *s)
{
    return s->in.rank > 3 && s->in.strides == NULL;
}

static bool has_wide_elements(const scene *s)
{
    return s->size > 1;
}

static bool is_moved_up_in(const scene *s)
{
    return s->in.offset != 0;
}

static bool is_moved_up_out(const scene *s)
{
    return s->out.offset != 0;
}

static bool has_strides(const scene *s)
{
    return s->in.strides != NULL && long_axis(s, s->in_shape, s->in.rank) < s->in.rank;
}

static bool has_two_strides(const scene *s)
{
    return has_strides(s) && long_axis(s, s->in_shape, long_axis(s, s->in_shape, s->in.rank)) < s->in.rank;
}

static bool in_place_moves(const scene *s)
{
    for (unsigned k = 0; k < s->in.rank; k++) {
        const size_t extent = s->out_shape[k];
        if (extent > 1 && s->in.strides != NULL && s->out_strides[k] != s->in_strides[s->perm[k]]) {
            return true;
        }
    }
    if (s->in.strides != NULL) {
        return s->in.offset != s->out.offset;
    }
    unsigned last = 0; /* axes of more than one element stay in their order where nothing moves */
    bool moves = false;
    for (unsigned k = 0; k < s->in.rank; k++) {
        moves = moves || (s->out_shape[k] > 1 && s->perm[k] < last);
        last = s->out_shape[k] > 1 ? s->perm[k] : last;
    }
    return moves;
}

const mistake mistakes[] = {
    {"rank 0", NO_STATUS, MLI_STATUS_BAD_TENSOR, rank_zero, any},
    {"an axis twice", PERMKERN_ERR_PERM, MLI_STATUS_BAD_FUNC_CFG, perm_repeated, has_two_axes},
    {"an axis that is none", PERMKERN_ERR_PERM, MLI_STATUS_BAD_FUNC_CFG, perm_beyond, any},
    {"an extent of 0 that the output has not", PERMKERN_ERR_SHAPE, MLI_STATUS_BAD_TENSOR, extent_zero, any},
    {"another output shape", PERMKERN_ERR_SHAPE, NO_STATUS, out_shape_differs, any},
    {"a count that wraps", PERMKERN_ERR_SIZE, MLI_STATUS_BAD_TENSOR, too_many_elements, is_contiguous_of_four},
    {"input one byte short", PERMKERN_ERR_CAPACITY, MLI_STATUS_NOT_ENGH_MEM, in_short, any},
    {"output one byte short", PERMKERN_ERR_CAPACITY, MLI_STATUS_NOT_ENGH_MEM, out_short, any},
    {"input begins an element early", PERMKERN_ERR_CAPACITY, NO_STATUS, in_begins_early, is_moved_up_in},
    {"output begins an element early", PERMKERN_ERR_CAPACITY, NO_STATUS, out_begins_early, is_moved_up_out},
    {"input ends an element late", PERMKERN_ERR_CAPACITY, NO_STATUS, in_ends_late, any},
    {"output ends an element late", PERMKERN_ERR_CAPACITY, NO_STATUS, out_ends_late, any},
    {"input offset wraps", PERMKERN_ERR_CAPACITY, NO_STATUS, in_offset_wraps, has_wide_elements},
    {"output offset wraps", PERMKERN_ERR_CAPACITY, NO_STATUS, out_offset_wraps, has_wide_elements},
    {"input stride 0", PERMKERN_ERR_STRIDE, NO_STATUS, in_stands_still, has_strides},
    {"output stride 0", PERMKERN_ERR_STRIDE, NO_STATUS, out_stands_still, has_strides},
    {"input elements shared both ways", PERMKERN_ERR_STRIDE, NO_STATUS, in_shares, has_two_strides},
    {"output elements shared both ways", PERMKERN_ERR_STRIDE, NO_STATUS, out_shares, has_two_strides},
    {"input unaligned", PERMKERN_ERR_ALIGN, MLI_STATUS_BAD_TENSOR, in_unaligned, has_wide_elements},
    {"output unaligned", PERMKERN_ERR_ALIGN, MLI_STATUS_BAD_TENSOR, out_unaligned, has_wide_elements},
    {"input NULL", PERMKERN_ERR_NULL, MLI_STATUS_BAD_TENSOR, in_null, any},
    {"output NULL", PERMKERN_ERR_NULL, MLI_STATUS_BAD_TENSOR, out_null, any},
    {"input is output", PERMKERN_ERR_OVERLAP, NO_STATUS, the_same, in_place_moves},
    {"input is output, MLI", NO_STATUS, MLI_STATUS_INCOMPATEBLE_TENSORS, the_same, any},
    {"first of one is last of other", PERMKERN_ERR_OVERLAP, MLI_STATUS_INCOMPATEBLE_TENSORS, last_element_shared,
     has_two_elements},
    {"last of one is first of other", PERMKERN_ERR_OVERLAP, MLI_STATUS_INCOMPATEBLE_TENSORS, first_element_shared,
     has_two_elements},
    {"input wraps", PERMKERN_ERR_WRAP, MLI_STATUS_INCOMPATEBLE_TENSORS, in_wraps, any},
};

const size_t mistake_count = sizeof mistakes / sizeof mistakes[0];
