/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the fuzz harnesses share: bytes of the input as choices, a field of memory that nobody may touch but where a
 * call was told to, the definition of a permute, and the contract's rules on strides. Nothing of the library is used
 * here but its macros.
 */
#ifndef PERMKERN_FUZZ_H
#define PERMKERN_FUZZ_H

#include "permkern_internal.h"

#define FUZZ_RANK 8

/* Whatever a span may come to: sums are exact, and products by layout_times(). */
typedef unsigned __int128 wide;

/* A stride of either sign. */
typedef __int128 step;

/* One past the last address, or the most that size_t counts. */
#define FUZZ_WHOLE ((wide)SIZE_MAX + 1)

/* What stands for every product that is as much or more: far beyond FUZZ_WHOLE, and eight times it is no overflow. */
#define FUZZ_FAR ((wide)1 << 80)

_Noreturn void fuzz_fail(const char *what, long long want, long long got);

/* ---- choices: the bytes of an input, one after another; zeros behind the last, which stand for what is valid ---- */

typedef struct {
    const uint8_t *at;
    size_t left;
} choices;

/* Of `bytes` bytes, little-endian. */
uint64_t choose(choices *c, unsigned bytes);

static inline unsigned choose_below(choices *c, unsigned bound)
{
    return (unsigned)choose(c, 1) % bound;
}

/* Half the time small, otherwise an edge: what tiles, strips, chunks and registers end at. */
uint32_t choose_extent(choices *c);

/* What a fault puts into a field: small, small and negative, beside a power of two, or any bytes. */
uint64_t choose_value(choices *c);

void choose_permutation(choices *c, uint8_t *perm, unsigned rank);

/* Lets the library use one of the instruction sets that this CPU has, or none. */
void choose_isa(choices *c);

/* ---- geometry: what docs/api.md says of strides, in exact arithmetic ---- */

/* Element (i0, i1, ...) is offset + i0 * stride[0] + i1 * stride[1] + ... elements behind the buffer's start. */
typedef struct {
    unsigned rank;
    wide extent[FUZZ_RANK];
    step stride[FUZZ_RANK];
    wide offset;
} layout;

/* a * b, or FUZZ_FAR where that is less. */
wide layout_times(wide a, wide b);

/* Of a stride, whichever way it runs. */
static inline wide layout_length(step stride)
{
    return stride < 0 ? 0 - (wide)stride : (wide)stride;
}

/* Gives the extents strides without gaps, the last axis fastest. */
void layout_fill(layout *l);

/*
 * Whether no two coordinates share an element: sorted by length of stride, each is at least the last one times its
 * extent.
 */
bool layout_is_valid(const layout *l);

/* From the lowest element to the end of the highest. */
wide layout_elements(const layout *l);

/* Of the lowest element; below 0 where it lies before the buffer's start. */
step layout_low(const layout *l);

/*
 * Strides over 0 that lay the extents out in any order, mostly without gaps, at most `most` elements; axes beyond that
 * are cut to extent 1, and may then have any stride.
 */
void choose_strides(choices *c, layout *l, uint32_t most);

/* Makes each extent so small that all elements together are `most` at most. */
void limit_extents(layout *l, uint32_t most);

/* ---- the field ---- */

/* Of either span. */
#define FIELD_MOST ((size_t)72 << 10)

#define FIELD_BYTES ((size_t)4 * FIELD_MOST)

/* Where an input may lie, so that an output has room before and behind it. */
#define FIELD_MIDDLE ((size_t)3 * FIELD_MOST / 2)

uint8_t *field(size_t offset);

/* Whether these bytes are of the field. */
bool in_field(const void *at, wide bytes);

/* Puts an object there, which the call may then read and, where `open`, write. */
void field_put(void *at, const void *object, size_t bytes);

/* The library may read and write these bytes from now on. */
void field_open(const void *at, size_t bytes);

/* Nobody may touch anything; the sanitizer sees to it. */
void field_close(void);

/* What the field has to hold after the call. */
uint8_t *field_wanted(const void *at);

/*
 * The definition, into what the field has to hold: out[o] == in[i], i[perm[k]] == o[k]. in and out are where the
 * buffers start, which may be outside the field; their elements are inside.
 */
void field_permute(const void *in, const layout *from, const void *out, const layout *to, const uint8_t *perm,
                   unsigned size);

/* Bytes that are as at rest need not have changed: of a share of a permute. */
void field_allow_rest(const void *at, size_t bytes);

/* Ends the run if any byte between these differs from what has to be there. */
void field_compare(const char *what);

/* As it was before the first run. */
void field_restore(void);

#endif /* PERMKERN_FUZZ_H */
