/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Random calls of the MLI layer, right and wrong: status and every byte as specified. Then its functions that count,
 * and a tensor that is larger than the memory of the harness.
 */
#include "fuzz/fuzz_mli.c"
#include "fuzz/seeded.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

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

TEST(count_elements)
{
    mli_tensor tensor;
    memset(&tensor, 0xa5, sizeof tensor);
    tensor.rank = counts[_i].rank;
    memcpy(tensor.shape, counts[_i].shape, sizeof counts[_i].shape);
    ck_assert_uint_eq(mli_hlp_count_elem_num(&tensor, counts[_i].start), counts[_i].count);
    ck_assert_uint_eq(mli_hlp_count_elem_num(NULL, counts[_i].start), 0);
}

/* Values of el_type that name a type in some release, and values that do in none. */
static const int types[] = {0, 1, 2, 3, 4, 5, 8, 9, 0x10, 0x20, 0x108, 0x110, 0x120, 0x210, 0x220, 0x02000000, -1};

TEST(element_size)
{
    mli_tensor tensor;
    memset(&tensor, 0xa5, sizeof tensor);
    tensor.el_type = (mli_element_type)types[_i];
    const element_type *const type = type_of(&tensor);
    ck_assert_uint_eq(mli_hlp_tensor_element_size(&tensor), type == NULL ? 0 : type->size);
    ck_assert_uint_eq(mli_hlp_tensor_element_size(NULL), 0);
}

#if PERMKERN_MLI_SUB_TENSOR
/* A contiguous axis of one element may have a stride that mem_stride cannot hold. It leads nowhere, and is positive. */
TEST(stride_over_int32)
{
    static uint8_t data[8];
    const mli_sub_tensor_cfg cfg = {{0, 7, 0, 0}, {1, 8, 0, 0}, 2};
    mli_tensor in;
    mli_tensor out;
    memset(&in, 0, sizeof in);
    in.ADDRESS = (void *)data;
    in.CAPACITY = 0xf0000000U;
    in.rank = 2;
    in.shape[0] = 1;
    in.shape[1] = 0xf0000000U;
    in.el_type = MLI_EL_FX_8;
    ck_assert_int_eq(mli_hlp_create_subtensor(&in, &cfg, &out), MLI_STATUS_OK);
    ck_assert_int_eq(out.mem_stride[0], INT32_MAX);
    ck_assert_int_eq(out.mem_stride[1], 1);
    ck_assert_uint_eq(out.CAPACITY, 0xf0000000U - 7);
    ck_assert_ptr_eq((uint8_t *)out.ADDRESS, data + 7);
}
#endif

#if PERMKERN_MLI_MEM_STRIDE && UINTPTR_MAX == UINT32_MAX
/* A span that leaves no room for a descriptor next to it: of the input, then of the output. */
TEST(span_of_all_memory)
{
    const int32_t far = (int32_t)((UINTPTR_MAX - sizeof(mli_tensor) / 2) / 2);
    mli_permute_cfg cfg = {{0}};
    mli_tensor tensors[2];
    memset(tensors, 0, sizeof tensors);
    for (int k = 0; k < 2; k++) {
        tensors[k].ADDRESS = (void *)(uintptr_t)(k == _i ? 8 : 4);
        tensors[k].CAPACITY = UINT32_MAX;
        tensors[k].rank = 1;
        tensors[k].shape[0] = 3;
        tensors[k].mem_stride[0] = k == _i ? far : 0;
        tensors[k].el_type = MLI_EL_FX_8;
    }
    ck_assert_int_eq(mli_krn_permute_fx8(&tensors[0], &cfg, &tensors[1]), MLI_STATUS_INCOMPATEBLE_TENSORS);
}
#endif

int main(void)
{
    const test tests[] = {
        ONCE(calls),
        EACH(count_elements, COUNT(counts)),
        EACH(element_size, COUNT(types)),
#if PERMKERN_MLI_SUB_TENSOR
        ONCE(stride_over_int32),
#endif
#if PERMKERN_MLI_MEM_STRIDE && UINTPTR_MAX == UINT32_MAX
        EACH(span_of_all_memory, 2),
#endif
    };
    return run_tests(tests, sizeof tests / sizeof tests[0]);
}
