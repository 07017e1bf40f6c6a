/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ExecuTorch's aten::permute_copy.out, aten::transpose_copy.int_out and cortex_m::transpose.out by permkern. README.md
 * has the build.
 *
 * They check what the portable kernels check, in the same order, and write the same bytes. Any error is
 * Error::InvalidArgument of the context, with a line in the log and no byte written. Ranks 0 to 16; dims from -rank to
 * rank - 1; every dtype of whole bytes. Input and output must not overlap, unless nothing moves.
 *
 * Each call plans again, because ExecuTorch cannot keep a plan: no state, no allocation. If more than PERMKERN_MAX_RANK
 * axes are left after folding, loops run one plan for each block.
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

/* int8 of any rank; the cortex_m backend's kernel refuses ranks above 4. `out` has its size already. */
Tensor &transpose_out(KernelRuntimeContext &ctx, const Tensor &in, executorch::aten::ArrayRef<int64_t> perm,
                      Tensor &out);

} // namespace native
} // namespace permkern

#endif /* PERMKERN_EXECUTORCH_H */
