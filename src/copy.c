/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies of runs. Small C libraries' memcpy may be a loop of bytes, so permkern brings its own. */
#include "permkern_isa.h"

#if PERMKERN_RVV

/* Eight vector registers at a time. Bytes need no alignment. */
void permkern_copy(const uint8_t *in, uint8_t *out, size_t bytes)
{
    while (bytes != 0) {
        const size_t vl = __riscv_vsetvl_e8m8(bytes);
        __riscv_vse8_v_u8m8(out, __riscv_vle8_v_u8m8(in, vl), vl);
        in += vl;
        out += vl;
        bytes -= vl;
    }
}

#else

static inline void copy_four_words(const uint8_t *in, uint8_t *out)
{
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

static void copy_words(const uint8_t *in, uint8_t *out, size_t words)
{
#if !defined(__OPTIMIZE_SIZE__) && !PERMKERN_FOUR_WORDS
    for (; words >= 8; words -= 8, in += 32, out += 32) {
        copy_four_words(in, out);
        copy_four_words(in + 16, out + 16);
    }
#endif
    for (; words >= 4; words -= 4, in += 16, out += 16) {
        copy_four_words(in, out);
    }
    for (; words != 0; words--, in += 4, out += 4) {
        permkern_own_loop();
        permkern_store32(out, permkern_load32(in));
    }
}

void permkern_copy(const uint8_t *in, uint8_t *out, size_t bytes)
{
#if !PERMKERN_UNALIGNED
    /* Bytes up to a word boundary, if input and output reach one together; otherwise all bytes. */
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

#endif
