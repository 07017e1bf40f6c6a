/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * arm_transpose_s8 for two shapes on a Cortex-M4, by permkern and by a loop like CMSIS-NN 7.0's for three axes. It
 * computes both indices of each element from the strides of four axes.
 */
#include "../firmware/example.h"
#include "permkern_cmsis_nn.h"

#define MOST 6272 /* elements of the larger shape */

static int8_t input[MOST] __attribute__((aligned(4)));
static int8_t output[MOST] __attribute__((aligned(4)));
static int8_t by_hand[MOST] __attribute__((aligned(4)));

typedef struct work {
    cmsis_nn_dims in;
    cmsis_nn_dims out;
    uint32_t perm[3];
} work;

/* The three axes are the last three of four. */
__attribute__((noinline)) static void loops(const int8_t *from, int8_t *to, const work *of)
{
    const int32_t extent[4] = {1, of->in.n, of->in.h, of->in.w};
    const int32_t step[4] = {0, of->in.h * of->in.w, of->in.w, 1};
    int32_t stride[4] = {0};
    stride[of->perm[0] + 1] = of->out.h * of->out.w;
    stride[of->perm[1] + 1] = of->out.w;
    stride[of->perm[2] + 1] = 1;
    for (int32_t i = 0; i < extent[0]; i++) {
        for (int32_t y = 0; y < extent[1]; y++) {
            for (int32_t x = 0; x < extent[2]; x++) {
                for (int32_t z = 0; z < extent[3]; z++) {
                    to[i * stride[0] + y * stride[1] + x * stride[2] + z * stride[3]] =
                        from[i * step[0] + y * step[1] + x * step[2] + z * step[3]];
                }
            }
        }
    }
}

static void permute(const char *name, const char *text, const work *of)
{
    const cmsis_nn_transpose_params params = {3, of->perm};
    mark_begin();
    loops(input, by_hand, of);
    mark_end();
    mark_begin();
    const arm_cmsis_nn_status status = arm_transpose_s8(input, output, &of->in, &of->out, &params);
    mark_end();
    failures += status == ARM_CMSIS_NN_SUCCESS ? 0 : 1;
    example_end(name, text, by_hand, output, (size_t)(of->in.n * of->in.h * of->in.w));
}

int main(void)
{
    static const work hwc = {{28, 28, 8, 1}, {8, 28, 28, 1}, {2, 0, 1}};
    static const work mel = {{1, 49, 40, 1}, {1, 40, 49, 1}, {0, 2, 1}};
    for (int k = 0; k < MOST; k++) {
        input[k] = (int8_t)(k * 31 + k / 256);
    }
    example_begin();
    permute("picture to planes", "28x28x8 (2,0,1)", &hwc);
    permute("frames to bands", "1x49x40 (0,2,1)", &mel);
    return failures;
}
