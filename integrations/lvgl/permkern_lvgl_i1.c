/* SPDX-License-Identifier: BSD-3-Clause */
/* LVGL's pictures of one bit. The first pixel of a byte is its highest bit. */
#include "permkern_lvgl.h"

#include "permkern.h"

#include <stddef.h>

bool permkern_lvgl_i1_to_vtiled(const void *buf, uint32_t buf_size, uint32_t width, uint32_t height, void *out_buf,
                                uint32_t out_buf_size, bool bit_order_lsb)
{
    permkern_bit_plane plane = {.rows = height, .cols = width, .in_row = width / 8, .out_col = height / 8};
    plane.out_page = 1;
    plane.in_capacity = buf_size;
    plane.out_capacity = out_buf_size;
    plane.in_msb = true;
    plane.out_msb = !bit_order_lsb;
    if (width % 8 != 0 || height % 8 != 0 || width == 0 || height == 0 ||
        permkern_bits8x8(&plane, buf, out_buf) != PERMKERN_OK) {
        return false;
    }
    for (size_t k = (size_t)width / 8 * height; k < out_buf_size; k++) {
        ((uint8_t *)out_buf)[k] = 0;
    }
    return true;
}

/* Reverses the bits of a byte. */
static unsigned reversed(unsigned byte)
{
    byte = (byte & 0x0fU) << 4 | byte >> 4;
    byte = (byte & 0x33U) << 2 | (byte >> 2 & 0x33U);
    return (byte & 0x55U) << 1 | (byte >> 1 & 0x55U);
}

/* Turns by 180 degrees. Bits after a row's last pixel come first in the reversed row, and are shifted out. */
static bool turn_half(const permkern_bit_plane *plane, const uint8_t *src, uint8_t *dest)
{
    const size_t bytes = (plane->cols + 7) / 8;
    const size_t over = 8 * bytes - plane->cols;
    const size_t from = (plane->rows - 1) * plane->in_row;
    const size_t to = (plane->rows - 1) * plane->out_col;
    if ((plane->rows > 1 && (plane->in_row < bytes || plane->out_col < bytes)) ||
        permkern_check_gaps(src, SIZE_MAX, from + bytes, dest, SIZE_MAX, to + bytes, 1) != PERMKERN_OK) {
        return false;
    }
    for (size_t y = 0; y < plane->rows; y++) {
        const uint8_t *const row = src + (from - y * plane->in_row);
        uint8_t *const turned = dest + y * plane->out_col;
        unsigned byte = reversed(row[bytes - 1]);
        for (size_t x = 0; x < bytes; x++) {
            const unsigned next = x + 1 < bytes ? reversed(row[bytes - 2 - x]) : 0;
            turned[x] = (uint8_t)(byte << over | next >> (8 - over)); /* narrow: a byte of it */
            byte = next;
        }
    }
    return true;
}

bool permkern_lvgl_i1_rotate(const void *src, void *dest, int32_t width, int32_t height, int32_t src_stride,
                             int32_t dest_stride, int32_t degrees)
{
    permkern_bit_plane plane = {.rows = (size_t)height, .cols = (size_t)width, .out_page = 1};
    plane.in_row = (size_t)src_stride;
    plane.out_col = (size_t)dest_stride;
    plane.in_capacity = plane.out_capacity = SIZE_MAX;
    plane.in_msb = plane.out_msb = true;
    plane.flip_rows = degrees == 270;
    plane.flip_cols = degrees == 90;
    if (width < 1 || height < 1 || src_stride < 1 || dest_stride < 1) {
        return false;
    }
    return degrees == 180 ? turn_half(&plane, src, dest) : permkern_bits8x8(&plane, src, dest) == PERMKERN_OK;
}
