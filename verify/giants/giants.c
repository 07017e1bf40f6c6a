/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Requests beyond 32 bits: strides of gigabytes between few elements, by every way and every kernel, so that every
 * offset that is computed in less than 64 bits goes wrong; and shares of spans of gigabytes. Every element is compared
 * with the definition, out[o] == in[i] with i[perm[k]] == o[k]. Of the gigabytes, only the pages that hold elements
 * take memory. giants ways: these; giants whole: spans of over 4 GiB, moved as a whole (whole.c).
 */
#include "giants.h"

#include <stdio.h>
#include <string.h>

static uint8_t *inputs;
static uint8_t *outputs;
static unsigned passed;
static unsigned failed;

void giant_count(bool good, const char *what, const request *r)
{
    passed += good ? 1 : 0;
    failed += good ? 0 : 1;
    if (good) {
        return;
    }
    printf("FAIL %s, %u-bit, shape", what, r->bits);
    for (unsigned k = 0; k < r->rank; k++) {
        printf(" %zu", r->shape[k]);
    }
    printf(", perm");
    for (unsigned k = 0; k < r->rank; k++) {
        printf(" %u", r->perm[k]);
    }
    for (unsigned k = 0; k < r->rank; k++) {
        printf("%s%td/%td", k == 0 ? ", strides " : " ", r->in_strides[k], r->out_strides[k]);
    }
    printf("\n");
}

/* Where the element of the output with number `o` goes, and where it comes from, in elements. */
static void places_of(const request *r, size_t o, size_t *from, size_t *to)
{
    *from = r->in_offset;
    *to = r->out_offset;
    for (unsigned k = r->rank; k-- > 0;) {
        const size_t extent = request_out_extent(r, k);
        *from += o % extent * (size_t)r->in_strides[r->perm[k]];
        *to += o % extent * (size_t)r->out_strides[k];
        o /= extent;
    }
}

/* The element with number `o`, as bytes; none is 0, which untouched pages hold. */
static uint64_t value_of(size_t o)
{
    return (o + 1) * 0x9e3779b97f4a7c15U | 0x0101010101010101U;
}

static bool is_right(const request *r, const uint8_t *out)
{
    const size_t size = r->bits / 8;
    for (size_t o = 0; o < request_elements(r); o++) {
        size_t from = 0;
        size_t to = 0;
        places_of(r, o, &from, &to);
        const uint64_t want = value_of(o) ^ r->mask;
        if (memcmp(out + to * size, &want, size) != 0) {
            return false;
        }
    }
    return true;
}

static void check(const request *r, const char *name, mover *move, const void *context)
{
    const size_t size = r->bits / 8;
    for (size_t o = 0; o < request_elements(r); o++) {
        size_t from = 0;
        size_t to = 0;
        places_of(r, o, &from, &to);
        const uint64_t value = value_of(o);
        memcpy(inputs + from * size, &value, size);
        memset(outputs + to * size, 0, size);
    }
    const permkern_status status = move(r, context, inputs, outputs);
    giant_count(status == PERMKERN_OK && is_right(r, outputs), name, r);
}

/* ---- every way ---- */

static permkern_status move_by_row(const request *r, const void *context, const void *in, void *out)
{
    return move_by_kernel(r, context, in, out);
}

static bool is_form(const request *r, const char *digits)
{
    uint8_t perm[8] = {0};
    return parse_digits(perm, digits) == r->rank && memcmp(perm, r->perm, r->rank) == 0;
}

#define PERMKERN_KERNEL(name) permkern_kernel name;
#include "permkern_plan.inc"

/* The set's kernel for this permutation, called directly: only it is sure to be the one that moves the elements. */
static void check_forms(const request *r)
{
#define PERMKERN_FORM(of_bits, perm, kernel, strategy, rows, cols)                                                     \
    if (r->bits == (of_bits) && is_form(r, perm)) {                                                                    \
        const permkern_direct direct = {kernel};                                                                       \
        check(r, #kernel, move_by_row, &direct);                                                                       \
    }
#include "permkern_plan.inc"
}

/* innermost: on both sides the elements of an axis are neighbours, as kernels demand. */
static void check_ways(request *r, bool innermost)
{
    static const uint32_t shares[] = {2, 3, 7};
    static unsigned requests;
    if (sampling() && requests++ % 3 != 0) {
        return;
    }
    if (request_in_span(r) > REACH || request_out_span(r) > REACH) {
        return; /* many rows of many elements, with gigabytes between any two */
    }
    check(r, "run", move_by_permute, NULL);
    check(r, "permute", move_at_once, NULL);
    check(r, "generic", move_by_fallback, NULL);
    check(r, "vectors", move_by_vectors, NULL);
    for (unsigned k = 0; k < 3; k++) {
        check(r, "shares", move_in_shares, &shares[k]);
    }
    if (innermost) {
        check_forms(r);
    }
    r->mask = (uint64_t)0x8002040810204080U >> (64 - r->bits);
    check(r, "exclusive or", move_by_permute, NULL);
    check(r, "exclusive or, shares", move_in_shares, &shares[1]);
    r->mask = 0;
    giant_forget(inputs, request_in_span(r));
    giant_forget(outputs, request_out_span(r));
}

/* ---- strides of gigabytes ---- */

/* Bytes: each fits 32 bits, twice it does not; and none that fits. Multiples of every element. */
static const size_t strides[] = {3 * GIB + 4160, 5 * GIB + 64};

/* A side whose axis `giant` and all further out are so many bytes apart; -1: contiguous. */
static void lay_side(const request *r, bool output, int giant, size_t bytes, ptrdiff_t *to)
{
    size_t stride = 1;
    for (unsigned k = r->rank; k-- > 0;) {
        stride = (int)k == giant ? bytes / (r->bits / 8) : stride;
        to[k] = (ptrdiff_t)stride;
        stride *= output ? request_out_extent(r, k) : r->shape[k];
    }
}

static void check_shape(unsigned rank, const size_t *shape, unsigned bits)
{
    unsigned permutations = 1;
    for (unsigned k = 2; k <= rank; k++) {
        permutations *= k;
    }
    for (unsigned number = 0; number < permutations; number++) {
        /* Of four axes and more, some permutations: each kernel's plane and nest is in those of three, too. */
        if (rank > 3 && number % (rank == 4 ? 5 : 97) != 1) {
            continue;
        }
        for (int giant = 0; giant < 3 * (int)rank; giant++) {
            request r = {.rank = rank, .bits = bits, .strided = true};
            const size_t bytes = strides[(unsigned)giant % 2];
            const int axis = giant % (int)rank;
            memcpy(r.shape, shape, rank * sizeof *shape);
            nth_permutation(r.perm, rank, number);
            lay_side(&r, false, giant / (int)rank == 1 ? -1 : axis, bytes, r.in_strides);
            lay_side(&r, true, giant / (int)rank == 0 ? -1 : axis, bytes, r.out_strides);
            check_ways(&r, axis != (int)rank - 1);
            if (giant % 3 == 0) { /* the same from the other end */
                turn_round(&r, 1U << axis, giant % 2 == 0 ? 0 : 1);
                check_ways(&r, false);
            }
        }
    }
}

static void check_strides(void)
{
    /* Lines, tiles of every vector, channels on each side, runs; an odometer with axes to go over. */
    static const struct {
        unsigned rank;
        size_t shape[6];
    } shapes[] = {{1, {5}},        {2, {5, 3}},     {2, {18, 35}},     {2, {33, 4}},         {2, {3, 40}},
                  {3, {2, 5, 17}}, {3, {3, 2, 40}}, {4, {2, 3, 2, 9}}, {5, {2, 2, 2, 3, 3}}, {6, {2, 2, 2, 2, 2, 3}}};
    for (unsigned k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        for (unsigned bits = 8; bits <= 64; bits *= 2) {
            check_shape(shapes[k].rank, shapes[k].shape, bits);
        }
    }
}

/* ---- shares of spans without gaps ---- */

#define AROUND 2U /* elements on either side of a place that are compared */

/*
 * A few neighbouring shares move the elements around one place of the axis that is shared: `each` elements of it are
 * one share's. So little is moved that a span of many gigabytes takes but a few pages.
 */
static void check_share(const request *r, uint32_t parts, unsigned axis, size_t at, size_t each)
{
    const uint32_t first = (uint32_t)((at - AROUND) / each);
    const uint32_t last = (uint32_t)((at + AROUND) / each);
    const uint32_t end = last < parts ? last + 1 : parts;
    permkern_plan plan;
    const size_t size = r->bits / 8;
    size_t others = 1;
    for (unsigned k = 0; k < r->rank; k++) {
        others *= k == axis ? 1 : request_out_extent(r, k);
    }
    bool right = request_prepare(r, &plan) == PERMKERN_OK;
    for (unsigned round = 0; right && round < 3; round++) { /* fill, move, compare */
        for (size_t near = at - AROUND; round != 1 && near <= at + AROUND; near++) {
            for (size_t other = 0; other < others; other++) {
                size_t rest = other;
                size_t from = 0;
                size_t to = 0;
                for (unsigned k = r->rank; k-- > 0;) {
                    const size_t index = k == axis ? near : rest % request_out_extent(r, k);
                    rest = k == axis ? rest : rest / request_out_extent(r, k);
                    from += index * (size_t)r->in_strides[r->perm[k]];
                    to += index * (size_t)r->out_strides[k];
                }
                const uint64_t value = value_of(near * others + other);
                if (round == 0) {
                    memcpy(inputs + from * size, &value, size);
                } else {
                    right = right && memcmp(outputs + to * size, &value, size) == 0;
                }
            }
        }
        for (uint32_t k = first < parts ? first : parts - 1; round == 1 && right && k < end; k++) {
            right = permkern_run_part(&plan, inputs, outputs, k, parts) == PERMKERN_OK;
        }
    }
    giant_count(right, "a few shares", r);
    giant_forget(inputs, request_in_span(r));
    giant_forget(outputs, request_out_span(r));
}

/*
 * A plane of a few channels and so many pixels, of which each share has eight or a multiple. perm: the pixels come last
 * or first; apart: a plane's rows lie further apart than the pixels need.
 */
static void check_long(unsigned bits, uint32_t parts, size_t channels, bool turned, bool last)
{
    const size_t each = parts < 1U << 24 ? (size_t)8 * 5001 : 16; /* in eights, too, they are over 2^32 */
    const size_t pixels = each * parts + 3;
    const unsigned axis = turned == last ? 0 : 1;
    request r = {.rank = 2, .bits = bits};
    r.shape[last ? 1 : 0] = pixels;
    r.shape[last ? 0 : 1] = channels;
    r.perm[turned ? 1 : 0] = 0;
    r.perm[turned ? 0 : 1] = 1;
    request_finish(&r);
    if (request_in_span(&r) > REACH) {
        return;
    }
    for (unsigned eighths = 1; eighths < 8; eighths += 2) {
        check_share(&r, parts, axis, pixels / 8 * eighths, each);
    }
    check_share(&r, parts, axis, AROUND, each);
    check_share(&r, parts, axis, pixels - 1 - AROUND, each);
}

static void check_shares(void)
{
    static const uint32_t counts[] = {1U << 20, 0x7fffffffU, UINT32_MAX};
    for (unsigned bits = 8; bits <= 64; bits *= 2) {
        for (unsigned k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            check_long(bits, counts[k], 1, false, true);
            for (size_t channels = 2; channels <= 5; channels++) {
                check_long(bits, counts[k], channels, true, channels % 2 == 0);
                check_long(bits, counts[k], channels, true, channels % 2 != 0);
            }
        }
    }
}

int main(int count, char **arguments)
{
    if (!choose_isa()) {
        printf("0 passed, 0 failed\n");
        return 0;
    }
    if (count == 2 && strcmp(arguments[1], "whole") == 0) {
        check_whole();
    } else {
        giant_watch();
        inputs = giant_reserve(REACH);
        outputs = giant_reserve(REACH);
        check_strides();
        check_shares();
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
