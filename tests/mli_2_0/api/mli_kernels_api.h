/* SPDX-License-Identifier: BSD-3-Clause */
/* A fixture: see mli_types.h. As in every release, there is no mli_krn_permute_fx. */
#ifndef MLI_2_0_KERNELS_API_H
#define MLI_2_0_KERNELS_API_H

#include "mli_types.h"

#ifdef __cplusplus
extern "C" {
#endif

mli_status mli_krn_permute_fx8(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out);
mli_status mli_krn_permute_fx16(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out);
mli_status mli_krn_permute_sa8(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out);

#ifdef __cplusplus
}
#endif

#endif /* MLI_2_0_KERNELS_API_H */
