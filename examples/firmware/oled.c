/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A picture for an OLED display of 128x64 pixels, such as an SSD1306, on a Cortex-M4. It is drawn in rows: a byte is
 * eight pixels of a row. The display reads pages of eight rows: a byte is eight pixels of a column. tools/example oled
 * draws the display before and after the permute.
 */
#include "example.h"
#include "house.h"
#include "permkern_kernels.h"

#define WIDTH 128
#define HEIGHT 64
#define BYTES (WIDTH * HEIGHT / 8)

static _Alignas(4) uint8_t picture[BYTES];
static _Alignas(4) uint8_t pages[BYTES];
static _Alignas(4) uint8_t by_hand[BYTES];

/* Ordered dithering: a pixel is lit if its colour is brighter than its threshold. */
static int lit(int row, int column)
{
    static const uint8_t threshold[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    const int colour565 = house(row * ROWS / HEIGHT, column * COLUMNS / WIDTH);
    const int bright = 2 * (colour565 >> 11) + (colour565 >> 5 & 63); /* of red and green, to 125 */
    return bright > 30 + 5 * threshold[row & 3][column & 3];
}

/* Pixel by pixel, like a driver's loop. */
__attribute__((noinline)) static void loop(const uint8_t *in, uint8_t *out)
{
    for (unsigned page = 0; page < HEIGHT / 8; page++) {
        for (unsigned column = 0; column < WIDTH; column++) {
            unsigned byte = 0;
            for (unsigned row = 0; row < 8; row++) {
                const unsigned at = (page * 8 + row) * WIDTH + column;
                byte |= (in[at / 8] >> (7 - at % 8) & 1U) << row;
            }
            *out++ = (uint8_t)byte;
        }
    }
}

/* Prints memory for tools/example. */
static void show(const char *when, const uint8_t *memory)
{
    printf("pages %s|%d|", when, WIDTH);
    for (unsigned k = 0; k < BYTES; k++) {
        printf("%02x", memory[k]);
    }
    printf("\n");
}

int main(void)
{
    for (int k = 0; k < WIDTH * HEIGHT; k++) {
        picture[k / 8] = (uint8_t)(picture[k / 8] << 1 | lit(k / WIDTH, k % WIDTH));
    }
    example_begin();
    mark_begin();
    loop(picture, by_hand);
    mark_end();
    mark_begin();
    permkern_pin_pages(picture, pages);
    mark_end();
    example_end("rows to pages", "64x128, 1 bit", by_hand, pages, sizeof pages);
    show("before", picture);
    show("after", pages);
    return failures;
}
