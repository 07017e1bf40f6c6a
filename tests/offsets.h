/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests of the alignment matrix (offsets.c), and the entry points that move them (offsets_entries.c). */
#ifndef PERMKERN_OFFSETS_H
#define PERMKERN_OFFSETS_H

#include "core/permkern_internal.h"

#define ROOM 1536U /* bytes of a buffer, so that all fit 16 kB of RAM */

/* A request with its layouts, in elements. name: for messages. */
typedef struct {
    const char *name;
    unsigned rank;
    unsigned size; /* bytes of an element */
    size_t shape[4];
    uint8_t perm[4];
    ptrdiff_t in_strides[4];
    ptrdiff_t out_strides[4];
    permkern_layout in; /* these point into the request; capacities are its spans */
    permkern_layout out;
    uint64_t mask;
    size_t align; /* that pinned kernels require of both buffers */
    permkern_pinned *pinned;
    permkern_pinned_in_place *in_place;
    permkern_plan plan;
} request;

#define NOT_TAKEN (-1)

/* move: returns a permkern_status, or NOT_TAKEN where it does not apply to the request or to its buffers. */
typedef struct {
    int (*move)(const request *r, const void *in, void *out);
    const char *name;
} entry;

#define ENTRIES 8
extern const entry entries[ENTRIES];

#endif /* PERMKERN_OFFSETS_H */
