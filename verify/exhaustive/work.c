/* SPDX-License-Identifier: BSD-3-Clause */
#include "work.h"

#include "permkern_mli.h"
#include "permkern_vector.h"

#include <stdio.h>
#include <string.h>
#ifdef __has_feature
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define TAINT 1
#endif
#endif

/* ---- entry points ---- */

static permkern_status move_in_parts(const request *r, const void *context, const void *in, void *out)
{
    static const uint32_t thirds = 3;
    (void)context;
    return move_in_shares(r, &thirds, in, out);
}

static permkern_status move_pinned(const request *r, const void *context, const void *in, void *out)
{
    const pin *const row = context;
    (void)r;
    row->kernel(in, out);
    return PERMKERN_OK;
}

static void set_tensor(mli_tensor *tensor, const request *r, const ptrdiff_t *strides, void *data, size_t span)
{
    memset(tensor, 0, sizeof *tensor);
    tensor->data = data;
    tensor->capacity = (uint32_t)span;
    tensor->rank = r->rank;
#if PERMKERN_MLI_ASYM
    tensor->el_type = r->bits == 32 ? MLI_EL_ASYM_I32 : r->bits == 16 ? MLI_EL_FX_16 : MLI_EL_FX_8;
#else
    tensor->el_type = r->bits == 16 ? MLI_EL_FX_16 : MLI_EL_FX_8;
#endif
    for (unsigned k = 0; k < r->rank; k++) {
        tensor->shape[k] = (uint32_t)r->shape[k];
#if PERMKERN_MLI_MEM_STRIDE
        tensor->mem_stride[k] = r->strided ? (int32_t)strides[k] : 0;
#endif
    }
    (void)strides;
}

static permkern_status move_by_mli(const request *r, const void *context, const void *in, void *out)
{
    mli_tensor from;
    mli_tensor to;
    mli_permute_cfg cfg;
    (void)context;
    memset(&cfg, 0, sizeof cfg);
    set_tensor(&from, r, r->in_strides, (void *)(uintptr_t)in, request_in_span(r));
    set_tensor(&to, r, r->out_strides, out, request_out_span(r));
    for (unsigned k = 0; k < r->rank; k++) {
        cfg.perm_dim[k] = r->perm[k];
    }
    const mli_status status = r->bits == 32                  ? mli_krn_permute_fx(&from, &cfg, &to)
                              : request_elements(r) % 2 != 0 ? mli_krn_permute_fx(&from, &cfg, &to)
                              : r->bits == 16                ? mli_krn_permute_fx16(&from, &cfg, &to)
                                                             : mli_krn_permute_fx8(&from, &cfg, &to);
    bool right = status == MLI_STATUS_OK && to.rank == r->rank && to.el_type == from.el_type;
    for (unsigned k = 0; k < r->rank; k++) {
        right = right && to.shape[k] == request_out_extent(r, k);
    }
    return right ? PERMKERN_OK : PERMKERN_ERR_PLAN;
}

static bool always(const request *r)
{
    (void)r;
    return true;
}

/* Only plans exclusive-or a constant. */
static bool is_plain(const request *r)
{
    return r->mask == 0;
}

/* MLI has no rank 0, no offsets, and no axes that run backwards. */
static bool mli_serves(const request *r)
{
    const unsigned most_bits = PERMKERN_MLI_ASYM ? 32 : 16;
    bool forward = (r->in_offset | r->out_offset | r->mask) == 0;
    for (unsigned k = 0; k < r->rank; k++) {
        forward = forward && r->in_strides[k] > 0 && r->out_strides[k] > 0;
    }
    return r->rank - 1 < MLI_MAX_RANK && r->bits <= most_bits && (PERMKERN_MLI_MEM_STRIDE || !r->strided) && forward;
}

static const entry_point entry_points[] = {
    {"permkern_permute", move_at_once, is_plain, true},
    {"permkern_prepare, permkern_run", move_by_permute, always, true},
    {"permkern_run_part", move_in_parts, always, true},
    {"MLI", move_by_mli, mli_serves, true},
    {"generic routine", move_by_fallback, always, false},
};

static const entry_point pinned_entry = {"pinned kernel", move_pinned, always, true};

/* ---- the request that is being checked ---- */

static struct {
    const pages *p;
    const request *r;
    const pin *pinned;
    const entry_point *entry;
    const char *level;
    size_t in_span, out_span;
    flush where;
    tally sum;
} now;

#define MOST_TOLD 20U

void tell_work(void)
{
    const request *const r = now.r;
    if (r == NULL) {
        return;
    }
    printf("%u-bit, shape", r->bits);
    for (unsigned k = 0; k < r->rank; k++) {
        printf("%c%zu", k == 0 ? ' ' : 'x', r->shape[k]);
    }
    printf(", permutation ");
    for (unsigned k = 0; k < r->rank; k++) {
        printf("%c%u", k == 0 ? '(' : ',', r->perm[k]);
    }
    printf(")");
    for (unsigned k = 0; r->strided && k < r->rank; k++) {
        printf("%s%td/%td", k == 0 ? ", strides in/out " : " ", r->in_strides[k], r->out_strides[k]);
    }
    printf(", offset in/out %zu/%zu", r->in_offset, r->out_offset);
    printf(", %s, %s, next to the %s page\n", now.pinned != NULL ? now.pinned->name : now.entry->name, now.level,
           now.where == FLUSH_START ? "first" : "last");
    fflush(stdout);
}

/* Counts a call: why == NULL if it passed. */
static void judge(const char *why)
{
    now.sum.passed += why == NULL ? 1 : 0;
    now.sum.failed += why != NULL ? 1 : 0;
    if (why != NULL && now.sum.failed <= MOST_TOLD) {
        printf("%s: ", why);
        tell_work();
    }
}

/* ---- the expected output ---- */

/* For each output element in row-major order: its offset in the output and its source in the input, in elements. */
static struct {
    uint32_t to[ROOM];
    uint32_t from[ROOM];
    size_t count;
} moves;

static void find_moves(const request *r)
{
    ptrdiff_t o[8] = {0};
    ptrdiff_t to = (ptrdiff_t)r->out_offset;
    ptrdiff_t from = (ptrdiff_t)r->in_offset;
    moves.count = request_elements(r);
    for (size_t n = 0; n < moves.count; n++) {
        moves.to[n] = (uint32_t)to;
        moves.from[n] = (uint32_t)from;
        for (unsigned k = r->rank; k > 0; k--) { /* the next o, the last axis fastest */
            const unsigned axis = k - 1;
            const ptrdiff_t last = (ptrdiff_t)request_out_extent(r, axis) - 1;
            const ptrdiff_t in_step = r->in_strides[r->perm[axis]];
            const ptrdiff_t out_step = r->out_strides[axis];
            if (++o[axis] <= last) {
                to += out_step;
                from += in_step;
                break;
            }
            o[axis] = 0;
            to -= last * out_step;
            from -= last * in_step;
        }
    }
}

/* Contents of each round. The rounds together give every byte of a span its own number. */
#define ROUNDS 3U
static uint8_t contents[ROUNDS][ROOM];

static unsigned rounds_of(size_t span)
{
    return span <= 0x100 ? 1 : span <= 0x10000 ? 2 : 3;
}

static void fill_contents(size_t span)
{
    static size_t filled;
    for (; filled < span; filled++) {
        for (unsigned round = 0; round < ROUNDS; round++) {
            contents[round][filled] = (uint8_t)(filled >> (8 * round));
        }
    }
}

static uint8_t wanted[ROOM]; /* the output's span after the call */
static uint8_t before[ROOM]; /* and before it: an element's bytes differ, gaps are the same */

static void expect(unsigned round)
{
    const size_t size = now.r->bits / 8;
    memset(wanted, 0x5a, now.out_span);
    memset(before, 0x5a, now.out_span);
    for (size_t n = 0; n < moves.count; n++) {
        const uint8_t *const from = contents[round] + moves.from[n] * size;
        const size_t to = moves.to[n] * size;
        for (size_t byte = 0; byte < size; byte++) {
            wanted[to + byte] = (uint8_t)(from[byte] ^ (now.r->mask >> 8 * byte)); /* x86-64 and AArch64 are little */
            before[to + byte] = (uint8_t)~wanted[to + byte];
        }
    }
}

/* ---- calls ---- */

static void call(const uint8_t *in, uint8_t *out)
{
    pages_fill_out(now.p, now.out_span, now.where, before);
    const permkern_status status = now.entry->move(now.r, now.pinned, in, out);
    if (!pages_kept_fence(now.p, now.out_span, now.where)) {
        judge("wrote outside the output");
    } else if (status != PERMKERN_OK) {
        judge(permkern_strerror(status));
    } else {
        judge(memcmp(out, wanted, now.out_span) != 0 ? "wrong output" : NULL);
    }
}

#ifdef TAINT

/*
 * False where MSan loses track of values: for a permute of two registers, it joins the shadows lane by lane, whatever
 * the index says. Kernels for few elements use such permutes.
 */
static bool keeps_track(size_t bytes)
{
#ifdef PERMKERN_X86
    return (permkern_cpu & PERMKERN_CPU_LEVEL) < PERMKERN_CPU_AVX512 || bytes <= 128 || bytes > 512;
#else
    return bytes != 0;
#endif
}

/*
 * The call with undefined contents: MSan ends the program where a branch or an address depends on them. Every output
 * byte has to be undefined after the call; otherwise MSan lost track of the contents on the way.
 */
static void call_tainted(const uint8_t *in, uint8_t *out)
{
    const size_t size = now.r->bits / 8;
    pages_fill_out(now.p, now.out_span, now.where, before);
    __msan_poison(in, now.in_span);
    (void)now.entry->move(now.r, now.pinned, in, out);
    __msan_unpoison(in, now.in_span);
    bool tracked = true;
    for (size_t n = 0; n < moves.count * size && keeps_track(moves.count * size); n++) {
        tracked = tracked && __msan_test_shadow(out + moves.to[n / size] * size + n % size, 1) == 0;
    }
    judge(tracked ? NULL : "an output byte does not depend on the contents, says MSan");
    __msan_unpoison(out, now.out_span);
}

#endif

static void call_at_levels(const entry_point *entry)
{
    const uint8_t *const in = now.p->in_read + pages_offset(now.in_span, now.where);
    uint8_t *const out = now.p->out + pages_offset(now.out_span, now.where);
    const unsigned count = entry->any_level ? level_count() : 1;
    now.entry = entry;
    for (unsigned level = 0; level < count; level++) {
        level_choose(level);
        now.level = level_name(level);
        call(in, out);
#ifdef TAINT
        call_tainted(in, out);
#endif
    }
}

/* True if both pointers are aligned as a pinned kernel requires. */
static bool is_aligned(flush where)
{
    return now.pinned == NULL || where == FLUSH_START ||
           (now.in_span % now.pinned->align == 0 && now.out_span % now.pinned->align == 0);
}

static void check_place(const entry_point *entries, unsigned count, unsigned round)
{
    pages_fill_in(now.p, now.in_span, now.where, contents[round]);
    for (unsigned number = 0; number < count; number++) {
        if (entries[number].serves(now.r)) {
            call_at_levels(&entries[number]);
        }
    }
}

static tally check(const pages *p, const request *r, const pin *pinned, const entry_point *entries, unsigned count)
{
    now.p = p;
    now.r = r;
    now.pinned = pinned;
    now.in_span = request_in_span(r);
    now.out_span = request_out_span(r);
    now.sum = (tally){0, 0};
    fill_contents(now.in_span);
    find_moves(r);
    for (unsigned round = 0; round < rounds_of(now.in_span); round++) {
        expect(round);
        for (now.where = FLUSH_START; now.where < FLUSHES; now.where++) {
            if (is_aligned(now.where)) {
                check_place(entries, count, round);
            }
        }
    }
    now.r = NULL;
    return now.sum;
}

tally check_work(const pages *p, const request *r)
{
    return check(p, r, NULL, entry_points, sizeof entry_points / sizeof entry_points[0]);
}

tally check_pin(const pages *p, const request *r, const pin *pinned)
{
    return check(p, r, pinned, &pinned_entry, 1);
}

tally check_entry(const pages *p, const request *r, const entry_point *entry)
{
    return check(p, r, NULL, entry, 1);
}
