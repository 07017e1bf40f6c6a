/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mli_krn_permute_fx8, _fx16, _sa8 and _fx, mli_hlp_point_to_subtensor and _create_subtensor: valid requests, then
 * faults in any field, and buffers that overlap each other or a descriptor. The status has to be the one of mli_spec.h,
 * and every byte of buffers and descriptors is compared.
 */
#include "mli_spec.h"

/* ---- statuses ---- */

#define BIT(status) (1U << (status))
#define EVERYWHERE                                                                                                     \
    (BIT(MLI_STATUS_OK) | BIT(MLI_STATUS_BAD_TENSOR) | BIT(MLI_STATUS_NOT_ENGH_MEM) | BIT(MLI_STATUS_BAD_FUNC_CFG) |   \
     BIT(MLI_STATUS_TYPE_MISMATCH))
#define OF_PERMUTES (EVERYWHERE | BIT(MLI_STATUS_INCOMPATEBLE_TENSORS))
#define OF_PARTS (EVERYWHERE | (PERMKERN_MLI_ASYM || PERMKERN_MLI_2 ? BIT(MLI_STATUS_NOT_SUPPORTED) : 0))

static fuzz_function functions[] = {
    [FX8] = {"mli_krn_permute_fx8", OF_PERMUTES, 0},
    [FX16] = {"mli_krn_permute_fx16", OF_PERMUTES, 0},
    [SA8] = {"mli_krn_permute_sa8", PERMKERN_MLI_2 ? OF_PERMUTES : 0, 0},
    [FX] = {"mli_krn_permute_fx", OF_PERMUTES, 0},
    [POINT] = {"mli_hlp_point_to_subtensor", OF_PARTS, 0},
    [CREATE] = {"mli_hlp_create_subtensor", PERMKERN_MLI_SUB_TENSOR ? OF_PARTS : 0, 0},
};

/* ---- a request ---- */

static entry_point choose_entry(choices *from, unsigned type)
{
    const unsigned kind = choose_below(from, 8);
    const entry_point own = type < 2 + PERMKERN_MLI_2 ? (entry_point)type : FX;
    if (kind == 3) {
        const entry_point other = (entry_point)choose_below(from, SA8 + 1);
        return other == SA8 && !PERMKERN_MLI_2 ? FX : other;
    }
    return kind < 2 ? own : kind == 2 ? FX : kind < 6 || !PERMKERN_MLI_SUB_TENSOR ? POINT : CREATE;
}

/* The sub-tensor of both functions: a place and an extent on each axis. */
static void choose_part(call *c, choices *from)
{
    const unsigned rank = c->in.rank;
    uint32_t offset[MLI_MAX_RANK];
    uint32_t size[MLI_MAX_RANK];
    uint32_t left = rank;
    memset(&c->cfg, 0x5a, sizeof c->cfg);
    for (unsigned k = 0; k < rank; k++) {
        const unsigned kind = choose_below(from, 8);
        offset[k] = kind < 3 ? 0 : (uint32_t)choose(from, 2) % c->in.shape[k];
        const uint32_t rest = c->in.shape[k] - offset[k];
        size[k] = kind % 2 == 0 ? rest : kind < 4 ? 1 : 1 + (uint32_t)choose(from, 2) % rest;
        left -= size[k] == 1 && left > 1 && kind % 4 != 0;
    }
    const unsigned fault = choose_below(from, 64);
    if (fault < rank) {
        offset[fault] = c->in.shape[fault];
    } else if (fault < 2 * rank) {
        size[fault - rank] = c->in.shape[fault - rank] - offset[fault - rank] + 1;
    } else if (fault > 60) {
        left = fault == 63 ? 0 : left - 1;
    }
    if (c->entry == POINT) {
        const unsigned last = choose_below(from, rank);
        memcpy(c->cfg.point.start_coord, offset, rank * sizeof offset[0]);
        c->cfg.point.coord_num = (uint8_t)(last + 1);
        c->cfg.point.first_out_dim_size = (uint8_t)(size[last] > 255 ? 255 : size[last]);
    }
#if PERMKERN_MLI_SUB_TENSOR
    if (c->entry == CREATE) {
        memcpy(c->cfg.create.offset, offset, rank * sizeof offset[0]);
        memcpy(c->cfg.create.size, size, rank * sizeof size[0]);
        c->cfg.create.sub_tensor_rank = left;
    }
#endif
}

static void choose_request(call *c, choices *from)
{
    const unsigned kind = choose_below(from, 4);
    const unsigned type = choose_below(from, ELEMENT_TYPES);
    request r = {.in_strided = false};
    memset(&c->in, 0xa5, sizeof c->in);
    memset(&c->out, 0x5a, sizeof c->out);
    memset(&c->cfg, 0x5a, sizeof c->cfg);
    c->entry = choose_entry(from, type);
    r.in.rank = 1 + choose_below(from, MLI_MAX_RANK);
    r.in.size = element_types[type].size;
    const uint32_t most = c->entry < POINT ? (uint32_t)FIELD_MOST / r.in.size : kind < 3 ? 1U << 20 : INT32_MAX;
    choose_permutation(from, r.perm, r.in.rank);
    choose_extents(from, &r.in, most);
    choose_sides(from, &r, most);
    c->in.rank = r.in.rank;
    c->in.el_type = element_types[type].type;
    DIM(&c->in) = (int32_t)(choose_below(from, 4) % (r.in.rank + 1)) - 1;
    for (unsigned k = 0; k < r.in.rank; k++) {
        c->in.shape[k] = (uint32_t)r.in.extent[k];
        STRIDE(&c->in, k) = r.in_strided ? (int32_t)r.in.stride[k] : 0;
        STRIDE(&c->out, k) = r.out_strided ? (int32_t)r.out.stride[k] : 0;
        c->cfg.permute.perm_dim[k] = r.perm[k];
    }
    if (c->entry >= POINT) {
        choose_part(c, from);
    }
}

static void add_faults(call *c, choices *from)
{
    static const spot spots[] = {
        SPOT(call, in.rank),
        SPOTS(call, in.shape),
        SPOTS(call, in.shape),
        SPOT(call, in.el_type),
        SPOT(call, missing),
        SPOTS(call, cfg.permute.perm_dim),
        SPOTS(call, cfg.point.start_coord),
        SPOT(call, cfg.point.coord_num),
        SPOT(call, cfg.point.coord_num),
        SPOT(call, cfg.point.first_out_dim_size),
#if PERMKERN_MLI_SUB_TENSOR
        SPOTS(call, cfg.create.offset),
        SPOTS(call, cfg.create.size),
        SPOT(call, cfg.create.sub_tensor_rank),
        SPOTS(call, in.mem_stride),
        SPOTS(call, out.mem_stride),
#endif
#ifdef ASYMMETRIC_TYPES
        {(size_t)&DIM(&((call *)0)->in), sizeof(int32_t), 1},
#endif
    };
    spoil(from, c, spots, sizeof spots / sizeof spots[0]);
}

/* ---- addresses ---- */

/* Descriptors on the desk, or one near a buffer; the configuration inside *out, or *out in place of *in. */
static void place_descriptors(call *c, const expectation *e, choices *from)
{
    const unsigned kind = (unsigned)choose(from, 1);
    c->in_at = (mli_tensor *)(void *)&field[0];
    c->out_at = (mli_tensor *)(void *)&field[256];
    c->cfg_at = &field[512];
    if (c->entry >= POINT) {
        c->out_at = kind % 4 == 3 ? c->in_at : c->out_at;
        return;
    }
    if (kind >= 160) {
        const bool by_input = choose_below(from, 2) == 0;
        uint8_t *const place = choose_near(from, address(by_input ? &c->in : &c->out),
                                           by_input ? e->in_span : e->out_span, sizeof(mli_tensor));
        c->in_at = kind < 192 ? (mli_tensor *)(void *)place : c->in_at;
        c->out_at = kind >= 192 && kind < 224 ? (mli_tensor *)(void *)place : c->out_at;
        c->cfg_at = kind >= 224 ? place : c->cfg_at;
    }
    if (kind % 16 == 1) { /* in fields that no call reads */
        c->cfg_at = &c->out_at->shape[0];
    }
}

static expectation choose_call(call *c, choices *from)
{
    choose_request(c, from);
    add_faults(c, from);
    c->in.ADDRESS = (void *)&field[FIELD_DESK];
    c->out.ADDRESS = (void *)&field[FIELD_DESK];
    c->in.CAPACITY = UINT32_MAX;
    c->out.CAPACITY = UINT32_MAX;
    const expectation open = specification(c); /* with the largest capacity: to know the spans */
    c->in.CAPACITY = (uint32_t)choose_capacity(from, open.in_span, UINT32_MAX);
    c->out.CAPACITY = (uint32_t)choose_capacity(from, open.out_span, UINT32_MAX);
    const places at = choose_places(from, open.in_span, open.out_span, open.in.size);
    c->in.ADDRESS = (void *)at.in;
    c->out.ADDRESS = (void *)at.out;
    place_descriptors(c, &open, from);
    return specification(c);
}

/* ---- the call ---- */

static mli_status make_call(const call *c)
{
    const mli_tensor *const in = (c->missing & NO_IN) != 0 ? NULL : c->in_at;
    mli_tensor *const out = (c->missing & NO_OUT) != 0 ? NULL : c->out_at;
    const void *const cfg = (c->missing & NO_CFG) != 0 ? NULL : c->cfg_at;
    switch (c->entry) {
    case FX8:
        return mli_krn_permute_fx8(in, cfg, out);
    case FX16:
        return mli_krn_permute_fx16(in, cfg, out);
#if PERMKERN_MLI_2
    case SA8:
        return mli_krn_permute_sa8(in, cfg, out);
#endif
#if PERMKERN_MLI_SUB_TENSOR
    case CREATE:
        return mli_hlp_create_subtensor(in, cfg, out);
#endif
    case POINT:
        return mli_hlp_point_to_subtensor(in, cfg, out);
    default:
        return mli_krn_permute_fx(in, cfg, out);
    }
}

/* Opens the bytes that a successful call may touch, and notes its results. False if they are outside the field. */
static bool allow(const call *c, const expectation *e)
{
    mli_tensor after;
    uint8_t *const descriptor = wanted((uintptr_t)c->out_at);
    memcpy(&after, descriptor, sizeof after);
    memcpy(&after.el_params, &c->in.el_params, sizeof after.el_params);
    after.el_type = c->in.el_type;
    if (c->entry >= POINT) {
        describe_part(c, e, &after);
    } else {
        describe_permuted(c, e, &after);
        if (!field_permute(address(&c->in), &e->in, address(&c->out), &e->out, e->perm, 0)) {
            return false;
        }
    }
    memcpy(descriptor, &after, sizeof after);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    choices from = {data, size};
    call c = {.missing = 0};
    field_begin();
    const expectation e = choose_call(&c, &from);
    field_put(c.out_at, &c.out, sizeof c.out);
    field_put(c.in_at, &c.in, sizeof c.in);
    field_put(c.cfg_at, &c.cfg, c.entry < POINT ? sizeof c.cfg.permute : sizeof c.cfg);
    const bool made = e.status != MLI_STATUS_OK || allow(&c, &e);
    if (made) {
        fuzz_status(&functions[c.entry], e.status, make_call(&c));
    }
    field_compare();
    return made ? 0 : -1; /* -1: not for the corpus */
}
