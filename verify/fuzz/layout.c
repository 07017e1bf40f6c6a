/* SPDX-License-Identifier: BSD-3-Clause */
/* Layouts of the harnesses: docs/api.md's words on strides and offsets in exact arithmetic, and layouts to choose. */
#include "fuzz.h"

wide layout_times(wide a, wide b)
{
    return a != 0 && b > FUZZ_FAR / a ? FUZZ_FAR : a * b;
}

void layout_fill(layout *l)
{
    wide stride = 1;
    for (unsigned k = l->rank; k-- > 0;) {
        l->stride[k] = (step)stride;
        stride = layout_times(stride, l->extent[k]);
    }
}

/* The axis of the shortest stride that comes behind `last`, in the order of lengths and then of numbers; rank: none. */
static unsigned next_axis(const layout *l, unsigned last)
{
    unsigned best = l->rank;
    const wide least = last == l->rank ? 0 : layout_length(l->stride[last]);
    for (unsigned k = 0; k < l->rank; k++) {
        const wide length = layout_length(l->stride[k]);
        const bool behind = last == l->rank || length > least || (length == least && k > last);
        if (l->extent[k] != 1 && behind && (best == l->rank || length < layout_length(l->stride[best]))) {
            best = k;
        }
    }
    return best;
}

bool layout_is_valid(const layout *l)
{
    wide reach = 1;
    for (unsigned k = next_axis(l, l->rank); k != l->rank; k = next_axis(l, k)) {
        const wide length = layout_length(l->stride[k]);
        if (length < reach) {
            return false;
        }
        reach = layout_times(length, l->extent[k]);
    }
    return true;
}

wide layout_elements(const layout *l)
{
    wide last = 0;
    for (unsigned k = 0; k < l->rank; k++) {
        last += layout_times(l->extent[k] - 1, layout_length(l->stride[k]));
    }
    return last + 1;
}

step layout_low(const layout *l)
{
    step low = (step)l->offset;
    for (unsigned k = 0; k < l->rank; k++) {
        if (l->stride[k] < 0) {
            low -= (step)layout_times(l->extent[k] - 1, layout_length(l->stride[k]));
        }
    }
    return low;
}

/* ---- layouts to choose ---- */

void choose_strides(choices *c, layout *l, uint32_t most)
{
    uint8_t order[FUZZ_RANK];
    choose_permutation(c, order, l->rank);
    uint32_t next = 1 + choose_below(c, 16) / 13;
    uint32_t last = 0;
    for (unsigned k = l->rank; k-- > 0;) {
        const unsigned gap = (unsigned)choose(c, 1);
        const unsigned axis = order[k];
        const uint32_t stride = gap < 192 ? next : gap < 240 ? next + gap % 16 : (next + 1023) / 1024 * 1024;
        if ((uint64_t)last + (uint64_t)stride * ((uint64_t)l->extent[axis] - 1) >= most) {
            l->extent[axis] = 1;
        }
        l->stride[axis] = stride;
        last += stride * ((uint32_t)l->extent[axis] - 1);
        next = l->extent[axis] == 1 ? next : stride * (uint32_t)l->extent[axis];
        if (l->extent[axis] == 1 && gap % 2 == 1) {
            l->stride[axis] = (step)gap - 128; /* nobody looks at it */
        }
    }
}

void limit_extents(layout *l, uint32_t most)
{
    for (unsigned k = 0; k < l->rank; k++) {
        l->extent[k] = l->extent[k] > most ? most : l->extent[k];
        most /= (uint32_t)l->extent[k];
    }
}
