/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One program of two sets in each build system: an RGB frame to planes by a pinned kernel, and back by the core API and
 * by MLI's; a spectrogram to bands by a pinned kernel of the other set.
 */
#include "permkern_kernels.h"
#include "permkern_mli.h"

#include <stdio.h>

#define ROWS 12
#define COLUMNS 16
#define CHANNELS 3
#define FRAMES 49
#define BANDS 40

static uint8_t frame[ROWS][COLUMNS][CHANNELS];
static uint8_t planes[CHANNELS][ROWS][COLUMNS];
static uint8_t again[ROWS][COLUMNS][CHANNELS];
static uint8_t by_mli[ROWS][COLUMNS][CHANNELS];
static uint16_t spectrogram[FRAMES][BANDS];
static uint16_t bands[BANDS][FRAMES];

static int wrong(void)
{
    int count = 0;
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            for (int channel = 0; channel < CHANNELS; channel++) {
                const uint8_t want = frame[row][column][channel];
                count += planes[channel][row][column] != want || again[row][column][channel] != want ||
                         by_mli[row][column][channel] != want;
            }
        }
    }
    for (int element = 0; element < FRAMES * BANDS; element++) {
        count += bands[element % BANDS][element / BANDS] != element;
    }
    return count;
}

int main(void)
{
    static const size_t shape[] = {CHANNELS, ROWS, COLUMNS};
    static const uint8_t to_pixels[] = {1, 2, 0};
    const permkern_layout in = {.shape = shape, .capacity = sizeof planes, .rank = 3, .bits = 8};
    const permkern_layout out = {.capacity = sizeof again, .rank = 3, .bits = 8};

    const mli_tensor tensor = {.data = planes,
                               .capacity = sizeof planes,
                               .shape = {CHANNELS, ROWS, COLUMNS},
                               .rank = 3,
                               .el_type = MLI_EL_FX_8};
    const mli_permute_cfg cfg = {.perm_dim = {1, 2, 0}};
    mli_tensor turned = {.data = by_mli, .capacity = sizeof by_mli};

    for (unsigned k = 0; k < sizeof frame; k++) {
        (&frame[0][0][0])[k] = (uint8_t)(k * 37U >> 2);
    }
    for (int k = 0; k < FRAMES * BANDS; k++) {
        (&spectrogram[0][0])[k] = (uint16_t)k;
    }
    permkern_pin_camera(frame, planes);
    permkern_pin_bands(spectrogram, bands);
    const permkern_status status = permkern_permute(&in, planes, to_pixels, &out, again);
    if (status != PERMKERN_OK) {
        printf("%s\n", permkern_strerror(status));
        return 1;
    }
    if (mli_krn_permute_fx8(&tensor, &cfg, &turned) != MLI_STATUS_OK) {
        printf("MLI refused\n");
        return 1;
    }
    printf("set %s: %d of %d elements wrong\n", PERMKERN_SET, wrong(), (int)sizeof frame + FRAMES * BANDS);
    return wrong() == 0 ? 0 : 1;
}
