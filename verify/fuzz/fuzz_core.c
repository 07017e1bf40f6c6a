/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern_permute, _prepare, _run, _run_part, _xor, _run_in_place and _read_*: valid requests, then faults in any
 * field, buffers that overlap each other or the plan, and addresses at the ends of the address space. The status has to
 * be the one of core_spec.h, and every byte of the field the one of the definition.
 */
#include "core_spec.h"

#include "core_integers.h"

#include <string.h>

#define MOST_ELEMENTS 16384U

/* ---- a valid request ---- */

typedef struct {
    unsigned bits;
    const char *shape, *perm, *flips; /* as "3x4", "10" and "1" */
    uint32_t low, high;               /* the two halves of the mask */
} pinned;

static const pinned pinned_kernels[] = {
    {8, "24x16", "10", "", 0, 0},
#define PERMKERN_PIN(kernel, bits, shape, perm, flips, align, count, dispatched) {bits, shape, perm, flips, 0, 0},
#define PERMKERN_PIN_XOR(kernel, bits, shape, perm, flips, align, count, dispatched, low, high)                        \
    {bits, shape, perm, flips, low, high},
#include "permkern_plan.inc"
};

static void reverse_axis(layout *l, unsigned axis)
{
    l->stride[axis] = -l->stride[axis];
    l->offset += (l->extent[axis] - 1) * layout_length(l->stride[axis]);
}

/* The request of one of the set's pinned kernels. */
static void take_pinned(call *c, layout *in, const pinned *p)
{
    unsigned rank = 0;
    for (const char *at = p->shape; *at != '\0'; at++) {
        if (*at == 'x') {
            rank++;
        } else {
            in->extent[rank] = in->extent[rank] * 10 + (wide)(*at - '0');
        }
    }
    in->rank = rank + 1;
    in->size = p->bits / 8;
    for (unsigned k = 0; k <= rank; k++) {
        c->perm[k] = (uint8_t)(p->perm[k] - '0');
    }
    layout_fill(in);
    for (const char *at = p->flips; *at != '\0'; at++) {
        reverse_axis(in, c->perm[*at - '0']);
        c->in.strides = c->in_strides;
    }
    c->mask = (p->low | (uint64_t)p->high << 32) & UINT64_MAX >> (64 - p->bits);
}

static void take_shape(call *c, layout *in, choices *from)
{
    in->rank = (1 + choose_below(from, FUZZ_RANK + 1)) % (FUZZ_RANK + 1);
    in->size = 1U << choose_below(from, 4);
    choose_permutation(from, c->perm, in->rank);
    for (unsigned k = 0; k < in->rank; k++) {
        in->extent[k] = choose_extent(from);
    }
    limit_extents(in, (uint32_t)FIELD_MOST / in->size);
    layout_fill(in);
}

/* Gaps, another order of axes, and some axes reversed; the offset keeps all elements after the buffer's start. */
static void lay_out(layout *l, choices *from)
{
    const unsigned kind = (unsigned)choose(from, 1);
    const unsigned reversed = kind < 128 ? 0 : (unsigned)choose(from, 1);
    l->offset = kind % 4 == 3 ? kind % 64 : 0;
    choose_strides(from, l, (uint32_t)FIELD_MOST / l->size);
    for (unsigned k = 0; k < l->rank; k++) {
        if ((reversed >> k & 1U) != 0) {
            reverse_axis(l, k);
        }
    }
}

static void set_side(permkern_layout *side, size_t *shape, ptrdiff_t *strides, const layout *l)
{
    side->rank = l->rank;
    side->bits = (size_t)l->size * 8;
    side->offset = (size_t)l->offset;
    side->capacity = SIZE_MAX;
    for (unsigned k = 0; k < l->rank; k++) {
        shape[k] = (size_t)l->extent[k];
        strides[k] = (ptrdiff_t)l->stride[k];
    }
}

static void choose_geometry(call *c, choices *from)
{
    layout in = {.rank = 0};
    const unsigned kind = (unsigned)choose(from, 1);
    if (kind % 4 == 3) {
        const unsigned count = sizeof pinned_kernels / sizeof pinned_kernels[0];
        take_pinned(c, &in, &pinned_kernels[choose_below(from, count)]);
    } else {
        take_shape(c, &in, from);
    }
    if (kind / 4 % 2 == 1) {
        lay_out(&in, from);
        c->in.strides = c->in_strides;
    }
    layout out = in;
    for (unsigned k = 0; k < in.rank; k++) {
        out.extent[k] = in.extent[c->perm[k]];
        out.stride[k] = in.stride[c->perm[k]]; /* the same places as the input's */
    }
    if (kind / 32 == 7 || kind / 8 % 2 == 1) {
        c->out.strides = c->out_strides;
    }
    if (kind / 32 != 7 && kind / 8 % 2 == 1) {
        lay_out(&out, from);
        for (unsigned k = 0; k < in.rank; k++) { /* some extents may be 1 now */
            in.extent[c->perm[k]] = out.extent[k];
        }
    } else if (kind / 32 != 7) {
        layout_fill(&out);
        out.offset = kind % 32 == 16 ? kind / 32 : 0;
    }
    set_side(&c->in, c->in_shape, c->in_strides, &in);
    set_side(&c->out, c->out_shape, c->out_strides, &out);
    c->out.shape = kind / 16 % 2 == 0 ? NULL : c->out_shape;
}

/* A request with faults, and where its buffers are. */
static expectation choose_call(call *c, choices *from)
{
    static const spot spots[] = {SPOT(call, in.rank),    SPOT(call, out.rank),     SPOT(call, in.bits),
                                 SPOT(call, out.bits),   SPOT(call, in.offset),    SPOT(call, out.offset),
                                 SPOTS(call, perm),      SPOTS(call, perm),        SPOTS(call, out_shape),
                                 SPOTS(call, in_shape),  SPOTS(call, in_shape),    SPOTS(call, in_strides),
                                 SPOTS(call, in_strides), SPOTS(call, out_strides), SPOT(call, missing)};
    c->entry = (entry_point)choose_below(from, ENTRIES);
    choose_geometry(c, from);
    spoil(from, c, spots, sizeof spots / sizeof spots[0]);
    if (choose_below(from, 16) == 15) {
        c->out.rank = c->in.rank;
        c->out.bits = c->in.bits;
    }
    const expectation open = specification(c); /* with the largest capacity: to know where elements end */
    c->in.capacity = (size_t)choose_capacity(from, open.in_low + open.in_span, SIZE_MAX);
    c->out.capacity = (size_t)choose_capacity(from, open.out_low + open.out_span, SIZE_MAX);
    const unsigned kind = choose_below(from, 8);
    c->parts = kind % 4 == 3 ? (uint32_t)choose_value(from, 0) : 1 + choose_below(from, 9);
    c->part = kind % 4 == 2 ? (uint32_t)choose_value(from, 0) : choose_below(from, 10) % (c->parts == 0 ? 1 : c->parts);
    if (c->entry == PERMUTE || kind == 4) {
        c->mask = 0;
    } else if (kind > 4) {
        c->mask = choose_value(from, 0) & (kind == 5 ? UINT64_MAX : UINT64_MAX >> (64 - c->in.bits % 65));
    }
    const expectation e = specification(c);
    const places at = choose_places(from, e.in_span, e.out_span, e.in.size);
    const unsigned place = choose_below(from, 16);
    c->from = place == 14 ? choose_far(from) : at.in - (uintptr_t)e.in_low;
    c->to = place == 15 ? choose_far(from) : place > 11 ? c->from : at.out - (uintptr_t)e.out_low;
    return e;
}

/* ---- the call ---- */

/* The arguments, each in memory of its own on the desk. */
typedef struct {
    const permkern_layout *in, *out;
    const uint8_t *perm;
} arguments;

static void *put_next(size_t *at, const void *object, size_t bytes)
{
    void *const here = field_put(field(*at), object, bytes);
    *at += (bytes + 15) / 8 * 8;
    return here;
}

static arguments put_arguments(const call *c)
{
    const size_t axes = c->in.rank > FUZZ_RANK ? 0 : c->in.rank;
    size_t at = 0;
    permkern_layout in = c->in;
    permkern_layout out = c->out;
    in.shape = (c->missing & NO_SHAPE) != 0 ? NULL : put_next(&at, c->in_shape, axes * sizeof c->in_shape[0]);
    in.strides = in.strides == NULL ? NULL : put_next(&at, c->in_strides, axes * sizeof c->in_strides[0]);
    out.shape = out.shape == NULL ? NULL : put_next(&at, c->out_shape, axes * sizeof c->out_shape[0]);
    out.strides = out.strides == NULL ? NULL : put_next(&at, c->out_strides, axes * sizeof c->out_strides[0]);
    return (arguments){(c->missing & NO_IN) != 0 ? NULL : put_next(&at, &in, sizeof in),
                       (c->missing & NO_OUT) != 0 ? NULL : put_next(&at, &out, sizeof out),
                       (c->missing & NO_PERM) != 0 ? NULL : put_next(&at, c->perm, axes)};
}

static bool can_move(const call *c, const expectation *e)
{
    return layout_elements(&e->in) <= MOST_ELEMENTS && field_holds(c->from + (uintptr_t)e->in_low, e->in_span) &&
           field_holds(c->to + (uintptr_t)e->out_low, e->out_span);
}

/* Opens the elements of a call that has to succeed. False if they are no memory of the field. */
static bool allow(const call *c, const expectation *e)
{
    if (e->empty || (c->from == c->to && is_view(c, e))) {
        return true;
    }
    if (!can_move(c, e)) {
        return false;
    }
    field_open((const void *)(c->from + (uintptr_t)e->in_low), (size_t)e->in_span);
    field_open((const void *)(c->to + (uintptr_t)e->out_low), (size_t)e->out_span);
    field_permute(c->from, &e->in, c->to, &e->out, c->perm, c->mask);
    return true;
}

static bool test_permute(const call *c, const expectation *e, const arguments *a)
{
    const permkern_status want = e->status != PERMKERN_OK ? e->status : specification_of_run(c, e, 0);
    if (want == PERMKERN_OK && !allow(c, e)) {
        return false;
    }
    fuzz_expect("permkern_permute", want, permkern_permute(a->in, (const void *)c->from, a->perm, a->out, (void *)c->to));
    return true;
}

/* True if there is a plan. It has the call's mask, which is 0 if the library refused it. */
static bool test_prepare(call *c, const expectation *e, const arguments *a, permkern_plan *plan)
{
    const bool missing = (c->missing & NO_PLAN_POINTER) != 0;
    memset(plan, 0xa5, sizeof *plan);
    permkern_plan before = *plan;
    permkern_status status = permkern_prepare(missing ? NULL : plan, a->in, a->perm, a->out);
    fuzz_expect("permkern_prepare", missing ? PERMKERN_ERR_NULL : e->status, status);
    if (status != PERMKERN_OK) {
        fuzz_expect("change of the plan by an error", 0, memcmp(&before, plan, sizeof before) != 0);
        return false;
    }
    if (c->mask != 0) {
        const permkern_status want = c->mask > UINT64_MAX >> (64 - c->in.bits) ? PERMKERN_ERR_BITS : PERMKERN_OK;
        before = *plan;
        status = permkern_xor(plan, c->mask);
        fuzz_expect("permkern_xor", want, status);
    }
    if (status != PERMKERN_OK) {
        c->mask = 0;
        fuzz_expect("change of the plan by a refused mask", 0, memcmp(&before, plan, sizeof before) != 0);
    }
    fuzz_expect("permkern_is_view", is_view(c, e), permkern_is_view(plan));
    return true;
}

/* All parts, forwards or backwards. */
static permkern_status run_parts(const call *c, const permkern_plan *plan)
{
    const uint32_t parts = 1 + c->parts % 16;
    permkern_status status = PERMKERN_OK;
    for (uint32_t k = 0; k < parts && status == PERMKERN_OK; k++) {
        const uint32_t part = c->part % 2 == 0 ? k : parts - 1 - k;
        status = permkern_run_part(plan, (const void *)c->from, (void *)c->to, part, parts);
    }
    return status;
}

static bool test_run(const call *c, const expectation *e, const permkern_plan *plan)
{
    permkern_status want = specification_of_run(c, e, (uintptr_t)plan);
    if (want == PERMKERN_OK && c->entry == ONE_PART && c->part >= c->parts) {
        want = PERMKERN_ERR_PART;
    }
    if (want == PERMKERN_OK && !allow(c, e)) {
        return false;
    }
    if (c->entry == RUN) {
        fuzz_expect("permkern_run", want, permkern_run(plan, (const void *)c->from, (void *)c->to));
    } else if (c->entry == ALL_PARTS) {
        fuzz_expect("permkern_run_part, all", want, run_parts(c, plan));
    } else {
        fuzz_expect("permkern_run_part", want,
                    permkern_run_part(plan, (const void *)c->from, (void *)c->to, c->part, c->parts));
        if (want == PERMKERN_OK && !e->empty && !(c->from == c->to && is_view(c, e))) {
            field_allow_rest((const void *)(c->to + (uintptr_t)e->out_low), (size_t)e->out_span);
        }
    }
    return true;
}

static bool test_in_place(const call *given, const expectation *e, const permkern_plan *plan, choices *from)
{
    const size_t needed = permkern_in_place_bytes(plan);
    call c = *given;
    c.to = c.from;
    fuzz_expect("permkern_in_place_bytes, possible", fits_in_place(e), needed != SIZE_MAX);
    if (e->empty || e->stays || !fits_in_place(e)) {
        fuzz_expect("permkern_in_place_bytes, nothing moves", 0, needed != 0 && needed != SIZE_MAX);
    } else {
        fuzz_expect("permkern_in_place_bytes, a bit for each element", 1, needed <= (layout_elements(&e->in) + 7) / 8);
    }
    const size_t bytes = needed == SIZE_MAX ? 16 : needed;
    const size_t size = (size_t)choose_capacity(from, bytes, SIZE_MAX);
    const unsigned kind = choose_below(from, 16);
    uintptr_t scratch = (uintptr_t)field(FIELD_BYTES - FIELD_DESK - 8 + kind % 8) - bytes;
    if (kind >= 12) {
        scratch = kind == 15 ? choose_far(from) : (uintptr_t)choose_near(from, c.from + (uintptr_t)e->in_low, 64, bytes);
    }
    const permkern_status want = specification_in_place(&c, e, (uintptr_t)plan, scratch, needed, size);
    if (want == PERMKERN_OK && needed != 0 && !e->empty) {
        if (!field_holds(scratch, needed)) {
            return false;
        }
        field_open((const void *)scratch, needed);
    }
    if (want == PERMKERN_OK && !allow(&c, e)) {
        return false;
    }
    fuzz_expect("permkern_run_in_place", want, permkern_run_in_place(plan, (void *)c.from, (void *)scratch, size));
    if (want == PERMKERN_OK && needed != 0 && !e->empty) {
        field_allow_any((const void *)scratch, needed);
    }
    return true;
}

static bool test_call(call *c, const expectation *e, choices *from)
{
    permkern_plan plan;
    const arguments a = put_arguments(c);
    if (c->entry == PERMUTE) {
        return test_permute(c, e, &a);
    }
    if (!test_prepare(c, e, &a, &plan)) {
        return true;
    }
    const bool near = choose_below(from, 4) == 3;
    uint8_t *const place = near ? choose_near(from, c->to + (uintptr_t)e->out_low, e->out_span, sizeof plan) : field(2048);
    permkern_plan *const placed = field_put(place, &plan, sizeof plan);
    return c->entry == IN_PLACE ? test_in_place(c, e, placed, from) : test_run(c, e, placed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    choices from = {data, size};
    bool made = true;
    field_begin();
    if (choose_below(&from, 8) == 7) {
        fuzz_integers(&from);
    } else {
        call c = {.parts = 1};
        const expectation e = choose_call(&c, &from);
        made = test_call(&c, &e, &from);
    }
    field_compare();
    return made ? 0 : -1; /* -1: not for the corpus */
}
