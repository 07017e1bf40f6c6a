/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the suites are made of: tests, which run in one process, one after the other, and assertions, of which the first
 * that fails ends its test. Results are printed as TAP.
 */
#ifndef PERMKERN_CHECK_H
#define PERMKERN_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const char *name;
    void (*run)(int _i); /* called with 0 .. rounds - 1 */
    int rounds;
} check_test;

#define TEST(name, rounds)                                                                                             \
    {                                                                                                                  \
#name, name, rounds                                                                                            \
    }
#define START_TEST(name) static void name(int _i __attribute__((unused)))
#define END_TEST

/* Runs tests. Returns what main returns. */
int check_run(const check_test *tests, size_t count);

/* Ends the running test as a failed one. WebAssembly has no jumps out of functions: there it ends the program. */
_Noreturn void check_fail(void);

#define ck_abort_msg(...) (printf("# %s:%d: ", __FILE__, __LINE__), printf(__VA_ARGS__), printf("\n"), check_fail())
#define ck_assert_msg(condition, ...) ((condition) ? (void)0 : ck_abort_msg(__VA_ARGS__))
#define ck_assert(condition) ck_assert_msg(condition, "%s", #condition)
#define ck_assert_int_eq(a, b) ck_assert_msg((a) == (b), "%s == %s", #a, #b)
#define ck_assert_uint_eq(a, b) ck_assert_int_eq(a, b)
#define ck_assert_ptr_eq(a, b) ck_assert_int_eq(a, b)
#define ck_assert_uint_le(a, b) ck_assert_msg((a) <= (b), "%s <= %s", #a, #b)
#define ck_assert_str_eq(a, b) ck_assert_msg(strcmp(a, b) == 0, "%s is %s", #a, #b)
#define ck_assert_str_ne(a, b) ck_assert_msg(strcmp(a, b) != 0, "%s is %s", #a, #b)
#define ck_assert_mem_eq(a, b, n) ck_assert_msg(memcmp(a, b, n) == 0, "%s is not %s", #a, #b)

#endif /* PERMKERN_CHECK_H */
