/* SPDX-License-Identifier: BSD-3-Clause */
#define _DEFAULT_SOURCE
#include "harness.h"

#include "vector/permkern_vector_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

#define ROOM (MOST_SPAN + 64)
#define FENCE ((size_t)64) /* bytes around the output that are compared */
#define FENCE_BYTE 0xc3

/* ---- requests ---- */

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
    return (elements_spanned(r->in_offset, up) * r->bits + 7) / 8;
}

size_t request_out_span(const request *r)
{
    ptrdiff_t up = 0;
    for (unsigned k = 0; k < r->rank; k++) {
        const size_t extent = request_out_extent(r, k);
        up += extent == 1 || r->out_strides[k] < 0 ? 0 : (ptrdiff_t)(extent - 1) * r->out_strides[k];
    }
    return (elements_spanned(r->out_offset, up) * r->bits + 7) / 8;
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

/* An element's bytes; 1 if elements share bytes. */
static size_t unit(const request *r)
{
    return r->bits < 8 ? 1 : r->bits / 8;
}

/* ---- buffers ---- */

/* The input's memory is there twice: to write the contents, and read-only. */
static struct {
    uint8_t *in_written;
    const uint8_t *in;
    uint8_t *out;
} pages;

#ifdef __wasm__

/* WebAssembly protects no page, but an access after the end of memory traps. */
static void make_pages(void)
{
    static uint8_t *const none = NULL;
    const size_t first = __builtin_wasm_memory_grow(0, 2 * (ROOM >> 16));
    ck_assert_msg(first != SIZE_MAX, "memory.grow failed");
    pages.out = none + (first << 16);
    pages.in_written = pages.out + ROOM;
    pages.in = pages.in_written;
}

#else

static void *must(void *mapped)
{
    ck_assert_msg(mapped != MAP_FAILED, "mmap failed");
    return mapped;
}

/* Reserves room between two pages that cannot be touched. */
static void *between_guards(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *const all = must(mmap(NULL, ROOM + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    return all + page;
}

static void make_pages(void)
{
    FILE *const file = tmpfile();
    ck_assert_msg(file != NULL && ftruncate(fileno(file), (off_t)ROOM) == 0, "no temporary file");
    pages.in_written = must(mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0));
    pages.in = must(mmap(between_guards(), ROOM, PROT_READ, MAP_SHARED | MAP_FIXED, fileno(file), 0));
    pages.out =
        must(mmap(between_guards(), ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0));
    ck_assert_int_eq(fclose(file), 0);
}

#endif

/* The buffers' position in their pages. */
typedef enum { AT_START, OFF_START, AT_END, POSITIONS } position;

/* off: elements from the start, for OFF_START. */
static size_t offset_at(position where, size_t span, size_t size, size_t off)
{
    return where == AT_END ? ROOM - span : where == OFF_START ? off * size : 0;
}

/* Fence bytes before and after a span; may be 0. */
typedef struct {
    size_t before, behind;
} fence;

static fence fence_around(size_t offset, size_t span)
{
    const size_t behind = ROOM - offset - span;
    return (fence){offset < FENCE ? offset : FENCE, behind < FENCE ? behind : FENCE};
}

static bool is_kept(const uint8_t *bytes, size_t count)
{
    unsigned differ = 0;
    for (size_t k = 0; k < count; k++) {
        differ |= bytes[k] ^ (unsigned)FENCE_BYTE;
    }
    return differ == 0;
}

/* ---- expected bytes ---- */

/* For each output element in row-major order: its output offset and its input offset, in elements. */
static struct {
    uint32_t to[ROOM];
    uint32_t from[ROOM];
    size_t count;
} moves;

/* The distance from the element at an output index to the one that the order wants. */
static ptrdiff_t ahead(const request *r, const size_t *at)
{
    ptrdiff_t found = 0;
    for (unsigned k = 0; r->order != NULL && k < r->rank; k++) {
        if (r->perm[k] == r->rank - 1) {
            found = ((ptrdiff_t)r->order[at[k]] - (ptrdiff_t)at[k]) * r->in_strides[r->rank - 1];
        }
    }
    return found;
}

static void find_moves(const request *r)
{
    size_t at[8] = {0};
    ptrdiff_t to = (ptrdiff_t)r->out_offset;
    ptrdiff_t from = (ptrdiff_t)r->in_offset;
    moves.count = request_elements(r);
    for (size_t n = 0; n < moves.count; n++) {
        moves.to[n] = (uint32_t)to;
        moves.from[n] = (uint32_t)(from + ahead(r, at));
        for (unsigned k = r->rank; k-- > 0;) { /* the next coordinate, the last axis fastest */
            const size_t last = request_out_extent(r, k) - 1;
            if (at[k]++ < last) {
                to += r->out_strides[k];
                from += r->in_strides[r->perm[k]];
                break;
            }
            at[k] = 0;
            to -= (ptrdiff_t)last * r->out_strides[k];
            from -= (ptrdiff_t)last * r->in_strides[r->perm[k]];
        }
    }
}

static uint8_t contents[ROOM]; /* the input's */
static uint8_t wanted[ROOM];   /* the output's after a call */
static uint8_t before[ROOM];   /* and before it: equal gaps, all element bytes differ */

/* Byte `byte` of the element at an offset. Over all rounds, elements differ. */
static uint8_t content(size_t offset, unsigned byte, unsigned round)
{
    return (uint8_t)((offset >> (8U * ((byte + round) % 4U))) + 3U * (byte / 4U));
}

static unsigned rounds_of(size_t elements, unsigned bits)
{
    unsigned rounds = 1;
    for (size_t told = (size_t)1 << (bits < 32 ? bits : 24); told < elements; told <<= bits < 8 ? bits : 8) {
        rounds++;
    }
    return rounds;
}

/* The mask byte for an element's byte in memory order. */
static uint8_t mask_byte(const request *r, unsigned byte)
{
    static const uint16_t one = 1;
    const bool little = *(const uint8_t *)&one == 1;
    return (uint8_t)(r->mask >> 8 * (little ? byte : r->bits / 8 - 1 - byte));
}

/* Elements that share bytes hold other bits of their offset in each round. Bits in output gaps stay. */
static void expect_packed(const request *r, unsigned round)
{
    const unsigned mask = (1U << r->bits) - 1;
    memset(contents, 0, request_in_span(r));
    memset(wanted, 0x5a, request_out_span(r));
    memset(before, 0x5a, request_out_span(r));
    for (size_t n = 0; n < request_in_span(r) * 8 / r->bits; n++) {
        contents[n * r->bits / 8] |= (uint8_t)((n >> round * r->bits & mask) << n * r->bits % 8);
    }
    for (size_t n = 0; n < moves.count; n++) {
        const size_t from = moves.from[n] * r->bits;
        const size_t to = moves.to[n] * r->bits;
        const unsigned element = (unsigned)(contents[from / 8] >> from % 8 ^ r->mask) & mask;
        wanted[to / 8] = (uint8_t)((wanted[to / 8] & ~(mask << to % 8)) | element << to % 8);
        before[to / 8] = (uint8_t)((before[to / 8] & ~(mask << to % 8)) | (~element & mask) << to % 8);
    }
}

static void expect(const request *r, unsigned round)
{
    const unsigned size = r->bits / 8;
    const size_t out_span = request_out_span(r);
    if (r->bits < 8) {
        expect_packed(r, round);
        return;
    }
    for (size_t at = 0, offset = 0; at < request_in_span(r); offset++) {
        for (unsigned byte = 0; byte < size; byte++) {
            contents[at++] = content(offset, byte, round);
        }
    }
    memset(wanted, 0x5a, out_span);
    memset(before, 0x5a, out_span);
    for (size_t n = 0; n < moves.count; n++) {
        const size_t from = (size_t)moves.from[n] * size;
        const size_t to = (size_t)moves.to[n] * size;
        for (unsigned byte = 0; byte < size; byte++) {
            wanted[to + byte] = contents[from + byte] ^ mask_byte(r, byte);
            before[to + byte] = (uint8_t)~wanted[to + byte];
        }
    }
}

/* ---- faults ---- */

/* The call that is being made. */
static struct {
    const request *r;
    const char *name;
    unsigned set;
    position where;
    size_t in_off, out_off; /* elements after the start, for OFF_START: one side may be aligned for more */
} now;

static void tell(void)
{
    static const char *const positions[] = {"at the start", "off the start", "at the end"};
    const request *const r = now.r;
    printf("# %s, instruction set %u, %s of pages: %u-bit, shape", now.name, now.set, positions[now.where], r->bits);
    for (unsigned k = 0; k < r->rank; k++) {
        printf(" %zu", r->shape[k]);
    }
    printf(", permutation");
    for (unsigned k = 0; k < r->rank; k++) {
        printf(" %u", r->perm[k]);
    }
    for (unsigned k = 0; r->strided && k < r->rank; k++) {
        printf("%s%td/%td", k == 0 ? ", strides in/out " : " ", r->in_strides[k], r->out_strides[k]);
    }
    printf(", buffers in/out %zu/%zu off", now.in_off, now.out_off);
    printf(", offset in/out %zu/%zu, mask 0x%llx\n", r->in_offset, r->out_offset, (unsigned long long)r->mask);
    (void)fflush(stdout);
}

/* Names the first wrong element, or else the first written gap byte. */
static void explain(const uint8_t *got)
{
    const request *const r = now.r;
    const size_t size = unit(r);
    tell();
    for (size_t n = 0; n < moves.count; n++) {
        const size_t to = moves.to[n] * r->bits / 8;
        if (memcmp(got + to, wanted + to, size) != 0) {
            size_t rest = n;
            printf("# wrong from output element, last axis first:");
            for (unsigned k = r->rank; k-- > 0; rest /= request_out_extent(r, k)) {
                printf(" %zu", rest % request_out_extent(r, k));
            }
            printf("\n");
            ck_abort_msg("byte %zu of the output is wrong", to);
        }
    }
    size_t at = 0;
    while (got[at] == wanted[at]) {
        at++;
    }
    ck_abort_msg("byte %zu of the output belongs to no element and was written", at);
}

#ifdef __wasm__

static void tell_at_death(void)
{
}

#else

static void on_signal(int number)
{
    (void)number;
    if (now.r != NULL) {
        tell();
    }
    _Exit(1);
}

/* Sanitizers end a program by SIGABRT if they are asked to. */
static void tell_at_death(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    for (size_t k = 0; k < sizeof signals / sizeof signals[0]; k++) {
        (void)signal(signals[k], on_signal);
    }
}

#endif

/* ---- calls ---- */

static void call(const entry_point *entry, const uint8_t *in, uint8_t *out, size_t span)
{
    const fence around = fence_around((size_t)(out - pages.out), span);
    memcpy(out, before, span);
    memset(out - around.before, FENCE_BYTE, around.before);
    memset(out + span, FENCE_BYTE, around.behind);
    const permkern_status status = entry->move(now.r, entry->context, in, out);
    if (status != PERMKERN_OK) {
        tell();
        ck_abort_msg("%s", permkern_strerror(status));
    }
    if (memcmp(out, wanted, span) != 0) {
        explain(out);
    }
    if (!is_kept(out - around.before, around.before) || !is_kept(out + span, around.behind)) {
        tell();
        ck_abort_msg("bytes around the output were written");
    }
}

static void call_with_sets(const entry_point *entry, position where)
{
    const size_t span = request_out_span(now.r);
    const size_t size = unit(now.r);
    const uint8_t *const in = pages.in + offset_at(where, request_in_span(now.r), size, now.in_off);
    uint8_t *const out = pages.out + offset_at(where, span, size, now.out_off);
    if (entry->align != 0 && ((uintptr_t)in % entry->align != 0 || (uintptr_t)out % entry->align != 0)) {
        return;
    }
    const unsigned sets = set_count();
    now.name = entry->name;
    now.where = where;
    for (now.set = 0; now.set < sets; now.set++) {
        set_choose(now.set);
        call(entry, in, out, span);
    }
    set_choose(sets - 1);
}

void check_request(const request *r, const entry_point *entries, size_t count)
{
    static unsigned requests;
    const size_t in_span = request_in_span(r);
    const size_t size = unit(r);
    ck_assert_uint_le(in_span, MOST_SPAN);
    ck_assert_uint_le(request_out_span(r), MOST_SPAN);
    if (pages.out == NULL) {
        make_pages();
    }
    find_moves(r);
    now.r = r;
    now.in_off = requests % 8;
    now.out_off = requests++ / 8 % 8;
    for (unsigned round = 0; round < rounds_of(in_span * 8 / r->bits, r->bits); round++) {
        expect(r, round);
        for (int where = 0; where < POSITIONS; where++) {
            memcpy(pages.in_written + offset_at((position)where, in_span, size, now.in_off), contents, in_span);
            for (size_t k = 0; k < count; k++) {
                call_with_sets(&entries[k], (position)where);
            }
        }
    }
    now.r = NULL;
}

/* ---- instruction sets ---- */

#ifdef PERMKERN_X86

unsigned set_count(void)
{
    (void)permkern_best_set();
    static uint32_t widest;
    widest = widest == 0 ? permkern_cpu & PERMKERN_CPU_LEVEL : widest;
#ifdef EMULATED_AVX512
    widest += widest == PERMKERN_CPU_AVX2;
    permkern_cpu |= PERMKERN_CPU_VBMI;
#endif
    return widest;
}

void set_choose(unsigned number)
{
    permkern_cpu = (permkern_cpu & ~PERMKERN_CPU_LEVEL) | (PERMKERN_CPU_BASE + number);
}

#else

unsigned set_count(void)
{
    return 1;
}

void set_choose(unsigned number)
{
    (void)number;
}

#endif

/* ---- movers ---- */

permkern_status request_prepare(const request *r, permkern_plan *plan)
{
    const permkern_layout in = request_in(r);
    const permkern_layout out = request_out(r);
    permkern_status status = permkern_prepare(plan, &in, r->perm, &out);
    if (status != PERMKERN_OK || r->mask == 0) {
        return status;
    }
    status = permkern_xor(plan, 1); /* the next constant replaces it */
    return status == PERMKERN_OK ? permkern_xor(plan, r->mask) : status;
}

permkern_status move_by_permute(const request *r, const void *context, const void *in, void *out)
{
    permkern_plan plan;
    (void)context;
    const permkern_status status = request_prepare(r, &plan);
    return status == PERMKERN_OK ? permkern_run(&plan, in, out) : status;
}

permkern_status move_in_parts(const request *r, const void *context, const void *in, void *out)
{
    const uint32_t *const parts = context;
    permkern_plan plan;
    permkern_status status = request_prepare(r, &plan);
    for (uint32_t part = *parts; status == PERMKERN_OK && part-- > 0;) {
        status = permkern_run_part(&plan, in, out, part, *parts);
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
    work->choice.kernel = permkern_generic;
    work->choice.wide_form = 0;
    work->choice.pinned = NULL;
    work->choice.small = NULL;
}

#if PERMKERN_VECTOR

/* The CPU's vector kernel for a work of any size, or `otherwise`. */
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
        work->choice.kernel = vectors_for(work, work->choice.form, work->choice.kernel);
        if (work->choice.wide_form != 0) {
            work->choice.wide = vectors_for(work, work->choice.wide_form, work->choice.wide);
        }
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

/* ---- suites ---- */

int run_tests(const test *tests, size_t count)
{
    Suite *const suite = suite_create("permkern");
    for (size_t k = 0; k < count; k++) {
        TCase *const one = tcase_create(tests[k].name);
        tcase_add_loop_test(one, tests[k].run, 0, tests[k].rounds);
        suite_add_tcase(suite, one);
    }
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}

int run_suite(const test *tests, size_t count)
{
    tell_at_death();
    (void)set_count(); /* before a test changes permkern_cpu */
    return run_tests(tests, count);
}

uint32_t every(void)
{
    static uint32_t number;
    if (number == 0) {
        const char *const value = getenv("PERMKERN_EVERY");
        number = value == NULL ? 61 : (uint32_t)strtoul(value, NULL, 10);
        number += number == 0;
    }
    return number;
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
