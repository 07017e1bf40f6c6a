/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ESBMC harness for the core API's checks: for all values, each check follows docs/status.md. PART selects one:
 *
 *   REQUEST   check_request: ranks, widths, permutation, extents, with rank RANK, 0 or too high. GIVEN is a sum: 1 with
 *             an input shape, 2 with an output shape, 4 with a permutation
 *   SIZES     measure_contiguous: bytes of RANK axes against SIZE_MAX
 *   SPANS     permkern_check_spans: any two addresses and spans
 *   READ      permkern_read_shape, permkern_read_strides and permkern_read_perm: any RANK integers of type KIND
 *   PRODUCT   permkern_multiply_by_adding: any factor times any 4-bit factor
 *   SHARE     permkern_share: any share, with more units than 16 bits hold
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
#define READ 4
#define PRODUCT 5
#define SHARE 6

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
#if PART == PRODUCT || PART == SHARE
#include "base/arith.c"
#endif
#include "core/integers.c"
#include "core/request.c"
/* clang-format on */

void __ESBMC_assert(_Bool, const char *);
void __ESBMC_assume(_Bool);
uint32_t nondet_uint(void);
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
    permkern_layout in;
    bool fits = true;
    in.shape = shape;
    in.rank = RANK;
    size_t bytes = (size_t)1 << SHIFT;
    for (unsigned k = RANK; k-- > 0;) {
        __ESBMC_assume(shape[k] != 0 && shape[k] <= MOST);
        const wide product = (wide)bytes * (wide)shape[k];
        fits = fits && product <= SIZE_MAX;
        bytes = (size_t)product;
        perm[k] = (uint8_t)k;
    }
    const size_t measured = measure_contiguous(&in, perm, SHIFT, stride);
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

#elif PART == READ

#if KIND == 0
typedef int32_t integer;
#elif KIND == 1
typedef uint32_t integer;
#else
typedef int64_t integer;
#endif
#define LONGEST (RANK > 0 ? RANK : 1)

int main(void)
{
    integer from[LONGEST];
    size_t shape[LONGEST];
    ptrdiff_t strides[LONGEST];
    uint8_t perm[LONGEST];
    size_t shape_before[LONGEST];
    ptrdiff_t strides_before[LONGEST];
    uint8_t perm_before[LONGEST];
    size_t rank = nondet_size_t();
    bool is_shape = true;
    bool is_strides = true;
    bool is_perm = true;
    __ESBMC_assume(rank == RANK || rank > PERMKERN_MAX_RANK);
    for (unsigned k = 0; k < RANK; k++) {
        shape_before[k] = shape[k];
        strides_before[k] = strides[k];
        perm_before[k] = perm[k];
        const wide big = (wide)(__int128)from[k];
        is_shape = is_shape && (__int128)from[k] >= 0 && big <= SIZE_MAX;
        is_strides = is_strides && (__int128)from[k] >= PTRDIFF_MIN && (__int128)from[k] <= PTRDIFF_MAX;
        is_perm = is_perm && (__int128)from[k] >= -(__int128)RANK && (__int128)from[k] < RANK;
    }
    for (unsigned axis = 0; is_perm && axis < RANK; axis++) {
        unsigned times = 0;
        for (unsigned k = 0; k < RANK; k++) {
            times += from[k] == (integer)axis || (__int128)from[k] == (__int128)axis - RANK ? 1U : 0U;
        }
        is_perm = is_perm && times == 1;
    }
    const permkern_status read_shape = permkern_read_shape(shape, from, (permkern_int)KIND, rank);
    const permkern_status read_strides = permkern_read_strides(strides, from, (permkern_int)KIND, rank);
    const permkern_status read_perm = permkern_read_perm(perm, from, (permkern_int)KIND, rank);
    const bool known = rank <= PERMKERN_MAX_RANK;
    AGREE(read_shape, !known ? PERMKERN_ERR_RANK : is_shape ? PERMKERN_OK : PERMKERN_ERR_SHAPE);
    AGREE(read_strides, !known ? PERMKERN_ERR_RANK : is_strides ? PERMKERN_OK : PERMKERN_ERR_STRIDE);
    AGREE(read_perm, !known ? PERMKERN_ERR_RANK : is_perm ? PERMKERN_OK : PERMKERN_ERR_PERM);
    for (unsigned k = 0; k < RANK; k++) {
        __ESBMC_assert(shape[k] == (read_shape == PERMKERN_OK ? (size_t)from[k] : shape_before[k]), "read");
        __ESBMC_assert(strides[k] == (read_strides == PERMKERN_OK ? (ptrdiff_t)from[k] : strides_before[k]), "read");
        __ESBMC_assert((__int128)perm[k] == (read_perm != PERMKERN_OK ? (__int128)perm_before[k]
                                             : (__int128)from[k] < 0  ? (__int128)from[k] + RANK
                                                                      : (__int128)from[k]),
                       "read");
    }
    return 0;
}

#elif PART == PRODUCT

int main(void)
{
    const size_t a = nondet_size_t();
    const size_t b = nondet_uint();
    size_t product = 0;
    __ESBMC_assume(b < 16);
    AGREE(permkern_multiply_by_adding(a, b, &product), (wide)a * b <= SIZE_MAX);
    __ESBMC_assert(product == (size_t)((wide)a * b), "product");
    return 0;
}

#elif PART == SHARE

/* 140,001 units in 70,001 shares: two each, but one for the last. */
int main(void)
{
    const uint32_t part = nondet_uint();
    __ESBMC_assume(part <= 70001);
    AGREE(permkern_share(140001, part, 70001), part == 70001 ? 140001 : 2 * (size_t)part);
    return 0;
}

#endif
