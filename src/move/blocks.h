/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Small planes of BITS-bit elements, in blocks of four rows by four columns, or of four pixels with two or three
 * channels. The inner loop goes along a third axis, because loops over a small plane end too soon. Included once per
 * width, which is part of function names.
 */
#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define SIZE (BITS / 8U)

/* Moves a block of rows x cols elements for each index of `line`. rows and cols are constants in callers: 2 to 4. */
PERMKERN_INLINE void NAME(block_line)(unsigned rows, unsigned cols, uintptr_t from, size_t in_stride, uintptr_t to,
                                      size_t out_stride, const permkern_axis *line)
{
    const size_t in_step = line->in_stride;
    const size_t out_step = line->out_stride;
    for (size_t left = line->extent; left != 0; left--) {
        uint8_t *const src = (uint8_t *)from;
        uint8_t *const dst = (uint8_t *)to;
        if (cols < 4) {
            NAME(four_pixels)
            (false, src, dst, permkern_at_out(dst, out_stride), permkern_at_out(dst, 2 * out_stride), cols, true, 0);
        } else if (rows < 4) {
            NAME(four_pixels)
            (true, dst, src, permkern_at_out(src, in_stride), permkern_at_out(src, 2 * in_stride), rows, true, 0);
        } else {
            NAME(tile4x4)(src, (ptrdiff_t)in_stride, dst, (ptrdiff_t)out_stride, 0);
        }
        from += in_step;
        to += out_step;
    }
}

/* Moves planes in blocks of rows x cols elements. The last blocks end with the plane, so they may overlap others. */
PERMKERN_INLINE void NAME(block_lines)(unsigned rows, unsigned cols, const permkern_axis *axis, uintptr_t from,
                                       uintptr_t to)
{
    const permkern_axis *const col = &axis[1];
    const permkern_axis *const row = &axis[2];
    const size_t last_row = row->extent - rows;
    const size_t last_col = col->extent - cols;
    for (size_t c = 0;; c = permkern_next_tile(c, last_col)) {
        for (size_t r = 0;; r = permkern_next_tile(r, last_row)) {
            NAME(block_line)
            (rows, cols, from + permkern_steps(r, row->in_stride) + c * SIZE, row->in_stride,
             to + permkern_steps(c, col->out_stride) + r * SIZE, col->out_stride, axis);
            if (r == last_row) {
                break;
            }
        }
        if (c == last_col) {
            return;
        }
    }
}

/* Moves planes for which permkern_by_way returns PERMKERN_BY_BLOCKS. axis: the line, columns, rows. */
static void NAME(blocks)(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const uintptr_t from = (uintptr_t)in;
    const uintptr_t to = (uintptr_t)out;
    (void)form;
    if (axis[1].extent == 2) {
        NAME(block_lines)(4, 2, axis, from, to);
    } else if (axis[1].extent == 3) {
        NAME(block_lines)(4, 3, axis, from, to);
    } else if (axis[2].extent == 2) {
        NAME(block_lines)(2, 4, axis, from, to);
    } else if (axis[2].extent == 3) {
        NAME(block_lines)(3, 4, axis, from, to);
    } else {
        NAME(block_lines)(4, 4, axis, from, to);
    }
}

#undef NAME
#undef SIZE
