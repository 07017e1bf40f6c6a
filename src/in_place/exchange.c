/* SPDX-License-Identifier: BSD-3-Clause */
/* Exchanges runs for permkern_run_in_place and for pinned kernels in place. */
#include "in_place/permkern_in_place.h"

void permkern_exchange_runs(uint8_t *a, uint8_t *b, size_t bytes)
{
#if PERMKERN_VECTOR
    size_t at = permkern_vector_exchange(a, b, bytes);
#else
    size_t at = 0;
#endif
    if (PERMKERN_UNALIGNED || (((uintptr_t)a | (uintptr_t)b) & 3U) == 0) {
        for (; bytes - at >= 4; at += 4) {
            permkern_own_loop();
            permkern_x32_exchange(a + at, b + at);
        }
    }
    for (; at < bytes; at++) {
        permkern_own_loop();
        permkern_x8_exchange(a + at, b + at);
    }
}
