/* SPDX-License-Identifier: BSD-3-Clause */
/* TRANSPOSE by permkern in a runtime like TFLM's, against index arithmetic. Prints `N passed, N failed`. */
#include "../checks.h"
#include "permkern.h"
#include "permkern_tflm.h"
#include "runtime.h"

#include <string.h>

static const TFLMRegistration kernel = tflite::Register_TRANSPOSE_PERMKERN();

#define MOST_BYTES 8192U

alignas(16) static unsigned char input[MOST_BYTES];
alignas(16) static unsigned char output[MOST_BYTES];
alignas(16) static unsigned char wanted[MOST_BYTES];

static uint32_t random_below(uint32_t limit)
{
    static uint32_t state = 12345;
    state = state * 1664525U + 1013904223U;
    return (state >> 8) % limit;
}

/* Fills `wanted` from the definition: axis k of the output is axis perm[k] of the input. */
static void permute(const int *dims, const int32_t *perm, size_t bytes)
{
    const int rank = dims[0];
    size_t stride[9];
    size_t count = 1;
    for (int k = rank; k-- > 0;) {
        stride[k] = count;
        count *= static_cast<size_t>(dims[1 + k]);
    }
    memset(wanted, 0xa5, sizeof wanted);
    for (size_t at = 0; at < count; at++) {
        size_t rest = at;
        size_t from = 0;
        for (int k = rank; k-- > 0;) {
            const size_t extent = static_cast<size_t>(dims[1 + perm[k]]);
            from += rest % extent * stride[perm[k]];
            rest /= extent;
        }
        memcpy(wanted + at * bytes, input + from * bytes, bytes);
    }
}

static void permuted_dims(const int *dims, const int32_t *perm, int *out_dims)
{
    out_dims[0] = dims[0];
    for (int k = 0; k < dims[0]; k++) {
        out_dims[1 + k] = dims[1 + perm[k]];
    }
}

struct Type {
    TfLiteType type;
    size_t bytes;
};

static const Type types[] = {
    {kTfLiteInt8, 1},    {kTfLiteUInt8, 1},    {kTfLiteBool, 1},    {kTfLiteInt16, 2},     {kTfLiteUInt16, 2},
    {kTfLiteFloat16, 2}, {kTfLiteBFloat16, 2}, {kTfLiteInt32, 4},   {kTfLiteUInt32, 4},    {kTfLiteFloat32, 4},
    {kTfLiteInt64, 8},   {kTfLiteUInt64, 8},   {kTfLiteFloat64, 8}, {kTfLiteComplex64, 8}, {kTfLiteComplex128, 16},
};

/* One random request; perm is a constant, or known only when the node runs. */
static bool transposes(const Type &type, int rank, bool constant)
{
    int dims[9] = {rank};
    int out_dims[9];
    int32_t perm[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    int32_t later[8] = {-7, -7, -7, -7, -7, -7, -7, -7};
    size_t count = 1;
    for (int k = 0; k < rank; k++) {
        const uint32_t most = static_cast<uint32_t>(MOST_BYTES / type.bytes / count);
        dims[1 + k] = 1 + static_cast<int>(random_below(most < 7 ? most : 7));
        count *= static_cast<size_t>(dims[1 + k]);
        const uint32_t other = random_below(static_cast<uint32_t>(k) + 1);
        const int32_t swapped = perm[k];
        perm[k] = perm[other];
        perm[other] = swapped;
    }
    permuted_dims(dims, perm, out_dims);
    permute(dims, perm, type.bytes);
    memset(output, 0xa5, sizeof output);
    Runtime runtime(type.type, dims, input, constant ? perm : later, out_dims, output);
    runtime.tensors[1].allocation_type = constant ? kTfLiteMmapRo : kTfLiteArenaRw;
    bool right = runtime.Prepare(kernel) == kTfLiteOk && runtime.temporary == 0;
    memcpy(later, perm, sizeof perm);
    right = right && runtime.Invoke(kernel) == kTfLiteOk && memcmp(output, wanted, sizeof output) == 0;
    return right && runtime.message[0] == '\0';
}

static void all_types_and_ranks()
{
    for (const Type &type : types) {
        const int most = PERMKERN_MAX_RANK - (type.bytes > 8 ? 1 : 0);
        for (int rank = 0; rank <= most; rank++) {
            for (int again = 0; again < 4; again++) {
                check(transposes(type, rank, again != 0), "all types and ranks");
            }
        }
    }
}

/* The message is one sentence, and nothing is written. */
static void refused(Runtime &runtime, const char *says, bool later = false)
{
    memset(output, 0xa5, sizeof output);
    memset(wanted, 0xa5, sizeof wanted);
    TfLiteStatus status = runtime.Prepare(kernel);
    if (later) {
        check(status == kTfLiteOk, "known only when it runs");
        status = runtime.Invoke(kernel);
    }
    check(status == kTfLiteError && strstr(runtime.message, says) != nullptr, says);
    const size_t length = strlen(runtime.message);
    check(length > 0 && strchr(runtime.message, '.') == runtime.message + length - 1, "one sentence");
    check(memcmp(output, wanted, sizeof output) == 0 && runtime.temporary == 0, "nothing written, nothing kept");
}

static const int from[] = {3, 2, 3, 4};
static const int to[] = {3, 4, 2, 3};
static int32_t perm[] = {2, 0, 1};

struct Good : Runtime {
    Good() : Runtime(kTfLiteInt8, from, input, perm, to, output)
    {
    }
};

static void mistakes()
{
    static const int too_many[] = {9, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    static const int other[] = {3, 4, 3, 2};
    static const int fewer[] = {2, 4, 6};
    static const int negative[] = {3, 2, 3, -4};
    static int32_t twice[] = {2, 0, 2};
    static int32_t behind[] = {2, 0, 3};
    static int32_t below[] = {-1, 0, 1}; /* the last axis, to others; TFLM refuses it */
    static int32_t nine[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    Runtime many(kTfLiteInt8, too_many, input, nine, too_many, output);
    refused(many, "rank");
    Runtime shape(kTfLiteInt8, from, input, perm, other, output);
    refused(shape, "shape");
    Runtime ranks(kTfLiteInt8, from, input, perm, fewer, output);
    refused(ranks, "ank");
    Runtime extents(kTfLiteInt8, negative, input, perm, to, output);
    refused(extents, "extent");
    int32_t *const no_permutations[] = {twice, behind, below};
    for (int32_t *wrong : no_permutations) {
        Runtime axes(kTfLiteInt8, from, input, wrong, to, output);
        refused(axes, "permutation");
        axes.tensors[1].allocation_type = kTfLiteArenaRw;
        axes.arena_bytes = sizeof axes.arena;
        refused(axes, "permutation", true);
    }
    const TfLiteType no_bytes[] = {kTfLiteInt4, kTfLiteString, kTfLiteNoType};
    for (TfLiteType type : no_bytes) {
        Runtime packed(type, from, input, perm, to, output);
        refused(packed, "type");
    }
    Good types_differ;
    types_differ.tensors[2].type = kTfLiteUInt8;
    refused(types_differ, "type");
    Good long_perm;
    long_perm.tensors[1].type = kTfLiteInt64;
    refused(long_perm, "int32");
    Good short_perm;
    short_perm.perm_dims[1] = 2;
    refused(short_perm, "each axis");
    Good arena;
    arena.arena_bytes = 64;
    refused(arena, "arena");
}

/* Without elements there is nothing to move; a permute that moves nothing may have one buffer for both sides. */
static void special()
{
    static const int empty[] = {3, 2, 0, 4};
    static const int none[] = {3, 4, 2, 0};
    Runtime nothing(kTfLiteInt16, empty, nullptr, perm, none, nullptr);
    check(nothing.Prepare(kernel) == kTfLiteOk && nothing.Invoke(kernel) == kTfLiteOk, "empty");

    static const int column[] = {3, 2, 1, 4};
    static const int row[] = {3, 1, 2, 4};
    static int32_t exchange[] = {1, 0, 2};
    memcpy(wanted, input, sizeof input);
    Runtime view(kTfLiteFloat32, column, input, exchange, row, input);
    check(view.Prepare(kernel) == kTfLiteOk && view.Invoke(kernel) == kTfLiteOk, "a view in one buffer");
    check(memcmp(input, wanted, sizeof input) == 0, "a view moves nothing");

    Good overlap;
    overlap.tensors[2].data.data = input + 1;
    check(overlap.Prepare(kernel) == kTfLiteOk, "buffers are known when it runs");
    check(overlap.Invoke(kernel) == kTfLiteError && overlap.message[0] != '\0', "overlap");
    check(memcmp(input, wanted, sizeof input) == 0, "overlap: nothing is written");
}

/* What README.md states, in TFLM's steps of 16 bytes. */
static void bytes_in_the_arena()
{
    Good runtime;
    check(runtime.Prepare(kernel) == kTfLiteOk, "arena");
    check(runtime.taken == (sizeof(permkern_plan) + sizeof(uintptr_t) + 15) / 16 * 16, "a plan and a word");
    if (sizeof(void *) == 4) {
        const size_t stated = PERMKERN_MAX_RANK == 4 ? 128 : PERMKERN_MAX_RANK == 5 ? 144 : 176;
        check(runtime.taken == stated, "bytes as README.md states them");
    }
}

int main()
{
    fill(input, sizeof input);
    all_types_and_ranks();
    mistakes();
    special();
    bytes_in_the_arena();
    return report();
}
