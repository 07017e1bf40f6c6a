/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MLI's permutes: check tensors, fold them without a plan, and move them. Only tensors with strides need a
 * permkern_work. docs/status.md has the statuses and their order.
 */
#include "mli/mli_tensor.h"

/* Reads the permutation; false if it is not valid. */
static bool read_order(const mli_permute_cfg *cfg, unsigned rank, uint8_t *order)
{
    /* For n up to 4, n numbers below n are a permutation exactly if the sum of their squares is that of 0 to n - 1. */
    int squares = 0;
    unsigned k = 0;
    do {
        const uint32_t axis =
            /* narrow: MLI's field has at most 32 bits */
            (uint32_t)cfg->perm_dim[k]; /* int or uint8_t, depending on the MLI version; negative entries become huge */
        if (axis >= rank) {
            return false;
        }
        order[k] = (uint8_t)axis;                                               /* narrow: an axis */
        squares += (int)permkern_times(axis, axis) - (int)permkern_times(k, k); /* narrow: squares of axes */
    } while (++k != rank);
    return squares == 0;
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
static inline bool apart(const mli_tensor *in, size_t in_span, const mli_permute_cfg *cfg, const mli_tensor *out,
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
    mli_status status = permkern_mli_open(in, stride, facts);
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

static PERMKERN_OUT_OF_LINE mli_status permute(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out,
                                               mli_element_type type)
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

/* ---- quick permutes: one to three axes of up to 1024, or these behind a first axis of 1 that stays ---- */

#define QUICK (PERMKERN_QUICK && PERMKERN_FAST && !PERMKERN_MLI_MEM_STRIDE && !PERMKERN_MLI_PER_AXIS)
#if QUICK

/* True if an extent is from 1 to 1024. Three of them and an element's size do not overflow 32 bits. */
static inline bool quick_extent(uint32_t extent)
{
    return extent - 1 < 1024;
}

/*
 * True if quick() may take these axes behind `base` axes, 0 or 1. Tested before it is called, because its registers
 * would be saved for nothing.
 */
PERMKERN_INLINE bool is_quick(const mli_tensor *in, const mli_permute_cfg *cfg, const mli_tensor *out,
                              mli_element_type type, unsigned base)
{
    return in != NULL && cfg != NULL && out != NULL && in->el_type == type && in->rank - base - 2 <= 1 &&
           (base == 0 || (in->shape[0] == 1 && cfg->perm_dim[0] == 0)) && quick_extent(in->shape[base]) &&
           quick_extent(in->shape[base + 1]) && (in->rank - base == 2 || quick_extent(in->shape[base + 2]));
}

/* True if buffers of `bytes` bytes pass all checks. */
PERMKERN_INLINE bool quick_buffers(const mli_tensor *in, const mli_permute_cfg *cfg, const mli_tensor *out,
                                   unsigned shift, size_t bytes)
{
    return permkern_mli_data_valid(in->PERMKERN_MLI_DATA, 1U << shift) &&
           permkern_mli_data_valid(out->PERMKERN_MLI_DATA, 1U << shift) && in->PERMKERN_MLI_CAPACITY >= bytes &&
           out->PERMKERN_MLI_CAPACITY >= bytes && apart(in, bytes, cfg, out, bytes);
}

/* Copies rows x cols elements, or if `turns`, transposes them. */
PERMKERN_INLINE void quick_plane(const mli_tensor *in, const mli_tensor *out, unsigned shift, size_t rows, size_t cols,
                                 bool turns)
{
    const permkern_axis axis[2] = {{cols, (size_t)1 << shift, rows << shift},
                                   {rows, cols << shift, (size_t)1 << shift}};
    if (turns && rows != 1 && cols != 1) {
        permkern_move_at_once(axis, 2, shift, in->PERMKERN_MLI_DATA, out->PERMKERN_MLI_DATA);
    } else {
        permkern_copy((const uint8_t *)in->PERMKERN_MLI_DATA, (uint8_t *)out->PERMKERN_MLI_DATA, rows * cols << shift);
    }
}

/*
 * Moves axes that passed the checks. Two axes count as (1, 2), behind an axis 0 of extent 1. rank, a, b, c: two or
 * three, and the permutation, constants in each call. Returns true.
 */
PERMKERN_INLINE bool quick_axes(const mli_tensor *in, mli_tensor *out, unsigned shift, unsigned base, unsigned rank,
                                unsigned a, unsigned b, unsigned c)
{
    uint32_t *const last = &out->shape[base + rank - 1];
    const size_t from[3] = {rank == 2 ? 1 : in->shape[base], in->shape[base + rank - 2], in->shape[base + rank - 1]};
    const size_t stride[3] = {from[1] * from[2] << shift, from[2] << shift, (size_t)1 << shift};
    const permkern_axis axis[3] = {{from[a], stride[a], from[b] * from[c] << shift},
                                   {from[b], stride[b], from[c] << shift},
                                   {from[c], stride[c], (size_t)1 << shift}};
    if (rank == 3) {
        last[-2] = (uint32_t)from[a]; /* narrow: MLI's field */
    }
    last[-1] = (uint32_t)from[b]; /* narrow: MLI's field */
    last[0] = (uint32_t)from[c];  /* narrow: MLI's field */
    if (b == a + 1) {
        quick_plane(in, out, shift, c == 0 ? from[0] : from[0] * from[1], c == 0 ? from[1] * from[2] : from[2], c != 2);
    } else if (c == b + 1) {
        quick_plane(in, out, shift, from[0] * from[1], from[2], true);
    } else if (from[0] == 1) {
        quick_plane(in, out, shift, from[1], from[2], a == 2 || c == 1);
    } else if (from[1] == 1) {
        quick_plane(in, out, shift, from[0], from[2], a == 2);
    } else if (from[2] == 1) {
        quick_plane(in, out, shift, from[0], from[1], a != 0);
    } else {
        permkern_move_three(axis, shift, in->PERMKERN_MLI_DATA, out->PERMKERN_MLI_DATA);
    }
    return true;
}

/* Checks and moves. Reads the permutation last: entries in registers would make the checks longer. */
PERMKERN_INLINE bool quick_moves(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out, unsigned shift,
                                 unsigned base, unsigned rank)
{
    const uint32_t *const last = &in->shape[base + rank - 1];
    const uint32_t first = base + rank - 3; /* 0 for axis 0 */
    const size_t bytes = (size_t)last[0] * last[-1] * (rank == 2 ? 1 : last[-2]) << shift;
    if (!quick_buffers(in, cfg, out, shift, bytes)) {
        return false;
    }
    const uint32_t a = rank == 2 ? 0 : (uint32_t)cfg->perm_dim[base] - first; /* narrow: as in read_order */
    const uint32_t b = (uint32_t)cfg->perm_dim[base + rank - 2] - first;      /* narrow: as in read_order */
    const uint32_t c = (uint32_t)cfg->perm_dim[base + rank - 1] - first;      /* narrow: as in read_order */
    return (a == 2 && b == 0 && c == 1)   ? quick_axes(in, out, shift, base, rank, 2, 0, 1)
           : (a == 2 && b == 1 && c == 0) ? quick_axes(in, out, shift, base, rank, 2, 1, 0)
           : (a == 0 && b == 2 && c == 1) ? quick_axes(in, out, shift, base, rank, 0, 2, 1)
           : (a == 1 && b == 0 && c == 2) ? quick_axes(in, out, shift, base, rank, 1, 0, 2)
           : (a == 1 && b == 2 && c == 0)
               ? quick_axes(in, out, shift, base, rank, 1, 2, 0)
               : a == 0 && b == 1 && c == 2 && quick_axes(in, out, shift, base, rank, 0, 1, 2);
}

/* Permutes axes for which is_quick() is true. permute() finds the status if a check fails. */
PERMKERN_INLINE mli_status quick(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out, unsigned shift,
                                 unsigned base)
{
    const unsigned rank = in->rank;
    if (!(rank - base == 3 ? quick_moves(in, cfg, out, shift, base, 3) : quick_moves(in, cfg, out, shift, base, 2))) {
        return permute(in, cfg, out, in->el_type);
    }
    if (base != 0) {
        out->shape[0] = 1;
    }
    permkern_mli_describe(in, rank, -1, out);
    return MLI_STATUS_OK;
}

static PERMKERN_OUT_OF_LINE mli_status quick8(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return quick(in, cfg, out, 0, 0);
}

static PERMKERN_OUT_OF_LINE mli_status quick8_behind(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return quick(in, cfg, out, 0, 1);
}

static PERMKERN_OUT_OF_LINE mli_status quick16(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return quick(in, cfg, out, 1, 0);
}

static PERMKERN_OUT_OF_LINE mli_status quick16_behind(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return quick(in, cfg, out, 1, 1);
}

#endif

/* Permutes 8-bit or 16-bit elements. type: a constant in callers. */
PERMKERN_INLINE mli_status permute_fixed(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out,
                                         mli_element_type type)
{
#if QUICK
    if (is_quick(in, cfg, out, type, 1)) {
        return type == MLI_EL_FX_8 ? quick8_behind(in, cfg, out) : quick16_behind(in, cfg, out);
    }
    if (is_quick(in, cfg, out, type, 0)) {
        return type == MLI_EL_FX_8 ? quick8(in, cfg, out) : quick16(in, cfg, out);
    }
#endif
    return permute(in, cfg, out, type);
}

/* ---- the interface ---- */

PERMKERN_API mli_status permkern_mli_permute_fx8(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return permute_fixed(in, cfg, out, MLI_EL_FX_8);
}

PERMKERN_MLI_NAME(mli_krn_permute_fx8, permkern_mli_permute_fx8);

PERMKERN_API mli_status permkern_mli_permute_fx16(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return permute_fixed(in, cfg, out, MLI_EL_FX_16);
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
#if QUICK
    if (in != NULL && in->el_type == MLI_EL_FX_8) {
        return permkern_mli_permute_fx8(in, cfg, out);
    }
    if (in != NULL && in->el_type == MLI_EL_FX_16) {
        return permkern_mli_permute_fx16(in, cfg, out);
    }
#endif
    return permute(in, cfg, out, in == NULL ? MLI_EL_FX_8 : in->el_type);
}

PERMKERN_MLI_NAME(mli_krn_permute_fx, permkern_mli_permute_fx);
#endif
