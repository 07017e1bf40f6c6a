/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Hosts: tensors of so few elements that vectors hold all of them. An index says which element goes where: one for all
 * widths, which an instruction set's permutes of each width widen to their own. A plan holds it, or the set computes it
 * in registers.
 */
#include "permkern_fold.h"
#include "permkern_request.h"
#include "permkern_vector.h"

#if PERMKERN_VECTOR

/* The bytes of a work, if this set can move it by an index; otherwise 0. */
static size_t small_bytes(const permkern_vector_set *set, const permkern_axis *axis, unsigned rank, unsigned shift)
{
    const size_t most = set == NULL ? 0 : (size_t)set->width[shift].small_most << shift;
    return most == 0 ? 0 : permkern_small_bytes(axis, rank, shift, most);
}

/* An index of elements for sets that permute bytes: it is first found byte by byte, for which it has room. */
static void find_elements(uint8_t *index, const permkern_axis *axis, unsigned rank, unsigned shift, size_t bytes)
{
    permkern_find_index(index, axis, rank, shift);
    for (size_t k = 0; k < bytes >> shift; k++) {
        index[k] = (uint8_t)(index[k << shift] >> shift); /* narrow: an offset below 64 */
    }
}

/* What permkern_few takes of a permute: the axes whose weight is not 0. */
typedef struct {
    uint64_t strides, weights;
    size_t span;  /* the elements of the axes so far */
    size_t reach; /* what the last of them spans in the input, in elements */
} few_axes;

/* Adds the next axis outwards. Those that continue others have no weight, nor have those of one element. */
static inline void add_axis(few_axes *axes, size_t extent, size_t stride)
{
    const size_t step = extent == 1 ? axes->reach : stride;
    if (step != axes->reach) {
        axes->strides = axes->strides << 8 | axes->span;
        axes->weights = axes->weights << 8 | ((step - axes->reach) & 255);
    }
    axes->reach = step * extent;
    axes->span *= extent;
}

static few_axes axes_of(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    few_axes axes = {0, 0, 1, 1}; /* as if places were their own sources */
    for (unsigned k = rank; k-- > 0;) {
        add_axis(&axes, axis[k].extent, axis[k].in_stride >> shift);
    }
    return axes;
}

/* Sets work->small and work->index for elements of this size; false if an index does not move them. */
static bool find_small(permkern_work *work, unsigned rank, unsigned shift)
{
    const permkern_vector_set *const set = permkern_best_set();
    const size_t bytes = small_bytes(set, work->axis, rank, shift);
    if (bytes == 0 || bytes != work->in_span) { /* too large, or the input has gaps */
        return false;
    }
    if (set->index != NULL) {
        const few_axes axes = axes_of(work->axis, rank, shift);
        set->index(work->index, axes.strides, axes.weights);
    } else {
        find_elements(work->index, work->axis, rank, shift, bytes);
    }
    work->small = set->width[shift].small;
    return true;
}

void permkern_find_small(permkern_work *work, unsigned rank, unsigned shift)
{
    if (!find_small(work, rank, shift)) {
        const unsigned wide = permkern_widen(work->axis, rank, shift);
        if (wide != 0) {
            (void)find_small(work, rank - 1, wide);
        }
    }
}

bool permkern_vector_move_small(const permkern_axis *axis, unsigned rank, unsigned shift, const void *in, void *out)
{
    const permkern_vector_set *const set = permkern_best_set();
    const size_t bytes = small_bytes(set, axis, rank, shift);
    if (bytes == 0 || set->few[(size_t)1 << shift] == NULL) {
        return false;
    }
    const few_axes axes = axes_of(axis, rank, shift);
    set->few[(size_t)1 << shift](in, out, bytes >> shift, axes.strides, axes.weights);
    return true;
}

/* ---- permkern_permute ---- */

/* The following check that the request is valid and of few elements. They do not find out what is wrong. */

/* True if two layouts agree in all but their shapes, and both are contiguous, with one axis at least. */
static inline bool is_plain(const permkern_layout *in, const uint8_t *perm, const permkern_layout *out)
{
    if (in == NULL || out == NULL || perm == NULL || in->shape == NULL) {
        return false;
    }
    return in->rank - 1 < PERMKERN_MAX_RANK && in->bits % 8 == 0 && in->bits <= 64 &&
           ((in->rank ^ out->rank) | (in->bits ^ out->bits) | in->offset | out->offset | (uintptr_t)in->strides |
            (uintptr_t)out->strides) == 0;
}

/* Finds strides of the input, in elements, and the number of elements; false if that is 0 or over an index's room. */
static inline bool find_strides(size_t *stride, size_t *elements, const permkern_layout *in)
{
    const size_t *const shape = in->shape;
    size_t product = 1;
    size_t less_one = 0; /* each extent less one: the bits of all of them */
    for (size_t k = in->rank; k-- > 0;) {
        const size_t extent = shape[k];
        stride[k] = product;
        product *= extent;
        less_one |= extent - 1;
    }
    *elements = product;
    return (less_one | (product - 1)) < PERMKERN_INDEX_ROOM;
}

/* True if both buffers have room for so many elements, are aligned for them, and do not overlap. */
static inline bool is_apart(const permkern_layout *in_layout, const void *in, const permkern_layout *out_layout,
                            const void *out, size_t elements)
{
    const size_t size = in_layout->bits / 8;
    const size_t bytes = elements * size;
    const uintptr_t from = (uintptr_t)in;
    const uintptr_t to = (uintptr_t)out;
    return in_layout->capacity >= bytes && out_layout->capacity >= bytes && ((from | to) & (size - 1)) == 0 &&
           from - 1 < ~bytes && to - 1 < ~bytes && to - from + bytes - 1 >= 2 * bytes - 1;
}

/* Finds the axes; false if perm is no permutation. A stride that was used is 0, which no other is. */
static inline bool find_axes(few_axes *axes, size_t *stride, const permkern_layout *in, const uint8_t *perm)
{
    const size_t *const shape = in->shape;
    const size_t rank = in->rank;
    for (size_t k = rank; k-- > 0;) {
        const size_t axis = perm[k];
        if (axis >= rank || stride[axis] == 0) {
            return false;
        }
        add_axis(axes, shape[axis], stride[axis]);
        stride[axis] = 0;
    }
    return true;
}

/* True if the output's shape is implied, or is the permuted shape of the input. */
static inline bool shape_fits(const permkern_layout *in, const uint8_t *perm, const permkern_layout *out)
{
    if (out->shape == NULL) {
        return true;
    }
    for (size_t k = in->rank; k-- > 0;) {
        if (out->shape[k] != in->shape[perm[k]]) {
            return false;
        }
    }
    return true;
}

bool permkern_vector_permute_few(const permkern_layout *in_layout, const void *in, const uint8_t *perm,
                                 const permkern_layout *out_layout, void *out)
{
    size_t stride[PERMKERN_MAX_RANK];
    size_t elements = 0;
    few_axes axes = {0, 0, 1, 1};
    const permkern_vector_set *const set = permkern_best_set();
    if (set != NULL && set->index != NULL && is_plain(in_layout, perm, out_layout) &&
        find_strides(stride, &elements, in_layout) && is_apart(in_layout, in, out_layout, out, elements) &&
        find_axes(&axes, stride, in_layout, perm) && shape_fits(in_layout, perm, out_layout)) {
        permkern_few *const few = set->few[in_layout->bits / 8];
        if (few != NULL) {
            few(in, out, axes.span, axes.strides, axes.weights);
            return true;
        }
    }
    return false;
}

bool permkern_vector_by_index(unsigned shift, const uint8_t *index, size_t bytes, const void *in, void *out)
{
    const permkern_vector_set *const set = permkern_best_set();
    if (set == NULL || bytes >> shift > set->width[shift].small_most) {
        return false;
    }
    set->width[shift].small(index, bytes, in, out);
    return true;
}

#endif /* PERMKERN_VECTOR */
