/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mli_hlp_create_subtensor: every status, the order of the checks, and for results the address of every element of the
 * part, by the definition: element (c0, c1, ...) of the part is element (offset + c) of the tensor, with 0 for c along
 * the axes that vanish. Without mem_stride in the headers there is no such function, and nothing to test.
 */
#define _DEFAULT_SOURCE
#include "mli_scene.h"

#include <stdio.h>

#if PERMKERN_MLI_SUB_TENSOR

#ifndef __wasm__
#include <sys/mman.h>
#include <unistd.h>
#endif

static const uint32_t scene_shape[] = {2, 3, 4, 5};

/* [2, 3, 4, 5] of a type, exact capacity; its part of 2 x 3 x 4 from {1, 1, 1, 0} on; dim on the last axis. */
static void begin_type(mli_element_type type)
{
    static const mli_sub_tensor_cfg given = {{1, 1, 1, 0}, {1, 2, 3, 4}, 3};
    scene_begin();
    now.in.DATA = (void *)now.in_words;
    now.in.CAPACITY = 120U << type_shift(type);
    now.in.rank = 4;
    memcpy(now.in.shape, scene_shape, sizeof scene_shape);
    set_strides(&now.in, 0, 0, 0, 0);
    set_type(&now.in, type, 3);
    now.part = given;
}

static mli_status call(void)
{
    return mli_hlp_create_subtensor(now.in_arg, now.part_arg, now.out_arg);
}

static void call_refused(const char *what, mli_status status)
{
    scene_remember();
    const mli_status got = call();
    ck_assert_msg(got == status, "%s: status %d, not %d", what, (int)got, (int)status);
    scene_unchanged(what);
}

/* ---- the definition ---- */

/* The axes that a part keeps: those of one element vanish, the first of them first, while there are too many. */
static unsigned kept_axes(const mli_sub_tensor_cfg *cfg, unsigned rank, unsigned *kept)
{
    bool stays[MLI_MAX_RANK] = {true, true, true, true};
    unsigned left = rank;
    unsigned used = 0;
    for (unsigned k = 0; k < rank && left > cfg->sub_tensor_rank; k++) {
        stays[k] = cfg->size[k] != 1;
        left -= stays[k] ? 0 : 1;
    }
    for (unsigned k = 0; k < rank; k++) {
        if (stays[k]) {
            kept[used++] = k;
        }
    }
    return used;
}

/* The status of a part of a tensor that is valid in itself, by docs/status.md from step 3 on. */
static mli_status specified(const mli_tensor *in, const mli_sub_tensor_cfg *cfg, int32_t dim)
{
    unsigned kept[MLI_MAX_RANK];
    bool dim_stays = dim < 0;
    for (unsigned k = 0; k < in->rank; k++) {
        const uint64_t end = (uint64_t)cfg->offset[k] + cfg->size[k];
        if (cfg->size[k] == 0 || cfg->offset[k] >= in->shape[k] || end > in->shape[k]) {
            return MLI_STATUS_BAD_FUNC_CFG;
        }
    }
    const unsigned rank = kept_axes(cfg, in->rank, kept);
    if (cfg->sub_tensor_rank == 0 || cfg->sub_tensor_rank > in->rank || rank != cfg->sub_tensor_rank) {
        return MLI_STATUS_BAD_FUNC_CFG;
    }
    for (unsigned k = 0; k < rank; k++) {
        dim_stays = dim_stays || ((int32_t)kept[k] == dim && cfg->offset[dim] == 0);
    }
    return dim_stays ? MLI_STATUS_OK : MLI_STATUS_NOT_SUPPORTED;
}

/* What the remembered out must become, when in's axes have these strides (elements). */
static void expect_part(const size_t *stride, bool strided)
{
    mli_tensor in;
    unsigned kept[MLI_MAX_RANK];
    memcpy(&in, &before.in, sizeof in); /* out may be in */
    mli_tensor *const out = before.out_arg == &now.in ? &before.in : &before.out;
    const unsigned rank = kept_axes(&before.part, in.rank, kept);
    const size_t first = offset_of(before.part.offset, in.rank, stride) << type_shift(in.el_type);
    out->DATA = (void *)((uint8_t *)in.DATA + first);
    out->CAPACITY = in.CAPACITY - (uint32_t)first;
    out->rank = rank;
    out->el_type = in.el_type;
    memcpy(&out->el_params, &in.el_params, sizeof in.el_params);
    for (unsigned k = 0; k < rank; k++) {
        out->shape[k] = before.part.size[kept[k]];
        out->mem_stride[k] = strided ? in.mem_stride[kept[k]] : (int32_t)stride[kept[k]];
#if PER_AXIS
        if (type_is_asym(in.el_type) && in.el_params.QUANTIZED.dim == (int32_t)kept[k]) {
            out->el_params.QUANTIZED.dim = (int32_t)k;
        }
#endif
    }
}

/* Element by element: the part's descriptor, read on its own, reaches in's elements and no byte beyond its capacity. */
static void compare_elements(const mli_tensor *in, const size_t *stride, const mli_tensor *created)
{
    const unsigned shift = type_shift(in->el_type);
    unsigned kept[MLI_MAX_RANK];
    uint32_t at[MLI_MAX_RANK] = {0};
    size_t part_stride[MLI_MAX_RANK];
    ck_assert_uint_eq(kept_axes(&now.part, in->rank, kept), created->rank);
    for (unsigned k = 0; k < created->rank; k++) {
        part_stride[k] = (size_t)created->mem_stride[k];
    }
    do {
        uint32_t whole[MLI_MAX_RANK];
        memcpy(whole, now.part.offset, sizeof whole);
        for (unsigned k = 0; k < created->rank; k++) {
            whole[kept[k]] += at[k];
        }
        const size_t from = offset_of(at, created->rank, part_stride) << shift;
        const uint8_t *const want = (const uint8_t *)in->DATA + (offset_of(whole, in->rank, stride) << shift);
        ck_assert_ptr_eq((const uint8_t *)created->DATA + from, want);
        ck_assert_uint_le(from + ((size_t)1 << shift), created->CAPACITY);
    } while (next_coordinate(at, created->shape, created->rank));
}

static void call_and_compare(const char *what, const size_t *stride, bool strided)
{
    mli_tensor in;
    memcpy(&in, &now.in, sizeof in);
    scene_remember();
    expect_part(stride, strided);
    ck_assert_msg(call() == MLI_STATUS_OK, "%s: refused", what);
    scene_unchanged(what);
    compare_elements(&in, stride, now.out_arg);
}

static void call_contiguous(const char *what)
{
    size_t stride[MLI_MAX_RANK];
    contiguous_strides(now.in.shape, now.in.rank, stride);
    call_and_compare(what, stride, false);
}

/* ---- faults, by docs/status.md ---- */

enum { INPUT = 10, INPUT_ROOM = 20, PART = 30, TYPE = 40, PARAMETERS = 45, SCALES = 50 };

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
FAULT(in_stride_negative, set_strides(&now.in, 60, 20, -5, 1))
FAULT(in_stride_mixed, set_strides(&now.in, 60, 20, 5, 0))
FAULT(in_stride_first_zero, set_strides(&now.in, 0, 20, 5, 1))
FAULT(in_strides_overlap, set_strides(&now.in, 59, 20, 5, 1))
FAULT(out_null, now.out_arg = NULL)
FAULT(in_short, now.in.CAPACITY--)
FAULT(in_empty, now.in.CAPACITY = 0)
FAULT(in_strides_too_far, set_strides(&now.in, INT32_MAX, 20, 5, 1))
FAULT(part_null, now.part_arg = NULL)
FAULT(part_rank_0, now.part.sub_tensor_rank = 0)
FAULT(part_rank_5, now.part.sub_tensor_rank = 5)
FAULT(part_rank_huge, now.part.sub_tensor_rank = UINT32_MAX)
FAULT(part_rank_low, now.part.sub_tensor_rank = 2)
FAULT(offset_extent, now.part.offset[0] = 2)
FAULT(offset_huge, now.part.offset[1] = UINT32_MAX)
FAULT(size_0, now.part.size[2] = 0)
FAULT(size_beyond, now.part.size[3] = 6)
FAULT(size_huge, now.part.size[1] = UINT32_MAX)
FAULT(type_unknown, now.in.el_type = (mli_element_type)4)
#if PER_AXIS
FAULT(dim_low, set_type(&now.in, EL_QUANTIZED_8, -2))
FAULT(dim_rank, set_type(&now.in, EL_QUANTIZED_8, 4))
FAULT(dim_gone, set_type(&now.in, EL_QUANTIZED_8, 0))
FAULT(dim_cut, set_type(&now.in, EL_QUANTIZED_8, 1))
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
    {"in stride negative", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_stride_negative},
    {"in strides mixed", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_stride_mixed},
    {"in strides mixed, zero first", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_stride_first_zero},
    {"in strides overlap", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_strides_overlap},
    {"out NULL", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, out_null},
    {"in one byte short", INPUT_ROOM, MLI_STATUS_NOT_ENGH_MEM, SIZED, in_short},
    {"in capacity 0", INPUT_ROOM, MLI_STATUS_NOT_ENGH_MEM, PLAIN, in_empty},
    {"in spans more than its capacity", INPUT_ROOM, MLI_STATUS_NOT_ENGH_MEM, PLAIN, in_strides_too_far},
    {"cfg NULL", PART, MLI_STATUS_BAD_FUNC_CFG, PLAIN, part_null},
    {"sub_tensor_rank 0", PART, MLI_STATUS_BAD_FUNC_CFG, PLAIN, part_rank_0},
    {"sub_tensor_rank over rank", PART, MLI_STATUS_BAD_FUNC_CFG, PLAIN, part_rank_5},
    {"sub_tensor_rank 2^32 - 1", PART, MLI_STATUS_BAD_FUNC_CFG, PLAIN, part_rank_huge},
    {"too few sizes of 1", PART, MLI_STATUS_BAD_FUNC_CFG, PLAIN, part_rank_low},
    {"offset = extent", PART, MLI_STATUS_BAD_FUNC_CFG, PLAIN, offset_extent},
    {"offset + size wraps", PART, MLI_STATUS_BAD_FUNC_CFG, PLAIN, offset_huge},
    {"size 0", PART, MLI_STATUS_BAD_FUNC_CFG, PLAIN, size_0},
    {"offset + size = extent + 1", PART, MLI_STATUS_BAD_FUNC_CFG, PLAIN, size_beyond},
    {"size 2^32 - 1", PART, MLI_STATUS_BAD_FUNC_CFG, PLAIN, size_huge},
    {"unknown type", TYPE, MLI_STATUS_TYPE_MISMATCH, RESIZES, type_unknown},
#if PER_AXIS
    {"dim -2", PARAMETERS, MLI_STATUS_BAD_TENSOR, RESIZES, dim_low},
    {"dim = rank", PARAMETERS, MLI_STATUS_BAD_TENSOR, RESIZES, dim_rank},
    {"dim vanishes", SCALES, MLI_STATUS_NOT_SUPPORTED, RESIZES, dim_gone},
    {"dim cut off its start", SCALES, MLI_STATUS_NOT_SUPPORTED, RESIZES, dim_cut},
#endif
};

static void check_pair(mli_element_type type, int a, int b)
{
    char what[128];
    begin_type(type);
    const mli_status status = apply_pair(&faults[a], &faults[b], type_shift(type));
    snprintf(what, sizeof what, "type %d: %s, %s", (int)type, faults[a].name, faults[b].name);
    if (status == MLI_STATUS_OK) {
        call_contiguous(what);
    } else {
        call_refused(what, status);
    }
}

/* Each type alone is valid, so that a fault is what a refusal is about. */
START_TEST(valid)
{
    begin_type(all_types[_i]);
    call_contiguous("valid");
}
END_TEST

START_TEST(one_fault)
{
    check_pair(all_types[_i % COUNT(all_types)], _i / COUNT(all_types), _i / COUNT(all_types));
}
END_TEST

START_TEST(two_faults)
{
    int a = 0;
    int b = 0;
    nth_pair(_i, &a, &b);
    check_pair(MLI_EL_FX_16, a, b);
}
END_TEST

/* A fault is a fault when out is in, too. */
START_TEST(one_fault_out_is_in)
{
    begin_type(MLI_EL_FX_16);
    now.out_arg = &now.in;
    faults[_i].apply();
    call_refused(faults[_i].name, faults[_i].status);
}
END_TEST

/* ---- results ---- */

/* Answers as specified, whichever way the part is asked for. */
static void ask(const char *what, const size_t *stride, bool strided)
{
    int32_t dim = -1;
#if PER_AXIS
    dim = type_is_asym(now.in.el_type) ? now.in.el_params.QUANTIZED.dim : -1;
#endif
    const mli_status status = specified(&now.in, &now.part, dim);
    if (status == MLI_STATUS_OK) {
        call_and_compare(what, stride, strided);
    } else {
        call_refused(what, status);
    }
}

/* Every size of [2, 3, 2] from an offset on, those included that reach beyond, with every rank and dim. */
static void every_part(int n, bool in_place)
{
    static const uint32_t shape[] = {2, 3, 2};
    static const uint32_t sizes[] = {4, 5, 4};
    const uint32_t offset[] = {(uint32_t)n / 6, (uint32_t)n / 2 % 3, (uint32_t)n % 2};
    uint32_t size[] = {0, 0, 0};
    size_t stride[MLI_MAX_RANK];
    contiguous_strides(shape, 3, stride);
    do {
        for (int i = 0; i < 5 * 4; i++) {
            begin_type(all_types[COUNT(all_types) > 2 ? 2 : 0]);
            now.in.rank = 3;
            memcpy(now.in.shape, shape, sizeof shape);
            now.in.CAPACITY = 12;
            set_type(&now.in, now.in.el_type, i % 4 - 1);
            memcpy(now.part.offset, offset, sizeof offset);
            memcpy(now.part.size, size, sizeof size);
            now.part.sub_tensor_rank = (uint32_t)i / 4;
            now.out_arg = in_place ? &now.in : &now.out;
            ask("every part", stride, false);
        }
    } while (next_coordinate(size, sizes, 3));
}

START_TEST(parts)
{
    every_part(_i / 2, _i % 2 == 0);
}
END_TEST

/* Random rank, extents, offsets, sizes, type and layout; a part of a part is a part. */
START_TEST(random_part)
{
    uint64_t state = (uint64_t)_i + 1;
    size_t stride[MLI_MAX_RANK];
    begin_type(all_types[_i % COUNT(all_types)]);
    now.in.rank = 1 + scene_random(&state, 4);
    now.part.sub_tensor_rank = now.in.rank;
    for (unsigned k = 0; k < now.in.rank; k++) {
        now.in.shape[k] = 1 + scene_random(&state, 7);
        now.part.offset[k] = scene_random(&state, now.in.shape[k]);
        now.part.size[k] = 1 + scene_random(&state, now.in.shape[k] - now.part.offset[k]);
        if (now.part.size[k] == 1 && now.part.sub_tensor_rank > 1 && scene_random(&state, 2) == 0) {
            now.part.sub_tensor_rank--;
        }
    }
    random_strides(&state, &now.in, now.in.shape, now.in.rank, stride);
    const bool strided = now.in.mem_stride[0] != 0;
    const size_t bytes = elements_spanned(now.in.shape, now.in.rank, stride) << type_shift(now.in.el_type);
    now.in.CAPACITY = (uint32_t)bytes + scene_random(&state, 9);
    set_type(&now.in, now.in.el_type, (int32_t)scene_random(&state, now.in.rank + 1) - 1);
    now.out_arg = _i % 3 == 0 ? &now.in : &now.out;
    ask("random part", stride, strided);
}
END_TEST

/* The whole tensor is a part of itself, with the strides that it had or stood for. */
START_TEST(whole)
{
    static const uint32_t nothing[MLI_MAX_RANK] = {0};
    begin_type(all_types[_i]);
    now.in.CAPACITY += 3;
    memcpy(now.part.offset, nothing, sizeof nothing);
    memcpy(now.part.size, scene_shape, sizeof scene_shape);
    now.part.sub_tensor_rank = 4;
    call_contiguous("whole");
    ck_assert_uint_eq(now.out.CAPACITY, now.in.CAPACITY);
    ck_assert_int_eq(now.out.mem_stride[0], 60);
    ck_assert_int_eq(now.out.mem_stride[3], 1);
}
END_TEST

/* Of axes of one element, the first vanish: [2, 1, 4, 1] becomes [2, 4, 1] of rank 3 and [2, 4] of rank 2. */
START_TEST(first_unit_axes_vanish)
{
    static const mli_sub_tensor_cfg given = {{0, 2, 0, 4}, {2, 1, 4, 1}, 3};
    begin_type(MLI_EL_FX_8);
    now.part = given;
    call_contiguous("rank 3");
    ck_assert_uint_eq(now.out.shape[0], 2);
    ck_assert_uint_eq(now.out.shape[1], 4);
    ck_assert_uint_eq(now.out.shape[2], 1);
    begin_type(MLI_EL_FX_8);
    now.part = given;
    now.part.sub_tensor_rank = 2;
    call_contiguous("rank 2");
    ck_assert_int_eq(now.out.mem_stride[0], 60);
    ck_assert_int_eq(now.out.mem_stride[1], 5);
    now.part.sub_tensor_rank = 1;
    call_refused("rank 1", MLI_STATUS_BAD_FUNC_CFG);
}
END_TEST

/* A contiguous axis of one element may have a stride that mem_stride cannot hold. It leads nowhere, and is positive. */
START_TEST(stride_over_int32)
{
    static const mli_sub_tensor_cfg given = {{0, 7, 0, 0}, {1, 8, 0, 0}, 2};
    begin_type(MLI_EL_FX_8);
    now.in.rank = 2;
    now.in.shape[0] = 1;
    now.in.shape[1] = 0xf0000000U;
    now.in.CAPACITY = 0xf0000000U;
    now.part = given;
    ck_assert_int_eq(call(), MLI_STATUS_OK);
    ck_assert_int_eq(now.out.mem_stride[0], INT32_MAX);
    ck_assert_int_eq(now.out.mem_stride[1], 1);
    ck_assert_uint_eq(now.out.CAPACITY, 0xf0000000U - 7);
    ck_assert_ptr_eq((uint8_t *)now.out.DATA, scene_in_bytes() + 7);
}
END_TEST

/* No element is touched: a tensor that no address space holds has parts, too, whose addresses wrap as numbers do. */
START_TEST(end_of_address_space)
{
    begin_type(MLI_EL_FX_8);
    now.in.DATA = (void *)(UINTPTR_MAX - 7);
    ck_assert_int_eq(call(), MLI_STATUS_OK);
    ck_assert_uint_eq((uintptr_t)now.out.DATA, 60 + 20 + 5 - 8);
}
END_TEST

/* The configuration may lie in the output's own bytes: it is read before they are written. */
START_TEST(cfg_inside_out)
{
    mli_tensor expected;
    begin_type(MLI_EL_FX_16);
    call_contiguous("cfg apart");
    memcpy(&expected, &now.out, sizeof expected);
    _Static_assert(sizeof now.part <= sizeof now.out, "the configuration fits");
    memcpy(&now.out, &now.part, sizeof now.part);
    ck_assert_int_eq(mli_hlp_create_subtensor(&now.in, (const void *)&now.out, &now.out), MLI_STATUS_OK);
    ck_assert_uint_eq(now.out.rank, 3);
    ck_assert_mem_eq(now.out.shape, expected.shape, 3 * sizeof expected.shape[0]);
    ck_assert_mem_eq(now.out.mem_stride, expected.mem_stride, 3 * sizeof expected.mem_stride[0]);
    ck_assert_ptr_eq(now.out.DATA, expected.DATA);
    ck_assert_uint_eq(now.out.CAPACITY, expected.CAPACITY);
}
END_TEST

/* ---- permuted: a crop of an image, to planes ---- */

#ifndef __wasm__

enum { ROWS = 60, COLS = 90, CHANNELS = 3, PAGES = 8 };

/* Memory that faults on both sides. */
static uint8_t *guarded(size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *const base = mmap(NULL, bytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert(base != MAP_FAILED);
    ck_assert_int_eq(mprotect(base + page, bytes, PROT_READ | PROT_WRITE), 0);
    return base + page;
}

/*
 * A crop of an image [60, 90, 3], of which only the bytes from the crop's first element to its last are in memory:
 * before or behind them, access faults. Permuted to planes, which fill a buffer between such places.
 */
START_TEST(crop_to_planes)
{
    uint64_t state = (uint64_t)_i + 1;
    const unsigned shift = (unsigned)_i % 2;
    const bool at_end = _i / 2 % 2 != 0;
    const size_t room = (size_t)PAGES * (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *const source = guarded(room);
    uint8_t *const target = guarded(room);
    const uint32_t rows = 1 + scene_random(&state, ROWS);
    const uint32_t cols = 1 + scene_random(&state, COLS);
    const uint32_t top = scene_random(&state, ROWS - rows + 1);
    const uint32_t left = scene_random(&state, COLS - cols + 1);
    const size_t first = ((size_t)top * COLS + left) * CHANNELS << shift;
    const size_t span = (((size_t)rows - 1) * COLS + cols) * CHANNELS << shift;
    const size_t bytes = (size_t)rows * cols * CHANNELS << shift;
    const uint8_t *const crop = at_end ? source + room - span : source;
    uint8_t *const planes = at_end ? target + room - bytes : target;
    ck_assert_uint_le(span, room);
    for (size_t i = 0; i < room; i++) {
        source[i] = (uint8_t)((i * 0x9e3779b1U) >> 24);
    }
    begin_type(shift == 0 ? MLI_EL_FX_8 : MLI_EL_FX_16);
    now.in.DATA = (void *)((uintptr_t)crop - first);
    now.in.CAPACITY = (uint32_t)(ROWS * COLS * CHANNELS) << shift;
    now.in.rank = 3;
    memcpy(now.in.shape, (const uint32_t[]){ROWS, COLS, CHANNELS}, 3 * sizeof(uint32_t));
    now.part = (mli_sub_tensor_cfg){{top, left, 0, 0}, {rows, cols, CHANNELS, 0}, 3};
    now.out_arg = &now.in;
    ck_assert_int_eq(call(), MLI_STATUS_OK);
    for (unsigned k = 0; k < 3; k++) {
        set_entry(&now.cfg, k, (int)((k + 2) % 3)); /* (2, 0, 1) */
    }
    now.out.DATA = (void *)planes;
    now.out.CAPACITY = (uint32_t)bytes;
    set_strides(&now.out, 0, 0, 0, 0);
    scene_permute *const permute = shift == 0 ? mli_krn_permute_fx8 : mli_krn_permute_fx16;
    ck_assert_int_eq(permute(&now.in, &now.cfg, &now.out), MLI_STATUS_OK);
    uint32_t at[MLI_MAX_RANK] = {0}; /* channel, row, column */
    size_t number = 0;
    do {
        const size_t from = ((size_t)at[1] * COLS + at[2]) * CHANNELS + at[0];
        ck_assert_mem_eq(planes + (number << shift), crop + (from << shift), (size_t)1 << shift);
        number++;
    } while (next_coordinate(at, (const uint32_t[]){CHANNELS, rows, cols}, 3));
    ck_assert_uint_eq(number << shift, bytes);
}
END_TEST

#endif

#endif

int main(void)
{
    Suite *const suite = suite_create("mli_create");
#if PERMKERN_MLI_SUB_TENSOR
    TCase *const statuses = tcase_create("statuses");
    TCase *const results = tcase_create("results");
    tcase_add_loop_test(statuses, one_fault, 0, COUNT(faults) * COUNT(all_types));
    tcase_add_loop_test(statuses, two_faults, 0, PAIRS(faults));
    tcase_add_loop_test(statuses, one_fault_out_is_in, 0, COUNT(faults));
    tcase_add_loop_test(results, valid, 0, COUNT(all_types));
    tcase_add_loop_test(results, parts, 0, 24);
    tcase_add_loop_test(results, random_part, 0, 600);
    tcase_add_loop_test(results, whole, 0, COUNT(all_types));
    tcase_add_test(results, first_unit_axes_vanish);
    tcase_add_test(results, stride_over_int32);
    tcase_add_test(results, end_of_address_space);
    tcase_add_test(results, cfg_inside_out);
#ifndef __wasm__
    tcase_add_loop_test(results, crop_to_planes, 0, 120);
#endif
    suite_add_tcase(suite, statuses);
    suite_add_tcase(suite, results);
#endif
    return run_suite(suite);
}
