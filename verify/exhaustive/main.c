/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every permutation of ranks 1 to 4 over every shape with extents 1 to 7, then extents around every tile, channels,
 * runs, views, refused requests, the set's pinned kernels:
 *
 *     exhaust [--every N] [--large]     checks them, or every Nth; --large: with outputs stored past the caches
 *     exhaust --twin NAME               does what no kernel may, which has to fail
 */
#include "refused.h"
#include "twins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    pages p;
    uint32_t every;
    uint32_t seen; /* requests, checked or not */
    tally sum;
} sweep;

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void add(tally *to, tally more)
{
    to->passed += more.passed;
    to->failed += more.failed;
}

/* One of every so many requests. */
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

static void every_permutation(sweep *s, request *r, void (*visit)(sweep *s, request *r))
{
    for (unsigned n = 0; n < factorial(r->rank); n++) {
        nth_permutation(r->perm, r->rank, n);
        visit(s, r);
    }
}

/* Every permutation of every shape whose extents are among some. */
static void every_shape(sweep *s, unsigned rank, const uint32_t *extents, unsigned count,
                        void (*visit)(sweep *s, request *r))
{
    unsigned index[8] = {0};
    unsigned axis = 0;
    while (axis < rank) {
        request r = {.rank = rank};
        for (unsigned k = 0; k < rank; k++) {
            r.shape[k] = extents[index[k]];
        }
        every_permutation(s, &r, visit);
        for (axis = 0; axis < rank && ++index[axis] == count; axis++) {
            index[axis] = 0;
        }
    }
}

/* ---- sweeps ---- */

static const uint32_t to_seven[] = {1, 2, 3, 4, 5, 6, 7};

static void small_shapes(sweep *s)
{
    for (unsigned rank = 1; rank <= 4; rank++) {
        every_shape(s, rank, to_seven, COUNT(to_seven), at_every_width);
    }
}

/* t - 1, t, t + 1, 2t + 1 of tiles of 2 to 64 rows and 2 to 16 columns. */
static void planes(sweep *s)
{
    static const uint32_t edges[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,  13,  14, 15,
                                     16, 17, 18, 19, 24, 31, 32, 33, 63, 64, 65, 127, 128, 129};
    every_shape(s, 2, edges, COUNT(edges), at_every_width);
}

static void planes_with_outer_axes(sweep *s)
{
    static const uint32_t three[] = {1, 2, 3, 4, 5, 8, 9, 17, 33};
    static const uint32_t four[] = {1, 2, 4, 5, 9};
    every_shape(s, 3, three, COUNT(three), at_every_width);
    every_shape(s, 4, four, COUNT(four), at_every_width);
}

static void shape_of_two(sweep *s, uint32_t rows, uint32_t cols)
{
    request r = {.rank = 2, .shape = {rows, cols}, .perm = {1, 0}};
    at_every_width(s, &r);
}

static void channels(sweep *s)
{
    static const uint32_t counts[] = {2, 3, 4, 8, 16};
    for (unsigned k = 0; k < COUNT(counts); k++) {
        for (uint32_t pixels = 1; pixels <= 140; pixels++) {
            shape_of_two(s, pixels, counts[k]);
            shape_of_two(s, counts[k], pixels);
        }
    }
}

/* Chunks of 1024 bytes, buffers of 256; rows 4096 bytes apart displace each other in a cache. */
static void long_rows(sweep *s)
{
    static const uint32_t lengths[] = {255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 2049, 4096};
    static const uint32_t others[] = {2, 17, 66};
    for (unsigned k = 0; k < COUNT(lengths); k++) {
        for (unsigned i = 0; i < COUNT(others); i++) {
            shape_of_two(s, others[i], lengths[k]);
            shape_of_two(s, lengths[k], others[i]);
        }
    }
}

static void runs(sweep *s)
{
    for (uint32_t length = 1; length <= 300; length++) {
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
        uint32_t in_step, in_pad, out_step, out_pad;
        bool reversed;
    } views[] = {{1, 1, 1, 0, false}, {1, 0, 1, 3, false}, {1, 4, 1, 8, false}, {1, 0, 1, 0, true}, {2, 1, 3, 2, true}};
    uint8_t order[8];
    uint32_t out_shape[8];
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

static void views(sweep *s)
{
    static const uint32_t few[] = {1, 2, 3, 5};
    static const uint32_t edges[] = {1, 3, 4, 5, 8, 9, 16, 17, 33};
    every_shape(s, 1, edges, COUNT(edges), viewed);
    every_shape(s, 2, edges, COUNT(edges), viewed);
    every_shape(s, 3, to_seven, 5, viewed);
    every_shape(s, 4, few, COUNT(few), viewed);
}

static void refuse(sweep *s, request *r)
{
    for (r->bits = 8; r->bits <= 64; r->bits *= 2) {
        request_finish(r);
        if (wanted(s)) {
            add(&s->sum, check_refused(&s->p, r));
        }
    }
}

static void refused(sweep *s)
{
    for (unsigned rank = 1; rank <= 4; rank++) {
        every_shape(s, rank, to_seven, 3, refuse);
    }
}

static const pin pins[] = {
#define PERMKERN_PIN(kernel, bits, shape, perm, align, count, dispatched) {kernel, #kernel, bits, shape, perm, align},
#include "permkern_plan.inc"
    {NULL, "", 0, "", "", 1} /* most sets have none */
};

static void pinned(sweep *s)
{
    for (unsigned k = 0; k + 1 < COUNT(pins); k++) {
        const pin *const row = &pins[k];
        const char *text = row->shape;
        request r = {.bits = row->bits};
        r.rank = parse_digits(r.perm, row->perm);
        for (unsigned axis = 0; axis < r.rank; axis++) {
            char *end = NULL;
            r.shape[axis] = (uint32_t)strtoul(text, &end, 10);
            text = end + 1;
        }
        request_finish(&r);
        add(&s->sum, check_pin(&s->p, &r, row));
        add(&s->sum, check_work(&s->p, &r));
    }
}

/* Outputs over 8 and 12 MiB, which AVX-512 stores past the caches: whole lines, and not. */
static void large(sweep *s)
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

/* ---- the program ---- */

static void run(sweep *s, const char *name, void (*all)(sweep *s))
{
    s->seen = 0;
    s->sum = (tally){0, 0};
    all(s);
    printf("%-24s %9llu cases, %llu failed\n", name, (unsigned long long)s->sum.passed + s->sum.failed,
           (unsigned long long)s->sum.failed);
    fflush(stdout);
}

static tally run_all(sweep *s, bool with_large)
{
    static const struct {
        const char *name;
        void (*all)(sweep *s);
    } sweeps[] = {
        {"extents 1 to 7", small_shapes},
        {"planes", planes},
        {"outer axes", planes_with_outer_axes},
        {"channels", channels},
        {"long rows", long_rows},
        {"runs", runs},
        {"views", views},
        {"refused", refused},
        {"pinned", pinned},
        {"large", large},
    };
    tally sum = {0, 0};
    for (unsigned k = 0; k < COUNT(sweeps) - (with_large ? 0 : 1); k++) {
        run(s, sweeps[k].name, sweeps[k].all);
        add(&sum, s->sum);
    }
    return sum;
}

static void name_levels(void)
{
    const unsigned count = level_count();
    for (unsigned level = 0; level_name(level) != NULL; level++) {
        printf("%s: %s\n", level < count ? "level" : "not here", level_name(level));
    }
}

/* What a twin came to: it should not get here, or with a failure. */
static tally run_twin(const sweep *s, const char *name)
{
    request r = {.rank = 2, .bits = 8, .shape = {9, 5}, .perm = {1, 0}};
    request_finish(&r);
    for (const way *twin = twins; twin->name != NULL; twin++) {
        if (strcmp(name, twin->name) == 0) {
            return check_way(&s->p, &r, twin);
        }
    }
    printf("no such twin: %s\n", name);
    exit(2);
}

int main(int count, char **arguments)
{
    sweep s = {.every = 1};
    bool with_large = false;
    const char *twin = NULL;
    for (int k = 1; k < count; k++) {
        if (strcmp(arguments[k], "--large") == 0) {
            with_large = true;
        } else if (strcmp(arguments[k], "--every") == 0 && k + 1 < count) {
            s.every = (uint32_t)strtoul(arguments[++k], NULL, 10);
        } else if (strcmp(arguments[k], "--twin") == 0 && k + 1 < count) {
            twin = arguments[++k];
        } else {
            fprintf(stderr, "usage: exhaust [--every N] [--large] | --twin NAME\n");
            return 2;
        }
    }
    s.p = pages_make();
    pages_tell_at_death(tell_work);
    name_levels();
    const tally sum = twin != NULL ? run_twin(&s, twin) : run_all(&s, with_large);
    printf("%llu passed, %llu failed\n", (unsigned long long)sum.passed, (unsigned long long)sum.failed);
    return sum.failed == 0 ? 0 : 1;
}
