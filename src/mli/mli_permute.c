/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MLI's permutes: check tensors, fold them without a plan, and move them. Only tensors with strides need a
 * permkern_work. docs/status.md has the statuses and their order.
 */
#include "mli/mli_tensor.h"

/* Reads entry k of the permutation; false if it names no axis. Adds entry * entry - k * k to *squares. */
static inline bool read_entry(const mli_permute_cfg *cfg, unsigned k, unsigned rank, uint8_t *order, int *squares)
{
    const uint32_t axis =
        /* narrow: MLI's field has at most 32 bits */
        (uint32_t)cfg->perm_dim[k]; /* int or uint8_t, depending on the MLI version; negative entries become huge */
    if (axis >= rank) {
        return false;
    }
    order[k] = (uint8_t)axis;                                                /* narrow: an axis */
    *squares += (int)permkern_times(axis, axis) - (int)permkern_times(k, k); /* narrow: squares of axes */
    return true;
}

/* Reads the permutation; false if it is not valid. */
static bool read_order(const mli_permute_cfg *cfg, unsigned rank, uint8_t *order)
{
    /* For n up to 4, n numbers below n are a permutation exactly if the sum of their squares is that of 0 to n - 1. */
    int squares = 0;
    bool valid = true;
#ifdef __OPTIMIZE_SIZE__
    unsigned k = 0;
    do {
        valid = read_entry(cfg, k, rank, order, &squares);
    } while (valid && ++k != rank);
#else
    if (rank >= 3) {
        valid = (rank == 3 || read_entry(cfg, 3, rank, order, &squares)) && read_entry(cfg, 2, rank, order, &squares) &&
                read_entry(cfg, 1, rank, order, &squares);
    } else if (rank == 2) {
        valid = read_entry(cfg, 1, rank, order, &squares);
    }
    valid = valid && read_entry(cfg, 0, rank, order, &squares);
#endif
    return valid && squares == 0;
}

/*
 * True if an object of `size` bytes overlaps a span of `bytes` bytes. Neither wraps, and size + bytes does not
 * overflow.
 */
static inline bool touches(const void *at, size_t size, uintptr_t span, size_t bytes)
{
    return (uintptr_t)at - span + (size - 1) < bytes + (size - 1);
}

/*
 * True if no byte is both written and read. The output's bytes overlap neither the input's bytes nor a descriptor. The
 * output's descriptor does not overlap the input's bytes.
 */
static bool apart(const mli_tensor *in, size_t in_span, const mli_permute_cfg *cfg, const mli_tensor *out,
                  size_t out_span)
{
    const uintptr_t from = (uintptr_t)in->PERMKERN_MLI_DATA;
    const uintptr_t to = (uintptr_t)out->PERMKERN_MLI_DATA;
    if (permkern_check_spans(from, in_span, to, out_span) != PERMKERN_OK) {
        return false;
    }
    /*
     * touches() adds a span and a descriptor's size, which must not overflow. Contiguous spans have equal lengths and
     * do not overlap, so each is at most half the address space. Only spans with strides need a check.
     */
    if (PERMKERN_MLI_MEM_STRIDE && (in_span > UINTPTR_MAX - sizeof *in || out_span > UINTPTR_MAX - sizeof *in)) {
        return false;
    }
    return !touches(in, sizeof *in, to, out_span) && !touches(cfg, sizeof *cfg, to, out_span) &&
           !touches(out, sizeof *out, to, out_span) && !touches(out, sizeof *out, from, in_span);
}

/*
 * Checks the output's strides and capacity, and sets to->span. If a tensor has strides, also sets the output's axes in
 * *to.
 */
static inline mli_status lay_out(const mli_tensor *in, const uint8_t *order, const mli_tensor *out,
                                 const permkern_mli_facts *facts, permkern_array *to)
{
    uint32_t shape[MLI_MAX_RANK];
    if (!permkern_mli_strided(in) && !permkern_mli_strided(out)) {
        to->span = facts->bytes;
        return out->PERMKERN_MLI_CAPACITY < facts->bytes ? MLI_STATUS_NOT_ENGH_MEM : MLI_STATUS_OK;
    }
    for (unsigned k = 0; k < in->rank; k++) {
        shape[k] = in->shape[order[k]];
    }
    return permkern_mli_read_strides(out, shape, in->rank, facts->shift & 3U, to);
}

/* Runs all checks in the order of docs/status.md. On success, facts, stride, order and to are set. */
static mli_status check(const mli_tensor *in, const mli_permute_cfg *cfg, const mli_tensor *out, mli_element_type type,
                        permkern_mli_facts *facts, size_t *stride, uint8_t *order, permkern_array *to)
{
    mli_status status =
        PERMKERN_FAST ? permkern_mli_open_here(in, stride, facts) : permkern_mli_open(in, stride, facts);
    if (status != MLI_STATUS_OK) {
        return status;
    }
    const unsigned rank = in->rank;
    if (out == NULL || !permkern_mli_data_valid(out->PERMKERN_MLI_DATA, facts->size) ||
        !permkern_mli_strides_valid(out, rank)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    if (cfg == NULL || !read_order(cfg, rank, order)) {
        return MLI_STATUS_BAD_FUNC_CFG;
    }
    status = lay_out(in, order, out, facts, to);
    if (status != MLI_STATUS_OK) {
        return status;
    }
    status = permkern_mli_check_type(in, facts->shift, type);
    if (status != MLI_STATUS_OK) {
        return status;
    }
    const size_t in_span = permkern_mli_strided(in) ? facts->span : facts->bytes;
    return apart(in, in_span, cfg, out, to->span) ? MLI_STATUS_OK : MLI_STATUS_INCOMPATEBLE_TENSORS;
}

/* Moves tensors if one or both have strides. Out of line, so that other permutes need no stack for a work. */
static PERMKERN_OUT_OF_LINE void move_strided(const mli_tensor *in, const permkern_mli_facts *facts,
                                              const size_t *stride, const uint8_t *order, const permkern_array *to,
                                              mli_tensor *out)
{
    permkern_work work;
    const unsigned rank = permkern_fold(work.axis, stride, order, to, facts->size);
    permkern_set_places(&work, 0, permkern_mli_strided(in) ? facts->span : facts->bytes, 0, to->span);
    permkern_choose(&work, rank, facts->shift);
    (void)permkern_execute(&work, in->PERMKERN_MLI_DATA, out->PERMKERN_MLI_DATA);
}

/* Folds the tensors as if they were contiguous, and sets the output's shape. */
static inline void fold(permkern_folding *folding, const uint32_t *shape, const size_t *stride, const uint8_t *order,
                        unsigned rank, uint32_t *out_shape)
{
    do {
        const size_t axis = order[--rank];
        out_shape[rank] = shape[axis];
        permkern_fold_axis(folding, shape[axis], stride[axis], folding->out_next);
    } while (rank != 0);
}

static mli_status permute(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out, mli_element_type type)
{
    permkern_mli_facts facts;
    size_t stride[MLI_MAX_RANK];
    uint8_t order[MLI_MAX_RANK];
    permkern_array to;
    permkern_axis axis[MLI_MAX_RANK];
    const mli_status status = check(in, cfg, out, type, &facts, stride, order, &to);
    if (status != MLI_STATUS_OK) {
        return status;
    }
    const unsigned rank = in->rank;
    int32_t dim = permkern_mli_dim(in);
    for (unsigned k = 0; PERMKERN_MLI_PER_AXIS && k < rank; k++) {
        if (order[k] == dim) { /* dim moves with its axis */
            dim = (int32_t)k;  /* narrow: an axis */
            break;
        }
    }
    permkern_mli_describe(in, rank, dim, out);
    permkern_folding folding = {&axis[MLI_MAX_RANK], 0, 0, facts.size};
    fold(&folding, in->shape, stride, order, rank, out->shape);
    if (permkern_mli_strided(in) || permkern_mli_strided(out)) {
        move_strided(in, &facts, stride, order, &to, out);
    } else {
        permkern_move_folded(&folding, facts.shift, facts.bytes, in->PERMKERN_MLI_DATA, out->PERMKERN_MLI_DATA);
    }
    return MLI_STATUS_OK;
}

PERMKERN_API mli_status permkern_mli_permute_fx8(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return permute(in, cfg, out, MLI_EL_FX_8);
}

PERMKERN_MLI_NAME(mli_krn_permute_fx8, permkern_mli_permute_fx8);

PERMKERN_API mli_status permkern_mli_permute_fx16(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return permute(in, cfg, out, MLI_EL_FX_16);
}

PERMKERN_MLI_NAME(mli_krn_permute_fx16, permkern_mli_permute_fx16);

#if PERMKERN_MLI_2
PERMKERN_API mli_status permkern_mli_permute_sa8(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return permute(in, cfg, out, MLI_EL_SA_8);
}

PERMKERN_MLI_NAME(mli_krn_permute_sa8, permkern_mli_permute_sa8);
#endif

#ifndef MLI_NO_PERMUTE_FX
PERMKERN_API mli_status permkern_mli_permute_fx(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return permute(in, cfg, out, in == NULL ? MLI_EL_FX_8 : in->el_type);
}

PERMKERN_MLI_NAME(mli_krn_permute_fx, permkern_mli_permute_fx);
#endif
