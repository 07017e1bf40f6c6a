/* SPDX-License-Identifier: BSD-3-Clause */
/* Folding: finds the fewest axes that describe the same work (src/fold.c). */
#ifndef PERMKERN_FOLD_H
#define PERMKERN_FOLD_H

#include "permkern_arith.h"
#include "permkern_axis.h"

/*
 * Fuses neighbouring axes that are neighbours on both sides, and returns the rank that is left, at least 1: a single
 * element is one axis of extent 1. The axes come in output order, with extents over 1, and permkern_span has accepted
 * their strides on both sides, so that no axis but the first reaches over SIZE_MAX in the output.
 */
unsigned permkern_fuse(permkern_axis *axis, unsigned rank, unsigned shift);

/* A contiguous work that is being folded, from the output's last axis to its first. */
typedef struct {
    permkern_axis *axis; /* the folded axes so far; a new one comes in front of them */
    unsigned used;
    size_t run;  /* the bytes that they cover in the output */
    size_t next; /* the input stride with which the next axis continues the first of them */
} permkern_folding;

/* Begins with no axis, and room for axes before `end`. size: the bytes of an element. */
static inline permkern_folding permkern_fold_begin(permkern_axis *end, size_t size)
{
    const permkern_folding folding = {end, 0, size, 0};
    return folding;
}

/*@ predicate folded{L}(permkern_folding *f) =
        f->used <= PERMKERN_MAX_RANK && 0 < f->run && (f->used == 0 ==> f->next == 0) &&
        (0 < f->used ==>
            0 < f->axis[0].extent && 0 < f->axis[0].in_stride && 0 < f->axis[0].out_stride &&
            product(f->axis[0].out_stride, f->axis[0].extent, f->run) &&
            product(f->axis[0].in_stride, f->axis[0].extent, f->next));
 */

/* Adds the output's next axis, from its last to its first: extent, and stride in the input. */
/*@ requires \valid(folding) && \valid(folding->axis - 1) && \valid(folding->axis + (0 .. folding->used - 1));
    requires \separated(folding, folding->axis + (-1 .. folding->used - 1));
    requires folded(folding) && folding->used < PERMKERN_MAX_RANK && 0 < extent && 0 < in_stride;
    requires folding->run * extent <= SIZE_MAX && in_stride * extent <= SIZE_MAX;
    assigns *folding, folding->axis[-1], folding->axis[0];
    ensures folded(folding);
    ensures folding->run == \old(folding->run) * extent;
    behavior unit:
        assumes extent == 1;
        ensures folding->axis == \old(folding->axis) && folding->used == \old(folding->used);
        ensures folding->next == \old(folding->next);
    behavior goes_on:
        assumes extent != 1 && in_stride == folding->next;
        ensures folding->axis == \old(folding->axis) && folding->used == \old(folding->used);
        ensures folding->axis->extent == \old(folding->axis->extent) * extent;
        ensures folding->axis->in_stride == \old(folding->axis->in_stride);
        ensures folding->axis->out_stride == \old(folding->axis->out_stride);
    behavior begins:
        assumes extent != 1 && in_stride != folding->next;
        ensures folding->axis == \old(folding->axis) - 1 && folding->used == \old(folding->used) + 1;
        ensures folding->axis->extent == extent && folding->axis->in_stride == in_stride;
        ensures folding->axis->out_stride == \old(folding->run);
    complete behaviors;
    disjoint behaviors;
 */
static inline void permkern_fold_axis(permkern_folding *folding, size_t extent, size_t in_stride)
{
    /*@ ghost size_t run = folding->run; */
    /*@ ghost will_fit(run, extent); */
    /*@ ghost size_t whole = 0; */
    if (extent == 1) {
        return;
    }
    /*@ ghost multiplies(run, extent); */
    /*@ ghost multiplies(in_stride, extent); */
    if (in_stride == folding->next) {
        /*@ ghost multiplies(folding->axis->extent, extent); */
        /*@ ghost lengthens(folding->axis->out_stride, folding->axis->extent, run, extent); */
        /*@ ghost lengthens(folding->axis->in_stride, folding->axis->extent, in_stride, extent); */
        /* analyzer: no stride is 0, so the first axis never continues another */
        folding->axis->extent = permkern_times(folding->axis->extent, extent);
        /*@ ghost whole = folding->axis->extent; */
        /*@ assert whole == \at(folding->axis->extent, Pre) * extent; */
    } else {
        folding->axis--;
        folding->used++;
        folding->axis->extent = extent;
        folding->axis->in_stride = in_stride;
        folding->axis->out_stride = folding->run;
    }
    /*@ assert folding->run == run; */
    /*@ assert 0 < folding->axis->extent && 0 < folding->axis->in_stride && 0 < folding->axis->out_stride; */
    /*@ assert product(folding->axis->out_stride, folding->axis->extent, run * extent); */
    /*@ assert product(folding->axis->in_stride, folding->axis->extent, in_stride * extent); */
    /*@ ghost size_t stays = folding->axis->extent; */
    folding->next = permkern_times(in_stride, extent);
    /*@ assert folding->run == run; */
    /*@ ghost does_fit(folding->run, extent); */
    folding->run = permkern_times(folding->run, extent);
    /*@ assert folding->axis->extent == stays; */
    /*@ assert in_stride == \at(folding->next, Pre) ==> folding->axis->extent == whole; */
    /*@ assert 0 < folding->run && 0 < folding->axis->extent; */
    /*@ assert 0 < folding->axis->in_stride && 0 < folding->axis->out_stride; */
    /*@ assert product(folding->axis->out_stride, folding->axis->extent, folding->run); */
    /*@ assert product(folding->axis->in_stride, folding->axis->extent, folding->next); */
}

/* Ends the folding: a single element, which has no axis yet, gets one. */
/*@ requires \valid(folding) && \valid(folding->axis - 1) && \separated(folding, folding->axis - 1);
    assigns *folding, folding->axis[-1];
    ensures 0 < folding->used;
    ensures \old(folding->used) != 0 ==>
        folding->axis == \old(folding->axis) && folding->used == \old(folding->used);
    ensures \old(folding->used) == 0 ==>
        folding->axis == \old(folding->axis) - 1 && folding->axis[0].extent == 1 &&
        folding->axis[0].in_stride == folding->run && folding->axis[0].out_stride == folding->run;
    ensures folding->run == \old(folding->run);
 */
static inline void permkern_fold_end(permkern_folding *folding)
{
    if (folding->used == 0) {
        folding->axis--;
        folding->used = 1;
        folding->axis->extent = 1;
        folding->axis->in_stride = folding->run;
        folding->axis->out_stride = folding->run;
    }
}

/*@ predicate widens{L}(permkern_axis *axis, integer rank, integer size) =
        axis[rank - 1].in_stride == size && axis[rank - 1].out_stride == size && 1 < axis[rank - 1].extent &&
        (axis[rank - 1].extent * size == 2 || axis[rank - 1].extent * size == 4 || axis[rank - 1].extent * size == 8);
 */

/*
 * If the innermost run can be moved as one wider element, the shift of that (1, 2 or 3), otherwise 0. Extents are over
 * 1.
 */
/*@ requires 1 <= rank <= PERMKERN_MAX_RANK && shift <= 3 && \valid_read(axis + (0 .. rank - 1));
    requires 1 < axis[rank - 1].extent && axis[rank - 1].extent * 8 <= SIZE_MAX;
    assigns \nothing;
    ensures \result <= 3;
    ensures shift == 0 ==> (\result != 0 <==> rank >= 2 && widens(axis, rank, 1));
    ensures shift == 1 ==> (\result != 0 <==> rank >= 2 && widens(axis, rank, 2));
    ensures shift == 2 ==> (\result != 0 <==> rank >= 2 && widens(axis, rank, 4));
    ensures shift == 3 ==> \result == 0;
 */
static inline unsigned permkern_widen(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    const size_t size = (size_t)1 << shift;
    const permkern_axis *const run = &axis[rank - 1];
    if (run->in_stride != size || run->out_stride != size || rank < 2) {
        return 0;
    }
    const size_t bytes = run->extent << shift;
    /*@ ghost size_t doubled = twice(run->extent); */
    /*@ ghost doubled = twice(doubled); */
    /*@ ghost doubled = twice(doubled); */
    /*@ assert shift == 0 ==> size == 1 && bytes == run->extent; */
    /*@ assert shift == 1 ==> size == 2 && bytes == 2 * run->extent; */
    /*@ assert shift == 2 ==> size == 4 && bytes == 4 * run->extent; */
    /*@ assert shift == 3 ==> size == 8 && bytes == 8 * run->extent; */
    return bytes == 8 ? 3 : bytes == 4 ? 2 : bytes == 2 ? 1 : 0;
}

/* The slot of a folded permutation: its number among those of ranks 1 to 8, by rank, then in lexicographic order. */
unsigned permkern_slot(const permkern_axis *axis, unsigned rank);

/* The number of the permutation of three axes among the six, in lexicographic order. */
static inline unsigned permkern_slot_of_three(size_t first, size_t second, size_t third)
{
    return 2U * ((second > first ? 1U : 0U) + (third > first ? 1U : 0U)) + (third > second ? 1U : 0U);
}

/* permkern_slot for three or four axes, without its loops: they take as long as moving a small tensor. */
static inline unsigned permkern_slot_of_few(const permkern_axis *axis, unsigned rank)
{
    const size_t a = axis[0].in_stride;
    const size_t b = axis[1].in_stride;
    const size_t c = axis[2].in_stride;
    if (rank == 3) {
        return 3U + permkern_slot_of_three(a, b, c);
    }
    const size_t d = axis[3].in_stride;
    const unsigned before = (b > a ? 1U : 0U) + (c > a ? 1U : 0U) + (d > a ? 1U : 0U);
    return 9U + (unsigned)permkern_times(6, before) + permkern_slot_of_three(b, c, d); /* narrow: at most 18 */
}

#endif /* PERMKERN_FOLD_H */
