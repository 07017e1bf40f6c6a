/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A model's transposes in generated C, on a Cortex-M4 (tools/example emit): loops like onnx2c's, and the functions of
 * `permkern emit`. No library is linked (docs/onnx2c.md).
 */
#include "../firmware/example.h"

#include "emitted.h" /* hwc and mel, by permkern emit */

static _Alignas(4) int8_t picture[28][28][8];
static _Alignas(4) int8_t spectrum[1][49][40];
static _Alignas(4) int8_t planes[2][8][28][28];
static _Alignas(4) int8_t bands[2][1][40][49];

__attribute__((noinline)) static void node_planes(const int8_t input[28][28][8], int8_t output[8][28][28])
{
    for (uint32_t i0 = 0; i0 < 28; i0++) {
        for (uint32_t i1 = 0; i1 < 28; i1++) {
            for (uint32_t i2 = 0; i2 < 8; i2++) {
                output[i2][i0][i1] = input[i0][i1][i2];
            }
        }
    }
}

__attribute__((noinline)) static void node_bands(const int8_t input[1][49][40], int8_t output[1][40][49])
{
    for (uint32_t i0 = 0; i0 < 1; i0++) {
        for (uint32_t i1 = 0; i1 < 49; i1++) {
            for (uint32_t i2 = 0; i2 < 40; i2++) {
                output[i0][i2][i1] = input[i0][i1][i2];
            }
        }
    }
}

int main(void)
{
    int8_t *const bytes = &picture[0][0][0];
    for (size_t k = 0; k < sizeof picture; k++) {
        bytes[k] = (int8_t)((k * 2654435761U) >> 11);
    }
    memcpy(spectrum, picture, sizeof spectrum);
    example_begin();

    mark_begin();
    node_planes((const int8_t(*)[28][8])picture, planes[0]);
    mark_end();
    mark_begin();
    hwc(picture, planes[1]);
    mark_end();
    example_end("channels to planes", "28x28x8 (2,0,1)", planes[0], planes[1], sizeof planes[0]);

    mark_begin();
    node_bands((const int8_t(*)[49][40])spectrum, bands[0]);
    mark_end();
    mark_begin();
    mel(spectrum, bands[1]);
    mark_end();
    example_end("frames to bands", "1x49x40 (0,2,1)", bands[0], bands[1], sizeof bands[0]);
    return failures;
}
