/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * TensorFlow Lite Micro's TRANSPOSE on a Cortex-M4, by TFLM's algorithm and by permkern (tools/example tflm). The
 * runtime is a stand-in with TFLM's declarations (tests/clients/tflm).
 */
#include "../firmware/example.h"
#include "permkern_tflm.h"
#include "runtime.h"

alignas(8) static int8_t input[28 * 28 * 8];
alignas(8) static int8_t by_hand[28 * 28 * 8];
alignas(8) static int8_t output[28 * 28 * 8];

/* The output's axes with the strides of both sides. Each index of each axis but the last is a call. */
struct Walk {
    int rank;
    int extent[8];
    int from[8];
    int to[8];
};

static void walk(const Walk &work, int depth, const int8_t *in, int8_t *out)
{
    const int extent = work.extent[depth];
    const int step = work.from[depth];
    if (depth == work.rank - 1) {
        for (int k = 0; k < extent; k++) {
            out[k] = *in;
            in += step;
        }
        return;
    }
    for (int k = 0; k < extent; k++) {
        walk(work, depth + 1, in, out);
        in += step;
        out += work.to[depth];
    }
}

__attribute__((noinline)) static void transpose_by_hand(int rank, const int *extents, const int *perm)
{
    Walk work;
    int stride[8];
    work.rank = rank;
    for (int k = work.rank, step = 1; k-- > 0; step *= extents[k]) {
        stride[k] = step;
    }
    for (int k = work.rank, step = 1; k-- > 0; step *= work.extent[k]) {
        work.extent[k] = extents[perm[k]];
        work.from[k] = stride[perm[k]];
        work.to[k] = step;
    }
    walk(work, 0, input, by_hand);
}

static void compare(const char *name, const char *work, const int *extents, const int *perm, size_t bytes)
{
    const TFLMRegistration kernel = tflite::Register_TRANSPOSE_PERMKERN();
    Runtime runtime(kTfLiteInt8, 3, extents, perm, input, output);
    failures += runtime.Prepare(kernel) != kTfLiteOk ? 1 : 0;

    mark_begin();
    transpose_by_hand(3, extents, perm);
    mark_end();
    mark_begin();
    const TfLiteStatus status = runtime.Invoke(kernel);
    mark_end();
    failures += status != kTfLiteOk ? 1 : 0;
    example_end(name, work, by_hand, output, bytes);
}

int main()
{
    static const int picture[] = {28, 28, 8};
    static const int spectrum[] = {1, 49, 40};
    static const int to_planes[] = {2, 0, 1};
    static const int to_bands[] = {0, 2, 1};
    for (size_t k = 0; k < sizeof input; k++) {
        input[k] = static_cast<int8_t>((k * 2654435761U) >> 11);
    }
    example_begin();
    compare("channels to planes", "28x28x8 (2,0,1)", picture, to_planes, sizeof output);
    compare("frames to bands", "1x49x40 (0,2,1)", spectrum, to_bands, 49 * 40);
    return failures;
}
