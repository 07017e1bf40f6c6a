/* SPDX-License-Identifier: BSD-3-Clause */
/* permkern_read_shape, _read_strides and _read_perm: arrays of the integers that runtimes use, by docs/status.md. */
#ifndef PERMKERN_FUZZ_CORE_INTEGERS_H
#define PERMKERN_FUZZ_CORE_INTEGERS_H

#include "field.h"

typedef enum { SHAPE, STRIDES, PERM, ARRAYS } array;

typedef struct {
    array array;
    permkern_int kind;
    size_t rank;
    int64_t value[FUZZ_RANK];
    void *to;
    const void *from;
} conversion;

/* The axis of an entry; rank: none. */
static inline size_t named_axis(const conversion *c, size_t k)
{
    const step axis = c->value[k] < 0 ? (step)c->value[k] + (step)c->rank : c->value[k];
    return axis < 0 || axis >= (step)c->rank ? c->rank : (size_t)axis;
}

static inline permkern_status specification_of_integers(const conversion *c)
{
    unsigned seen = 0;
    if (c->rank > PERMKERN_MAX_RANK) {
        return PERMKERN_ERR_RANK;
    }
    if (c->rank != 0 && (c->to == NULL || c->from == NULL)) {
        return PERMKERN_ERR_NULL;
    }
    for (size_t k = 0; k < c->rank; k++) {
        if (c->array == SHAPE && (c->value[k] < 0 || (wide)c->value[k] > SIZE_MAX)) {
            return PERMKERN_ERR_SHAPE;
        }
        if (c->array == STRIDES && (c->value[k] < PTRDIFF_MIN || c->value[k] > PTRDIFF_MAX)) {
            return PERMKERN_ERR_STRIDE;
        }
        seen |= 1U << named_axis(c, k);
    }
    return c->array == PERM && seen != (1U << c->rank) - 1 ? PERMKERN_ERR_PERM : PERMKERN_OK;
}

static inline void choose_conversion(conversion *c, choices *from)
{
    static const spot spots[] = {SPOTS(conversion, value), SPOTS(conversion, value), SPOTS(conversion, value),
                                 SPOT(conversion, rank)};
    uint8_t perm[FUZZ_RANK];
    c->array = (array)choose_below(from, ARRAYS);
    c->kind = (permkern_int)choose_below(from, 3);
    c->rank = (1 + choose_below(from, FUZZ_RANK + 2)) % (FUZZ_RANK + 2);
    const unsigned axes = c->rank > FUZZ_RANK ? FUZZ_RANK : (unsigned)c->rank;
    choose_permutation(from, perm, axes);
    for (unsigned k = 0; k < axes; k++) {
        const size_t from_last = choose_below(from, 4) == 3 ? c->rank : 0;
        c->value[k] = c->array == PERM ? (int64_t)(perm[k] - from_last) : (int64_t)choose_value(from, 0);
    }
    spoil(from, c, spots, sizeof spots / sizeof spots[0]);
    for (size_t k = 0; k < FUZZ_RANK; k++) { /* as the kind holds it */
        c->value[k] = c->kind == PERMKERN_INT32    ? (int32_t)(uint32_t)c->value[k]
                      : c->kind == PERMKERN_UINT32 ? (uint32_t)c->value[k]
                                                   : c->value[k];
    }
    const unsigned missing = choose_below(from, 32);
    c->to = missing == 31 ? NULL : c->to;
    c->from = missing == 30 ? NULL : c->from;
}

static inline void fuzz_integers(fuzz_function *functions, choices *from)
{
    uint8_t *const numbers = &field[0];
    uint8_t *const to = &field[1024];
    conversion c = {.to = to, .from = numbers};
    choose_conversion(&c, from);
    const size_t axes = c.rank > FUZZ_RANK ? 0 : c.rank;
    const size_t in_bytes = c.kind == PERMKERN_INT64 ? 8 : 4;
    const size_t out_bytes = c.array == PERM ? 1 : sizeof(size_t);
    const permkern_status want = specification_of_integers(&c);
    for (size_t k = 0; k < axes; k++) {
        uint64_t number = 0;
        put_number(&number, (uint64_t)c.value[k], in_bytes);
        field_put(numbers + k * in_bytes, &number, in_bytes);
        const uint64_t result = c.array == PERM ? named_axis(&c, k) : (uint64_t)c.value[k];
        if (want == PERMKERN_OK) {
            field_open((uintptr_t)(to + k * out_bytes), out_bytes);
            put_number(wanted((uintptr_t)(to + k * out_bytes)), result, out_bytes);
        }
    }
    const permkern_status got = c.array == SHAPE     ? permkern_read_shape(c.to, c.from, c.kind, c.rank)
                                : c.array == STRIDES ? permkern_read_strides(c.to, c.from, c.kind, c.rank)
                                                     : permkern_read_perm(c.to, c.from, c.kind, c.rank);
    fuzz_status(&functions[c.array], want, got);
}

#endif /* PERMKERN_FUZZ_CORE_INTEGERS_H */
