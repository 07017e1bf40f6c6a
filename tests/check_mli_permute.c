/* SPDX-License-Identifier: BSD-3-Clause */
/* mli_krn_permute_fx, _fx8, _fx16: every status, the order of the checks, results against index arithmetic. */
#include "mli_scene.h"

#include <stdio.h>

/* ---- modes: a valid call for each function and type ---- */

typedef struct {
    const char *name;
    scene_permute *permute;
    mli_element_type type;
} mode;

static const mode modes[] = {
    {"fx8", mli_krn_permute_fx8, MLI_EL_FX_8},
    {"fx16", mli_krn_permute_fx16, MLI_EL_FX_16},
    {"fx, 8 bits", mli_krn_permute_fx, MLI_EL_FX_8},
    {"fx, 16 bits", mli_krn_permute_fx, MLI_EL_FX_16},
#if PER_AXIS
    {"fx, asymmetric 8 bits", mli_krn_permute_fx, EL_QUANTIZED_8},
    {"fx, asymmetric 32 bits", mli_krn_permute_fx, EL_QUANTIZED_32},
#endif
#if PERMKERN_MLI_2
    {"sa8", mli_krn_permute_sa8, MLI_EL_SA_8},
    {"fx, floating point of 16 bits", mli_krn_permute_fx, MLI_EL_FP_16},
    {"fx, floating point of 32 bits", mli_krn_permute_fx, MLI_EL_FP_32},
#endif
};

#define FX16_MODE 1
#define FIRST_QUANTIZED_MODE 4
#define QUANTIZED_MODES (PERMKERN_MLI_2 ? 3 : 2)

static void set_tensor(mli_tensor *tensor, void *data, uint32_t capacity, unsigned rank, const uint32_t *shape,
                       mli_element_type type)
{
    tensor->DATA = data;
    tensor->CAPACITY = capacity;
    tensor->rank = rank;
    memcpy(tensor->shape, shape, rank * sizeof *shape);
    set_strides(tensor, 0, 0, 0, 0);
    set_type(tensor, type, 0);
}

static void set_order(const int *order, unsigned rank)
{
    for (unsigned k = 0; k < rank; k++) {
        set_entry(&now.cfg, k, order[k]);
    }
}

/* [2, 3, 4, 5] by (3, 1, 0, 2), exact capacities; out is garbage but for data, capacity and mem_stride. */
static void begin_mode(const mode *m)
{
    static const uint32_t shape[] = {2, 3, 4, 5};
    static const int order[] = {3, 1, 0, 2};
    const uint32_t bytes = 120U << type_shift(m->type);
    scene_begin();
    now.permute = m->permute;
    set_tensor(&now.in, now.in_words, bytes, 4, shape, m->type);
    set_order(order, 4);
    now.out.DATA = (void *)now.out_words;
    now.out.CAPACITY = bytes;
    set_strides(&now.out, 0, 0, 0, 0);
}

/* ---- the oracle ---- */

/*
 * What the remembered scene must become: out[o] = in[i] with i[perm[k]] = o[k]. Strides in elements. The output's span
 * lies in out_words.
 */
static void expect_result(const size_t *in_stride, const size_t *out_stride)
{
    const unsigned rank = before.in.rank;
    const size_t size = (size_t)1 << type_shift(before.in.el_type);
    const uint8_t *const from = (const void *)before.in.DATA;
    const size_t to = (size_t)((uint8_t *)before.out.DATA - (uint8_t *)&now);
    uint32_t at[MLI_MAX_RANK] = {0};
    uint32_t shape[MLI_MAX_RANK];
    size_t permuted[MLI_MAX_RANK];
    for (unsigned k = 0; k < rank; k++) {
        const unsigned axis = (unsigned)before.cfg.perm_dim[k];
        shape[k] = before.in.shape[axis];
        permuted[k] = in_stride[axis];
#if PER_AXIS
        if (type_is_asym(before.in.el_type) && before.in.el_params.QUANTIZED.dim == (int32_t)axis) {
            before.out.el_params.QUANTIZED.dim = (int32_t)k;
        }
#endif
    }
    do {
        memcpy((uint8_t *)&before + to + offset_of(at, rank, out_stride) * size,
               from + offset_of(at, rank, permuted) * size, size);
    } while (next_coordinate(at, shape, rank));
    memcpy(before.out.shape, shape, rank * sizeof shape[0]);
    before.out.rank = rank;
    before.out.el_type = before.in.el_type;
}

static mli_status call(void)
{
    return now.permute(now.in_arg, now.cfg_arg, now.out_arg);
}

static void call_and_compare(const char *what, const size_t *in_stride, const size_t *out_stride)
{
    scene_remember();
    memcpy(&before.out.el_params, &before.in.el_params, sizeof before.in.el_params);
    expect_result(in_stride, out_stride);
    ck_assert_msg(call() == MLI_STATUS_OK, "%s: refused", what);
    scene_unchanged(what);
}

static void call_contiguous(const char *what)
{
    size_t in_stride[MLI_MAX_RANK];
    size_t out_stride[MLI_MAX_RANK];
    uint32_t shape[MLI_MAX_RANK];
    for (unsigned k = 0; k < now.in.rank; k++) {
        shape[k] = now.in.shape[now.cfg.perm_dim[k]];
    }
    contiguous_strides(now.in.shape, now.in.rank, in_stride);
    contiguous_strides(shape, now.in.rank, out_stride);
    call_and_compare(what, in_stride, out_stride);
}

static void call_refused(const char *what, mli_status status)
{
    scene_remember();
    const mli_status got = call();
    ck_assert_msg(got == status, "%s: status %d, not %d", what, (int)got, (int)status);
    scene_unchanged(what);
}

/* ---- faults, by docs/status.md; steps as there, doubled where a row has two ---- */

enum {
    INPUT = 10,
    INPUT_ROOM = 20,
    OUTPUT = 30,
    ORDER = 40,
    OUTPUT_LAYOUT = 45,
    OUTPUT_ROOM = 50,
    TYPE = 60,
    PARAMETERS = 65,
    PLACES = 70
};

static void *top(size_t bytes)
{
    return (void *)(UINTPTR_MAX - bytes + 1);
}

#define FAULT(name, ...)                                                                                               \
    static void name(void)                                                                                             \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }

FAULT(in_null, now.in_arg = NULL)
FAULT(in_rank_0, now.in.rank = 0)
FAULT(in_rank_5, now.in.rank = 5)
FAULT(in_rank_huge, now.in.rank = UINT32_MAX)
FAULT(in_extent_0, now.in.shape[2] = 0)
FAULT(in_count_wraps, now.in.shape[0] = now.in.shape[2] = 65536)
FAULT(in_data_null, now.in.DATA = NULL)
FAULT(in_misaligned, now.in.DATA = (void *)(scene_in_bytes() + 1))
FAULT(in_short, now.in.CAPACITY--)
FAULT(in_empty, now.in.CAPACITY = 0)
FAULT(out_null, now.out_arg = NULL)
FAULT(out_data_null, now.out.DATA = NULL)
FAULT(out_misaligned, now.out.DATA = (void *)(scene_out_bytes() + 1))
FAULT(cfg_null, now.cfg_arg = NULL)
FAULT(entry_negative, set_entry(&now.cfg, 2, -1))
FAULT(entry_rank, set_entry(&now.cfg, 3, 4))
FAULT(entry_repeated, set_entry(&now.cfg, 3, 3))
FAULT(out_short, now.out.CAPACITY--)
FAULT(out_empty, now.out.CAPACITY = 0)
FAULT(type_other, now.permute = now.in.el_type == MLI_EL_FX_8 ? mli_krn_permute_fx16 : mli_krn_permute_fx8)
FAULT(type_unknown, now.in.el_type = (mli_element_type)4; /* FX_4 of MLI 2.x, in no release a type of whole bytes */)
FAULT(same_data, now.out.DATA = now.in.DATA = (void *)now.in_words)
FAULT(in_wraps, now.in.DATA = top(16))
FAULT(out_wraps, now.out.DATA = top(16))
FAULT(out_at_top, now.out.DATA = top(now.out.CAPACITY))
FAULT(out_over_in_descriptor, now.out.DATA = (void *)&now.in)
FAULT(out_over_cfg, now.out.DATA = (void *)&now.cfg)
FAULT(out_over_itself, now.out.DATA = (void *)&now.out)
FAULT(out_inside_in, now.in.DATA = (void *)((uint8_t *)&now.out - 16))
#if PERMKERN_MLI_MEM_STRIDE
FAULT(in_stride_negative, set_strides(&now.in, 60, 20, -5, 1))
FAULT(in_stride_mixed, set_strides(&now.in, 60, 20, 5, 0))
FAULT(in_stride_first_zero, set_strides(&now.in, 0, 20, 5, 1))
FAULT(in_strides_overlap, set_strides(&now.in, 59, 20, 5, 1))
FAULT(in_strides_too_far, set_strides(&now.in, INT32_MAX, 20, 5, 1))
FAULT(out_stride_negative, set_strides(&now.out, -24, 8, 4, 1))
FAULT(out_stride_mixed, set_strides(&now.out, 24, 0, 4, 1))
FAULT(out_strides_overlap, set_strides(&now.out, 24, 8, 3, 1))
FAULT(out_strides_too_far, set_strides(&now.out, INT32_MAX, 8, 4, 1))
#endif

#if PER_AXIS
FAULT(dim_low, set_type(&now.in, EL_QUANTIZED_8, -2), now.permute = mli_krn_permute_fx)
FAULT(dim_rank, set_type(&now.in, EL_QUANTIZED_8, 4), now.permute = mli_krn_permute_fx)
#endif

static const fault faults[] = {
    {"in NULL", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_null},
    {"rank 0", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_rank_0},
    {"rank 5", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_rank_5},
    {"rank 2^32 - 1", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_rank_huge},
    {"extent 0", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_extent_0},
    {"element count 2^32", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_count_wraps},
    {"in data NULL", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_data_null},
    {"in data misaligned", INPUT, MLI_STATUS_BAD_TENSOR, ALIGNMENT, in_misaligned},
    {"in one byte short", INPUT_ROOM, MLI_STATUS_NOT_ENGH_MEM, SIZED, in_short},
    {"in capacity 0", INPUT_ROOM, MLI_STATUS_NOT_ENGH_MEM, PLAIN, in_empty},
    {"out NULL", OUTPUT, MLI_STATUS_BAD_TENSOR, PLAIN, out_null},
    {"out data NULL", OUTPUT, MLI_STATUS_BAD_TENSOR, PLAIN, out_data_null},
    {"out data misaligned", OUTPUT, MLI_STATUS_BAD_TENSOR, ALIGNMENT, out_misaligned},
    {"cfg NULL", ORDER, MLI_STATUS_BAD_FUNC_CFG, PLAIN, cfg_null},
    {"entry negative", ORDER, MLI_STATUS_BAD_FUNC_CFG, PLAIN, entry_negative},
    {"entry = rank", ORDER, MLI_STATUS_BAD_FUNC_CFG, PLAIN, entry_rank},
    {"entry repeated", ORDER, MLI_STATUS_BAD_FUNC_CFG, PLAIN, entry_repeated},
    {"out one byte short", OUTPUT_ROOM, MLI_STATUS_NOT_ENGH_MEM, SIZED, out_short},
    {"out capacity 0", OUTPUT_ROOM, MLI_STATUS_NOT_ENGH_MEM, PLAIN, out_empty},
    {"another function's type", TYPE, MLI_STATUS_TYPE_MISMATCH, PLAIN, type_other},
    {"unknown type", TYPE, MLI_STATUS_TYPE_MISMATCH, RESIZES, type_unknown},
    {"in place", PLACES, MLI_STATUS_INCOMPATEBLE_TENSORS, PLAIN, same_data},
    {"in wraps", PLACES, MLI_STATUS_INCOMPATEBLE_TENSORS, PLAIN, in_wraps},
    {"out wraps", PLACES, MLI_STATUS_INCOMPATEBLE_TENSORS, PLAIN, out_wraps},
    {"out ends at the top", PLACES, MLI_STATUS_INCOMPATEBLE_TENSORS, PLAIN, out_at_top},
    {"out over in's descriptor", PLACES, MLI_STATUS_INCOMPATEBLE_TENSORS, PLAIN, out_over_in_descriptor},
    {"out over cfg", PLACES, MLI_STATUS_INCOMPATEBLE_TENSORS, PLAIN, out_over_cfg},
    {"out over its own descriptor", PLACES, MLI_STATUS_INCOMPATEBLE_TENSORS, PLAIN, out_over_itself},
    {"out's descriptor inside in", PLACES, MLI_STATUS_INCOMPATEBLE_TENSORS, PLAIN, out_inside_in},
#if PERMKERN_MLI_MEM_STRIDE
    {"in stride negative", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_stride_negative},
    {"in strides mixed", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_stride_mixed},
    {"in strides mixed, zero first", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_stride_first_zero},
    {"in strides overlap", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_strides_overlap},
    {"in spans more than its capacity", INPUT_ROOM, MLI_STATUS_NOT_ENGH_MEM, PLAIN, in_strides_too_far},
    {"out stride negative", OUTPUT, MLI_STATUS_BAD_TENSOR, PLAIN, out_stride_negative},
    {"out strides mixed", OUTPUT, MLI_STATUS_BAD_TENSOR, PLAIN, out_stride_mixed},
    {"out strides overlap", OUTPUT_LAYOUT, MLI_STATUS_BAD_TENSOR, PLAIN, out_strides_overlap},
    {"out spans more than its capacity", OUTPUT_ROOM, MLI_STATUS_NOT_ENGH_MEM, PLAIN, out_strides_too_far},
#endif
#if PER_AXIS
    {"asym.dim -2", PARAMETERS, MLI_STATUS_BAD_TENSOR, RESIZES, dim_low},
    {"asym.dim = rank", PARAMETERS, MLI_STATUS_BAD_TENSOR, RESIZES, dim_rank},
#endif
};

static void check_pair(const mode *m, int a, int b)
{
    char what[128];
    begin_mode(m);
    const mli_status status = apply_pair(&faults[a], &faults[b], type_shift(m->type));
    snprintf(what, sizeof what, "%s: %s, %s", m->name, faults[a].name, faults[b].name);
    if (status == MLI_STATUS_OK) {
        call_contiguous(what);
    } else {
        call_refused(what, status);
    }
}

/* Each function and type alone is valid, so that a fault is what a refusal is about. */
START_TEST(valid)
{
    begin_mode(&modes[_i]);
    call_contiguous(modes[_i].name);
}
END_TEST

START_TEST(one_fault)
{
    check_pair(&modes[_i % COUNT(modes)], _i / COUNT(modes), _i / COUNT(modes));
}
END_TEST

START_TEST(two_faults)
{
    int a = 0;
    int b = 0;
    nth_pair(_i, &a, &b);
    check_pair(&modes[FX16_MODE], a, b);
}
END_TEST

/* Every function against every type, among them values that name none. */
START_TEST(function_and_type)
{
    static const struct {
        scene_permute *permute;
        int type; /* -1: any that the headers name */
    } served[] = {
        {mli_krn_permute_fx8, MLI_EL_FX_8},
        {mli_krn_permute_fx16, MLI_EL_FX_16},
        {mli_krn_permute_fx, -1},
#if PERMKERN_MLI_2
        {mli_krn_permute_sa8, MLI_EL_SA_8},
#endif
    };
    const int type = types_and_none[_i % COUNT(types_and_none)];
    for (int function = 0; function < COUNT(served); function++) {
        begin_mode(&modes[0]);
        now.in.CAPACITY = 480;
        now.out.CAPACITY = 480;
        now.permute = served[function].permute;
        set_type(&now.in, (mli_element_type)type, -1);
        if (type_is_known(type) && (served[function].type == -1 || served[function].type == type)) {
            call_contiguous("served type");
        } else {
            call_refused("type not served", MLI_STATUS_TYPE_MISMATCH);
        }
    }
}
END_TEST

/* ---- permutation entries ---- */

static const struct {
    unsigned rank;
    int entry[4];
    bool valid;
} orders[] = {
    /* clang-format off */
    {3, {0, 1, 3, 2}, false},
    {3, {0, 1, 200, 2}, false},
    {3, {0, 1, 255, 2}, false},
    {3, {2, 2, 0, 1}, false},
    {3, {0, 1, 0, 2}, false},
    {1, {1, 0, 0, 0}, false},
    {2, {0, -1, 1, 1}, false},
    {3, {0, 3, 1, 2}, false},
    {4, {2, 4, 0, 1}, false},
    {4, {0, 1, 2, 32}, false}, /* a shift by 32 must not come of it */
    {3, {2, 0, 1, -1}, true},  /* entries beyond the rank are ignored */
    {3, {2, 0, 1, 200}, true},
    {3, {2, 0, 1, 2}, true},
    {1, {0, 0, 0, 0}, true},
    {2, {1, 0, 77, 77}, true},
    {4, {0, 1, 2, 3}, true},
    /* clang-format on */
};

START_TEST(entries)
{
    begin_mode(&modes[FX16_MODE]);
    now.in.rank = orders[_i].rank;
    set_order(orders[_i].entry, 4);
    if (orders[_i].valid) {
        call_contiguous("valid order");
    } else {
        call_refused("invalid order", MLI_STATUS_BAD_FUNC_CFG);
    }
}
END_TEST

/* An int entry whose low byte alone would be valid. */
START_TEST(wide_entry)
{
    begin_mode(&modes[_i % COUNT(modes)]);
    if (sizeof now.cfg.perm_dim[0] > 1) {
        static const int wide[] = {256 + 2, 65536 + 2, INT32_MIN + 2, INT32_MIN, INT32_MAX};
        for (int i = 0; i < COUNT(wide); i++) {
            set_entry(&now.cfg, 3, wide[i]);
            call_refused("wide entry", MLI_STATUS_BAD_FUNC_CFG);
        }
    }
}
END_TEST

/* ---- sizes around 2^32 ---- */

static const struct {
    mli_element_type type;
    unsigned rank;
    uint32_t shape[4];
    uint32_t in_capacity, out_capacity;
    mli_status status;
} sizes[] = {
    {MLI_EL_FX_8, 2, {65536, 65536, 0, 0}, UINT32_MAX, UINT32_MAX, MLI_STATUS_BAD_TENSOR},
    {MLI_EL_FX_8, 2, {3, 0x55555556, 0, 0}, UINT32_MAX, UINT32_MAX, MLI_STATUS_BAD_TENSOR},
    {MLI_EL_FX_8, 4, {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}, 8, 8, MLI_STATUS_BAD_TENSOR},
    {MLI_EL_FX_8, 4, {65536, 65536, 65536, 65536}, 8, 8, MLI_STATUS_BAD_TENSOR}, /* 2^64 */
    {MLI_EL_FX_8, 4, {65536, 65536, 65536, 0}, 8, 8, MLI_STATUS_BAD_TENSOR},
    {MLI_EL_FX_8, 3, {1, 65536, 65536, 0}, 8, 8, MLI_STATUS_BAD_TENSOR},
    {MLI_EL_FX_16, 4, {1, 1, 1, 0x80000000}, 8, 8, MLI_STATUS_BAD_TENSOR},
    {MLI_EL_FX_8, 1, {0, 1, 1, 1}, 8, 8, MLI_STATUS_BAD_TENSOR},
    {MLI_EL_FX_16, 1, {0x80000004, 0, 0, 0}, UINT32_MAX, UINT32_MAX, MLI_STATUS_BAD_TENSOR}, /* 2^32 + 8 bytes */
    {MLI_EL_FX_16, 1, {0x80000000, 0, 0, 0}, UINT32_MAX, UINT32_MAX, MLI_STATUS_BAD_TENSOR},
    /* The largest that fit are refused for other reasons: capacity, then their place. */
    {MLI_EL_FX_8, 1, {UINT32_MAX, 0, 0, 0}, UINT32_MAX - 1, UINT32_MAX, MLI_STATUS_NOT_ENGH_MEM},
    {MLI_EL_FX_8, 1, {UINT32_MAX, 0, 0, 0}, UINT32_MAX, UINT32_MAX - 1, MLI_STATUS_NOT_ENGH_MEM},
    {MLI_EL_FX_8, 1, {UINT32_MAX, 0, 0, 0}, UINT32_MAX, UINT32_MAX, MLI_STATUS_INCOMPATEBLE_TENSORS},
    {MLI_EL_FX_8, 2, {3, 0x55555555, 0, 0}, UINT32_MAX, UINT32_MAX, MLI_STATUS_INCOMPATEBLE_TENSORS},
    {MLI_EL_FX_16, 1, {0x7fffffff, 0, 0, 0}, 0xfffffffd, UINT32_MAX, MLI_STATUS_NOT_ENGH_MEM},
    {MLI_EL_FX_16, 1, {0x7fffffff, 0, 0, 0}, 0xfffffffe, 0xfffffffe, MLI_STATUS_INCOMPATEBLE_TENSORS},
};

START_TEST(size_limits)
{
    static const int identity[] = {0, 1, 2, 3};
    begin_mode(&modes[sizes[_i].type == MLI_EL_FX_8 ? 2 : 3]);
    set_tensor(&now.in, now.in_words, sizes[_i].in_capacity, sizes[_i].rank, sizes[_i].shape, sizes[_i].type);
    set_order(identity, 4);
    now.out.CAPACITY = sizes[_i].out_capacity;
    call_refused("size", sizes[_i].status);
}
END_TEST

#if PERMKERN_MLI_MEM_STRIDE && UINTPTR_MAX == UINT32_MAX
/* A span that leaves no room for a descriptor beside it: of the input, then of the output. */
START_TEST(span_of_all_memory)
{
    static const uint32_t shape[] = {3};
    static const int order[] = {0};
    const int32_t far = (int32_t)((UINTPTR_MAX - sizeof(mli_tensor) / 2) / 2);
    begin_mode(&modes[0]);
    set_tensor(&now.in, (void *)(uintptr_t)8, UINT32_MAX, 1, shape, MLI_EL_FX_8);
    set_order(order, 1);
    now.out.DATA = (void *)(uintptr_t)4;
    now.out.CAPACITY = UINT32_MAX;
    if (_i == 0) {
        set_strides(&now.in, far, 0, 0, 0);
    } else {
        now.in.DATA = now.out.DATA;
        now.out.DATA = (void *)(uintptr_t)8;
        set_strides(&now.out, far, 0, 0, 0);
    }
    call_refused("a span of nearly all memory", MLI_STATUS_INCOMPATEBLE_TENSORS);
}
END_TEST
#endif

/* ---- places, to the byte: a piece of memory with both descriptors, cfg and 24-byte buffers in it ---- */

enum { IN_AT = 1024, CFG_AT = 2048, OUT_AT = 3072, FROM = 4096, TO = 8192, MOVED = 24 };

#define TENSOR_BYTES ((int)sizeof(mli_tensor))
#define CFG_BYTES ((int)sizeof(mli_permute_cfg))

static const struct {
    const char *name;
    int from, to;
    bool valid;
} places[] = {
    {"far apart", FROM, TO, true},
    {"in place", FROM, FROM, false},
    {"out over in's last byte", FROM, FROM + MOVED - 1, false},
    {"out behind in", FROM, FROM + MOVED, true},
    {"out over in's first byte", FROM, FROM - MOVED + 1, false},
    {"out before in", FROM, FROM - MOVED, true},
    {"out before in's descriptor", FROM, IN_AT - MOVED, true},
    {"out over the start of in's descriptor", FROM, IN_AT - MOVED + 1, false},
    {"out over the end of in's descriptor", FROM, IN_AT + TENSOR_BYTES - 1, false},
    {"out behind in's descriptor", FROM, IN_AT + TENSOR_BYTES, true},
    {"out before cfg", FROM, CFG_AT - MOVED, true},
    {"out over the start of cfg", FROM, CFG_AT - MOVED + 1, false},
    {"out over the end of cfg", FROM, CFG_AT + CFG_BYTES - 1, false},
    {"out behind cfg", FROM, CFG_AT + CFG_BYTES, true},
    {"out before its descriptor", FROM, OUT_AT - MOVED, true},
    {"out over the start of its descriptor", FROM, OUT_AT - MOVED + 1, false},
    {"out over the end of its descriptor", FROM, OUT_AT + TENSOR_BYTES - 1, false},
    {"out behind its descriptor", FROM, OUT_AT + TENSOR_BYTES, true},
    {"in before out's descriptor", OUT_AT - MOVED, TO, true},
    {"in over the start of out's descriptor", OUT_AT - MOVED + 1, TO, false},
    {"in over the end of out's descriptor", OUT_AT + TENSOR_BYTES - 1, TO, false},
    {"in behind out's descriptor", OUT_AT + TENSOR_BYTES, TO, true},
    {"in over its own descriptor", IN_AT, TO, true}, /* only read */
    {"in over cfg", CFG_AT, TO, true},
};

START_TEST(place_of_buffers)
{
    static const uint32_t shape[] = {2, 3, 4};
    static const int order[] = {2, 0, 1};
    scene_begin();
    uint8_t *const base = scene_in_bytes();
    mli_tensor *const in = (void *)(base + IN_AT);
    mli_tensor *const out = (void *)(base + OUT_AT);
    mli_permute_cfg *const cfg = (void *)(base + CFG_AT);
    set_tensor(in, base + places[_i].from, MOVED, 3, shape, MLI_EL_FX_8);
    set_tensor(out, base + places[_i].to, MOVED, 3, shape, MLI_EL_FX_8);
    for (unsigned k = 0; k < 3; k++) {
        set_entry(cfg, k, order[k]);
    }
    scene_remember();
    const mli_status want = places[_i].valid ? MLI_STATUS_OK : MLI_STATUS_INCOMPATEBLE_TENSORS;
    const mli_status got = mli_krn_permute_fx8(in, cfg, out);
    ck_assert_msg(got == want, "%s: status %d", places[_i].name, (int)got);
    if (want == MLI_STATUS_OK) {
        uint8_t *const expected = (uint8_t *)before.in_words;
        mli_tensor *const expected_out = (void *)(expected + OUT_AT);
        for (int c = 0; c < 4; c++) { /* out[c][h][w] = in[h][w][c] */
            for (int h = 0; h < 2; h++) {
                for (int w = 0; w < 3; w++) {
                    expected[places[_i].to + (c * 2 + h) * 3 + w] = expected[places[_i].from + (h * 3 + w) * 4 + c];
                }
            }
        }
        memcpy(&expected_out->el_params, &in->el_params, sizeof in->el_params);
        expected_out->shape[0] = 4;
        expected_out->shape[1] = 2;
        expected_out->shape[2] = 3;
    }
    scene_unchanged(places[_i].name);
}
END_TEST

/* The configuration may lie where the output's shape will be: it is read before. */
START_TEST(cfg_inside_out)
{
    begin_mode(&modes[_i]);
    call_contiguous("cfg apart");
    scene_remember(); /* the result to reach */
    memset(now.out_words, 0xa5, sizeof now.out_words);
    memcpy(now.out.shape, &now.cfg, sizeof now.cfg);
    const mli_permute_cfg *const inside = (const void *)now.out.shape;
    ck_assert_int_eq(now.permute(&now.in, inside, &now.out), MLI_STATUS_OK);
    scene_unchanged("cfg inside out");
}
END_TEST

/* A span may not end at the address 2^N, nor beyond. */
START_TEST(end_of_address_space)
{
    static const int tops[] = {120, 119, 118, 60, 1};
    begin_mode(&modes[0]);
    if (_i < COUNT(tops)) {
        now.in.DATA = top((size_t)tops[_i]);
    } else {
        now.out.DATA = top((size_t)tops[_i - COUNT(tops)]);
    }
    call_refused("end of the address space", MLI_STATUS_INCOMPATEBLE_TENSORS);
}
END_TEST

/* ---- results ---- */

/* Random shape, order, capacities, starts and, where there is mem_stride, layouts of both sides. */
START_TEST(random_permute)
{
    uint64_t state = (uint64_t)_i + 1;
    const mode *const m = &modes[_i % COUNT(modes)];
    const unsigned shift = type_shift(m->type);
    const unsigned rank = 1 + scene_random(&state, 4);
    const uint32_t most = rank == 1 ? 2000 : rank == 2 ? 40 : rank == 3 ? 14 : 7;
    unsigned order[MLI_MAX_RANK];
    uint32_t out_shape[MLI_MAX_RANK];
    size_t in_stride[MLI_MAX_RANK];
    size_t out_stride[MLI_MAX_RANK];
    scene_begin();
    now.permute = m->permute;
    now.in.rank = rank;
    set_type(&now.in, m->type, (int32_t)scene_random(&state, rank + 1) - 1);
    random_order(&state, rank, order);
    for (unsigned k = 0; k < rank; k++) {
        now.in.shape[k] = scene_random(&state, 4) == 0 ? 1 : 1 + scene_random(&state, most);
        set_entry(&now.cfg, k, (int)order[k]);
    }
    for (unsigned k = 0; k < rank; k++) {
        out_shape[k] = now.in.shape[order[k]];
    }
    random_strides(&state, &now.in, now.in.shape, rank, in_stride);
    random_strides(&state, &now.out, out_shape, rank, out_stride);
    const size_t in_bytes = elements_spanned(now.in.shape, rank, in_stride) << shift;
    const size_t out_bytes = elements_spanned(out_shape, rank, out_stride) << shift;
    ck_assert_uint_le(in_bytes, SCENE_BYTES - 64);
    ck_assert_uint_le(out_bytes, SCENE_BYTES - 64);
    now.in.DATA = (void *)(scene_in_bytes() + ((size_t)scene_random(&state, 9) << shift));
    now.out.DATA = (void *)(scene_out_bytes() + ((size_t)scene_random(&state, 9) << shift));
    now.in.CAPACITY = (uint32_t)in_bytes + scene_random(&state, 3);
    now.out.CAPACITY = (uint32_t)out_bytes + scene_random(&state, 3);
    call_and_compare("random permute", in_stride, out_stride);
}
END_TEST

/* One byte less than a random layout spans, on one of the sides. */
START_TEST(random_short)
{
    uint64_t state = (uint64_t)_i + 1;
    static const uint32_t out_shape[] = {5, 3, 2, 4};
    size_t in_stride[MLI_MAX_RANK];
    size_t out_stride[MLI_MAX_RANK];
    begin_mode(&modes[FX16_MODE]);
    random_strides(&state, &now.in, now.in.shape, 4, in_stride);
    random_strides(&state, &now.out, out_shape, 4, out_stride);
    now.in.CAPACITY = 2 * (uint32_t)elements_spanned(now.in.shape, 4, in_stride) - (_i % 2 == 0);
    now.out.CAPACITY = 2 * (uint32_t)elements_spanned(out_shape, 4, out_stride) - (_i % 2 != 0);
    call_refused("one byte short", MLI_STATUS_NOT_ENGH_MEM);
}
END_TEST

START_TEST(seed_document)
{
    static const uint32_t shape[] = {2, 4, 8};
    static const int order[] = {2, 0, 1};
    begin_mode(&modes[_i]);
    set_tensor(&now.in, now.in_words, 256, 3, shape, modes[_i].type);
    set_order(order, 3);
    now.out.CAPACITY = 256;
    call_contiguous("[2, 4, 8] by (2, 0, 1)");
    ck_assert_uint_eq(now.out.rank, 3);
    ck_assert_uint_eq(now.out.shape[0], 8);
    ck_assert_uint_eq(now.out.shape[1], 2);
    ck_assert_uint_eq(now.out.shape[2], 4);
}
END_TEST

#if PER_AXIS
/* asym.dim moves with its axis: every permutation of four axes, every dim, every type that has one. */
START_TEST(dim_moves)
{
    int order[4];
    const int dim = _i % 5 - 1;
    const int number = _i / 5 % 24;
    unsigned left[] = {0, 1, 2, 3};
    const int radix[] = {6, 2, 1, 1};
    for (int k = 0; k < 4; k++) {
        const int pick = number / radix[k] % (4 - k);
        order[k] = (int)left[pick];
        memmove(&left[pick], &left[pick + 1], (size_t)(3 - pick) * sizeof left[0]);
    }
    begin_mode(&modes[FIRST_QUANTIZED_MODE + _i / 120]);
    set_type(&now.in, modes[FIRST_QUANTIZED_MODE + _i / 120].type, dim);
    set_order(order, 4);
    call_contiguous("dim moves");
    ck_assert(dim < 0 ? now.out.el_params.QUANTIZED.dim == -1 : order[now.out.el_params.QUANTIZED.dim] == dim);
}
END_TEST

/* A type without quantised axis has no asym.dim: what lies there is not looked at. */
START_TEST(dim_ignored)
{
    begin_mode(&modes[_i]);
    now.in.el_params.QUANTIZED.dim = 77;
    call_contiguous("dim ignored");
}
END_TEST
#endif

#if PERMKERN_MLI_MEM_STRIDE
/* A span of strides ends with its last element: what comes right behind is free. */
START_TEST(strided_input_right_before_the_output)
{
    static _Alignas(8) uint8_t bytes[64];
    const mli_permute_cfg cfg = {{1, 0}};
    mli_tensor in = {0};
    mli_tensor out = {0};
    in.DATA = (void *)bytes;
    in.CAPACITY = 13;
    in.rank = 2;
    in.shape[0] = 2;
    in.shape[1] = 5;
    in.mem_stride[0] = 8;
    in.mem_stride[1] = 1;
    in.el_type = MLI_EL_FX_8;
    out.DATA = (void *)(bytes + 13);
    out.CAPACITY = 10;
    for (size_t k = 0; k < 13; k++) {
        bytes[k] = (uint8_t)(k + 1);
    }
    ck_assert_int_eq(mli_krn_permute_fx8(&in, &cfg, &out), MLI_STATUS_OK);
    for (size_t k = 0; k < 10; k++) {
        ck_assert_uint_eq(bytes[13 + k], k / 2 + k % 2 * 8 + 1);
    }
    out.DATA = (void *)(bytes + 12);
    ck_assert_int_eq(mli_krn_permute_fx8(&in, &cfg, &out), MLI_STATUS_INCOMPATEBLE_TENSORS);
}
END_TEST

/* The stride of an axis of extent 1 leads nowhere: it may be any, here one that other elements have. */
START_TEST(stride_of_a_unit_axis)
{
    static uint8_t bytes[64];
    const mli_permute_cfg cfg = {{2, 1, 0}};
    mli_tensor in = {0};
    mli_tensor out = {0};
    in.DATA = (void *)bytes;
    in.CAPACITY = 13;
    in.rank = 3;
    in.shape[0] = 2;
    in.shape[1] = 1;
    in.shape[2] = 5;
    in.mem_stride[0] = 8;
    in.mem_stride[1] = 1;
    in.mem_stride[2] = 1;
    in.el_type = MLI_EL_FX_8;
    out.DATA = (void *)(bytes + 32);
    out.CAPACITY = 10;
    for (size_t k = 0; k < 13; k++) {
        bytes[k] = (uint8_t)(k + 1);
    }
    ck_assert_int_eq(mli_krn_permute_fx8(&in, &cfg, &out), MLI_STATUS_OK);
    for (size_t k = 0; k < 10; k++) {
        ck_assert_uint_eq(bytes[32 + k], k / 2 + k % 2 * 8 + 1);
    }
}
END_TEST
#endif

int main(void)
{
    Suite *const suite = suite_create("mli_permute");
    TCase *const statuses = tcase_create("statuses");
    TCase *const results = tcase_create("results");
    tcase_add_loop_test(statuses, one_fault, 0, COUNT(faults) * COUNT(modes));
    tcase_add_loop_test(statuses, two_faults, 0, PAIRS(faults));
    tcase_add_loop_test(statuses, function_and_type, 0, COUNT(types_and_none));
    tcase_add_loop_test(statuses, entries, 0, COUNT(orders));
    tcase_add_loop_test(statuses, wide_entry, 0, COUNT(modes));
    tcase_add_loop_test(statuses, size_limits, 0, COUNT(sizes));
#if PERMKERN_MLI_MEM_STRIDE && UINTPTR_MAX == UINT32_MAX
    tcase_add_loop_test(statuses, span_of_all_memory, 0, 2);
#endif
    tcase_add_loop_test(statuses, place_of_buffers, 0, COUNT(places));
    tcase_add_loop_test(statuses, end_of_address_space, 0, 10);
    tcase_add_loop_test(statuses, random_short, 0, 40);
    tcase_add_loop_test(results, valid, 0, COUNT(modes));
    tcase_add_loop_test(results, seed_document, 0, COUNT(modes));
    tcase_add_loop_test(results, cfg_inside_out, 0, COUNT(modes));
    tcase_add_loop_test(results, random_permute, 0, 600);
#if PERMKERN_MLI_MEM_STRIDE
    tcase_add_test(results, strided_input_right_before_the_output);
    tcase_add_test(results, stride_of_a_unit_axis);
#endif
#if PER_AXIS
    tcase_add_loop_test(results, dim_moves, 0, 120 * QUANTIZED_MODES);
    tcase_add_loop_test(results, dim_ignored, 0, 2);
#endif
    suite_add_tcase(suite, statuses);
    suite_add_tcase(suite, results);
    return run_suite(suite);
}
