/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A camera's picture on a Cortex-M4, for a display that is mounted another way: turned by 90, 180 and 270 degrees
 * clockwise, and mirrored, by the kernels for this shape and by loops.
 */
#include "example.h"
#include "house.h"
#include "permkern_kernels.h"

#define PIXELS (ROWS * COLUMNS)

static _Alignas(4) uint16_t picture[PIXELS];
static _Alignas(4) uint16_t turned[PIXELS];
static _Alignas(4) uint16_t by_hand[PIXELS];

/* ---- loops ---- */

__attribute__((noinline)) static void loop_90(const uint16_t *in, uint16_t *out)
{
    for (int column = 0; column < COLUMNS; column++) {
        for (int row = ROWS - 1; row >= 0; row--) {
            *out++ = in[row * COLUMNS + column];
        }
    }
}

__attribute__((noinline)) static void loop_180(const uint16_t *in, uint16_t *out)
{
    for (int k = PIXELS - 1; k >= 0; k--) {
        *out++ = in[k];
    }
}

__attribute__((noinline)) static void loop_270(const uint16_t *in, uint16_t *out)
{
    for (int column = COLUMNS - 1; column >= 0; column--) {
        for (int row = 0; row < ROWS; row++) {
            *out++ = in[row * COLUMNS + column];
        }
    }
}

__attribute__((noinline)) static void loop_mirror(const uint16_t *in, uint16_t *out)
{
    for (int row = 0; row < ROWS; row++) {
        for (int column = COLUMNS - 1; column >= 0; column--) {
            *out++ = in[row * COLUMNS + column];
        }
    }
}

/* ---- both ---- */

int main(void)
{
    static const struct {
        const char *name, *work;
        void (*loop)(const uint16_t *in, uint16_t *out);
        void (*kernel)(const void *in, void *out);
    } turns[] = {
        {"rotate-90", "120x160, rotate = 90", loop_90, permkern_pin_rotate_90},
        {"rotate-180", "120x160, rotate = 180", loop_180, permkern_pin_rotate_180},
        {"rotate-270", "120x160, rotate = 270", loop_270, permkern_pin_rotate_270},
        {"mirror", "120x160, mirror = \"horizontal\"", loop_mirror, permkern_pin_mirror},
    };
    for (int k = 0; k < PIXELS; k++) {
        picture[k] = house(k / COLUMNS, k % COLUMNS);
    }
    example_begin();
    for (unsigned n = 0; n < sizeof turns / sizeof turns[0]; n++) {
        memset(turned, 0, sizeof turned);
        mark_begin();
        turns[n].loop(picture, by_hand);
        mark_end();
        mark_begin();
        turns[n].kernel(picture, turned);
        mark_end();
        example_end(turns[n].name, turns[n].work, by_hand, turned, sizeof turned);
    }
    return failures;
}
