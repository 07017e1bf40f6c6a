/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Splits pixels into channel planes, and joins planes into pixels, by registers of the set SET. Included once for each
 * set, after its load_channels and store_channels, which move one register per channel. Constants in each call: shift,
 * channels and back (the last pixel is a plane's first element).
 */
#define NAME(verb) PERMKERN_JOIN(permkern_##verb##_, SET, )
#define TARGET PERMKERN_JOIN(PERMKERN_TARGET_, SET, )

/* The bodies of permkern_channel_move, split and join. The last registers overlap the ones before. */
TARGET PERMKERN_INLINE void NAME(split)(const uint8_t *in, uint8_t *out, size_t stride, size_t count, unsigned shift,
                                        unsigned channels, bool back)
{
    const size_t size = (size_t)1 << shift;
    const size_t block = sizeof(NAME(vec)) / size;
    for (;;) {
        NAME(vec) v[PERMKERN_CHANNEL_CODES + 1];
        NAME(load_channels)(v, back ? in + (count - block) * channels * size : in, shift, channels, back);
        PERMKERN_UNROLL
        for (unsigned c = 0; c < channels; c++) {
            NAME(store)(permkern_at_out(out, c * stride), v[c], sizeof v[c], 0);
        }
        if (count == block) {
            return;
        }
        const size_t on = count < 2 * block ? count - block : block;
        in += back ? 0 : on * channels * size;
        out += on * size;
        count -= on;
    }
}

TARGET PERMKERN_INLINE void NAME(join)(const uint8_t *in, uint8_t *out, size_t stride, size_t count, unsigned shift,
                                       unsigned channels, bool back)
{
    const size_t size = (size_t)1 << shift;
    const size_t block = sizeof(NAME(vec)) / size;
    for (;;) {
        const uint8_t *const from = back ? in + (count - block) * size : in;
        NAME(vec) v[PERMKERN_CHANNEL_CODES + 1];
        PERMKERN_UNROLL
        for (unsigned c = 0; c < channels; c++) {
            v[c] = NAME(load)(permkern_at(from, c * stride), sizeof v[c]);
        }
        NAME(store_channels)(out, v, shift, channels, back);
        if (count == block) {
            return;
        }
        const size_t on = count < 2 * block ? count - block : block;
        in += back ? 0 : on * size;
        out += on * channels * size;
        count -= on;
    }
}

#undef NAME
#undef TARGET
