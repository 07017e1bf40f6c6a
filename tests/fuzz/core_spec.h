/* SPDX-License-Identifier: BSD-3-Clause */
/* A core API call, and its status by docs/status.md, in exact arithmetic and without folding. */
#ifndef PERMKERN_FUZZ_CORE_SPEC_H
#define PERMKERN_FUZZ_CORE_SPEC_H

#include "field.h"

typedef enum { PERMUTE, RUN, ALL_PARTS, ONE_PART, IN_PLACE, ENTRIES } entry_point;

/* Pointers that are NULL. */
enum { NO_IN = 1, NO_OUT = 2, NO_PERM = 4, NO_SHAPE = 8, NO_PLAN_POINTER = 16 };

/* Pointers in `in` and `out`: NULL, or any. The arrays are the members below. */
typedef struct {
    entry_point entry;
    permkern_layout in, out;
    uintptr_t from, to; /* buffers */
    size_t in_shape[FUZZ_RANK], out_shape[FUZZ_RANK];
    ptrdiff_t in_strides[FUZZ_RANK], out_strides[FUZZ_RANK];
    uint8_t perm[FUZZ_RANK];
    unsigned missing;
    uint32_t part, parts;
    uint64_t mask; /* of permkern_xor; 0: not called */
} call;

typedef struct {
    permkern_status status; /* of the geometry; PERMKERN_OK: the rest is set */
    bool empty;             /* an extent is 0; the rest is not used then */
    bool stays;             /* every element keeps its offset */
    layout in, out;         /* out: by its own axes */
    wide in_span, out_span; /* bytes from the lowest element to the end of the highest */
    wide in_low, out_low;   /* bytes from the buffer's start to the lowest element */
} expectation;

static inline bool valid_bits(size_t bits)
{
    return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

static inline bool valid_permutation(const uint8_t *perm, size_t rank)
{
    unsigned seen = 0;
    for (unsigned k = 0; k < rank; k++) {
        seen |= perm[k] < rank ? 1U << perm[k] : 0;
    }
    return seen == (1U << rank) - 1;
}

/* Stages 1 to 5. */
static inline permkern_status check_axes(const call *c)
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

/* Stage 6: one side's strides, from its last axis to its first; l has the extents. */
static inline permkern_status read_strides(layout *l, const ptrdiff_t *strides)
{
    layout_fill(l);
    if (strides == NULL) {
        return layout_times(layout_elements(l), l->size) >= FUZZ_WHOLE ? PERMKERN_ERR_SIZE : PERMKERN_OK;
    }
    for (unsigned k = l->rank; k-- > 0;) {
        l->stride[k] = strides[k];
        if (l->extent[k] != 1 && strides[k] == 0) {
            return PERMKERN_ERR_STRIDE;
        }
        if (l->extent[k] != 1 && layout_length(l->stride[k]) * l->size >= FUZZ_WHOLE) {
            return PERMKERN_ERR_SIZE;
        }
    }
    return PERMKERN_OK;
}

/* Stage 6: one side's shared elements, span and capacity. */
static inline permkern_status check_layout(const layout *l, size_t capacity, wide *span, wide *low)
{
    const step lowest = layout_low(l);
    *span = layout_span(l);
    *low = lowest < 0 ? 0 : (wide)lowest;
    if (!layout_is_valid(l)) {
        return PERMKERN_ERR_STRIDE;
    }
    if (*span >= FUZZ_WHOLE) {
        return PERMKERN_ERR_SIZE;
    }
    return lowest < 0 || *low + *span > capacity ? PERMKERN_ERR_CAPACITY : PERMKERN_OK;
}

static inline bool keeps_offsets(const expectation *e, const uint8_t *perm)
{
    for (unsigned k = 0; k < e->out.rank; k++) {
        if (e->out.extent[k] != 1 && e->out.stride[k] != e->in.stride[perm[k]]) {
            return false;
        }
    }
    return e->in.offset == e->out.offset;
}

/* The status of permkern_prepare, its `plan` aside. */
static inline expectation specification(const call *c)
{
    expectation e = {.status = check_axes(c), .in_span = 64, .out_span = 64};
    if (e.status != PERMKERN_OK) {
        return e;
    }
    e.in = (layout){.rank = (unsigned)c->in.rank, .size = (unsigned)c->in.bits / 8, .offset = c->in.offset};
    e.out = (layout){.rank = e.in.rank, .size = e.in.size, .offset = c->out.offset};
    for (unsigned k = 0; k < c->in.rank; k++) {
        e.in.extent[k] = c->in_shape[k];
        e.out.extent[k] = c->in_shape[c->perm[k]];
        e.empty = e.empty || c->in_shape[k] == 0;
    }
    if (e.empty) {
        return e;
    }
    e.status = read_strides(&e.in, c->in.strides == NULL ? NULL : c->in_strides);
    if (e.status == PERMKERN_OK) {
        e.status = read_strides(&e.out, c->out.strides == NULL ? NULL : c->out_strides);
    }
    if (e.status == PERMKERN_OK) {
        e.status = check_layout(&e.in, c->in.capacity, &e.in_span, &e.in_low);
    }
    if (e.status == PERMKERN_OK) {
        e.status = check_layout(&e.out, c->out.capacity, &e.out_span, &e.out_low);
    }
    e.stays = keeps_offsets(&e, c->perm);
    return e;
}

/* An element's alignment in bytes; at 64 bits, the ABI's for a uint64_t in a struct. */
static inline size_t element_align(size_t size)
{
    typedef struct {
        uint8_t before;
        uint64_t value;
    } padded;
    return size == 8 ? offsetof(padded, value) : size;
}

static inline bool is_view(const call *c, const expectation *e)
{
    return c->mask == 0 && (e->empty || e->stays);
}

/* The status of permkern_run, or of permkern_permute (plan 0). */
static inline permkern_status specification_of_run(const call *c, const expectation *e, uintptr_t plan)
{
    const wide in = c->from + e->in_low;
    const wide out = c->to + e->out_low;
    if (e->empty) {
        return PERMKERN_OK;
    }
    if (c->from == 0 || c->to == 0) {
        return PERMKERN_ERR_NULL;
    }
    if ((c->from | c->to) % element_align(e->in.size) != 0) {
        return PERMKERN_ERR_ALIGN;
    }
    if (in + e->in_span >= FUZZ_WHOLE || out + e->out_span >= FUZZ_WHOLE) {
        return PERMKERN_ERR_WRAP;
    }
    if (c->from == c->to && is_view(c, e)) {
        return PERMKERN_OK;
    }
    const bool over_plan = plan != 0 && share_bytes(plan, sizeof(permkern_plan), out, e->out_span);
    return over_plan || share_bytes(in, e->in_span, out, e->out_span) ? PERMKERN_ERR_OVERLAP : PERMKERN_OK;
}

/* True if both sides cover equal bytes without gaps. */
static inline bool fits_in_place(const expectation *e)
{
    const wide bytes = layout_elements(&e->in) * e->in.size;
    return e->empty || e->stays || (e->in_low == e->out_low && e->in_span == bytes && e->out_span == bytes);
}

/* The bytes of scratch that a run uses: aligned room for a copy of the data is used whole. */
static inline wide scratch_of(const expectation *e, uintptr_t scratch, size_t needed, size_t given)
{
    const bool copies = needed != 0 && given >= e->out_span && scratch % element_align(e->in.size) == 0;
    return copies ? e->out_span : needed;
}

/* The status of permkern_run_in_place, as docs/api.md lists it. needed: permkern_in_place_bytes; data: c->from. */
static inline permkern_status specification_in_place(const call *c, const expectation *e, uintptr_t plan,
                                                     uintptr_t scratch, size_t needed, size_t given)
{
    const wide data = c->from + e->out_low;
    const wide takes = scratch_of(e, scratch, needed, given);
    const wide used = given < takes ? given : takes;
    if (e->empty) {
        return PERMKERN_OK;
    }
    if (c->from == 0 || (fits_in_place(e) && needed != 0 && scratch == 0)) {
        return PERMKERN_ERR_NULL;
    }
    if (c->from % element_align(e->in.size) != 0) {
        return PERMKERN_ERR_ALIGN;
    }
    if (data + e->out_span >= FUZZ_WHOLE) {
        return PERMKERN_ERR_WRAP;
    }
    if (!fits_in_place(e) || share_bytes(plan, sizeof(permkern_plan), data, e->out_span)) {
        return PERMKERN_ERR_OVERLAP;
    }
    if (used != 0 && scratch + used >= FUZZ_WHOLE) {
        return PERMKERN_ERR_WRAP;
    }
    if (used != 0 &&
        (share_bytes(scratch, used, data, e->out_span) || share_bytes(scratch, used, plan, sizeof(permkern_plan)))) {
        return PERMKERN_ERR_OVERLAP;
    }
    return given < needed ? PERMKERN_ERR_CAPACITY : PERMKERN_OK;
}

#endif /* PERMKERN_FUZZ_CORE_SPEC_H */
