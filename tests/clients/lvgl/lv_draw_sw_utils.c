/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * lv_draw_sw_rotate as far as its hooks are concerned: a function for each format and angle, with the names of
 * functions and parameters that LVGL has, asks the hook with the words that LVGL hands it. Some are no names there.
 *
 * LVGL_9_2: the release whose functions of 90 and 270 degrees ask each other's hooks, but for RGB888.
 */
#include "lv_draw_sw_utils.h"

#include <string.h>

unsigned lv_own_loops;

static void own_loop(const void *src, void *dst, int32_t width, int32_t height, int32_t src_stride, int32_t dst_stride,
                     int32_t bytes, int32_t degrees)
{
    lv_own_loops++;
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            const int32_t row = degrees == 90 ? width - 1 - x : degrees == 180 ? height - 1 - y : x;
            const int32_t column = degrees == 90 ? y : degrees == 180 ? width - 1 - x : height - 1 - y;
            memcpy((uint8_t *)dst + row * dst_stride + column * bytes,
                   (const uint8_t *)src + y * src_stride + x * bytes, (size_t)bytes);
        }
    }
}

/* Functions whose parameters are what the hook is handed. */
#define ROTATE(function, hook, pixel, bytes, degrees)                                                                  \
    static void function(const pixel *src, pixel *dst, int32_t src_width, int32_t src_height, int32_t src_stride,      \
                         int32_t dst_stride)                                                                           \
    {                                                                                                                  \
        if (LV_RESULT_OK == hook(src, dst, src_width, src_height, src_stride, dst_stride)) {                           \
            return;                                                                                                    \
        }                                                                                                              \
        own_loop(src, dst, src_width, src_height, src_stride, dst_stride, bytes, degrees);                             \
    }

#ifdef LVGL_9_2
#define HOOK90(format) LV_DRAW_SW_ROTATE270_##format
#define HOOK270(format) LV_DRAW_SW_ROTATE90_##format
#else
#define HOOK90(format) LV_DRAW_SW_ROTATE90_##format
#define HOOK270(format) LV_DRAW_SW_ROTATE270_##format
#endif

ROTATE(rotate90_argb8888, HOOK90(ARGB8888), uint32_t, 4, 90)
ROTATE(rotate270_argb8888, HOOK270(ARGB8888), uint32_t, 4, 270)
ROTATE(rotate90_rgb888, LV_DRAW_SW_ROTATE90_RGB888, uint8_t, 3, 90)
ROTATE(rotate90_rgb565, HOOK90(RGB565), uint16_t, 2, 90)
ROTATE(rotate270_rgb565, HOOK270(RGB565), uint16_t, 2, 270)
ROTATE(rotate90_l8, HOOK90(L8), uint8_t, 1, 90)
ROTATE(rotate270_l8, HOOK270(L8), uint8_t, 1, 270)

/* Functions of other parameters: src_width, src_height and dst_stride are no names in them. */
static void rotate180_argb8888(const uint32_t *src, uint32_t *dst, int32_t width, int32_t height, int32_t src_stride,
                               int32_t dest_stride)
{
    if (LV_RESULT_OK == LV_DRAW_SW_ROTATE180_ARGB8888(src, dst, src_width, src_height, src_stride, dst_stride)) {
        return;
    }
    own_loop(src, dst, width, height, src_stride, dest_stride, 4, 180);
}

static void rotate180_rgb888(const uint8_t *src, uint8_t *dst, int32_t width, int32_t height, int32_t src_stride,
                             int32_t dest_stride)
{
    if (LV_RESULT_OK == LV_DRAW_SW_ROTATE180_RGB888(src, dst, src_width, src_height, src_stride, dst_stride)) {
        return;
    }
    own_loop(src, dst, width, height, src_stride, dest_stride, 3, 180);
}

static void rotate270_rgb888(const uint8_t *src, uint8_t *dst, int32_t width, int32_t height, int32_t src_stride,
                             int32_t dst_stride)
{
    if (LV_RESULT_OK == LV_DRAW_SW_ROTATE270_RGB888(src, dst, src_width, src_height, src_stride, dst_stride)) {
        return;
    }
    own_loop(src, dst, width, height, src_stride, dst_stride, 3, 270);
}

static void rotate180_rgb565(const uint16_t *src, uint16_t *dst, int32_t width, int32_t height, int32_t src_stride,
                             int32_t dest_stride)
{
    if (LV_RESULT_OK == LV_DRAW_SW_ROTATE180_RGB565(src, dst, width, height, src_stride)) {
        return;
    }
    own_loop(src, dst, width, height, src_stride, dest_stride, 2, 180);
}

static void rotate180_l8(const uint8_t *src, uint8_t *dst, int32_t width, int32_t height, int32_t src_stride,
                         int32_t dest_stride)
{
    if (LV_RESULT_OK == LV_DRAW_SW_ROTATE180_L8(src, dst, width, height, src_stride)) {
        return;
    }
    own_loop(src, dst, width, height, src_stride, dest_stride, 1, 180);
}

#define BY_ANGLE(suffix)                                                                                               \
    (rotation == LV_DISPLAY_ROTATION_90    ? rotate90_##suffix                                                         \
     : rotation == LV_DISPLAY_ROTATION_180 ? rotate180_##suffix                                                        \
                                           : rotate270_##suffix)

void lv_draw_sw_rotate(const void *src, void *dest, int32_t src_width, int32_t src_height, int32_t src_stride,
                       int32_t dest_stride, lv_display_rotation_t rotation, lv_color_format_t color_format)
{
    if (rotation == LV_DISPLAY_ROTATION_0) {
        return;
    }
    switch (color_format) {
    case LV_COLOR_FORMAT_L8:
        BY_ANGLE(l8)(src, dest, src_width, src_height, src_stride, dest_stride);
        break;
    case LV_COLOR_FORMAT_RGB565:
        BY_ANGLE(rgb565)(src, dest, src_width, src_height, src_stride, dest_stride);
        break;
    case LV_COLOR_FORMAT_RGB888:
        BY_ANGLE(rgb888)(src, dest, src_width, src_height, src_stride, dest_stride);
        break;
    case LV_COLOR_FORMAT_XRGB8888:
    case LV_COLOR_FORMAT_ARGB8888:
        BY_ANGLE(argb8888)(src, dest, src_width, src_height, src_stride, dest_stride);
        break;
    }
}
