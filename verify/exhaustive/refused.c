/* SPDX-License-Identifier: BSD-3-Clause */
#include "refused.h"

#include "mistakes.h"
#include "permkern_mli.h"

#include <stdio.h>
#include <string.h>

static void set_scene(scene *s, const request *r, const uint8_t *from, uint8_t *to)
{
    for (unsigned k = 0; k < r->rank; k++) {
        s->in_shape[k] = r->shape[k];
        s->out_shape[k] = request_out_extent(r, k);
        s->in_strides[k] = r->in_strides[k];
        s->out_strides[k] = r->out_strides[k];
        s->perm[k] = r->perm[k];
    }
    s->in = request_in(r);
    s->in.shape = s->in_shape;
    s->in.strides = r->strided ? s->in_strides : NULL;
    s->out = request_out(r);
    s->out.shape = s->out_shape;
    s->out.strides = r->strided ? s->out_strides : NULL;
    s->from = from;
    s->to = to;
    s->in_span = request_in_span(r);
    s->out_span = request_out_span(r);
    s->size = r->bits / 8;
}

static int ask_mli(const scene *s)
{
    mli_tensor from;
    mli_tensor to;
    mli_tensor kept;
    mli_permute_cfg cfg;
    memset(&from, 0, sizeof from);
    memset(&to, 0x77, sizeof to);
    memset(&cfg, 0, sizeof cfg);
#if PERMKERN_MLI_MEM_STRIDE
    memset(to.mem_stride, 0, sizeof to.mem_stride);
#endif
    from.data = (void *)(uintptr_t)s->from;
    from.capacity = (uint32_t)s->in.capacity;
    from.rank = (uint32_t)s->in.rank;
    from.el_type = s->size == 2 ? MLI_EL_FX_16 : MLI_EL_FX_8;
    to.data = s->to;
    to.capacity = (uint32_t)s->out.capacity;
    for (unsigned k = 0; k < MLI_MAX_RANK; k++) {
        from.shape[k] = (uint32_t)s->in_shape[k];
        cfg.perm_dim[k] = s->perm[k];
    }
    memcpy(&kept, &to, sizeof kept);
    const mli_status status = mli_krn_permute_fx(&from, &cfg, &to);
    return memcmp(&kept, &to, sizeof kept) == 0 ? (int)status : NO_STATUS;
}

/* What permkern_prepare and permkern_run say. */
static int ask_in_two(const scene *s)
{
    permkern_plan plan;
    permkern_plan kept;
    memset(&plan, 0x77, sizeof plan);
    memcpy(&kept, &plan, sizeof kept);
    const permkern_status status = permkern_prepare(&plan, &s->in, s->perm, &s->out);
    if (status == PERMKERN_OK) {
        return (int)permkern_run(&plan, s->from, s->to);
    }
    return memcmp(&kept, &plan, sizeof kept) == 0 ? (int)status : NO_STATUS;
}

static bool is_refused(const scene *s, const mistake *m)
{
    bool right = true;
    if (m->want != NO_STATUS) {
        right = (int)permkern_permute(&s->in, s->from, s->perm, &s->out, s->to) == m->want && ask_in_two(s) == m->want;
    }
    if (m->mli != NO_STATUS && s->in.strides == NULL && s->size <= 2 && s->in.rank <= MLI_MAX_RANK) {
        right = right && ask_mli(s) == m->mli;
    }
    return right;
}

/* Whether all that the output's page and the bytes around it hold is as it was. */
static bool untouched(const uint8_t *bytes, size_t count, uint8_t was)
{
    uint8_t differ = 0;
    for (size_t i = 0; i < count; i++) {
        differ |= bytes[i] ^ was;
    }
    return differ == 0;
}

static bool check_mistake(const mistake *m, const request *r, const uint8_t *in, uint8_t *out)
{
    enum { AROUND = 512, WAS = 0x96 };
    const size_t all = request_out_span(r) + 2 * (size_t)AROUND;
    scene s;
    memset(&s, 0, sizeof s);
    set_scene(&s, r, in, out);
    if (!m->fits(&s)) {
        return true;
    }
    memset(out - AROUND, WAS, all);
    m->put(&s);
    return is_refused(&s, m) && untouched(out - AROUND, all, WAS);
}

tally check_refused(const pages *p, const request *r)
{
    tally sum = {0, 0};
    for (unsigned k = 0; k < mistake_count; k++) {
        if (check_mistake(&mistakes[k], r, p->in_written + ROOM / 2, p->out + ROOM / 2)) {
            sum.passed++;
        } else {
            sum.failed++;
            printf("%s: not refused as it should be, or not before the first write\n", mistakes[k].name);
        }
    }
    return sum;
}
