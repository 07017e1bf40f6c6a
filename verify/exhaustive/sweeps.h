/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests in rows: the shapes, permutations, layouts and mistakes that the program goes through. */
#ifndef PERMKERN_EXHAUST_SWEEPS_H
#define PERMKERN_EXHAUST_SWEEPS_H

#include "work.h"

typedef struct {
    pages p;
    uint32_t every;
    uint32_t seen; /* requests, checked or not */
    tally sum;
} sweep;

/* What is done with one request. */
typedef void visitor(sweep *s, request *r);

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

void add(tally *to, tally more);

/* One of every so many requests. */
bool wanted(sweep *s);

/* Checks it with elements of 8, 16, 32 and 64 bits. */
visitor at_every_width;

/* Every permutation of every shape whose extents are among some. */
void every_shape(sweep *s, unsigned rank, const size_t *extents, unsigned count, visitor *visit);

/* sweeps.c: what kernels are made for. */
void sweep_small_shapes(sweep *s);
void sweep_planes(sweep *s);
void sweep_planes_with_outer_axes(sweep *s);
void sweep_channels(sweep *s);
void sweep_long_rows(sweep *s);
void sweep_runs(sweep *s);
void sweep_views(sweep *s);
void sweep_pinned(sweep *s);
void sweep_large(sweep *s);

/* layouts.c: where in their buffers arrays lie, arrays of one element and of none, and what is refused. */
void sweep_reversed(sweep *s);
void sweep_offsets(sweep *s);
void sweep_in_place(sweep *s);
void sweep_empty(sweep *s);
void sweep_refused(sweep *s);

#endif /* PERMKERN_EXHAUST_SWEEPS_H */
