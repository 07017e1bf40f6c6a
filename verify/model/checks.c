/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ESBMC harness for the core API's checks: for all values, each check follows docs/status.md. PART selects one:
 *
 *   REQUEST   check_request: ranks, widths, permutation, extents, with rank RANK, 0 or too high. GIVEN is a sum: 1 with
 *             an input shape, 2 with an output shape, 4 with a permutation
 *   SIZES     measure_contiguous: bytes of RANK axes against SIZE_MAX
 *   SPANS     permkern_check_spans: any two addresses and spans
 *
 * If REACH is defined, the harness asserts that this status does not occur.
 *
 * The specifications share no code with src/. ESBMC 8.4 does not implement __builtin_mul_overflow. The macro below
 * follows GCC's documentation, in a type twice as wide.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef unsigned __int128 wide;
#define __builtin_mul_overflow(a, b, p)                                                                                \
    (*(p) = (__typeof__(*(p)))((wide)(a) * (wide)(b)), (wide) * (p) != (wide)(a) * (wide)(b))

#define REQUEST 1
#define SIZES 2
#define SPANS 3

#include "base/permkern_axis.h"
#include "move/permkern_word.h"

#include "core/permkern_internal.h"

/*
 * Folding and choosing are left out: they return no status. Stride checks are left out, too, because no ESBMC solver
 * finishes on them: other steps test them exhaustively and fuzz them.
 */
#define permkern_fold_axis(folding, extent, in, out) ((void)(extent), (void)(in), (void)(out))
#define permkern_fold(to, in, perm, out, size) ((out)->rank)
#define permkern_choose(work, rank, shift) ((void)(work), (void)(rank), (void)(shift))
/* clang-format off */
#include "core/request.c"
/* clang-format on */

void __ESBMC_assert(_Bool, const char *);
void __ESBMC_assume(_Bool);
size_t nondet_size_t(void);

#ifdef REACH
#define AGREE(status, expected) __ESBMC_assert((status) != REACH, "end")
#else
#define AGREE(status, expected) __ESBMC_assert((status) == (expected), "status")
#endif

#if PART == REQUEST

static permkern_status spec(const permkern_layout *in, const uint8_t *perm, const permkern_layout *out)
{
    if (in->rank != 0 && (in->shape == NULL || perm == NULL)) {
        return PERMKERN_ERR_NULL;
    }
    if (in->rank > PERMKERN_MAX_RANK || in->rank != out->rank) {
        return PERMKERN_ERR_RANK;
    }
    if ((in->bits != 8 && in->bits != 16 && in->bits != 32 && in->bits != 64) || in->bits != out->bits) {
        return PERMKERN_ERR_BITS;
    }
    for (unsigned axis = 0; axis < in->rank; axis++) {
        unsigned times = 0;
        for (unsigned k = 0; k < in->rank; k++) {
            times += perm[k] == axis ? 1U : 0U;
        }
        if (times != 1) {
            return PERMKERN_ERR_PERM;
        }
    }
    for (unsigned k = 0; k < in->rank; k++) {
        if (out->shape != NULL && out->shape[k] != in->shape[perm[k]]) {
            return PERMKERN_ERR_SHAPE;
        }
    }
    return PERMKERN_OK;
}

int main(void)
{
    size_t shape[RANK];
    size_t out_shape[RANK];
    uint8_t order[RANK];
    permkern_layout in;
    permkern_layout out;
    const uint8_t *const perm = GIVEN & 4 ? order : NULL;
    unsigned shift = 0;
    in.shape = GIVEN & 1 ? shape : NULL;
    out.shape = GIVEN & 2 ? out_shape : NULL;
    in.rank = nondet_size_t();
    out.rank = nondet_size_t();
    in.bits = nondet_size_t();
    out.bits = nondet_size_t();
    __ESBMC_assume(in.rank == RANK || in.rank == 0 || in.rank > PERMKERN_MAX_RANK);
    const permkern_status status = check_request(&in, perm, &out, &shift);
    AGREE(status, spec(&in, perm, &out));
    __ESBMC_assert(status != PERMKERN_OK || (size_t)8 << shift == in.bits, "shift");
    return 0;
}

#elif PART == SIZES

int main(void)
{
    size_t shape[RANK];
    size_t stride[PERMKERN_MAX_RANK];
    uint8_t perm[RANK];
    const permkern_layout in = {.shape = shape, .capacity = SIZE_MAX, .rank = RANK, .bits = 8U << SHIFT};
    const permkern_layout out = {.capacity = SIZE_MAX, .rank = RANK, .bits = 8U << SHIFT};
    bool fits = true;
    size_t bytes = (size_t)1 << SHIFT;
    for (unsigned k = RANK; k-- > 0;) {
        __ESBMC_assume(shape[k] != 0 && shape[k] <= MOST);
        const wide product = (wide)bytes * (wide)shape[k];
        fits = fits && product <= SIZE_MAX;
        bytes = (size_t)product;
        perm[k] = (uint8_t)k;
    }
    unsigned shift = 0;
    const size_t measured = measure_contiguous(&in, perm, &out, &shift, stride);
    AGREE(measured != 0, fits);
    __ESBMC_assert(measured == 0 || measured == bytes, "bytes");
    return 0;
}

#elif PART == SPANS

int main(void)
{
    const size_t from = nondet_size_t();
    const size_t to = nondet_size_t();
    const size_t in_span = nondet_size_t();
    const size_t out_span = nondet_size_t();
    __ESBMC_assume(in_span != 0 && out_span != 0);
    permkern_status expected = PERMKERN_OK;
    if ((wide)from + in_span > UINTPTR_MAX || (wide)to + out_span > UINTPTR_MAX) {
        expected = PERMKERN_ERR_WRAP;
    } else if ((wide)from < (wide)to + out_span && (wide)to < (wide)from + in_span) {
        expected = PERMKERN_ERR_OVERLAP;
    }
    AGREE(permkern_check_spans(from, in_span, to, out_span), expected);
    return 0;
}

#endif
