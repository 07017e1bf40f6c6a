/* SPDX-License-Identifier: BSD-3-Clause */
/* Goes through shapes, permutations and layouts. */
#ifndef PERMKERN_EXHAUST_SWEEPS_H
#define PERMKERN_EXHAUST_SWEEPS_H

#include "work.h"

typedef struct {
    pages p;
    uint32_t every; /* checks one of so many requests */
    uint32_t seen;  /* requests, checked or not */
    tally sum;
} sweep;

/* Prints the count of each sweep and returns their sum. large: with outputs stored past the caches. */
tally sweep_all(sweep *s, bool large);

#endif /* PERMKERN_EXHAUST_SWEEPS_H */
