/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests of the alignment matrix (offsets.c), and the ways by which they are moved (offsets_doors.c). */
#ifndef PERMKERN_OFFSETS_H
#define PERMKERN_OFFSETS_H

#include "permkern_internal.h"

#define ROOM 1536U /* bytes of a buffer's span, at most: 16 kB of RAM hold all */

/* A request, its layouts in elements, and what its name in messages is. */
typedef struct {
    const char *name;
    unsigned rank;
    unsigned size; /* bytes of an element */
    size_t shape[4];
    uint8_t perm[4];
    ptrdiff_t in_strides[4];
    ptrdiff_t out_strides[4];
    size_t in_offset;
    size_t out_offset;
    size_t in_span; /* bytes */
    size_t out_span;
    uint64_t mask;
    size_t align; /* of both buffers, for the kernels below */
    permkern_kernel *kernel;
    permkern_pinned *pinned;
    permkern_pinned_in_place *in_place;
    bool strided;
    permkern_plan plan;
} request;

static inline size_t out_extent(const request *r, unsigned k)
{
    return r->shape[r->perm[k]];
}

permkern_layout layout_in(const request *r);
permkern_layout layout_out(const request *r);

/* A way to move a request. Returns a permkern_status, or that it does not take this request, or it from there. */
#define NOT_TAKEN (-1)

typedef int door(const request *r, const void *in, void *out);

typedef struct {
    door *move;
    const char *name;
} named_door;

#define DOORS 9
extern const named_door doors[DOORS];

#endif /* PERMKERN_OFFSETS_H */
