/* SPDX-License-Identifier: BSD-3-Clause */
/* Vector kernels for x86 with AVX-512 F, BW, DQ and VL: operations for the bodies in src/vector/, and the table. */
#include "vector/avx2.h"
#include "vector/set.h"

#ifdef PERMKERN_X86

typedef __m512i permkern_vec_avx512;

/* Loads 32 or 64 bytes, or up to 16 bytes into the low end. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_load_avx512(const uint8_t *p, size_t bytes)
{
    return bytes == 64   ? _mm512_loadu_si512((const void *)p)
           : bytes == 32 ? _mm512_castsi256_si512(permkern_load_avx2(p, 32))
                         : _mm512_castsi128_si512(permkern_load_sse2(p, bytes));
}

/* Loads up to 16 bytes into the low end of one lane. A masked broadcast from memory needs no shuffle. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_insert_avx512(__m512i v, size_t lane, const uint8_t *p,
                                                                      size_t bytes)
{
    if (bytes == 16) {
        return _mm512_mask_broadcast_i64x2(v, (__mmask8)(3U << lane * 2), permkern_load_sse2(p, 16));
    }
    if (bytes == 8) {
        return _mm512_mask_set1_epi64(v, (__mmask8)(1U << lane * 2), (long long)permkern_load64(p));
    }
    if (bytes == 4) {
        const int word = (int)permkern_load32(p); /* narrow: bits unchanged */
        return _mm512_mask_set1_epi32(v, (__mmask16)(1U << lane * 4), word);
    }
    return _mm512_mask_set1_epi16(v, (__mmask32)1 << lane * 8, (short)permkern_load16(p)); /* narrow: bits unchanged */
}

/* Loads `bytes` bytes from row[0], row[apart], row[2 * apart] and row[3 * apart] into the low end of each lane. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_load_rows_avx512(const uint8_t *in, const size_t *row,
                                                                         size_t apart, size_t bytes)
{
    __m512i v = permkern_load_avx512(permkern_at(in, row[0]), bytes);
    v = permkern_insert_avx512(v, 1, permkern_at(in, row[apart]), bytes);
    v = permkern_insert_avx512(v, 2, permkern_at(in, row[2 * apart]), bytes);
    return permkern_insert_avx512(v, 3, permkern_at(in, row[3 * apart]), bytes);
}

/* Stores 64 bytes, or the lower half. Tiles and copies need no other part. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE void permkern_store_avx512(uint8_t *p, __m512i v, size_t bytes, size_t part)
{
    (void)part;
    if (bytes == 64) {
        _mm512_storeu_si512((void *)p, v);
    } else {
        _mm256_storeu_si256((__m256i *)(void *)p, _mm512_castsi512_si256(v));
    }
}

PERMKERN_TARGET_avx512 PERMKERN_INLINE void permkern_stream_avx512(uint8_t *p, __m512i v)
{
    _mm512_stream_si512((__m512i *)(void *)p, v);
}

PERMKERN_ZIP(avx512, zip_lo, __m512i, _mm512_unpacklo_epi)
PERMKERN_ZIP(avx512, zip_hi, __m512i, _mm512_unpackhi_epi)

/* clang-format would sort the includes. */
/* clang-format off */
#define SET avx512
#include "vector/tile.h"
#include "vector/runs.h"
#include "vector/stream.h"
#undef SET
/* clang-format on */

/* ---- three channels; permutes of bytes need VBMI ---- */

typedef uint8_t permkern_x8_avx512 __attribute__((vector_size(64)));
typedef uint16_t permkern_x16_avx512 __attribute__((vector_size(64)));
typedef uint32_t permkern_x32_avx512 __attribute__((vector_size(64)));
typedef uint64_t permkern_x64_avx512 __attribute__((vector_size(64)));
#define UP16(first) PERMKERN_EACH16(PERMKERN_UP, first, 0, 0)

/* A permute's order: element q is element step * q + first + third * (q % 3), modulo the number of elements. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_steps_avx512(unsigned shift, unsigned step, unsigned first,
                                                                     unsigned third)
{
    const permkern_x8_avx512 x8 = {UP16(0), UP16(16), UP16(32), UP16(48)};
    const permkern_x16_avx512 x16 = {UP16(0), UP16(16)};
    const permkern_x32_avx512 x32 = {UP16(0)};
    const permkern_x64_avx512 x64 = {PERMKERN_EACH8(PERMKERN_UP, 0, 0, 0)};
    /* narrow: modulo 256 and 65536 */
    return shift == 0   ? (__m512i)(x8 * (uint8_t)step + (uint8_t)first + x8 % 3 * (uint8_t)third)
           : shift == 1 ? (__m512i)(x16 * (uint16_t)step + (uint16_t)first + x16 % 3 * (uint16_t)third)
           : shift == 2 ? (__m512i)(x32 * step + first + x32 % 3 * third)
                        : (__m512i)(x64 * step + first + x64 % 3 * third);
}

PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_ordered_avx512(__m512i v, __m512i order, unsigned shift)
{
    return shift == 1   ? _mm512_permutexvar_epi16(order, v)
           : shift == 2 ? _mm512_permutexvar_epi32(order, v)
                        : _mm512_permutexvar_epi64(order, v);
}

PERMKERN_TARGET_vbmi PERMKERN_INLINE __m512i permkern_ordered_vbmi(__m512i v, __m512i order, unsigned shift)
{
    (void)shift;
    return _mm512_permutexvar_epi8(order, v);
}

/* Takes elements m, m + 3, m + 6... from w, the others from v. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_third_of(__m512i v, __m512i w, unsigned shift, unsigned m)
{
    const uint64_t third = 0x9249249249249249U << m;
    return shift == 0   ? _mm512_mask_blend_epi8(third, v, w)
           : shift == 1 ? _mm512_mask_blend_epi16((__mmask32)third, v, w) /* narrow: a bit for each element */
           : shift == 2 ? _mm512_mask_blend_epi32((__mmask16)third, v, w) /* narrow: too */
                        : _mm512_mask_blend_epi64((__mmask8)third, v, w); /* narrow: too */
}

/* Takes elements m1, m1 + 3... from v[1], m2, m2 + 3... from v[2], the others from v[0]. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_collect_avx512(const __m512i *v, unsigned shift, unsigned m1,
                                                                       unsigned m2)
{
    return permkern_third_of(permkern_third_of(v[0], v[1], shift, m1), v[2], shift, m2);
}

typedef __m512i permkern_vec_vbmi;

PERMKERN_TARGET_vbmi PERMKERN_INLINE __m512i permkern_load_vbmi(const uint8_t *p, size_t bytes)
{
    return permkern_load_avx512(p, bytes);
}

PERMKERN_TARGET_vbmi PERMKERN_INLINE void permkern_store_vbmi(uint8_t *p, __m512i v, size_t bytes, size_t part)
{
    permkern_store_avx512(p, v, bytes, part);
}

/* clang-format would sort the includes. */
/* clang-format off */
#define SET avx512
#include "vector/thirds.h"
#include "vector/channels.h"
#undef SET
#define SET vbmi
#include "vector/thirds.h"
#include "vector/channels.h"
#undef SET
/* clang-format on */

PERMKERN_CHANNEL_FUNCTION(vbmi, 8, 3)

/* A permkern_channel_move of bytes: with VBMI, or of AVX2. */
#define BYTE_CHANNELS(name, verb, back)                                                                                \
    static void x8_##name##_avx512(const uint8_t *in, uint8_t *out, size_t stride, size_t count)                       \
    {                                                                                                                  \
        permkern_channel_move *const move = permkern_has_vbmi() ? x8_##name##_vbmi : permkern_avx2.verb[0][back][1];   \
        move(in, out, stride, count);                                                                                  \
    }
BYTE_CHANNELS(split3, split, 0)
BYTE_CHANNELS(split3_back, split, 1)
BYTE_CHANNELS(join3, join, 0)
BYTE_CHANNELS(join3_back, join, 1)

/* ---- reversed lines: masks move the rest of a line ---- */

/* Reverses the units that end a register, and puts them at its start. A unit is an element or a pixel of three. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_reverse_avx512(__m512i v, size_t unit)
{
    const bool pixels = unit % 3 == 0;
    const unsigned shift = PERMKERN_LOG2(pixels ? unit / 3 : unit);
    if (shift == 0) {
        v = _mm512_shuffle_epi8(v, _mm512_broadcast_i32x4(permkern_load_sse2(permkern_reversed_avx2[1], 16)));
        return _mm512_shuffle_i64x2(v, v, 0x1b);
    }
    const __m512i order =
        pixels ? permkern_steps_avx512(shift, 0U - 1, 0U - 3, 2) : permkern_steps_avx512(shift, 0U - 1, 0U - 1, 0);
    return permkern_ordered_avx512(v, order, shift);
}

/*
 * Reverses the rest of a line: it is loaded into the end of a register, under a mask. The register's other bytes are
 * copies of the input's first byte, so that no tool reports undefined values.
 */
PERMKERN_TARGET_avx512 PERMKERN_INLINE void permkern_reverse_rest(const uint8_t *in, uint8_t *out, size_t bytes,
                                                                  size_t unit)
{
    const void *const from = (const void *)((uintptr_t)in + bytes - 64);
    const __m512i first = _mm512_set1_epi8((char)*in); /* narrow: bits unchanged */
    const __m512i v = _mm512_mask_loadu_epi8(first, UINT64_MAX << (64 - bytes), from);
    _mm512_mask_storeu_epi8((void *)out, UINT64_MAX >> (64 - bytes), permkern_reverse_avx512(v, unit));
}

PERMKERN_TARGET_avx512 PERMKERN_INLINE void permkern_reverse_lines_avx512(const uint8_t *in, size_t in_stride,
                                                                          uint8_t *out, size_t out_stride, size_t lines,
                                                                          size_t count, size_t unit)
{
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * unit;
        for (; unit % 3 == 0 && left >= 192; left -= 192) { /* pixels that fill three registers */
            __m512i v[3];
            permkern_load_channels_avx512(v, in + left - 192, PERMKERN_LOG2(unit / 3), 3, true);
            permkern_store_channels_avx512(to, v, PERMKERN_LOG2(unit / 3), 3, false);
            to += 192;
        }
        for (; left >= 64; left -= 64 / unit * unit) {
            const __m512i v = _mm512_loadu_si512((const void *)(in + left - 64));
            _mm512_storeu_si512((void *)to, permkern_reverse_avx512(v, unit));
            to += 64 / unit * unit;
        }
        if (left != 0) {
            permkern_reverse_rest(in, to, left, unit);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* ---- permkern_small, permkern_unplanned: up to 64, 128 or 256 bytes in units of 1, 2 or 4 ---- */

/* Sets two vectors of entries from their numbers: small.c. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE void find_entries(permkern_x16_avx512 *entry, permkern_x16_avx512 n0,
                                                         permkern_x16_avx512 n1, const permkern_axis *axis,
                                                         const permkern_axis *end, unsigned shift, unsigned unit)
{
    size_t reach = (size_t)1 << shift;
    uint16_t weight = 1;
    if (shift == unit) {
        end--;
        weight = (uint16_t)(end->in_stride >> unit); /* narrow: modulo 65536 */
        reach = permkern_times(end->in_stride, end->extent);
    }
    entry[0] = n0 * weight;
    entry[1] = n1 * weight;
    while (end != axis) {
        end--;
        const __m512i reciprocal = _mm512_set1_epi16((short)permkern_reciprocals[end->out_stride >> unit]);
        weight = (uint16_t)((end->in_stride - reach) >> unit); /* narrow: modulo 65536 */
        entry[0] += (permkern_x16_avx512)_mm512_mulhi_epu16((__m512i)(n0 << 5), reciprocal) * weight;
        entry[1] += (permkern_x16_avx512)_mm512_mulhi_epu16((__m512i)(n1 << 5), reciprocal) * weight;
        reach = permkern_times(end->in_stride, end->extent);
    }
}

/* Moves bytes. from[0], from[1]: for even and odd bytes. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE void permute8(const permkern_x16_avx512 *from, size_t bytes, const void *in,
                                                     void *out)
{
    const __mmask64 used = ~(uint64_t)0 >> (64 - bytes);
    const __m512i v = _mm512_maskz_loadu_epi8(used, in);
    const __m512i low = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(v));
    const __m512i high = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(v, 1));
    const __m512i even = _mm512_permutex2var_epi16(low, (__m512i)from[0], high);
    const __m512i odd = _mm512_permutex2var_epi16(low, (__m512i)from[1], high);
    _mm512_mask_storeu_epi8(out, used, (__m512i)((permkern_x16_avx512)even | (permkern_x16_avx512)odd << 8));
}

PERMKERN_TARGET_avx512 PERMKERN_INLINE void permute16(const permkern_x16_avx512 *from, size_t bytes, const void *in,
                                                      void *out)
{
    const uint64_t used = ~(uint64_t)0 >> (64 - bytes / 2);
    const __m512i v = _mm512_maskz_loadu_epi16((__mmask32)used, in);
    const __m512i w = _mm512_maskz_loadu_epi16((__mmask32)(used >> 32), (const uint8_t *)in + 64);
    for (unsigned k = 0; k < 2; k++) {
        _mm512_mask_storeu_epi16((uint8_t *)out + 64 * k, (__mmask32)(used >> 32 * k),
                                 _mm512_permutex2var_epi16(v, (__m512i)from[k], w));
    }
}

PERMKERN_TARGET_avx512 PERMKERN_INLINE void permute32(const __m512i *from, size_t bytes, const void *in, void *out)
{
    const uint64_t used = ~(uint64_t)0 >> (64 - bytes / 4);
    __m512i v[4];
    for (unsigned k = 0; k < 4; k++) {
        v[k] = _mm512_maskz_loadu_epi32((__mmask16)(used >> 16 * k), (const uint8_t *)in + 64 * k);
    }
    for (unsigned k = 0; k < 4; k++) {
        const __mmask16 is_high = _mm512_test_epi32_mask(from[k], _mm512_set1_epi32(32));
        const __m512i low = _mm512_permutex2var_epi32(v[0], from[k], v[1]);
        const __m512i high = _mm512_permutex2var_epi32(v[2], from[k], v[3]);
        _mm512_mask_storeu_epi32((uint8_t *)out + 64 * k, (__mmask16)(used >> 16 * k),
                                 _mm512_mask_blend_epi32(is_high, low, high));
    }
}

PERMKERN_TARGET_avx512 static void permkern_small8_avx512(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    const permkern_x16_avx512 entry = (permkern_x16_avx512)permkern_load_avx512(index, 64);
    const permkern_x16_avx512 from[2] = {entry, entry >> 8};
    permute8(from, bytes, in, out);
}

PERMKERN_TARGET_avx512 static void permkern_small16(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    permkern_x16_avx512 from[2];
    for (unsigned k = 0; k < 2; k++) {
        from[k] = (permkern_x16_avx512)_mm512_cvtepu8_epi16(permkern_load_avx2(index + 32 * k, 32));
    }
    permute16(from, bytes, in, out);
}

PERMKERN_TARGET_avx512 static void permkern_small32(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    __m512i from[4];
    for (unsigned k = 0; k < 4; k++) {
        from[k] = _mm512_cvtepu8_epi32(permkern_load_sse2(index + 16 * k, 16));
    }
    permute32(from, bytes, in, out);
}

PERMKERN_TARGET_avx512 static bool permkern_unplanned_avx512(const permkern_axis *axis, const permkern_axis *end,
                                                             unsigned shift, size_t bytes, const void *in, void *out)
{
    const permkern_x16_avx512 n = {UP16(0), UP16(16)};
    const unsigned unit = permkern_small_unit(axis, &end, &shift, bytes);
    permkern_x16_avx512 entry[2];
    if (unit == 0) {
        find_entries(entry, n * 2, n * 2 + 1, axis, end, shift, 0);
        permute8(entry, bytes, in, out);
    } else if (unit == 1) {
        find_entries(entry, n, n + 32, axis, end, shift, 1);
        permute16(entry, bytes, in, out);
    } else if (unit == 2) { /* entries k and k + 16 in the halves of a 32-bit lane */
        const permkern_x16_avx512 pairs = n >> 1 | (n & 1) << 4;
        find_entries(entry, pairs, pairs + 32, axis, end, shift, 2);
        const __m512i from[4] = {(__m512i)entry[0], _mm512_srli_epi32((__m512i)entry[0], 16), (__m512i)entry[1],
                                 _mm512_srli_epi32((__m512i)entry[1], 16)};
        permute32(from, bytes, in, out);
    }
    return unit < PERMKERN_SMALL_UNITS;
}

/* ---- the set ---- */

/* clang-format would begin a line after each designator. */
/* clang-format off */
#define STRIPS(X) \
    PERMKERN_STRIPS8(X, avx512, 64) PERMKERN_STRIPS16(X, avx512, 32) PERMKERN_STRIPS32(X, avx512, 16) \
    PERMKERN_STRIPS64(X, avx512, 8) \
    PERMKERN_STRIPS32(X, avx512, 32) PERMKERN_STRIPS64(X, avx512, 16)
#define CHANNELS(X) X(avx512, 16, 3) X(avx512, 32, 3) X(avx512, 64, 3)
#define REVERSALS(X) X(avx512, 1) X(avx512, 2) X(avx512, 4) X(avx512, 6) X(avx512, 8) X(avx512, 12) X(avx512, 24)
PERMKERN_STREAM_FUNCTIONS(avx512)
PERMKERN_STREAM_FUNCTION(avx512, pairs, 32, 32, 4)
PERMKERN_STREAM_FUNCTION(avx512, pairs, 64, 16, 2)

PERMKERN_DEFINE_SET(avx512,
    .narrower = &permkern_avx2,
    .most_rows = {6, 5, 4, 3},
    /*
     * Measured on a Xeon, fifth generation. A register is a line: stored off a line, it touches the line where the next
     * strip begins, so the prefetched byte is that strip's last. Lines that are stored whole may leave the cache.
     */
    .rules = {.slabs = {true}, .fetched = {8, 4, 4, 4}, .ahead = {64, 127, 127, 127}, .far = 8192, .narrow_runs = 96},
    .least_rows = 3, .least_cols = 3, .pixels = {16, 8, 4, 2},
    .channels = PERMKERN_PIXEL_CHANNELS, PERMKERN_CHANNEL_ENTRY(avx512, 8, 3)
    .small = {permkern_small8_avx512, permkern_small16, permkern_small32},
    .unplanned = permkern_unplanned_avx512, PERMKERN_STREAM_ENTRIES(avx512)
    .pairs = {[2] = PERMKERN_STREAMED(avx512, pairs, 32), [3] = PERMKERN_STREAMED(avx512, pairs, 64)},)
/* clang-format on */
#endif
