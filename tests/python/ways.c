/* SPDX-License-Identifier: BSD-3-Clause */
/* What src/move/permkern_way.h decides, as functions that test_ways.py calls. */
#include "move/permkern_way.h"

/* Planes that are asked for: extents from 1 on, and gaps, in elements, behind rows of the input and columns. */
typedef struct {
    size_t most;
    size_t gap[4];
} ways_planes;

void ways_of(const permkern_ways *can, const ways_planes *planes, uint8_t *way);
unsigned ways_inner(const permkern_axis *axis, unsigned rank, unsigned shift, bool has_plane, bool tiles_fit);

/* The way of each plane; the last loop is innermost. */
void ways_of(const permkern_ways *can, const ways_planes *planes, uint8_t *way)
{
    for (size_t rows = 1; rows <= planes->most; rows++) {
        for (size_t cols = 1; cols <= planes->most; cols++) {
            for (unsigned in_gap = 0; in_gap < 4; in_gap++) {
                for (unsigned out_gap = 0; out_gap < 4; out_gap++) {
                    const size_t in_stride = (cols + planes->gap[in_gap]) << can->shift;
                    const size_t out_stride = (rows + planes->gap[out_gap]) << can->shift;
                    *way++ = (uint8_t)permkern_way_of(can, rows, cols, in_stride, out_stride, false);
                    *way++ = (uint8_t)permkern_way_of(can, rows, cols, in_stride, out_stride, true);
                }
            }
        }
    }
}

/* Both axes in four bits each, then whether they are a plane. */
unsigned ways_inner(const permkern_axis *axis, unsigned rank, unsigned shift, bool has_plane, bool tiles_fit)
{
    if (has_plane && permkern_by_planes(axis, rank, shift, tiles_fit)) {
        return permkern_inner_axis(axis, rank) | (rank - 1) << 4 | 1U << 8;
    }
    const permkern_lines lines = permkern_lines_of(axis, rank, shift);
    return lines.across | lines.along << 4;
}
