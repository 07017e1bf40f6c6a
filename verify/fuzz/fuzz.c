/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled without sanitizers: it reads bytes that are closed to the library. */
#include "fuzz.h"

#include <sanitizer/asan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void fuzz_fail(const char *what, long long want, long long got)
{
    fprintf(stderr, "fuzz: %s: want %lld, got %lld\n", what, want, got);
    abort();
}

void fuzz_expect(const char *what, long long want, long long got)
{
    if (want != got) {
        fuzz_fail(what, want, got);
    }
}

/* ---- choices ---- */

uint64_t choose(choices *c, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned k = 0; k < bytes && c->left != 0; k++) {
        value |= (uint64_t)*c->at++ << (8 * k);
        c->left--;
    }
    return value;
}

unsigned choose_below(choices *c, unsigned bound)
{
    return (unsigned)choose(c, 1) % bound;
}

uint32_t choose_extent(choices *c)
{
    static const uint16_t edges[] = {1,  3,  4,  5,  7,  8,   9,   12,  15,  16,  17,  24,  31,   32,   33,   47,
                                     48, 49, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 1000, 1025, 2048, 5000};
    const unsigned pick = (unsigned)choose(c, 1);
    return pick < 128 ? 1 + pick % 8 : edges[pick % 32];
}

uint64_t choose_value(choices *c, uint64_t before)
{
    const unsigned kind = choose_below(c, 8);
    const uint64_t raw = choose(c, 4);
    const uint64_t values[] = {raw % 16, 0 - raw % 16, before + raw % 5 - 2,  before << raw % 64,
                               raw,      0 - before,   before + raw % 16, ((uint64_t)1 << raw % 64) + (raw >> 8) % 16 - 8};
    return values[kind];
}

void choose_permutation(choices *c, uint8_t *perm, unsigned rank)
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

uint64_t choose_capacity(choices *c, wide end, uint64_t limit)
{
    const unsigned kind = (unsigned)choose(c, 1);
    const uint64_t exact = end > limit ? limit : (uint64_t)end;
    const uint64_t other = kind < 216 ? exact - 1 : choose_value(c, exact);
    return kind < 208 ? exact : other & limit;
}

void spoil(choices *c, void *object, const spot *spots, size_t count)
{
    for (unsigned faults = choose_below(c, 3) == 2 ? choose_below(c, 3) : 0; faults > 0; faults--) {
        const spot *const one = &spots[choose_below(c, (unsigned)count)];
        uint8_t *const at = (uint8_t *)object + one->offset + choose_below(c, one->count) * one->bytes;
        uint64_t value = 0;
        memcpy(&value, at, one->bytes);
        value = choose_value(c, value);
        memcpy(at, &value, one->bytes);
    }
}

/* ---- layouts ---- */

wide layout_times(wide a, wide b)
{
    return a != 0 && b > FUZZ_FAR / a ? FUZZ_FAR : a * b;
}

wide layout_length(step stride)
{
    return stride < 0 ? 0 - (wide)stride : (wide)stride;
}

wide layout_elements(const layout *l)
{
    wide elements = 1;
    for (unsigned k = 0; k < l->rank; k++) {
        elements = layout_times(elements, l->extent[k]);
    }
    return elements;
}

void layout_fill(layout *l)
{
    wide stride = 1;
    for (unsigned k = l->rank; k-- > 0;) {
        l->stride[k] = (step)stride;
        stride = layout_times(stride, l->extent[k]);
    }
}

bool layout_is_valid(const layout *l)
{
    unsigned done = 0; /* bit k: axis k */
    wide reach = 1;
    for (;;) {
        unsigned next = l->rank;
        for (unsigned k = 0; k < l->rank; k++) {
            const bool left = l->extent[k] != 1 && (done >> k & 1U) == 0;
            if (left && (next == l->rank || layout_length(l->stride[k]) < layout_length(l->stride[next]))) {
                next = k;
            }
        }
        if (next == l->rank) {
            return true;
        }
        if (layout_length(l->stride[next]) < reach) {
            return false;
        }
        reach = layout_times(layout_length(l->stride[next]), l->extent[next]);
        done |= 1U << next;
    }
}

wide layout_span(const layout *l)
{
    wide last = 0;
    for (unsigned k = 0; k < l->rank; k++) {
        last += layout_times(l->extent[k] - 1, layout_length(l->stride[k]));
    }
    return (last + 1) * l->size;
}

step layout_low(const layout *l)
{
    step low = (step)l->offset;
    for (unsigned k = 0; k < l->rank; k++) {
        if (l->stride[k] < 0) {
            low -= (step)layout_times(l->extent[k] - 1, layout_length(l->stride[k]));
        }
    }
    return low * (step)l->size;
}

void choose_strides(choices *c, layout *l, uint32_t most)
{
    uint8_t order[FUZZ_RANK];
    choose_permutation(c, order, l->rank);
    uint32_t next = 1 + choose_below(c, 16) / 13;
    uint32_t last = 0;
    for (unsigned k = l->rank; k-- > 0;) {
        const unsigned gap = (unsigned)choose(c, 1);
        const unsigned axis = order[k];
        const uint32_t stride = gap < 192 ? next : gap < 240 ? next + gap % 16 : (next + 1023) / 1024 * 1024;
        if ((uint64_t)last + (uint64_t)stride * ((uint64_t)l->extent[axis] - 1) >= most) {
            l->extent[axis] = 1;
        }
        l->stride[axis] = l->extent[axis] == 1 && gap % 2 == 1 ? (step)(1 + gap) : (step)stride;
        last += stride * ((uint32_t)l->extent[axis] - 1);
        next = l->extent[axis] == 1 ? next : stride * (uint32_t)l->extent[axis];
    }
}

void limit_extents(layout *l, uint32_t most)
{
    for (unsigned k = 0; k < l->rank; k++) {
        l->extent[k] = l->extent[k] > most ? most : l->extent[k];
        most /= (uint32_t)l->extent[k];
    }
}

/* ---- the field ---- */

static _Alignas(4096) uint8_t bytes_now[FIELD_BYTES];
static uint8_t bytes_wanted[FIELD_BYTES];
static uint8_t bytes_at_rest[FIELD_BYTES];

void field_begin(void)
{
    uint64_t state = 1;
    for (size_t i = 0; i < FIELD_BYTES && bytes_at_rest[0] == 0; i++) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        bytes_at_rest[FIELD_BYTES - 1 - i] = (uint8_t)(state >> 56 | 1U);
    }
    ASAN_UNPOISON_MEMORY_REGION(bytes_now, FIELD_BYTES);
    memcpy(bytes_now, bytes_at_rest, FIELD_BYTES);
    memcpy(bytes_wanted, bytes_at_rest, FIELD_BYTES);
    ASAN_POISON_MEMORY_REGION(bytes_now, FIELD_BYTES);
}

uint8_t *field(size_t offset)
{
    return &bytes_now[offset];
}

bool field_holds(uintptr_t at, wide bytes)
{
    const uintptr_t start = (uintptr_t)bytes_now;
    return at >= start + FIELD_DESK && at + bytes <= start + FIELD_BYTES;
}

void *field_put(void *at, const void *object, size_t bytes)
{
    field_open(at, bytes);
    memcpy(field_wanted(at), object, bytes);
    return memcpy(at, object, bytes);
}

void field_open(const void *at, size_t bytes)
{
    ASAN_UNPOISON_MEMORY_REGION(at, bytes);
}

uint8_t *field_wanted(const void *at)
{
    return bytes_wanted + ((uintptr_t)at - (uintptr_t)bytes_now);
}

/* Address of the element at a coordinate. It is in the field, so that sums are exact modulo SIZE_MAX + 1. */
static const void *element(uintptr_t buffer, const layout *l, const size_t *index)
{
    size_t place = (size_t)l->offset;
    for (unsigned k = 0; k < l->rank; k++) {
        place += index[k] * (size_t)l->stride[k];
    }
    return (const void *)(buffer + place * l->size);
}

void field_permute(uintptr_t in, const layout *from, uintptr_t out, const layout *to, const uint8_t *perm,
                   uint64_t mask)
{
    size_t o[FUZZ_RANK] = {0};
    size_t i[FUZZ_RANK] = {0};
    for (bool more = true; more;) {
        uint64_t value = 0;
        for (unsigned k = 0; k < to->rank; k++) {
            i[perm[k]] = o[k];
        }
        memcpy(&value, element(in, from, i), from->size);
        value ^= mask;
        memcpy(field_wanted(element(out, to, o)), &value, from->size);
        more = false;
        for (unsigned k = to->rank; k-- > 0 && !more;) {
            more = ++o[k] < to->extent[k];
            o[k] = more ? o[k] : 0;
        }
    }
}

void field_allow_rest(const void *at, size_t bytes)
{
    const size_t from = (uintptr_t)at - (uintptr_t)bytes_now;
    for (size_t i = from; i < from + bytes; i++) {
        bytes_wanted[i] = bytes_now[i] == bytes_at_rest[i] ? bytes_at_rest[i] : bytes_wanted[i];
    }
}

void field_allow_any(const void *at, size_t bytes)
{
    memcpy(field_wanted(at), at, bytes);
}

void field_compare(void)
{
    ASAN_UNPOISON_MEMORY_REGION(bytes_now, FIELD_BYTES);
    if (memcmp(bytes_now, bytes_wanted, FIELD_BYTES) != 0) {
        size_t at = 0;
        while (bytes_now[at] == bytes_wanted[at]) {
            at++;
        }
        fprintf(stderr, "fuzz: byte %zu of the field\n", at);
        fuzz_fail("bytes of the field", bytes_wanted[at], bytes_now[at]);
    }
}

/* ---- addresses ---- */

static uintptr_t bounded(wide span)
{
    return span > FIELD_MOST ? 64 : (uintptr_t)span;
}

places choose_places(choices *c, wide in_span, wide out_span, unsigned size)
{
    const unsigned kind = (unsigned)choose(c, 1);
    const uintptr_t align = size == 0 ? 1 : size;
    const uintptr_t in = (uintptr_t)field(FIELD_MIDDLE + align * choose_below(c, 16));
    const uintptr_t gap = kind % 2 == 0 ? 64 - in % 64 : align * choose_below(c, 16);
    const uintptr_t above = in + ((bounded(in_span) + gap + align - 1) & ~(align - 1));
    const uintptr_t below = in - ((bounded(out_span) + gap + align - 1) & ~(align - 1));
    const places apart = {in, kind < 96 ? above : below};
    if (kind < 184) {
        return apart;
    }
    if (kind < 200) {
        return (places){in, in + align * (uintptr_t)choose(c, 2) % bounded(in_span)};
    }
    if (kind < 212) {
        return (places){in, in - align * (uintptr_t)choose(c, 2) % bounded(out_span)};
    }
    if (kind < 228) {
        return (places){apart.in + choose_below(c, 8), apart.out + choose_below(c, 8)};
    }
    const uintptr_t far = choose_far(c);
    return kind < 242 ? (places){far, apart.out} : (places){in, far};
}

uintptr_t choose_far(choices *c)
{
    const uintptr_t value = (uintptr_t)choose_value(c, 0);
    return choose_below(c, 2) == 0 ? value % 65536 : 0 - value;
}

uint8_t *choose_near(choices *c, uintptr_t at, wide span, size_t bytes)
{
    const size_t start = at - (uintptr_t)bytes_now;
    const size_t inside = (size_t)choose(c, 2) % bounded(span);
    const size_t choice[] = {start + bounded(span) + 7, start - bytes, start + bounded(span) - 1, start + inside};
    const size_t place = choice[choose_below(c, 4)] / 8 * 8;
    return field(place < FIELD_DESK || place > FIELD_BYTES - bytes ? FIELD_DESK : place);
}

bool share_bytes(wide a, wide a_bytes, wide b, wide b_bytes)
{
    return a < b + b_bytes && b < a + a_bytes;
}
