/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The core API's doors: every status, the order of checks, and that an error changes neither the plan nor a byte of the
 * output. docs/status.md has the table.
 */
#include "harness.h"

#include <check.h>
#include <stddef.h>
#include <string.h>

/* A valid request, [3][4][5] (2,0,1) at 16 bits, which each case spoils. */
typedef struct {
    size_t shape[9];
    size_t out_shape[9];
    ptrdiff_t in_strides[9];
    ptrdiff_t out_strides[9];
    uint8_t perm[9];
    uint16_t in_data[256];
    uint16_t out_data[256];
    permkern_layout in;
    permkern_layout out;
} bench;

static void set_up(bench *b)
{
    memset(b, 0, sizeof *b);
    memcpy(b->shape, (const size_t[]){3, 4, 5}, 3 * sizeof(size_t));
    memcpy(b->out_shape, (const size_t[]){5, 3, 4}, 3 * sizeof(size_t));
    memcpy(b->in_strides, (const ptrdiff_t[]){20, 5, 1}, 3 * sizeof(ptrdiff_t));
    memcpy(b->out_strides, (const ptrdiff_t[]){12, 4, 1}, 3 * sizeof(ptrdiff_t));
    memcpy(b->perm, (const uint8_t[]){2, 0, 1}, 3);
    b->in = (permkern_layout){b->shape, NULL, 0, 120, 3, 16};
    b->out = (permkern_layout){NULL, NULL, 0, 120, 3, 16};
}

typedef struct {
    const char *name;
    void (*spoil)(bench *b);
    permkern_status want;
} fault;

static void in_shape_null(bench *b)
{
    b->in.shape = NULL;
}

static void rank_too_large(bench *b)
{
    b->in.rank = PERMKERN_MAX_RANK + 1;
    b->out.rank = PERMKERN_MAX_RANK + 1;
}

static void rank_255(bench *b)
{
    b->in.rank = 255;
    b->out.rank = 255;
}

static void ranks_differ(bench *b)
{
    b->out.rank = 2;
}

static void bits_0(bench *b)
{
    b->in.bits = 0;
    b->out.bits = 0;
}

static void bits_24(bench *b)
{
    b->in.bits = 24;
    b->out.bits = 24;
}

static void bits_128(bench *b)
{
    b->in.bits = 128;
    b->out.bits = 128;
}

static void bits_differ(bench *b)
{
    b->out.bits = 8;
}

static void perm_repeated(bench *b)
{
    b->perm[1] = 2;
}

static void perm_equal_to_rank(bench *b)
{
    b->perm[0] = 3;
}

static void perm_255(bench *b)
{
    b->perm[2] = 255;
}

static void out_shape_differs(bench *b)
{
    b->out_shape[2]++;
    b->out.shape = b->out_shape;
}

static void in_stride_zero(bench *b)
{
    b->in_strides[1] = 0;
    b->in.strides = b->in_strides;
}

static void in_begins_before_the_buffer(bench *b)
{
    b->in_strides[0] = -20;
    b->in.strides = b->in_strides;
    b->in.offset = 39; /* one less than the two rows below it */
    b->in.capacity = SIZE_MAX;
}

static void in_ends_behind_the_buffer(bench *b)
{
    b->in_strides[0] = -20;
    b->in.strides = b->in_strides;
    b->in.offset = 41; /* its row of 20 ends at element 61 */
}

static void in_strides_share_both_ways(bench *b)
{
    b->in_strides[0] = 19;
    b->in_strides[1] = -5;
    b->in.strides = b->in_strides;
    b->in.offset = 15;
    b->in.capacity = SIZE_MAX;
}

static void in_offset_behind_the_buffer(bench *b)
{
    b->in.offset = 1;
}

static void in_offset_far_behind_the_buffer(bench *b)
{
    b->in.offset = 61; /* not even its first byte is inside */
}

static void in_offset_over_size(bench *b)
{
    b->in.offset = SIZE_MAX / 2 + 1; /* in bytes, 0 */
}

static void out_offset_behind_the_buffer(bench *b)
{
    b->out.offset = 1;
}

static void in_strides_share(bench *b)
{
    b->in_strides[0] = 19; /* one less than the rows below it */
    b->in.strides = b->in_strides;
}

static void in_strides_equal(bench *b)
{
    b->in_strides[0] = 5;
    b->in.strides = b->in_strides;
}

static void out_begins_before_the_buffer(bench *b)
{
    b->out_strides[2] = -1;
    b->out.strides = b->out_strides;
    b->out.offset = 2;
    b->out.capacity = SIZE_MAX;
}

static void out_ends_behind_the_buffer(bench *b)
{
    b->out_strides[2] = -1;
    b->out.strides = b->out_strides;
    b->out.offset = 4;
}

static void out_stride_zero(bench *b)
{
    b->out_strides[0] = 0;
    b->out.strides = b->out_strides;
}

static void out_strides_share(bench *b)
{
    b->out_strides[1] = 3;
    b->out.strides = b->out_strides;
}

static void elements_overflow(bench *b)
{
    memcpy(b->shape, (const size_t[]){SIZE_MAX / 2, 3, 1}, 3 * sizeof(size_t));
}

static void elements_wrap_to_zero(bench *b)
{
    memcpy(b->shape, (const size_t[]){SIZE_MAX / 2 + 1, 2, 4}, 3 * sizeof(size_t));
}

static void strided_span_overflows(bench *b)
{
    memcpy(b->shape, (const size_t[]){SIZE_MAX / 8, 3, 1}, 3 * sizeof(size_t));
    memcpy(b->in_strides, (const ptrdiff_t[]){6, 2, 1}, 3 * sizeof(ptrdiff_t));
    b->in.strides = b->in_strides;
    b->in.bits = 64;
    b->out.bits = 64;
}

static void stride_over_size(bench *b)
{
    b->in_strides[0] = PTRDIFF_MIN; /* in bytes, 2^64 or 2^32 */
    b->in.strides = b->in_strides;
}

static void in_capacity_short(bench *b)
{
    b->in.capacity = 119;
}

static void in_capacity_in_elements(bench *b)
{
    b->in.capacity = 60;
}

static void out_capacity_short(bench *b)
{
    b->out.capacity = 119;
}

static void strided_capacity_short(bench *b)
{
    b->in_strides[0] = 32;
    b->in.strides = b->in_strides;
    b->in.capacity = 2 * (2 * 32 + 20) - 1;
}

static const fault faults[] = {
    {"input shape NULL", in_shape_null, PERMKERN_ERR_NULL},
    {"rank over the maximum", rank_too_large, PERMKERN_ERR_RANK},
    {"rank 255", rank_255, PERMKERN_ERR_RANK},
    {"ranks differ", ranks_differ, PERMKERN_ERR_RANK},
    {"bits 0", bits_0, PERMKERN_ERR_BITS},
    {"bits 24", bits_24, PERMKERN_ERR_BITS},
    {"bits 128", bits_128, PERMKERN_ERR_BITS},
    {"bits differ", bits_differ, PERMKERN_ERR_BITS},
    {"permutation entry repeated", perm_repeated, PERMKERN_ERR_PERM},
    {"permutation entry equal to rank", perm_equal_to_rank, PERMKERN_ERR_PERM},
    {"permutation entry 255", perm_255, PERMKERN_ERR_PERM},
    {"output shape not the permuted one", out_shape_differs, PERMKERN_ERR_SHAPE},
    {"input stride 0", in_stride_zero, PERMKERN_ERR_STRIDE},
    {"output stride 0", out_stride_zero, PERMKERN_ERR_STRIDE},
    {"input strides of both signs share elements", in_strides_share_both_ways, PERMKERN_ERR_STRIDE},
    {"input begins before its buffer", in_begins_before_the_buffer, PERMKERN_ERR_CAPACITY},
    {"input ends behind its buffer", in_ends_behind_the_buffer, PERMKERN_ERR_CAPACITY},
    {"input offset behind its buffer", in_offset_behind_the_buffer, PERMKERN_ERR_CAPACITY},
    {"input offset far behind its buffer", in_offset_far_behind_the_buffer, PERMKERN_ERR_CAPACITY},
    {"input offset over SIZE_MAX bytes", in_offset_over_size, PERMKERN_ERR_CAPACITY},
    {"output begins before its buffer", out_begins_before_the_buffer, PERMKERN_ERR_CAPACITY},
    {"output ends behind its buffer", out_ends_behind_the_buffer, PERMKERN_ERR_CAPACITY},
    {"output offset behind its buffer", out_offset_behind_the_buffer, PERMKERN_ERR_CAPACITY},
    {"input strides share elements", in_strides_share, PERMKERN_ERR_STRIDE},
    {"input strides equal", in_strides_equal, PERMKERN_ERR_STRIDE},
    {"output strides share elements", out_strides_share, PERMKERN_ERR_STRIDE},
    {"element count overflows", elements_overflow, PERMKERN_ERR_SIZE},
    {"element count wraps to zero", elements_wrap_to_zero, PERMKERN_ERR_SIZE},
    {"strided span overflows", strided_span_overflows, PERMKERN_ERR_SIZE},
    {"stride over SIZE_MAX bytes", stride_over_size, PERMKERN_ERR_SIZE},
    {"input capacity one byte short", in_capacity_short, PERMKERN_ERR_CAPACITY},
    {"input capacity in elements", in_capacity_in_elements, PERMKERN_ERR_CAPACITY},
    {"output capacity one byte short", out_capacity_short, PERMKERN_ERR_CAPACITY},
    {"strided capacity one byte short", strided_capacity_short, PERMKERN_ERR_CAPACITY},
};
#define FAULTS ((int)(sizeof faults / sizeof faults[0]))

/* Both functions that check geometry give the status; plan, output and descriptors stay as they were. */
static void expect(const bench *spoiled, permkern_status want, const char *name)
{
    bench b;
    permkern_plan plan;
    permkern_plan before;
    memset(&plan, 0x5a, sizeof plan);
    memset(&before, 0x5a, sizeof before);
    memcpy(&b, spoiled, sizeof b);
    const permkern_status prepared = permkern_prepare(&plan, &b.in, b.perm, &b.out);
    const permkern_status permuted = permkern_permute(&b.in, b.in_data, b.perm, &b.out, b.out_data);
    ck_assert_msg(prepared == want, "%s: prepare gave \"%s\"", name, permkern_strerror(prepared));
    ck_assert_msg(permuted == want, "%s: permute gave \"%s\"", name, permkern_strerror(permuted));
    ck_assert_msg(memcmp(&plan, &before, sizeof plan) == 0, "%s: the plan changed", name);
    ck_assert_msg(memcmp(&b, spoiled, sizeof b) == 0, "%s: output or descriptors changed", name);
}

START_TEST(geometry)
{
    static bench b;
    set_up(&b);
    memset(b.out_data, 0xc3, sizeof b.out_data);
    faults[_i].spoil(&b);
    expect(&b, faults[_i].want, faults[_i].name);
}
END_TEST

/* Strides, sizes and capacities are checked side by side, input first; all else comes before, in the enum's order. */
static permkern_status stage(permkern_status status)
{
    return status > PERMKERN_ERR_SHAPE ? PERMKERN_ERR_STRIDE : status;
}

/* Two faults at once: the one of the earlier stage is reported. */
START_TEST(order_of_checks)
{
    static bench b;
    for (int later = _i + 1; later < FAULTS; later++) {
        if (stage(faults[later].want) == stage(faults[_i].want)) {
            continue;
        }
        set_up(&b);
        faults[later].spoil(&b);
        faults[_i].spoil(&b);
        permkern_plan plan;
        const permkern_status got = permkern_prepare(&plan, &b.in, b.perm, &b.out);
        ck_assert_msg(got == faults[_i].want, "%s and %s: \"%s\"", faults[_i].name, faults[later].name,
                      permkern_strerror(got));
    }
}
END_TEST

START_TEST(null_arguments)
{
    static bench b;
    permkern_plan plan;
    set_up(&b);
    ck_assert_int_eq(permkern_prepare(NULL, &b.in, b.perm, &b.out), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_prepare(&plan, NULL, b.perm, &b.out), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_prepare(&plan, &b.in, NULL, &b.out), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_prepare(&plan, &b.in, b.perm, NULL), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_permute(NULL, b.in_data, b.perm, &b.out, b.out_data), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_permute(&b.in, NULL, b.perm, &b.out, b.out_data), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_permute(&b.in, b.in_data, NULL, &b.out, b.out_data), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_permute(&b.in, b.in_data, b.perm, NULL, b.out_data), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_permute(&b.in, b.in_data, b.perm, &b.out, NULL), PERMKERN_ERR_NULL);
    b.in.strides = b.in_strides;
    ck_assert_int_eq(permkern_permute(&b.in, NULL, b.perm, &b.out, b.out_data), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_permute(&b.in, b.in_data, b.perm, &b.out, NULL), PERMKERN_ERR_NULL);
}
END_TEST

/* The longest strides there are, forwards and backwards: their bytes fit size_t for elements of one byte alone. */
START_TEST(far_strides)
{
    static const size_t shape[] = {2};
    static const uint8_t perm[] = {0};
    static const ptrdiff_t far[] = {PTRDIFF_MAX};
    static const ptrdiff_t back[] = {PTRDIFF_MIN};
    permkern_plan plan;
    for (unsigned bits = 8; bits <= 64; bits *= 2) {
        const permkern_layout near = {shape, NULL, 0, SIZE_MAX, 1, bits};
        const permkern_layout spread = {shape, far, 0, SIZE_MAX, 1, bits};
        const permkern_layout turned = {shape, back, SIZE_MAX / 2 + 1, SIZE_MAX, 1, bits};
        const permkern_status status = bits > 8 ? PERMKERN_ERR_SIZE : PERMKERN_OK;
        ck_assert_int_eq(permkern_prepare(&plan, &spread, perm, &near), status);
        ck_assert_int_eq(permkern_prepare(&plan, &near, perm, &spread), status);
        ck_assert_int_eq(permkern_prepare(&plan, &turned, perm, &near), status);
        ck_assert_int_eq(permkern_prepare(&plan, &near, perm, &turned), status);
    }
}
END_TEST

START_TEST(unit_axes_ignore_strides)
{
    static bench b;
    static const ptrdiff_t odd[] = {0, -1, PTRDIFF_MIN, PTRDIFF_MAX, 1};
    for (unsigned i = 0; i < 5; i++) {
        permkern_plan plan;
        set_up(&b);
        b.shape[1] = 1;
        b.in_strides[1] = odd[i];
        b.out_strides[2] = odd[i];
        b.out_strides[1] = 1;
        b.out_strides[0] = 3;
        b.in.strides = b.in_strides;
        b.out.strides = b.out_strides;
        ck_assert_int_eq(permkern_prepare(&plan, &b.in, b.perm, &b.out), PERMKERN_OK);
        ck_assert_uint_eq(permkern_planned(&plan)->in_span, 2 * (2 * 20 + 4 + 1));
        ck_assert_uint_eq(permkern_planned(&plan)->out_span, 2 * 15);
    }
}
END_TEST

START_TEST(exact_capacity_and_shape)
{
    static bench b;
    set_up(&b);
    b.out.shape = b.out_shape;
    b.in.strides = b.in_strides;
    b.out.strides = b.out_strides;
    for (unsigned i = 0; i < 60; i++) {
        b.in_data[i] = (uint16_t)i;
    }
    ck_assert_int_eq(permkern_permute(&b.in, b.in_data, b.perm, &b.out, b.out_data), PERMKERN_OK);
    for (unsigned i = 0; i < 60; i++) {
        ck_assert_uint_eq(b.out_data[i], i % 12 * 5 + i / 12);
    }
}
END_TEST

/* ---- the doors of run and run_part ---- */

static permkern_status run_both(const permkern_plan *plan, const void *in, void *out)
{
    const permkern_status status = permkern_run(plan, in, out);
    ck_assert_int_eq(permkern_run_part(plan, in, out, 1, 3), status);
    return status;
}

START_TEST(run_checks)
{
    static bench b;
    static bench before;
    permkern_plan plan;
    permkern_plan empty;
    set_up(&b);
    memset(&empty, 0, sizeof empty);
    memset(b.out_data, 0xc3, sizeof b.out_data);
    memcpy(&before, &b, sizeof b);
    ck_assert_int_eq(permkern_prepare(&plan, &b.in, b.perm, &b.out), PERMKERN_OK);
    uint8_t *const in = (uint8_t *)b.in_data;
    uint8_t *const out = (uint8_t *)b.out_data;
    uint8_t *const top = (uint8_t *)(UINTPTR_MAX - 117);  /* the span of 120 bytes wraps */
    uint8_t *const last = (uint8_t *)(UINTPTR_MAX - 119); /* it ends at the very top: no pointer past it exists */
    ck_assert_int_eq(run_both(NULL, in, out), PERMKERN_ERR_NULL);
    ck_assert_int_eq(run_both(&plan, NULL, out), PERMKERN_ERR_NULL);
    ck_assert_int_eq(run_both(&plan, in, NULL), PERMKERN_ERR_NULL);
    ck_assert_int_eq(run_both(&empty, in, out), PERMKERN_ERR_PLAN);
    ck_assert_int_eq(run_both(&plan, in + 1, out), PERMKERN_ERR_ALIGN);
    ck_assert_int_eq(run_both(&plan, in, out + 1), PERMKERN_ERR_ALIGN);
    ck_assert_int_eq(run_both(&plan, top, out), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(run_both(&plan, in, top), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(run_both(&plan, last, out), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(run_both(&plan, in, in), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(run_both(&plan, in, in + 118), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(run_both(&plan, in + 118, in), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_run_part(&plan, in, out, 0, 0), PERMKERN_ERR_PART);
    ck_assert_int_eq(permkern_run_part(&plan, in, out, 3, 3), PERMKERN_ERR_PART);
    ck_assert_int_eq(permkern_run_part(&plan, in, out, UINT32_MAX, UINT32_MAX), PERMKERN_ERR_PART);
    ck_assert_int_eq(memcmp(&b, &before, sizeof b), 0);
    ck_assert_int_eq(permkern_run(&plan, in, in + 120), PERMKERN_OK); /* adjacent */
    ck_assert_int_eq(permkern_run(&plan, in + 120, in), PERMKERN_OK);
    ck_assert_int_eq(permkern_run_part(&plan, in, out, UINT32_MAX - 1, UINT32_MAX), PERMKERN_OK);
}
END_TEST

/* permkern_permute of contiguous arrays makes no plan, and checks the same of its buffers; so do pinned kernels. */
START_TEST(permute_checks)
{
    static bench b;
    static bench before;
    set_up(&b);
    memset(b.out_data, 0xc3, sizeof b.out_data);
    memcpy(&before, &b, sizeof b);
    uint8_t *const in = (uint8_t *)b.in_data;
    uint8_t *const out = (uint8_t *)b.out_data;
    uint8_t *const top = (uint8_t *)(UINTPTR_MAX - 119);
    ck_assert_int_eq(permkern_permute(&b.in, NULL, b.perm, &b.out, out), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_permute(&b.in, in, b.perm, &b.out, NULL), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_permute(&b.in, in + 1, b.perm, &b.out, out), PERMKERN_ERR_ALIGN);
    ck_assert_int_eq(permkern_permute(&b.in, in, b.perm, &b.out, out + 1), PERMKERN_ERR_ALIGN);
    ck_assert_int_eq(permkern_permute(&b.in, top, b.perm, &b.out, out), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(permkern_permute(&b.in, in, b.perm, &b.out, top), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(permkern_permute(&b.in, in, b.perm, &b.out, in), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_permute(&b.in, in, b.perm, &b.out, in + 118), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_permute(&b.in, in + 118, b.perm, &b.out, in), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(memcmp(&b, &before, sizeof b), 0);
    ck_assert_int_eq(permkern_permute(&b.in, in, b.perm, &b.out, in + 120), PERMKERN_OK); /* adjacent */
    ck_assert_int_eq(permkern_check_pinned(in, 119, NULL, 120, 120, 2), PERMKERN_ERR_CAPACITY);
    ck_assert_int_eq(permkern_check_pinned(in, 120, out, 119, 120, 2), PERMKERN_ERR_CAPACITY);
    ck_assert_int_eq(permkern_check_pinned(NULL, 120, out + 1, 120, 120, 2), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_check_pinned(in, 120, NULL, 120, 120, 2), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_check_pinned(in + 1, 120, top, 120, 120, 2), PERMKERN_ERR_ALIGN);
    ck_assert_int_eq(permkern_check_pinned(in, 120, out + 2, 120, 120, 4), PERMKERN_ERR_ALIGN);
    ck_assert_int_eq(permkern_check_pinned(top, 120, out, 120, 120, 1), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(permkern_check_pinned(in, 120, top, 120, 120, 1), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(permkern_check_pinned(in, 120, in, 120, 120, 2), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_check_pinned(in + 118, 120, in, 120, 120, 2), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_check_pinned(in, 120, in + 118, 120, 120, 2), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_check_pinned(in, 120, in + 120, 120, 120, 2), PERMKERN_OK);
}
END_TEST

START_TEST(output_over_the_plan)
{
    static bench b;
    union {
        permkern_plan plan;
        uint8_t bytes[1024];
    } shared;
    uint8_t kept[sizeof shared];
    set_up(&b);
    memset(&shared, 0, sizeof shared);
    ck_assert_int_eq(permkern_prepare(&shared.plan, &b.in, b.perm, &b.out), PERMKERN_OK);
    memcpy(kept, &shared, sizeof shared);
    ck_assert_int_eq(permkern_run(&shared.plan, b.in_data, shared.bytes), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(memcmp(kept, &shared, sizeof shared), 0);
    ck_assert_int_eq(permkern_run(&shared.plan, b.in_data, shared.bytes + sizeof(permkern_plan)), PERMKERN_OK);
}
END_TEST

START_TEST(plans_are_plain_data)
{
    static bench b;
    permkern_plan plan;
    set_up(&b);
    ck_assert_int_eq(permkern_prepare(&plan, &b.in, b.perm, &b.out), PERMKERN_OK);
    const permkern_plan copy = plan;
    memset(&plan, 0, sizeof plan);
    memset(b.shape, 0, sizeof b.shape);
    memset(b.perm, 9, sizeof b.perm);
    b.in_data[59] = 4711;
    ck_assert_int_eq(permkern_run(&copy, b.in_data, b.out_data), PERMKERN_OK);
    ck_assert_uint_eq(b.out_data[59], 4711);
}
END_TEST

START_TEST(views)
{
    static bench b;
    permkern_plan plan;
    ck_assert(!permkern_is_view(NULL));
    memset(&plan, 0, sizeof plan);
    ck_assert(!permkern_is_view(&plan));
    set_up(&b);
    ck_assert_int_eq(permkern_prepare(&plan, &b.in, b.perm, &b.out), PERMKERN_OK);
    ck_assert(!permkern_is_view(&plan));
    memcpy(b.shape, (const size_t[]){3, 1, 5}, 3 * sizeof(size_t)); /* (1,0,2) moves an axis of extent 1 */
    memcpy(b.perm, (const uint8_t[]){1, 0, 2}, 3);
    ck_assert_int_eq(permkern_prepare(&plan, &b.in, b.perm, &b.out), PERMKERN_OK);
    ck_assert(permkern_is_view(&plan));
    memcpy(b.in_strides, (const ptrdiff_t[]){8, 1, 1}, 3 * sizeof(ptrdiff_t)); /* padded on one side */
    b.in.strides = b.in_strides;
    ck_assert_int_eq(permkern_prepare(&plan, &b.in, b.perm, &b.out), PERMKERN_OK);
    ck_assert(!permkern_is_view(&plan));
    memcpy(b.out_strides, (const ptrdiff_t[]){1, 8, 1}, 3 * sizeof(ptrdiff_t)); /* and on both alike */
    b.out.strides = b.out_strides;
    ck_assert_int_eq(permkern_prepare(&plan, &b.in, b.perm, &b.out), PERMKERN_OK);
    ck_assert(permkern_is_view(&plan));
}
END_TEST

START_TEST(every_status_has_a_text)
{
    for (int status = PERMKERN_OK; status <= PERMKERN_ERR_PART; status++) {
        for (int other = PERMKERN_OK; other < status; other++) {
            ck_assert_str_ne(permkern_strerror((permkern_status)status), permkern_strerror((permkern_status)other));
        }
    }
    ck_assert_str_eq(permkern_strerror((permkern_status)999), "unknown status");
    ck_assert_str_eq(permkern_strerror(PERMKERN_OK), "success");
}
END_TEST

/* Nothing moves, and the axis that stands for it has strides all the same. Rank 0 has neither shape nor permutation. */
START_TEST(one_element)
{
    static const size_t shape[2] = {1, 1};
    static const uint8_t perm[2] = {1, 0};
    for (unsigned n = 0; n < 8; n++) {
        const unsigned shift = n / 2;
        const size_t size = (size_t)1 << shift;
        const bool scalar = n % 2 != 0;
        const permkern_layout array = {scalar ? NULL : shape, NULL, 0, size, scalar ? 0 : 2, 8U << shift};
        const uint64_t from = 0x8877665544332211U;
        uint64_t to = 0;
        permkern_plan plan;
        memset(&plan, 0x5a, sizeof plan);
        ck_assert_int_eq(permkern_prepare(&plan, &array, scalar ? NULL : perm, &array), PERMKERN_OK);
        ck_assert_uint_eq(permkern_planned(&plan)->axis[0].extent, 1);
        ck_assert_uint_eq(permkern_planned(&plan)->axis[0].in_stride, size);
        ck_assert_uint_eq(permkern_planned(&plan)->axis[0].out_stride, size);
        ck_assert(permkern_is_view(&plan));
        ck_assert_int_eq(permkern_run(&plan, &from, &to), PERMKERN_OK);
        ck_assert_int_eq(memcmp(&from, &to, size), 0);
        to = 0;
        ck_assert_int_eq(permkern_permute(&array, &from, scalar ? NULL : perm, &array, &to), PERMKERN_OK);
        ck_assert_int_eq(memcmp(&from, &to, size), 0);
    }
}
END_TEST

/* One element somewhere in a buffer: an offset without axes. */
START_TEST(scalar_with_an_offset)
{
    const permkern_layout in = {NULL, NULL, 3, 8, 0, 16};
    const permkern_layout out = {NULL, NULL, 1, 4, 0, 16};
    const permkern_layout short_of_it = {NULL, NULL, 3, 7, 0, 16};
    const uint16_t from[4] = {1, 2, 3, 4};
    uint16_t to[2] = {0, 0};
    ck_assert_int_eq(permkern_permute(&in, from, NULL, &out, to), PERMKERN_OK);
    ck_assert_uint_eq(to[0], 0);
    ck_assert_uint_eq(to[1], 4);
    ck_assert_int_eq(permkern_permute(&short_of_it, from, NULL, &out, to), PERMKERN_ERR_CAPACITY);
}
END_TEST

/* ---- arrays without elements ---- */

/* Strides, capacities, offsets and buffers say nothing then; all else is checked as ever. */
START_TEST(empty)
{
    static bench b;
    static bench before;
    permkern_plan plan;
    set_up(&b);
    b.shape[_i] = 0;
    b.shape[(_i + 1) % 3] = SIZE_MAX;
    b.in_strides[2] = 0;
    b.in.strides = b.in_strides;
    b.in.capacity = 0;
    b.in.offset = SIZE_MAX;
    b.out.capacity = 0;
    memcpy(&before, &b, sizeof b);
    memset(&plan, 0x5a, sizeof plan); /* as a caller's stack may be: nothing of it may be left */
    ck_assert_int_eq(permkern_prepare(&plan, &b.in, b.perm, &b.out), PERMKERN_OK);
    ck_assert(permkern_is_view(&plan));
    ck_assert_int_eq(permkern_run(&plan, NULL, NULL), PERMKERN_OK);
    ck_assert_int_eq(permkern_run(&plan, b.in_data, b.in_data), PERMKERN_OK);
    ck_assert_int_eq(permkern_run(&plan, (const uint8_t *)b.in_data + 1, &plan), PERMKERN_OK);
    ck_assert_int_eq(permkern_run_part(&plan, NULL, NULL, 1, 3), PERMKERN_OK);
    ck_assert_int_eq(permkern_run_part(&plan, NULL, NULL, 3, 3), PERMKERN_ERR_PART);
    ck_assert_int_eq(permkern_permute(&b.in, NULL, b.perm, &b.out, NULL), PERMKERN_OK);
    b.in.strides = NULL;
    b.in.offset = 0;
    ck_assert_int_eq(permkern_permute(&b.in, NULL, b.perm, &b.out, NULL), PERMKERN_OK);
    b.out_shape[0] = 7;
    b.out.shape = b.out_shape;
    ck_assert_int_eq(permkern_prepare(&plan, &b.in, b.perm, &b.out), PERMKERN_ERR_SHAPE);
    ck_assert_int_eq(memcmp(b.out_data, before.out_data, sizeof b.out_data), 0);
}
END_TEST

/* ---- in place ---- */

/* A view may be its own input: nothing is moved, by any door. Everything else may not. */
START_TEST(views_in_place)
{
    static bench b;
    static bench before;
    permkern_plan plan;
    set_up(&b);
    b.shape[1] = 1;
    memcpy(b.perm, (const uint8_t[]){1, 0, 2}, 3);
    memset(b.in_data, 0x77, sizeof b.in_data);
    memcpy(&before, &b, sizeof b);
    ck_assert_int_eq(permkern_prepare(&plan, &b.in, b.perm, &b.out), PERMKERN_OK);
    ck_assert_int_eq(permkern_run(&plan, b.in_data, b.in_data), PERMKERN_OK);
    ck_assert_int_eq(permkern_run_part(&plan, b.in_data, b.in_data, 1, 2), PERMKERN_OK);
    ck_assert_int_eq(permkern_run_part(&plan, b.in_data, b.in_data, 2, 2), PERMKERN_ERR_PART);
    ck_assert_int_eq(permkern_permute(&b.in, b.in_data, b.perm, &b.out, b.in_data), PERMKERN_OK);
    ck_assert_int_eq(permkern_run(&plan, b.in_data, b.in_data + 1), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_run(&plan, (uint8_t *)b.in_data + 1, (uint8_t *)b.in_data + 1), PERMKERN_ERR_ALIGN);
    ck_assert_int_eq(memcmp(&b, &before, sizeof b), 0);
    b.out.offset = 2; /* the same order, elsewhere: no view */
    b.out.capacity += 4;
    ck_assert_int_eq(permkern_prepare(&plan, &b.in, b.perm, &b.out), PERMKERN_OK);
    ck_assert(!permkern_is_view(&plan));
    ck_assert_int_eq(permkern_run(&plan, b.in_data, b.in_data), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_permute(&b.in, b.in_data, b.perm, &b.out, b.in_data), PERMKERN_ERR_OVERLAP);
    set_up(&b);
    ck_assert_int_eq(permkern_permute(&b.in, b.in_data, b.perm, &b.out, b.in_data), PERMKERN_ERR_OVERLAP);
}
END_TEST

/* Both sides in one buffer, apart by their offsets: overlap is judged from the lowest to the highest element. */
START_TEST(one_buffer_for_both)
{
    static bench b;
    set_up(&b);
    for (unsigned i = 0; i < 60; i++) {
        b.in_data[i] = (uint16_t)i;
    }
    b.in.capacity = sizeof b.in_data;
    b.out.capacity = sizeof b.in_data;
    b.out.offset = 60;
    ck_assert_int_eq(permkern_permute(&b.in, b.in_data, b.perm, &b.out, b.in_data), PERMKERN_OK);
    for (unsigned i = 0; i < 60; i++) {
        ck_assert_uint_eq(b.in_data[60 + i], i % 12 * 5 + i / 12);
    }
    b.out.offset = 59;
    ck_assert_int_eq(permkern_permute(&b.in, b.in_data, b.perm, &b.out, b.in_data), PERMKERN_ERR_OVERLAP);
}
END_TEST

/* An offset counts towards the end of the address space, also where the lowest element would be behind it. */
START_TEST(offsets_wrap)
{
    static bench b;
    permkern_plan plan;
    set_up(&b);
    b.in.offset = 1000;
    b.in.capacity = 4000;
    ck_assert_int_eq(permkern_prepare(&plan, &b.in, b.perm, &b.out), PERMKERN_OK);
    ck_assert_int_eq(permkern_run(&plan, (uint8_t *)(UINTPTR_MAX - 2119), b.out_data), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(permkern_run(&plan, (uint8_t *)(UINTPTR_MAX - 1999), b.out_data), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(permkern_run(&plan, (uint8_t *)(UINTPTR_MAX - 9), b.out_data), PERMKERN_ERR_WRAP);
    set_up(&b);
    b.out.offset = 1000;
    b.out.capacity = 4000;
    ck_assert_int_eq(permkern_prepare(&plan, &b.in, b.perm, &b.out), PERMKERN_OK);
    ck_assert_int_eq(permkern_run(&plan, b.in_data, (uint8_t *)(UINTPTR_MAX - 2119)), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(permkern_run(&plan, b.in_data, (uint8_t *)(UINTPTR_MAX - 9)), PERMKERN_ERR_WRAP);
}
END_TEST

/* A contiguous side over SIZE_MAX, whose outermost stride is not known by then: not what a stack held before. */
START_TEST(contiguous_side_over_size)
{
    static const size_t fair[4] = {2, 3, 5, 7};
    static const size_t huge[4] = {2, 3, SIZE_MAX / 2, SIZE_MAX / 2};
    static const ptrdiff_t strides[4] = {8, 1, 1, 1};
    static const uint8_t perm[4] = {0, 1, 2, 3};
    const permkern_layout before = {fair, strides, 0, SIZE_MAX, 4, 8};
    const permkern_layout in = {huge, NULL, 0, SIZE_MAX, 4, 8};
    const permkern_layout out = {NULL, strides, 0, SIZE_MAX, 4, 8};
    permkern_plan plan;
    ck_assert_int_eq(permkern_prepare(&plan, &before, perm, &before), PERMKERN_ERR_STRIDE);
    ck_assert_int_eq(permkern_prepare(&plan, &in, perm, &out), PERMKERN_ERR_SIZE);
}
END_TEST

/* Programs are compiled with these: a change needs another PERMKERN_FORMAT, and then other numbers here. */
START_TEST(binary_interface)
{
    const size_t words = 3 * PERMKERN_MAX_RANK + (sizeof(void *) > 4 ? 21 : 19);
    ck_assert_int_eq(PERMKERN_FORMAT, 4);
    ck_assert_uint_eq(sizeof(permkern_plan), words * sizeof(void *));
    ck_assert_uint_eq(offsetof(permkern_layout, capacity), 3 * sizeof(void *));
    ck_assert_uint_eq(offsetof(permkern_layout, bits), 5 * sizeof(void *));
    ck_assert_uint_eq(sizeof(permkern_layout), 6 * sizeof(void *));
    ck_assert_int_eq(PERMKERN_ERR_NULL, 1);
    ck_assert_int_eq(PERMKERN_ERR_OVERLAP, 12);
}
END_TEST

START_TEST(version)
{
    ck_assert_str_eq(permkern_version(), PERMKERN_VERSION);
}
END_TEST

int main(void)
{
    Suite *const suite = suite_create("core");
    TCase *const all = tcase_create("all");
    tcase_add_loop_test(all, geometry, 0, FAULTS);
    tcase_add_loop_test(all, order_of_checks, 0, FAULTS);
    tcase_add_test(all, null_arguments);
    tcase_add_test(all, far_strides);
    tcase_add_test(all, unit_axes_ignore_strides);
    tcase_add_test(all, exact_capacity_and_shape);
    tcase_add_test(all, run_checks);
    tcase_add_test(all, permute_checks);
    tcase_add_test(all, output_over_the_plan);
    tcase_add_test(all, plans_are_plain_data);
    tcase_add_test(all, views);
    tcase_add_test(all, every_status_has_a_text);
    tcase_add_test(all, one_element);
    tcase_add_test(all, scalar_with_an_offset);
    tcase_add_loop_test(all, empty, 0, 3);
    tcase_add_test(all, views_in_place);
    tcase_add_test(all, one_buffer_for_both);
    tcase_add_test(all, offsets_wrap);
    tcase_add_test(all, contiguous_side_over_size);
    tcase_add_test(all, binary_interface);
    tcase_add_test(all, version);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
