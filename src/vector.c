/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The loops around vector tiles, the same for every instruction set: which axes make the plane, which of their
 * neighbours join them, in which order the others are walked.
 */
#include "permkern_vector.h"

#if PERMKERN_VECTOR

/* ---- which instruction set ---- */

#ifdef PERMKERN_X86
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

uint32_t permkern_cpu_of(uint32_t leaf1_d, uint32_t saved, uint32_t leaf7_b, uint32_t leaf7_c)
{
    const uint32_t avx512 = 1U << 16 | 1U << 17 | 1U << 30 | 1U << 31; /* F, DQ, BW, VL */
    if ((leaf1_d & bit_SSE2) == 0) {
        return PERMKERN_CPU_BASE;
    }
    if ((saved & 6U) != 6U || (leaf7_b & bit_AVX2) == 0) {
        return PERMKERN_CPU_SSE2;
    }
    if ((saved & 0xe6U) != 0xe6U || (leaf7_b & avx512) != avx512) {
        return PERMKERN_CPU_AVX2;
    }
    return (leaf7_c & bit_AVX512VBMI) != 0 ? PERMKERN_CPU_AVX512VBMI : PERMKERN_CPU_AVX512;
}

/* Words of a leaf that the CPU does not have stay zero. */
static uint32_t ask_cpu(void)
{
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    unsigned leaf7_b = 0;
    unsigned leaf7_c = 0;
    unsigned leaf7_d = 0;
    (void)__get_cpuid(1, &a, &b, &c, &d);
    (void)__get_cpuid_count(7, 0, &a, &leaf7_b, &leaf7_c, &leaf7_d);
    return permkern_cpu_of(d, (c & bit_OSXSAVE) != 0 ? saved_state() : 0, leaf7_b, leaf7_c);
}

static inline const permkern_vector_set *best_set(void)
{
    static const permkern_vector_set *const sets[] = {NULL, NULL, PERMKERN_SET_ADDRESSES};
    uint32_t cpu = __atomic_load_n(&permkern_cpu, __ATOMIC_RELAXED);
    if (cpu == PERMKERN_CPU_UNKNOWN) {
        cpu = ask_cpu();
        __atomic_store_n(&permkern_cpu, cpu, __ATOMIC_RELAXED);
    }
    return sets[cpu];
}

#else

/* The compiler's options say which sets there are: all of them. */
static inline const permkern_vector_set *best_set(void)
{
    static const permkern_vector_set *const sets[] = {PERMKERN_SET_ADDRESSES};
    return sets[sizeof sets / sizeof sets[0] - 1];
}

#endif

const permkern_vector_set *permkern_vector_best(void)
{
    return best_set();
}

/* ---- places: byte offsets of a plane's rows in the input, or of its columns in the output ---- */

#define MOST_PLACES 1024U

typedef struct {
    size_t count;
    size_t step; /* from each to the next; 0: they are of several axes, and the table holds all of them */
    size_t at[MOST_PLACES];
} places;

/* Of one axis, as many places as are moved together. */
static void one_axis(places *p, size_t extent, size_t stride, size_t together)
{
    const size_t used = extent < together ? extent : together;
    size_t offset = 0;
    p->count = extent;
    p->step = stride;
    for (size_t k = 0; k < used; k += 4) { /* the table has room for some that nobody reads */
        p->at[k] = offset;
        p->at[k + 1] = offset + stride;
        p->at[k + 2] = offset + 2 * stride;
        p->at[k + 3] = offset + 3 * stride;
        offset += 4 * stride;
    }
}

/* The places so far, once more for each index of another axis. */
static void one_more_axis(places *p, size_t extent, size_t stride)
{
    const size_t inner = p->count;
    size_t start = 0;
    size_t to = inner;
    p->count = inner * extent;
    p->step = 0;
    for (size_t i = 1; i < extent; i++) {
        start += stride;
        for (size_t k = 0; k < inner; k++) {
            p->at[to++] = p->at[k] + start;
        }
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
    return 63U - (unsigned)__builtin_clzll(n);
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
 * An axis is covered by pieces: as many of the largest tile as fit, then smaller tiles for the rest, the last one moved
 * back so that it ends where the axis does.
 */
typedef struct {
    size_t first, end; /* elements */
    size_t step;       /* moved together: the tile, or several of them */
    unsigned tile;     /* log2 */
} piece;

#define MOST_PIECES 4U

static unsigned cut(piece *pieces, size_t count, unsigned most, size_t together)
{
    unsigned n = 0;
    size_t at = count >> most << most;
    if (at != 0) {
        pieces[n++] = (piece){0, at, together, most};
    }
    while (at < count) {
        const size_t left = count - at;
        const unsigned over = left < 2 ? 1 : log2_floor(2 * left - 1);
        const unsigned tile = count >> over != 0 ? over : over - 1;
        const size_t length = (size_t)1 << tile;
        const size_t first = length > left ? count - length : at;
        pieces[n++] = (piece){first, first + length, length, tile};
        at = first + length;
    }
    return n;
}

/* Bytes of each row that are moved together, and as many where they go through a buffer. */
#define CHUNK_BYTES 1024U
#define PACKED_BYTES 256U

/* Rows of one strip at most. */
#define MOST_ROWS 64U

/*
 * Whether so many rows, this far apart, displace each other in a first-level cache of 64 sets of 8 lines before all of
 * a chunk was read.
 */
static bool rows_collide(size_t stride, size_t rows)
{
    size_t sets = 64;
    for (; stride % 128 == 0 && sets > 1; stride /= 2) {
        sets /= 2;
    }
    return sets * 8 < rows;
}

typedef struct {
    const permkern_vector_set *set;
    unsigned shift;
    bool pack; /* chunks go through a buffer where they do not displace each other */
    unsigned row_pieces, col_pieces;
    permkern_strip *strip[MOST_PIECES][MOST_PIECES]; /* by piece of columns and of rows */
    piece row_piece[MOST_PIECES], col_piece[MOST_PIECES];
    places rows, cols;
} plane;

/* A strip through a buffer. */
static void move_packed(const plane *p, permkern_strip *strip, const uint8_t *in, const size_t *row_at, size_t rows,
                        uint8_t *out, const size_t *col_at, size_t cols)
{
    uint8_t packed[MOST_ROWS * PACKED_BYTES];
    size_t packed_at[MOST_ROWS];
    for (size_t k = 0; k < rows; k++) {
        packed_at[k] = k * PACKED_BYTES;
        p->set->copy(in + row_at[k], 0, packed + packed_at[k], 0, 1, cols << p->shift);
    }
    strip(packed, packed_at, out, col_at, cols);
}

/* All rows of some columns. */
static void move_chunk(const plane *p, permkern_strip *const *strips, const uint8_t *in, uint8_t *out,
                       const size_t *col_at, size_t cols)
{
    for (unsigned k = 0; k < p->row_pieces; k++) {
        const piece *const rows = &p->row_piece[k];
        permkern_strip *const strip = strips[k];
        for (size_t row = rows->first; row < rows->end; row += rows->step) {
            const uint8_t *const from = in + base_of(&p->rows, row);
            const size_t *const row_at = table_of(&p->rows, row);
            uint8_t *const to = out + (row << p->shift);
            if (p->pack) {
                move_packed(p, strip, from, row_at, rows->step, to, col_at, cols);
            } else {
                strip(from, row_at, to, col_at, cols);
            }
        }
    }
}

static void move_plane(const plane *p, const uint8_t *in, uint8_t *out)
{
    for (unsigned k = 0; k < p->col_pieces; k++) {
        const piece *const cols = &p->col_piece[k];
        for (size_t col = cols->first; col < cols->end; col += cols->step) {
            const size_t left = cols->end - col;
            move_chunk(p, p->strip[k], in + (col << p->shift), out + base_of(&p->cols, col), table_of(&p->cols, col),
                       left < cols->step ? left : cols->step);
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

static void move_channel(unsigned shift, const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
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
        move_channel(shift, in + channel * size, 3 * size, out + channel * stride, size, count);
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
        move_channel(shift, in + channel * stride, size, out + channel * size, 3 * size, count);
    }
}

/* ---- which axes make the plane ---- */

/* Axes that are neighbours in memory on one side, innermost first. */
typedef struct {
    unsigned axis[PERMKERN_MAX_RANK];
    unsigned rank;
    size_t extent; /* elements in all */
} run;

typedef struct {
    run rows, cols; /* innermost in the output and in the input */
    unsigned outer; /* the other axes */
    permkern_axis axis[PERMKERN_MAX_RANK];
} shape;

/* Rows and columns are continued by their neighbours until they are so long. */
#define RUN_BYTES 1024U

static void begin_run(run *r, const permkern_axis *axis, unsigned k)
{
    r->axis[0] = k;
    r->rank = 1;
    r->extent = axis[k].extent;
}

/* Whether axis k comes next behind a run of `size`-byte elements, on one side. */
static bool continues(const run *r, const permkern_axis *axis, unsigned k, permkern_side side, size_t size)
{
    const size_t stride = side == PERMKERN_IN ? axis[k].in_stride : axis[k].out_stride;
    return stride == r->extent * size && r->extent * size < RUN_BYTES && r->extent * axis[k].extent <= MOST_PLACES;
}

/* Lets the shorter of the two runs, then the other, take its neighbour; false: neither can. */
static bool grow(shape *s, const permkern_axis *axis, unsigned rank, unsigned *taken, size_t size)
{
    for (unsigned turn = 0; turn < 2; turn++) {
        const bool rows = (s->rows.extent <= s->cols.extent) == (turn == 0);
        run *const r = rows ? &s->rows : &s->cols;
        for (unsigned k = 0; k < rank; k++) {
            if ((*taken >> k & 1U) == 0 && continues(r, axis, k, rows ? PERMKERN_OUT : PERMKERN_IN, size)) {
                r->axis[r->rank++] = k;
                r->extent *= axis[k].extent;
                *taken |= 1U << k;
                return true;
            }
        }
    }
    return false;
}

/* How far one step of an axis goes: on the side where it is less, or in the output. */
static size_t reach_of(const permkern_axis *axis, bool by_output)
{
    return by_output || axis->out_stride < axis->in_stride ? axis->out_stride : axis->in_stride;
}

/*
 * The axes that no run took, far steps outermost: what is walked last lies close together. Tiles are good to both
 * sides, runs are written in order.
 */
static void order_outer(shape *s, const permkern_axis *axis, unsigned rank, unsigned taken, bool by_output)
{
    s->outer = 0;
    for (unsigned k = 0; k < rank; k++) {
        if ((taken >> k & 1U) != 0) {
            continue;
        }
        unsigned to = s->outer++;
        for (; to > 0 && reach_of(&s->axis[to - 1], by_output) < reach_of(&axis[k], by_output); to--) {
            permkern_copy_axis(&s->axis[to], &s->axis[to - 1]);
        }
        permkern_copy_axis(&s->axis[to], &axis[k]);
    }
}

static bool splits_three(const permkern_axis *rows, const permkern_axis *cols, size_t size)
{
    return cols->extent == 3 && rows->in_stride == 3 * size;
}

static bool joins_three(const permkern_axis *rows, const permkern_axis *cols, size_t size)
{
    return rows->extent == 3 && cols->out_stride == 3 * size;
}

static void find_shape(shape *s, const permkern_axis *axis, unsigned rank, size_t size)
{
    const unsigned rows = rank - 1;
    const unsigned cols = permkern_inner_axis(axis, rank);
    unsigned taken = 1U << rows | 1U << cols;
    begin_run(&s->rows, axis, rows);
    begin_run(&s->cols, axis, cols);
    /* Three channels have a way of their own. */
    while (!splits_three(&axis[rows], &axis[cols], size) && !joins_three(&axis[rows], &axis[cols], size) &&
           grow(s, axis, rank, &taken, size)) {
    }
    order_outer(s, axis, rank, taken, false);
}

static void lay_out_rows(places *p, const run *r, const permkern_axis *axis)
{
    one_axis(p, axis[r->axis[0]].extent, axis[r->axis[0]].in_stride, r->rank == 1 ? MOST_ROWS : MOST_PLACES);
    for (unsigned k = 1; k < r->rank; k++) {
        one_more_axis(p, axis[r->axis[k]].extent, axis[r->axis[k]].in_stride);
    }
}

static void lay_out_cols(places *p, const run *r, const permkern_axis *axis, size_t together)
{
    one_axis(p, axis[r->axis[0]].extent, axis[r->axis[0]].out_stride, r->rank == 1 ? together : MOST_PLACES);
    for (unsigned k = 1; k < r->rank; k++) {
        one_more_axis(p, axis[r->axis[k]].extent, axis[r->axis[k]].out_stride);
    }
}

/* Rows and columns of a plane, and the pieces that they are moved in. */
static void lay_out_plane(plane *p, const shape *s, const permkern_axis *axis)
{
    const permkern_vector_width *const width = &p->set->width[p->shift];
    const permkern_axis *const down = &axis[s->rows.axis[0]];
    const permkern_axis *const along = &axis[s->cols.axis[0]];
    const size_t together = down->extent >> width->most_rows != 0 ? (size_t)1 << width->most_rows : down->extent;
    p->pack = rows_collide(down->in_stride, together) && along->extent << p->shift >= 32;
    const size_t chunk = (p->pack ? PACKED_BYTES : CHUNK_BYTES) >> p->shift;
    lay_out_rows(&p->rows, &s->rows, axis);
    lay_out_cols(&p->cols, &s->cols, axis, chunk);
    p->row_pieces = cut(p->row_piece, p->rows.count, width->most_rows, (size_t)1 << width->most_rows);
    p->col_pieces = cut(p->col_piece, p->cols.count, width->most_cols, chunk);
    for (unsigned col = 0; col < p->col_pieces; col++) {
        for (unsigned row = 0; row < p->row_pieces; row++) {
            p->strip[col][row] = find_strip(p->set, p->shift, p->row_piece[row].tile, p->col_piece[col].tile);
        }
    }
}

/*
 * Outputs from this size on are stored past the caches: a line that is written whole need not be read first, and what
 * is that long does not stay in the caches anyway. docs/performance.md has the measurement.
 */
#define STREAM_BYTES ((size_t)8 << 20)

/* Streams need whole lines: every place that a column starts at, and every step of the outer axes. */
static bool may_stream(const plane *p, const permkern_axis *axis, unsigned rank, const void *out)
{
    size_t bits = (uintptr_t)out;
    size_t bytes = axis[rank - 1].extent << p->shift;
    for (unsigned k = 0; k < rank - 1; k++) {
        bits |= axis[k].out_stride;
        bytes *= axis[k].extent;
    }
    return bytes > STREAM_BYTES && bits % 64 == 0;
}

static permkern_strip *stream_of(const permkern_vector_set *set, unsigned shift)
{
    while (set != NULL && set->width[shift].stream == NULL) {
        set = set->narrower;
    }
    return set == NULL ? NULL : set->width[shift].stream;
}

/* Three channels beside each other on one side; false where this is something else. */
static bool move_three(const permkern_vector_set *set, unsigned shift, const shape *s, const permkern_axis *axis,
                       const uint8_t *in, uint8_t *out)
{
    const permkern_vector_set *const three = with_channels(set, shift);
    const permkern_axis *const down = &axis[s->rows.axis[0]];
    const permkern_axis *const along = &axis[s->cols.axis[0]];
    const size_t size = (size_t)1 << shift;
    permkern_walk walk;
    if (three == NULL || (!splits_three(down, along, size) && !joins_three(down, along, size))) {
        return false;
    }
    const permkern_vector_width *const width = &three->width[shift];
    permkern_walk_begin(&walk, s->outer);
    do {
        if (splits_three(down, along, size)) {
            width->split3(in + walk.in_at, out + walk.out_at, along->out_stride, down->extent);
        } else {
            width->join3(in + walk.in_at, down->in_stride, out + walk.out_at, along->extent);
        }
    } while (permkern_walk_on(&walk, s->axis, s->outer));
    return true;
}

void permkern_vector_tile(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const void *in,
                          void *out)
{
    const unsigned rank = permkern_form_rank(form);
    shape s;
    plane p;
    permkern_walk walk;
    p.set = set;
    p.shift = permkern_form_shift(form);
    find_shape(&s, axis, rank, (size_t)1 << p.shift);
    if (s.rows.extent == 1 || s.cols.extent == 1) {
        permkern_generic(axis, form, in, out); /* a share of run_part may be a single row */
        return;
    }
    if (move_three(set, p.shift, &s, axis, (const uint8_t *)in, (uint8_t *)out)) {
        return;
    }
    lay_out_plane(&p, &s, axis);
    permkern_strip *const stream = stream_of(set, p.shift);
    const bool streams = stream != NULL && p.row_piece[0].tile == set->width[p.shift].most_rows &&
                         p.col_piece[0].tile == set->width[p.shift].most_cols && may_stream(&p, axis, rank, out);
    if (streams) {
        p.strip[0][0] = stream;
    }
    permkern_walk_begin(&walk, s.outer);
    do {
        move_plane(&p, (const uint8_t *)in + walk.in_at, (uint8_t *)out + walk.out_at);
    } while (permkern_walk_on(&walk, s.axis, s.outer));
    if (streams) {
        set->fence();
    }
}

/* ---- runs ---- */

/* Shorter runs are better left to the caches: of whole lines, and of others, whose ends two of them share. */
#define STREAMED_LINES 512U
#define STREAMED_RUN 1024U

/* As STREAM_BYTES: runs are read and written in order, which the caches are good at for longer. */
#define STREAM_RUNS_BYTES ((size_t)12 << 20)

void permkern_vector_runs(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const void *in,
                          void *out)
{
    const unsigned last = permkern_form_rank(form) - 1;
    const size_t bytes = axis[last].extent << permkern_form_shift(form);
    size_t all = bytes;
    size_t lines = (uintptr_t)out | bytes; /* no bit below 64: every run is whole lines */
    shape s;
    permkern_walk walk;
    order_outer(&s, axis, last + 1, 1U << last, true);
    if (last == 0) { /* the loops below want one axis */
        s.axis[0] = (permkern_axis){1, bytes, bytes};
        s.outer = 1;
    }
    for (unsigned k = 0; k < s.outer; k++) {
        all *= s.axis[k].extent;
        lines |= s.axis[k].out_stride;
    }
    const bool streams =
        set->stream != NULL && all > STREAM_RUNS_BYTES && bytes >= (lines % 64 == 0 ? STREAMED_LINES : STREAMED_RUN);
    const unsigned outer = s.outer - 1;
    const permkern_axis *const near = &s.axis[outer];
    permkern_walk_begin(&walk, outer);
    do {
        const uint8_t *from = (const uint8_t *)in + walk.in_at;
        uint8_t *to = (uint8_t *)out + walk.out_at;
        for (size_t k = near->extent; streams && k != 0; k--) {
            set->stream(from, to, bytes);
            from += near->in_stride;
            to += near->out_stride;
        }
        if (!streams) {
            set->copy(from, near->in_stride, to, near->out_stride, near->extent, bytes);
        }
    } while (permkern_walk_on(&walk, s.axis, outer));
    if (streams) {
        set->fence();
    }
}

void permkern_vector_copy_short(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count,
                                size_t bytes)
{
    for (; bytes >= 8 && bytes <= 16 && count != 0; count--) {
        const uint64_t head = permkern_load64(in);
        const uint64_t tail = permkern_load64(in + bytes - 8);
        permkern_store64(out, head);
        permkern_store64(out + bytes - 8, tail);
        in += in_stride;
        out += out_stride;
    }
    for (; count != 0; count--) {
        if (bytes >= 8) {
            const uint64_t tail = permkern_load64(in + bytes - 8);
            for (size_t at = 0; at + 8 < bytes; at += 8) {
                permkern_own_loop();
                permkern_store64(out + at, permkern_load64(in + at));
            }
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

/* ---- small tensors ---- */

/* Bytes of a work that `small` of a set can move at once; 0: it cannot. */
static size_t small_bytes(const permkern_vector_set *set, const permkern_axis *axis, unsigned rank, unsigned shift)
{
    return set == NULL || set->small == NULL ? 0 : permkern_small_bytes(axis, rank, shift, set->small_bytes);
}

void permkern_find_small(permkern_work *work, unsigned rank, unsigned shift)
{
    const permkern_vector_set *const set = best_set();
    const size_t bytes = small_bytes(set, work->axis, rank, shift);
    if (bytes == 0 || bytes != work->in_span) { /* a gap on the input's side */
        return;
    }
    if (set->index != NULL) {
        set->index(work->index, work->axis, rank, shift);
    } else {
        permkern_find_index(work->index, work->axis, rank, shift);
    }
    work->small = set->small;
}

bool permkern_vector_move_small(const permkern_axis *axis, unsigned rank, unsigned shift, const void *in, void *out)
{
    const permkern_vector_set *const set = best_set();
    const size_t bytes = small_bytes(set, axis, rank, shift);
    uint8_t index[PERMKERN_SMALL_BYTES];
    if (bytes == 0 || set->index == NULL) {
        return false;
    }
    set->index(index, axis, rank, shift);
    set->small(index, bytes, in, out);
    return true;
}

permkern_kernel *permkern_vector_kernel(bool moves)
{
    const permkern_vector_set *const set = best_set();
    if (set == NULL) {
        return NULL;
    }
    return moves ? set->tile : set->runs;
}

bool permkern_vector_pinned(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const unsigned rank = permkern_form_rank(form);
    permkern_kernel *const kernel = permkern_vector_kernel(permkern_inner_axis(axis, rank) != rank - 1);
    if (kernel != NULL) {
        kernel(axis, form, in, out);
    }
    return kernel != NULL;
}

bool permkern_vector_small(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    const permkern_vector_set *const set = best_set();
    if (set == NULL || set->small == NULL || bytes > set->small_bytes) {
        return false;
    }
    set->small(index, bytes, in, out);
    return true;
}

#endif /* PERMKERN_VECTOR */
