/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A plane, and one place of it. Proofs know no more of them than what stands here, so that what they show holds for
 * every plane and every place: a contract about one place whose row and column are unknown says as much as one about
 * all places, and is far easier for solvers, as it quantifies over nothing.
 */
#ifndef PERMKERN_PLANE_H
#define PERMKERN_PLANE_H

#include "places.h"

/* clang-format off */
/* Text of notes: what a plane's functions take and write, and what solvers are to know of a place before a store. */
#define PLANE_WRITTEN plane_out[0 .. times(plane_cols - 1, plane_t) + plane_rows - 1]
#define PLANE_SPAN (plane_out + (0 .. times(plane_cols - 1, plane_t) + plane_rows - 1))
#define PLANE_AXES                                                                                                     \
    \valid_read(row) && \valid_read(col) && \separated(row, PLANE_SPAN) && \separated(col, PLANE_SPAN) &&              \
    row->extent == plane_rows && row->in_stride == plane_s && col->extent == plane_cols && col->out_stride == plane_t
#define PLANE_PLACE plane_out + (times(the_col, plane_t) + the_row)
#define PLANE_PLACE_INSIDE                                                                                             \
    the_row < plane_rows && the_col < plane_cols ==>                                                                   \
        0 <= times(the_row, plane_s) + the_col <= times(plane_rows - 1, plane_s) + plane_cols - 1
#define PLANE_ONE_OF_4(i, first, s)                                                                                    \
    (i == first && times(i, s) == times(first, s)) || (i == first + 1 && times(i, s) == times(first, s) + s) ||        \
    (i == first + 2 && times(i, s) == times(first, s) + 2 * s) ||                                                      \
    (i == first + 3 && times(i, s) == times(first, s) + 3 * s)
#define PLANE_ONE_OF_3(i, s)                                                                                           \
    (i == 0 && times(i, s) == 0) || (i == 1 && times(i, s) == s) || (i == 2 && times(i, s) == 2 * s)
#define PLANE_STEPS_OF_4(i, s)                                                                                         \
    times(i + 4, s) == times(i, s) + 4 * s && times(i + 8, s) == times(i, s) + 8 * s &&                                \
    times(i + 12, s) == times(i, s) + 12 * s && times(i + 16, s) == times(i, s) + 16 * s
/*@ axiomatic Fours {
      PERMKERN_PRODUCT_LAW times_2: \forall integer s; times(2, s) == 2 * s;
      PERMKERN_PRODUCT_LAW times_4: \forall integer s; times(4, s) == 4 * s;
      PERMKERN_PRODUCT_LAW times_four: \forall integer i, k, s; after(i, k, 4) ==> times(k, s) == times(i, s) + 4 * s;
    }
    // Of these, solvers know what a proof names: a product, a sum of indices, a place.
    axiomatic Named {
      predicate multiplied(integer i, integer s) PERMKERN_PRODUCT(\true);
      predicate beyond(integer k, integer i, integer n) PERMKERN_PRODUCT(k == i + n);
      predicate place(uint8_t *p, uint8_t *plane, integer s, integer c, integer r)
          PERMKERN_PLACE(p == plane + (times(c, s) + r));

      PERMKERN_PRODUCT_LAW multiplied_is: \forall integer i, s; multiplied(i, s) <==> times(i, s) == i * s;
      PERMKERN_PRODUCT_LAW multiplied_all: \forall integer i, s; multiplied(i, s);
      PERMKERN_PRODUCT_LAW beyond_is: \forall integer k, i, n; beyond(k, i, n) <==> k == i + n;
      PERMKERN_PRODUCT_LAW times_sum: \forall integer k, i, n, s;
          beyond(k, i, n) ==> times(k, s) == times(i, s) + times(n, s);
      PERMKERN_PLACE_LAW place_is: \forall uint8_t *p, *plane, integer s, c, r;
          place(p, plane, s, c, r) <==> p == plane + (times(c, s) + r);
      PERMKERN_PLACE_LAW place_around: \forall uint8_t *p, *plane, integer s, c, r, rows, cols;
          place(p, plane, s, c, r) ==> 0 <= r < s ==> rows <= s ==> !(r < rows && 0 <= c < cols) ==>
          !within(p, plane, s, rows, cols);
      PERMKERN_PLACE_LAW place_around_below: \forall uint8_t *p, *plane, integer s, c, r, first, rows, cols;
          place(p, plane, s, c, r) ==> 0 <= r < s ==> 0 <= first ==> first + rows <= s ==>
          !(first <= r < first + rows && 0 <= c < cols) ==> !within(p, plane + first, s, rows, cols);
    }
    // Step model-checks shows this, for all sizes: to WP, bits of an integer are another world.
    axiomatic Whole {
      axiom whole_tiles: \forall integer x; 0 <= x <= SIZE_MAX ==> (x & (SIZE_MAX - 3)) == x - x % 4;
      axiom both_whole: \forall integer x, y; 0 <= x <= SIZE_MAX ==> 0 <= y <= SIZE_MAX ==>
          (((x | y) & 3) == 0 <==> x % 4 == 0 && y % 4 == 0);
    }
    axiomatic Plane {
      logic uint8_t *plane_in;
      logic uint8_t *plane_out;
      logic integer plane_s;
      logic integer plane_t;
      logic integer plane_rows;
      logic integer plane_cols;
      logic integer the_row;
      logic integer the_col;
    }
    // Rows lie s apart in the input, columns t in the output. The place may be in the gap below a column, or outside.
    predicate is_plane{L} =
        1 <= plane_rows <= plane_t && 1 <= plane_cols <= plane_s &&
        times(plane_rows, plane_s) <= PTRDIFF_MAX && times(plane_cols, plane_t) <= PTRDIFF_MAX &&
        0 <= the_row < plane_t && 0 <= the_col &&
        \valid_read(plane_in + (0 .. times(plane_rows - 1, plane_s) + plane_cols - 1)) &&
        \valid(plane_out + (0 .. times(plane_cols - 1, plane_t) + plane_rows - 1)) &&
        \separated(plane_in + (0 .. times(plane_rows - 1, plane_s) + plane_cols - 1),
                   plane_out + (0 .. times(plane_cols - 1, plane_t) + plane_rows - 1));
    // The place's element is that of the input, or it is as it was.
    predicate is_moved{Then, Now} =
        \at(*(plane_out + (times(the_col, plane_t) + the_row)), Now) ==
        \at(*(plane_in + (times(the_row, plane_s) + the_col)), Then);
    predicate is_kept{Then, Now} =
        \at(*(plane_out + (times(the_col, plane_t) + the_row)), Now) ==
        \at(*(plane_out + (times(the_col, plane_t) + the_row)), Then);
    // It was moved if it is in the part, and kept if not.
    predicate moved{Then, Now}(integer first_row, integer last_row, integer first_col, integer last_col) =
        (first_row <= the_row < last_row && first_col <= the_col < last_col ==> is_moved{Then, Now}) &&
        (!(first_row <= the_row < last_row && first_col <= the_col < last_col) ==> is_kept{Then, Now});
    predicate unread{Then, Now} =
        the_row < plane_rows && the_col < plane_cols ==>
            \at(*(plane_in + (times(the_row, plane_s) + the_col)), Now) ==
            \at(*(plane_in + (times(the_row, plane_s) + the_col)), Then);
*/
/* clang-format on */

#endif /* PERMKERN_PLANE_H */
