/* SPDX-License-Identifier: BSD-3-Clause */
/* A fixture: see mli_types.h. */
#ifndef MLI_2_0_API_H
#define MLI_2_0_API_H

#include "mli_types.h"

#include "api/mli_helpers_api.h"
#include "api/mli_kernels_api.h"

#endif /* MLI_2_0_API_H */
