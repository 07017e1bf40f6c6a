/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An application with both libraries. Its exit code says who served it: 0, permkern; 1, the stand-in permuted; 2, the
 * stand-in helped; 3, both. 4 and more: permkern served it, and wrongly. C and C++.
 *
 * -DASKS_PERMKERN: it includes permkern_mli.h; otherwise only MLI's headers. -DNEEDS_MLI: it needs another kernel.
 */
#ifdef ASKS_PERMKERN
#include "permkern_mli.h"
#else
#include "mli_api.h"
#endif
#include "stand_in.h"

static int8_t from[] = {0, 1, 2, 3, 4, 5};
static int8_t to[6];
static mli_tensor in;
static mli_tensor out;
static mli_permute_cfg cfg;

int main(void)
{
    in.data = from;
    in.capacity = sizeof from;
    in.shape[0] = 2;
    in.shape[1] = 3;
    in.rank = 2;
    in.el_type = MLI_EL_FX_8;
    out.data = to;
    out.capacity = sizeof to;
    cfg.perm_dim[0] = 1;

    const mli_status status = mli_krn_permute_fx8(&in, &cfg, &out);
    const unsigned permutes = stand_in_permutes;
    stand_in_helpers = 0; /* the stand-in's own calls */
    const uint32_t elements = mli_hlp_count_elem_num(&in, 0);
    const unsigned helpers = stand_in_helpers;
#ifdef NEEDS_MLI
    if (mli_krn_relu_fx8(&in, &out) != MLI_STATUS_OK) {
        return 8;
    }
#endif
    if (permutes == 0 && (status != MLI_STATUS_OK || out.shape[0] != 3 || to[1] != 3 || to[5] != 5)) {
        return 4;
    }
    if (helpers == 0 && elements != 6) {
        return 5;
    }
    return (permutes != 0 ? 1 : 0) + (helpers != 0 ? 2 : 0);
}
