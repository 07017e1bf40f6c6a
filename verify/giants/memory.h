/* SPDX-License-Identifier: BSD-3-Clause */
/* Spans of gigabytes that take no memory but for the pages that are looked at. */
#ifndef PERMKERN_GIANTS_MEMORY_H
#define PERMKERN_GIANTS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GIB ((size_t)1 << 30)

/* Address space: a page takes memory once it is written. Ends the program where there is not so much. */
uint8_t *giant_reserve(size_t bytes);

/* From here on, ends the program as soon as it has taken a gigabyte: an offset that went wrong may lead anywhere. */
void giant_watch(void);

/* Gives the pages back that were touched: all bytes are 0 again. */
void giant_forget(uint8_t *at, size_t bytes);

/*
 * The same for spans that are read and written as a whole: one small file lies at all places, so that whatever is
 * written to one is in all of them, but for windows around a few places, which have pages of their own.
 */
#define GIANT_WINDOWS 4U
#define GIANT_WINDOW ((size_t)1 << 16) /* bytes on either side of a place */

typedef struct {
    size_t from;
    size_t to;
} giant_window;

typedef struct {
    uint8_t *at;
    size_t bytes;
    giant_window window[GIANT_WINDOWS]; /* at both ends, in the middle, and at 4 GiB; they may meet */
} giant_span;

giant_span giant_alias(size_t bytes);
void giant_unmap(const giant_span *span);
bool giant_in_window(const giant_span *span, size_t at);

#ifdef __cplusplus
}
#endif

#endif /* PERMKERN_GIANTS_MEMORY_H */
