/* SPDX-License-Identifier: BSD-3-Clause */
#include "work.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* What is done with one request. */
typedef void visitor(sweep *s, request *r);

static void add(tally *to, tally more)
{
    to->passed += more.passed;
    to->failed += more.failed;
}

/* True for one of every so many requests. */
static bool wanted(sweep *s)
{
    return s->seen++ % s->every == 0;
}

static void at_every_width(sweep *s, request *r)
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

/* Every permutation of every shape whose extents are among some. */
static void every_shape(sweep *s, unsigned rank, const size_t *extents, unsigned count, visitor *visit)
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

static void sweep_small_shapes(sweep *s)
{
    for (unsigned rank = 1; rank <= 4; rank++) {
        every_shape(s, rank, to_seven, COUNT(to_seven), at_every_width);
    }
}

/* t - 1, t, t + 1, 2t + 1 of tiles of 2 to 64 rows and 2 to 16 columns. */
static void sweep_planes(sweep *s)
{
    static const size_t edges[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,  13,  14, 15,
                                   16, 17, 18, 19, 24, 31, 32, 33, 63, 64, 65, 127, 128, 129};
    every_shape(s, 2, edges, COUNT(edges), at_every_width);
}

static void sweep_planes_with_outer_axes(sweep *s)
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

static void sweep_channels(sweep *s)
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
static void sweep_long_rows(sweep *s)
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

static void sweep_runs(sweep *s)
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

static void sweep_views(sweep *s)
{
    static const size_t few[] = {1, 2, 3, 5};
    static const size_t edges[] = {1, 3, 4, 5, 8, 9, 16, 17, 33};
    every_shape(s, 1, edges, COUNT(edges), viewed);
    every_shape(s, 2, edges, COUNT(edges), viewed);
    every_shape(s, 3, to_seven, 5, viewed);
    every_shape(s, 4, few, COUNT(few), viewed);
}

/* Every choice of reversed axes, in the input and in the output, with and without padding. */
static void turned(sweep *s, const request *r, visitor *visit)
{
    size_t out_shape[8];
    unsigned long_axes = 0; /* of the input; reversing one of extent 1 changes nothing */
    unsigned long_out_axes = 0;
    for (unsigned k = 0; k < r->rank; k++) {
        out_shape[k] = request_out_extent(r, k);
        long_axes |= (unsigned)(r->shape[k] > 1) << k;
        long_out_axes |= (unsigned)(out_shape[k] > 1) << k;
    }
    for (unsigned choice = 0; choice < 2U << 2 * r->rank; choice++) {
        const unsigned in_axes = (choice >> 1) & ((1U << r->rank) - 1);
        const unsigned out_axes = choice >> (r->rank + 1);
        if ((in_axes & ~long_axes) == 0 && (out_axes & ~long_out_axes) == 0) {
            request turn = *r;
            lay_out(turn.in_strides, turn.shape, NULL, turn.rank, 1, choice % 2);
            lay_out(turn.out_strides, out_shape, NULL, turn.rank, 1, choice % 2);
            turn_round(&turn, in_axes, out_axes);
            visit(s, &turn);
        }
    }
}

static void turned_and_permuted(sweep *s, request *r)
{
    turned(s, r, at_every_width);
}

static void sweep_reversed(sweep *s)
{
    static const size_t edges[] = {1, 2, 3, 4, 5, 8, 9, 17, 33};
    static const size_t few[] = {1, 2, 5};
    every_shape(s, 1, edges, COUNT(edges), turned_and_permuted);
    every_shape(s, 2, edges, COUNT(edges), turned_and_permuted);
    every_shape(s, 3, few, COUNT(few), turned_and_permuted);
}

/* Offsets on both sides, without strides and with. */
static void moved_on(sweep *s, request *r)
{
    static const size_t offsets[] = {0, 1, 7};
    for (unsigned n = 0; n < COUNT(offsets) * COUNT(offsets) * 2; n++) {
        request moved = *r;
        moved.in_offset = offsets[n / 2 % 3];
        moved.out_offset = offsets[n / 6];
        request_finish(&moved);
        moved.strided = n % 2 == 1;
        at_every_width(s, &moved);
    }
}

/* Rank 0 is one element. */
static void sweep_offsets(sweep *s)
{
    static const size_t edges[] = {1, 2, 4, 5, 9, 33};
    every_shape(s, 0, edges, COUNT(edges), moved_on);
    every_shape(s, 1, edges, COUNT(edges), moved_on);
    every_shape(s, 2, edges, COUNT(edges), moved_on);
    every_shape(s, 3, to_seven, 3, moved_on);
}

/*
 * The output lies over the input, and every element keeps its place. The pages are read-only, so that a write ends the
 * program.
 */
static void laid_over(sweep *s, request *r)
{
    static const uint8_t contents[4096];
    permkern_plan plan;
    for (unsigned k = 0; k < r->rank; k++) {
        r->out_strides[k] = r->in_strides[r->perm[k]];
    }
    r->out_offset = r->in_offset;
    for (r->bits = 8; r->bits <= 64; r->bits *= 2) {
        const size_t span = request_in_span(r);
        uint8_t *const data = (uint8_t *)(uintptr_t)s->p.in_read + pages_offset(span, FLUSH_END);
        const permkern_layout in = request_in(r);
        const permkern_layout out = request_out(r);
        pages_fill_in(&s->p, span, FLUSH_END, contents);
        const bool right = permkern_permute(&in, data, r->perm, &out, data) == PERMKERN_OK &&
                           request_prepare(r, &plan) == PERMKERN_OK && permkern_is_view(&plan) &&
                           permkern_run(&plan, data, data) == PERMKERN_OK &&
                           permkern_run_part(&plan, data, data, 1, 3) == PERMKERN_OK &&
                           permkern_run_part(&plan, data, data, 3, 3) == PERMKERN_ERR_PART;
        add(&s->sum, (tally){right ? 1 : 0, right ? 0 : 1});
    }
}

static void turned_and_laid_over(sweep *s, request *r)
{
    turned(s, r, laid_over);
}

static void sweep_in_place(sweep *s)
{
    for (unsigned rank = 1; rank <= 3; rank++) {
        every_shape(s, rank, to_seven, 3, turned_and_laid_over);
    }
}

static void shuffle(uint8_t *perm, unsigned rank, uint64_t *state)
{
    for (unsigned k = 0; k < rank; k++) {
        const unsigned with = next_random(state, k + 1);
        perm[k] = perm[with];
        perm[with] = (uint8_t)k;
    }
}

/* Ranks 5 to 8: random permutations of random short extents. */
static void sweep_high_ranks(sweep *s)
{
    uint64_t state = 1;
    for (unsigned n = 0; n < 400; n++) {
        request r = {.rank = 5 + n % 4};
        shuffle(r.perm, r.rank, &state);
        for (unsigned k = 0; k < r.rank; k++) {
            r.shape[k] = 1 + next_random(&state, r.rank > 6 ? 3 : 5);
        }
        if (r.rank <= PERMKERN_MAX_RANK) {
            (n % 8 < 4 ? at_every_width : viewed)(s, &r);
        }
    }
}

#define MASK(low, high) ((uint64_t)(high) << 32 | (low))
static const pin pins[] = {
#define PERMKERN_PIN(kernel, bits, shape, perm, flips, align, count, dispatched)                                       \
    {kernel, #kernel, bits, shape, perm, flips, align, 0},
#define PERMKERN_PIN_XOR(kernel, bits, shape, perm, flips, align, count, dispatched, low, high)                        \
    {kernel, #kernel, bits, shape, perm, flips, align, MASK(low, high)},
#include "permkern_plan.inc"
    {NULL, "", 0, "", "", "", 1, 0} /* most sets have none */
};

static void sweep_pinned(sweep *s)
{
    for (unsigned k = 0; k + 1 < COUNT(pins); k++) {
        const pin *const row = &pins[k];
        const char *text = row->shape;
        uint8_t axes[8];
        unsigned turned_axes = 0;
        request r = {.bits = row->bits};
        r.rank = parse_digits(r.perm, row->perm);
        for (unsigned axis = 0; axis < r.rank; axis++) {
            char *end = NULL;
            r.shape[axis] = strtoul(text, &end, 10);
            text = end + 1;
        }
        request_finish(&r);
        for (unsigned n = parse_digits(axes, row->flips); n > 0; n--) {
            turned_axes |= 1U << r.perm[axes[n - 1]];
        }
        if (turned_axes != 0) {
            turn_round(&r, turned_axes, 0);
        }
        r.mask = row->mask;
        add(&s->sum, check_pin(&s->p, &r, row));
        add(&s->sum, check_work(&s->p, &r));
    }
}

/* Outputs over 8 and 12 MiB, which AVX-512 stores past the caches: whole lines, and not. */
static void sweep_large(sweep *s)
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

tally sweep_all(sweep *s, bool large)
{
    static const struct {
        const char *name;
        void (*all)(sweep *s);
    } sweeps[] = {
        {"extents 1 to 7", sweep_small_shapes},
        {"planes", sweep_planes},
        {"outer axes", sweep_planes_with_outer_axes},
        {"channels", sweep_channels},
        {"long rows", sweep_long_rows},
        {"runs", sweep_runs},
        {"views", sweep_views},
        {"reversed axes", sweep_reversed},
        {"offsets", sweep_offsets},
        {"in place", sweep_in_place},
        {"high ranks", sweep_high_ranks},
        {"pinned", sweep_pinned},
        {"large", sweep_large},
    };
    tally sum = {0, 0};
    for (unsigned k = 0; k < COUNT(sweeps) - (large ? 0 : 1); k++) {
        s->seen = 0;
        s->sum = (tally){0, 0};
        sweeps[k].all(s);
        printf("%-16s %9llu calls, %llu failed\n", sweeps[k].name, (unsigned long long)(s->sum.passed + s->sum.failed),
               (unsigned long long)s->sum.failed);
        fflush(stdout);
        add(&sum, s->sum);
    }
    return sum;
}
