/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for LVGL 9's declarations around lv_draw_sw_rotate, with the values in its public headers. */
#ifndef LV_DRAW_SW_UTILS_H
#define LV_DRAW_SW_UTILS_H

#include "permkern_lvgl.h" /* the end of lv_conf.h, which LVGL includes first */

#include <stdint.h>

typedef enum { LV_RESULT_INVALID = 0, LV_RESULT_OK } lv_result_t;

typedef enum { LV_DISPLAY_ROTATION_90 = 1, LV_DISPLAY_ROTATION_180, LV_DISPLAY_ROTATION_270 } lv_display_rotation_t;

typedef enum {
    LV_COLOR_FORMAT_L8 = 0x06,
    LV_COLOR_FORMAT_RGB888 = 0x0F,
    LV_COLOR_FORMAT_ARGB8888 = 0x10,
    LV_COLOR_FORMAT_RGB565 = 0x12
} lv_color_format_t;

/* Counter-clockwise. Strides are bytes. dest has src_height x src_width pixels but for 180 degrees. */
void lv_draw_sw_rotate(const void *src, void *dest, int32_t src_width, int32_t src_height, int32_t src_stride,
                       int32_t dest_stride, lv_display_rotation_t rotation, lv_color_format_t color_format);

/* Only in this stand-in: counts pictures that no hook took. They are not turned. */
extern unsigned lv_own_loops;

#endif /* LV_DRAW_SW_UTILS_H */
