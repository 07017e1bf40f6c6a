/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Host vector kernels: a CPU's instruction sets, a plan's index for few elements, and sets that lack some kernels.
 * check_sweeps.c compares their results with the definition.
 */
#include "harness.h"
#include "vector/permkern_vector_set.h"

#include <string.h>

#define WIDTHS 4

#ifdef PERMKERN_X86
/* Cache sizes from CPUID: 8 ways, 64 sets, 64 bytes a line; 11 ways, 65536 sets; partitions; the maximum. */
TEST(caches)
{
    ck_assert_uint_eq(permkern_cache_of(7U << 22 | 63, 63), 32768);
    ck_assert_uint_eq(permkern_cache_of(10U << 22 | 63, 65535), (size_t)44 << 20);
    ck_assert_uint_eq(permkern_cache_of(15U << 22 | 1U << 12 | 63, 1023), (size_t)2 << 20);
    ck_assert_uint_eq(permkern_cache_of(UINT32_MAX, 0), (size_t)1024 * 1024 * 4096);
    const uint32_t unit = 1U << PERMKERN_CPU_CACHE_BIT;
    ck_assert_uint_eq(permkern_caches_of(0, 0), 0);
    ck_assert_uint_eq(permkern_caches_of(0, (size_t)32 << 20), 512 * unit);
    ck_assert_uint_eq(permkern_caches_of(0, SIZE_MAX), 65535 * unit);
    ck_assert_uint_eq(permkern_caches_of((size_t)40 << 20, 0), 640 * unit | PERMKERN_CPU_FETCHES);
    ck_assert_uint_eq(permkern_caches_of((size_t)41 << 20, 0), 128 * unit | PERMKERN_CPU_FETCHES);
    const uint32_t cpu = permkern_cpu;
    permkern_cpu = PERMKERN_CPU_BASE;
    ck_assert_uint_eq(permkern_cache_bytes(), SIZE_MAX);
    permkern_cpu = PERMKERN_CPU_AVX2 | 3 * unit;
    ck_assert_uint_eq(permkern_cache_bytes(), 3 * 65536);
    permkern_cpu = cpu;
}
#endif

#if PERMKERN_VECTOR
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

/* A plan holds an index for whole tensors that a register holds, and for no others: results are right either way. */
TEST(small_tensors_have_an_index)
{
    static uint64_t in[12 * 12], out[12 * 12], wanted[12 * 12];
    set_choose((unsigned)_i / WIDTHS);
    const unsigned width = (unsigned)_i % WIDTHS;
    const unsigned bits = 8U << width;
    for (uint32_t rows = 2; rows < 12; rows++) {
        for (uint32_t cols = 2; cols < 12; cols++) {
            request r = matrix(bits, rows, cols);
            permkern_plan plan;
            ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
            const size_t bytes = request_in_span(&r);
            const unsigned unit = bytes <= PERMKERN_INDEX_ROOM ? 0 : bytes <= 2 * PERMKERN_INDEX_ROOM ? 1 : 2;
            const bool fits =
                bytes >> unit <= PERMKERN_INDEX_ROOM && unit <= width && permkern_vector_small_of(unit) != NULL;
            const permkern_work *const work = permkern_planned(&plan);
            ck_assert_int_eq(work->choice.small != NULL, fits);
            for (unsigned k = 0; k < rows * cols; k++) {
                in[k] = 0x0807060504030201U * (k + 1);
            }
            ck_assert_int_eq(permkern_run(&plan, in, wanted), PERMKERN_OK);
            permkern_move(work->axis, work->choice.form, in, out);
            ck_assert(memcmp(out, wanted, bytes) == 0);
            r.strided = true;
            r.in_strides[0]++; /* a gap behind each row */
            ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
            ck_assert(permkern_planned(&plan)->choice.small == NULL);
        }
    }
}
#endif

#ifdef PERMKERN_X86
/* Other CPUs: the bits that they and their systems report, and the level chosen. */
TEST(cpus)
{
    enum { SSE2 = 1 << 26, AVX2 = 1 << 5, WORDS = 6, MASKS = 0xe6 };
    static const uint32_t vbmi = 1U << 1;
    static const uint32_t avx512 = 1U << 16 | 1U << 17 | 1U << 30 | 1U << 31;
    const struct {
        uint32_t leaf1_d, saved, leaf7_b, cpu, leaf7_c;
    } says[] = {
        {0, MASKS, AVX2 | avx512, PERMKERN_CPU_BASE},
        {SSE2, 0, 0, PERMKERN_CPU_SSE2},
        {SSE2, 2, AVX2, PERMKERN_CPU_SSE2},
        {SSE2, 4, AVX2, PERMKERN_CPU_SSE2},
        {SSE2, MASKS, avx512, PERMKERN_CPU_SSE2},
        {SSE2, WORDS, AVX2, PERMKERN_CPU_AVX2},
        {SSE2, WORDS, AVX2 | avx512, PERMKERN_CPU_AVX2},
        {SSE2, MASKS & ~0x20U, AVX2 | avx512, PERMKERN_CPU_AVX2},
        {SSE2, MASKS, AVX2 | (avx512 & ~(1U << 16)), PERMKERN_CPU_AVX2},
        {SSE2, MASKS, AVX2 | (avx512 & ~(1U << 17)), PERMKERN_CPU_AVX2},
        {SSE2, MASKS, AVX2 | (avx512 & ~(1U << 30)), PERMKERN_CPU_AVX2},
        {SSE2, MASKS, AVX2 | (avx512 & ~(1U << 31)), PERMKERN_CPU_AVX2},
        {SSE2, MASKS, AVX2 | avx512, PERMKERN_CPU_AVX512, ~vbmi},
        {SSE2, MASKS, AVX2 | avx512, PERMKERN_CPU_AVX512 | PERMKERN_CPU_VBMI, vbmi},
        {SSE2, WORDS, AVX2 | avx512, PERMKERN_CPU_AVX2, vbmi},
    };
    for (unsigned n = 0; n < sizeof says / sizeof says[0]; n++) {
        const uint32_t cpu = permkern_cpu_of(says[n].leaf1_d, says[n].saved, says[n].leaf7_b, says[n].leaf7_c);
        ck_assert_uint_eq(cpu, says[n].cpu);
    }
}
#endif

#if PERMKERN_VECTOR
/* An instruction set may lack streams and channels, and have no narrower one that has them. */
static permkern_vector_set lean_set(void)
{
    static const permkern_vector_set *const sets[] = {PERMKERN_SET_ADDRESSES};
    permkern_vector_set lean = *sets[0];
    lean.narrower = NULL;
    lean.stream_run = NULL;
    lean.fence = NULL;
    for (unsigned k = 0; k < WIDTHS; k++) {
        lean.stream[k] = (permkern_strips){NULL, NULL};
        lean.pairs[k] = (permkern_strips){NULL, NULL};
        lean.channels[k] = 0;
        for (unsigned channels = 0; channels < PERMKERN_CHANNEL_CODES; channels++) {
            for (unsigned back = 0; back < 2; back++) {
                lean.split[k][back][channels] = NULL;
                lean.join[k][back][channels] = NULL;
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

TEST(lean)
{
    static const permkern_direct by_tiles = {lean_tile};
    static const permkern_direct by_runs = {lean_runs};
    const unsigned bits = 8U << _i;
    const request plane = matrix(bits, 40, 37);
    const request split = matrix(bits, 41, 3);
    const request join = matrix(bits, 3, 41);
    request rows = {.rank = 3, .bits = bits, .shape = {5, 3, 37}, .perm = {1, 0, 2}};
    request_finish(&rows);
    check_request(&rows, &(entry_point){"runs of a lean set", move_by_kernel, &by_runs, 0}, 1);
    const entry_point tiles = {"tiles of a lean set", move_by_kernel, &by_tiles, 0};
    check_request(&plane, &tiles, 1);
    check_request(&split, &tiles, 1);
    check_request(&join, &tiles, 1);
}
#endif

#ifdef PERMKERN_X86
/*
 * A fence follows the last store past the caches: without it, a thread that reads the output after a flag may see old
 * bytes. Functions that store to the caches replace the streaming ones, which this CPU may lack.
 */
static struct {
    permkern_strip *strip;
    permkern_run_move *copy;
    unsigned stores;
    bool fenced;
} noted;

static void note_strip(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    noted.stores++;
    noted.fenced = false;
    noted.strip(in, row, out, col, cols);
}

static void note_runs(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines, size_t n)
{
    noted.stores++;
    noted.fenced = false;
    noted.copy(in, in_stride, out, out_stride, lines, n);
}

static void note_fence(void)
{
    noted.fenced = true;
}

TEST(fences)
{
    static _Alignas(64) uint8_t in[1 << 18];
    static _Alignas(64) uint8_t out[1 << 18];
    const request requests[] = {matrix(8U << _i, 64, 512),
                                {.rank = 3, .bits = 8U << _i, .shape = {2, 3, 5120}, .perm = {1, 0, 2}}};
    const uint32_t cpu = permkern_cpu;
    permkern_vector_set set = *permkern_best_set();
    set.stream[_i].regular = note_strip;
    set.pairs[_i].regular = NULL;
    set.stream_run = note_runs;
    set.fence = note_fence;
    noted.strip = set.strip[_i][set.most_rows[_i] - 1][4 - _i - 1].regular; /* columns of 16 bytes, as a stream's */
    noted.copy = set.copy;
    for (size_t k = 0; k < 2; k++) {
        request r = requests[k];
        permkern_plan plan;
        request_finish(&r);
        ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
        const permkern_work *const work = permkern_planned(&plan);
        noted.stores = 0;
        permkern_cpu = (cpu & PERMKERN_CPU_LEVEL) | 1U << PERMKERN_CPU_CACHE_BIT; /* 64 KiB: little is much */
        (k == 0 ? permkern_vector_tile : permkern_vector_runs)(&set, work->axis, work->choice.form, in, out);
        permkern_cpu = cpu;
        ck_assert(noted.stores != 0 && noted.fenced);
    }
}
#endif

int main(void)
{
    const test tests[] = {
#if PERMKERN_VECTOR
        EACH(small_tensors_have_an_index, WIDTHS * (int)set_count()),
#endif
#ifdef PERMKERN_X86
        ONCE(cpus),
        ONCE(caches),
        EACH(fences, WIDTHS),
#endif
#if PERMKERN_VECTOR
        EACH(lean, WIDTHS),
#endif
    };
    return run_suite(tests, sizeof tests / sizeof tests[0]);
}
