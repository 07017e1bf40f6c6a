/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The field: memory in which the library may touch only the bytes that a harness opens. Arguments lie on its desk, and
 * elements above. Compiled without sanitizers, as the harness reads bytes that are closed to the library. If the
 * library has no AddressSanitizer, only its writes are noticed.
 */
#ifndef PERMKERN_FUZZ_FIELD_H
#define PERMKERN_FUZZ_FIELD_H

#include "fuzz.h"

#if defined(__has_include)
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#endif
#endif
#ifndef ASAN_POISON_MEMORY_REGION
#define ASAN_POISON_MEMORY_REGION(at, bytes) ((void)(at), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(at, bytes) ((void)(at), (void)(bytes))
#endif

#define FIELD_MOST ((size_t)32 << 10) /* longest span, in bytes */
#define FIELD_DESK ((size_t)4 << 10)
#define FIELD_BYTES (4 * FIELD_MOST)

static _Alignas(4096) uint8_t field[FIELD_BYTES];
static uint8_t field_wanted[FIELD_BYTES];
static uint8_t field_at_rest[FIELD_BYTES];

/* Fills the field with its bytes at rest and closes it. */
static inline void field_begin(void)
{
    static uint64_t state = 1;
    for (size_t i = 0; i < FIELD_BYTES && state == 1; i++) {
        field_at_rest[i] = (uint8_t)(i * 167 + i / 251 * 29 + i / 4099);
    }
    state = 0;
    ASAN_UNPOISON_MEMORY_REGION(field, FIELD_BYTES);
    memcpy(field, field_at_rest, FIELD_BYTES);
    memcpy(field_wanted, field_at_rest, FIELD_BYTES);
    ASAN_POISON_MEMORY_REGION(field, FIELD_BYTES);
}

/* True if a call may move elements there: inside the field, and outside the desk. */
static inline bool field_holds(uintptr_t at, wide bytes)
{
    return at >= (uintptr_t)field + FIELD_DESK && at + bytes <= (uintptr_t)field + FIELD_BYTES;
}

static inline void field_open(uintptr_t at, size_t bytes)
{
    ASAN_UNPOISON_MEMORY_REGION((const void *)at, bytes);
}

/* The byte expected after the call. */
static inline uint8_t *wanted(uintptr_t at)
{
    return field_wanted + (at - (uintptr_t)field);
}

/* Writes an object there and opens it. */
static inline void *field_put(void *at, const void *object, size_t bytes)
{
    field_open((uintptr_t)at, bytes);
    memcpy(wanted((uintptr_t)at), object, bytes);
    return memcpy(at, object, bytes);
}

/* Address of the element at a coordinate. It is in the field, so sums are exact modulo SIZE_MAX + 1. */
static inline uintptr_t element(uintptr_t buffer, const layout *l, const size_t *index)
{
    size_t place = (size_t)l->offset;
    for (unsigned k = 0; k < l->rank; k++) {
        place += index[k] * (size_t)l->stride[k];
    }
    return buffer + place * l->size;
}

/* By the definition, each element XOR `mask` is wanted in the output. Opens both sides. */
static inline bool field_permute(uintptr_t in, const layout *from, uintptr_t out, const layout *to, const uint8_t *perm,
                                 uint64_t mask)
{
    size_t o[FUZZ_RANK] = {0};
    size_t i[FUZZ_RANK] = {0};
    const uintptr_t in_low = in + (uintptr_t)layout_low(from);
    const uintptr_t out_low = out + (uintptr_t)layout_low(to);
    if (!field_holds(in_low, layout_span(from)) || !field_holds(out_low, layout_span(to))) {
        return false; /* no memory of the field */
    }
    field_open(in_low, (size_t)layout_span(from));
    field_open(out_low, (size_t)layout_span(to));
    for (bool more = true; more;) {
        for (unsigned k = 0; k < to->rank; k++) {
            i[perm[k]] = o[k];
        }
        const uint64_t value = get_number((const void *)element(in, from, i), from->size) ^ mask;
        put_number(wanted(element(out, to, o)), value, from->size);
        more = false;
        for (unsigned k = to->rank; k-- > 0 && !more;) {
            more = ++o[k] < to->extent[k];
            o[k] = more ? o[k] : 0;
        }
    }
    return true;
}

/* Accepts any bytes there after the call, or only bytes at rest: scratch, and elements outside one part. */
static inline void field_accept(uintptr_t at, size_t bytes, bool at_rest)
{
    const size_t from = at - (uintptr_t)field;
    for (size_t i = from; i < from + bytes; i++) {
        field_wanted[i] = !at_rest || field[i] == field_at_rest[i] ? field[i] : field_wanted[i];
    }
}

static inline void field_compare(void)
{
    size_t at = 0;
    ASAN_UNPOISON_MEMORY_REGION(field, FIELD_BYTES);
    if (memcmp(field, field_wanted, FIELD_BYTES) != 0) {
        while (field[at] == field_wanted[at]) {
            at++;
        }
        fprintf(stderr, "fuzz: byte %zu of the field\n", at);
        fuzz_expect("bytes of the field", field_wanted[at], field[at]);
    }
}

/* ---- addresses ---- */

/* NULL, or less than 2 KiB from an end of the address space. */
static inline uintptr_t choose_far(choices *c)
{
    const uintptr_t distance = (uintptr_t)choose(c, 1) << choose_below(c, 4);
    return choose_below(c, 2) == 0 ? distance : 0 - distance;
}

/* An 8-byte aligned address for an object of `bytes` bytes: inside the span, across one end, or next to it. */
static inline uint8_t *choose_near(choices *c, uintptr_t at, wide span, size_t bytes)
{
    const size_t length = span > FIELD_MOST ? 64 : (size_t)span;
    const size_t start = at - (uintptr_t)field;
    const size_t inside = (size_t)choose(c, 2) % length;
    const size_t choice[] = {start + length + 7, start - bytes, start + length - 1, start + inside};
    const size_t place = choice[choose_below(c, 4)] / 8 * 8;
    return &field[place < FIELD_DESK || place > FIELD_BYTES - bytes ? FIELD_DESK : place];
}

/* Lowest addresses of two spans: apart, adjacent, overlapping, misaligned or far. */
typedef struct {
    uintptr_t in, out;
} places;

static inline places choose_places(choices *c, wide in_span, wide out_span, unsigned size)
{
    const uintptr_t align = size == 0 ? 1 : size;
    const uintptr_t in_bytes = in_span > FIELD_MOST ? 64 : (uintptr_t)in_span;
    const uintptr_t out_bytes = out_span > FIELD_MOST ? 64 : (uintptr_t)out_span;
    const unsigned kind = choose_below(c, 16);
    const uintptr_t in = (uintptr_t)field + FIELD_DESK + FIELD_MOST + 1024 + align * choose_below(c, 16);
    const uintptr_t gap = kind % 2 == 0 ? 64 - in % 64 : align * choose_below(c, 16);
    const uintptr_t above = in + ((in_bytes + gap + align - 1) & ~(align - 1));
    const uintptr_t below = in - ((out_bytes + gap + align - 1) & ~(align - 1));
    switch (kind) {
    case 10:
        return (places){in, in + align * (uintptr_t)choose(c, 2) % in_bytes};
    case 11:
        return (places){in, in - align * (uintptr_t)choose(c, 2) % out_bytes};
    case 12:
        return (places){in + choose_below(c, 8), above + choose_below(c, 8)};
    case 13:
        return (places){choose_far(c), above};
    case 14:
        return (places){in, choose_far(c)};
    default:
        return (places){in, kind < 5 ? above : below};
    }
}

static inline bool share_bytes(wide a, wide a_bytes, wide b, wide b_bytes)
{
    return a < b + b_bytes && b < a + a_bytes;
}

#endif /* PERMKERN_FUZZ_FIELD_H */
