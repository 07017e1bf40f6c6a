/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Indices of shuffles, as literals: Clang does not fold loops that fill tables. `entry` is a macro of two parameters of
 * the table and of the entry's number. Not installed.
 */
#ifndef PERMKERN_ORDERS_H
#define PERMKERN_ORDERS_H

#define PERMKERN_EACH4(entry, a, b, q) entry(a, b, q), entry(a, b, (q) + 1), entry(a, b, (q) + 2), entry(a, b, (q) + 3)
#define PERMKERN_EACH8(entry, a, b, q) PERMKERN_EACH4(entry, a, b, q), PERMKERN_EACH4(entry, a, b, (q) + 4)
#define PERMKERN_EACH16(entry, a, b, q) PERMKERN_EACH8(entry, a, b, q), PERMKERN_EACH8(entry, a, b, (q) + 8)

/* Consecutive numbers from a on. */
#define PERMKERN_UP(a, b, q) ((a) + (q))

/*
 * Bytes of the units that end a lane of 16 bytes, in the opposite order. The bytes that follow the last unit are any.
 */
#define PERMKERN_REVERSED(unit, b, q) ((16 - (unit) - (q) / (unit) * (unit) + (q) % (unit)) & 15)
#define PERMKERN_REVERSED16(unit) PERMKERN_EACH16(PERMKERN_REVERSED, unit, 0, 0)

#endif /* PERMKERN_ORDERS_H */
