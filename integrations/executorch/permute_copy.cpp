/* SPDX-License-Identifier: BSD-3-Clause */
/* ExecuTorch's permutes by permkern. permkern_executorch.h has the contract. */
#include "permkern_executorch.h"

#include "permkern.h"

namespace permkern
{
namespace native
{
namespace
{

using executorch::aten::ScalarType;
using executorch::aten::SizesType;
using torch::executor::kTensorDimensionLimit;
using IntArrayRef = executorch::aten::ArrayRef<int64_t>;

constexpr size_t kMostAxes = kTensorDimensionLimit + 1; /* a complex number's parts are an axis */

/* The output's axes, outermost first: extents, and strides in the input, both in elements. */
struct Work {
    size_t extent[kMostAxes];
    ptrdiff_t step[kMostAxes];
    size_t rank = 0;

    /* Adds the next inner axis: drops extent 1, and fuses it with the last axis if both are neighbours in memory. */
    void Append(size_t count, ptrdiff_t stride)
    {
        if (count == 1) {
            return;
        }
        if (rank > 0 && step[rank - 1] == static_cast<ptrdiff_t>(count) * stride) {
            rank--;
            count *= extent[rank];
        }
        extent[rank] = count;
        step[rank] = stride;
        rank++;
    }
};

permkern_layout LayoutOf(const size_t *shape, const ptrdiff_t *strides, size_t capacity, size_t rank, size_t bits)
{
    return {shape, strides, 0, capacity, rank, bits};
}

/* Runs a plan of the axes from `outer` on once for each index of the outer axes: block after block of the output. */
permkern_status RunBlocks(const Work &work, size_t outer, const permkern_plan &plan, size_t bytes, const Tensor &in,
                          const Tensor &out)
{
    const char *const read = static_cast<const char *>(in.const_data_ptr());
    char *const write = static_cast<char *>(out.mutable_data_ptr());
    size_t index[kMostAxes] = {};
    size_t block = bytes;
    for (size_t k = outer; k < work.rank; k++) {
        block *= work.extent[k];
    }
    for (size_t at = 0; at < out.nbytes(); at += block) {
        ptrdiff_t from = 0;
        for (size_t k = 0; k < outer; k++) {
            from += static_cast<ptrdiff_t>(index[k]) * work.step[k];
        }
        const permkern_status status = permkern_run(&plan, read + from * static_cast<ptrdiff_t>(bytes), write + at);
        if (status != PERMKERN_OK) {
            return status;
        }
        for (size_t k = outer; k > 0 && ++index[k - 1] == work.extent[k - 1]; k--) {
            index[k - 1] = 0;
        }
    }
    return PERMKERN_OK;
}

/* Runs one plan for the innermost axes. Few tensors have further axes. */
permkern_status Run(const Work &work, size_t bits, const Tensor &in, const Tensor &out)
{
    static constexpr uint8_t kInOrder[] = {0, 1, 2, 3, 4, 5, 6, 7};
    static_assert(sizeof(kInOrder) >= PERMKERN_MAX_RANK, "an entry for each axis of a plan");
    const size_t outer = work.rank > PERMKERN_MAX_RANK ? work.rank - PERMKERN_MAX_RANK : 0;
    const size_t rank = work.rank - outer;
    const permkern_layout from = LayoutOf(work.extent + outer, work.step + outer, in.nbytes(), rank, bits);
    const permkern_layout to = LayoutOf(nullptr, nullptr, out.nbytes(), rank, bits);
    if (outer == 0) {
        return permkern_permute(&from, in.const_data_ptr(), kInOrder, &to, out.mutable_data_ptr());
    }
    /* Checks overlap before the first write, because a later block may be the first that overlaps. */
    permkern_plan plan;
    permkern_status status = permkern_check_gaps(in.const_data_ptr(), in.nbytes(), in.nbytes(), out.mutable_data_ptr(),
                                                 out.nbytes(), out.nbytes(), 1);
    status = status == PERMKERN_OK ? permkern_prepare(&plan, &from, kInOrder, &to) : status;
    return status == PERMKERN_OK ? RunBlocks(work, outer, plan, bits / 8, in, out) : status;
}

/* For tensors whose axes fit a plan: permkern folds them. */
permkern_status RunInOrder(const Tensor &in, const size_t *source, size_t parts, size_t bits, const Tensor &out)
{
    size_t shape[PERMKERN_MAX_RANK];
    uint8_t perm[PERMKERN_MAX_RANK];
    size_t rank = static_cast<size_t>(in.dim());
    for (size_t k = 0; k < rank; k++) {
        shape[k] = static_cast<size_t>(in.sizes()[k]);
        perm[k] = static_cast<uint8_t>(source[k]); /* narrow: an axis */
    }
    if (parts > 1) {
        shape[rank] = parts;
        perm[rank] = static_cast<uint8_t>(rank); /* narrow: a rank */
        rank++;
    }
    const permkern_layout from = LayoutOf(shape, nullptr, in.nbytes(), rank, bits);
    const permkern_layout to = LayoutOf(nullptr, nullptr, out.nbytes(), rank, bits);
    return permkern_permute(&from, in.const_data_ptr(), perm, &to, out.mutable_data_ptr());
}

/* For more axes than a plan has, and for inputs whose elements lie in another order than their axes. */
permkern_status RunJoined(const Tensor &in, const size_t *source, const ptrdiff_t *strides, size_t parts, size_t bits,
                          const Tensor &out)
{
    Work work;
    for (size_t k = 0; k < static_cast<size_t>(in.dim()); k++) {
        work.Append(static_cast<size_t>(in.sizes()[source[k]]), strides[source[k]] * static_cast<ptrdiff_t>(parts));
    }
    work.Append(parts, 1);
    return Run(work, bits, in, out);
}

/*
 * Moves `in` to `out`, whose axis k is axis source[k] of the input, and whose elements lie in axis order. in_order: the
 * input's do, too; its strides are not read.
 */
void Move(KernelRuntimeContext &ctx, const Tensor &in, const size_t *source, bool in_order, Tensor &out)
{
    const ScalarType type = in.scalar_type();
    const bool pair =
        type == ScalarType::ComplexHalf || type == ScalarType::ComplexFloat || type == ScalarType::ComplexDouble;
    const size_t parts = pair ? 2 : 1;
    const size_t bits = 8 * static_cast<size_t>(in.element_size()) / parts;
    const size_t rank = static_cast<size_t>(in.dim());
    permkern_status status = PERMKERN_OK;
    if (in_order && rank + parts - 1 <= PERMKERN_MAX_RANK) {
        status = RunInOrder(in, source, parts, bits, out);
    } else if (out.numel() > 0) {
        ptrdiff_t strides[kTensorDimensionLimit];
        ptrdiff_t step = 1;
        for (size_t k = rank; k > 0; k--) {
            strides[k - 1] = in_order ? step : static_cast<ptrdiff_t>(in.strides()[k - 1]);
            step *= static_cast<ptrdiff_t>(in.sizes()[k - 1]);
        }
        status = RunJoined(in, source, strides, parts, bits, out);
    }
    ET_KERNEL_CHECK_MSG(ctx, status == PERMKERN_OK, InvalidArgument, , "permkern: %s", permkern_strerror(status));
}

/* Reads dims as input axes; negative ones count from the last. False if one names no axis or is repeated. */
bool ReadDims(const Tensor &in, IntArrayRef dims, size_t *source)
{
    const int64_t rank = in.dim();
    uint32_t seen = 0;
    if (static_cast<int64_t>(dims.size()) != rank || rank > static_cast<int64_t>(kTensorDimensionLimit)) {
        return false;
    }
    for (int64_t k = 0; k < rank; k++) {
        const int64_t dim = dims[static_cast<size_t>(k)];
        if (dim < -rank || dim >= rank) {
            return false;
        }
        source[k] = static_cast<size_t>(dim < 0 ? dim + rank : dim);
        seen |= uint32_t{1} << source[k];
    }
    return seen == (uint32_t{1} << rank) - 1;
}

/* Gives `out` the permuted input's size; false if its memory is too small. */
bool Resize(const Tensor &in, const size_t *source, Tensor &out)
{
    SizesType sizes[kTensorDimensionLimit];
    const size_t rank = static_cast<size_t>(in.dim());
    for (size_t k = 0; k < rank; k++) {
        sizes[k] = static_cast<SizesType>(in.size(static_cast<ssize_t>(source[k])));
    }
    return torch::executor::resize_tensor(out, {sizes, rank}) == torch::executor::Error::Ok;
}

} // namespace

/* As in the portable kernel, elements lie in the order of the axes, also where both sides are channels-last. */
Tensor &permute_copy_out(KernelRuntimeContext &ctx, const Tensor &in, IntArrayRef dims, Tensor &out)
{
    size_t source[kTensorDimensionLimit];
    ET_KERNEL_CHECK(ctx, ReadDims(in, dims, source) && in.scalar_type() == out.scalar_type(), InvalidArgument, out);
    ET_KERNEL_CHECK(ctx, torch::executor::tensors_have_same_dim_order(in, out), InvalidArgument, out);
    ET_KERNEL_CHECK(ctx, Resize(in, source, out), InvalidArgument, out);
    Move(ctx, in, source, true, out);
    return out;
}

Tensor &transpose_copy_int_out(KernelRuntimeContext &ctx, const Tensor &in, int64_t dim0, int64_t dim1, Tensor &out)
{
    size_t source[kTensorDimensionLimit];
    const int64_t rank = in.dim();
    const int64_t axes = rank == 0 ? 1 : rank; /* rank 0 accepts axis 0 */
    bool in_order = true;
    ET_KERNEL_CHECK(ctx, in.scalar_type() == out.scalar_type(), InvalidArgument, out);
    ET_KERNEL_CHECK(ctx, dim0 >= -axes && dim0 < axes && dim1 >= -axes && dim1 < axes, InvalidArgument, out);
    const size_t first = static_cast<size_t>(dim0 < 0 ? dim0 + axes : dim0);
    const size_t second = static_cast<size_t>(dim1 < 0 ? dim1 + axes : dim1);
    for (size_t k = 0; k < static_cast<size_t>(rank); k++) {
        source[k] = k == first ? second : k == second ? first : k;
        in_order = in_order && in.dim_order()[k] == k;
    }
    ET_KERNEL_CHECK(ctx, Resize(in, source, out), InvalidArgument, out);
    ET_KERNEL_CHECK(ctx, torch::executor::tensors_have_same_dim_order(in, out), InvalidArgument, out);
    Move(ctx, in, source, in_order, out);
    return out;
}

Tensor &transpose_out(KernelRuntimeContext &ctx, const Tensor &in, IntArrayRef perm, Tensor &out)
{
    size_t source[kTensorDimensionLimit];
    const ScalarType type = in.scalar_type();
    ET_KERNEL_CHECK(ctx, type == ScalarType::Char && out.scalar_type() == type, InvalidArgument, out);
    ET_KERNEL_CHECK(ctx, ReadDims(in, perm, source) && out.dim() == in.dim(), InvalidArgument, out);
    for (size_t k = 0; k < static_cast<size_t>(in.dim()); k++) {
        ET_KERNEL_CHECK(ctx, out.size(static_cast<ssize_t>(k)) == in.size(static_cast<ssize_t>(source[k])),
                        InvalidArgument, out);
    }
    Move(ctx, in, source, true, out);
    return out;
}

} // namespace native
} // namespace permkern
