/* SPDX-License-Identifier: BSD-3-Clause */
#include "permkern_lvgl.h"

#include "permkern.h"

#include <stddef.h>

/* Rows, columns and, for pixels of three bytes, channels. */
typedef struct {
    size_t shape[3];
    ptrdiff_t strides[3];
    permkern_layout layout;
} picture;

/* LVGL passes no buffer sizes. permkern refuses strides below a row, and negative strides. */
static bool describe(picture *made, int32_t width, int32_t height, int32_t stride, int32_t pixel_bytes)
{
    const bool channels = pixel_bytes == 3;
    const int32_t element = channels ? 1 : pixel_bytes;
    made->shape[0] = (size_t)height;
    made->shape[1] = (size_t)width;
    made->shape[2] = 3;
    made->strides[0] = stride / element;
    made->strides[1] = channels ? 3 : 1;
    made->strides[2] = 1;
    made->layout = (permkern_layout){.shape = made->shape, .strides = made->strides, .capacity = SIZE_MAX};
    made->layout.rank = channels ? 3 : 2;
    made->layout.bits = 8 * (size_t)element;
    return width > 0 && height > 0 && stride % element == 0;
}

/* Reverses an axis. */
static void turn_round(picture *of, unsigned axis)
{
    of->layout.offset += (of->shape[axis] - 1) * (size_t)of->strides[axis];
    of->strides[axis] = -of->strides[axis];
}

bool permkern_lvgl_rotate(const void *src, void *dest, int32_t width, int32_t height, int32_t src_stride,
                          int32_t dest_stride, int32_t pixel_bytes, int32_t degrees)
{
    const bool swaps = degrees != 180; /* rows become columns */
    const uint8_t perm[3] = {swaps, !swaps, 2};
    picture in;
    picture out;

    if (!describe(&in, width, height, src_stride, pixel_bytes) ||
        !describe(&out, swaps ? height : width, swaps ? width : height, dest_stride, pixel_bytes)) {
        return false;
    }
    if (degrees != 90) {
        turn_round(&in, 0);
    }
    if (degrees != 270) {
        turn_round(&in, 1);
    }
    return permkern_permute(&in.layout, src, perm, &out.layout, dest) == PERMKERN_OK;
}
