/* SPDX-License-Identifier: BSD-3-Clause */
/* Tensors with memory of their own, and what kernels registered and logged. For tests and the example. */
#ifndef CLIENTS_EXECUTORCH_RUNTIME_H
#define CLIENTS_EXECUTORCH_RUNTIME_H

#include <executorch/extension/kernel_util/make_boxed_from_unboxed_functor.h>
#include <executorch/runtime/kernel/kernel_includes.h>

struct Owned {
    int32_t sizes[16];
    uint8_t order[16];
    int32_t strides[16];
    executorch::runtime::etensor::TensorImpl impl;
    executorch::aten::Tensor tensor;

    /* Contiguous; channels_last: of four or five axes, the channels, axis 1, innermost in memory. */
    Owned(executorch::aten::ScalarType type, int rank, const int32_t *extents, void *data, bool channels_last = false,
          executorch::runtime::TensorShapeDynamism dynamism = executorch::runtime::TensorShapeDynamism::STATIC);
    Owned(const Owned &) = delete;

  private:
    uint8_t *fill(int rank, const int32_t *extents, bool channels_last);
};

/* What was registered under a name, NULL if nothing was; what was logged last. */
clients_kernel registered(const char *name);
extern char logged[160];

#endif /* CLIENTS_EXECUTORCH_RUNTIME_H */
