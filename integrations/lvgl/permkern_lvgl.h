/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Hooks by which LVGL 9.2 and newer rotate pictures with permkern. README.md has the build. This file names no type of
 * LVGL, because lv_conf.h comes before all of them. Hooks that are already defined stay.
 */
#ifndef PERMKERN_LVGL_H
#define PERMKERN_LVGL_H

/* LVGL's assembly files include lv_conf.h as well. */
#ifndef __ASSEMBLY__

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Turns a picture counter-clockwise by 90, 180 or 270 degrees, as lv_draw_sw_rotate does.
 *
 * width, height: of src, in pixels. dest has height x width pixels, for 180 degrees width x height.
 * src_stride, dest_stride: bytes from one row to the next. Bytes between the rows of dest stay.
 * pixel_bytes: 1 to 4. Both pointers are aligned for an element of this size (3: for a byte).
 *
 * Returns false, with dest unchanged, if LVGL's own loop has to do it: width or height below 1, strides below a row or
 * no multiple of a pixel's bytes (3: any multiple), misaligned pointers, dest overlaps src.
 */
bool permkern_lvgl_rotate(const void *src, void *dest, int32_t width, int32_t height, int32_t src_stride,
                          int32_t dest_stride, int32_t pixel_bytes, int32_t degrees);

/*
 * Pictures of one bit (I1), without their palette of 8 bytes, for flush callbacks: LVGL has no hooks for them. Both
 * return false, with the output unchanged, for sizes below 1, rows that do not fit their strides or buffers, NULL, and
 * overlap.
 *
 * The first one is lv_draw_sw_i1_convert_to_vtiled: an output byte is eight pixels of a column, and columns follow each
 * other. The rest of the output becomes 0. Width and height must be multiples of 8. The second one turns
 * counter-clockwise by 90, 180 or 270 degrees. Bits without a pixel in the last byte of a dest row stay, or become 0 by
 * 180 degrees.
 */
bool permkern_lvgl_i1_to_vtiled(const void *buf, uint32_t buf_size, uint32_t width, uint32_t height, void *out_buf,
                                uint32_t out_buf_size, bool bit_order_lsb);
bool permkern_lvgl_i1_rotate(const void *src, void *dest, int32_t width, int32_t height, int32_t src_stride,
                             int32_t dest_stride, int32_t degrees);

#ifdef __cplusplus
}
#endif

/*
 * Returns the angle in the calling function's name (rotate90_...); otherwise the hook's. In LVGL 9.2, rotate90_rgb565
 * and others ask the hook for 270 degrees, and vice versa.
 */
static inline int32_t permkern_lvgl_degrees(const char *function, int32_t hook)
{
    const char *const begins = "rotate";
    for (unsigned k = 0; k < 6; k++) {
        if (function[k] != begins[k]) {
            return hook;
        }
    }
    return function[6] == '9' ? 90 : function[6] == '1' ? 180 : function[6] == '2' ? 270 : hook;
}

#define PERMKERN_LVGL_ROTATE(src, dst, width, height, src_stride, dst_stride, bytes, degrees)                          \
    (permkern_lvgl_rotate(src, dst, width, height, src_stride, dst_stride, bytes,                                      \
                          permkern_lvgl_degrees(__func__, degrees))                                                    \
         ? LV_RESULT_OK                                                                                                \
         : LV_RESULT_INVALID)

/*
 * For 180 degrees, and in one function for 270, LVGL passes its hooks names that are no parameters of the calling
 * function, or no output stride. These macros name the parameters, which are equal from 9.2 to 9.5.
 */
#define PERMKERN_LVGL_ROTATE180(bytes)                                                                                 \
    PERMKERN_LVGL_ROTATE(src, dst, width, height, src_stride, dest_stride, bytes, 180)
#define PERMKERN_LVGL_ROTATE270_RGB888 PERMKERN_LVGL_ROTATE(src, dst, width, height, src_stride, dst_stride, 3, 270)

#ifndef LV_DRAW_SW_ROTATE90_L8
#define LV_DRAW_SW_ROTATE90_L8(...) PERMKERN_LVGL_ROTATE(__VA_ARGS__, 1, 90)
#endif
#ifndef LV_DRAW_SW_ROTATE180_L8
#define LV_DRAW_SW_ROTATE180_L8(...) PERMKERN_LVGL_ROTATE180(1)
#endif
#ifndef LV_DRAW_SW_ROTATE270_L8
#define LV_DRAW_SW_ROTATE270_L8(...) PERMKERN_LVGL_ROTATE(__VA_ARGS__, 1, 270)
#endif

#ifndef LV_DRAW_SW_ROTATE90_RGB565
#define LV_DRAW_SW_ROTATE90_RGB565(...) PERMKERN_LVGL_ROTATE(__VA_ARGS__, 2, 90)
#endif
#ifndef LV_DRAW_SW_ROTATE180_RGB565
#define LV_DRAW_SW_ROTATE180_RGB565(...) PERMKERN_LVGL_ROTATE180(2)
#endif
#ifndef LV_DRAW_SW_ROTATE270_RGB565
#define LV_DRAW_SW_ROTATE270_RGB565(...) PERMKERN_LVGL_ROTATE(__VA_ARGS__, 2, 270)
#endif

#ifndef LV_DRAW_SW_ROTATE90_RGB888
#define LV_DRAW_SW_ROTATE90_RGB888(...) PERMKERN_LVGL_ROTATE(__VA_ARGS__, 3, 90)
#endif
#ifndef LV_DRAW_SW_ROTATE180_RGB888
#define LV_DRAW_SW_ROTATE180_RGB888(...) PERMKERN_LVGL_ROTATE180(3)
#endif
#ifndef LV_DRAW_SW_ROTATE270_RGB888
#define LV_DRAW_SW_ROTATE270_RGB888(...) PERMKERN_LVGL_ROTATE270_RGB888
#endif

#ifndef LV_DRAW_SW_ROTATE90_ARGB8888
#define LV_DRAW_SW_ROTATE90_ARGB8888(...) PERMKERN_LVGL_ROTATE(__VA_ARGS__, 4, 90)
#endif
#ifndef LV_DRAW_SW_ROTATE180_ARGB8888
#define LV_DRAW_SW_ROTATE180_ARGB8888(...) PERMKERN_LVGL_ROTATE180(4)
#endif
#ifndef LV_DRAW_SW_ROTATE270_ARGB8888
#define LV_DRAW_SW_ROTATE270_ARGB8888(...) PERMKERN_LVGL_ROTATE(__VA_ARGS__, 4, 270)
#endif

#endif /* __ASSEMBLY__ */
#endif /* PERMKERN_LVGL_H */
