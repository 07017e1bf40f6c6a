/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Converts shapes, strides and permutations from runtimes' integers: int32_t in TensorFlow Lite Micro, int64_t in
 * ExecuTorch and ONNX, uint32_t in CMSIS-NN. Numbers that do not fit permkern.h's types are rejected here, so adapters
 * need no checks.
 */
#include "base/permkern_access.h"
#include "base/permkern_compiler.h"
#include "base/permkern_plan.h"

/*
 * Returns entry k. int64_t holds every number of the three kinds. Loads by permkern_access.h, because the caller's type
 * may be another one of equal size, such as long.
 */
static int64_t read_integer(const void *from, permkern_int kind, size_t k)
{
    const uint8_t *const bytes = (const uint8_t *)from;
    switch (kind) {
    case PERMKERN_INT32:
        return (int32_t)permkern_load32(bytes + 4 * k); /* narrow: the caller's integer has 32 bits */
    case PERMKERN_UINT32:
        return permkern_load32(bytes + 4 * k);
    default:
        return (int64_t)permkern_load64(bytes + 8 * k);
    }
}

static permkern_status check_arrays(const void *to, const void *from, size_t rank)
{
    if (rank > PERMKERN_MAX_RANK) {
        return PERMKERN_ERR_RANK;
    }
    return rank != 0 && (to == NULL || from == NULL) ? PERMKERN_ERR_NULL : PERMKERN_OK;
}

/* Converts to size_t, or to the bits of ptrdiff_t. If a number does not fit, returns `fault` and writes nothing. */
static permkern_status convert(size_t *to, const void *from, permkern_int kind, size_t rank, int64_t least,
                               uint64_t most, permkern_status fault)
{
    const permkern_status status = check_arrays(to, from, rank);
    for (size_t k = 0; status == PERMKERN_OK && k < rank; k++) {
        const int64_t number = read_integer(from, kind, k);
        if (number < least || (number > 0 && (uint64_t)number > most)) {
            return fault;
        }
    }
    for (size_t k = 0; status == PERMKERN_OK && k < rank; k++) {
        to[k] = (size_t)read_integer(from, kind, k);
    }
    return status;
}

permkern_status permkern_read_shape(size_t *shape, const void *from, permkern_int kind, size_t rank)
{
    return convert(shape, from, kind, rank, 0, SIZE_MAX, PERMKERN_ERR_SHAPE);
}

permkern_status permkern_read_strides(ptrdiff_t *strides, const void *from, permkern_int kind, size_t rank)
{
    return convert((size_t *)strides, from, kind, rank, PTRDIFF_MIN, PTRDIFF_MAX, PERMKERN_ERR_STRIDE);
}

/* Returns the axis that entry k names, or rank if it names none. Negative entries count from the last axis. */
static uint8_t named_axis(const void *from, permkern_int kind, size_t k, size_t rank)
{
    const int64_t entry = read_integer(from, kind, k);
    const uint64_t axis = (uint64_t)entry + (entry < 0 ? rank : 0);
    return (uint8_t)(axis < rank ? axis : rank); /* narrow: an axis, or the rank */
}

permkern_status permkern_read_perm(uint8_t *perm, const void *from, permkern_int kind, size_t rank)
{
    const permkern_status status = check_arrays(perm, from, rank);
    unsigned missing = (1U << (rank & 15U)) - 1;
    for (size_t k = 0; status == PERMKERN_OK && k < rank; k++) {
        const uint8_t axis = named_axis(from, kind, k, rank);
        if ((missing & 1U << axis) == 0) {
            return PERMKERN_ERR_PERM;
        }
        missing -= 1U << axis;
    }
    for (size_t k = 0; status == PERMKERN_OK && k < rank; k++) {
        permkern_own_loop();
        perm[k] = named_axis(from, kind, k, rank);
    }
    return status;
}
