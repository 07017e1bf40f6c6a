/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * CMSIS-DSP's transposes by permkern: matrices of many sizes of each function, compared with the definition, and what
 * they refuse. Runs on bare metal, too. Prints `N passed, N failed`.
 */
#define ARM_MATH_MATRIX_CHECK
#define MOST 2048
#include "clients/checks.h"

#include "../integrations/cmsis-dsp/permkern_cmsis_dsp.c"

/* Name, type, bytes of an element, elements of a number. */
#define FUNCTIONS(each)                                                                                                \
    each(trans_q7, q7, 1, 1) each(trans_q15, q15, 2, 1) each(trans_q31, q31, 4, 1) each(trans_f16, f16, 2, 1)          \
        each(trans_f32, f32, 4, 1) each(trans_f64, f64, 8, 1) each(cmplx_trans_q15, q15, 2, 2)                         \
            each(cmplx_trans_q31, q31, 4, 2) each(cmplx_trans_f16, f16, 2, 2) each(cmplx_trans_f32, f32, 4, 2)

typedef arm_status transposer(int rows, int cols, int out_rows, int out_cols, void *in, void *out);

#define CALL(name, type, bytes, parts)                                                                                 \
    static arm_status name(int rows, int cols, int out_rows, int out_cols, void *in, void *out)                        \
    {                                                                                                                  \
        const arm_matrix_instance_##type src = {(uint16_t)rows, (uint16_t)cols, in};                                   \
        arm_matrix_instance_##type dst = {(uint16_t)out_rows, (uint16_t)out_cols, out};                                \
        return arm_mat_##name(&src, &dst);                                                                             \
    }

FUNCTIONS(CALL)

static void check_function(transposer *call, const char *name, int bytes, int parts)
{
    static const int sizes[][2] = {{1, 1}, {1, 9}, {7, 1},  {2, 2},  {3, 3},   {4, 4},
                                   {2, 5}, {8, 8}, {3, 65}, {65, 3}, {17, 13}, {12, 20}};
    static const int exchanged[] = {1, 0, 2};
    for (unsigned k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const int shape[] = {sizes[k][0], sizes[k][1], parts};
        const permutation of = permutation_of(3, shape, exchanged);
        define(&of, NULL, (size_t)bytes);
        check(call(shape[0], shape[1], shape[1], shape[0], input, output) == ARM_MATH_SUCCESS && as_expected(), name);
    }
    clear();
    check(call(4, 5, 4, 5, input, output) == ARM_MATH_SIZE_MISMATCH && as_expected(), name);
    check(call(4, 5, 5, 3, input, output) == ARM_MATH_SIZE_MISMATCH && as_expected(), name);
    check(call(4, 5, 5, 4, NULL, output) == ARM_MATH_ARGUMENT_ERROR && as_expected(), name);
    check(call(4, 5, 5, 4, output + 2 * bytes, output) == ARM_MATH_ARGUMENT_ERROR && as_expected(), name);
    check(call(0, 5, 5, 0, input, output) == ARM_MATH_SUCCESS && as_expected(), name);
    if (bytes > 1) {
        check(call(4, 5, 5, 4, input + 1, output) == ARM_MATH_ARGUMENT_ERROR && as_expected(), name);
    }
}

int main(void)
{
    fill();
#define CHECK(name, type, bytes, parts) check_function(name, #name, bytes, parts);
    FUNCTIONS(CHECK)
    return report();
}
