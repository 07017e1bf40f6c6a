/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a plane, out[c][r] = in[r][c], is moved. Whatever moves planes asks permkern_way_of and does what it says: words,
 * vectors of firmware, vectors of hosts. They differ by data: what code they have. Not installed.
 */
#ifndef PERMKERN_WAY_H
#define PERMKERN_WAY_H

#include "base/permkern_axis.h"
#include "base/permkern_compiler.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The way of a plane. Rows are contiguous in the input, columns in the output. */
typedef enum {
    PERMKERN_WAY_ROWS,            /* lines: each row is read in order and written with a stride */
    PERMKERN_WAY_COLUMNS,         /* lines: each column is read with a stride and written in order */
    PERMKERN_WAY_SPLIT,           /* channels that lie side by side in the input become columns */
    PERMKERN_WAY_JOIN,            /* rows become channels that lie side by side in the output */
    PERMKERN_WAY_TILES,           /* whole tiles */
    PERMKERN_WAY_TILES_AND_LINES, /* whole tiles, and rows or columns that they leave over */
    PERMKERN_WAY_FEW_TILES        /* up to four tiles each way, of which the last lie over others in part */
} permkern_way;

/* Numbers of channels for which there may be code. */
#define PERMKERN_CHANNELS_2 (1U << 2)
#define PERMKERN_CHANNELS_3 (1U << 3)
#define PERMKERN_CHANNELS_4 (1U << 4)
#define PERMKERN_CHANNELS_8 (1U << 8)
#define PERMKERN_CHANNELS_16 (1U << 16)

/* What code there is for planes of one element width. */
typedef struct {
    uint8_t shift;     /* log2 of the element's bytes */
    uint8_t tile;      /* rows and columns that a plane must have for tiles, a power of two up to 16; 0: no tiles */
    uint8_t pixels;    /* pixels that a plane must have for channels */
    uint32_t channels; /* PERMKERN_CHANNELS_... for which there is code */
    bool few;          /* there is code for few tiles that lie over each other */
} permkern_ways;

/* What follows is inlined everywhere, so that compilers see what the data exclude. */

/* True if there is code for n channels. Written out, so that compilers know n afterwards. */
PERMKERN_INLINE bool permkern_has_channels(const permkern_ways *can, size_t n)
{
    return ((can->channels & PERMKERN_CHANNELS_3) != 0 && n == 3) ||
           ((can->channels & PERMKERN_CHANNELS_2) != 0 && n == 2) ||
           ((can->channels & PERMKERN_CHANNELS_4) != 0 && n == 4) ||
           ((can->channels & PERMKERN_CHANNELS_8) != 0 && n == 8) ||
           ((can->channels & PERMKERN_CHANNELS_16) != 0 && n == 16);
}

/*
 * True if so many lines, `stride` bytes apart where they are channels, leave no gap there and have code. What is rarest
 * is asked first: a number of channels, or, where there is code for many numbers, pixels without a gap.
 */
PERMKERN_INLINE bool permkern_are_channels(const permkern_ways *can, size_t lines, size_t stride, size_t pixels)
{
    if (can->channels >> 4 == 0) {
        return permkern_has_channels(can, lines) && stride == lines << can->shift && pixels >= can->pixels;
    }
    return pixels >= can->pixels && stride == lines << can->shift && permkern_has_channels(can, lines);
}

/* True if a plane is large enough for tiles, whose words fit. */
PERMKERN_INLINE bool permkern_has_tiles(const permkern_ways *can, size_t rows, size_t cols, bool tiles_fit)
{
    return can->tile != 0 && rows >= can->tile && cols >= can->tile && tiles_fit;
}

/* Where the next tile of four begins: behind the one at `at`, but no later than `last`, which is no less. */
PERMKERN_INLINE size_t permkern_next_tile(size_t at, size_t last)
{
    return last - at < 4 ? last : at + 4;
}

/* The way of a plane of tiles: whether they cover all of it. */
PERMKERN_INLINE permkern_way permkern_tiles_way(const permkern_ways *can, size_t rows, size_t cols)
{
    if (((rows | cols) & (can->tile - 1U)) == 0) {
        return PERMKERN_WAY_TILES;
    }
    return can->few && rows <= 4U * can->tile && cols <= 4U * can->tile ? PERMKERN_WAY_FEW_TILES
                                                                        : PERMKERN_WAY_TILES_AND_LINES;
}

/*
 * The way of a plane of rows x cols elements, whose strides are in bytes: channels before tiles, tiles before lines.
 * tiles_fit: no word of a tile would be misaligned for the target. Where all numbers of channels are below those of a
 * tile's rows and columns, no plane is both, and tiles are asked for first, as most planes are tiles.
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
    return permkern_runs_down(rows, cols) ? PERMKERN_WAY_COLUMNS : PERMKERN_WAY_ROWS;
}

/* What words can do for planes of elements of 1 << shift bytes. */
PERMKERN_INLINE permkern_ways permkern_word_ways(unsigned shift)
{
    const uint8_t size = (uint8_t)shift; /* narrow: at most 3 */
    const permkern_ways can = {size, 4, 0, PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3, PERMKERN_UNALIGNED && shift < 2};
    return can;
}

/* Elements after which a longer line saves next to nothing. */
#define PERMKERN_LONG_LINE 16U

/* True if words move planes one after the other. Else lines across several small planes take fewer instructions. */
PERMKERN_INLINE bool permkern_plane_pays(permkern_way way, size_t rows, size_t cols, unsigned shift)
{
    return rows + cols >= (way <= PERMKERN_WAY_COLUMNS ? 2 * PERMKERN_LONG_LINE : shift < 2 ? 15U : 24U);
}

/* ---- runs that are reversed ---- */

/* The most elements of a run that lines of another axis reverse in fewer instructions than the run itself. */
#define PERMKERN_SHORT_RUN 16U

/*
 * The bytes of what changes its order, where both sides have the same innermost axis and it runs backwards: an element,
 * or a pixel of three bytes, whose own bytes are the innermost axis. 0: nothing does, or along a short run.
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

/* True if no word of a tile of any plane is misaligned, on a target that traps then. */
static inline bool permkern_tiles_fit(const permkern_axis *axis, unsigned rank, unsigned shift, const void *in,
                                      const void *out)
{
    const size_t size = (size_t)1 << shift;
    uintptr_t places = (uintptr_t)in | (uintptr_t)out;
    if (PERMKERN_UNALIGNED || shift >= 2) {
        return true;
    }
    for (unsigned k = 0; k < rank; k++) {
        places |= axis[k].in_stride == size ? 0 : axis[k].in_stride;
        places |= axis[k].out_stride == size ? 0 : axis[k].out_stride;
    }
    return (places & 3U) == 0;
}

/*
 * True if the generic routine moves planes, the innermost axes of both sides, one after the other: where there is a
 * kernel for planes. Else it moves lines.
 */
static inline bool permkern_by_planes(const permkern_axis *axis, unsigned rank, unsigned shift, bool tiles_fit)
{
    const size_t size = (size_t)1 << shift;
    const permkern_axis *const row = &axis[rank - 1];
    const permkern_axis *const col = &axis[permkern_inner_axis(axis, rank)];
    const permkern_ways can = permkern_word_ways(shift);
    if (row == col || col->in_stride != size || row->out_stride != size) {
        return false;
    }
    const permkern_way way =
        permkern_way_of(&can, row->extent, col->extent, row->in_stride, col->out_stride, tiles_fit);
    return permkern_plane_pays(way, row->extent, col->extent, shift);
}

/* The axes of lines, and of the several lines that are moved at once: the same if the work has one axis. */
typedef struct {
    unsigned along, across;
} permkern_lines;

/*
 * Lines are runs where the innermost axis is contiguous on both sides, and else along the longest axis; across them
 * goes the longest of the others. Of several that are long enough, the innermost, so that writes are as sequential as
 * strides allow.
 */
static inline permkern_lines permkern_lines_of(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    permkern_lines lines = {rank - 1, rank - 1};
    size_t along = permkern_is_run(&axis[rank - 1], shift) ? PERMKERN_LONG_LINE : 0;
    size_t across = 0;
    for (unsigned k = rank; k-- > 0;) {
        const size_t length = axis[k].extent < PERMKERN_LONG_LINE ? axis[k].extent : PERMKERN_LONG_LINE;
        if (length > along) {
            lines.across = lines.along;
            across = along;
            lines.along = k;
            along = length;
        } else if (length > across && k != rank - 1) {
            lines.across = k;
            across = length;
        }
    }
    return lines;
}

/* ---- caches of hosts: docs/performance.md has the measurement behind each rule ---- */

/* Bytes of a cache line, and the lines of each set of a first-level cache of 64 sets. */
#define PERMKERN_CACHE_LINE 64U
#define PERMKERN_CACHE_WAYS 8U

/* How many of the 64 sets lines fall into that are so many bytes apart. */
static inline size_t permkern_cache_sets(size_t stride)
{
    size_t sets = 64;
    for (; stride % (2 * PERMKERN_CACHE_LINE) == 0 && sets > 1; stride /= 2) {
        sets /= 2;
    }
    return sets;
}

/* True if so many lines, this far apart, evict each other from the first-level cache. */
static inline bool permkern_crowds(size_t stride, size_t lines)
{
    return permkern_cache_sets(stride) * PERMKERN_CACHE_WAYS < lines;
}

/*
 * True if tiles of many columns are taken. Their lines must not crowd into few sets: two lines to each at most. And if
 * they store but a part of a line at once, a line would be written twice where columns begin at lines, in which case
 * other tiles store it whole. column_bytes: of a tile's column; places: the bits of all addresses of columns.
 */
static inline bool permkern_takes_wide(size_t out_stride, size_t cols, size_t column_bytes, size_t places)
{
    return cols <= 2 * permkern_cache_sets(out_stride) &&
           (column_bytes >= PERMKERN_CACHE_LINE || places % PERMKERN_CACHE_LINE != 0);
}

/*
 * True if the lines that the next strip will write are fetched ahead, on a CPU that gains by it: not for bytes that are
 * stored to whole lines, where there is more to shuffle than to wait for.
 */
static inline bool permkern_fetches_ahead(unsigned shift, size_t places)
{
    return shift != 0 || places % PERMKERN_CACHE_LINE != 0;
}

/*
 * True if tiles are stored past the caches: input and output would fill more than half of the last-level cache, the
 * other half of which others may use, and every column begins at a cache line. Such an output does not stay there
 * anyway, and a line that is written past the caches need not be read first. last_level: the cache's bytes.
 */
static inline bool permkern_streams(size_t out_bytes, size_t last_level, size_t places)
{
    return out_bytes > last_level / 4 && places % PERMKERN_CACHE_LINE == 0;
}

/*
 * The same for runs of `bytes` bytes, which are read and written in order: caches are good to that for longer. Shorter
 * runs are left to them: runs of whole lines, and others, of which two share a line.
 */
static inline bool permkern_streams_runs(size_t out_bytes, size_t last_level, size_t bytes, size_t places)
{
    return out_bytes > last_level / 8 * 3 && bytes >= ((places | bytes) % PERMKERN_CACHE_LINE == 0 ? 512U : 1024U);
}

#endif /* PERMKERN_WAY_H */
