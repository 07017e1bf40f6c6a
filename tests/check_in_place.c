/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Permutes in place: bytes of scratch, layouts, statuses in their order, constants. check_sweeps.c compares what they
 * move with the definition.
 */
#include "harness.h"

#include <string.h>

static permkern_plan plan_of(const size_t *shape, const uint8_t *perm, size_t rank, size_t bits)
{
    permkern_plan plan;
    size_t out_shape[8] = {0};
    for (size_t k = 0; k < rank; k++) {
        out_shape[k] = shape[perm[k]];
    }
    const permkern_layout in = {.shape = shape, .capacity = SIZE_MAX, .rank = rank, .bits = bits};
    const permkern_layout out = {.shape = out_shape, .capacity = SIZE_MAX, .rank = rank, .bits = bits};
    ck_assert_int_eq(permkern_prepare(&plan, &in, perm, &out), PERMKERN_OK);
    return plan;
}

static size_t bytes_for(size_t rows, size_t cols, size_t bits)
{
    const permkern_plan plan = plan_of((const size_t[2]){rows, cols}, (const uint8_t[2]){1, 0}, 2, bits);
    return permkern_in_place_bytes(&plan);
}

/* A bit for each word where tiles hold the elements, otherwise for each element; none for squares. */
START_TEST(bytes)
{
    ck_assert_uint_eq(bytes_for(784, 8, 8), 196);
    ck_assert_uint_eq(bytes_for(8, 784, 8), 196);
    ck_assert_uint_eq(bytes_for(784, 8, 16), 392);
    ck_assert_uint_eq(bytes_for(784, 8, 32), 784);
    ck_assert_uint_eq(bytes_for(257, 2, 8), 65);
    ck_assert_uint_eq(bytes_for(257, 2, 64), 65);
    ck_assert_uint_eq(bytes_for(28, 28, 8), 0);
    ck_assert_uint_eq(bytes_for(29, 29, 64), 0);
    ck_assert_uint_eq(bytes_for(1, 29, 64), 0);
    ck_assert_uint_eq(bytes_for(4, 16, 8), 0); /* words of tiles are a square */
    const permkern_plan batches = plan_of((const size_t[3]){50, 6, 9}, (const uint8_t[3]){0, 2, 1}, 3, 32);
    ck_assert_uint_eq(permkern_in_place_bytes(&batches), 7);
    const permkern_plan runs = plan_of((const size_t[3]){6, 9, 100}, (const uint8_t[3]){1, 0, 2}, 3, 32);
    ck_assert_uint_eq(permkern_in_place_bytes(&runs), 7);
    const permkern_plan ends = plan_of((const size_t[3]){5, 9, 5}, (const uint8_t[3]){2, 1, 0}, 3, 32);
    ck_assert_uint_eq(permkern_in_place_bytes(&ends), 0);
    permkern_plan empty;
    memset(&empty, 0, sizeof empty);
    ck_assert_uint_eq(permkern_in_place_bytes(&empty), SIZE_MAX);
    ck_assert_uint_eq(permkern_in_place_bytes(NULL), SIZE_MAX);
}
END_TEST

/* Gaps, or sides that begin at different places: not in place, but for a view. */
START_TEST(other_layouts)
{
    static _Alignas(8) uint8_t data[256];
    static const size_t shape[2] = {4, 6};
    static const size_t out_shape[2] = {6, 4};
    static const ptrdiff_t padded[2] = {8, 1};
    static const uint8_t turned[2] = {1, 0};
    static const uint8_t same[2] = {0, 1};
    const permkern_layout whole = {.shape = shape, .capacity = 128, .rank = 2, .bits = 8};
    const permkern_layout gaps = {.shape = shape, .strides = padded, .capacity = 128, .rank = 2, .bits = 8};
    const permkern_layout out = {.shape = out_shape, .capacity = 128, .rank = 2, .bits = 8};
    const permkern_layout later = {.shape = out_shape, .offset = 1, .capacity = 128, .rank = 2, .bits = 8};
    const permkern_layout apart = {.shape = out_shape, .strides = padded, .capacity = 128, .rank = 2, .bits = 8};
    permkern_plan plan;
    uint8_t scratch[32];
    ck_assert_int_eq(permkern_prepare(&plan, &gaps, turned, &out), PERMKERN_OK);
    ck_assert_uint_eq(permkern_in_place_bytes(&plan), SIZE_MAX);
    ck_assert_int_eq(permkern_run_in_place(&plan, data, scratch, sizeof scratch), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_run_in_place(&plan, data, NULL, 0), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_prepare(&plan, &whole, turned, &apart), PERMKERN_OK);
    ck_assert_uint_eq(permkern_in_place_bytes(&plan), SIZE_MAX);
    ck_assert_int_eq(permkern_prepare(&plan, &whole, turned, &later), PERMKERN_OK);
    ck_assert_uint_eq(permkern_in_place_bytes(&plan), SIZE_MAX);
    ck_assert_int_eq(permkern_run_in_place(&plan, data, scratch, sizeof scratch), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_prepare(&plan, &gaps, same, &gaps), PERMKERN_OK);
    ck_assert_uint_eq(permkern_in_place_bytes(&plan), 0);
    ck_assert_int_eq(permkern_run_in_place(&plan, data, NULL, 0), PERMKERN_OK);
    for (size_t k = 0; k < sizeof data; k++) {
        ck_assert_uint_eq(data[k], 0);
    }
}
END_TEST

/* A plan, data and a scratch beside each other, so that each may lie over another. */
START_TEST(statuses)
{
    static union {
        permkern_plan plan;
        uint8_t bytes[sizeof(permkern_plan) + 2048];
    } room;
    static const size_t shape[2] = {6, 10};
    static const uint8_t perm[2] = {1, 0};
    uint8_t *const data = room.bytes + sizeof room.plan + 64;
    uint8_t *const scratch = data + 240;
    uint8_t kept[sizeof room];
    room.plan = plan_of(shape, perm, 2, 32);
    ck_assert_uint_eq(permkern_in_place_bytes(&room.plan), 8);
    memcpy(kept, &room, sizeof room);
    const permkern_plan *const plan = &room.plan;
    permkern_plan none;
    memset(&none, 0, sizeof none);
    ck_assert_int_eq(permkern_run_in_place(NULL, data, scratch, 8), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_run_in_place(plan, NULL, scratch, 8), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_run_in_place(plan, data, NULL, 8), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_run_in_place(&none, NULL, NULL, 0), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_run_in_place(&none, data, scratch, 8), PERMKERN_ERR_PLAN);
    ck_assert_int_eq(permkern_run_in_place(plan, data + 1, data, 7), PERMKERN_ERR_ALIGN);
    ck_assert_int_eq(permkern_run_in_place(plan, (void *)(UINTPTR_MAX - 15), scratch, 8), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(permkern_run_in_place(plan, data, (void *)(UINTPTR_MAX - 3), 8), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(permkern_run_in_place(plan, room.bytes, scratch, 8), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_run_in_place(plan, data, data + 239, 8), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_run_in_place(plan, data, data - 7, 8), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_run_in_place(plan, data, room.bytes + 8, 8), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_run_in_place(plan, data, scratch, 7), PERMKERN_ERR_CAPACITY);
    ck_assert_int_eq(permkern_run_in_place(plan, data, scratch, 0), PERMKERN_ERR_CAPACITY);
    ck_assert_mem_eq(kept, &room, sizeof room);
    ck_assert_int_eq(permkern_run_in_place(plan, data, data - 8, 8), PERMKERN_OK);
    ck_assert_int_eq(permkern_run_in_place(plan, data, scratch, SIZE_MAX), PERMKERN_OK);
}
END_TEST

/* The data's first byte is not the buffer's: each end may wrap. */
START_TEST(wraps)
{
    static const size_t shape[2] = {3, 5};
    static const uint8_t perm[2] = {1, 0};
    static uint8_t data[32];
    uint8_t scratch[2];
    permkern_plan plan;
    const permkern_layout in = {.shape = shape, .offset = 8, .capacity = sizeof data, .rank = 2, .bits = 8};
    const permkern_layout out = {.offset = 8, .capacity = sizeof data, .rank = 2, .bits = 8};
    ck_assert_int_eq(permkern_prepare(&plan, &in, perm, &out), PERMKERN_OK);
    ck_assert_uint_eq(permkern_in_place_bytes(&plan), 2);
    ck_assert_int_eq(permkern_run_in_place(&plan, (void *)(UINTPTR_MAX - 3), scratch, 2), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(permkern_run_in_place(&plan, (void *)(UINTPTR_MAX - 15), scratch, 2), PERMKERN_ERR_WRAP);
    for (uint8_t k = 0; k < sizeof data; k++) {
        data[k] = k;
    }
    ck_assert_int_eq(permkern_run_in_place(&plan, data, scratch, 2), PERMKERN_OK);
    for (uint8_t k = 0; k < sizeof data; k++) {
        const unsigned at = (unsigned)k - 8;
        ck_assert_uint_eq(data[k], k < 8 || k >= 23 ? (unsigned)k : 8 + at % 3 * 5 + at / 3);
    }
}
END_TEST

/* A plan's constant: elements are exclusive-ored where they end, also those of a view. */
START_TEST(constants)
{
    static const uint8_t perms[2][3] = {{2, 0, 1}, {0, 1, 2}};
    static const size_t shape[3] = {6, 7, 5};
    for (unsigned p = 0; p < 2; p++) {
        uint16_t from[210];
        uint16_t to[210];
        uint8_t scratch[27];
        permkern_plan plan = plan_of(shape, perms[p], 3, 16);
        for (unsigned k = 0; k < 210; k++) {
            from[k] = (uint16_t)(k * 311);
        }
        ck_assert_int_eq(permkern_run(&plan, from, to), PERMKERN_OK);
        ck_assert_int_eq(permkern_xor(&plan, 0x8001), PERMKERN_OK);
        ck_assert_uint_le(permkern_in_place_bytes(&plan), sizeof scratch);
        ck_assert_int_eq(permkern_run_in_place(&plan, from, scratch, sizeof scratch), PERMKERN_OK);
        for (unsigned k = 0; k < 210; k++) {
            ck_assert_uint_eq(from[k], to[k] ^ 0x8001U);
        }
    }
}
END_TEST

/* No elements: nothing to move, wherever it is. */
START_TEST(no_elements)
{
    const permkern_plan plan = plan_of((const size_t[2]){0, 5}, (const uint8_t[2]){1, 0}, 2, 32);
    ck_assert_uint_eq(permkern_in_place_bytes(&plan), 0);
    ck_assert_int_eq(permkern_run_in_place(&plan, NULL, NULL, 0), PERMKERN_OK);
}
END_TEST

int main(void)
{
    Suite *const suite = suite_create("in_place");
    TCase *const checks = tcase_create("checks");
    tcase_add_test(checks, bytes);
    tcase_add_test(checks, other_layouts);
    tcase_add_test(checks, statuses);
    tcase_add_test(checks, wraps);
    tcase_add_test(checks, constants);
    tcase_add_test(checks, no_elements);
    suite_add_tcase(suite, checks);
    return run_suite(suite);
}
