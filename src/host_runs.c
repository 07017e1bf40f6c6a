/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: runs of bytes, the loops around an instruction set's copies, and copies of short runs. */
#include "permkern_host_axes.h"

#if PERMKERN_VECTOR

void permkern_vector_runs(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const void *in,
                          void *out)
{
    const unsigned last = permkern_form_rank(form) - 1;
    const size_t bytes = axis[last].extent << permkern_form_shift(form);
    size_t all = bytes;
    size_t places = (uintptr_t)out;
    permkern_plane_axes s;
    permkern_walk walk;
    permkern_order_outer(&s, axis, last + 1, 1U << last);
    if (last == 0) { /* the loops below need an axis */
        s.axis[0] = (permkern_axis){1, bytes, bytes};
        s.outer = 1;
    }
    for (unsigned k = 0; k < s.outer; k++) {
        all *= s.axis[k].extent;
        places |= s.axis[k].out_stride;
    }
    const bool streams = set->stream != NULL && permkern_streams_runs(all, permkern_cache_bytes(), bytes, places);
    const unsigned outer = s.outer - 1;
    const permkern_axis *const near = &s.axis[outer];
    permkern_walk_begin(&walk, outer);
    do {
        const uint8_t *from = (const uint8_t *)in + walk.in_at;
        uint8_t *to = (uint8_t *)out + walk.out_at;
        for (size_t k = near->extent; streams && k != 0; k--) {
            set->stream(from, to, bytes);
            from += near->in_stride;
            to += near->out_stride;
        }
        if (!streams) {
            set->copy(from, near->in_stride, to, near->out_stride, near->extent, bytes);
        }
    } while (permkern_walk_on(&walk, s.axis, outer));
    if (streams) {
        set->fence();
    }
}

void permkern_vector_copy_short(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count,
                                size_t bytes)
{
    for (; bytes >= 8 && bytes <= 16 && count != 0; count--) {
        const uint64_t head = permkern_load64(in);
        const uint64_t tail = permkern_load64(in + bytes - 8);
        permkern_store64(out, head);
        permkern_store64(out + bytes - 8, tail);
        in += in_stride;
        out += out_stride;
    }
    for (; count != 0; count--) {
        if (bytes >= 8) {
            const uint64_t tail = permkern_load64(in + bytes - 8);
            for (size_t at = 0; at + 8 < bytes; at += 8) {
                permkern_own_loop();
                permkern_store64(out + at, permkern_load64(in + at));
            }
            permkern_store64(out + bytes - 8, tail);
        } else if (bytes >= 4) {
            const uint32_t head = permkern_load32(in);
            const uint32_t tail = permkern_load32(in + bytes - 4);
            permkern_store32(out, head);
            permkern_store32(out + bytes - 4, tail);
        } else {
            const uint8_t head = permkern_load8(in);
            const uint8_t middle = permkern_load8(in + bytes / 2);
            const uint8_t tail = permkern_load8(in + bytes - 1);
            permkern_store8(out, head);
            permkern_store8(out + bytes / 2, middle);
            permkern_store8(out + bytes - 1, tail);
        }
        in += in_stride;
        out += out_stride;
    }
}

#endif /* PERMKERN_VECTOR */
