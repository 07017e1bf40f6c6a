/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The loops in firmware without a library, as baseline: sequential writes, strided reads, one loop for each axis.
 * extent: output extents. stride: input strides by output axis, in elements, negative for reversed axes.
 */
#include <stddef.h>
#include <stdint.h>

/* Like embARC MLI's permute and TFLM's transpose, with outer offsets computed outside the inner loops. */
#define NAIVE_SIX(name, type, more, value)                                                                             \
    void permkern_naive_##name(const type *in, type *out, const size_t *restrict extent,                               \
                               const ptrdiff_t *restrict stride more);                                                 \
    void permkern_naive_##name(const type *in, type *out, const size_t *restrict extent,                               \
                               const ptrdiff_t *restrict stride more)                                                  \
    {                                                                                                                  \
        for (size_t a = 0; a < extent[0]; a++) {                                                                       \
            for (size_t b = 0; b < extent[1]; b++) {                                                                   \
                const type *const in_b = in + (ptrdiff_t)a * stride[0] + (ptrdiff_t)b * stride[1];                     \
                for (size_t c = 0; c < extent[2]; c++) {                                                               \
                    for (size_t d = 0; d < extent[3]; d++) {                                                           \
                        const type *const in_d = in_b + (ptrdiff_t)c * stride[2] + (ptrdiff_t)d * stride[3];           \
                        for (size_t e = 0; e < extent[4]; e++) {                                                       \
                            const type *const in_e = in_d + (ptrdiff_t)e * stride[4];                                  \
                            const size_t inner = extent[5];                                                            \
                            const ptrdiff_t step = stride[5];                                                          \
                            for (size_t f = 0; f < inner; f++) {                                                       \
                                *out++ = (type)(value(in_e[(ptrdiff_t)f * step]));                                     \
                            }                                                                                          \
                        }                                                                                              \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

/* embARC MLI's algorithm, up to four axes. Strides of reversed axes wrap around. */
#define NAIVE_FOUR(name, type)                                                                                         \
    void permkern_naive_##name(const type *in, type *out, const size_t *restrict extent,                               \
                               const size_t *restrict stride);                                                         \
    void permkern_naive_##name(const type *in, type *out, const size_t *restrict extent,                               \
                               const size_t *restrict stride)                                                          \
    {                                                                                                                  \
        for (size_t a = 0; a < extent[0]; a++) {                                                                       \
            for (size_t b = 0; b < extent[1]; b++) {                                                                   \
                for (size_t c = 0; c < extent[2]; c++) {                                                               \
                    const type *const in_c = in + a * stride[0] + b * stride[1] + c * stride[2];                       \
                    const size_t inner = extent[3];                                                                    \
                    const size_t step = stride[3];                                                                     \
                    for (size_t d = 0; d < inner; d++) {                                                               \
                        *out++ = in_c[d * step];                                                                       \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

#define NOTHING
#define AS_IT_IS(element) (element)
#define BY_MASK(type) , const type *restrict mask
#define MASKED(element) ((element) ^ *mask)

#define NAIVE(bits, type)                                                                                              \
    NAIVE_FOUR(four_##bits, type)                                                                                      \
    NAIVE_SIX(six_##bits, type, NOTHING, AS_IT_IS)                                                                     \
    NAIVE_SIX(xor_##bits, type, BY_MASK(type), MASKED)

NAIVE(8, uint8_t)
NAIVE(16, uint16_t)
NAIVE(32, uint32_t)
NAIVE(64, uint64_t)
