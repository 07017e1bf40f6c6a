/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for TFLM's header of this path. */
#ifndef CLIENTS_TFLM_MICRO_LOG_H
#define CLIENTS_TFLM_MICRO_LOG_H

void MicroPrintf(const char *format, ...);

#endif /* CLIENTS_TFLM_MICRO_LOG_H */
