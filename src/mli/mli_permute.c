/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MLI's permute: checks tensors, folds them without a plan, and moves them. Only tensors with strides need a work.
 * Statuses and their order: docs/status.md.
 */
#include "core/permkern_request.h"
#include "mli/mli_internal.h"

#ifdef __OPTIMIZE_SIZE__
#define OPEN permkern_mli_open
#else
#define OPEN permkern_mli_open_here
#endif

/*
 * Reads entry k of the permutation; false if it is no axis. Adds the square of the entry, less that of k, to *squares.
 */
static inline bool read_entry(const mli_permute_cfg *cfg, unsigned k, unsigned rank, uint8_t *order, int *squares)
{
    const uint32_t axis =
        /* narrow: MLI's field has at most 32 bits */
        (uint32_t)cfg->perm_dim[k]; /* perm_dim is int or uint8_t, by MLI's version; negative entries become huge */
    if (axis >= rank) {
        return false;
    }
    order[k] = (uint8_t)axis;                                                /* narrow: an axis */
    *squares += (int)permkern_times(axis, axis) - (int)permkern_times(k, k); /* narrow: squares of axes */
    return true;
}

/* Reads the permutation; false if it is none. */
static bool read_order(const mli_permute_cfg *cfg, unsigned rank, uint8_t *order)
{
    /*
     * n numbers below n, for n up to 4, are a permutation if and only if their squares have the sum of 0, 1, 4 and 9,
     * the first n of them.
     */
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
 * True if an object of `size` bytes shares a byte with a span. Neither wraps, and the sum of both lengths does not
 * overflow.
 */
static inline bool touches(const void *at, size_t size, uintptr_t span, size_t bytes)
{
    return (uintptr_t)at - span + (size - 1) < bytes + (size - 1);
}

/*
 * True if no byte that is written is one that is read: the output's bytes are neither the input's nor a descriptor's,
 * and the output's descriptor is no part of the input's bytes.
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
     * touches() adds a span and a descriptor's size, which must not overflow. Contiguous spans are equally long and do
     * not overlap, so that each is at most half the address space; only others need a check.
     */
    if (PERMKERN_MLI_MEM_STRIDE && (in_span > UINTPTR_MAX - sizeof *in || out_span > UINTPTR_MAX - sizeof *in)) {
        return false;
    }
    return !touches(in, sizeof *in, to, out_span) && !touches(cfg, sizeof *cfg, to, out_span) &&
           !touches(out, sizeof *out, to, out_span) && !touches(out, sizeof *out, from, in_span);
}

/* Sets the output's span and, if the headers have strides, its axes. */
static mli_status lay_out(const permkern_mli_layout *from, const uint8_t *order, unsigned rank, const mli_tensor *out,
                          permkern_mli_layout *to)
{
#if PERMKERN_MLI_MEM_STRIDE
    size_t stride = from->size;
    to->shift = from->shift;
    to->size = from->size;
    for (unsigned k = rank; k-- > 0;) {
        to->axis[k].extent = from->axis[order[k]].extent;
        to->axis[k].stride = stride;
        stride = permkern_times(stride, to->axis[k].extent);
    }
    if (permkern_mli_strided(out)) {
        return permkern_mli_read_strides(out, rank, to);
    }
    to->span = stride;
#else
    (void)order;
    (void)rank;
    to->span = from->span;
#endif
    return out->PERMKERN_MLI_CAPACITY < to->span ? MLI_STATUS_NOT_ENGH_MEM : MLI_STATUS_OK;
}

/* All checks, in the order of docs/status.md. On success, both layouts and the permutation are set. */
static mli_status check(const mli_tensor *in, const mli_permute_cfg *cfg, const mli_tensor *out, mli_element_type type,
                        permkern_mli_layout *from, permkern_mli_layout *to, uint8_t *order)
{
    mli_status status = OPEN(in, from);
    if (status != MLI_STATUS_OK) {
        return status;
    }
    const unsigned rank = in->rank;
    if (out == NULL || !permkern_mli_data_valid(out->PERMKERN_MLI_DATA, from->size) ||
        !permkern_mli_strides_valid(out, rank)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    if (cfg == NULL || !read_order(cfg, rank, order)) {
        return MLI_STATUS_BAD_FUNC_CFG;
    }
    status = lay_out(from, order, rank, out, to);
    if (status != MLI_STATUS_OK) {
        return status;
    }
    if (from->shift == PERMKERN_MLI_UNKNOWN || in->el_type != type) {
        return MLI_STATUS_TYPE_MISMATCH;
    }
    if (!permkern_mli_dim_valid(in)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    return apart(in, from->span, cfg, out, to->span) ? MLI_STATUS_OK : MLI_STATUS_INCOMPATEBLE_TENSORS;
}

/* Sets all that the call writes to *out, but the shape. cfg may lie inside *out. */
static void describe(const mli_tensor *in, const mli_permute_cfg *cfg, unsigned rank, mli_tensor *out)
{
    int32_t dim = permkern_mli_dim(in);
#if PERMKERN_MLI_PER_AXIS
    for (unsigned k = 0; k < rank; k++) {
        /* narrow: an axis */
        if ((int32_t)cfg->perm_dim[k] == dim) { /* it moves with its axis */
            dim = (int32_t)k;                   /* narrow: an axis */
            break;
        }
    }
#endif
    (void)cfg;
    out->rank = rank;
    out->el_type = in->el_type;
    permkern_mli_copy_params(&in->el_params, &out->el_params);
    permkern_mli_set_dim(out, dim);
}

#if PERMKERN_MLI_MEM_STRIDE

/* Moves tensors of which at least one has strides. */
static void move_strided(const permkern_mli_layout *from, const uint8_t *order, unsigned rank,
                         const permkern_mli_layout *to, const void *data, mli_tensor *out)
{
    permkern_work work;
    for (unsigned k = 0; k < rank; k++) {
        out->shape[k] = to->axis[k].extent;
        work.axis[k].extent = to->axis[k].extent;
        work.axis[k].in_stride = from->axis[order[k]].stride;
        work.axis[k].out_stride = to->axis[k].stride;
    }
    permkern_set_places(&work, 0, from->span, 0, to->span);
    permkern_choose(&work, permkern_fold(work.axis, work.axis, rank, to->size), to->shift);
    (void)permkern_execute(&work, data, out->PERMKERN_MLI_DATA);
}

#endif

/* Folds the tensors' axes, and sets the output's shape. */
static void fold(permkern_folding *folding, const permkern_mli_layout *from, const uint8_t *order, unsigned rank,
                 uint32_t *out_shape)
{
    do {
        const permkern_mli_axis *const axis = &from->axis[order[--rank]];
        out_shape[rank] = axis->extent;
        permkern_fold_axis(folding, axis->extent, axis->stride, folding->out_next);
    } while (rank != 0);
}

static mli_status permute(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out, mli_element_type type)
{
    permkern_mli_layout from;
    permkern_mli_layout to;
    permkern_axis axis[MLI_MAX_RANK];
    uint8_t order[MLI_MAX_RANK];
    const mli_status status = check(in, cfg, out, type, &from, &to, order);
    if (status != MLI_STATUS_OK) {
        return status;
    }
    const unsigned rank = in->rank;
    const void *const data = in->PERMKERN_MLI_DATA;
#if PERMKERN_MLI_MEM_STRIDE
    const bool strided = permkern_mli_strided(in) || permkern_mli_strided(out);
    describe(in, cfg, rank, out);
    if (strided) {
        move_strided(&from, order, rank, &to, data, out);
        return MLI_STATUS_OK;
    }
#else
    describe(in, cfg, rank, out);
#endif
    permkern_folding folding = permkern_fold_begin(&axis[MLI_MAX_RANK], from.size);
    fold(&folding, &from, order, rank, out->shape);
    permkern_move_folded(&folding, from.shift, from.span, data, out->PERMKERN_MLI_DATA);
    return MLI_STATUS_OK;
}

PERMKERN_API mli_status permkern_mli_permute_fx8(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return permute(in, cfg, out, MLI_EL_FX_8);
}

PERMKERN_API mli_status permkern_mli_permute_fx16(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return permute(in, cfg, out, MLI_EL_FX_16);
}

#if PERMKERN_MLI_2
PERMKERN_API mli_status permkern_mli_permute_sa8(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return permute(in, cfg, out, MLI_EL_SA_8);
}
#endif

#ifndef MLI_NO_PERMUTE_FX
PERMKERN_API mli_status permkern_mli_permute_fx(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return permute(in, cfg, out, in == NULL ? MLI_EL_FX_8 : in->el_type);
}
#endif

#ifdef PERMKERN_MLI_NAME_OF

extern __typeof__(permkern_mli_permute_fx8) mli_krn_permute_fx8 PERMKERN_MLI_NAME_OF("permkern_mli_permute_fx8");
extern __typeof__(permkern_mli_permute_fx16) mli_krn_permute_fx16 PERMKERN_MLI_NAME_OF("permkern_mli_permute_fx16");
#if PERMKERN_MLI_2
extern __typeof__(permkern_mli_permute_sa8) mli_krn_permute_sa8 PERMKERN_MLI_NAME_OF("permkern_mli_permute_sa8");
#endif
#ifndef MLI_NO_PERMUTE_FX
extern __typeof__(permkern_mli_permute_fx) mli_krn_permute_fx PERMKERN_MLI_NAME_OF("permkern_mli_permute_fx");
#endif

#endif
