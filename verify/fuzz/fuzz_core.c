/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern_prepare, permkern_run, permkern_run_part and permkern_permute against docs/status.md and the definition. A
 * call is valid but for what the input puts into it: any value in any field, buffers over each other, over the plan, at
 * the ends of the address space. Statuses are those of core_spec.c; all of the field is compared.
 */
#include "core_call.h"

#include <string.h>

/* Elements that a call is made with, at most. */
#define MOST_ELEMENTS 16384U

/* ---- arguments ---- */

/* Each where only its own bytes may be read. */
typedef struct {
    const permkern_layout *in, *out;
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
    permkern_layout in = c->in;
    permkern_layout out = c->out;
    in.shape = (c->missing & NO_SHAPE) != 0 ? NULL : lay(&desk, c->in_shape, axes * sizeof c->in_shape[0]);
    in.strides = in.strides == NULL ? NULL : lay(&desk, c->in_strides, axes * sizeof c->in_strides[0]);
    out.shape = out.shape == NULL ? NULL : lay(&desk, c->out_shape, axes * sizeof c->out_shape[0]);
    out.strides = out.strides == NULL ? NULL : lay(&desk, c->out_strides, axes * sizeof c->out_strides[0]);
    const arguments a = {(c->missing & NO_IN) != 0 ? NULL : lay(&desk, &in, sizeof in),
                         (c->missing & NO_OUT) != 0 ? NULL : lay(&desk, &out, sizeof out),
                         (c->missing & NO_PERM) != 0 ? NULL : lay(&desk, c->perm, axes)};
    return a;
}

/* Below the elements of both sides, and away from them. */
static uint8_t *desk_of(const call *c, const expectation *e)
{
    const uint8_t *const in = lowest_in(c, e);
    const uint8_t *const out = lowest_out(c, e);
    const bool ordered = (uintptr_t)out < (uintptr_t)in && in_field(out, 1);
    const uint8_t *const lower = ordered ? out : in_field(in, 1) ? in : field(FIELD_MIDDLE);
    return field((size_t)(lower - field(0)) / 64 * 64 - 4096);
}

/* ---- calls ---- */

static void expect(const char *what, permkern_status want, permkern_status got)
{
    if (want != got || permkern_strerror(got) == NULL) {
        fuzz_fail(what, want, got);
    }
}

/* Whether a call that would succeed can be made here. */
static bool can_move(const call *c, const expectation *e)
{
    return e->empty || (e->in_span <= FIELD_MOST && e->out_span <= FIELD_MOST &&
                        in_field(lowest_in(c, e), e->in_span) && in_field(lowest_out(c, e), e->out_span));
}

/*
 * Opens the buffers of a call that has to succeed, and writes down what comes of it. Without elements, and in place,
 * nobody may touch anything.
 */
static void allow(const call *c, const expectation *e)
{
    if (e->empty || (c->from == c->to && is_view(c, e))) {
        return;
    }
    field_open(lowest_in(c, e), (size_t)e->in_span);
    field_open(lowest_out(c, e), (size_t)e->out_span);
    field_permute(c->from, &e->in, c->to, &e->out, c->perm, (unsigned)c->in.bits / 8U);
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
    expect("permkern_permute", want, permkern_permute(a->in, c->from, a->perm, a->out, c->to));
}

/* permkern_prepare; true where it gave a plan. */
static bool test_prepare(const call *c, const expectation *e, const arguments *a, permkern_plan *plan)
{
    permkern_plan before;
    const bool missing = (c->missing & NO_PLAN_POINTER) != 0;
    memset(plan, 0xa5, sizeof *plan);
    memcpy(&before, plan, sizeof before);
    const permkern_status got = permkern_prepare(missing ? NULL : plan, a->in, a->perm, a->out);
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

/* The plan on the desk, or over, before or behind the output's elements. */
static permkern_plan *place_plan(const call *c, const expectation *e, uint8_t *desk, choices *from)
{
    const unsigned kind = (unsigned)choose(from, 1);
    const size_t room = (sizeof(permkern_plan) + 15) / 8 * 8;
    const size_t start = (size_t)((uintptr_t)lowest_out(c, e) - (uintptr_t)field(0));
    uint8_t *at = desk + 2048;
    if (kind < 192 || e->empty || !can_move(c, e)) {
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
        status = permkern_run_part(plan, c->from, c->to, (c->part & 1U) == 0 ? k : parts - 1 - k, parts);
    }
    return status;
}

static void test_run(const call *c, const expectation *e, const permkern_plan *plan)
{
    permkern_status want = specification_of_places(c, e, plan);
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
        expect("permkern_run_part", want, permkern_run_part(plan, c->from, c->to, c->part, c->parts));
        if (want == PERMKERN_OK && !e->empty) {
            field_allow_rest(lowest_out(c, e), (size_t)e->out_span);
        }
    } else if (c->way == ALL_PARTS) {
        expect("permkern_run_part, all", want, run_parts(c, plan));
    } else {
        expect("permkern_run", want, permkern_run(plan, c->from, c->to));
    }
}

/* A plan that nobody filled, and none. */
static void test_no_plan(const call *c, permkern_plan *placed)
{
    const permkern_status want = c->from == NULL || c->to == NULL ? PERMKERN_ERR_NULL : PERMKERN_ERR_PLAN;
    const permkern_plan zeros = {{0}};
    field_put(placed, &zeros, sizeof zeros);
    expect("permkern_run of zeros", want, permkern_run(placed, c->from, c->to));
    expect("permkern_run_part of zeros", want, permkern_run_part(placed, c->from, c->to, c->part, c->parts));
    expect("permkern_run of NULL", PERMKERN_ERR_NULL, permkern_run(NULL, c->from, c->to));
    expect("permkern_run_part of NULL", PERMKERN_ERR_NULL, permkern_run_part(NULL, c->from, c->to, c->part, c->parts));
    if (strcmp(permkern_version(), PERMKERN_VERSION) != 0) {
        fuzz_fail("permkern_version", 0, 1);
    }
    if (permkern_is_view(placed) || permkern_is_view(NULL)) {
        fuzz_fail("permkern_is_view without a plan", 0, 1);
    }
}

static void test_call(const call *c, const expectation *e, choices *from)
{
    permkern_plan plan;
    uint8_t *const desk = desk_of(c, e);
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
        test_no_plan(c, placed);
        return;
    }
    field_put(placed, &plan, sizeof plan);
    test_run(c, e, placed);
}

static bool is_too_long(const expectation *e)
{
    wide elements = 1;
    for (unsigned k = 0; k < e->in.rank; k++) {
        elements = layout_times(elements, e->in.extent[k]);
    }
    return e->status == PERMKERN_OK && e->in_span <= FIELD_MOST && elements > MOST_ELEMENTS;
}

/* Whether elements begin or end where the arguments or a plan would have no room beside them. */
static bool is_near_edge(const uint8_t *lowest, wide span)
{
    const size_t room = 8192;
    const size_t at = (size_t)((uintptr_t)lowest - (uintptr_t)field(0));
    return in_field(lowest, 1) && (at < room || at + span > FIELD_BYTES - room);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    choices from = {data, size};
    call c = {.parts = 1};
    choose_isa(&from);
    choose_call(&c, &from);
    const expectation e = specification(&c);
    choose_buffers(&c, &e, &from);
    if (is_too_long(&e) || is_near_edge(lowest_in(&c, &e), e.in_span) || is_near_edge(lowest_out(&c, &e), e.out_span)) {
        return -1;
    }
    test_call(&c, &e, &from);
    field_compare("bytes of the field");
    field_restore();
    return 0;
}
