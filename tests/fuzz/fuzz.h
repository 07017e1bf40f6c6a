/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Makes requests from fuzzer or random bytes: an input's bytes are choices, one after another. Layouts are in exact
 * arithmetic. The harnesses use nothing of the library but its macros and its entry points.
 */
#ifndef PERMKERN_FUZZ_H
#define PERMKERN_FUZZ_H

#include "core/permkern_internal.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUZZ_RANK 8

/* Sums are exact; products saturate at FUZZ_FAR. */
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;
__extension__ typedef __int128 step;
#else
__extension__ typedef unsigned _BitInt(128) wide;
__extension__ typedef _BitInt(128) step;
#endif
#define FUZZ_WHOLE ((wide)SIZE_MAX + 1)
#define FUZZ_FAR ((wide)1 << 80)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_expect(const char *what, long long want, long long got)
{
    if (want != got) {
        fprintf(stderr, "fuzz: %s: want %lld, got %lld\n", what, want, got);
        abort();
    }
}

/* A function, and its statuses as bits. seen: the statuses that a call had to return. */
typedef struct {
    const char *name;
    uint32_t statuses, seen;
} fuzz_function;

static inline void fuzz_status(fuzz_function *function, long long want, long long got)
{
    function->seen |= 1U << want;
    fuzz_expect(function->name, want, got);
}

/* Numbers in memory, of `bytes` bytes. */
static inline size_t fuzz_first(size_t bytes)
{
    static const uint16_t one = 1;
    return *(const uint8_t *)&one == 1 ? 0 : sizeof(uint64_t) - bytes;
}

static inline uint64_t get_number(const void *from, size_t bytes)
{
    uint64_t value = 0;
    memcpy((uint8_t *)&value + fuzz_first(bytes), from, bytes);
    return value;
}

static inline void put_number(void *to, uint64_t value, size_t bytes)
{
    memcpy(to, (const uint8_t *)&value + fuzz_first(bytes), bytes);
}

/* ---- choices ---- */

/* Zeros follow an input's last byte. They make a valid request. */
typedef struct {
    const uint8_t *at;
    size_t left;
} choices;

/* Little-endian, of `bytes` bytes. */
static inline uint64_t choose(choices *c, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned k = 0; k < bytes && c->left != 0; k++) {
        value |= (uint64_t)*c->at++ << (8 * k);
        c->left--;
    }
    return value;
}

static inline unsigned choose_below(choices *c, unsigned bound)
{
    return (unsigned)choose(c, 1) % bound;
}

/* Half the time at most 8, otherwise next to the end of a tile, strip or register. */
static inline uint32_t choose_extent(choices *c)
{
    static const uint16_t edges[] = {1,  3,  4,  5,  7,  8,   9,   12,  15,  16,  17,  24,  31,   32,   33,   47,
                                     48, 49, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 1000, 1025, 2048, 5000};
    const unsigned pick = (unsigned)choose(c, 1);
    return pick < 128 ? 1 + pick % 8 : edges[pick % 32];
}

/* For a fault: small, negative, next to a power of two, any 32 bits, or derived from the old value. */
static inline uint64_t choose_value(choices *c, uint64_t before)
{
    const unsigned kind = choose_below(c, 8);
    const uint64_t raw = choose(c, 4);
    const uint64_t power = (uint64_t)1 << raw % 64;
    const uint64_t values[] = {raw % 16, 0 - raw % 16, before + raw % 5 - 2, before * power,
                               raw,      0 - before,   before + raw % 16,    power + (raw >> 8) % 16 - 8};
    return values[kind];
}

static inline void choose_permutation(choices *c, uint8_t *perm, unsigned rank)
{
    for (unsigned k = 0; k < rank; k++) {
        perm[k] = (uint8_t)k;
    }
    for (unsigned k = 0; k + 1 < rank; k++) {
        const unsigned other = k + choose_below(c, rank - k);
        const uint8_t axis = perm[k];
        perm[k] = perm[other];
        perm[other] = axis;
    }
}

/* Mostly `end`, otherwise one byte less or anything; at most `limit`. */
static inline uint64_t choose_capacity(choices *c, wide end, uint64_t limit)
{
    const unsigned kind = (unsigned)choose(c, 1);
    const uint64_t exact = end > limit ? limit : (uint64_t)end;
    return kind < 208 ? exact : (kind < 224 ? exact - 1 : choose_value(c, exact)) & limit;
}

/* `count` consecutive fields in a struct, each `bytes` bytes. */
typedef struct {
    size_t offset;
    unsigned bytes, count;
} spot;
#define SPOT(type, member)                                                                                             \
    {                                                                                                                  \
        offsetof(type, member), sizeof(((type *)0)->member), 1                                                         \
    }
#define SPOTS(type, member)                                                                                            \
    {                                                                                                                  \
        offsetof(type, member), sizeof(((type *)0)->member[0]),                                                        \
            sizeof(((type *)0)->member) / sizeof(((type *)0)->member[0])                                               \
    }

/* In a third of the inputs, writes values into one or two fields. */
static inline void spoil(choices *c, void *object, const spot *spots, size_t count)
{
    for (unsigned faults = choose_below(c, 2) == 1 ? choose_below(c, 3) : 0; faults > 0; faults--) {
        const spot *const one = &spots[choose_below(c, (unsigned)count)];
        uint8_t *const at = (uint8_t *)object + one->offset + choose_below(c, one->count) * one->bytes;
        put_number(at, choose_value(c, get_number(at, one->bytes)), one->bytes);
    }
}

/* ---- layouts ---- */

/* Element (i0, i1, ...) is `offset` + i0 * stride[0] + ... elements of `size` bytes after the start. */
typedef struct {
    unsigned rank, size;
    wide extent[FUZZ_RANK];
    step stride[FUZZ_RANK];
    wide offset;
} layout;

static inline wide layout_times(wide a, wide b)
{
    return a != 0 && b > FUZZ_FAR / a ? FUZZ_FAR : a * b;
}

static inline wide layout_length(step stride)
{
    return stride < 0 ? 0 - (wide)stride : (wide)stride;
}

static inline wide layout_elements(const layout *l)
{
    wide elements = 1;
    for (unsigned k = 0; k < l->rank; k++) {
        elements = layout_times(elements, l->extent[k]);
    }
    return elements;
}

/* Makes the layout contiguous, the last axis fastest. */
static inline void layout_fill(layout *l)
{
    wide stride = 1;
    for (unsigned k = l->rank; k-- > 0;) {
        l->stride[k] = (step)stride;
        stride = layout_times(stride, l->extent[k]);
    }
}

/* False if two coordinates share an element: a longer stride is below another axis's reach. */
static inline bool layout_is_valid(const layout *l)
{
    for (unsigned a = 0; a < l->rank; a++) {
        for (unsigned b = 0; b < l->rank; b++) {
            const wide length = layout_length(l->stride[a]);
            const wide longer = layout_length(l->stride[b]);
            const bool count = a != b && l->extent[a] != 1 && l->extent[b] != 1 && length <= longer;
            if (count && longer < layout_times(length, l->extent[a])) {
                return false;
            }
        }
    }
    return true;
}

/* Bytes from the lowest element's first to the highest element's last. */
static inline wide layout_span(const layout *l)
{
    wide last = 0;
    for (unsigned k = 0; k < l->rank; k++) {
        last += layout_times(l->extent[k] - 1, layout_length(l->stride[k]));
    }
    return (last + 1) * l->size;
}

/* Bytes from the buffer's start to the lowest element; below 0 if that is before the buffer. */
static inline step layout_low(const layout *l)
{
    step low = (step)l->offset;
    for (unsigned k = 0; k < l->rank; k++) {
        if (l->stride[k] < 0) {
            low -= (step)layout_times(l->extent[k] - 1, layout_length(l->stride[k]));
        }
    }
    return low * (step)l->size;
}

/* ---- layouts of a valid request ---- */

typedef struct {
    layout in, out;
    uint8_t perm[FUZZ_RANK];
    bool in_strided, out_strided; /* otherwise contiguous */
} request;

/* Extents with at most `most` elements. */
static inline void choose_extents(choices *c, layout *l, uint32_t most)
{
    for (unsigned k = 0; k < l->rank; k++) {
        const uint32_t extent = choose_extent(c);
        l->extent[k] = extent > most ? most : extent;
        most /= (uint32_t)l->extent[k];
    }
}

static inline void reverse_axis(layout *l, unsigned axis)
{
    l->stride[axis] = -l->stride[axis];
    l->offset += (l->extent[axis] - 1) * layout_length(l->stride[axis]);
}

/*
 * Positive strides in any order, with or without gaps; rarely one that is too short by an element. Extents that exceed
 * `most` elements become 1.
 */
static inline void choose_strides(choices *c, layout *l, uint32_t most)
{
    uint8_t order[FUZZ_RANK];
    choose_permutation(c, order, l->rank);
    uint32_t next = 1 + choose_below(c, 16) / 13;
    uint32_t last = 0;
    for (unsigned k = l->rank; k-- > 0;) {
        const unsigned gap = (unsigned)choose(c, 1);
        const unsigned axis = order[k];
        const uint32_t far = gap < 252 ? (next + 1023) / 1024 * 1024 : next - (next > 1);
        const uint32_t stride = gap < 192 ? next : gap < 240 ? next + gap % 16 : far;
        if ((uint64_t)last + (uint64_t)stride * ((uint64_t)l->extent[axis] - 1) >= most) {
            l->extent[axis] = 1;
        }
        l->stride[axis] = l->extent[axis] == 1 && gap % 2 == 1 ? (step)(1 + gap) : (step)stride;
        last += stride * ((uint32_t)l->extent[axis] - 1);
        next = l->extent[axis] == 1 ? next : stride * (uint32_t)l->extent[axis];
    }
}

/* Lays both sides out. `in` has its extents, and some may become 1. */
static inline void choose_sides(choices *c, request *r, uint32_t most)
{
    const unsigned kind = (unsigned)choose(c, 1);
    const bool same_places = kind / 4 % 8 == 7;
    r->in_strided = kind % 2 == 1;
    r->out_strided = kind / 2 % 2 == 1 || same_places;
    layout_fill(&r->in);
    if (r->in_strided) {
        choose_strides(c, &r->in, most);
    }
    r->out = r->in;
    for (unsigned k = 0; k < r->in.rank; k++) {
        r->out.extent[k] = r->in.extent[r->perm[k]];
        r->out.stride[k] = r->in.stride[r->perm[k]];
    }
    if (r->out_strided && !same_places) {
        choose_strides(c, &r->out, most);
    } else if (!r->out_strided) {
        layout_fill(&r->out);
    }
    for (unsigned k = 0; k < r->in.rank; k++) {
        r->in.extent[r->perm[k]] = r->out.extent[k];
    }
    if (!r->in_strided) {
        layout_fill(&r->in);
    }
}

#endif /* PERMKERN_FUZZ_H */
