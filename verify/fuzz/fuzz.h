/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shared by the fuzz harnesses: choices made of the input's bytes, layouts in exact arithmetic, and the field, a memory
 * in which each call may touch only the bytes that the harness opens. Uses nothing of the library but its macros.
 */
#ifndef PERMKERN_FUZZ_H
#define PERMKERN_FUZZ_H

#include "permkern_internal.h"

#include <stddef.h>

#define FUZZ_RANK 8

/* Spans and sums of them are exact; products saturate at FUZZ_FAR. */
typedef unsigned __int128 wide;
typedef __int128 step;

#define FUZZ_WHOLE ((wide)SIZE_MAX + 1)
#define FUZZ_FAR ((wide)1 << 80)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

_Noreturn void fuzz_fail(const char *what, long long want, long long got);

/* Ends the run unless both are equal. */
void fuzz_expect(const char *what, long long want, long long got);

/* ---- choices: an input's bytes in order, then zeros. Zeros make a valid request. ---- */

typedef struct {
    const uint8_t *at;
    size_t left;
} choices;

/* Little-endian, of so many bytes. */
uint64_t choose(choices *c, unsigned bytes);
unsigned choose_below(choices *c, unsigned bound);

/* Half of the time at most 8, otherwise next to the end of a tile, strip or register. */
uint32_t choose_extent(choices *c);

/* For a fault: small, negative, next to a power of two, any 32 bits, or made of the value before the fault. */
uint64_t choose_value(choices *c, uint64_t before);

void choose_permutation(choices *c, uint8_t *perm, unsigned rank);

/* Mostly `end`, else more, one byte less, or anything; at most `limit`. */
uint64_t choose_capacity(choices *c, wide end, uint64_t limit);

/* `count` consecutive fields of a struct, of `bytes` bytes each. */
typedef struct {
    size_t offset;
    unsigned bytes, count;
} spot;
#define SPOT(type, member) {offsetof(type, member), sizeof(((type *)0)->member), 1}
#define SPOTS(type, member)                                                                                            \
    {offsetof(type, member), sizeof(((type *)0)->member[0]), sizeof(((type *)0)->member) / sizeof(((type *)0)->member[0])}

/* In two of nine inputs, writes values into one or two of these fields. */
void spoil(choices *c, void *object, const spot *spots, size_t count);

/* ---- layouts ---- */

/* Element (i0, i1, ...) is `offset` + i0 * stride[0] + i1 * stride[1] + ... elements of `size` bytes after the start. */
typedef struct {
    unsigned rank, size;
    wide extent[FUZZ_RANK];
    step stride[FUZZ_RANK];
    wide offset;
} layout;

wide layout_times(wide a, wide b);
wide layout_length(step stride);
wide layout_elements(const layout *l);

/* Makes the layout contiguous, the last axis fastest. */
void layout_fill(layout *l);

/* False if two coordinates share an element: with axes sorted by stride, a stride is below the previous one's reach. */
bool layout_is_valid(const layout *l);

/* Bytes from the lowest element's first to the highest element's last. */
wide layout_span(const layout *l);

/* Bytes from the buffer's start to the lowest element; below 0 if that is before the buffer. */
step layout_low(const layout *l);

/* Positive strides, with or without gaps, in any order. Extents that exceed `most` elements become 1. */
void choose_strides(choices *c, layout *l, uint32_t most);

/* Lowers extents until there are at most `most` elements. */
void limit_extents(layout *l, uint32_t most);

/* ---- the field: arguments on its desk, elements above ---- */

#define FIELD_MOST ((size_t)32 << 10) /* longest span, in bytes */
#define FIELD_DESK ((size_t)4 << 10)
#define FIELD_MIDDLE (FIELD_DESK + FIELD_MOST + 1024)
#define FIELD_BYTES (4 * FIELD_MOST)

/* Fills the field with its bytes at rest and closes it. */
void field_begin(void);

uint8_t *field(size_t offset);

/* True if a call may move elements there: inside the field, and outside the desk. */
bool field_holds(uintptr_t at, wide bytes);

/* Writes an object there and opens it. */
void *field_put(void *at, const void *object, size_t bytes);

/* Lets the library read and write these bytes. */
void field_open(const void *at, size_t bytes);

/* The bytes that have to be there after the call. */
uint8_t *field_wanted(const void *at);

/* The definition of a permute: each element, exclusive-or `mask`, becomes wanted in the output. */
void field_permute(uintptr_t in, const layout *from, uintptr_t out, const layout *to, const uint8_t *perm,
                   uint64_t mask);

/* Accepts bytes that still are as at rest: elements outside one part. */
void field_allow_rest(const void *at, size_t bytes);

/* Accepts whatever is there: scratch. */
void field_allow_any(const void *at, size_t bytes);

/* Ends the run if a byte differs from the wanted one. */
void field_compare(void);

/* ---- addresses ---- */

/* Lowest addresses of two spans: apart, adjacent, overlapping, misaligned or far. */
typedef struct {
    uintptr_t in, out;
} places;
places choose_places(choices *c, wide in_span, wide out_span, unsigned size);

/* NULL, or near an end of the address space. */
uintptr_t choose_far(choices *c);

/* A place for an object of so many bytes, aligned to 8: inside the span, across one of its ends, or next to it. */
uint8_t *choose_near(choices *c, uintptr_t at, wide span, size_t bytes);

bool share_bytes(wide a, wide a_bytes, wide b, wide b_bytes);

#endif /* PERMKERN_FUZZ_H */
