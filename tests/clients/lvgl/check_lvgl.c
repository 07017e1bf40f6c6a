/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Pictures of all formats, angles, odd sizes and strides through lv_draw_sw_rotate with permkern's hooks, compared
 * pixel by pixel with what a rotation is; and which pictures are left to LVGL's own loop.
 */
#include "lv_draw_sw_utils.h"

#include "permkern.h"
#include "permkern_kernels.h"

#include <stdio.h>
#include <string.h>

#define MOST 40000
#define GUARD 0xa5

static uint32_t storage[2][MOST / 4 + 4];
static unsigned passed, failed;

static const struct {
    lv_color_format_t format;
    int32_t bytes;
} formats[] = {
    {LV_COLOR_FORMAT_L8, 1},       {LV_COLOR_FORMAT_RGB565, 2},   {LV_COLOR_FORMAT_RGB888, 3},
    {LV_COLOR_FORMAT_ARGB8888, 4}, {LV_COLOR_FORMAT_XRGB8888, 4},
};

static const int32_t sizes[][2] = {{1, 1},  {1, 7},   {9, 1},   {2, 3},   {4, 4},
                                   {17, 5}, {16, 24}, {31, 33}, {64, 20}, {160, 120}};

typedef struct {
    lv_color_format_t format;
    int32_t bytes, width, height, src_stride, dest_stride;
    size_t from, to; /* bytes that the pictures are off an aligned address */
    lv_display_rotation_t rotation;
} work;

static uint8_t *at(const work *w, unsigned side)
{
    return (uint8_t *)storage[side] + (side == 0 ? w->from : w->to);
}

/* Where pixel (x, y) of the source belongs. */
static int32_t place(const work *w, int32_t x, int32_t y)
{
    switch (w->rotation) {
    case LV_DISPLAY_ROTATION_90:
        return (w->width - 1 - x) * w->dest_stride + y * w->bytes;
    case LV_DISPLAY_ROTATION_180:
        return (w->height - 1 - y) * w->dest_stride + (w->width - 1 - x) * w->bytes;
    default:
        return x * w->dest_stride + (w->height - 1 - y) * w->bytes;
    }
}

/* True if every pixel is where it belongs, and no byte beside them was written. */
static bool is_right(const work *w)
{
    static uint8_t expected[sizeof storage[1]];
    memset(expected, GUARD, sizeof expected);
    for (int32_t y = 0; y < w->height; y++) {
        for (int32_t x = 0; x < w->width; x++) {
            memcpy(expected + w->to + place(w, x, y), at(w, 0) + y * w->src_stride + x * w->bytes, (size_t)w->bytes);
        }
    }
    return memcmp(expected, storage[1], sizeof expected) == 0;
}

static void check(const work *w, bool own)
{
    lv_own_loops = 0;
    memset(storage[1], GUARD, sizeof storage[1]);
    lv_draw_sw_rotate(at(w, 0), at(w, 1), w->width, w->height, w->src_stride, w->dest_stride, w->rotation, w->format);
    if (is_right(w) && lv_own_loops == own) {
        passed++;
        return;
    }
    failed++;
    printf("FAIL format %d, rotation %d, %d x %d, strides %d and %d: %s\n", (int)w->format, (int)w->rotation,
           (int)w->width, (int)w->height, (int)w->src_stride, (int)w->dest_stride,
           lv_own_loops == own ? "wrong pixels"
           : own               ? "not left to LVGL"
                               : "left to LVGL");
}

static work of(unsigned format, unsigned size, lv_display_rotation_t rotation)
{
    work w = {formats[format].format, formats[format].bytes, sizes[size][0], sizes[size][1], 0, 0, 0, 0, rotation};
    w.src_stride = w.width * w.bytes;
    w.dest_stride = (rotation == LV_DISPLAY_ROTATION_180 ? w.width : w.height) * w.bytes;
    return w;
}

/* Pixels that permkern moves: without gaps, with gaps of whole pixels, or of any bytes where an element is one. */
static void check_moved(unsigned format, unsigned size, lv_display_rotation_t rotation)
{
    static const int32_t gaps[][2] = {{0, 0}, {1, 0}, {0, 3}, {5, 2}};
    for (unsigned k = 0; k < sizeof gaps / sizeof gaps[0]; k++) {
        work w = of(format, size, rotation);
        const int32_t unit = w.bytes == 3 ? 1 : w.bytes;
        w.src_stride += gaps[k][0] * unit;
        w.dest_stride += gaps[k][1] * unit;
        w.from = (size_t)unit;
        if (w.src_stride * w.height + w.bytes < MOST && w.dest_stride * (w.width + w.height) < 2 * MOST) {
            check(&w, false);
        }
    }
}

/* A stride that is no multiple of a pixel, and a picture that is not aligned. Nothing is out of step in bytes. */
static void check_left(unsigned format, lv_display_rotation_t rotation)
{
    work w = of(format, 5, rotation);
    const bool own = w.bytes == 2 || w.bytes == 4;
    w.src_stride += 1;
    check(&w, own);
    w.src_stride -= 1;
    w.dest_stride += 1;
    check(&w, own);
    w.dest_stride -= 1;
    w.from = 1;
    check(&w, own);
    w.from = 0;
    w.to = 1;
    check(&w, own);
}

/* What the function itself refuses, with the output as it was. */
static void check_refused(void)
{
    static const int32_t refused[][4] = {/* width, height, strides */
                                         {0, 4, 8, 8}, {4, 0, 8, 8},  {-1, 4, 8, 8}, {4, 4, 6, 8},
                                         {4, 4, 8, 6}, {4, 4, -8, 8}, {4, 4, 8, -8}, {4, 4, 9, 8}};
    uint8_t *const to = (uint8_t *)storage[1];
    memset(to, GUARD, 64);
    for (unsigned k = 0; k < sizeof refused / sizeof refused[0]; k++) {
        const int32_t *const r = refused[k];
        const bool took = permkern_lvgl_rotate(storage[0], to, r[0], r[1], r[2], r[3], 2, 90);
        bool same = true;
        for (unsigned byte = 0; byte < 64; byte++) {
            same = same && to[byte] == GUARD;
        }
        passed += !took && same;
        failed += took || !same;
    }
    const bool over = permkern_lvgl_rotate(storage[0], (uint8_t *)storage[0] + 4, 4, 4, 8, 8, 2, 90);
    passed += !over;
    failed += over;
}

/* The set's kernel for this shape, which turns clockwise, writes what LVGL's 270 degrees are. */
static void check_pinned(void)
{
    static uint16_t by_kernel[120 * 160];
    const work w = of(1, 9, LV_DISPLAY_ROTATION_270);
    check(&w, false);
    permkern_pin_rotate_90(storage[0], by_kernel);
    const bool same = memcmp(by_kernel, storage[1], sizeof by_kernel) == 0;
    passed += same;
    failed += !same;
}

int main(void)
{
    uint8_t *const bytes = (uint8_t *)storage[0];
    uint32_t state = 1;
    for (size_t k = 0; k < sizeof storage[0]; k++) {
        state = state * 1664525U + 1013904223U;
        bytes[k] = (uint8_t)(state >> 24);
    }
    for (unsigned format = 0; format < sizeof formats / sizeof formats[0]; format++) {
        for (int rotation = LV_DISPLAY_ROTATION_90; rotation <= LV_DISPLAY_ROTATION_270; rotation++) {
            for (unsigned size = 0; size < sizeof sizes / sizeof sizes[0]; size++) {
                check_moved(format, size, (lv_display_rotation_t)rotation);
            }
            check_left(format, (lv_display_rotation_t)rotation);
        }
    }
    check_refused();
    check_pinned();
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
