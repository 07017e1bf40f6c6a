/* SPDX-License-Identifier: BSD-3-Clause */
/* A fixture: of an Arduino core, what the examples use. Written for permkern's tests; a board has its own. */
#ifndef ARDUINO_H
#define ARDUINO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
class SerialPort
{
  public:
    void begin(unsigned long baud);
    size_t println(const char *text);
};
extern SerialPort Serial;

extern "C" {
#endif

void delay(unsigned long milliseconds);
void setup(void);
void loop(void);

#ifdef __cplusplus
}
#endif

#endif /* ARDUINO_H */
