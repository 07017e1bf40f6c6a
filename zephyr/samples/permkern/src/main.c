/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two permutes that front ends of neural networks do: a picture from HWC to CHW, as it comes from a camera, and the
 * frames of a spectrogram to its bands. Each result is compared with the definition.
 */
#include <permkern.h>
#include <zephyr/kernel.h>

#define HEIGHT 64
#define WIDTH 64
#define CHANNELS 3
#define FRAMES 49
#define BANDS 40

static uint8_t picture[HEIGHT][WIDTH][CHANNELS];
static uint8_t planes[CHANNELS][HEIGHT][WIDTH];
static int16_t spectrogram[FRAMES][BANDS];
static int16_t bands[BANDS][FRAMES];

static int is_planes(void)
{
    int right = 1;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            for (int c = 0; c < CHANNELS; c++) {
                right = right && planes[c][y][x] == picture[y][x][c];
            }
        }
    }
    return right;
}

static int camera(void)
{
    static const uint8_t to_planes[] = {2, 0, 1};
    const size_t shape[] = {HEIGHT, WIDTH, CHANNELS};
    const permkern_layout in = {.shape = shape, .capacity = sizeof picture, .rank = 3, .bits = 8};
    const permkern_layout out = {.capacity = sizeof planes, .rank = 3, .bits = 8};
    for (size_t k = 0; k < sizeof picture; k++) {
        ((uint8_t *)picture)[k] = (uint8_t)(k * 7U + k / 256U);
    }
    const permkern_status status = permkern_permute(&in, picture, to_planes, &out, planes);
    const int right = status == PERMKERN_OK && is_planes();
    printk("camera 64x64x3 (2,0,1): %s\n", right ? "right" : "wrong");
    return right;
}

static int microphone(void)
{
    static const uint8_t to_bands[] = {1, 0};
    const size_t shape[] = {FRAMES, BANDS};
    const permkern_layout in = {.shape = shape, .capacity = sizeof spectrogram, .rank = 2, .bits = 16};
    const permkern_layout out = {.capacity = sizeof bands, .rank = 2, .bits = 16};
    for (int frame = 0; frame < FRAMES; frame++) {
        for (int band = 0; band < BANDS; band++) {
            spectrogram[frame][band] = (int16_t)(frame * 100 + band);
        }
    }
    const permkern_status status = permkern_permute(&in, spectrogram, to_bands, &out, bands);
    int right = status == PERMKERN_OK;
    for (int frame = 0; frame < FRAMES; frame++) {
        for (int band = 0; band < BANDS; band++) {
            right = right && bands[band][frame] == spectrogram[frame][band];
        }
    }
    printk("spectrogram 49x40 (1,0): %s\n", right ? "right" : "wrong");
    return right;
}

int main(void)
{
    const int right = camera() + microphone();
    printk("%d of 2 permutes are right\n", right);
    return right == 2 ? 0 : 1;
}
