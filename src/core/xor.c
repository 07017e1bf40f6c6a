/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Elements that are exclusive-ored with a constant: permkern_xor, and what plans and pinned kernels then run. A plan
 * reaches all of this by a pointer, so that programs that never call permkern_xor do not link it.
 */
#include "base/permkern_arith.h"
#include "base/permkern_walk.h"
#include "core/permkern_dispatch.h"
#include "vector/permkern_isa.h"

/* ---- runs ---- */

/* A byte and a half word, of at most `bytes` bytes, until the output is at a word boundary. Returns how many bytes. */
static size_t xor_head(const uint8_t *in, uint8_t *out, size_t bytes, uint32_t flip)
{
    size_t done = 0;
    if (((uintptr_t)out & 1U) != 0 && bytes != 0) {
        permkern_store8(out, (uint8_t)(permkern_load8(in) ^ flip));
        done = 1;
    }
    if ((((uintptr_t)out + done) & 2U) != 0 && bytes - done >= 2) {
        permkern_store16(out + done, (uint16_t)(permkern_load16(in + done) ^ flip));
        done += 2;
    }
    return done;
}

/* What is left behind the last word: up to three bytes. */
static void xor_tail(const uint8_t *in, uint8_t *out, size_t bytes, uint32_t flip)
{
    if ((bytes & 2U) != 0) {
        permkern_store16(out, (uint16_t)(permkern_load16(in) ^ flip));
    }
    if ((bytes & 1U) != 0) {
        permkern_store8(out + (bytes - 1), (uint8_t)(permkern_load8(in + (bytes - 1)) ^ flip));
    }
}

/* By bytes, or by half words: where words would trap on one side whenever they do not on the other. */
static void xor_apart(const uint8_t *in, uint8_t *out, size_t bytes, uint32_t flip)
{
    if ((((uintptr_t)in | (uintptr_t)out | bytes) & 1U) != 0) {
        permkern_x8_flip_line(in, 1, out, 1, bytes, flip);
    } else {
        permkern_x16_flip_line(in, 2, out, 2, bytes / 2, flip);
    }
}

#if PERMKERN_FOURS && defined(__thumb2__)

#define BLOCK 64U
#define EIGHT_WORDS                                                                                                    \
    "ldmia %0!, {r3, r4, r5, r6, r8, r10, r11, r12}\n\t"                                                               \
    "eor r3, r3, %3\n\t"                                                                                               \
    "eor r4, r4, %3\n\t"                                                                                               \
    "eor r5, r5, %3\n\t"                                                                                               \
    "eor r6, r6, %3\n\t"                                                                                               \
    "eor r8, r8, %3\n\t"                                                                                               \
    "eor r10, r10, %3\n\t"                                                                                             \
    "eor r11, r11, %3\n\t"                                                                                             \
    "eor r12, r12, %3\n\t"                                                                                             \
    "stmia %1!, {r3, r4, r5, r6, r8, r10, r11, r12}\n\t"

/* Sixteen words in a round. The loop is assembly as that of permkern_copy_multiples is. Addresses are aligned. */
static void xor_blocks(const uint8_t *in, uint8_t *out, size_t blocks, uint32_t flip)
{
    __asm__ volatile("1:\n\t" EIGHT_WORDS EIGHT_WORDS "subs %2, %2, #1\n\t"
                     "bne 1b"
                     : "+r"(in), "+r"(out), "+r"(blocks)
                     : "r"(flip)
                     : "r3", "r4", "r5", "r6", "r8", "r10", "r11", "r12", "cc", "memory");
}

static inline size_t count_blocks(const uint8_t *in, const uint8_t *out, size_t bytes)
{
    return (((uintptr_t)in | (uintptr_t)out) & 3U) == 0 ? bytes / BLOCK : 0;
}

#elif PERMKERN_VECTOR || PERMKERN_MVE

#define BLOCK 64U

/* Vectors of 16 bytes at any address: compilers have an instruction for each of these operations. */
typedef uint32_t xor_vector __attribute__((vector_size(16)));
typedef struct {
    xor_vector value[4];
} __attribute__((packed, may_alias)) xor_vectors;

static void xor_blocks(const uint8_t *in, uint8_t *out, size_t blocks, uint32_t flip)
{
    const xor_vector all = {flip, flip, flip, flip};
    for (; blocks != 0; blocks--) {
        const xor_vectors *const from = (const xor_vectors *)(const void *)in;
        xor_vectors *const to = (xor_vectors *)(void *)out;
        const xor_vector a = from->value[0] ^ all;
        const xor_vector b = from->value[1] ^ all;
        const xor_vector c = from->value[2] ^ all;
        const xor_vector d = from->value[3] ^ all;
        to->value[0] = a;
        to->value[1] = b;
        to->value[2] = c;
        to->value[3] = d;
        in += BLOCK;
        out += BLOCK;
    }
}

static inline size_t count_blocks(const uint8_t *in, const uint8_t *out, size_t bytes)
{
    (void)in;
    (void)out;
    return bytes / BLOCK;
}

#endif

/* Elements of 8, 16 or 32 bits: words, in blocks if the target has any, from a word boundary of the output on. */
static void xor_words(const uint8_t *in, uint8_t *out, size_t bytes, uint32_t flip)
{
    if (!PERMKERN_UNALIGNED && (((uintptr_t)in ^ (uintptr_t)out) & 3U) != 0) {
        xor_apart(in, out, bytes, flip);
        return;
    }
    size_t done = xor_head(in, out, bytes, flip);
#ifdef BLOCK
    const size_t blocks = count_blocks(in + done, out + done, bytes - done);
    if (blocks != 0) {
        xor_blocks(in + done, out + done, blocks, flip);
        done += blocks * BLOCK;
    }
#endif
    const size_t words = (bytes - done) / 4;
    permkern_x32_flip_line(in + done, 4, out + done, 4, words, flip);
    done += words * 4;
    xor_tail(in + done, out + done, bytes - done, flip);
}

void permkern_xor_run(const uint8_t *in, uint8_t *out, size_t bytes, uint32_t low, uint32_t high)
{
    if (low == high) {
        xor_words(in, out, bytes, low);
    } else {
        permkern_x64_flip_line(in, 8, out, 8, bytes / 8, (uint64_t)high << 32 | low);
    }
}

/* ---- all elements of a work, or of a share of it ---- */

/* Elements that are not neighbours, with a step in bytes from one to the next, from the lowest address up. */
static void xor_line(uint8_t *out, size_t step, size_t count, unsigned shift, const uint32_t *flip)
{
    switch (shift) {
    case 0:
        permkern_x8_flip_line(out, step, out, step, count, flip[0]);
        break;
    case 1:
        permkern_x16_flip_line(out, step, out, step, count, flip[0]);
        break;
    case 2:
        permkern_x32_flip_line(out, step, out, step, count, flip[0]);
        break;
    default:
        permkern_x64_flip_line(out, step, out, step, count, (uint64_t)flip[1] << 32 | flip[0]);
        break;
    }
}

/* Takes the axes over with steps that go up, and returns how far below element (0, ..., 0) the lowest one then is. */
static size_t upwards(permkern_axis *to, const permkern_axis *axis, unsigned rank)
{
    size_t below = 0;
    for (unsigned k = 0; k < rank; k++) {
        permkern_copy_axis(&to[k], &axis[k]);
        if (permkern_runs_back(axis[k].out_stride)) {
            to[k].out_stride = 0 - axis[k].out_stride;
            below += permkern_times(axis[k].extent - 1, to[k].out_stride);
        }
    }
    return below;
}

/*
 * Axes that lie in memory as one run are moved as one. Of the others, the innermost is a line of such runs, and an
 * odometer goes over the rest. Offsets stay inside the output.
 */
static void xor_elements(const permkern_axis *given, unsigned form, uint8_t *out, const uint32_t *flip)
{
    permkern_axis axis[PERMKERN_MAX_RANK];
    permkern_walk walk;
    const unsigned shift = permkern_form_shift(form);
    unsigned rank = permkern_form_rank(form);
    size_t run = (size_t)1 << shift;
    out = (uint8_t *)((uintptr_t)out - upwards(axis, given, rank));
    while (rank != 0 && axis[rank - 1].out_stride == run) {
        rank--;
        run = permkern_times(run, axis[rank].extent);
    }
    const bool lines = rank != 0 && run == (size_t)1 << shift;
    const unsigned outer = lines ? rank - 1 : rank;
    permkern_walk_begin(&walk, axis, outer);
    do {
        uint8_t *const at = out + walk.out_at;
        if (lines) {
            xor_line(at, axis[outer].out_stride, axis[outer].extent, shift, flip);
        } else {
            permkern_xor_run(at, at, run, flip[0], flip[1]);
        }
    } while (permkern_walk_on(&walk, axis, outer, 0));
}

/* ---- plans ---- */

static void xor_nothing(const permkern_work *work, const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    (void)work;
    (void)axis;
    (void)form;
    (void)in;
    (void)out;
}

/* The plain move, then a pass over what it wrote. */
static void xor_after(const permkern_work *work, const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    if (in != NULL) {
        (void)permkern_execute(work, in, out);
    }
    xor_elements(axis, form, (uint8_t *)out, work->flip);
}

#if PERMKERN_PINNED_MASKS > 0
/* The pinned kernel has this constant in its code. Where it does not take the pointers, the same as above. */
static void xor_pinned(const permkern_work *work, const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    if (in == NULL || !permkern_execute(work, in, out)) {
        xor_elements(axis, form, (uint8_t *)out, work->flip);
    }
}

/* Puts the set's pinned kernel for this work and this constant into the plan, if there is one. */
static void find_xor_pinned(permkern_work *work, unsigned shift)
{
    for (unsigned k = 0; k < PERMKERN_PINNED_MASKS; k++) {
        const permkern_pinned_masked *const masked = &permkern_pinned_masks[k];
        if (masked->flip[0] != work->flip[0] || masked->flip[1] != work->flip[1]) {
            continue;
        }
        const permkern_pinned_entry *const entry =
            permkern_find_pinned(masked->entry, masked->count, work, permkern_form_rank(work->choice.form), shift);
        if (entry != NULL) {
            work->choice.pinned = entry->kernel;
            work->choice.pinned_mask = entry->align_mask;
            work->small = NULL;
            work->xored = xor_pinned;
        }
        return;
    }
}
#endif

/* Repeats a constant of 1 << shift bytes to 64 bits. False, with nothing written, if it has bits above these. */
static bool repeat_mask(uint32_t *flip, uint64_t mask, unsigned shift)
{
    uint32_t low = (uint32_t)mask;                /* narrow: the high half follows */
    const uint32_t high = (uint32_t)(mask >> 32); /* narrow: 32 bits are left */
    if ((shift < 3 && high != 0) || (shift < 2 && low >> (8U << shift) != 0)) {
        return false;
    }
    if (shift == 0) {
        low |= low << 8;
    }
    if (shift < 2) {
        low |= low << 16;
    }
    flip[0] = low;
    flip[1] = shift < 3 ? low : high;
    return true;
}

permkern_status permkern_xor(permkern_plan *plan, uint64_t mask)
{
    uint32_t flip[2];
    if (plan == NULL) {
        return PERMKERN_ERR_NULL;
    }
    permkern_work *const work = permkern_work_of(plan);
    if (work->choice.kernel == NULL) {
        return PERMKERN_ERR_PLAN;
    }
    const unsigned shift = permkern_form_shift(work->choice.form);
    if (!repeat_mask(flip, mask, shift)) {
        return PERMKERN_ERR_BITS;
    }
    const bool empty = work->out_span == 0;
    if (!empty) {
        permkern_choose(work, permkern_form_rank(work->choice.form), shift); /* also what an earlier mask took away */
    }
    work->flip[0] = flip[0];
    work->flip[1] = flip[1];
    work->xored = mask == 0 ? NULL : empty ? xor_nothing : xor_after;
#if PERMKERN_PINNED_MASKS > 0
    if (mask != 0 && !empty) {
        find_xor_pinned(work, shift);
    }
#endif
    return PERMKERN_OK;
}
