/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A kernel against the definition of a permute, for ESBMC. verify/model_kernels.py defines, from the plan:
 *
 *   SOURCE           the file that has the kernel, unless it is a routine of src/
 *   KERNEL, PINNED   its name; whether it knows its shape
 *   ELEMENT, SHIFT   type of its elements, log2 of their bytes
 *   RANK, PERM       axes; axis k of the output is axis PERM[k] of the input
 *   SHAPES           SHAPE(number, elements, extents of the input, with 1 up to three axes) for each shape
 *   REVERSED         whether it is a routine that reverses a run, which takes the number of its elements
 *   REACH            present: claims that the end is not reached
 *
 * ESBMC takes an uninitialised array for any contents, and checks that each access is inside its array and aligned as
 * its type asks.
 */
#include <stdbool.h>

void __ESBMC_assert(bool, const char *);

/* Whether a loop goes on, by its condition and by a count of its rounds, which ESBMC finds to be a constant. */
static inline bool model_goes_on(bool goes_on, bool counted)
{
    __ESBMC_assert(goes_on == counted, "a loop ends where its rounds do");
    return counted;
}

/* Copies of src/'s headers, which verify/model_kernels.py makes, come before what would include src/'s own. */
/* clang-format off */
#include "base/permkern_access.h"
#include "base/permkern_axis.h"
#include "move/permkern_pairs.h"
#include "move/permkern_run.h"
#include "move/permkern_way.h"
#include "move/permkern_word.h"
#include "core/permkern_internal.h"
#include "move/copy.c"
#ifdef SOURCE
#include SOURCE
#endif
#ifdef PERMKERN_PROFILE_SIZE
#include "move/generic.c"
#endif
#include "move/backward.c"
/* clang-format on */

/* Axes of the output. A loop for each: index arithmetic by division would cost ESBMC more than the kernel. */
#define FROM(k) ((REVERSED && (k) == 0 ? extent[perm[k]] - 1 - o##k : o##k) * in_stride[perm[k]])
#define TO(k) (o##k * out_stride[k])
#define EACH(k) for (size_t o##k = 0; o##k < extent[perm[k]]; o##k++)

static void check(const ELEMENT *in, ELEMENT *out, size_t n0, size_t n1, size_t n2)
{
    const size_t extent[3] = {n0, n1, n2};
    const unsigned perm[3] = {PERM};
    size_t in_stride[3];
    size_t out_stride[3];
    size_t in_run = 1;
    size_t out_run = 1;
    for (unsigned k = 3; k-- > 0;) {
        in_stride[k] = in_run;
        out_stride[k] = out_run;
        in_run *= extent[k];
        out_run *= extent[perm[k]];
    }
#if PINNED
    KERNEL(in, out);
#elif REVERSED
    KERNEL((const uint8_t *)in, (uint8_t *)out, n0);
#else
    permkern_axis axis[RANK];
    for (unsigned k = 0; k < RANK; k++) {
        axis[k].extent = extent[perm[k]];
        axis[k].in_stride = in_stride[perm[k]] << SHIFT;
        axis[k].out_stride = out_stride[k] << SHIFT;
    }
    KERNEL(axis, permkern_form(RANK, SHIFT), in, out);
#endif
    EACH(0) EACH(1) EACH(2)
    {
        __ESBMC_assert(out[TO(0) + TO(1) + TO(2)] == in[FROM(0) + FROM(1) + FROM(2)], "out[o] == in[i]");
    }
}

/* Arrays have names of their own: ESBMC takes those of equal name in one function for one. */
#define SHAPE(id, room, a, b, c)                                                                                       \
    _Alignas(8) ELEMENT in##id[room];                                                                                  \
    _Alignas(8) ELEMENT out##id[room];                                                                                 \
    check(in##id, out##id, a, b, c);

int main(void)
{
    SHAPES
#ifdef REACH
    __ESBMC_assert(0, "end");
#endif
    return 0;
}
