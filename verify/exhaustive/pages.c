/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "pages.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define FENCE_BYTE 0xc3

static void *must(void *mapped)
{
    if (mapped == MAP_FAILED) {
        perror("mmap");
        exit(2);
    }
    return mapped;
}

/* Reserves room for a mapping between two guard pages. */
static uint8_t *between_guards(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *const all = must(mmap(NULL, ROOM + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    return all + page;
}

pages pages_make(void)
{
    pages made;
    const int file = memfd_create("exhaust", 0);
    if (file < 0 || ftruncate(file, (off_t)ROOM) != 0) {
        perror("memfd_create");
        exit(2);
    }
    made.in_written = must(mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    made.in_read = must(mmap(between_guards(), ROOM, PROT_READ, MAP_SHARED | MAP_FIXED, file, 0));
    made.out =
        must(mmap(between_guards(), ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0));
    return made;
}

/* The fence lies after a span at the start, before a span at the end. */
static size_t fence_at(size_t span, flush where)
{
    return where == FLUSH_START ? span : ROOM - span - FENCE;
}

static void fill(uint8_t *room, size_t span, flush where, const uint8_t *contents)
{
    memset(room + fence_at(span, where), FENCE_BYTE, FENCE);
    memcpy(room + pages_offset(span, where), contents, span);
}

void pages_fill_in(const pages *p, size_t span, flush where, const uint8_t *contents)
{
    fill(p->in_written, span, where, contents);
}

void pages_fill_out(const pages *p, size_t span, flush where, const uint8_t *contents)
{
    fill(p->out, span, where, contents);
}

bool pages_kept_fence(const pages *p, size_t span, flush where)
{
    const uint8_t *const fence = p->out + fence_at(span, where);
    unsigned differ = 0;
    for (unsigned i = 0; i < FENCE; i++) {
        differ |= fence[i] ^ (unsigned)FENCE_BYTE;
    }
    return differ == 0;
}

/* ---- the end of the program ---- */

static void (*last_words)(void);

static void on_signal(int number)
{
    (void)number;
    last_words();
    _exit(1);
}

void pages_tell_at_death(void (*tell)(void))
{
    struct sigaction action;
    last_words = tell;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    sigaction(SIGABRT, &action, NULL); /* sanitizers, with abort_on_error */
}
