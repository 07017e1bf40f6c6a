/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shared by the suites: requests, entry points that move them, and a comparison with the definition of a permute
 * (out[o] == in[i] with i[perm[k]] == o[k]), by index arithmetic that is no part of the library.
 */
#ifndef PERMKERN_HARNESS_H
#define PERMKERN_HARNESS_H

#include "core/permkern_internal.h"

#include "suite.h"

typedef struct {
    unsigned rank;
    unsigned bits;
    size_t shape[8];          /* of the input */
    uint8_t perm[8];          /* axis k of the output is axis perm[k] of the input */
    ptrdiff_t in_strides[8];  /* elements, input axes */
    ptrdiff_t out_strides[8]; /* elements, output axes */
    size_t in_offset;         /* elements from the buffer's start to element (0, ..., 0) */
    size_t out_offset;
    const uint32_t *order; /* of pinned kernels: the input's indices along its innermost axis; NULL: in order */
    uint64_t mask;         /* XORed into each element by permkern_xor; 0: not called */
    bool strided;          /* false: contiguous on both sides, strides unset until request_finish */
} request;

/* Moves a request from in to out; a status of the library, or PERMKERN_OK. */
typedef permkern_status mover(const request *r, const void *context, const void *in, void *out);

/* How a request is moved. */
typedef struct {
    const char *name;
    mover *move;
    const void *context; /* the mover's */
    size_t align;        /* bytes; less aligned buffers are left out. 0: none is */
} entry_point;

/* Sets contiguous strides if none are set. */
void request_finish(request *r);

/*
 * Strides that lay one side out with axes in memory order (outermost first), `step` elements from neighbour to
 * neighbour on the innermost and `pad` elements added behind every further axis.
 */
void lay_out(ptrdiff_t *strides, const size_t *shape, const uint8_t *order, unsigned rank, size_t step, size_t pad);

/* Reverses the axes whose bits are set, of a finished request; the lowest element stays at the buffer's start. */
void turn_round(request *r, unsigned in_axes, unsigned out_axes);

/* Each side as permkern.h takes it; they point into the request. */
permkern_layout request_in(const request *r);
permkern_layout request_out(const request *r);

size_t request_out_extent(const request *r, unsigned k);
size_t request_elements(const request *r);

/* Bytes from the buffer's start to the highest element's end. */
size_t request_in_span(const request *r);
size_t request_out_span(const request *r);

#define MOST_SPAN (((size_t)1 << 22) - 64) /* a request side's bytes */

/*
 * Moves a request by each entry point, with each instruction set of this CPU, and compares every byte with the
 * definition: output elements, gaps between them, the bytes around the output. The input is read-only. The buffers lie
 * between two guard pages: at the start, each side by another number of elements after the start, and at the end. Any
 * two elements differ in some round. The first fault ends the test with a message.
 */
void check_request(const request *r, const entry_point *entries, size_t count);

/* Movers. */
permkern_status move_by_permute(const request *r, const void *context, const void *in, void *out);

/* permkern_run_part, the last part first. context: const uint32_t *, the number of parts. */
permkern_status move_in_parts(const request *r, const void *context, const void *in, void *out);

/* permkern_permute, which makes no plan without strides. */
permkern_status move_at_once(const request *r, const void *context, const void *in, void *out);
permkern_status move_by_fallback(const request *r, const void *context, const void *in, void *out);

/* By the CPU's vector kernels, also for small works that the dispatcher leaves to words. */
permkern_status move_by_vectors(const request *r, const void *context, const void *in, void *out);
/* context: const permkern_direct * */
typedef struct {
    permkern_kernel *kernel;
} permkern_direct;
permkern_status move_by_kernel(const request *r, const void *context, const void *in, void *out);

permkern_status request_prepare(const request *r, permkern_plan *plan);

/* Takes a plan's kernels away, so that the generic routine does its work. */
void take_kernels_away(permkern_plan *plan);

/* Number of instruction sets that the library can choose on this CPU. */
unsigned set_count(void);

/* Limits the library to an instruction set, counted from the narrowest. Cache facts stay. */
void set_choose(unsigned number);

/* Runs tests, and prints the request if a signal ends the program. Returns main's exit code. */
int run_suite(const test *tests, size_t count);

/* $PERMKERN_EVERY, or 61: sweeps check one request in `every()`. */
uint32_t every(void);

/* A repeatable sequence (Knuth's MMIX constants); bound > 0. */
uint32_t next_random(uint64_t *state, uint32_t bound);

/* "102" -> {1, 0, 2}; returns the number of digits. */
unsigned parse_digits(uint8_t *to, const char *digits);

/* Permutation number n, in lexicographic order. */
void nth_permutation(uint8_t *perm, unsigned rank, unsigned n);

#endif /* PERMKERN_HARNESS_H */
