/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: the loops around vector tiles, for all instruction sets. */
#include "base/permkern_axis.h"
#include "move/permkern_way.h"
#include "vector/permkern_places.h"

#if PERMKERN_VECTOR

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

/* Bytes per row in a chunk, and in a chunk whose output lines are prefetched. */
#define CHUNK_BYTES 1024U
#define FETCHED_BYTES 128U

/* Most rows in a strip. */
#define MOST_ROWS 64U

typedef struct {
    const permkern_vector_set *set;
    unsigned shift;
    bool regular;           /* rows are a single axis, and so are columns */
    bool fetch;             /* prefetch the lines that the next strip writes */
    unsigned high, wide;    /* log2 of rows and columns in the largest tile */
    size_t chunk;           /* most columns in one call of a strip */
    permkern_strip *whole;  /* moves the largest tiles */
    permkern_strip *stream; /* whole with streaming stores, for columns that begin at a cache line; NULL: none */
    permkern_places rows, cols;
} permkern_host_plane;

static inline permkern_piece rows_at(const permkern_host_plane *p, size_t row)
{
    return piece_at(row, p->rows.count, p->high, (size_t)1 << p->high);
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

/* Fills in a plane's row and column offsets. */
static void lay_out_plane(permkern_host_plane *p, const permkern_plane_axes *s, const permkern_axis *axis)
{
    p->chunk = (p->fetch ? FETCHED_BYTES : CHUNK_BYTES) >> p->shift;
    p->regular = s->rows.rank == 1 && s->cols.rank == 1;
    permkern_lay_out(&p->rows, &s->rows, axis, PERMKERN_IN, p->regular ? 2 : MOST_ROWS);
    permkern_lay_out(&p->cols, &s->cols, axis, PERMKERN_OUT, p->regular ? 2 : p->chunk);
    p->whole = permkern_find_strip(p->set, p->shift, p->high, p->wide, p->regular);
}

/* ---- strips ---- */

/* Steps to the next strip: some columns, all rows, then the next columns. Returns false after the last strip. */
static bool next_strip(const permkern_host_plane *p, permkern_piece *c, permkern_piece *r)
{
    const size_t row = r->first + r->count;
    const size_t col = c->first + c->count;
    if (row < p->rows.count) {
        *r = rows_at(p, row);
        return true;
    }
    if (col == p->cols.count) {
        return false;
    }
    *c = cols_at(p, col);
    *r = rows_at(p, 0);
    return true;
}

/* A strip in a plane: its function, offset tables and start offsets. */
typedef struct {
    permkern_strip *move;
    const size_t *row_at, *col_at;
    size_t in_at, out_at, cols;
} plane_strip;

static inline plane_strip strip_at(const permkern_host_plane *p, permkern_piece c, permkern_piece r, const uint8_t *out)
{
    const size_t in_at = (c.first << p->shift) + permkern_base_of(&p->rows, r.first);
    const size_t out_at = permkern_base_of(&p->cols, c.first) + (r.first << p->shift);
    return (plane_strip){strip_of(p, r.tile, c.tile, (uintptr_t)out + out_at),
                         permkern_table_of(&p->rows, r.first),
                         permkern_table_of(&p->cols, c.first),
                         in_at,
                         out_at,
                         c.count};
}

static inline void move_strip(const plane_strip *s, const uint8_t *in, uint8_t *out)
{
    s->move(permkern_at(in, s->in_at), s->row_at, permkern_at_out(out, s->out_at), s->col_at, s->cols);
}

/* Prefetches the output lines after a strip. */
static void fetch_lines(const permkern_host_plane *p, const plane_strip *s, const uint8_t *out)
{
    for (size_t k = 0; k < s->cols; k++) {
        const size_t at = p->regular ? k * s->col_at[1] : s->col_at[k];
        permkern_fetch_line((uintptr_t)out + s->out_at + at + PERMKERN_CACHE_LINE);
    }
}

/* ---- planes ---- */

static void move_plane(const permkern_host_plane *p, const uint8_t *in, uint8_t *out)
{
    permkern_piece c = cols_at(p, 0);
    permkern_piece r = rows_at(p, 0);
    do {
        const plane_strip strip = strip_at(p, c, r, out);
        if (p->fetch) {
            fetch_lines(p, &strip, out);
        }
        move_strip(&strip, in, out);
    } while (next_strip(p, &c, &r));
}

/* Capacity of a strip list. */
#define MOST_STRIPS 16U

/* Lists a plane's strips. Returns their number, or 0 if they do not fit. */
static unsigned list_strips(const permkern_host_plane *p, const uint8_t *out, plane_strip *list)
{
    unsigned n = 0;
    permkern_piece c = cols_at(p, 0);
    permkern_piece r = rows_at(p, 0);
    do {
        if (n == MOST_STRIPS) {
            return 0;
        }
        list[n++] = strip_at(p, c, r, out);
    } while (next_strip(p, &c, &r));
    return n;
}

/* Moves all planes along the innermost outer axis by one plane's strip list. */
static void move_listed(const plane_strip *list, unsigned n, const permkern_axis *near, const uint8_t *in, uint8_t *out)
{
    for (size_t i = near->extent; i != 0; i--) {
        for (unsigned k = 0; k < n; k++) {
            move_strip(&list[k], in, out);
        }
        in = permkern_at(in, near->in_stride);
        out = permkern_at_out(out, near->out_stride);
    }
}

/* In small planes, finding the strips takes longer than moving them. So several planes share a list if it fits. */
static void move_planes(const permkern_host_plane *p, const permkern_outer *o, const uint8_t *in, uint8_t *out)
{
    plane_strip list[MOST_STRIPS];
    permkern_walk walk;
    const unsigned listed = o->axis[0].extent > 1 ? list_strips(p, out, list) : 0;
    const unsigned rank = o->rank - (listed != 0 ? 1U : 0U);
    permkern_walk_begin(&walk, o->axis, rank);
    do {
        const uint8_t *const from = permkern_at(in, walk.in_at);
        uint8_t *const to = permkern_at_out(out, walk.out_at);
        if (listed != 0) {
            move_listed(list, listed, &o->axis[rank], from, to);
        } else {
            move_plane(p, from, to);
        }
    } while (permkern_walk_on(&walk, o->axis, rank, 0));
}

/* ---- works ---- */

size_t permkern_column_places(const permkern_axis *axis, unsigned rank, const uint8_t *out)
{
    size_t places = (uintptr_t)out;
    for (unsigned k = 0; k + 1 < rank; k++) {
        places |= axis[k].out_stride;
    }
    return places;
}

bool permkern_streams_tiles(const permkern_vector_set *set, unsigned shift, size_t all, size_t places)
{
    return set->stream[shift].regular != NULL && permkern_streams(all, permkern_cache_bytes(), places);
}

/* Moves the planes of a work by tiles. all: bytes in the whole work, also if this is only a part. */
static void move_by_tiles(const permkern_vector_set *set, const permkern_plane_axes *s, const permkern_axis *axis,
                          unsigned form, size_t all, const uint8_t *in, uint8_t *out)
{
    permkern_host_plane p;
    in = permkern_at(in, permkern_first_of(&s->cols, axis, PERMKERN_IN));
    out = permkern_at_out(out, permkern_first_of(&s->cols, axis, PERMKERN_OUT));
    const size_t places = permkern_column_places(axis, permkern_form_rank(form), out);
    p.set = set;
    p.shift = permkern_form_shift(form);
    p.high = permkern_strip_rows(set, p.shift, axis[s->rows.axis[0]].in_stride);
    p.wide = 4 - p.shift; /* columns in 16 bytes */
    const bool streams = s->rows.extent >> p.high != 0 && s->cols.extent >> p.wide != 0 &&
                         permkern_streams_tiles(set, p.shift, all, places);
    p.fetch = !streams && permkern_fetches_lines() && permkern_fetches_ahead(p.shift, places);
    lay_out_plane(&p, s, axis);
    p.stream = streams ? strip_in(&set->stream[p.shift], p.regular) : NULL;
    move_planes(&p, &s->outer, in, out);
    if (streams) {
        set->fence();
    }
}

/* Moves planes whose axes are known. Works with few rows or columns go by words, because each strip costs a call. */
static void move_found(const permkern_vector_set *set, const permkern_plane_axes *s, const permkern_axis *axis,
                       unsigned form, size_t all, const uint8_t *in, uint8_t *out)
{
    const bool back =
        permkern_runs_back(axis[s->rows.axis[0]].in_stride) || permkern_runs_back(axis[s->cols.axis[0]].out_stride);
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
    const size_t size = (size_t)1 << shift;
    permkern_plane_axes s;
    unsigned cut = 0;
    permkern_find_plane(&s, axis, rank, cols, size);
    const size_t most = permkern_find_cut(&s, axis, rank, size, &cut);
    if (most == 0) {
        move_found(set, &s, axis, form, all, in, out);
        return;
    }
    permkern_axis part[PERMKERN_MAX_RANK];
    for (unsigned k = 0; k < rank; k++) {
        permkern_copy_axis(&part[k], &axis[k]);
    }
    for (size_t at = 0; at < axis[cut].extent; at += most) {
        const size_t left = axis[cut].extent - at;
        part[cut].extent = left < most ? left : most;
        permkern_find_plane(&s, part, rank, cols, size);
        move_found(set, &s, part, form, all, permkern_at(in, at * axis[cut].in_stride),
                   permkern_at_out(out, at * axis[cut].out_stride));
    }
}

#endif /* PERMKERN_VECTOR */
