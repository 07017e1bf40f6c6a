/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the contracts of src/ speak of, for Frama-C alone: to a compiler this file is empty. docs/verification.md says
 * what is proven with it.
 */
#ifndef PERMKERN_LOGIC_H
#define PERMKERN_LOGIC_H

#include "permkern_plan.h"

/* ---- unsigned wrap: the C standard (6.3.1.3), which WP knows as ranges alone ---- */

/*@ axiomatic Wrap {
        axiom wrap_up: \forall integer x; SIZE_MAX < x <= 2 * SIZE_MAX + 1 ==> (size_t)x == x - SIZE_MAX - 1;
        axiom wrap_down: \forall integer x; -SIZE_MAX <= x < 0 ==> (size_t)x == x + SIZE_MAX + 1;
        axiom wrap_int: \forall integer x; -UINT32_MAX <= x < 0 ==> (uint32_t)x == x + UINT32_MAX + 1;
    }
 */

/* ---- products: solvers find these alone, and not among other facts ---- */

/*@ ghost
    /@ requires a <= b;
       assigns \nothing;
       ensures a * c <= b * c;
     @/
    static inline void grows(size_t a, size_t b, size_t c) {}
 */

/*@ ghost
    /@ requires sum == a + b;
       assigns \nothing;
       ensures sum * c == a * c + b * c;
     @/
    static inline void adds(size_t a, size_t b, size_t sum, size_t c) {}
 */

/*@ ghost
    /@ requires doubled + SIZE_MAX + 1 == 2 * a;
       assigns \nothing;
       ensures doubled * b + b * (SIZE_MAX + 1) == 2 * a * b;
     @/
    static inline void doubles(size_t a, size_t doubled, size_t b) {}
 */

/* ---- bits ---- */

/*
 * `bits` as a set of numbers below 8. The code's proofs do not know what `has` stands for, as it brings all that WP
 * knows of bits into every goal: they have the contracts below, which verify/meanings.c proves.
 */
#ifdef PERMKERN_MEANINGS
#define PERMKERN_MEANS(...) __VA_ARGS__
#else
#define PERMKERN_MEANS(...)
#endif
/*@ axiomatic Bits {
        predicate has(integer bits, integer number) PERMKERN_MEANS(= (bits >> number & 1) != 0);
    }
 */
/*@ ghost
    /@ assigns \nothing;
       ensures \forall integer i; 0 <= i < 8 ==> !has(0, i);
     @/
    static inline void has_none(void) {}
 */
/*@ ghost
    /@ requires number < 8;
       assigns \nothing;
       ensures has(bits, number) <==> (bits >> number & 1) != 0;
       ensures \forall integer i; 0 <= i < 8 ==> (has(bits | 1 << number, i) <==> i == number || has(bits, i));
     @/
    static inline void has_more(uint32_t bits, uint32_t number) {}
 */
/*@ ghost
    /@ requires 2 * x <= SIZE_MAX;
       assigns \nothing;
       ensures \result == x << 1 && \result == 2 * x;
     @/
    static inline size_t twice(size_t x) { return 2 * x; }
 */

/* Taken for granted: an axiom would bring all that WP knows of bits into every goal. */
/*@ ghost
    /@ assigns \nothing;
       ensures ((a | b) >> 16) == 0 ==> a <= 65535 && b <= 65535;
     @/
    void is_no_less(uint32_t a, uint32_t b);
 */

/* ---- products that solvers do not look into, for the same reason ---- */

/*@ axiomatic Product {
        predicate product(integer a, integer b, integer c) PERMKERN_MEANS(= a * b == c);
        predicate fits(integer a, integer b) PERMKERN_MEANS(= a * b <= SIZE_MAX);
    }
 */
/*@ ghost
    /@ assigns \nothing;
       ensures product(a, b, a * b);
       ensures 0 < a && 0 < b ==> 0 < a * b;
     @/
    static inline void multiplies(size_t a, size_t b) {}
 */
/*@ ghost
    /@ requires a * b <= SIZE_MAX;
       assigns \nothing;
       ensures fits(a, b);
     @/
    static inline void will_fit(size_t a, size_t b) {}
 */
/*@ ghost
    /@ requires fits(a, b);
       assigns \nothing;
       ensures a * b <= SIZE_MAX;
     @/
    static inline void does_fit(size_t a, size_t b) {}
 */
/*@ ghost
    /@ requires product(stride, extent, bytes) && 0 < stride && bytes * by <= SIZE_MAX;
       assigns \nothing;
       ensures extent * by <= SIZE_MAX && product(stride, extent * by, bytes * by);
     @/
    static inline void lengthens(size_t stride, size_t extent, size_t bytes, size_t by) {}
 */

/* What follows from these is proven in verify/meanings.c: solvers do worse when they know more. */

/* ---- shares: what permkern_share gives ---- */

/*@ logic integer share(integer units, integer part, integer parts) =
        (units / parts) * part + \min(part, units % parts);
 */

/* ---- two intervals, neither of which is empty ---- */

/*@ predicate share_a_byte(integer a, integer a_bytes, integer b, integer b_bytes) =
        a < b + b_bytes && b < a + a_bytes;
 */

/* ---- a plan's work, and the buffers that it is run on ---- */

/*@ predicate keeps_places{L}(permkern_work *work) =
        work->kernel != \null && work->xored == \null && work->in_first == work->out_first &&
        \forall integer k; 0 <= k < (work->form & 15) ==> work->axis[k].in_stride == work->axis[k].out_stride;
 */

/* What WP forgets of an address: that uintptr_t holds it. */
/*@ ghost
    /@ assigns \nothing;
       ensures \result == at;
     @/
    static inline uintptr_t is_address(uintptr_t at) { return at; }
 */

/*@ predicate moves{L}(permkern_work *work) = work->kernel != \null && 0 < work->out_span;

    predicate wraps{L}(permkern_work *work, integer in, integer out) =
        in + work->in_low + work->in_span > UINTPTR_MAX ||
        out + work->out_low + work->out_span > UINTPTR_MAX;

    predicate overlaps{L}(permkern_work *work, integer in, integer out) =
        share_a_byte(in + work->in_low, work->in_span, out + work->out_low, work->out_span) ||
        share_a_byte((uintptr_t)work, sizeof(permkern_plan), out + work->out_low, work->out_span);
 */

/* ---- arrays laid out by strides: side 0 is the input, 1 the output ---- */

/*@ logic integer stride_of{L}(permkern_axis *axis, integer k, integer side) =
        side == 0 ? axis[k].in_stride : axis[k].out_stride;

    predicate same_axis{K, L}(permkern_axis *a, integer i, permkern_axis *b, integer k) =
        \at(a[i].extent, K) == \at(b[k].extent, L) && \at(a[i].in_stride, K) == \at(b[k].in_stride, L) &&
        \at(a[i].out_stride, K) == \at(b[k].out_stride, L);

    axiomatic Last {
        logic integer last_of{L}(permkern_axis *axis, integer from, integer n, integer side)
            reads axis[from .. n - 1];
        axiom last_of_none{L}: \forall permkern_axis *axis, integer n, side; last_of(axis, n, n, side) == 0;
        axiom last_of_more{L}: \forall permkern_axis *axis, integer k, n, side; k < n ==>
            last_of(axis, k, n, side) ==
                (axis[k].extent - 1) * stride_of(axis, k, side) + last_of(axis, k + 1, n, side);
    }

    axiomatic Reach {
        logic integer reach_of{L}(permkern_axis *axis, integer k, integer side)
            reads axis[k].extent, axis[k].in_stride, axis[k].out_stride;
        axiom reach_is{L}: \forall permkern_axis *axis, integer k, side;
            reach_of(axis, k, side) == axis[k].extent * stride_of(axis, k, side);
    }

    predicate shares_elements{L}(permkern_axis *axis, integer n, integer side) =
        \exists integer k; 0 < k < n && stride_of(axis, k - 1, side) < reach_of(axis, k, side);
 */

/* ---- requests ---- */

/*@ predicate is_permutation{L}(uint8_t *perm, integer n) =
        (\forall integer k; 0 <= k < n ==> perm[k] < n) &&
        (\forall integer i, k; 0 <= i < k < n ==> perm[i] != perm[k]);

    predicate bits_known(integer bits) = bits == 8 || bits == 16 || bits == 32 || bits == 64;

    predicate request_null(permkern_layout *in, uint8_t *perm, permkern_layout *out) =
        in == \null || out == \null || (in->rank != 0 && (perm == \null || in->shape == \null));
    predicate rank_known(permkern_layout *in, permkern_layout *out) =
        in->rank <= PERMKERN_MAX_RANK && out->rank == in->rank;
    predicate shapes_fit(permkern_layout *in, uint8_t *perm, permkern_layout *out) =
        \forall integer k; 0 <= k < in->rank ==> (out->shape == \null || out->shape[k] == in->shape[perm[k]]);

    // What a caller of permkern_prepare promises: what pointers that are set point to is there.
    predicate request_readable{L}(permkern_layout *in, uint8_t *perm, permkern_layout *out) =
        (in != \null ==> \valid_read(in)) && (out != \null ==> \valid_read(out)) &&
        (in != \null && in->shape != \null ==> \valid_read(in->shape + (0 .. in->rank - 1))) &&
        (out != \null && out->shape != \null ==> \valid_read(out->shape + (0 .. out->rank - 1))) &&
        (in != \null && perm != \null ==> \valid_read(perm + (0 .. in->rank - 1)));
    predicate apart_from_request{L}(bool *to, permkern_layout *in, uint8_t *perm, permkern_layout *out) =
        \separated(to, in, out) &&
        (in != \null && in->shape != \null ==> \separated(to, in->shape + (0 .. in->rank - 1))) &&
        (out != \null && out->shape != \null ==> \separated(to, out->shape + (0 .. out->rank - 1))) &&
        (in != \null && perm != \null ==> \separated(to, perm + (0 .. in->rank - 1)));

    // How far a request gets through the checks, and the status that says so.
    predicate past_null{L}(permkern_layout *in, uint8_t *perm, permkern_layout *out) = !request_null(in, perm, out);
    predicate past_rank{L}(permkern_layout *in, uint8_t *perm, permkern_layout *out) =
        past_null(in, perm, out) && rank_known(in, out);
    predicate past_bits{L}(permkern_layout *in, uint8_t *perm, permkern_layout *out) =
        past_rank(in, perm, out) && bits_known(in->bits) && out->bits == in->bits;
    predicate past_perm{L}(permkern_layout *in, uint8_t *perm, permkern_layout *out) =
        past_bits(in, perm, out) && is_permutation(perm, in->rank);
    predicate past_shape{L}(permkern_layout *in, uint8_t *perm, permkern_layout *out) =
        past_perm(in, perm, out) && shapes_fit(in, perm, out);
    predicate request_answered{L}(integer status, permkern_layout *in, uint8_t *perm, permkern_layout *out) =
        (status == PERMKERN_ERR_NULL <==> !past_null(in, perm, out)) &&
        (status == PERMKERN_ERR_RANK <==> past_null(in, perm, out) && !past_rank(in, perm, out)) &&
        (status == PERMKERN_ERR_BITS <==> past_rank(in, perm, out) && !past_bits(in, perm, out)) &&
        (status == PERMKERN_ERR_PERM <==> past_bits(in, perm, out) && !past_perm(in, perm, out)) &&
        (status == PERMKERN_ERR_SHAPE <==> past_perm(in, perm, out) && !past_shape(in, perm, out)) &&
        (status == PERMKERN_OK <==> past_shape(in, perm, out));
 */

/* ---- axes of more than one element ---- */

/*@ axiomatic Others {
        logic integer others{L}(size_t *shape, uint8_t *perm, integer n) reads shape[0 ..], perm[0 .. n - 1];
        axiom others_none{L}: \forall size_t *shape, uint8_t *perm; others(shape, perm, 0) == 0;
        axiom others_more{L}: \forall size_t *shape, uint8_t *perm, integer n; 0 < n ==>
            others(shape, perm, n) == others(shape, perm, n - 1) + (shape[perm[n - 1]] == 1 ? 0 : 1);
    }

    // Of a request, then: now, axis[i] is axis k of the output.
    predicate gathered{Now, Then}(permkern_axis *axis, integer i, permkern_layout *in, uint8_t *perm,
                                  size_t *in_length, size_t *out_length, integer k) =
        \at(axis[i].extent, Now) == \at(in->shape[perm[k]], Then) &&
        \at(axis[i].in_stride, Now) == \at(in_length[perm[k]], Then) &&
        \at(axis[i].out_stride, Now) == \at(out_length[k], Then);
 */

/* ---- axes that run backwards ---- */

/*@ predicate back{L}(permkern_layout *array, integer k) = array->strides != \null && array->strides[k] < 0;

    logic integer axis_of{L}(uint8_t *order, integer k) = order == \null ? k : order[k];

    // Bytes from element (0, ..., 0) down to the lowest, of the first n axes.
    axiomatic Below {
        logic integer below_of{L}(permkern_layout *array, size_t *shape, uint8_t *order, size_t *length, integer n)
            reads array->strides, array->strides[0 ..], shape[0 ..], order[0 ..], length[0 ..];
        axiom below_none{L}: \forall permkern_layout *array, size_t *shape, uint8_t *order, size_t *length;
            below_of(array, shape, order, length, 0) == 0;
        axiom below_more{L}: \forall permkern_layout *array, size_t *shape, uint8_t *order, size_t *length, integer n;
            0 < n && back(array, n - 1) ==> below_of(array, shape, order, length, n) ==
                below_of(array, shape, order, length, n - 1) + (shape[axis_of(order, n - 1)] - 1) * length[n - 1];
        axiom below_same{L}: \forall permkern_layout *array, size_t *shape, uint8_t *order, size_t *length, integer n;
            0 < n && !back(array, n - 1) ==>
                below_of(array, shape, order, length, n) == below_of(array, shape, order, length, n - 1);
    }
 */

#endif /* PERMKERN_LOGIC_H */
