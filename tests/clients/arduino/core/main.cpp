/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs a sketch like an Arduino core: setup, then two turns of its loop. */
#include "Arduino.h"

SerialPort Serial;

void delay(unsigned long)
{
}

int main()
{
    setup();
    loop();
    loop();
    return 0;
}
