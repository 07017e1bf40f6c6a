/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: a few channels of pixels, taken apart into planes or put together. */
#include "permkern_host_axes.h"

#if PERMKERN_VECTOR

/*
 * Fewer pixels than a set takes at once go through buffers of this many bytes for each channel, which is a whole number
 * of blocks of every set. What is in them behind the pixels is moved along: a byte of the pixels, repeated, so that
 * tools that follow undefined values find none.
 */
#define CHANNEL_BYTES 64U
#define BUFFER_BYTES ((PERMKERN_CHANNEL_CODES + 1U) * CHANNEL_BYTES)

static inline void fill(uint8_t *buffer, size_t bytes, uint8_t byte)
{
    uint64_t word = byte;
    word |= word << 8;
    word |= word << 16;
    word |= word << 32;
    for (size_t at = 0; at < bytes; at += 8) {
        permkern_own_loop();
        permkern_store64(buffer + at, word);
    }
}

/* Where so many pixels begin in a buffer of a block of them: backwards, what is behind them comes before them. */
static inline size_t begin_of(bool back, unsigned shift, size_t count)
{
    return back ? CHANNEL_BYTES - (count << shift) : 0;
}

void permkern_vector_split(const permkern_vector_set *set, unsigned shift, unsigned channels, bool back,
                           const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    uint8_t pixels[BUFFER_BYTES];
    uint8_t planes[BUFFER_BYTES];
    fill(pixels, channels * CHANNEL_BYTES, *in);
    permkern_vector_copy_short(in, 0, pixels, 0, 1, channels * count << shift);
    set->width[shift].split[back][channels - 2](pixels, planes, CHANNEL_BYTES, CHANNEL_BYTES >> shift);
    permkern_vector_copy_short(planes + begin_of(back, shift, count), CHANNEL_BYTES, out, stride, channels,
                               count << shift);
}

void permkern_vector_join(const permkern_vector_set *set, unsigned shift, unsigned channels, bool back,
                          const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    uint8_t pixels[BUFFER_BYTES];
    uint8_t planes[BUFFER_BYTES];
    fill(planes, channels * CHANNEL_BYTES, *in);
    permkern_vector_copy_short(in, stride, planes, CHANNEL_BYTES, channels, count << shift);
    set->width[shift].join[back][channels - 2](planes, CHANNEL_BYTES, pixels, CHANNEL_BYTES >> shift);
    permkern_vector_copy_short(pixels + channels * begin_of(back, shift, count), 0, out, 0, 1,
                               channels * count << shift);
}

/* Planes of pixels: of how many channels, what moves them, and from and to where. */
typedef struct {
    permkern_split *split;
    permkern_join *join;
    size_t stride; /* from channel to channel in the planes */
    size_t pixels;
} channel_mover;

static inline void move_channels_along(const channel_mover *m, const permkern_axis *near, const uint8_t *in,
                                       uint8_t *out)
{
    for (size_t k = near->extent; k != 0; k--) {
        if (m->split != NULL) {
            m->split(in, out, m->stride, m->pixels);
        } else {
            m->join(in, m->stride, out, m->pixels);
        }
        in = permkern_at(in, near->in_stride);
        out = permkern_at_out(out, near->out_stride);
    }
}

void permkern_move_channels(const permkern_vector_set *set, unsigned shift, const permkern_plane_axes *s,
                            const permkern_axis *axis, permkern_way way, const uint8_t *in, uint8_t *out)
{
    static const permkern_axis one = {1, 0, 0};
    const permkern_axis *const down = &axis[s->rows.axis[0]];
    const permkern_axis *const along = &axis[s->cols.axis[0]];
    const bool splits = way == PERMKERN_WAY_SPLIT;
    /* narrow: at most 4: the choice of the way has seen it */
    const unsigned channels = (unsigned)(splits ? along->extent : down->extent);
    const permkern_vector_width *const width = &permkern_with_channels(set, shift, channels)->width[shift];
    const size_t step = splits ? down->in_stride : along->out_stride; /* from pixel to pixel */
    const bool back = permkern_runs_back(step);
    const channel_mover mover = {splits ? width->split[back][channels - 2] : NULL, width->join[back][channels - 2],
                                 splits ? along->out_stride : down->in_stride, splits ? down->extent : along->extent};
    const size_t lowest = back ? (mover.pixels - 1) * step : 0;
    const unsigned outer = s->outer == 0 ? 0 : s->outer - 1;
    permkern_walk walk;
    permkern_walk_begin(&walk, s->axis, outer);
    do {
        move_channels_along(&mover, s->outer == 0 ? &one : &s->axis[outer],
                            permkern_at(in, walk.in_at + (splits ? lowest : 0)),
                            permkern_at_out(out, walk.out_at + (splits ? 0 : lowest)));
    } while (permkern_walk_on(&walk, s->axis, outer, 0));
}

#endif /* PERMKERN_VECTOR */
