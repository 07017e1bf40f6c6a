/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests that move nothing: arrays without elements, and work in place. */
#ifndef PERMKERN_EXHAUST_EDGES_H
#define PERMKERN_EXHAUST_EDGES_H

#include "work.h"

/*
 * Input and output are one buffer, at both ends of pages that nobody can write: as every element keeps its place there,
 * nothing is done, or the work is refused before the first write.
 */
tally check_in_place(const pages *p, const request *r);

/* An extent is 0: whatever strides, offsets, capacities and pointers are, there is nothing to move; faults before that
 * in the order of checks are found all the same. */
tally check_empty(const request *r);

#endif /* PERMKERN_EXHAUST_EDGES_H */
