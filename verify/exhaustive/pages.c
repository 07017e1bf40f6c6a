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
#ifdef EXHAUST_MEMCHECK
#include <valgrind/memcheck.h>
#endif

#define FENCE_BYTE 0xc3

/* ---- what the tools are told ---- */

static void forbid(const void *at, size_t bytes)
{
#if defined(EXHAUST_ASAN)
    __asan_poison_memory_region(at, bytes);
#elif defined(EXHAUST_MEMCHECK)
    (void)VALGRIND_MAKE_MEM_NOACCESS(at, bytes);
#else
    pages_taint(at, bytes);
#endif
}

static void allow(const void *at, size_t bytes)
{
#if defined(EXHAUST_ASAN)
    __asan_unpoison_memory_region(at, bytes);
#else
    pages_clear(at, bytes);
#endif
}

void pages_taint(const void *at, size_t bytes)
{
#if defined(EXHAUST_MSAN)
    __msan_poison(at, bytes);
#elif defined(EXHAUST_MEMCHECK)
    (void)VALGRIND_MAKE_MEM_UNDEFINED(at, bytes);
#else
    (void)at;
    (void)bytes;
#endif
}

void pages_clear(const void *at, size_t bytes)
{
#if defined(EXHAUST_MSAN)
    __msan_unpoison(at, bytes);
#elif defined(EXHAUST_MEMCHECK)
    (void)VALGRIND_MAKE_MEM_DEFINED(at, bytes);
#else
    (void)at;
    (void)bytes;
#endif
}

bool pages_tainted(const void *at, size_t bytes)
{
#if EXHAUST_TAINT
    const uint8_t *const byte = at;
    for (size_t i = 0; i < bytes; i++) {
#ifdef EXHAUST_MSAN
        if (__msan_test_shadow(byte + i, 1) != 0) {
            return false;
        }
#else
        uint8_t undefined = 0;
        if (VALGRIND_GET_VBITS(byte + i, &undefined, 1) != 1 || undefined != 0xff) {
            return false;
        }
#endif
    }
#else
    (void)at;
    (void)bytes;
#endif
    return true;
}

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

/* Room for a mapping with a page on both sides that nobody may touch. */
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

/* The fence of a span: behind it where it is flush with the start, otherwise before it. */
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

/* ---- the end ---- */

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
