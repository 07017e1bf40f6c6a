/* SPDX-License-Identifier: BSD-3-Clause */
/* The entry points of the alignment matrix, called as an application calls them. */
#include "offsets.h"
#include "permkern_mli.h"

static _Alignas(8) uint8_t scratch[ROOM / 8 + 8];

static int by_run(const request *r, const void *in, void *out)
{
    return permkern_run(&r->plan, in, out);
}

static int by_parts(const request *r, const void *in, void *out)
{
    permkern_status status = PERMKERN_OK;
    for (uint32_t part = 0; part < 3 && status == PERMKERN_OK; part++) {
        status = permkern_run_part(&r->plan, in, out, part, 3);
    }
    return status;
}

static int by_permute(const request *r, const void *in, void *out)
{
    if (r->mask != 0) {
        return NOT_TAKEN;
    }
    return permkern_permute(&r->in, in, r->perm, &r->out, out);
}

/* The generic routine. */
static int by_fallback(const request *r, const void *in, void *out)
{
    permkern_plan plan = r->plan;
    permkern_work *const work = permkern_work_of(&plan);
    if (r->mask != 0) {
        return NOT_TAKEN;
    }
    work->choice.kernel = permkern_generic;
    work->choice.wide = NULL;
    work->choice.pinned = NULL;
    work->small = NULL;
    return permkern_run(&plan, in, out);
}

/* Copies the input to the output first. The scratch is as far from a multiple of eight as the input. */
static int by_run_in_place(const request *r, const void *in, void *out)
{
    const size_t bytes = permkern_in_place_bytes(&r->plan);
    const size_t off = (uintptr_t)in & 7U;
    if (bytes > sizeof scratch - 8 || r->mask != 0) {
        return NOT_TAKEN;
    }
    if (((uintptr_t)out & (r->size - 1)) == 0) {
        for (size_t at = 0; at < r->in.capacity; at++) {
            ((uint8_t *)out)[at] = ((const uint8_t *)in)[at];
        }
    }
    const permkern_status status = permkern_run_in_place(&r->plan, out, scratch + off, bytes);
    /* Its one buffer is the output: a misaligned input is no error. */
    return status == PERMKERN_OK && (off & (r->size - 1)) != 0 ? NOT_TAKEN : (int)status;
}

static bool suits(const request *r, const void *in, const void *out)
{
    return (((uintptr_t)in | (uintptr_t)out) & (r->align - 1)) == 0;
}

static int by_pin(const request *r, const void *in, void *out)
{
    if (r->pinned == NULL || !suits(r, in, out)) {
        return NOT_TAKEN;
    }
    r->pinned(in, out);
    return PERMKERN_OK;
}

static int by_pin_in_place(const request *r, const void *in, void *out)
{
    if (r->in_place == NULL || !suits(r, out, out) || ((uintptr_t)in & (r->size - 1)) != 0) {
        return NOT_TAKEN;
    }
    for (size_t at = 0; at < r->in.capacity; at++) {
        ((uint8_t *)out)[at] = ((const uint8_t *)in)[at];
    }
    r->in_place(out);
    return PERMKERN_OK;
}

#if PERMKERN_MLI_2
#define DATA data.mem.pi8
#define CAPACITY data.capacity
#else
#define DATA data
#define CAPACITY capacity
#endif

static int by_mli(const request *r, const void *in, void *out)
{
    mli_tensor from = {0};
    mli_tensor to = {0};
    mli_permute_cfg cfg = {{0}};
    if (r->in.strides != NULL || r->size > 2 || r->mask != 0) {
        return NOT_TAKEN;
    }
    from.DATA = (void *)(uintptr_t)in;
    to.DATA = out;
    from.CAPACITY = (uint32_t)r->in.capacity;
    to.CAPACITY = (uint32_t)r->out.capacity;
    from.rank = r->rank;
    from.el_type = r->size == 1 ? MLI_EL_FX_8 : MLI_EL_FX_16;
    for (unsigned k = 0; k < r->rank; k++) {
        from.shape[k] = (uint32_t)r->shape[k];
        cfg.perm_dim[k] = r->perm[k];
    }
    const mli_status status = mli_krn_permute_fx(&from, &cfg, &to);
    if (status == MLI_STATUS_BAD_TENSOR) {
        return PERMKERN_ERR_ALIGN;
    }
    return status == MLI_STATUS_OK ? PERMKERN_OK : PERMKERN_ERR_PLAN;
}

const entry entries[ENTRIES] = {{by_run, "run"},
                                {by_parts, "run_part"},
                                {by_permute, "permute"},
                                {by_mli, "MLI"},
                                {by_run_in_place, "in place"},
                                {by_fallback, "generic"},
                                {by_pin, "pinned"},
                                {by_pin_in_place, "pinned in place"}};
