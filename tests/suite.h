/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables of tests for Check. Systems for which Check is not packaged take plain_check/check.h. */
#ifndef PERMKERN_SUITE_H
#define PERMKERN_SUITE_H

#include <check.h>
#include <stddef.h>

#ifdef PERMKERN_PLAIN_CHECK_H
typedef plain_test *suite_test;
#else
typedef const TTest *suite_test;
#endif

typedef struct {
    const char *name;
    suite_test run;
    int rounds; /* _i counts them from 0 */
} test;

#define TEST(name) START_TEST(name)
#define ONCE(name) EACH(name, 1)
#define EACH(name, rounds)                                                                                             \
    {                                                                                                                  \
#name, name, rounds                                                                                            \
    }

/* Runs tests. Returns main's exit code. */
int run_tests(const test *tests, size_t count);

#endif /* PERMKERN_SUITE_H */
