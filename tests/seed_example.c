/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The examples of MLI's documentation, through the one header that applications include. Exits 0 when every result is
 * exactly the documented one; otherwise with the number of the step that is not.
 */
#include "mli_api.h"

/* The generic name is declared by permkern's own headers, not by those of MLI's releases. */
#ifdef MLI_KERNELS_API_H
#define PERMUTE mli_krn_permute_fx
#else
#define PERMUTE mli_krn_permute_fx8
#endif

/* In MLI 2.x, both are members of a structure. */
#if defined(PERMKERN_MLI_2) && PERMKERN_MLI_2
#define DATA data.mem.pi8
#define CAPACITY data.capacity
#define CREATES 1
#else
#define DATA data
#define CAPACITY capacity
#endif

/* MLI 1.1 and 2.x have mli_hlp_create_subtensor. */
#if defined(PERMKERN_MLI_MEM_STRIDE) && PERMKERN_MLI_MEM_STRIDE && !defined(CREATES)
#define CREATES 1
#endif

/* Static: what the examples do not set is zero. */
static int8_t hwc[2 * 4 * 8];
static int8_t chw[8 * 2 * 4];
static int8_t feature_map[8 * 4 * 16];
static mli_tensor in;
static mli_tensor out;
static mli_tensor part;

/* [2, 4, 8] with (2, 0, 1) gives [8, 2, 4]: HWC to CHW. */
static int permute_example(void)
{
    static mli_permute_cfg order;
    for (int i = 0; i < 64; i++) {
        hwc[i] = (int8_t)i;
    }
    in.DATA = hwc;
    in.CAPACITY = sizeof hwc;
    in.shape[0] = 2;
    in.shape[1] = 4;
    in.shape[2] = 8;
    in.rank = 3;
    in.el_type = MLI_EL_FX_8;
    in.el_params.fx.frac_bits = 7;
    order.perm_dim[0] = 2;
    order.perm_dim[1] = 0;
    order.perm_dim[2] = 1;
    out.DATA = chw;
    out.CAPACITY = sizeof chw;
    if (PERMUTE(&in, &order, &out) != MLI_STATUS_OK) {
        return 1;
    }
    if (out.rank != 3 || out.shape[0] != 8 || out.shape[1] != 2 || out.shape[2] != 4) {
        return 2;
    }
    if (out.DATA != chw || out.CAPACITY != sizeof chw || out.el_type != MLI_EL_FX_8 ||
        out.el_params.fx.frac_bits != 7) {
        return 3;
    }
    for (int h = 0; h < 2; h++) {
        for (int w = 0; w < 4; w++) {
            for (int c = 0; c < 8; c++) {
                if (chw[(c * 2 + h) * 4 + w] != hwc[(h * 4 + w) * 8 + c]) {
                    return 4;
                }
            }
        }
    }
    return 0;
}

/* Of a map in CHW layout, shape [8, 4, 16]: IN[2:4][:][:] has shape [2, 4, 16], IN[3][2:3][:] has shape [1, 16]. */
static int subtensor_example(void)
{
    static mli_point_to_subtsr_cfg cut;
    in.DATA = feature_map;
    in.CAPACITY = sizeof feature_map;
    in.shape[0] = 8;
    in.shape[1] = 4;
    in.shape[2] = 16;
    cut.start_coord[0] = 2;
    cut.coord_num = 1;
    cut.first_out_dim_size = 2;
    if (mli_hlp_point_to_subtensor(&in, &cut, &part) != MLI_STATUS_OK) {
        return 5;
    }
    if (part.rank != 3 || part.shape[0] != 2 || part.shape[1] != 4 || part.shape[2] != 16) {
        return 6;
    }
    if (part.DATA != feature_map + 2 * 64 || part.CAPACITY != 128 || mli_hlp_count_elem_num(&part, 0) != 128) {
        return 7;
    }
    cut.start_coord[0] = 3;
    cut.start_coord[1] = 2;
    cut.coord_num = 2;
    cut.first_out_dim_size = 1;
    if (mli_hlp_point_to_subtensor(&in, &cut, &part) != MLI_STATUS_OK) {
        return 8;
    }
    if (part.rank != 2 || part.shape[0] != 1 || part.shape[1] != 16) {
        return 9;
    }
    if (part.DATA != feature_map + 3 * 64 + 2 * 16 || part.CAPACITY != 16 || part.el_type != MLI_EL_FX_8 ||
        part.el_params.fx.frac_bits != 7 || mli_hlp_tensor_element_size(&part) != 1) {
        return 10;
    }
    return 0;
}

#ifdef CREATES

/* Of the same map, IN[1:7][2][4:8] has shape [6, 4]; permuted by (1, 0), it has shape [4, 6], without gaps. */
static int crop_example(void)
{
    static const mli_sub_tensor_cfg crop = {{1, 2, 4, 0}, {6, 1, 4, 0}, 2};
    static mli_permute_cfg turn;
    for (int i = 0; i < 8 * 4 * 16; i++) {
        feature_map[i] = (int8_t)(i % 127);
    }
    if (mli_hlp_create_subtensor(&in, &crop, &part) != MLI_STATUS_OK) {
        return 11;
    }
    if (part.rank != 2 || part.shape[0] != 6 || part.shape[1] != 4 || part.mem_stride[0] != 64 ||
        part.mem_stride[1] != 1 || part.DATA != feature_map + 64 + 2 * 16 + 4) {
        return 12;
    }
    turn.perm_dim[0] = 1;
    turn.perm_dim[1] = 0;
    if (mli_krn_permute_fx8(&part, &turn, &out) != MLI_STATUS_OK || out.shape[0] != 4 || out.shape[1] != 6) {
        return 13;
    }
    for (int h = 0; h < 6; h++) {
        for (int w = 0; w < 4; w++) {
            if (chw[w * 6 + h] != feature_map[((h + 1) * 4 + 2) * 16 + w + 4]) {
                return 14;
            }
        }
    }
    return 0;
}

#endif

int main(void)
{
    int failed = permute_example();
    if (failed == 0) {
        failed = subtensor_example();
    }
#ifdef CREATES
    if (failed == 0) {
        failed = crop_example();
    }
#endif
    return failed;
}
