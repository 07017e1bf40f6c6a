/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Compares every permutation of many shapes and layouts with the definition:
 *
 *     exhaust [--every N] [--large]    every request, or every Nth; --large: with outputs stored past the caches
 *     exhaust --break N                breaks a promise that guard N watches, and so has to fail
 */
#include "work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned guard; /* the one that move_wrongly breaks */

/* Permutes, but reads or writes outside of its buffers, writes its input, or branches on contents. */
static permkern_status move_wrongly(const request *r, const void *context, const void *in, void *out)
{
    volatile uint8_t *const from = (volatile uint8_t *)(uintptr_t)in;
    volatile uint8_t *const to = out;
    const permkern_status status = move_at_once(r, context, in, out);
    switch (guard) {
    case 0:
        return from[-1] == 0 ? PERMKERN_ERR_NULL : status;
    case 1:
        return from[request_in_span(r)] == 0 ? PERMKERN_ERR_NULL : status;
    case 2:
        to[-1] = 0;
        return status;
    case 3:
        to[request_out_span(r)] = 0;
        return status;
    case 4:
        from[0] = 0;
        return status;
    default:
        if (from[0] == 0xe7) {
            to[0] = 0;
        }
        return status;
    }
}

static bool always(const request *r)
{
    (void)r;
    return true;
}

static tally break_guard(const sweep *s)
{
    static const entry_point wrong = {"wrong", move_wrongly, always, true};
    request r = {.rank = 2, .bits = 8, .shape = {9, 5}, .perm = {1, 0}};
    request_finish(&r);
    return check_entry(&s->p, &r, &wrong);
}

int main(int count, char **arguments)
{
    sweep s = {.every = 1};
    bool large = false;
    bool breaks = false;
    for (int k = 1; k < count; k++) {
        if (strcmp(arguments[k], "--large") == 0) {
            large = true;
        } else if (strcmp(arguments[k], "--every") == 0 && k + 1 < count) {
            s.every = (uint32_t)strtoul(arguments[++k], NULL, 10);
        } else if (strcmp(arguments[k], "--break") == 0 && k + 1 < count) {
            guard = (unsigned)strtoul(arguments[++k], NULL, 10);
            breaks = true;
        } else {
            fprintf(stderr, "usage: exhaust [--every N] [--large] | --break N\n");
            return 2;
        }
    }
    s.p = pages_make();
    pages_tell_at_death(tell_work);
    for (unsigned level = level_count(); level_name(level) != NULL; level++) {
        printf("not here: %s\n", level_name(level));
    }
    const tally sum = breaks ? break_guard(&s) : sweep_all(&s, large);
    printf("%llu passed, %llu failed\n", (unsigned long long)sum.passed, (unsigned long long)sum.failed);
    return sum.failed == 0 ? 0 : 1;
}
