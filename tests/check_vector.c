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

/* Several planes of rows that displace each other. */
START_TEST(padded_planes_of_several)
{
    const unsigned bits = 8U << _i;
    const ptrdiff_t apart = 4096 / (ptrdiff_t)(bits / 8);
    request r = {.rank = 3, .bits = bits, .shape = {3, 70, 40}, .perm = {0, 2, 1}, .strided = true};
    request_finish(&r);
    r.in_strides[0] = 70 * apart;
    r.in_strides[1] = apart;
    r.in_strides[2] = 1;
    r.out_strides[0] = 2800;
    r.out_strides[1] = 70;
    r.out_strides[2] = 1;
    everywhere(&r);
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

START_TEST(few_channels)
{
    const unsigned bits = 8U << _i % WIDTHS;
    const uint32_t channels = 2 + (uint32_t)_i / WIDTHS;
    for (uint32_t count = 1; count < 270; count += count < 140 ? 1 : 13) {
        const request split = matrix(bits, count, channels);
        const request join = matrix(bits, channels, count);
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

/* Just over the entries of an index. */
#define FEW 66U

/* Every shape of three axes, every permutation, at every distance from a boundary. */
START_TEST(small_tensors)
{
    const unsigned bits = 8U << _i;
    for (uint32_t a = 1; a <= FEW; a++) {
        for (uint32_t b = 1; a * b <= FEW; b++) {
            for (uint32_t c = 1; a * b * c <= FEW; c++) {
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

/* Runs that become wider elements, of which there are few. */
START_TEST(small_tensors_of_runs)
{
    const unsigned bits = 8U << _i;
    for (uint32_t run = 2; run <= 64 / bits; run *= 2) {
        for (uint32_t rows = 2; rows < FEW / 2; rows++) {
            for (uint32_t cols = 2; rows * cols < FEW; cols++) {
                request r = {.rank = 3, .bits = bits, .shape = {rows, cols, run}, .perm = {1, 0, 2}};
                request_finish(&r);
                check_request(&r, (place)((rows + cols) % PLACES), "a plan", move_by_permute, NULL);
                check_request(&r, (place)((rows + cols) % PLACES), "one call", move_at_once, NULL);
            }
        }
    }
}
END_TEST

/* As many axes as an index can tell apart, and more, some of one element. */
START_TEST(small_tensors_of_many_axes)
{
    static const size_t shapes[][8] = {
        {2, 2, 2, 2, 2, 2}, {2, 3, 1, 2, 5, 1}, {4, 1, 2, 1, 2, 3}, {1, 2, 2, 1, 2, 2, 1, 3}};
    static const unsigned ranks[] = {6, 6, 6, PERMKERN_MAX_RANK};
    const unsigned bits = 8U << _i;
    for (unsigned s = 0; s < sizeof ranks / sizeof ranks[0]; s++) {
        for (unsigned n = s; n < 720; n += sampling() ? 7 : 1) {
            request r = {.rank = ranks[s] < PERMKERN_MAX_RANK ? ranks[s] : PERMKERN_MAX_RANK, .bits = bits};
            memcpy(r.shape, shapes[s], r.rank * sizeof r.shape[0]);
            nth_permutation(r.perm, r.rank, r.rank > 7 ? n * 56 : r.rank > 6 ? n * 7 : r.rank < 6 ? n % 24 : n);
            request_finish(&r);
            check_request(&r, (place)(n % PLACES), "vectors", move_by_vectors, NULL);
            check_request(&r, (place)(n % PLACES), "one call", move_at_once, NULL);
        }
    }
}
END_TEST

#ifdef PERMKERN_X86
/* Tiles, rows and runs for which stores go past the caches where these are so small; some do not, whatever the size. */
START_TEST(streamed)
{
    static const struct {
        size_t shape[3]; /* of 8-bit elements; the first shrinks with the width */
        uint8_t perm[3];
    } cases[] = {
        {{16, 64, 128}, {0, 2, 1}}, /* whole lines */
        {{16, 65, 93}, {0, 2, 1}},  /* and not */
        {{16, 96, 93}, {0, 2, 1}},  /* lines and a half, of bytes */
        {{16, 48, 93}, {0, 2, 1}},  /* of half words */
        {{32, 24, 93}, {0, 2, 1}},  /* of words */
        {{64, 64, 5}, {0, 2, 1}},   /* columns fewer than a tile's, for most widths */
        {{16, 5, 512}, {1, 0, 2}},  {{16, 5, 1111}, {1, 0, 2}}, {{64, 16, 28}, {1, 0, 2}}, {{16, 64, 128}, {0, 1, 2}},
    };
    (void)permkern_vector_best();
    const uint32_t cpu = permkern_cpu;
    request r = {.rank = 3, .bits = 8U << _i % WIDTHS};
    const unsigned number = (unsigned)_i / WIDTHS;
    memcpy(r.shape, cases[number].shape, sizeof cases[number].shape);
    memcpy(r.perm, cases[number].perm, sizeof cases[number].perm);
    r.shape[0] /= r.bits / 8;
    request_finish(&r);
    permkern_cpu = (cpu & 0xffffU) | 1U << PERMKERN_CPU_CACHE_BIT;
    everywhere(&r);
    permkern_cpu = cpu;
}
END_TEST

/* CPUs that fetch lines ahead, and those that do not: the one that this is not. It says nothing of its caches, too. */
START_TEST(fetched)
{
    const unsigned bits = 8U << _i;
    (void)permkern_vector_best();
    const uint32_t cpu = permkern_cpu;
    permkern_cpu = (cpu & PERMKERN_CPU_LEVEL) | (~cpu & PERMKERN_CPU_FETCHES);
    for (uint32_t rows = 2; rows < 200; rows += 63) {
        for (uint32_t cols = 2; cols < 200; cols += 63) {
            const request r = matrix(bits, rows, cols);
            everywhere(&r);
        }
    }
    permkern_cpu = cpu;
}
END_TEST

/* What CPUID says of caches: 8 ways of 64 sets, 64 bytes a line; 11 ways of 65536 sets; partitions and all. */
START_TEST(caches)
{
    ck_assert_uint_eq(permkern_cache_of(7U << 22 | 63, 63), 32768);
    ck_assert_uint_eq(permkern_cache_of(10U << 22 | 63, 65535), (size_t)44 << 20);
    ck_assert_uint_eq(permkern_cache_of(15U << 22 | 1U << 12 | 63, 1023), (size_t)2 << 20);
    ck_assert_uint_eq(permkern_cache_of(UINT32_MAX, 0), (size_t)1024 * 1024 * 4096);
    const uint32_t unit = 1U << PERMKERN_CPU_CACHE_BIT;
    ck_assert_uint_eq(permkern_caches_of(0, 0), 0);
    ck_assert_uint_eq(permkern_caches_of(0, (size_t)32 << 20), 512 * unit);
    ck_assert_uint_eq(permkern_caches_of((size_t)33 << 20, 0), 528 * unit | PERMKERN_CPU_FETCHES);
    ck_assert_uint_eq(permkern_caches_of(SIZE_MAX, 0), 65535 * unit | PERMKERN_CPU_FETCHES);
    const uint32_t cpu = permkern_cpu;
    permkern_cpu = PERMKERN_CPU_BASE;
    ck_assert_uint_eq(permkern_cache_bytes(), SIZE_MAX);
    permkern_cpu = PERMKERN_CPU_AVX2 | 3 * unit;
    ck_assert_uint_eq(permkern_cache_bytes(), 3 * 65536);
    permkern_cpu = cpu;
}
END_TEST
#endif

#if PERMKERN_VECTOR
/* A plan holds an index for whole tensors that a register holds, and for no others: results are right either way. */
START_TEST(small_tensors_have_an_index)
{
    static uint64_t in[12 * 12], out[12 * 12], wanted[12 * 12];
    const permkern_vector_set *const set = permkern_vector_best();
    const unsigned bits = 8U << _i;
    for (uint32_t rows = 2; rows < 12; rows++) {
        for (uint32_t cols = 2; cols < 12; cols++) {
            request r = matrix(bits, rows, cols);
            permkern_plan plan;
            ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
            const bool fits = set != NULL && rows * cols <= set->width[_i].small_most;
            const permkern_work *const work = permkern_planned(&plan);
            ck_assert_int_eq(work->small != NULL, fits);
            for (unsigned k = 0; k < rows * cols; k++) {
                in[k] = 0x0807060504030201U * (k + 1);
            }
            ck_assert_int_eq(permkern_run(&plan, in, wanted), PERMKERN_OK);
            const bool moved = permkern_vector_move_small(work->axis, 2, (unsigned)_i, in, out);
            ck_assert_int_eq(moved, fits && set->index != NULL);
            ck_assert(!moved || memcmp(out, wanted, request_in_span(&r)) == 0);
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
        lean.width[k].channels = 0;
        for (unsigned channels = 0; channels < PERMKERN_CHANNEL_CODES; channels++) {
            for (unsigned back = 0; back < 2; back++) {
                lean.width[k].split[back][channels] = NULL;
                lean.width[k].join[back][channels] = NULL;
            }
        }
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
    tcase_add_loop_test(all, padded_planes_of_several, 0, WIDTHS);
    tcase_add_loop_test(all, few_channels, 0, 3 * WIDTHS);
    tcase_add_loop_test(all, several_axes, 0, (PERMKERN_MAX_RANK < 6 ? PERMKERN_MAX_RANK - 2 : 4) * WIDTHS);
    tcase_add_loop_test(all, runs, 0, WIDTHS);
    tcase_add_loop_test(all, small_tensors, 0, WIDTHS);
    tcase_add_loop_test(all, small_tensors_of_many_axes, 0, WIDTHS);
    tcase_add_loop_test(all, small_tensors_of_runs, 0, WIDTHS);
#if PERMKERN_VECTOR
    tcase_add_loop_test(all, small_tensors_have_an_index, 0, WIDTHS);
#endif
#ifdef PERMKERN_X86
    tcase_add_test(all, cpus);
    tcase_add_loop_test(all, streamed, 0, 10 * WIDTHS);
    tcase_add_loop_test(all, fetched, 0, WIDTHS);
    tcase_add_test(all, caches);
#endif
#if PERMKERN_VECTOR
    tcase_add_loop_test(all, lean, 0, WIDTHS);
#endif
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
