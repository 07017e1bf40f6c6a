/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Squares, exchanges and cycles for permkern_run_in_place and pinned kernels in place. Other programs link nothing from
 * here. Not installed.
 */
#ifndef PERMKERN_IN_PLACE_H
#define PERMKERN_IN_PLACE_H

#include "base/permkern_arith.h"
#include "move/permkern_word.h"
#include "vector/permkern_vector.h"

#define BITS 8
#include "in_place/block.h"
#undef BITS
#define BITS 16
#include "in_place/block.h"
#undef BITS
#define BITS 32
#include "in_place/block.h"
#undef BITS
#define BITS 64
#include "in_place/block.h"
#undef BITS

/* Exchanges two runs of `bytes` bytes, at any alignment. They must not overlap. */
void permkern_exchange_runs(uint8_t *a, uint8_t *b, size_t bytes);

/* Aligned words whose first byte is the lowest. */
#if PERMKERN_WORD_TILES
#define permkern_load_lanes permkern_load32
#define permkern_store_lanes permkern_store32
#else
#define permkern_load_lanes permkern_x32_gather
#define permkern_store_lanes permkern_x32_scatter
#endif

#endif /* PERMKERN_IN_PLACE_H */
