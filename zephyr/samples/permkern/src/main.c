/* SPDX-License-Identifier: BSD-3-Clause */
/* Permutes a camera's picture from HWC to CHW for a neural network, and compares the result with the definition. */
#include <permkern.h>
#include <zephyr/kernel.h>

#define HEIGHT 64
#define WIDTH 64
#define CHANNELS 3

static uint8_t picture[HEIGHT][WIDTH][CHANNELS];
static uint8_t planes[CHANNELS][HEIGHT][WIDTH];

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

int main(void)
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
    return right ? 0 : 1;
}
