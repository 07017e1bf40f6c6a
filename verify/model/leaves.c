/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What moves a tile of bytes, and groups of four pixels of two channels, by words, against the contracts that the proof
 * of planes takes of them (verify/proof/plane/): for any contents and any strides to FARTHEST, each element goes to its
 * place, nothing else changes, and no access is outside of what holds the elements. An address depends on strides
 * alone, and on each in proportion.
 *
 *   FARTHEST   bytes from a row or column to the next, at most
 *   TILE       a tile of 4x4; otherwise two channels
 *   REACH      present: claims that the end is not reached
 */
#include "permkern_access.h"
#include "plane/permkern_groups8.h"
#include "plane/permkern_tiles8.h"
#include <stdbool.h>

void __ESBMC_assert(bool, const char *);
void __ESBMC_assume(bool);
size_t nondet_size(void);

#define LAST (3 * FARTHEST)
#define MOVED(from, to) __ESBMC_assert(out[to] == in[from], "out[o] == in[i]");
#define KEPT(is_written)                                                                                               \
    for (size_t at = 0; at < sizeof out; at++) {                                                                       \
        __ESBMC_assert((is_written) || out[at] == before[at], "nothing else changes");                                 \
    }

/* A stride that is not known, of elements that do not share a byte. */
static size_t stride(void)
{
    const size_t any = nondet_size();
    __ESBMC_assume(any >= 4 && any <= FARTHEST);
    return any;
}

#if TILE
static void tile(void)
{
    uint8_t in[LAST + 4];
    uint8_t out[LAST + 4];
    uint8_t before[LAST + 4];
    const size_t s = stride();
    const size_t t = stride();
    for (size_t at = 0; at < sizeof out; at++) {
        before[at] = out[at];
    }
    permkern_x8_tile4x4(in, in + s, in + 2 * s, in + 3 * s, out, out + t, out + 2 * t, out + 3 * t);
    for (size_t row = 0; row < 4; row++) {
        for (size_t col = 0; col < 4; col++) {
            MOVED(row * s + col, col * t + row)
        }
    }
    KEPT(at < 4 || (at >= t && at < t + 4) || (at >= 2 * t && at < 2 * t + 4) || (at >= 3 * t && at < 3 * t + 4))
}
#else
static void taken_apart(void)
{
    uint8_t in[8];
    uint8_t out[LAST + 4];
    uint8_t before[LAST + 4];
    const size_t t = stride();
    for (size_t at = 0; at < sizeof out; at++) {
        before[at] = out[at];
    }
    permkern_x8_deinterleave2_words(in, out, out + t);
    for (size_t pixel = 0; pixel < 4; pixel++) {
        MOVED(2 * pixel, pixel)
        MOVED(2 * pixel + 1, t + pixel)
    }
    KEPT(at < 4 || (at >= t && at < t + 4))
}

static void put_together(void)
{
    uint8_t in[LAST + 4];
    uint8_t out[12];
    uint8_t before[12];
    const size_t s = stride();
    for (size_t at = 0; at < sizeof out; at++) {
        before[at] = out[at];
    }
    permkern_x8_interleave2_words(in, in + s, out);
    for (size_t pixel = 0; pixel < 4; pixel++) {
        MOVED(pixel, 2 * pixel)
        MOVED(s + pixel, 2 * pixel + 1)
    }
    KEPT(at < 8)
}
#endif

int main(void)
{
#if TILE
    tile();
#else
    taken_apart();
    put_together();
#endif
#ifdef REACH
    __ESBMC_assert(0, "end");
#endif
    return 0;
}
