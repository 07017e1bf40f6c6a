/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Three channels by permutes of whole registers, for AVX-512. Included once for each set SET, before channels.h. In a
 * register of pixels, a channel has every third element, and the first one differs between three such registers. So
 * blends collect a channel from all three, and a permute sorts it.
 */
#define NAME(verb) PERMKERN_JOIN(permkern_##verb##_, SET, )
#define TARGET PERMKERN_JOIN(PERMKERN_TARGET_, SET, )

/* The first of channel c's elements in register r. */
#define THIRD(r, c, shift) (((c) + 2 * (r) * (64U >> (shift))) % 3)

/* The sorted channel's element q is element 3 * q + c of the collected one, modulo the number of elements. */
TARGET PERMKERN_INLINE void NAME(load_channels)(__m512i *v, const uint8_t *in, unsigned shift, unsigned channels,
                                                bool back)
{
    const __m512i w[3] = {_mm512_loadu_si512((const void *)in), _mm512_loadu_si512((const void *)(in + 64)),
                          _mm512_loadu_si512((const void *)(in + 128))};
    PERMKERN_UNROLL
    for (unsigned c = 0; c < channels; c++) {
        const __m512i order = permkern_steps_avx512(shift, back ? 0U - 3 : 3, back ? c - 3 : c, 0);
        v[c] = NAME(ordered)(permkern_collect_avx512(w, shift, THIRD(1, c, shift), THIRD(2, c, shift)), order, shift);
    }
}

/* The inverse, because 43 * 3 is 1 modulo 64. */
TARGET PERMKERN_INLINE void NAME(store_channels)(uint8_t *out, const __m512i *v, unsigned shift, unsigned channels,
                                                 bool back)
{
    __m512i w[3];
    PERMKERN_UNROLL
    for (unsigned c = 0; c < channels; c++) {
        const __m512i order = permkern_steps_avx512(shift, back ? 0U - 43 : 43, back ? 43 * c - 1 : 0U - 43 * c, 0);
        w[c] = NAME(ordered)(v[c], order, shift);
    }
    PERMKERN_UNROLL
    for (unsigned r = 0; r < channels; r++) {
        const __m512i pixels = permkern_collect_avx512(w, shift, THIRD(r, 1, shift), THIRD(r, 2, shift));
        _mm512_storeu_si512((void *)(out + (size_t)64 * r), pixels);
    }
}

#undef NAME
#undef TARGET
#undef THIRD
