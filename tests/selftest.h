/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern_plan.inc's rows as permutes, and the definition of a permute, element by element. The set's header comes
 * first.
 */
#ifndef PERMKERN_SELFTEST_H
#define PERMKERN_SELFTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t shape[8];     /* of the input */
    uint32_t in_stride[8]; /* in elements */
    uint32_t out_stride[8];
    uint32_t offset[8]; /* of the first element: in the input, then in the output */
    uint32_t order[16]; /* the input's index of each index along its innermost axis, if `ordered` */
    bool ordered;
    uint8_t perm[8];
    uint8_t rank;
    uint8_t flips; /* bit k: axis k of the output is reversed */
} selftest_work;

static inline uint32_t work_elements(const selftest_work *work)
{
    uint32_t elements = 1;
    for (unsigned k = 0; k < work->rank; k++) {
        elements *= work->shape[k];
    }
    return elements;
}

/* A side's elements from its begin to the last one, with gaps. */
static inline uint32_t work_span(const selftest_work *work, bool out)
{
    uint32_t last = work->offset[out];
    for (unsigned k = 0; k < work->rank; k++) {
        last +=
            out ? (work->shape[work->perm[k]] - 1) * work->out_stride[k] : (work->shape[k] - 1) * work->in_stride[k];
    }
    return last + 1;
}

/* Reads a permutation, as "201". */
static inline void read_perm(selftest_work *work, const char *perm)
{
    for (work->rank = 0; *perm != '\0'; perm++) {
        work->perm[work->rank++] = (uint8_t)(*perm - '0');
    }
}

/* Strides without gaps. */
static inline void close_up(selftest_work *work)
{
    uint32_t in = 1;
    uint32_t out = 1;
    for (unsigned k = work->rank; k-- > 0;) {
        work->in_stride[k] = in;
        work->out_stride[k] = out;
        in *= work->shape[k];
        out *= work->shape[work->perm[k]];
    }
}

/* Reads numbers, as "28x28x8". Returns the text after them. */
static inline const char *read_numbers(const char *text, uint32_t *numbers)
{
    for (*numbers = 0; *text != '\0' && *text != ' '; text++) {
        if (*text == 'x') {
            *++numbers = 0;
        } else {
            *numbers = *numbers * 10 + (uint32_t)(*text - '0');
        }
    }
    return *text == ' ' ? text + 1 : text;
}

/* Reads a shape, with the strides and offsets of both sides behind it if there are gaps, and then the order; its
   permutation; and the reversed axes of the output, such as "02". */
static inline selftest_work read_work(const char *shape, const char *perm, const char *flips)
{
    selftest_work work = {{0}, {0}, {0}, {0}, {0}, false, {0}, 0, 0};
    read_perm(&work, perm);
    const char *const strides = read_numbers(shape, work.shape);
    close_up(&work);
    if (*strides != '\0') {
        const char *const offsets = read_numbers(read_numbers(strides, work.in_stride), work.out_stride);
        const char *const order = read_numbers(offsets, work.offset);
        work.ordered = *order != '\0';
        (void)read_numbers(order, work.order);
    }
    for (; *flips != '\0'; flips++) {
        work.flips |= (uint8_t)(1U << (*flips - '0')); /* narrow: at most eight axes */
    }
    return work;
}

/* An output element's offset, and its input element's. */
typedef struct {
    ptrdiff_t stride[8]; /* of the input's axes, in elements; negative if the axis is reversed */
    ptrdiff_t source;
    uint32_t target;
    uint32_t index[8];
} selftest_walk;

static inline selftest_walk first_element(const selftest_work *work)
{
    selftest_walk walk = {{0}, (ptrdiff_t)work->offset[0], work->offset[1], {0}};
    for (unsigned axis = work->rank; axis-- > 0;) {
        const ptrdiff_t stride = (ptrdiff_t)work->in_stride[axis];
        walk.stride[axis] = stride;
        for (unsigned k = 0; k < work->rank; k++) {
            if (work->perm[k] == axis && (work->flips >> k & 1U) != 0) {
                walk.stride[axis] = -stride;
                walk.source += (ptrdiff_t)(work->shape[axis] - 1) * stride;
            }
        }
    }
    return walk;
}

/* The input element's offset. */
static inline ptrdiff_t source_of(const selftest_walk *walk, const selftest_work *work)
{
    ptrdiff_t source = walk->source;
    for (unsigned k = 0; work->ordered && k < work->rank; k++) {
        if (work->perm[k] == work->rank - 1) {
            const ptrdiff_t ahead = (ptrdiff_t)work->order[walk->index[k]] - (ptrdiff_t)walk->index[k];
            source += ahead * walk->stride[work->rank - 1];
        }
    }
    return source;
}

static inline void next_element(selftest_walk *walk, const selftest_work *work)
{
    for (unsigned k = work->rank; k-- > 0;) {
        const unsigned axis = work->perm[k];
        walk->source += walk->stride[axis];
        walk->target += work->out_stride[k];
        if (++walk->index[k] < work->shape[axis]) {
            return;
        }
        walk->source -= walk->stride[axis] * (ptrdiff_t)work->shape[axis];
        walk->target -= work->out_stride[k] * work->shape[axis];
        walk->index[k] = 0;
    }
}

/* A pinned kernel: from one buffer to another, or in place. */
typedef struct {
    void (*kernel)(const void *in, void *out);
    void (*in_place)(void *data);
    const char *name; /* as the set has it */
    selftest_work work;
    uint8_t bits;     /* of an element */
    uint8_t size;     /* bytes of an element; 0 if elements share bytes */
    uint8_t align;    /* bytes promised for pointers */
    bool dispatched;  /* requests find it */
    uint32_t count;   /* occurrences */
    uint32_t flip[2]; /* the XOR constant, repeated to 64 bits in two halves */
} selftest_pinned;

typedef struct {
    void (*kernel)(const void *in, void *out);
    void (*in_place)(void *data);
    const char *symbol;
    const char *shape;
    const char *perm;
    const char *flips;
    uint8_t bits;
    uint8_t align;
    bool dispatched;
    uint32_t count;
    uint32_t flip[2];
} selftest_row;

static const selftest_row pinned_rows[] = {
#define PERMKERN_PIN(kernel, bits, shape, perm, flips, align, count, dispatched, low, high)                            \
    {kernel, NULL, #kernel, shape, perm, flips, bits, align, dispatched, count, {low, high}},
#define PERMKERN_PIN_IN_PLACE(kernel, bits, shape, perm, flips, align, count, dispatched, low, high)                   \
    {NULL, kernel, #kernel, shape, perm, flips, bits, align, dispatched, count, {low, high}},
#define PERMKERN_PIN_BITS(kernel, bits, shape, perm, flips, align, count, dispatched, low, high)                       \
    {kernel, NULL, #kernel, shape, perm, flips, bits, align, dispatched, count, {low, high}},
#include "permkern_plan.inc"
    {NULL, NULL, "", "", "", "", 0, 0, false, 0, {0, 0}} /* most sets have none */
};

static inline selftest_pinned read_row(const selftest_row *row)
{
    const char *const name = row->symbol + sizeof "permkern_pin_" - 1;
    return (selftest_pinned){row->kernel, row->in_place,   name,       read_work(row->shape, row->perm, row->flips),
                             row->bits,   row->bits / 8, /* narrow: at most 8 */
                             row->align,  row->dispatched, row->count, {row->flip[0], row->flip[1]}};
}

#endif /* PERMKERN_SELFTEST_H */
