/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mli_types.h
 * @brief Types of embARC MLI 1.x for permkern's functions, with the documented names, values and layout.
 *
 * Source: embARC MLI 1.x documentation (mli_tensor structure; permute; point to sub-tensor), and MLI 1.1's own
 * description of its types. Released headers differ (docs/api.md).
 */
#ifndef MLI_TYPES_H
#define MLI_TYPES_H

#include <stdint.h>

/* 1: MLI 1.1 types; 0: MLI 1.0 types. Define it for the library and all files that include these headers. */
#ifndef PERMKERN_MLI_MEM_STRIDE
#define PERMKERN_MLI_MEM_STRIDE 0
#endif

/* Compilation fails if MLI's own headers come after these on the include path, where nothing would include them. */
#ifdef __has_include
#if __has_include(<api/permkern_order.h>)
#include <api/permkern_order.h>
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Largest rank of a tensor. */
#define MLI_MAX_RANK 4

/** The status that every function returns. Spelling and values are MLI's. */
typedef enum mli_status {
    MLI_STATUS_OK = 0,                   /**< Done. */
    MLI_STATUS_BAD_TENSOR = 1,           /**< A tensor is NULL or does not describe a valid array. */
    MLI_STATUS_SHAPE_MISMATCH = 2,       /**< Not returned by permkern. */
    MLI_STATUS_INCOMPATEBLE_TENSORS = 3, /**< Tensors that overlap, or wrap around the address space. */
    MLI_STATUS_BAD_FUNC_CFG = 4,         /**< The configuration is NULL or not valid for the tensor. */
    MLI_STATUS_NOT_ENGH_MEM = 5,         /**< A tensor's capacity is below its span in bytes. */
    MLI_STATUS_NOT_SUPPORTED = 6,        /**< A valid request without a result. */
    MLI_STATUS_SPEC_PARAM_MISMATCH = 7,  /**< Not returned by permkern. */
    MLI_STATUS_ARGUMENT_ERROR = 8,       /**< Not returned by permkern. */
    MLI_STATUS_LENGTH_ERROR = 9,         /**< Not returned by permkern. */
    MLI_STATUS_SIZE_MISMATCH = 10,       /**< Not returned by permkern. */
    MLI_STATUS_RANK_MISMATCH = 11,       /**< Not returned by permkern. */
    MLI_STATUS_TYPE_MISMATCH = 12,       /**< The function does not support this element type. */
    MLI_STATUS_LARGE_ENUM = 0x02000000   /**< No status: keeps the type at four bytes under -fshort-enums. */
} mli_status;

/** Type of an element. */
typedef enum mli_element_type {
    MLI_EL_FX_8 = 0,  /**< 8-bit signed fixed point. */
    MLI_EL_FX_16 = 1, /**< 16-bit signed fixed point. */
#if PERMKERN_MLI_MEM_STRIDE
    MLI_EL_ASYM_I8 = 2,  /**< 8-bit signed, with scales and zero points. */
    MLI_EL_ASYM_I32 = 3, /**< 32-bit signed, with scales and zero points. */
#endif
    MLI_EL_LARGE_ENUM = 0x02000000 /**< No type: keeps the enumeration at four bytes under -fshort-enums. */
} mli_element_type;

#if PERMKERN_MLI_MEM_STRIDE
/** One value, or a pointer to an array of values. The reader must know which member is set. */
typedef union mli_data_container {
    int32_t *pi32; /**< 32-bit values. */
    int16_t *pi16; /**< 16-bit values. */
    int8_t *pi8;   /**< 8-bit values. */
    int32_t i32;   /**< One value. */
    int16_t i16;   /**< One value. */
    int8_t i8;     /**< One value. */
} mli_data_container;
#endif

/** Parameters of an element type. */
typedef union mli_element_params {
    /** For MLI_EL_FX_8 and MLI_EL_FX_16. */
    struct {
        uint8_t frac_bits; /**< Fraction bits in an element. */
    } fx;
#if PERMKERN_MLI_MEM_STRIDE
    /** For MLI_EL_ASYM_I8 and MLI_EL_ASYM_I32. */
    struct {
        mli_data_container zero_point; /**< One value, or one for each element of axis dim. */
        mli_data_container scale;      /**< One value, or one for each element of axis dim. */
        int32_t dim;                   /**< The axis along which both vary; -1: one value of each. */
        int8_t scale_frac_bits;        /**< Fraction bits in a scale. */
    } asym;
#endif
} mli_element_params;

/**
 * An array of up to MLI_MAX_RANK axes: 36 bytes with 32-bit pointers, 40 with 64-bit pointers. Elements lie row by row
 * without gaps, the last axis fastest. With mem_stride it has 64 and 80 bytes, and mem_stride gives the elements'
 * addresses.
 */
typedef struct mli_tensor {
    void *data;        /**< First element; aligned for the element. */
    uint32_t capacity; /**< The buffer's size in bytes. */
#if PERMKERN_MLI_MEM_STRIDE
    int32_t mem_stride[MLI_MAX_RANK]; /**< Stride of each axis in elements, positive; all zero: row by row, no gaps. */
#endif
    uint32_t shape[MLI_MAX_RANK]; /**< Elements along each axis, the slowest first; the first rank entries count. */
    uint32_t rank;                /**< Axes: 1 to MLI_MAX_RANK. */
    mli_element_type el_type;     /**< Type of an element. */
    mli_element_params el_params; /**< Parameters of that type. */
} mli_tensor;

/** Configuration of mli_krn_permute_fx() and its specializations. */
typedef struct mli_permute_cfg {
    /** Axis k of the output is axis perm_dim[k] of the input; entries from the input's rank on are ignored. */
#if PERMKERN_MLI_MEM_STRIDE
    uint8_t perm_dim[MLI_MAX_RANK];
#else
    int perm_dim[MLI_MAX_RANK];
#endif
} mli_permute_cfg;

/** Configuration of mli_hlp_point_to_subtensor(). */
typedef struct mli_point_to_subtsr_cfg {
    uint32_t start_coord[MLI_MAX_RANK]; /**< Start of the sub-tensor along the input's first coord_num axes. */
    uint8_t coord_num;                  /**< Coordinates: 1 to the input's rank. */
    uint8_t first_out_dim_size;         /**< Extent of the sub-tensor's first axis, at least 1. */
} mli_point_to_subtsr_cfg;

#if PERMKERN_MLI_MEM_STRIDE
/** Configuration of mli_hlp_create_subtensor(). */
typedef struct mli_sub_tensor_cfg {
    uint32_t offset[MLI_MAX_RANK]; /**< Start of the sub-tensor along each axis of the input. */
    uint32_t size[MLI_MAX_RANK];   /**< Extent of the sub-tensor along each axis of the input, at least 1. */
    uint32_t sub_tensor_rank;      /**< Rank of the sub-tensor: 1 to the input's rank. */
} mli_sub_tensor_cfg;
#endif

#ifdef __cplusplus
}
#endif

#endif /* MLI_TYPES_H */
