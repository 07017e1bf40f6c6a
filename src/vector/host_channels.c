/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: a few channels of pixels, taken apart into planes or put together. */
#include "base/permkern_axis.h"
#include "vector/permkern_vector_set.h"

#if PERMKERN_VECTOR

/* How planes of channels are moved. */
typedef struct {
    permkern_channel_move *move;
    size_t stride; /* from channel to channel in the planes */
    size_t pixels;
    unsigned channels;
    unsigned shift; /* log2 of an element's bytes */
    bool splits;
    bool back;
    bool few; /* fewer pixels than `move` takes */
} channel_mover;

/*
 * Few pixels go through buffers of this many bytes for each channel, a multiple of every set's registers. The rest of a
 * buffer holds a byte of the input, repeated, so that tools that follow undefined values find none.
 */
#define CHANNEL_BYTES 64U
#define BUFFER_BYTES ((PERMKERN_CHANNEL_CODES + 1U) * CHANNEL_BYTES)

static inline void fill(uint8_t *buffer, size_t bytes, uint8_t byte)
{
    const uint64_t word = byte * UINT64_C(0x0101010101010101);
    for (size_t at = 0; at < bytes; at += 8) {
        permkern_own_loop();
        permkern_store64(buffer + at, word);
    }
}

/* Both buffers begin with the input. Backwards, the output of the pixels ends each channel, and so the pixels. */
static void move_few(const channel_mover *m, const uint8_t *in, uint8_t *out)
{
    uint8_t from[BUFFER_BYTES];
    uint8_t to[BUFFER_BYTES];
    const size_t bytes = m->pixels << m->shift; /* of a channel */
    const size_t begin = m->back ? CHANNEL_BYTES - bytes : 0;
    fill(from, m->channels * CHANNEL_BYTES, *in);
    if (m->splits) {
        permkern_runs(in, 0, from, 0, 1, m->channels * bytes);
        m->move(from, to, CHANNEL_BYTES, CHANNEL_BYTES >> m->shift);
        permkern_runs(to + begin, CHANNEL_BYTES, out, m->stride, m->channels, bytes);
    } else {
        permkern_runs(in, m->stride, from, CHANNEL_BYTES, m->channels, bytes);
        m->move(from, to, CHANNEL_BYTES, CHANNEL_BYTES >> m->shift);
        permkern_runs(to + m->channels * begin, 0, out, 0, 1, m->channels * bytes);
    }
}

/* Out of line, so that the walk around it takes no registers. */
static PERMKERN_OUT_OF_LINE void move_channels_along(const channel_mover *m, const permkern_axis *near,
                                                     const uint8_t *in, uint8_t *out)
{
    for (size_t k = near->extent; k != 0; k--) {
        if (m->few) {
            move_few(m, in, out);
        } else {
            m->move(in, out, m->stride, m->pixels);
        }
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
    /* narrow: at most 4: the choice of the way has seen it */
    const unsigned channels = (unsigned)(splits ? along->extent : down->extent);
    while (set->split[shift][0][channels - 2] == NULL) { /* this set or a narrower one has code for so many */
        set = set->narrower;
    }
    const size_t step = splits ? down->in_stride : along->out_stride; /* from pixel to pixel */
    const bool back = permkern_runs_back(step);
    const size_t pixels = splits ? down->extent : along->extent;
    const channel_mover mover = {
        .move = (splits ? set->split : set->join)[shift][back][channels - 2],
        .stride = splits ? along->out_stride : down->in_stride,
        .pixels = pixels,
        .channels = channels,
        .shift = shift,
        .splits = splits,
        .back = back,
        .few = pixels < set->bytes >> shift,
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
