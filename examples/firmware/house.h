/* SPDX-License-Identifier: BSD-3-Clause */
/* An RGB565 picture whose orientation is visible: a house under the sun. */
#ifndef PERMKERN_EXAMPLE_HOUSE_H
#define PERMKERN_EXAMPLE_HOUSE_H

#include <stdint.h>

#define ROWS 120
#define COLUMNS 160

static inline uint16_t colour(int red, int green, int blue)
{
    return (uint16_t)(red >> 3 << 11 | green >> 2 << 5 | blue >> 3);
}

static inline uint16_t house(int row, int column)
{
    const int from_sun = (row - 26) * (row - 26) + (column - 34) * (column - 34);
    const int from_roof = column < 104 ? 104 - column : column - 104;
    if (from_sun < 18 * 18) {
        return colour(255, 210, 40);
    }
    if (row >= 72 && row < 104 && column >= 116 && column < 128) {
        return colour(90, 50, 30); /* the door */
    }
    if (row >= 64 && row < 104 && column >= 76 && column < 132) {
        return colour(235, 220, 190); /* a wall */
    }
    if (row >= 34 && row < 64 && from_roof < row - 32) {
        return colour(190, 60, 50); /* the roof */
    }
    return row < 104 ? colour(90 + row, 150 + row / 2, 240) : colour(50, 120 + (column & 15), 50);
}

#endif /* PERMKERN_EXAMPLE_HOUSE_H */
