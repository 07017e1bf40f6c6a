/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern_bits8x8: transposes planes of single bits whose size is known only at run time. Forward and backward strides
 * are added modulo SIZE_MAX + 1. Pointers are formed only inside the buffers.
 */
#include "core/permkern_fold.h"
#include "move/permkern_bits.h"
#include "move/permkern_lines.h"

/*
 * Eight rows by all columns. All numbers are bytes. from: offset of the row that becomes bit 0 of output bytes; line:
 * step to the next bit's row. to: offset of the column in bit 0 of the first input byte; col: step to the next bit's
 * column; byte: step from eight columns to the next eight.
 */
typedef struct {
    const uint8_t *in;
    uint8_t *out;
    size_t from, line;
    size_t to, col, byte;
} bit_rows;

/* ---- 8 rows by 32 columns, in eight words ---- */

static PERMKERN_OUT_OF_LINE uint32_t load_bytes(const uint8_t *in)
{
    return (uint32_t)in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24;
}

/* Stores one byte for each of four columns. last: the fourth column exists. */
PERMKERN_INLINE void store_columns(uint8_t *out, size_t byte, uint32_t word, bool last)
{
    permkern_store8(out, (uint8_t)word);
    permkern_store8(permkern_at_out(out, byte), (uint8_t)(word >> 8));
    permkern_store8(permkern_at_out(out, 2 * byte), (uint8_t)(word >> 16));
    if (last) {
        permkern_store8(permkern_at_out(out, 3 * byte), (uint8_t)(word >> 24));
    }
}

/* Moves four bytes of each row, from byte `at` on. missing: bits without a column in the fourth byte. */
static PERMKERN_OUT_OF_LINE void move_words(const bit_rows *p, size_t at, unsigned missing)
{
    const uint8_t *in = permkern_at(p->in, p->from + at);
    uint8_t *out = permkern_at_out(p->out, p->to + permkern_steps(at, p->byte));
    const size_t line = p->line;
    const size_t col = p->col;
    const size_t byte = p->byte;
    const bool words = PERMKERN_WORD_TILES && permkern_words_fit(in, line, in, 0);
    uint32_t word[8];
    PERMKERN_UNROLL
    for (unsigned k = 0; k < 8; k++) {
        in = k == 0 ? in : permkern_at(in, line);
        word[k] = words ? permkern_load32(in) : load_bytes(in);
    }
    permkern_bits_between(word, 8, 1, 1, 0x55555555U);
    permkern_bits_between(word, 8, 2, 2, 0x33333333U);
    permkern_bits_between(word, 8, 4, 4, 0x0f0f0f0fU);
    PERMKERN_UNROLL
    for (unsigned k = 0; k < 8; k++) {
        out = k == 0 ? out : permkern_at_out(out, col);
        store_columns(out, byte, word[k], (missing >> k & 1U) == 0);
    }
}

/* ---- up to 8 rows by up to 8 columns, in two words ---- */

/* Moves byte `at` of up to eight rows. kept: output bits without a row. missing: input bits without a column. */
static PERMKERN_OUT_OF_LINE void move_byte(const bit_rows *p, size_t at, unsigned kept, unsigned missing)
{
    size_t from = p->from + at + 7 * p->line;
    size_t to = p->to + permkern_steps(at, p->byte);
    uint32_t w[2]; /* one byte for each row */
    w[0] = 0;
    w[1] = 0;
    for (size_t bit = permkern_hide(8); bit-- != 0;) {
        w[1] = w[1] << 8 | w[0] >> 24;
        w[0] = w[0] << 8 | ((kept >> bit & 1U) != 0 ? 0U : *permkern_at(p->in, from));
        from -= p->line;
    }
    permkern_bits_within(w, 2, 7, 0x00aa00aaU);
    permkern_bits_within(w, 2, 14, 0x0000ccccU);
    permkern_bits_between(w, 2, 1, 4, 0x0f0f0f0fU);
    for (missing = ~missing & 0xffU; missing != 0; missing >>= 1) { /* one bit for each existing column */
        if ((missing & 1U) != 0) {
            uint8_t *out = permkern_at_out(p->out, to);
            const uint32_t old = kept != 0 ? *out : 0; /* without bits to keep, the byte may be uninitialised */
            permkern_store8(out, (uint8_t)((w[0] & ~kept) | (old & kept)));
        }
        w[0] = w[0] >> 8 | w[1] << 24;
        w[1] >>= 8;
        to += p->col;
    }
}

/* ---- planes ---- */

/* Returns the bits of a byte that have no row or column if `count` rows or columns are left. */
static unsigned missing_bits(size_t count, bool msb)
{
    return count > 7 ? 0 : msb ? 0xffU >> count : 0xffU << count & 0xffU;
}

static void move_bit_rows(const bit_rows *p, size_t bytes, unsigned kept, unsigned missing)
{
    const bool narrow = kept != 0 || bytes < 4;
    for (size_t at = 0; narrow && at < bytes; at++) {
        move_byte(p, at, kept, at + 1 == bytes ? missing : 0);
    }
    for (size_t at = 0; !narrow && at + 4 < bytes; at += 4) {
        move_words(p, at, 0);
    }
    if (!narrow) {
        move_words(p, bytes - 4, missing); /* repeats columns that have already moved */
    }
}

static void move_bit_plane(const permkern_bit_plane *plane, const uint8_t *in, uint8_t *out)
{
    const size_t line = plane->flip_rows ? 0 - plane->in_row : plane->in_row;
    const size_t col = plane->flip_cols ? 0 - plane->out_col : plane->out_col;
    const size_t last = (plane->cols - 1) & 7U;
    bit_rows p = {in, out, plane->out_msb ? 7 * line : 0, plane->out_msb ? 0 - line : line, 0, col, 8 * col};
    p.from += plane->flip_rows ? permkern_times(plane->rows - 1, plane->in_row) : 0;
    p.to = plane->flip_cols ? permkern_times(plane->cols - 1, plane->out_col) : 0;
    if (plane->in_msb) {
        p.to += 7 * col;
        p.col = 0 - col;
    }
    for (size_t row = 0; row < plane->rows; row += 8) {
        const unsigned kept = missing_bits(plane->rows - row, plane->out_msb);
        move_bit_rows(&p, ((plane->cols - 1) >> 3) + 1, kept, missing_bits(last + 1, plane->in_msb));
        p.from += 8 * line;
        p.to += plane->out_page;
    }
}

/* ---- checks ---- */

/* Sets the span of two axes in bytes. The near axis has the shorter stride. */
static permkern_status find_span(size_t *span, size_t near, size_t near_stride, size_t far, size_t far_stride)
{
    permkern_cover cover;
    permkern_cover_begin(&cover);
    cover.reach = 1;
    cover.last = 1; /* counts the first byte, so `last` becomes the span */
    permkern_cover_axis(&cover, near, near_stride);
    permkern_cover_axis(&cover, far, far_stride);
    *span = cover.last;
    return cover.status;
}

permkern_status permkern_bits8x8(const permkern_bit_plane *plane, const void *in, void *out)
{
    size_t in_span = 0;
    size_t out_span = 0;
    if (plane == NULL) {
        return PERMKERN_ERR_NULL;
    }
    if (plane->rows == 0 || plane->cols == 0) {
        return PERMKERN_OK;
    }
    const size_t cols = plane->cols;
    const size_t pages = ((plane->rows - 1) >> 3) + 1;
    permkern_status status = find_span(&in_span, ((cols - 1) >> 3) + 1, 1, plane->rows, plane->in_row);
    if (status == PERMKERN_OK) {
        status = plane->out_col < plane->out_page ? find_span(&out_span, cols, plane->out_col, pages, plane->out_page)
                                                  : find_span(&out_span, pages, plane->out_page, cols, plane->out_col);
    }
    if (status != PERMKERN_OK) {
        return status;
    }
    if (in_span > plane->in_capacity || out_span > plane->out_capacity) {
        return PERMKERN_ERR_CAPACITY;
    }
    status = in == NULL || out == NULL ? PERMKERN_ERR_NULL
                                       : permkern_check_spans((uintptr_t)in, in_span, (uintptr_t)out, out_span);
    if (status == PERMKERN_OK) {
        move_bit_plane(plane, (const uint8_t *)in, (uint8_t *)out);
    }
    return status;
}
