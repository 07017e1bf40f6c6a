/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every permutation of ranks 1 to 4 at every width over every shape with extents 1 to 6, then samples of ranks 5 to 8:
 * through the dispatcher and with the kernels taken away, at both page ends; and shares of run_part.
 */
#include "harness.h"

#include <check.h>
#include <string.h>

#define WIDTHS 4
#define PERMS_TO_4 33 /* 1! + 2! + 3! + 4! */

static void both_ways(const request *r)
{
    check_request(r, AT_START, "dispatcher", move_by_permute, NULL);
    check_request(r, AT_START, "vectors", move_by_vectors, NULL);
    check_request(r, AT_END, "vectors", move_by_vectors, NULL);
    check_request(r, AT_END, "one call", move_at_once, NULL);
    check_request(r, AT_END, "generic", move_by_fallback, NULL);
}

/* Number n of the permutations of ranks 1 to 4. */
static void set_permutation(request *r, unsigned n)
{
    unsigned count = 1;
    for (r->rank = 1; n >= count; r->rank++) {
        n -= count;
        count *= r->rank + 1;
    }
    nth_permutation(r->perm, r->rank, n);
}

START_TEST(exhaustive)
{
    static const uint32_t sample[] = {1, 2, 5};
    request r = {0};
    const unsigned most = sampling() ? 3 : 6;
    unsigned index[4] = {0};
    r.bits = 8U << _i % WIDTHS;
    set_permutation(&r, (unsigned)_i / WIDTHS);
    for (unsigned axis = 0; axis < r.rank;) {
        for (unsigned k = 0; k < r.rank; k++) {
            r.shape[k] = sampling() ? sample[index[k]] : index[k] + 1;
        }
        request_finish(&r);
        both_ways(&r);
        for (axis = 0; axis < r.rank && ++index[axis] == most; axis++) {
            index[axis] = 0;
        }
    }
}
END_TEST

static void shuffle(uint8_t *perm, unsigned rank, uint64_t *state)
{
    for (unsigned k = 0; k < rank; k++) {
        const unsigned with = next_random(state, k + 1);
        perm[k] = perm[with];
        perm[with] = (uint8_t)k;
    }
}

/* A random request: short extents, sometimes padded and in another memory order. */
static request random_request(unsigned rank, unsigned bits, uint64_t *state, bool strided)
{
    request r = {0};
    uint8_t in_order[8];
    uint8_t out_order[8];
    size_t out_shape[8];
    r.rank = rank;
    r.bits = bits;
    r.strided = strided;
    shuffle(r.perm, rank, state);
    shuffle(in_order, rank, state);
    shuffle(out_order, rank, state);
    for (unsigned k = 0; k < rank; k++) {
        r.shape[k] = 1 + next_random(state, rank > 6 ? 3 : 5);
    }
    for (unsigned k = 0; k < rank; k++) {
        out_shape[k] = request_out_extent(&r, k);
    }
    if (strided) {
        lay_out(r.in_strides, r.shape, in_order, rank, 1 + next_random(state, 2), next_random(state, 4));
        lay_out(r.out_strides, out_shape, out_order, rank, 1 + next_random(state, 2), next_random(state, 4));
    }
    request_finish(&r);
    return r;
}

START_TEST(high_ranks)
{
    const unsigned rank = 5 + (unsigned)_i / WIDTHS;
    uint64_t state = (uint64_t)_i + 1;
    for (int i = 0; i < (sampling() ? 30 : 300); i++) {
        const request r = random_request(rank, 8U << _i % WIDTHS, &state, i % 3 == 2);
        both_ways(&r);
    }
}
END_TEST

START_TEST(random_views)
{
    const unsigned rank = 1 + (unsigned)_i / WIDTHS;
    uint64_t state = (uint64_t)_i + 1000;
    for (int i = 0; i < (sampling() ? 30 : 300); i++) {
        const request r = random_request(rank, 8U << _i % WIDTHS, &state, true);
        check_request(&r, (place)(i % PLACES), "dispatcher", move_by_permute, NULL);
    }
}
END_TEST

/* ---- run_part: parts write disjoint bytes, and together what run writes ---- */

/* A byte was written where two buffers with different backgrounds agree. */
static void count_writes(const request *r, uint32_t parts)
{
    static uint8_t in[1 << 16];
    static uint64_t first[1 << 13];
    static uint64_t second[1 << 13];
    uint8_t *const one = (uint8_t *)first;
    uint8_t *const other = (uint8_t *)second;
    const size_t span = request_out_span(r);
    permkern_plan plan;
    size_t written = 0;
    ck_assert_uint_le(span, sizeof first);
    ck_assert_uint_le(request_in_span(r), sizeof in);
    ck_assert_int_eq(request_prepare(r, &plan), PERMKERN_OK);
    for (uint32_t part = 0; part < parts; part++) {
        for (size_t i = 0; i < span; i++) {
            one[i] = 0x11;
            other[i] = 0xee;
        }
        const void *const aligned = (const void *)(in + (8 - ((uintptr_t)in & 7U)) % 8U);
        ck_assert_int_eq(permkern_run_part(&plan, aligned, one, part, parts), PERMKERN_OK);
        ck_assert_int_eq(permkern_run_part(&plan, aligned, other, part, parts), PERMKERN_OK);
        for (size_t i = 0; i < span; i++) {
            written += one[i] == other[i] ? 1U : 0U;
        }
    }
    /* check_request saw that every element was written; this many bytes mean that none was written twice. */
    ck_assert_uint_eq(written, request_elements(r) * (r->bits / 8));
}

START_TEST(parts)
{
    static const uint32_t counts[] = {1, 2, 3, 5, 8, 64, 1000};
    const unsigned rank = 1 + (unsigned)_i / WIDTHS;
    uint64_t state = (uint64_t)_i + 2000;
    for (int i = 0; i < (sampling() ? 14 : 70); i++) {
        request r = random_request(rank, 8U << _i % WIDTHS, &state, i % 2 == 1);
        const uint32_t count = counts[i % 7];
        if (i % 2 == 0) { /* one axis long enough for whole tiles in every part */
            r.shape[next_random(&state, rank)] = 17 + next_random(&state, 24);
            request_finish(&r);
        }
        if (request_elements(&r) > 4000) {
            continue;
        }
        check_request(&r, (place)(i % PLACES), "run_part", move_in_shares, &count);
        count_writes(&r, count);
    }
}
END_TEST

/* Runs a share on an output of which every byte differs from what it becomes; returns how many bytes it writes. */
static size_t run_share(const permkern_plan *plan, const uint8_t *in, uint8_t *out, const uint8_t *want, size_t bytes,
                        uint32_t part, uint32_t of)
{
    size_t written = 0;
    for (size_t i = 0; i < bytes; i++) {
        out[i] = (uint8_t)~want[i];
    }
    ck_assert_int_eq(permkern_run_part(plan, in, out, part, of), PERMKERN_OK);
    for (size_t i = 0; i < bytes; i++) {
        written += out[i] == want[i] ? 1U : 0U;
    }
    return written;
}

/*
 * As many shares as a number of 32 bits can say. The first have something to move, all others nothing, also those whose
 * number looks like one of the first where it is cut short. Together they write every byte, and each once.
 */
START_TEST(numbers_of_parts)
{
    static const uint32_t numbers[] = {200,         0xffff,      0x10000,     0x10001,     70001,      0x1000000,
                                       0x7fffffffU, 0x80000000U, 0x80000001U, 0xfffffffeU, 0xffffffffU};
    static const uint32_t places[] = {0,         0x100,      0x8000,     0x10000,   0x20000,
                                      0x1000000, 0x7fffff00, 0x80000000, 0xffffff00};
    enum { ROWS = 5, COLS = 97 };
    static uint8_t in[ROWS * COLS];
    static uint8_t out[ROWS * COLS];
    static uint8_t want[ROWS * COLS];
    const uint32_t shares = numbers[_i];
    request r = {.rank = 2, .bits = 8, .shape = {ROWS, COLS}, .perm = {1, 0}};
    permkern_plan plan;
    request_finish(&r);
    ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
    for (unsigned i = 0; i < ROWS * COLS; i++) {
        in[i] = (uint8_t)(i * 7U);
    }
    ck_assert_int_eq(permkern_run(&plan, in, want), PERMKERN_OK);
    size_t written = 0;
    uint64_t next = 0; /* the first share that was not run */
    for (unsigned n = 0; n < sizeof places / sizeof places[0]; n++) {
        const uint64_t end = (uint64_t)places[n] + COLS + 2;
        for (uint64_t part = next > places[n] ? next : places[n]; part < end && part < shares; part++) {
            written += run_share(&plan, in, out, want, sizeof want, (uint32_t)part, shares);
            next = part + 1;
        }
    }
    ck_assert_uint_eq(written, sizeof want);
}
END_TEST

/* More shares that move something than 16 bits can say. */
START_TEST(many_parts)
{
    static const uint32_t count = 70001;
    request r = {.rank = 2, .bits = 8, .shape = {2, 70001}, .perm = {1, 0}};
    request_finish(&r);
    check_request(&r, (place)0, "in many shares", move_in_shares, &count);
}
END_TEST

/* Shares hold whole tiles where every one can: eight places of the outermost axis that has as many for each. */
START_TEST(parts_end_between_tiles)
{
    static const uint32_t rows[] = {16, 20, 23}; /* of the output */
    static uint8_t in[23 * 40];
    static uint8_t out[23 * 40];
    request r = {.rank = 2, .bits = 8, .perm = {1, 0}};
    permkern_plan plan;
    r.shape[0] = 40;
    r.shape[1] = rows[_i];
    request_finish(&r);
    memset(in, 1, sizeof in);
    memset(out, 0, sizeof out);
    ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
    ck_assert_int_eq(permkern_run_part(&plan, in, out, 0, 2), PERMKERN_OK);
    for (size_t i = 0; i < request_elements(&r); i++) {
        ck_assert_uint_eq(out[i], i < (size_t)8 * 40 ? 1 : 0);
    }
}
END_TEST

int main(void)
{
    Suite *const suite = suite_create("exhaustive");
    TCase *const all = tcase_create("all");
    tcase_set_timeout(all, 600);
    tcase_add_loop_test(all, exhaustive, 0, PERMS_TO_4 * WIDTHS);
    tcase_add_loop_test(all, high_ranks, 0, (PERMKERN_MAX_RANK - 4) * WIDTHS);
    tcase_add_loop_test(all, random_views, 0, PERMKERN_MAX_RANK * WIDTHS);
    tcase_add_loop_test(all, parts, 0, (PERMKERN_MAX_RANK < 5 ? PERMKERN_MAX_RANK : 5) * WIDTHS);
    tcase_add_loop_test(all, parts_end_between_tiles, 0, 3);
    tcase_add_loop_test(all, numbers_of_parts, 0, 11);
    tcase_add_test(all, many_parts);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
