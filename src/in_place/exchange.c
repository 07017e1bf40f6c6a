/* SPDX-License-Identifier: BSD-3-Clause */
/* Exchanges runs for permkern_run_in_place and for pinned kernels in place. */
#include "in_place/permkern_in_place.h"

void permkern_exchange_runs(uint8_t *a, uint8_t *b, size_t bytes)
{
    size_t at = 0;
#if PERMKERN_VECTOR
    at = permkern_vector_exchange(a, b, bytes);
#endif
#if !PERMKERN_UNALIGNED
    const size_t words = (((uintptr_t)a | (uintptr_t)b) & 3U) == 0 ? (bytes - at) / 4 : 0;
#else
    const size_t words = (bytes - at) / 4;
#endif
    for (size_t left = words; left != 0; left--) {
        permkern_own_loop();
        permkern_x32_exchange(a + at, b + at);
        at += 4;
    }
    for (; at < bytes; at++) {
        permkern_own_loop();
        permkern_x8_exchange(a + at, b + at);
    }
}
