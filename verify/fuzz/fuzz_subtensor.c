/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mli_hlp_point_to_subtensor, mli_hlp_count_elem_num and mli_hlp_tensor_element_size, over whichever MLI headers it is
 * compiled with, against docs/status.md; out is another descriptor, or in. No data is touched: any address will do, and
 * every byte of the field but the two descriptors is closed.
 */
#include "mli_spec.h"

typedef struct {
    mli_tensor in, out;
    mli_point_to_subtsr_cfg cfg;
    unsigned missing; /* bits: which pointer is NULL */
    bool in_place;
} call;

enum { NO_IN = 1, NO_CFG = 2, NO_OUT = 4 };

/* ---- what has to come ---- */

static bool cut_is_valid(const call *c)
{
    const unsigned count = c->cfg.coord_num;
    if ((c->missing & NO_CFG) != 0 || count == 0 || count > c->in.rank) {
        return false;
    }
    for (unsigned k = 0; k < count; k++) {
        if (c->cfg.start_coord[k] >= c->in.shape[k]) {
            return false;
        }
    }
    const uint64_t size = c->cfg.first_out_dim_size;
    return size != 0 && c->cfg.start_coord[count - 1] + size <= c->in.shape[count - 1];
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
    if (!cut_is_valid(c)) {
        return MLI_STATUS_BAD_FUNC_CFG;
    }
    if (!facts->known) {
        return MLI_STATUS_TYPE_MISMATCH;
    }
    if (!dim_is_valid(&c->in)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    const int32_t dim = dim_of(&c->in);
    const int32_t last = c->cfg.coord_num - 1;
    const bool lost = dim >= 0 && (dim < last || (dim == last && c->cfg.start_coord[last] != 0));
    return lost ? MLI_STATUS_NOT_SUPPORTED : MLI_STATUS_OK;
}

/* What *out, which holds these bytes, is after a call that succeeds. */
static void describe_part(const call *c, const tensor_facts *facts, mli_tensor *out)
{
    const unsigned cut = c->cfg.coord_num - 1U;
    layout part = {.rank = c->in.rank - cut};
    wide first = 0;
    for (unsigned k = 0; k <= cut; k++) {
        first += c->cfg.start_coord[k] * layout_length(facts->layout.stride[k]);
    }
    for (unsigned k = 0; k < part.rank; k++) {
        part.extent[k] = k == 0 ? c->cfg.first_out_dim_size : c->in.shape[cut + k];
        part.stride[k] = facts->layout.stride[cut + k];
        out->shape[k] = (uint32_t)part.extent[k];
        set_stride(out, k, stride_of(&c->in, cut + k));
    }
    set_data(out, (void *)((uintptr_t)data_of(&c->in) + (uintptr_t)(first * facts->size)));
    out->CAPACITY = (uint32_t)(layout_elements(&part) * facts->size);
    out->rank = part.rank;
    out->el_type = c->in.el_type;
    memcpy(&out->el_params, &c->in.el_params, sizeof out->el_params);
    if (is_asymmetric(&c->in)) {
        set_dim(out, dim_of(&c->in) < 0 ? -1 : dim_of(&c->in) - (int32_t)cut);
    }
}

static uint32_t count_specification(const mli_tensor *in, uint32_t start)
{
    wide elements = 1;
    if (in->rank > MLI_MAX_RANK || start >= in->rank) {
        return 0;
    }
    for (unsigned k = start; k < in->rank; k++) {
        elements *= in->shape[k];
    }
    return elements > UINT32_MAX ? 0 : (uint32_t)elements;
}

/* ---- the call ---- */

static void choose_cut(call *c, choices *from)
{
    const unsigned count = 1 + choose_below(from, c->in.rank);
    memset(&c->cfg, 0x5a, sizeof c->cfg);
    c->cfg.coord_num = (uint8_t)count;
    for (unsigned k = 0; k < count; k++) {
        c->cfg.start_coord[k] = (uint32_t)choose(from, 2) % c->in.shape[k];
    }
    const uint32_t rest = c->in.shape[count - 1] - c->cfg.start_coord[count - 1];
    c->cfg.first_out_dim_size = (uint8_t)(1 + choose(from, 1) % (rest > 255 ? 255 : rest));
}

static void begin_call(call *c, choices *from)
{
    const unsigned kind = (unsigned)choose(from, 1);
    choose_tensor(from, &c->in, kind < 192 ? 65536 : UINT32_MAX / 4);
    memset(&c->out, 0x5a, sizeof c->out);
    if (PERMKERN_MLI_MEM_STRIDE && kind % 2 == 1) {
        choose_mem_stride(from, &c->in, c->in.shape, c->in.rank, kind < 192 ? 1U << 20 : INT32_MAX);
    }
    c->in_place = kind % 8 >= 6;
    choose_cut(c, from);
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
        c->cfg.coord_num = (uint8_t)value;
        break;
    case 5:
        c->cfg.start_coord[k] = (uint32_t)value;
        break;
    case 6:
        c->cfg.first_out_dim_size = (uint8_t)value;
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
    default: /* one past the end, in both ways */
        c->cfg.start_coord[k] = c->in.shape[k] - ((uint32_t)value & 1U);
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

static void test_counts(const call *c, const mli_tensor *in, const tensor_facts *facts, uint32_t start)
{
    const uint32_t count = in == NULL ? 0 : count_specification(&c->in, start);
    const uint32_t size = in == NULL || !facts->known ? 0 : facts->size;
    if (mli_hlp_count_elem_num(in, start) != count) {
        fuzz_fail("mli_hlp_count_elem_num", count, mli_hlp_count_elem_num(in, start));
    }
    if (mli_hlp_tensor_element_size(in) != size) {
        fuzz_fail("mli_hlp_tensor_element_size", size, mli_hlp_tensor_element_size(in));
    }
}

static void test_call(const call *c, uint32_t start)
{
    uint8_t *const desk = field(FIELD_MIDDLE / 64 * 64 - 512);
    mli_tensor *const in_at = (mli_tensor *)(void *)desk;
    mli_tensor *const out_at = (mli_tensor *)(void *)(desk + (c->in_place ? 0 : 128));
    mli_point_to_subtsr_cfg *const cfg_at = (mli_point_to_subtsr_cfg *)(void *)(desk + 256);
    const mli_tensor *const in = (c->missing & NO_IN) != 0 ? NULL : in_at;
    tensor_facts facts;
    read_type(&c->in, &facts);
    const mli_status want = specification(c, &facts);
    field_put(out_at, &c->out, sizeof c->out);
    field_put(in_at, &c->in, sizeof c->in);
    field_put(cfg_at, &c->cfg, sizeof c->cfg);
    test_counts(c, in, &facts, start);
    if (want == MLI_STATUS_OK) {
        mli_tensor after;
        memcpy(&after, field_wanted(out_at), sizeof after);
        describe_part(c, &facts, &after);
        memcpy(field_wanted(out_at), &after, sizeof after);
    }
    const mli_status got = mli_hlp_point_to_subtensor(in, (c->missing & NO_CFG) != 0 ? NULL : cfg_at,
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
    test_call(&c, choose_below(&from, 8) == 7 ? (uint32_t)choose_value(&from) : choose_below(&from, 5));
    field_compare("bytes of the field");
    field_restore();
    return 0;
}
