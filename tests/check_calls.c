/* SPDX-License-Identifier: BSD-3-Clause */
/* Random calls of the core API, right and wrong: status and every byte as specified. check_core.c has the rest. */
#include "fuzz/fuzz_core.c"
#include "fuzz/seeded.h"

int main(void)
{
    const test tests[] = {
        ONCE(calls),
    };
    return run_tests(tests, sizeof tests / sizeof tests[0]);
}
