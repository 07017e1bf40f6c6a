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
 * Where a tensor has what all releases have, but at different places: the address and the bytes of its buffer, and of
 * asymmetric types the names and the quantisation parameters. In MLI 2.x, the address is a member of a union of
 * pointers, each of which is written by writing one.
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

/* 1: there are types whose quantisation parameters may vary along an axis. */
#define PERMKERN_MLI_PER_AXIS (PERMKERN_MLI_ASYM || PERMKERN_MLI_2)

/* The stride of an axis; 0 in headers without mem_stride. It is unsigned in some headers of 2.x. */
#if PERMKERN_MLI_MEM_STRIDE
#define PERMKERN_MLI_STRIDE(tensor, axis) ((int32_t)(tensor)->mem_stride[axis]) /* narrow: MLI's field has 32 bits */
#else
#define PERMKERN_MLI_STRIDE(tensor, axis) 0
#endif

/* ---- elements ---- */

/*
 * The shift of an element type that the headers do not name. Its low two bits are 0: such an element counts as a byte.
 */
#define PERMKERN_MLI_UNKNOWN 4U

/* MLI_EL_FP_16 and MLI_EL_FP_32 by their documented values, as not all headers of 2.x name them. */
#define PERMKERN_MLI_FP_16 0x210U
#define PERMKERN_MLI_FP_32 0x220U

/* log2 of the element's bytes. Elements of four bits, which MLI_EL_FX_4 stands for, are of no such type. */
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

/* ---- mem_stride: all zero means contiguous, and so do headers without it ---- */

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

/* False if a tensor whose mem_stride is valid is contiguous. */
static inline bool permkern_mli_strided(const mli_tensor *tensor)
{
    (void)tensor;
    return PERMKERN_MLI_STRIDE(tensor, 0) != 0;
}

/* ---- dim: the axis along which quantisation parameters vary; -1: they do not, or the type has none ---- */

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

/* Checks that the element type is this one, which the headers name, and that dim is an axis or -1. */
static inline mli_status permkern_mli_check_type(const mli_tensor *tensor, unsigned shift, mli_element_type type)
{
    const int32_t dim = permkern_mli_dim(tensor);
    if (shift == PERMKERN_MLI_UNKNOWN || tensor->el_type != type) {
        return MLI_STATUS_TYPE_MISMATCH;
    }
    return dim >= -1 && dim < (int32_t)tensor->rank ? MLI_STATUS_OK : MLI_STATUS_BAD_TENSOR; /* narrow: at most 4 */
}

/* ---- what is written ---- */

/*
 * Sets rank, type and parameters of a tensor that has those of another one, but for dim. Parameters are not copied by
 * assignment, which some targets' compilers turn into a call of memcpy from 16 bytes on.
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

/* ---- checks (src/mli/mli_helpers.c) ---- */

/* What an input tensor is, once it is checked. */
typedef struct {
    size_t bytes;   /* of all elements */
    size_t span;    /* bytes, if it has strides; otherwise these are the same */
    unsigned shift; /* from permkern_mli_shift */
    uint32_t size;  /* bytes of an element */
} permkern_mli_facts;

/* True if data may hold elements of 1, 2 or 4 bytes: it is not NULL, and aligned. */
static inline bool permkern_mli_data_valid(const void *data, uint32_t size)
{
    return data != NULL && ((uintptr_t)data & (size - 1U)) == 0;
}

/*
 * Reads the strides of a tensor of some shape; mem_stride is valid. Afterwards strides and the span are bytes. shift:
 * log2 of an element's bytes. MLI_STATUS_BAD_TENSOR: two coordinates share an element. MLI_STATUS_NOT_ENGH_MEM: the
 * capacity is below the span.
 */
mli_status permkern_mli_read_strides(const mli_tensor *tensor, const uint32_t *shape, unsigned rank, unsigned shift,
                                     permkern_array *to);

/* The same for an input tensor: sets its strides, and the span in *facts. */
mli_status permkern_mli_open_strided(const mli_tensor *in, size_t *stride, permkern_mli_facts *facts);

/* One axis of permkern_mli_count; false if *units is then over UINT32_MAX. */
static inline bool permkern_mli_count_axis(const uint32_t *shape, unsigned k, size_t *units, size_t *stride)
{
    stride[k] = *units;
    return permkern_multiply(*units, shape[k], units) && *units <= UINT32_MAX;
}

/*
 * The product of all extents and `units`; 0 if an extent is 0, or the product is over UINT32_MAX. Sets the strides of a
 * contiguous tensor whose elements have so many units. The rank is at least 1.
 */
static inline size_t permkern_mli_count(const uint32_t *shape, unsigned rank, size_t units, size_t *stride)
{
#ifdef __OPTIMIZE_SIZE__
    do {
        if (!permkern_mli_count_axis(shape, --rank, &units, stride)) {
            return 0;
        }
    } while (rank != 0);
    return units;
#else
    /* Unrolled: a loop's tests would be a tenth of a small permute. */
    bool fits = true;
    if (rank >= 3) {
        fits = (rank == 3 || permkern_mli_count_axis(shape, 3, &units, stride)) &&
               permkern_mli_count_axis(shape, 2, &units, stride) && permkern_mli_count_axis(shape, 1, &units, stride);
    } else if (rank == 2) {
        fits = permkern_mli_count_axis(shape, 1, &units, stride);
    }
    return fits && permkern_mli_count_axis(shape, 0, &units, stride) ? units : 0;
#endif
}

/*
 * Checks an input tensor, and sets the strides of its axes in bytes: MLI_STATUS_BAD_TENSOR, then
 * MLI_STATUS_NOT_ENGH_MEM. An element of unknown type counts as a byte, as the type is checked later.
 */
mli_status permkern_mli_open(const mli_tensor *in, size_t *stride, permkern_mli_facts *facts);

/* Inline variant for permute, in which a call would count. */
PERMKERN_INLINE mli_status permkern_mli_open_here(const mli_tensor *in, size_t *stride, permkern_mli_facts *facts)
{
    if (in == NULL || in->rank - 1U >= MLI_MAX_RANK) {
        return MLI_STATUS_BAD_TENSOR;
    }
    const unsigned rank = in->rank;
    const unsigned shift = permkern_mli_shift(in);
    const uint32_t size = 1U << (shift & 3U);
    const size_t bytes = permkern_mli_count(in->shape, rank, size, stride);
    if (bytes == 0 || !permkern_mli_strides_valid(in, rank) || !permkern_mli_data_valid(in->PERMKERN_MLI_DATA, size)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    facts->shift = shift;
    facts->size = size;
    facts->bytes = bytes;
    if (permkern_mli_strided(in)) {
        return permkern_mli_open_strided(in, stride, facts);
    }
    return in->PERMKERN_MLI_CAPACITY < bytes ? MLI_STATUS_NOT_ENGH_MEM : MLI_STATUS_OK;
}

#endif /* PERMKERN_MLI_INTERNAL_H */
