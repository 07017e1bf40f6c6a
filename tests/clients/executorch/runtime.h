/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tensors that own their sizes, the log and the registry of kernels. One source of a program includes it, because it
 * defines the functions that the stand-ins declare.
 */
#ifndef CLIENTS_EXECUTORCH_RUNTIME_H
#define CLIENTS_EXECUTORCH_RUNTIME_H

#include <executorch/extension/kernel_util/make_boxed_from_unboxed_functor.h>
#include <executorch/runtime/kernel/kernel_includes.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using torch::executor::Error;

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

static char logged[160];

void clients_log(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(logged, sizeof logged, format, arguments);
    va_end(arguments);
}

/* The axis at a place in memory, counted from the outermost. */
static ssize_t axis_at(ssize_t place, ssize_t rank, bool channels_last)
{
    return !channels_last || place == 0 ? place : place == rank - 1 ? 1 : place + 1;
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
    static const unsigned char bytes[] = {1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16};
    return bytes[static_cast<int>(type_)];
}

static void set_strides(const TensorImpl &impl)
{
    int32_t step = 1;
    for (ssize_t k = impl.dim_; k-- > 0;) {
        const uint8_t axis = impl.dim_order_[k];
        impl.strides_[axis] = step;
        step *= impl.sizes_[axis] != 0 ? impl.sizes_[axis] : 1;
    }
}

struct Owned {
    int32_t sizes[16] = {};
    uint8_t order[16] = {};
    int32_t strides[16] = {};
    TensorImpl impl;
    Tensor tensor = {&impl};

    /* Of static size, and contiguous. channels_last: axis 1 of four or five is innermost in memory. */
    Owned(ScalarType type, int rank, const int *extents, void *data, bool channels_last = false)
        : impl{type, rank, sizes, order, strides, data, 0}
    {
        for (int k = 0; k < rank; k++) {
            sizes[k] = extents[k];
            order[k] = static_cast<uint8_t>(axis_at(k, rank, channels_last));
        }
        set_strides(impl);
    }
    Owned(const Owned &) = delete;
};

/* As ExecuTorch: never another rank, another size only of dynamic tensors, and within their memory. */
Error torch::executor::resize_tensor(Tensor t, executorch::aten::ArrayRef<executorch::aten::SizesType> new_sizes)
{
    const size_t rank = static_cast<size_t>(t.dim());
    ssize_t count = 1;
    for (size_t k = 0; k < new_sizes.size(); k++) {
        count *= new_sizes[k];
    }
    if (new_sizes.size() != rank ||
        (memcmp(new_sizes.data(), t.impl_->sizes_, rank * sizeof(int32_t)) != 0 && count > t.impl_->room_)) {
        return Error::InvalidArgument;
    }
    memcpy(t.impl_->sizes_, new_sizes.data(), rank * sizeof(int32_t));
    set_strides(*t.impl_);
    return Error::Ok;
}

static bool is_in_order(const Tensor &tensor, bool channels_last)
{
    bool is = !channels_last || tensor.dim() == 4 || tensor.dim() == 5;
    for (ssize_t k = 0; k < tensor.dim(); k++) {
        is = is && tensor.impl_->dim_order_[k] == axis_at(k, tensor.dim(), channels_last);
    }
    return is;
}

bool torch::executor::tensors_have_same_dim_order(const Tensor &a, const Tensor &b)
{
    return (is_in_order(a, false) && is_in_order(b, false)) || (is_in_order(a, true) && is_in_order(b, true));
}

#endif /* CLIENTS_EXECUTORCH_RUNTIME_H */
