/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shuffle indices as literals, because Clang does not fold loops that fill tables. `entry` is a macro with two table
 * parameters and the entry's number. Not installed.
 */
#ifndef PERMKERN_ORDERS_H
#define PERMKERN_ORDERS_H

/* Shuffles v and w, cast to `type`, by constant element numbers. */
#if defined(__clang__)
#define PERMKERN_SHUFFLE(type, v, w, ...) __builtin_shufflevector((type)(v), (type)(w), __VA_ARGS__)
#else
#define PERMKERN_SHUFFLE(type, v, w, ...) __builtin_shuffle((type)(v), (type)(w), (type){__VA_ARGS__})
#endif

#define PERMKERN_EACH4(entry, a, b, q) entry(a, b, q), entry(a, b, (q) + 1), entry(a, b, (q) + 2), entry(a, b, (q) + 3)
#define PERMKERN_EACH8(entry, a, b, q) PERMKERN_EACH4(entry, a, b, q), PERMKERN_EACH4(entry, a, b, (q) + 4)
#define PERMKERN_EACH16(entry, a, b, q) PERMKERN_EACH8(entry, a, b, q), PERMKERN_EACH8(entry, a, b, (q) + 8)

/* Consecutive numbers from a up. */
#define PERMKERN_UP(a, b, q) ((a) + (q))

/* Reverses the units that end a 16-byte lane. Bytes after the last unit are arbitrary. */
#define PERMKERN_REVERSED(unit, b, q) ((16 - (unit) - (q) / (unit) * (unit) + (q) % (unit)) & 15)
#define PERMKERN_REVERSED16(unit) PERMKERN_EACH16(PERMKERN_REVERSED, unit, 0, 0)

/*
 * Three-element pixels in 16-byte registers; an element has `size` bytes. THIRD masks elements m, m + 3, m + 6...
 * SPLIT3 sorts channel c after it was collected from three registers. JOIN3 is its inverse, because 11 * 3 is 1 modulo
 * 16. BACK: the last pixel is the first element.
 */
#define PERMKERN_THIRD(size, m, q) (255 * ((q) / (size) % 3 == (m)))
#define PERMKERN_SPLIT3(size, c, q) ((3 * ((q) / (size)) + (c)) * (size) % 16 + (q) % (size))
#define PERMKERN_JOIN3(size, c, q) (11 * ((q) / (size) + 16 - (c)) * (size) % 16 + (q) % (size))
#define PERMKERN_SPLIT3_BACK(size, c, q) PERMKERN_SPLIT3(size, c, PERMKERN_REVERSED(size, 0, q))
#define PERMKERN_JOIN3_BACK(size, c, q) PERMKERN_REVERSED(size, 0, PERMKERN_JOIN3(size, c, q))

/*
 * Pixels in a register: n elements of `size` bytes, n a power of two. APART groups the elements by channel; TOGETHER is
 * its inverse. BACK: the last pixel is the first element.
 */
#define PERMKERN_UNIT(n) (16 / (n))
#define PERMKERN_APART_FROM(size, n, pixel, q) (((pixel) * (n) + (q) / PERMKERN_UNIT(n)) * (size) + (q) % (size))
#define PERMKERN_APART(size, n, q) PERMKERN_APART_FROM(size, n, (q) % PERMKERN_UNIT(n) / (size), q)
#define PERMKERN_APART_BACK(size, n, q)                                                                                \
    PERMKERN_APART_FROM(size, n, PERMKERN_UNIT(n) / (size)-1 - (q) % PERMKERN_UNIT(n) / (size), q)
#define PERMKERN_TOGETHER_FROM(size, n, pixel, q)                                                                      \
    ((q) / (size) % (n)*PERMKERN_UNIT(n) + (pixel) * (size) + (q) % (size))
#define PERMKERN_TOGETHER(size, n, q) PERMKERN_TOGETHER_FROM(size, n, (q) / ((n) * (size)), q)
#define PERMKERN_TOGETHER_BACK(size, n, q)                                                                             \
    PERMKERN_TOGETHER_FROM(size, n, PERMKERN_UNIT(n) / (size)-1 - (q) / ((n) * (size)), q)

/* Table rows: two channels of 1, 2 and 4 bytes, four of 1 and 2, eight of 1. */
#define PERMKERN_PIXEL_ORDERS(entry)                                                                                   \
    {PERMKERN_EACH16(entry, 1, 2, 0)}, {PERMKERN_EACH16(entry, 2, 2, 0)}, {PERMKERN_EACH16(entry, 4, 2, 0)},           \
        {PERMKERN_EACH16(entry, 1, 4, 0)}, {PERMKERN_EACH16(entry, 2, 4, 0)},                                          \
    {                                                                                                                  \
        PERMKERN_EACH16(entry, 1, 8, 0)                                                                                \
    }

/* Table rows 0, 1 and 2 for elements of 1, 2, 4 and 8 bytes. */
#define PERMKERN_ROWS3(entry, size)                                                                                    \
    PERMKERN_EACH16(entry, size, 0, 0), PERMKERN_EACH16(entry, size, 1, 0), PERMKERN_EACH16(entry, size, 2, 0)
#define PERMKERN_SIZES3(entry)                                                                                         \
    PERMKERN_ROWS3(entry, 1), PERMKERN_ROWS3(entry, 2), PERMKERN_ROWS3(entry, 4), PERMKERN_ROWS3(entry, 8)

#endif /* PERMKERN_ORDERS_H */
