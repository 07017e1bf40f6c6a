/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Spans of over 4 GiB that are moved as a whole, where a number of elements, bytes or rows must exceed 32 bits. All but
 * small windows of a span are one megabyte that lies at all places, so that caches move the gigabytes. What is compared
 * are the bytes that come from a window and go to one: at the ends, in the middle, and where 32 bits end.
 */
#include "giants.h"

#include <string.h>

static uint8_t content(size_t at)
{
    const uint64_t x = (at + 1) * 0x9e3779b97f4a7c15U;
    return (uint8_t)(x >> 32 | 1U);
}

static void fill(const giant_span *span)
{
    for (unsigned k = 0; k < GIANT_WINDOWS; k++) {
        for (size_t at = span->window[k].from; at < span->window[k].to; at++) {
            span->at[at] = content(at);
        }
    }
}

/* The byte of the input that a byte of the output comes from. */
static size_t source_of(const request *r, size_t at)
{
    const size_t size = r->bits / 8;
    const size_t byte = at % size;
    size_t element = at / size;
    size_t from = r->in_offset;
    for (unsigned k = r->rank; k-- > 0;) {
        const size_t extent = request_out_extent(r, k);
        from += element % extent * (size_t)r->in_strides[r->perm[k]];
        element /= extent;
    }
    return from * size + byte;
}

/* Something is compared in one window of the output's at least beside that at its start. */
static bool is_right(const request *r, const giant_span *in, const uint8_t *out, const giant_span *like)
{
    const uint8_t mask = (uint8_t)r->mask;
    size_t compared = 0;
    for (unsigned k = 0; k < GIANT_WINDOWS; k++) {
        for (size_t at = like->window[k].from; at < like->window[k].to; at++) {
            const size_t from = source_of(r, at);
            if (giant_in_window(in, from)) {
                compared += k == 0 ? 0 : 1;
                if (out[at] != (uint8_t)(content(from) ^ mask)) {
                    return false;
                }
            }
        }
    }
    return compared != 0;
}

static void check(const char *name, const request *r, mover *move)
{
    const giant_span in = giant_alias(request_in_span(r));
    const giant_span out = giant_alias(request_out_span(r));
    fill(&in);
    giant_count(move(r, NULL, in.at, out.at) == PERMKERN_OK && is_right(r, &in, out.at, &out), name, r);
    giant_unmap(&in);
    giant_unmap(&out);
}

static void check_in_place(const char *name, const request *r)
{
    permkern_plan plan;
    const giant_span data = giant_alias(request_in_span(r));
    fill(&data);
    uint8_t scratch[64];
    const bool small = request_prepare(r, &plan) == PERMKERN_OK && permkern_in_place_bytes(&plan) <= sizeof scratch;
    giant_count(small && permkern_run_in_place(&plan, data.at, scratch, sizeof scratch) == PERMKERN_OK &&
                    is_right(r, &data, data.at, &data),
                name, r);
    giant_unmap(&data);
}

static request line_of(size_t elements, unsigned bits)
{
    request r = {.rank = 1, .bits = bits, .shape = {elements}, .perm = {0}};
    request_finish(&r);
    return r;
}

static request plane_of(size_t rows, size_t cols)
{
    request r = {.rank = 2, .bits = 8, .shape = {rows, cols}, .perm = {1, 0}};
    request_finish(&r);
    return r;
}

/* Each takes seconds. A sample leaves out what differs in the kernel alone, which strides and shares call, too. */
void check_whole(void)
{
    request line = line_of(4 * GIB + 70001, 8);
    check("copy", &line, move_by_permute);
    line.mask = 0x80;
    if (!sampling()) {
        check("exclusive or", &line, move_by_permute);
    }
    line.mask = 0;
    turn_round(&line, 1, 0);
    check_in_place("reversed in place", &line);
    const request split = plane_of(2 * GIB + 35, 2);
    check("channels taken apart", &split, move_by_permute);
    if (!sampling()) {
        check("reversed", &line, move_by_permute);
        const request join = plane_of(2, 2 * GIB + 35);
        check("channels put together", &join, move_by_permute);
        request runs = {.rank = 3, .bits = 16, .shape = {2, 2, GIB / 2 + 9}, .perm = {1, 0, 2}};
        request_finish(&runs);
        check("long runs", &runs, move_at_once);
    }
}
