/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Pinned kernels that were amalgamated for one target, compared with the definition of a permute. What follows the
 * output stays as it was.
 */
#include "permkern.h"
#include "permkern_kernels.h"

#include "selftest.h"
#include <stdbool.h>
#include <stdio.h>

#define ROOM 2048U
#define BEHIND 16U

static uint64_t in_words[ROOM / 8], out_words[(ROOM + BEHIND) / 8 + 1];

static uint8_t content(size_t k)
{
    return (uint8_t)(k * 131 + (k >> 8) + 7);
}

/* Runs a row at the alignment that it is promised, or at some bytes after a word's. */
static bool is_right(const selftest_pinned *row, size_t bytes)
{
    uint8_t *const in = (uint8_t *)in_words;
    uint8_t *const out = (uint8_t *)out_words + (row->align < 8 ? row->align : 0);
    for (size_t k = 0; k < sizeof out_words; k++) {
        ((uint8_t *)out_words)[k] = 0xa5;
    }
    for (size_t k = 0; k < bytes; k++) {
        in[k] = content(k);
        out[k] = row->kernel != NULL ? 0xa5 : content(k);
    }
    if (row->kernel != NULL) {
        row->kernel(in, out);
    } else {
        row->in_place(out);
    }
    selftest_walk walk = first_element(&row->work);
    for (size_t at = 0; at < bytes; at += row->size) {
        for (size_t byte = 0; byte < row->size; byte++) {
            const uint8_t flip = (uint8_t)(row->flip[byte / 4] >> (byte % 4 * 8)); /* targets are little-endian */
            if (out[at + byte] != (content((size_t)walk.source * row->size + byte) ^ flip)) {
                return false;
            }
        }
        next_element(&walk, &row->work);
    }
    for (size_t k = 0; k < 8; k++) {
        if (out[bytes + k] != 0xa5) {
            return false;
        }
    }
    return true;
}

int main(void)
{
    unsigned passed = 0;
    unsigned failed = 0;
    unsigned skipped = 0;
    for (const selftest_row *at = pinned_rows; at->bits != 0; at++) {
        const selftest_pinned row = read_row(at);
        const size_t bytes = (size_t)work_elements(&row.work) * row.size;
        if (bytes > ROOM) {
            skipped++;
        } else if (is_right(&row, bytes)) {
            passed++;
        } else {
            failed++;
            printf("wrong: %s\n", row.name);
        }
    }
    printf("%u skipped: more than %u bytes\n", skipped, ROOM);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0 || passed == 0;
}
