/* SPDX-License-Identifier: BSD-3-Clause */
/* What the tests of clients in C++ share: checks that are counted, and bytes to move. */
#ifndef PERMKERN_CLIENTS_CHECKS_H
#define PERMKERN_CLIENTS_CHECKS_H

#include <stddef.h>
#include <stdio.h>

inline unsigned passed;
inline unsigned failed;

inline void check(bool good, const char *what)
{
    passed += good ? 1U : 0U;
    failed += good ? 0U : 1U;
    if (!good) {
        printf("FAIL %s\n", what);
    }
}

/* Neighbouring bytes differ, and so do neighbouring words. */
inline void fill(unsigned char *bytes, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        bytes[k] = static_cast<unsigned char>((k * 2654435761U) >> 13);
    }
}

/* Prints `N passed, N failed`, the last line of such a test, and returns its exit code. */
inline int report()
{
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}

#endif /* PERMKERN_CLIENTS_CHECKS_H */
