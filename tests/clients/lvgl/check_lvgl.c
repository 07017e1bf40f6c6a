/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Pictures of all formats, angles, odd sizes and strides through lv_draw_sw_rotate with permkern's hooks, compared
 * with the definition of a rotation; and the pictures that are left to LVGL's own loop.
 */
#define MOST 40000
#include "../checks.h"

#include "lv_draw_sw_utils.h"
#include "permkern.h"
#include "permkern_kernels.h"

typedef struct {
    lv_color_format_t format;
    int32_t bytes, width, height, src_stride, dest_stride;
    size_t from, to; /* bytes that the pictures are off an aligned address */
    lv_display_rotation_t rotation;
} work;

static work of(unsigned format, int32_t width, int32_t height, lv_display_rotation_t rotation)
{
    static const lv_color_format_t formats[] = {LV_COLOR_FORMAT_L8, LV_COLOR_FORMAT_RGB565, LV_COLOR_FORMAT_RGB888,
                                                LV_COLOR_FORMAT_ARGB8888};
    const int32_t bytes = (int32_t)format + 1;
    const int32_t dest_width = rotation == LV_DISPLAY_ROTATION_180 ? width : height;
    return (work){formats[format], bytes, width, height, width * bytes, dest_width * bytes, 0, 0, rotation};
}

/* The output offset of source pixel (x, y). */
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

/* own: it is left to LVGL's own loop, with the output as it was. A picture that is too large is left out. */
static void turns(const work *w, bool own)
{
    const int32_t dest_height = w->rotation == LV_DISPLAY_ROTATION_180 ? w->height : w->width;
    if (w->src_stride * w->height > MOST || w->dest_stride * dest_height > MOST) {
        return;
    }
    clear();
    for (int32_t y = 0; y < w->height && !own; y++) {
        for (int32_t x = 0; x < w->width; x++) {
            memcpy(expected + w->to + place(w, x, y), input + w->from + y * w->src_stride + x * w->bytes,
                   (size_t)w->bytes);
        }
    }
    lv_own_loops = 0;
    lv_draw_sw_rotate(input + w->from, output + w->to, w->width, w->height, w->src_stride, w->dest_stride, w->rotation,
                      w->format);
    char text[100];
    snprintf(text, sizeof text, "%d bytes, rotation %d, %d x %d, strides %d and %d", (int)w->bytes, (int)w->rotation,
             (int)w->width, (int)w->height, (int)w->src_stride, (int)w->dest_stride);
    check(as_expected() && lv_own_loops == own, text);
}

/* Gaps between rows: whole pixels, or any bytes if an element is one byte. */
static void check_moved(unsigned format, lv_display_rotation_t rotation)
{
    static const int32_t sizes[][2] = {{1, 1},  {1, 7},   {9, 1},   {2, 3},   {4, 4},
                                       {17, 5}, {16, 24}, {31, 33}, {64, 20}, {160, 120}};
    static const int32_t gaps[][2] = {{0, 0}, {1, 0}, {0, 3}, {5, 2}};
    for (unsigned k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        for (unsigned gap = 0; gap < sizeof gaps / sizeof gaps[0]; gap++) {
            work w = of(format, sizes[k][0], sizes[k][1], rotation);
            const int32_t unit = w.bytes == 3 ? 1 : w.bytes;
            w.src_stride += gaps[gap][0] * unit;
            w.dest_stride += gaps[gap][1] * unit;
            w.from = (size_t)unit;
            turns(&w, false);
        }
    }
}

/* A stride or an address that is no multiple of an element. */
static void check_left(unsigned format, lv_display_rotation_t rotation)
{
    for (unsigned k = 0; k < 4; k++) {
        work w = of(format, 17, 5, rotation);
        w.src_stride += k == 0;
        w.dest_stride += k == 1;
        w.from = k == 2;
        w.to = k == 3;
        turns(&w, w.bytes == 2 || w.bytes == 4);
    }
}

/* Width, height and strides that the function refuses, with the output as it was. */
static void check_refused(void)
{
    static const int32_t refused[][4] = {{0, 4, 8, 8}, {4, 0, 8, 8},  {-1, 4, 8, 8}, {4, 4, 6, 8},
                                         {4, 4, 8, 6}, {4, 4, -8, 8}, {4, 4, 8, -8}, {4, 4, 9, 8}};
    clear();
    for (unsigned k = 0; k < sizeof refused / sizeof refused[0]; k++) {
        const int32_t *const r = refused[k];
        check(!permkern_lvgl_rotate(input, output, r[0], r[1], r[2], r[3], 2, 90) && as_expected(), "refused");
    }
    check(!permkern_lvgl_rotate(output, output + 4, 4, 4, 8, 8, 2, 90) && as_expected(), "overlap");
}

/* The set's kernel for this shape turns clockwise: LVGL's 270 degrees. */
static void check_pinned(void)
{
    const work w = of(1, 160, 120, LV_DISPLAY_ROTATION_270);
    turns(&w, false);
    memset(output, 0, (size_t)(160 * 120 * 2));
    permkern_pin_rotate_90(input, output);
    check(as_expected(), "pinned");
}

/* ---- pictures of one bit ---- */

static unsigned pixel_of(const unsigned char *picture, int32_t stride, int32_t x, int32_t y)
{
    return (unsigned)picture[y * stride + x / 8] >> (7 - x % 8) & 1U;
}

static void put_pixel(unsigned char *picture, int32_t stride, int32_t x, int32_t y, unsigned bit)
{
    unsigned char *const byte = picture + y * stride + x / 8;
    *byte = (unsigned char)((*byte & ~(0x80U >> x % 8)) | bit << (7 - x % 8));
}

static void check_vtiled(int32_t width, int32_t height, bool lsb, uint32_t more)
{
    const uint32_t w = (uint32_t)width, h = (uint32_t)height, bytes = w / 8 * h;
    clear();
    memset(expected + bytes, 0, more);
    for (int32_t at = 0; at < width * height; at++) {
        put_pixel(expected, 0, lsb ? at ^ 7 : at, 0, pixel_of(input, width / 8, at / height, at % height));
    }
    check(permkern_lvgl_i1_to_vtiled(input, bytes, w, h, output, bytes + more, lsb) && as_expected(), "vtiled");
    clear();
    check(!permkern_lvgl_i1_to_vtiled(input, bytes - 1, w, h, output, bytes, lsb) &&
              !permkern_lvgl_i1_to_vtiled(input, bytes, w, h, output, bytes - 1, lsb) &&
              !permkern_lvgl_i1_to_vtiled(input, bytes, w - 4, h, output, bytes, lsb) && as_expected(),
          "vtiled, refused");
}

/* Spare bits at the end of a row stay, or become 0 by 180 degrees. */
static void check_turned_bits(int32_t width, int32_t height, int32_t degrees)
{
    const int32_t bytes = (width + 7) / 8, to_stride = (degrees == 180 ? bytes : (height + 7) / 8) + 2;
    clear();
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < (degrees == 180 ? 8 * bytes : width); x++) {
            const int32_t to_x = degrees == 90 ? y : degrees == 180 ? x : height - 1 - y;
            const int32_t to_y = degrees == 90 ? width - 1 - x : degrees == 180 ? height - 1 - y : x;
            const int32_t from = degrees == 180 ? width - 1 - x : x;
            put_pixel(expected, to_stride, to_x, to_y, from < 0 ? 0 : pixel_of(input, bytes + 1, from, y));
        }
    }
    check(permkern_lvgl_i1_rotate(input, output, width, height, bytes + 1, to_stride, degrees) && as_expected(),
          "turned bits");
    clear();
    check(!permkern_lvgl_i1_rotate(input, output, width, height + 1, bytes - 1, to_stride, degrees) &&
              !permkern_lvgl_i1_rotate(input, output, -1, height, bytes, to_stride, degrees) &&
              !permkern_lvgl_i1_rotate(output, output, width, height, bytes, to_stride, degrees) && as_expected(),
          "turned bits, refused");
}

int main(void)
{
    fill();
    for (int32_t k = 0; k < 600; k++) {
        check_vtiled(8 + k % 17 * 8, 8 + k % 11 * 8, k % 2 == 0, (uint32_t)k % 7);
        check_turned_bits(1 + k * 7 % 53, 1 + k * 11 % 47, 90 + 90 * (k % 3));
    }
    for (unsigned format = 0; format < 4; format++) {
        for (int rotation = LV_DISPLAY_ROTATION_90; rotation <= LV_DISPLAY_ROTATION_270; rotation++) {
            check_moved(format, (lv_display_rotation_t)rotation);
            check_left(format, (lv_display_rotation_t)rotation);
        }
    }
    check_refused();
    check_pinned();
    return report();
}
