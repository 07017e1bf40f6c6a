/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ESBMC harness for the MLI layer's checks: for all values, each check follows docs/status.md. PART selects one:
 *
 *   ORDER   read_order: whether RANK entries, of any values, are a permutation
 *   OPENED  permkern_mli_open: extents, bytes against 2^32 - 1, data (GIVEN or NULL), capacity; el_type TYPE, RANK axes
 *   CUT     mli_hlp_point_to_subtensor: any coordinates on RANK axes
 *
 * If REACH is defined, the harness asserts that this status does not occur.
 *
 * The specifications share no code with src/. ESBMC 8.4 does not implement __builtin_mul_overflow. The macro below
 * follows GCC's documentation, for 32-bit factors and a 64-bit product.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define __builtin_mul_overflow(a, b, p) (*(p) = (uint64_t)(uint32_t)(a) * (uint64_t)(uint32_t)(b), 0)

/* ESBMC rejects a static assertion that looks for a member by name. */
#define _Static_assert(condition, text) struct model_nothing

#include "mli_types.h"

#include "move/permkern_word.h"

#include "mli/mli_tensor.h"

#include "mli/mli_helpers.c"
#include "mli/mli_permute.c"
#include "mli/mli_tensor.c"

void __ESBMC_assert(_Bool, const char *);
void __ESBMC_assume(_Bool);
uint32_t nondet_uint(void);

#define ORDER 1
#define OPENED 2
#define CUT 3

#ifdef REACH
#define AGREE(status, expected) __ESBMC_assert((status) != REACH, "end")
#else
#define AGREE(status, expected) __ESBMC_assert((status) == (expected), "status")
#endif

#if PART == ORDER

int main(void)
{
    mli_permute_cfg cfg;
    uint8_t order[MLI_MAX_RANK];
    bool valid = true;
    for (int axis = 0; axis < RANK; axis++) {
        unsigned times = 0;
        for (unsigned k = 0; k < RANK; k++) {
            times += cfg.perm_dim[k] == axis ? 1U : 0U;
        }
        valid = valid && times == 1;
    }
    const bool read = read_order(&cfg, RANK, order);
    AGREE(read, valid);
    for (unsigned k = 0; k < RANK; k++) {
        __ESBMC_assert(!read || order[k] == cfg.perm_dim[k], "order");
    }
    return 0;
}

#elif PART == OPENED

int main(void)
{
    mli_tensor in;
    permkern_mli_facts facts;
    size_t stride[MLI_MAX_RANK];
    const uint32_t size = TYPE == 1 ? 2 : 1;
    in.data = GIVEN ? (void *)&facts : NULL; /* any aligned object */
    in.rank = RANK;
    in.capacity = nondet_uint();
    in.el_type = (mli_element_type)TYPE;
    mli_status expected = GIVEN ? MLI_STATUS_OK : MLI_STATUS_BAD_TENSOR;
    uint32_t bytes = size;
    for (unsigned k = RANK; k-- > 0;) {
        const uint64_t product = (uint64_t)bytes * (uint64_t)in.shape[k];
        expected = in.shape[k] == 0 || product > UINT32_MAX ? MLI_STATUS_BAD_TENSOR : expected;
        bytes = (uint32_t)product;
    }
    if (expected == MLI_STATUS_OK && bytes > in.capacity) {
        expected = MLI_STATUS_NOT_ENGH_MEM;
    }
    AGREE(permkern_mli_open(&in, stride, &facts), expected);
    return 0;
}

#elif PART == CUT

int main(void)
{
    mli_tensor in;
    mli_point_to_subtsr_cfg cfg;
    size_t stride[MLI_MAX_RANK];
    size_t first = 0;
    in.rank = RANK;
    bool good = cfg.coord_num >= 1 && cfg.coord_num <= RANK && cfg.first_out_dim_size >= 1;
    for (unsigned k = 0; k < RANK; k++) {
        in.shape[k] = nondet_uint();
        stride[k] = 0; /* the offset is not checked here */
        __ESBMC_assume(in.shape[k] != 0);
        if (k < cfg.coord_num) {
            const uint64_t end = (uint64_t)cfg.start_coord[k] + (k + 1U == cfg.coord_num ? cfg.first_out_dim_size : 1U);
            good = good && end <= in.shape[k];
        }
    }
    AGREE(cut_valid(&in, stride, &cfg, &first), good);
    return 0;
}

#endif
