/* SPDX-License-Identifier: BSD-3-Clause */
/* ExecuTorch's permutes by permkern, against index arithmetic. Prints `N passed, N failed`. */
#include "../checks.h"
#include "permkern_executorch.h"
#include "runtime.h"

#include <string.h>

using executorch::aten::ScalarType;
using executorch::runtime::Error;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::TensorShapeDynamism;
using Dims = executorch::aten::ArrayRef<int64_t>;

#define MOST_BYTES 8192

alignas(16) static unsigned char input[MOST_BYTES];
alignas(16) static unsigned char output[MOST_BYTES];
alignas(16) static unsigned char wanted[MOST_BYTES];

static int random_below(int limit)
{
    static uint32_t state = 4711;
    state = state * 1664525U + 1013904223U;
    return static_cast<int>((state >> 8) % static_cast<uint32_t>(limit));
}

/* Fills `wanted`: axis k of the output is axis source[k] of the input, which has these strides in elements. */
static void permute(int rank, const int32_t *extents, const int32_t *strides, const int *source, size_t bytes)
{
    size_t count = 1;
    for (int k = 0; k < rank; k++) {
        count *= static_cast<size_t>(extents[k]);
    }
    memset(wanted, 0xa5, sizeof wanted);
    for (size_t at = 0; at < count; at++) {
        size_t rest = at;
        size_t from = 0;
        for (int k = rank; k-- > 0;) {
            const size_t extent = static_cast<size_t>(extents[source[k]]);
            from += rest % extent * static_cast<size_t>(strides[source[k]]);
            rest /= extent;
        }
        memcpy(wanted + at * bytes, input + from * bytes, bytes);
    }
}

static const ScalarType types[] = {
    ScalarType::Char,   ScalarType::Byte,        ScalarType::Bool,         ScalarType::QInt8,        ScalarType::Short,
    ScalarType::Half,   ScalarType::BFloat16,    ScalarType::Int,          ScalarType::Float,        ScalarType::Long,
    ScalarType::Double, ScalarType::ComplexHalf, ScalarType::ComplexFloat, ScalarType::ComplexDouble};

struct Case {
    int rank;
    int32_t extents[16];
    int source[16];
    int64_t dims[16]; /* some of them negative */
};

/* few: extents of 1 and 2 alone, so that more axes than a plan has are left. */
static Case random_case(int rank, bool few)
{
    Case made = {rank, {}, {}, {}};
    int most = MOST_BYTES / 16;
    for (int k = 0; k < rank; k++) {
        const int limit = few ? 2 : 6;
        made.extents[k] = random_below(3) == 0 ? 1 : 1 + random_below(most < limit ? most : limit);
        most /= made.extents[k];
        const int other = random_below(k + 1);
        made.source[k] = made.source[other];
        made.source[other] = k;
    }
    for (int k = 0; k < rank; k++) {
        made.dims[k] = made.source[k] - (random_below(3) == 0 ? rank : 0);
    }
    return made;
}

static void run_permute(ScalarType type, const Case &one)
{
    int32_t extents[16];
    for (int k = 0; k < one.rank; k++) {
        extents[k] = one.extents[one.source[k]];
    }
    Owned in(type, one.rank, one.extents, input);
    Owned out(type, one.rank, extents, output);
    KernelRuntimeContext context;
    permute(one.rank, one.extents, in.strides, one.source, in.impl.element_size());
    memset(output, 0xa5, sizeof output);
    permkern::native::permute_copy_out(context, in.tensor, Dims(one.dims, static_cast<size_t>(one.rank)), out.tensor);
    check(context.failure_state() == Error::Ok && memcmp(output, wanted, sizeof output) == 0, "permute_copy");
}

static void run_transpose(ScalarType type, const Case &one, bool channels_last)
{
    const int axes = one.rank == 0 ? 1 : one.rank;
    const int first = random_below(axes);
    const int second = random_below(axes);
    int source[16];
    int32_t extents[16];
    for (int k = 0; k < one.rank; k++) {
        source[k] = k == first ? second : k == second ? first : k;
        extents[k] = one.extents[source[k]];
    }
    Owned in(type, one.rank, one.extents, input, channels_last);
    Owned out(type, one.rank, extents, output, channels_last);
    KernelRuntimeContext context;
    permute(one.rank, one.extents, in.strides, source, in.impl.element_size());
    memset(output, 0xa5, sizeof output);
    permkern::native::transpose_copy_int_out(context, in.tensor, first - (random_below(2) ? axes : 0),
                                             second - (random_below(2) ? axes : 0), out.tensor);
    check(context.failure_state() == Error::Ok && memcmp(output, wanted, sizeof output) == 0, "transpose_copy");
}

static void all_types_and_ranks()
{
    for (ScalarType type : types) {
        for (int rank = 0; rank <= 16; rank++) {
            run_permute(type, random_case(rank, false));
            run_permute(type, random_case(rank, true));
            run_transpose(type, random_case(rank, rank % 2 == 0), rank == 4 || rank == 5);
        }
    }
    /* Nine axes in the opposite order, none of one element: one more than a plan has. */
    Case nine = {9, {}, {}, {}};
    for (int k = 0; k < 9; k++) {
        nine.extents[k] = 2;
        nine.source[k] = 8 - k;
        nine.dims[k] = 8 - k;
    }
    run_permute(ScalarType::Char, nine);
    run_permute(ScalarType::ComplexDouble, nine);
}

/* ---- what is refused, and what is special ---- */

static const int32_t from[] = {2, 3, 4};
static const int32_t to[] = {4, 2, 3};
static const int64_t good[] = {2, 0, 1};

static void refuse_permute(Owned &in, const int64_t *dims, size_t count, Owned &out, const char *what)
{
    KernelRuntimeContext context;
    memset(output, 0xa5, sizeof output);
    memset(wanted, 0xa5, sizeof wanted);
    permkern::native::permute_copy_out(context, in.tensor, Dims(dims, count), out.tensor);
    check(context.failure_state() == Error::InvalidArgument && memcmp(output, wanted, sizeof output) == 0, what);
}

static void mistakes()
{
    static const int64_t twice[] = {2, 0, 2};
    static const int64_t twice_from_behind[] = {2, 0, -1};
    static const int64_t far[] = {3, 0, 1};
    static const int64_t below[] = {-4, 0, 1};
    static const int64_t wraps[] = {INT64_C(0x100000002), 0, 1};
    static const int32_t more[] = {4, 2, 3, 1};
    static const int32_t larger[] = {4, 2, 4};
    Owned in(ScalarType::Short, 3, from, input);
    Owned out(ScalarType::Short, 3, to, output);
    const int64_t *const wrong[] = {twice, twice_from_behind, far, below, wraps};
    for (const int64_t *dims : wrong) {
        refuse_permute(in, dims, 3, out, "dims");
    }
    refuse_permute(in, good, 2, out, "number of dims");
    Owned other(ScalarType::Half, 3, to, output);
    refuse_permute(in, good, 3, other, "dtype");
    Owned ranks(ScalarType::Short, 4, more, output);
    refuse_permute(in, good, 3, ranks, "rank of the output");
    Owned fixed(ScalarType::Short, 3, larger, output);
    refuse_permute(in, good, 3, fixed, "size of a static output");
    Owned small(ScalarType::Short, 3, from, output, false, TensorShapeDynamism::DYNAMIC_BOUND);
    small.impl.most_ = 23;
    refuse_permute(in, good, 3, small, "room of a dynamic output");
    Owned overlap(ScalarType::Short, 3, to, input + 2);
    refuse_permute(in, good, 3, overlap, "overlap");
    check(strstr(logged, "overlap") != nullptr, "the log says why");

    /* Of more axes than a plan has, and only the last block overlaps. */
    static const int32_t twos[] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    static const int64_t back[] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
    Owned many(ScalarType::Char, 10, twos, output + 1023);
    Owned near(ScalarType::Char, 10, twos, output);
    refuse_permute(many, back, 10, near, "overlap of the last block");

    static const int32_t square[] = {2, 2, 2, 2};
    static const int64_t turned[] = {3, 2, 1, 0};
    Owned last(ScalarType::Char, 4, square, input, true);
    Owned plain(ScalarType::Char, 4, square, output);
    refuse_permute(last, turned, 4, plain, "channels-last to contiguous");
    Owned neither(ScalarType::Char, 3, from, input);
    neither.order[0] = 1;
    neither.order[1] = 0;
    Owned nowhere(ScalarType::Char, 3, to, output);
    refuse_permute(neither, good, 3, nowhere, "another order of axes");

    KernelRuntimeContext context;
    permkern::native::transpose_copy_int_out(context, in.tensor, 0, 3, out.tensor);
    check(context.failure_state() == Error::InvalidArgument, "transpose: an axis that is none");
    KernelRuntimeContext again;
    permkern::native::transpose_copy_int_out(again, in.tensor, -4, 0, out.tensor);
    check(again.failure_state() == Error::InvalidArgument, "transpose: a negative axis that is none");
}

static void special()
{
    static const int32_t empty[] = {2, 0, 4};
    static const int32_t none[] = {4, 2, 0};
    Owned nothing(ScalarType::Float, 3, empty, nullptr);
    Owned still(ScalarType::Float, 3, none, nullptr);
    KernelRuntimeContext context;
    permkern::native::permute_copy_out(context, nothing.tensor, Dims(good, 3), still.tensor);
    check(context.failure_state() == Error::Ok, "empty");

    Owned in(ScalarType::Char, 3, from, input);
    Owned grown(ScalarType::Char, 3, from, output, false, TensorShapeDynamism::DYNAMIC_BOUND);
    permkern::native::permute_copy_out(context, in.tensor, Dims(good, 3), grown.tensor);
    check(context.failure_state() == Error::Ok && memcmp(grown.sizes, to, sizeof to) == 0, "the output gets its size");

    /* Channels-last on both sides: elements in the order of sizes, as the portable kernel has it. */
    static const int32_t image[] = {1, 3, 4, 5};
    static const int32_t image_turned[] = {5, 4, 3, 1};
    static const int32_t in_order[] = {60, 20, 5, 1};
    static const int64_t turned[] = {3, 2, 1, 0};
    static const int backwards[] = {3, 2, 1, 0};
    Owned last(ScalarType::Char, 4, image, input, true);
    Owned out(ScalarType::Char, 4, image_turned, output, true);
    permute(4, image, in_order, backwards, 1);
    memset(output, 0xa5, sizeof output);
    permkern::native::permute_copy_out(context, last.tensor, Dims(turned, 4), out.tensor);
    check(memcmp(output, wanted, sizeof output) == 0, "channels-last");

    const bool both =
        registered("aten::permute_copy.out") == reinterpret_cast<clients_kernel>(&permkern::native::permute_copy_out) &&
        registered("aten::transpose_copy.int_out") ==
            reinterpret_cast<clients_kernel>(&permkern::native::transpose_copy_int_out);
    check(both, "registered by their names");
}

/* The cortex_m backend's operator: int8, of any rank, into an output of the right size. */
static void of_cortex_m()
{
    for (int rank = 0; rank <= 8; rank++) {
        const Case one = random_case(rank, false);
        int32_t extents[16];
        for (int k = 0; k < rank; k++) {
            extents[k] = one.extents[one.source[k]];
        }
        Owned in(ScalarType::Char, rank, one.extents, input);
        Owned out(ScalarType::Char, rank, extents, output);
        KernelRuntimeContext context;
        permute(rank, one.extents, in.strides, one.source, 1);
        memset(output, 0xa5, sizeof output);
        permkern::native::transpose_out(context, in.tensor, Dims(one.dims, static_cast<size_t>(rank)), out.tensor);
        check(context.failure_state() == Error::Ok && memcmp(output, wanted, sizeof output) == 0, "cortex_m");
    }
    Owned in(ScalarType::Char, 3, from, input);
    Owned same(ScalarType::Char, 3, from, output);
    Owned floats(ScalarType::Float, 3, from, input);
    Owned moved(ScalarType::Float, 3, to, output);
    KernelRuntimeContext shape;
    permkern::native::transpose_out(shape, in.tensor, Dims(good, 3), same.tensor);
    check(shape.failure_state() == Error::InvalidArgument, "cortex_m: size of the output");
    KernelRuntimeContext type;
    permkern::native::transpose_out(type, floats.tensor, Dims(good, 3), moved.tensor);
    check(type.failure_state() == Error::InvalidArgument, "cortex_m: int8 alone");
}

int main()
{
    fill(input, sizeof input);
    all_types_and_ranks();
    mistakes();
    special();
    of_cortex_m();
    return report();
}
