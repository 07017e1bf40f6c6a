/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where the input and the output of a case lie: in pages between two that cannot be touched, flush with one of them. On
 * the other side is a fence of bytes that the sanitizers forbid and that are compared afterwards.
 */
#ifndef PERMKERN_EXHAUST_PAGES_H
#define PERMKERN_EXHAUST_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __has_feature
#if __has_feature(memory_sanitizer)
#define EXHAUST_MSAN 1
#endif
#if __has_feature(address_sanitizer)
#define EXHAUST_ASAN 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__ /* GCC's word for it */
#define EXHAUST_ASAN 1
#endif

/* 1: a tool follows undefined values, so that contents can be tainted: MSan, and Memcheck (EXHAUST_MEMCHECK). */
#if defined(EXHAUST_MSAN) || defined(EXHAUST_MEMCHECK)
#define EXHAUST_TAINT 1
#else
#define EXHAUST_TAINT 0
#endif

#define ROOM ((size_t)1 << 24) /* bytes between the pages that cannot be touched */
#define FENCE 64U

typedef enum { FLUSH_START, FLUSH_END, FLUSHES } flush;

typedef struct {
    uint8_t *in_written;    /* the input's pages, for who fills them */
    const uint8_t *in_read; /* the same memory, read-only, between pages that cannot be touched */
    uint8_t *out;
} pages;

/* Ends the program where the system refuses. */
pages pages_make(void);

/* Where a span lies. */
static inline size_t pages_offset(size_t span, flush where)
{
    return where == FLUSH_START ? 0 : ROOM - span;
}

/* Copies a span's contents in and lays the fence. Until pages_open(), the tools refuse accesses to it. */
void pages_close_in(const pages *p, size_t span, flush where, const uint8_t *contents);
void pages_open_in(const pages *p, size_t span, flush where);

void pages_close_out(const pages *p, size_t span, flush where, const uint8_t *contents);

/* Lets the fence be read again; false: it was written. */
bool pages_open_out(const pages *p, size_t span, flush where);

/* Makes a span undefined, or defined again, for the tool that follows values. */
void pages_taint(const void *at, size_t bytes);
void pages_clear(const void *at, size_t bytes);

/* Whether every bit is undefined. */
bool pages_tainted(const void *at, size_t bytes);

/*
 * False where the tool loses sight of values: for a permute of two registers it joins what it knows of their elements
 * place by place, wherever the index takes them from. Few elements, runs that became one among them, in more than two
 * registers come from such permutes of registers that are not full.
 */
bool pages_keep_sight(size_t bytes);

/* Calls tell() before the program ends by a signal or a sanitizer's verdict. */
void pages_tell_at_death(void (*tell)(void));

#endif /* PERMKERN_EXHAUST_PAGES_H */
