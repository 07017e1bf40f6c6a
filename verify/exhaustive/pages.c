/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "pages.h"
#include "permkern_vector.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef EXHAUST_ASAN
#include <sanitizer/asan_interface.h>
#endif
#ifdef EXHAUST_MSAN
#include <sanitizer/msan_interface.h>
#endif

#define FENCE_BYTE 0xc3

/* ---- sanitizers ---- */

static void forbid(const void *at, size_t bytes)
{
#ifdef EXHAUST_ASAN
    __asan_poison_memory_region(at, bytes);
#else
    pages_taint(at, bytes);
#endif
}

static void allow(const void *at, size_t bytes)
{
#ifdef EXHAUST_ASAN
    __asan_unpoison_memory_region(at, bytes);
#else
    pages_clear(at, bytes);
#endif
}

#ifdef EXHAUST_MSAN

void pages_taint(const void *at, size_t bytes)
{
    __msan_poison(at, bytes);
}

void pages_clear(const void *at, size_t bytes)
{
    __msan_unpoison(at, bytes);
}

bool pages_tainted(const void *at, size_t bytes)
{
    bool all = true;
    for (size_t i = 0; i < bytes; i++) {
        all = all && __msan_test_shadow((const uint8_t *)at + i, 1) == 0;
    }
    return all;
}

#else

void pages_taint(const void *at, size_t bytes)
{
    (void)at;
    (void)bytes;
}

void pages_clear(const void *at, size_t bytes)
{
    (void)at;
    (void)bytes;
}

bool pages_tainted(const void *at, size_t bytes)
{
    (void)at;
    (void)bytes;
    return true;
}

#endif

bool pages_keep_sight(size_t bytes)
{
#ifdef PERMKERN_X86
    return (permkern_cpu & PERMKERN_CPU_LEVEL) < PERMKERN_CPU_AVX512 || bytes <= 128 || bytes > 512;
#else
    return bytes != 0;
#endif
}

/* ---- pages ---- */

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

void pages_close_in(const pages *p, size_t span, flush where, const uint8_t *contents)
{
    memset(p->in_written + fence_at(span, where), FENCE_BYTE, FENCE);
    memcpy(p->in_written + pages_offset(span, where), contents, span);
    forbid(p->in_read + fence_at(span, where), FENCE);
}

void pages_open_in(const pages *p, size_t span, flush where)
{
    allow(p->in_read + fence_at(span, where), FENCE);
}

void pages_close_out(const pages *p, size_t span, flush where, const uint8_t *contents)
{
    memset(p->out + fence_at(span, where), FENCE_BYTE, FENCE);
    memcpy(p->out + pages_offset(span, where), contents, span);
    forbid(p->out + fence_at(span, where), FENCE);
}

bool pages_open_out(const pages *p, size_t span, flush where)
{
    const uint8_t *const fence = p->out + fence_at(span, where);
    unsigned differ = 0;
    allow(fence, FENCE);
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
    last_words = tell;
#if defined(EXHAUST_ASAN) || defined(EXHAUST_MSAN)
    __sanitizer_set_death_callback(tell);
    (void)on_signal;
#else
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
#endif
}
