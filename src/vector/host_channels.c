/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: splits pixels with few channels into planes, and joins planes into pixels. */
#include "base/permkern_axis.h"
#include "vector/permkern_vector_set.h"

#if PERMKERN_VECTOR

/* A channel move and its constant arguments. */
typedef struct {
    permkern_channel_move *move;
    size_t stride; /* bytes between the planes */
    size_t pixels;
} channel_mover;

/* Out of line, so that the outer walk takes no registers here. */
static PERMKERN_OUT_OF_LINE void move_channels_along(const channel_mover *m, const permkern_axis *near,
                                                     const uint8_t *in, uint8_t *out)
{
    for (size_t k = near->extent; k != 0; k--) {
        m->move(in, out, m->stride, m->pixels);
        in = permkern_at(in, near->in_stride);
        out = permkern_at_out(out, near->out_stride);
    }
}

void permkern_move_channels(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, unsigned cols,
                            bool splits, const uint8_t *in, uint8_t *out)
{
    const unsigned rank = permkern_form_rank(form);
    const unsigned shift = permkern_form_shift(form);
    const permkern_axis *const down = &axis[rank - 1];
    const permkern_axis *const along = &axis[cols];
    /* narrow: at most 8, as permkern_way_of checked */
    const unsigned channels = (unsigned)(splits ? along->extent : down->extent);
    const size_t pixels = splits ? down->extent : along->extent;
    while (set->split[shift][0][channels - 2] == NULL || pixels < set->bytes >> shift) { /* a narrower set has it */
        set = set->narrower;
    }
    const size_t step = splits ? down->in_stride : along->out_stride; /* bytes between pixels */
    const bool back = permkern_runs_back(step);
    const channel_mover mover = {
        .move = (splits ? set->split : set->join)[shift][back][channels - 2],
        .stride = splits ? along->out_stride : down->in_stride,
        .pixels = pixels,
    };
    const size_t lowest = back ? (pixels - 1) * step : 0;
    permkern_outer o;
    permkern_walk walk;
    permkern_order_outer(&o, axis, rank, 1U << (rank - 1) | 1U << cols);
    permkern_walk_begin(&walk, o.axis, o.rank - 1);
    do {
        move_channels_along(&mover, &o.axis[o.rank - 1], permkern_at(in, walk.in_at + (splits ? lowest : 0)),
                            permkern_at_out(out, walk.out_at + (splits ? 0 : lowest)));
    } while (permkern_walk_on(&walk, o.axis, o.rank - 1, 0));
}

#endif /* PERMKERN_VECTOR */
