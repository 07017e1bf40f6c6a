/* SPDX-License-Identifier: BSD-3-Clause */
#include "refused.h"

#include "permkern_mli.h"

#include <stdio.h>
#include <string.h>

/* A valid request and its buffers, for a mistake to be put in. */
typedef struct {
    permkern_array in, out;
    uint32_t in_shape[8];
    uint32_t out_shape[8];
    uint8_t perm[8];
    size_t span;
    unsigned size; /* bytes of an element */
} scene;

typedef struct {
    const char *name;
    permkern_status want;
    mli_status mli; /* MLI_STATUS_OK: a mistake that MLI's tensors cannot have */
    void (*put)(scene *s);
    bool (*fits)(const scene *s);
} mistake;

static void rank_zero(scene *s)
{
    s->in.rank = 0;
    s->out.rank = 0;
}

static void perm_repeated(scene *s)
{
    s->perm[s->in.rank - 1] = s->perm[0];
}

static void perm_beyond(scene *s)
{
    s->perm[s->in.rank - 1] = s->in.rank;
}

static void extent_zero(scene *s)
{
    s->in_shape[s->in.rank - 1] = 0;
}

static void out_shape_differs(scene *s)
{
    s->out_shape[0]++;
}

static void too_many_elements(scene *s)
{
    for (unsigned k = 0; k < s->in.rank; k++) {
        s->in_shape[k] = UINT32_MAX;
        s->out_shape[k] = UINT32_MAX;
    }
}

static void in_short(scene *s)
{
    s->in.capacity--;
}

static void out_short(scene *s)
{
    s->out.capacity--;
}

static void in_unaligned(scene *s)
{
    s->in.data = (uint8_t *)s->in.data + 1;
}

static void out_unaligned(scene *s)
{
    s->out.data = (uint8_t *)s->out.data + 1;
}

static void in_null(scene *s)
{
    s->in.data = NULL;
}

static void out_null(scene *s)
{
    s->out.data = NULL;
}

static void the_same(scene *s)
{
    s->in.data = s->out.data;
}

static void last_element_shared(scene *s)
{
    s->in.data = (uint8_t *)s->out.data + s->span - s->size;
}

static void first_element_shared(scene *s)
{
    s->in.data = (uint8_t *)s->out.data - s->span + s->size;
}

static void in_wraps(scene *s)
{
    s->in.data = (void *)(UINTPTR_MAX - s->span + s->size); /* ends one byte beyond the last */
    s->in.data = (void *)((uintptr_t)s->in.data & ~(uintptr_t)(s->size - 1));
}

static bool any(const scene *s)
{
    (void)s;
    return true;
}

static bool has_two_axes(const scene *s)
{
    return s->in.rank > 1;
}

static bool has_four_axes(const scene *s)
{
    return s->in.rank > 3;
}

static bool has_wide_elements(const scene *s)
{
    return s->size > 1;
}

static const mistake mistakes[] = {
    {"rank 0", PERMKERN_ERR_RANK, MLI_STATUS_BAD_TENSOR, rank_zero, any},
    {"an axis twice", PERMKERN_ERR_PERM, MLI_STATUS_BAD_FUNC_CFG, perm_repeated, has_two_axes},
    {"an axis that is none", PERMKERN_ERR_PERM, MLI_STATUS_BAD_FUNC_CFG, perm_beyond, any},
    {"an extent of 0", PERMKERN_ERR_SHAPE, MLI_STATUS_BAD_TENSOR, extent_zero, any},
    {"another output shape", PERMKERN_ERR_SHAPE, MLI_STATUS_OK, out_shape_differs, any},
    {"a count that wraps", PERMKERN_ERR_SIZE, MLI_STATUS_BAD_TENSOR, too_many_elements, has_four_axes},
    {"input one byte short", PERMKERN_ERR_CAPACITY, MLI_STATUS_NOT_ENGH_MEM, in_short, any},
    {"output one byte short", PERMKERN_ERR_CAPACITY, MLI_STATUS_NOT_ENGH_MEM, out_short, any},
    {"input unaligned", PERMKERN_ERR_ALIGN, MLI_STATUS_BAD_TENSOR, in_unaligned, has_wide_elements},
    {"output unaligned", PERMKERN_ERR_ALIGN, MLI_STATUS_BAD_TENSOR, out_unaligned, has_wide_elements},
    {"input NULL", PERMKERN_ERR_NULL, MLI_STATUS_BAD_TENSOR, in_null, any},
    {"output NULL", PERMKERN_ERR_NULL, MLI_STATUS_BAD_TENSOR, out_null, any},
    {"input is output", PERMKERN_ERR_OVERLAP, MLI_STATUS_INCOMPATEBLE_TENSORS, the_same, any},
    {"first of one is last of other", PERMKERN_ERR_OVERLAP, MLI_STATUS_INCOMPATEBLE_TENSORS, last_element_shared, any},
    {"last of one is first of other", PERMKERN_ERR_OVERLAP, MLI_STATUS_INCOMPATEBLE_TENSORS, first_element_shared, any},
    {"input wraps", PERMKERN_ERR_WRAP, MLI_STATUS_INCOMPATEBLE_TENSORS, in_wraps, any},
};

static void set_scene(scene *s, const request *r, uint8_t *in, uint8_t *out)
{
    const size_t span = request_in_span(r);
    for (unsigned k = 0; k < r->rank; k++) {
        s->in_shape[k] = r->shape[k];
        s->out_shape[k] = request_out_extent(r, k);
        s->perm[k] = r->perm[k];
    }
    s->in = (permkern_array){in, span, s->in_shape, NULL, (uint8_t)r->rank, (uint8_t)r->bits};
    s->out = (permkern_array){out, span, s->out_shape, NULL, (uint8_t)r->rank, (uint8_t)r->bits};
    s->span = span;
    s->size = r->bits / 8;
}

static mli_status ask_mli(const scene *s)
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
    from.data = s->in.data;
    from.capacity = (uint32_t)s->in.capacity;
    from.rank = s->in.rank;
    from.el_type = s->size == 2 ? MLI_EL_FX_16 : MLI_EL_FX_8;
    memcpy(from.shape, s->in_shape, sizeof from.shape);
    to.data = s->out.data;
    to.capacity = (uint32_t)s->out.capacity;
    for (unsigned k = 0; k < MLI_MAX_RANK; k++) {
        cfg.perm_dim[k] = s->perm[k];
    }
    memcpy(&kept, &to, sizeof kept);
    const mli_status status = mli_krn_permute_fx(&from, &cfg, &to);
    return memcmp(&kept, &to, sizeof kept) == 0 ? status : MLI_STATUS_LARGE_ENUM;
}

/* What permkern_prepare and permkern_run say. */
static permkern_status ask_in_two(const scene *s)
{
    permkern_plan plan;
    permkern_plan kept;
    memset(&plan, 0x77, sizeof plan);
    memcpy(&kept, &plan, sizeof kept);
    const permkern_status status = permkern_prepare(&plan, &s->in, &s->out, s->perm);
    if (status == PERMKERN_OK) {
        return permkern_run(&plan, s->in.data, s->out.data);
    }
    return memcmp(&kept, &plan, sizeof kept) == 0 ? status : PERMKERN_OK;
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

static bool check_mistake(const mistake *m, const request *r, uint8_t *in, uint8_t *out)
{
    enum { AROUND = 256, WAS = 0x96 };
    uint8_t *const around = out - r->bits / 8 * 64;
    const size_t all = 2 * (size_t)AROUND + 8 * 64;
    scene s;
    memset(&s, 0, sizeof s);
    memset(around, WAS, all);
    set_scene(&s, r, in, out);
    if (!m->fits(&s)) {
        return true;
    }
    m->put(&s);
    bool right = permkern_permute(&s.in, &s.out, s.perm) == m->want && ask_in_two(&s) == m->want;
    if (m->mli != MLI_STATUS_OK && r->bits <= 16 && r->rank <= MLI_MAX_RANK) {
        right = right && ask_mli(&s) == m->mli;
    }
    return right && untouched(around, all, WAS);
}

tally check_refused(const pages *p, const request *r)
{
    tally sum = {0, 0};
    for (unsigned k = 0; k < sizeof mistakes / sizeof mistakes[0]; k++) {
        if (check_mistake(&mistakes[k], r, p->in_written + ROOM / 2, p->out + ROOM / 2)) {
            sum.passed++;
        } else {
            sum.failed++;
            printf("%s: not refused as it should be, or not before the first write\n", mistakes[k].name);
        }
    }
    return sum;
}
