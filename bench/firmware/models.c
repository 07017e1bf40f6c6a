/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every permute of models.toml between marks, for bench/firmware.py to count: naive loops, the checked call, the
 * pinned kernel where the set has one; the last two again one element off the word boundary. The checked call is MLI's
 * where MLI takes the row (8 and 16 bits, four axes), permkern_permute otherwise. Every element of every result is
 * compared with the definition.
 */
#include "mli_api.h"
#include "rows.h"

/* ---- the columns ---- */

static bool is_mli(const row *at)
{
    return at->rank <= MLI_AXES && at->size <= 2;
}

__attribute__((noinline)) static bool run_mli(const row *at, uint32_t offset)
{
    const uint32_t bytes = bytes_of(at);
    mli_tensor in = {.data = input + offset, .capacity = bytes, .rank = at->rank};
    mli_tensor out = {.data = output + offset, .capacity = bytes};
    mli_permute_cfg cfg = {{0}};
    mli_status status = MLI_STATUS_OK;
    in.el_type = at->size == 1 ? MLI_EL_FX_8 : MLI_EL_FX_16;
    for (unsigned k = 0; k < at->rank; k++) {
        in.shape[k] = (uint32_t)at->shape[k];
        cfg.perm_dim[k] = at->perm[k];
    }
    if (at->size == 1) {
        mark_begin();
        status = mli_krn_permute_fx8(&in, &cfg, &out);
        mark_end();
    } else {
        mark_begin();
        status = mli_krn_permute_fx16(&in, &cfg, &out);
        mark_end();
    }
    return status == MLI_STATUS_OK;
}

__attribute__((noinline)) static bool run_core(const row *at, uint32_t offset)
{
    const uint8_t *const from = input + offset;
    uint8_t *const to = output + offset;
    const permkern_layout in = {
        .shape = at->shape, .capacity = bytes_of(at), .rank = at->rank, .bits = at->size * (size_t)8};
    permkern_layout out = in;
    out.shape = NULL;
    mark_begin();
    const permkern_status status = permkern_permute(&in, from, at->perm, &out, to);
    mark_end();
    return status == PERMKERN_OK;
}

static bool run_checked(const row *at, uint32_t offset)
{
    fill(at, offset);
    const bool ok = is_mli(at) ? run_mli(at, offset) : run_core(at, offset);
    return ok && is_right(at, offset, 0);
}

/* Never inlined, so that what stands between the marks is the same for both offsets. */
__attribute__((noinline)) static bool run_pinned(const row *at, uint32_t offset)
{
    permkern_pinned *kernel = at->pinned;
    const uint8_t *in = input + offset;
    uint8_t *out = output + offset;
    fill(at, offset);
    __asm__ volatile("" : "+r"(kernel), "+r"(in), "+r"(out)); /* at hand before the stretch begins */
    mark_begin();
    kernel(in, out);
    mark_end();
    return is_right(at, offset, 0);
}

/* In the order of the columns that main names. */
static bool run(const row *at, bool is_pinned)
{
    bool right = run_naive(at);
    right = run_checked(at, 0) && right;
    right = run_checked(at, at->size) && right;
    if (is_pinned) {
        right = run_pinned(at, 0) && right;
        right = run_pinned(at, at->size) && right;
    }
    return right;
}

/* Names of the columns, then one line a row, in the order of the marks. The first stretch is empty. */
int main(void)
{
    const bool is_pinned = rows[0].pinned != NULL;
    int wrong = 0;
    mark_begin();
    mark_end();
    printf("column naive\ncolumn checked\ncolumn checked off\n%s",
           is_pinned ? "column pinned\ncolumn pinned off\n" : "");
    for (unsigned i = 0; i < ROWS; i++) {
        const row *const at = &rows[i];
        if (bytes_of(at) + at->size + GUARD > PERMKERN_MODELS_BYTES) {
            continue;
        }
        const bool right = run(at, is_pinned);
        printf("case %s %s\n", at->name, right ? "right" : "WRONG");
        wrong += right ? 0 : 1;
    }
    return wrong == 0 ? 0 : 1;
}
