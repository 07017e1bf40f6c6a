/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the MLI adapters share: checks of an input tensor, and all that depends on which MLI headers they are compiled
 * against. Tensor fields are touched by name only. Not installed.
 */
#ifndef PERMKERN_MLI_INTERNAL_H
#define PERMKERN_MLI_INTERNAL_H

/* While the library is built, permkern_mli.h must not map MLI's names to permkern's. */
#define PERMKERN_BUILDING_LIBRARY 1

#include "core/permkern_internal.h"
#include "move/permkern_word.h"
#include "permkern_mli.h"

#if MLI_MAX_RANK > PERMKERN_MAX_RANK
#error "MLI tensors need a PERMKERN_MAX_RANK of MLI_MAX_RANK at least"
#endif

/*
 * Declares MLI's name of a function as an alias, for objects that were compiled without permkern's headers. Weak, so
 * that an object of a libmli.a that defines the same name can be linked, too, for other functions in it. If objects are
 * not ELF, only the headers map MLI's names.
 */
#if PERMKERN_MLI_NAMES && defined(__ELF__)
#define PERMKERN_MLI_NAME_OF(function) PERMKERN_API __attribute__((weak, alias(function)))
#endif

/*
 * Where a tensor has what all releases have, but at different places: the address and the bytes of its buffer, and the
 * quantisation parameters of its asymmetric types. In MLI 2.x, the address is a member of a union of pointers, each of
 * which is written by writing one.
 */
#if PERMKERN_MLI_2
#define PERMKERN_MLI_DATA data.mem.pi8
#define PERMKERN_MLI_CAPACITY data.capacity
#define PERMKERN_MLI_QUANTIZED sa
#else
#define PERMKERN_MLI_DATA data
#define PERMKERN_MLI_CAPACITY capacity
#define PERMKERN_MLI_QUANTIZED asym
#endif

/* 1: there are types whose quantisation parameters may vary along an axis. */
#define PERMKERN_MLI_PER_AXIS (PERMKERN_MLI_ASYM || PERMKERN_MLI_2)

typedef struct {
    uint32_t extent;
    size_t stride; /* bytes */
} permkern_mli_axis;

/* A tensor's axes in its own order, its span and its element. */
typedef struct {
    permkern_mli_axis axis[MLI_MAX_RANK];
    size_t span;    /* bytes */
    unsigned shift; /* from permkern_mli_shift */
    uint32_t size;  /* bytes of an element */
} permkern_mli_layout;

/*
 * The shift of an element type that the headers do not name. Its low two bits are 0: such an element counts as a byte.
 */
#define PERMKERN_MLI_UNKNOWN 4U

#if PERMKERN_MLI_2

/* MLI_EL_FP_16 and MLI_EL_FP_32 by their documented values, as not all headers of 2.x name them. */
#define PERMKERN_MLI_FP_16 0x210U
#define PERMKERN_MLI_FP_32 0x220U

/* log2 of the element's bytes. Elements of four bits, which MLI_EL_FX_4 stands for, are of no such type. */
static inline unsigned permkern_mli_shift(const mli_tensor *tensor)
{
    switch ((uint32_t)tensor->el_type) { /* narrow: an enumeration */
    case MLI_EL_FX_8:
    case MLI_EL_SA_8:
        return 0;
    case MLI_EL_FX_16:
    case PERMKERN_MLI_FP_16:
        return 1;
    case MLI_EL_SA_32:
    case PERMKERN_MLI_FP_32:
        return 2;
    default:
        return PERMKERN_MLI_UNKNOWN;
    }
}

#else

/* log2 of the element's bytes. */
static inline unsigned permkern_mli_shift(const mli_tensor *tensor)
{
    switch (tensor->el_type) {
    case MLI_EL_FX_8:
        return 0;
    case MLI_EL_FX_16:
        return 1;
#if PERMKERN_MLI_ASYM
    case MLI_EL_ASYM_I8:
        return 0;
    case MLI_EL_ASYM_I32:
        return 2;
#endif
    default:
        return PERMKERN_MLI_UNKNOWN;
    }
}

#endif

/* ---- mem_stride: all zero means contiguous, and so do headers without it ---- */

/* True if the first `rank` entries are all zero or all positive. */
static inline bool permkern_mli_strides_valid(const mli_tensor *tensor, unsigned rank)
{
#if PERMKERN_MLI_MEM_STRIDE
    for (unsigned k = 0; k < rank; k++) {
        /* narrow: MLI's field has 32 bits */
        const int32_t stride = (int32_t)tensor->mem_stride[k]; /* unsigned in some headers of 2.x */
        if (stride < 0 || (stride == 0) != (tensor->mem_stride[0] == 0)) {
            return false;
        }
    }
#endif
    (void)tensor;
    (void)rank;
    return true;
}

#if PERMKERN_MLI_MEM_STRIDE

/* False if a tensor whose mem_stride is valid is contiguous. */
static inline bool permkern_mli_strided(const mli_tensor *tensor)
{
    return tensor->mem_stride[0] != 0;
}

#endif

/* Copies the mem_stride of one axis, if the headers have it. */
static inline void permkern_mli_copy_stride(const mli_tensor *from, unsigned axis, mli_tensor *to, unsigned k)
{
#if PERMKERN_MLI_MEM_STRIDE
    to->mem_stride[k] = from->mem_stride[axis];
#endif
    (void)from;
    (void)axis;
    (void)to;
    (void)k;
}

/* ---- dim: the axis along which quantisation parameters vary; -1: they do not, or the type has none ---- */

#if PERMKERN_MLI_PER_AXIS

static inline bool permkern_mli_has_dim(const mli_tensor *tensor)
{
#if PERMKERN_MLI_2
    return tensor->el_type == MLI_EL_SA_8 || tensor->el_type == MLI_EL_SA_32;
#else
    return tensor->el_type == MLI_EL_ASYM_I8 || tensor->el_type == MLI_EL_ASYM_I32;
#endif
}

#endif

static inline int32_t permkern_mli_dim(const mli_tensor *tensor)
{
#if PERMKERN_MLI_PER_AXIS
    if (permkern_mli_has_dim(tensor)) {
        return tensor->el_params.PERMKERN_MLI_QUANTIZED.dim;
    }
#endif
    (void)tensor;
    return -1;
}

static inline void permkern_mli_set_dim(mli_tensor *tensor, int32_t dim)
{
#if PERMKERN_MLI_PER_AXIS
    if (permkern_mli_has_dim(tensor)) {
        tensor->el_params.PERMKERN_MLI_QUANTIZED.dim = dim;
    }
#endif
    (void)tensor;
    (void)dim;
}

/* True if dim is an axis of the tensor, or -1. */
static inline bool permkern_mli_dim_valid(const mli_tensor *tensor)
{
#if PERMKERN_MLI_PER_AXIS
    const int32_t dim = permkern_mli_dim(tensor);
    return dim >= -1 && dim < (int32_t)tensor->rank; /* narrow: a rank, at most 4 */
#else
    (void)tensor;
    return true;
#endif
}

/* Not by assignment, which some targets' compilers turn into a call of memcpy from 16 bytes on. */
static inline void permkern_mli_copy_params(const mli_element_params *from, mli_element_params *to)
{
#if PERMKERN_MLI_PER_AXIS
    permkern_copy((const uint8_t *)from, (uint8_t *)to, sizeof *to);
#else
    *to = *from;
#endif
}

/* ---- checks (src/mli/mli_helpers.c) ---- */

/* True if data may hold elements of 1, 2 or 4 bytes: it is not NULL, and aligned. */
static inline bool permkern_mli_data_valid(const void *data, uint32_t size)
{
    return data != NULL && ((uintptr_t)data & (size - 1U)) == 0;
}

/*
 * Sets the span and strides of a tensor whose mem_stride is valid and not zero. The layout has shift and extents
 * already. MLI_STATUS_BAD_TENSOR: two coordinates share an element. MLI_STATUS_NOT_ENGH_MEM: the capacity is below the
 * span.
 */
mli_status permkern_mli_read_strides(const mli_tensor *tensor, unsigned rank, permkern_mli_layout *layout);

/* One axis of permkern_mli_count; false if *units is then over UINT32_MAX. */
static inline bool permkern_mli_count_axis(const uint32_t *shape, unsigned k, uint32_t *units,
                                           permkern_mli_layout *layout)
{
    const uint32_t extent = shape[k];
    layout->axis[k].extent = extent;
    layout->axis[k].stride = *units;
    return permkern_multiply32(*units, extent, units);
}

/*
 * The product of all extents and `units`; 0 if an extent is 0, or the product is over UINT32_MAX. Sets the layout's
 * axes. The rank is at least 1.
 */
static inline uint32_t permkern_mli_count(const uint32_t *shape, unsigned rank, uint32_t units,
                                          permkern_mli_layout *layout)
{
#ifdef __OPTIMIZE_SIZE__
    do {
        if (!permkern_mli_count_axis(shape, --rank, &units, layout)) {
            return 0;
        }
    } while (rank != 0);
    return units;
#else
    /* Unrolled: a loop's tests would be a tenth of a small permute. */
    bool fits = true;
    if (rank >= 3) {
        fits = (rank == 3 || permkern_mli_count_axis(shape, 3, &units, layout)) &&
               permkern_mli_count_axis(shape, 2, &units, layout) && permkern_mli_count_axis(shape, 1, &units, layout);
    } else if (rank == 2) {
        fits = permkern_mli_count_axis(shape, 1, &units, layout);
    }
    return fits && permkern_mli_count_axis(shape, 0, &units, layout) ? units : 0;
#endif
}

/*
 * Checks an input tensor and fills in its layout: MLI_STATUS_BAD_TENSOR, then MLI_STATUS_NOT_ENGH_MEM. An element of
 * unknown type counts as a byte, as the type is checked later.
 */
mli_status permkern_mli_open(const mli_tensor *in, permkern_mli_layout *layout);

/* Inline variant of permkern_mli_open for permute, in which a call would count. */
static inline mli_status permkern_mli_open_here(const mli_tensor *in, permkern_mli_layout *layout)
{
    if (in == NULL || in->rank - 1U >= MLI_MAX_RANK) {
        return MLI_STATUS_BAD_TENSOR;
    }
    const unsigned rank = in->rank;
    const unsigned shift = permkern_mli_shift(in);
    const uint32_t size = 1U << (shift & 3U);
    const uint32_t bytes = permkern_mli_count(in->shape, rank, size, layout);
    if (bytes == 0 || !permkern_mli_strides_valid(in, rank) || !permkern_mli_data_valid(in->PERMKERN_MLI_DATA, size)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    layout->shift = shift;
    layout->size = size;
    layout->span = bytes;
#if PERMKERN_MLI_MEM_STRIDE
    if (permkern_mli_strided(in)) {
        return permkern_mli_read_strides(in, rank, layout);
    }
#endif
    return in->PERMKERN_MLI_CAPACITY < bytes ? MLI_STATUS_NOT_ENGH_MEM : MLI_STATUS_OK;
}

#endif /* PERMKERN_MLI_INTERNAL_H */
