/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs every pinned permute of a set on an emulated core, each way between two marks, at which bench/emulated.py
 * counts: an empty stretch first, then for each permute a naive loop, the C library's memcpy and the pinned kernel.
 * Compares the results with the definition. Then runs a naive loop and the kernel of each
 * folded permutation, at a shape of this program's choice.
 *
 * With PERMKERN_EMULATED_CALLS (`tools/bench firmware`) each permute also runs through a call that checks its
 * arguments: MLI's where MLI takes the permute, the core API's otherwise. Call and kernel run again one element after a
 * word's address.
 */
#include "core/permkern_internal.h"
#include "marks.h"
#include "mli_api.h"
#include "selftest.h"

#include <stdio.h>
#include <string.h>

/* Each of two buffers; shapes that need more are named as too large. */
#ifndef PERMKERN_EMULATED_BYTES
#define PERMKERN_EMULATED_BYTES 1048576
#endif
#ifndef PERMKERN_EMULATED_CALLS
#define PERMKERN_EMULATED_CALLS 0
#endif
#define GUARD 16U
#define GUARD_BYTE 0xa5U

static _Alignas(16) uint8_t input[PERMKERN_EMULATED_BYTES];
static _Alignas(16) uint8_t output[PERMKERN_EMULATED_BYTES];

#include "naive.h"

/* Where the arrays begin: at the buffers, or one element later. */
static uint8_t *from = input;
static uint8_t *to = output;

/* The mask of elements that keep their values. */
static const uint32_t no_flip[2] = {0, 0};

static loops loops_of(const selftest_work *work)
{
    loops l;
    const unsigned front = 8U - work->rank;
    l.first = 0;
    for (unsigned k = 0; k < 8; k++) {
        l.extent[k] = 1;
        l.stride[k] = 0;
    }
    for (unsigned k = 0; k < work->rank; k++) {
        const unsigned axis = work->perm[k];
        l.extent[front + k] = work->shape[axis];
        uint32_t stride = 1;
        for (unsigned inner = axis + 1U; inner < work->rank; inner++) {
            stride *= work->shape[inner];
        }
        l.stride[front + k] = (int32_t)stride;
        if ((work->flips >> k & 1U) != 0) {
            l.first += (work->shape[axis] - 1) * stride;
            l.stride[front + k] = -(int32_t)stride;
        }
    }
    return l;
}

/* ---- contents ---- */

static uint8_t content(uint32_t index, unsigned byte)
{
    return (uint8_t)((index * 2654435761U) >> (24U - 8U * (byte & 3U))) ^ (uint8_t)(byte & 4U);
}

static void fill(uint32_t elements, unsigned size)
{
    for (uint32_t i = 0; i < elements; i++) {
        for (unsigned byte = 0; byte < size; byte++) {
            from[i * size + byte] = content(i, byte);
        }
    }
    memset(to, GUARD_BYTE, (size_t)elements * size + GUARD);
}

static bool is_element(uint32_t at, uint32_t source, unsigned size, const uint32_t *flip)
{
    for (unsigned byte = 0; byte < size; byte++) {
        const uint8_t mask = (uint8_t)(flip[byte >> 2] >> 8U * (byte & 3U));
        if (to[at * size + byte] != (content(source, byte) ^ mask)) {
            return false;
        }
    }
    return true;
}

static bool is_guarded(size_t bytes)
{
    for (unsigned k = 0; k < GUARD; k++) {
        if (to[bytes + k] != GUARD_BYTE) {
            return false;
        }
    }
    return true;
}

/* Every element against the definition. */
static bool is_right(const selftest_work *work, unsigned size, const uint32_t *flip)
{
    const loops l = loops_of(work);
    const uint32_t elements = work_elements(work);
    uint32_t index[8] = {0};
    uint32_t source = l.first;
    for (uint32_t at = 0; at < elements; at++) {
        if (!is_element(at, source, size, flip)) {
            return false;
        }
        for (unsigned k = 8; k-- > 0;) {
            source += (uint32_t)l.stride[k];
            if (++index[k] < l.extent[k]) {
                break;
            }
            source -= (uint32_t)l.stride[k] * l.extent[k];
            index[k] = 0;
        }
    }
    return is_guarded((size_t)elements * size);
}

static bool fits(const selftest_work *work, unsigned size)
{
    return work_elements(work) <= (PERMKERN_EMULATED_BYTES - GUARD) / size - 1;
}

/* The naive loop has six axes. */
static bool has_naive(const selftest_work *work)
{
    const loops l = loops_of(work);
    return l.extent[0] == 1 && l.extent[1] == 1;
}

/*
 * Whether the naive loop is right; a shape that it has too few axes for leaves an empty stretch. back: bytes that go
 * back to where they came from, as firmware does that permutes in one buffer by way of another.
 */
static bool run_naive(const selftest_work *work, unsigned size, const uint32_t *flip, size_t back)
{
    const loops l = loops_of(work);
    naive_loop *naive = naive_of(size);
    naive_flip_loop *naive_flip = naive_flip_of(size);
    if (!has_naive(work)) {
        mark_begin();
        mark_end();
        return true;
    }
    const bool is_plain = back == 0 && (flip[0] | flip[1]) == 0;
    if (is_plain && run_four(&l, size)) {
        return is_right(work, size, flip);
    }
    __asm__ volatile("" : "+r"(naive), "+r"(naive_flip)); /* at hand before the stretch begins */
    if (back != 0) {
        mark_begin();
        naive(l.extent + 2, l.stride + 2, l.first);
        memcpy(input, output, back);
        mark_end();
    } else if ((flip[0] | flip[1]) != 0) {
        mark_begin();
        naive_flip(l.extent + 2, l.stride + 2, l.first, flip);
        mark_end();
    } else {
        mark_begin();
        naive(l.extent + 2, l.stride + 2, l.first);
        mark_end();
    }
    return is_right(work, size, flip);
}

/* ---- through the core API ---- */

/* A contiguous array of the work's shape, which goes into `shape`; NULL: an output, whose shape is implied. */
static permkern_layout layout_of(const selftest_work *work, unsigned size, size_t *shape)
{
    for (unsigned k = 0; shape != NULL && k < work->rank; k++) {
        shape[k] = work->shape[k];
    }
    return (permkern_layout){.shape = shape,
                             .capacity = (size_t)work_elements(work) * size,
                             .rank = work->rank,
                             .bits = (uint8_t)(size * 8)};
}

/* ---- pinned kernels ---- */

/* A request to the core API, with strides where an axis is reversed. */
typedef struct {
    size_t shape[8];
    ptrdiff_t strides[8];
    permkern_layout in, out;
    uint64_t mask;
} request;

static void ask(request *made, const selftest_work *work, unsigned size, const uint32_t *flip)
{
    const uint64_t mask = (uint64_t)flip[1] << 32 | flip[0];
    const loops l = loops_of(work);
    made->in = layout_of(work, size, made->shape);
    made->out = layout_of(work, size, NULL);
    made->mask = size == 8 ? mask : mask & (((uint64_t)1 << 8 * size) - 1);
    for (unsigned k = 0; k < work->rank; k++) {
        made->strides[work->perm[k]] = l.stride[8U - work->rank + k];
    }
    if (work->flips != 0) {
        made->in.strides = made->strides;
        made->in.offset = l.first;
    }
}

static permkern_status dispatch(const request *asked, const uint8_t *perm)
{
    permkern_plan plan;
    permkern_status status = permkern_prepare(&plan, &asked->in, perm, &asked->out);
    if (status == PERMKERN_OK && asked->mask != 0) {
        status = permkern_xor(&plan, asked->mask);
    }
    return status == PERMKERN_OK ? permkern_run(&plan, from, to) : status;
}

static bool dispatches_right(const selftest_work *work, unsigned size, const uint32_t *flip)
{
    request asked;
    ask(&asked, work, size, flip);
    fill(work_elements(work), size);
    return dispatch(&asked, work->perm) == PERMKERN_OK && is_right(work, size, flip);
}

/* Never inlined, so that the code between the marks is the same for both addresses. */
__attribute__((noinline)) static bool run_kernel(const selftest_pinned *row)
{
    permkern_pinned *kernel = row->kernel;
    const uint8_t *in = from;
    uint8_t *out = to;
    fill(work_elements(&row->work), row->size);
    __asm__ volatile("" : "+r"(kernel), "+r"(in), "+r"(out)); /* in registers before the stretch begins */
    mark_begin();
    kernel(in, out);
    mark_end();
    return is_right(&row->work, row->size, row->flip);
}

/* Marks around each way; then whether the results of the pinned kernel and of the dispatcher are right. */
static bool run_pinned(const selftest_pinned *row)
{
    const uint32_t elements = work_elements(&row->work);
    fill(elements, row->size);
    const bool naive = run_naive(&row->work, row->size, row->flip, 0);
    mark_begin();
    memcpy(output, input, (size_t)elements * row->size);
    mark_end();
    const bool direct = run_kernel(row);
    return naive && direct && dispatches_right(&row->work, row->size, row->flip);
}

/* ---- calls that check their arguments ---- */

#if PERMKERN_EMULATED_CALLS

#define CALLS " checked checked_off pinned_off"

/* MLI's call for 8 or 16 bits. */
static bool run_mli(const selftest_pinned *row)
{
    const uint32_t bytes = work_elements(&row->work) * row->size;
    mli_tensor in = {.data = from, .capacity = bytes, .rank = row->work.rank};
    mli_tensor out = {.data = to, .capacity = bytes};
    mli_permute_cfg cfg = {{0}};
    mli_status status = MLI_STATUS_OK;
    in.el_type = row->size == 1 ? MLI_EL_FX_8 : MLI_EL_FX_16;
    for (unsigned k = 0; k < row->work.rank; k++) {
        in.shape[k] = row->work.shape[k];
        cfg.perm_dim[k] = row->work.perm[k];
    }
    if (row->size == 1) {
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

static bool run_core(const selftest_pinned *row)
{
    request asked;
    permkern_status status = PERMKERN_OK;
    ask(&asked, &row->work, row->size, row->flip);
    if (asked.mask == 0) {
        mark_begin();
        status = permkern_permute(&asked.in, from, row->work.perm, &asked.out, to);
        mark_end();
    } else {
        mark_begin();
        status = dispatch(&asked, row->work.perm);
        mark_end();
    }
    return status == PERMKERN_OK;
}

__attribute__((noinline)) static bool run_checked(const selftest_pinned *row)
{
    const bool is_mli =
        row->work.rank <= 4 && row->size <= 2 && row->work.flips == 0 && (row->flip[0] | row->flip[1]) == 0;
    fill(work_elements(&row->work), row->size);
    const bool ok = is_mli ? run_mli(row) : run_core(row);
    return ok && is_right(&row->work, row->size, row->flip);
}

/* In the order of CALLS. */
static bool run_calls(const selftest_pinned *row)
{
    const bool checked = run_checked(row);
    from = input + row->size;
    to = output + row->size;
    const bool checked_off = run_checked(row);
    const bool pinned_off = run_kernel(row);
    from = input;
    to = output;
    return checked && checked_off && pinned_off;
}

#else

#define CALLS ""

static bool run_calls(const selftest_pinned *row)
{
    (void)row;
    return true;
}

#endif

/* ---- kernels in place ---- */

/* The naive way is the loop into another buffer, and back. */
static bool run_in_place(const selftest_pinned *row)
{
    const uint32_t elements = work_elements(&row->work);
    const size_t bytes = (size_t)elements * row->size;
    fill(elements, row->size);
    const bool naive = run_naive(&row->work, row->size, no_flip, bytes);
    mark_begin();
    memcpy(output, input, bytes);
    mark_end();
    fill(elements, row->size);
    memcpy(output, input, bytes);
    permkern_pinned_in_place *kernel = row->in_place;
    uint8_t *data = output;
    __asm__ volatile("" : "+r"(kernel), "+r"(data));
    mark_begin();
    kernel(data);
    mark_end();
    return naive && is_right(&row->work, row->size, no_flip);
}

static bool run_row(const selftest_pinned *row)
{
    const bool right = row->kernel != NULL ? run_pinned(row) : run_in_place(row);
    return (row->kernel == NULL || run_calls(row)) && right;
}

static unsigned all_pinned(void)
{
    unsigned wrong = 0;
    for (const selftest_row *at = pinned_rows; at->bits != 0; at++) {
        const selftest_pinned row = read_row(at);
        if (!fits(&row.work, row.size)) {
            printf("permute %s too large\n", row.name);
            continue;
        }
        const bool right = run_row(&row);
        printf("permute %s %s %d%s\n", row.name, right ? "correct" : "WRONG", has_naive(&row.work),
               row.kernel != NULL ? CALLS : "");
        wrong += right ? 0U : 1U;
    }
    return wrong;
}

/* ---- kernels for any shape ---- */

typedef struct {
    unsigned bits;
    const char *digits;
} form;

#define PERMKERN_FORM(bits, digits, kernel, strategy, rows, cols) {bits, digits},
static const form forms[] = {
#include "permkern_plan.inc"
    {0, ""},
};

/* Extents by rank: some thousand elements, and an innermost run that is no wider element. */
static const uint32_t extents[] = {0, 4096, 64, 24, 12, 6, 5, 3, 3};

static bool run_form(const selftest_work *work, unsigned size)
{
    permkern_plan plan;
    size_t shape[8];
    const permkern_layout in = layout_of(work, size, shape);
    const permkern_layout out = layout_of(work, size, NULL);
    fill(work_elements(work), size);
    const bool naive = run_naive(work, size, no_flip, 0);
    if (permkern_prepare(&plan, &in, work->perm, &out) != PERMKERN_OK) {
        return false;
    }
    permkern_work_of(&plan)->choice.pinned = NULL; /* a kernel for any shape is to do it */
    fill(work_elements(work), size);
    mark_begin();
    const permkern_status status = permkern_run(&plan, input, output);
    mark_end();
    return naive && status == PERMKERN_OK && is_right(work, size, no_flip);
}

static unsigned all_forms(void)
{
    unsigned wrong = 0;
    for (const form *row = forms; row->bits != 0; row++) {
        selftest_work work = {.rank = (uint8_t)strlen(row->digits)};
        for (unsigned k = 0; k < work.rank; k++) {
            work.perm[k] = (uint8_t)(row->digits[k] - '0');
            work.shape[k] = extents[work.rank];
        }
        const bool right = run_form(&work, row->bits / 8);
        printf("form %u %s %lu %s %d\n", row->bits, row->digits, (unsigned long)extents[work.rank],
               right ? "correct" : "WRONG", has_naive(&work));
        wrong += right ? 0U : 1U;
    }
    return wrong;
}

/* The cost of the marks: no instruction of another function may come between them. */
__attribute__((noinline)) static void run_nothing(void)
{
    mark_begin();
    mark_end();
    __asm__ volatile(""); /* no tail call, before which registers would be restored */
}

int main(void)
{
    run_nothing();
    const unsigned wrong = all_pinned() + all_forms();
    return wrong == 0 ? 0 : 1;
}
