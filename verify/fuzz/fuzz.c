/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled without sanitizers: it looks at bytes that the library may not. */
#include "fuzz.h"

#include "permkern_vector.h"

#include <sanitizer/asan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void fuzz_fail(const char *what, long long want, long long got)
{
    fprintf(stderr, "fuzz: %s: want %lld, got %lld\n", what, want, got);
    abort();
}

/* ---- choices ---- */

uint64_t choose(choices *c, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned k = 0; k < bytes; k++) {
        if (c->left != 0) {
            value |= (uint64_t)*c->at << (8 * k);
            c->at++;
            c->left--;
        }
    }
    return value;
}

uint32_t choose_extent(choices *c)
{
    static const uint16_t edges[] = {1,  3,  4,  5,  7,  8,   9,   12,  15,  16,  17,  24,  31,   32,   33,   47,
                                     48, 49, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 1000, 1025, 2048, 5000};
    const unsigned pick = (unsigned)choose(c, 1);
    return pick < 128 ? 1 + pick % 8 : edges[pick % 32];
}

uint64_t choose_value(choices *c)
{
    const unsigned kind = choose_below(c, 4);
    const uint64_t raw = choose(c, 4);
    switch (kind) {
    case 0:
        return raw % 16;
    case 1:
        return 0 - raw % 16;
    case 2:
        return ((uint64_t)1 << raw % 64) + (raw >> 8) % 16 - 8;
    default:
        return raw;
    }
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

void choose_isa(choices *c)
{
    const uint32_t level = (uint32_t)choose(c, 1) % 8;
#ifdef PERMKERN_X86
    static uint32_t best;
    if (best == 0) {
        (void)permkern_vector_best();
        best = permkern_cpu & PERMKERN_CPU_LEVEL;
    }
    permkern_cpu = level == 0 || level > best ? best : level;
#else
    (void)level;
#endif
}

/* ---- the field ---- */

static _Alignas(4096) uint8_t bytes_now[FIELD_BYTES];
static uint8_t bytes_wanted[FIELD_BYTES];
static uint8_t bytes_at_rest[FIELD_BYTES];

/* What may differ from the field at rest, and what the sanitizer lets through. */
static size_t dirty_from, dirty_to;

static void begin(void)
{
    static bool begun;
    uint64_t state = 1;
    if (begun) {
        return;
    }
    begun = true;
    for (size_t i = 0; i < FIELD_BYTES; i++) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        bytes_at_rest[i] = (uint8_t)(state >> 56);
    }
    memcpy(bytes_now, bytes_at_rest, FIELD_BYTES);
    memcpy(bytes_wanted, bytes_at_rest, FIELD_BYTES);
    ASAN_POISON_MEMORY_REGION(bytes_now, FIELD_BYTES);
    dirty_from = FIELD_BYTES;
    dirty_to = 0;
}

uint8_t *field(size_t offset)
{
    begin();
    return &bytes_now[offset];
}

static size_t offset_of(const void *at)
{
    return (uintptr_t)at - (uintptr_t)bytes_now;
}

bool in_field(const void *at, wide bytes)
{
    const size_t offset = offset_of(at);
    return offset < FIELD_BYTES && bytes <= FIELD_BYTES - offset;
}

/* Some bytes more: a write that goes wrong goes wrong near by. */
static void mark(const void *at, size_t bytes)
{
    const size_t near = 63;
    const size_t from = offset_of(at) <= near ? 0 : (offset_of(at) - near) & ~near;
    const size_t to =
        offset_of(at) + bytes >= FIELD_BYTES - 2 * near ? FIELD_BYTES : (offset_of(at) + bytes + 2 * near) & ~near;
    dirty_from = from < dirty_from ? from : dirty_from;
    dirty_to = to > dirty_to ? to : dirty_to;
}

void field_open(const void *at, size_t bytes)
{
    mark(at, bytes);
    ASAN_UNPOISON_MEMORY_REGION(at, bytes);
}

void field_close(void)
{
    if (dirty_from < dirty_to) {
        ASAN_POISON_MEMORY_REGION(bytes_now + dirty_from, dirty_to - dirty_from);
    }
}

void field_put(void *at, const void *object, size_t bytes)
{
    field_open(at, bytes);
    memcpy(at, object, bytes);
    memcpy(field_wanted(at), object, bytes);
}

uint8_t *field_wanted(const void *at)
{
    return &bytes_wanted[offset_of(at)];
}

/* Of the element at a coordinate. As every element lies in the field, it is exact modulo SIZE_MAX + 1, too. */
static uint8_t *wanted_element(const void *buffer, const layout *l, const size_t *index, unsigned size)
{
    size_t place = (size_t)l->offset;
    for (unsigned k = 0; k < l->rank; k++) {
        place += index[k] * (size_t)l->stride[k];
    }
    return field_wanted((const void *)((uintptr_t)buffer + place * size));
}

void field_permute(const void *in, const layout *from, const void *out, const layout *to, const uint8_t *perm,
                   unsigned size)
{
    size_t o[FUZZ_RANK] = {0};
    size_t i[FUZZ_RANK] = {0};
    for (bool more = true; more;) {
        for (unsigned k = 0; k < to->rank; k++) {
            i[perm[k]] = o[k];
        }
        memcpy(wanted_element(out, to, o, size), wanted_element(in, from, i, size), size);
        more = false;
        for (unsigned k = to->rank; k-- > 0 && !more;) {
            more = ++o[k] < to->extent[k];
            o[k] = more ? o[k] : 0;
        }
    }
}

void field_allow_rest(const void *at, size_t bytes)
{
    const size_t from = offset_of(at);
    for (size_t i = from; i < from + bytes; i++) {
        bytes_wanted[i] = bytes_now[i] == bytes_at_rest[i] ? bytes_at_rest[i] : bytes_wanted[i];
    }
}

void field_compare(const char *what)
{
    if (dirty_from >= dirty_to) {
        return;
    }
    ASAN_UNPOISON_MEMORY_REGION(bytes_now + dirty_from, dirty_to - dirty_from);
    if (memcmp(bytes_now + dirty_from, bytes_wanted + dirty_from, dirty_to - dirty_from) != 0) {
        size_t at = dirty_from;
        while (bytes_now[at] == bytes_wanted[at]) {
            at++;
        }
        fprintf(stderr, "fuzz: byte %zu of the field\n", at);
        fuzz_fail(what, bytes_wanted[at], bytes_now[at]);
    }
}

void field_restore(void)
{
    if (dirty_from < dirty_to) {
        ASAN_UNPOISON_MEMORY_REGION(bytes_now + dirty_from, dirty_to - dirty_from);
        memcpy(bytes_now + dirty_from, bytes_at_rest + dirty_from, dirty_to - dirty_from);
        memcpy(bytes_wanted + dirty_from, bytes_at_rest + dirty_from, dirty_to - dirty_from);
        ASAN_POISON_MEMORY_REGION(bytes_now + dirty_from, dirty_to - dirty_from);
    }
    dirty_from = FIELD_BYTES;
    dirty_to = 0;
}
