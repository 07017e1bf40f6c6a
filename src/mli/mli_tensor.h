/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MLI tensors: checks for input tensors, and all code that depends on the MLI headers. Tensor fields are accessed by
 * name only. Not installed.
 */
#ifndef PERMKERN_MLI_TENSOR_H
#define PERMKERN_MLI_TENSOR_H

/* While the library is built, permkern_mli.h must not map MLI's names to permkern's. */
#define PERMKERN_BUILDING_LIBRARY 1

#include "core/permkern_internal.h"
#include "move/permkern_word.h"
#include "permkern_mli.h"

#if MLI_MAX_RANK > PERMKERN_MAX_RANK
#error "MLI tensors need a PERMKERN_MAX_RANK of MLI_MAX_RANK at least"
#endif

/*
 * Declares MLI's function name as an alias, for objects compiled without permkern's headers. The alias is weak, so that
 * an object in libmli.a that also defines the name can be linked for its other functions. Without ELF, only the headers
 * map MLI's names.
 */
#if defined(__cplusplus) && !defined(__clang__) /* GCC knows that the function does not throw */
#define PERMKERN_MLI_WEAK weak, nothrow
#else
#define PERMKERN_MLI_WEAK weak
#endif
#if PERMKERN_MLI_NAMES && defined(__ELF__)
#define PERMKERN_MLI_NAME(name, function)                                                                              \
    extern __typeof__(function) name PERMKERN_API __attribute__((PERMKERN_MLI_WEAK, alias(#function)))
#else
#define PERMKERN_MLI_NAME(name, function) struct permkern_no_name
#endif

/*
 * Tensor fields and types whose names differ between MLI releases: the buffer's address and capacity, and the
 * asymmetric types with their quantisation parameters. In MLI 2.x the address is in a union of pointers, so writing one
 * member sets all.
 */
#if PERMKERN_MLI_2
#define PERMKERN_MLI_DATA data.mem.pi8
#define PERMKERN_MLI_CAPACITY data.capacity
#define PERMKERN_MLI_QUANTIZED sa
#define PERMKERN_MLI_QUANTIZED_8 MLI_EL_SA_8
#define PERMKERN_MLI_QUANTIZED_32 MLI_EL_SA_32
#else
#define PERMKERN_MLI_DATA data
#define PERMKERN_MLI_CAPACITY capacity
#define PERMKERN_MLI_QUANTIZED asym
#define PERMKERN_MLI_QUANTIZED_8 MLI_EL_ASYM_I8
#define PERMKERN_MLI_QUANTIZED_32 MLI_EL_ASYM_I32
#endif

/* 1: some types have quantisation parameters that may vary along an axis. */
#define PERMKERN_MLI_PER_AXIS (PERMKERN_MLI_ASYM || PERMKERN_MLI_2)

/* Returns an axis's stride in elements; 0 if the headers lack mem_stride. In some 2.x headers the field is unsigned. */
#if PERMKERN_MLI_MEM_STRIDE
#define PERMKERN_MLI_STRIDE(tensor, axis) ((int32_t)(tensor)->mem_stride[axis]) /* narrow: MLI's field has 32 bits */
#else
#define PERMKERN_MLI_STRIDE(tensor, axis) 0
#endif

/* ---- elements ---- */

/* The shift of element types that the headers do not name. Its low two bits are 0, so these elements count as bytes. */
#define PERMKERN_MLI_UNKNOWN 4U

/* The documented values of MLI_EL_FP_16 and MLI_EL_FP_32, which some 2.x headers do not name. */
#define PERMKERN_MLI_FP_16 0x210U
#define PERMKERN_MLI_FP_32 0x220U

/* Returns log2 of the element's bytes. 4-bit elements (MLI_EL_FX_4) are unknown, too. */
static inline unsigned permkern_mli_shift(const mli_tensor *tensor)
{
    switch ((uint32_t)tensor->el_type) { /* narrow: an enumeration */
    case MLI_EL_FX_8:
#if PERMKERN_MLI_PER_AXIS
    case PERMKERN_MLI_QUANTIZED_8:
#endif
        return 0;
    case MLI_EL_FX_16:
#if PERMKERN_MLI_2
    case PERMKERN_MLI_FP_16:
#endif
        return 1;
#if PERMKERN_MLI_2
    case PERMKERN_MLI_FP_32:
#endif
#if PERMKERN_MLI_PER_AXIS
    case PERMKERN_MLI_QUANTIZED_32:
        return 2;
#endif
    default:
        return PERMKERN_MLI_UNKNOWN;
    }
}

/* ---- mem_stride: all zeros, or headers without it, mean contiguous ---- */

/* True if the first `rank` entries are all zero or all positive. */
static inline bool permkern_mli_strides_valid(const mli_tensor *tensor, unsigned rank)
{
    for (unsigned k = 0; PERMKERN_MLI_MEM_STRIDE && k < rank; k++) {
        const int32_t stride = PERMKERN_MLI_STRIDE(tensor, k);
        if (stride < 0 || (stride == 0) != (PERMKERN_MLI_STRIDE(tensor, 0) == 0)) {
            return false;
        }
    }
    (void)tensor;
    return true;
}

/* True if a tensor with a valid mem_stride has strides. */
static inline bool permkern_mli_strided(const mli_tensor *tensor)
{
    (void)tensor;
    return PERMKERN_MLI_STRIDE(tensor, 0) != 0;
}

/* ---- dim: the axis along which quantisation parameters vary; -1: none ---- */

static inline bool permkern_mli_has_dim(const mli_tensor *tensor)
{
    (void)tensor;
#if PERMKERN_MLI_PER_AXIS
    return tensor->el_type == PERMKERN_MLI_QUANTIZED_8 || tensor->el_type == PERMKERN_MLI_QUANTIZED_32;
#else
    return false;
#endif
}

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

/* Checks that the element type is `type`, that the headers name it, and that dim is an axis or -1. */
static inline mli_status permkern_mli_check_type(const mli_tensor *tensor, unsigned shift, mli_element_type type)
{
    const int32_t dim = permkern_mli_dim(tensor);
    if (shift == PERMKERN_MLI_UNKNOWN || tensor->el_type != type) {
        return MLI_STATUS_TYPE_MISMATCH;
    }
    return dim >= -1 && dim < (int32_t)tensor->rank ? MLI_STATUS_OK : MLI_STATUS_BAD_TENSOR; /* narrow: at most 4 */
}

/* ---- output descriptors ---- */

/*
 * Sets the output's rank, and copies the input's type and parameters, except dim. No struct assignment from 16 bytes
 * on: some compilers turn it into a call of memcpy.
 */
static inline void permkern_mli_describe(const mli_tensor *in, unsigned rank, int32_t dim, mli_tensor *out)
{
    out->rank = rank;
    out->el_type = in->el_type;
#if PERMKERN_MLI_PER_AXIS
    permkern_copy((const uint8_t *)&in->el_params, (uint8_t *)&out->el_params, sizeof out->el_params);
    if (permkern_mli_has_dim(out)) {
        out->el_params.PERMKERN_MLI_QUANTIZED.dim = dim;
    }
#else
    (void)dim;
    out->el_params = in->el_params;
#endif
}

/* ---- checks (src/mli/mli_tensor.c) ---- */

/* Facts about a checked input tensor. */
typedef struct {
    size_t bytes;   /* all elements */
    size_t span;    /* bytes; set only if the tensor has strides, otherwise use `bytes` */
    unsigned shift; /* from permkern_mli_shift */
    uint32_t size;  /* bytes of an element */
} permkern_mli_facts;

/* True if data is not NULL, and aligned for elements of `size` bytes (1, 2 or 4). */
static inline bool permkern_mli_data_valid(const void *data, uint32_t size)
{
    return data != NULL && ((uintptr_t)data & (size - 1U)) == 0;
}

/*
 * Reads a tensor's strides for a given shape; mem_stride is valid. Sets strides and span in bytes. shift: log2 of an
 * element's bytes. MLI_STATUS_BAD_TENSOR: two coordinates share an element. MLI_STATUS_NOT_ENGH_MEM: the capacity is
 * below the span.
 */
mli_status permkern_mli_read_strides(const mli_tensor *tensor, const uint32_t *shape, unsigned rank, unsigned shift,
                                     permkern_array *to);

/*
 * Returns the product of all extents and `units`, the units in an element; 0 if it is 0 or over UINT32_MAX. Sets the
 * strides of a contiguous tensor in units. The rank is at least 1.
 */
static inline size_t permkern_mli_count(const uint32_t *shape, unsigned rank, size_t units, size_t *stride)
{
    do {
        rank--;
        stride[rank] = units;
        if (!permkern_multiply(units, shape[rank], &units) || units > UINT32_MAX) {
            return 0;
        }
    } while (rank != 0);
    return units;
}

/*
 * Checks an input tensor and sets its strides in bytes. MLI_STATUS_BAD_TENSOR comes before MLI_STATUS_NOT_ENGH_MEM.
 * Elements of unknown type count as bytes, because the type is checked later.
 */
mli_status permkern_mli_open(const mli_tensor *in, size_t *stride, permkern_mli_facts *facts);

#endif /* PERMKERN_MLI_TENSOR_H */
