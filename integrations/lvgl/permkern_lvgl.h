/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern in place of the loops of lv_draw_sw_rotate, for LVGL 9.2 and newer: the hooks that LVGL asks before it turns
 * a picture itself. Include it at the end of lv_conf.h, or compile LVGL's C files with `-include permkern_lvgl.h`, and
 * compile permkern_lvgl.c with the application. README.md has both.
 *
 * It names no type of LVGL, because lv_conf.h comes before them all. A hook that is defined already stays what it is.
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
 * width, height: of src, in pixels. dest has height x width pixels, or as many as src for 180 degrees.
 * src_stride, dest_stride: bytes from one row to the next. What is between the rows of dest is not written.
 * pixel_bytes: 1, 2, 3 or 4. Both pointers are aligned as an element of so many bytes, of 3 as a byte.
 *
 * Returns false, with dest as it was, where LVGL's own loop has to do it: width or height below 1, strides below a row
 * (of more than one row) or no multiple of a pixel's bytes (of 3, any will do), misaligned pointers, dest over src.
 */
bool permkern_lvgl_rotate(const void *src, void *dest, int32_t width, int32_t height, int32_t src_stride,
                          int32_t dest_stride, int32_t pixel_bytes, int32_t degrees);

/*
 * Pictures of one bit (I1), without the palette of 8 bytes before them. LVGL has no hooks for them: a flush callback
 * calls these. Both return false, with the output as it was, for sizes that are not positive, rows that do not fit
 * their strides or buffers, NULL, and output over input.
 *
 * The first one is lv_draw_sw_i1_convert_to_vtiled: a byte of the output is eight pixels of a column, and columns
 * follow each other. What is left of the output becomes 0. It also returns false for a width or height that is no
 * multiple of 8. The second one turns counter-clockwise by 90, 180 or 270 degrees. The last byte of a row of dest may
 * have bits that are no pixels; these stay, or become 0 by 180 degrees.
 */
bool permkern_lvgl_i1_to_vtiled(const void *buf, uint32_t buf_size, uint32_t width, uint32_t height, void *out_buf,
                                uint32_t out_buf_size, bool bit_order_lsb);
bool permkern_lvgl_i1_rotate(const void *src, void *dest, int32_t width, int32_t height, int32_t src_stride,
                             int32_t dest_stride, int32_t degrees);

#ifdef __cplusplus
}
#endif

/*
 * The angle that the function around a hook is to turn by: that of its name, rotate90_... to rotate270_..., if it has
 * such a name, else that of the hook. In LVGL 9.2, rotate90_rgb565 and others ask the hook of 270 degrees, and the
 * other way round.
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
 * Of 180 degrees, and of one function of 270, LVGL hands its hooks names that are no parameters of the function around
 * them, or no stride of the output. These take the parameters by their names, which are the same from 9.2 to 9.5.
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
