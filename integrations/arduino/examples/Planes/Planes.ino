/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A small colour picture as a camera gives it, one byte for each of red, green and blue, becomes three planes, which is
 * what many neural networks take. The same plan serves every picture.
 */
#include <permkern.h>

const size_t HEIGHT = 24;
const size_t WIDTH = 32;
const size_t COLOURS = 3;

uint8_t picture[HEIGHT * WIDTH * COLOURS];
uint8_t planes[COLOURS * HEIGHT * WIDTH];
permkern_plan plan;
bool ready = false;

void takePicture() {
  for (size_t k = 0; k < sizeof picture; k++) {
    picture[k] = (uint8_t)(k * 7 + k / 256);
  }
}

bool isRight() {
  for (size_t pixel = 0; pixel < HEIGHT * WIDTH; pixel++) {
    for (size_t colour = 0; colour < COLOURS; colour++) {
      if (planes[colour * HEIGHT * WIDTH + pixel] != picture[pixel * COLOURS + colour]) {
        return false;
      }
    }
  }
  return true;
}

void setup() {
  Serial.begin(115200);
  const size_t shape[] = {HEIGHT, WIDTH, COLOURS};
  const uint8_t order[] = {2, 0, 1};  // axis k of the output is axis order[k] of the input
  permkern_layout in = permkern_layout();
  in.shape = shape;
  in.capacity = sizeof picture;
  in.rank = 3;
  in.bits = 8;
  permkern_layout out = permkern_layout();
  out.capacity = sizeof planes;
  out.rank = 3;
  out.bits = 8;
  const permkern_status status = permkern_prepare(&plan, &in, order, &out);
  ready = status == PERMKERN_OK;
  if (!ready) {
    Serial.println(permkern_strerror(status));
  }
}

void loop() {
  takePicture();
  if (ready && permkern_run(&plan, picture, planes) == PERMKERN_OK) {
    Serial.println(isRight() ? "three planes: right" : "three planes: wrong");
  }
  delay(1000);
}
