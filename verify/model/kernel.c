/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A kernel against the definition of a permute, for ESBMC. verify/model.py defines, from the plan:
 *
 *   SOURCE           the file that has the kernel, unless it is a generic routine that calls none
 *   PLANE            present: the set's kernel for planes, which the generic routine calls
 *   KERNEL, PINNED   its name; whether it knows its shape
 *   ELEMENT, SHIFT   type of its elements, log2 of their bytes
 *   RANK, PERM       axes; axis k of the output is axis PERM[k] of the input
 *   SHAPES           SHAPE(number, elements of both arrays, extents of the input, with 1 up to six axes) for each shape
 *   GAP              elements that strides are longer than what they step over; 0: contiguous
 *   LINE             whether it is a routine for one run, which takes the number of its elements
 *   TURNED           bit k: axis k of the output runs backwards through the input
 *   REACH            present: claims that the end is not reached
 *
 * Arrays are as long as the work with its gaps, and hold what they hold: ESBMC takes an uninitialised array for any
 * contents, and looks at each access for itself: inside its array, aligned as its type asks.
 */
#include <stdbool.h>

void __ESBMC_assert(bool, const char *);

/* Whether a loop goes on, by its condition and by a count of its rounds, which ESBMC finds to be a constant. */
static inline bool model_goes_on(bool goes_on, bool counted)
{
    __ESBMC_assert(goes_on == counted, "a loop ends where its rounds do");
    return counted;
}

/* Copies of src/'s headers, which verify/model.py makes, come before what would include src/'s own. */
/* clang-format off */
#include "permkern_access.h"
#include "permkern_axis.h"
#include "permkern_pairs.h"
#include "permkern_way.h"
#include "permkern_word.h"
#include "permkern_internal.h"
#include "copy.c"
#ifdef SOURCE
#include SOURCE
#endif
#ifdef PLANE
/* Looked up in the table, it is no constant for ESBMC, which then goes from there to all kernels. */
#include "permkern_dispatch.h"
#define permkern_plane_kernel(shift) PLANE
#define HAS_PLANE 1
#else
#define HAS_PLANE 0
#endif
#include "generic.c"
#include "tiled.c"
#include "backward.c"
/* clang-format on */

/* What follows a row, a plane and so on: nothing, or gaps, twice as long in the output. */
#define PADDED(extent, k, gap) ((extent) + ((k) < RANK ? (gap) : 0))

/* Axes of the output. A loop for each: index arithmetic by division would cost ESBMC more than the kernel. */
#define IS_TURNED(k) ((TURNED >> (k)&1U) != 0)
#define FROM(k) ((IS_TURNED(k) ? extent[perm[k]] - 1 - o##k : o##k) * in_stride[perm[k]])
#define TO(k) (o##k * out_stride[k])
#define EACH(k) for (size_t o##k = 0; o##k < extent[perm[k]]; o##k++)

static void check(const ELEMENT *in, ELEMENT *out, size_t n0, size_t n1, size_t n2, size_t n3, size_t n4, size_t n5)
{
    const size_t extent[6] = {n0, n1, n2, n3, n4, n5};
    const unsigned perm[6] = {PERM};
    size_t in_stride[6];
    size_t out_stride[6];
    size_t in_run = 1;
    size_t out_run = 1;
    for (unsigned k = 6; k-- > 0;) {
        in_stride[k] = in_run;
        out_stride[k] = out_run;
        in_run *= PADDED(extent[k], k, GAP);
        out_run *= PADDED(extent[perm[k]], k, 2 * GAP);
    }
#if PINNED
    KERNEL(in, out);
#elif LINE
    KERNEL((const uint8_t *)in, (uint8_t *)out, n0);
#else
    permkern_axis axis[RANK];
    size_t in_first = 0;
    size_t out_first = 0;
    for (unsigned k = 0; k < RANK; k++) {
        axis[k].extent = extent[perm[k]];
        axis[k].in_stride = in_stride[perm[k]] << SHIFT;
        axis[k].out_stride = out_stride[k] << SHIFT;
        if (IS_TURNED(k) && perm[k] == RANK - 1 && k != RANK - 1) { /* columns: rows run forwards in the input */
            out_first += (extent[perm[k]] - 1) * out_stride[k];
            axis[k].out_stride = 0 - axis[k].out_stride;
        } else if (IS_TURNED(k)) {
            in_first += (extent[perm[k]] - 1) * in_stride[perm[k]];
            axis[k].in_stride = 0 - axis[k].in_stride;
        }
    }
    KERNEL(axis, permkern_form(RANK, SHIFT), in + in_first, out + out_first);
#endif
    EACH(0) EACH(1) EACH(2) EACH(3) EACH(4) EACH(5)
    {
        __ESBMC_assert(out[TO(0) + TO(1) + TO(2) + TO(3) + TO(4) + TO(5)] ==
                           in[FROM(0) + FROM(1) + FROM(2) + FROM(3) + FROM(4) + FROM(5)],
                       "out[o] == in[i]");
    }
}

/* Arrays have names of their own: ESBMC takes those of equal name in one function for one. */
#define SHAPE(id, in_room, out_room, a, b, c, d, e, f)                                                                 \
    _Alignas(8) ELEMENT in##id[in_room];                                                                               \
    _Alignas(8) ELEMENT out##id[out_room];                                                                             \
    check(in##id, out##id, a, b, c, d, e, f);

int main(void)
{
    SHAPES
#ifdef REACH
    __ESBMC_assert(0, "end");
#endif
    return 0;
}
