/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: a few channels of pixels, taken apart into planes or put together. */
#include "permkern_host_axes.h"

#if PERMKERN_VECTOR

/*
 * Fewer pixels than the narrowest set with code for channels takes at once go through buffers of this many bytes for
 * each channel, which is a whole number of blocks of every set. What is in them behind the pixels is moved along: a
 * byte of the pixels, repeated, so that tools that follow undefined values find none.
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

void permkern_vector_split(const permkern_vector_set *set, unsigned shift, unsigned channels, const uint8_t *in,
                           uint8_t *out, size_t stride, size_t count)
{
    const permkern_vector_set *const other = permkern_with_channels(set->narrower, shift, channels);
    uint8_t pixels[BUFFER_BYTES];
    uint8_t planes[BUFFER_BYTES];
    if (other != NULL) {
        other->width[shift].split[channels - 2](in, out, stride, count);
        return;
    }
    fill(pixels, channels * CHANNEL_BYTES, *in);
    permkern_vector_copy_short(in, 0, pixels, 0, 1, channels * count << shift);
    set->width[shift].split[channels - 2](pixels, planes, CHANNEL_BYTES, CHANNEL_BYTES >> shift);
    permkern_vector_copy_short(planes, CHANNEL_BYTES, out, stride, channels, count << shift);
}

void permkern_vector_join(const permkern_vector_set *set, unsigned shift, unsigned channels, const uint8_t *in,
                          size_t stride, uint8_t *out, size_t count)
{
    const permkern_vector_set *const other = permkern_with_channels(set->narrower, shift, channels);
    uint8_t pixels[BUFFER_BYTES];
    uint8_t planes[BUFFER_BYTES];
    if (other != NULL) {
        other->width[shift].join[channels - 2](in, stride, out, count);
        return;
    }
    fill(planes, channels * CHANNEL_BYTES, *in);
    permkern_vector_copy_short(in, stride, planes, CHANNEL_BYTES, channels, count << shift);
    set->width[shift].join[channels - 2](planes, CHANNEL_BYTES, pixels, CHANNEL_BYTES >> shift);
    permkern_vector_copy_short(pixels, 0, out, 0, 1, channels * count << shift);
}

void permkern_move_channels(const permkern_vector_set *set, unsigned shift, const permkern_plane_axes *s,
                            const permkern_axis *axis, permkern_way way, const uint8_t *in, uint8_t *out)
{
    const permkern_axis *const down = &axis[s->rows.axis[0]];
    const permkern_axis *const along = &axis[s->cols.axis[0]];
    const unsigned channels = (unsigned)(way == PERMKERN_WAY_SPLIT ? along->extent : down->extent);
    const permkern_vector_width *const width = &permkern_with_channels(set, shift, channels)->width[shift];
    permkern_walk walk;
    permkern_walk_begin(&walk, s->outer);
    do {
        if (way == PERMKERN_WAY_SPLIT) {
            width->split[channels - 2](in + walk.in_at, out + walk.out_at, along->out_stride, down->extent);
        } else {
            width->join[channels - 2](in + walk.in_at, down->in_stride, out + walk.out_at, along->extent);
        }
    } while (permkern_walk_on(&walk, s->axis, s->outer));
}

#endif /* PERMKERN_VECTOR */
