/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for x86 with AVX-512 F, BW, DQ, VL and VBMI.
 *
 * Written by tools/autogen from arch_gen/templates/vector.c.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#include "permkern_vector.h"

#ifdef PERMKERN_X86
#include <immintrin.h>

#if PERMKERN_SMALL_BYTES < 64
#error "plans of this target have no room for an index of 64 bytes: lower small_bytes in arch_gen/"
#endif

#include "permkern_avx512vbmi_channels16.h"
#include "permkern_avx512vbmi_channels32.h"
#include "permkern_avx512vbmi_channels64.h"
#include "permkern_avx512vbmi_channels8.h"

/*
 * Copies runs register by register; the last register of a run overlaps the one before. permkern_avx512.copy
 * copies runs that are shorter than a register.
 */
PERMKERN_TARGET_VBMI static void copy_avx512vbmi(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                                 size_t count, size_t bytes)
{
    if (bytes < 64) {
        permkern_avx512.copy(in, in_stride, out, out_stride, count, bytes);
        return;
    }
    for (; bytes == 64 && count != 0; count--) {
        const __m512i v = _mm512_loadu_si512((const void *)(in));
        _mm512_storeu_si512((void *)(out), v);
        in += in_stride;
        out += out_stride;
    }
    for (const size_t at = bytes - 64; at <= 64 && count != 0; count--) {
        const __m512i v = _mm512_loadu_si512((const void *)(in));
        const __m512i w = _mm512_loadu_si512((const void *)(in + at));
        _mm512_storeu_si512((void *)(out), v);
        _mm512_storeu_si512((void *)(out + at), w);
        in += in_stride;
        out += out_stride;
    }
    for (; count != 0; count--) {
        size_t at = 0;
        for (; bytes - at > 64; at += 64) {
            const __m512i v = _mm512_loadu_si512((const void *)(in + at));
            _mm512_storeu_si512((void *)(out + at), v);
        }
        at = bytes - 64;
        const __m512i v = _mm512_loadu_si512((const void *)(in + at));
        _mm512_storeu_si512((void *)(out + at), v);
        in += in_stride;
        out += out_stride;
    }
}

/* Copies a run with non-temporal stores to whole cache lines; what is before and behind these is copied as usual. */
PERMKERN_TARGET_VBMI static void stream_avx512vbmi(const uint8_t *in, uint8_t *out, size_t bytes)
{
    const size_t head = ((uintptr_t)0 - (uintptr_t)out) % 64;
    const size_t lines = (bytes - head) / 64 * 64;
    permkern_vector_copy_short(in, 0, out, 0, head != 0, head);
    in += head;
    out += head;
    for (size_t at = 0; at < lines; at += 64) {
        const __m512i v = _mm512_loadu_si512((const void *)(in + at));
        _mm512_stream_si512((void *)(out + at), v);
    }
    permkern_vector_copy_short(in + lines, 0, out + lines, 0, bytes - head != lines, bytes - head - lines);
}

/* The intrinsic has no address. */
PERMKERN_TARGET_VBMI static void fence_avx512vbmi(void)
{
    _mm_sfence();
}

/* Masks leave out the bytes behind the tensor's end: they are neither read nor written. */
PERMKERN_TARGET_VBMI static void small_avx512vbmi(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    const __mmask64 used = ~(uint64_t)0 >> (64 - bytes);
    const __m512i v = _mm512_maskz_loadu_epi8(used, in);
    _mm512_mask_storeu_epi8(out, used, _mm512_permutexvar_epi8(_mm512_loadu_si512((const void *)index), v));
}

/* 65536 / n, rounded up. For 0 <= j < 64, the high half of the product j * reciprocals[n] is j / n. */
static const uint16_t reciprocals[65] = {
    0,    0,    32769, 21846, 16385, 13108, 10923, 9363, 8193, 7282, 6554, 5958, 5462, 5042, 4682, 4370, 4097,
    3856, 3641, 3450,  3277,  3121,  2979,  2850,  2731, 2622, 2521, 2428, 2341, 2260, 2185, 2115, 2049, 1986,
    1928, 1873, 1821,  1772,  1725,  1681,  1639,  1599, 1561, 1525, 1490, 1457, 1425, 1395, 1366, 1338, 1311,
    1286, 1261, 1237,  1214,  1192,  1171,  1150,  1130, 1111, 1093, 1075, 1058, 1041, 1025,
};

static const uint8_t byte_places[32] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
};

/*
 * Computes the source of all 64 output bytes at once. Let n and s be the output and input stride of an axis in bytes.
 * Byte j of the output has index j / n along this axis and all outer ones together. Its source is therefore j plus the
 * sum over all axes of (j / n) * (s - reach), where reach is what the next inner axis spans in the input.
 */
PERMKERN_TARGET_VBMI static void index_avx512vbmi(uint8_t *index, const permkern_axis *axis, unsigned rank,
                                                  unsigned shift)
{
    const __m512i low = _mm512_cvtepu8_epi16(_mm256_loadu_si256((const void *)byte_places));
    const __m512i high = _mm512_add_epi16(low, _mm512_set1_epi16(32));
    __m512i from_low = low;
    __m512i from_high = high;
    size_t reach = (size_t)1 << shift;
    for (unsigned k = rank; k-- > 0;) {
        const __m512i by = _mm512_set1_epi16((short)reciprocals[axis[k].out_stride]);
        const __m512i weight = _mm512_set1_epi16((short)(axis[k].in_stride - reach));
        const bool whole = axis[k].out_stride == 1;
        const __m512i at_low = whole ? low : _mm512_mulhi_epu16(low, by);
        const __m512i at_high = whole ? high : _mm512_mulhi_epu16(high, by);
        from_low = _mm512_add_epi16(from_low, _mm512_mullo_epi16(at_low, weight));
        from_high = _mm512_add_epi16(from_high, _mm512_mullo_epi16(at_high, weight));
        reach = axis[k].extent * axis[k].in_stride;
    }
    _mm256_storeu_si256((void *)index, _mm512_cvtepi16_epi8(from_low));
    _mm256_storeu_si256((void *)(index + 32), _mm512_cvtepi16_epi8(from_high));
}

/* What the dispatcher calls: kernels do not get the set that they belong to, so each set has two of its own. */
void permkern_tile_avx512vbmi(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_tile(&permkern_avx512vbmi, axis, form, in, out);
}

void permkern_runs_avx512vbmi(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_runs(&permkern_avx512vbmi, axis, form, in, out);
}

/* clang-format would begin a line behind each designator. */
/* clang-format off */
const permkern_vector_set permkern_avx512vbmi = {
    .narrower = &permkern_avx512,
    .tile = permkern_tile_avx512vbmi,
    .runs = permkern_runs_avx512vbmi,
    .copy = copy_avx512vbmi,
    .stream = stream_avx512vbmi,
    .fence = fence_avx512vbmi,
    .small = small_avx512vbmi,
    .small_bytes = 64,
    .index = index_avx512vbmi,
    .width = {
        [0] = {
            .stream = NULL,
            .split3 = x8_split3_avx512vbmi,
            .join3 = x8_join3_avx512vbmi,
            .most_rows = 6,
            .most_cols = 4,
        },
        [1] = {
            .stream = NULL,
            .split3 = x16_split3_avx512vbmi,
            .join3 = x16_join3_avx512vbmi,
            .most_rows = 5,
            .most_cols = 3,
        },
        [2] = {
            .stream = NULL,
            .split3 = x32_split3_avx512vbmi,
            .join3 = x32_join3_avx512vbmi,
            .most_rows = 4,
            .most_cols = 2,
        },
        [3] = {
            .stream = NULL,
            .split3 = x64_split3_avx512vbmi,
            .join3 = x64_join3_avx512vbmi,
            .most_rows = 3,
            .most_cols = 1,
        },
    },
};
/* clang-format on */
#endif
