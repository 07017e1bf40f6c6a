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
#define NAIVE(name, type, flip, value)                                                                                 \
    __attribute__((noinline)) static void naive_##name##type(const uint32_t *extent, const int32_t *stride,            \
                                                             uint32_t first flip)                                      \
    {                                                                                                                  \
        const type *const in = (const type *)(const void *)input + first;                                              \
        type *out = (type *)(void *)output;                                                                            \
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
                                *out++ = value(type, in_e[(int32_t)f * step]);                                         \
                            }                                                                                          \
                        }                                                                                              \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

#define NO_FLIP
#define AS_IT_IS(type, element) (element)
NAIVE(, uint8_t, NO_FLIP, AS_IT_IS)
NAIVE(, uint16_t, NO_FLIP, AS_IT_IS)
NAIVE(, uint32_t, NO_FLIP, AS_IT_IS)
NAIVE(, uint64_t, NO_FLIP, AS_IT_IS)

/* The same with an exclusive-or: of two halves, repeated to 64 bits. */
#define BY_FLIP , const uint32_t *flip
#define FLIPPED(type, element) ((type)((element) ^ (type)((uint64_t)flip[1] << 32 | flip[0])))
NAIVE(flip_, uint8_t, BY_FLIP, FLIPPED)
NAIVE(flip_, uint16_t, BY_FLIP, FLIPPED)
NAIVE(flip_, uint32_t, BY_FLIP, FLIPPED)
NAIVE(flip_, uint64_t, BY_FLIP, FLIPPED)

/* embARC MLI's algorithm, for permutes of up to four axes. Strides of reversed axes are negative modulo 2 to the 32. */
#define FOUR_LOOPS(type)                                                                                               \
    __attribute__((noinline)) static void four_##type(const void *data, void *result, const uint32_t *extent,          \
                                                      const uint32_t *stride)                                          \
    {                                                                                                                  \
        const type *const in = data;                                                                                   \
        type *out = result;                                                                                            \
        for (uint32_t a = 0; a < extent[0]; a++) {                                                                     \
            for (uint32_t b = 0; b < extent[1]; b++) {                                                                 \
                for (uint32_t c = 0; c < extent[2]; c++) {                                                             \
                    const type *const in_c = in + a * stride[0] + b * stride[1] + c * stride[2];                       \
                    const uint32_t inner = extent[3];                                                                  \
                    const uint32_t step = stride[3];                                                                   \
                    for (uint32_t d = 0; d < inner; d++) {                                                             \
                        *out++ = in_c[d * step];                                                                       \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

FOUR_LOOPS(uint8_t)
FOUR_LOOPS(uint16_t)
FOUR_LOOPS(uint32_t)
FOUR_LOOPS(uint64_t)

typedef void four_loops(const void *data, void *result, const uint32_t *extent, const uint32_t *stride);

static four_loops *four_of(unsigned size)
{
    return size == 1 ? four_uint8_t : size == 2 ? four_uint16_t : size == 4 ? four_uint32_t : four_uint64_t;
}

/* Runs four loops between marks; false: the permute has more axes. */
static bool run_four(const loops *l, unsigned size)
{
    four_loops *four = four_of(size);
    const uint8_t *in = input + (size_t)l->first * size;
    const uint32_t stride[] = {(uint32_t)l->stride[4], (uint32_t)l->stride[5], (uint32_t)l->stride[6],
                               (uint32_t)l->stride[7]};
    const uint32_t *extent = l->extent + 4;
    const uint32_t *steps = stride;
    if (l->extent[2] != 1 || l->extent[3] != 1) {
        return false;
    }
    __asm__ volatile("" : "+r"(four), "+r"(in), "+r"(extent), "+r"(steps)); /* in registers before the stretch */
    mark_begin();
    four(in, output, extent, steps);
    mark_end();
    return true;
}

typedef void naive_loop(const uint32_t *extent, const int32_t *stride, uint32_t first);
typedef void naive_flip_loop(const uint32_t *extent, const int32_t *stride, uint32_t first, const uint32_t *flip);

static naive_loop *naive_of(unsigned size)
{
    return size == 1 ? naive_uint8_t : size == 2 ? naive_uint16_t : size == 4 ? naive_uint32_t : naive_uint64_t;
}

static naive_flip_loop *naive_flip_of(unsigned size)
{
    return size == 1   ? naive_flip_uint8_t
           : size == 2 ? naive_flip_uint16_t
           : size == 4 ? naive_flip_uint32_t
                       : naive_flip_uint64_t;
}

#endif /* PERMKERN_EMULATED_NAIVE_H */
