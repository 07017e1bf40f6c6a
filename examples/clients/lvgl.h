/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What LVGL's lv_draw_sw_rotate is told of a picture: a stand-in, so that the adapter beside it compiles without LVGL.
 * There: lv_draw_buf_t, lv_color_format_get_size, lv_display_rotation_t.
 */
#ifndef CLIENTS_LVGL_H
#define CLIENTS_LVGL_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { LVGL_ROTATION_0, LVGL_ROTATION_90, LVGL_ROTATION_180, LVGL_ROTATION_270 } lvgl_rotation;

typedef enum { LVGL_L8, LVGL_RGB565, LVGL_ARGB8888 } lvgl_format;

typedef struct {
    void *data;
    uint32_t data_size; /* bytes */
    int32_t width, height;
    int32_t stride; /* bytes from row to row */
    lvgl_format format;
} lvgl_picture;

static inline int32_t lvgl_pixel_bytes(lvgl_format format)
{
    return format == LVGL_L8 ? 1 : format == LVGL_RGB565 ? 2 : 4;
}

/* Turns a picture counter-clockwise, as LVGL does. `to` has its size, stride and format set. */
bool lvgl_rotate(const lvgl_picture *from, lvgl_rotation rotation, lvgl_picture *to);

#endif /* CLIENTS_LVGL_H */
