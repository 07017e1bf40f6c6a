/* SPDX-License-Identifier: BSD-3-Clause */
/* An RGB frame to planes by the set's pinned kernel, and back by the core API: one program in several build systems. */
#include "permkern_kernels.h"

#include <stdio.h>

#define ROWS 12
#define COLUMNS 16
#define CHANNELS 3

static uint8_t frame[ROWS][COLUMNS][CHANNELS];
static uint8_t planes[CHANNELS][ROWS][COLUMNS];
static uint8_t again[ROWS][COLUMNS][CHANNELS];

static int wrong(void)
{
    int count = 0;
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            for (int channel = 0; channel < CHANNELS; channel++) {
                const uint8_t want = frame[row][column][channel];
                count += planes[channel][row][column] != want || again[row][column][channel] != want;
            }
        }
    }
    return count;
}

int main(void)
{
    static const size_t shape[] = {CHANNELS, ROWS, COLUMNS};
    static const uint8_t to_pixels[] = {1, 2, 0};
    const permkern_layout in = {.shape = shape, .capacity = sizeof planes, .rank = 3, .bits = 8};
    const permkern_layout out = {.capacity = sizeof again, .rank = 3, .bits = 8};

    for (unsigned k = 0; k < sizeof frame; k++) {
        (&frame[0][0][0])[k] = (uint8_t)(k * 37U >> 2);
    }
    permkern_pin_camera(frame, planes);
    const permkern_status status = permkern_permute(&in, planes, to_pixels, &out, again);
    if (status != PERMKERN_OK) {
        printf("%s\n", permkern_strerror(status));
        return 1;
    }
    printf("set %s: %d of %d bytes wrong\n", PERMKERN_SET, wrong(), (int)sizeof frame);
    return wrong() == 0 ? 0 : 1;
}
