/* SPDX-License-Identifier: BSD-3-Clause */
/* How kernels touch memory and move lanes: all of it, for the kernels of src/plane/ and of a set. Not installed. */
#ifndef PERMKERN_WORD_H
#define PERMKERN_WORD_H

#include "permkern_access.h"
#include "permkern_compiler.h"
#include "permkern_lanes.h"
#include "permkern_lines.h"
#include "permkern_pairs.h"
#include "permkern_target.h"

#endif /* PERMKERN_WORD_H */
