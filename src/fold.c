/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Folding: the same work with the fewest axes. generator/permutation.py folds contiguous requests at build time by the
 * same rules; a test compares both. After XNNPACK's transpose normalization and HPTT's fuseIndices.
 */
#include "permkern_internal.h"

unsigned permkern_fuse(permkern_axis *axis, unsigned rank, unsigned shift)
{
    unsigned last = 0;
    if (rank == 0) {
        axis[0].extent = 1;
        axis[0].in_stride = (size_t)1 << shift;
        axis[0].out_stride = (size_t)1 << shift;
        return 1;
    }
    /*@ loop invariant 1 <= k <= rank && 0 <= last < k;
        loop invariant positive(axis, last + 1);
        loop invariant \forall integer i; k <= i < rank ==> same_axis{Here, Pre}(axis, i, axis, i);
        loop invariant \forall integer i; 0 <= i <= last ==>
            0 < axis[i].out_stride && axis[i].extent * axis[i].out_stride <= SIZE_MAX;
        loop invariant axis[last].in_stride == stride_of{Pre}(axis, k - 1, 0);
        loop invariant axis[last].out_stride == stride_of{Pre}(axis, k - 1, 1);
        loop invariant \forall integer i; 0 <= i < last ==> !foldable(axis, i, i + 1);
        loop assigns k, last, axis[0 .. rank - 1];
        loop variant rank - k;
     */
    for (unsigned k = 1; k < rank; k++) {
        size_t in_run = 0;
        if (permkern_multiply(axis[k].extent, axis[k].in_stride, &in_run) && in_run == axis[last].in_stride &&
<<<<<<< HEAD
            permkern_multiply(axis[k].extent, axis[k].out_stride, &out_run) && out_run == axis[last].out_stride) {
            /*@ ghost size_t whole = axis[last].extent; */
            /*@ assert whole * out_run == whole * axis[k].extent * axis[k].out_stride <= SIZE_MAX; */
            /*@ assert whole * axis[k].extent <= whole * axis[k].extent * axis[k].out_stride; */
=======
            permkern_times(axis[k].extent, axis[k].out_stride) == axis[last].out_stride) {
>>>>>>> 0b998709a6f33da72ef48e3544135bdab16459a4
            axis[last].extent = permkern_times(axis[last].extent, axis[k].extent);
            axis[last].in_stride = axis[k].in_stride;
            axis[last].out_stride = axis[k].out_stride;
        } else {
            permkern_copy_axis(&axis[++last], &axis[k]);
        }
    }
    return last + 1;
}

unsigned permkern_slot(const permkern_axis *axis, unsigned rank)
{
    static const uint16_t first[8] = {0, 1, 3, 9, 33, 153, 873, 5913}; /* permutations of fewer axes */
    unsigned number = 0;
    /*@ loop invariant 0 <= k <= rank && 0 <= number < 40320;
        loop invariant (number + 1) * factorial(rank - k) <= factorial(rank);
        loop assigns k, number;
        loop variant rank - k;
     */
    for (unsigned k = 0; k < rank; k++) {
        unsigned before = 0; /* axes to come that the input has before this one */
        /*@ loop invariant k < later <= rank && 0 <= before <= later - k - 1;
            loop assigns later, before;
            loop variant rank - later;
         */
        for (unsigned later = k + 1; later < rank; later++) {
            before += axis[later].in_stride > axis[k].in_stride ? 1U : 0U;
        }
        /*@ assert factorial(rank - k) == (rank - k) * factorial(rank - k - 1) && 1 <= factorial(rank - k - 1); */
        /*@ assert (number * (rank - k) + before + 1) * factorial(rank - k - 1) <=
                (number * (rank - k) + (rank - k)) * factorial(rank - k - 1); */
        /*@ assert (number * (rank - k) + (rank - k)) * factorial(rank - k - 1) ==
                (number + 1) * factorial(rank - k); */
        /*@ assert number * (rank - k) + before + 1 <=
                (number * (rank - k) + before + 1) * factorial(rank - k - 1) <= factorial(rank) <= 40320; */
        number = (unsigned)permkern_times(number, rank - k) + before;
    }
    return first[rank - 1] + number;
}
