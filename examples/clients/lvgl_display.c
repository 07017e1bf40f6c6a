/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A rotated display on a Cortex-M4 (tools/example lvgl): a frame of 160 x 120 RGB565 pixels, then a part of it, are
 * turned by LVGL's algorithm, and by permkern in lv_draw_sw_rotate's hooks. LVGL is a stand-in with its declarations
 * (tests/clients/lvgl).
 */
#include "../firmware/example.h"

#include "lv_draw_sw_utils.h"

#define WIDTH 160
#define HEIGHT 120

static _Alignas(4) uint16_t frame[WIDTH * HEIGHT];
static _Alignas(4) uint16_t by_hand[WIDTH * HEIGHT];
static _Alignas(4) uint16_t by_permkern[WIDTH * HEIGHT];

/* ---- LVGL's algorithm: source columns, pixel by pixel; for 180 degrees, source rows ---- */

__attribute__((noinline)) static void turn_by_hand(const uint16_t *src, uint16_t *dst, int32_t width, int32_t height,
                                                   int32_t src_stride, int32_t dst_stride,
                                                   lv_display_rotation_t rotation)
{
    src_stride /= 2;
    dst_stride /= 2;
    if (rotation == LV_DISPLAY_ROTATION_180) {
        for (int32_t y = 0; y < height; y++) {
            uint16_t *const to = dst + (height - y - 1) * dst_stride;
            for (int32_t x = 0; x < width; x++) {
                to[width - x - 1] = src[y * src_stride + x];
            }
        }
        return;
    }
    for (int32_t x = 0; x < width; x++) {
        int32_t from = x;
        if (rotation == LV_DISPLAY_ROTATION_90) {
            for (int32_t y = 0; y < height; y++, from += src_stride) {
                dst[(width - x - 1) * dst_stride + y] = src[from];
            }
        } else {
            for (int32_t y = 0; y < height; y++, from += src_stride) {
                dst[x * dst_stride + (height - y - 1)] = src[from];
            }
        }
    }
}

/* Turns an area of the frame both ways, as a display driver's flush callback does before it sends the pixels. */
static void flush(const char *name, const char *work, int32_t width, int32_t height, lv_display_rotation_t rotation)
{
    const int32_t stride = WIDTH * 2;
    const int32_t dest_stride = (rotation == LV_DISPLAY_ROTATION_180 ? width : height) * 2;
    memset(by_hand, 0, sizeof by_hand);
    memset(by_permkern, 0, sizeof by_permkern);
    mark_begin();
    turn_by_hand(frame, by_hand, width, height, stride, dest_stride, rotation);
    mark_end();
    mark_begin();
    lv_draw_sw_rotate(frame, by_permkern, width, height, stride, dest_stride, rotation, LV_COLOR_FORMAT_RGB565);
    mark_end();
    failures += lv_own_loops != 0 ? 1 : 0;
    example_end(name, work, by_hand, by_permkern, (size_t)(width * height) * 2);
}

int main(void)
{
    for (unsigned k = 0; k < WIDTH * HEIGHT; k++) {
        frame[k] = (uint16_t)((k * 2654435761U) >> 12);
    }
    example_begin();
    flush("frame, 90 degrees", "120x160 RGB565", WIDTH, HEIGHT, LV_DISPLAY_ROTATION_90);
    flush("frame, 180 degrees", "120x160 RGB565", WIDTH, HEIGHT, LV_DISPLAY_ROTATION_180);
    flush("frame, 270 degrees", "120x160 RGB565", WIDTH, HEIGHT, LV_DISPLAY_ROTATION_270);
    flush("area, 90 degrees", "43x50 of it", 50, 43, LV_DISPLAY_ROTATION_90);
    return failures;
}
