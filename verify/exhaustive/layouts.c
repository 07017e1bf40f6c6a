/* SPDX-License-Identifier: BSD-3-Clause */
#include "edges.h"
#include "refused.h"
#include "sweeps.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const size_t to_three[] = {1, 2, 3};

/* Every choice of axes that run backwards, in the input and in the output, with and without padding. */
static void turned(sweep *s, const request *r, visitor *visit)
{
    size_t out_shape[8];
    unsigned long_axes = 0; /* of the input; to turn one of extent 1 changes nothing */
    unsigned long_out_axes = 0;
    for (unsigned k = 0; k < r->rank; k++) {
        out_shape[k] = request_out_extent(r, k);
        long_axes |= (unsigned)(r->shape[k] > 1) << k;
        long_out_axes |= (unsigned)(out_shape[k] > 1) << k;
    }
    for (unsigned choice = 0; choice < 2U << 2 * r->rank; choice++) {
        const unsigned in_axes = (choice >> 1) & ((1U << r->rank) - 1);
        const unsigned out_axes = choice >> (r->rank + 1);
        if ((in_axes & ~long_axes) == 0 && (out_axes & ~long_out_axes) == 0) {
            request turn = *r;
            lay_out(turn.in_strides, turn.shape, NULL, turn.rank, 1, choice % 2);
            lay_out(turn.out_strides, out_shape, NULL, turn.rank, 1, choice % 2);
            turn_round(&turn, in_axes, out_axes);
            visit(s, &turn);
        }
    }
}

static void turned_and_permuted(sweep *s, request *r)
{
    turned(s, r, at_every_width);
}

void sweep_reversed(sweep *s)
{
    static const size_t edges[] = {1, 2, 3, 4, 5, 8, 9, 17, 33};
    static const size_t few[] = {1, 2, 5};
    every_shape(s, 1, edges, COUNT(edges), turned_and_permuted);
    every_shape(s, 2, edges, COUNT(edges), turned_and_permuted);
    every_shape(s, 3, few, COUNT(few), turned_and_permuted);
}

/* Elements before the lowest, of either side: of arrays without strides, and with. */
static void moved_on(sweep *s, request *r)
{
    static const size_t offsets[] = {0, 1, 7};
    for (unsigned n = 0; n < COUNT(offsets) * COUNT(offsets) * 2; n++) {
        request moved = *r;
        moved.in_offset = offsets[n / 2 % 3];
        moved.out_offset = offsets[n / 6];
        request_finish(&moved);
        moved.strided = n % 2 == 1;
        at_every_width(s, &moved);
    }
}

/* From rank 0 on, which is one element. */
void sweep_offsets(sweep *s)
{
    static const size_t edges[] = {1, 2, 4, 5, 9, 33};
    every_shape(s, 0, edges, COUNT(edges), moved_on);
    every_shape(s, 1, edges, COUNT(edges), moved_on);
    every_shape(s, 2, edges, COUNT(edges), moved_on);
    every_shape(s, 3, to_three, COUNT(to_three), moved_on);
}

static void leave_in_place(sweep *s, request *r)
{
    for (r->bits = 8; r->bits <= 64; r->bits *= 2) {
        request_finish(r);
        if (wanted(s)) {
            add(&s->sum, check_in_place(&s->p, r));
        }
    }
}

/* As it comes, and with the output laid over the input, so that every element keeps its place. */
static void turned_in_place(sweep *s, request *r)
{
    leave_in_place(s, r);
    for (unsigned k = 0; k < r->rank; k++) {
        r->out_strides[k] = r->in_strides[r->perm[k]];
    }
    r->out_offset = r->in_offset;
    leave_in_place(s, r);
}

static void permuted_in_place(sweep *s, request *r)
{
    leave_in_place(s, r);
    turned(s, r, turned_in_place);
}

void sweep_in_place(sweep *s)
{
    for (unsigned rank = 0; rank <= 3; rank++) {
        every_shape(s, rank, to_three, COUNT(to_three), permuted_in_place);
    }
}

static void leave_empty(sweep *s, request *r)
{
    for (r->bits = 8; r->bits <= 64; r->bits *= 2) {
        if (request_elements(r) == 0 && wanted(s)) {
            add(&s->sum, check_empty(r));
        }
    }
}

void sweep_empty(sweep *s)
{
    static const size_t from_zero[] = {0, 1, 3};
    for (unsigned rank = 1; rank <= 4; rank++) {
        every_shape(s, rank, from_zero, COUNT(from_zero), leave_empty);
    }
}

static void refuse(sweep *s, request *r)
{
    for (r->bits = 8; r->bits <= 64; r->bits *= 2) {
        request_finish(r);
        if (wanted(s)) {
            add(&s->sum, check_refused(&s->p, r));
        }
    }
}

static void refuse_turned(sweep *s, request *r)
{
    turned(s, r, refuse);
}

void sweep_refused(sweep *s)
{
    for (unsigned rank = 1; rank <= 4; rank++) {
        every_shape(s, rank, to_three, COUNT(to_three), refuse);
    }
    for (unsigned rank = 1; rank <= 3; rank++) {
        every_shape(s, rank, to_three, COUNT(to_three), refuse_turned);
    }
}
