/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The buffers of a case. Input and output lie between two guard pages, next to one of them. On the other side is a fence
 * of bytes: sanitizers forbid accesses to it, and it is compared after the call.
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

/* 1: MSan follows undefined values, so that contents can be tainted. */
#ifdef EXHAUST_MSAN
#define EXHAUST_TAINT 1
#else
#define EXHAUST_TAINT 0
#endif

#define ROOM ((size_t)1 << 24) /* bytes between the guard pages */
#define FENCE 64U

typedef enum { FLUSH_START, FLUSH_END, FLUSHES } flush;

typedef struct {
    uint8_t *in_written;    /* the input's pages, writable */
    const uint8_t *in_read; /* the same memory, read-only, between guard pages */
    uint8_t *out;
} pages;

/* Maps the pages. Ends the program if the system refuses. */
pages pages_make(void);

/* Offset of a span's first byte in its pages. */
static inline size_t pages_offset(size_t span, flush where)
{
    return where == FLUSH_START ? 0 : ROOM - span;
}

/* Copies a span's contents in and lays the fence. Sanitizers forbid accesses to the fence until pages_open_*(). */
void pages_close_in(const pages *p, size_t span, flush where, const uint8_t *contents);
void pages_open_in(const pages *p, size_t span, flush where);

void pages_close_out(const pages *p, size_t span, flush where, const uint8_t *contents);

/* Allows accesses to the fence again. Returns false if it was written. */
bool pages_open_out(const pages *p, size_t span, flush where);

/* Makes a span undefined for MSan, or defined again. */
void pages_taint(const void *at, size_t bytes);
void pages_clear(const void *at, size_t bytes);

/* True if every bit of the span is undefined. */
bool pages_tainted(const void *at, size_t bytes);

/*
 * False where MSan loses track of values: for a permute of two registers, it joins the shadows lane by lane, whatever
 * the index says. Kernels for few elements use such permutes.
 */
bool pages_keep_sight(size_t bytes);

/* Calls tell() before a signal or a sanitizer ends the program. */
void pages_tell_at_death(void (*tell)(void));

#endif /* PERMKERN_EXHAUST_PAGES_H */
