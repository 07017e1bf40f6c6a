/* SPDX-License-Identifier: BSD-3-Clause */
/* permkern_run_part: parts write disjoint bytes, and together the bytes that permkern_run writes. */
#include "harness.h"

#include <string.h>

enum { ROWS = 23, COLS = 97 };
static uint8_t in[ROWS * COLS];
static uint8_t out[ROWS * COLS];
static uint8_t want[ROWS * COLS];

/* Plans the transpose of a byte matrix, runs it into `want`, and returns its bytes. */
static size_t prepare(permkern_plan *plan, size_t rows, size_t cols)
{
    request r = {.rank = 2, .bits = 8, .shape = {rows, cols}, .perm = {1, 0}};
    request_finish(&r);
    ck_assert_uint_le(rows * cols, sizeof in);
    for (size_t i = 0; i < rows * cols; i++) {
        in[i] = (uint8_t)(i * 7U);
    }
    ck_assert_int_eq(request_prepare(&r, plan), PERMKERN_OK);
    ck_assert_int_eq(permkern_run(plan, in, want), PERMKERN_OK);
    return rows * cols;
}

/* Runs a part on an output that differs from the result in every byte. Returns the number of bytes written. */
static size_t run_part(const permkern_plan *plan, size_t bytes, uint32_t part, uint32_t parts)
{
    size_t written = 0;
    for (size_t i = 0; i < bytes; i++) {
        out[i] = (uint8_t)~want[i];
    }
    ck_assert_int_eq(permkern_run_part(plan, in, out, part, parts), PERMKERN_OK);
    for (size_t i = 0; i < bytes; i++) {
        written += out[i] == want[i] ? 1U : 0U;
    }
    return written;
}

/*
 * All parts together write each byte once, for numbers of parts up to the largest. Later parts must write nothing, also
 * if their number truncated to 8, 16 or 24 bits is one of the first.
 */
TEST(numbers_of_parts)
{
    static const uint32_t numbers[] = {1,           2,           3,           5,           8,          64,
                                       200,         0xffff,      0x10000,     0x10001,     70001,      0x1000000,
                                       0x7fffffffU, 0x80000000U, 0x80000001U, 0xfffffffeU, 0xffffffffU};
    static const uint32_t places[] = {0,         0x100,      0x8000,     0x10000,   0x20000,
                                      0x1000000, 0x7fffff00, 0x80000000, 0xffffff00};
    const uint32_t parts = numbers[_i];
    permkern_plan plan;
    const size_t bytes = prepare(&plan, 5, COLS);
    size_t written = 0;
    uint64_t next = 0; /* the first part that was not run */
    for (unsigned n = 0; n < sizeof places / sizeof places[0]; n++) {
        const uint64_t end = (uint64_t)places[n] + COLS + 2;
        for (uint64_t part = next > places[n] ? next : places[n]; part < end && part < parts; part++) {
            written += run_part(&plan, bytes, (uint32_t)part, parts);
            next = part + 1;
        }
    }
    ck_assert_uint_eq(written, bytes);
}

/* More parts with bytes to write than 16 bits can count. */
TEST(many_parts)
{
    static const uint32_t count = 70001;
    request r = {.rank = 2, .bits = 8, .shape = {2, 70001}, .perm = {1, 0}};
    request_finish(&r);
    check_request(&r, &(entry_point){"in many parts", move_in_parts, &count, 0}, 1);
}

/* A reversed row in parts of one or two elements, fewer than any vector holds. */
TEST(parts_of_a_reversed_row)
{
    static const uint32_t counts[] = {300, 150, 299};
    for (unsigned bits = 8; bits <= 64; bits *= 2) {
        request r = {.rank = 1, .bits = bits, .shape = {300}};
        request_finish(&r);
        turn_round(&r, 1, 0);
        check_request(&r, &(entry_point){"in many parts", move_in_parts, &counts[_i], 0}, 1);
    }
}

/* Two pixels: the parts split their bytes, which reversed order puts apart. */
TEST(parts_of_reversed_pixels)
{
    static const uint32_t halves = 2;
    request r = {.rank = 2, .bits = 8, .shape = {2, 3}, .perm = {0, 1}};
    request_finish(&r);
    turn_round(&r, 1, 0);
    check_request(&r, &(entry_point){"in halves", move_in_parts, &halves, 0}, 1);
}

/* Parts hold whole tiles if each part can have one: eight output rows. */
TEST(parts_end_between_tiles)
{
    static const uint32_t rows[] = {16, 20, 23};
    permkern_plan plan;
    (void)prepare(&plan, 40, rows[_i]);
    memset(in, 1, sizeof in);
    memset(out, 0, sizeof out);
    ck_assert_int_eq(permkern_run_part(&plan, in, out, 0, 2), PERMKERN_OK);
    for (size_t i = 0; i < 40U * rows[_i]; i++) {
        ck_assert_uint_eq(out[i], i < (size_t)8 * 40 ? 1 : 0);
    }
}

int main(void)
{
    const test tests[] = {
        EACH(numbers_of_parts, 17),       ONCE(many_parts),
        EACH(parts_of_a_reversed_row, 3), ONCE(parts_of_reversed_pixels),
        EACH(parts_end_between_tiles, 3),
    };
    return run_suite(tests, sizeof tests / sizeof tests[0]);
}
