/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The checks of the core API, part by part, for ESBMC: for all values, each returns what docs/status.md says. PART:
 *
 *   REQUEST   check_request: ranks, widths, permutation, extents of RANK axes; GIVEN: 1 if there is an input's shape,
 *             2 an output's, 3 both
 *   SIZES     fold_contiguous: the bytes of RANK axes against SIZE_MAX and both capacities
 *   PLACES    check_places: any two addresses, spans and alignments
 *   WHOLE     what verify/proof/plane.h takes in about bits of sizes
 *
 * REACH, if defined, is a status that is claimed not to occur.
 *
 * The specifications share no code with src/. ESBMC 8.4 leaves __builtin_mul_overflow without effect: here it is what
 * GCC documents, in a type twice as wide.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef unsigned __int128 wide;
#define __builtin_mul_overflow(a, b, p)                                                                                \
    (*(p) = (__typeof__(*(p)))((wide)(a) * (wide)(b)), (wide) * (p) != (wide)(a) * (wide)(b))

#include "permkern_word.h"

#include "permkern_internal.h"

/* Folding has no status, writes to the plan alone, and is proven apart. */
#define permkern_fold_axis(folding, extent, stride) ((void)(extent), (void)(stride))
#include "core.c"

void __ESBMC_assert(_Bool, const char *);
void __ESBMC_assume(_Bool);
uint8_t nondet_uchar(void);
size_t nondet_size_t(void);

#define REQUEST 1
#define SIZES 2
#define PLACES 3
#define WHOLE 4

#ifdef REACH
#define AGREE(status, expected) __ESBMC_assert((status) != REACH, "end")
#else
#define AGREE(status, expected) __ESBMC_assert((status) == (expected), "status")
#endif

#if PART == REQUEST

static bool is_width(unsigned bits)
{
    return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

static permkern_status spec(const permkern_array *in, const permkern_array *out, const uint8_t *perm)
{
    if (in->shape == NULL) {
        return PERMKERN_ERR_NULL;
    }
    if (in->rank < 1 || in->rank > PERMKERN_MAX_RANK || in->rank != out->rank) {
        return PERMKERN_ERR_RANK;
    }
    if (!is_width(in->bits) || in->bits != out->bits) {
        return PERMKERN_ERR_BITS;
    }
    for (unsigned axis = 0; axis < RANK; axis++) {
        unsigned times = 0;
        for (unsigned k = 0; k < RANK; k++) {
            times += perm[k] == axis ? 1U : 0U;
        }
        if (times != 1) {
            return PERMKERN_ERR_PERM;
        }
    }
    for (unsigned k = 0; k < RANK; k++) {
        if (in->shape[k] == 0 || (out->shape != NULL && out->shape[k] != in->shape[perm[k]])) {
            return PERMKERN_ERR_SHAPE;
        }
    }
    return PERMKERN_OK;
}

int main(void)
{
    uint32_t shape[RANK];
    uint32_t out_shape[RANK];
    uint8_t perm[RANK];
    permkern_array in;
    permkern_array out;
    in.shape = GIVEN & 1 ? shape : NULL;
    out.shape = GIVEN & 2 ? out_shape : NULL;
    in.rank = nondet_uchar();
    out.rank = nondet_uchar();
    in.bits = nondet_uchar();
    out.bits = nondet_uchar();
    __ESBMC_assume(in.rank == RANK || in.rank == 0 || in.rank > PERMKERN_MAX_RANK);
    AGREE(check_request(&in, &out, perm), spec(&in, &out, perm));
    return 0;
}

#elif PART == SIZES

int main(void)
{
    uint32_t shape[RANK];
    const uint8_t perm[RANK] = {0};
    permkern_axis axis[PERMKERN_MAX_RANK];
    permkern_array in;
    permkern_array out;
    size_t span = 0;
    in.shape = shape;
    in.rank = RANK;
    in.capacity = nondet_size_t();
    out.capacity = nondet_size_t();
    permkern_folding folding = permkern_fold_begin(&axis[PERMKERN_MAX_RANK], (size_t)1 << SHIFT);
    permkern_status expected = PERMKERN_OK;
    size_t bytes = (size_t)1 << SHIFT;
    for (unsigned k = RANK; k-- > 0;) {
        __ESBMC_assume(shape[k] != 0);
        const wide product = (wide)bytes * (wide)shape[k];
        expected = product > SIZE_MAX ? PERMKERN_ERR_SIZE : expected;
        bytes = (size_t)product;
    }
    if (expected == PERMKERN_OK && (bytes > in.capacity || bytes > out.capacity)) {
        expected = PERMKERN_ERR_CAPACITY;
    }
    const permkern_status status = fold_contiguous(&folding, &in, &out, perm, &span);
    AGREE(status, expected);
    __ESBMC_assert(status != PERMKERN_OK || span == bytes, "span");
    return 0;
}

#elif PART == PLACES

int main(void)
{
    const size_t from = nondet_size_t();
    const size_t to = nondet_size_t();
    const size_t in_span = nondet_size_t();
    const size_t out_span = nondet_size_t();
    const size_t size = (size_t)1 << SHIFT;
    __ESBMC_assume(in_span != 0 && out_span != 0);
    permkern_status expected = PERMKERN_OK;
    if ((from & (size - 1)) != 0 || (to & (size - 1)) != 0) {
        expected = PERMKERN_ERR_ALIGN;
    } else if ((wide)from + in_span > UINTPTR_MAX || (wide)to + out_span > UINTPTR_MAX) {
        expected = PERMKERN_ERR_WRAP;
    } else if ((wide)from < (wide)to + out_span && (wide)to < (wide)from + in_span) {
        expected = PERMKERN_ERR_OVERLAP;
    }
    AGREE(check_places(from, in_span, to, out_span, permkern_align_mask(SHIFT)), expected);
    return 0;
}

#elif PART == WHOLE

int main(void)
{
    const size_t x = nondet_size_t();
    const size_t y = nondet_size_t();
    AGREE((x | y) % 4 == 0, x % 4 == 0 && y % 4 == 0);
    __ESBMC_assert((x & (SIZE_MAX - 3)) == x - x % 4, "span");
    return 0;
}

#endif
