/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Many operations are one permute of a view: strides and an offset select a part of an array, and one axis may be split
 * into two. Each function calls permkern_permute once, and compares the result with loops. Returns 0 if all are right.
 */
#include "permkern.h"

#include <stdio.h>
#include <string.h>

#define ROWS 24
#define COLUMNS 32
#define CHANNELS 3

typedef uint8_t byte;

static byte camera[ROWS][COLUMNS][CHANNELS];

/* Makes neighbouring bytes and neighbouring rows differ. */
static void fill(void *array, size_t bytes)
{
    for (size_t k = 0; k < bytes; k++) {
        ((byte *)array)[k] = (byte)(k * 11 + k / 256);
    }
}

/* ---- a crop, to planes: rows 4 to 19, columns 8 to 27 ---- */

#define TOP 4
#define LEFT 8
#define CROP_ROWS 16
#define CROP_COLUMNS 20

static int crop_to_planes(void)
{
    static byte planes[CHANNELS][CROP_ROWS][CROP_COLUMNS];
    static const size_t shape[] = {CROP_ROWS, CROP_COLUMNS, CHANNELS};
    static const ptrdiff_t in_camera[] = {COLUMNS * CHANNELS, CHANNELS, 1};
    static const uint8_t to_planes[] = {2, 0, 1};
    const permkern_layout in = {.shape = shape,
                                .strides = in_camera,
                                .offset = (TOP * COLUMNS + LEFT) * CHANNELS,
                                .capacity = sizeof camera,
                                .rank = 3,
                                .bits = 8};
    const permkern_layout out = {.capacity = sizeof planes, .rank = 3, .bits = 8};

    int wrong = permkern_permute(&in, camera, to_planes, &out, planes) != PERMKERN_OK;
    for (size_t c = 0; c < CHANNELS; c++) {
        for (size_t y = 0; y < CROP_ROWS; y++) {
            for (size_t x = 0; x < CROP_COLUMNS; x++) {
                wrong |= planes[c][y][x] != camera[TOP + y][LEFT + x][c];
            }
        }
    }
    return wrong;
}

/* ---- a slice of a larger output, as in a concatenation: channels 5 to 7 of eight planes ---- */

static int into_a_slice(void)
{
    static byte all[8][ROWS][COLUMNS];
    static const size_t shape[] = {ROWS, COLUMNS, CHANNELS};
    static const ptrdiff_t in_all[] = {ROWS * COLUMNS, COLUMNS, 1};
    static const uint8_t to_planes[] = {2, 0, 1};
    const permkern_layout in = {.shape = shape, .capacity = sizeof camera, .rank = 3, .bits = 8};
    const permkern_layout out = {
        .strides = in_all, .offset = 5 * ROWS * COLUMNS, .capacity = sizeof all, .rank = 3, .bits = 8};

    memset(all, 0xee, sizeof all);
    int wrong = permkern_permute(&in, camera, to_planes, &out, all) != PERMKERN_OK;
    for (size_t c = 0; c < 8; c++) {
        for (size_t y = 0; y < ROWS; y++) {
            for (size_t x = 0; x < COLUMNS; x++) {
                wrong |= all[c][y][x] != (c < 5 ? 0xee : camera[y][x][c - 5]);
            }
        }
    }
    return wrong;
}

/* ---- padded rows, as for display drivers and DMA: a transpose of words, 40 in each row ---- */

#define PITCH 40

static int padded_rows(void)
{
    static uint32_t from[ROWS][PITCH], to[COLUMNS][PITCH];
    static const size_t shape[] = {ROWS, COLUMNS};
    static const ptrdiff_t padded[] = {PITCH, 1};
    static const uint8_t exchange[] = {1, 0};
    const permkern_layout in = {.shape = shape, .strides = padded, .capacity = sizeof from, .rank = 2, .bits = 32};
    const permkern_layout out = {.strides = padded, .capacity = sizeof to, .rank = 2, .bits = 32};
    fill(from, sizeof from);
    int wrong = permkern_permute(&in, from, exchange, &out, to) != PERMKERN_OK;
    for (size_t x = 0; x < COLUMNS; x++) {
        for (size_t y = 0; y < PITCH; y++) {
            wrong |= to[x][y] != (y < ROWS ? from[y][x] : 0);
        }
    }
    return wrong;
}

/* ---- channel shuffle of ShuffleNet: 4 groups of 6 channels become 6 of 4. NHWC: the pixels are one axis ---- */

static int channel_shuffle(void)
{
    static byte from[ROWS][24], to[ROWS][24];
    static const size_t shape[] = {ROWS, 4, 6};
    static const uint8_t shuffle[] = {0, 2, 1};
    const permkern_layout in = {.shape = shape, .capacity = sizeof from, .rank = 3, .bits = 8};
    const permkern_layout out = {.capacity = sizeof to, .rank = 3, .bits = 8};
    fill(from, sizeof from);
    int wrong = permkern_permute(&in, from, shuffle, &out, to) != PERMKERN_OK;
    for (size_t p = 0; p < ROWS; p++) {
        for (size_t c = 0; c < 24; c++) {
            wrong |= to[p][c] != from[p][c % 4 * 6 + c / 4];
        }
    }
    return wrong;
}

/* ---- pixel shuffle (depth to space): 3x2x2 channels of 12x16 pixels become 3 of 24x32. CHW, rank 5 ---- */

#define SCALE 2

static int pixel_shuffle(void)
{
    static byte from[CHANNELS * SCALE * SCALE][ROWS / SCALE][COLUMNS / SCALE];
    static byte to[CHANNELS][ROWS][COLUMNS];
    static const size_t shape[] = {CHANNELS, SCALE, SCALE, ROWS / SCALE, COLUMNS / SCALE};
    static const uint8_t shuffle[] = {0, 3, 1, 4, 2};
    const permkern_layout in = {.shape = shape, .capacity = sizeof from, .rank = 5, .bits = 8};
    const permkern_layout out = {.capacity = sizeof to, .rank = 5, .bits = 8};
    fill(from, sizeof from);
    int wrong = permkern_permute(&in, from, shuffle, &out, to) != PERMKERN_OK;
    for (size_t c = 0; c < CHANNELS; c++) {
        for (size_t y = 0; y < ROWS; y++) {
            for (size_t x = 0; x < COLUMNS; x++) {
                const size_t channel = c * SCALE * SCALE + y % SCALE * SCALE + x % SCALE;
                wrong |= to[c][y][x] != from[channel][y / SCALE][x / SCALE];
            }
        }
    }
    return wrong;
}

/* ---- space to depth of two pictures, NHWC: each 2x2 pixels become one of 12 channels. Rank 6 ---- */

static int space_to_depth(void)
{
    static byte from[2][ROWS][COLUMNS][CHANNELS];
    static byte to[2][ROWS / SCALE][COLUMNS / SCALE][SCALE * SCALE * CHANNELS];
    static const size_t shape[] = {2, ROWS / SCALE, SCALE, COLUMNS / SCALE, SCALE, CHANNELS};
    static const uint8_t gather[] = {0, 1, 3, 2, 4, 5};
    const permkern_layout in = {.shape = shape, .capacity = sizeof from, .rank = 6, .bits = 8};
    const permkern_layout out = {.capacity = sizeof to, .rank = 6, .bits = 8};
    fill(from, sizeof from);
    int wrong = permkern_permute(&in, from, gather, &out, to) != PERMKERN_OK;
    for (size_t n = 0; n < 2; n++) {
        for (size_t y = 0; y < ROWS; y++) {
            for (size_t x = 0; x < COLUMNS; x++) {
                const byte *const depth = to[n][y / SCALE][x / SCALE] + (y % SCALE * SCALE + x % SCALE) * CHANNELS;
                wrong |= memcmp(depth, from[n][y][x], CHANNELS) != 0;
            }
        }
    }
    return wrong;
}

int main(void)
{
    static const struct {
        const char *name;
        int (*run)(void);
    } views[] = {
        {"a crop, to planes", crop_to_planes},
        {"into a slice of a larger tensor", into_a_slice},
        {"padded rows, transposed", padded_rows},
        {"channel shuffle", channel_shuffle},
        {"pixel shuffle, or depth to space", pixel_shuffle},
        {"space to depth", space_to_depth},
    };
    int wrong = 0;
    fill(camera, sizeof camera);
    for (size_t n = 0; n < sizeof views / sizeof views[0]; n++) {
        const int failed = views[n].run();
        printf("%-34s %s\n", views[n].name, failed ? "WRONG" : "right");
        wrong += failed;
    }
    return wrong;
}
