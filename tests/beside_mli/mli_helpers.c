/* SPDX-License-Identifier: BSD-3-Clause */
/* The stand-in's helpers: one object, as in every release of MLI 1.x. */
#include "mli_api.h"
#include "stand_in.h"

uint32_t mli_hlp_count_elem_num(const mli_tensor *in, uint32_t start_dim)
{
    (void)in;
    stand_in_helpers++;
    return start_dim;
}

uint32_t mli_hlp_tensor_element_size(const mli_tensor *in)
{
    (void)in;
    stand_in_helpers++;
    return 1;
}

mli_status mli_hlp_point_to_subtensor(const mli_tensor *in, const mli_point_to_subtsr_cfg *cfg, mli_tensor *out)
{
    (void)in;
    (void)cfg;
    (void)out;
    stand_in_helpers++;
    return MLI_STATUS_OK;
}

mli_status mli_hlp_convert_tensor(mli_tensor *in, mli_tensor *out)
{
    out->rank = in->rank;
    return MLI_STATUS_OK;
}
