/* SPDX-License-Identifier: BSD-3-Clause */
#define _DEFAULT_SOURCE
#include "harness.h"

#include "permkern_vector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <sys/mman.h>
#include <unistd.h>
#endif

/* Bytes between the guard pages of a buffer, and so the largest span a test may use. */
#define ROOM ((size_t)1 << 20)

static uint8_t background(size_t at)
{
    return (uint8_t)(0xa5U ^ at * 7U);
}

#ifdef __wasm__

/*
 * WebAssembly protects no page, but an access behind the end of all memory traps. So the memory is made longer by a
 * buffer and a margin before it: reads behind the buffer made last trap until memory grows again, and writes into the
 * margins around a buffer leave traces.
 */
#define MARGIN ((size_t)1 << 16)
#define LOOKED_AT ((size_t)256) /* bytes of a margin that are compared */

static uint8_t *guarded_pages(void)
{
    const size_t pages = __builtin_wasm_memory_grow(0, (MARGIN + ROOM) >> 16);
    ck_assert_msg(pages != SIZE_MAX, "memory.grow failed");
    uint8_t *const base = (uint8_t *)(pages << 16);
    for (size_t at = 0; at < MARGIN; at++) {
        base[at] = background(at);
    }
    return base + MARGIN;
}

static void check_margin(const uint8_t *margin, size_t first, const char *name)
{
    for (size_t at = first; at < first + LOOKED_AT; at++) {
        ck_assert_msg(margin[at] == background(at), "%s wrote outside of its output", name);
    }
}

/* The margins before and behind a buffer that another one follows. */
static void check_margins(const uint8_t *pages, const char *name)
{
    check_margin(pages - MARGIN, MARGIN - LOOKED_AT, name);
    check_margin(pages + ROOM, 0, name);
}

#else

/* A buffer whose bytes before and after cannot be touched. */
static uint8_t *guarded_pages(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *const base = mmap(NULL, ROOM + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert_msg(base != MAP_FAILED, "mmap failed");
    ck_assert_int_eq(mprotect(base + page, ROOM, PROT_READ | PROT_WRITE), 0);
    return base + page;
}

/* A write outside of a buffer has ended the test by then. */
static void check_margins(const uint8_t *pages, const char *name)
{
    (void)pages;
    (void)name;
}

#endif

static uint8_t *place_in(uint8_t *pages, size_t span, size_t size, place where)
{
    ck_assert_uint_le(span + size, ROOM);
    return where == AT_END ? pages + ROOM - span : where == OFF_START ? pages + size : pages;
}

size_t request_out_extent(const request *r, unsigned k)
{
    return r->shape[r->perm[k]];
}

size_t request_elements(const request *r)
{
    size_t elements = 1;
    for (unsigned k = 0; k < r->rank; k++) {
        elements *= r->shape[k];
    }
    return elements;
}

void lay_out(ptrdiff_t *strides, const size_t *shape, const uint8_t *order, unsigned rank, size_t step, size_t pad)
{
    size_t stride = step;
    for (unsigned k = rank; k-- > 0;) {
        const unsigned axis = order == NULL ? k : order[k];
        strides[axis] = (ptrdiff_t)stride;
        stride = stride * shape[axis] + pad;
    }
}

static void out_shape(const request *r, size_t *shape)
{
    for (unsigned k = 0; k < r->rank; k++) {
        shape[k] = request_out_extent(r, k);
    }
}

void request_finish(request *r)
{
    size_t shape[8];
    if (!r->strided) {
        out_shape(r, shape);
        lay_out(r->in_strides, r->shape, NULL, r->rank, 1, 0);
        lay_out(r->out_strides, shape, NULL, r->rank, 1, 0);
    }
}

void turn_round(request *r, unsigned in_axes, unsigned out_axes)
{
    r->strided = true;
    for (unsigned k = 0; k < r->rank; k++) {
        if ((in_axes >> k & 1U) != 0) {
            r->in_offset += (r->shape[k] - 1) * (size_t)r->in_strides[k];
            r->in_strides[k] = -r->in_strides[k];
        }
        if ((out_axes >> k & 1U) != 0) {
            r->out_offset += (request_out_extent(r, k) - 1) * (size_t)r->out_strides[k];
            r->out_strides[k] = -r->out_strides[k];
        }
    }
}

/* Elements from the buffer's start to the end of the highest element. */
static size_t elements_spanned(size_t offset, ptrdiff_t stride_sum)
{
    return (size_t)((ptrdiff_t)offset + stride_sum + 1);
}

size_t request_in_span(const request *r)
{
    ptrdiff_t up = 0;
    for (unsigned k = 0; k < r->rank; k++) {
        up += r->shape[k] == 1 || r->in_strides[k] < 0 ? 0 : (ptrdiff_t)(r->shape[k] - 1) * r->in_strides[k];
    }
    return elements_spanned(r->in_offset, up) * (r->bits / 8);
}

size_t request_out_span(const request *r)
{
    ptrdiff_t up = 0;
    for (unsigned k = 0; k < r->rank; k++) {
        const size_t extent = request_out_extent(r, k);
        up += extent == 1 || r->out_strides[k] < 0 ? 0 : (ptrdiff_t)(extent - 1) * r->out_strides[k];
    }
    return elements_spanned(r->out_offset, up) * (r->bits / 8);
}

permkern_layout request_in(const request *r)
{
    return (permkern_layout){.shape = r->shape,
                             .strides = r->strided ? r->in_strides : NULL,
                             .offset = r->in_offset,
                             .capacity = request_in_span(r),
                             .rank = r->rank,
                             .bits = r->bits};
}

permkern_layout request_out(const request *r)
{
    return (permkern_layout){.strides = r->strided ? r->out_strides : NULL,
                             .offset = r->out_offset,
                             .capacity = request_out_span(r),
                             .rank = r->rank,
                             .bits = r->bits};
}

/* Offsets, in elements, of the output element with row-major number `o`: where it goes and where it comes from. */
static void oracle_offsets(const request *r, size_t o, size_t *to, size_t *from, size_t *coordinate)
{
    *to = r->out_offset;
    *from = r->in_offset;
    for (unsigned k = r->rank; k-- > 0;) {
        const size_t extent = request_out_extent(r, k);
        coordinate[k] = o % extent;
        o /= extent;
        if (extent > 1) {
            *to += coordinate[k] * (size_t)r->out_strides[k]; /* modulo SIZE_MAX + 1, where they run backwards */
            *from += coordinate[k] * (size_t)r->in_strides[r->perm[k]];
        }
    }
}

/* Byte `byte` of the element at memory offset `offset`; unique over the rounds together. */
static uint8_t content(size_t offset, unsigned byte, unsigned round)
{
    return (uint8_t)((offset >> (8U * ((byte + round) % 4U))) + 3U * (byte / 4U));
}

static void fill_input(uint8_t *in, size_t span, unsigned size, unsigned round)
{
    for (size_t i = 0; i < span; i++) {
        in[i] = content(i / size, (unsigned)(i % size), round);
    }
}

static void describe(char *text, size_t room, const request *r, const char *name)
{
    int used = snprintf(text, room, "%s, %u-bit, shape", name, r->bits);
    for (unsigned k = 0; k < r->rank; k++) {
        used += snprintf(text + used, room - (size_t)used, "%c%zu", k == 0 ? ' ' : 'x', r->shape[k]);
    }
    used += snprintf(text + used, room - (size_t)used, ", permutation (");
    for (unsigned k = 0; k < r->rank; k++) {
        used += snprintf(text + used, room - (size_t)used, k == 0 ? "%u" : ",%u", r->perm[k]);
    }
    used += snprintf(text + used, room - (size_t)used, ")");
    if (r->strided) {
        for (unsigned k = 0; k < r->rank; k++) {
            used += snprintf(text + used, room - (size_t)used, "%s%td/%td", k == 0 ? ", strides in/out " : " ",
                             r->in_strides[k], r->out_strides[k]);
        }
    }
}

/* Names the first coordinate that differs, or the first byte outside any element that was written. */
static void explain_difference(const request *r, const char *name, const uint8_t *got, const uint8_t *want, size_t span)
{
    char text[512];
    const unsigned size = r->bits / 8;
    describe(text, sizeof text, r, name);
    for (size_t o = 0; o < request_elements(r); o++) {
        size_t to = 0;
        size_t from = 0;
        size_t at[8] = {0};
        oracle_offsets(r, o, &to, &from, at);
        if (memcmp(got + to * size, want + to * size, size) != 0) {
            uint64_t got_value = 0;
            uint64_t want_value = 0;
            memcpy(&got_value, got + to * size, size);
            memcpy(&want_value, want + to * size, size);
            ck_abort_msg("%s: out[%zu %zu %zu %zu %zu %zu %zu %zu]: got 0x%llx, want 0x%llx", text, at[0], at[1], at[2],
                         at[3], at[4], at[5], at[6], at[7], (unsigned long long)got_value,
                         (unsigned long long)want_value);
        }
    }
    for (size_t i = 0; i < span; i++) {
        if (got[i] != want[i]) {
            ck_abort_msg("%s: byte %zu belongs to no element: got 0x%x, want 0x%x", text, i, got[i], want[i]);
        }
    }
}

/* What an element's byte is exclusive-ored with: byte 0 of the mask is its lowest, wherever that lies in memory. */
static uint8_t mask_byte(const request *r, unsigned byte)
{
    static const uint16_t one = 1;
    const bool little = *(const uint8_t *)&one == 1;
    return (uint8_t)(r->mask >> 8 * (little ? byte : r->bits / 8 - 1 - byte));
}

static void run_oracle(const request *r, const uint8_t *in, uint8_t *want, size_t span)
{
    const unsigned size = r->bits / 8;
    for (size_t i = 0; i < span; i++) {
        want[i] = background(i);
    }
    for (size_t o = 0; o < request_elements(r); o++) {
        size_t to = 0;
        size_t from = 0;
        size_t coordinate[8];
        oracle_offsets(r, o, &to, &from, coordinate);
        for (unsigned byte = 0; byte < size; byte++) {
            want[to * size + byte] = in[from * size + byte] ^ mask_byte(r, byte);
        }
    }
}

void check_request(const request *r, place where, const char *name, mover *move, const void *context)
{
    static uint8_t *in_pages;
    static uint8_t *out_pages;
    static uint8_t want[ROOM];
    static uint8_t kept[ROOM];
    const unsigned size = r->bits / 8;
    const size_t in_span = request_in_span(r);
    const size_t out_span = request_out_span(r);
    if (in_pages == NULL) {
        out_pages = guarded_pages();
        in_pages = guarded_pages();
    }
    uint8_t *const in = place_in(in_pages, in_span, size, where);
    uint8_t *const out = place_in(out_pages, out_span, size, where);
    const unsigned rounds = size == 1 && in_span > 256 ? 2 : 1;
    for (unsigned round = 0; round < rounds; round++) {
        fill_input(in, in_span, size, round);
        memcpy(kept, in, in_span);
        run_oracle(r, in, want, out_span);
        for (size_t i = 0; i < out_span; i++) {
            out[i] = background(i);
        }
        const permkern_status status = move(r, context, in, out);
        if (status != PERMKERN_OK) {
            char text[512];
            describe(text, sizeof text, r, name);
            ck_abort_msg("%s: %s", text, permkern_strerror(status));
        }
        if (memcmp(out, want, out_span) != 0) {
            explain_difference(r, name, out, want, out_span);
        }
        if (memcmp(in, kept, in_span) != 0) {
            ck_abort_msg("%s wrote its input", name);
        }
        check_margins(out_pages, name);
    }
}

permkern_status request_prepare(const request *r, permkern_plan *plan)
{
    const permkern_layout in = request_in(r);
    const permkern_layout out = request_out(r);
    const permkern_status status = permkern_prepare(plan, &in, r->perm, &out);
    return status == PERMKERN_OK && r->mask != 0 ? permkern_xor(plan, r->mask) : status;
}

permkern_status move_by_permute(const request *r, const void *context, const void *in, void *out)
{
    permkern_plan plan;
    (void)context;
    const permkern_status status = request_prepare(r, &plan);
    return status == PERMKERN_OK ? permkern_run(&plan, in, out) : status;
}

permkern_status move_in_shares(const request *r, const void *context, const void *in, void *out)
{
    const uint32_t *const shares = context;
    permkern_plan plan;
    permkern_status status = request_prepare(r, &plan);
    for (uint32_t part = *shares; status == PERMKERN_OK && part-- > 0;) {
        status = permkern_run_part(&plan, in, out, part, *shares);
    }
    return status;
}

permkern_status move_at_once(const request *r, const void *context, const void *in, void *out)
{
    const permkern_layout from = request_in(r);
    const permkern_layout to = request_out(r);
    (void)context;
    return permkern_permute(&from, in, r->perm, &to, out);
}

void take_kernels_away(permkern_plan *plan)
{
    permkern_work *const work = permkern_work_of(plan);
    work->kernel = permkern_generic;
    work->wide = NULL;
    work->pinned = NULL;
    work->small = NULL;
}

#if PERMKERN_VECTOR

/* The running CPU's kernel for a work, whatever its size; what it has if there is none. */
static permkern_kernel *vectors_for(const permkern_work *work, unsigned form, permkern_kernel *otherwise)
{
    const unsigned rank = permkern_form_rank(form);
    const unsigned shift = permkern_form_shift(form);
    const unsigned inner = permkern_inner_axis(work->axis, rank);
    const size_t size = (size_t)1 << shift;
    const permkern_axis *const last = &work->axis[rank - 1];
    const bool reversed = last->in_stride == 0 - size;
    permkern_kernel *const vector = permkern_vector_kernel(!reversed && inner != rank - 1);
    const bool fits = (reversed || work->axis[inner].in_stride == size) && last->out_stride == size;
    return vector != NULL && fits ? vector : otherwise;
}

#endif

permkern_status move_by_vectors(const request *r, const void *context, const void *in, void *out)
{
    permkern_plan plan;
    (void)context;
    const permkern_status status = request_prepare(r, &plan);
#if PERMKERN_VECTOR
    if (status == PERMKERN_OK) {
        permkern_work *const work = permkern_work_of(&plan);
        work->kernel = vectors_for(work, work->form, work->kernel);
        work->wide = work->wide == NULL ? NULL : vectors_for(work, work->wide_form, work->wide);
    }
#endif
    return status == PERMKERN_OK ? permkern_run(&plan, in, out) : status;
}

permkern_status move_by_fallback(const request *r, const void *context, const void *in, void *out)
{
    permkern_plan plan;
    (void)context;
    const permkern_status status = request_prepare(r, &plan);
    if (status != PERMKERN_OK) {
        return status;
    }
    take_kernels_away(&plan);
    return permkern_run(&plan, in, out);
}

permkern_status move_by_kernel(const request *r, const void *context, const void *in, void *out)
{
    const permkern_direct *const direct = context;
    permkern_axis axis[PERMKERN_MAX_RANK];
    const size_t size = r->bits / 8;
    for (unsigned k = 0; k < r->rank; k++) {
        axis[k].extent = request_out_extent(r, k);
        axis[k].in_stride = (size_t)r->in_strides[r->perm[k]] * size;
        axis[k].out_stride = (size_t)r->out_strides[k] * size;
    }
    direct->kernel(axis, permkern_form(r->rank, r->bits == 8 ? 0 : r->bits == 16 ? 1 : r->bits == 32 ? 2 : 3), in, out);
    return PERMKERN_OK;
}

bool choose_isa(void)
{
    const char *const name = getenv("PERMKERN_ISA");
    if (name == NULL) {
        return true;
    }
#ifdef PERMKERN_X86
#define SET_NAME(name) #name,
    static const char *const names[] = {"unknown", "base", PERMKERN_HOST_SETS(SET_NAME)}; /* by level */
    (void)permkern_vector_best();
    for (uint32_t cpu = PERMKERN_CPU_BASE; cpu <= (permkern_cpu & PERMKERN_CPU_LEVEL); cpu++) {
        if (strcmp(name, names[cpu]) == 0) {
            permkern_cpu = (permkern_cpu & ~PERMKERN_CPU_LEVEL) | cpu;
            return true;
        }
    }
#endif
    return false;
}

int run_suite(Suite *suite)
{
    if (!choose_isa()) {
        printf("1..0 # SKIP %s is not here\n", getenv("PERMKERN_ISA"));
        srunner_free(srunner_create(suite));
        return 0;
    }
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}

bool sampling(void)
{
    const char *const value = getenv("PERMKERN_TEST");
    return value != NULL && strcmp(value, "sample") == 0;
}

uint32_t next_random(uint64_t *state, uint32_t bound)
{
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)(*state >> 33) % bound;
}

unsigned parse_digits(uint8_t *to, const char *digits)
{
    unsigned count = 0;
    for (; digits[count] != '\0'; count++) {
        to[count] = (uint8_t)(digits[count] - '0');
    }
    return count;
}

void nth_permutation(uint8_t *perm, unsigned rank, unsigned n)
{
    unsigned used = 0;
    unsigned of = 1;
    for (unsigned k = 2; k <= rank; k++) {
        of *= k;
    }
    for (unsigned k = 0; k < rank; k++) {
        of /= rank - k;
        unsigned skip = n / of;
        n %= of;
        unsigned axis = 0;
        while ((used >> axis & 1U) != 0 || skip > 0) {
            skip -= (used >> axis & 1U) == 0 ? 1U : 0U;
            axis++;
        }
        used |= 1U << axis;
        perm[k] = (uint8_t)axis;
    }
}
