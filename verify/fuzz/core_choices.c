/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls of the core API: a valid one, then what may be wrong with it, then where its buffers lie. */
#include "core_call.h"

#include <string.h>

/* ---- a call that is valid ---- */

typedef struct {
    unsigned bits;
    const char *shape, *perm; /* as "3x4" and "10" */
} pinned;

static const pinned pinned_shapes[] = {
    {8, "24x16", "10"},
#define PERMKERN_PIN(kernel, bits, shape, perm, flips, align, count, dispatched) {bits, shape, perm},
#include "permkern_plan.inc"
};

/* The shape of a pinned kernel, if the set has some. */
static void take_pinned(call *c, layout *in, const pinned *p)
{
    unsigned rank = 0;
    for (const char *at = p->shape; *at != '\0'; at++) {
        if (*at == 'x') {
            rank++;
        } else {
            in->extent[rank] = in->extent[rank] * 10 + (wide)(*at - '0');
        }
    }
    in->rank = rank + 1;
    c->in.bits = p->bits;
    for (unsigned k = 0; k <= rank; k++) {
        c->perm[k] = (uint8_t)(p->perm[k] - '0');
    }
}

static void take_shape(call *c, layout *in, choices *from)
{
    in->rank = (1 + choose_below(from, FUZZ_RANK + 1)) % (FUZZ_RANK + 1);
    c->in.bits = (size_t)8 << choose_below(from, 4);
    choose_permutation(from, c->perm, in->rank);
    for (unsigned k = 0; k < in->rank; k++) {
        in->extent[k] = choose_extent(from);
    }
    limit_extents(in, 8192);
}

/* Half the time, some axes are turned round; then the first element is moved up, so that none is before the buffer. */
static void turn(layout *l, choices *from)
{
    const unsigned kind = (unsigned)choose(from, 1);
    const unsigned axes = kind < 128 ? 0 : (unsigned)choose(from, 1);
    for (unsigned k = 0; k < l->rank; k++) {
        if ((axes >> k & 1U) != 0 && l->extent[k] != 1) {
            l->stride[k] = -l->stride[k];
            l->offset += (l->extent[k] - 1) * layout_length(l->stride[k]);
        }
    }
    l->offset += kind % 4 == 3 ? kind % 64 : 0;
}

static void set_side(permkern_layout *side, size_t *shape, ptrdiff_t *strides, const layout *l)
{
    side->rank = l->rank;
    side->offset = (size_t)l->offset;
    side->shape = shape;
    for (unsigned k = 0; k < l->rank; k++) {
        shape[k] = (size_t)l->extent[k];
        strides[k] = (ptrdiff_t)l->stride[k];
    }
}

/* The other side, as far as it follows: its shape, and where it is to be the same memory, its strides. */
static void follow(const layout *side, const call *c, bool forth, layout *other)
{
    other->rank = side->rank;
    other->offset = side->offset;
    for (unsigned k = 0; k < side->rank; k++) {
        const unsigned to = forth ? k : c->perm[k];
        const unsigned from = forth ? c->perm[k] : k;
        other->extent[to] = side->extent[from];
        other->stride[to] = side->stride[from];
    }
}

/* Shape, permutation, strides. Both sides' strides may cut the shape to what fits. */
static void begin_call(call *c, choices *from)
{
    layout in = {.rank = 0};
    layout out = {.rank = 0};
    const unsigned kind = (unsigned)choose(from, 1);
    c->way = (way)choose_below(from, WAYS);
    if (kind % 4 == 3) {
        take_pinned(c, &in, &pinned_shapes[choose_below(from, sizeof pinned_shapes / sizeof pinned_shapes[0])]);
    } else {
        take_shape(c, &in, from);
    }
    const uint32_t most = (uint32_t)(FIELD_MOST / (c->in.bits / 8));
    const bool same_memory = kind / 32 == 7;
    layout_fill(&in);
    if ((kind >> 2) % 4 == 1 || (kind >> 2) % 4 == 3) {
        choose_strides(from, &in, most);
        turn(&in, from);
        c->in.strides = c->in_strides;
    }
    follow(&in, c, true, &out);
    if (same_memory) {
        c->out.strides = c->out_strides;
    } else if ((kind >> 2) % 4 >= 2) {
        out.offset = 0;
        choose_strides(from, &out, most);
        turn(&out, from);
        c->out.strides = c->out_strides;
        layout cut = in;
        follow(&out, c, false, &cut);
        memcpy(in.extent, cut.extent, sizeof in.extent);
    } else {
        layout_fill(&out);
        out.offset = kind % 8 == 7 ? kind / 8 : 0;
    }
    set_side(&c->in, c->in_shape, c->in_strides, &in);
    set_side(&c->out, c->out_shape, c->out_strides, &out);
    c->out.shape = (kind >> 4) % 2 == 0 ? NULL : c->out_shape;
    c->out.bits = c->in.bits;
}

/* ---- what may be wrong with it ---- */

/* A value in one field. */
static void spoil_field(call *c, unsigned field, unsigned k, uint64_t value)
{
    switch (field) {
    case 0:
        c->in.rank = (size_t)value;
        break;
    case 1:
        c->out.rank = (size_t)value;
        break;
    case 2:
        c->in.bits = (size_t)value;
        break;
    case 3:
        c->out.bits = (size_t)value;
        break;
    case 4:
    case 5:
        c->perm[k] = (uint8_t)value;
        break;
    case 6:
        c->out_shape[k] = (size_t)value;
        break;
    case 7:
    case 8:
        c->in_strides[k] = (ptrdiff_t)value;
        c->in.strides = c->in_strides;
        break;
    case 9:
        c->out_strides[k] = (ptrdiff_t)value;
        c->out.strides = c->out_strides;
        break;
    case 10:
        c->in.offset = (size_t)value;
        break;
    default:
        c->out.offset = (size_t)value;
    }
}

/* A few units more or less: just too near, or just far enough. */
static void nudge(call *c, unsigned k, uint64_t value)
{
    const ptrdiff_t one = (ptrdiff_t)(value % 5) - 2;
    const ptrdiff_t other = (ptrdiff_t)(value / 5 % 5) - 2;
    if (value / 25 % 2 == 0) {
        c->in.offset += (size_t)one;
        c->out.offset += (size_t)other;
    } else {
        c->in_strides[k] = (ptrdiff_t)((size_t)c->in_strides[k] + (size_t)one);
        c->out_strides[k] = (ptrdiff_t)((size_t)c->out_strides[k] + (size_t)other);
    }
}

/* An extent, on both sides: what comes of it is in the strides and the sizes. */
static void set_extent(call *c, unsigned k, uint64_t value)
{
    for (unsigned at = 0; at < FUZZ_RANK; at++) {
        c->out_shape[at] = c->perm[at] == k ? (size_t)value : c->out_shape[at];
    }
    c->in_shape[k] = (size_t)value;
}

static void add_fault(call *c, choices *from)
{
    enum { FIELDS = 12 };
    const unsigned kind = choose_below(from, FIELDS + 8);
    const unsigned k = choose_below(from, FUZZ_RANK);
    const uint64_t value = choose_value(from);
    switch (kind) {
    case FIELDS: /* both sides */
        spoil_field(c, 0, k, value);
        spoil_field(c, 1, k, value);
        break;
    case FIELDS + 1:
        spoil_field(c, 2, k, value);
        spoil_field(c, 3, k, value);
        break;
    case FIELDS + 2:
        c->missing |= (unsigned)value & 31U;
        break;
    case FIELDS + 3: /* elements by the powers of two */
        for (unsigned at = 0; at < FUZZ_RANK; at++) {
            c->in_shape[at] <<= value % 64;
            c->out_shape[at] <<= value % 64;
        }
        break;
    case FIELDS + 4:
        nudge(c, k, value);
        break;
    case FIELDS + 5: /* the other way, from the same first element */
        c->in_strides[k] = (ptrdiff_t)(0 - (size_t)c->in_strides[k]);
        c->out_strides[k] = (ptrdiff_t)(0 - (size_t)c->out_strides[k]);
        break;
    case FIELDS + 6:
        set_extent(c, k, 0);
        break;
    case FIELDS + 7:
        set_extent(c, k, value);
        break;
    default:
        spoil_field(c, kind, k, value);
    }
}

/* A capacity: as much as the elements take, more, a byte less, anything. */
static size_t choose_capacity(choices *from, wide end)
{
    const unsigned kind = (unsigned)choose(from, 1);
    const size_t exact = end >= FUZZ_WHOLE ? SIZE_MAX : (size_t)end;
    return kind < 208 ? exact : kind < 216 ? exact - 1 : kind < 232 ? exact + kind : (size_t)choose_value(from);
}

void choose_call(call *c, choices *from)
{
    begin_call(c, from);
    for (unsigned faults = choose_below(from, 256) / 96 * choose_below(from, 3); faults > 0; faults--) {
        add_fault(c, from);
    }
    c->in.capacity = SIZE_MAX;
    c->out.capacity = SIZE_MAX;
    const expectation e = specification(c);
    c->in.capacity = choose_capacity(from, e.in_low + e.in_span);
    c->out.capacity = choose_capacity(from, e.out_low + e.out_span);
    const unsigned kind = choose_below(from, 4);
    c->parts = kind == 3 ? (uint32_t)choose_value(from) : 1 + choose_below(from, 9);
    c->part = kind == 2 ? (uint32_t)choose_value(from) : choose_below(from, 10) % (c->parts == 0 ? 1 : c->parts);
}

/* ---- where everything lies ---- */

/* An address that is no memory of anybody: NULL, and beside the ends of the address space, its own or its elements'. */
static uintptr_t far_address(choices *from, wide low)
{
    const uintptr_t value = (uintptr_t)choose_value(from);
    const unsigned end = choose_below(from, 3);
    return end == 0 ? value % 65536 : end == 1 ? 0 - value : 0 - value - (uintptr_t)low;
}

/* From where the elements lie to where the buffers begin, which may be outside the field. */
static void set_buffers(call *c, const expectation *e, uintptr_t in, uintptr_t out)
{
    c->from = (const void *)(in - (uintptr_t)e->in_low);
    c->to = (void *)(out - (uintptr_t)e->out_low);
}

void choose_buffers(call *c, const expectation *e, choices *from)
{
    const unsigned kind = (unsigned)choose(from, 1);
    const uintptr_t align = valid_bits(c->in.bits) ? c->in.bits / 8 : 1;
    const uintptr_t in_span = e->in_span > FIELD_MOST ? 64 : (uintptr_t)e->in_span;
    const uintptr_t out_span = e->out_span > FIELD_MOST ? 64 : (uintptr_t)e->out_span;
    const uintptr_t in = (uintptr_t)field(FIELD_MIDDLE + align * choose_below(from, 16));
    const uintptr_t gap = kind % 2 == 0 ? 64 - in % 64 : align * choose_below(from, 16);
    const uintptr_t behind = in + ((in_span + gap + align - 1) & ~(align - 1)); /* maybe adjacent */
    set_buffers(c, e, in, behind);
    if (kind >= 144 && kind < 172) {
        set_buffers(c, e, in, in - ((out_span + gap + align - 1) & ~(align - 1)));
    } else if (kind >= 172 && kind < 192) {
        c->to = (void *)(uintptr_t)c->from; /* in place */
    } else if (kind >= 192 && kind < 204) {
        set_buffers(c, e, in, in + align * (uintptr_t)choose(from, 2) % in_span);
    } else if (kind >= 204 && kind < 216) {
        set_buffers(c, e, in, in - align * (uintptr_t)choose(from, 2) % out_span);
    } else if (kind >= 216 && kind < 228) {
        const unsigned off_in = choose_below(from, 8);
        set_buffers(c, e, in + off_in, behind + choose_below(from, 8));
    } else if (kind >= 228 && kind < 240) {
        c->from = (const void *)far_address(from, e->in_low);
    } else if (kind >= 240) {
        c->to = (void *)far_address(from, e->out_low);
    }
}
