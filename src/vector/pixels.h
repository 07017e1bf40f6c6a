/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Pixel channels, for sets without interleaving loads and stores. Included once for each set SET, after three.h and
 * tile.h, before channels.h. For 2, 4 or 8 channels, as many registers hold pixels. A shuffle groups each lane's
 * elements by channel into units, unless a unit is one element. Tile exchanges then bring a channel's units together.
 */
#define NAME(verb) PERMKERN_JOIN(permkern_##verb##_, SET, )
#define TARGET PERMKERN_JOIN(PERMKERN_TARGET_, SET, )
#define VEC NAME(vec)
#define LANES (sizeof(VEC) / 16)

/* [back][ORDER(channels, shift)]: shuffles of a lane. back: the last pixel is the first element. */
static const uint8_t NAME(apart)[2][6][16] = {{PERMKERN_PIXEL_ORDERS(PERMKERN_APART)},
                                              {PERMKERN_PIXEL_ORDERS(PERMKERN_APART_BACK)}};
static const uint8_t NAME(together)[2][6][16] = {{PERMKERN_PIXEL_ORDERS(PERMKERN_TOGETHER)},
                                                 {PERMKERN_PIXEL_ORDERS(PERMKERN_TOGETHER_BACK)}};
#define ONE(channels, shift) ((channels) << (shift) == 16) /* one pixel per lane */
#define ORDER(channels, shift) ((channels) == 2 ? (shift) : (channels) == 4 ? 3 + (shift) : 5U)

/* Transposes units: unit i of register c becomes unit c of register i. */
TARGET PERMKERN_INLINE void NAME(turn_units)(VEC *v, unsigned channels)
{
    VEC w[8];
    PERMKERN_UNROLL
    for (unsigned c = 0; c < channels; c++) {
        w[c] = v[c];
    }
    NAME(exchange)(w, channels, 1, 16 / channels);
    NAME(exchange)(w, channels, 2, 32 / channels);
    NAME(exchange)(w, channels, 4, 64 / channels);
    PERMKERN_UNROLL
    for (unsigned c = 0; c < channels; c++) {
        v[c] = w[NAME(register)(c, channels)];
    }
}

/* Loads `channels` registers of pixels into v, one register per channel. */
TARGET PERMKERN_INLINE void NAME(load_channels)(VEC *v, const uint8_t *in, unsigned shift, unsigned channels, bool back)
{
    const size_t lane = 16 * (size_t)channels;
    const size_t at[2] = {back ? lane * (LANES - 1) : 0, back ? 0 : lane};
    if (channels == 3) {
        NAME(load_threes)(v, in, shift, channels, back);
        return;
    }
    PERMKERN_UNROLL
    for (unsigned i = 0; i < channels; i++) {
        v[i] = NAME(load_rows)(in + 16 * (back ? channels - 1 - i : i), at, 1, 16);
        v[i] = ONE(channels, shift) ? v[i] : NAME(shuffle)(v[i], NAME(apart)[back][ORDER(channels, shift)]);
    }
    NAME(turn_units)(v, channels);
}

/* The inverse: turns one register per channel into pixels, and stores them. */
TARGET PERMKERN_INLINE void NAME(store_channels)(uint8_t *out, const VEC *v, unsigned shift, unsigned channels,
                                                 bool back)
{
    VEC w[8];
    if (channels == 3) {
        NAME(store_threes)(out, v, shift, channels, back);
        return;
    }
    PERMKERN_UNROLL
    for (unsigned c = 0; c < channels; c++) {
        w[c] = v[c];
    }
    NAME(turn_units)(w, channels);
    PERMKERN_UNROLL
    for (unsigned i = 0; i < channels; i++) {
        const VEC pixels =
            ONE(channels, shift) ? w[i] : NAME(shuffle)(w[i], NAME(together)[back][ORDER(channels, shift)]);
        PERMKERN_UNROLL
        for (unsigned lane = 0; lane < LANES; lane++) {
            const size_t number = lane * channels + i;
            NAME(store)(out + 16 * (back ? LANES * channels - 1 - number : number), pixels, 16, lane);
        }
    }
}

#undef NAME
#undef TARGET
#undef VEC
#undef LANES
#undef ONE
#undef ORDER
