/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Three channels by blends and shuffles, for sets without interleaving loads and stores. Included once for each set
 * SET, before pixels.h. Three registers hold pixels, 48 bytes in each lane. 16 bytes are not a multiple of three
 * elements, so each register has a channel's elements at other positions. Blends collect a channel from all three
 * registers, and a shuffle within lanes sorts it.
 */
#define NAME(verb) PERMKERN_JOIN(permkern_##verb##_, SET, )
#define TARGET PERMKERN_JOIN(PERMKERN_TARGET_, SET, )
#define VEC NAME(vec)
#define LANES (sizeof(VEC) / 16)

/* 16-byte rows: three for each element size. */
static const uint8_t NAME(thirds)[192] = {PERMKERN_SIZES3(PERMKERN_THIRD)};
static const uint8_t NAME(split3)[2][192] = {{PERMKERN_SIZES3(PERMKERN_SPLIT3)},
                                             {PERMKERN_SIZES3(PERMKERN_SPLIT3_BACK)}};
static const uint8_t NAME(join3)[2][192] = {{PERMKERN_SIZES3(PERMKERN_JOIN3)}, {PERMKERN_SIZES3(PERMKERN_JOIN3_BACK)}};

/* Channel c has elements m, m + 3, m + 6... of register r, where m is c - r * (elements in a lane) modulo 3. */
#define THIRD(r, c, shift) (((c) + 2 * (r) * (16U >> (shift))) % 3)

/* Collects elements m0, m0 + 3... of v0, m1, m1 + 3... of v1, and so on. Lanes of two elements have no element 2. */
TARGET PERMKERN_INLINE VEC NAME(collect)(VEC v0, VEC v1, VEC v2, unsigned shift, size_t m0, size_t m1, size_t m2)
{
    const uint8_t *const third = NAME(thirds) + 48 * shift;
    if (shift == 3 && m0 == 2) {
        return NAME(blend)(v1, v2, third + 16 * m2);
    }
    const VEC v = shift == 3 && m1 == 2 ? v0 : NAME(blend)(v0, v1, third + 16 * m1);
    return shift == 3 && m2 == 2 ? v : NAME(blend)(v, v2, third + 16 * m2);
}

/* Reorders the elements of channel c. Two 64-bit elements are in order already, or are swapped. */
TARGET PERMKERN_INLINE VEC NAME(ordered)(VEC v, const uint8_t *orders, unsigned shift, unsigned c, bool back)
{
    return shift == 3 && (c == 1) == back ? v : NAME(shuffle)(v, orders + 48 * shift + 16 * c);
}

TARGET PERMKERN_INLINE void NAME(load_threes)(VEC *v, const uint8_t *in, unsigned shift, unsigned channels, bool back)
{
    const size_t at[2] = {back ? 48 * (LANES - 1) : 0, back ? 0 : 48};
    const VEC v0 = NAME(load_rows)(in, at, 1, 16);
    const VEC v1 = NAME(load_rows)(in + 16, at, 1, 16);
    const VEC v2 = NAME(load_rows)(in + 32, at, 1, 16);
    PERMKERN_UNROLL
    for (unsigned c = 0; c < channels; c++) {
        v[c] = NAME(collect)(v0, v1, v2, shift, THIRD(0, c, shift), THIRD(1, c, shift), THIRD(2, c, shift));
        v[c] = NAME(ordered)(v[c], NAME(split3)[back], shift, c, back);
    }
}

TARGET PERMKERN_INLINE void NAME(store_threes)(uint8_t *out, const VEC *v, unsigned shift, unsigned channels, bool back)
{
    const VEC v0 = NAME(ordered)(v[0], NAME(join3)[back], shift, 0, back);
    const VEC v1 = NAME(ordered)(v[1], NAME(join3)[back], shift, 1, back);
    const VEC v2 = NAME(ordered)(v[2], NAME(join3)[back], shift, 2, back);
    PERMKERN_UNROLL
    for (unsigned r = 0; r < channels; r++) {
        const VEC w = NAME(collect)(v0, v1, v2, shift, THIRD(r, 0, shift), THIRD(r, 1, shift), THIRD(r, 2, shift));
        PERMKERN_UNROLL
        for (unsigned lane = 0; lane < LANES; lane++) {
            NAME(store)(out + 48 * (back ? LANES - 1 - lane : lane) + 16 * r, w, 16, lane);
        }
    }
}

#undef NAME
#undef TARGET
#undef VEC
#undef LANES
#undef THIRD
