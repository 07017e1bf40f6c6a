/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs the harness that is included before on random inputs, without libFuzzer: with any compiler, on any machine. Each
 * function has to return each of its statuses.
 */
#ifndef PERMKERN_FUZZ_SEEDED_H
#define PERMKERN_FUZZ_SEEDED_H

#include "suite.h"

enum { SEEDED_RUNS = 32000 };

/* One test: Check may run each in a process of its own, and rare statuses take many calls. */
TEST(calls)
{
    uint64_t state = 0;
    uint8_t input[128];
    for (unsigned run = 0; run < SEEDED_RUNS; run++) {
        for (size_t k = 0; k < sizeof input; k++) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            input[k] = (uint8_t)(state >> 56);
        }
        (void)LLVMFuzzerTestOneInput(input, sizeof input);
    }
    for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++) {
        const fuzz_function *const f = &functions[k];
        ck_assert_msg((f->statuses & ~f->seen) == 0, "%s: no call had to return %#x", f->name,
                      (unsigned)(f->statuses & ~f->seen));
    }
}

#endif /* PERMKERN_FUZZ_SEEDED_H */
