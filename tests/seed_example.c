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
    in.data = hwc;
    in.capacity = sizeof hwc;
    in.shape[0] = 2;
    in.shape[1] = 4;
    in.shape[2] = 8;
    in.rank = 3;
    in.el_type = MLI_EL_FX_8;
    in.el_params.fx.frac_bits = 7;
    order.perm_dim[0] = 2;
    order.perm_dim[1] = 0;
    order.perm_dim[2] = 1;
    out.data = chw;
    out.capacity = sizeof chw;
    if (PERMUTE(&in, &order, &out) != MLI_STATUS_OK) {
        return 1;
    }
    if (out.rank != 3 || out.shape[0] != 8 || out.shape[1] != 2 || out.shape[2] != 4) {
        return 2;
    }
    if (out.data != chw || out.capacity != sizeof chw || out.el_type != MLI_EL_FX_8 ||
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
    in.data = feature_map;
    in.capacity = sizeof feature_map;
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
    if (part.data != feature_map + 2 * 64 || part.capacity != 128 || mli_hlp_count_elem_num(&part, 0) != 128) {
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
    if (part.data != feature_map + 3 * 64 + 2 * 16 || part.capacity != 16 || part.el_type != MLI_EL_FX_8 ||
        part.el_params.fx.frac_bits != 7 || mli_hlp_tensor_element_size(&part) != 1) {
        return 10;
    }
    return 0;
}

int main(void)
{
    const int failed = permute_example();
    return failed != 0 ? failed : subtensor_example();
}
