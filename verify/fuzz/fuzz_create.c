/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mli_hlp_create_subtensor, over headers of MLI 1.1 or 2.x, against docs/status.md; out is another descriptor, or in.
 * No data is touched: any address will do, and every byte of the field but the two descriptors is closed.
 */
#include "mli_spec.h"

typedef struct {
    mli_tensor in, out;
    mli_sub_tensor_cfg cfg;
    unsigned missing; /* bits: which pointer is NULL */
    bool in_place;
} call;

enum { NO_IN = 1, NO_CFG = 2, NO_OUT = 4 };

/* ---- what has to come ---- */

/* Bit k: axis k stays. Axes of one element go, lower ones first, until there are as few as asked for. */
static unsigned axes_left(const call *c)
{
    unsigned axes = (1U << c->in.rank) - 1;
    for (unsigned k = 0; k < c->in.rank; k++) {
        if (c->cfg.size[k] == 1 && (uint32_t)__builtin_popcount(axes) > c->cfg.sub_tensor_rank) {
            axes &= ~(1U << k);
        }
    }
    return axes;
}

static bool part_is_valid(const call *c)
{
    if ((c->missing & NO_CFG) != 0 || c->cfg.sub_tensor_rank == 0 || c->cfg.sub_tensor_rank > c->in.rank) {
        return false;
    }
    for (unsigned k = 0; k < c->in.rank; k++) {
        const wide end = (wide)c->cfg.offset[k] + c->cfg.size[k];
        if (c->cfg.size[k] == 0 || end > c->in.shape[k]) {
            return false;
        }
    }
    return (uint32_t)__builtin_popcount(axes_left(c)) == c->cfg.sub_tensor_rank;
}

static mli_status specification(const call *c, tensor_facts *facts)
{
    if ((c->missing & (NO_IN | NO_OUT)) != 0) {
        return MLI_STATUS_BAD_TENSOR;
    }
    const mli_status status = open_specification(&c->in, facts);
    if (status != MLI_STATUS_OK) {
        return status;
    }
    if (!part_is_valid(c)) {
        return MLI_STATUS_BAD_FUNC_CFG;
    }
    if (!facts->known) {
        return MLI_STATUS_TYPE_MISMATCH;
    }
    if (!dim_is_valid(&c->in)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    const int32_t dim = dim_of(&c->in);
    const bool lost = dim >= 0 && ((axes_left(c) >> dim & 1) == 0 || c->cfg.offset[dim] != 0);
    return lost ? MLI_STATUS_NOT_SUPPORTED : MLI_STATUS_OK;
}

/* What *out, which holds these bytes, is after a call that succeeds. */
static void describe_part(const call *c, const tensor_facts *facts, mli_tensor *out)
{
    const unsigned axes = axes_left(c);
    const int32_t dim = dim_of(&c->in);
    wide first = 0;
    uint32_t rank = 0;
    memcpy(&out->el_params, &c->in.el_params, sizeof out->el_params);
    out->el_type = c->in.el_type;
    for (unsigned k = 0; k < c->in.rank; k++) {
        const wide stride = layout_length(facts->layout.stride[k]);
        first += c->cfg.offset[k] * stride;
        if ((axes >> k & 1) != 0) {
            out->shape[rank] = c->cfg.size[k];
            set_stride(out, rank, stride > INT32_MAX ? INT32_MAX : (int32_t)stride);
            if (dim == (int32_t)k) {
                set_dim(out, (int32_t)rank);
            }
            rank++;
        }
    }
    out->rank = rank;
    set_data(out, (void *)((uintptr_t)data_of(&c->in) + (uintptr_t)(first * facts->size)));
    out->CAPACITY = c->in.CAPACITY - (uint32_t)(first * facts->size);
}

/* ---- the call ---- */

static void choose_part(call *c, choices *from)
{
    memset(&c->cfg, 0x5a, sizeof c->cfg);
    c->cfg.sub_tensor_rank = c->in.rank;
    for (unsigned k = 0; k < c->in.rank; k++) {
        const unsigned kind = choose_below(from, 8);
        c->cfg.offset[k] = kind < 3 ? 0 : (uint32_t)choose(from, 2) % c->in.shape[k];
        const uint32_t rest = c->in.shape[k] - c->cfg.offset[k];
        c->cfg.size[k] = kind % 2 == 0 ? rest : kind == 1 || kind == 3 ? 1 : 1 + (uint32_t)choose(from, 2) % rest;
        if (c->cfg.size[k] == 1 && c->cfg.sub_tensor_rank > 1 && kind % 4 != 0) {
            c->cfg.sub_tensor_rank--;
        }
    }
}

static void begin_call(call *c, choices *from)
{
    const unsigned kind = (unsigned)choose(from, 1);
    choose_tensor(from, &c->in, kind < 192 ? 65536 : UINT32_MAX / 4);
    memset(&c->out, 0x5a, sizeof c->out);
    if (kind % 2 == 1) {
        choose_mem_stride(from, &c->in, c->in.shape, c->in.rank, kind < 192 ? 1U << 20 : INT32_MAX);
    }
    c->in_place = kind % 8 >= 6;
    choose_part(c, from);
}

static void add_fault(call *c, choices *from)
{
    const unsigned field = choose_below(from, 12);
    const unsigned k = choose_below(from, MLI_MAX_RANK);
    const uint64_t value = choose_value(from);
    switch (field) {
    case 0:
        c->in.rank = (uint32_t)value;
        break;
    case 1:
        c->in.shape[k] = (uint32_t)value;
        break;
    case 2:
    case 3:
        set_stride(&c->in, k, (int32_t)(uint32_t)value);
        break;
    case 4:
        c->cfg.sub_tensor_rank = (uint32_t)value;
        break;
    case 5:
        c->cfg.offset[k] = (uint32_t)value;
        break;
    case 6:
        c->cfg.size[k] = (uint32_t)value;
        break;
    case 7:
        memcpy(&c->in.el_type, &value, sizeof c->in.el_type);
        break;
    case 8:
        set_dim(&c->in, (int32_t)(uint32_t)value);
        break;
    case 9:
        c->missing |= (unsigned)value & 7U;
        break;
    case 10: /* a rank that cannot be, or one less */
        c->cfg.sub_tensor_rank -= 1U;
        break;
    default: /* one past the end, in both ways */
        c->cfg.offset[k] = c->in.shape[k] - c->cfg.size[k] + ((uint32_t)value & 1U);
    }
}

static void choose_data(call *c, choices *from)
{
    const unsigned kind = (unsigned)choose(from, 1);
    tensor_facts facts = {.span = 64};
    set_data(&c->in, field(0));
    c->in.CAPACITY = UINT32_MAX;
    (void)open_specification(&c->in, &facts);
    c->in.CAPACITY = choose_mli_capacity(from, facts.span);
    set_data(&c->in, field(FIELD_MIDDLE + 8));
    if (kind >= 208 && kind < 224) {
        set_data(&c->in, data_of(&c->in) + choose_below(from, 8));
    } else if (kind >= 224) {
        set_data(&c->in, far_place(from));
    }
}

static void test_call(const call *c)
{
    uint8_t *const desk = field(FIELD_MIDDLE / 64 * 64 - 512);
    mli_tensor *const in_at = (mli_tensor *)(void *)desk;
    mli_tensor *const out_at = (mli_tensor *)(void *)(desk + (c->in_place ? 0 : 128));
    mli_sub_tensor_cfg *const cfg_at = (mli_sub_tensor_cfg *)(void *)(desk + 256);
    tensor_facts facts;
    const mli_status want = specification(c, &facts);
    field_put(out_at, &c->out, sizeof c->out);
    field_put(in_at, &c->in, sizeof c->in);
    field_put(cfg_at, &c->cfg, sizeof c->cfg);
    if (want == MLI_STATUS_OK) {
        mli_tensor after;
        memcpy(&after, field_wanted(out_at), sizeof after);
        describe_part(c, &facts, &after);
        memcpy(field_wanted(out_at), &after, sizeof after);
    }
    const mli_status got =
        mli_hlp_create_subtensor((c->missing & NO_IN) != 0 ? NULL : in_at, (c->missing & NO_CFG) != 0 ? NULL : cfg_at,
                                 (c->missing & NO_OUT) != 0 ? NULL : out_at);
    if (want != got) {
        fuzz_fail("status", want, got);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    choices from = {data, size};
    call c = {.missing = 0};
    begin_call(&c, &from);
    for (unsigned faults = choose_below(&from, 256) / 96 * choose_below(&from, 3); faults > 0; faults--) {
        add_fault(&c, &from);
    }
    choose_data(&c, &from);
    test_call(&c);
    field_compare("bytes of the field");
    field_restore();
    return 0;
}
