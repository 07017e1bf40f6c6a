/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern_prepare, permkern_run, permkern_run_part and permkern_permute against docs/status.md and the definition. A
 * call is valid but for what the input puts into it: any value in any field, buffers over each other, over the plan, at
 * the ends of the address space. Statuses are those of specification() below; all of the field is compared.
 */
#include "fuzz.h"

#include <string.h>

typedef enum { PERMUTE, RUN, ALL_PARTS, ONE_PART, PREPARE, NO_PLAN, WAYS } way;

typedef struct {
    way way;
    permkern_array in, out;
    uint32_t in_shape[FUZZ_RANK], out_shape[FUZZ_RANK];
    int32_t in_strides[FUZZ_RANK], out_strides[FUZZ_RANK];
    uint8_t perm[FUZZ_RANK];
    unsigned missing; /* bits: which pointer is NULL */
    uint32_t part, parts;
} call;

enum { NO_IN = 1, NO_OUT = 2, NO_PERM = 4, NO_SHAPE = 8, NO_PLAN_POINTER = 16 };

/* Bytes of a span at most, and elements, that a call is made with. */
#define MOST_ELEMENTS 16384U

/* ---- what has to come ---- */

typedef struct {
    layout in, out; /* out in the order of its own axes */
    wide in_span, out_span;
    permkern_status status;
} expectation;

static bool valid_bits(unsigned bits)
{
    return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

static bool valid_permutation(const uint8_t *perm, unsigned rank)
{
    for (unsigned axis = 0; axis < rank; axis++) {
        unsigned times = 0;
        for (unsigned k = 0; k < rank; k++) {
            times += perm[k] == axis;
        }
        if (times != 1) {
            return false;
        }
    }
    return true;
}

/* The strides of one side, which has this shape. */
static permkern_status read_layout(layout *l, const int32_t *strides, const uint32_t *shape, unsigned rank, wide size)
{
    wide bytes = size;
    *l = contiguous_layout(shape, rank);
    for (unsigned k = 0; k < rank; k++) {
        bytes = bytes >= FUZZ_WHOLE ? bytes : bytes * shape[k];
        if (strides != NULL && shape[k] != 1 && strides[k] <= 0) {
            return PERMKERN_ERR_STRIDE;
        }
        if (strides != NULL) {
            l->stride[k] = (wide)strides[k];
        }
    }
    return strides == NULL && bytes >= FUZZ_WHOLE ? PERMKERN_ERR_SIZE : PERMKERN_OK;
}

static permkern_status check_layout(const layout *l, wide size, size_t capacity, wide *span)
{
    *span = layout_elements(l) * size;
    return !layout_is_valid(l)   ? PERMKERN_ERR_STRIDE
           : *span >= FUZZ_WHOLE ? PERMKERN_ERR_SIZE
           : capacity < *span    ? PERMKERN_ERR_CAPACITY
                                 : PERMKERN_OK;
}

static permkern_status check_axes(const call *c, uint32_t *out_shape)
{
    if (c->in.rank == 0 || c->in.rank > PERMKERN_MAX_RANK || c->out.rank != c->in.rank) {
        return PERMKERN_ERR_RANK;
    }
    if (!valid_bits(c->in.bits) || c->out.bits != c->in.bits) {
        return PERMKERN_ERR_BITS;
    }
    if (!valid_permutation(c->perm, c->in.rank)) {
        return PERMKERN_ERR_PERM;
    }
    for (unsigned k = 0; k < c->in.rank; k++) {
        out_shape[k] = c->in_shape[c->perm[k]];
        if (out_shape[k] == 0 || (c->out.shape != NULL && c->out_shape[k] != out_shape[k])) {
            return PERMKERN_ERR_SHAPE;
        }
    }
    return PERMKERN_OK;
}

/* What is checked of geometry, in the order of docs/status.md. */
static permkern_status specification(const call *c, expectation *e)
{
    uint32_t out_shape[FUZZ_RANK];
    if ((c->missing & (NO_IN | NO_OUT | NO_PERM | NO_SHAPE)) != 0) {
        return PERMKERN_ERR_NULL;
    }
    permkern_status status = check_axes(c, out_shape);
    if (status == PERMKERN_OK) {
        const unsigned rank = c->in.rank;
        const wide size = c->in.bits / 8;
        status = read_layout(&e->in, c->in.strides == NULL ? NULL : c->in_strides, c->in_shape, rank, size);
        if (status == PERMKERN_OK) {
            status = read_layout(&e->out, c->out.strides == NULL ? NULL : c->out_strides, out_shape, rank, size);
        }
        if (status == PERMKERN_OK) {
            status = check_layout(&e->in, size, c->in.capacity, &e->in_span);
        }
        if (status == PERMKERN_OK) {
            status = check_layout(&e->out, size, c->out.capacity, &e->out_span);
        }
    }
    return status;
}

static bool share(wide a, wide a_bytes, wide b, wide b_bytes)
{
    return a < b + b_bytes && b < a + a_bytes;
}

/* What is checked of pointers. plan: NULL where there is none. */
static permkern_status specification_of_places(const call *c, const expectation *e, const void *plan)
{
    const uintptr_t from = (uintptr_t)c->in.data;
    const uintptr_t to = (uintptr_t)c->out.data;
    const unsigned size = c->in.bits / 8U;
    if (from == 0 || to == 0) {
        return PERMKERN_ERR_NULL;
    }
    if (from % size != 0 || to % size != 0) {
        return PERMKERN_ERR_ALIGN;
    }
    if (from + e->in_span >= FUZZ_WHOLE || to + e->out_span >= FUZZ_WHOLE) {
        return PERMKERN_ERR_WRAP;
    }
    if (share(from, e->in_span, to, e->out_span)) {
        return PERMKERN_ERR_OVERLAP;
    }
    if (plan != NULL && share((uintptr_t)plan, sizeof(permkern_plan), to, e->out_span)) {
        return PERMKERN_ERR_OVERLAP;
    }
    return PERMKERN_OK;
}

/* Every element keeps its offset. */
static bool is_view(const call *c, const expectation *e)
{
    for (unsigned k = 0; k < c->in.rank; k++) {
        if (e->out.extent[k] != 1 && e->out.stride[k] != e->in.stride[c->perm[k]]) {
            return false;
        }
    }
    return true;
}

/* ---- a call that is valid ---- */

typedef struct {
    unsigned bits;
    const char *shape, *perm; /* as "3x4" and "10" */
} pinned;

static const pinned pinned_shapes[] = {
    {8, "24x16", "10"},
#define PERMKERN_PIN(kernel, bits, shape, perm, align, count, dispatched) {bits, shape, perm},
#include "permkern_plan.inc"
};

/* The shape of a pinned kernel, if the set has some. */
static void take_pinned(call *c, const pinned *p)
{
    unsigned rank = 0;
    const char *at = p->shape;
    memset(c->in_shape, 0, sizeof c->in_shape);
    for (; *at != '\0'; at++) {
        if (*at == 'x') {
            rank++;
        } else {
            c->in_shape[rank] = c->in_shape[rank] * 10 + (uint32_t)(*at - '0');
        }
    }
    c->in.rank = (uint8_t)(rank + 1);
    c->in.bits = (uint8_t)p->bits;
    for (unsigned k = 0; k <= rank; k++) {
        c->perm[k] = (uint8_t)(p->perm[k] - '0');
    }
}

static void take_shape(call *c, choices *from)
{
    const unsigned rank = 1 + choose_below(from, FUZZ_RANK);
    c->in.rank = (uint8_t)rank;
    c->in.bits = (uint8_t)(8U << choose_below(from, 4));
    choose_permutation(from, c->perm, rank);
    for (unsigned k = 0; k < rank; k++) {
        c->in_shape[k] = choose_extent(from);
    }
    limit_shape(c->in_shape, rank, 8192);
}

/* Shape, permutation, strides. Both sides' strides may cut the shape to what fits. */
static void begin_call(call *c, choices *from)
{
    const unsigned kind = (unsigned)choose(from, 1);
    c->way = (way)choose_below(from, WAYS);
    if (kind % 4 == 3) {
        take_pinned(c, &pinned_shapes[choose_below(from, sizeof pinned_shapes / sizeof pinned_shapes[0])]);
    } else {
        take_shape(c, from);
    }
    const unsigned rank = c->in.rank;
    const uint32_t most = (uint32_t)FIELD_MOST / (c->in.bits / 8U);
    if ((kind >> 2) % 4 == 1 || (kind >> 2) % 4 == 3) {
        choose_strides(from, c->in_strides, c->in_shape, rank, most);
        c->in.strides = c->in_strides;
    }
    for (unsigned k = 0; k < rank; k++) {
        c->out_shape[k] = c->in_shape[c->perm[k]];
    }
    if ((kind >> 2) % 4 >= 2) {
        choose_strides(from, c->out_strides, c->out_shape, rank, most);
        c->out.strides = c->out_strides;
    }
    for (unsigned k = 0; k < rank; k++) {
        c->in_shape[c->perm[k]] = c->out_shape[k];
    }
    c->in.shape = c->in_shape;
    c->out.shape = (kind >> 4) % 2 == 0 ? NULL : c->out_shape;
    c->out.rank = c->in.rank;
    c->out.bits = c->in.bits;
}

/* ---- what may be wrong with it ---- */

static void add_fault(call *c, choices *from)
{
    const unsigned field = choose_below(from, 16);
    const unsigned k = choose_below(from, FUZZ_RANK);
    const uint64_t value = choose_value(from);
    switch (field) {
    case 0:
        c->in.rank = (uint8_t)value;
        break;
    case 1:
        c->out.rank = (uint8_t)value;
        break;
    case 2:
        c->in.rank = (uint8_t)value;
        c->out.rank = (uint8_t)value;
        break;
    case 3:
        c->in.bits = (uint8_t)value;
        break;
    case 4:
        c->out.bits = (uint8_t)value;
        break;
    case 5:
        c->in.bits = (uint8_t)value;
        c->out.bits = (uint8_t)value;
        break;
    case 6:
    case 7:
        c->perm[k] = (uint8_t)value;
        break;
    case 8:
        c->out_shape[k] = (uint32_t)value;
        break;
    case 9:
    case 10:
        c->in_strides[k] = (int32_t)(uint32_t)value;
        c->in.strides = c->in_strides;
        break;
    case 11:
        c->out_strides[k] = (int32_t)(uint32_t)value;
        c->out.strides = c->out_strides;
        break;
    case 12:
        c->missing |= (unsigned)value & 31U;
        break;
    case 13: /* elements by the powers of two */
        for (unsigned at = 0; at < FUZZ_RANK; at++) {
            c->in_shape[at] <<= value % 32;
            c->out_shape[at] <<= value % 32;
        }
        break;
    case 14: /* just too near, or just far enough */
        c->in_strides[k] += (int32_t)(value % 5) - 2;
        c->out_strides[k] += (int32_t)(value / 5 % 5) - 2;
        break;
    default: /* on both sides: what comes of it is in the strides and the sizes */
        for (unsigned at = 0; at < FUZZ_RANK; at++) {
            c->out_shape[at] = c->perm[at] == k ? (uint32_t)value : c->out_shape[at];
        }
        c->in_shape[k] = (uint32_t)value;
    }
}

/* A capacity: the span, more, a byte less, anything. */
static size_t choose_capacity(choices *from, wide span)
{
    const unsigned kind = (unsigned)choose(from, 1);
    const size_t exact = span >= FUZZ_WHOLE ? SIZE_MAX : (size_t)span;
    return kind < 208 ? exact : kind < 216 ? exact - 1 : kind < 232 ? exact + kind : (size_t)choose_value(from);
}

static void finish_call(call *c, choices *from)
{
    expectation e = {.in_span = 64, .out_span = 64};
    c->in.capacity = SIZE_MAX;
    c->out.capacity = SIZE_MAX;
    (void)specification(c, &e);
    c->in.capacity = choose_capacity(from, e.in_span);
    c->out.capacity = choose_capacity(from, e.out_span);
    const unsigned kind = choose_below(from, 4);
    c->parts = kind == 3 ? (uint32_t)choose_value(from) : 1 + choose_below(from, 9);
    c->part = kind == 2 ? (uint32_t)choose_value(from) : choose_below(from, 10) % (c->parts == 0 ? 1 : c->parts);
}

/* ---- where everything lies ---- */

/* An address that is no memory of anybody: NULL, and beside the ends of the address space. */
static void *far_address(choices *from)
{
    const uint64_t value = choose_value(from);
    return (void *)(uintptr_t)(choose_below(from, 2) == 0 ? value % 65536 : 0 - value);
}

/* Data pointers; spans over FIELD_MOST get no place. */
static void place_data(call *c, const expectation *e, choices *from)
{
    const unsigned kind = (unsigned)choose(from, 1);
    const size_t align = valid_bits(c->in.bits) ? c->in.bits / 8U : 1;
    const size_t in_span = e->in_span > FIELD_MOST ? 64 : (size_t)e->in_span;
    const size_t out_span = e->out_span > FIELD_MOST ? 64 : (size_t)e->out_span;
    uint8_t *const in = field(FIELD_MIDDLE + align * choose_below(from, 16));
    const size_t gap = kind % 2 == 0 ? 64 - (size_t)(in - field(0)) % 64 : align * choose_below(from, 16);
    c->in.data = in;
    c->out.data = in + ((in_span + gap + align - 1) & ~(align - 1)); /* behind it, maybe adjacent */
    if (kind >= 160 && kind < 192) {
        c->out.data = in - ((out_span + gap + align - 1) & ~(align - 1)); /* before it */
    } else if (kind >= 192 && kind < 208) {
        c->out.data = in + align * (size_t)choose(from, 2) % in_span;
    } else if (kind >= 208 && kind < 216) {
        c->out.data = in - align * (size_t)choose(from, 2) % out_span;
    } else if (kind >= 216 && kind < 228) {
        c->in.data = in + choose_below(from, 8);
        c->out.data = (uint8_t *)c->out.data + choose_below(from, 8);
    } else if (kind >= 228 && kind < 240) {
        c->in.data = far_address(from);
    } else if (kind >= 240) {
        c->out.data = far_address(from);
    }
}

/* Below both buffers, and away from them. */
static uint8_t *desk_of(const call *c)
{
    const bool ordered = (uintptr_t)c->out.data < (uintptr_t)c->in.data && in_field(c->out.data, 1);
    const uint8_t *const lower = ordered ? c->out.data : in_field(c->in.data, 1) ? c->in.data : field(FIELD_MIDDLE);
    return field((size_t)(lower - field(0)) / 64 * 64 - 4096);
}

/* ---- the call ---- */

/* The arguments, each where only its own bytes may be read. */
typedef struct {
    const permkern_array *in, *out;
    const uint8_t *perm;
} arguments;

static void *lay(uint8_t **at, const void *object, size_t bytes)
{
    uint8_t *const here = *at;
    field_put(here, object, bytes);
    *at += (bytes + 15) / 8 * 8;
    return here;
}

static arguments lay_arguments(const call *c, uint8_t *desk)
{
    const size_t axes = c->in.rank > FUZZ_RANK ? 0 : c->in.rank;
    permkern_array in = c->in;
    permkern_array out = c->out;
    in.shape = (c->missing & NO_SHAPE) != 0 ? NULL : lay(&desk, c->in_shape, axes * sizeof c->in_shape[0]);
    in.strides = in.strides == NULL ? NULL : lay(&desk, c->in_strides, axes * sizeof c->in_strides[0]);
    out.shape = out.shape == NULL ? NULL : lay(&desk, c->out_shape, axes * sizeof c->out_shape[0]);
    out.strides = out.strides == NULL ? NULL : lay(&desk, c->out_strides, axes * sizeof c->out_strides[0]);
    const arguments a = {(c->missing & NO_IN) != 0 ? NULL : lay(&desk, &in, sizeof in),
                         (c->missing & NO_OUT) != 0 ? NULL : lay(&desk, &out, sizeof out),
                         (c->missing & NO_PERM) != 0 ? NULL : lay(&desk, c->perm, axes)};
    return a;
}

static void expect(const char *what, permkern_status want, permkern_status got)
{
    if (want != got || permkern_strerror(got) == NULL) {
        fuzz_fail(what, want, got);
    }
}

/* Whether a call that would succeed can be made here. */
static bool can_move(const call *c, const expectation *e)
{
    return e->in_span <= FIELD_MOST && e->out_span <= FIELD_MOST && in_field(c->in.data, e->in_span) &&
           in_field(c->out.data, e->out_span);
}

/* Opens the buffers of a call that has to succeed, and writes down what comes of it. */
static void allow(const call *c, const expectation *e)
{
    field_open(c->in.data, (size_t)e->in_span);
    field_open(c->out.data, (size_t)e->out_span);
    field_permute(c->in.data, &e->in, c->out.data, &e->out, c->perm, c->in.bits / 8U);
}

static void test_permute(const call *c, const expectation *e, const arguments *a)
{
    permkern_status want = e->status;
    if (want == PERMKERN_OK) {
        want = specification_of_places(c, e, NULL);
    }
    if (want == PERMKERN_OK) {
        if (!can_move(c, e)) {
            return;
        }
        allow(c, e);
    }
    expect("permkern_permute", want, permkern_permute(a->in, a->out, a->perm));
}

/* permkern_prepare; true where it gave a plan. */
static bool test_prepare(const call *c, const expectation *e, const arguments *a, permkern_plan *plan)
{
    permkern_plan before;
    const bool missing = (c->missing & NO_PLAN_POINTER) != 0;
    memset(plan, 0xa5, sizeof *plan);
    memcpy(&before, plan, sizeof before);
    const permkern_status got = permkern_prepare(missing ? NULL : plan, a->in, a->out, a->perm);
    expect("permkern_prepare", missing ? PERMKERN_ERR_NULL : e->status, got);
    if (got != PERMKERN_OK) {
        if (memcmp(&before, plan, sizeof before) != 0) {
            fuzz_fail("permkern_prepare changed the plan", 0, 1);
        }
        return false;
    }
    if (permkern_is_view(plan) != is_view(c, e)) {
        fuzz_fail("permkern_is_view", is_view(c, e), !is_view(c, e));
    }
    return true;
}

/* The plan on the desk, or over, before or behind the output. */
static permkern_plan *place_plan(const call *c, const expectation *e, uint8_t *desk, choices *from)
{
    const unsigned kind = (unsigned)choose(from, 1);
    const size_t room = (sizeof(permkern_plan) + 15) / 8 * 8;
    const size_t start = (size_t)((uintptr_t)c->out.data - (uintptr_t)field(0));
    uint8_t *at = desk + 2048;
    if (kind < 192 || e->status != PERMKERN_OK || !can_move(c, e)) {
        return (permkern_plan *)(void *)at;
    }
    if (kind < 208) {
        at = field((start + (size_t)e->out_span + 7) / 8 * 8);
    } else if (kind < 224) {
        at = field((start - sizeof(permkern_plan)) / 8 * 8);
    } else if (kind < 240) {
        at = field((start + (size_t)choose(from, 2) % (size_t)e->out_span) / 8 * 8);
    } else {
        at = field((start - (size_t)choose(from, 1) % room) / 8 * 8);
    }
    return (permkern_plan *)(void *)at;
}

/* All shares, in either order. */
static permkern_status run_parts(const call *c, const permkern_plan *plan)
{
    const uint32_t parts = 1 + c->parts % 16;
    permkern_status status = PERMKERN_OK;
    for (uint32_t k = 0; k < parts && status == PERMKERN_OK; k++) {
        status = permkern_run_part(plan, c->in.data, c->out.data, (c->part & 1U) == 0 ? k : parts - 1 - k, parts);
    }
    return status;
}

static void test_run(const call *c, const expectation *e, const permkern_plan *plan)
{
    permkern_status want = c->way == NO_PLAN && c->in.data != NULL && c->out.data != NULL
                               ? PERMKERN_ERR_PLAN
                               : specification_of_places(c, e, plan);
    if (want == PERMKERN_OK && c->way == ONE_PART && c->part >= c->parts) {
        want = PERMKERN_ERR_PART;
    }
    if (want == PERMKERN_OK) {
        if (!can_move(c, e)) {
            return;
        }
        allow(c, e);
    }
    if (c->way == ONE_PART) {
        expect("permkern_run_part", want, permkern_run_part(plan, c->in.data, c->out.data, c->part, c->parts));
        if (want == PERMKERN_OK) {
            field_allow_rest(c->out.data, (size_t)e->out_span);
        }
    } else if (c->way == ALL_PARTS) {
        expect("permkern_run_part, all", want, run_parts(c, plan));
    } else {
        expect("permkern_run", want, permkern_run(plan, c->in.data, c->out.data));
    }
}

static void test_call(const call *c, const expectation *e, choices *from)
{
    permkern_plan plan;
    uint8_t *const desk = desk_of(c);
    const arguments a = lay_arguments(c, desk);
    if (c->way == PERMUTE) {
        test_permute(c, e, &a);
        return;
    }
    const bool planned = test_prepare(c, e, &a, &plan);
    if (!planned || c->way == PREPARE) {
        return;
    }
    permkern_plan *const placed = place_plan(c, e, desk, from);
    if (c->way == NO_PLAN) {
        memset(&plan, 0, sizeof plan);
    }
    field_put(placed, &plan, sizeof plan);
    test_run(c, e, placed);
    if (c->way == NO_PLAN) {
        expect("permkern_run without a plan", PERMKERN_ERR_NULL, permkern_run(NULL, c->in.data, c->out.data));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    choices from = {data, size};
    call c = {.parts = 1};
    expectation e = {.in_span = 64, .out_span = 64};
    choose_isa(&from);
    begin_call(&c, &from);
    for (unsigned faults = choose_below(&from, 256) / 96 * choose_below(&from, 3); faults > 0; faults--) {
        add_fault(&c, &from);
    }
    finish_call(&c, &from);
    e.status = specification(&c, &e);
    place_data(&c, &e, &from);
    if (e.status == PERMKERN_OK && e.in_span <= FIELD_MOST) {
        wide elements = 1;
        for (unsigned k = 0; k < e.in.rank; k++) {
            elements *= e.in.extent[k];
        }
        if (elements > MOST_ELEMENTS) {
            return -1;
        }
    }
    test_call(&c, &e, &from);
    field_compare("bytes of the field");
    field_restore();
    return 0;
}
