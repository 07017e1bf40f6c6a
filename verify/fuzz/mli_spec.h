/* SPDX-License-Identifier: BSD-3-Clause */
/* A call of the MLI layer, and what docs/status.md says of it, over the headers of each MLI release. */
#ifndef PERMKERN_MLI_SPEC_H
#define PERMKERN_MLI_SPEC_H

#include "fuzz.h"
#include "permkern_mli.h"

#include <string.h>

/* Names that differ between releases. */
#if PERMKERN_MLI_2
#define ADDRESS data.mem.pi8
#define CAPACITY data.capacity
#define DIM el_params.sa.dim
#else
#define ADDRESS data
#define CAPACITY capacity
#define DIM el_params.asym.dim
#endif
#define PER_AXIS (PERMKERN_MLI_ASYM || PERMKERN_MLI_2)

typedef struct {
    mli_element_type type;
    unsigned size;
    bool per_axis;
} element_type;

static const element_type element_types[] = {{MLI_EL_FX_8, 1, false},  {MLI_EL_FX_16, 2, false},
#if PERMKERN_MLI_2
                                             {MLI_EL_SA_8, 1, true},   {MLI_EL_SA_32, 4, true},
                                             {MLI_EL_FP_16, 2, false}, {MLI_EL_FP_32, 4, false},
#elif PER_AXIS
                                             {MLI_EL_ASYM_I8, 1, true}, {MLI_EL_ASYM_I32, 4, true},
#endif
};
#define ELEMENT_TYPES (sizeof element_types / sizeof element_types[0])

typedef enum { FX8, FX16, SA8, FX, POINT, CREATE } entry_point;

/* Pointers that are NULL. */
enum { NO_IN = 1, NO_CFG = 2, NO_OUT = 4 };

typedef struct {
    entry_point entry;
    mli_tensor in, out;
    union {
        mli_permute_cfg permute;
        mli_point_to_subtsr_cfg point;
#if PERMKERN_MLI_SUB_TENSOR
        mli_sub_tensor_cfg create;
#endif
    } cfg;
    unsigned missing;
    /* Where they lie in the field. */
    mli_tensor *in_at, *out_at;
    void *cfg_at;
} call;

typedef struct {
    mli_status status;
    layout in, out;
    wide in_span, out_span; /* bytes */
    const element_type *type; /* NULL: unknown to the headers */
    uint8_t perm[MLI_MAX_RANK];
    /* A sub-tensor: */
    uint32_t offset[MLI_MAX_RANK], size[MLI_MAX_RANK];
    unsigned axes; /* bit k: axis k stays */
} expectation;

/* ---- tensors ---- */

static inline uintptr_t address(const mli_tensor *tensor)
{
    return (uintptr_t)tensor->ADDRESS;
}

static inline const element_type *type_of(const mli_tensor *tensor)
{
    for (unsigned k = 0; k < ELEMENT_TYPES; k++) {
        if (element_types[k].type == tensor->el_type) {
            return &element_types[k];
        }
    }
    return NULL;
}

static inline int32_t stride_of(const mli_tensor *tensor, unsigned k)
{
#if PERMKERN_MLI_MEM_STRIDE
    return (int32_t)tensor->mem_stride[k];
#else
    (void)tensor;
    return (int32_t)(k - k);
#endif
}

static inline void set_stride(mli_tensor *tensor, unsigned k, wide stride)
{
#if PERMKERN_MLI_MEM_STRIDE
    tensor->mem_stride[k] = stride > INT32_MAX ? INT32_MAX : (int32_t)stride;
#else
    (void)tensor;
    (void)k;
    (void)stride;
#endif
}

/* The axis of per-axis parameters; -1: none. */
static inline int32_t dim_of(const call *c, const expectation *e)
{
#if PER_AXIS
    return e->type != NULL && e->type->per_axis ? c->in.DIM : -1;
#else
    (void)c;
    (void)e;
    return -1;
#endif
}

static inline void set_dim(mli_tensor *tensor, int32_t dim)
{
#if PER_AXIS
    tensor->DIM = dim;
#else
    (void)tensor;
    (void)dim;
#endif
}

/* ---- statuses ---- */

/* Reads a layout of l's extents by a tensor's strides. False if one is negative, or some are zero but not all. */
static inline bool read_strides(const mli_tensor *tensor, layout *l, wide *span)
{
    unsigned zeros = 0;
    layout_fill(l);
    for (unsigned k = 0; k < l->rank; k++) {
        zeros += stride_of(tensor, k) == 0;
        if (stride_of(tensor, k) < 0) {
            return false;
        }
    }
    for (unsigned k = 0; k < l->rank && zeros == 0; k++) {
        l->stride[k] = stride_of(tensor, k);
    }
    *span = layout_span(l);
    return zeros == 0 || zeros == l->rank;
}

static inline bool data_is_valid(const mli_tensor *tensor, unsigned size)
{
    return address(tensor) != 0 && address(tensor) % size == 0;
}

/* Steps 1 and 2 of every function. */
static inline mli_status check_input(const call *c, expectation *e)
{
    e->type = type_of(&c->in);
    e->in = (layout){.rank = c->in.rank, .size = e->type == NULL ? 1 : e->type->size};
    if ((c->missing & NO_IN) != 0 || c->in.rank == 0 || c->in.rank > MLI_MAX_RANK) {
        return MLI_STATUS_BAD_TENSOR;
    }
    for (unsigned k = 0; k < c->in.rank; k++) {
        e->in.extent[k] = c->in.shape[k];
    }
    const wide elements = layout_elements(&e->in);
    if (elements == 0 || elements * e->in.size > UINT32_MAX || !read_strides(&c->in, &e->in, &e->in_span) ||
        !layout_is_valid(&e->in) || !data_is_valid(&c->in, e->in.size)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    if (c->entry >= POINT && (c->missing & NO_OUT) != 0) {
        return MLI_STATUS_BAD_TENSOR;
    }
    return c->in.CAPACITY < e->in_span ? MLI_STATUS_NOT_ENGH_MEM : MLI_STATUS_OK;
}

/* Steps 3 to 5 of a permute. */
static inline mli_status check_output(const call *c, expectation *e)
{
    unsigned seen = 0;
    wide span = 0;
    e->out = e->in;
    if ((c->missing & NO_OUT) != 0 || !data_is_valid(&c->out, e->in.size) || !read_strides(&c->out, &e->out, &span)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    for (unsigned k = 0; k < c->in.rank; k++) {
        const int64_t axis = c->cfg.permute.perm_dim[k];
        if ((c->missing & NO_CFG) != 0 || axis < 0 || axis >= c->in.rank) {
            return MLI_STATUS_BAD_FUNC_CFG;
        }
        seen |= 1U << axis;
        e->perm[k] = (uint8_t)axis;
        e->out.extent[k] = c->in.shape[axis];
    }
    if (seen != (1U << c->in.rank) - 1) {
        return MLI_STATUS_BAD_FUNC_CFG;
    }
    (void)read_strides(&c->out, &e->out, &e->out_span);
    if (!layout_is_valid(&e->out)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    return c->out.CAPACITY < e->out_span ? MLI_STATUS_NOT_ENGH_MEM : MLI_STATUS_OK;
}

/* Step 7. */
static inline bool are_apart(const call *c, const expectation *e)
{
    const wide in = address(&c->in);
    const wide out = address(&c->out);
    return in + e->in_span < FUZZ_WHOLE && out + e->out_span < FUZZ_WHOLE &&
           !share_bytes(in, e->in_span, out, e->out_span) &&
           !share_bytes((uintptr_t)c->in_at, sizeof c->in, out, e->out_span) &&
           !share_bytes((uintptr_t)c->cfg_at, sizeof c->cfg.permute, out, e->out_span) &&
           !share_bytes((uintptr_t)c->out_at, sizeof c->out, out, e->out_span) &&
           !share_bytes((uintptr_t)c->out_at, sizeof c->out, in, e->in_span);
}

/* Step 3 of a sub-tensor. Of axes that have one element, the first ones vanish. */
static inline bool read_part(const call *c, expectation *e)
{
    const unsigned rank = c->in.rank;
    const unsigned cut = c->cfg.point.coord_num - 1U;
    e->axes = (1U << rank) - 1;
    for (unsigned k = 0; k < rank && c->entry == POINT; k++) {
        e->offset[k] = k <= cut ? c->cfg.point.start_coord[k] : 0;
        e->size[k] = k < cut ? 1 : k == cut ? c->cfg.point.first_out_dim_size : c->in.shape[k];
        e->axes &= cut < rank ? ~0U << cut : 0;
    }
#if PERMKERN_MLI_SUB_TENSOR
    const uint32_t left = c->cfg.create.sub_tensor_rank;
    for (unsigned k = 0; k < rank && c->entry == CREATE; k++) {
        e->offset[k] = c->cfg.create.offset[k];
        e->size[k] = c->cfg.create.size[k];
        e->axes &= ~(e->size[k] == 1 && (uint32_t)__builtin_popcount(e->axes) > left ? 1U << k : 0);
    }
    if (c->entry == CREATE && (uint32_t)__builtin_popcount(e->axes) != left) {
        return false;
    }
#endif
    for (unsigned k = 0; k < rank; k++) {
        if (e->size[k] == 0 || (wide)e->offset[k] + e->size[k] > c->in.shape[k]) {
            return false;
        }
    }
    return e->axes != 0 && (c->missing & NO_CFG) == 0;
}

static inline bool takes_type(const call *c, const expectation *e)
{
    const bool own = (c->entry == FX8 && e->type == &element_types[0]) ||
                     (c->entry == FX16 && e->type == &element_types[1]) ||
                     (c->entry == SA8 && e->type == &element_types[2]);
    return e->type != NULL && (own || c->entry >= FX);
}

static inline expectation specification(const call *c)
{
    expectation e = {.in_span = 64, .out_span = 64};
    e.status = check_input(c, &e);
    if (e.status == MLI_STATUS_OK && c->entry < POINT) {
        e.status = check_output(c, &e);
    } else if (e.status == MLI_STATUS_OK && !read_part(c, &e)) {
        e.status = MLI_STATUS_BAD_FUNC_CFG;
    }
    if (e.status != MLI_STATUS_OK) {
        return e;
    }
    const int32_t dim = dim_of(c, &e);
    const bool lost = dim >= 0 && c->entry >= POINT && ((e.axes >> dim & 1U) == 0 || e.offset[dim] != 0);
    e.status = !takes_type(c, &e)                           ? MLI_STATUS_TYPE_MISMATCH
               : dim < -1 || dim >= (int32_t)c->in.rank     ? MLI_STATUS_BAD_TENSOR
               : lost                                       ? MLI_STATUS_NOT_SUPPORTED
               : c->entry < POINT && !are_apart(c, &e)      ? MLI_STATUS_INCOMPATEBLE_TENSORS
                                                            : MLI_STATUS_OK;
    return e;
}

/* ---- what a call writes into *out ---- */

static inline void describe_permuted(const call *c, const expectation *e, mli_tensor *out)
{
    for (unsigned k = 0; k < c->in.rank; k++) {
        out->shape[k] = (uint32_t)e->out.extent[k];
        if (e->perm[k] == dim_of(c, e)) {
            set_dim(out, (int32_t)k);
        }
    }
    out->rank = c->in.rank;
}

static inline void describe_part(const call *c, const expectation *e, mli_tensor *out)
{
    layout part = {.size = e->in.size};
    wide first = 0;
    for (unsigned k = 0; k < c->in.rank; k++) {
        const wide stride = layout_length(e->in.stride[k]);
        first += e->offset[k] * stride * e->in.size;
        if ((e->axes >> k & 1U) != 0) {
            out->shape[part.rank] = e->size[k];
            set_stride(out, part.rank, c->entry == CREATE ? stride : (wide)stride_of(&c->in, k));
            if (dim_of(c, e) == (int32_t)k) {
                set_dim(out, (int32_t)part.rank);
            }
            part.extent[part.rank] = e->size[k];
            part.stride[part.rank++] = e->in.stride[k];
        }
    }
    out->rank = part.rank;
    out->ADDRESS = (void *)(address(&c->in) + (uintptr_t)first);
    out->CAPACITY = c->entry == CREATE ? c->in.CAPACITY - (uint32_t)first : (uint32_t)layout_span(&part);
}

#endif /* PERMKERN_MLI_SPEC_H */
