/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * CMSIS-NN's transpose over permkern, without a framework, so that it runs on bare metal, too: every permutation of
 * ranks 1 to 4 against the definition, and every error with the output as it was. Ends with `N passed, N failed`.
 */
#include "permkern_cmsis_nn.h"

#include "arm_nnfunctions.h" /* as its callers do; the build has -Wredundant-decls */

#include <stddef.h>
#include <stdio.h>

#define MOST 640U /* elements of the largest shape */
#define GUARD 8U
#define UNTOUCHED 0x5a

static int16_t input[MOST];
static int16_t output[MOST + 2 * GUARD];

static unsigned passed;
static unsigned failed;

static void judge(bool good, const char *what, const uint32_t *perm, int32_t rank, unsigned bits)
{
    if (good) {
        passed++;
        return;
    }
    failed++;
    printf("FAIL %s, %u-bit, perm", what, bits);
    for (int32_t k = 0; perm != NULL && k < rank && k < 4; k++) {
        printf(" %lu", (unsigned long)perm[k]);
    }
    printf("\n");
}

/* ---- elements of both widths ---- */

static void set(int16_t *at, unsigned bits, uint32_t index, int value)
{
    if (bits == 8) {
        ((int8_t *)at)[index] = (int8_t)value;
    } else {
        at[index] = (int16_t)value;
    }
}

static int get(const int16_t *at, unsigned bits, uint32_t index)
{
    return bits == 8 ? ((const int8_t *)at)[index] : at[index];
}

static int pattern(uint32_t index, unsigned bits)
{
    const uint32_t mixed = index * 167U + (index >> 3);
    return bits == 8 ? (int8_t)mixed : (int16_t)(mixed * 31U);
}

static void clear(void)
{
    for (uint32_t k = 0; k < sizeof output; k++) {
        ((uint8_t *)output)[k] = UNTOUCHED;
    }
}

static bool untouched(uint32_t from, uint32_t to)
{
    bool same = true;
    for (uint32_t k = from; k < to; k++) {
        same = same && ((const uint8_t *)output)[k] == UNTOUCHED;
    }
    return same;
}

static arm_cmsis_nn_status call(unsigned bits, const int16_t *in, int16_t *out, const cmsis_nn_dims *input_dims,
                                const cmsis_nn_dims *output_dims, const cmsis_nn_transpose_params *params)
{
    return bits == 8 ? arm_transpose_s8((const int8_t *)in, (int8_t *)out, input_dims, output_dims, params)
                     : arm_transpose_s16(in, out, input_dims, output_dims, params);
}

/* ---- against the definition ---- */

/* The value that the definition puts at an index of the output: coordinates of the output, then of the input. */
static int wanted(uint32_t index, const int32_t *shape, const uint32_t *perm, int32_t rank, unsigned bits)
{
    uint32_t at[4] = {0};
    uint32_t from = 0;
    for (int32_t k = rank - 1; k >= 0; k--) {
        const uint32_t extent = (uint32_t)shape[perm[k]];
        at[perm[k]] = index % extent;
        index /= extent;
    }
    for (int32_t k = 0; k < rank; k++) {
        from = from * (uint32_t)shape[k] + at[k];
    }
    return pattern(from, bits);
}

static cmsis_nn_dims dims_of(const int32_t *shape, int32_t rank)
{
    int32_t extent[4] = {-7, -7, -7, -7}; /* what is no axis counts for nothing */
    for (int32_t k = 0; k < rank; k++) {
        extent[k] = shape[k];
    }
    return (cmsis_nn_dims){extent[0], extent[1], extent[2], extent[3]};
}

static void test_one(const int32_t *shape, const uint32_t *perm, int32_t rank, unsigned bits)
{
    int32_t permuted[4] = {0};
    uint32_t elements = 1;
    for (int32_t k = 0; k < rank; k++) {
        permuted[k] = shape[perm[k]];
        elements *= (uint32_t)shape[k];
    }
    const cmsis_nn_dims input_dims = dims_of(shape, rank);
    const cmsis_nn_dims output_dims = dims_of(permuted, rank);
    const cmsis_nn_transpose_params params = {rank, perm};
    for (uint32_t k = 0; k < elements; k++) {
        set(input, bits, k, pattern(k, bits));
    }
    clear();
    bool good = call(bits, input, output + GUARD, &input_dims, &output_dims, &params) == ARM_CMSIS_NN_SUCCESS;
    for (uint32_t k = 0; k < elements; k++) {
        good = good && get(output + GUARD, bits, k) == wanted(k, shape, perm, rank, bits);
    }
    good = good && untouched(0, GUARD * 2) && untouched(GUARD * 2 + elements * bits / 8, sizeof output);
    judge(good, "permutation", perm, rank, bits);
}

/* Every permutation of a rank; how many there were. */
static unsigned each_permutation(const int32_t *shape, int32_t rank, unsigned bits)
{
    unsigned found = 0;
    for (uint32_t code = 0; code < 256; code++) {
        const uint32_t perm[4] = {code & 3U, code >> 2 & 3U, code >> 4 & 3U, code >> 6 & 3U};
        unsigned seen = 0;
        for (int32_t k = 0; k < rank; k++) {
            seen |= 1U << perm[k];
        }
        if (seen == (1U << rank) - 1 && code >> (2 * rank) == 0) {
            test_one(shape, perm, rank, bits);
            found++;
        }
    }
    return found;
}

static void test_permutations(void)
{
    static const int32_t shapes[][4] = {{2, 3, 4, 5},  {5, 1, 7, 3},   {4, 8, 16, 1}, {1, 1, 1, 1},
                                        {3, 17, 2, 6}, {2, 300, 1, 1}, {300, 2, 1, 1}};
    static const unsigned expected[] = {0, 1, 2, 6, 24};
    for (unsigned bits = 8; bits <= 16; bits += 8) {
        for (unsigned k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
            for (int32_t rank = 1; rank <= 4; rank++) {
                judge(each_permutation(shapes[k], rank, bits) == expected[rank], "count", NULL, rank, bits);
            }
        }
    }
}

/* Rows of more elements than 16 bits count, which CMSIS-NN cuts short; where there is memory for them. */
#if UINTPTR_MAX > 0xffffffffU
#define WIDE 70000
static int8_t wide_input[2 * WIDE];
static int8_t wide_output[2 * WIDE];

static void test_wide_rows(void)
{
    static const uint32_t perm[] = {1, 0};
    const cmsis_nn_dims in = {2, WIDE, 0, 0};
    const cmsis_nn_dims out = {WIDE, 2, 0, 0};
    const cmsis_nn_transpose_params params = {2, perm};
    for (uint32_t k = 0; k < 2 * WIDE; k++) {
        wide_input[k] = (int8_t)pattern(k, 8);
    }
    bool good = arm_transpose_s8(wide_input, wide_output, &in, &out, &params) == ARM_CMSIS_NN_SUCCESS;
    for (uint32_t k = 0; k < 2 * WIDE; k++) {
        good = good && wide_output[k] == pattern(k % 2 * WIDE + k / 2, 8);
    }
    judge(good, "wide rows", perm, 2, 8);
}
#endif

/* ---- errors, and what is none ---- */

static void refuses(const char *what, unsigned bits, const int16_t *in, int16_t *out, const cmsis_nn_dims *input_dims,
                    const cmsis_nn_dims *output_dims, const cmsis_nn_transpose_params *params)
{
    clear();
    const bool refused = call(bits, in, out, input_dims, output_dims, params) == ARM_CMSIS_NN_ARG_ERROR;
    judge(refused && untouched(0, sizeof output), what, params == NULL ? NULL : params->permutations, 4, bits);
}

static void test_pointers(unsigned bits)
{
    static const uint32_t perm[] = {1, 0};
    const cmsis_nn_dims in = {4, 6, 0, 0};
    const cmsis_nn_dims out = {6, 4, 0, 0};
    const cmsis_nn_transpose_params params = {2, perm};
    const cmsis_nn_transpose_params none = {2, NULL};
    refuses("no input", bits, NULL, output, &in, &out, &params);
    refuses("no output", bits, input, NULL, &in, &out, &params);
    refuses("no input_dims", bits, input, output, NULL, &out, &params);
    refuses("no output_dims", bits, input, output, &in, NULL, &params);
    refuses("no parameters", bits, input, output, &in, &out, NULL);
    refuses("no permutation", bits, input, output, &in, &out, &none);
    refuses("in place", bits, output, output, &in, &out, &params);
    refuses("overlapping", bits, output + 1, output, &in, &out, &params);
    if (bits == 16) {
        refuses("misaligned", bits, input, (int16_t *)(void *)((uint8_t *)output + 1), &in, &out, &params);
    }
}

static void test_geometry(unsigned bits)
{
    static const uint32_t good[] = {0, 2, 1, 3};
    static const uint32_t bad[][4] = {{0, 0, 1, 2}, {0, 1, 2, 2}, {3, 3, 3, 3}, {0, 1, 2, 4}, {0, 2, 1, 0x80000001U}};
    const cmsis_nn_dims in = {2, 3, 3, 3};
    const cmsis_nn_dims wrong = {2, 3, 3, 4};
    const cmsis_nn_dims negative = {2, 3, -3, 3};
    const cmsis_nn_dims huge = {0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff};
    const cmsis_nn_transpose_params params = {4, good};
    for (unsigned k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        for (int32_t rank = 1; rank <= 4; rank++) {
            const cmsis_nn_transpose_params refused = {rank, bad[k]};
            if (rank == 4 || (rank == 1 && bad[k][0] > 0) || (rank == 2 && (bad[k][0] == bad[k][1] || k == 2))) {
                refuses("bad permutation", bits, input, output, &in, &in, &refused);
            }
        }
    }
    for (int32_t rank = -1; rank <= 5; rank += rank == 0 ? 5 : 1) {
        const cmsis_nn_transpose_params refused = {rank, good};
        refuses("rank", bits, input, output, &in, &in, &refused);
    }
    refuses("another output", bits, input, output, &in, &wrong, &params);
    refuses("negative", bits, input, output, &negative, &negative, &params);
    refuses("too large", bits, input, output, &huge, &huge, &params);
}

static void test_nothing_to_move(unsigned bits)
{
    static const uint32_t perm[] = {1, 0, 2};
    const cmsis_nn_dims empty_in = {2, 0, 4, 0};
    const cmsis_nn_dims empty_out = {0, 2, 4, 0};
    const cmsis_nn_dims flat_in = {1, 9, 4, 0};
    const cmsis_nn_dims flat_out = {9, 1, 4, 0};
    const cmsis_nn_transpose_params params = {3, perm};
    clear();
    bool good = call(bits, input, output, &empty_in, &empty_out, &params) == ARM_CMSIS_NN_SUCCESS;
    judge(good && untouched(0, sizeof output), "empty", perm, 3, bits);
    good = call(bits, NULL, NULL, &empty_in, &empty_out, &params) == ARM_CMSIS_NN_SUCCESS;
    judge(good, "empty, without data", perm, 3, bits);
    good = call(bits, output, output, &flat_in, &flat_out, &params) == ARM_CMSIS_NN_SUCCESS;
    judge(good && untouched(0, sizeof output), "a view in place", perm, 3, bits);
}

int main(void)
{
    test_permutations();
#if UINTPTR_MAX > 0xffffffffU
    test_wide_rows();
#endif
    for (unsigned bits = 8; bits <= 16; bits += 8) {
        test_pointers(bits);
        test_geometry(bits);
        test_nothing_to_move(bits);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
