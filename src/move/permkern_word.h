/* SPDX-License-Identifier: BSD-3-Clause */
/* Includes memory access and lane exchanges for kernels. Not installed. */
#ifndef PERMKERN_WORD_H
#define PERMKERN_WORD_H

#include "base/permkern_access.h"
#include "base/permkern_compiler.h"
#include "base/permkern_target.h"
#include "move/permkern_lanes.h"
#include "move/permkern_lines.h"
#include "move/permkern_pairs.h"

#endif /* PERMKERN_WORD_H */
