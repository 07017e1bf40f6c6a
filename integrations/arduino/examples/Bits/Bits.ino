/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Single bits: a picture that is drawn row by row becomes the pages of an SSD1306, then turns by 90 degrees for an
 * e-paper that is mounted on its side, and 8 strips of LEDs become the bytes that a parallel port sends.
 */
#include <permkern.h>

const size_t WIDTH = 128;  // any number of pixels; the first one is the highest bit of a byte
const size_t HEIGHT = 64;
const size_t STRIPS = 8;
const size_t COLOURS = 30 * 3;  // bytes of a strip

uint8_t picture[HEIGHT * WIDTH / 8];
uint8_t pages[sizeof picture];   // byte k of a page: 8 pixels of column k, the upper one the lowest bit
uint8_t turned[sizeof picture];  // rows of HEIGHT pixels, clockwise
uint8_t strips[STRIPS * COLOURS];
uint8_t pulses[STRIPS * COLOURS];  // for each byte of the strips 8 bytes, highest bit first; bit s is strip s

permkern_bit_plane planeOf(size_t rows, size_t columns, size_t columnBytes, size_t pageBytes) {
  permkern_bit_plane plane = permkern_bit_plane();
  plane.rows = rows;
  plane.cols = columns;
  plane.in_row = columns / 8;
  plane.out_col = columnBytes;
  plane.out_page = pageBytes;
  plane.in_capacity = plane.out_capacity = rows * columns / 8;
  plane.in_msb = true;
  return plane;
}

bool convert() {
  const permkern_bit_plane display = planeOf(HEIGHT, WIDTH, 1, WIDTH);
  permkern_bit_plane side = planeOf(HEIGHT, WIDTH, HEIGHT / 8, 1);
  side.out_msb = side.flip_rows = true;
  const permkern_bit_plane leds = planeOf(STRIPS, 8 * COLOURS, 1, 1);
  return permkern_bits8x8(&display, picture, pages) == PERMKERN_OK &&
         permkern_bits8x8(&side, picture, turned) == PERMKERN_OK &&
         permkern_bits8x8(&leds, strips, pulses) == PERMKERN_OK;
}

int bitOf(const uint8_t *bytes, size_t at) {  // the first one is the highest bit
  return bytes[at / 8] >> (7 - at % 8) & 1;
}

bool isRight() {
  int wrong = 0;
  for (size_t at = 0; at < HEIGHT * WIDTH; at++) {
    const size_t x = at % WIDTH, y = at / WIDTH;
    wrong |= (pages[y / 8 * WIDTH + x] >> y % 8 & 1) ^ bitOf(picture, at);
    wrong |= bitOf(turned, x * HEIGHT + HEIGHT - 1 - y) ^ bitOf(picture, at);
  }
  for (size_t at = 0; at < 8 * sizeof strips; at++) {
    wrong |= (pulses[at % (8 * COLOURS)] >> at / (8 * COLOURS) & 1) ^ bitOf(strips, at);
  }
  return wrong == 0;
}

void setup() {
  Serial.begin(115200);
  for (size_t k = 0; k < sizeof picture; k++) {
    picture[k] = (uint8_t)(k * 7 + k / 256);
    strips[k % sizeof strips] = (uint8_t)(k * 13);
  }
}

void loop() {
  Serial.println(convert() && isRight() ? "bits: right" : "bits: wrong");
  delay(1000);
}
