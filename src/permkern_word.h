/* SPDX-License-Identifier: BSD-3-Clause */
/* All that kernels use to access memory and exchange lanes. Not installed. */
#ifndef PERMKERN_WORD_H
#define PERMKERN_WORD_H

#include "permkern_access.h"
#include "permkern_compiler.h"
#include "permkern_lanes.h"
#include "permkern_lines.h"
#include "permkern_pairs.h"
#include "permkern_target.h"

#endif /* PERMKERN_WORD_H */
