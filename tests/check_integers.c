/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays of other integers: what fits is taken over, what does not is refused and leaves the target as it was. */
#include "harness.h"

#include <string.h>

START_TEST(shapes)
{
    const size_t want[3] = {7, 0, INT32_MAX};
    size_t shape[4] = {0, 0, 0, 99};
    ck_assert_int_eq(permkern_shape_i32(shape, (const int32_t[]){7, 0, INT32_MAX}, 3), PERMKERN_OK);
    ck_assert_int_eq(memcmp(shape, want, sizeof want), 0);
    ck_assert_int_eq(permkern_shape_i64(shape, (const int64_t[]){7, 0, INT32_MAX}, 3), PERMKERN_OK);
    ck_assert_int_eq(memcmp(shape, want, sizeof want), 0);
    ck_assert_uint_eq(shape[3], 99);
    ck_assert_int_eq(permkern_shape_u32(shape, (const uint32_t[]){UINT32_MAX}, 1), PERMKERN_OK);
    ck_assert_uint_eq(shape[0], UINT32_MAX);
    memcpy(shape, want, sizeof want);
    ck_assert_int_eq(permkern_shape_i32(shape, (const int32_t[]){1, 2, -1}, 3), PERMKERN_ERR_SHAPE);
    ck_assert_int_eq(permkern_shape_i32(shape, (const int32_t[]){INT32_MIN}, 1), PERMKERN_ERR_SHAPE);
    ck_assert_int_eq(permkern_shape_i64(shape, (const int64_t[]){1, 2, -1}, 3), PERMKERN_ERR_SHAPE);
    ck_assert_int_eq(memcmp(shape, want, sizeof want), 0);
    const bool wide = SIZE_MAX > UINT32_MAX;
    ck_assert_int_eq(permkern_shape_i64(shape, (const int64_t[]){1, INT64_C(1) << 32}, 2),
                     wide ? PERMKERN_OK : PERMKERN_ERR_SHAPE);
}
END_TEST

START_TEST(strides)
{
    const ptrdiff_t want[3] = {-7, 0, INT32_MIN};
    ptrdiff_t read[3] = {0, 0, 0};
    ck_assert_int_eq(permkern_strides_i32(read, (const int32_t[]){-7, 0, INT32_MIN}, 3), PERMKERN_OK);
    ck_assert_int_eq(memcmp(read, want, sizeof want), 0);
    memset(read, 0, sizeof read);
    ck_assert_int_eq(permkern_strides_i64(read, (const int64_t[]){-7, 0, INT32_MIN}, 3), PERMKERN_OK);
    ck_assert_int_eq(memcmp(read, want, sizeof want), 0);
    const permkern_status status = PTRDIFF_MAX > INT32_MAX ? PERMKERN_OK : PERMKERN_ERR_STRIDE;
    ck_assert_int_eq(permkern_strides_i64(read, (const int64_t[]){1, INT64_MAX}, 2), status);
    ck_assert_int_eq(permkern_strides_i64(read, (const int64_t[]){1, INT64_MIN}, 2), status);
}
END_TEST

START_TEST(permutations)
{
    const uint8_t want[3] = {2, 0, 1};
    uint8_t perm[4] = {0, 0, 0, 99};
    ck_assert_int_eq(permkern_perm_i32(perm, (const int32_t[]){2, 0, 1}, 3), PERMKERN_OK);
    ck_assert_int_eq(memcmp(perm, want, sizeof want), 0);
    ck_assert_int_eq(permkern_perm_u32(perm, (const uint32_t[]){2, 0, 1}, 3), PERMKERN_OK);
    ck_assert_int_eq(memcmp(perm, want, sizeof want), 0);
    memset(perm, 0, 3);
    ck_assert_int_eq(permkern_perm_i64(perm, (const int64_t[]){-1, -3, 1}, 3), PERMKERN_OK); /* from the last axis */
    ck_assert_int_eq(memcmp(perm, want, sizeof want), 0);
    ck_assert_uint_eq(perm[3], 99);
    memcpy(perm, want, sizeof want);
    ck_assert_int_eq(permkern_perm_i32(perm, (const int32_t[]){0, 1, 3}, 3), PERMKERN_ERR_PERM);
    ck_assert_int_eq(permkern_perm_i32(perm, (const int32_t[]){0, 1, -4}, 3), PERMKERN_ERR_PERM);
    ck_assert_int_eq(permkern_perm_i32(perm, (const int32_t[]){1, 0, 1}, 3), PERMKERN_ERR_PERM);
    ck_assert_int_eq(permkern_perm_i32(perm, (const int32_t[]){1, 0, -2}, 3), PERMKERN_ERR_PERM);
    ck_assert_int_eq(permkern_perm_i32(perm, (const int32_t[]){1, 0, INT32_MIN}, 3), PERMKERN_ERR_PERM);
    ck_assert_int_eq(permkern_perm_u32(perm, (const uint32_t[]){1, 0, UINT32_MAX}, 3), PERMKERN_ERR_PERM);
    ck_assert_int_eq(permkern_perm_i64(perm, (const int64_t[]){1, 0, INT64_MIN}, 3), PERMKERN_ERR_PERM);
    ck_assert_int_eq(permkern_perm_i64(perm, (const int64_t[]){1, 0, INT64_C(0x100000002)}, 3), PERMKERN_ERR_PERM);
    ck_assert_int_eq(memcmp(perm, want, sizeof want), 0);
}
END_TEST

/* NULL and ranks, of all three in each kind. */
START_TEST(arguments)
{
    const permkern_int kind = (permkern_int)_i;
    const int64_t from[PERMKERN_MAX_RANK + 1] = {0};
    size_t shape[PERMKERN_MAX_RANK + 1];
    ptrdiff_t read[PERMKERN_MAX_RANK + 1];
    uint8_t perm[PERMKERN_MAX_RANK + 1];
    ck_assert_int_eq(permkern_read_shape(NULL, from, kind, 1), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_read_shape(shape, NULL, kind, 1), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_read_shape(NULL, NULL, kind, 0), PERMKERN_OK);
    ck_assert_int_eq(permkern_read_shape(shape, from, kind, PERMKERN_MAX_RANK + 1), PERMKERN_ERR_RANK);
    ck_assert_int_eq(permkern_read_strides(NULL, from, kind, 1), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_read_strides(read, NULL, kind, 1), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_read_strides(NULL, NULL, kind, 0), PERMKERN_OK);
    ck_assert_int_eq(permkern_read_strides(read, from, kind, PERMKERN_MAX_RANK + 1), PERMKERN_ERR_RANK);
    ck_assert_int_eq(permkern_read_perm(NULL, from, kind, 1), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_read_perm(perm, NULL, kind, 1), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_read_perm(NULL, NULL, kind, 0), PERMKERN_OK);
    ck_assert_int_eq(permkern_read_perm(perm, from, kind, PERMKERN_MAX_RANK + 1), PERMKERN_ERR_RANK);
    ck_assert_int_eq(permkern_read_perm(perm, from, kind, SIZE_MAX), PERMKERN_ERR_RANK);
}
END_TEST

/* As many axes as there may be, each entry where it belongs. */
START_TEST(all_axes)
{
    int64_t from[PERMKERN_MAX_RANK];
    size_t shape[PERMKERN_MAX_RANK];
    ptrdiff_t read[PERMKERN_MAX_RANK];
    uint8_t perm[PERMKERN_MAX_RANK];
    for (unsigned k = 0; k < PERMKERN_MAX_RANK; k++) {
        from[k] = PERMKERN_MAX_RANK - 1 - k;
    }
    ck_assert_int_eq(permkern_shape_i64(shape, from, PERMKERN_MAX_RANK), PERMKERN_OK);
    ck_assert_int_eq(permkern_strides_i64(read, from, PERMKERN_MAX_RANK), PERMKERN_OK);
    ck_assert_int_eq(permkern_perm_i64(perm, from, PERMKERN_MAX_RANK), PERMKERN_OK);
    for (unsigned k = 0; k < PERMKERN_MAX_RANK; k++) {
        ck_assert_uint_eq(shape[k], PERMKERN_MAX_RANK - 1 - k);
        ck_assert_int_eq(read[k], PERMKERN_MAX_RANK - 1 - (ptrdiff_t)k);
        ck_assert_uint_eq(perm[k], PERMKERN_MAX_RANK - 1 - k);
    }
}
END_TEST

int main(void)
{
    Suite *const suite = suite_create("integers");
    TCase *const all = tcase_create("all");
    tcase_add_test(all, shapes);
    tcase_add_test(all, strides);
    tcase_add_test(all, permutations);
    tcase_add_test(all, all_axes);
    tcase_add_loop_test(all, arguments, PERMKERN_INT32, PERMKERN_INT64 + 1);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
