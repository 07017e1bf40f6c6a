/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern_bits8x8: planes of single bits whose size is known when the program runs. Strides of either direction are
 * added modulo SIZE_MAX + 1. A call moves 8 rows by 32 columns in eight words, or what is left of 8 by 8 in two.
 */
#include "base/permkern_axis.h"
#include "move/permkern_bits.h"
#include "move/permkern_lines.h"

/* Where the next 8 rows lie, and how far it is to the next row, and to the next column and byte of columns. */
typedef struct {
    const uint8_t *in;
    uint8_t *out;
    size_t from, line;
    size_t to, col, byte;
    bool in_msb, out_msb;
} bit_rows;

/* ---- 8 rows by 32 columns ---- */

static PERMKERN_OUT_OF_LINE uint32_t load_bytes(const uint8_t *in)
{
    return (uint32_t)in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24;
}

PERMKERN_INLINE uint32_t load_row(const uint8_t *in, bool words)
{
    return words ? permkern_load32(in) : load_bytes(in);
}

/* Stores a byte of each of four columns; of the last one if it is there. */
PERMKERN_INLINE void store_columns(uint8_t *out, size_t to, size_t byte, uint32_t word, bool last)
{
    permkern_store8(permkern_at_out(out, to), (uint8_t)word);
    permkern_store8(permkern_at_out(out, to + byte), (uint8_t)(word >> 8));
    permkern_store8(permkern_at_out(out, to + 2 * byte), (uint8_t)(word >> 16));
    if (last) {
        permkern_store8(permkern_at_out(out, to + 3 * byte), (uint8_t)(word >> 24));
    }
}

PERMKERN_INLINE void exchange(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d, unsigned shift, uint32_t mask)
{
    permkern_bits_between(a, b, shift, mask);
    permkern_bits_between(c, d, shift, mask);
}

/* From byte `at` of each row on. missing: by word, whether its last column is not there. */
static void move_words(const bit_rows *p, size_t at, unsigned missing)
{
    const size_t line = p->out_msb ? 0 - p->line : p->line;
    const size_t col = p->in_msb ? 0 - p->col : p->col;
    const uint8_t *const in = p->in;
    size_t from = p->from + at + (p->out_msb ? 7 * p->line : 0);
    const bool words = PERMKERN_WORD_TILES && permkern_words_fit(permkern_at(in, from), line, in, 0);
    uint32_t a = load_row(permkern_at(in, from), words);
    uint32_t b = load_row(permkern_at(in, (from += line)), words);
    uint32_t c = load_row(permkern_at(in, (from += line)), words);
    uint32_t d = load_row(permkern_at(in, (from += line)), words);
    uint32_t e = load_row(permkern_at(in, (from += line)), words);
    uint32_t f = load_row(permkern_at(in, (from += line)), words);
    uint32_t g = load_row(permkern_at(in, (from += line)), words);
    uint32_t h = load_row(permkern_at(in, from + line), words);
    exchange(&a, &b, &c, &d, 1, 0x55555555U);
    exchange(&e, &f, &g, &h, 1, 0x55555555U);
    exchange(&a, &c, &b, &d, 2, 0x33333333U);
    exchange(&e, &g, &f, &h, 2, 0x33333333U);
    exchange(&a, &e, &b, &f, 4, 0x0f0f0f0fU);
    exchange(&c, &g, &d, &h, 4, 0x0f0f0f0fU);
    uint8_t *const out = p->out;
    const size_t byte = p->byte;
    size_t to = p->to + permkern_steps(at, byte) + (p->in_msb ? 7 * p->col : 0);
    store_columns(out, to, byte, a, (missing & 1U) == 0);
    store_columns(out, (to += col), byte, b, (missing & 2U) == 0);
    store_columns(out, (to += col), byte, c, (missing & 4U) == 0);
    store_columns(out, (to += col), byte, d, (missing & 8U) == 0);
    store_columns(out, (to += col), byte, e, (missing & 16U) == 0);
    store_columns(out, (to += col), byte, f, (missing & 32U) == 0);
    store_columns(out, (to += col), byte, g, (missing & 64U) == 0);
    store_columns(out, to + col, byte, h, (missing & 128U) == 0);
}

/* ---- up to 8 rows by up to 8 columns: rows that are not there are bits of the output that stay ---- */

static void move_byte(const bit_rows *p, size_t at, unsigned rows, unsigned cols)
{
    uint32_t low = 0; /* a byte for each row, the first one at the lowest or at the highest bit of a column */
    uint32_t high = 0;
    const unsigned kept = p->out_msb ? 0xffU >> rows : 0xffU << rows & 0xffU;
    size_t from = p->from + at + permkern_steps(rows, p->line);
    for (unsigned row = 8; row-- > 0;) {
        const unsigned place = p->out_msb ? 7 - row : row;
        from -= row < rows ? p->line : 0;
        const uint32_t byte = row < rows ? *permkern_at(p->in, from) : 0U;
        low |= place < 4 ? byte << 8 * place : 0;
        high |= place < 4 ? 0 : byte << 8 * (place - 4);
    }
    permkern_bits_within(&low, 7, 0x00aa00aaU);
    permkern_bits_within(&high, 7, 0x00aa00aaU);
    permkern_bits_within(&low, 14, 0x0000ccccU);
    permkern_bits_within(&high, 14, 0x0000ccccU);
    permkern_bits_between(&low, &high, 4, 0x0f0f0f0fU);
    size_t to = p->to + permkern_steps(at, p->byte);
    for (unsigned col = 0; col < cols; col++) {
        const unsigned place = p->in_msb ? 7 - col : col;
        const uint32_t byte = (place < 4 ? low : high) >> 8 * (place & 3U);
        permkern_bits_keep8(permkern_at_out(p->out, to), byte, kept);
        to += p->col;
    }
}

/* ---- planes ---- */

static void move_rows(const bit_rows *p, unsigned rows, size_t cols)
{
    const size_t bytes = (cols + 7) >> 3;
    const unsigned over = (unsigned)(bytes << 3) - (unsigned)cols; /* narrow: columns of the last byte that are not there */
    if (rows < 8 || bytes < 4) {
        for (size_t at = 0; at < bytes; at++) {
            move_byte(p, at, rows, at + 1 == bytes ? 8 - over : 8);
        }
        return;
    }
    for (size_t at = 0; at + 4 < bytes; at += 4) {
        move_words(p, at, 0);
    }
    move_words(p, bytes - 4, p->in_msb ? (1U << over) - 1U : 0xff00U >> over & 0xffU);
}

static void move_plane(const permkern_bit_plane *plane, const uint8_t *in, uint8_t *out)
{
    bit_rows p = {in, out, 0, plane->in_row, 0, plane->out_col, 0, plane->in_msb, plane->out_msb};
    if (plane->flip_rows) {
        p.from = permkern_times(plane->rows - 1, plane->in_row);
        p.line = 0 - p.line;
    }
    if (plane->flip_cols) {
        p.to = permkern_times(plane->cols - 1, plane->out_col);
        p.col = 0 - p.col;
    }
    p.byte = 8 * p.col;
    for (size_t left = plane->rows; left != 0; left -= left < 8 ? left : 8) {
        move_rows(&p, left < 8 ? (unsigned)left : 8, plane->cols);
        p.from += 8 * p.line;
        p.to += plane->out_page;
    }
}

/* ---- checks ---- */

/* Adds the bytes from the first to the last of some steps. Returns false if the sum is over SIZE_MAX. */
static bool add_steps(size_t *span, size_t steps, size_t stride)
{
    size_t more = 0;
    const bool fits = steps == 0 || permkern_multiply(steps, stride, &more);
    *span += more;
    return fits && *span >= more;
}

/* True if the bytes of all columns and pages are different ones. */
static bool are_apart(size_t cols, size_t col, size_t pages, size_t page)
{
    size_t least = 1;
    if (cols > 1 && pages > 1 && page < col) {
        return page != 0 && permkern_multiply(pages, page, &least) && least <= col;
    }
    return cols == 1 ? pages == 1 || page != 0
                     : col != 0 && (pages == 1 || (permkern_multiply(cols, col, &least) && least <= page));
}

static permkern_status find_spans(const permkern_bit_plane *plane, size_t *in_span, size_t *out_span)
{
    const size_t row_bytes = ((plane->cols - 1) >> 3) + 1;
    const size_t pages = ((plane->rows - 1) >> 3) + 1;
    *in_span = row_bytes;
    *out_span = 1;
    if ((plane->rows > 1 && plane->in_row < row_bytes) ||
        !are_apart(plane->cols, plane->out_col, pages, plane->out_page)) {
        return PERMKERN_ERR_STRIDE;
    }
    if (!add_steps(in_span, plane->rows - 1, plane->in_row) || !add_steps(out_span, plane->cols - 1, plane->out_col) ||
        !add_steps(out_span, pages - 1, plane->out_page)) {
        return PERMKERN_ERR_SIZE;
    }
    return *in_span > plane->in_capacity || *out_span > plane->out_capacity ? PERMKERN_ERR_CAPACITY : PERMKERN_OK;
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
    permkern_status status = find_spans(plane, &in_span, &out_span);
    if (status == PERMKERN_OK) {
        status = in == NULL || out == NULL ? PERMKERN_ERR_NULL
                                           : permkern_check_spans((uintptr_t)in, in_span, (uintptr_t)out, out_span);
    }
    if (status == PERMKERN_OK) {
        move_plane(plane, in, out);
    }
    return status;
}
