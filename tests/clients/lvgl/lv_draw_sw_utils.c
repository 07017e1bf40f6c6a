/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * lv_draw_sw_rotate, as far as its hooks notice: a function for each format and angle, named as in LVGL, hands the hook
 * the words that LVGL hands it. Some of them name no parameter of the function.
 *
 * LVGL_9_2: the release whose functions of 90 and 270 degrees ask each other's hooks, except for RGB888.
 */
#include "lv_draw_sw_utils.h"

unsigned lv_own_loops;

/* A function whose parameters have these names, and the hook that it asks. */
#define ROTATE(function, pixel, width, height, dst_stride, hook)                                                       \
    static void function(const pixel *src, pixel *dst, int32_t width, int32_t height, int32_t src_stride,              \
                         int32_t dst_stride)                                                                           \
    {                                                                                                                  \
        lv_own_loops += LV_RESULT_OK == hook ? 0U : 1U;                                                                \
    }

/* The words for most hooks. */
#define ASK(hook) hook(src, dst, src_width, src_height, src_stride, dst_stride)
#define TURN(function, pixel, hook) ROTATE(function, pixel, src_width, src_height, dst_stride, ASK(hook))

#ifdef LVGL_9_2
#define HOOK90(format) LV_DRAW_SW_ROTATE270_##format
#define HOOK270(format) LV_DRAW_SW_ROTATE90_##format
#else
#define HOOK90(format) LV_DRAW_SW_ROTATE90_##format
#define HOOK270(format) LV_DRAW_SW_ROTATE270_##format
#endif

TURN(rotate90_argb8888, uint32_t, HOOK90(ARGB8888))
TURN(rotate270_argb8888, uint32_t, HOOK270(ARGB8888))
TURN(rotate90_rgb888, uint8_t, LV_DRAW_SW_ROTATE90_RGB888)
TURN(rotate90_rgb565, uint16_t, HOOK90(RGB565))
TURN(rotate270_rgb565, uint16_t, HOOK270(RGB565))
TURN(rotate90_l8, uint8_t, HOOK90(L8))
TURN(rotate270_l8, uint8_t, HOOK270(L8))
ROTATE(rotate270_rgb888, uint8_t, width, height, dst_stride, ASK(LV_DRAW_SW_ROTATE270_RGB888))
ROTATE(rotate180_argb8888, uint32_t, width, height, dest_stride, ASK(LV_DRAW_SW_ROTATE180_ARGB8888))
ROTATE(rotate180_rgb888, uint8_t, width, height, dest_stride, ASK(LV_DRAW_SW_ROTATE180_RGB888))
ROTATE(rotate180_rgb565, uint16_t, width, height, dest_stride,
       LV_DRAW_SW_ROTATE180_RGB565(src, dst, width, height, src_stride))
ROTATE(rotate180_l8, uint8_t, width, height, dest_stride, LV_DRAW_SW_ROTATE180_L8(src, dst, width, height, src_stride))

#define BY_ANGLE(suffix)                                                                                               \
    (rotation == LV_DISPLAY_ROTATION_90 ? rotate90_##suffix                                                            \
     : rotation == LV_DISPLAY_ROTATION_180                                                                             \
         ? rotate180_##suffix                                                                                          \
         : rotate270_##suffix)(src, dest, src_width, src_height, src_stride, dest_stride)

void lv_draw_sw_rotate(const void *src, void *dest, int32_t src_width, int32_t src_height, int32_t src_stride,
                       int32_t dest_stride, lv_display_rotation_t rotation, lv_color_format_t color_format)
{
    switch (color_format) {
    case LV_COLOR_FORMAT_L8:
        BY_ANGLE(l8);
        break;
    case LV_COLOR_FORMAT_RGB565:
        BY_ANGLE(rgb565);
        break;
    case LV_COLOR_FORMAT_RGB888:
        BY_ANGLE(rgb888);
        break;
    case LV_COLOR_FORMAT_ARGB8888:
        BY_ANGLE(argb8888);
        break;
    }
}
