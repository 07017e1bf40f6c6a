/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A stand-in for ExecuTorch's header of this path: names, types and namespaces as in its public headers of August 2026,
 * of what the kernels use.
 */
#ifndef CLIENTS_EXECUTORCH_KERNEL_INCLUDES_H
#define CLIENTS_EXECUTORCH_KERNEL_INCLUDES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

namespace executorch
{
namespace aten
{

enum class ScalarType : int8_t { Char = 1, Short, Long = 4, Half, Float, ComplexHalf = 8, ComplexFloat, ComplexDouble };

template <typename T> struct ArrayRef {
    const T *data() const
    {
        return data_;
    }
    size_t size() const
    {
        return length_;
    }
    const T &operator[](size_t index) const
    {
        return data_[index];
    }

    const T *data_;
    size_t length_;
};

using SizesType = int32_t;

struct TensorImpl {
    ssize_t numel() const;
    size_t element_size() const;

    ScalarType type_;
    ssize_t dim_;
    int32_t *sizes_;
    uint8_t *dim_order_; /* axes, the outermost in memory first */
    int32_t *strides_;
    void *data_;
    ssize_t room_; /* elements that a tensor of dynamic size has memory for; 0: static */
};

struct Tensor {
    size_t nbytes() const
    {
        return static_cast<size_t>(impl_->numel()) * impl_->element_size();
    }
    ssize_t size(ssize_t dim) const
    {
        return impl_->sizes_[dim];
    }
    ssize_t dim() const
    {
        return impl_->dim_;
    }
    ssize_t numel() const
    {
        return impl_->numel();
    }
    ScalarType scalar_type() const
    {
        return impl_->type_;
    }
    ssize_t element_size() const
    {
        return static_cast<ssize_t>(impl_->element_size());
    }
    ArrayRef<int32_t> sizes() const
    {
        return {impl_->sizes_, static_cast<size_t>(impl_->dim_)};
    }
    ArrayRef<uint8_t> dim_order() const
    {
        return {impl_->dim_order_, static_cast<size_t>(impl_->dim_)};
    }
    ArrayRef<int32_t> strides() const
    {
        return {impl_->strides_, static_cast<size_t>(impl_->dim_)};
    }
    const void *const_data_ptr() const
    {
        return impl_->data_;
    }
    void *mutable_data_ptr() const
    {
        return impl_->data_;
    }

    TensorImpl *impl_;
};

} // namespace aten
} // namespace executorch

namespace torch
{
namespace executor
{

constexpr size_t kTensorDimensionLimit = 16;

enum class Error : uint32_t { Ok = 0x00, Internal = 0x01, InvalidArgument = 0x12 };

struct KernelRuntimeContext {
    void fail(Error error)
    {
        failure = error;
    }
    Error failure = Error::Ok; /* failure_state() */
};

Error resize_tensor(executorch::aten::Tensor t, executorch::aten::ArrayRef<executorch::aten::SizesType> new_sizes);
bool tensors_have_same_dim_order(const executorch::aten::Tensor &a, const executorch::aten::Tensor &b);

} // namespace executor
} // namespace torch

/* The test runtime's, in place of the platform's log. */
void clients_log(const char *format, ...);

#define ET_KERNEL_CHECK_MSG(context, cond, error, retval, ...)                                                         \
    do {                                                                                                               \
        if (!(cond)) {                                                                                                 \
            clients_log(__VA_ARGS__);                                                                                  \
            context.fail(torch::executor::Error::error);                                                               \
            return retval;                                                                                             \
        }                                                                                                              \
    } while (false)

#define ET_KERNEL_CHECK(context, cond, error, retval)                                                                  \
    ET_KERNEL_CHECK_MSG(context, cond, error, retval, "Check failed (%s): ", #cond)

#endif /* CLIENTS_EXECUTORCH_KERNEL_INCLUDES_H */
