/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A microphone on a Cortex-M4. A frame's spectrum enters a speech model as two planes and leaves it as bins. Features
 * change from channels first to channels last. All shapes are known, so all permutes are pinned.
 */
#include "example.h"
#include "permkern_kernels.h"

#define BINS 257
#define CHANNELS 16
#define BANDS 33

static _Alignas(8) float spectrum[BINS][2]; /* real and imaginary part */
static _Alignas(8) float planes[2][BINS];
static _Alignas(8) float back[BINS][2];
static _Alignas(8) float features[CHANNELS][BANDS];
static _Alignas(8) float features_last[BANDS][CHANNELS];
static _Alignas(8) float by_hand[2 * BINS > CHANNELS *BANDS ? 2 * BINS : CHANNELS *BANDS];

/* out[c][r] = in[r][c]: sequential writes, strided reads. */
__attribute__((noinline)) static void loop(const float *in, float *out, uint32_t rows, uint32_t cols)
{
    for (uint32_t c = 0; c < cols; c++) {
        for (uint32_t r = 0; r < rows; r++) {
            *out++ = in[r * cols + c];
        }
    }
}

/* Runs a permute by the loop and by the kernel. work: its cell in the table. */
static void permute(const char *name, const char *work, const void *in, void *out, uint32_t rows, uint32_t cols,
                    void (*kernel)(const void *in, void *out))
{
    mark_begin();
    loop(in, by_hand, rows, cols);
    mark_end();
    mark_begin();
    kernel(in, out);
    mark_end();
    example_end(name, work, by_hand, out, rows * cols * sizeof(float));
}

int main(void)
{
    for (int k = 0; k < BINS; k++) {
        spectrum[k][0] = (float)k;
        spectrum[k][1] = -(float)k;
    }
    for (int k = 0; k < CHANNELS * BANDS; k++) {
        features[k / BANDS][k % BANDS] = (float)k;
    }
    example_begin();
    permute("spectrum to planes", "1x257x1x2 (0,3,2,1)", spectrum, planes, BINS, 2, permkern_pin_spectrum_to_planes);
    permute("planes to spectrum", "1x2x1x257 (0,3,2,1)", planes, back, 2, BINS, permkern_pin_planes_to_spectrum);
    permute("channels last", "1x16x1x33 (0,2,3,1)", features, features_last, CHANNELS, BANDS,
            permkern_pin_features_last);
    failures += memcmp(spectrum, back, sizeof back) != 0;
    return failures;
}
