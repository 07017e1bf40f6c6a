/* SPDX-License-Identifier: BSD-3-Clause */
#include "check.h"

#ifdef __wasi__

void plain_fail(void)
{
    printf("not ok - the program ends here\n");
    exit(1);
}

static int run_one(plain_test *test, int i)
{
    test(i);
    return 0;
}

#else

static jmp_buf way_out;

void plain_fail(void)
{
    longjmp(way_out, 1);
}

static int run_one(plain_test *test, int i)
{
    if (setjmp(way_out) != 0) {
        return 1;
    }
    test(i);
    return 0;
}

#endif

static void *zeroed(size_t size)
{
    void *const made = calloc(1, size);
    if (made == NULL) {
        abort();
    }
    return made;
}

Suite *suite_create(const char *name)
{
    (void)name;
    return zeroed(sizeof(Suite));
}

void suite_add_tcase(Suite *suite, TCase *tcase)
{
    if (suite->tcases == PLAIN_MOST) {
        abort();
    }
    suite->tcase[suite->tcases++] = tcase;
}

TCase *tcase_create(const char *name)
{
    (void)name;
    return zeroed(sizeof(TCase));
}

void tcase_set_timeout(TCase *tcase, double seconds)
{
    (void)tcase;
    (void)seconds;
}

void tcase_add_test(TCase *tcase, plain_test *test)
{
    tcase_add_loop_test(tcase, test, 0, 1);
}

void tcase_add_loop_test(TCase *tcase, plain_test *test, int begin, int end)
{
    if (tcase->tests == PLAIN_MOST) {
        abort();
    }
    tcase->test[tcase->tests] = test;
    tcase->begin[tcase->tests] = begin;
    tcase->end[tcase->tests] = end;
    tcase->tests++;
}

SRunner *srunner_create(Suite *suite)
{
    SRunner *const runner = zeroed(sizeof *runner);
    runner->suite = suite;
    return runner;
}

void srunner_run_all(SRunner *runner, int mode)
{
    int number = 0;
    (void)mode;
    for (int k = 0; k < runner->suite->tcases; k++) {
        const TCase *const tcase = runner->suite->tcase[k];
        for (int t = 0; t < tcase->tests; t++) {
            for (int i = tcase->begin[t]; i < tcase->end[t]; i++) {
                const int failed = run_one(tcase->test[t], i);
                runner->failed += failed;
                printf("%s %d - test %d of case %d, round %d\n", failed != 0 ? "not ok" : "ok", ++number, t, k, i);
                (void)fflush(stdout);
            }
        }
    }
    printf("1..%d\n", number);
}

int srunner_ntests_failed(const SRunner *runner)
{
    return runner->failed;
}

void srunner_free(SRunner *runner)
{
    for (int k = 0; k < runner->suite->tcases; k++) {
        free(runner->suite->tcase[k]);
    }
    free(runner->suite);
    free(runner);
}
