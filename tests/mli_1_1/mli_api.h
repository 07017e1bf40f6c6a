/* SPDX-License-Identifier: BSD-3-Clause */
/* A fixture: see mli_types.h. As in every release, there is no mli_krn_permute_fx. */
#ifndef MLI_1_1_API_H
#define MLI_1_1_API_H

#include "mli_types.h"

#ifdef __cplusplus
extern "C" {
#endif

uint32_t mli_hlp_count_elem_num(const mli_tensor *in, uint32_t start_dim);
uint32_t mli_hlp_tensor_element_size(const mli_tensor *in);
mli_status mli_hlp_point_to_subtensor(const mli_tensor *in, const mli_point_to_subtsr_cfg *cfg, mli_tensor *out);
mli_status mli_hlp_create_subtensor(const mli_tensor *in, const mli_sub_tensor_cfg *cfg, mli_tensor *out);

mli_status mli_krn_permute_fx8(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out);
mli_status mli_krn_permute_fx16(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out);

#ifdef __cplusplus
}
#endif

#endif /* MLI_1_1_API_H */
