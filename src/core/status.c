/* SPDX-License-Identifier: BSD-3-Clause */
/* The library's version, and its status texts. */
#include "permkern.h"

const char *permkern_version(void)
{
    return PERMKERN_VERSION;
}

const char *permkern_strerror(permkern_status status)
{
    switch (status) {
    case PERMKERN_OK:
        return "success";
    case PERMKERN_ERR_NULL:
        return "a pointer that must be set is NULL";
    case PERMKERN_ERR_RANK:
        return "a rank is too large, or the ranks differ";
    case PERMKERN_ERR_BITS:
        return "element bits are not 8, 16, 32 or 64, or differ";
    case PERMKERN_ERR_PERM:
        return "a permutation entry is not below the rank, or repeated";
    case PERMKERN_ERR_SHAPE:
        return "the output shape is not the permuted input shape, or an extent does not fit";
    case PERMKERN_ERR_STRIDE:
        return "a stride is 0 or does not fit, or two coordinates share an element";
    case PERMKERN_ERR_SIZE:
        return "an array spans more bytes than size_t counts";
    case PERMKERN_ERR_CAPACITY:
        return "an element lies before its buffer, or ends after the buffer's capacity";
    case PERMKERN_ERR_PLAN:
        return "the plan was not prepared";
    case PERMKERN_ERR_ALIGN:
        return "a buffer is not aligned for its element";
    case PERMKERN_ERR_WRAP:
        return "an array wraps around the address space";
    case PERMKERN_ERR_OVERLAP:
        return "the output overlaps the input, plan or scratch, or the plan cannot run in place";
    case PERMKERN_ERR_PART:
        return "the part is not below the number of parts, or there are none";
    default:
        return "unknown status";
    }
}
