/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels of hosts against the oracle: extents around every tile, three channels, several axes in one plane,
 * rows that displace each other in caches, runs of every length, whole small tensors, outputs that are streamed.
 * PERMKERN_ISA chooses the instruction set (harness.h).
 */
#include "harness.h"
#include "permkern_vector.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define WIDTHS 4

static request matrix(unsigned bits, uint32_t rows, uint32_t cols)
{
    request r = {0};
    r.rank = 2;
    r.bits = bits;
    r.shape[0] = rows;
    r.shape[1] = cols;
    r.perm[0] = 1;
    request_finish(&r);
    return r;
}

static void everywhere(const request *r)
{
    for (int where = 0; where < PLACES; where++) {
        check_request(r, (place)where, "vectors", move_by_vectors, NULL);
    }
}

/* 1 to 20, then around the tiles. */
#define EXTENTS 34U

static uint32_t extent_number(unsigned n)
{
    static const uint32_t more[EXTENTS - 20] = {24, 31, 32, 33, 40, 47, 63, 64, 65, 72, 96, 127, 128, 129};
    return n < 20 ? n + 1 : more[n - 20];
}

START_TEST(planes)
{
    const unsigned bits = 8U << _i;
    for (unsigned i = 0; i < EXTENTS; i++) {
        for (unsigned k = i % 3; k < EXTENTS; k += sampling() ? 3 : 1) {
            const request r = matrix(bits, extent_number(i), extent_number(k));
            check_request(&r, (place)((i + k) % PLACES), "vectors", move_by_vectors, NULL);
        }
    }
}
END_TEST

/* Padding behind rows and columns; 4096 bytes apart, rows displace each other in a first-level cache. */
START_TEST(padded_planes)
{
    static const uint32_t extents[] = {2, 5, 17, 40, 70};
    static const uint32_t strides[] = {71, 80, 128, 4096};
    const unsigned bits = 8U << _i;
    for (unsigned n = 0; n < 5 * 5 * 4 * 4; n++) {
        request r = matrix(bits, extents[n % 5], extents[n / 5 % 5]);
        const uint32_t in_stride = strides[n / 25 % 4];
        const uint32_t out_stride = strides[n / 100 % 4];
        r.strided = true;
        r.in_strides[0] = (int32_t)(in_stride == 4096 ? 4096 / (bits / 8) : in_stride);
        r.out_strides[0] = (int32_t)(out_stride == 4096 ? 4096 / (bits / 8) : out_stride);
        r.in_strides[1] = 1;
        r.out_strides[1] = 1;
        check_request(&r, (place)(n % PLACES), "vectors", move_by_vectors, NULL);
    }
}
END_TEST

START_TEST(three_channels)
{
    const unsigned bits = 8U << _i;
    for (uint32_t count = 1; count < 270; count += count < 140 ? 1 : 13) {
        const request split = matrix(bits, count, 3);
        const request join = matrix(bits, 3, count);
        everywhere(&split);
        everywhere(&join);
    }
}
END_TEST

/* Short axes, so that several of them make rows or columns; now and then a power of two. */
START_TEST(several_axes)
{
    static const uint32_t extents[] = {2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 19, 32};
    const unsigned bits = 8U << _i % WIDTHS;
    const unsigned rank = 3 + (unsigned)_i / WIDTHS;
    uint64_t state = (uint64_t)_i + 4000;
    for (unsigned tries = sampling() ? 20 : 150; tries != 0; tries--) {
        request r = {0};
        r.rank = rank;
        r.bits = bits;
        for (unsigned k = 0; k < rank; k++) {
            const unsigned with = next_random(&state, k + 1);
            r.perm[k] = r.perm[with];
            r.perm[with] = (uint8_t)k;
            r.shape[k] = extents[next_random(&state, rank > 4 ? 7 : 12)];
        }
        if (request_elements(&r) <= 40000) {
            request_finish(&r);
            check_request(&r, (place)(tries % PLACES), "vectors", move_by_vectors, NULL);
        }
    }
}
END_TEST

START_TEST(runs)
{
    const unsigned bits = 8U << _i;
    for (uint32_t length = 1; length < 300; length += length < 80 ? 1 : 7) {
        request r = {0};
        r.rank = 3;
        r.bits = bits;
        r.shape[0] = 5;
        r.shape[1] = 3;
        r.shape[2] = length;
        r.perm[0] = 1;
        r.perm[2] = 2;
        request_finish(&r);
        everywhere(&r);
        r.perm[0] = 0; /* nothing moves: one copy */
        r.perm[1] = 1;
        request_finish(&r);
        everywhere(&r);
    }
}
END_TEST

/* Every shape of 64 bytes and less, every permutation of three axes. */
START_TEST(small_tensors)
{
    const unsigned bits = 8U << _i;
    const uint32_t most = 64 / (bits / 8);
    for (uint32_t a = 1; a <= most; a++) {
        for (uint32_t b = 1; a * b <= most; b++) {
            for (uint32_t c = 1; a * b * c <= most; c++) {
                for (unsigned n = 0; n < 6; n++) {
                    request r = {.rank = 3, .bits = bits, .shape = {a, b, c}};
                    nth_permutation(r.perm, 3, n);
                    request_finish(&r);
                    check_request(&r, (place)((a + b + c + n) % PLACES), "vectors", move_by_vectors, NULL);
                    check_request(&r, (place)((a + b + c + n) % PLACES), "one call", move_at_once, NULL);
                }
            }
        }
    }
}
END_TEST

/* Too large for check_request's pages: over 12 MiB, straight against the definition. */
static void check_large(const size_t *shape, const uint8_t *perm, unsigned bits, size_t offset)
{
    const size_t size = bits / 8;
    const size_t elements = (size_t)shape[0] * shape[1] * shape[2];
    const size_t bytes = elements * size;
    const size_t in_stride[3] = {(size_t)shape[1] * shape[2], shape[2], 1};
    uint8_t *const pages = malloc(2 * bytes + 256);
    ck_assert_ptr_nonnull(pages);
    uint8_t *const in = pages + (64 - (uintptr_t)pages % 64);
    uint8_t *const out = in + bytes / 64 * 64 + 64 + offset;
    const permkern_layout from = {shape, NULL, 0, bytes, 3, (uint8_t)bits};
    const permkern_layout to = {NULL, NULL, 0, bytes, 3, (uint8_t)bits};
    for (size_t i = 0; i < bytes; i++) {
        in[i] = (uint8_t)(i * 2654435761U >> 13);
    }
    ck_assert_int_eq(permkern_permute(&from, in, perm, &to, out), PERMKERN_OK);
    size_t wrong = elements;
    size_t o = 0;
    for (uint32_t a = 0; a < shape[perm[0]]; a++) {
        for (uint32_t b = 0; b < shape[perm[1]]; b++) {
            for (uint32_t c = 0; c < shape[perm[2]]; c++, o++) {
                const size_t i = a * in_stride[perm[0]] + b * in_stride[perm[1]] + c * in_stride[perm[2]];
                if (memcmp(out + o * size, in + i * size, size) != 0) {
                    wrong = o;
                }
            }
        }
    }
    ck_assert_msg(wrong == elements, "%u-bit: output element %zu", bits, wrong);
    free(pages);
}

START_TEST(streamed)
{
    static const struct {
        size_t shape[3]; /* of 8-bit elements; the first shrinks with the width */
        uint8_t perm[3];
    } cases[] = {
        {{64, 448, 512}, {0, 2, 1}}, /* whole lines */
        {{64, 441, 333}, {0, 2, 1}}, /* and not */
        {{64, 448, 512}, {1, 0, 2}}, {{64, 200, 1111}, {1, 0, 2}}, {{64, 448, 512}, {0, 1, 2}},
    };
    const unsigned bits = 8U << _i % WIDTHS;
    const unsigned number = (unsigned)_i / WIDTHS;
    size_t shape[3];
    memcpy(shape, cases[number].shape, sizeof shape);
    shape[0] /= bits / 8;
    check_large(shape, cases[number].perm, bits, 0);
    check_large(shape, cases[number].perm, bits, bits / 8);
}
END_TEST

/* As large, but of runs and of rows too short to be streamed. */
START_TEST(too_short_to_stream)
{
    static const size_t of_runs[3] = {64, 8192, 28};
    static const size_t of_rows[3] = {64, 45056, 5};
    check_large(of_runs, (const uint8_t[]){1, 0, 2}, 8, 0);
    check_large(of_rows, (const uint8_t[]){0, 2, 1}, 8, 0);
}
END_TEST

#if PERMKERN_VECTOR
/* A plan holds an index for whole tensors that a register holds, and for no others: results are right either way. */
START_TEST(small_tensors_have_an_index)
{
    const permkern_vector_set *const set = permkern_vector_best();
    const unsigned bits = 8U << _i;
    for (uint32_t rows = 2; rows < 12; rows++) {
        for (uint32_t cols = 2; cols < 12; cols++) {
            request r = matrix(bits, rows, cols);
            permkern_plan plan;
            ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
            const bool fits = set != NULL && set->small != NULL && request_in_span(&r) <= set->small_bytes;
            ck_assert_int_eq(permkern_planned(&plan)->small != NULL, fits);
            r.strided = true;
            r.in_strides[0]++; /* a gap behind each row */
            ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
            ck_assert(permkern_planned(&plan)->small == NULL);
        }
    }
}
END_TEST
#endif

#ifdef PERMKERN_X86
/* CPUs that this one is not: what they and their systems say, and what is made of it. */
START_TEST(cpus)
{
    enum { SSE2 = 1 << 26, AVX2 = 1 << 5, VBMI = 1 << 1, WORDS = 6, MASKS = 0xe6 };
    static const uint32_t avx512 = 1U << 16 | 1U << 17 | 1U << 30 | 1U << 31;
    const struct {
        uint32_t leaf1_d, saved, leaf7_b, leaf7_c, cpu;
    } says[] = {
        {0, MASKS, AVX2 | avx512, VBMI, PERMKERN_CPU_BASE},
        {SSE2, 0, 0, 0, PERMKERN_CPU_SSE2},
        {SSE2, 2, AVX2, 0, PERMKERN_CPU_SSE2},
        {SSE2, 4, AVX2, 0, PERMKERN_CPU_SSE2},
        {SSE2, MASKS, avx512, VBMI, PERMKERN_CPU_SSE2},
        {SSE2, WORDS, AVX2, 0, PERMKERN_CPU_AVX2},
        {SSE2, WORDS, AVX2 | avx512, VBMI, PERMKERN_CPU_AVX2},
        {SSE2, MASKS & ~0x20U, AVX2 | avx512, VBMI, PERMKERN_CPU_AVX2},
        {SSE2, MASKS, AVX2 | (avx512 & ~(1U << 16)), VBMI, PERMKERN_CPU_AVX2},
        {SSE2, MASKS, AVX2 | (avx512 & ~(1U << 17)), VBMI, PERMKERN_CPU_AVX2},
        {SSE2, MASKS, AVX2 | (avx512 & ~(1U << 30)), VBMI, PERMKERN_CPU_AVX2},
        {SSE2, MASKS, AVX2 | (avx512 & ~(1U << 31)), VBMI, PERMKERN_CPU_AVX2},
        {SSE2, MASKS, AVX2 | avx512, 0, PERMKERN_CPU_AVX512},
        {SSE2, MASKS, AVX2 | avx512, VBMI, PERMKERN_CPU_AVX512VBMI},
    };
    for (unsigned n = 0; n < sizeof says / sizeof says[0]; n++) {
        const uint32_t cpu = permkern_cpu_of(says[n].leaf1_d, says[n].saved, says[n].leaf7_b, says[n].leaf7_c);
        ck_assert_uint_eq(cpu, says[n].cpu);
    }
}
END_TEST
#endif

#if PERMKERN_VECTOR
/* An instruction set may lack streams and channels, and have no narrower one that has them. */
static permkern_vector_set lean_set(void)
{
    static const permkern_vector_set *const sets[] = {PERMKERN_SET_ADDRESSES};
    permkern_vector_set lean = *sets[0];
    lean.narrower = NULL;
    lean.stream = NULL;
    lean.fence = NULL;
    for (unsigned k = 0; k < WIDTHS; k++) {
        lean.width[k].stream = NULL;
        lean.width[k].split3 = NULL;
        lean.width[k].join3 = NULL;
    }
    return lean;
}

static void lean_tile(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const permkern_vector_set lean = lean_set();
    permkern_vector_tile(&lean, axis, form, in, out);
}

static void lean_runs(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const permkern_vector_set lean = lean_set();
    permkern_vector_runs(&lean, axis, form, in, out);
}

START_TEST(lean)
{
    static const permkern_direct by_tiles = {lean_tile};
    static const permkern_direct by_runs = {lean_runs};
    const unsigned bits = 8U << _i;
    const request plane = matrix(bits, 40, 37);
    const request split = matrix(bits, 41, 3);
    const request join = matrix(bits, 3, 41);
    request rows = {.rank = 3, .bits = bits, .shape = {5, 3, 37}, .perm = {1, 0, 2}};
    request_finish(&rows);
    for (int where = 0; where < PLACES; where++) {
        check_request(&rows, (place)where, "runs of a lean set", move_by_kernel, &by_runs);
        if (lean_set().width[_i].most_rows != 0) { /* permutation sets without this width have no tiles of it */
            check_request(&plane, (place)where, "tiles of a lean set", move_by_kernel, &by_tiles);
            check_request(&split, (place)where, "tiles of a lean set", move_by_kernel, &by_tiles);
            check_request(&join, (place)where, "tiles of a lean set", move_by_kernel, &by_tiles);
        }
    }
}
END_TEST
#endif

int main(void)
{
    Suite *const suite = suite_create("vector");
    TCase *const all = tcase_create("all");
    tcase_set_timeout(all, 600);
    tcase_add_loop_test(all, planes, 0, WIDTHS);
    tcase_add_loop_test(all, padded_planes, 0, WIDTHS);
    tcase_add_loop_test(all, three_channels, 0, WIDTHS);
    tcase_add_loop_test(all, several_axes, 0, (PERMKERN_MAX_RANK < 6 ? PERMKERN_MAX_RANK - 2 : 4) * WIDTHS);
    tcase_add_loop_test(all, runs, 0, WIDTHS);
    tcase_add_loop_test(all, small_tensors, 0, WIDTHS);
    tcase_add_loop_test(all, streamed, 0, 5 * WIDTHS);
    tcase_add_test(all, too_short_to_stream);
#if PERMKERN_VECTOR
    tcase_add_loop_test(all, small_tensors_have_an_index, 0, WIDTHS);
#endif
#ifdef PERMKERN_X86
    tcase_add_test(all, cpus);
#endif
#if PERMKERN_VECTOR
    tcase_add_loop_test(all, lean, 0, WIDTHS);
#endif
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
