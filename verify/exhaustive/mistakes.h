/* SPDX-License-Identifier: BSD-3-Clause */
/* Mistakes that a request can have, one at a time, and what must be answered to each. */
#ifndef PERMKERN_EXHAUST_MISTAKES_H
#define PERMKERN_EXHAUST_MISTAKES_H

#include <permkern.h>

/* A valid request and its buffers, for a mistake to be put in. */
typedef struct {
    permkern_layout in, out;
    const void *from;
    void *to;
    size_t in_shape[8];
    size_t out_shape[8];
    ptrdiff_t in_strides[8];
    ptrdiff_t out_strides[8];
    uint8_t perm[8];
    size_t in_span, out_span;
    unsigned size; /* bytes of an element */
} scene;

/* In place of a status: the mistake cannot be made through this one of the two interfaces. */
#define NO_STATUS (-1)

typedef struct {
    const char *name;
    int want; /* the status of permkern's own calls */
    int mli;  /* the status of MLI's permute */
    void (*put)(scene *s);
    bool (*fits)(const scene *s); /* whether the request is one in which it can be made */
} mistake;

extern const mistake mistakes[];
extern const size_t mistake_count;

#endif /* PERMKERN_EXHAUST_MISTAKES_H */
