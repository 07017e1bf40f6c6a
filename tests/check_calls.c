/* SPDX-License-Identifier: BSD-3-Clause */
/* Random calls of the core API, right and wrong: status and every byte as specified. check_core.c has what is left. */
#include "fuzz/fuzz_core.c"
#include "fuzz/seeded.h"

START_TEST(calls)
{
    run_seeded((unsigned)_i);
}
END_TEST

int main(void)
{
    Suite *const suite = suite_create("calls");
    TCase *const all = tcase_create("all");
    tcase_add_loop_test(all, calls, 0, SEEDED_CASES);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
