/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern: permutes the axes of tensors. Core API: ranks up to PERMKERN_MAX_RANK, elements of 8, 16, 32 or 64 bits,
 * strides of either sign on both sides.
 *
 * Conventions for all functions (docs/api.md has examples):
 *   - perm has rank entries. Axis k of the output is axis perm[k] of the input: out[o] == in[i], i[perm[k]] == o[k].
 *   - Arguments come in the order input, permutation, output.
 *   - Extents, strides and offsets count elements. Capacities and spans count bytes.
 *   - A buffer's address is that of its lowest byte. Its layout says at which offsets the elements lie.
 *   - Everything is checked before the first write: after an error, output and plan are unchanged.
 *   - Input and output must not overlap, except for views (permkern_is_view) and permkern_run_in_place. They may be
 *     adjacent. Gap bytes are never written, and bytes outside the arrays are never accessed.
 *   - An array with an extent of 0 is empty: nothing moves, and its buffer may be NULL.
 *   - No allocation, no libc symbol, no state (x86-64: CPUID's answer): reentrant, and callable from interrupts.
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

/* The format of plan, tables and kernel ABI. Generated code does not compile with another number. */
#define PERMKERN_FORMAT 5

/* The largest rank of a request. It sizes permkern_plan, so library, generated code and callers must agree on it. */
#ifndef PERMKERN_MAX_RANK
#define PERMKERN_MAX_RANK 8
#endif
#if PERMKERN_MAX_RANK < 4 || PERMKERN_MAX_RANK > 8
#error "PERMKERN_MAX_RANK must be 4 to 8"
#endif

/* permkern_prepare's name includes the maximum: callers with another maximum than the library do not link. */
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

/*
 * MUST_CHECK: compilers warn if a status is ignored. OPAQUE: they must not assume anything about a plan's words, even
 * if they see the library's code.
 */
#if defined(__GNUC__)
#define PERMKERN_MUST_CHECK __attribute__((warn_unused_result))
#define PERMKERN_OPAQUE __attribute__((may_alias))
#else
#define PERMKERN_MUST_CHECK
#define PERMKERN_OPAQUE
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum permkern_status {
    PERMKERN_OK = 0,
    PERMKERN_ERR_NULL,     /* a pointer that must be set is NULL */
    PERMKERN_ERR_RANK,     /* a rank over PERMKERN_MAX_RANK, or ranks that differ */
    PERMKERN_ERR_BITS,     /* bits are not 8, 16, 32 or 64, or differ between the sides */
    PERMKERN_ERR_PERM,     /* an entry of perm is not below rank, or repeated */
    PERMKERN_ERR_SHAPE,    /* the output shape is not the permuted input shape, or an extent does not fit */
    PERMKERN_ERR_STRIDE,   /* a stride is 0, or two coordinates share an element */
    PERMKERN_ERR_SIZE,     /* a span is over SIZE_MAX bytes */
    PERMKERN_ERR_CAPACITY, /* an element is before the buffer's start, or after its capacity */
    PERMKERN_ERR_PLAN,     /* the plan was not prepared */
    PERMKERN_ERR_ALIGN,    /* a buffer is not aligned for its element */
    PERMKERN_ERR_WRAP,     /* a span wraps around the address space */
    PERMKERN_ERR_OVERLAP,  /* the output overlaps the input, plan or scratch, or the plan cannot run in place */
    PERMKERN_ERR_PART      /* parts is 0, or part is not below parts */
} permkern_status;

/*
 * The layout of an array in a buffer, whose address is given separately. Element (i0, i1, ...) is at offset + i0 *
 * strides[0] + i1 * strides[1] + ... This counts elements from the buffer's lowest address.
 */
typedef struct {
    const size_t *shape;      /* elements per axis; output: NULL = implied, otherwise it must match */
    const ptrdiff_t *strides; /* either sign; NULL = contiguous, row-major; an axis of extent 1 ignores its stride */
    size_t offset;            /* elements before (0, ..., 0); 0 except for negative strides or parts of arrays */
    size_t capacity;          /* the buffer's size in bytes */
    size_t rank;              /* 0 .. PERMKERN_MAX_RANK; rank 0 is one element and needs neither shape nor perm */
    size_t bits;              /* element size: 8, 16, 32 or 64 */
} permkern_layout;

/*
 * A prepared permute: plain data that the caller owns and may copy, without pointers into the arguments. Its size and
 * alignment depend only on PERMKERN_MAX_RANK and the pointer size. So library and callers may use different options and
 * compilers, and C or C++.
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
 * Runs a plan on two buffers. Checks before the first write, in O(1): NULL, element alignment, address wrap, overlap.
 * The output's elements must not overlap the input's or the plan. A view may run with in == out, as it moves nothing.
 * in and out may be one buffer if their offsets keep the two arrays apart.
 */
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_run(const permkern_plan *plan, const void *in, void *out);

/*
 * Runs one part of permkern_run. Parts 0 .. parts - 1 write disjoint bytes, and together exactly the bytes that
 * permkern_run writes. They may run in any order, on any threads. A part may be empty.
 */
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_run_part(const permkern_plan *plan, const void *in, void *out,
                                                                   uint32_t part, uint32_t parts);

/*
 * Changes a prepared plan: from now on, each run XORs `mask` into every output element. 0x80 turns uint8 into int8; a
 * mask of 0 stops it. A plan with a mask is no view. PERMKERN_ERR_BITS: the mask has bits above the element's. Programs
 * that never call this function do not link its code.
 */
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_xor(permkern_plan *plan, uint64_t mask);

/* permkern_prepare and permkern_run in one call. */
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_permute(const permkern_layout *in_layout, const void *in,
                                                                  const uint8_t *perm,
                                                                  const permkern_layout *out_layout, void *out);

/*
 * True if every element keeps its value and its offset in the buffer: the input, read as the output, needs no copy.
 * False for NULL and for a plan that was not prepared.
 */
PERMKERN_API bool permkern_is_view(const permkern_plan *plan);

/*
 * Returns the bytes of scratch that permkern_run_in_place needs. Views need 0, and so do permutes that are their own
 * inverse apart from reversed axes. Other plans need one bit for each block that moves whole: an element, a contiguous
 * run or a word. Axes that stay do not count. SIZE_MAX: the plan is NULL or was not prepared, or its sides have gaps or
 * cover different bytes.
 */
PERMKERN_API size_t permkern_in_place_bytes(const permkern_plan *plan);

/*
 * permkern_run in one buffer: `data` holds the input before the call and the output after it. scratch may have any
 * alignment and contents, and may be NULL if none is needed. A plan that needs scratch runs much faster if the scratch
 * can hold a copy of the data, and is aligned for its elements. Checks before the first write, in this order: NULL; a
 * plan that was not prepared; element alignment; address wrap; overlap of data, scratch or plan, or a plan that cannot
 * run in place (PERMKERN_ERR_OVERLAP); too little scratch (PERMKERN_ERR_CAPACITY).
 */
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_run_in_place(const permkern_plan *plan, void *data,
                                                                       void *scratch, size_t scratch_bytes);

/*
 * The checks of permkern_try_NAME, before it calls the pinned kernel permkern_pin_NAME. In this order:
 * PERMKERN_ERR_CAPACITY (a buffer has too few bytes); PERMKERN_ERR_NULL; PERMKERN_ERR_ALIGN (an address is not a
 * multiple of `align`, a power of two); PERMKERN_ERR_WRAP; PERMKERN_ERR_OVERLAP.
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

/* permkern_check_gaps if both sides have `bytes` bytes. */
PERMKERN_MUST_CHECK static inline permkern_status permkern_check_pinned(const void *in, size_t in_capacity,
                                                                        const void *out, size_t out_capacity,
                                                                        size_t bytes, size_t align)
{
    return permkern_check_gaps(in, in_capacity, bytes, out, out_capacity, bytes, align);
}

/*
 * A plane of single bits, such as a picture, whose size is known only at run time. Input row y begins y * in_row bytes
 * after the first byte. An output page has one byte for each column, and its bits are 8 rows. Row y of column x is bit
 * y % 8 of byte (y / 8) * out_page + x * out_col. A byte's first bit is its lowest, or its highest (msb). Rows, columns
 * or both may be counted from the last one (flip). A single row, column or page ignores its stride.
 */
typedef struct {
    size_t rows, cols;    /* the input's size in bits; 0: nothing moves */
    size_t in_row;        /* bytes, at least (cols + 7) / 8 */
    size_t out_col;       /* bytes, not 0; if over out_page, at least (rows + 7) / 8 * out_page */
    size_t out_page;      /* bytes, not 0; if not below out_col, at least cols * out_col */
    size_t in_capacity;   /* the input buffer's size in bytes */
    size_t out_capacity;  /* the output buffer's size in bytes */
    bool in_msb, out_msb; /* true: a byte's first bit is its highest */
    bool flip_rows, flip_cols;
} permkern_bit_plane;

/*
 * Transposes a bit plane. With out_page 1 this is a rotation: clockwise by 90 degrees with flip_rows, by 270 with
 * flip_cols. Buffers need no alignment. Output bits without a row and gap bytes stay. Checks, in this order: plane
 * NULL; PERMKERN_ERR_STRIDE and _SIZE of the input, then of the output; _CAPACITY; a buffer NULL; _WRAP; _OVERLAP of
 * the spans.
 */
PERMKERN_MUST_CHECK PERMKERN_API permkern_status permkern_bits8x8(const permkern_bit_plane *plane, const void *in,
                                                                  void *out);

/* Returns a short English text without a full stop; never NULL, even if the value is no status. */
PERMKERN_API const char *permkern_strerror(permkern_status status);

/* Returns the linked library's PERMKERN_VERSION. */
PERMKERN_API const char *permkern_version(void);

/*
 * ---- arrays of other integers, as runtimes hold them ----
 *
 * rank entries are read and written. If one does not fit, nothing is written. Checks, in this order: PERMKERN_ERR_RANK
 * (rank is over PERMKERN_MAX_RANK); PERMKERN_ERR_NULL (a pointer is NULL and rank is not 0); then PERMKERN_ERR_SHAPE
 * (an extent is negative or over SIZE_MAX), PERMKERN_ERR_PERM (an entry names no axis, or one named before) or
 * PERMKERN_ERR_STRIDE (a stride does not fit ptrdiff_t).
 */

typedef enum permkern_int { PERMKERN_INT32, PERMKERN_UINT32, PERMKERN_INT64 } permkern_int;

/*
 * `from` points to rank integers of this kind, aligned for it. The typed functions below call permkern_read_*. Call it
 * directly for arrays of another type of equal size: TensorFlow Lite Micro has int arrays, even if int32_t is long.
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
