/* SPDX-License-Identifier: BSD-3-Clause */
#include "check.h"

#ifdef __wasi__
#include <stdlib.h>

void check_fail(void)
{
    printf("not ok - the program ends here\n");
    exit(1);
}

static bool passes(const check_test *test, int round)
{
    test->run(round);
    return true;
}

#else
#include <setjmp.h>

static jmp_buf way_out;

void check_fail(void)
{
    longjmp(way_out, 1);
}

static bool passes(const check_test *test, int round)
{
    if (setjmp(way_out) != 0) {
        return false;
    }
    test->run(round);
    return true;
}

#endif

int check_run(const check_test *tests, size_t count)
{
    int number = 0;
    int failed = 0;
    for (size_t k = 0; k < count; k++) {
        for (int round = 0; round < tests[k].rounds; round++) {
            const bool passed = passes(&tests[k], round);
            failed += passed ? 0 : 1;
            printf("%s %d - %s %d\n", passed ? "ok" : "not ok", ++number, tests[k].name, round);
            (void)fflush(stdout);
        }
    }
    printf("1..%d\n", number);
    return failed == 0 ? 0 : 1;
}
