/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A camera's picture for a rotated display, on a Cortex-M4: turned clockwise by 90, 180 and 270 degrees, and mirrored,
 * by pinned kernels and by loops.
 */
#include "example.h"
#include "house.h"
#include "permkern_kernels.h"

#define PIXELS (ROWS * COLUMNS)

static _Alignas(4) uint16_t picture[PIXELS];
static _Alignas(4) uint16_t turned[PIXELS];
static _Alignas(4) uint16_t by_hand[PIXELS];

/* Sequential writes; reads from element `first` on, with two constant strides. */
#define LOOP(name, rows, columns, first, row, column)                                                                  \
    __attribute__((noinline)) static void name(const uint16_t *in, uint16_t *out)                                      \
    {                                                                                                                  \
        for (int y = 0; y < (rows); y++) {                                                                             \
            for (int x = 0; x < (columns); x++) {                                                                      \
                *out++ = in[(first) + y * (row) + x * (column)];                                                       \
            }                                                                                                          \
        }                                                                                                              \
    }

LOOP(loop_90, COLUMNS, ROWS, PIXELS - COLUMNS, 1, -COLUMNS)
LOOP(loop_180, ROWS, COLUMNS, PIXELS - 1, -COLUMNS, -1)
LOOP(loop_270, COLUMNS, ROWS, COLUMNS - 1, -1, COLUMNS)
LOOP(loop_mirror, ROWS, COLUMNS, COLUMNS - 1, COLUMNS, -1)

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
