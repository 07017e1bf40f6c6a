/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A stand-in for ExecuTorch's header of this path, with what a kernel uses of it: the same names, types and members, in
 * the same namespaces. Written from what ExecuTorch's public headers declare (August 2026).
 */
#ifndef CLIENTS_EXECUTORCH_KERNEL_INCLUDES_H
#define CLIENTS_EXECUTORCH_KERNEL_INCLUDES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

namespace executorch
{
namespace runtime
{

constexpr size_t kTensorDimensionLimit = 16;

enum class Error : uint32_t { Ok = 0x00, Internal = 0x01, InvalidState = 0x2, InvalidArgument = 0x12 };

class KernelRuntimeContext
{
  public:
    void fail(Error error)
    {
        failure_state_ = error;
    }
    Error failure_state() const
    {
        return failure_state_;
    }

  private:
    Error failure_state_ = Error::Ok;
};

enum class TensorShapeDynamism : uint8_t { STATIC = 0, DYNAMIC_BOUND = 1, DYNAMIC_UNBOUND = 2 };

namespace etensor
{

enum class ScalarType : int8_t {
    Byte = 0,
    Char,
    Short,
    Int,
    Long,
    Half,
    Float,
    Double,
    ComplexHalf,
    ComplexFloat,
    ComplexDouble,
    Bool,
    QInt8,
    QUInt8,
    QInt32,
    BFloat16,
    Undefined
};

template <typename T> class ArrayRef final
{
  public:
    constexpr ArrayRef(const T *data, size_t length) : data_(data), length_(length)
    {
    }
    constexpr const T *data() const
    {
        return data_;
    }
    constexpr size_t size() const
    {
        return length_;
    }
    constexpr const T &operator[](size_t index) const
    {
        return data_[index];
    }

  private:
    const T *data_;
    size_t length_;
};

/* Its own members are the test runtime's: kernels see a Tensor. */
class TensorImpl
{
  public:
    using SizesType = int32_t;
    using DimOrderType = uint8_t;
    using StridesType = int32_t;

    TensorImpl(ScalarType type, ssize_t dim, SizesType *sizes, void *data, DimOrderType *dim_order,
               StridesType *strides, TensorShapeDynamism dynamism = TensorShapeDynamism::STATIC);
    Error resize(const SizesType *sizes, size_t rank);
    ssize_t numel() const;
    size_t element_size() const;

    SizesType *sizes_;
    DimOrderType *dim_order_;
    StridesType *strides_;
    void *data_;
    ssize_t dim_;
    ssize_t most_; /* elements that its memory has room for */
    ScalarType type_;
    TensorShapeDynamism dynamism_;
};

class Tensor
{
  public:
    using SizesType = TensorImpl::SizesType;
    using DimOrderType = TensorImpl::DimOrderType;
    using StridesType = TensorImpl::StridesType;

    explicit constexpr Tensor(TensorImpl *impl) : impl_(impl)
    {
    }
    TensorImpl *unsafeGetTensorImpl() const
    {
        return impl_;
    }
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
    const ArrayRef<SizesType> sizes() const
    {
        return {impl_->sizes_, static_cast<size_t>(impl_->dim_)};
    }
    const ArrayRef<DimOrderType> dim_order() const
    {
        return {impl_->dim_order_, static_cast<size_t>(impl_->dim_)};
    }
    const ArrayRef<StridesType> strides() const
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

  private:
    TensorImpl *impl_;
};

} // namespace etensor

Error resize_tensor(etensor::Tensor t, etensor::ArrayRef<etensor::TensorImpl::SizesType> new_sizes);
bool tensors_have_same_dim_order(const etensor::Tensor &a, const etensor::Tensor &b);

} // namespace runtime

namespace aten
{

using runtime::etensor::ArrayRef;
using runtime::etensor::ScalarType;
using runtime::etensor::Tensor;
using SizesType = Tensor::SizesType;
using DimOrderType = Tensor::DimOrderType;
using StridesType = Tensor::StridesType;

} // namespace aten
} // namespace executorch

namespace torch
{
namespace executor
{

using ::executorch::runtime::Error;
using ::executorch::runtime::KernelRuntimeContext;
using ::executorch::runtime::kTensorDimensionLimit;
using ::executorch::runtime::resize_tensor;
using ::executorch::runtime::tensors_have_same_dim_order;

} // namespace executor
} // namespace torch

/* The test runtime's, in place of the platform's log. */
void clients_log(const char *format, ...);

#define ET_KERNEL_CHECK(context, cond, error, retval)                                                                  \
    do {                                                                                                               \
        if (!(cond)) {                                                                                                 \
            clients_log("Check failed (%s): ", #cond);                                                                 \
            context.fail(torch::executor::Error::error);                                                               \
            return retval;                                                                                             \
        }                                                                                                              \
    } while (false)

#define ET_KERNEL_CHECK_MSG(context, cond, error, retval, ...)                                                         \
    do {                                                                                                               \
        if (!(cond)) {                                                                                                 \
            clients_log(__VA_ARGS__);                                                                                  \
            context.fail(torch::executor::Error::error);                                                               \
            return retval;                                                                                             \
        }                                                                                                              \
    } while (false)

#endif /* CLIENTS_EXECUTORCH_KERNEL_INCLUDES_H */
