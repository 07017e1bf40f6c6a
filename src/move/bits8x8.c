/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern_bits8x8: planes of single bits whose size is known when the program runs. Strides of either direction are
 * added modulo SIZE_MAX + 1, and pointers are formed only inside the buffers. A call moves 8 rows by 32 columns in eight words, or what is left of 8 by 8 in two.
 */
#include "base/permkern_axis.h"
#include "move/permkern_bits.h"
#include "move/permkern_lines.h"

/*
 * 8 rows by all columns: where those lie that become the lowest bit of bytes, or are it, and how far it is to the next
 * row and column on that side, and from a byte of columns to the next.
 */
typedef struct {
    const uint8_t *in;
    uint8_t *out;
    size_t from, line;
    size_t to, col, byte;
} bit_rows;

/* The bits of a byte whose rows or columns are not there, if so many are. */
static unsigned missing_bits(unsigned count, bool msb)
{
    return msb ? 0xffU >> count : 0xffU << count & 0xffU;
}

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
PERMKERN_INLINE void store_columns(uint8_t *out, size_t byte, uint32_t word, bool last)
{
    permkern_store8(out, (uint8_t)word);
    permkern_store8(permkern_at_out(out, byte), (uint8_t)(word >> 8));
    permkern_store8(permkern_at_out(out, 2 * byte), (uint8_t)(word >> 16));
    if (last) {
        permkern_store8(permkern_at_out(out, 3 * byte), (uint8_t)(word >> 24));
    }
}

PERMKERN_INLINE void exchange(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d, unsigned shift, uint32_t mask)
{
    permkern_bits_between(a, b, shift, mask);
    permkern_bits_between(c, d, shift, mask);
}

/* From byte `at` of each row on. missing: bits of its last byte without a column. */
static PERMKERN_OUT_OF_LINE void move_words(const bit_rows *p, size_t at, unsigned missing)
{
    const size_t line = p->line;
    const size_t col = p->col;
    const size_t byte = p->byte;
    const uint8_t *in = permkern_at(p->in, p->from + at);
    uint8_t *out = permkern_at_out(p->out, p->to + permkern_steps(at, byte));
    const bool words = PERMKERN_WORD_TILES && permkern_words_fit(in, line, in, 0);
    uint32_t a = load_row(in, words);
    uint32_t b = load_row((in = permkern_at(in, line)), words);
    uint32_t c = load_row((in = permkern_at(in, line)), words);
    uint32_t d = load_row((in = permkern_at(in, line)), words);
    exchange(&a, &b, &c, &d, 1, 0x55555555U);
    exchange(&a, &c, &b, &d, 2, 0x33333333U);
    uint32_t e = load_row((in = permkern_at(in, line)), words);
    uint32_t f = load_row((in = permkern_at(in, line)), words);
    uint32_t g = load_row((in = permkern_at(in, line)), words);
    uint32_t h = load_row(permkern_at(in, line), words);
    exchange(&e, &f, &g, &h, 1, 0x55555555U);
    exchange(&e, &g, &f, &h, 2, 0x33333333U);
    exchange(&a, &e, &b, &f, 4, 0x0f0f0f0fU);
    exchange(&c, &g, &d, &h, 4, 0x0f0f0f0fU);
    store_columns(out, byte, a, (missing & 1U) == 0);
    store_columns((out = permkern_at_out(out, col)), byte, b, (missing & 2U) == 0);
    store_columns((out = permkern_at_out(out, col)), byte, c, (missing & 4U) == 0);
    store_columns((out = permkern_at_out(out, col)), byte, d, (missing & 8U) == 0);
    store_columns((out = permkern_at_out(out, col)), byte, e, (missing & 16U) == 0);
    store_columns((out = permkern_at_out(out, col)), byte, f, (missing & 32U) == 0);
    store_columns((out = permkern_at_out(out, col)), byte, g, (missing & 64U) == 0);
    store_columns(permkern_at_out(out, col), byte, h, (missing & 128U) == 0);
}

/* ---- up to 8 rows by up to 8 columns ---- */

/* From byte `at` of each row on. kept: bits of the output without a row; missing: bits of the input without a column. */
static PERMKERN_OUT_OF_LINE void move_byte(const bit_rows *p, size_t at, unsigned kept, unsigned missing)
{
    const size_t line = p->line;
    const size_t col = p->col;
    size_t from = p->from + at + 7 * line;
    size_t to = p->to + permkern_steps(at, p->byte);
    uint32_t low = 0; /* a byte for each row */
    uint32_t high = 0;
    for (size_t bit = permkern_hide(8); bit-- != 0;) {
        high = high << 8 | low >> 24;
        low = low << 8 | ((kept >> bit & 1U) != 0 ? 0U : *permkern_at(p->in, from));
        from -= line;
    }
    permkern_bits_within(&low, 7, 0x00aa00aaU);
    permkern_bits_within(&high, 7, 0x00aa00aaU);
    permkern_bits_within(&low, 14, 0x0000ccccU);
    permkern_bits_within(&high, 14, 0x0000ccccU);
    permkern_bits_between(&low, &high, 4, 0x0f0f0f0fU);
    for (missing = ~missing & 0xffU; missing != 0; missing >>= 1) { /* a bit for each column that is there */
        if ((missing & 1U) != 0) {
            permkern_bits_keep8(permkern_at_out(p->out, to), low, kept);
        }
        low = low >> 8 | high << 24;
        high >>= 8;
        to += col;
    }
}

/* ---- planes ---- */

static void move_rows(const bit_rows *p, size_t bytes, unsigned kept, unsigned missing)
{
    if (kept != 0 || bytes < 4) {
        for (size_t at = 0; at < bytes; at++) {
            move_byte(p, at, kept, at + 1 == bytes ? missing : 0);
        }
        return;
    }
    for (size_t at = 0; at + 4 < bytes; at += 4) {
        move_words(p, at, 0);
    }
    move_words(p, bytes - 4, missing);
}

static void move_plane(const permkern_bit_plane *plane, const uint8_t *in, uint8_t *out)
{
    bit_rows p = {in, out, 0, plane->in_row, 0, plane->out_col, 0};
    if (plane->flip_rows) {
        p.from = permkern_times(plane->rows - 1, plane->in_row);
        p.line = 0 - p.line;
    }
    if (plane->flip_cols) {
        p.to = permkern_times(plane->cols - 1, plane->out_col);
        p.col = 0 - p.col;
    }
    const size_t page = 8 * p.line;
    p.byte = 8 * p.col;
    if (plane->out_msb) {
        p.from += 7 * p.line;
        p.line = 0 - p.line;
    }
    if (plane->in_msb) {
        p.to += 7 * p.col;
        p.col = 0 - p.col;
    }
    const size_t bytes = ((plane->cols - 1) >> 3) + 1;
    const unsigned missing = missing_bits((unsigned)((plane->cols - 1) & 7U) + 1, plane->in_msb);
    for (size_t left = plane->rows; left != 0; left -= left < 8 ? left : 8) {
        move_rows(&p, bytes, missing_bits(left < 8 ? (unsigned)left : 8, plane->out_msb), missing);
        p.from += page;
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
