/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mli_api.h
 * @brief The header that applications of embARC MLI 1.x include, with the functions that permkern has.
 *
 * Source: embARC MLI 1.x documentation. Applications may use their own MLI headers instead (docs/api.md).
 */
#ifndef MLI_API_H
#define MLI_API_H

#include "mli_types.h"

#include "api/mli_helpers_api.h"
#include "api/mli_kernels_api.h"

/* Programs compiled with these headers call permkern: libmli.a has functions with equal names, but other types. */
#include "permkern_mli.h"

#endif /* MLI_API_H */
