/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The loops around vector tiles, the same for every instruction set: which axes make the plane, which of their
 * neighbours join them, in which order the others are walked.
 */
#include "permkern_vector.h"

#if PERMKERN_VECTOR

/* ---- places: byte offsets of a plane's rows in the input, or of its columns in the output ---- */

#define MOST_PLACES 1024U

typedef struct {
    size_t count;
    size_t step; /* from each to the next; 0: they are of two axes, and the table holds all of them */
    size_t at[MOST_PLACES];
} places;

static void one_axis(places *p, const permkern_axis *axis, size_t stride)
{
    size_t offset = 0;
    p->count = axis->extent;
    p->step = stride;
    for (size_t k = 0; k < p->count && k < MOST_PLACES; k++) {
        p->at[k] = offset;
        offset += stride;
    }
}

static void two_axes(places *p, const permkern_axis *outer, size_t outer_stride, const permkern_axis *inner,
                     size_t inner_stride)
{
    size_t k = 0;
    size_t start = 0;
    p->count = outer->extent * inner->extent;
    p->step = 0;
    for (size_t i = 0; i < outer->extent; i++) {
        size_t offset = start;
        for (size_t j = 0; j < inner->extent; j++) {
            p->at[k++] = offset;
            offset += inner_stride;
        }
        start += outer_stride;
    }
}

/* Base and table such that place k is base + table[k - first], for as many k as a strip wants. */
static inline size_t base_of(const places *p, size_t first)
{
    return first * p->step;
}

static inline const size_t *table_of(const places *p, size_t first)
{
    return p->step == 0 ? p->at + first : p->at;
}

/* ---- a plane ---- */

static inline unsigned log2_floor(size_t n)
{
    return (unsigned)(sizeof n * 8 - 1) - (unsigned)__builtin_clzll(n);
}

/* A strip of 1 << rows rows, tiles of 1 << cols columns. */
static permkern_strip *find_strip(const permkern_vector_set *set, unsigned shift, unsigned rows, unsigned cols)
{
    permkern_strip *strip = set->width[shift].strip[rows - 1][cols - 1];
    while (strip == NULL) {
        set = set->narrower;
        strip = set->width[shift].strip[rows - 1][cols - 1];
    }
    return strip;
}

/*
 * The next piece of an axis that is covered by tiles of up to 1 << most: up to `longest` whole tiles of the largest, then
 * the smallest that covers the rest, moved back so that it ends where the axis does. *first moves to where the piece
 * begins, *length is how far it reaches; returns log2 of the tile. The axis has two elements at least.
 */
static unsigned next_piece(size_t count, unsigned most, size_t longest, size_t *first, size_t *length)
{
    const size_t left = count - *first;
    if (left >> most != 0) {
        const size_t whole = left >> most << most;
        *length = whole < longest ? whole : longest;
        return most;
    }
    const unsigned over = left < 2 ? 1 : log2_floor(2 * left - 1);
    const unsigned tile = count >> over != 0 ? over : over - 1;
    *length = (size_t)1 << tile;
    *first = *length > left ? count - *length : *first;
    return tile;
}

/* Columns that are moved together: a cache line of each row. */
#define CHUNK_BYTES 64U

static void move_plane(const permkern_vector_set *set, unsigned shift, const uint8_t *in, const places *rows,
                       uint8_t *out, const places *cols)
{
    const permkern_vector_width *const width = &set->width[shift];
    size_t to_col = 0;
    for (size_t col = 0; col < cols->count; col += to_col) {
        const unsigned tile_cols = next_piece(cols->count, width->most_cols, CHUNK_BYTES >> shift, &col, &to_col);
        const uint8_t *const from = in + (col << shift);
        uint8_t *const to = out + base_of(cols, col);
        const size_t *const col_at = table_of(cols, col);
        size_t to_row = 0;
        for (size_t row = 0; row < rows->count; row += to_row) {
            const unsigned tile_rows = next_piece(rows->count, width->most_rows, (size_t)1 << width->most_rows, &row, &to_row);
            permkern_strip *const strip = find_strip(set, shift, tile_rows, tile_cols);
            strip(from + base_of(rows, row), table_of(rows, row), to + (row << shift), col_at, to_col);
        }
    }
}

/* ---- three channels ---- */

static const permkern_vector_set *with_channels(const permkern_vector_set *set, unsigned shift)
{
    while (set != NULL && set->width[shift].split3 == NULL) {
        set = set->narrower;
    }
    return set;
}

static void move_line(unsigned shift, const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                      size_t count)
{
    const permkern_axis axis = {count, in_stride, out_stride};
    permkern_generic(&axis, permkern_form(1, shift), in, out);
}

void permkern_vector_split3(const permkern_vector_set *set, unsigned shift, const uint8_t *in, uint8_t *out,
                            size_t stride, size_t count)
{
    const permkern_vector_set *const other = with_channels(set->narrower, shift);
    const size_t size = (size_t)1 << shift;
    if (other != NULL) {
        other->width[shift].split3(in, out, stride, count);
        return;
    }
    for (size_t channel = 0; channel < 3; channel++) {
        move_line(shift, in + channel * size, 3 * size, out + channel * stride, size, count);
    }
}

void permkern_vector_join3(const permkern_vector_set *set, unsigned shift, const uint8_t *in, size_t stride,
                           uint8_t *out, size_t count)
{
    const permkern_vector_set *const other = with_channels(set->narrower, shift);
    const size_t size = (size_t)1 << shift;
    if (other != NULL) {
        other->width[shift].join3(in, stride, out, count);
        return;
    }
    for (size_t channel = 0; channel < 3; channel++) {
        move_line(shift, in + channel * stride, size, out + channel * size, 3 * size, count);
    }
}

/* ---- which axes make the plane ---- */

typedef struct {
    unsigned rows, cols;         /* the axes that are innermost in the output and in the input */
    unsigned more_rows;          /* the axis that continues rows in the output; NONE */
    unsigned more_cols;          /* the axis that continues cols in the input; NONE */
    unsigned outer;              /* the others */
    permkern_axis axis[PERMKERN_MAX_RANK];
} shape;

#define NONE PERMKERN_MAX_RANK

/* Short extents that are no whole number of tiles fill registers badly: an axis that continues them helps. */
static bool wants_more(size_t extent, unsigned most, size_t more)
{
    return extent >> most < 4 && (extent & (((size_t)1 << most) - 1)) != 0 && extent * more <= MOST_PLACES;
}

static unsigned continues_rows(const permkern_axis *axis, unsigned rank, unsigned cols)
{
    const unsigned last = rank - 1;
    const unsigned next = rank - 2;
    return rank > 2 && next != cols && axis[next].out_stride == axis[last].extent * axis[last].out_stride ? next : NONE;
}

static unsigned continues_cols(const permkern_axis *axis, unsigned rank, unsigned cols)
{
    for (unsigned k = 0; k + 1 < rank; k++) {
        if (axis[k].in_stride == axis[cols].extent * axis[cols].in_stride) {
            return k;
        }
    }
    return NONE;
}

/* The other axes, those with large strides outermost: what is walked last lies close together on one side at least. */
static void order_outer(shape *s, const permkern_axis *axis, unsigned rank)
{
    s->outer = 0;
    for (unsigned k = 0; k < rank; k++) {
        if (k == s->rows || k == s->cols || k == s->more_rows || k == s->more_cols) {
            continue;
        }
        const size_t near = axis[k].in_stride < axis[k].out_stride ? axis[k].in_stride : axis[k].out_stride;
        unsigned to = s->outer++;
        for (; to > 0; to--) {
            const permkern_axis *const other = &s->axis[to - 1];
            if ((other->in_stride < other->out_stride ? other->in_stride : other->out_stride) >= near) {
                break;
            }
            permkern_copy_axis(&s->axis[to], other);
        }
        permkern_copy_axis(&s->axis[to], &axis[k]);
    }
}

static void find_shape(shape *s, const permkern_vector_width *width, const permkern_axis *axis, unsigned rank,
                       unsigned shift)
{
    const size_t pixel = (size_t)3 << shift;
    s->rows = rank - 1;
    s->cols = permkern_inner_axis(axis, rank);
    s->more_rows = continues_rows(axis, rank, s->cols);
    s->more_cols = continues_cols(axis, rank, s->cols);
    /* Three channels have a way of their own. */
    if ((axis[s->rows].extent == 3 && axis[s->cols].out_stride == pixel) ||
        (axis[s->cols].extent == 3 && axis[s->rows].in_stride == pixel)) {
        s->more_rows = NONE;
        s->more_cols = NONE;
    }
    if (s->more_rows != NONE &&
        !wants_more(axis[s->rows].extent, width->most_rows, axis[s->more_rows].extent)) {
        s->more_rows = NONE;
    }
    if (s->more_cols != NONE && (s->more_cols == s->more_rows ||
        !wants_more(axis[s->cols].extent, width->most_cols, axis[s->more_cols].extent))) {
        s->more_cols = NONE;
    }
    order_outer(s, axis, rank);
}

void permkern_vector_tile(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const void *in,
                          void *out)
{
    const unsigned rank = permkern_form_rank(form);
    const unsigned shift = permkern_form_shift(form);
    const permkern_vector_width *const width = &set->width[shift];
    shape s;
    places rows;
    places cols;
    permkern_walk walk;
    find_shape(&s, width, axis, rank, shift);
    const permkern_axis *const down = &axis[s.rows];
    const permkern_axis *const along = &axis[s.cols];
    if (down->extent == 1 || along->extent == 1) {
        permkern_generic(axis, form, in, out); /* a share of run_part may be a single row */
        return;
    }
    const permkern_vector_set *const three = with_channels(set, shift);
    const size_t pixel = (size_t)3 << shift;
    if (three != NULL && along->extent == 3 && down->in_stride == pixel) {
        permkern_walk_begin(&walk, s.outer);
        do {
            three->width[shift].split3((const uint8_t *)in + walk.in_at, (uint8_t *)out + walk.out_at,
                                       along->out_stride, down->extent);
        } while (permkern_walk_on(&walk, s.axis, s.outer, s.outer));
        return;
    }
    if (three != NULL && down->extent == 3 && along->out_stride == pixel) {
        permkern_walk_begin(&walk, s.outer);
        do {
            three->width[shift].join3((const uint8_t *)in + walk.in_at, down->in_stride, (uint8_t *)out + walk.out_at,
                                      along->extent);
        } while (permkern_walk_on(&walk, s.axis, s.outer, s.outer));
        return;
    }
    if (s.more_rows == NONE) {
        one_axis(&rows, down, down->in_stride);
    } else {
        two_axes(&rows, &axis[s.more_rows], axis[s.more_rows].in_stride, down, down->in_stride);
    }
    if (s.more_cols == NONE) {
        one_axis(&cols, along, along->out_stride);
    } else {
        two_axes(&cols, &axis[s.more_cols], axis[s.more_cols].out_stride, along, along->out_stride);
    }
    permkern_walk_begin(&walk, s.outer);
    do {
        move_plane(set, shift, (const uint8_t *)in + walk.in_at, &rows, (uint8_t *)out + walk.out_at, &cols);
    } while (permkern_walk_on(&walk, s.axis, s.outer, s.outer));
}

/* ---- runs ---- */

void permkern_vector_runs(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const void *in,
                          void *out)
{
    const unsigned last = permkern_form_rank(form) - 1;
    const size_t bytes = axis[last].extent << permkern_form_shift(form);
    shape s;
    permkern_walk walk;
    if (last == 0) {
        set->copy((const uint8_t *)in, 0, (uint8_t *)out, 0, 1, bytes);
        return;
    }
    s.rows = s.cols = last;
    s.more_rows = s.more_cols = NONE;
    order_outer(&s, axis, last + 1);
    const unsigned outer = s.outer - 1;
    const permkern_axis *const near = &s.axis[outer];
    permkern_walk_begin(&walk, outer);
    do {
        set->copy((const uint8_t *)in + walk.in_at, near->in_stride, (uint8_t *)out + walk.out_at, near->out_stride,
                  near->extent, bytes);
    } while (permkern_walk_on(&walk, s.axis, outer, outer));
}

void permkern_vector_copy_short(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count,
                                size_t bytes)
{
    for (; count != 0; count--) {
        if (bytes >= 8) {
            const uint64_t head = permkern_load64(in);
            const uint64_t tail = permkern_load64(in + bytes - 8);
            permkern_store64(out, head);
            permkern_store64(out + bytes - 8, tail);
        } else if (bytes >= 4) {
            const uint32_t head = permkern_load32(in);
            const uint32_t tail = permkern_load32(in + bytes - 4);
            permkern_store32(out, head);
            permkern_store32(out + bytes - 4, tail);
        } else {
            const uint8_t head = permkern_load8(in);
            const uint8_t middle = permkern_load8(in + bytes / 2);
            const uint8_t tail = permkern_load8(in + bytes - 1);
            permkern_store8(out, head);
            permkern_store8(out + bytes / 2, middle);
            permkern_store8(out + bytes - 1, tail);
        }
        in += in_stride;
        out += out_stride;
    }
}

/* ---- which instruction set ---- */

#if PERMKERN_X86
#include <cpuid.h>

uint32_t permkern_cpu;

/* Registers that the system saves: XCR0. */
static uint32_t saved_state(void)
{
    uint32_t low = 0;
    uint32_t high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static uint32_t ask_cpu(void)
{
    const uint32_t avx512 = 1U << 16 | 1U << 17 | 1U << 30 | 1U << 31; /* F, DQ, BW, VL */
    uint32_t word = PERMKERN_CPU_ASKED;
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0) {
        return word;
    }
    word |= (d & bit_SSE2) != 0 ? PERMKERN_CPU_SSE2 : 0;
    const uint32_t saved = (c & bit_OSXSAVE) != 0 ? saved_state() : 0;
    if ((saved & 6U) != 6U || __get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (b & bit_AVX2) == 0) {
        return word;
    }
    word |= PERMKERN_CPU_AVX2;
    if ((saved & 0xe6U) != 0xe6U || (b & avx512) != avx512) {
        return word;
    }
    return word | PERMKERN_CPU_AVX512 | ((c & bit_AVX512VBMI) != 0 ? PERMKERN_CPU_VBMI : 0);
}

static uint32_t cpu_word(void)
{
    uint32_t word = __atomic_load_n(&permkern_cpu, __ATOMIC_RELAXED);
    if (word == 0) {
        word = ask_cpu();
        __atomic_store_n(&permkern_cpu, word, __ATOMIC_RELAXED);
    }
    return word;
}

const permkern_vector_set *permkern_vector_best(void)
{
    const uint32_t word = cpu_word();
    if ((word & PERMKERN_CPU_VBMI) != 0) {
        return &permkern_avx512vbmi;
    }
    if ((word & PERMKERN_CPU_AVX512) != 0) {
        return &permkern_avx512;
    }
    if ((word & PERMKERN_CPU_AVX2) != 0) {
        return &permkern_avx2;
    }
    return (word & PERMKERN_CPU_SSE2) != 0 ? &permkern_sse2 : NULL;
}

#elif PERMKERN_NEON

const permkern_vector_set *permkern_vector_best(void)
{
    return &permkern_neon;
}

#endif

permkern_kernel *permkern_vector_kernel(unsigned shift, bool moves)
{
    const permkern_vector_set *const set = permkern_vector_best();
    if (set == NULL) {
        return NULL;
    }
    return !moves ? set->runs : set->width[shift].most_rows != 0 ? set->tile : NULL;
}

#endif /* PERMKERN_VECTOR */
