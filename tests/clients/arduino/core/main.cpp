/* SPDX-License-Identifier: BSD-3-Clause */
/* What an Arduino core does with a sketch, for two turns of its loop. */
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
