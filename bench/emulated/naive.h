/* SPDX-License-Identifier: BSD-3-Clause */
/* The naive loop that main.c counts beside each kernel: from its buffer `input` to its buffer `output`. */
#ifndef PERMKERN_EMULATED_NAIVE_H
#define PERMKERN_EMULATED_NAIVE_H

/*
 * Extents of the output and the input's stride along each, padded in front to eight axes; the input's element that the
 * output begins with. Strides of reversed axes are negative.
 */
typedef struct {
    uint32_t extent[8];
    int32_t stride[8];
    uint32_t first;
} loops;

/*
 * What firmware does without a library: sequential writes, strided reads, one loop for each axis, as in embARC MLI's
 * permute and TFLM's transpose, with the offsets of the outer axes kept out of the inner loops.
 */
#define NAIVE(name, type, changed)                                                                                     \
    __attribute__((noinline)) static void naive_##name##type(const uint32_t *extent, const int32_t *stride,            \
                                                             uint32_t first, const uint32_t *flip)                     \
    {                                                                                                                  \
        const type *const in = (const type *)(const void *)input + first;                                              \
        type *out = (type *)(void *)output;                                                                            \
        (void)flip;                                                                                                    \
        for (uint32_t a = 0; a < extent[0]; a++) {                                                                     \
            for (uint32_t b = 0; b < extent[1]; b++) {                                                                 \
                const type *const in_b = in + (int32_t)a * stride[0] + (int32_t)b * stride[1];                         \
                for (uint32_t c = 0; c < extent[2]; c++) {                                                             \
                    for (uint32_t d = 0; d < extent[3]; d++) {                                                         \
                        const type *const in_d = in_b + (int32_t)c * stride[2] + (int32_t)d * stride[3];               \
                        for (uint32_t e = 0; e < extent[4]; e++) {                                                     \
                            const type *const in_e = in_d + (int32_t)e * stride[4];                                    \
                            const uint32_t inner = extent[5];                                                          \
                            const int32_t step = stride[5];                                                            \
                            for (uint32_t f = 0; f < inner; f++) {                                                     \
                                *out++ = changed(type, flip, in_e[(int32_t)f * step]);                                 \
                            }                                                                                          \
                        }                                                                                              \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

#define AS_IT_IS(type, flip, value) (value)
#define FLIPPED(type, flip, value) ((type)((value) ^ (type)((uint64_t)(flip)[1] << 32 | (flip)[0])))
NAIVE(, uint8_t, AS_IT_IS)
NAIVE(, uint16_t, AS_IT_IS)
NAIVE(, uint32_t, AS_IT_IS)
NAIVE(, uint64_t, AS_IT_IS)
NAIVE(flip_, uint8_t, FLIPPED)
NAIVE(flip_, uint16_t, FLIPPED)
NAIVE(flip_, uint32_t, FLIPPED)
NAIVE(flip_, uint64_t, FLIPPED)

typedef void naive_loop(const uint32_t *extent, const int32_t *stride, uint32_t first, const uint32_t *flip);

/* What elements that keep their values are exclusive-ored with. */
static const uint32_t no_flip[2] = {0, 0};

static naive_loop *naive_of(unsigned size, const uint32_t *flip)
{
    if ((flip[0] | flip[1]) != 0) {
        return size == 1   ? naive_flip_uint8_t
               : size == 2 ? naive_flip_uint16_t
               : size == 4 ? naive_flip_uint32_t
                           : naive_flip_uint64_t;
    }
    return size == 1 ? naive_uint8_t : size == 2 ? naive_uint16_t : size == 4 ? naive_uint32_t : naive_uint64_t;
}

#endif /* PERMKERN_EMULATED_NAIVE_H */
