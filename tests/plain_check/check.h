/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * As much of Check's interface as the suites use, for cross builds whose system has no Check: one process, no limits of
 * time, a failed assertion ends its test by a jump. Results as TAP, as with Check.
 */
#ifndef PERMKERN_PLAIN_CHECK_H
#define PERMKERN_PLAIN_CHECK_H

#ifndef __wasi__
#include <setjmp.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAIN_MOST 64

typedef void plain_test(int _i);

typedef struct {
    plain_test *test[PLAIN_MOST];
    int begin[PLAIN_MOST], end[PLAIN_MOST];
    int tests;
} TCase;

typedef struct {
    TCase *tcase[PLAIN_MOST];
    int tcases;
} Suite;

typedef struct {
    Suite *suite;
    int failed;
} SRunner;

/* Ends the running test as a failed one. WebAssembly has no jumps out of functions: there it ends the program. */
_Noreturn void plain_fail(void);

#define CK_ENV 0
#define START_TEST(name) static void name(int _i __attribute__((unused)))
#define END_TEST

#define ck_abort_msg(...) (printf("# %s:%d: ", __FILE__, __LINE__), printf(__VA_ARGS__), printf("\n"), plain_fail())
#define ck_assert_msg(condition, ...) ((condition) ? (void)0 : ck_abort_msg(__VA_ARGS__))
#define ck_assert(condition) ck_assert_msg(condition, "%s", #condition)
#define ck_assert_int_eq(a, b) ck_assert_msg((a) == (b), "%s == %s", #a, #b)
#define ck_assert_uint_eq(a, b) ck_assert_int_eq(a, b)
#define ck_assert_ptr_eq(a, b) ck_assert_int_eq(a, b)
#define ck_assert_uint_le(a, b) ck_assert_msg((a) <= (b), "%s <= %s", #a, #b)
#define ck_assert_ptr_nonnull(a) ck_assert_msg((a) != NULL, "%s is NULL", #a)
#define ck_assert_str_eq(a, b) ck_assert_msg(strcmp(a, b) == 0, "%s is %s", #a, #b)
#define ck_assert_str_ne(a, b) ck_assert_msg(strcmp(a, b) != 0, "%s is %s", #a, #b)
#define ck_assert_mem_eq(a, b, n) ck_assert_msg(memcmp(a, b, n) == 0, "%s is not %s", #a, #b)

Suite *suite_create(const char *name);
void suite_add_tcase(Suite *suite, TCase *tcase);
TCase *tcase_create(const char *name);
void tcase_set_timeout(TCase *tcase, double seconds);
void tcase_add_test(TCase *tcase, plain_test *test);
void tcase_add_loop_test(TCase *tcase, plain_test *test, int begin, int end);
SRunner *srunner_create(Suite *suite);
void srunner_run_all(SRunner *runner, int mode);
int srunner_ntests_failed(const SRunner *runner);
void srunner_free(SRunner *runner);

#endif /* PERMKERN_PLAIN_CHECK_H */
