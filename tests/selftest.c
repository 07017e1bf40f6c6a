/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The self-test: no framework, no allocation, printf only; for bare metal and anything else. Compares the set's
 * permutations and pinned kernels with the definition of a permute: through the dispatcher, without kernels, and called
 * directly. Prints "N passed, N failed" and returns 0 if nothing failed.
 */
#include "core/permkern_internal.h"

#include "selftest.h"

#include <stdio.h>

/* Bytes of each buffer. Larger shapes are skipped by name. The default fits 16 kB of RAM. */
#ifndef SELFTEST_BYTES
#define SELFTEST_BYTES 5120
#endif
#define GUARD 64U
#define GUARD_BYTE 0xa5U

static _Alignas(64) uint8_t input[SELFTEST_BYTES + GUARD];
static _Alignas(64) uint8_t output[SELFTEST_BYTES + GUARD];
static uint32_t watched;                    /* bytes of `output` up to the permute's end, and GUARD more */
static uint8_t scratch[SELFTEST_BYTES / 8]; /* in place: a bit for each element, at most */

static unsigned passed;
static unsigned failed;
static unsigned skipped;

/* Byte `byte` of element `index`: one-byte elements differ up to 256, wider ones always. */
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

/* Fills the output with guard bytes, for a permute that ends after `end` bytes. */
static void clear(uint32_t end)
{
    watched = end + GUARD;
    for (uint32_t i = 0; i < watched; i++) {
        output[i] = GUARD_BYTE;
    }
}

static void judge(bool good, const char *what, const selftest_work *work, unsigned bits)
{
    if (good) {
        passed++;
        return;
    }
    failed++;
    printf("FAIL %s, %u-bit, shape", what, bits);
    for (unsigned k = 0; k < work->rank; k++) {
        printf(" %lu", (unsigned long)work->shape[k]);
    }
    printf(", perm");
    for (unsigned k = 0; k < work->rank; k++) {
        printf(" %u%s", work->perm[k], (work->flips >> k & 1U) != 0 ? " reversed" : "");
    }
    printf("\n");
}

/* The XOR constant, repeated to 64 bits in two halves. Most kernels have none. */
static uint32_t flip[2];

/* Byte `byte` of the constant in memory, for elements of `size` bytes. */
static uint8_t flipped(unsigned size, unsigned byte)
{
    const uint16_t one = 1;
    const unsigned at = *(const uint8_t *)&one == 1 ? byte : size - 1 - byte;
    return (uint8_t)(flip[at / 4] >> (8 * (at & 3U)));
}

/* Compares the output, after its elements were cleared, with the guard bytes. */
static bool is_kept(const uint8_t *out)
{
    for (const uint8_t *at = output; at < output + watched; at++) {
        if (*at != GUARD_BYTE) {
            printf("wrote outside of elements: byte %ld\n", (long)(at - out));
            return false;
        }
    }
    return true;
}

/* Compares `out` with the definition, and clears its elements; then compares the guard bytes. */
static bool matches(const selftest_work *work, unsigned size, uint8_t *out)
{
    const uint32_t elements = work_elements(work);
    selftest_walk walk = first_element(work);
    for (uint32_t at = 0; at < elements; at++) {
        for (unsigned byte = 0; byte < size; byte++) {
            const uint8_t got = out[walk.target * size + byte];
            const uint8_t want = pattern((uint32_t)source_of(&walk, work), byte) ^ flipped(size, byte);
            out[walk.target * size + byte] = GUARD_BYTE;
            if (got != want) {
                printf("output element %lu, byte %u: got %u, want %u\n", (unsigned long)at, byte, got, want);
                return false;
            }
        }
        next_element(&walk, work);
    }
    return is_kept(out);
}

static permkern_status prepare(permkern_plan *plan, const selftest_work *work, unsigned size)
{
    const size_t bytes = (size_t)work_elements(work) * size;
    size_t shape[PERMKERN_MAX_RANK];
    const selftest_walk walk = first_element(work);
    permkern_layout in = {shape, NULL, 0, bytes, work->rank, (uint8_t)(size * 8)};
    const permkern_layout out = {NULL, NULL, 0, bytes, work->rank, (uint8_t)(size * 8)};
    if (permkern_shape_u32(shape, work->shape, work->rank) != PERMKERN_OK) {
        return PERMKERN_ERR_SHAPE;
    }
    if (work->flips != 0) {
        in.offset = (size_t)walk.source;
        in.strides = walk.stride;
    }
    const permkern_status status = permkern_prepare(plan, &in, work->perm, &out);
    if (status != PERMKERN_OK || (flip[0] | flip[1]) == 0) {
        return status;
    }
    const uint64_t mask = (uint64_t)flip[1] << 32 | flip[0];
    return permkern_xor(plan, size == 8 ? mask : mask & (((uint64_t)1 << 8 * size) - 1));
}

/* Through the dispatcher, in three parts, and without kernels, at byte offsets in each buffer. */
static void test_request(const selftest_work *work, unsigned size, uint32_t in_off, uint32_t out_off)
{
    permkern_plan plan;
    const uint32_t elements = work_elements(work);
    uint8_t *const in = input + in_off;
    uint8_t *const out = output + out_off;
    const uint32_t end = elements * size + in_off + out_off;
    if (end > SELFTEST_BYTES) {
        skipped++;
        return;
    }
    fill(in, elements, size);
    clear(end);
    judge(prepare(&plan, work, size) == PERMKERN_OK && permkern_run(&plan, in, out) == PERMKERN_OK &&
              matches(work, size, out),
          "dispatcher", work, size * 8);
    clear(end);
    bool ran = true;
    for (uint32_t part = 0; part < 3; part++) {
        ran = ran && permkern_run_part(&plan, in, out, part, 3) == PERMKERN_OK;
    }
    judge(ran && matches(work, size, out), "three parts", work, size * 8);
    clear(end);
#ifndef SELFTEST_PUBLIC /* an amalgamation for a core has no internal symbol */
    permkern_work *const stored = permkern_work_of(&plan);
    stored->choice.kernel = permkern_generic;
    stored->choice.wide_form = 0;
    stored->choice.pinned = NULL;
    stored->choice.small = NULL;
    judge(permkern_run(&plan, in, out) == PERMKERN_OK && matches(work, size, out), "fallback", work, size * 8);
#endif
    clear(end);
    fill(out, elements, size);
    const size_t needed = permkern_in_place_bytes(&plan);
    judge(needed <= sizeof scratch && permkern_run_in_place(&plan, out, scratch, needed) == PERMKERN_OK &&
              matches(work, size, out),
          "in place", work, size * 8);
}

typedef struct {
    unsigned bits;
    const char *perm;
} form;

static const form forms[] = {
#define PERMKERN_FORM(bits, perm, kernel, strategy, rows, cols) {bits, perm},
#include "permkern_plan.inc"
    {0, ""} /* sets of pinned kernels alone have no row */
};

/*
 * Plane rows and columns: a tail, whole tiles and less than a tile, two and three channels, then for vectors of any
 * length. More axes have fewer shapes.
 */
static const uint8_t planes[][2] = {{5, 6},   {8, 8},   {2, 3},   {19, 8},  {8, 19}, {17, 18}, {21, 2}, {21, 3},
                                    {2, 21},  {3, 21},  {35, 2},  {35, 3},  {35, 4}, {35, 5},  {35, 7}, {35, 8},
                                    {35, 12}, {35, 16}, {2, 35},  {3, 35},  {4, 35}, {5, 35},  {7, 35}, {8, 35},
                                    {12, 35}, {16, 35}, {16, 16}, {33, 17}, {28, 31}};

static unsigned planes_for(unsigned rank)
{
    return rank > 4 ? 3 : rank == 4 ? 6 : rank == 3 ? 10 : sizeof planes / sizeof planes[0];
}

static void test_form(const form *row)
{
    const unsigned size = row->bits / 8;
    selftest_work work = {{0}, {0}, {0}, {0}, {0}, false, {0}, 0, 0};
    read_perm(&work, row->perm);
    for (unsigned i = 0; i < planes_for(work.rank); i++) {
        for (unsigned axis = 0; axis < work.rank; axis++) {
            work.shape[axis] = work.rank > 4 ? 2 : 2 + axis % 2;
        }
        work.shape[work.rank - 1] = planes[i][1];
        work.shape[work.perm[work.rank - 1]] = planes[i][0];
        close_up(&work);
        test_request(&work, size, 0, 0);
        test_request(&work, size, i % 2 * size, (i + 1) % 2 * size); /* one of them off the word boundary */
    }
}

static void test_pinned(const selftest_pinned *row)
{
    const uint32_t span = work_span(&row->work, true);
    fill(input, work_span(&row->work, false), row->size);
    clear(span * row->size);
    row->kernel(input, output);
    judge(matches(&row->work, row->size, output), row->name, &row->work, row->bits);
    if (span != work_elements(&row->work) || span != work_span(&row->work, false) || row->work.ordered) {
        return; /* the dispatcher's requests have no gaps and no order */
    }
    test_request(&row->work, row->size, 0, 0);
    test_request(&row->work, row->size, row->size, 0);
    test_request(&row->work, row->size, 0, row->size);
}

/* Stores an element of 1, 2 or 4 bits. */
static void put_bits(uint8_t *bytes, uint32_t at, unsigned bits, uint32_t element)
{
    const unsigned first = at * bits % 8;
    const unsigned mask = ((1U << bits) - 1) << first;
    uint8_t *const byte = &bytes[at * bits / 8];
    *byte = (uint8_t)((*byte & ~mask) | (element << first & mask));
}

/* Elements that share bytes, at a byte offset in each buffer. Each round has other bits of the elements' numbers. */
static void test_packed(const selftest_pinned *row, uint32_t offset)
{
    const uint32_t elements = work_elements(&row->work);
    const uint32_t span = work_span(&row->work, false);
    uint8_t *const in = input + offset;
    uint8_t *const out = output + offset;
    bool good = true;
    for (unsigned shift = 0; good && (span - 1) >> shift != 0; shift += row->bits) {
        selftest_walk walk = first_element(&row->work);
        for (uint32_t at = 0; at < span; at++) {
            put_bits(in, at, row->bits, at >> shift);
        }
        clear(offset + (work_span(&row->work, true) * row->bits + 7) / 8);
        row->kernel(in, out);
        for (uint32_t at = 0; good && at < elements; at++) {
            const uint32_t to = walk.target * row->bits;
            const uint32_t got = out[to / 8] >> to % 8;
            good =
                ((got ^ (uint32_t)source_of(&walk, &row->work) >> shift ^ row->flip[0]) & ((1U << row->bits) - 1)) == 0;
            put_bits(out, walk.target, row->bits, (uint32_t)GUARD_BYTE >> to % 8);
            next_element(&walk, &row->work);
        }
        good = good && is_kept(out);
    }
    judge(good, row->name, &row->work, row->bits);
}

/* In the output buffer, because matches() compares the bytes around it. */
static void test_in_place(const selftest_pinned *row)
{
    const uint32_t elements = work_elements(&row->work);
    clear(elements * row->size);
    fill(output, elements, row->size);
    row->in_place(output);
    judge(matches(&row->work, row->size, output), row->name, &row->work, row->bits);
    if (row->align <= row->size && (elements + 1) * row->size <= SELFTEST_BYTES) {
        clear((elements + 1) * row->size);
        fill(output + row->size, elements, row->size);
        row->in_place(output + row->size);
        judge(matches(&row->work, row->size, output + row->size), row->name, &row->work, row->bits);
    }
}

static void test_row(const selftest_pinned *row)
{
    const uint32_t in_span = work_span(&row->work, false);
    const uint32_t span = work_span(&row->work, true) > in_span ? work_span(&row->work, true) : in_span;
    if (span > SELFTEST_BYTES * 8U / row->bits) {
        printf("SKIP %s: needs %lu bytes\n", row->name, (unsigned long)span * row->bits / 8);
        skipped++;
        return;
    }
    flip[0] = row->flip[0];
    flip[1] = row->flip[1];
    if (row->size == 0) {
        test_packed(row, 0);
        test_packed(row, row->align % GUARD); /* the guard is room enough */
    } else if (row->kernel != NULL) {
        test_pinned(row);
    } else {
        test_in_place(row);
    }
}

int main(void)
{
    for (const form *row = forms; row->bits != 0; row++) {
        test_form(row);
    }
    for (const selftest_row *at = pinned_rows; at->bits != 0; at++) {
        const selftest_pinned row = read_row(at);
        test_row(&row);
    }
    if (skipped > 0) {
        printf("%u skipped: more than %u bytes\n", skipped, (unsigned)SELFTEST_BYTES);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
