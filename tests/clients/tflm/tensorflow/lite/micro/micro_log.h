/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for TFLM's header of this path. */
void MicroPrintf(const char *format, ...);
