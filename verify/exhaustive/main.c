/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every permutation of ranks 1 to 4 over every shape with extents 1 to 7, then extents around every tile, channels,
 * runs, views, axes that run backwards, offsets, arrays of one element and of none, work in place, refused requests,
 * the set's pinned kernels:
 *
 *     exhaust [--every N] [--large]     checks them, or every Nth; --large: with outputs stored past the caches
 *     exhaust --twin NAME               does what no kernel may, which has to fail
 */
#include "sweeps.h"
#include "twins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

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
        {"empty", sweep_empty},
        {"refused", sweep_refused},
        {"pinned", sweep_pinned},
        {"large", sweep_large},
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
