/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Axes that run backwards on one side alone, in works of all sizes: planes, channels, runs and pixels, by the kernels
 * that are chosen and by vector kernels where there are some. PERMKERN_ISA chooses the instruction set (harness.h);
 * check_layouts.c has every subset of axes, of small shapes.
 */
#include "harness.h"
#ifdef PERMKERN_X86
#include "permkern_vector.h"
#endif

#include <string.h>

#define WIDTHS 4

static const uint32_t halves = 2;

static void check_ways(const request *r, unsigned number)
{
    const place where = (place)(number % PLACES);
    check_request(r, where, "vectors", move_by_vectors, NULL);
    if (number % 3 == 0) {
        check_request(r, where, "planned", move_by_permute, NULL);
    } else if (number % 3 == 1) {
        check_request(r, where, "at once", move_at_once, NULL);
    } else {
        check_request(r, where, "in halves", move_in_shares, &halves);
    }
}

/* Lays both sides out, so many elements further apart from line to line, and reverses these axes. */
static void check_turned(request *r, unsigned in_axes, unsigned out_axes, size_t pad, unsigned number)
{
    size_t out_shape[8];
    for (unsigned k = 0; k < r->rank; k++) {
        out_shape[k] = request_out_extent(r, k);
    }
    r->in_offset = 0;
    r->out_offset = 0;
    lay_out(r->in_strides, r->shape, NULL, r->rank, 1, pad);
    lay_out(r->out_strides, out_shape, NULL, r->rank, 1, pad);
    turn_round(r, in_axes, out_axes);
    check_ways(r, number);
}

/* Around tiles of all sizes; rows 4096 bytes apart displace each other in caches. */
START_TEST(planes)
{
    static const size_t extents[] = {2, 3, 4, 7, 8, 16, 17, 31, 33, 64, 65, 127, 129};
    const unsigned count = sizeof extents / sizeof extents[0];
    const unsigned bits = 8U << _i;
    for (unsigned n = 0; n < count * count * 3; n += sampling() ? 5 : 1) {
        request r = {.rank = 2, .bits = bits, .shape = {extents[n % count], extents[n / count % count]}, .perm = {1}};
        const unsigned turned = 1 + n / (count * count);
        const size_t cols = r.shape[1];
        const size_t apart = 4096 / (bits / 8);
        const size_t pads[] = {0, 3, 64 - cols % 64, apart - cols};
        check_turned(&r, n % 2 != 0 ? turned : 0, n % 2 != 0 ? 0 : turned, pads[n % 4], n);
    }
}
END_TEST

/* Up to so many elements, every length is tried: those of the longest vectors and some more. */
static size_t dense(unsigned bits)
{
    return 640 / bits;
}

/* HWC to CHW and back: pixels, channels, or both run backwards. */
START_TEST(channels)
{
    const unsigned bits = 8U << _i % WIDTHS;
    const size_t many = 2 + (size_t)_i / WIDTHS;
    for (size_t count = 1; count < 270; count += count < dense(bits) && !sampling() ? 1 : 13) {
        for (unsigned turned = 1; turned < 8; turned++) {
            request split = {.rank = 3, .bits = bits, .shape = {2, count, many}, .perm = {2, 0, 1}};
            request join = {.rank = 3, .bits = bits, .shape = {many, 2, count}, .perm = {1, 2, 0}};
            check_turned(&split, turned, 0, 0, (unsigned)count + turned);
            check_turned(&join, turned, 0, 0, (unsigned)count + turned);
        }
    }
}
END_TEST

/* Pictures turned by 180 degrees and mirrored, of pixels of one to four elements, with and without gaps. */
START_TEST(pictures)
{
    const unsigned bits = 8U << _i % WIDTHS;
    const size_t elements = 1 + (size_t)_i / WIDTHS;
    for (size_t length = 1; length < 300; length += length < dense(bits) && !sampling() ? 1 : 13) {
        for (unsigned turned = 1; turned < 4; turned++) {
            request r = {.rank = 3, .bits = bits, .shape = {5, length, elements}, .perm = {0, 1, 2}};
            check_turned(&r, turned, 0, 0, (unsigned)length + turned);
            check_turned(&r, 0, turned, length % 2, (unsigned)length + turned + 1);
            r.perm[0] = 1; /* by 90 and 270 degrees */
            r.perm[1] = 0;
            check_turned(&r, turned, 0, 0, (unsigned)length + turned);
        }
    }
}
END_TEST

/* So few pixels that shares are of their bytes, which are then not next to each other in reversed order. */
START_TEST(cut_pixels)
{
    for (unsigned where = 0; where < PLACES; where++) {
        request r = {.rank = 2, .bits = 8, .shape = {2, 3}, .perm = {0, 1}, .strided = true};
        lay_out(r.in_strides, r.shape, NULL, 2, 1, 0);
        lay_out(r.out_strides, r.shape, NULL, 2, 1, 0);
        turn_round(&r, 1, 0);
        check_request(&r, (place)where, "in halves", move_in_shares, &halves);
    }
}
END_TEST

/* A row in the opposite order, in so many shares that each has an element or two: less than any vector holds. */
START_TEST(cut_rows)
{
    static const uint32_t counts[] = {300, 150, 299};
    for (unsigned n = 0; n < 3 * PLACES; n++) {
        request r = {.rank = 1, .bits = 8U << _i, .shape = {300}, .strided = true};
        lay_out(r.in_strides, r.shape, NULL, 1, 1, 0);
        lay_out(r.out_strides, r.shape, NULL, 1, 1, 0);
        turn_round(&r, 1, 0);
        check_request(&r, (place)(n % PLACES), "in many shares", move_in_shares, &counts[n / PLACES]);
    }
}
END_TEST

/* Any shape, permutation and direction. */
START_TEST(several_axes)
{
    static const uint32_t extents[] = {2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 19, 32};
    const unsigned bits = 8U << _i % WIDTHS;
    const unsigned rank = 3 + (unsigned)_i / WIDTHS;
    uint64_t state = (uint64_t)_i + 1600;
    for (unsigned tries = sampling() ? 40 : 400; tries != 0; tries--) {
        request r = {.rank = rank, .bits = bits};
        for (unsigned k = 0; k < rank; k++) {
            const unsigned with = next_random(&state, k + 1);
            r.perm[k] = r.perm[with];
            r.perm[with] = (uint8_t)k;
            r.shape[k] = extents[next_random(&state, rank > 4 ? 7 : 12)];
        }
        const unsigned in_axes = next_random(&state, 1U << rank);
        const unsigned out_axes = next_random(&state, 1U << rank);
        if (request_elements(&r) <= 40000) {
            check_turned(&r, in_axes, out_axes, next_random(&state, 3), tries);
        }
    }
}
END_TEST

#ifdef PERMKERN_X86
/* Caches so small that stores go past them. */
START_TEST(streamed)
{
    static const struct {
        size_t shape[3]; /* of 8-bit elements; the first shrinks with the width */
        uint8_t perm[3];
    } cases[] = {{{16, 64, 128}, {0, 2, 1}}, {{16, 5, 512}, {1, 0, 2}},  {{16, 5, 1111}, {0, 1, 2}},
                 {{16, 640, 3}, {0, 1, 2}},  {{16, 64, 128}, {0, 1, 2}}, {{64, 333, 1}, {0, 1, 2}}};
    (void)permkern_vector_best();
    const uint32_t cpu = permkern_cpu;
    request r = {.rank = 3, .bits = 8U << _i % WIDTHS};
    const unsigned number = (unsigned)_i / WIDTHS;
    memcpy(r.shape, cases[number].shape, sizeof cases[number].shape);
    memcpy(r.perm, cases[number].perm, sizeof cases[number].perm);
    r.shape[0] /= r.bits / 8;
    permkern_cpu = (cpu & 0xffffU) | 1U << PERMKERN_CPU_CACHE_BIT;
    for (unsigned turned = 1; turned < 8 * PLACES; turned++) {
        check_turned(&r, turned % 8, 0, 0, turned / 8);
    }
    permkern_cpu = cpu;
}
END_TEST
#endif

int main(void)
{
    Suite *const suite = suite_create("flips");
    TCase *const all = tcase_create("all");
    tcase_set_timeout(all, 600);
    tcase_add_loop_test(all, planes, 0, WIDTHS);
    tcase_add_loop_test(all, channels, 0, 3 * WIDTHS);
    tcase_add_loop_test(all, pictures, 0, 4 * WIDTHS);
    tcase_add_test(all, cut_pixels);
    tcase_add_loop_test(all, cut_rows, 0, WIDTHS);
    tcase_add_loop_test(all, several_axes, 0, (PERMKERN_MAX_RANK < 6 ? PERMKERN_MAX_RANK - 2 : 4) * WIDTHS);
#ifdef PERMKERN_X86
    tcase_add_loop_test(all, streamed, 0, 6 * WIDTHS);
#endif
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
