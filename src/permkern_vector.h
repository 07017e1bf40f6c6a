/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels of hosts. On x86-64 the running CPU is asked which instruction sets it has; elsewhere the compiler's
 * options say so. src/arch/ has tiles for each instruction set, src/host_*.c the loops around them, which are the same
 * for all. Not installed.
 */
#ifndef PERMKERN_VECTOR_H
#define PERMKERN_VECTOR_H

#include "permkern_internal.h"
#include "permkern_word.h"

#if PERMKERN_VECTOR

/*
 * Moves a strip: a fixed number of rows by cols columns, at least a tile's. in and out point to its first element;
 * row[r] is the byte offset of a row in the input, col[c] that of a column in the output. A row is contiguous in the
 * input, a column in the output. If cols is no multiple of the tile's columns, the last tile overlaps the one before.
 */
typedef void permkern_strip(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols);

/* Split and join `count` pixels of three channels, between pixels and three planes that are `stride` bytes apart. */
typedef void permkern_split3(const uint8_t *in, uint8_t *out, size_t stride, size_t count);
typedef void permkern_join3(const uint8_t *in, size_t stride, uint8_t *out, size_t count);

/* Copies `count` runs of `bytes` bytes. */
typedef void permkern_run_copy(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count,
                               size_t bytes);

/*
 * index[k] = the offset of the input byte that goes to byte k of a contiguous output of at most 64 bytes. Entries
 * beyond the output's bytes may be anything.
 */
typedef void permkern_small_index(uint8_t *index, const permkern_axis *axis, unsigned rank, unsigned shift);

#define PERMKERN_STRIP_ROWS 6 /* 2 to 64 */
#define PERMKERN_STRIP_COLS 4 /* 2 to 16 */

typedef struct {
    permkern_strip *strip[PERMKERN_STRIP_ROWS][PERMKERN_STRIP_COLS]; /* [log2 of rows - 1][log2 of columns - 1] */
    /* The largest strip, stored past the caches, for columns that begin at a cache line; NULL: none. */
    permkern_strip *stream;
    permkern_split3 *split3;
    permkern_join3 *join3;
    uint8_t most_rows, most_cols; /* log2 of the largest tile's rows and columns */
} permkern_vector_width;

/* One instruction set. What it lacks, a narrower one has. */
typedef struct permkern_vector_set {
    const struct permkern_vector_set *narrower;
    /* For works of rank 2 and more whose innermost axis moves, contiguous along the innermost axes of both sides. */
    permkern_kernel *tile;
    permkern_kernel *runs; /* for works whose innermost axis stays, contiguous along it */
    permkern_run_copy *copy;
    void (*stream)(const uint8_t *in, uint8_t *out, size_t bytes); /* a run of at least 64 bytes past the caches */
    void (*fence)(void);                                           /* called after the last store past the caches */
    permkern_small *small; /* moves contiguous tensors of up to small_bytes; NULL: none */
    size_t small_bytes;
    permkern_small_index *index;    /* computes the index for small(); NULL: src/small.c does */
    permkern_vector_width width[4]; /* [log2 of the element's bytes] */
} permkern_vector_set;

/* Each set of this build, and its two kernels. */
#define PERMKERN_DECLARE_SET(name)                                                                                     \
    extern const permkern_vector_set permkern_##name;                                                                  \
    permkern_kernel permkern_tile_##name, permkern_runs_##name;
PERMKERN_HOST_SETS(PERMKERN_DECLARE_SET)

/* The sets of this build as elements of an array, the narrowest first. */
#define PERMKERN_SET_ADDRESS(name) &permkern_##name,
#define PERMKERN_SET_ADDRESSES PERMKERN_HOST_SETS(PERMKERN_SET_ADDRESS)

/* A permkern_run_copy for runs that are too short for vectors. */
void permkern_vector_copy_short(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count,
                                size_t bytes);

/* Split and join three channels by a set narrower than `set`; if none can, element by element. */
void permkern_vector_split3(const permkern_vector_set *set, unsigned shift, const uint8_t *in, uint8_t *out,
                            size_t stride, size_t count);
void permkern_vector_join3(const permkern_vector_set *set, unsigned shift, const uint8_t *in, size_t stride,
                           uint8_t *out, size_t count);

/* The kernels `tile` and `runs` of a set. */
void permkern_vector_tile(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const void *in,
                          void *out);
void permkern_vector_runs(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const void *in,
                          void *out);

/* The widest instruction set that this CPU has; NULL: none. */
const permkern_vector_set *permkern_vector_best(void);

#ifdef PERMKERN_X86
/*
 * The level (src/permkern_target.h) of the widest set that CPU and operating system support, as CPUID said. CPUID costs
 * microseconds in a virtual machine, so the answer is kept. All threads store the same value, so relaxed order
 * suffices.
 */
extern uint32_t permkern_cpu;

/* The level that follows from edx of CPUID's leaf 1, XCR0, and ebx and ecx of leaf 7. */
uint32_t permkern_cpu_of(uint32_t leaf1_d, uint32_t saved, uint32_t leaf7_b, uint32_t leaf7_c);

/* The level of the running CPU, by asking it. */
uint32_t permkern_ask_cpu(void);

static inline const permkern_vector_set *permkern_best_set(void)
{
    static const permkern_vector_set *const sets[] = {NULL, NULL, PERMKERN_SET_ADDRESSES};
    uint32_t cpu = __atomic_load_n(&permkern_cpu, __ATOMIC_RELAXED);
    if (cpu == PERMKERN_CPU_UNKNOWN) {
        cpu = permkern_ask_cpu();
        __atomic_store_n(&permkern_cpu, cpu, __ATOMIC_RELAXED);
    }
    return sets[cpu];
}

#else

/* The compiler's options say which sets the CPU has: all of this build's. */
static inline const permkern_vector_set *permkern_best_set(void)
{
    static const permkern_vector_set *const sets[] = {PERMKERN_SET_ADDRESSES};
    return sets[sizeof sets / sizeof sets[0] - 1];
}
#endif

#endif /* PERMKERN_VECTOR */

#endif /* PERMKERN_VECTOR_H */
