/* SPDX-License-Identifier: BSD-3-Clause */
/* Copying a run: small C libraries ship a byte loop as memcpy, so permkern brings its own. */
#include "permkern_word.h"

static void copy_words(const uint8_t *in, uint8_t *out, size_t words)
{
    for (; words >= 4; words -= 4, in += 16, out += 16) {
        const uint32_t a = permkern_load32(in);
        const uint32_t b = permkern_load32(in + 4);
        const uint32_t c = permkern_load32(in + 8);
        const uint32_t d = permkern_load32(in + 12);
        permkern_own_loop();
        permkern_store32(out, a);
        permkern_store32(out + 4, b);
        permkern_store32(out + 8, c);
        permkern_store32(out + 12, d);
    }
    for (; words != 0; words--, in += 4, out += 4) {
        permkern_own_loop();
        permkern_store32(out, permkern_load32(in));
    }
}

void permkern_copy(const uint8_t *in, uint8_t *out, size_t bytes)
{
#if !PERMKERN_UNALIGNED
    /* Bytes up to a word boundary, where both ends reach one together; otherwise all of them. */
    const bool words = (((uintptr_t)in ^ (uintptr_t)out) & 3U) == 0;
    for (; bytes != 0 && (!words || ((uintptr_t)in & 3U) != 0); bytes--) {
        permkern_own_loop();
        *out++ = *in++;
    }
#endif
    copy_words(in, out, bytes >> 2);
    in += bytes & ~(size_t)3;
    out += bytes & ~(size_t)3;
    for (bytes &= 3U; bytes != 0; bytes--) {
        permkern_own_loop();
        *out++ = *in++;
    }
}
