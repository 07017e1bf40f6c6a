/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the contracts of kernels are written in. Included before the C that is proven.
 *
 * Solvers are bad at products of two unknowns, good at functions of which a few laws are known. So a product of an
 * index and a stride is `times`, of which proofs of kernels know the laws alone. The laws are proven, too: with
 * PERMKERN_LAWS=1, `times` and `after` are what they stand for, and their laws are lemmas; with PERMKERN_LAWS=2, these
 * are known, and the laws of places are lemmas.
 */
#ifndef PERMKERN_PLACES_H
#define PERMKERN_PLACES_H

#include <stddef.h>
#include <stdint.h>

#if PERMKERN_LAWS == 1
#define PERMKERN_PRODUCT(...) = __VA_ARGS__
#define PERMKERN_PRODUCT_LAW lemma
#else
#define PERMKERN_PRODUCT(...)
#define PERMKERN_PRODUCT_LAW axiom
#endif
#if PERMKERN_LAWS == 2
#define PERMKERN_PLACE(...) = __VA_ARGS__
#define PERMKERN_PLACE_LAW lemma
#else
#define PERMKERN_PLACE(...)
#define PERMKERN_PLACE_LAW axiom
#endif

/* clang-format off */
/*@ axiomatic Products {
      logic integer times(integer i, integer s) PERMKERN_PRODUCT(i * s);
      predicate after(integer i, integer k, integer n) PERMKERN_PRODUCT(k == i + n);

      PERMKERN_PRODUCT_LAW after_is: \forall integer i, k, n; after(i, k, n) <==> k == i + n;
      PERMKERN_PRODUCT_LAW times_none: \forall integer s; times(0, s) == 0;
      PERMKERN_PRODUCT_LAW times_unit: \forall integer i; times(i, 1) == i;
      PERMKERN_PRODUCT_LAW times_sign: \forall integer i, s; 0 <= i ==> 0 <= s ==> 0 <= times(i, s);
      PERMKERN_PRODUCT_LAW times_less: \forall integer i, k, s; i < k ==> 0 <= s ==> times(i, s) + s <= times(k, s);
      PERMKERN_PRODUCT_LAW times_one: \forall integer i, k, s; after(i, k, 1) ==> times(k, s) == times(i, s) + s;
    }
    // at: column i of stride s, place j of it. on: p is one of the n places of a line. within: p is in a plane of
    // `cols` columns that lie a stride apart, `rows` places of each.
    axiomatic Places {
      logic integer at(integer i, integer s, integer j) PERMKERN_PLACE(times(i, s) + j);
      predicate on(uint8_t *p, uint8_t *line, integer s, integer n)
          PERMKERN_PLACE(\exists integer i; 0 <= i < n && p == line + times(i, s));
      predicate within(uint8_t *p, uint8_t *plane, integer s, integer rows, integer cols)
          PERMKERN_PLACE(\exists integer c; 0 <= c < cols && 0 <= p - plane - times(c, s) < rows &&
              p == plane + times(c, s) + (p - plane - times(c, s)));

      PERMKERN_PLACE_LAW at_is: \forall integer i, s, j; at(i, s, j) == times(i, s) + j;
      PERMKERN_PLACE_LAW on_more: \forall uint8_t *p, *line, integer s, n, k;
          n <= k ==> on(p, line, s, n) ==> on(p, line, s, k);
      PERMKERN_PLACE_LAW on_place: \forall uint8_t *line, integer s, i, n;
          0 <= i < n ==> on(line + times(i, s), line, s, n);
      PERMKERN_PLACE_LAW on_beside: \forall uint8_t *plane, integer s, c, r, k, n;
          0 <= r < s ==> 0 <= k < s ==> r != k ==> !on(plane + at(c, s, k), plane + r, s, n);
      PERMKERN_PLACE_LAW on_within: \forall uint8_t *p, *plane, integer s, r, rows, cols;
          0 <= r < rows ==> on(p, plane + r, s, cols) ==> within(p, plane, s, rows, cols);
      PERMKERN_PLACE_LAW column_within: \forall uint8_t *p, *plane, integer s, c, rows, cols;
          0 <= c < cols ==> on(p, plane + times(c, s), 1, rows) ==> within(p, plane, s, rows, cols);
      PERMKERN_PLACE_LAW within_more: \forall uint8_t *p, *plane, integer s, rows, cols, height, width;
          rows <= height ==> cols <= width ==> within(p, plane, s, rows, cols) ==> within(p, plane, s, height, width);
      PERMKERN_PLACE_LAW within_place: \forall uint8_t *plane, integer s, c, r, rows, cols;
          0 <= c < cols ==> 0 <= r < rows ==> within(plane + (times(c, s) + r), plane, s, rows, cols);
    }

    // Now, place i of the output's line holds what place i of the input's held then.
    predicate lined{Then, Now}(uint8_t *in, integer in_stride, uint8_t *out, integer out_stride, integer count) =
        \forall integer i; 0 <= i < count ==>
            \at(*(out + times(i, out_stride)), Now) == \at(*(in + times(i, in_stride)), Then);
    // All that is not on the line is as it was.
    predicate kept{Then, Now}(uint8_t *out, integer out_stride, integer count) =
        \forall uint8_t *p; !on(p, out, out_stride, count) ==> \at(*p, Now) == \at(*p, Then);
    // The same of a part of a plane: out[c][r] == in[r][c] for the rows and columns from the first to below the last.
    predicate turned{Then, Now}(uint8_t *in, integer in_stride, uint8_t *out, integer out_stride,
                                integer first_row, integer last_row, integer first_col, integer last_col) =
        \forall integer r, c; first_row <= r < last_row ==> first_col <= c < last_col ==>
            \at(*(out + at(c, out_stride, r)), Now) == \at(*(in + at(r, in_stride, c)), Then);
    predicate kept_around{Then, Now}(uint8_t *out, integer out_stride, integer rows, integer cols) =
        \forall uint8_t *p; !within(p, out, out_stride, rows, cols) ==> \at(*p, Now) == \at(*p, Then);
    // Four places in a row.
    predicate four(integer from, integer i, integer s) =
        from == times(i, s) && from + s == times(i + 1, s) && from + 2 * s == times(i + 2, s) &&
        from + 3 * s == times(i + 3, s) && from + 4 * s == times(i + 4, s);
    predicate was{Then}(integer value, uint8_t *p) = value == \at(*p, Then);
*/
/* clang-format on */

#endif /* PERMKERN_PLACES_H */
