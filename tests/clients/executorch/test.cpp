/* SPDX-License-Identifier: BSD-3-Clause */
/* ExecuTorch's permutes by permkern, compared with index arithmetic. Prints `N passed, N failed`. */
#define MOST 8192
#include "../checks.h"

#include "permkern_executorch.h"
#include "runtime.h"

using Dims = executorch::aten::ArrayRef<int64_t>;

enum Operator { kPermute, kTranspose, kCortexM };

/* dims: of kTranspose, the two axes. */
static Error call(Operator which, const Owned &from, const int64_t *dims, size_t count, Owned &to)
{
    const Tensor &in = from.tensor;
    Tensor &out = to.tensor;
    torch::executor::KernelRuntimeContext context;
    if (which == kTranspose) {
        permkern::native::transpose_copy_int_out(context, in, dims[0], dims[1], out);
    } else if (which == kPermute) {
        permkern::native::permute_copy_out(context, in, Dims{dims, count}, out);
    } else {
        permkern::native::transpose_out(context, in, Dims{dims, count}, out);
    }
    return context.failure;
}

static void moves(Operator which, ScalarType type, permutation of, bool channels_last = false)
{
    const int axes = of.rank == 0 ? 1 : of.rank;
    int64_t dims[16];
    if (which == kTranspose) {
        const int first = random_below(axes);
        const int second = random_below(axes);
        int source[16];
        for (int k = 0; k < of.rank; k++) {
            source[k] = k == first ? second : k == second ? first : k;
        }
        of = permutation_of(of.rank, of.extents, source);
        dims[0] = first - (random_below(2) == 0 ? axes : 0);
        dims[1] = second - (random_below(2) == 0 ? axes : 0);
    } else {
        for (int k = 0; k < of.rank; k++) {
            dims[k] = of.source[k] - (random_below(3) == 0 ? axes : 0);
        }
    }
    Owned in(type, of.rank, of.extents, input, channels_last);
    Owned out(type, of.rank, of.permuted, output, channels_last);
    /* permute_copy takes elements in the order of the axes on both sides, as the portable kernel does. */
    define(&of, which == kTranspose ? in.strides : nullptr, static_cast<size_t>(in.tensor.element_size()));
    check(call(which, in, dims, static_cast<size_t>(of.rank), out) == Error::Ok && as_expected(),
          which == kPermute     ? "permute_copy"
          : which == kTranspose ? "transpose_copy"
                                : "cortex_m");
}

static void types_and_ranks()
{
    static const ScalarType types[] = {ScalarType::Char,         ScalarType::Short,       ScalarType::Float,
                                       ScalarType::Long,         ScalarType::ComplexHalf, ScalarType::ComplexFloat,
                                       ScalarType::ComplexDouble};
    for (ScalarType type : types) {
        for (int rank = 0; rank <= 16; rank++) {
            const bool image = rank == 4 || rank == 5;
            for (int again = 0; again < 4; again++) {
                /* Extents of at most 2 leave more axes than a plan has. */
                const permutation of = random_permutation(rank, again % 2 == 0 ? 6 : 2, MOST / 16);
                moves(kPermute, type, of, image && again > 1);
                moves(kTranspose, type, of, image);
                if (type == ScalarType::Char) {
                    moves(kCortexM, type, of);
                }
            }
        }
    }
    static const int twos[] = {2, 2, 2, 2, 2, 2, 2, 2, 2};
    static const int backwards[] = {8, 7, 6, 5, 4, 3, 2, 1, 0};
    moves(kPermute, ScalarType::Char, permutation_of(9, twos, backwards)); /* one axis more than a plan has */
    moves(kPermute, ScalarType::ComplexDouble, permutation_of(9, twos, backwards));
}

/* ---- refusals and special cases ---- */

static const int from[] = {2, 3, 4};
static const int to[] = {4, 2, 3};
static const int64_t turn[] = {2, 0, 1};

static const struct {
    const char *what;
    Operator which;
    int64_t dims[3];
    void (*change)(Owned &in, Owned &out) = nullptr;
} mistakes[] = {
    {"an axis twice", kPermute, {2, 0, 2}},
    {"an axis twice, from the end", kPermute, {2, 0, -1}},
    {"an axis too high", kPermute, {3, 0, 1}},
    {"an axis too low", kPermute, {-4, 0, 1}},
    {"an axis that 32 bits cut", kPermute, {INT64_C(0x100000002), 0, 1}},
    {"dtype", kPermute, {2, 0, 1}, [](Owned &, Owned &out) { out.impl.type_ = ScalarType::Half; }},
    {"rank of the output", kPermute, {2, 0, 1}, [](Owned &, Owned &out) { out.sizes[out.impl.dim_++] = 1; }},
    {"size of a static output", kPermute, {2, 0, 1}, [](Owned &, Owned &out) { out.sizes[2] = 4; }},
    {"room of a dynamic output", kPermute, {0, 2, 1}, [](Owned &, Owned &out) { out.impl.room_ = 23; }},
    {"order of axes", kPermute, {2, 0, 1}, [](Owned &in, Owned &) { in.order[0] = 2; }},
    {"transpose: an axis too high", kTranspose, {0, 3}},
    {"transpose: an axis too low", kTranspose, {-4, 0}},
    {"transpose: dtype", kTranspose, {0, 0}, [](Owned &, Owned &out) { out.impl.type_ = ScalarType::Half; }},
    {"cortex_m: size of the output", kCortexM, {0, 2, 1}},
    {"cortex_m: dtype",
     kCortexM,
     {2, 0, 1},
     [](Owned &in, Owned &out) { in.impl.type_ = out.impl.type_ = ScalarType::Long; }},
    {"overlap", kPermute, {2, 0, 1}, [](Owned &in, Owned &) { in.impl.data_ = output + 2; }},
};

static void refused(Operator which, const Owned &in, const int64_t *dims, size_t count, Owned &out, const char *what)
{
    clear();
    check(call(which, in, dims, count, out) == Error::InvalidArgument && as_expected(), what);
}

static void refusals()
{
    for (const auto &each : mistakes) {
        const ScalarType type = each.which == kCortexM ? ScalarType::Char : ScalarType::Short;
        Owned in(type, 3, from, input);
        Owned out(type, 3, to, output);
        if (each.change != nullptr) {
            each.change(in, out);
        }
        refused(each.which, in, each.dims, 3, out, each.what);
    }
    check(strstr(logged, "overlap") != nullptr, "the log says why");
    const Owned in(ScalarType::Short, 3, from, input);
    Owned out(ScalarType::Short, 3, to, output);
    refused(kPermute, in, turn, 2, out, "number of dims");

    /* More axes than a plan has. */
    static const int twos[] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    static const int64_t back[] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
    Owned many(ScalarType::Char, 10, twos, output + 1023);
    Owned near(ScalarType::Char, 10, twos, output);
    refused(kPermute, many, back, 10, near, "overlap of the last block");

    Owned last(ScalarType::Char, 4, twos, input, true);
    Owned plain(ScalarType::Char, 4, twos, output);
    static const int64_t turned[] = {3, 2, 1, 0};
    refused(kPermute, last, turned, 4, plain, "channels-last to contiguous");
}

static void special()
{
    static const int empty[] = {2, 0, 4};
    static const int none[] = {4, 2, 0};
    Owned nowhere(ScalarType::Float, 3, empty, nullptr);
    Owned still(ScalarType::Float, 3, none, nullptr);
    check(call(kPermute, nowhere, turn, 3, still) == Error::Ok, "empty");

    const Owned in(ScalarType::Char, 3, from, input);
    const Owned wanted(ScalarType::Char, 3, to, output);
    Owned grown(ScalarType::Char, 3, from, output);
    grown.impl.room_ = 24;
    check(call(kPermute, in, turn, 3, grown) == Error::Ok, "an output of dynamic size");
    check(memcmp(grown.sizes, wanted.sizes, sizeof wanted.sizes) == 0, "the output gets its size");

    check(strcmp(kernels[0].name, "aten::permute_copy.out") == 0 &&
              kernels[0].kernel == reinterpret_cast<clients_kernel>(&permkern::native::permute_copy_out) &&
              strcmp(kernels[1].name, "aten::transpose_copy.int_out") == 0 &&
              kernels[1].kernel == reinterpret_cast<clients_kernel>(&permkern::native::transpose_copy_int_out),
          "registered by their names");
}

int main()
{
    fill();
    types_and_ranks();
    refusals();
    special();
    return report();
}
