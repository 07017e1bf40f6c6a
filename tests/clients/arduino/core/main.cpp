/* SPDX-License-Identifier: BSD-3-Clause */
/* A fixture: what an Arduino core does with a sketch, for two turns of its loop. */
#include "Arduino.h"

#include <stdio.h>

SerialPort Serial;

static bool open;

void SerialPort::begin(unsigned long baud)
{
    open = baud != 0;
}

size_t SerialPort::println(const char *text)
{
    return open ? (size_t)printf("%s\n", text) : 0;
}

void delay(unsigned long milliseconds)
{
    (void)milliseconds;
}

int main()
{
    setup();
    loop();
    loop();
    return 0;
}
