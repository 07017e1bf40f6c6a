/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mli_krn_permute_fx8, _fx16, _sa8 and _fx, over whichever MLI headers it is compiled with, against docs/status.md and
 * the definition. A call is valid but for what the input puts into it: any value in any field; buffers over each other,
 * over a descriptor, at the ends of the address space. Every byte of both descriptors and of the field is compared.
 */
#include "mli_spec.h"

typedef mli_status function(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out);

typedef struct {
    unsigned function;
    mli_tensor in, out;
    mli_permute_cfg cfg;
    unsigned missing; /* bits: which pointer is NULL */
    /* Where they lie in the field. */
    mli_tensor *in_at, *out_at;
    mli_permute_cfg *cfg_at;
} call;

enum { NO_IN = 1, NO_CFG = 2, NO_OUT = 4 };

#define MOST_ELEMENTS 16384U

static function *const functions[] = {
    mli_krn_permute_fx8,
    mli_krn_permute_fx16,
    mli_krn_permute_fx,
#if PERMKERN_MLI_2
    mli_krn_permute_sa8,
#endif
};

/* Of them, the one for any type, and the one for a tensor's type alone, if there is one. */
#define ANY_TYPE 2U

static unsigned own_function(const mli_tensor *tensor)
{
#if PERMKERN_MLI_2
    if (tensor->el_type == MLI_EL_SA_8) {
        return 3;
    }
#endif
    return tensor->el_type == MLI_EL_FX_8 ? 0 : tensor->el_type == MLI_EL_FX_16 ? 1 : ANY_TYPE;
}

/* ---- what has to come ---- */

typedef struct {
    tensor_facts in, out;
    uint8_t perm[MLI_MAX_RANK];
    uint32_t shape[MLI_MAX_RANK]; /* of the output */
    mli_status status;
} expectation;

static bool read_permutation(const mli_permute_cfg *cfg, unsigned rank, uint8_t *perm)
{
    unsigned seen = 0;
    for (unsigned k = 0; k < rank; k++) {
        const int64_t axis = cfg->perm_dim[k];
        if (axis < 0 || axis >= rank) {
            return false;
        }
        perm[k] = (uint8_t)axis;
        seen |= 1U << axis;
    }
    return seen == (1U << rank) - 1;
}

static bool has_type(const call *c, const expectation *e)
{
    return e->in.known && (c->function == ANY_TYPE || own_function(&c->in) == c->function);
}

static bool are_apart(const call *c, const expectation *e)
{
    const uintptr_t from = (uintptr_t)data_of(&c->in);
    const uintptr_t to = (uintptr_t)data_of(&c->out);
    const wide in_span = e->in.span;
    const wide out_span = e->out.span;
    return from + in_span < FUZZ_WHOLE && to + out_span < FUZZ_WHOLE && !share_bytes(from, in_span, to, out_span) &&
           !share_bytes((uintptr_t)c->in_at, sizeof *c->in_at, to, out_span) &&
           !share_bytes((uintptr_t)c->cfg_at, sizeof *c->cfg_at, to, out_span) &&
           !share_bytes((uintptr_t)c->out_at, sizeof *c->out_at, to, out_span) &&
           !share_bytes((uintptr_t)c->out_at, sizeof *c->out_at, from, in_span);
}

/* Steps 3 to 5. */
static mli_status specification_of_output(const call *c, expectation *e)
{
    const unsigned rank = c->in.rank;
    if ((c->missing & NO_OUT) != 0 || !data_is_valid(data_of(&c->out), e->in.size) ||
        !strides_are_valid(&c->out, rank)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    if ((c->missing & NO_CFG) != 0 || !read_permutation(&c->cfg, rank, e->perm)) {
        return MLI_STATUS_BAD_FUNC_CFG;
    }
    for (unsigned k = 0; k < rank; k++) {
        e->shape[k] = c->in.shape[e->perm[k]];
    }
    e->out.size = e->in.size;
    read_strides(&c->out, e->shape, rank, &e->out);
    if (!layout_is_valid(&e->out.layout)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    return c->out.CAPACITY < e->out.span ? MLI_STATUS_NOT_ENGH_MEM : MLI_STATUS_OK;
}

static mli_status specification(const call *c, expectation *e)
{
    if ((c->missing & NO_IN) != 0) {
        return MLI_STATUS_BAD_TENSOR;
    }
    mli_status status = open_specification(&c->in, &e->in);
    if (status == MLI_STATUS_OK) {
        status = specification_of_output(c, e);
    }
    if (status != MLI_STATUS_OK) {
        return status;
    }
    return !has_type(c, e)         ? MLI_STATUS_TYPE_MISMATCH
           : !dim_is_valid(&c->in) ? MLI_STATUS_BAD_TENSOR
           : !are_apart(c, e)      ? MLI_STATUS_INCOMPATEBLE_TENSORS
                                   : MLI_STATUS_OK;
}

/* What *out is after a call that succeeds. */
static void describe_output(const call *c, const expectation *e, mli_tensor *out)
{
    const int32_t dim = dim_of(&c->in);
    for (unsigned k = 0; k < c->in.rank; k++) {
        out->shape[k] = e->shape[k];
    }
    out->rank = c->in.rank;
    out->el_type = c->in.el_type;
    memcpy(&out->el_params, &c->in.el_params, sizeof out->el_params);
    for (unsigned k = 0; k < c->in.rank && dim >= 0; k++) {
        if (e->perm[k] == dim) {
            set_dim(out, (int32_t)k);
        }
    }
}

/* ---- the call ---- */

static void begin_call(call *c, choices *from)
{
    uint8_t perm[MLI_MAX_RANK];
    uint32_t out_shape[MLI_MAX_RANK];
    const unsigned kind = (unsigned)choose(from, 1);
    choose_tensor(from, &c->in, 8192);
    memset(&c->out, 0x5a, sizeof c->out);
    memset(&c->cfg, 0x5a, sizeof c->cfg);
    const unsigned rank = c->in.rank;
    const uint32_t most = (uint32_t)FIELD_MOST / 4;
    c->function = kind % 4 == 3   ? choose_below(from, sizeof functions / sizeof functions[0])
                  : kind % 4 == 2 ? ANY_TYPE
                                  : own_function(&c->in);
    choose_permutation(from, perm, rank);
    if (PERMKERN_MLI_MEM_STRIDE && (kind >> 2) % 2 == 1) {
        choose_mem_stride(from, &c->in, c->in.shape, rank, most);
    }
    for (unsigned k = 0; k < rank; k++) {
        out_shape[k] = c->in.shape[perm[k]];
        c->cfg.perm_dim[k] = perm[k];
        set_stride(&c->out, k, 0);
    }
    if (PERMKERN_MLI_MEM_STRIDE && (kind >> 3) % 2 == 1) {
        choose_mem_stride(from, &c->out, out_shape, rank, most);
    }
    for (unsigned k = 0; k < rank; k++) {
        c->in.shape[perm[k]] = out_shape[k];
    }
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
    case 2:
        c->in.shape[k] = (uint32_t)value;
        break;
    case 3:
        set_stride(&c->in, k, (int32_t)(uint32_t)value);
        break;
    case 4:
        set_stride(&c->out, k, (int32_t)(uint32_t)value);
        break;
    case 5:
    case 6:
        memcpy(&c->cfg.perm_dim[k], &value, sizeof c->cfg.perm_dim[k]);
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
    case 10:
        c->in.shape[k] *= 1U + ((uint32_t)value & 0xffffU);
        break;
    default:
        memset(&c->in.el_params, (int)(value & 0xff), sizeof c->in.el_params);
    }
}

static void choose_capacities(call *c, choices *from)
{
    expectation e = {.in.span = 64, .out.span = 64};
    const call open = *c;
    c->in.CAPACITY = UINT32_MAX;
    c->out.CAPACITY = UINT32_MAX;
    (void)specification(c, &e);
    *c = open;
    c->in.CAPACITY = choose_mli_capacity(from, e.in.span);
    c->out.CAPACITY = choose_mli_capacity(from, e.out.span);
}

/* ---- where everything lies ---- */

static size_t bounded(wide span)
{
    return span > FIELD_MOST ? 64 : (size_t)span;
}

static void place_data(call *c, const expectation *e, choices *from)
{
    const unsigned kind = (unsigned)choose(from, 1);
    const size_t align = e->in.size;
    const size_t in_span = bounded(e->in.span);
    const size_t out_span = bounded(e->out.span);
    uint8_t *const in = field(FIELD_MIDDLE + align * choose_below(from, 16));
    const size_t gap = kind % 2 == 0 ? 256 : align * choose_below(from, 16);
    set_data(&c->in, in);
    set_data(&c->out, in + ((in_span + gap + align - 1) & ~(align - 1)));
    if (kind >= 160 && kind < 192) {
        set_data(&c->out, in - ((out_span + gap + align - 1) & ~(align - 1)));
    } else if (kind >= 192 && kind < 208) {
        set_data(&c->out, in + align * (size_t)choose(from, 2) % in_span);
    } else if (kind >= 208 && kind < 216) {
        set_data(&c->out, in - align * (size_t)choose(from, 2) % out_span);
    } else if (kind >= 216 && kind < 228) {
        set_data(&c->in, in + choose_below(from, 4));
        set_data(&c->out, data_of(&c->out) + choose_below(from, 4));
    } else if (kind >= 228 && kind < 240) {
        set_data(&c->in, far_place(from));
    } else if (kind >= 240) {
        set_data(&c->out, far_place(from));
    }
}

/* An aligned place in a span, at its ends, or just beside it. */
static uint8_t *place_by(choices *from, const void *data, size_t span, size_t object)
{
    const size_t start = (size_t)((uintptr_t)data - (uintptr_t)field(0));
    const size_t at = (size_t)choose(from, 2);
    switch (choose_below(from, 4)) {
    case 0:
        return field((start + span + 7) / 8 * 8);
    case 1:
        return field((start - object) / 8 * 8);
    case 2:
        return field((start + span - 1) / 8 * 8);
    default:
        return field((start + at % span) / 8 * 8);
    }
}

/* Descriptors on a desk below both buffers; sometimes one of them in a buffer or beside it. */
static void place_descriptors(call *c, const expectation *e, choices *from)
{
    const unsigned kind = (unsigned)choose(from, 1);
    const bool inside =
        in_field(data_of(&c->in), bounded(e->in.span)) && in_field(data_of(&c->out), bounded(e->out.span));
    const uint8_t *const lower = !inside || data_of(&c->in) < data_of(&c->out) ? field(FIELD_MIDDLE) : data_of(&c->out);
    uint8_t *const desk = field((size_t)(lower - field(0)) / 64 * 64 - 1024);
    const bool by_input = choose_below(from, 2) == 0;
    uint8_t *place = NULL;
    c->in_at = (mli_tensor *)(void *)desk;
    c->out_at = (mli_tensor *)(void *)(desk + 128);
    c->cfg_at = (mli_permute_cfg *)(void *)(desk + 256);
    if (inside && kind >= 160) {
        place = place_by(from, by_input ? data_of(&c->in) : data_of(&c->out),
                         bounded(by_input ? e->in.span : e->out.span), sizeof(mli_tensor));
    }
    if (place == NULL) {
        return;
    }
    if (kind < 192) {
        c->in_at = (mli_tensor *)(void *)place;
    } else if (kind < 224) {
        c->out_at = (mli_tensor *)(void *)place;
    } else {
        c->cfg_at = (mli_permute_cfg *)(void *)place;
    }
    if (kind % 16 == 1) { /* in fields that no call reads */
        c->cfg_at = (mli_permute_cfg *)(void *)&c->out_at->shape[kind / 16 % 4];
    }
}

static void lay_arguments(const call *c)
{
    field_put(c->in_at, &c->in, sizeof c->in);
    field_put(c->out_at, &c->out, sizeof c->out);
    field_put(c->cfg_at, &c->cfg, sizeof c->cfg);
}

static bool can_move(const call *c, const expectation *e)
{
    wide elements = 1;
    for (unsigned k = 0; k < c->in.rank; k++) {
        elements *= c->in.shape[k];
    }
    return elements <= MOST_ELEMENTS && e->in.span <= FIELD_MOST && e->out.span <= FIELD_MOST &&
           in_field(data_of(&c->in), e->in.span) && in_field(data_of(&c->out), e->out.span);
}

static bool test_call(const call *c, const expectation *e)
{
    const mli_tensor *const in = (c->missing & NO_IN) != 0 ? NULL : c->in_at;
    mli_tensor *const out = (c->missing & NO_OUT) != 0 ? NULL : c->out_at;
    const mli_permute_cfg *const cfg = (c->missing & NO_CFG) != 0 ? NULL : c->cfg_at;
    lay_arguments(c);
    if (e->status == MLI_STATUS_OK) {
        if (!can_move(c, e)) {
            return false;
        }
        field_open(data_of(&c->in), (size_t)e->in.span);
        field_open(data_of(&c->out), (size_t)e->out.span);
        field_permute(data_of(&c->in), &e->in.layout, data_of(&c->out), &e->out.layout, e->perm, e->in.size);
        mli_tensor after;
        memcpy(&after, field_wanted(c->out_at), sizeof after);
        describe_output(c, e, &after);
        memcpy(field_wanted(c->out_at), &after, sizeof after);
    }
    const mli_status got = functions[c->function](in, cfg, out);
    if (got != e->status) {
        fuzz_fail("status", e->status, got);
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    choices from = {data, size};
    call c = {.missing = 0};
    expectation e = {.in.span = 64, .out.span = 64};
    choose_isa(&from);
    begin_call(&c, &from);
    for (unsigned faults = choose_below(&from, 256) / 96 * choose_below(&from, 3); faults > 0; faults--) {
        add_fault(&c, &from);
    }
    set_data(&c.in, field(FIELD_MIDDLE));
    set_data(&c.out, field(0));
    choose_capacities(&c, &from);
    e.status = specification(&c, &e);
    place_data(&c, &e, &from);
    place_descriptors(&c, &e, &from);
    e.status = specification(&c, &e);
    const bool called = test_call(&c, &e);
    field_compare("bytes of the field");
    field_restore();
    return called ? 0 : -1;
}
