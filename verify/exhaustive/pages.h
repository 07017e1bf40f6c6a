/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The buffers of a case. Input and output lie between two guard pages, next to one of them: an access outside the
 * buffer on that side ends the program. On the other side is a fence of bytes, which is compared after the call.
 */
#ifndef PERMKERN_EXHAUST_PAGES_H
#define PERMKERN_EXHAUST_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* Copies a span's contents in and lays the fence. */
void pages_fill_in(const pages *p, size_t span, flush where, const uint8_t *contents);
void pages_fill_out(const pages *p, size_t span, flush where, const uint8_t *contents);

/* True if the output's fence is as it was. */
bool pages_kept_fence(const pages *p, size_t span, flush where);

/* Calls tell() before a signal or a sanitizer ends the program. */
void pages_tell_at_death(void (*tell)(void));

#endif /* PERMKERN_EXHAUST_PAGES_H */
