/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Plans with an XOR constant: runs of every length, and a constant that is taken back. check_sweeps.c has permutes with
 * constants, check_calls.c the errors.
 */
#include "harness.h"
#include "move/permkern_lines.h"

#include <string.h>

static const unsigned widths[] = {8, 16, 32, 64};

/* Constants with equal and with different bytes, cut to the width. Never 0. */
static const uint64_t masks[] = {0x8080808080808080U, 0x8000000000000001U, 0x123456789abcdef1U, 0xffffffffffffffffU};
#define MASKS (sizeof masks / sizeof masks[0])

static uint64_t mask_for(unsigned bits, size_t number)
{
    return masks[number % MASKS] & (UINT64_MAX >> (64 - bits));
}

/* Run lengths that end in blocks, words and bytes, at every pair of offsets, and in place. */
TEST(every_run)
{
    static _Alignas(16) uint8_t in[320];
    static _Alignas(16) uint8_t out[320];
    static uint8_t want[320];
    const unsigned size = 1U << (_i / 2);
    const bool in_place = _i % 2 != 0;
    uint8_t flip[8];
    uint64_t mask = mask_for(8 * size, 2);
    for (unsigned wide = 8 * size; wide < 64; wide *= 2) {
        mask |= mask << wide;
    }
    memcpy(flip, &mask, sizeof flip);
    for (size_t bytes = 0; bytes <= 270; bytes += size) {
        for (size_t places = 0; places < 256; places++) {
            const size_t from = places % 16;
            const size_t to = in_place ? from : places / 16;
            if (from % size != 0 || to % size != 0) {
                continue;
            }
            for (size_t k = 0; k < sizeof in; k++) {
                in[k] = (uint8_t)(k * 7);
                out[k] = in_place ? in[k] : 0xa5;
                want[k] = out[k];
            }
            for (size_t k = 0; k < bytes; k++) {
                want[to + k] = in[from + k] ^ flip[k % size];
            }
            permkern_xor_run((in_place ? out : in) + from, out + to, bytes, (uint32_t)mask, (uint32_t)(mask >> 32));
            ck_assert_msg(memcmp(out, want, sizeof out) == 0, "%zu bytes from %zu to %zu", bytes, from, to);
        }
    }
}

static void prepare_plane(permkern_plan *plan, unsigned bits, uint8_t first)
{
    const size_t shape[2] = {6, 10};
    const uint8_t perm[2] = {first, (uint8_t)(1 - first)};
    const permkern_layout array = {.shape = shape, .capacity = 60 * bits / 8, .rank = 2, .bits = bits};
    const permkern_layout to = {.capacity = 60 * bits / 8, .rank = 2, .bits = bits};
    ck_assert_int_eq(permkern_prepare(plan, &array, perm, &to), PERMKERN_OK);
}

/* A mask of 0 removes the constant. */
TEST(taken_back)
{
    for (unsigned k = 0; k < 4; k++) {
        static _Alignas(8) uint8_t in[480];
        static _Alignas(8) uint8_t plain[480];
        static _Alignas(8) uint8_t out[480];
        permkern_plan plan;
        for (size_t at = 0; at < sizeof in; at++) {
            in[at] = (uint8_t)at;
        }
        prepare_plane(&plan, widths[k], 1);
        ck_assert_int_eq(permkern_run(&plan, in, plain), PERMKERN_OK);
        ck_assert_int_eq(permkern_xor(&plan, 1), PERMKERN_OK);
        ck_assert_int_eq(permkern_run(&plan, in, out), PERMKERN_OK);
        ck_assert(memcmp(out, plain, 60 * widths[k] / 8) != 0);
        ck_assert_int_eq(permkern_xor(&plan, 0), PERMKERN_OK);
        ck_assert_int_eq(permkern_run(&plan, in, out), PERMKERN_OK);
        ck_assert_mem_eq(out, plain, 60 * widths[k] / 8);
    }
}

int main(void)
{
    const test tests[] = {
        EACH(every_run, 8),
        ONCE(taken_back),
    };
    return run_suite(tests, sizeof tests / sizeof tests[0]);
}
