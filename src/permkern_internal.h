/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the parts of the library share: arithmetic without compiler routines, the checks, folding, the dispatch table's
 * layout. Not installed.
 */
#ifndef PERMKERN_INTERNAL_H
#define PERMKERN_INTERNAL_H

#include "permkern.h"
#include "permkern_kernels.h"
#include "permkern_logic.h"
#include "permkern_plan.h"
#include "permkern_target.h"

#if PERMKERN_KERNELS_MAX_RANK > PERMKERN_MAX_RANK
#error "the generated kernels need a larger PERMKERN_MAX_RANK"
#endif

/* ---- form: how many axes a work has, and the size of its elements as a power of two bytes ---- */

static inline unsigned permkern_form(unsigned rank, unsigned shift)
{
    return rank | (shift << 4);
}

/*@ assigns \nothing;
    ensures \result == (form & 15);
 */
static inline unsigned permkern_form_rank(unsigned form)
{
    return form & 15U;
}

static inline unsigned permkern_form_shift(unsigned form)
{
    return form >> 4;
}

/* ---- arithmetic (src/arith.c): no call of a compiler library on any target ---- */

/* permkern_multiply, and a / b, where the core has no instruction. */
/*@ requires \valid(product);
    assigns *product;
    ensures \result <==> a * b <= SIZE_MAX;
    ensures \result ==> *product == a * b;
    ensures \exists integer lost; 0 <= lost && *product + lost * (SIZE_MAX + 1) == a * b;
 */
bool permkern_multiply_by_adding(size_t a, size_t b, size_t *product);
size_t permkern_divide_by_shifting(size_t a, uint32_t b, size_t *remainder);

/* *product = a * b modulo SIZE_MAX + 1; false where that is not all of it. */
/*@ requires \valid(product);
    assigns *product;
    ensures \result <==> a * b <= SIZE_MAX;
    ensures \result ==> *product == a * b;
 */
static inline bool permkern_multiply(size_t a, size_t b, size_t *product)
{
#if PERMKERN_WIDE_MULTIPLY
    return !__builtin_mul_overflow(a, b, product);
#else
    return permkern_multiply_by_adding(a, b, product);
#endif
}

/* a * b where it is known to fit. */
/*@ requires a * b <= SIZE_MAX;
    assigns \nothing;
    ensures \result == a * b;
 */
static inline size_t permkern_times(size_t a, size_t b)
{
#if PERMKERN_MULTIPLY
    return a * b;
#else
    size_t product = 0;
    (void)permkern_multiply(a, b, &product);
    return product;
#endif
}

/* How far so many steps of a stride go, in whichever direction: modulo SIZE_MAX + 1. */
/*@ assigns \nothing;
    ensures \result == (size_t)(count * stride);
 */
static inline size_t permkern_steps(size_t count, size_t stride)
{
#if PERMKERN_MULTIPLY
    return count * stride;
#else
    size_t way = 0;
    (void)permkern_multiply(count, stride, &way);
    return way;
#endif
}

/* *product = a * b; false, *product unspecified, where it is over UINT32_MAX. */
/*@ requires \valid(product);
    assigns *product;
    ensures \result <==> a * b <= UINT32_MAX;
    ensures \result ==> *product == a * b;
 */
static inline bool permkern_multiply32(uint32_t a, uint32_t b, uint32_t *product)
{
#if PERMKERN_WIDE_MULTIPLY
    return !__builtin_mul_overflow(a, b, product);
#else
    size_t wide = 0;
    if (PERMKERN_MULTIPLY && ((a | b) >> 16) == 0) {
        /*@ ghost is_no_less(a, b); */
        /*@ assert a <= 65535 && b <= 65535; */
        /*@ assert a * b <= 65535 * 65535; */
        *product = a * b;
        return true;
    }
    const bool fits = permkern_multiply_by_adding(a, b, &wide);
    *product = (uint32_t)wide;
    return fits && *product == wide;
#endif
}

/* First unit of share `part`, at most `parts`, when units are dealt out to parts shares that differ by one at most. */
/*@ requires 0 < parts && part <= parts;
    assigns \nothing;
    ensures \result == share(units, part, parts);
 */
size_t permkern_share(size_t units, uint32_t part, uint32_t parts);

/* Address bits that must be zero for an element of 1 << shift bytes: what the ABI asks, not always the size. */
/*@ requires shift <= 3;
    assigns \nothing;
    ensures shift == 0 ==> \result == 0;
    ensures shift == 1 ==> \result == 1;
    ensures shift == 2 ==> \result == 3;
    ensures shift == 3 ==> \result == 7 || \result == 3;
 */
static inline unsigned permkern_align_mask(unsigned shift)
{
    struct align64 {
        char at;
        uint64_t value;
    };
    return shift == 3 ? (unsigned)offsetof(struct align64, value) - 1U : (1U << shift) - 1U;
}

/* Whether an axis of this stride, in bytes, runs from high to low addresses. Strides over SIZE_MAX / 2 count as such:
 * they go to the generic routine, to which the two are the same. */
/*@ assigns \nothing;
    ensures \result <==> stride > SIZE_MAX / 2;
 */
static inline bool permkern_runs_back(size_t stride)
{
    return stride > SIZE_MAX / 2;
}

/* True when [a, a + a_bytes) and [b, b + b_bytes) share a byte; neither wraps, neither is empty. */
/*@ requires a + a_bytes <= UINTPTR_MAX && b + b_bytes <= UINTPTR_MAX;
    requires 0 < a_bytes && 0 < b_bytes;
    assigns \nothing;
    ensures \result <==> share_a_byte(a, a_bytes, b, b_bytes);
 */
static inline bool permkern_overlaps(uintptr_t a, size_t a_bytes, uintptr_t b, size_t b_bytes)
{
    /*@ assert b < a ==> (uintptr_t)(b - a) == b - a + UINTPTR_MAX + 1 >= a_bytes; */
    /*@ assert a < b ==> (uintptr_t)(a - b) == a - b + UINTPTR_MAX + 1 >= b_bytes; */
    return b - a < a_bytes || a - b < b_bytes;
}

/* True when `bytes` bytes from `at` do not end within the address space. */
/*@ assigns \nothing;
    ensures \result <==> at + bytes > UINTPTR_MAX;
 */
static inline bool permkern_wraps(uintptr_t at, size_t bytes)
{
    return at + bytes < at;
}

/* What is checked of two spans, neither of them empty. */
/*@ requires 0 < in_span && 0 < out_span;
    assigns \nothing;
    behavior wrapping:
        assumes from + in_span > UINTPTR_MAX || to + out_span > UINTPTR_MAX;
        ensures \result == PERMKERN_ERR_WRAP;
    behavior overlapping:
        assumes from + in_span <= UINTPTR_MAX && to + out_span <= UINTPTR_MAX;
        assumes share_a_byte(from, in_span, to, out_span);
        ensures \result == PERMKERN_ERR_OVERLAP;
    behavior ok:
        assumes from + in_span <= UINTPTR_MAX && to + out_span <= UINTPTR_MAX;
        assumes !share_a_byte(from, in_span, to, out_span);
        ensures \result == PERMKERN_OK;
    complete behaviors;
    disjoint behaviors;
 */
static inline permkern_status permkern_check_spans(uintptr_t from, size_t in_span, uintptr_t to, size_t out_span)
{
    if (permkern_wraps(from, in_span) || permkern_wraps(to, out_span)) {
        return PERMKERN_ERR_WRAP;
    }
    return permkern_overlaps(from, in_span, to, out_span) ? PERMKERN_ERR_OVERLAP : PERMKERN_OK;
}

/* ---- checks (src/check.c) ---- */

typedef enum { PERMKERN_IN, PERMKERN_OUT } permkern_side;

/*@ requires side == PERMKERN_IN || side == PERMKERN_OUT;
    assigns \nothing;
    ensures \result == (side == PERMKERN_IN ? &axis->in_stride : &axis->out_stride);
 */
static inline size_t *permkern_stride_of(permkern_axis *axis, permkern_side side)
{
    return side == PERMKERN_IN ? &axis->in_stride : &axis->out_stride;
}

/* *to = *from, member by member: compilers make an assignment of the whole struct a call of memcpy. */
/*@ requires \valid(to) && \valid_read(from);
    requires to == from || \separated(to, from);
    assigns to->extent, to->in_stride, to->out_stride;
    ensures same_axis{Here, Old}(to, 0, from, 0);
 */
static inline void permkern_copy_axis(permkern_axis *to, const permkern_axis *from)
{
    to->extent = from->extent;
    to->in_stride = from->in_stride;
    to->out_stride = from->out_stride;
}

/* Sorts axes by falling stride of one side. */
void permkern_sort(permkern_axis *axis, unsigned rank, permkern_side side);

/*
 * axis is sorted by `side`, extents are over 1, strides are in bytes. *span = bytes from the first to the end of the
 * last element. PERMKERN_ERR_STRIDE: two coordinates share an element; PERMKERN_ERR_SIZE: more than SIZE_MAX.
 */
/*@ requires rank <= PERMKERN_MAX_RANK && \valid_read(axis + (0 .. rank - 1)) && \valid(span);
    requires \separated(span, axis + (0 .. rank - 1));
    requires side == PERMKERN_IN || side == PERMKERN_OUT;
    requires \forall integer k; 0 <= k < rank ==> 0 < axis[k].extent;
    assigns *span;
    ensures \result == PERMKERN_OK || \result == PERMKERN_ERR_STRIDE || \result == PERMKERN_ERR_SIZE;
    ensures \result == PERMKERN_ERR_STRIDE ==> \old(shares_elements(axis, rank, side));
    ensures \result != PERMKERN_ERR_STRIDE ==> \old(!shares_elements(axis, rank, side));
    ensures \result == PERMKERN_ERR_SIZE ==> \old(last_of(axis, 0, rank, side)) + size > SIZE_MAX;
    ensures \result == PERMKERN_OK ==> *span == \old(last_of(axis, 0, rank, side)) + size;
    ensures \result != PERMKERN_OK ==> *span == \old(*span);
 */
permkern_status permkern_span(const permkern_axis *axis, unsigned rank, permkern_side side, size_t size, size_t *span);

/* ---- folding (src/fold.c) ---- */

/*
 * axis comes in output order with extents over 1 and strides in bytes that permkern_span took, on both sides: behind
 * the first, no axis reaches over SIZE_MAX in the output. Fuses neighbours that stay neighbours on both sides and
 * returns the rank that is left: at least 1 (a single element is one axis of extent 1).
 */
unsigned permkern_fuse(permkern_axis *axis, unsigned rank, unsigned shift);

/* A contiguous work being folded, from the output's last axis to its first. */
typedef struct {
    permkern_axis *axis; /* the folded axes so far: they grow towards lower addresses */
    unsigned used;
    size_t run;  /* bytes of the output that they make */
    size_t next; /* stride of the input's axis that goes on where the first of them ends */
} permkern_folding;

/* size: bytes of an element. The axes will end before `end`. */
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

/* Takes the next axis: its extent, and its stride in the input. */
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

/* Makes one axis of a single element. */
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

/* Shift of the element that the innermost run makes: 1, 2 or 3, or 0 where it makes none. Extents are over 1. */
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

/* The axis that is innermost in the input. */
/*@ requires 1 <= rank <= PERMKERN_MAX_RANK && \valid_read(axis + (0 .. rank - 1));
    assigns \nothing;
    ensures 0 <= \result < rank;
    ensures \forall integer k; 0 <= k < rank ==> axis[\result].in_stride <= axis[k].in_stride;
 */
static inline unsigned permkern_inner_axis(const permkern_axis *axis, unsigned rank)
{
    unsigned inner = rank - 1;
    /*@ loop invariant 0 <= k <= rank - 1 && k <= inner < rank;
        loop invariant \forall integer i; k <= i < rank ==> axis[inner].in_stride <= axis[i].in_stride;
        loop assigns k, inner;
        loop variant k;
     */
    for (unsigned k = rank - 1; k > 0;) {
        k--;
        if (axis[k].in_stride < axis[inner].in_stride) {
            inner = k;
        }
    }
    return inner;
}

/* Number of a folded permutation among all of ranks 1 to 8: by rank, then in lexicographic order. */
unsigned permkern_slot(const permkern_axis *axis, unsigned rank);

/* ---- dispatch (src/dispatch.c) ---- */

#if PERMKERN_SLOT_KERNELS > 0 && PERMKERN_TILE_CORES > 0
#error "a set has kernels by number (profile speed) or tile cores (profile size)"
#endif

#if PERMKERN_SLOT_KERNELS + PERMKERN_TILE_CORES > 0
/* The kernels of one element width. Sets without kernels of a kind have no member for them. */
typedef struct {
#if PERMKERN_SLOT_KERNELS > 0
    permkern_kernel *const *kernel; /* the first is for slots that have none */
    const uint8_t *row;             /* by slot: which kernel */
#endif
#if PERMKERN_FAR_KERNELS > 0
    permkern_kernel *const *far_kernel; /* of the slots behind those, sorted */
    const uint16_t *far_slot;
#endif
#if PERMKERN_TILE_CORES > 0
    permkern_kernel *tile; /* any form whose innermost axis moves; NULL: none */
#endif
#if PERMKERN_SLOT_KERNELS > 0
    uint16_t slots; /* that row has */
#endif
#if PERMKERN_FAR_KERNELS > 0
    uint16_t far_kernels;
#endif
} permkern_width;

/* By log2 of the element's bytes. Generated. */
extern const permkern_width permkern_widths[4];
#endif

#if PERMKERN_PINNED_COUNT > 0
/* A contiguous folded work whose shape is pinned; extents in output order. */
typedef struct {
    permkern_pinned *kernel;
    uint32_t extent[PERMKERN_PINNED_RANK];
    uint16_t slot;
    uint8_t shift;
    uint8_t align_mask;
} permkern_pinned_row;

/* Sorted by shift, slot, extents. Generated. */
extern const permkern_pinned_row permkern_pinned_rows[PERMKERN_PINNED_COUNT];
#endif

/* work->axis comes fused, with both spans set: picks kernels for it, and what they fall back on. */
void permkern_choose(permkern_work *work, unsigned rank, unsigned shift);

/* Whether a work's wide kernel may have these pointers. */
static inline bool permkern_use_wide(const permkern_work *work, const void *in, const void *out)
{
    return work->wide != NULL && (((uintptr_t)in | (uintptr_t)out) & work->wide_mask) == 0;
}

/* Runs a work on pointers to its element (0, ..., 0) that were checked. */
static inline void permkern_execute(const permkern_work *work, const void *in, void *out)
{
#if PERMKERN_SMALL_BYTES > 0
    if (work->small != NULL) {
        work->small(work->index, work->in_span, in, out);
        return;
    }
#endif
    if (work->pinned != NULL && (((uintptr_t)in | (uintptr_t)out) & work->pinned_mask) == 0) {
        work->pinned(in, out);
    } else if (permkern_use_wide(work, in, out)) {
        work->wide(work->axis, work->wide_form, in, out);
    } else {
        work->kernel(work->axis, work->form, in, out);
    }
}

/* permkern_choose and permkern_execute at once, without a plan, for a work without gaps. */
void permkern_move(const permkern_axis *axis, unsigned form, const void *in, void *out);

#if PERMKERN_VECTOR
/* The running CPU's kernel for works whose innermost axis moves, or stays; NULL: none. */
permkern_kernel *permkern_vector_kernel(bool moves);

/* What a pinned kernel does on the running CPU's vectors; false: nothing was moved, as it has none for this. */
bool permkern_vector_pinned(const permkern_axis *axis, unsigned form, const void *in, void *out);
bool permkern_vector_small(const uint8_t *index, size_t bytes, const void *in, void *out);

/* Moves a work without gaps that is small enough for one permute of bytes, index and all; false: it is not. */
bool permkern_vector_move_small(const permkern_axis *axis, unsigned rank, unsigned shift, const void *in, void *out);
#endif

#if PERMKERN_SMALL_BYTES > 0
/* Bytes of a work without gaps in the output, if they are `most` or less; otherwise 0. src/small.c */
size_t permkern_small_bytes(const permkern_axis *axis, unsigned rank, unsigned shift, size_t most);

/* Which input byte goes to each byte of such a work's output; fills PERMKERN_SMALL_BYTES places. */
void permkern_find_index(uint8_t *index, const permkern_axis *axis, unsigned rank, unsigned shift);

/* work->axis comes fused, with both spans set: sets work->small and its index where there is such a permute. */
void permkern_find_small(permkern_work *work, unsigned rank, unsigned shift);
#endif

/* ---- requests (src/strided.c) ---- */

/* Where the elements of a work lie in its buffers, in bytes. */
static inline void permkern_set_places(permkern_work *work, size_t in_low, size_t in_first, size_t in_span,
                                       size_t out_low, size_t out_span)
{
    work->in_low = in_low;
    work->in_first = in_first;
    work->in_span = in_span;
    work->out_low = out_low;
    work->out_span = out_span;
}

/*
 * The rest of permkern_prepare for a checked request that has elements, and strides or an offset on a side; shift: log2
 * of the element's bytes. Not before everything is checked does it write to work.
 */
permkern_status permkern_plan_strided(permkern_work *work, const permkern_layout *in, const uint8_t *perm,
                                      const permkern_layout *out, unsigned shift);

/* ---- generic routine (src/generic.c): any rank, any strides, any element; never fails ---- */

permkern_kernel permkern_generic;

/* An odometer over the outer axes of a work: byte offsets of the place it stands at. */
typedef struct {
    size_t index[PERMKERN_MAX_RANK];
    size_t in_at;
    size_t out_at;
} permkern_walk;

#ifndef PERMKERN_PROFILE_TINY /* there, the walk is part of the generic routine */
/* To the first place of axes 0 .. outer - 1. */
void permkern_walk_begin(permkern_walk *walk, unsigned outer);

/* To the next place, in output order; false after the last. */
bool permkern_walk_on(permkern_walk *walk, const permkern_axis *axis, unsigned outer);
#endif

/* ---- tiles of profile size (src/tiled.c) ---- */

/* Moves 4x4 elements, out[c][r] = in[r][c]; strides in bytes. */
typedef void permkern_tile(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride);

/* A kernel for any form whose innermost axis moves, of elements that tile is for. */
void permkern_tiled(const permkern_axis *axis, unsigned form, const void *in, void *out, permkern_tile *tile);

#endif /* PERMKERN_INTERNAL_H */
