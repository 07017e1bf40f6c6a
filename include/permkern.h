/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern: permute the axes of a tensor. The core API: any rank up to PERMKERN_MAX_RANK, elements of 8, 16, 32 or
 * 64 bits, strides on both sides.
 *
 * Conventions, for every function here (docs/api.md has them with examples):
 *   - perm has rank entries; axis k of the output is axis perm[k] of the input: out[o] == in[i], i[perm[k]] == o[k].
 *   - Shapes and strides count elements, capacities and spans count bytes.
 *   - Everything is checked before the first write: on an error neither the output nor the plan changes.
 *   - Input and output may not overlap; they may be adjacent. No byte outside an array's span is read or written.
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

/* Raised with any change of plan, table or kernel ABI; generated code compares it and refuses another one. */
#define PERMKERN_FORMAT 2

/* Axes a request may have. It sizes permkern_plan, so library, generated code and callers must agree on it. */
#ifndef PERMKERN_MAX_RANK
#define PERMKERN_MAX_RANK 8
#endif
#if PERMKERN_MAX_RANK < 4 || PERMKERN_MAX_RANK > 8
#error "PERMKERN_MAX_RANK must be 4 to 8"
#endif

/* Who plans with another maximum than the library's finds no permkern_prepare to link. */
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

#ifdef __cplusplus
extern "C" {
#endif

typedef enum permkern_status {
    PERMKERN_OK = 0,
    PERMKERN_ERR_NULL,     /* a pointer that must be set is NULL */
    PERMKERN_ERR_RANK,     /* rank 0 or over PERMKERN_MAX_RANK, or the two ranks differ */
    PERMKERN_ERR_BITS,     /* bits not 8, 16, 32 or 64, or the two sides differ */
    PERMKERN_ERR_PERM,     /* an entry of perm not below rank, or repeated */
    PERMKERN_ERR_SHAPE,    /* a zero extent, or an output shape that is not the permuted input shape */
    PERMKERN_ERR_STRIDE,   /* a stride not positive, or two coordinates sharing an element */
    PERMKERN_ERR_SIZE,     /* a span over SIZE_MAX bytes */
    PERMKERN_ERR_CAPACITY, /* a capacity below the span */
    PERMKERN_ERR_PLAN,     /* a plan that no permkern_prepare filled */
    PERMKERN_ERR_ALIGN,    /* a data pointer not aligned for its element */
    PERMKERN_ERR_WRAP,     /* a span that wraps around the address space */
    PERMKERN_ERR_OVERLAP,  /* output span over input span or over the plan */
    PERMKERN_ERR_PART      /* parts 0, or part not below parts */
} permkern_status;

typedef struct {
    void *data;
    size_t capacity;        /* bytes */
    const uint32_t *shape;  /* elements per axis; of an output: NULL = implied, otherwise it must match */
    const int32_t *strides; /* in elements; NULL = contiguous, row-major; an axis of extent 1 ignores its stride */
    uint8_t rank;           /* 1 .. PERMKERN_MAX_RANK */
    uint8_t bits;           /* 8, 16, 32, 64 */
} permkern_array;

/* One axis of the folded work, as kernels see it. */
typedef struct {
    size_t extent;     /* elements */
    size_t in_stride;  /* bytes */
    size_t out_stride; /* bytes */
} permkern_axis;

/*
 * A kernel moves every element of a folded work. axis[0 .. rank - 1] come in output order: out_stride falls from one to
 * the next. form packs rank and element size (src/permkern_internal.h); a kernel made for one form ignores it.
 */
typedef void permkern_kernel(const permkern_axis *axis, unsigned form, const void *in, void *out);

/* A pinned kernel knows its shape. It checks nothing. */
typedef void permkern_pinned(const void *in, void *out);

/* Where a vector register permutes bytes, a contiguous tensor of so many bytes may be one permute; 0: nowhere. */
#if defined(__x86_64__) || defined(__aarch64__)
#define PERMKERN_SMALL_BYTES 64
#elif defined(__ARM_FEATURE_MVE)
#define PERMKERN_SMALL_BYTES 16
#else
#define PERMKERN_SMALL_BYTES 0
#endif

/* Moves `bytes` bytes: byte k of the output is byte index[k] of the input. */
typedef void permkern_small(const uint8_t *index, size_t bytes, const void *in, void *out);

/*
 * What permkern_prepare found out: plain data of the caller's, copyable, without a pointer into the arguments. Its
 * members are permkern's own; read them with the functions below.
 */
typedef struct {
    permkern_axis axis[PERMKERN_MAX_RANK];
    permkern_kernel *kernel;  /* serves any pointers aligned for the element */
    permkern_kernel *wide;    /* moves the innermost run as one element; NULL: none */
    permkern_pinned *pinned;  /* knows this very shape; NULL: none */
    size_t in_span, out_span; /* bytes */
    uint8_t form, wide_form;
    uint8_t align_mask, wide_mask, pinned_mask; /* address bits that must be zero for each */
#if PERMKERN_SMALL_BYTES > 0
    permkern_small *small; /* moves all of a contiguous tensor by index; NULL: none */
    uint8_t index[PERMKERN_SMALL_BYTES];
#endif
} permkern_plan;

/*
 * Checks geometry (ranks, bits, permutation, extents, strides, spans, capacities) and fills *plan. in->data and
 * out->data are not looked at and may be NULL. On an error *plan is unchanged.
 */
PERMKERN_API permkern_status permkern_prepare(permkern_plan *plan, const permkern_array *in, const permkern_array *out,
                                              const uint8_t *perm);

/*
 * Executes a plan on two buffers. In O(1), before the first write: NULL, alignment for the element, address wrap,
 * overlap of the output with the input or with the plan.
 */
PERMKERN_API permkern_status permkern_run(const permkern_plan *plan, const void *in, void *out);

/*
 * One share of permkern_run: parts 0 .. parts - 1 write disjoint bytes and together exactly what permkern_run writes,
 * in any order and on any threads. A share may be empty.
 */
PERMKERN_API permkern_status permkern_run_part(const permkern_plan *plan, const void *in, void *out, uint32_t part,
                                               uint32_t parts);

/* permkern_prepare and permkern_run on in->data and out->data. */
PERMKERN_API permkern_status permkern_permute(const permkern_array *in, const permkern_array *out, const uint8_t *perm);

/* True when every element keeps its offset, so that the input, read as the output, needs no copy. False for NULL. */
PERMKERN_API bool permkern_is_view(const permkern_plan *plan);

/* One English sentence without a full stop; never NULL, also for a value that is no status. */
PERMKERN_API const char *permkern_strerror(permkern_status status);

#ifdef __cplusplus
}
#endif

#endif /* PERMKERN_H */
