/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies of runs against copies of bytes: every length up to 80, at every distance of both sides from a word boundary,
 * one to five runs that follow each other with and without gaps; in the input they may share bytes as well. The bytes
 * around and between are compared with what was there before, and on Linux no run may be left on either side, as it
 * ends or begins with its pages. No framework: it runs on bare metal, where misaligned words trap on some cores.
 *
 * With PERMKERN_LIMITS: runs of the length of vectors in groups of eight, however long they are, and one byte more and
 * one less (the step limits).
 */
#if defined(__linux__)
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#endif
#include "move/permkern_word.h"

#include <stdio.h>

#ifdef PERMKERN_LIMITS
#define SPACE 12400U
#else
#define SPACE 512U
#endif
#define GUARD_BYTE 0xa5U

#if defined(__linux__)

#include <sys/mman.h>
#include <unistd.h>

/* Pages between two that may not be touched. Returns their first byte; *size: how many bytes they have. */
static uint8_t *room(size_t *size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    *size = (SPACE + page - 1) / page * page;
    uint8_t *const pages = mmap(NULL, *size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + page, *size, PROT_READ | PROT_WRITE) != 0) {
        return NULL;
    }
    return pages + page;
}

#else

static uint8_t *room(size_t *size)
{
    static _Alignas(8) uint8_t rooms[2][SPACE + 16];
    static unsigned used;
    *size = sizeof rooms[0];
    return rooms[used++];
}

#endif

static uint8_t *input;
static uint8_t *output;
static size_t in_room;
static size_t out_room;
static unsigned passed;
static unsigned failed;

/* Offsets from the beginning of both rooms; steps from run to run. One run: permkern_copy, too. */
typedef struct {
    size_t in_at, in_step, out_at, out_step, count, bytes;
} scene;

static uint8_t content(size_t at)
{
    return (uint8_t)((at * 167U + (at >> 8) * 59U + 1U) & 0x7fU); /* never the guard */
}

static uint8_t wanted(const scene *s, size_t at)
{
    for (size_t run = 0; run < s->count; run++) {
        const size_t begin = s->out_at + run * s->out_step;
        if (at >= begin && at - begin < s->bytes) {
            return content(s->in_at + run * s->in_step + (at - begin));
        }
    }
    return GUARD_BYTE;
}

/* Looks at a span of the output and 16 bytes on each side of it; clears it for the next scene. */
static bool is_right(const scene *s)
{
    const size_t end = s->out_at + (s->count - 1) * s->out_step + s->bytes;
    const size_t first = s->out_at < 16 ? 0 : s->out_at - 16;
    bool right = true;
    for (size_t at = first; at < out_room && at < end + 16; at++) {
        right = right && output[at] == wanted(s, at);
        output[at] = GUARD_BYTE;
    }
    return right;
}

static void note(const scene *s, const char *what)
{
    if (is_right(s)) {
        passed++;
        return;
    }
    failed++;
    if (failed <= 20) {
        printf("FAIL %s: %u runs of %u bytes, from %u by %u to %u by %u\n", what, (unsigned)s->count,
               (unsigned)s->bytes, (unsigned)s->in_at, (unsigned)s->in_step, (unsigned)s->out_at,
               (unsigned)s->out_step);
    }
}

static void try_scene(const scene *s)
{
#ifdef PERMKERN_PROFILE_SPEED
    permkern_runs(input + s->in_at, s->in_step, output + s->out_at, s->out_step, s->count, s->bytes);
    note(s, "permkern_runs");
#endif
    if (s->count == 1) {
        permkern_copy(input + s->in_at, output + s->out_at, s->bytes);
        note(s, "permkern_copy");
    }
}

/* At these distances from a boundary of eight bytes, at the beginning of the rooms and at their end. */
static void try_places(scene s, size_t in_off, size_t out_off)
{
    const size_t in_span = (s.count - 1) * s.in_step + s.bytes;
    const size_t out_span = (s.count - 1) * s.out_step + s.bytes;
    s.in_at = in_off;
    s.out_at = out_off;
    try_scene(&s);
    s.in_at = in_room - in_span - in_off;
    s.out_at = out_room - out_span - out_off;
    try_scene(&s);
}

#ifdef PERMKERN_LIMITS

static void try_lengths(void)
{
    for (size_t length = 32; length <= 4096; length *= 2) {
        for (size_t bytes = length - 1; bytes <= length + 1; bytes++) {
            for (size_t count = 1; count <= 3; count++) {
                try_places((scene){0, bytes + 3, 0, bytes + 2, count, bytes}, count, 1);
            }
        }
    }
}

#else

#define LENGTHS 80U
#define COUNTS 5U

static void try_length(size_t bytes, size_t count)
{
    /* Gaps behind each run; from the input so many bytes less than a run, too. */
    static const uint8_t gaps[][2] = {{0, 0}, {1, 0}, {0, 1}, {2, 2}, {4, 8}, {13, 7}};
    for (size_t off = 0; off < 16; off++) {
        for (unsigned k = 0; k < (count == 1 ? 1 : sizeof gaps / sizeof gaps[0]); k++) {
            try_places((scene){0, bytes + gaps[k][0], 0, bytes + gaps[k][1], count, bytes}, off % 4, off / 4);
        }
        try_places((scene){0, bytes / 2, 0, bytes, count, bytes}, off % 4, off / 4);
        try_places((scene){0, 0, 0, bytes + 4, count, bytes}, off % 4, off / 4);
    }
}

static void try_lengths(void)
{
    for (size_t bytes = 1; bytes <= LENGTHS; bytes++) {
        for (size_t count = 1; count <= COUNTS; count++) {
            try_length(bytes, count);
        }
    }
}

#endif

int main(void)
{
    input = room(&in_room);
    output = room(&out_room);
    if (input == NULL || output == NULL) {
        printf("no pages\n");
        return 1;
    }
    for (size_t k = 0; k < in_room; k++) {
        input[k] = content(k);
    }
    for (size_t k = 0; k < out_room; k++) {
        output[k] = GUARD_BYTE;
    }
    try_lengths();
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
