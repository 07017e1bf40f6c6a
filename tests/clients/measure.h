/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * For programs that tools/client-table counts on an emulated core. Such a program has, in this order: an empty stretch
 * between two marks (measure_begin_all); then for each work the client's own algorithm between marks, permkern through
 * the client's call between marks, and a line that says whether both gave the same (measure_work). Preparation that a
 * client does once, not for each call, stays outside.
 *
 * The works that the table has columns for are named MEASURE_HWC and MEASURE_MEL; others get lines of their own.
 */
#ifndef PERMKERN_CLIENTS_MEASURE_H
#define PERMKERN_CLIENTS_MEASURE_H

#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "../../bench/icnt/marks.h"

#ifdef __cplusplus
}
#endif

#define MEASURE_HWC "28x28x8 (2,0,1)" /* 8 bits */
#define MEASURE_MEL "1x49x40 (0,2,1)" /* 8 bits */

/* What the marks themselves take. */
static void measure_begin_all(void)
{
    mark_begin();
    mark_end();
}

static void measure_work(const char *name, unsigned elements, bool same)
{
    printf("work %s|%u|%s\n", name, elements, same ? "right" : "WRONG");
}

#endif /* PERMKERN_CLIENTS_MEASURE_H */
