/* SPDX-License-Identifier: BSD-3-Clause */
#include "runtime.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

using executorch::aten::ScalarType;
using executorch::runtime::Error;
using executorch::runtime::TensorShapeDynamism;
using executorch::runtime::etensor::TensorImpl;

char logged[160];

static struct {
    const char *name;
    clients_kernel kernel;
} kernels[4];
static int kernel_count;

int clients_register(const char *name, clients_kernel kernel)
{
    kernels[kernel_count].name = name;
    kernels[kernel_count].kernel = kernel;
    return kernel_count++;
}

clients_kernel registered(const char *name)
{
    for (int k = 0; k < kernel_count; k++) {
        if (strcmp(kernels[k].name, name) == 0) {
            return kernels[k].kernel;
        }
    }
    return nullptr;
}

void clients_log(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(logged, sizeof logged, format, arguments);
    va_end(arguments);
}

TensorImpl::TensorImpl(ScalarType type, ssize_t dim, SizesType *sizes, void *data, DimOrderType *dim_order,
                       StridesType *strides, TensorShapeDynamism dynamism)
    : sizes_(sizes), dim_order_(dim_order), strides_(strides), data_(data), dim_(dim), most_(0), type_(type),
      dynamism_(dynamism)
{
    most_ = numel();
}

ssize_t TensorImpl::numel() const
{
    ssize_t count = 1;
    for (ssize_t k = 0; k < dim_; k++) {
        count *= sizes_[k];
    }
    return count;
}

size_t TensorImpl::element_size() const
{
    static const unsigned char bytes[] = {1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 1, 1, 1, 4, 2, 0};
    return bytes[static_cast<int>(type_)];
}

static void strides_of(const TensorImpl &impl)
{
    int32_t step = 1;
    for (ssize_t k = impl.dim_; k-- > 0;) {
        const uint8_t axis = impl.dim_order_[k];
        impl.strides_[axis] = step;
        step *= impl.sizes_[axis] != 0 ? impl.sizes_[axis] : 1;
    }
}

/* As ExecuTorch: never another rank, another size only of dynamic tensors, and within their memory. */
Error TensorImpl::resize(const SizesType *sizes, size_t rank)
{
    ssize_t count = 1;
    bool same = static_cast<ssize_t>(rank) == dim_;
    if (!same) {
        return Error::InvalidArgument;
    }
    for (size_t k = 0; k < rank; k++) {
        same = same && sizes[k] == sizes_[k];
        count *= sizes[k];
    }
    if (!same && (dynamism_ == TensorShapeDynamism::STATIC || count > most_)) {
        return Error::InvalidArgument;
    }
    for (size_t k = 0; k < rank; k++) {
        sizes_[k] = sizes[k];
    }
    strides_of(*this);
    return Error::Ok;
}

Error executorch::runtime::resize_tensor(etensor::Tensor t, etensor::ArrayRef<TensorImpl::SizesType> new_sizes)
{
    return t.unsafeGetTensorImpl()->resize(new_sizes.data(), new_sizes.size());
}

static bool contiguous(const executorch::aten::Tensor &tensor)
{
    for (ssize_t k = 0; k < tensor.dim(); k++) {
        if (tensor.dim_order()[static_cast<size_t>(k)] != k) {
            return false;
        }
    }
    return true;
}

static bool channels_last(const executorch::aten::Tensor &tensor)
{
    const ssize_t rank = tensor.dim();
    bool is = (rank == 4 || rank == 5) && tensor.dim_order()[static_cast<size_t>(rank - 1)] == 1;
    for (ssize_t k = 1; is && k < rank - 1; k++) {
        is = tensor.dim_order()[static_cast<size_t>(k)] == k + 1;
    }
    return is;
}

bool executorch::runtime::tensors_have_same_dim_order(const etensor::Tensor &a, const etensor::Tensor &b)
{
    return (contiguous(a) && contiguous(b)) || (channels_last(a) && channels_last(b));
}

uint8_t *Owned::fill(int rank, const int32_t *extents, bool last)
{
    for (int k = 0; k < rank; k++) {
        sizes[k] = extents[k];
        order[k] = static_cast<uint8_t>(!last || k == 0 ? k : k == rank - 1 ? 1 : k + 1);
    }
    return order;
}

Owned::Owned(ScalarType type, int rank, const int32_t *extents, void *data, bool last, TensorShapeDynamism dynamism)
    : sizes{}, order{}, strides{}, impl(type, rank, (fill(rank, extents, last), sizes), data, order, strides, dynamism),
      tensor(&impl)
{
    strides_of(impl);
}
