/* SPDX-License-Identifier: BSD-3-Clause */
/* What picolibc asks of a machine, on testbench.cpp: where printed characters go, and the end. */
#include <stdint.h>
#include <stdio.h>

static int put(char character, FILE *stream)
{
    (void)stream;
    *(volatile uint32_t *)0x80000000U = (uint8_t)character;
    return (uint8_t)character;
}

static FILE console = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE *const stdin = &console;
FILE *const stdout = &console;
FILE *const stderr = &console;

void _exit(int code);

void _exit(int code)
{
    *(volatile uint32_t *)0x80000004U = (uint32_t)code;
    for (;;) {
    }
}
