/* SPDX-License-Identifier: BSD-3-Clause */
/* A fixture: the parts of MLI 1.0 that permkern needs. Own text; names, values and layout are that release's. */
#ifndef MLI_1_0_TYPES_H
#define MLI_1_0_TYPES_H

#include <stdint.h>

typedef enum {
    MLI_STATUS_OK = 0,
    MLI_STATUS_BAD_TENSOR = 1,
    MLI_STATUS_INCOMPATEBLE_TENSORS = 3,
    MLI_STATUS_BAD_FUNC_CFG = 4,
    MLI_STATUS_NOT_ENGH_MEM = 5,
    MLI_STATUS_NOT_SUPPORTED = 6,
    MLI_STATUS_TYPE_MISMATCH = 12,
    MLI_STATUS_LARGE_ENUM = 0x02000000
} mli_status;

#define MLI_MAX_RANK (4)

typedef enum { MLI_EL_FX_8 = 0, MLI_EL_FX_16, MLI_EL_LARGE_ENUM = 0x02000000 } mli_element_type;

typedef union {
    struct {
        uint8_t frac_bits;
    } fx;
} mli_element_params;

typedef struct {
    void *data;
    uint32_t capacity;
    uint32_t shape[MLI_MAX_RANK];
    uint32_t rank;
    mli_element_type el_type;
    mli_element_params el_params;
} mli_tensor;

typedef struct {
    uint8_t perm_dim[MLI_MAX_RANK];
} mli_permute_cfg;

typedef struct {
    uint32_t start_coord[MLI_MAX_RANK];
    uint8_t coord_num;
    uint8_t first_out_dim_size;
} mli_point_to_subtsr_cfg;

#endif /* MLI_1_0_TYPES_H */
