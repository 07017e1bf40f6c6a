/* SPDX-License-Identifier: BSD-3-Clause */
/* TRANSPOSE by permkern in a runtime like TFLM's, compared with index arithmetic. Prints `N passed, N failed`. */
#define MOST 8192
#include "../checks.h"

#include "permkern.h"
#include "permkern_tflm.h"
#include "runtime.h"

static const TFLMRegistration kernel = tflite::Register_TRANSPOSE_PERMKERN();

/* A random request. perm is a constant, or known only when the node runs. */
static void transpose(TfLiteType type, int rank, bool constant)
{
    size_t bytes;
    tflite::TfLiteTypeSizeOf(type, &bytes);
    const permutation of = random_permutation(rank, 7, static_cast<int>(MOST / bytes));
    Runtime runtime(type, rank, of.extents, of.source, input, output);
    if (!constant) {
        runtime.perm.allocation_type = kTfLiteArenaRw;
        memset(runtime.axes, 0xff, sizeof runtime.axes);
    }
    define(&of, nullptr, bytes);
    bool right = runtime.Prepare(kernel) == kTfLiteOk && runtime.temporary == 0;
    for (int k = 0; k < rank; k++) {
        runtime.axes[k] = of.source[k];
    }
    right = right && runtime.Invoke(kernel) == kTfLiteOk && as_expected() && runtime.message[0] == '\0';
    check(right, "types and ranks");
}

static void types_and_ranks()
{
    static const TfLiteType types[] = {kTfLiteInt8, kTfLiteInt16, kTfLiteInt32, kTfLiteInt64, kTfLiteComplex128};
    for (TfLiteType type : types) {
        const int most = PERMKERN_MAX_RANK - (type == kTfLiteComplex128 ? 1 : 0);
        for (int rank = 0; rank <= most; rank++) {
            for (int again = 0; again < 12; again++) {
                transpose(type, rank, again % 4 != 0);
            }
        }
    }
}

struct Good : Runtime {
    static constexpr int extents[] = {2, 3, 4};
    static constexpr int source[] = {2, 0, 1};
    Good() : Runtime(kTfLiteInt8, 3, extents, source, input, output)
    {
    }
};

/* The message is one sentence, nothing is written, and no tensor is kept. */
static void refused(Runtime &runtime, TfLiteStatus status, const char *says)
{
    const size_t length = strlen(runtime.message);
    check(status == kTfLiteError && strstr(runtime.message, says) != nullptr, says);
    check(length > 0 && strchr(runtime.message, '.') == runtime.message + length - 1, "one sentence");
    check(as_expected() && runtime.temporary == 0, "nothing written, nothing kept");
}

/* A message, and the change of Good that causes it. */
static const struct {
    const char *says;
    void (*change)(Runtime &of);
} mistakes[] = {
    {"shape", [](Runtime &of) { of.dims[2][2] = 3; }},
    {"ank", [](Runtime &of) { of.dims[2][0] = 2; }},
    {"extent", [](Runtime &of) { of.dims[0][3] = -4; }},
    {"type", [](Runtime &of) { of.tensors[0].type = of.tensors[2].type = kTfLiteInt4; }},
    {"type", [](Runtime &of) { of.tensors[0].type = of.tensors[2].type = kTfLiteString; }},
    {"type", [](Runtime &of) { of.tensors[0].type = of.tensors[2].type = kTfLiteNoType; }},
    {"type", [](Runtime &of) { of.tensors[2].type = kTfLiteUInt8; }},
    {"int32", [](Runtime &of) { of.tensors[1].type = kTfLiteInt64; }},
    {"one row", [](Runtime &of) { of.dims[1][0] = 2; }},
    {"each axis", [](Runtime &of) { of.dims[1][1] = 2; }},
    {"two inputs", [](Runtime &of) { of.inputs[0] = 1; }},
    {"one output", [](Runtime &of) { of.outputs[0] = 2; }},
    {"arena", [](Runtime &of) { of.arena_bytes = 64; }},
};

static void refusals()
{
    clear();
    for (const auto &each : mistakes) {
        Good runtime;
        each.change(runtime);
        refused(runtime, runtime.Prepare(kernel), each.says);
    }
    static const int ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    static const int in_order[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    Runtime many(kTfLiteInt8, 9, ones, in_order, input, output);
    refused(many, many.Prepare(kernel), "rank");
    /* TFLM refuses -1, too, which permkern would take for the last axis. */
    static const int32_t no_permutations[][3] = {{2, 0, 2}, {2, 0, 3}, {-1, 0, 1}};
    for (const auto &axes : no_permutations) {
        Good runtime;
        memcpy(runtime.axes, axes, sizeof axes);
        refused(runtime, runtime.Prepare(kernel), "permutation");
        runtime.perm.allocation_type = kTfLiteArenaRw;
        check(runtime.Prepare(kernel) == kTfLiteOk, "perm is known only when the node runs");
        refused(runtime, runtime.Invoke(kernel), "permutation");
    }
}

static void special()
{
    static const int empty[] = {2, 0, 4};
    Runtime nothing(kTfLiteInt16, 3, empty, Good::source, nullptr, nullptr);
    check(nothing.Prepare(kernel) == kTfLiteOk && nothing.Invoke(kernel) == kTfLiteOk, "empty");

    /* A permute that moves nothing may have one buffer for both sides. */
    static const int column[] = {2, 1, 4};
    static const int exchange[] = {1, 0, 2};
    clear();
    Runtime view(kTfLiteInt32, 3, column, exchange, output, output);
    check(view.Prepare(kernel) == kTfLiteOk && view.Invoke(kernel) == kTfLiteOk && as_expected(), "a view in place");

    Good overlap;
    overlap.tensors[0].data.data = output + 1;
    check(overlap.Prepare(kernel) == kTfLiteOk, "buffers are known only when the node runs");
    refused(overlap, overlap.Invoke(kernel), "overlap");
}

/* As README.md states. */
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
    fill();
    types_and_ranks();
    refusals();
    special();
    bytes_in_the_arena();
    return report();
}
