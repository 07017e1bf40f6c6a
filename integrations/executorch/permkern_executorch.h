/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern as ExecuTorch's kernels for aten::permute_copy.out and aten::transpose_copy.int_out, and for
 * cortex_m::transpose.out. functions.yaml and cortex_m.yaml name them for ExecuTorch's code generation;
 * register_kernels.cpp registers the first two where there is none.
 *
 * They check what the portable kernels check, in the same order, and write the same bytes: entries of dims from -rank
 * to rank - 1, each axis once; one dtype; contiguous on both sides, or channels-last on both; a size of `out` that
 * resize_tensor accepts. Whatever is wrong is Error::InvalidArgument of the context, with a line in the log. Of rank 0
 * to 16, of every dtype of whole bytes; tensors without elements are fine. Input and output may not overlap, but where
 * both are one tensor that stays as it is.
 *
 * Each call plans anew, as ExecuTorch has no place to keep a plan: no state, no allocation. Axes of one element and
 * axes that stay neighbours cost nothing; what is left over PERMKERN_MAX_RANK axes is loops around one plan.
 */
#ifndef PERMKERN_EXECUTORCH_H
#define PERMKERN_EXECUTORCH_H

#include <executorch/runtime/kernel/kernel_includes.h>

namespace permkern
{
namespace native
{

using Tensor = executorch::aten::Tensor;
using KernelRuntimeContext = torch::executor::KernelRuntimeContext;

Tensor &permute_copy_out(KernelRuntimeContext &ctx, const Tensor &in, executorch::aten::ArrayRef<int64_t> dims,
                         Tensor &out);

Tensor &transpose_copy_int_out(KernelRuntimeContext &ctx, const Tensor &in, int64_t dim0, int64_t dim1, Tensor &out);

/* Of int8, as the cortex_m backend's kernel, but of any rank: that one refuses ranks above 4. `out` has its size. */
Tensor &transpose_out(KernelRuntimeContext &ctx, const Tensor &in, executorch::aten::ArrayRef<int64_t> perm,
                      Tensor &out);

} // namespace native
} // namespace permkern

#endif /* PERMKERN_EXECUTORCH_H */
