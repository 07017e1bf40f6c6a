/* SPDX-License-Identifier: BSD-3-Clause */
/* The tile of bytes, element by element, as generated: inlined here, where its rows and columns lie a stride apart. */
#include "permkern_x8.c"

/*@ requires 4 <= in_stride && 4 <= out_stride;
    requires 3 * in_stride + 4 <= SIZE_MAX && 3 * out_stride + 4 <= SIZE_MAX;
    requires \valid_read(in + (0 .. 3 * in_stride + 3)) && \valid(out + (0 .. 3 * out_stride + 3));
    requires \separated(in + (0 .. 3 * in_stride + 3), out + (0 .. 3 * out_stride + 3));
    assigns out[0 .. 3], out[out_stride .. out_stride + 3], out[2 * out_stride .. 2 * out_stride + 3],
            out[3 * out_stride .. 3 * out_stride + 3];
    ensures row0_col0: out[0] == \old(in[0]);
    ensures row1_col0: out[1] == \old(in[in_stride + 0]);
    ensures row2_col0: out[2] == \old(in[2 * in_stride + 0]);
    ensures row3_col0: out[3] == \old(in[3 * in_stride + 0]);
    ensures row0_col1: out[out_stride + 0] == \old(in[1]);
    ensures row1_col1: out[out_stride + 1] == \old(in[in_stride + 1]);
    ensures row2_col1: out[out_stride + 2] == \old(in[2 * in_stride + 1]);
    ensures row3_col1: out[out_stride + 3] == \old(in[3 * in_stride + 1]);
    ensures row0_col2: out[2 * out_stride + 0] == \old(in[2]);
    ensures row1_col2: out[2 * out_stride + 1] == \old(in[in_stride + 2]);
    ensures row2_col2: out[2 * out_stride + 2] == \old(in[2 * in_stride + 2]);
    ensures row3_col2: out[2 * out_stride + 3] == \old(in[3 * in_stride + 2]);
    ensures row0_col3: out[3 * out_stride + 0] == \old(in[3]);
    ensures row1_col3: out[3 * out_stride + 1] == \old(in[in_stride + 3]);
    ensures row2_col3: out[3 * out_stride + 2] == \old(in[2 * in_stride + 3]);
    ensures row3_col3: out[3 * out_stride + 3] == \old(in[3 * in_stride + 3]);
*/
void permkern_tile_at(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride)
{
    permkern_x8_tile4x4(in, in + in_stride, in + 2 * in_stride, in + 3 * in_stride, out, out + out_stride,
                        out + 2 * out_stride, out + 3 * out_stride);
}
