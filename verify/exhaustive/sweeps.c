/* SPDX-License-Identifier: BSD-3-Clause */
#include "sweeps.h"

#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

void add(tally *to, tally more)
{
    to->passed += more.passed;
    to->failed += more.failed;
}

bool wanted(sweep *s)
{
    return s->seen++ % s->every == 0;
}

void at_every_width(sweep *s, request *r)
{
    for (r->bits = 8; r->bits <= 64; r->bits *= 2) {
        request_finish(r);
        if (wanted(s)) {
            add(&s->sum, check_work(&s->p, r));
        }
    }
}

static unsigned factorial(unsigned n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

static void every_permutation(sweep *s, request *r, visitor *visit)
{
    for (unsigned n = 0; n < factorial(r->rank); n++) {
        nth_permutation(r->perm, r->rank, n);
        visit(s, r);
    }
}

void every_shape(sweep *s, unsigned rank, const size_t *extents, unsigned count, visitor *visit)
{
    unsigned index[8] = {0};
    bool more = true;
    while (more) {
        request r = {.rank = rank};
        for (unsigned k = 0; k < rank; k++) {
            r.shape[k] = extents[index[k]];
        }
        every_permutation(s, &r, visit);
        more = false;
        for (unsigned axis = 0; axis < rank && !more; axis++) {
            more = ++index[axis] != count;
            index[axis] = more ? index[axis] : 0;
        }
    }
}

/* ---- sweeps ---- */

static const size_t to_seven[] = {1, 2, 3, 4, 5, 6, 7};

void sweep_small_shapes(sweep *s)
{
    for (unsigned rank = 1; rank <= 4; rank++) {
        every_shape(s, rank, to_seven, COUNT(to_seven), at_every_width);
    }
}

/* t - 1, t, t + 1, 2t + 1 of tiles of 2 to 64 rows and 2 to 16 columns. */
void sweep_planes(sweep *s)
{
    static const size_t edges[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,  13,  14, 15,
                                   16, 17, 18, 19, 24, 31, 32, 33, 63, 64, 65, 127, 128, 129};
    every_shape(s, 2, edges, COUNT(edges), at_every_width);
}

void sweep_planes_with_outer_axes(sweep *s)
{
    static const size_t three[] = {1, 2, 3, 4, 5, 8, 9, 17, 33};
    static const size_t four[] = {1, 2, 4, 5, 9};
    every_shape(s, 3, three, COUNT(three), at_every_width);
    every_shape(s, 4, four, COUNT(four), at_every_width);
}

static void shape_of_two(sweep *s, size_t rows, size_t cols)
{
    request r = {.rank = 2, .shape = {rows, cols}, .perm = {1, 0}};
    at_every_width(s, &r);
}

void sweep_channels(sweep *s)
{
    static const size_t counts[] = {2, 3, 4, 8, 16};
    for (unsigned k = 0; k < COUNT(counts); k++) {
        for (size_t pixels = 1; pixels <= 140; pixels++) {
            shape_of_two(s, pixels, counts[k]);
            shape_of_two(s, counts[k], pixels);
        }
    }
}

/* Chunks of 1024 bytes, buffers of 256; rows 4096 bytes apart displace each other in a cache. */
void sweep_long_rows(sweep *s)
{
    static const size_t lengths[] = {255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 2049, 4096};
    static const size_t others[] = {2, 17, 66};
    for (unsigned k = 0; k < COUNT(lengths); k++) {
        for (unsigned i = 0; i < COUNT(others); i++) {
            shape_of_two(s, others[i], lengths[k]);
            shape_of_two(s, lengths[k], others[i]);
        }
    }
}

void sweep_runs(sweep *s)
{
    for (size_t length = 1; length <= 300; length++) {
        request moved = {.rank = 3, .shape = {5, 3, length}, .perm = {1, 0, 2}};
        request copied = {.rank = 1, .shape = {length}};
        at_every_width(s, &moved);
        at_every_width(s, &copied);
    }
}

/* Padding behind every axis but the innermost, then axes in another memory order, then elements apart. */
static void viewed(sweep *s, request *r)
{
    static const struct {
        size_t in_step, in_pad, out_step, out_pad;
        bool reversed;
    } views[] = {{1, 1, 1, 0, false}, {1, 0, 1, 3, false}, {1, 4, 1, 8, false}, {1, 0, 1, 0, true}, {2, 1, 3, 2, true}};
    uint8_t order[8];
    size_t out_shape[8];
    request view = *r;
    for (unsigned k = 0; k < r->rank; k++) {
        order[k] = (uint8_t)(r->rank - 1 - k);
        out_shape[k] = request_out_extent(r, k);
    }
    view.strided = true;
    for (unsigned n = 0; n < COUNT(views); n++) {
        const uint8_t *const in_order = views[n].reversed ? order : NULL;
        lay_out(view.in_strides, view.shape, in_order, view.rank, views[n].in_step, views[n].in_pad);
        lay_out(view.out_strides, out_shape, NULL, view.rank, views[n].out_step, views[n].out_pad);
        at_every_width(s, &view);
    }
}

void sweep_views(sweep *s)
{
    static const size_t few[] = {1, 2, 3, 5};
    static const size_t edges[] = {1, 3, 4, 5, 8, 9, 16, 17, 33};
    every_shape(s, 1, edges, COUNT(edges), viewed);
    every_shape(s, 2, edges, COUNT(edges), viewed);
    every_shape(s, 3, to_seven, 5, viewed);
    every_shape(s, 4, few, COUNT(few), viewed);
}

static const pin pins[] = {
#define PERMKERN_PIN(kernel, bits, shape, perm, flips, align, count, dispatched)                                       \
    {kernel, #kernel, bits, shape, perm, align}, /* the sets that are swept reverse no axis */
#include "permkern_plan.inc"
    {NULL, "", 0, "", "", 1} /* most sets have none */
};

void sweep_pinned(sweep *s)
{
    for (unsigned k = 0; k + 1 < COUNT(pins); k++) {
        const pin *const row = &pins[k];
        const char *text = row->shape;
        request r = {.bits = row->bits};
        r.rank = parse_digits(r.perm, row->perm);
        for (unsigned axis = 0; axis < r.rank; axis++) {
            char *end = NULL;
            r.shape[axis] = strtoul(text, &end, 10);
            text = end + 1;
        }
        request_finish(&r);
        add(&s->sum, check_pin(&s->p, &r, row));
        add(&s->sum, check_work(&s->p, &r));
    }
}

/* Outputs over 8 and 12 MiB, which AVX-512 stores past the caches: whole lines, and not. */
void sweep_large(sweep *s)
{
    static const request requests[] = {
        {.rank = 3, .shape = {64, 448, 512}, .perm = {0, 2, 1}},
        {.rank = 3, .shape = {64, 441, 333}, .perm = {0, 2, 1}},
        {.rank = 3, .shape = {64, 448, 512}, .perm = {1, 0, 2}},
        {.rank = 3, .shape = {64, 200, 1111}, .perm = {1, 0, 2}},
    };
    for (unsigned k = 0; k < COUNT(requests); k++) {
        request r = requests[k];
        for (r.bits = 8; r.bits <= 64; r.bits *= 2) {
            r.shape[0] = requests[k].shape[0] / (r.bits / 8);
            request_finish(&r);
            add(&s->sum, check_work(&s->p, &r));
        }
    }
}
