/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels of hosts. On x86-64 the running CPU is asked which instruction sets it has; elsewhere the compiler's
 * options say so. There are bodies for all sets, a table for each, and in host_*.c the loops around them.
 * Not installed.
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
 * Moves a strip: a fixed number of rows by cols columns. in and out point to its first element; row[r] is the byte
 * offset of a row in the input, col[c] that of a column in the output. A regular strip reads row[1] and col[1] alone:
 * they are the strides from row to row and from column to column. A row is contiguous in the input, a column in the
 * output. cols is a multiple of the tile's columns, and is those of one tile where they are less than a lane of 16
 * bytes. Offsets of an axis that runs backwards are negative, modulo SIZE_MAX + 1.
 */
typedef void permkern_strip(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols);

/* Both for strips of one size. */
typedef struct {
    permkern_strip *regular, *places;
} permkern_strips;

/*
 * Splits or joins `count` pixels of a number of channels, between pixels and planes that are `stride` bytes apart: at
 * least a register of each channel. Backwards, the last pixel is the first element of a plane. Both pointers are to
 * the lowest address of a pixel, and of the first channel.
 */
typedef void permkern_channel_move(const uint8_t *in, uint8_t *out, size_t stride, size_t count);

/*
 * Copies so many runs of n bytes. Or changes the order of n units of a constant number of bytes in each of so many
 * lines, which lie side by side on both sides: unit k of the output is unit n - 1 - k of the input. A unit is an
 * element, or several. Both pointers are to the first line's lowest address.
 */
typedef void permkern_run_move(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                               size_t n);

#define PERMKERN_STRIP_ROWS 6      /* 2 to 64 */
#define PERMKERN_STRIP_COLS 5      /* 2 to 32 */
#define PERMKERN_CHANNEL_CODES 7   /* 2 to 8 */
#define PERMKERN_REVERSED_UNITS 25 /* up to three elements of 64 bits */
#define PERMKERN_SMALL_UNITS 3     /* 1, 2 and 4 bytes */

/*
 * One instruction set. What it lacks, a narrower one has. The first index of arrays of 4 is log2 of an element's bytes.
 * Rows, columns and an index's units are numbered by their log2, too.
 */
typedef struct permkern_vector_set {
    const struct permkern_vector_set *narrower;
    size_t bytes; /* of a register: the least that runs and channels have, for the functions that move them */
    permkern_run_move *copy;
    permkern_run_move *reverse[PERMKERN_REVERSED_UNITS]; /* [a unit's bytes]; NULL: none. One set at least has all
                                                            elements' */
    permkern_strips strip[4][PERMKERN_STRIP_ROWS][PERMKERN_STRIP_COLS]; /* [][rows - 1][columns - 1] */
    permkern_channel_move *split[4][2][PERMKERN_CHANNEL_CODES]; /* [][whether backwards][channels - 2]; NULL: none */
    permkern_channel_move *join[4][2][PERMKERN_CHANNEL_CODES];
    /* The largest strip, stored past the caches, for columns that begin at a cache line; NULL: none. */
    permkern_strips stream[4];
    permkern_run_move *stream_run;               /* runs of at least 64 bytes, the same way */
    void (*fence)(void);                         /* called after the last store past the caches */
    permkern_small *small[PERMKERN_SMALL_UNITS]; /* [bytes of an index's unit]; NULL: none */
    uint32_t channels[4];               /* PERMKERN_CHANNELS_... for which this set or a narrower one has code */
    uint8_t pixels[4];                  /* that a plane of channels must have: a register of the narrowest set */
    uint8_t most_rows[4];               /* of the largest tile that takes 16 bytes of a row, */
    uint8_t wide_rows[4], wide_cols[4]; /* and of one that takes more; 0: there is none */
    uint8_t least_rows, least_cols;     /* of a plane that tiles move faster than words: their number */
} permkern_vector_set;

/* Each set of this build. */
#define PERMKERN_DECLARE_SET(name) extern const permkern_vector_set permkern_##name;
PERMKERN_HOST_SETS(PERMKERN_DECLARE_SET)

/* For units of bytes, and on AVX-512 of 2 and 4 bytes (src/vector/small.c). */
permkern_small permkern_small8;
#ifdef PERMKERN_X86
permkern_small permkern_small16_avx512, permkern_small32_avx512;
#endif

/*
 * 1: there are registers for the addresses of all columns of a tile. They are loaded before the first store, which
 * could change them for all that compilers know.
 */
#define PERMKERN_PLACES_FIRST (PERMKERN_CORE != PERMKERN_CORE_X86)

/* The sets of this build as elements of an array, the narrowest first. */
#define PERMKERN_SET_ADDRESS(name) &permkern_##name,
#define PERMKERN_SET_ADDRESSES PERMKERN_HOST_SETS(PERMKERN_SET_ADDRESS)

/*
 * Log2 of the rows of a work's strips. The largest fill a cache line of each column, by several registers if need be;
 * these take half of them where rows would displace each other in the cache.
 */
static inline unsigned permkern_strip_rows(const permkern_vector_set *set, unsigned shift, size_t in_stride)
{
    const unsigned most = set->most_rows[shift];
    const bool several = (size_t)1 << (most + shift) > set->bytes;
    return several && permkern_crowds(in_stride, (size_t)1 << most) ? most - 1 : most;
}

/* What copies runs of so many bytes: the widest set whose registers they fill, or words. */
static inline permkern_run_move *permkern_copy_of(const permkern_vector_set *set, size_t bytes)
{
    while (set != NULL && bytes < set->bytes) {
        set = set->narrower;
    }
    return set == NULL ? permkern_runs : set->copy;
}

/*
 * The function that moves a strip of 1 << rows rows in tiles of 1 << cols columns, or else of fewer: that of the widest
 * set that has one. regular: see permkern_strip.
 */
permkern_strip *permkern_find_strip(const permkern_vector_set *widest, unsigned shift, unsigned rows, unsigned cols,
                                    bool regular);

/*
 * Where lines would displace each other in the cache, runs go through a buffer: so many, of so many bytes, and an odd
 * number of cache lines apart.
 */
#define PERMKERN_BUFFER_RUNS 64U
#define PERMKERN_BUFFER_BYTES 256U
#define PERMKERN_BUFFER_PITCH (PERMKERN_BUFFER_BYTES + PERMKERN_CACHE_LINE)

/* The axes around what is moved at once: one at least, of extent 1 if there is none. */
typedef struct {
    unsigned rank;
    permkern_axis axis[PERMKERN_MAX_RANK];
} permkern_outer;

/*
 * Fills in the axes whose bit in `taken` is 0, far steps outermost, so that what is walked last lies close together. Of
 * an axis's two steps the lesser counts, whichever way they go: caches are good to the side that stays near.
 */
void permkern_order_outer(permkern_outer *o, const permkern_axis *axis, unsigned rank, unsigned taken);

#define PERMKERN_BLOCK_BYTES 96U /* the most that a block has */

/* Moves a work of small blocks; returns false, with nothing moved, if it has none, or tiles move them faster. */
bool permkern_vector_blocks(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const uint8_t *in,
                            uint8_t *out);

/* Moves a work of runs of 3, 5 to 7 or 9 to 15 bytes; returns false, with nothing moved, if they are no planes. */
bool permkern_vector_short(const permkern_vector_set *set, const permkern_axis *axis, unsigned rank, size_t bytes,
                           const uint8_t *in, uint8_t *out);

/* Moves planes of channels: splits or joins them. Columns are along axis `cols`. */
void permkern_move_channels(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, unsigned cols,
                            bool splits, const uint8_t *in, uint8_t *out);

/* Moves a work of rank 2 or more whose innermost axis moves. Both sides are contiguous along their innermost axes. */
void permkern_vector_tile(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const void *in,
                          void *out);

/*
 * Moves a work by tiles, or by words if it has few rows or columns. Rows are along the last axis, columns along axis
 * `cols`. all: the bytes of the work, or of all that it is a part of.
 */
void permkern_vector_planes(const permkern_vector_set *set, const permkern_axis *axis, unsigned rank, unsigned shift,
                            unsigned cols, size_t all, const uint8_t *in, uint8_t *out);

/* The same by way of buffers; returns false, with nothing moved, if its lines do not displace each other in caches. */
bool permkern_vector_slabs(const permkern_vector_set *set, const permkern_axis *axis, unsigned rank, unsigned shift,
                           unsigned cols, size_t all, const uint8_t *in, uint8_t *out);

/* The low bits of all addresses of columns. Rows are along the last axis. */
size_t permkern_column_places(const permkern_axis *axis, unsigned rank, const uint8_t *out);

/* True if the tiles of a work of so many bytes are stored past the caches. places: of its columns. */
bool permkern_streams_tiles(const permkern_vector_set *set, unsigned shift, size_t all, size_t places);

/* Moves a work whose innermost axis stays. It is contiguous along it, in either direction. */
void permkern_vector_runs(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const void *in,
                          void *out);

#ifdef PERMKERN_X86
/* The level that follows from edx of CPUID's leaf 1, XCR0, and ebx of leaf 7. */
uint32_t permkern_cpu_of(uint32_t leaf1_d, uint32_t saved, uint32_t leaf7_b);

/* The word of the running CPU, by asking it. */
uint32_t permkern_ask_cpu(void);

/* Bytes of a cache that ebx and ecx of CPUID describe, in leaf 4 (Intel) or leaf 0x8000001d (AMD). */
size_t permkern_cache_of(uint32_t ebx, uint32_t ecx);

/*
 * What the word has of caches, by the bytes of the last one that each of the two leaves lists; 0: it lists none. CPUs
 * of Intel gain by fetching lines for writing, those of AMD lose.
 */
uint32_t permkern_caches_of(size_t of_intel, size_t of_amd);

/* The bytes of the running CPU's last-level cache; SIZE_MAX: not known. */
static inline size_t permkern_cache_bytes(void)
{
    const size_t units = __atomic_load_n(&permkern_cpu, __ATOMIC_RELAXED) >> PERMKERN_CPU_CACHE_BIT;
    return units == 0 ? SIZE_MAX : units << 16;
}

static inline bool permkern_fetches_lines(void)
{
    return (__atomic_load_n(&permkern_cpu, __ATOMIC_RELAXED) & PERMKERN_CPU_FETCHES) != 0;
}

/*
 * Fetches a line that will be written, if there is one: it may be behind the output's end. Processors without PREFETCHW
 * take it for no operation.
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

/* No set has stores past the caches here, and no CPU is known to gain by fetching lines. */
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

/* The compiler's options say which sets the CPU has: all of this build's. */
static inline const permkern_vector_set *permkern_best_set(void)
{
    static const permkern_vector_set *const sets[] = {PERMKERN_SET_ADDRESSES};
    return sets[sizeof sets / sizeof sets[0] - 1];
}
#endif

/* The running CPU's function for an index of units of 1 << unit bytes; NULL: none. */
static inline permkern_small *permkern_vector_small_of(unsigned unit)
{
    const permkern_vector_set *const set = permkern_best_set();
    return set != NULL ? set->small[unit] : NULL;
}

#endif /* PERMKERN_VECTOR */

#endif /* PERMKERN_VECTOR_SET_H */
