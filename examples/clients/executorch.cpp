/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ExecuTorch's permute_copy on a Cortex-M4, by the portable kernel's algorithm and by permkern (tools/example
 * executorch). The tensors are a stand-in with ExecuTorch's declarations (tests/clients/executorch).
 */
#include "../firmware/example.h"
#include "permkern_executorch.h"
#include "runtime.h"

using Dims = executorch::aten::ArrayRef<int64_t>;

alignas(8) static int8_t input[28 * 28 * 8];
alignas(8) static int8_t by_hand[28 * 28 * 8];
alignas(8) static int8_t output[28 * 28 * 8];

/* For each output element in order: computes its input offset from its coordinates, then steps the coordinates. */
__attribute__((noinline)) static void permute_by_hand(const Tensor &in, Dims dims, const Tensor &out)
{
    const int rank = static_cast<int>(in.dim());
    const int8_t *const from = static_cast<const int8_t *>(in.const_data_ptr());
    int8_t *const to = static_cast<int8_t *>(out.mutable_data_ptr());
    size_t coordinate[16] = {};
    size_t stride[16];
    for (int k = rank, step = 1; k-- > 0; step *= static_cast<int>(in.size(k))) {
        stride[k] = static_cast<size_t>(step);
    }
    for (ssize_t at = 0; at < out.numel(); at++) {
        size_t place = 0;
        for (int k = 0; k < rank; k++) {
            place += coordinate[k] * stride[k];
        }
        to[at] = from[place];
        for (int k = rank; k-- > 0;) {
            const int64_t dim = dims[static_cast<size_t>(k)];
            const size_t axis = static_cast<size_t>(dim >= 0 ? dim : dim + rank);
            coordinate[axis]++;
            if (static_cast<ssize_t>(coordinate[axis]) < in.size(static_cast<ssize_t>(axis))) {
                break;
            }
            coordinate[axis] = 0;
        }
    }
}

static void compare(const char *name, const char *work, const int *extents, const int64_t *dims)
{
    int permuted[3];
    for (int k = 0; k < 3; k++) {
        permuted[k] = extents[dims[k]];
    }
    Owned in(ScalarType::Char, 3, extents, input);
    Owned expected(ScalarType::Char, 3, permuted, by_hand);
    Owned out(ScalarType::Char, 3, permuted, output);
    torch::executor::KernelRuntimeContext context;

    mark_begin();
    permute_by_hand(in.tensor, Dims{dims, 3}, expected.tensor);
    mark_end();
    mark_begin();
    permkern::native::permute_copy_out(context, in.tensor, Dims{dims, 3}, out.tensor);
    mark_end();
    failures += context.failure == Error::Ok ? 0 : 1;
    example_end(name, work, by_hand, output, out.tensor.nbytes());
}

int main()
{
    static const int picture[] = {28, 28, 8};
    static const int spectrum[] = {1, 49, 40};
    static const int64_t to_planes[] = {2, 0, 1};
    static const int64_t to_bands[] = {0, 2, 1};
    for (size_t k = 0; k < sizeof input; k++) {
        input[k] = static_cast<int8_t>((k * 2654435761U) >> 11);
    }
    example_begin();
    compare("channels to planes", "28x28x8 (2,0,1)", picture, to_planes);
    compare("frames to bands", "1x49x40 (0,2,1)", spectrum, to_bands);
    return failures;
}
