/* SPDX-License-Identifier: BSD-3-Clause */
/* All that the parts of the library share: what kernels, tables and tests include. Not installed. */
#ifndef PERMKERN_INTERNAL_H
#define PERMKERN_INTERNAL_H

#include "permkern_address.h"
#include "permkern_arith.h"
#include "permkern_axis.h"
#include "permkern_dispatch.h"
#include "permkern_fold.h"
#include "permkern_generic.h"

#if PERMKERN_KERNELS_MAX_RANK > PERMKERN_MAX_RANK
#error "the generated kernels need a larger PERMKERN_MAX_RANK"
#endif

#endif /* PERMKERN_INTERNAL_H */
