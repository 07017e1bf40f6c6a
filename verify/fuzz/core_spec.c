/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * docs/status.md's words on the core API once more, in their order and in exact arithmetic: no axis is folded, dropped
 * or walked from its other end.
 */
#include "core_call.h"

bool valid_bits(size_t bits)
{
    return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

static bool valid_permutation(const uint8_t *perm, size_t rank)
{
    for (unsigned axis = 0; axis < rank; axis++) {
        unsigned times = 0;
        for (unsigned k = 0; k < rank; k++) {
            times += perm[k] == axis;
        }
        if (times != 1) {
            return false;
        }
    }
    return true;
}

static permkern_status check_axes(const call *c)
{
    if ((c->missing & (NO_IN | NO_OUT)) != 0 || (c->in.rank != 0 && (c->missing & (NO_PERM | NO_SHAPE)) != 0)) {
        return PERMKERN_ERR_NULL;
    }
    if (c->in.rank > PERMKERN_MAX_RANK || c->out.rank != c->in.rank) {
        return PERMKERN_ERR_RANK;
    }
    if (!valid_bits(c->in.bits) || c->out.bits != c->in.bits) {
        return PERMKERN_ERR_BITS;
    }
    if (!valid_permutation(c->perm, c->in.rank)) {
        return PERMKERN_ERR_PERM;
    }
    for (unsigned k = 0; k < c->in.rank; k++) {
        if (c->out.shape != NULL && c->out_shape[k] != c->in_shape[c->perm[k]]) {
            return PERMKERN_ERR_SHAPE;
        }
    }
    return PERMKERN_OK;
}

/* Strides of one side, from its last axis to its first; l has the extents. */
static permkern_status read_strides(layout *l, const ptrdiff_t *strides, wide size)
{
    wide bytes = size;
    layout_fill(l);
    for (unsigned k = l->rank; k-- > 0;) {
        bytes = layout_times(bytes, l->extent[k]);
        if (strides == NULL) {
            continue;
        }
        l->stride[k] = strides[k];
        if (l->extent[k] != 1 && strides[k] == 0) {
            return PERMKERN_ERR_STRIDE;
        }
        if (l->extent[k] != 1 && layout_length(l->stride[k]) * size >= FUZZ_WHOLE) {
            return PERMKERN_ERR_SIZE;
        }
    }
    return strides == NULL && bytes >= FUZZ_WHOLE ? PERMKERN_ERR_SIZE : PERMKERN_OK;
}

/* Sharing, the span, and that every element is inside the buffer. */
static permkern_status check_layout(const layout *l, wide size, size_t capacity, wide *span, wide *low)
{
    *span = layout_elements(l) * size;
    if (!layout_is_valid(l)) {
        return PERMKERN_ERR_STRIDE;
    }
    if (*span >= FUZZ_WHOLE) {
        return PERMKERN_ERR_SIZE;
    }
    const step lowest = layout_low(l);
    *low = lowest < 0 ? 0 : (wide)lowest * size;
    return lowest < 0 || *low + *span > capacity ? PERMKERN_ERR_CAPACITY : PERMKERN_OK;
}

static permkern_status check_geometry(const call *c, expectation *e)
{
    const wide size = c->in.bits / 8;
    permkern_status status = read_strides(&e->in, c->in.strides == NULL ? NULL : c->in_strides, size);
    if (status == PERMKERN_OK) {
        status = read_strides(&e->out, c->out.strides == NULL ? NULL : c->out_strides, size);
    }
    if (status == PERMKERN_OK) {
        status = check_layout(&e->in, size, c->in.capacity, &e->in_span, &e->in_low);
    }
    if (status == PERMKERN_OK) {
        status = check_layout(&e->out, size, c->out.capacity, &e->out_span, &e->out_low);
    }
    return status;
}

expectation specification(const call *c)
{
    expectation e = {.status = check_axes(c), .in_span = 64, .out_span = 64};
    if (e.status != PERMKERN_OK) {
        return e;
    }
    e.in = (layout){.rank = (unsigned)c->in.rank, .offset = c->in.offset};
    e.out = (layout){.rank = (unsigned)c->in.rank, .offset = c->out.offset};
    for (unsigned k = 0; k < c->in.rank; k++) {
        e.in.extent[k] = c->in_shape[k];
        e.out.extent[k] = c->in_shape[c->perm[k]];
        e.empty = e.empty || c->in_shape[k] == 0;
    }
    e.status = e.empty ? PERMKERN_OK : check_geometry(c, &e);
    return e;
}

static bool share(wide a, wide a_bytes, wide b, wide b_bytes)
{
    return a < b + b_bytes && b < a + a_bytes;
}

bool is_view(const call *c, const expectation *e)
{
    if (e->empty) {
        return true;
    }
    for (unsigned k = 0; k < c->in.rank; k++) {
        if (e->out.extent[k] != 1 && e->out.stride[k] != e->in.stride[c->perm[k]]) {
            return false;
        }
    }
    return e->in.offset == e->out.offset;
}

permkern_status specification_of_places(const call *c, const expectation *e, const void *plan)
{
    const uintptr_t from = (uintptr_t)c->from;
    const uintptr_t to = (uintptr_t)c->to;
    const size_t size = c->in.bits / 8;
    if (e->empty) {
        return PERMKERN_OK;
    }
    if (from == 0 || to == 0) {
        return PERMKERN_ERR_NULL;
    }
    if (from % size != 0 || to % size != 0) {
        return PERMKERN_ERR_ALIGN;
    }
    if (from + e->in_low + e->in_span >= FUZZ_WHOLE || to + e->out_low + e->out_span >= FUZZ_WHOLE) {
        return PERMKERN_ERR_WRAP;
    }
    if (from == to && is_view(c, e)) {
        return PERMKERN_OK;
    }
    const wide lowest = to + e->out_low;
    const bool over_plan = plan != NULL && share((uintptr_t)plan, sizeof(permkern_plan), lowest, e->out_span);
    return over_plan || share(from + e->in_low, e->in_span, lowest, e->out_span) ? PERMKERN_ERR_OVERLAP : PERMKERN_OK;
}
