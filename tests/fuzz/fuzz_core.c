/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern_permute, _prepare, _run, _run_part, _xor, _run_in_place and _read_*: valid requests, then faults in any
 * field, buffers that overlap each other or the plan, and addresses at the ends of the address space. The status has to
 * be core_spec.h's, and every byte in the field the definition's.
 */
#include "core_integers.h"
#include "core_spec.h"

/* ---- statuses ---- */

#define BIT(status) (1U << (status))
#define INTEGERS (BIT(PERMKERN_OK) | BIT(PERMKERN_ERR_NULL) | BIT(PERMKERN_ERR_RANK))
#define GEOMETRY                                                                                                       \
    (INTEGERS | BIT(PERMKERN_ERR_BITS) | BIT(PERMKERN_ERR_PERM) | BIT(PERMKERN_ERR_SHAPE) | BIT(PERMKERN_ERR_STRIDE) | \
     BIT(PERMKERN_ERR_SIZE) | BIT(PERMKERN_ERR_CAPACITY))
#define BUFFERS                                                                                                        \
    (BIT(PERMKERN_OK) | BIT(PERMKERN_ERR_NULL) | BIT(PERMKERN_ERR_ALIGN) | BIT(PERMKERN_ERR_WRAP) |                    \
     BIT(PERMKERN_ERR_OVERLAP))

/* The first three in the order of core_integers.h. A plan that no permkern_prepare filled is in tests/check_core.c. */
enum { PREPARE_CALL = ARRAYS, XOR_CALL, RUN_CALL, PART_CALL, IN_PLACE_CALL, PERMUTE_CALL, FUNCTIONS };
static fuzz_function functions[FUNCTIONS] = {
    {"permkern_read_shape", INTEGERS | BIT(PERMKERN_ERR_SHAPE), 0},
    {"permkern_read_strides", INTEGERS, 0}, /* ptrdiff_t holds all of 64 bits */
    {"permkern_read_perm", INTEGERS | BIT(PERMKERN_ERR_PERM), 0},
    {"permkern_prepare", GEOMETRY, 0},
    {"permkern_xor", BIT(PERMKERN_OK) | BIT(PERMKERN_ERR_BITS), 0},
    {"permkern_run", BUFFERS, 0},
    {"permkern_run_part", BUFFERS | BIT(PERMKERN_ERR_PART), 0},
    {"permkern_run_in_place", BUFFERS | BIT(PERMKERN_ERR_CAPACITY), 0},
    {"permkern_permute", GEOMETRY | BUFFERS, 0},
};

/* ---- the request ---- */

typedef struct {
    unsigned bits;
    const char *shape, *perm, *flips; /* as "3x4", "10" and "1" */
    uint32_t low, high;               /* the two halves of the mask */
} pinned;

static const pinned pinned_kernels[] = {
    {8, "24x16", "10", "", 0, 0},
#define PERMKERN_PIN(kernel, bits, shape, perm, flips, align, count, dispatched, low, high)                            \
    {bits, shape, perm, flips, low, high},
#include "permkern_plan.inc"
};

/* A pinned kernel's shape and permutation. */
static void take_pinned(request *r, const pinned *p)
{
    const char *at = p->shape;
    r->in.size = p->bits / 8;
    for (const char *axis = p->perm; *axis != '\0'; axis++) {
        char *end;
        r->perm[r->in.rank] = (uint8_t)(*axis - '0');
        r->in.extent[r->in.rank++] = strtoul(at, &end, 10);
        at = end + 1;
    }
}

static void set_side(permkern_layout *side, size_t *shape, ptrdiff_t *strides, const layout *l, bool strided)
{
    *side =
        (permkern_layout){shape, strided ? strides : NULL, (size_t)l->offset, SIZE_MAX, l->rank, l->size * (size_t)8};
    for (unsigned k = 0; k < l->rank; k++) {
        shape[k] = (size_t)l->extent[k];
        strides[k] = (ptrdiff_t)l->stride[k];
    }
}

static void choose_geometry(call *c, choices *from)
{
    const unsigned kind = (unsigned)choose(from, 1);
    const pinned *const p = &pinned_kernels[choose_below(from, sizeof pinned_kernels / sizeof pinned_kernels[0])];
    request r = {.in_strided = false};
    if (kind % 4 == 3) {
        take_pinned(&r, p);
        c->mask = (p->low | (uint64_t)p->high << 32) & UINT64_MAX >> (64 - p->bits);
    } else {
        r.in.rank = (1 + choose_below(from, FUZZ_RANK + 1)) % (FUZZ_RANK + 1);
        r.in.size = 1U << choose_below(from, 4);
        choose_permutation(from, r.perm, r.in.rank);
        choose_extents(from, &r.in, (uint32_t)FIELD_MOST / r.in.size);
    }
    choose_sides(from, &r, (uint32_t)FIELD_MOST / r.in.size);
    for (const char *flip = p->flips; kind % 4 == 3 && *flip != '\0'; flip++) {
        reverse_axis(&r.in, r.perm[*flip - '0']);
        r.in_strided = true;
    }
    const unsigned reversed = kind / 4 % 4 == 3 ? (unsigned)choose(from, 2) : 0;
    for (unsigned k = 0; k < r.in.rank && reversed != 0; k++) {
        if ((reversed >> k & 1U) != 0) {
            reverse_axis(&r.in, k);
        }
        if ((reversed >> (k + FUZZ_RANK) & 1U) != 0) {
            reverse_axis(&r.out, k);
        }
        r.in_strided = true;
        r.out_strided = true;
    }
    r.in.offset += kind / 16 % 4 == 3 ? kind / 64 : 0;
    r.out.offset += kind / 16 % 4 >= 2 ? kind / 64 : 0;
    const unsigned none = choose_below(from, 64); /* an axis without elements; or far too many */
    const unsigned shift = none > 58 ? choose_below(from, 64) : 0;
    for (unsigned k = 0; k < r.in.rank; k++) {
        r.in.extent[k] = k == none ? 0 : r.in.extent[k] << shift;
        r.out.extent[k] = r.perm[k] == none ? 0 : r.out.extent[k] << shift;
    }
    memcpy(c->perm, r.perm, sizeof c->perm);
    set_side(&c->in, c->in_shape, c->in_strides, &r.in, r.in_strided);
    set_side(&c->out, c->out_shape, c->out_strides, &r.out, r.out_strided);
    c->out.shape = choose_below(from, 2) == 0 ? NULL : c->out_shape;
}

/* A request with faults, and its buffers' addresses. */
static expectation choose_call(call *c, choices *from)
{
    static const spot spots[] = {SPOT(call, in.rank),     SPOT(call, out.rank),     SPOT(call, in.bits),
                                 SPOT(call, out.bits),    SPOT(call, in.offset),    SPOT(call, out.offset),
                                 SPOTS(call, perm),       SPOTS(call, perm),        SPOTS(call, out_shape),
                                 SPOTS(call, in_shape),   SPOTS(call, in_shape),    SPOTS(call, in_strides),
                                 SPOTS(call, in_strides), SPOTS(call, out_strides), SPOT(call, missing)};
    c->entry = (entry_point)choose_below(from, ENTRIES);
    choose_geometry(c, from);
    spoil(from, c, spots, sizeof spots / sizeof spots[0]);
    if (choose_below(from, 16) == 15) {
        c->out.rank = c->in.rank;
        c->out.bits = c->in.bits;
    }
    const expectation open = specification(c); /* with the largest capacity: finds the elements' end */
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

/* The arguments, each apart on the desk. */
typedef struct {
    const permkern_layout *in, *out;
    const uint8_t *perm;
} arguments;

static void *put_next(size_t *at, bool missing, const void *object, size_t bytes)
{
    void *const here = field_put(&field[*at], object, bytes);
    *at += (bytes + 15) / 8 * 8;
    return missing ? NULL : here;
}

static arguments put_arguments(const call *c)
{
    const size_t axes = c->in.rank > FUZZ_RANK ? 0 : c->in.rank;
    size_t at = 0;
    permkern_layout in = c->in;
    permkern_layout out = c->out;
    in.shape = put_next(&at, (c->missing & NO_SHAPE) != 0, c->in_shape, axes * sizeof c->in_shape[0]);
    in.strides = put_next(&at, in.strides == NULL, c->in_strides, axes * sizeof c->in_strides[0]);
    out.shape = put_next(&at, out.shape == NULL, c->out_shape, axes * sizeof c->out_shape[0]);
    out.strides = put_next(&at, out.strides == NULL, c->out_strides, axes * sizeof c->out_strides[0]);
    return (arguments){put_next(&at, (c->missing & NO_IN) != 0, &in, sizeof in),
                       put_next(&at, (c->missing & NO_OUT) != 0, &out, sizeof out),
                       put_next(&at, (c->missing & NO_PERM) != 0, c->perm, axes)};
}

/* Opens the bytes that a successful call writes. False if its elements are outside the field. */
static bool allow(const call *c, const expectation *e)
{
    const bool still = e->empty || (c->from == c->to && is_view(c, e));
    return still || field_permute(c->from, &e->in, c->to, &e->out, c->perm, c->mask);
}

/* True if there is a plan. Its mask is the call's, or 0 if the library has to refuse that. */
static bool test_prepare(call *c, const expectation *e, const arguments *a, permkern_plan *plan)
{
    const bool missing = (c->missing & NO_PLAN_POINTER) != 0;
    memset(plan, 0xa5, sizeof *plan);
    permkern_plan before = *plan;
    permkern_status status = permkern_prepare(missing ? NULL : plan, a->in, a->perm, a->out);
    fuzz_status(&functions[PREPARE_CALL], missing ? PERMKERN_ERR_NULL : e->status, status);
    if (status != PERMKERN_OK) {
        fuzz_expect("change of the plan by an error", 0, memcmp(&before, plan, sizeof before) != 0);
        return false;
    }
    if (c->mask != 0) {
        const bool fits = c->mask <= UINT64_MAX >> (64 - c->in.bits);
        before = *plan;
        status = permkern_xor(plan, c->mask);
        fuzz_status(&functions[XOR_CALL], fits ? PERMKERN_OK : PERMKERN_ERR_BITS, status);
    }
    if (status != PERMKERN_OK) {
        c->mask = 0;
        fuzz_expect("change of the plan by a refused mask", 0, memcmp(&before, plan, sizeof before) != 0);
    }
    fuzz_expect("permkern_is_view", is_view(c, e), permkern_is_view(plan));
    return true;
}

static bool test_run(const call *c, const expectation *e, const permkern_plan *plan)
{
    const void *const in = (const void *)c->from;
    void *const out = (void *)c->to;
    permkern_status want = specification_of_run(c, e, (uintptr_t)plan);
    if (want == PERMKERN_OK && c->entry == ONE_PART && c->part >= c->parts) {
        want = PERMKERN_ERR_PART;
    }
    if (want == PERMKERN_OK && !allow(c, e)) {
        return false;
    }
    if (c->entry == RUN) {
        fuzz_status(&functions[RUN_CALL], want, permkern_run(plan, in, out));
    } else if (c->entry == ONE_PART) {
        fuzz_status(&functions[PART_CALL], want, permkern_run_part(plan, in, out, c->part, c->parts));
        if (want == PERMKERN_OK && field_holds(c->to + (uintptr_t)e->out_low, e->out_span)) {
            field_accept(c->to + (uintptr_t)e->out_low, (size_t)e->out_span, true);
        }
    } else {
        const uint32_t parts = 1 + c->parts % 16;
        for (uint32_t k = 0; k < parts; k++) { /* forwards or backwards */
            const uint32_t part = c->part % 2 == 0 ? k : parts - 1 - k;
            fuzz_status(&functions[PART_CALL], want, permkern_run_part(plan, in, out, part, parts));
        }
    }
    return true;
}

static bool test_in_place(call *c, const expectation *e, const permkern_plan *plan, choices *from)
{
    const size_t needed = permkern_in_place_bytes(plan);
    const bool possible = fits_in_place(e);
    const bool copies = possible && needed != 0 && choose_below(from, 4) == 0;
    const size_t bytes = copies ? (size_t)e->out_span : possible ? needed : 16;
    const size_t size = (size_t)choose_capacity(from, bytes, SIZE_MAX);
    const unsigned kind = choose_below(from, 16);
    uintptr_t scratch = (uintptr_t)field + FIELD_BYTES - 64 + kind % 8 - bytes;
    c->to = c->from;
    fuzz_expect("permkern_in_place_bytes: possible", possible, needed != SIZE_MAX);
    if (possible) { /* a bit for each element */
        const wide most = e->empty || e->stays ? 0 : (layout_elements(&e->in) + 7) / 8;
        fuzz_expect("permkern_in_place_bytes: enough", 1, needed <= most);
    }
    if (kind >= 12) {
        uint8_t *const near = choose_near(from, c->from + (uintptr_t)e->in_low, 64, bytes);
        scratch = kind == 15 ? choose_far(from) : (uintptr_t)near;
    }
    const permkern_status want = specification_in_place(c, e, (uintptr_t)plan, scratch, needed, size);
    const size_t takes = want == PERMKERN_OK ? (size_t)scratch_of(e, scratch, needed, size) : 0;
    const bool used = takes != 0;
    if ((used && !field_holds(scratch, takes)) || (want == PERMKERN_OK && !allow(c, e))) {
        return false;
    }
    if (used) {
        field_open(scratch, takes);
    }
    const permkern_status got = permkern_run_in_place(plan, (void *)c->from, (void *)scratch, size);
    fuzz_status(&functions[IN_PLACE_CALL], want, got);
    if (used) {
        field_accept(scratch, takes, false);
    }
    return true;
}

static bool test_call(call *c, const expectation *e, choices *from)
{
    permkern_plan plan;
    const arguments a = put_arguments(c);
    if (c->entry == PERMUTE) {
        const permkern_status want = e->status != PERMKERN_OK ? e->status : specification_of_run(c, e, 0);
        const bool made = want != PERMKERN_OK || allow(c, e);
        if (made) {
            const permkern_status got = permkern_permute(a.in, (const void *)c->from, a.perm, a.out, (void *)c->to);
            fuzz_status(&functions[PERMUTE_CALL], want, got);
        }
        return made;
    }
    if (!test_prepare(c, e, &a, &plan)) {
        return true;
    }
    uint8_t *place = &field[2048];
    if (choose_below(from, 4) == 3) {
        place = choose_near(from, c->to + (uintptr_t)e->out_low, e->out_span, sizeof plan);
    }
    permkern_plan *const placed = field_put(place, &plan, sizeof plan);
    return c->entry == IN_PLACE ? test_in_place(c, e, placed, from) : test_run(c, e, placed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    choices from = {data, size};
    bool made = true;
    field_begin();
    if (choose_below(&from, 8) == 7) {
        fuzz_integers(functions, &from);
    } else {
        call c = {.parts = 1};
        const expectation e = choose_call(&c, &from);
        made = test_call(&c, &e, &from);
    }
    field_compare();
    return made ? 0 : -1; /* -1: not for the corpus */
}
