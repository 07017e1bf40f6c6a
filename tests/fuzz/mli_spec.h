/* SPDX-License-Identifier: BSD-3-Clause */
/* An MLI call, and its results by docs/status.md, over each MLI release's headers. */
#ifndef PERMKERN_MLI_SPEC_H
#define PERMKERN_MLI_SPEC_H

#include "field.h"
#include "permkern_mli.h"

/* Fields whose names differ between releases. A missing field is a temporary value. */
#if PERMKERN_MLI_2
#define ADDRESS data.mem.pi8
#define CAPACITY data.capacity
#define DIM(tensor) (tensor)->el_params.sa.dim
#define ASYMMETRIC_TYPES                                                                                               \
    {MLI_EL_SA_8, 1, true},                                                                                            \
    {                                                                                                                  \
        MLI_EL_SA_32, 4, true                                                                                          \
    }
#else
#define ADDRESS data
#define CAPACITY capacity
#if PERMKERN_MLI_ASYM
#define DIM(tensor) (tensor)->el_params.asym.dim
#define ASYMMETRIC_TYPES                                                                                               \
    {MLI_EL_ASYM_I8, 1, true},                                                                                         \
    {                                                                                                                  \
        MLI_EL_ASYM_I32, 4, true                                                                                       \
    }
#else
#define DIM(tensor) (*(int32_t[]){-1 + 0 * (int32_t)(tensor)->rank})
#endif
#endif
#if PERMKERN_MLI_MEM_STRIDE
#define STRIDE(tensor, k) (tensor)->mem_stride[k]
#else
#define STRIDE(tensor, k) (*(int32_t[]){0 * (int32_t)(tensor)->shape[k]})
#endif

typedef struct {
    mli_element_type type;
    unsigned size;
    bool asymmetric;
} element_type;

static const element_type element_types[] = {
    {MLI_EL_FX_8, 1, false},  {MLI_EL_FX_16, 2, false},
#ifdef ASYMMETRIC_TYPES
    ASYMMETRIC_TYPES,
#endif
#if PERMKERN_MLI_2
    {MLI_EL_FP_16, 2, false}, {MLI_EL_FP_32, 4, false},
#endif
};
#define ELEMENT_TYPES (sizeof element_types / sizeof element_types[0])

/* The first three in the order of the types that they take. */
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
    /* Their addresses in the field. */
    mli_tensor *in_at, *out_at;
    void *cfg_at;
} call;

typedef struct {
    mli_status status;
    layout in, out;
    wide in_span, out_span;   /* bytes */
    const element_type *type; /* NULL: unknown to the headers */
    int32_t dim;              /* axis of per-axis parameters; -1: none */
    uint8_t perm[MLI_MAX_RANK];
    uint32_t offset[MLI_MAX_RANK], size[MLI_MAX_RANK]; /* of a sub-tensor */
    unsigned axes;                                     /* bit k: the sub-tensor has axis k */
} expectation;

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

/* ---- statuses ---- */

/* Reads a layout of l's extents by a tensor's strides. False if one is negative, or some are zero but not all. */
static inline bool read_strides(const mli_tensor *tensor, layout *l, wide *span)
{
    unsigned zeros = 0;
    layout_fill(l);
    for (unsigned k = 0; k < l->rank; k++) {
        zeros += STRIDE(tensor, k) == 0;
        if (STRIDE(tensor, k) < 0) {
            return false;
        }
    }
    for (unsigned k = 0; k < l->rank && zeros == 0; k++) {
        l->stride[k] = STRIDE(tensor, k);
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
    e->dim = e->type != NULL && e->type->asymmetric ? DIM(&c->in) : -1;
    e->in = (layout){.rank = c->in.rank, .size = e->type == NULL ? 1 : e->type->size};
    if ((c->missing & NO_IN) != 0 || c->in.rank == 0 || c->in.rank > MLI_MAX_RANK) {
        return MLI_STATUS_BAD_TENSOR;
    }
    for (unsigned k = 0; k < c->in.rank; k++) {
        e->in.extent[k] = c->in.shape[k];
    }
    const wide bytes = layout_elements(&e->in) * e->in.size;
    if (bytes == 0 || bytes > UINT32_MAX || !read_strides(&c->in, &e->in, &e->in_span) || !layout_is_valid(&e->in) ||
        !data_is_valid(&c->in, e->in.size) || (c->entry >= POINT && (c->missing & NO_OUT) != 0)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    return c->in.CAPACITY < e->in_span ? MLI_STATUS_NOT_ENGH_MEM : MLI_STATUS_OK;
}

/* Steps 3 to 5 of a permute. */
static inline mli_status check_output(const call *c, expectation *e)
{
    unsigned seen = 0;
    e->out = e->in;
    if ((c->missing & NO_OUT) != 0 || !data_is_valid(&c->out, e->in.size) ||
        !read_strides(&c->out, &e->out, &e->out_span)) {
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

/* Step 7 of a permute. */
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

/* Step 3 of a sub-tensor. The first axes with one element vanish. */
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
    if (e.type == NULL || (c->entry < FX && e.type != &element_types[c->entry])) {
        e.status = MLI_STATUS_TYPE_MISMATCH;
    } else if (e.dim < -1 || e.dim >= (int32_t)c->in.rank) {
        e.status = MLI_STATUS_BAD_TENSOR;
    } else if (c->entry < POINT) {
        e.status = are_apart(c, &e) ? MLI_STATUS_OK : MLI_STATUS_INCOMPATEBLE_TENSORS;
    } else if (e.dim >= 0 && ((e.axes >> e.dim & 1U) == 0 || e.offset[e.dim] != 0)) {
        e.status = MLI_STATUS_NOT_SUPPORTED;
    }
    return e;
}

/* ---- the output descriptor ---- */

static inline void describe_permuted(const call *c, const expectation *e, mli_tensor *out)
{
    out->rank = c->in.rank;
    for (unsigned k = 0; k < c->in.rank; k++) {
        out->shape[k] = (uint32_t)e->out.extent[k];
        if (e->perm[k] == e->dim) {
            DIM(out) = (int32_t)k;
        }
    }
}

static inline void describe_part(const call *c, const expectation *e, mli_tensor *out)
{
    layout part = {.size = e->in.size};
    wide first = 0;
    for (unsigned k = 0; k < c->in.rank; k++) {
        const wide stride = (wide)e->in.stride[k];
        first += e->offset[k] * stride * e->in.size;
        if ((e->axes >> k & 1U) == 0) {
            continue;
        }
        out->shape[part.rank] = e->size[k];
        STRIDE(out, part.rank) = c->entry == POINT    ? STRIDE(&c->in, k)
                                 : stride > INT32_MAX ? INT32_MAX
                                                      : (int32_t)stride;
        if (e->dim == (int32_t)k) {
            DIM(out) = (int32_t)part.rank;
        }
        part.extent[part.rank] = e->size[k];
        part.stride[part.rank++] = e->in.stride[k];
    }
    out->rank = part.rank;
    out->ADDRESS = (void *)(address(&c->in) + (uintptr_t)first);
    out->CAPACITY = c->entry == CREATE ? c->in.CAPACITY - (uint32_t)first : (uint32_t)layout_span(&part);
}

#endif /* PERMKERN_MLI_SPEC_H */
