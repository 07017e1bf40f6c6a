/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * CMSIS-NN's transposes over permkern, without a framework, so that it runs on bare metal, too: every permutation of
 * ranks 1 to 4 against the definition, and every error with the output as it was. Ends with `N passed, N failed`.
 */
#include "permkern_cmsis_nn.h"

#include "arm_nnfunctions.h" /* as its callers do; the build has -Wredundant-decls */

#include <stddef.h>
#include <stdio.h>

#define MOST 640U /* elements of the largest shape */
#define GUARD_BYTES 16U
#define UNTOUCHED 0x5a

/* The functions; floats hold bits that are compared as such, every kind of NaN among them. */
typedef enum kind { S8, S16, F32, F16 } kind;

static const kind kinds[] = {
    S8,
    S16,
#if ARM_NN_ENABLE_F32
    F32,
#endif
#if ARM_NN_ENABLE_F16
    F16,
#endif
};
#define KINDS (sizeof kinds / sizeof kinds[0])

static const char *const names[] = {"s8", "s16", "f32", "f16"};
static const uint8_t sizes[] = {1, 2, 4, 2}; /* bytes of an element */

/* Of all alignments: uint64_t. */
static uint64_t input[MOST / 2];
static uint64_t output[MOST / 2 + 2 * GUARD_BYTES / 8];

static unsigned passed;
static unsigned failed;

static void judge(bool good, const char *what, const uint32_t *perm, int32_t rank, kind of)
{
    if (good) {
        passed++;
        return;
    }
    failed++;
    printf("FAIL %s, %s, perm", what, names[of]);
    for (int32_t k = 0; perm != NULL && k < rank && k < 4; k++) {
        printf(" %lu", (unsigned long)perm[k]);
    }
    printf("\n");
}

/* ---- elements as bytes ---- */

static uint8_t *byte(uint64_t *buffer, size_t at)
{
    return (uint8_t *)buffer + at;
}

static void set(uint64_t *buffer, kind of, uint32_t index, uint32_t value)
{
    for (uint32_t k = 0; k < sizes[of]; k++) {
        *byte(buffer, index * sizes[of] + k) = (uint8_t)(value >> (8 * k));
    }
}

static uint32_t get(uint64_t *buffer, kind of, uint32_t index)
{
    uint32_t value = 0;
    for (uint32_t k = 0; k < sizes[of]; k++) {
        value |= (uint32_t)*byte(buffer, index * sizes[of] + k) << (8 * k);
    }
    return value;
}

static uint32_t pattern(uint32_t index, kind of)
{
    const uint32_t mixed = (index * 167U + (index >> 3)) * (of == S8 ? 1U : 0x9e3779b1U);
    return sizes[of] == 4 ? mixed : mixed & ((1U << (8 * sizes[of])) - 1U);
}

static void clear(void)
{
    for (size_t k = 0; k < sizeof output; k++) {
        *byte(output, k) = UNTOUCHED;
    }
}

static bool untouched(size_t from, size_t to)
{
    bool same = true;
    for (size_t k = from; k < to; k++) {
        same = same && *byte(output, k) == UNTOUCHED;
    }
    return same;
}

/* ---- one call of each signature ---- */

/* What the four signatures share; of floats, the permutation is a part of the parameters. */
typedef struct request {
    const cmsis_nn_dims *input_dims;
    const cmsis_nn_dims *output_dims;
    const uint32_t *perm; /* four entries, or NULL */
    int32_t rank;
    bool without; /* no parameters at all */
} request;

static arm_cmsis_nn_status call_integers(kind of, const void *in, void *out, const request *how)
{
    const cmsis_nn_transpose_params params = {how->rank, how->perm};
    const cmsis_nn_transpose_params *const given = how->without ? NULL : &params;
    return of == S8 ? arm_transpose_s8((const int8_t *)in, (int8_t *)out, how->input_dims, how->output_dims, given)
                    : arm_transpose_s16((const int16_t *)in, (int16_t *)out, how->input_dims, how->output_dims, given);
}

#if ARM_NN_ENABLE_F32
static arm_cmsis_nn_status call_f32(const void *in, void *out, const request *how, arm_nn_tensor_layout layout)
{
    cmsis_nn_transpose_params_f32 params = {how->rank, {0, 0, 0, 0}, layout};
    for (int32_t k = 0; how->perm != NULL && k < 4; k++) {
        params.perm[k] = (int32_t)how->perm[k];
    }
    return arm_transpose_f32(NULL, how->without ? NULL : &params, how->input_dims, (const float32_t *)in,
                             how->output_dims, (float32_t *)out);
}
#endif

#if ARM_NN_ENABLE_F16
static arm_cmsis_nn_status call_f16(const void *in, void *out, const request *how, arm_nn_tensor_layout layout)
{
    cmsis_nn_transpose_params_f16 params = {how->rank, {0, 0, 0, 0}, layout};
    for (int32_t k = 0; how->perm != NULL && k < 4; k++) {
        params.perm[k] = (int32_t)how->perm[k];
    }
    return arm_transpose_f16(NULL, how->without ? NULL : &params, how->input_dims, (const float16_t *)in,
                             how->output_dims, (float16_t *)out);
}
#endif

static arm_cmsis_nn_status call(kind of, const void *in, void *out, const request *how)
{
    switch (of) {
#if ARM_NN_ENABLE_F32
    case F32:
        return call_f32(in, out, how, ARM_NN_LAYOUT_NHWC);
#endif
#if ARM_NN_ENABLE_F16
    case F16:
        return call_f16(in, out, how, ARM_NN_LAYOUT_NHWC);
#endif
    default:
        return call_integers(of, in, out, how);
    }
}

/* ---- against the definition ---- */

/* The value that the definition puts at an index of the output: coordinates of the output, then of the input. */
static uint32_t wanted(uint32_t index, const int32_t *shape, const uint32_t *perm, int32_t rank, kind of)
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
    return pattern(from, of);
}

static cmsis_nn_dims dims_of(const int32_t *shape, int32_t rank)
{
    int32_t extent[4] = {-7, -7, -7, -7}; /* what is no axis counts for nothing */
    for (int32_t k = 0; k < rank; k++) {
        extent[k] = shape[k];
    }
    return (cmsis_nn_dims){extent[0], extent[1], extent[2], extent[3]};
}

static void test_one(const int32_t *shape, const uint32_t *perm, int32_t rank, kind of)
{
    int32_t permuted[4] = {0};
    uint32_t elements = 1;
    for (int32_t k = 0; k < rank; k++) {
        permuted[k] = shape[perm[k]];
        elements *= (uint32_t)shape[k];
    }
    const cmsis_nn_dims input_dims = dims_of(shape, rank);
    const cmsis_nn_dims output_dims = dims_of(permuted, rank);
    const request how = {&input_dims, &output_dims, perm, rank, false};
    const uint32_t guard = GUARD_BYTES / sizes[of];
    for (uint32_t k = 0; k < elements; k++) {
        set(input, of, k, pattern(k, of));
    }
    clear();
    bool good = call(of, input, byte(output, GUARD_BYTES), &how) == ARM_CMSIS_NN_SUCCESS;
    for (uint32_t k = 0; k < elements; k++) {
        good = good && get(output, of, guard + k) == wanted(k, shape, perm, rank, of);
    }
    good = good && untouched(0, GUARD_BYTES) && untouched(GUARD_BYTES + elements * sizes[of], sizeof output);
    judge(good, "permutation", perm, rank, of);
}

/* Every permutation of a rank; how many there were. */
static unsigned each_permutation(const int32_t *shape, int32_t rank, kind of)
{
    unsigned found = 0;
    for (uint32_t code = 0; code < 256; code++) {
        const uint32_t perm[4] = {code & 3U, code >> 2 & 3U, code >> 4 & 3U, code >> 6 & 3U};
        unsigned seen = 0;
        for (int32_t k = 0; k < rank; k++) {
            seen |= 1U << perm[k];
        }
        if (seen == (1U << rank) - 1 && code >> (2 * rank) == 0) {
            test_one(shape, perm, rank, of);
            found++;
        }
    }
    return found;
}

static void test_permutations(kind of)
{
    static const int32_t shapes[][4] = {{2, 3, 4, 5},  {5, 1, 7, 3},   {4, 8, 16, 1}, {1, 1, 1, 1},
                                        {3, 17, 2, 6}, {2, 300, 1, 1}, {300, 2, 1, 1}};
    static const unsigned expected[] = {0, 1, 2, 6, 24};
    for (unsigned k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        for (int32_t rank = 1; rank <= 4; rank++) {
            judge(each_permutation(shapes[k], rank, of) == expected[rank], "count", NULL, rank, of);
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
        wide_input[k] = (int8_t)pattern(k, S8);
    }
    bool good = arm_transpose_s8(wide_input, wide_output, &in, &out, &params) == ARM_CMSIS_NN_SUCCESS;
    for (uint32_t k = 0; k < 2 * WIDE; k++) {
        good = good && wide_output[k] == (int8_t)pattern(k % 2 * WIDE + k / 2, S8);
    }
    judge(good, "wide rows", perm, 2, S8);
}
#endif

/* ---- errors, and what is none ---- */

static void refuses(const char *what, kind of, const void *in, void *out, const request *how)
{
    clear();
    const bool refused = call(of, in, out, how) == ARM_CMSIS_NN_ARG_ERROR;
    judge(refused && untouched(0, sizeof output), what, how->perm, 4, of);
}

static void test_pointers(kind of)
{
    static const uint32_t perm[] = {1, 0, 0, 0};
    const cmsis_nn_dims in = {4, 6, 0, 0};
    const cmsis_nn_dims out = {6, 4, 0, 0};
    const request good = {&in, &out, perm, 2, false};
    refuses("no input", of, NULL, output, &good);
    refuses("no output", of, input, NULL, &good);
    refuses("no input_dims", of, input, output, &(request){NULL, &out, perm, 2, false});
    refuses("no output_dims", of, input, output, &(request){&in, NULL, perm, 2, false});
    refuses("no parameters", of, input, output, &(request){&in, &out, perm, 2, true});
    refuses("no permutation", of, input, output, &(request){&in, &out, NULL, 2, false}); /* of floats: 0, 0 */
    refuses("in place", of, output, output, &good);
    refuses("overlapping", of, byte(output, sizes[of]), output, &good);
    if (of != S8) {
        refuses("misaligned", of, input, byte(output, 1), &good);
    }
}

static void test_geometry(kind of)
{
    static const uint32_t good[] = {0, 2, 1, 3};
    static const uint32_t bad[][4] = {{0, 0, 1, 2}, {0, 1, 2, 2},           {3, 3, 3, 3},
                                      {0, 1, 2, 4}, {0, 2, 1, 0x80000001U}, {0, 2, 1, 0xffffffffU}};
    const cmsis_nn_dims in = {2, 3, 3, 3};
    const cmsis_nn_dims wrong = {2, 3, 3, 4};
    const cmsis_nn_dims negative = {2, 3, -3, 3};
    const cmsis_nn_dims huge = {0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff};
    for (unsigned k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        for (int32_t rank = 1; rank <= 4; rank++) {
            if (rank == 4 || (rank == 1 && bad[k][0] > 0) || (rank == 2 && (bad[k][0] == bad[k][1] || k == 2))) {
                refuses("bad permutation", of, input, output, &(request){&in, &in, bad[k], rank, false});
            }
        }
    }
    for (int32_t rank = -1; rank <= 5; rank += rank == 0 ? 5 : 1) {
        refuses("rank", of, input, output, &(request){&in, &in, good, rank, false});
    }
    refuses("another output", of, input, output, &(request){&in, &wrong, good, 4, false});
    refuses("negative", of, input, output, &(request){&negative, &negative, good, 4, false});
    refuses("too large", of, input, output, &(request){&huge, &huge, good, 4, false});
}

static void test_nothing_to_move(kind of)
{
    static const uint32_t perm[] = {1, 0, 2, 0};
    const cmsis_nn_dims empty_in = {2, 0, 4, 0};
    const cmsis_nn_dims empty_out = {0, 2, 4, 0};
    const cmsis_nn_dims flat_in = {1, 9, 4, 0};
    const cmsis_nn_dims flat_out = {9, 1, 4, 0};
    const request empty = {&empty_in, &empty_out, perm, 3, false};
    clear();
    bool good = call(of, input, output, &empty) == ARM_CMSIS_NN_SUCCESS;
    judge(good && untouched(0, sizeof output), "empty", perm, 3, of);
    judge(call(of, NULL, NULL, &empty) == ARM_CMSIS_NN_SUCCESS, "empty, without data", perm, 3, of);
    good = call(of, output, output, &(request){&flat_in, &flat_out, perm, 3, false}) == ARM_CMSIS_NN_SUCCESS;
    judge(good && untouched(0, sizeof output), "a view in place", perm, 3, of);
}

/*
 * In place, extents that agree on both sides say nothing: only what keeps every element where it is may be left there.
 * Squares and cubes, with axes of one element between them, by every permutation.
 */
static void test_in_place(kind of)
{
    static const int32_t shapes[][4] = {{5, 5, 1, 1}, {3, 3, 3, 3}, {1, 4, 1, 4}, {2, 1, 2, 1}, {4, 4, 2, 2}};
    for (unsigned n = 0; n < sizeof shapes / sizeof shapes[0] * 256; n++) {
        const int32_t *const shape = shapes[n / 256];
        const uint32_t perm[4] = {n & 3U, n >> 2 & 3U, n >> 4 & 3U, n >> 6 & 3U};
        int32_t permuted[4];
        unsigned seen = 0;
        bool stays = true;
        int32_t last = -1;
        for (unsigned k = 0; k < 4; k++) {
            permuted[k] = shape[perm[k]];
            seen |= 1U << perm[k];
            stays = stays && (permuted[k] == 1 || (int32_t)perm[k] > last);
            last = permuted[k] == 1 ? last : (int32_t)perm[k];
        }
        const cmsis_nn_dims in = dims_of(shape, 4);
        const cmsis_nn_dims out = dims_of(permuted, 4);
        if (seen == 15U) {
            for (uint32_t k = 0; k < MOST; k++) {
                set(output, of, k, pattern(k, of));
            }
            bool good =
                (call(of, output, output, &(request){&in, &out, perm, 4, false}) == ARM_CMSIS_NN_SUCCESS) == stays;
            for (uint32_t k = 0; k < MOST; k++) {
                good = good && get(output, of, k) == pattern(k, of);
            }
            judge(good, "in place", perm, 4, of);
        }
    }
}

/* Layouts that a later CMSIS-NN may have are not this one. */
static void test_layouts(void)
{
#if ARM_NN_ENABLE_F32 || ARM_NN_ENABLE_F16
    static const uint32_t perm[] = {1, 0, 0, 0};
    const cmsis_nn_dims in = {4, 6, 0, 0};
    const cmsis_nn_dims out = {6, 4, 0, 0};
    const request how = {&in, &out, perm, 2, false};
    const arm_nn_tensor_layout other = (arm_nn_tensor_layout)1;
    clear();
#if ARM_NN_ENABLE_F32
    judge(call_f32(input, output, &how, other) == ARM_CMSIS_NN_ARG_ERROR, "layout", perm, 2, F32);
#endif
#if ARM_NN_ENABLE_F16
    judge(call_f16(input, output, &how, other) == ARM_CMSIS_NN_ARG_ERROR, "layout", perm, 2, F16);
#endif
    judge(untouched(0, sizeof output), "layout", perm, 2, F32);
#endif
}

int main(void)
{
#if UINTPTR_MAX > 0xffffffffU
    test_wide_rows();
#endif
    for (unsigned k = 0; k < KINDS; k++) {
        test_permutations(kinds[k]);
        test_pointers(kinds[k]);
        test_geometry(kinds[k]);
        test_nothing_to_move(kinds[k]);
        test_in_place(kinds[k]);
    }
    test_layouts();
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
