/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for hosts. On x86-64 the library asks the running CPU for its instruction sets; elsewhere the
 * compiler's options name the sets. Each instruction set has a table of functions, made from shared bodies. host_*.c
 * has the loops that call them. Not installed.
 */
#ifndef PERMKERN_VECTOR_SET_H
#define PERMKERN_VECTOR_SET_H

#include "base/permkern_arith.h"
#include "base/permkern_axis.h"
#include "move/permkern_generic.h"
#include "move/permkern_way.h"
#include "move/permkern_word.h"
#include "vector/permkern_vector.h"

#if PERMKERN_VECTOR

/*
 * Moves a strip: a fixed number of rows by `cols` columns. in and out point to its first element. row[r] is the byte
 * offset of row r in the input, col[c] that of column c in the output. Rows are contiguous in the input, columns in the
 * output. A regular strip reads only row[1] and col[1]: the row stride and the column stride. cols is a multiple of the
 * tile's columns, or equal to them if they fill less than 16 bytes. Negative offsets (reversed axes) are modulo
 * SIZE_MAX + 1.
 */
typedef void permkern_strip(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols);

/* Strip functions for one size: for regular strips, and for any row and column offsets. */
typedef struct {
    permkern_strip *regular, *places;
} permkern_strips;

/*
 * Splits `count` pixels into channel planes, or joins planes into pixels. The planes are `stride` bytes apart. count is
 * at least the number of elements in a register. A backward function puts the last pixel first in each plane. One
 * pointer is to the lowest address of the pixels, the other to the first plane.
 */
typedef void permkern_channel_move(const uint8_t *in, uint8_t *out, size_t stride, size_t count);

/*
 * Copies `lines` runs of n bytes. Or reverses `lines` lines of n adjacent units: output unit k is input unit n - 1 - k.
 * A unit is one or more elements; each function has one unit size. Both pointers are to the first line's lowest
 * address.
 */
typedef void permkern_run_move(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                               size_t n);

/* Moves a work of `bytes` bytes by an index that it computes. Returns false, with nothing moved, if it does not pay. */
typedef bool permkern_unplanned(const permkern_axis *axis, const permkern_axis *end, unsigned shift, size_t bytes,
                                const void *in, void *out);

#define PERMKERN_STRIP_ROWS 6      /* 2 to 64 */
#define PERMKERN_STRIP_COLS 4      /* 2 to 16 */
#define PERMKERN_CHANNEL_CODES 7   /* 2 to 8 */
#define PERMKERN_REVERSED_UNITS 25 /* up to three 64-bit elements */

/*
 * Rules for planes. Each set has its own, because what pays with one set need not pay with another; docs/performance.md
 * says on which CPU they were measured. Arrays are indexed by log2 of the element's bytes.
 */
typedef struct {
    bool slabs[4];       /* planes whose lines evict each other go through buffers */
    uint8_t fetched[4];  /* fewest cache lines in a column for which the next strip's lines are prefetched */
    uint8_t ahead[4];    /* bytes from where a strip is stored to what it prefetches */
    uint16_t far;        /* columns so many bytes apart use the narrower set if they begin inside lines; 0: never */
    uint8_t narrow_runs; /* longest runs that the narrower set copies although they fill a register */
} permkern_set_rules;

/*
 * One instruction set. Strips, channels and reversals that it lacks are looked up in narrower sets; streaming and small
 * functions are not. The narrowest set reverses all element sizes. Arrays of 4 are indexed by log2 of the element's
 * bytes. Row numbers, column numbers and index units are log2, too.
 */
typedef struct permkern_vector_set {
    const struct permkern_vector_set *narrower;
    size_t bytes; /* register size: the least for runs and channels */
    permkern_run_move *copy;
    permkern_run_move *reverse[PERMKERN_REVERSED_UNITS];                /* [unit bytes]; NULL: none */
    permkern_strips strip[4][PERMKERN_STRIP_ROWS][PERMKERN_STRIP_COLS]; /* [][rows - 1][columns - 1] */
    permkern_channel_move *split[4][2][PERMKERN_CHANNEL_CODES];         /* [][backward][channels - 2]; NULL: none */
    permkern_channel_move *join[4][2][PERMKERN_CHANNEL_CODES];
    permkern_strips stream[4];                   /* the largest strips by streaming stores; NULL: none */
    permkern_strips pairs[4];                    /* twice as many rows, two cache lines in each column; NULL: none */
    permkern_run_move *stream_run;               /* streaming copy of runs of at least 64 bytes */
    void (*fence)(void);                         /* called after the last streaming store */
    permkern_small *small[PERMKERN_SMALL_UNITS]; /* [log2 of an index unit's bytes]; NULL: none */
    permkern_unplanned *unplanned;               /* NULL: none */
    uint32_t channels[4];                        /* PERMKERN_CHANNELS_... with code in this set or a narrower one */
    uint8_t pixels[4];                           /* fewest pixels for channels: elements in the narrowest register */
    uint8_t most_rows[4];                        /* in the largest tile */
    uint8_t least_rows, least_cols;              /* smallest plane for tiles: counts, not log2 */
    permkern_set_rules rules;
} permkern_vector_set;

/* The instruction sets in this build. */
#define PERMKERN_DECLARE_SET(name) extern const permkern_vector_set permkern_##name;
PERMKERN_HOST_SETS(PERMKERN_DECLARE_SET)

/* Permute by an index with 1-byte units. */
permkern_small permkern_small8;
permkern_unplanned permkern_unplanned8;

/*
 * 1: a tile loads all column addresses before its first store, because compilers assume that a store may change them.
 * x86 has too few registers for that.
 */
#define PERMKERN_PLACES_FIRST (PERMKERN_CORE != PERMKERN_CORE_X86)

/* The instruction sets in this build as array elements, narrowest first. */
#define PERMKERN_SET_ADDRESS(name) &permkern_##name,
#define PERMKERN_SET_ADDRESSES PERMKERN_HOST_SETS(PERMKERN_SET_ADDRESS)

/*
 * Returns log2 of the rows per strip: the set's largest number. Half as many rows are in a strip if a column takes
 * several registers and the rows would evict each other from the cache.
 */
static inline unsigned permkern_strip_rows(const permkern_vector_set *set, unsigned shift, size_t in_stride)
{
    const unsigned most = set->most_rows[shift];
    const bool several = (size_t)1 << (most + shift) > set->bytes;
    return several && permkern_crowds(in_stride, (size_t)1 << most) ? most - 1 : most;
}

/* The copy function for runs of `bytes` bytes: from the widest set whose register they fill, else by words. */
static inline permkern_run_move *permkern_copy_of(const permkern_vector_set *set, size_t bytes)
{
    while (set != NULL && (bytes < set->bytes || (bytes > set->bytes && bytes <= set->rules.narrow_runs))) {
        set = set->narrower;
    }
    return set == NULL ? permkern_runs : set->copy;
}

/*
 * The strip function for 1 << rows rows in tiles of 1 << cols columns, from the widest set that has one. regular: see
 * permkern_strip.
 */
permkern_strip *permkern_find_strip(const permkern_vector_set *set, unsigned shift, unsigned rows, unsigned cols,
                                    bool regular);

/*
 * Runs go through a buffer if their lines would evict each other from the cache. In the buffer, runs are an odd number
 * of cache lines apart.
 */
#define PERMKERN_BUFFER_RUNS 64U
#define PERMKERN_BUFFER_BYTES 256U
#define PERMKERN_BUFFER_PITCH (PERMKERN_BUFFER_BYTES + PERMKERN_CACHE_LINE)

/* The outer axes, around one kernel call. If there are none, one axis of extent 1. */
typedef struct {
    unsigned rank;
    permkern_axis axis[PERMKERN_MAX_RANK];
} permkern_outer;

/*
 * Fills *o with the axes whose bit in `taken` is 0, largest stride outermost, so that successive calls touch nearby
 * memory. Sorts by the smaller of an axis's two absolute strides, because caches gain if one side stays near.
 */
void permkern_order_outer(permkern_outer *o, const permkern_axis *axis, unsigned rank, unsigned taken);

#define PERMKERN_BLOCK_BYTES 96U /* the largest block */

/* Moves a work by small blocks. Moves nothing and returns false if there are no blocks, or if tiles are faster. */
bool permkern_vector_blocks(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const uint8_t *in,
                            uint8_t *out);

/* Moves planes of short runs (3, 5 to 7, 9 to 15 bytes). Returns false, with nothing moved, if runs form no plane. */
bool permkern_vector_short(const permkern_vector_set *set, const permkern_axis *axis, unsigned rank, size_t bytes,
                           const uint8_t *in, uint8_t *out);

/* Splits pixels into channel planes, or joins planes into pixels. `cols` is the axis of the columns. */
void permkern_move_channels(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, unsigned cols,
                            bool splits, const uint8_t *in, uint8_t *out);

/* Moves a work of rank 2 or more whose innermost axis moves. On each side, the innermost axis is contiguous. */
void permkern_vector_tile(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const void *in,
                          void *out);

/*
 * Moves a work by tiles, or by words if it has few rows or columns. Rows are along the last axis, columns along axis
 * `cols`. all: bytes in the whole work, also if this is only a part.
 */
void permkern_vector_planes(const permkern_vector_set *set, const permkern_axis *axis, unsigned rank, unsigned shift,
                            unsigned cols, size_t all, const uint8_t *in, uint8_t *out);

/* Moves planes through buffers. Returns false, with nothing moved, if their lines stay in the cache anyway. */
bool permkern_vector_slabs(const permkern_vector_set *set, const permkern_axis *axis, unsigned rank, unsigned shift,
                           unsigned cols, size_t all, const uint8_t *in, uint8_t *out);

/* The OR of the offsets of all columns: its low bits show how they lie in cache lines. rows: axes of rows as bits. */
size_t permkern_column_places(const permkern_axis *axis, unsigned rank, unsigned rows);

/*
 * True if a work of `all` bytes uses streaming stores for its tiles. places: from permkern_column_places. col_stride:
 * bytes between columns.
 */
bool permkern_streams_tiles(const permkern_vector_set *set, unsigned shift, size_t all, size_t places,
                            size_t col_stride);

/* Moves a work whose innermost axis stays. That axis is contiguous on both sides, forwards or reversed. */
void permkern_vector_runs(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const void *in,
                          void *out);

#ifdef PERMKERN_X86
/* The CPU level, and if that is AVX-512, the bit of VBMI. From CPUID leaf 1 (edx), XCR0 and leaf 7 (ebx, ecx). */
uint32_t permkern_cpu_of(uint32_t leaf1_d, uint32_t saved, uint32_t leaf7_b, uint32_t leaf7_c);

/* Asks the running CPU; returns a value for permkern_cpu. */
uint32_t permkern_ask_cpu(void);

/* Cache size in bytes from ebx and ecx of CPUID leaf 4 (Intel) or 0x8000001d (AMD). */
size_t permkern_cache_of(uint32_t ebx, uint32_t ecx);

/*
 * Intel's servers have up to 300 MiB, of which a core gets a small and slow part. So of more than 40 MiB, 8 MiB count,
 * and works from 2 MiB on bypass the caches. In units of 64 KiB.
 */
#define PERMKERN_CPU_MOST_CACHE 640U
#define PERMKERN_CPU_SERVER_CACHE 128U

/*
 * The cache and prefetch bits of permkern_cpu, from the last-level cache sizes in Intel's leaf and in AMD's leaf (0:
 * none). Prefetching for writes makes Intel CPUs faster and AMD CPUs slower.
 */
uint32_t permkern_caches_of(size_t of_intel, size_t of_amd);

/* The running CPU's last-level cache in bytes; SIZE_MAX: unknown. */
static inline size_t permkern_cache_bytes(void)
{
    const size_t units = __atomic_load_n(&permkern_cpu, __ATOMIC_RELAXED) >> PERMKERN_CPU_CACHE_BIT;
    return units == 0 ? SIZE_MAX : units << 16;
}

static inline bool permkern_has_vbmi(void)
{
    return (__atomic_load_n(&permkern_cpu, __ATOMIC_RELAXED) & PERMKERN_CPU_VBMI) != 0;
}

static inline bool permkern_fetches_lines(void)
{
    return (__atomic_load_n(&permkern_cpu, __ATOMIC_RELAXED) & PERMKERN_CPU_FETCHES) != 0;
}

/*
 * Prefetches a cache line for writing. The address may be past the output's end, because a prefetch never faults. CPUs
 * without PREFETCHW run it as a no-op.
 */
static inline void permkern_fetch_line(uintptr_t address)
{
    __asm__ volatile("prefetchw (%0)" : : "r"(address));
}

static inline const permkern_vector_set *permkern_best_set(void)
{
    static const permkern_vector_set *const sets[] = {NULL, NULL, PERMKERN_SET_ADDRESSES};
    uint32_t cpu = __atomic_load_n(&permkern_cpu, __ATOMIC_RELAXED);
    if (cpu == PERMKERN_CPU_UNKNOWN) {
        cpu = permkern_ask_cpu();
        __atomic_store_n(&permkern_cpu, cpu, __ATOMIC_RELAXED);
    }
    return sets[cpu & PERMKERN_CPU_LEVEL];
}

#else

/* No set here has streaming stores, and no CPU is known to gain by prefetching for writes. */
static inline size_t permkern_cache_bytes(void)
{
    return SIZE_MAX;
}

static inline bool permkern_fetches_lines(void)
{
    return false;
}

static inline void permkern_fetch_line(uintptr_t address)
{
    (void)address;
}

/* The CPU has every set in this build, according to the compiler's options. */
static inline const permkern_vector_set *permkern_best_set(void)
{
    static const permkern_vector_set *const sets[] = {PERMKERN_SET_ADDRESSES};
    return sets[sizeof sets / sizeof sets[0] - 1];
}
#endif

/* The running CPU's function that permutes units of 1 << unit bytes by an index; NULL: none. */
static inline permkern_small *permkern_vector_small_of(unsigned unit)
{
    const permkern_vector_set *const set = permkern_best_set();
    return set != NULL ? set->small[unit] : NULL;
}

/* Moves a small contiguous work without a plan. Returns false, with nothing moved, if words should move it. */
PERMKERN_INLINE bool permkern_move_small(const permkern_axis *axis, const permkern_axis *end, unsigned shift,
                                         size_t bytes, const void *in, void *out)
{
    const permkern_vector_set *const set = permkern_best_set();
    return set != NULL && set->unplanned != NULL && set->unplanned(axis, end, shift, bytes, in, out);
}

#endif /* PERMKERN_VECTOR */

#endif /* PERMKERN_VECTOR_SET_H */
