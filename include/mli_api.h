/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mli_api.h
 * @brief The one header that applications of embARC MLI 1.x include; here: the part of that interface permkern serves.
 *
 * Written from the embARC MLI 1.x documentation. Applications with MLI headers of their own build permkern against
 * those instead (Meson option mli_headers).
 */
#ifndef MLI_API_H
#define MLI_API_H

#include "mli_types.h"

#include "api/mli_helpers_api.h"
#include "api/mli_kernels_api.h"

/* Compiled against these headers, a program calls permkern: a libmli.a has the same names, and other types. */
#include "permkern_mli.h"

#endif /* MLI_API_H */
