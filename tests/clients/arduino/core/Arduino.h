/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for an Arduino core's header: the functions that the examples use. */
#ifndef ARDUINO_H
#define ARDUINO_H

#include <stdio.h>

struct SerialPort {
    void begin(unsigned long baud)
    {
        open = baud != 0;
    }
    size_t println(const char *text)
    {
        return open ? (size_t)printf("%s\n", text) : 0;
    }
    bool open;
};
extern SerialPort Serial;

void delay(unsigned long milliseconds);
void setup();
void loop();

#endif /* ARDUINO_H */
