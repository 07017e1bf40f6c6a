/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mli_hlp_point_to_subtensor, mli_hlp_count_elem_num, mli_hlp_tensor_element_size: every status, the order of the
 * checks, and for results the address of every element of the part.
 */
#include "mli_scene.h"

#include <stdio.h>

static const uint32_t scene_shape[] = {2, 3, 4, 5};

/* [2, 3, 4, 5] of a type, exact capacity; its part from {1, 0} on, of 2 x 4 x 5, dim on an axis that stays whole. */
static void begin_type(mli_element_type type)
{
    scene_begin();
    now.in.DATA = (void *)now.in_words;
    now.in.CAPACITY = 120U << type_shift(type);
    now.in.rank = 4;
    memcpy(now.in.shape, scene_shape, sizeof scene_shape);
    set_strides(&now.in, 0, 0, 0, 0);
    set_type(&now.in, type, 3);
    now.cut.start_coord[0] = 1;
    now.cut.start_coord[1] = 0;
    now.cut.coord_num = 2;
    now.cut.first_out_dim_size = 2;
}

static mli_status call(void)
{
    return mli_hlp_point_to_subtensor(now.in_arg, now.cut_arg, now.out_arg);
}

static void call_refused(const char *what, mli_status status)
{
    scene_remember();
    const mli_status got = call();
    ck_assert_msg(got == status, "%s: status %d, not %d", what, (int)got, (int)status);
    scene_unchanged(what);
}

/* What the remembered out must become, when in's axes have these strides (elements). */
static void expect_part(const size_t *stride, bool strided)
{
    const mli_tensor in = before.in; /* out may be in */
    mli_tensor *const out = before.out_arg == &now.in ? &before.in : &before.out;
    const unsigned shift = type_shift(in.el_type);
    const unsigned cut = before.cut.coord_num - 1U;
    const unsigned rank = in.rank - cut;
    uint32_t at[MLI_MAX_RANK] = {0};
    memcpy(at, before.cut.start_coord, before.cut.coord_num * sizeof at[0]);
    out->DATA = (void *)((uint8_t *)in.DATA + (offset_of(at, in.rank, stride) << shift));
    out->rank = rank;
    memcpy(out->shape, in.shape + cut, rank * sizeof in.shape[0]);
    out->shape[0] = before.cut.first_out_dim_size;
    out->CAPACITY = (uint32_t)(elements_spanned(out->shape, rank, stride + cut) << shift);
    out->el_type = in.el_type;
    memcpy(&out->el_params, &in.el_params, sizeof in.el_params);
#if PERMKERN_MLI_MEM_STRIDE
    for (unsigned k = 0; k < rank; k++) {
        out->mem_stride[k] = strided ? in.mem_stride[k + cut] : 0;
    }
#endif
#if PER_AXIS
    if (type_is_asym(in.el_type) && in.el_params.QUANTIZED.dim >= 0) {
        out->el_params.QUANTIZED.dim -= (int32_t)cut;
    }
#endif
    (void)strided;
}

/* Element by element: the part's descriptor, read on its own, reaches in's elements and no byte beyond its capacity. */
static void compare_elements(const mli_tensor *in, const size_t *stride, const mli_tensor *part, bool strided)
{
    const unsigned shift = type_shift(in->el_type);
    const unsigned cut = now.cut.coord_num - 1U;
    size_t part_stride[MLI_MAX_RANK];
    uint32_t at[MLI_MAX_RANK] = {0};
    size_t end = 0;
    contiguous_strides(part->shape, part->rank, part_stride);
#if PERMKERN_MLI_MEM_STRIDE
    for (unsigned k = 0; strided && k < part->rank; k++) {
        part_stride[k] = part->shape[k] == 1 ? 0 : (size_t)part->mem_stride[k];
    }
#endif
    (void)strided;
    do {
        uint32_t whole[MLI_MAX_RANK] = {0};
        memcpy(whole, now.cut.start_coord, now.cut.coord_num * sizeof whole[0]);
        for (unsigned k = 0; k < part->rank; k++) {
            whole[k + cut] += at[k];
        }
        const size_t from = offset_of(at, part->rank, part_stride) << shift;
        const uint8_t *const want = (const uint8_t *)in->DATA + (offset_of(whole, in->rank, stride) << shift);
        ck_assert_ptr_eq((const uint8_t *)part->DATA + from, want);
        end = from + ((size_t)1 << shift) > end ? from + ((size_t)1 << shift) : end;
    } while (next_coordinate(at, part->shape, part->rank));
    ck_assert_uint_eq(part->CAPACITY, end);
}

static void call_and_compare(const char *what, const size_t *stride, bool strided)
{
    const mli_tensor in = now.in;
    scene_remember();
    expect_part(stride, strided);
    ck_assert_msg(call() == MLI_STATUS_OK, "%s: refused", what);
    scene_unchanged(what);
    compare_elements(&in, stride, now.out_arg, strided);
}

static void call_contiguous(const char *what)
{
    size_t stride[MLI_MAX_RANK] = {0}; /* all: GCC 12 for s390x does not see which are read */
    contiguous_strides(now.in.shape, now.in.rank, stride);
    call_and_compare(what, stride, false);
}

/* ---- faults, by docs/status.md ---- */

enum { INPUT = 10, INPUT_ROOM = 20, CUT = 30, TYPE = 40, PARAMETERS = 45, SCALES = 50 };

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
FAULT(out_null, now.out_arg = NULL)
FAULT(in_short, now.in.CAPACITY--)
FAULT(in_empty, now.in.CAPACITY = 0)
FAULT(cut_null, now.cut_arg = NULL)
FAULT(no_coordinates, now.cut.coord_num = 0)
FAULT(coordinates_over_rank, now.cut.coord_num = 5)
FAULT(coordinates_255, now.cut.coord_num = 255)
FAULT(coordinate_extent, now.cut.start_coord[0] = 2)
FAULT(coordinate_huge, now.cut.start_coord[1] = UINT32_MAX)
FAULT(size_0, now.cut.first_out_dim_size = 0)
FAULT(size_beyond, now.cut.start_coord[1] = 2)
FAULT(size_255, now.cut.first_out_dim_size = 255)
FAULT(type_unknown, now.in.el_type = (mli_element_type)4)
#if PERMKERN_MLI_MEM_STRIDE
FAULT(in_stride_negative, set_strides(&now.in, 60, 20, -5, 1))
FAULT(in_stride_mixed, set_strides(&now.in, 60, 20, 5, 0))
FAULT(in_stride_first_zero, set_strides(&now.in, 0, 20, 5, 1))
FAULT(in_strides_overlap, set_strides(&now.in, 59, 20, 5, 1))
FAULT(in_strides_too_far, set_strides(&now.in, INT32_MAX, 20, 5, 1))
#endif
#if PER_AXIS
FAULT(dim_low, set_type(&now.in, EL_QUANTIZED_8, -2))
FAULT(dim_rank, set_type(&now.in, EL_QUANTIZED_8, 4))
FAULT(dim_gone, set_type(&now.in, EL_QUANTIZED_8, 0))
FAULT(dim_cut, set_type(&now.in, EL_QUANTIZED_8, 1), now.cut.start_coord[1] = 1)
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
    {"out NULL", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, out_null},
    {"in one byte short", INPUT_ROOM, MLI_STATUS_NOT_ENGH_MEM, SIZED, in_short},
    {"in capacity 0", INPUT_ROOM, MLI_STATUS_NOT_ENGH_MEM, PLAIN, in_empty},
    {"cfg NULL", CUT, MLI_STATUS_BAD_FUNC_CFG, PLAIN, cut_null},
    {"coord_num 0", CUT, MLI_STATUS_BAD_FUNC_CFG, PLAIN, no_coordinates},
    {"coord_num over rank", CUT, MLI_STATUS_BAD_FUNC_CFG, PLAIN, coordinates_over_rank},
    {"coord_num 255", CUT, MLI_STATUS_BAD_FUNC_CFG, PLAIN, coordinates_255},
    {"coordinate = extent", CUT, MLI_STATUS_BAD_FUNC_CFG, PLAIN, coordinate_extent},
    {"coordinate + size wraps", CUT, MLI_STATUS_BAD_FUNC_CFG, PLAIN, coordinate_huge},
    {"size 0", CUT, MLI_STATUS_BAD_FUNC_CFG, PLAIN, size_0},
    {"coordinate + size = extent + 1", CUT, MLI_STATUS_BAD_FUNC_CFG, PLAIN, size_beyond},
    {"size 255", CUT, MLI_STATUS_BAD_FUNC_CFG, PLAIN, size_255},
    {"unknown type", TYPE, MLI_STATUS_TYPE_MISMATCH, RESIZES, type_unknown},
#if PERMKERN_MLI_MEM_STRIDE
    {"in stride negative", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_stride_negative},
    {"in strides mixed", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_stride_mixed},
    {"in strides mixed, zero first", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_stride_first_zero},
    {"in strides overlap", INPUT, MLI_STATUS_BAD_TENSOR, PLAIN, in_strides_overlap},
    {"in spans more than its capacity", INPUT_ROOM, MLI_STATUS_NOT_ENGH_MEM, PLAIN, in_strides_too_far},
#endif
#if PER_AXIS
    {"asym.dim -2", PARAMETERS, MLI_STATUS_BAD_TENSOR, RESIZES, dim_low},
    {"asym.dim = rank", PARAMETERS, MLI_STATUS_BAD_TENSOR, RESIZES, dim_rank},
    {"asym.dim indexed away", SCALES, MLI_STATUS_NOT_SUPPORTED, RESIZES, dim_gone},
    {"asym.dim cut off its start", SCALES, MLI_STATUS_NOT_SUPPORTED, RESIZES, dim_cut},
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

/* Every part of [2, 3, 4, 5] that starts at coordinate n of its first coord_num axes, in place or not. */
static void every_part(int n, bool in_place)
{
    unsigned axes = 1;
    int starts = 2;
    uint32_t start[MLI_MAX_RANK];
    while (n >= starts) { /* 2 of one axis, 6 of two, 24 of three, 120 of four */
        n -= starts;
        starts *= (int)scene_shape[axes++];
    }
    for (unsigned k = axes; k-- > 0;) {
        start[k] = (uint32_t)n % scene_shape[k];
        n /= (int)scene_shape[k];
    }
    for (uint8_t size = 1; size <= scene_shape[axes - 1] - start[axes - 1]; size++) {
        for (int type = 0; type < COUNT(all_types); type++) {
            begin_type(all_types[type]);
            set_type(&now.in, all_types[type], start[axes - 1] == 0 ? (int32_t)axes - 1 : -1);
            memcpy(now.cut.start_coord, start, axes * sizeof start[0]);
            now.cut.coord_num = (uint8_t)axes;
            now.cut.first_out_dim_size = size;
            now.out_arg = in_place ? &now.in : &now.out;
            call_contiguous("every part");
        }
    }
}

START_TEST(parts)
{
    every_part(_i, false);
}
END_TEST

START_TEST(parts_in_place)
{
    every_part(_i, true);
}
END_TEST

/* Random rank, extents, start, size, type and, where there is mem_stride, layout. */
START_TEST(random_part)
{
    uint64_t state = (uint64_t)_i + 1;
    size_t stride[MLI_MAX_RANK];
    bool strided = false;
    begin_type(all_types[_i % COUNT(all_types)]);
    now.in.rank = 1 + scene_random(&state, 4);
    for (unsigned k = 0; k < now.in.rank; k++) {
        now.in.shape[k] = 1 + scene_random(&state, 7);
    }
    random_strides(&state, &now.in, now.in.shape, now.in.rank, stride);
#if PERMKERN_MLI_MEM_STRIDE
    strided = now.in.mem_stride[0] != 0;
#endif
    now.in.CAPACITY = (uint32_t)(elements_spanned(now.in.shape, now.in.rank, stride) << type_shift(now.in.el_type));
    now.cut.coord_num = (uint8_t)(1 + scene_random(&state, now.in.rank));
    for (unsigned k = 0; k < now.cut.coord_num; k++) {
        now.cut.start_coord[k] = scene_random(&state, now.in.shape[k]);
    }
    const unsigned last = now.cut.coord_num - 1U;
    now.cut.first_out_dim_size = (uint8_t)(1 + scene_random(&state, now.in.shape[last] - now.cut.start_coord[last]));
    set_type(&now.in, now.in.el_type, now.cut.coord_num == now.in.rank ? -1 : (int32_t)now.in.rank - 1);
    now.out_arg = _i % 3 == 0 ? &now.in : &now.out;
    call_and_compare("random part", stride, strided);
}
END_TEST

/* A bias vector with a coordinate of its own: coord_num == rank == 1. */
START_TEST(all_axes_have_coordinates)
{
    begin_type(all_types[_i]);
    set_type(&now.in, all_types[_i], -1);
    now.in.rank = 1;
    now.in.shape[0] = 60;
    now.cut.start_coord[0] = 17;
    now.cut.coord_num = 1;
    now.cut.first_out_dim_size = 43;
    call_contiguous("bias");
    ck_assert_uint_eq(now.out.rank, 1);
    ck_assert_uint_eq(now.out.shape[0], 43);
}
END_TEST

/* No element is touched: a tensor that no address space holds has parts, too, whose addresses wrap as numbers do. */
START_TEST(end_of_address_space)
{
    begin_type(MLI_EL_FX_8);
    now.in.DATA = (void *)(UINTPTR_MAX - 7);
    ck_assert_int_eq(call(), MLI_STATUS_OK);
    ck_assert_uint_eq((uintptr_t)now.out.DATA, 60 - 8);
}
END_TEST

/* A large first axis, cut to the longest size that there is. */
START_TEST(longest_size)
{
    begin_type(MLI_EL_FX_8);
    now.in.rank = 2;
    now.in.shape[0] = 300;
    now.in.shape[1] = 200;
    now.in.CAPACITY = 60000;
    now.cut.coord_num = 1;
    now.cut.start_coord[0] = (uint32_t)_i;
    now.cut.first_out_dim_size = 255;
    if (_i <= 45) {
        call_contiguous("longest size");
    } else {
        call_refused("beyond", MLI_STATUS_BAD_FUNC_CFG);
    }
}
END_TEST

static void begin_seed(mli_element_type type)
{
    begin_type(type);
    now.in.rank = 3;
    now.in.shape[0] = 8;
    now.in.shape[1] = 4;
    now.in.shape[2] = 16;
    now.in.CAPACITY = 512U << type_shift(type);
    set_type(&now.in, type, 2);
}

START_TEST(seed_channels)
{
    begin_seed(all_types[_i]);
    now.cut.start_coord[0] = 2;
    now.cut.coord_num = 1;
    now.cut.first_out_dim_size = 2;
    call_contiguous("IN[2:4][:][:]");
    ck_assert_uint_eq(now.out.rank, 3);
    ck_assert_uint_eq(now.out.shape[0], 2);
    ck_assert_uint_eq(now.out.shape[1], 4);
    ck_assert_uint_eq(now.out.shape[2], 16);
    ck_assert_ptr_eq((uint8_t *)now.out.DATA, scene_in_bytes() + (128U << type_shift(all_types[_i])));
    ck_assert_uint_eq(now.out.CAPACITY, 128U << type_shift(all_types[_i]));
}
END_TEST

START_TEST(seed_row)
{
    begin_seed(all_types[_i]);
    now.cut.start_coord[0] = 3;
    now.cut.start_coord[1] = 2;
    now.cut.coord_num = 2;
    now.cut.first_out_dim_size = 1;
    call_contiguous("IN[3][2:3][:]");
    ck_assert_uint_eq(now.out.rank, 2);
    ck_assert_uint_eq(now.out.shape[0], 1);
    ck_assert_uint_eq(now.out.shape[1], 16);
    ck_assert_ptr_eq((uint8_t *)now.out.DATA, scene_in_bytes() + (224U << type_shift(all_types[_i])));
    ck_assert_uint_eq(now.out.CAPACITY, 16U << type_shift(all_types[_i]));
}
END_TEST

#if PER_AXIS
/* asym.dim of [2, 3, 4, 5] against each coord_num, with the last start zero and not. */
START_TEST(dim_of_part)
{
    const int dim = _i % 5 - 1;
    const int axes = _i / 5 % 4 + 1;
    const bool moved = _i >= 20;
    begin_type(EL_QUANTIZED_32);
    set_type(&now.in, EL_QUANTIZED_32, dim);
    memset(now.cut.start_coord, 0, sizeof now.cut.start_coord);
    now.cut.coord_num = (uint8_t)axes;
    now.cut.start_coord[axes - 1] = moved;
    now.cut.first_out_dim_size = 1;
    if (dim >= 0 && (dim < axes - 1 || (dim == axes - 1 && moved))) {
        call_refused("other scales needed", MLI_STATUS_NOT_SUPPORTED);
    } else {
        call_contiguous("dim of a part");
        ck_assert_int_eq(now.out.el_params.QUANTIZED.dim, dim < 0 ? -1 : dim - (axes - 1));
    }
}
END_TEST
#endif

#if PERMKERN_MLI_MEM_STRIDE
/* A part of a padded tensor keeps its layout, and permutes like any tensor. */
START_TEST(permute_part)
{
    uint64_t state = (uint64_t)_i + 1;
    size_t stride[MLI_MAX_RANK];
    begin_type(MLI_EL_FX_16);
    random_strides(&state, &now.in, now.in.shape, 4, stride);
    now.in.CAPACITY = 2 * (uint32_t)elements_spanned(now.in.shape, 4, stride);
    now.cut.start_coord[1] = 1;
    ck_assert_int_eq(call(), MLI_STATUS_OK); /* in[1][1:3][:][:] */
    const mli_tensor part = now.out;
    for (unsigned k = 0; k < 3; k++) {
        set_entry(&now.cfg, k, (int)((k + 2) % 3)); /* (2, 0, 1) */
    }
    now.out.DATA = (void *)now.out_words;
    now.out.CAPACITY = 80;
    set_strides(&now.out, 0, 0, 0, 0);
    ck_assert_int_eq(mli_krn_permute_fx16(&part, &now.cfg, &now.out), MLI_STATUS_OK);
    uint32_t at[MLI_MAX_RANK] = {0};
    size_t number = 0;
    do {
        const uint32_t whole[] = {1, at[1] + 1, at[2], at[0]};
        ck_assert_mem_eq(scene_out_bytes() + 2 * number, scene_in_bytes() + 2 * offset_of(whole, 4, stride), 2);
        number++;
    } while (next_coordinate(at, now.out.shape, 3));
    ck_assert_uint_eq(number, 40);
}
END_TEST
#endif

/* ---- counting ---- */

static const struct {
    uint32_t rank, shape[4], start, count;
} counts[] = {
    {4, {2, 3, 4, 5}, 0, 120},
    {4, {2, 3, 4, 5}, 1, 60},
    {4, {2, 3, 4, 5}, 3, 5},
    {4, {2, 3, 4, 5}, 4, 0},
    {4, {2, 3, 4, 5}, UINT32_MAX, 0},
    {2, {2, 3, 0, 0}, 0, 6},
    {2, {2, 3, 0, 0}, 2, 0},
    {1, {UINT32_MAX, 0, 0, 0}, 0, UINT32_MAX},
    {0, {2, 3, 4, 5}, 0, 0},
    {5, {2, 3, 4, 5}, 0, 0},
    {UINT32_MAX, {2, 3, 4, 5}, 0, 0},
    {4, {2, 0, 4, 5}, 0, 0},
    {4, {2, 0, 4, 5}, 2, 20},
    {2, {65536, 65536, 0, 0}, 0, 0},
    {2, {65536, 65535, 0, 0}, 0, 0xffff0000U},
    {3, {65536, 65536, 7, 0}, 1, 7 * 65536},
    {4, {65536, 65536, 65536, 65536}, 0, 0},
    {4, {65537, 65537, 65537, 65537}, 0, 0}, /* wraps to other than zero */
    {4, {65536, 65536, 65536, 0}, 0, 0},
};

START_TEST(count_elements)
{
    scene_begin();
    now.in.rank = counts[_i].rank;
    memcpy(now.in.shape, counts[_i].shape, sizeof counts[_i].shape);
    scene_remember();
    ck_assert_uint_eq(mli_hlp_count_elem_num(&now.in, counts[_i].start), counts[_i].count);
    scene_unchanged("count");
}
END_TEST

START_TEST(count_of_null)
{
    ck_assert_uint_eq(mli_hlp_count_elem_num(NULL, (uint32_t)_i), 0);
}
END_TEST

START_TEST(element_size)
{
    const int type = types_and_none[_i];
    const unsigned want = type_is_known(type) ? 1U << type_shift((mli_element_type)type) : 0;
    scene_begin();
    now.in.el_type = (mli_element_type)type;
    scene_remember();
    ck_assert_uint_eq(mli_hlp_tensor_element_size(&now.in), want);
    scene_unchanged("element size");
}
END_TEST

START_TEST(element_size_of_null)
{
    ck_assert_uint_eq(mli_hlp_tensor_element_size(NULL), 0);
}
END_TEST

int main(void)
{
    Suite *const suite = suite_create("mli_subtensor");
    TCase *const statuses = tcase_create("statuses");
    TCase *const results = tcase_create("results");
    TCase *const counting = tcase_create("counting");
    tcase_add_loop_test(statuses, one_fault, 0, COUNT(faults) * COUNT(all_types));
    tcase_add_loop_test(statuses, two_faults, 0, PAIRS(faults));
    tcase_add_loop_test(statuses, one_fault_out_is_in, 0, COUNT(faults));
    tcase_add_loop_test(results, valid, 0, COUNT(all_types));
    tcase_add_loop_test(results, parts, 0, 152);
    tcase_add_loop_test(results, parts_in_place, 0, 152);
    tcase_add_loop_test(results, random_part, 0, 400);
    tcase_add_loop_test(results, all_axes_have_coordinates, 0, COUNT(all_types));
    tcase_add_test(results, end_of_address_space);
    tcase_add_loop_test(results, longest_size, 44, 48);
    tcase_add_loop_test(results, seed_channels, 0, COUNT(all_types));
    tcase_add_loop_test(results, seed_row, 0, COUNT(all_types));
#if PER_AXIS
    tcase_add_loop_test(results, dim_of_part, 0, 40);
#endif
#if PERMKERN_MLI_MEM_STRIDE
    tcase_add_loop_test(results, permute_part, 0, 60);
#endif
    tcase_add_loop_test(counting, count_elements, 0, COUNT(counts));
    tcase_add_loop_test(counting, count_of_null, 0, 2);
    tcase_add_loop_test(counting, element_size, 0, COUNT(types_and_none));
    tcase_add_test(counting, element_size_of_null);
    suite_add_tcase(suite, statuses);
    suite_add_tcase(suite, results);
    suite_add_tcase(suite, counting);
    return run_suite(suite);
}
