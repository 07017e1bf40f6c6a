/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern_read_shape, permkern_read_strides, permkern_read_perm and the typed functions over them: arrays of the
 * integers that runtimes hold, against the words of permkern.h. Where one is refused, nothing is written.
 */
#include "fuzz.h"

#include <string.h>

typedef enum { SHAPE, STRIDES, PERM, READS } what;

typedef struct {
    what what;
    permkern_int kind;
    size_t rank;
    step value[FUZZ_RANK]; /* each one of that kind */
    unsigned missing;      /* bits: which pointer is NULL */
} call;

enum { NO_TO = 1, NO_FROM = 2 };

/* ---- what has to come ---- */

/* The axis that an entry names; one behind the last: none. */
static size_t named_axis(const call *c, size_t k)
{
    const step rank = (step)c->rank;
    const step axis = c->value[k] < 0 ? c->value[k] + rank : c->value[k];
    return axis < 0 || axis >= rank ? c->rank : (size_t)axis;
}

static bool value_fits(const call *c, size_t k)
{
    switch (c->what) {
    case SHAPE:
        return c->value[k] >= 0 && c->value[k] <= (step)SIZE_MAX;
    case STRIDES:
        return c->value[k] >= PTRDIFF_MIN && c->value[k] <= PTRDIFF_MAX;
    default:
        break;
    }
    for (size_t other = 0; other < k; other++) {
        if (named_axis(c, other) == named_axis(c, k)) {
            return false;
        }
    }
    return named_axis(c, k) != c->rank;
}

static permkern_status specification(const call *c)
{
    static const permkern_status refusal[READS] = {PERMKERN_ERR_SHAPE, PERMKERN_ERR_STRIDE, PERMKERN_ERR_PERM};
    if (c->rank > PERMKERN_MAX_RANK) {
        return PERMKERN_ERR_RANK;
    }
    if (c->rank != 0 && c->missing != 0) {
        return PERMKERN_ERR_NULL;
    }
    for (size_t k = 0; k < c->rank; k++) {
        if (!value_fits(c, k)) {
            return refusal[c->what];
        }
    }
    return PERMKERN_OK;
}

/* ---- choices ---- */

/* As the kind would hold it. */
static step wrapped(permkern_int kind, uint64_t value)
{
    return kind == PERMKERN_INT32    ? (step)(int32_t)(uint32_t)value
           : kind == PERMKERN_UINT32 ? (step)(uint32_t)value
                                     : (step)(int64_t)value;
}

static void choose_call(call *c, choices *from)
{
    const unsigned kind = (unsigned)choose(from, 1);
    uint8_t perm[FUZZ_RANK];
    c->what = (what)(kind % READS);
    c->kind = (permkern_int)(kind / READS % 3);
    c->rank = (1 + choose_below(from, FUZZ_RANK + 1)) % (FUZZ_RANK + 1);
    choose_permutation(from, perm, (unsigned)c->rank);
    for (size_t k = 0; k < c->rank; k++) {
        const bool from_last = choose_below(from, 4) == 3;
        c->value[k] = c->what == PERM ? wrapped(c->kind, perm[k] - (from_last ? (uint64_t)c->rank : 0))
                                      : wrapped(c->kind, choose_value(from));
    }
    for (unsigned faults = choose_below(from, 3); faults > 0; faults--) {
        const unsigned fault = (unsigned)choose(from, 1);
        const uint64_t value = choose_value(from);
        if (fault < 224) {
            c->value[fault % FUZZ_RANK] = wrapped(c->kind, value);
        } else if (fault < 240) {
            c->rank = (size_t)value;
        } else {
            c->missing = (unsigned)value % 4;
        }
    }
}

/* ---- the call ---- */

static size_t integer_bytes(permkern_int kind)
{
    return kind == PERMKERN_INT64 ? 8 : 4;
}

static size_t result_bytes(what what)
{
    return what == SHAPE ? sizeof(size_t) : what == STRIDES ? sizeof(ptrdiff_t) : sizeof(uint8_t);
}

static permkern_status read_any(const call *c, void *to, const void *from)
{
    switch (c->what) {
    case SHAPE:
        return permkern_read_shape(to, from, c->kind, c->rank);
    case STRIDES:
        return permkern_read_strides(to, from, c->kind, c->rank);
    default:
        return permkern_read_perm(to, from, c->kind, c->rank);
    }
}

/* By the function that is named after the kind; there is none for strides of uint32_t. */
static permkern_status read_typed(const call *c, void *to, const void *from)
{
    const unsigned which = (unsigned)c->what * 3U + (unsigned)c->kind;
    switch (which) {
    case 0:
        return permkern_shape_i32(to, from, c->rank);
    case 1:
        return permkern_shape_u32(to, from, c->rank);
    case 2:
        return permkern_shape_i64(to, from, c->rank);
    case 3:
        return permkern_strides_i32(to, from, c->rank);
    case 5:
        return permkern_strides_i64(to, from, c->rank);
    case 6:
        return permkern_perm_i32(to, from, c->rank);
    case 7:
        return permkern_perm_u32(to, from, c->rank);
    case 8:
        return permkern_perm_i64(to, from, c->rank);
    default:
        return read_any(c, to, from);
    }
}

/* What an entry becomes. */
static uint64_t result_of(const call *c, size_t k)
{
    return c->what == PERM ? named_axis(c, k) : (uint64_t)c->value[k];
}

static void test_call(const call *c, bool typed)
{
    const size_t axes = c->rank > FUZZ_RANK ? 0 : c->rank;
    uint8_t *const from = field(FIELD_MIDDLE);
    uint8_t *const to = field(FIELD_MIDDLE + 1024);
    for (size_t k = 0; k < axes; k++) {
        const uint64_t bits = (uint64_t)c->value[k];
        field_put(from + k * integer_bytes(c->kind), &bits, integer_bytes(c->kind)); /* little-endian */
    }
    const permkern_status want = specification(c);
    if (want == PERMKERN_OK) {
        field_open(to, axes * result_bytes(c->what));
        for (size_t k = 0; k < axes; k++) {
            const uint64_t bits = result_of(c, k);
            memcpy(field_wanted(to + k * result_bytes(c->what)), &bits, result_bytes(c->what));
        }
    }
    void *const to_given = (c->missing & NO_TO) != 0 ? NULL : to;
    const void *const from_given = (c->missing & NO_FROM) != 0 ? NULL : from;
    const permkern_status got = typed ? read_typed(c, to_given, from_given) : read_any(c, to_given, from_given);
    if (want != got) {
        fuzz_fail("status", want, got);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    choices from = {data, size};
    call c = {.missing = 0};
    choose_call(&c, &from);
    test_call(&c, choose_below(&from, 2) == 0);
    field_compare("bytes of the field");
    field_restore();
    return 0;
}
