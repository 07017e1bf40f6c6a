/* SPDX-License-Identifier: BSD-3-Clause */
/* Random calls of the core API, right and wrong: status and every byte as specified. check_core.c has what is left. */
#include "fuzz/fuzz_core.c"
#include "fuzz/seeded.h"

int main(void)
{
    const check_test tests[] = {TEST(calls, SEEDED_CASES)};
    return check_run(tests, sizeof tests / sizeof tests[0]);
}
