/* SPDX-License-Identifier: BSD-3-Clause */
/* What the harnesses of the MLI layer share: tensors from choices, and the first steps of docs/status.md. */
#ifndef PERMKERN_MLI_SPEC_H
#define PERMKERN_MLI_SPEC_H

#include "fuzz.h"
#include "permkern_mli.h"

#include <string.h>

/* What the headers call what releases have in common. */
#if PERMKERN_MLI_2
#define ADDRESS data.mem.pi8
#define CAPACITY data.capacity
#define QUANTIZED sa
#define EL_QUANTIZED_8 MLI_EL_SA_8
#define EL_QUANTIZED_32 MLI_EL_SA_32
#else
#define ADDRESS data
#define CAPACITY capacity
#define QUANTIZED asym
#define EL_QUANTIZED_8 MLI_EL_ASYM_I8
#define EL_QUANTIZED_32 MLI_EL_ASYM_I32
#endif
#define PER_AXIS (PERMKERN_MLI_ASYM || PERMKERN_MLI_2)

static inline uint8_t *data_of(const mli_tensor *tensor)
{
    return (uint8_t *)tensor->ADDRESS;
}

static inline void set_data(mli_tensor *tensor, void *data)
{
    tensor->ADDRESS = data;
}

/* What a tensor comes to. */
typedef struct {
    layout layout;
    wide span; /* bytes */
    unsigned size;
    bool known; /* whether the headers name its type */
} tensor_facts;

static inline bool is_asymmetric(const mli_tensor *tensor)
{
#if PER_AXIS
    return tensor->el_type == EL_QUANTIZED_8 || tensor->el_type == EL_QUANTIZED_32;
#else
    (void)tensor;
    return false;
#endif
}

static inline void read_type(const mli_tensor *tensor, tensor_facts *facts)
{
    facts->known = true;
    facts->size = 1;
    if (tensor->el_type == MLI_EL_FX_16) {
        facts->size = 2;
#if PER_AXIS
    } else if (tensor->el_type == EL_QUANTIZED_32) {
        facts->size = 4;
#endif
#if PERMKERN_MLI_2
    } else if (tensor->el_type == MLI_EL_FP_16 || tensor->el_type == MLI_EL_FP_32) {
        facts->size = tensor->el_type == MLI_EL_FP_16 ? 2 : 4;
#endif
    } else {
        facts->known = tensor->el_type == MLI_EL_FX_8 || is_asymmetric(tensor);
    }
}

/* dim of asymmetric types, -1 of others. */
static inline int32_t dim_of(const mli_tensor *tensor)
{
#if PER_AXIS
    return is_asymmetric(tensor) ? tensor->el_params.QUANTIZED.dim : -1;
#else
    (void)tensor;
    return -1;
#endif
}

static inline void set_dim(mli_tensor *tensor, int32_t dim)
{
#if PER_AXIS
    tensor->el_params.QUANTIZED.dim = dim;
#else
    (void)tensor;
    (void)dim;
#endif
}

static inline bool dim_is_valid(const mli_tensor *tensor)
{
    return dim_of(tensor) >= -1 && dim_of(tensor) < (int64_t)tensor->rank;
}

static inline int32_t stride_of(const mli_tensor *tensor, unsigned k)
{
#if PERMKERN_MLI_MEM_STRIDE
    return (int32_t)tensor->mem_stride[k];
#else
    (void)tensor;
    (void)k;
    return 0;
#endif
}

static inline void set_stride(mli_tensor *tensor, unsigned k, int32_t stride)
{
#if PERMKERN_MLI_MEM_STRIDE
    tensor->mem_stride[k] = stride;
#else
    (void)tensor;
    (void)k;
    (void)stride;
#endif
}

/* No entry negative; all zero or none. */
static inline bool strides_are_valid(const mli_tensor *tensor, unsigned rank)
{
    unsigned zeros = 0;
    for (unsigned k = 0; k < rank; k++) {
        zeros += stride_of(tensor, k) == 0;
        if (stride_of(tensor, k) < 0) {
            return false;
        }
    }
    return zeros == 0 || zeros == rank;
}

static inline layout layout_of(const uint32_t *shape, unsigned rank)
{
    layout l = {.rank = rank};
    for (unsigned k = 0; k < rank; k++) {
        l.extent[k] = shape[k];
    }
    return l;
}

static inline void set_shape(uint32_t *shape, const layout *l)
{
    for (unsigned k = 0; k < l->rank; k++) {
        shape[k] = (uint32_t)l->extent[k];
    }
}

/* The layout of a shape by the strides of a tensor, which are valid, and its span. */
static inline void read_strides(const mli_tensor *tensor, const uint32_t *shape, unsigned rank, tensor_facts *facts)
{
    facts->layout = layout_of(shape, rank);
    layout_fill(&facts->layout);
    for (unsigned k = 0; k < rank && stride_of(tensor, 0) != 0; k++) {
        facts->layout.stride[k] = stride_of(tensor, k);
    }
    facts->span = layout_elements(&facts->layout) * facts->size;
}

static inline bool data_is_valid(const void *data, unsigned size)
{
    return data != NULL && (uintptr_t)data % size == 0;
}

/* Steps 1 and 2, of the input; not NULL. */
static inline mli_status open_specification(const mli_tensor *in, tensor_facts *facts)
{
    wide elements = 1;
    read_type(in, facts);
    if (in->rank == 0 || in->rank > MLI_MAX_RANK) {
        return MLI_STATUS_BAD_TENSOR;
    }
    for (unsigned k = 0; k < in->rank; k++) {
        elements *= in->shape[k];
    }
    if (elements == 0 || elements * facts->size > UINT32_MAX || !strides_are_valid(in, in->rank)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    read_strides(in, in->shape, in->rank, facts);
    if (!layout_is_valid(&facts->layout) || !data_is_valid(data_of(in), facts->size)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    return in->CAPACITY < facts->span ? MLI_STATUS_NOT_ENGH_MEM : MLI_STATUS_OK;
}

/* ---- tensors ---- */

/* Strides of any order, of axes that may be cut to fit; extent 1, too, has a positive one. */
static inline void choose_mem_stride(choices *from, mli_tensor *tensor, uint32_t *shape, unsigned rank, uint32_t most)
{
    layout l = layout_of(shape, rank);
    choose_strides(from, &l, most);
    set_shape(shape, &l);
    for (unsigned k = 0; k < rank; k++) {
        set_stride(tensor, k, (int32_t)(l.stride[k] > 0 ? l.stride[k] : 1 - l.stride[k]));
    }
}

static inline mli_element_type choose_type(choices *from)
{
#if PER_AXIS
    const mli_element_type types[] = {
        MLI_EL_FX_8,
        MLI_EL_FX_16,
        EL_QUANTIZED_8,
        EL_QUANTIZED_32,
#if PERMKERN_MLI_2
        MLI_EL_FP_16,
        MLI_EL_FP_32,
#endif
    };
    return types[choose_below(from, sizeof types / sizeof types[0])];
#else
    return choose_below(from, 2) == 0 ? MLI_EL_FX_8 : MLI_EL_FX_16;
#endif
}

/* Rank, shape, type and parameters; garbage elsewhere. */
static inline void choose_tensor(choices *from, mli_tensor *tensor, uint32_t most)
{
    memset(tensor, 0xa5, sizeof *tensor);
    tensor->rank = 1 + choose_below(from, MLI_MAX_RANK);
    tensor->el_type = choose_type(from);
    for (unsigned k = 0; k < MLI_MAX_RANK; k++) {
        tensor->shape[k] = choose_extent(from);
        set_stride(tensor, k, 0);
    }
    layout l = layout_of(tensor->shape, tensor->rank);
    limit_extents(&l, most);
    set_shape(tensor->shape, &l);
    set_dim(tensor, (int32_t)choose_below(from, 4) % (int32_t)(tensor->rank + 1) - 1);
}

static inline uint32_t choose_mli_capacity(choices *from, wide span)
{
    const unsigned kind = (unsigned)choose(from, 1);
    const uint32_t exact = span > UINT32_MAX ? UINT32_MAX : (uint32_t)span;
    return kind < 208 ? exact : kind < 216 ? exact - 1 : kind < 232 ? exact + kind : (uint32_t)choose_value(from);
}

/* NULL, and addresses beside the ends of the address space. */
static inline void *far_place(choices *from)
{
    const uint64_t value = choose_value(from);
    return (void *)(uintptr_t)(choose_below(from, 2) == 0 ? value % 65536 : 0 - value);
}

static inline bool share_bytes(wide a, wide a_bytes, wide b, wide b_bytes)
{
    return a < b + b_bytes && b < a + a_bytes;
}

#endif /* PERMKERN_MLI_SPEC_H */
