/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * CMSIS-DSP's matrix transposes by permkern, with its signatures and statuses. Compile this file with CMSIS-DSP's
 * Include folder on the include path and with its macros, leave its arm_mat_trans_*.c and arm_mat_cmplx_trans_*.c out
 * or link this object before its archive, and link permkern. README.md says what differs.
 */
#include "dsp/matrix_functions.h"
#include "dsp/matrix_functions_f16.h"
#include "permkern.h"

/* parts: elements of a number, 2 if it is complex. CMSIS-DSP passes no sizes of buffers, so the capacity is unknown. */
static arm_status transpose(size_t rows, size_t cols, size_t parts, size_t bits, const void *in, void *out)
{
    static const uint8_t perm[3] = {1, 0, 2};
    const size_t shape[3] = {rows, cols, parts};
    const permkern_layout from = {.shape = shape, .capacity = SIZE_MAX, .rank = 3, .bits = bits};
    const permkern_layout to = {.capacity = SIZE_MAX, .rank = 3, .bits = bits};
    return permkern_permute(&from, in, perm, &to, out) == PERMKERN_OK ? ARM_MATH_SUCCESS : ARM_MATH_ARGUMENT_ERROR;
}

#ifdef ARM_MATH_MATRIX_CHECK
#define MISMATCH(a, b) ((a)->numRows != (b)->numCols || (a)->numCols != (b)->numRows)
#else
#define MISMATCH(a, b) 0
#endif

/* A macro, because each type of element has its own type of matrix. */
#define TRANSPOSE(name, type, parts, bits)                                                                             \
    arm_status name(const arm_matrix_instance_##type *pSrc, arm_matrix_instance_##type *pDst)                          \
    {                                                                                                                  \
        return MISMATCH(pSrc, pDst) ? ARM_MATH_SIZE_MISMATCH                                                           \
                                    : transpose(pSrc->numRows, pSrc->numCols, parts, bits, pSrc->pData, pDst->pData);  \
    }

TRANSPOSE(arm_mat_trans_q7, q7, 1, 8)
TRANSPOSE(arm_mat_trans_q15, q15, 1, 16)
TRANSPOSE(arm_mat_trans_q31, q31, 1, 32)
TRANSPOSE(arm_mat_trans_f32, f32, 1, 32)
TRANSPOSE(arm_mat_trans_f64, f64, 1, 64)
TRANSPOSE(arm_mat_cmplx_trans_q15, q15, 2, 16)
TRANSPOSE(arm_mat_cmplx_trans_q31, q31, 2, 32)
TRANSPOSE(arm_mat_cmplx_trans_f32, f32, 2, 32)
#ifdef ARM_FLOAT16_SUPPORTED
TRANSPOSE(arm_mat_trans_f16, f16, 1, 16)
TRANSPOSE(arm_mat_cmplx_trans_f16, f16, 2, 16)
#endif
