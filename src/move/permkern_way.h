/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a plane, out[c][r] = in[r][c], is moved. Words, firmware vectors and host vectors all ask permkern_way_of, and
 * describe their code in permkern_ways. Not installed.
 */
#ifndef PERMKERN_WAY_H
#define PERMKERN_WAY_H

#include "base/permkern_axis.h"
#include "base/permkern_compiler.h"
#include "move/permkern_lines.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The route for a plane. Rows are contiguous in the input, columns in the output. */
typedef enum {
    PERMKERN_WAY_ROWS,            /* lines: reads each row in order, writes it with a stride */
    PERMKERN_WAY_COLUMNS,         /* lines: reads each column with a stride, writes it in order */
    PERMKERN_WAY_SPLIT,           /* channels next to each other in the input become columns */
    PERMKERN_WAY_JOIN,            /* rows become channels next to each other in the output */
    PERMKERN_WAY_TILES,           /* whole tiles */
    PERMKERN_WAY_TILES_AND_LINES, /* whole tiles, then lines for the rows and columns left */
    PERMKERN_WAY_FEW_TILES        /* up to four tiles in each direction; the last ones overlap */
} permkern_way;

/* Channel counts that may have code. */
#define PERMKERN_CHANNELS_2 (1U << 2)
#define PERMKERN_CHANNELS_3 (1U << 3)
#define PERMKERN_CHANNELS_4 (1U << 4)
#define PERMKERN_CHANNELS_8 (1U << 8)
#define PERMKERN_CHANNELS_16 (1U << 16)

/* The code for planes with one element width. */
typedef struct {
    uint8_t shift;     /* log2 of an element's bytes */
    uint8_t tile;      /* least rows and columns for tiles, a power of two up to 16; 0: no tiles */
    uint8_t pixels;    /* least pixels for channels */
    uint32_t channels; /* channel counts with code, PERMKERN_CHANNELS_... */
    bool few;          /* overlapping tiles have code */
} permkern_ways;

/* The functions below are inlined everywhere, so that compilers drop code that permkern_ways excludes. */

/* True if n channels have code. Written out, so that compilers know n afterwards. */
PERMKERN_INLINE bool permkern_has_channels(const permkern_ways *can, size_t n)
{
    return ((can->channels & PERMKERN_CHANNELS_3) != 0 && n == 3) ||
           ((can->channels & PERMKERN_CHANNELS_2) != 0 && n == 2) ||
           ((can->channels & PERMKERN_CHANNELS_4) != 0 && n == 4) ||
           ((can->channels & PERMKERN_CHANNELS_8) != 0 && n == 8) ||
           ((can->channels & PERMKERN_CHANNELS_16) != 0 && n == 16);
}

/*
 * True if `lines` channels have code and leave no gap. stride: bytes from pixel to pixel. The channel count is tested
 * first if few counts have code, because it is then the rarest condition.
 */
PERMKERN_INLINE bool permkern_are_channels(const permkern_ways *can, size_t lines, size_t stride, size_t pixels)
{
    if (can->channels >> 4 == 0) {
        return permkern_has_channels(can, lines) && stride == lines << can->shift && pixels >= can->pixels;
    }
    return pixels >= can->pixels && stride == lines << can->shift && permkern_has_channels(can, lines);
}

/* True if a plane is large enough for tiles and their words fit. */
PERMKERN_INLINE bool permkern_has_tiles(const permkern_ways *can, size_t rows, size_t cols, bool tiles_fit)
{
    return can->tile != 0 && rows >= can->tile && cols >= can->tile && tiles_fit;
}

/* Lines follow the longer axis. */
PERMKERN_INLINE permkern_way permkern_lines_way(size_t rows, size_t cols)
{
    return permkern_runs_down(rows, cols) ? PERMKERN_WAY_COLUMNS : PERMKERN_WAY_ROWS;
}

/* Returns the first line of the next 4-line tile: at + 4, but at most `last`. at <= last. */
PERMKERN_INLINE size_t permkern_next_tile(size_t at, size_t last)
{
    return last - at < 4 ? last : at + 4;
}

/*
 * Chooses for a plane with tiles: whole tiles alone if they cover it. A few tiles overlap, unless they would move over
 * 1.6 times the elements (8 bits: 2 times): then lines take fewer instructions.
 */
PERMKERN_INLINE permkern_way permkern_tiles_way(const permkern_ways *can, size_t rows, size_t cols)
{
    const size_t by = can->tile;
    if (((rows | cols) & (by - 1)) == 0) {
        return PERMKERN_WAY_TILES;
    }
    if (!can->few || rows > 4 * by || cols > 4 * by) {
        return PERMKERN_WAY_TILES_AND_LINES;
    }
    const size_t moved = ((rows + by - 1) & ~(by - 1)) * ((cols + by - 1) & ~(by - 1));
    return 5 * moved <= (can->shift == 0 ? 10 : 8) * rows * cols ? PERMKERN_WAY_FEW_TILES
                                                                 : permkern_lines_way(rows, cols);
}

/*
 * Chooses the route for a plane of rows x cols elements: channels, tiles or lines. Strides are in bytes. tiles_fit: no
 * tile word would be misaligned for the target. Most planes move by tiles, which are tested first if every channel
 * count is below the tile size.
 */
PERMKERN_INLINE permkern_way permkern_way_of(const permkern_ways *can, size_t rows, size_t cols, size_t in_stride,
                                             size_t out_stride, bool tiles_fit)
{
    const bool tiles_first = can->channels >> can->tile == 0;
    if (tiles_first && permkern_has_tiles(can, rows, cols, tiles_fit)) {
        return permkern_tiles_way(can, rows, cols);
    }
    if (permkern_are_channels(can, cols, in_stride, rows)) {
        return PERMKERN_WAY_SPLIT;
    }
    if (permkern_are_channels(can, rows, out_stride, cols)) {
        return PERMKERN_WAY_JOIN;
    }
    if (!tiles_first && permkern_has_tiles(can, rows, cols, tiles_fit)) {
        return permkern_tiles_way(can, rows, cols);
    }
    return permkern_lines_way(rows, cols);
}

/* The word code for planes. Elements have 1 << shift bytes. Without strips, 32-bit tiles take more than lines. */
PERMKERN_INLINE permkern_ways permkern_word_ways(unsigned shift)
{
    const uint8_t size = (uint8_t)shift; /* narrow: at most 3 */
    const uint8_t tile = PERMKERN_STRIPS || shift != 2 ? 4 : 0;
    const permkern_ways can = {size, tile, 0, PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3,
                               PERMKERN_UNALIGNED && shift < 2};
    return can;
}

/* 1: small planes of 8 and 16 bits move in blocks (move/blocks.h). */
#define PERMKERN_BLOCKS (PERMKERN_UNALIGNED && !PERMKERN_PLANE8)

/* The axes of the three innermost loops, outermost first. A number that is no axis: the loop has one iteration. */
typedef struct {
    unsigned third, across, along;
} permkern_inner;

/* Returns the axes for planes, and the longest other axis. */
static inline permkern_inner permkern_planes_of(const permkern_axis *axis, unsigned rank)
{
    permkern_inner planes = {rank, permkern_inner_axis(axis, rank), rank - 1};
    size_t longest = 0;
    for (unsigned k = rank - 1; k-- > 0;) {
        if (k != planes.across && axis[k].extent > longest) {
            planes.third = k;
            longest = axis[k].extent;
        }
    }
    return planes;
}

/* How a work with several planes moves. Blocks: four rows by four columns, or four pixels, along a third axis. */
typedef enum { PERMKERN_BY_LINES, PERMKERN_BY_BLOCKS, PERMKERN_BY_PLANES } permkern_by;

/* Chooses what takes the fewest instructions. way: a plane's, of rows x cols elements. third: longest other extent. */
PERMKERN_INLINE permkern_by permkern_by_way(permkern_way way, size_t rows, size_t cols, size_t third, unsigned shift)
{
    const size_t both = rows + cols;
    (void)third;
    if (PERMKERN_BLOCKS && shift < 2 && third >= 4 && both >= 7 &&
        (way == PERMKERN_WAY_FEW_TILES || (way == PERMKERN_WAY_TILES && third >= 8 && both <= (shift == 0 ? 24 : 12)) ||
         (way > PERMKERN_WAY_COLUMNS && way < PERMKERN_WAY_TILES && both <= 20))) {
        return PERMKERN_BY_BLOCKS;
    }
    const size_t long_lines = PERMKERN_NEAR_LINES ? PERMKERN_LONG_LINE : 2 * PERMKERN_LONG_LINE;
    const size_t least = way <= PERMKERN_WAY_COLUMNS ? long_lines : shift < 2 ? 15U : 24U;
    return both >= least ? PERMKERN_BY_PLANES : PERMKERN_BY_LINES;
}

/* ---- reversed runs ---- */

/* Up to this many elements, lines along another axis take fewer instructions than a reversed run. */
#define PERMKERN_SHORT_RUN 16U

/*
 * Returns the size of the unit whose order is reversed: an element, or a 3-byte pixel whose bytes are the innermost
 * axis. The reversed axis is innermost on both sides, except for a pixel's bytes. 0: nothing is reversed, or only a
 * short run.
 */
static inline size_t permkern_reverses(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    const permkern_axis *const last = &axis[rank - 1];
    const bool pixel = rank > 1 && permkern_is_run(last, shift) && last->extent << shift == 3;
    const permkern_axis *const along = &axis[rank - (pixel ? 2 : 1)];
    const size_t bytes = pixel ? 3 : (size_t)1 << shift;
    const bool is_long = PERMKERN_VECTOR || rank == 1 || pixel || along->extent > PERMKERN_SHORT_RUN;
    return is_long && along->in_stride == 0 - bytes && along->out_stride == bytes ? bytes : 0;
}

/* ---- the generic routine of profile speed ---- */

/* True if no plane has a misaligned tile word, or the target needs no alignment. */
static inline bool permkern_tiles_fit(const permkern_axis *axis, unsigned rank, unsigned shift, const void *in,
                                      const void *out)
{
#if PERMKERN_UNALIGNED
    (void)axis, (void)rank, (void)shift, (void)in, (void)out;
    return true;
#else
    const size_t size = (size_t)1 << shift;
    uintptr_t places = (uintptr_t)in | (uintptr_t)out;
    if (shift >= 2) {
        return true;
    }
    for (unsigned k = 0; k < rank; k++) {
        places |= axis[k].in_stride == size ? 0 : axis[k].in_stride;
        places |= axis[k].out_stride == size ? 0 : axis[k].out_stride;
    }
    return (places & 3U) == 0;
#endif
}

/* permkern_by_way for the generic routine. Planes: if they have a kernel. tiles_fit: from permkern_tiles_fit. */
static inline permkern_by permkern_by_of(const permkern_axis *axis, unsigned rank, unsigned shift, bool tiles_fit)
{
    const size_t size = (size_t)1 << shift;
    const permkern_axis *const row = &axis[rank - 1];
    const permkern_axis *const col = &axis[permkern_inner_axis(axis, rank)];
    const permkern_ways can = permkern_word_ways(shift);
    if (row == col || col->in_stride != size || row->out_stride != size) {
        return PERMKERN_BY_LINES;
    }
    const permkern_way way =
        permkern_way_of(&can, row->extent, col->extent, row->in_stride, col->out_stride, tiles_fit);
    const size_t third = PERMKERN_BLOCKS && rank > 2 && way > PERMKERN_WAY_COLUMNS
                             ? axis[permkern_planes_of(axis, rank).third].extent
                             : 1;
    return permkern_by_way(way, row->extent, col->extent, third, shift);
}

/*
 * Returns the axes for lines. Lines are runs if the innermost axis is contiguous on both sides. Otherwise they go along
 * the longest axis, and across the longest other one. PERMKERN_LONG_LINE elements are long enough: among longer axes
 * the innermost wins, which makes writes as sequential as strides allow.
 */
static inline permkern_inner permkern_lines_of(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    permkern_inner lines = {rank - 1, rank, rank - 1};
    size_t along = permkern_is_run(&axis[rank - 1], shift) ? PERMKERN_LONG_LINE : 0;
    size_t across = 0;
    for (unsigned k = rank; k-- > 0;) {
        const size_t length = axis[k].extent < PERMKERN_LONG_LINE ? axis[k].extent : PERMKERN_LONG_LINE;
        if (length > along) {
            lines.across = k == rank - 1 ? rank : lines.along;
            across = along;
            lines.along = k;
            along = length;
        } else if (length > across && k != rank - 1) {
            lines.across = k;
            across = length;
        }
    }
    while (lines.third == lines.along || lines.third == lines.across) {
        lines.third--;
    }
    return lines;
}

/* ---- host caches: docs/performance.md has the measurement for each rule ---- */

/* Bytes in a cache line, and lines in each cache set, for a first-level cache with 64 sets. */
#define PERMKERN_CACHE_LINE 64U
#define PERMKERN_CACHE_WAYS 8U

/* Returns how many cache sets, 1 to 64, hold lines that are `stride` bytes apart. */
static inline size_t permkern_cache_sets(size_t stride)
{
    size_t sets = 64;
    for (; stride % (2 * PERMKERN_CACHE_LINE) == 0 && sets > 1; stride /= 2) {
        sets /= 2;
    }
    return sets;
}

/* True if `lines` cache lines, `stride` bytes apart, evict each other from the first-level cache. */
static inline bool permkern_crowds(size_t stride, size_t lines)
{
    return permkern_cache_sets(stride) * PERMKERN_CACHE_WAYS < lines;
}

/*
 * True if tiles are stored past the caches. All columns must lie alike in cache lines. Input and output must fill half
 * of the last-level cache; other data may use the other half. This output would not stay in the cache anyway, and a
 * line stored past the caches need not be read first. last_level: the cache's bytes.
 */
static inline bool permkern_streams(size_t out_bytes, size_t last_level, size_t places)
{
    return out_bytes >= last_level / 4 && places % PERMKERN_CACHE_LINE == 0;
}

/*
 * permkern_streams for runs of `bytes` bytes. Caches cope longer with sequential access: up to three quarters of the
 * cache. Short runs do not stream: below 512 bytes if runs are whole lines, below 1024 if two runs share a line.
 */
static inline bool permkern_streams_runs(size_t out_bytes, size_t last_level, size_t bytes, size_t places)
{
    return out_bytes > last_level / 8 * 3 && bytes >= ((places | bytes) % PERMKERN_CACHE_LINE == 0 ? 512U : 1024U);
}

#endif /* PERMKERN_WAY_H */
