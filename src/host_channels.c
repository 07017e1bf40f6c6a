/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: three channels of pixels, taken apart into planes or put together. */
#include "permkern_host_axes.h"

#if PERMKERN_VECTOR

static void move_channel(unsigned shift, const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                         size_t count)
{
    const permkern_axis axis = {count, in_stride, out_stride};
    permkern_generic(&axis, permkern_form(1, shift), in, out);
}

void permkern_vector_split3(const permkern_vector_set *set, unsigned shift, const uint8_t *in, uint8_t *out,
                            size_t stride, size_t count)
{
    const permkern_vector_set *const other = permkern_with_channels(set->narrower, shift);
    const size_t size = (size_t)1 << shift;
    if (other != NULL) {
        other->width[shift].split3(in, out, stride, count);
        return;
    }
    for (size_t channel = 0; channel < 3; channel++) {
        move_channel(shift, in + channel * size, 3 * size, out + channel * stride, size, count);
    }
}

void permkern_vector_join3(const permkern_vector_set *set, unsigned shift, const uint8_t *in, size_t stride,
                           uint8_t *out, size_t count)
{
    const permkern_vector_set *const other = permkern_with_channels(set->narrower, shift);
    const size_t size = (size_t)1 << shift;
    if (other != NULL) {
        other->width[shift].join3(in, stride, out, count);
        return;
    }
    for (size_t channel = 0; channel < 3; channel++) {
        move_channel(shift, in + channel * stride, size, out + channel * size, 3 * size, count);
    }
}

void permkern_move_three(const permkern_vector_set *set, unsigned shift, const permkern_plane_axes *s,
                         const permkern_axis *axis, permkern_way way, const uint8_t *in, uint8_t *out)
{
    const permkern_vector_width *const width = &permkern_with_channels(set, shift)->width[shift];
    const permkern_axis *const down = &axis[s->rows.axis[0]];
    const permkern_axis *const along = &axis[s->cols.axis[0]];
    permkern_walk walk;
    permkern_walk_begin(&walk, s->outer);
    do {
        if (way == PERMKERN_WAY_SPLIT) {
            width->split3(in + walk.in_at, out + walk.out_at, along->out_stride, down->extent);
        } else {
            width->join3(in + walk.in_at, down->in_stride, out + walk.out_at, along->extent);
        }
    } while (permkern_walk_on(&walk, s->axis, s->outer));
}

#endif /* PERMKERN_VECTOR */
