/* SPDX-License-Identifier: BSD-3-Clause */
/* The stand-in's permutes: one object, as in every release of MLI 1.x. It needs a helper, too. */
#include "mli_api.h"
#include "stand_in.h"

mli_status mli_krn_permute_fx8(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    (void)cfg;
    (void)out;
    stand_in_permutes += mli_hlp_tensor_element_size(in);
    return MLI_STATUS_OK;
}

mli_status mli_krn_permute_fx16(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return mli_krn_permute_fx8(in, cfg, out);
}
