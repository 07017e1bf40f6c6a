/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Permutes in place: permkern_in_place_bytes, permkern_run_in_place. docs/architecture.md ("In place") lists the
 * methods. Programs that call neither do not link this file, nor the files that only it uses.
 */
#include "core/permkern_choose.h"
#include "in_place/permkern_moves.h"

/* ---- the method ---- */

/*
 * Returns the axis of equal extent whose strides are this axis's, swapped and without signs; the rank if there is none.
 */
static unsigned partner_of(const permkern_moves *m, const permkern_axis *axis)
{
    unsigned k = 0;
    for (; k < m->rank; k++) {
        const permkern_axis *const other = &m->axis[k];
        if (axis->extent == other->extent && permkern_length(axis->in_stride) == other->out_stride &&
            permkern_length(other->in_stride) == axis->out_stride) {
            break;
        }
    }
    return k;
}

/* A permute is its own inverse if each axis has a partner (maybe itself) that runs in its direction. */
static permkern_method method_of_pairs(const permkern_moves *m)
{
    permkern_method method = PERMKERN_METHOD_SWAPS;
    for (unsigned k = 0; k < m->rank; k++) {
        const unsigned partner = partner_of(m, &m->axis[k]);
        if (partner == m->rank) {
            return PERMKERN_METHOD_CYCLES;
        }
        if (permkern_runs_back(m->axis[k].in_stride) != permkern_runs_back(m->axis[partner].in_stride)) {
            method = PERMKERN_METHOD_TURNS;
        }
    }
    return method;
}

/* Chooses the method for a permute with an axis that moves. An innermost axis that stays is part of the blocks. */
static void choose_method(permkern_moves *m)
{
    const permkern_axis *inner = &m->axis[m->rank - 1];
    if (inner->in_stride == m->block && inner->out_stride == m->block) { /* analyzer: every work has an axis */
        m->block = permkern_times(m->block, inner->extent);
        m->rank--;
        inner--;
    }
    m->movers = 0;
    m->first = 0;
    for (unsigned k = m->rank; k-- > 0;) {
        if (m->axis[k].in_stride != m->axis[k].out_stride) {
            m->movers |= 1U << k;
            m->first = k;
        }
    }
    const permkern_axis *const outer = &m->axis[m->first];
    const unsigned two = 1U << m->first | 1U << (m->rank - 1); /* analyzer: an axis is left, as one moves */
    const bool square = m->movers == two && outer->extent == inner->extent && outer->in_stride == m->block &&
                        inner->out_stride == m->block && inner->in_stride == outer->out_stride;
    m->method = square ? PERMKERN_METHOD_SQUARE : method_of_pairs(m);
}

/* Fills in *m. Returns the scratch bytes that the method needs; SIZE_MAX: the work cannot run in place. */
static size_t read_work(permkern_moves *m, const permkern_work *work)
{
    const unsigned shift = permkern_form_shift(work->choice.form);
    m->rank = permkern_form_rank(work->choice.form);
    m->block = (size_t)1 << shift;
    m->method = PERMKERN_METHOD_STAYS;
    m->tiles.rank = 0;
    if (work->out_span == 0) {
        return 0;
    }
    size_t bytes = m->block;
    bool stays = work->in_first == work->out_first;
    for (unsigned k = 0; k < m->rank; k++) {
        permkern_axis *const axis = &m->axis[k];
        permkern_copy_axis(axis, &work->axis[k]);
        bytes = permkern_times(bytes, axis->extent);
        stays = stays && axis->in_stride == axis->out_stride;
        if (permkern_runs_back(axis->out_stride)) {
            axis->in_stride = 0 - axis->in_stride;
            axis->out_stride = 0 - axis->out_stride;
        }
    }
    if (stays) {
        return 0;
    }
    if (work->in_low != work->out_low || work->in_span != bytes || work->out_span != bytes) {
        return SIZE_MAX; /* the sides cover different bytes, or have gaps */
    }
    choose_method(m);
    if (m->method == PERMKERN_METHOD_CYCLES && permkern_take_words(m)) {
        choose_method(m);
    }
    return m->method == PERMKERN_METHOD_CYCLES ? permkern_cycle_bytes(m) : 0;
}

size_t permkern_in_place_bytes(const permkern_plan *plan)
{
    permkern_moves m;
    const permkern_work *const work = permkern_planned(plan);
    return plan == NULL || work->choice.kernel == NULL ? SIZE_MAX : read_work(&m, work);
}

/* ---- permutes that are their own inverse ---- */

/* Transposes a square of count x count runs of `bytes` bytes. stride: bytes from row to row. */
static void move_square_of_runs(uint8_t *data, size_t stride, size_t count, size_t bytes)
{
    for (size_t left = count; left > 1; left--) { /* the first row and column of what is left */
        uint8_t *along = data;
        uint8_t *down = data;
        for (size_t k = left - 1; k != 0; k--) {
            along += bytes;
            down += stride;
            permkern_exchange_runs(down, along, bytes);
        }
        data += stride + bytes;
    }
}

static void move_square(const permkern_moves *m, unsigned shift, uint8_t *data)
{
    const size_t stride = m->axis[m->first].out_stride;
    const size_t count = m->axis[m->first].extent;
    if (shift == 0) {
        permkern_x8_square(data, stride, count);
    } else if (shift == 1) {
        permkern_x16_square(data, stride, count);
    } else if (shift == 2) {
        permkern_x32_square(data, stride, count);
    } else if (shift == 3) {
        permkern_x64_square(data, stride, count);
    } else {
        move_square_of_runs(data, stride, count, m->block);
    }
}

/* Exchanges each block in a line with its source once: only if the source is higher. from and to are offsets. */
PERMKERN_INLINE void swap_line_of(uint8_t *data, size_t from, size_t to, const permkern_axis *axis, unsigned shift,
                                  size_t bytes)
{
    const size_t in_stride = axis->in_stride;
    const size_t out_stride = axis->out_stride;
    for (size_t left = axis->extent; left != 0; left--) {
        if (from > to && shift == PERMKERN_ANY_BLOCK) {
            permkern_exchange_runs(data + to, data + from, bytes);
        } else if (from > to) {
            const uint64_t kept = permkern_load_block(data + to, shift);
            permkern_store_block(data + to, shift, permkern_load_block(data + from, shift));
            permkern_store_block(data + from, shift, kept);
        }
        from += in_stride;
        to += out_stride;
    }
}

/* swap_line_of for any shift. Inlined 64-bit blocks would take the outer loop's registers. */
static inline void swap_line(uint8_t *data, size_t from, size_t to, const permkern_axis *axis, unsigned shift,
                             size_t bytes)
{
    if (shift == 0) {
        swap_line_of(data, from, to, axis, 0, 1);
    } else if (shift == 1) {
        swap_line_of(data, from, to, axis, 1, 2);
    } else if (shift == 2) {
        swap_line_of(data, from, to, axis, 2, 4);
    } else {
        swap_line_of(data, from, to, axis, PERMKERN_ANY_BLOCK, bytes);
    }
}

static void move_swaps(permkern_moves *m, unsigned shift, uint8_t *data)
{
    permkern_axis *const outer = &m->axis[m->first];
    const unsigned last = m->rank - 1; /* analyzer: there is an axis */
    permkern_walk walk;
    size_t first = 0; /* offset of the input's block (0, ..., 0) */
    for (unsigned k = 0; k < m->rank; k++) {
        if (permkern_runs_back(m->axis[k].in_stride)) {
            first -= permkern_steps(m->axis[k].extent - 1, m->axis[k].in_stride);
        }
    }
    if (outer->in_stride == 0 - outer->out_stride) {
        outer->extent -= outer->extent / 2; /* the first half's sources are in the second half */
    }
    permkern_walk_begin(&walk, m->axis, last);
    do {
        swap_line(data, first + walk.in_at, walk.out_at, &m->axis[last], shift, m->block);
    } while (permkern_walk_on(&walk, m->axis, last, 0));
}

static void move_pairs(permkern_moves *m, uint8_t *data)
{
    const unsigned shift = permkern_block_shift(data, m->block);
    permkern_walk walk;
    if (m->method == PERMKERN_METHOD_SWAPS) {
        move_swaps(m, shift, data);
        return;
    }
    permkern_walk_begin(&walk, m->axis, m->rank - 1); /* the last axis moves */
    do {
        move_square(m, shift, data + walk.out_at);
    } while (permkern_walk_on(&walk, m->axis, m->rank - 1, m->movers));
}

/* Reverses the output axes whose bits are set in `axes`. */
static void reverse_axes(const permkern_moves *m, unsigned axes, uint8_t *data)
{
    permkern_moves turned;
    turned.rank = m->rank;
    turned.block = m->block;
    for (unsigned k = 0; k < m->rank; k++) {
        permkern_copy_axis(&turned.axis[k], &m->axis[k]);
        turned.axis[k].in_stride = (axes >> k & 1U) != 0 ? 0 - m->axis[k].out_stride : m->axis[k].out_stride;
    }
    choose_method(&turned);
    move_swaps(&turned, permkern_block_shift(data, turned.block), data);
}

/*
 * Permutes as if all axes ran forwards, then reverses the backward axes. If one of these is innermost, reverses their
 * partners before the permute instead, so that whole runs are exchanged.
 */
static void move_turns(permkern_moves *m, uint8_t *data)
{
    unsigned after = 0;
    unsigned before = 0;
    for (unsigned k = 0; k < m->rank; k++) {
        if (permkern_runs_back(m->axis[k].in_stride)) {
            after |= 1U << k;
            before |= 1U << partner_of(m, &m->axis[k]);
            m->axis[k].in_stride = 0 - m->axis[k].in_stride;
        }
    }
    const bool runs = (after >> (m->rank - 1) & 1U) == 0; /* analyzer: there is an axis */
    if (!runs) {
        reverse_axes(m, before, data);
    }
    choose_method(m);
    move_pairs(m, data);
    if (runs) {
        reverse_axes(m, after, data);
    }
}

/* Copies the data to the scratch, and permutes it from there. */
static void move_by_copy(const permkern_work *work, uint8_t *data, uint8_t *scratch)
{
    permkern_copy(data, scratch, work->out_span);
    permkern_run_work(work, permkern_at(scratch, work->in_first - work->in_low),
                      permkern_at_out(data, work->out_first - work->out_low));
}

/* Moves the work by its method, then XORs the elements at their new addresses. */
static void move_in_place(permkern_moves *m, const permkern_work *work, uint8_t *data, uint8_t *scratch)
{
    if (m->tiles.rank != 0) {
        permkern_turn_tiles(&m->tiles, work->axis, data);
    }
    if (m->method == PERMKERN_METHOD_CYCLES) {
        permkern_move_cycles(m, data, scratch);
    } else if (m->method == PERMKERN_METHOD_TURNS) {
        move_turns(m, data);
    } else if (m->method != PERMKERN_METHOD_STAYS) {
        move_pairs(m, data);
    }
    if (work->xored != NULL) {
        work->xored(work, work->axis, work->choice.form, NULL, permkern_at_out(data, work->out_first - work->out_low));
    }
}

/* ---- checks ---- */

/* Checks the scratch. bytes: needed; given: available. */
static permkern_status check_scratch(const permkern_plan *plan, uintptr_t data, size_t span, const void *scratch,
                                     size_t bytes, size_t given)
{
    const size_t used = given < bytes ? given : bytes;
    permkern_status status = PERMKERN_OK;
    if (used != 0) {
        status = permkern_check_spans((uintptr_t)scratch, used, data, span);
        if (status == PERMKERN_OK &&
            permkern_overlaps((uintptr_t)scratch, used, (uintptr_t)plan, sizeof(permkern_plan))) {
            status = PERMKERN_ERR_OVERLAP;
        }
    }
    return status == PERMKERN_OK && given < bytes ? PERMKERN_ERR_CAPACITY : status;
}

permkern_status permkern_run_in_place(const permkern_plan *plan, void *data, void *scratch, size_t scratch_bytes)
{
    permkern_moves m;
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
    const size_t needed = read_work(&m, work);
    const bool copies = m.method == PERMKERN_METHOD_CYCLES && scratch_bytes >= work->out_span &&
                        ((uintptr_t)scratch & work->choice.align_mask) == 0;
    const size_t bytes = copies ? work->out_span : needed;
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
    if (status == PERMKERN_OK && copies) {
        move_by_copy(work, (uint8_t *)data + work->out_low, (uint8_t *)scratch);
    } else if (status == PERMKERN_OK) {
        move_in_place(&m, work, (uint8_t *)data + work->out_low, (uint8_t *)scratch);
    }
    return status;
}
