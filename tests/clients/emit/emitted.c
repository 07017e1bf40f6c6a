/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What `permkern emit` prints, and the pinned kernels of the same works: both write the same bytes. The step
 * client-emit counts the instructions between the marks, which are equal as well.
 *
 * emitted.h has the functions, all in this one file, and EMITTED(X), which applies X to each one's name and bytes.
 */
#include "example.h"

#include "emitted.h"
#include "permkern.h"

#define MOST (120 * 160 * 2)

static _Alignas(8) uint8_t input[MOST];
static _Alignas(8) uint8_t pinned[MOST + 8];
static _Alignas(8) uint8_t emitted[MOST + 8];

typedef void permute(const void *in, void *out);

/* By pointers that the compiler cannot follow, so that neither is a part of its caller. */
static void check(const char *name, permute *volatile kernel, permute *volatile function, size_t bytes)
{
    memset(pinned, 0xa5, sizeof pinned);
    memset(emitted, 0xa5, sizeof emitted);
    mark_begin();
    kernel(input, pinned);
    mark_end();
    mark_begin();
    function(input, emitted);
    mark_end();
    example_end(name, "", pinned, emitted, bytes + 8);
}

int main(void)
{
    uint32_t state = 1;
    for (size_t k = 0; k < MOST; k++) {
        state = state * 1664525U + 1013904223U;
        input[k] = (uint8_t)(state >> 24);
    }
    example_begin();
#define CHECK(name, bytes) check(#name, permkern_pin_##name, name, bytes);
    EMITTED(CHECK)
    return failures;
}
