/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PERMKERN_GIANTS_H
#define PERMKERN_GIANTS_H

#include "harness.h"
#include "memory.h"

/* Bytes of address space that each side may span: nothing of it is memory until it is written. */
#define REACH (2048 * GIB)

/* Counts a case, and names it if it failed. */
void giant_count(bool good, const char *what, const request *r);

/* Spans of over 4 GiB, moved as a whole. */
void check_whole(void);

#endif /* PERMKERN_GIANTS_H */
