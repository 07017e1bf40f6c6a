/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The alignment matrix: every entry point, with its two buffers at every pair of offsets from a multiple of eight, so
 * that one buffer is aligned for a wider access and the other is not. Where both are aligned for their element, the
 * output follows the definition, out[o] = in[i] with i[perm[k]] = o[k]. Otherwise the status is PERMKERN_ERR_ALIGN and
 * nothing is written. The step alignment runs it where an access that is less aligned than its type ends the program:
 * on Cortex-M cores that trap, and elsewhere under the sanitizer for alignment. Prints "N passed, N failed".
 */
#include "offsets.h"

#include <stdio.h>

#define MARGIN 16U /* bytes before and after a buffer, which must not be written */
#define NONE 0xffffU

static _Alignas(64) uint8_t input[ROOM + 3 * MARGIN];
static _Alignas(64) uint8_t output[ROOM + 3 * MARGIN];
static uint16_t source[ROOM]; /* for each byte of the output: its byte of the input, or NONE */

static unsigned passed;
static unsigned failed;

/* ---- requests ---- */

/* Rows have `pad` elements between them; bits of `back`: axes that run backwards. Returns the span in elements. */
static size_t lay_out(ptrdiff_t *strides, size_t *offset, const size_t *shape, unsigned rank, size_t pad, unsigned back)
{
    size_t stride = 1;
    size_t last = 0;
    *offset = 0;
    for (unsigned k = rank; k-- > 0;) {
        const size_t reach = (shape[k] - 1) * stride;
        last += reach;
        *offset += (back >> k & 1U) != 0 ? reach : 0;
        strides[k] = (back >> k & 1U) != 0 ? -(ptrdiff_t)stride : (ptrdiff_t)stride;
        stride = stride * shape[k] + (k + 1 == rank ? pad : 0);
    }
    return last + 1;
}

/* Paddings of the two sides, in elements, and axes that run backwards. */
typedef struct {
    uint8_t in_pad, out_pad, in_back, out_back;
} variant;

/* Fills in the layouts, the plan and `source`. False if the request is too large for the buffers. */
static bool prepare(request *r, const variant *v)
{
    const bool strided = (v->in_pad | v->out_pad | v->in_back | v->out_back) != 0;
    size_t turned[4];
    for (unsigned k = 0; k < r->rank; k++) {
        turned[k] = r->shape[r->perm[k]];
    }
    r->in = (permkern_layout){r->shape, strided ? r->in_strides : NULL, 0, 0, r->rank, r->size * 8};
    r->out = (permkern_layout){NULL, strided ? r->out_strides : NULL, 0, 0, r->rank, r->size * 8};
    r->in.capacity = lay_out(r->in_strides, &r->in.offset, r->shape, r->rank, v->in_pad, v->in_back) * r->size;
    r->out.capacity = lay_out(r->out_strides, &r->out.offset, turned, r->rank, v->out_pad, v->out_back) * r->size;
    if (r->in.capacity > ROOM || r->out.capacity > ROOM) {
        return false;
    }
    size_t elements = 1;
    for (unsigned k = 0; k < r->rank; k++) {
        elements *= r->shape[k];
    }
    for (size_t at = 0; at < ROOM; at++) {
        source[at] = NONE;
    }
    for (size_t o = 0; o < elements; o++) {
        size_t rest = o;
        size_t from = r->in.offset;
        size_t to = r->out.offset;
        for (unsigned k = r->rank; k-- > 0;) {
            from += rest % turned[k] * (size_t)r->in_strides[r->perm[k]];
            to += rest % turned[k] * (size_t)r->out_strides[k];
            rest /= turned[k];
        }
        for (unsigned byte = 0; byte < r->size; byte++) {
            source[to * r->size + byte] = (uint16_t)(from * r->size + byte);
        }
    }
    return permkern_prepare(&r->plan, &r->in, r->perm, &r->out) == PERMKERN_OK &&
           (r->mask == 0 || permkern_xor(&r->plan, r->mask) == PERMKERN_OK);
}

/* ---- the matrix ---- */

static uint8_t pattern(size_t at)
{
    return (uint8_t)(at + (at >> 8) * 3U);
}

#define BACKGROUND 0xa5U

/* Compares every byte; moved: with the definition, otherwise with the state before the call. */
static bool is_right(const request *r, const uint8_t *out, bool moved)
{
    static const uint16_t one = 1;
    const bool little = *(const uint8_t *)&one == 1;
    for (const uint8_t *at = out - MARGIN; at < out + r->out.capacity + MARGIN; at++) {
        const size_t place = (size_t)(at - out); /* wraps before out: beyond the span */
        uint8_t want = BACKGROUND;
        if (moved && place < r->out.capacity && source[place] != NONE) {
            const size_t byte = place % r->size;
            want = pattern(source[place]) ^ (uint8_t)(r->mask >> 8 * (little ? byte : r->size - 1 - byte));
        }
        if (*at != want) {
            return false;
        }
    }
    return true;
}

static void try_entry(const request *r, unsigned number, size_t in_off, size_t out_off)
{
    uint8_t *const in = input + MARGIN + in_off;
    uint8_t *const out = output + MARGIN + out_off;
    const bool aligned = ((in_off | out_off) & (r->size - 1)) == 0;
    for (uint8_t *at = out - MARGIN; at < out + r->out.capacity + MARGIN; at++) {
        *at = BACKGROUND;
    }
    const int status = entries[number].move(r, in, out);
    if (status == NOT_TAKEN) {
        return;
    }
    if (status == (int)(aligned ? PERMKERN_OK : PERMKERN_ERR_ALIGN) && is_right(r, out, aligned)) {
        passed++;
        return;
    }
    failed++;
    printf("FAIL %s, %s: %u-bit, rank %u, input %u and output %u bytes off: status %d\n", entries[number].name, r->name,
           r->size * 8, r->rank, (unsigned)in_off, (unsigned)out_off, status);
}

/* Fills the input. compare: returns whether it was filled before and has not changed. */
static bool touch_input(size_t off, size_t bytes, bool compare)
{
    bool same = true;
    for (size_t at = 0; at < bytes; at++) {
        uint8_t *const byte = &input[MARGIN + off + at];
        same = same && (!compare || *byte == pattern(at));
        *byte = pattern(at);
    }
    return same;
}

/* All entry points at all pairs of offsets. */
static void try_offsets(const request *r)
{
    for (size_t in_off = 0; in_off <= 8; in_off++) {
        (void)touch_input(in_off, r->in.capacity, false);
        for (size_t out_off = 0; out_off <= 8; out_off++) {
            for (unsigned number = 0; number < ENTRIES; number++) {
                try_entry(r, number, in_off, out_off);
            }
        }
        if (!touch_input(in_off, r->in.capacity, true)) {
            failed++;
            printf("FAIL %s, %u-bit, rank %u: the input was written\n", r->name, r->size * 8, r->rank);
        }
    }
}

/* ---- any request, whatever the set ---- */

/*
 * Rank, then extents: rows of whole words, so that only the pointers decide; rows and columns left over by tiles; two
 * to four channels; rows of no whole words. At 64 bits, too, none is larger than ROOM.
 */
static const uint8_t shapes[][5] = {{1, 3},        {1, 33},      {1, 64},       {2, 8, 12},     {2, 12, 16}, {2, 5, 9},
                                    {2, 16, 3},    {2, 3, 16},   {2, 24, 2},    {2, 4, 16},     {2, 9, 9},   {2, 8, 8},
                                    {3, 2, 8, 12}, {3, 3, 5, 7}, {3, 12, 4, 4}, {4, 2, 4, 3, 8}};
static const variant variants[] = {{0, 0, 0, 0}, {8, 0, 0, 0}, {0, 8, 0, 0}, {3, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 2}};

/* "102" -> {1, 0, 2}; returns the number of digits. */
static unsigned parse_digits(uint8_t *to, const char *digits)
{
    unsigned count = 0;
    for (; digits[count] != 0; count++) {
        to[count] = (uint8_t)(digits[count] - '0');
    }
    return count;
}

static void try_permutation(unsigned shape, unsigned size, const uint8_t *perm, unsigned number)
{
    const unsigned rank = shapes[shape][0];
    for (unsigned v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        request r = {.name = "any", .rank = rank, .size = size, .align = size};
        for (unsigned k = 0; k < rank; k++) {
            r.shape[k] = shapes[shape][1 + k];
            r.perm[k] = perm[k];
        }
        r.mask = v == number % 6 && v != 1 ? 0x8001020408102040U >> (64 - 8 * size) : 0;
        /* Above two axes, each permutation takes two layouts. */
        if ((rank <= 2 || v == 0 || v == number % 6) && prepare(&r, &variants[v])) {
            try_offsets(&r);
        }
    }
}

static void try_any(void)
{
    for (unsigned shape = 0; shape < sizeof shapes / sizeof shapes[0]; shape++) {
        const unsigned rank = shapes[shape][0];
        for (unsigned word = 0; word < 1U << 2 * rank; word++) {
            uint8_t perm[4] = {0};
            unsigned seen = 0; /* a bit for each axis */
            for (unsigned k = 0; k < rank; k++) {
                perm[k] = word >> 2 * k & 3U;
                seen |= 1U << perm[k];
            }
            for (unsigned size = 1; seen == (1U << rank) - 1 && size <= 8; size *= 2) {
                try_permutation(shape, size, perm, word + shape);
            }
        }
    }
}

/* ---- pinned kernels: called directly at the promised alignment; all entry points at every offset ---- */

typedef struct {
    permkern_pinned *kernel;
    permkern_pinned_in_place *in_place;
    const char *name;
    unsigned bits;
    const char *shape;
    const char *perm;
    const char *flips;
    unsigned align;
    uint32_t flip[2];
} pin;

static const pin pins[] = {
#define PERMKERN_PIN(kernel, bits, shape, perm, flips, align, count, dispatched)                                       \
    {kernel, NULL, #kernel, bits, shape, perm, flips, align, {0, 0}},
#define PERMKERN_PIN_XOR(kernel, bits, shape, perm, flips, align, count, dispatched, low, high)                        \
    {kernel, NULL, #kernel, bits, shape, perm, flips, align, {low, high}},
#define PERMKERN_PIN_IN_PLACE(kernel, bits, shape, perm, flips, align, count)                                          \
    {NULL, kernel, #kernel, bits, shape, perm, flips, align, {0, 0}},
#include "permkern_plan.inc"
    {NULL, NULL, "", 0, "", "", "", 0, {0, 0}} /* most sets have none */
};

/* The request of a pinned kernel. Where the output is reversed, the input runs backwards. */
static void try_pin(const pin *row)
{
    uint8_t flips[PERMKERN_MAX_RANK] = {0};
    uint8_t perm[PERMKERN_MAX_RANK] = {0};
    request r = {.name = row->name, .size = row->bits / 8, .align = row->align};
    variant v = {0, 0, 0, 0};
    const char *text = row->shape;
    r.rank = parse_digits(perm, row->perm);
    if (r.rank > 4) {
        return;
    }
    for (unsigned k = 0; k < r.rank; k++, text++) {
        r.perm[k] = perm[k];
        for (; *text >= '0' && *text <= '9'; text++) {
            r.shape[k] = 10 * r.shape[k] + (size_t)(*text - '0');
        }
    }
    for (unsigned k = parse_digits(flips, row->flips); k-- > 0;) {
        v.in_back |= (uint8_t)(1U << r.perm[flips[k]]);
    }
    r.pinned = row->kernel;
    r.in_place = row->in_place;
    r.mask = ((uint64_t)row->flip[1] << 32 | row->flip[0]) & (UINT64_MAX >> (64 - row->bits));
    if (prepare(&r, &v)) {
        try_offsets(&r);
    }
}

int main(void)
{
    try_any();
    for (const pin *row = pins; row->bits != 0; row++) {
        try_pin(row);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
