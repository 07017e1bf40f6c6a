/* SPDX-License-Identifier: BSD-3-Clause */
#include "lvgl.h"
#include "permkern.h"

typedef struct {
    size_t shape[2]; /* rows, columns */
    ptrdiff_t strides[2];
    permkern_layout layout;
} description;

static bool describe(const lvgl_picture *picture, description *made)
{
    const int32_t extents[2] = {picture->height, picture->width};
    const int32_t bytes = lvgl_pixel_bytes(picture->format);
    made->strides[0] = picture->stride / bytes;
    made->strides[1] = 1;
    made->layout = (permkern_layout){made->shape, made->strides, 0, picture->data_size, 2, 8 * (size_t)bytes};
    return picture->stride % bytes == 0 && permkern_shape_i32(made->shape, extents, 2) == PERMKERN_OK;
}

bool lvgl_rotate(const lvgl_picture *from, lvgl_rotation rotation, lvgl_picture *to)
{
    const bool turned = rotation == LVGL_ROTATION_90 || rotation == LVGL_ROTATION_270;
    const bool reversed[2] = {rotation >= LVGL_ROTATION_180,
                              rotation == LVGL_ROTATION_90 || rotation == LVGL_ROTATION_180};
    const uint8_t perm[2] = {turned, !turned};
    description in;
    description out;

    if (!describe(from, &in) || !describe(to, &out)) {
        return false;
    }
    for (unsigned k = 0; k < 2; k++) {
        if (reversed[k]) { /* read from the other end of the axis on */
            in.layout.offset += (in.shape[k] - 1) * (size_t)in.strides[k];
            in.strides[k] = -in.strides[k];
        }
    }
    return permkern_permute(&in.layout, from->data, perm, &out.layout, to->data) == PERMKERN_OK;
}
