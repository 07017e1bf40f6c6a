/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * CMSIS-NN's transposes by permkern, without a framework, so that it runs on bare metal, too: every permutation of
 * ranks 1 to 4, compared with the definition, and every error. Prints `N passed, N failed`.
 */
#include <stdint.h>

#if UINTPTR_MAX > 0xffffffffU
#define WIDE 70000 /* a row of more elements than 16 bits count, which CMSIS-NN cuts short */
#define MOST (2 * WIDE)
#else
#define MOST 2560
#endif
#include "clients/checks.h"

#include "permkern_cmsis_nn.h"

#include "arm_nnfunctions.h" /* as its callers do; the build has -Wredundant-decls */

/* The functions' arguments. Floats are compared as bits, and hold every kind of NaN. */
typedef struct request {
    const void *in;
    void *out;
    const cmsis_nn_dims *in_dims;
    const cmsis_nn_dims *out_dims;
    const uint32_t *perm; /* four entries, or NULL */
    int32_t rank;
    bool without; /* no parameters at all */
    int layout;   /* of floats */
} request;

#define CALL_INTEGERS(type)                                                                                            \
    static arm_cmsis_nn_status call_##type(const request *of)                                                          \
    {                                                                                                                  \
        const cmsis_nn_transpose_params params = {of->rank, of->perm};                                                 \
        return arm_transpose_##type(of->in, of->out, of->in_dims, of->out_dims, of->without ? NULL : &params);         \
    }

/* Float functions have the permutation in their parameters. */
#define CALL_FLOATS(type)                                                                                              \
    static arm_cmsis_nn_status call_##type(const request *of)                                                          \
    {                                                                                                                  \
        cmsis_nn_transpose_params_##type params = {of->rank, {0, 0, 0, 0}, (arm_nn_tensor_layout)of->layout};          \
        if (of->perm != NULL) {                                                                                        \
            memcpy(params.perm, of->perm, sizeof params.perm);                                                         \
        }                                                                                                              \
        return arm_transpose_##type(NULL, of->without ? NULL : &params, of->in_dims, of->in, of->out_dims, of->out);   \
    }

typedef struct function {
    const char *name;
    size_t bytes; /* of an element */
    arm_cmsis_nn_status (*call)(const request *of);
} function;

CALL_INTEGERS(s8)
CALL_INTEGERS(s16)
#if ARM_NN_ENABLE_F32
CALL_FLOATS(f32)
#endif
#if ARM_NN_ENABLE_F16
CALL_FLOATS(f16)
#endif

static const function functions[] = {
    {"s8", 1, call_s8},
    {"s16", 2, call_s16},
#if ARM_NN_ENABLE_F32
    {"f32", 4, call_f32},
#endif
#if ARM_NN_ENABLE_F16
    {"f16", 2, call_f16},
#endif
};

static void judge(bool good, const char *what, const function *by)
{
    char text[60];
    snprintf(text, sizeof text, "%s, %s", by->name, what);
    check(good, text);
}

/* ---- compared with the definition ---- */

static cmsis_nn_dims dims_of(const int *extents, int rank)
{
    int32_t of[4] = {-7, -7, -7, -7}; /* entries after the rank are not read */
    for (int k = 0; k < rank; k++) {
        of[k] = extents[k];
    }
    return (cmsis_nn_dims){of[0], of[1], of[2], of[3]};
}

/* To another buffer; then in place, which is right only if every element keeps its offset. */
static void permutes(const function *by, const permutation *of)
{
    const uint32_t perm[4] = {(uint32_t)of->source[0], (uint32_t)of->source[1], (uint32_t)of->source[2],
                              (uint32_t)of->source[3]};
    const cmsis_nn_dims in = dims_of(of->extents, of->rank);
    const cmsis_nn_dims out = dims_of(of->permuted, of->rank);
    request how = {input, output, &in, &out, perm, of->rank, false, 0};
    define(of, NULL, by->bytes);
    judge(by->call(&how) == ARM_CMSIS_NN_SUCCESS && as_expected(), "permutation", by);

    size_t bytes = by->bytes;
    for (int k = 0; k < of->rank; k++) {
        bytes *= (size_t)of->extents[k];
    }
    const bool stays = memcmp(expected, input, bytes) == 0;
    how.in = output;
    memcpy(memory[1], memory[0], sizeof memory[0]);
    memcpy(memory[2], memory[0], sizeof memory[0]);
    judge((by->call(&how) == ARM_CMSIS_NN_SUCCESS) == stays && as_expected(), "in place", by);
}

static void test_permutations(const function *by)
{
    static const int shapes[][4] = {{2, 3, 4, 5},  {5, 1, 7, 3},   {4, 8, 16, 1},  {1, 1, 1, 1},
                                    {3, 17, 2, 6}, {2, 300, 1, 1}, {300, 2, 1, 1}, {5, 5, 1, 1},
                                    {3, 3, 3, 3},  {1, 4, 1, 4},   {2, 1, 2, 1},   {4, 4, 2, 2}};
    for (unsigned n = 0; n < 256 * sizeof shapes / sizeof shapes[0]; n++) {
        const int source[4] = {n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6 & 3};
        unsigned seen = 0;
        for (int rank = 1; rank <= 4; rank++) {
            seen |= 1U << source[rank - 1];
            if (seen == (1U << rank) - 1 && (n & 255U) >> (2 * rank) == 0) {
                const permutation of = permutation_of(rank, shapes[n / 256], source);
                permutes(by, &of);
            }
        }
    }
}

/* ---- errors ---- */

static void refused(const function *by, const char *what, request of)
{
    clear();
    judge(by->call(&of) == ARM_CMSIS_NN_ARG_ERROR && as_expected(), what, by);
}

static void test_pointers(const function *by)
{
    static const uint32_t perm[] = {1, 0, 0, 0};
    const cmsis_nn_dims in = {4, 6, 0, 0};
    const cmsis_nn_dims out = {6, 4, 0, 0};
    refused(by, "no input", (request){NULL, output, &in, &out, perm, 2, false, 0});
    refused(by, "no output", (request){input, NULL, &in, &out, perm, 2, false, 0});
    refused(by, "no input_dims", (request){input, output, NULL, &out, perm, 2, false, 0});
    refused(by, "no output_dims", (request){input, output, &in, NULL, perm, 2, false, 0});
    refused(by, "no parameters", (request){input, output, &in, &out, perm, 2, true, 0});
    refused(by, "no permutation", (request){input, output, &in, &out, NULL, 2, false, 0}); /* of floats: 0, 0 */
    refused(by, "overlap", (request){output + by->bytes, output, &in, &out, perm, 2, false, 0});
    if (by->bytes > 1) {
        refused(by, "misaligned", (request){input, output + 1, &in, &out, perm, 2, false, 0});
    }
    if (by->name[0] == 'f') {
        refused(by, "another layout", (request){input, output, &in, &out, perm, 2, false, 1});
    }
}

static void test_geometry(const function *by)
{
    static const uint32_t good[] = {0, 2, 1, 3};
    static const struct {
        uint32_t perm[4];
        int32_t rank;
    } bad[] = {{{0, 0, 1, 2}, 4}, {{0, 1, 2, 2}, 4}, {{3, 3, 3, 3}, 4},           {{0, 1, 2, 4}, 4},
               {{3, 0, 0, 0}, 1}, {{0, 0, 1, 2}, 2}, {{0, 2, 1, 0x80000001U}, 4}, {{0, 2, 1, 0xffffffffU}, 4}};
    const cmsis_nn_dims in = {2, 3, 3, 3};
    const cmsis_nn_dims wrong = {2, 3, 3, 4};
    const cmsis_nn_dims negative = {2, 3, -3, 3};
    const cmsis_nn_dims huge = {0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff};
    for (unsigned k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        refused(by, "permutation", (request){input, output, &in, &in, bad[k].perm, bad[k].rank, false, 0});
    }
    refused(by, "rank -1", (request){input, output, &in, &in, good, -1, false, 0});
    refused(by, "rank 0", (request){input, output, &in, &in, good, 0, false, 0});
    refused(by, "rank 5", (request){input, output, &in, &in, good, 5, false, 0});
    refused(by, "another output", (request){input, output, &in, &wrong, good, 4, false, 0});
    refused(by, "negative", (request){input, output, &negative, &negative, good, 4, false, 0});
    refused(by, "too large", (request){input, output, &huge, &huge, good, 4, false, 0});
}

static void test_nothing_to_move(const function *by)
{
    static const uint32_t perm[] = {1, 0, 2, 0};
    const cmsis_nn_dims in = {2, 0, 4, 0};
    const cmsis_nn_dims out = {0, 2, 4, 0};
    const request empty = {input, output, &in, &out, perm, 3, false, 0};
    const request without_data = {NULL, NULL, &in, &out, perm, 3, false, 0};
    clear();
    judge(by->call(&empty) == ARM_CMSIS_NN_SUCCESS && as_expected(), "empty", by);
    judge(by->call(&without_data) == ARM_CMSIS_NN_SUCCESS, "empty, without data", by);
}

int main(void)
{
    fill();
#ifdef WIDE
    static const int rows[] = {2, WIDE};
    static const int swapped[] = {1, 0};
    const permutation wide = permutation_of(2, rows, swapped);
    permutes(&functions[0], &wide);
#endif
    for (unsigned k = 0; k < sizeof functions / sizeof functions[0]; k++) {
        test_permutations(&functions[k]);
        test_pointers(&functions[k]);
        test_geometry(&functions[k]);
        test_nothing_to_move(&functions[k]);
    }
    return report();
}
