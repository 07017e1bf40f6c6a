/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern: permute the axes of a tensor. The core API: any rank up to PERMKERN_MAX_RANK, elements of 8, 16, 32 or
 * 64 bits, strides of either sign on both sides.
 *
 * Conventions, for every function here (docs/api.md has them with examples):
 *   - perm has rank entries; axis k of the output is axis perm[k] of the input: out[o] == in[i], i[perm[k]] == o[k].
 *   - Arguments come in the order input, permutation, output.
 *   - Extents, strides and offsets count elements, capacities and spans count bytes.
 *   - A buffer is named by its lowest address. Elements may lie anywhere in it: its layout says where.
 *   - Everything is checked before the first write: on an error neither the output nor the plan changes.
 *   - Input and output may not overlap, but for views (permkern_is_view) and permkern_run_in_place; they may be
 *     adjacent. No byte between an array's lowest and highest element is written that belongs to none, and no byte
 *     outside is touched.
 *   - An array with an extent of 0 has no elements: there is nothing to move, and its buffer may be NULL.
 *   - No allocation, no libc symbol, no state that a call leaves behind: reentrant, and callable from an interrupt.
 */
#ifndef PERMKERN_H
#define PERMKERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PERMKERN_VERSION_MAJOR 0
#define PERMKERN_VERSION_MINOR 1
#define PERMKERN_VERSION_PATCH 0
#define PERMKERN_VERSION "0.1.0"

/*
 * Raised with every change of the plan, the tables or the kernel ABI. Generated code refuses to compile with another
 * one.
 */
#define PERMKERN_FORMAT 5

/*
 * The most axes that a request may have. It sizes permkern_plan, so library, generated code and callers must agree on
 * it.
 */
#ifndef PERMKERN_MAX_RANK
#define PERMKERN_MAX_RANK 8
#endif
#if PERMKERN_MAX_RANK < 4 || PERMKERN_MAX_RANK > 8
#error "PERMKERN_MAX_RANK must be 4 to 8"
#endif

/*
 * The maximum is part of permkern_prepare's name, so that callers compiled with another one than the library's do not
 * link.
 */
#if PERMKERN_MAX_RANK == 4
#define permkern_prepare permkern_prepare_rank4
#elif PERMKERN_MAX_RANK == 5
#define permkern_prepare permkern_prepare_rank5
#elif PERMKERN_MAX_RANK == 6
#define permkern_prepare permkern_prepare_rank6
#elif PERMKERN_MAX_RANK == 7
#define permkern_prepare permkern_prepare_rank7
#endif

#if defined(__GNUC__) && !defined(_WIN32)
#define PERMKERN_API __attribute__((visibility("default")))
#else
#define PERMKERN_API
#endif

/* Compilers warn where a returned status is ignored. */
#if defined(__GNUC__)
#define PERMKERN_MUST_CHECK __attribute__((warn_unused_result))
#else
#define PERMKERN_MUST_CHECK
#endif

/* Compilers may assume nothing of what a plan's words hold, even where they see the library's code. */
#if defined(__GNUC__)
#define PERMKERN_OPAQUE __attribute__((may_alias))
#else
#define PERMKERN_OPAQUE
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum permkern_status {
    PERMKERN_OK = 0,
    PERMKERN_ERR_NULL,     /* a pointer that must be set is NULL */
    PERMKERN_ERR_RANK,     /* a rank over PERMKERN_MAX_RANK, or the two ranks differ */
    PERMKERN_ERR_BITS,     /* bits not 8, 16, 32 or 64, or the two sides differ */
    PERMKERN_ERR_PERM,     /* an entry of perm not below rank, or repeated */
    PERMKERN_ERR_SHAPE,    /* an output shape that is not the permuted input shape, or an extent that does not fit */
    PERMKERN_ERR_STRIDE,   /* a stride of 0, or two coordinates sharing an element */
    PERMKERN_ERR_SIZE,     /* a span over SIZE_MAX bytes */
    PERMKERN_ERR_CAPACITY, /* an element outside the buffer: before its start, or behind its capacity */
    PERMKERN_ERR_PLAN,     /* a plan that no permkern_prepare filled */
    PERMKERN_ERR_ALIGN,    /* a buffer not aligned for its element */
    PERMKERN_ERR_WRAP,     /* a span that wraps around the address space */
    PERMKERN_ERR_OVERLAP,  /* output span over input span, plan or scratch; a plan that cannot be run in place */
    PERMKERN_ERR_PART      /* parts 0, or part not below parts */
} permkern_status;

/*
 * Where an array's elements lie in a buffer, whose address is given separately. The distance of element (i0, i1, ...)
 * from the buffer's lowest address, in elements, is offset + i0 * strides[0] + i1 * strides[1] + ...
 */
typedef struct {
    const size_t *shape;      /* elements per axis; of an output: NULL = implied, otherwise it must match */
    const ptrdiff_t *strides; /* of either sign; NULL = contiguous, row-major; an axis of extent 1 ignores its stride */
    size_t offset;   /* of element (0, ..., 0); 0 unless strides are negative or the array is part of another */
    size_t capacity; /* bytes that the buffer has */
    size_t rank;     /* 0 .. PERMKERN_MAX_RANK; rank 0 is one element and needs neither shape nor perm */
    size_t bits;     /* of an element: 8, 16, 32, 64 */
} permkern_layout;

/*
 * A prepared permute: plain data that the caller owns and may copy, without pointers into the arguments. Its size and
 * alignment follow from PERMKERN_MAX_RANK and the size of a pointer alone, so that library and callers may be compiled
 * with different options, by different compilers and as C or C++.
 */
#if UINTPTR_MAX > 0xffffffffU
#define PERMKERN_PLAN_WORDS (3 * PERMKERN_MAX_RANK + 21)
#else
#define PERMKERN_PLAN_WORDS (3 * PERMKERN_MAX_RANK + 19)
#endif
typedef struct {
    uintptr_t opaque[PERMKERN_PLAN_WORDS];
} PERMKERN_OPAQUE permkern_plan;

/* Checks both layouts (ranks, bits, permutation, extents, strides, spans, capacities) and fills *plan. */
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_prepare(permkern_plan *plan, const permkern_layout *in,
                                                                  const uint8_t *perm, const permkern_layout *out);

/*
 * Executes a plan on two buffers. In O(1), before the first write: NULL, alignment for the element, address wrap,
 * overlap of the output's elements with the input's or with the plan, unless in == out and the plan is a view: then
 * nothing is moved. in and out may be one buffer if offsets keep its two arrays apart.
 */
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_run(const permkern_plan *plan, const void *in, void *out);

/*
 * One share of permkern_run: parts 0 .. parts - 1 write disjoint bytes and together exactly what permkern_run writes,
 * in any order and on any threads. A share may be empty.
 */
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_run_part(const permkern_plan *plan, const void *in, void *out,
                                                                   uint32_t part, uint32_t parts);

/*
 * From then on permkern_run and permkern_run_part of a prepared plan write each element exclusive-or `mask`: 0x80 turns
 * uint8 into int8. 0 takes that back. A plan with a mask is no view. PERMKERN_ERR_BITS: the mask has bits above the
 * element's. A program that never calls this links nothing of it.
 */
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_xor(permkern_plan *plan, uint64_t mask);

/* permkern_prepare and permkern_run at once. */
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_permute(const permkern_layout *in_layout, const void *in,
                                                                  const uint8_t *perm,
                                                                  const permkern_layout *out_layout, void *out);

/*
 * True when every element keeps its offset from its buffer's start and its value, so that the input, read as the
 * output, needs no copy. False for NULL and for a plan that was not prepared.
 */
PERMKERN_API bool permkern_is_view(const permkern_plan *plan);

/*
 * Bytes of scratch that permkern_run_in_place needs for a plan: 0 where it needs none, as for views, squares, batches
 * of squares and reversed axes, otherwise a bit for each block that moves. SIZE_MAX where the plan cannot be run in
 * place: NULL or not prepared, or its two sides are not the same bytes of a buffer, without gaps.
 */
PERMKERN_API size_t permkern_in_place_bytes(const permkern_plan *plan);

/*
 * permkern_run in one buffer: its bytes are read as the input's, and are the output's afterwards. scratch is for this
 * call, of any alignment and content; it may be NULL where none is needed. Before the first write, in this order: NULL;
 * a plan that was not prepared; alignment for the element; address wrap; overlap of data, scratch or plan, or a plan
 * that cannot be run in place (PERMKERN_ERR_OVERLAP); too little scratch (PERMKERN_ERR_CAPACITY).
 */
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_run_in_place(const permkern_plan *plan, void *data,
                                                                       void *scratch, size_t scratch_bytes);

/*
 * The checks that permkern_try_NAME makes before it calls the pinned kernel permkern_pin_NAME. In this order:
 * PERMKERN_ERR_CAPACITY, a buffer has less than its bytes; PERMKERN_ERR_NULL; PERMKERN_ERR_ALIGN, an address is not
 * a multiple of `align`, a power of two; PERMKERN_ERR_WRAP; PERMKERN_ERR_OVERLAP.
 */
PERMKERN_MUST_CHECK static inline permkern_status permkern_check_gaps(const void *in, size_t in_capacity,
                                                                      size_t in_bytes, const void *out,
                                                                      size_t out_capacity, size_t out_bytes,
                                                                      size_t align)
{
    const uintptr_t from = (uintptr_t)in;
    const uintptr_t to = (uintptr_t)out;
    if (in_capacity < in_bytes || out_capacity < out_bytes) {
        return PERMKERN_ERR_CAPACITY;
    }
    if (in == NULL || out == NULL) {
        return PERMKERN_ERR_NULL;
    }
    if (((from | to) & (align - 1U)) != 0) {
        return PERMKERN_ERR_ALIGN;
    }
    if (from + in_bytes < from || to + out_bytes < to) {
        return PERMKERN_ERR_WRAP;
    }
    return to - from < in_bytes || from - to < out_bytes ? PERMKERN_ERR_OVERLAP : PERMKERN_OK;
}

/* The same, where both sides have as many bytes. */
PERMKERN_MUST_CHECK static inline permkern_status permkern_check_pinned(const void *in, size_t in_capacity,
                                                                        const void *out, size_t out_capacity,
                                                                        size_t bytes, size_t align)
{
    return permkern_check_gaps(in, in_capacity, bytes, out, out_capacity, bytes, align);
}

/*
 * A plane of single bits, such as a picture, of a size that is known when the program runs. Row y of the input begins
 * y * in_row bytes after its first byte. Of the output, a page is a byte of 8 rows for each column: bit y % 8 of byte
 * (y / 8) * out_page + x * out_col is row y of column x. The first bit of a byte is its lowest, or its highest (msb).
 * Rows may be counted from the last one, and columns as well (flip). A single row, column or page ignores its stride.
 */
typedef struct {
    size_t rows, cols;    /* of the input, in bits; none: nothing is moved */
    size_t in_row;        /* bytes, at least (cols + 7) / 8 */
    size_t out_col;       /* bytes, not 0; if out_page is less, at least (rows + 7) / 8 * out_page */
    size_t out_page;      /* bytes, not 0; otherwise at least cols * out_col */
    size_t in_capacity;   /* bytes that the input's buffer has */
    size_t out_capacity;  /* bytes that the output's buffer has */
    bool in_msb, out_msb; /* whether the first bit of a byte is the highest */
    bool flip_rows, flip_cols;
} permkern_bit_plane;

/*
 * Transposes a plane of bits: with out_page 1 a rotation clockwise by 90 degrees if rows are flipped, by 270 if columns
 * are. Buffers need no alignment. Bits of the output without a row stay, and so do bytes in gaps. Checked first: plane
 * NULL; PERMKERN_ERR_STRIDE and _SIZE of the input, then of the output; _CAPACITY; a buffer NULL; _WRAP; _OVERLAP of
 * the bytes from the first to the last.
 */
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_bits8x8(const permkern_bit_plane *plane, const void *in,
                                                                  void *out);

/* One English sentence without a full stop; never NULL, also for a value that is no status. */
PERMKERN_API const char *permkern_strerror(permkern_status status);

/* PERMKERN_VERSION of the library that is linked. */
PERMKERN_API const char *permkern_version(void);

/*
 * ---- arrays of other integers, as runtimes hold them ----
 *
 * What does not fit is refused, and then nothing is written. rank entries are read and written. In this order:
 * PERMKERN_ERR_RANK, rank over PERMKERN_MAX_RANK; PERMKERN_ERR_NULL, a pointer is NULL and rank is not 0; then
 * PERMKERN_ERR_SHAPE, an extent negative or over SIZE_MAX; PERMKERN_ERR_PERM, an entry that names no axis, or one named
 * twice; PERMKERN_ERR_STRIDE, a stride beyond ptrdiff_t.
 */

typedef enum permkern_int { PERMKERN_INT32, PERMKERN_UINT32, PERMKERN_INT64 } permkern_int;

/*
 * `from` points to rank integers of that kind, aligned for it. The typed functions below call these. Whoever has
 * arrays of another type of the same size, as TensorFlow Lite Micro has int where int32_t is long, calls them directly.
 */
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_read_shape(size_t *shape, const void *from, permkern_int kind,
                                                                     size_t rank);
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_read_strides(ptrdiff_t *strides, const void *from,
                                                                       permkern_int kind, size_t rank);

/* Negative entries count from the last axis, as in NumPy, ONNX and PyTorch: -1 is axis rank - 1. */
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_read_perm(uint8_t *perm, const void *from, permkern_int kind,
                                                                    size_t rank);

PERMKERN_MUST_CHECK static inline permkern_status permkern_shape_i32(size_t *shape, const int32_t *from, size_t rank)
{
    return permkern_read_shape(shape, from, PERMKERN_INT32, rank);
}

PERMKERN_MUST_CHECK static inline permkern_status permkern_shape_u32(size_t *shape, const uint32_t *from, size_t rank)
{
    return permkern_read_shape(shape, from, PERMKERN_UINT32, rank);
}

PERMKERN_MUST_CHECK static inline permkern_status permkern_shape_i64(size_t *shape, const int64_t *from, size_t rank)
{
    return permkern_read_shape(shape, from, PERMKERN_INT64, rank);
}

PERMKERN_MUST_CHECK static inline permkern_status permkern_strides_i32(ptrdiff_t *strides, const int32_t *from,
                                                                       size_t rank)
{
    return permkern_read_strides(strides, from, PERMKERN_INT32, rank);
}

PERMKERN_MUST_CHECK static inline permkern_status permkern_strides_i64(ptrdiff_t *strides, const int64_t *from,
                                                                       size_t rank)
{
    return permkern_read_strides(strides, from, PERMKERN_INT64, rank);
}

PERMKERN_MUST_CHECK static inline permkern_status permkern_perm_i32(uint8_t *perm, const int32_t *from, size_t rank)
{
    return permkern_read_perm(perm, from, PERMKERN_INT32, rank);
}

PERMKERN_MUST_CHECK static inline permkern_status permkern_perm_u32(uint8_t *perm, const uint32_t *from, size_t rank)
{
    return permkern_read_perm(perm, from, PERMKERN_UINT32, rank);
}

PERMKERN_MUST_CHECK static inline permkern_status permkern_perm_i64(uint8_t *perm, const int64_t *from, size_t rank)
{
    return permkern_read_perm(perm, from, PERMKERN_INT64, rank);
}

#ifdef __cplusplus
}
#endif

#endif /* PERMKERN_H */
