/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The self-test: no framework, no allocation, printf only; for bare metal and anything else. Compares every permutation
 * and pinned kernel of the set with vectors that Python computed, through the dispatcher, with the kernels taken away,
 * and called directly. Prints "N passed, N failed" and returns 0 when nothing failed.
 */
#include "selftest.h"

#include <stdio.h>

#include "permkern_vectors.inc"

/* Each of two buffers. Shapes that need more are skipped by name. 16 kB of RAM hold the default. */
#ifndef SELFTEST_BYTES
#define SELFTEST_BYTES 5120
#endif
#define GUARD 16U
#define GUARD_BYTE 0xa5U

static _Alignas(64) uint8_t input[SELFTEST_BYTES + GUARD];
static _Alignas(64) uint8_t output[SELFTEST_BYTES + GUARD];
static uint8_t scratch[SELFTEST_BYTES / 8]; /* in place: a bit for each element, at most */

static unsigned passed;
static unsigned failed;
static unsigned skipped;

/* Byte `byte` of the element with index `index`: elements of one byte differ up to 256, wider ones always. */
static uint8_t pattern(uint32_t index, unsigned byte)
{
    return (uint8_t)((index >> (8 * (byte & 3U))) + (byte & 4U) * 29U);
}

static void fill(uint8_t *to, uint32_t elements, unsigned size)
{
    for (uint32_t i = 0; i < elements; i++) {
        for (unsigned byte = 0; byte < size; byte++) {
            to[i * size + byte] = pattern(i, byte);
        }
    }
}

static void clear(void)
{
    for (uint32_t i = 0; i < sizeof output; i++) {
        output[i] = GUARD_BYTE;
    }
}

static void judge(bool good, const char *what, const selftest_vector *vector, unsigned size)
{
    if (good) {
        passed++;
        return;
    }
    failed++;
    printf("FAIL %s, %u-bit, shape", what, size * 8);
    for (unsigned k = 0; k < vector->rank; k++) {
        printf(" %lu", (unsigned long)vector->shape[k]);
    }
    printf(", perm");
    for (unsigned k = 0; k < vector->rank; k++) {
        printf(" %u%s", vector->perm[k], (vector->flips >> k & 1U) != 0 ? " reversed" : "");
    }
    printf("\n");
}

/* What each element is exclusive-ored with, repeated to 64 bits in two halves. Most kernels have nothing. */
static uint32_t flip[2];

/* Byte `byte` of that constant in memory: of elements of so many bytes. */
static uint8_t flipped(unsigned size, unsigned byte)
{
    const uint16_t one = 1;
    const unsigned at = *(const uint8_t *)&one == 1 ? byte : size - 1 - byte;
    return (uint8_t)(flip[at / 4] >> (8 * (at & 3U)));
}

/* Compares out with the vector, and the bytes around it with what was there before. */
static bool matches(const selftest_vector *vector, unsigned size, const uint8_t *out)
{
    const uint32_t bytes = vector_elements(vector) * size;
    for (uint32_t k = 0; k < vector->entries; k++) {
        for (unsigned byte = 0; byte < size; byte++) {
            const uint8_t got = out[k * vector->step * size + byte];
            const uint8_t want = pattern(vector->source[k], byte) ^ flipped(size, byte);
            if (got != want) {
                printf("output element %lu, byte %u: got %u, want %u\n", (unsigned long)(k * vector->step), byte, got,
                       want);
                return false;
            }
        }
    }
    for (const uint8_t *at = output; at < output + sizeof output; at++) {
        if ((at < out || at >= out + bytes) && *at != GUARD_BYTE) {
            printf("wrote outside: byte %ld\n", (long)(at - out));
            return false;
        }
    }
    return true;
}

/* With SELFTEST_EACH: what has passed and failed of one kernel, for tools/report. */
#ifndef SELFTEST_EACH
#define SELFTEST_EACH 0
#endif
#if SELFTEST_EACH
static void tell(const char *what, const selftest_vector *vector, unsigned size)
{
    static unsigned passed_before;
    static unsigned failed_before;
    printf("each %s %u ", what, size * 8);
    for (unsigned k = 0; k < vector->rank; k++) {
        printf("%u", vector->perm[k]);
    }
    printf(" %u %u\n", passed - passed_before, failed - failed_before);
    passed_before = passed;
    failed_before = failed;
}
#else
static void tell(const char *what, const selftest_vector *vector, unsigned size)
{
    (void)what;
    (void)vector;
    (void)size;
}
#endif

/* Reversed axes run backwards in the input: the strides of a contiguous array, some of them negative. */
static size_t input_strides(ptrdiff_t *strides, const selftest_vector *vector)
{
    size_t first = 0; /* elements from the lowest to element (0, ..., 0) */
    ptrdiff_t stride = 1;
    for (unsigned axis = vector->rank; axis-- > 0;) {
        strides[axis] = stride;
        for (unsigned k = 0; k < vector->rank; k++) {
            if (vector->perm[k] == axis && (vector->flips >> k & 1U) != 0) {
                strides[axis] = -stride;
                first += (vector->shape[axis] - 1) * (size_t)stride;
            }
        }
        stride *= (ptrdiff_t)vector->shape[axis];
    }
    return first;
}

static permkern_status prepare(permkern_plan *plan, const selftest_vector *vector, unsigned size)
{
    const size_t bytes = (size_t)vector_elements(vector) * size;
    size_t shape[PERMKERN_MAX_RANK];
    ptrdiff_t strides[PERMKERN_MAX_RANK];
    permkern_layout in = {shape, NULL, 0, bytes, vector->rank, (uint8_t)(size * 8)};
    const permkern_layout out = {NULL, NULL, 0, bytes, vector->rank, (uint8_t)(size * 8)};
    if (permkern_shape_u32(shape, vector->shape, vector->rank) != PERMKERN_OK) {
        return PERMKERN_ERR_SHAPE;
    }
    if (vector->flips != 0) {
        in.offset = input_strides(strides, vector);
        in.strides = strides;
    }
    const permkern_status status = permkern_prepare(plan, &in, vector->perm, &out);
    if (status != PERMKERN_OK || (flip[0] | flip[1]) == 0) {
        return status;
    }
    const uint64_t mask = (uint64_t)flip[1] << 32 | flip[0];
    return permkern_xor(plan, size == 8 ? mask : mask & (((uint64_t)1 << 8 * size) - 1));
}

/* Through the dispatcher, in three parts, and with every kernel taken away; `offset` bytes into both buffers. */
static void test_request(const selftest_vector *vector, unsigned size, uint32_t offset)
{
    permkern_plan plan;
    const uint32_t elements = vector_elements(vector);
    uint8_t *const in = input + offset;
    uint8_t *const out = output + offset;
    if (elements * size + offset > SELFTEST_BYTES) {
        skipped++;
        return;
    }
    fill(in, elements, size);
    clear();
    judge(prepare(&plan, vector, size) == PERMKERN_OK && permkern_run(&plan, in, out) == PERMKERN_OK &&
              matches(vector, size, out),
          "dispatcher", vector, size);
    clear();
    bool ran = true;
    for (uint32_t part = 0; part < 3; part++) {
        ran = ran && permkern_run_part(&plan, in, out, part, 3) == PERMKERN_OK;
    }
    judge(ran && matches(vector, size, out), "three parts", vector, size);
    clear();
    permkern_work *const work = permkern_work_of(&plan);
    work->choice.kernel = permkern_generic;
    work->choice.wide = NULL;
    work->choice.pinned = NULL;
    work->small = NULL;
    judge(permkern_run(&plan, in, out) == PERMKERN_OK && matches(vector, size, out), "fallback", vector, size);
    clear();
    fill(out, elements, size);
    const size_t needed = permkern_in_place_bytes(&plan);
    judge(needed <= sizeof scratch && permkern_run_in_place(&plan, out, scratch, needed) == PERMKERN_OK &&
              matches(vector, size, out),
          "in place", vector, size);
}

#if PERMKERN_FORM_VECTORS > 0
static void test_forms(void)
{
    for (unsigned i = 0; i < PERMKERN_FORM_VECTORS; i++) {
        const selftest_form *const row = &form_vectors[i];
        for (unsigned size = 1; size <= 8; size *= 2) {
            if ((row->sizes & size) != 0) {
                test_request(&row->vector, size, 0);
                test_request(&row->vector, size, size); /* off the word boundary, where the element allows it */
                tell("any", &row->vector, size);
            }
        }
    }
}
#endif

#if PERMKERN_PINNED_VECTORS > 0
static void test_pinned(void)
{
    for (unsigned i = 0; i < PERMKERN_PINNED_VECTORS; i++) {
        const selftest_pinned *const row = &pinned_vectors[i];
        const uint32_t elements = vector_elements(&row->vector);
        if (elements > SELFTEST_BYTES / row->size) {
            printf("SKIP %s: needs %lu bytes\n", row->name, (unsigned long)elements * row->size);
            skipped++;
            continue;
        }
        flip[0] = row->flip[0];
        flip[1] = row->flip[1];
        fill(input, elements, row->size);
        clear();
        row->kernel(input, output);
        judge(matches(&row->vector, row->size, output), row->name, &row->vector, row->size);
        test_request(&row->vector, row->size, 0);
        test_request(&row->vector, row->size, row->size);
        tell(row->name, &row->vector, row->size);
    }
}
#endif

#if PERMKERN_IN_PLACE_VECTORS > 0
/* In the output's buffer, where matches() looks at the bytes around it. */
static void test_in_place(void)
{
    flip[0] = 0;
    flip[1] = 0;
    for (unsigned i = 0; i < PERMKERN_IN_PLACE_VECTORS; i++) {
        const selftest_in_place *const row = &in_place_vectors[i];
        const uint32_t elements = vector_elements(&row->vector);
        if (elements > SELFTEST_BYTES / row->size) {
            printf("SKIP %s: needs %lu bytes\n", row->name, (unsigned long)elements * row->size);
            skipped++;
            continue;
        }
        clear();
        fill(output, elements, row->size);
        row->kernel(output);
        judge(matches(&row->vector, row->size, output), row->name, &row->vector, row->size);
        if (row->align <= row->size && (elements + 1) * row->size <= SELFTEST_BYTES) {
            clear();
            fill(output + row->size, elements, row->size);
            row->kernel(output + row->size);
            judge(matches(&row->vector, row->size, output + row->size), row->name, &row->vector, row->size);
        }
        tell(row->name, &row->vector, row->size);
    }
}
#endif

int main(void)
{
#if PERMKERN_FORM_VECTORS > 0
    test_forms();
#endif
#if PERMKERN_PINNED_VECTORS > 0
    test_pinned();
#endif
#if PERMKERN_IN_PLACE_VECTORS > 0
    test_in_place();
#endif
    if (skipped > 0) {
        printf("%u skipped: more than %u bytes\n", skipped, (unsigned)SELFTEST_BYTES);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
