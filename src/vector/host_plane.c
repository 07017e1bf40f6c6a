/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: the loops around vector tiles, for all instruction sets. */
#include "base/permkern_axis.h"
#include "move/permkern_way.h"
#include "vector/permkern_places.h"

#if PERMKERN_VECTOR

/* ---- axes ---- */

typedef struct {
    permkern_joined rows, cols; /* rows start with the output's innermost axis, columns with the input's */
    unsigned taken;             /* bit mask: axes in rows or cols */
    permkern_outer outer;
} permkern_plane_axes;

static void begin_run(permkern_joined *r, const permkern_axis *axis, unsigned k)
{
    r->axis[0] = k;
    r->rank = 1;
    r->extent = axis[k].extent;
}

/*
 * Finds the axis that continues the rows in the output, or the columns in the input; rank: none. size: bytes per
 * element. Columns may continue backwards, because they may have any offsets in the output.
 */
static unsigned find_more(const permkern_plane_axes *s, bool rows, const permkern_axis *axis, unsigned rank,
                          size_t size)
{
    const size_t bytes = (rows ? s->rows : s->cols).extent * size;
    unsigned k = 0;
    while (k < rank &&
           ((s->taken >> k & 1U) != 0 || (rows ? axis[k].out_stride : permkern_length(axis[k].in_stride)) != bytes)) {
        k++;
    }
    return k;
}

/* Joins one more axis to the rows or columns, trying the shorter side first. Returns false if neither takes one. */
static bool grow(permkern_plane_axes *s, const permkern_axis *axis, unsigned rank, size_t size)
{
    for (unsigned turn = 0; turn < 2; turn++) {
        const bool rows = (s->rows.extent <= s->cols.extent) == (turn == 0);
        permkern_joined *const r = rows ? &s->rows : &s->cols;
        const unsigned k = find_more(s, rows, axis, rank, size);
        if (k < rank && permkern_joins(r->extent, r->extent * size, axis[k].extent) == axis[k].extent) {
            r->axis[r->rank++] = k;
            r->extent *= axis[k].extent;
            s->taken |= 1U << k;
            return true;
        }
    }
    return false;
}

/* Finds a work's plane, and sorts its other axes. cols: axis of the columns; size: bytes per element. */
static void find_plane_axes(permkern_plane_axes *s, const permkern_axis *axis, unsigned rank, unsigned cols,
                            size_t size)
{
    s->taken = 1U << (rank - 1) | 1U << cols;
    begin_run(&s->rows, axis, rank - 1);
    begin_run(&s->cols, axis, cols);
    while (s->taken != (1U << rank) - 1 && grow(s, axis, rank, size)) {
    }
    permkern_order_outer(&s->outer, axis, rank, s->taken);
}

/* ---- a plane ---- */

static inline unsigned log2_floor(size_t n)
{
    return 63U - (unsigned)__builtin_clzll(n); /* narrow: a number of bits */
}

static inline permkern_strip *strip_in(const permkern_strips *strips, bool regular)
{
    return regular ? strips->regular : strips->places;
}

permkern_strip *permkern_find_strip(const permkern_vector_set *set, unsigned shift, unsigned rows, unsigned cols,
                                    bool regular)
{
    while (set->strip[shift][rows - 1][cols - 1].regular == NULL) {
        set = set->narrower;
    }
    return strip_in(&set->strip[shift][rows - 1][cols - 1], regular);
}

/* A section of an axis, covered by tiles of one size. */
typedef struct {
    size_t first, count; /* elements */
    unsigned tile;       /* log2 of elements per tile */
} permkern_piece;

/*
 * Returns the section after the first `at` elements. The largest tiles come first, at most `together` elements at a
 * time; smaller tiles follow. The last tile ends with the axis, so it may overlap the one before.
 */
static inline permkern_piece piece_at(size_t at, size_t extent, unsigned most, size_t together)
{
    const size_t left = extent - at;
    const size_t whole = left >> most << most;
    if (whole != 0) {
        return (permkern_piece){at, whole < together ? whole : together, most};
    }
    const unsigned over = left < 2 ? 1 : log2_floor(2 * left - 1);
    const unsigned tile = extent >> over != 0 ? over : over - 1;
    const size_t length = (size_t)1 << tile;
    return (permkern_piece){length > left ? extent - length : at, length, tile};
}

/*
 * Bytes per row in a chunk. Chunks are narrow if lines are prefetched or stored past the caches: a column's next line
 * then follows soon. In small planes that are stored past the caches, they are one line wide. With more than MANY_ROWS,
 * they stay wide, because an input line would leave the caches between two chunks.
 */
#define CHUNK_BYTES 1024U
#define NARROW_BYTES 128U
#define SMALL_PLANE 262144U
#define MANY_ROWS 8192U

/* Most rows in a strip. */
#define MOST_ROWS 64U

typedef struct {
    const permkern_vector_set *set;
    unsigned shift;
    bool regular;        /* rows are a single axis, and so are columns */
    bool fetch;          /* prefetch the lines that the next strip writes */
    unsigned high, wide; /* log2 of rows and columns in the largest tile */
    size_t chunk;        /* most columns in one call of a strip */
    size_t head;         /* rows before the first aligned tile, which the first strip moves; 0: no such strip */
    const permkern_strips *streams; /* store the largest tiles past the caches; NULL: none do */
    permkern_strip *whole;          /* moves the largest tiles */
    permkern_strip *stream; /* whole with streaming stores, for columns that begin at a cache line; NULL: none */
    permkern_places rows, cols;
} permkern_host_plane;

static inline permkern_piece rows_at(const permkern_host_plane *p, size_t row)
{
    return piece_at(row, p->rows.count, p->high, (size_t)1 << p->high);
}

/* The first row after a piece. After the first one, strips begin where whole tiles fill cache lines. */
static inline size_t row_after(const permkern_host_plane *p, permkern_piece r)
{
    return r.first == 0 && p->head != 0 ? p->head : r.first + r.count;
}

static inline permkern_piece cols_at(const permkern_host_plane *p, size_t col)
{
    return piece_at(col, p->cols.count, p->wide, p->chunk);
}

/* to: address of the strip's first output element. If strips stream, all columns are whole cache lines apart. */
static inline permkern_strip *strip_of(const permkern_host_plane *p, unsigned rows, unsigned cols, uintptr_t to)
{
    if (rows != p->high || cols != p->wide) {
        return permkern_find_strip(p->set, p->shift, rows, cols, p->regular);
    }
    return p->stream != NULL && to % PERMKERN_CACHE_LINE == 0 ? p->stream : p->whole;
}

static void fetch_lines(const permkern_host_plane *p, const uint8_t *out, const size_t *col_at, size_t cols)
{
    const uintptr_t at = (uintptr_t)out + p->set->rules.ahead[p->shift];
    for (size_t k = 0; k < cols; k++) {
        permkern_fetch_line(at + (p->regular ? k * col_at[1] : col_at[k]));
    }
}

/* Moves one chunk: some columns, all rows. */
static void move_chunk(const permkern_host_plane *p, permkern_piece c, const uint8_t *in, uint8_t *out)
{
    const size_t *const col_at = permkern_table_of(&p->cols, c.first);
    permkern_piece r;
    in += c.first << p->shift;
    out = permkern_at_out(out, permkern_base_of(&p->cols, c.first));
    for (size_t row = 0; row < p->rows.count; row = row_after(p, r)) {
        r = rows_at(p, row);
        uint8_t *const to = out + (r.first << p->shift);
        if (p->fetch) {
            fetch_lines(p, to, col_at, c.count);
        }
        strip_of(p, r.tile, c.tile, (uintptr_t)to)(permkern_at(in, permkern_base_of(&p->rows, r.first)),
                                                   permkern_table_of(&p->rows, r.first), to, col_at, c.count);
    }
}

static void move_plane(const permkern_host_plane *p, const uint8_t *in, uint8_t *out)
{
    permkern_piece c;
    for (size_t col = 0; col < p->cols.count; col = c.first + c.count) {
        c = cols_at(p, col);
        move_chunk(p, c, in, out);
    }
}

/* Fills in a plane's row and column offsets, and its strips. */
static void lay_out_plane(permkern_host_plane *p, const permkern_plane_axes *s, const permkern_axis *axis)
{
    p->regular = s->rows.rank == 1 && s->cols.rank == 1;
    permkern_lay_out(&p->rows, &s->rows, axis, PERMKERN_IN, p->regular ? 2 : MOST_ROWS);
    permkern_lay_out(&p->cols, &s->cols, axis, PERMKERN_OUT, p->regular ? 2 : p->chunk);
    p->whole = permkern_find_strip(p->set, p->shift, p->high, p->wide, p->regular);
    p->stream = p->streams != NULL ? strip_in(p->streams, p->regular) : NULL;
}

/* ---- all planes of a work ---- */

/* Capacity of a strip list. */
#define MOST_STRIPS 16U

/* A strip in a plane: its function, offset tables and start offsets. */
typedef struct {
    permkern_strip *move;
    const size_t *row_at, *col_at;
    size_t in_at, out_at, cols;
} permkern_listed_strip;

/* Lists a plane's strips. Returns their number, or MOST_STRIPS + 1 if they do not fit. */
static unsigned list_strips(const permkern_host_plane *p, const uint8_t *out, permkern_listed_strip *list)
{
    unsigned n = 0;
    permkern_piece c, r;
    for (size_t col = 0; col < p->cols.count; col = c.first + c.count) {
        c = cols_at(p, col);
        for (size_t row = 0; row < p->rows.count; row = row_after(p, r)) {
            r = rows_at(p, row);
            if (n == MOST_STRIPS) {
                return MOST_STRIPS + 1;
            }
            const size_t out_at = permkern_base_of(&p->cols, c.first) + (r.first << p->shift);
            list[n++] = (permkern_listed_strip){strip_of(p, r.tile, c.tile, (uintptr_t)out + out_at),
                                                permkern_table_of(&p->rows, r.first),
                                                permkern_table_of(&p->cols, c.first),
                                                (c.first << p->shift) + permkern_base_of(&p->rows, r.first),
                                                out_at,
                                                c.count};
        }
    }
    return n;
}

/* Moves all planes by one plane's strip list: in small planes, finding the strips takes longer than moving them. */
static void move_listed(const permkern_listed_strip *list, unsigned n, const permkern_outer *o, const uint8_t *in,
                        uint8_t *out)
{
    const permkern_axis *const near = &o->axis[o->rank - 1];
    permkern_walk walk;
    permkern_walk_begin(&walk, o->axis, o->rank - 1);
    do {
        const uint8_t *from = permkern_at(in, walk.in_at);
        uint8_t *to = permkern_at_out(out, walk.out_at);
        for (size_t i = near->extent; i != 0; i--) {
            for (unsigned k = 0; k < n; k++) {
                const permkern_listed_strip *const strip = &list[k];
                strip->move(permkern_at(from, strip->in_at), strip->row_at, permkern_at_out(to, strip->out_at),
                            strip->col_at, strip->cols);
            }
            from = permkern_at(from, near->in_stride);
            to = permkern_at_out(to, near->out_stride);
        }
    } while (permkern_walk_on(&walk, o->axis, o->rank - 1, 0));
}

static void move_planes(const permkern_host_plane *p, const permkern_outer *o, const uint8_t *in, uint8_t *out)
{
    permkern_listed_strip list[MOST_STRIPS];
    const bool several = o->axis[0].extent > 1;
    const unsigned listed = several ? list_strips(p, out, list) : MOST_STRIPS + 1;
    if (listed <= MOST_STRIPS) {
        move_listed(list, listed, o, in, out);
        return;
    }
    permkern_walk walk;
    permkern_walk_begin(&walk, o->axis, o->rank);
    do {
        move_plane(p, permkern_at(in, walk.in_at), permkern_at_out(out, walk.out_at));
    } while (permkern_walk_on(&walk, o->axis, o->rank, 0));
}

/* ---- rules ---- */

size_t permkern_column_places(const permkern_axis *axis, unsigned rank, unsigned rows)
{
    size_t places = 0;
    for (unsigned k = 0; k < rank; k++) {
        places |= (rows >> k & 1U) != 0 ? 0 : axis[k].out_stride;
    }
    return places;
}

bool permkern_streams_tiles(const permkern_vector_set *set, unsigned shift, size_t all, size_t places,
                            size_t col_stride)
{
    /* Where lines of columns evict each other, half as many bytes are enough for CPUs that do not prefetch them. */
    const bool evicts = permkern_cache_sets(col_stride) <= 4 && !permkern_fetches_lines();
    return set->stream[shift].regular != NULL && permkern_streams(all, permkern_cache_bytes() >> evicts, places);
}

/*
 * Returns permkern_host_plane's head, for tiles of `tile` bytes of a column. It pays for columns of `bytes` bytes that
 * have several whole lines.
 */
static size_t head_of(size_t tile, size_t bytes, unsigned shift, size_t places, const uint8_t *out)
{
    const size_t head = (0 - (uintptr_t)out) % tile;
    const bool pays = places % PERMKERN_CACHE_LINE == 0 && bytes >= 4 * PERMKERN_CACHE_LINE;
    return pays && head >> shift << shift == head ? head >> shift : 0;
}

/* The axes of rows or columns as bits. */
static unsigned axes_of(const permkern_joined *r)
{
    unsigned axes = 0;
    for (unsigned k = 0; k < r->rank; k++) {
        axes |= 1U << r->axis[k];
    }
    return axes;
}

/* True if the narrower set is faster: columns lie far apart, and whole registers are mostly stored into two lines. */
static bool narrower_pays(const permkern_vector_set *set, unsigned shift, size_t places, size_t col_stride,
                          const uint8_t *out)
{
    return set->rules.far != 0 && permkern_length(col_stride) >= set->rules.far && places % PERMKERN_CACHE_LINE != 0 &&
           ((places | (uintptr_t)out) % 16 == 0 || shift == 3);
}

/*
 * True if the next strip's output lines are prefetched, on CPUs that gain by it: columns of several lines, if stores
 * fill parts of lines and the work does not stay in the first cache, or if it does not stay in near caches.
 */
static bool fetches_ahead(const permkern_vector_set *set, unsigned shift, size_t column_bytes, size_t all,
                          size_t places)
{
    return permkern_fetches_lines() && column_bytes >= (size_t)set->rules.fetched[shift] * PERMKERN_CACHE_LINE &&
           all >= (places % PERMKERN_CACHE_LINE != 0 ? 24576U : 1048576U);
}

/* True if columns are whole tiles, or if few are stored twice, because a line stored past the caches is read again. */
static bool tiles_fit(size_t cols, size_t tile)
{
    return cols % tile == 0 || cols >= 4 * tile;
}

/* Chooses set, tiles, chunks and stores for all planes of a work. all: bytes in the whole work. */
static void choose_strips(permkern_host_plane *p, const permkern_vector_set *set, const permkern_plane_axes *s,
                          const permkern_axis *axis, size_t all, size_t places, const uint8_t *out)
{
    const size_t col_stride = axis[s->cols.axis[0]].out_stride;
    const size_t bytes = s->rows.extent << p->shift;
    p->set = narrower_pays(set, p->shift, places, col_stride, out) ? set->narrower : set;
    /* Two lines that are stored past the caches in a row are faster. The rows left may be stored to the caches. */
    const bool pairs = p->set->pairs[p->shift].regular != NULL &&
                       (bytes % (2 * PERMKERN_CACHE_LINE) == 0 || bytes >= 16 * PERMKERN_CACHE_LINE);
    p->high = p->set->most_rows[p->shift] + (pairs ? 1U : 0U);
    p->wide = 4 - p->shift; /* columns in 16 bytes */
    p->head = head_of(PERMKERN_CACHE_LINE, bytes, p->shift, places, out);
    const bool tiles = s->rows.extent >> p->high != 0 && tiles_fit(s->cols.extent, (size_t)1 << p->wide);
    const bool streams = tiles && (p->head == 0 || bytes >= 128 * PERMKERN_CACHE_LINE) &&
                         permkern_streams_tiles(p->set, p->shift, all, places, col_stride);
    p->streams = !streams ? NULL : pairs ? &p->set->pairs[p->shift] : &p->set->stream[p->shift];
    if (!streams) {
        p->high = permkern_strip_rows(p->set, p->shift, axis[s->rows.axis[0]].in_stride);
        p->head = head_of((size_t)1 << (p->high + p->shift), bytes, p->shift, places, out);
    }
    p->fetch = !streams && fetches_ahead(p->set, p->shift, bytes, all, places);
    const bool line = streams && bytes * s->cols.extent <= SMALL_PLANE;
    const bool narrow = p->fetch || (streams && s->rows.extent <= MANY_ROWS);
    p->chunk = (line ? PERMKERN_CACHE_LINE : narrow ? NARROW_BYTES : CHUNK_BYTES) >> p->shift;
}

/* ---- all works ---- */

/* Moves the planes of a work by tiles. all: bytes in the whole work, also if this is only a part. */
static void move_by_tiles(const permkern_vector_set *set, const permkern_plane_axes *s, const permkern_axis *axis,
                          unsigned form, size_t all, const uint8_t *in, uint8_t *out)
{
    const size_t places = permkern_column_places(axis, permkern_form_rank(form), axes_of(&s->rows));
    permkern_host_plane p;
    in = permkern_at(in, permkern_first_of(&s->cols, axis, PERMKERN_IN));
    out = permkern_at_out(out, permkern_first_of(&s->cols, axis, PERMKERN_OUT));
    p.shift = permkern_form_shift(form);
    choose_strips(&p, set, s, axis, all, places, out);
    lay_out_plane(&p, s, axis);
    move_planes(&p, &s->outer, in, out);
    if (p.streams != NULL) {
        p.set->fence();
    }
}

/*
 * Finds an axis that continues short rows or columns, but is too long for the offset table; rank: none. *part: how many
 * of its elements to join at a time.
 */
static unsigned find_long_axis(const permkern_plane_axes *s, const permkern_axis *axis, unsigned rank, size_t size,
                               size_t *part)
{
    for (unsigned rows = 0; rows < 2; rows++) {
        const size_t extent = (rows != 0 ? s->rows : s->cols).extent;
        const unsigned k = s->taken == (1U << rank) - 1 ? rank : find_more(s, rows != 0, axis, rank, size);
        *part = k < rank ? permkern_joins(extent, extent * size, axis[k].extent) : 0;
        if (*part != 0) {
            return k;
        }
    }
    return rank;
}

/*
 * Moves planes whose axes are known. Works with few rows or columns move by words, because each strip costs a call.
 * back: one side is walked backwards.
 */
static void move_found(const permkern_vector_set *set, const permkern_plane_axes *s, const permkern_axis *axis,
                       unsigned form, size_t all, bool back, const uint8_t *in, uint8_t *out)
{
    const bool pay = back || (s->rows.extent >= set->least_rows && s->cols.extent >= set->least_cols);
    if (pay && s->rows.extent > 1 && s->cols.extent > 1) {
        move_by_tiles(set, s, axis, form, all, in, out);
    } else {
        permkern_generic(axis, form, in, out);
    }
}

void permkern_vector_planes(const permkern_vector_set *set, const permkern_axis *axis, unsigned rank, unsigned shift,
                            unsigned cols, size_t all, const uint8_t *in, uint8_t *out)
{
    const unsigned form = permkern_form(rank, shift);
    const bool back = permkern_runs_back(axis[rank - 1].in_stride) || permkern_runs_back(axis[cols].out_stride);
    const size_t size = (size_t)1 << shift;
    permkern_plane_axes s;
    size_t most = 0;
    find_plane_axes(&s, axis, rank, cols, size);
    const unsigned cut = find_long_axis(&s, axis, rank, size, &most);
    if (cut == rank) {
        move_found(set, &s, axis, form, all, back, in, out);
        return;
    }
    permkern_axis part[PERMKERN_MAX_RANK];
    for (unsigned k = 0; k < rank; k++) {
        permkern_copy_axis(&part[k], &axis[k]);
    }
    for (size_t at = 0; at < axis[cut].extent; at += most) {
        const size_t left = axis[cut].extent - at;
        part[cut].extent = left < most ? left : most;
        find_plane_axes(&s, part, rank, cols, size);
        move_found(set, &s, part, form, all, back, permkern_at(in, at * axis[cut].in_stride),
                   permkern_at_out(out, at * axis[cut].out_stride));
    }
}

#endif /* PERMKERN_VECTOR */
