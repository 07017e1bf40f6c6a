/* SPDX-License-Identifier: BSD-3-Clause */
/* Tiles and channels of each width whose planes move by words. */
#ifndef PERMKERN_TILES_H
#define PERMKERN_TILES_H

#include "move/permkern_lines.h"
#include "move/permkern_pairs.h"
#include "move/permkern_way.h"

#if PERMKERN_BLOCKS
/* Profile speed: moves a request with small planes in blocks. */
permkern_kernel permkern_in_blocks;
#endif

#define BITS 8
#if !PERMKERN_PLANE8
#include "move/tile.h"

#include "move/channel.h"
#endif
#undef BITS
#define BITS 16
#if !PERMKERN_PLANE16
#include "move/tile.h"

#include "move/channel.h"
#endif
#undef BITS
#define BITS 32
#if !PERMKERN_PLANE32
#include "move/tile.h"

#include "move/channel.h"
#endif
#undef BITS
#define BITS 64
#if !PERMKERN_PLANE64
#include "move/tile.h"

#include "move/channel.h"
#endif
#undef BITS

#endif /* PERMKERN_TILES_H */
