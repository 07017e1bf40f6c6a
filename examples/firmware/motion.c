/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A motion sensor on RV32: a window of samples to one row for each axis, by the pinned kernel for 128 samples, and by a
 * plan for another length.
 */
#include "example.h"
#include "permkern.h"
#include "permkern_kernels.h"

#define SAMPLES 128
#define AXES 6

static _Alignas(8) int16_t window[SAMPLES][AXES];
static _Alignas(8) int16_t rows[AXES][SAMPLES];
static _Alignas(8) int16_t by_hand[AXES][SAMPLES];

__attribute__((noinline)) static void loop(const int16_t *in, int16_t *out, uint32_t samples)
{
    for (uint32_t axis = 0; axis < AXES; axis++) {
        for (uint32_t s = 0; s < samples; s++) {
            *out++ = in[s * AXES + axis];
        }
    }
}

int main(void)
{
    for (int k = 0; k < SAMPLES * AXES; k++) {
        window[k / AXES][k % AXES] = (int16_t)(k * 77);
    }
    example_begin();

    mark_begin();
    loop(&window[0][0], &by_hand[0][0], SAMPLES);
    mark_end();
    mark_begin();
    permkern_pin_samples_to_axes(window, rows);
    mark_end();
    example_end("samples to axes", "128x6 (1,0)", by_hand, rows, sizeof rows);

    static const size_t shape[2] = {100, AXES};
    static const uint8_t perm[2] = {1, 0};
    const permkern_layout in = {.shape = shape, .capacity = sizeof window, .rank = 2, .bits = 16};
    const permkern_layout out = {.capacity = sizeof rows, .rank = 2, .bits = 16};
    permkern_plan plan;
    failures += permkern_prepare(&plan, &in, perm, &out) != PERMKERN_OK;
    mark_begin();
    loop(&window[0][0], &by_hand[0][0], 100);
    mark_end();
    mark_begin();
    const permkern_status status = permkern_run(&plan, window, rows);
    mark_end();
    failures += status != PERMKERN_OK;
    example_end("by a plan", "100x6 (1,0)", by_hand, rows, 100 * sizeof rows[0] / SAMPLES * AXES);
    return failures;
}
