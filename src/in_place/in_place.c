/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Permutes in place: permkern_in_place_bytes, permkern_run_in_place. docs/architecture.md ("In place") says why it is
 * done in these ways. A program that does not call them does not link this file, nor those that only it calls.
 */
#include "base/permkern_address.h"
#include "core/permkern_dispatch.h"
#include "core/permkern_fold.h"
#include "in_place/permkern_in_place.h"
#include "in_place/permkern_moves.h"

/* ---- which way ---- */

/*
 * How a move is its own inverse: each axis has a partner, which may be itself, that lies in the output as it does in
 * the input. If both run in the same direction, by swaps; if not, after reversals. Otherwise by cycles.
 */
static permkern_in_place_way way_of_pairs(const permkern_moves *m)
{
    permkern_in_place_way way = PERMKERN_IN_PLACE_SWAPS;
    for (unsigned k = 0; k < m->rank; k++) {
        const permkern_axis *const axis = &m->axis[k];
        permkern_in_place_way own = PERMKERN_IN_PLACE_CYCLES;
        for (unsigned i = 0; i < m->rank && own != PERMKERN_IN_PLACE_SWAPS; i++) {
            const permkern_axis *const other = &m->axis[i];
            if (axis->extent == other->extent && permkern_length(axis->in_stride) == other->out_stride &&
                permkern_length(other->in_stride) == axis->out_stride) {
                const bool alike = permkern_runs_back(axis->in_stride) == permkern_runs_back(other->in_stride);
                own = alike ? PERMKERN_IN_PLACE_SWAPS : PERMKERN_IN_PLACE_TURNS;
            }
        }
        way = own > way ? own : way;
    }
    return way;
}

/* True if only two axes move, forwards, which exchange and are the innermost of either side. *outer: the output's. */
static bool is_square(const permkern_moves *m, unsigned *outer)
{
    const unsigned inner = m->rank - 1;
    const bool whole = (m->block & (m->block - 1)) == 0 && m->block <= 8;
    *outer = permkern_inner_axis(m->axis, m->rank);
    /* analyzer: every work has an axis */
    return whole && inner != *outer && permkern_movers(m) == (1U << inner | 1U << *outer) &&
           m->axis[*outer].in_stride == m->block && m->axis[inner].out_stride == m->block;
}

/* Something moves: works in which all stays are not asked for. */
static permkern_in_place_way choose_way(const permkern_moves *m)
{
    unsigned outer = 0;
    const permkern_in_place_way way = way_of_pairs(m);
    return way == PERMKERN_IN_PLACE_SWAPS && is_square(m, &outer) ? PERMKERN_IN_PLACE_SQUARE : way;
}

/*
 * The axes of a work. The innermost, if it stays, becomes part of the blocks. Then words, if they are what is left to
 * move once tiles are transposed, which is done in data, if that is not NULL.
 */
static void read_work(permkern_moves *m, const permkern_work *work, uint8_t *data)
{
    const unsigned shift = permkern_form_shift(work->choice.form);
    m->rank = permkern_form_rank(work->choice.form);
    m->block = (size_t)1 << shift;
    for (unsigned k = 0; k < m->rank; k++) {
        permkern_axis *const axis = &m->axis[k];
        permkern_copy_axis(axis, &work->axis[k]);
        if (permkern_runs_back(axis->out_stride)) {
            axis->in_stride = 0 - axis->in_stride;
            axis->out_stride = 0 - axis->out_stride;
        }
    }
    if (permkern_is_run(&m->axis[m->rank - 1], shift)) {
        m->rank--;
        m->block = permkern_times(m->block, m->axis[m->rank].extent);
    }
    m->way = choose_way(m);
    if (permkern_take_words(m, data)) {
        m->way = choose_way(m);
    }
}

/* permkern_in_place_bytes for a work that was prepared. */
static size_t bytes_of(const permkern_work *work)
{
    permkern_moves m;
    if (work->out_span == 0 || permkern_stays(work)) {
        return 0;
    }
    if (work->in_low != work->out_low ||
        !permkern_has_no_gaps(work, permkern_form_rank(work->choice.form), permkern_form_shift(work->choice.form))) {
        return SIZE_MAX;
    }
    read_work(&m, work, NULL);
    return m.way == PERMKERN_IN_PLACE_CYCLES ? permkern_cycle_bytes(&m) : 0;
}

size_t permkern_in_place_bytes(const permkern_plan *plan)
{
    return plan == NULL || permkern_planned(plan)->choice.kernel == NULL ? SIZE_MAX : bytes_of(permkern_planned(plan));
}

/* ---- moves that are their own inverse ---- */

static void move_squares(const permkern_moves *m, uint8_t *data)
{
    unsigned outer = 0;
    permkern_walk walk;
    (void)is_square(m, &outer);
    const size_t stride = m->axis[outer].out_stride;
    const size_t count = m->axis[outer].extent;
    const unsigned movers = permkern_movers(m);
    permkern_walk_begin(&walk, m->axis, m->rank);
    do {
        uint8_t *const at = data + walk.out_at;
        if (m->block == 1) {
            permkern_square8(at, stride, count);
        } else if (m->block == 2) {
            permkern_square16(at, stride, count);
        } else if (m->block == 4) {
            permkern_square32(at, stride, count);
        } else {
            permkern_square64(at, stride, count);
        }
    } while (permkern_walk_on(&walk, m->axis, m->rank, movers));
}

/* Exchanges two blocks. fits: as elements of that size. */
static inline void exchange_blocks(uint8_t *a, uint8_t *b, size_t block, bool fits)
{
    if (fits && block == 1) {
        permkern_exchange_blocks(a, b, 0);
    } else if (fits && block == 2) {
        permkern_exchange_blocks(a, b, 1);
    } else if (fits && block == 4) {
        permkern_exchange_blocks(a, b, 2);
    } else {
        permkern_exchange(a, b, block);
    }
}

/* Exchanges each block with the one that comes to its address, once: if that one lies higher. */
static void move_swaps(permkern_moves *m, uint8_t *data)
{
    const bool fits = permkern_block_fits(data, m->block);
    permkern_walk walk;
    size_t first = 0; /* of the input */
    for (unsigned k = 0; k < m->rank; k++) {
        if (permkern_runs_back(m->axis[k].in_stride)) {
            first -= permkern_steps(m->axis[k].extent - 1, m->axis[k].in_stride);
        }
    }
    if (m->axis[0].in_stride == 0 - m->axis[0].out_stride) {
        m->axis[0].extent -= m->axis[0].extent / 2; /* what comes from the second half goes there */
    }
    permkern_walk_begin(&walk, m->axis, m->rank);
    do {
        const size_t from = first + walk.in_at;
        if (from > walk.out_at) {
            exchange_blocks(data + walk.out_at, data + from, m->block, fits);
        }
    } while (permkern_walk_on(&walk, m->axis, m->rank, 0));
}

/* Takes from `m` what reverses the axes that run backwards, all others staying where they are in the input. */
static void take_reversal(permkern_moves *turned, permkern_moves *m)
{
    turned->rank = m->rank;
    turned->block = m->block;
    for (unsigned k = 0; k < m->rank; k++) {
        permkern_copy_axis(&turned->axis[k], &m->axis[k]);
        m->axis[k].in_stride = permkern_length(m->axis[k].in_stride);
        turned->axis[k].out_stride = m->axis[k].in_stride;
    }
    turned->rank = permkern_fold(turned->axis, turned->axis, turned->rank, turned->block);
    const permkern_axis *const last = &turned->axis[turned->rank - 1];
    if (permkern_axis_stays(last)) { /* it is the innermost one, so its elements are neighbours */
        turned->rank--;
        turned->block = permkern_times(turned->block, last->extent);
    }
}

/* Reverses the axes that run backwards. `m` is what is left to do. */
static void reverse_axes(permkern_moves *m, uint8_t *data)
{
    permkern_moves turned;
    take_reversal(&turned, m);
    move_swaps(&turned, data);
    m->way = choose_way(m);
}

static void move_in_place(const permkern_work *work, uint8_t *data, uint8_t *scratch)
{
    permkern_moves m;
    read_work(&m, work, data);
    if (m.way == PERMKERN_IN_PLACE_TURNS) {
        reverse_axes(&m, data);
    }
    if (m.way == PERMKERN_IN_PLACE_CYCLES) {
        permkern_move_cycles(&m, data, scratch);
    } else if (m.way == PERMKERN_IN_PLACE_SQUARE && permkern_block_fits(data, m.block)) {
        move_squares(&m, data);
    } else {
        move_swaps(&m, data);
    }
}

/* ---- checks ---- */

/* The scratch: `bytes` that are needed, of `given`. */
static permkern_status check_scratch(const permkern_plan *plan, uintptr_t data, size_t span, const void *scratch,
                                     size_t bytes, size_t given)
{
    const uintptr_t at = (uintptr_t)scratch;
    const size_t used = given < bytes ? given : bytes;
    if (bytes == 0) {
        return PERMKERN_OK;
    }
    if (used != 0 && permkern_wraps(at, used)) {
        return PERMKERN_ERR_WRAP;
    }
    if (used != 0 && (permkern_overlaps(at, used, data, span) ||
                      permkern_overlaps(at, used, (uintptr_t)plan, sizeof(permkern_plan)))) {
        return PERMKERN_ERR_OVERLAP;
    }
    return given < bytes ? PERMKERN_ERR_CAPACITY : PERMKERN_OK;
}

permkern_status permkern_run_in_place(const permkern_plan *plan, void *data, void *scratch, size_t scratch_bytes)
{
    const permkern_work *const work = permkern_planned(plan);
    if (work == NULL) {
        return PERMKERN_ERR_NULL;
    }
    if (work->choice.kernel != NULL && work->out_span == 0) {
        return PERMKERN_OK;
    }
    if (data == NULL) {
        return PERMKERN_ERR_NULL;
    }
    if (work->choice.kernel == NULL) {
        return PERMKERN_ERR_PLAN;
    }
    const size_t bytes = bytes_of(work);
    if (scratch == NULL && bytes != 0 && bytes != SIZE_MAX) {
        return PERMKERN_ERR_NULL;
    }
    if (((uintptr_t)data & work->choice.align_mask) != 0) {
        return PERMKERN_ERR_ALIGN;
    }
    const uintptr_t at = (uintptr_t)data + work->out_low;
    if (permkern_wraps((uintptr_t)data, work->out_low) || permkern_wraps(at, work->out_span)) {
        return PERMKERN_ERR_WRAP;
    }
    if (bytes == SIZE_MAX || permkern_overlaps(at, work->out_span, (uintptr_t)plan, sizeof(permkern_plan))) {
        return PERMKERN_ERR_OVERLAP;
    }
    const permkern_status status = check_scratch(plan, at, work->out_span, scratch, bytes, scratch_bytes);
    if (status == PERMKERN_OK && !permkern_stays(work)) {
        move_in_place(work, (uint8_t *)data + work->out_low, (uint8_t *)scratch);
    }
    if (status == PERMKERN_OK && work->xored != NULL) { /* a pass over the elements, where they now are */
        work->xored(work, work->axis, work->choice.form, NULL, (uint8_t *)data + work->out_first);
    }
    return status;
}
