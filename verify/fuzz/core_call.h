/* SPDX-License-Identifier: BSD-3-Clause */
/* A call of the core API, as fuzz_core.c makes it: how it is chosen, core_choices.c; what has to come, core_spec.c. */
#ifndef PERMKERN_FUZZ_CORE_CALL_H
#define PERMKERN_FUZZ_CORE_CALL_H

#include "fuzz.h"

typedef enum { PERMUTE, RUN, ALL_PARTS, ONE_PART, PREPARE, NO_PLAN, WAYS } way;

/* Pointers that are NULL. */
enum { NO_IN = 1, NO_OUT = 2, NO_PERM = 4, NO_SHAPE = 8, NO_PLAN_POINTER = 16 };

/* The layouts' own pointers say only whether there is such an array: it is one of those below. */
typedef struct {
    way way;
    permkern_layout in, out;
    const void *from; /* buffers */
    void *to;
    size_t in_shape[FUZZ_RANK], out_shape[FUZZ_RANK];
    ptrdiff_t in_strides[FUZZ_RANK], out_strides[FUZZ_RANK];
    uint8_t perm[FUZZ_RANK];
    unsigned missing;
    uint32_t part, parts;
} call;

/* ---- what has to come ---- */

typedef struct {
    permkern_status status; /* of geometry; where it is PERMKERN_OK, all of this is set: */
    bool empty;             /* an extent is 0; the rest then says nothing */
    layout in, out;         /* out in the order of its own axes */
    wide in_span, out_span; /* bytes from the lowest element to the end of the highest */
    wide in_low, out_low;   /* bytes from the buffer's start to the lowest element */
} expectation;

/* What is checked of geometry. */
expectation specification(const call *c);

/* What is checked of pointers once geometry is right. plan: NULL where there is none. */
permkern_status specification_of_places(const call *c, const expectation *e, const void *plan);

/* Whether every element keeps its offset from the buffer's start. */
bool is_view(const call *c, const expectation *e);

bool valid_bits(size_t bits);

/* ---- choices ---- */

/* Geometry, with what may be wrong with it. */
void choose_call(call *c, choices *from);

/* Where the two buffers lie; spans over FIELD_MOST get no place. */
void choose_buffers(call *c, const expectation *e, choices *from);

/* Where the elements lie. */
static inline uint8_t *lowest_in(const call *c, const expectation *e)
{
    return (uint8_t *)((uintptr_t)c->from + (uintptr_t)e->in_low);
}

static inline uint8_t *lowest_out(const call *c, const expectation *e)
{
    return (uint8_t *)((uintptr_t)c->to + (uintptr_t)e->out_low);
}

#endif /* PERMKERN_FUZZ_CORE_CALL_H */
