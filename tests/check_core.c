/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Core API cases that random calls (check_calls.c) seldom or never reach: buffer ends to the byte, plans that nothing
 * filled, scratch sizes, bit planes, texts, and the binary interface.
 */
#include "harness.h"

#include <stddef.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* A valid request, [3][4][5] (2,0,1) at 16 bits. */
typedef struct {
    uint16_t in_data[256];
    uint16_t out_data[256];
    size_t shape[3];
    uint8_t perm[3];
    permkern_layout in, out;
    permkern_plan plan;
} bench;

static void set_up(bench *b)
{
    memset(b, 0, sizeof *b);
    memset(b->out_data, 0xc3, sizeof b->out_data);
    memcpy(b->shape, (const size_t[]){3, 4, 5}, sizeof b->shape);
    memcpy(b->perm, (const uint8_t[]){2, 0, 1}, sizeof b->perm);
    b->in = (permkern_layout){b->shape, NULL, 0, 120, 3, 16};
    b->out = (permkern_layout){NULL, NULL, 0, 120, 3, 16};
    ck_assert_int_eq(permkern_prepare(&b->plan, &b->in, b->perm, &b->out), PERMKERN_OK);
}

/* ---- buffers ---- */

typedef permkern_status buffers_mover(const bench *b, const void *in, void *out);

static permkern_status by_run(const bench *b, const void *in, void *out)
{
    return permkern_run(&b->plan, in, out);
}

static permkern_status by_part(const bench *b, const void *in, void *out)
{
    return permkern_run_part(&b->plan, in, out, 1, 3);
}

static permkern_status by_permute(const bench *b, const void *in, void *out)
{
    return permkern_permute(&b->in, in, b->perm, &b->out, out);
}

static permkern_status by_pinned(const bench *b, const void *in, void *out)
{
    (void)b;
    return permkern_check_pinned(in, 120, out, 120, 120, 2);
}

static buffers_mover *const movers[] = {by_run, by_part, by_permute, by_pinned};

TEST(places_of_buffers)
{
    static bench b;
    static bench before;
    buffers_mover *const move = movers[_i];
    set_up(&b);
    memcpy(&before, &b, sizeof b);
    uint8_t *const in = (uint8_t *)b.in_data;
    uint8_t *const out = (uint8_t *)b.out_data;
    uint8_t *const top = (uint8_t *)(UINTPTR_MAX - 117);  /* the span of 120 bytes wraps */
    uint8_t *const last = (uint8_t *)(UINTPTR_MAX - 119); /* it ends at the very top: no pointer past it exists */
    const struct {
        uint8_t *in, *out;
        permkern_status status;
    } refused[] = {
        {NULL, out, PERMKERN_ERR_NULL},       {in, NULL, PERMKERN_ERR_NULL},        {in + 1, out, PERMKERN_ERR_ALIGN},
        {in, out + 1, PERMKERN_ERR_ALIGN},    {top, out, PERMKERN_ERR_WRAP},        {in, top, PERMKERN_ERR_WRAP},
        {last, out, PERMKERN_ERR_WRAP},       {in, last, PERMKERN_ERR_WRAP},        {in, in, PERMKERN_ERR_OVERLAP},
        {in, in + 118, PERMKERN_ERR_OVERLAP}, {in + 118, in, PERMKERN_ERR_OVERLAP},
    };
    for (int k = 0; k < COUNT(refused); k++) {
        ck_assert_int_eq(move(&b, refused[k].in, refused[k].out), refused[k].status);
    }
    ck_assert_int_eq(memcmp(&b, &before, sizeof b), 0);
    ck_assert_int_eq(move(&b, in, in + 120), PERMKERN_OK); /* adjacent */
    ck_assert_int_eq(move(&b, in + 120, in), PERMKERN_OK);
}

TEST(pinned_capacities)
{
    uint16_t in[60];
    uint16_t out[60];
    ck_assert_int_eq(permkern_check_pinned(in, 119, NULL, 120, 120, 2), PERMKERN_ERR_CAPACITY);
    ck_assert_int_eq(permkern_check_pinned(in, 120, out, 119, 120, 2), PERMKERN_ERR_CAPACITY);
    ck_assert_int_eq(permkern_check_pinned(in, 120, out, 120, 120, 2), PERMKERN_OK);
}

/* ---- plans ---- */

TEST(plans_that_nothing_filled)
{
    static bench b;
    permkern_plan empty;
    uint8_t data[8] = {0};
    set_up(&b);
    memset(&empty, 0, sizeof empty);
    ck_assert_int_eq(permkern_run(NULL, b.in_data, b.out_data), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_run(&empty, b.in_data, b.out_data), PERMKERN_ERR_PLAN);
    ck_assert_int_eq(permkern_run_part(NULL, b.in_data, b.out_data, 1, 3), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_run_part(&empty, b.in_data, b.out_data, 1, 3), PERMKERN_ERR_PLAN);
    ck_assert_int_eq(permkern_run_in_place(NULL, data, data, 8), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_run_in_place(&empty, NULL, NULL, 0), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_run_in_place(&empty, data, data, 8), PERMKERN_ERR_PLAN);
    ck_assert_int_eq(permkern_xor(NULL, 1), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_xor(&empty, 1), PERMKERN_ERR_PLAN);
    ck_assert_uint_eq(permkern_in_place_bytes(NULL), SIZE_MAX);
    ck_assert_uint_eq(permkern_in_place_bytes(&empty), SIZE_MAX);
    ck_assert(!permkern_is_view(NULL) && !permkern_is_view(&empty));
}

TEST(plans_are_plain_data)
{
    static bench b;
    set_up(&b);
    const permkern_plan copy = b.plan;
    memset(&b.plan, 0, sizeof b.plan);
    memset(b.shape, 0, sizeof b.shape);
    memset(b.perm, 9, sizeof b.perm);
    b.in_data[59] = 4711;
    ck_assert_int_eq(permkern_run(&copy, b.in_data, b.out_data), PERMKERN_OK);
    ck_assert_uint_eq(b.out_data[59], 4711);
}

/* ---- scratch: a bit for each word if words fill tiles, else for each element; none for squares ---- */

static const struct {
    unsigned bits, rank;
    size_t shape[3];
    uint8_t perm[3];
    size_t bytes;
} scratches[] = {
    {8, 2, {784, 8}, {1, 0}, 196},     {8, 2, {8, 784}, {1, 0}, 196},      {16, 2, {784, 8}, {1, 0}, 392},
    {32, 2, {784, 8}, {1, 0}, 784},    {8, 2, {257, 2}, {1, 0}, 65},       {64, 2, {257, 2}, {1, 0}, 65},
    {8, 2, {28, 28}, {1, 0}, 0},       {64, 2, {29, 29}, {1, 0}, 0},       {64, 2, {1, 29}, {1, 0}, 0},
    {32, 2, {0, 5}, {1, 0}, 0},        {8, 2, {4, 16}, {1, 0}, 0}, /* words of tiles are a square */
    {32, 3, {50, 6, 9}, {0, 2, 1}, 7}, {32, 3, {6, 9, 100}, {1, 0, 2}, 7}, {32, 3, {5, 9, 5}, {2, 1, 0}, 0},
};

TEST(bytes_of_scratch)
{
    request r = {.rank = scratches[_i].rank, .bits = scratches[_i].bits};
    permkern_plan plan;
    memcpy(r.shape, scratches[_i].shape, sizeof scratches[_i].shape);
    memcpy(r.perm, scratches[_i].perm, sizeof scratches[_i].perm);
    request_finish(&r);
    permkern_layout in = request_in(&r);
    permkern_layout out = request_out(&r);
    in.capacity = SIZE_MAX;
    out.capacity = SIZE_MAX;
    ck_assert_int_eq(permkern_prepare(&plan, &in, r.perm, &out), PERMKERN_OK);
    ck_assert_uint_eq(permkern_in_place_bytes(&plan), scratches[_i].bytes);
}

/* ---- integers of other types ---- */

/* The functions for one type each; check_calls.c has permkern_read_shape, _strides and _perm. */
TEST(integers)
{
    size_t shape[3] = {0, 0, 99};
    ptrdiff_t strides[3] = {0, 0, 99};
    uint8_t perm[3] = {9, 9, 99};
    ck_assert_int_eq(permkern_shape_i32(shape, (const int32_t[]){7, INT32_MAX}, 2), PERMKERN_OK);
    ck_assert(shape[0] == 7 && shape[1] == INT32_MAX);
    ck_assert_int_eq(permkern_shape_u32(shape, (const uint32_t[]){8, UINT32_MAX}, 2), PERMKERN_OK);
    ck_assert(shape[0] == 8 && shape[1] == UINT32_MAX);
    ck_assert_int_eq(permkern_shape_i64(shape, (const int64_t[]){9, 0}, 2), PERMKERN_OK);
    ck_assert(shape[0] == 9 && shape[1] == 0 && shape[2] == 99);
    ck_assert_int_eq(permkern_strides_i32(strides, (const int32_t[]){-7, INT32_MIN}, 2), PERMKERN_OK);
    ck_assert(strides[0] == -7 && strides[1] == INT32_MIN);
    ck_assert_int_eq(permkern_strides_i64(strides, (const int64_t[]){-8, 0}, 2), PERMKERN_OK);
    ck_assert(strides[0] == -8 && strides[1] == 0 && strides[2] == 99);
    ck_assert_int_eq(permkern_perm_i32(perm, (const int32_t[]){1, 0}, 2), PERMKERN_OK);
    ck_assert(perm[0] == 1 && perm[1] == 0);
    ck_assert_int_eq(permkern_perm_u32(perm, (const uint32_t[]){0, UINT32_MAX}, 2), PERMKERN_ERR_PERM);
    ck_assert_int_eq(permkern_perm_i64(perm, (const int64_t[]){-1, -2}, 2), PERMKERN_OK); /* from the last axis */
    ck_assert(perm[0] == 1 && perm[1] == 0 && perm[2] == 99);
}

/* ---- planes of bits ---- */

static permkern_bit_plane random_plane(uint64_t *state)
{
    permkern_bit_plane p = {.rows = 1 + next_random(state, 40), .cols = 1 + next_random(state, 80)};
    const size_t pages = (p.rows + 7) / 8;
    const size_t gap = next_random(state, 4);
    const size_t near = 1 + next_random(state, 3) / 2;
    p.in_row = (p.cols + 7) / 8 + gap;
    p.out_col = gap % 2 == 0 ? near : near * pages + gap / 2;
    p.out_page = gap % 2 == 0 ? near * p.cols + gap / 2 : near;
    p.in_capacity = (p.rows - 1) * p.in_row + (p.cols + 7) / 8;
    p.out_capacity = (p.cols - 1) * p.out_col + (pages - 1) * p.out_page + 1;
    p.in_msb = next_random(state, 2) != 0;
    p.out_msb = next_random(state, 2) != 0;
    p.flip_rows = next_random(state, 2) != 0;
    p.flip_cols = next_random(state, 2) != 0;
    return p;
}

static void transpose_bits(const permkern_bit_plane *p, const uint8_t *in, uint8_t *out)
{
    for (size_t y = 0; y < p->rows; y++) {
        for (size_t x = 0; x < p->cols; x++) {
            const size_t row = p->flip_rows ? p->rows - 1 - y : y;
            const size_t col = p->flip_cols ? p->cols - 1 - x : x;
            const unsigned bit = 1U << (p->out_msb ? 7 - row % 8 : row % 8);
            const bool set = (in[y * p->in_row + x / 8] >> (p->in_msb ? 7 - x % 8 : x % 8) & 1) != 0;
            uint8_t *const byte = &out[row / 8 * p->out_page + col * p->out_col];
            *byte = (uint8_t)(set ? *byte | bit : *byte & ~bit);
        }
    }
}

TEST(planes_of_bits)
{
    static uint8_t in[1024];
    static uint8_t out[4096];
    static uint8_t wanted[4096];
    uint64_t state = 1;
    for (unsigned n = 0; n < 4000; n++) {
        const permkern_bit_plane p = random_plane(&state);
        const size_t off = n % 4;
        for (size_t k = 0; k < sizeof out; k++) {
            in[k % sizeof in] = (uint8_t)next_random(&state, 256);
            wanted[k] = out[k] = (uint8_t)next_random(&state, 256);
        }
        transpose_bits(&p, in + off, wanted + 64);
        ck_assert_int_eq(permkern_bits8x8(&p, in + off, out + 64), PERMKERN_OK);
        ck_assert_msg(memcmp(out, wanted, sizeof out) == 0, "plane %u", n);
    }
}

/* Pointers, addresses and planes without columns: planes_of_bits_described has all other statuses. */
TEST(planes_of_bits_refused)
{
    static const uint8_t nothing[64];
    static uint8_t data[64];
    const permkern_bit_plane p = {10, 20, 3, 2, 1, 30, 40, false, false, false, false};
    permkern_bit_plane empty = p;
    empty.cols = 0;
    ck_assert_int_eq(permkern_bits8x8(NULL, nothing, data), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_bits8x8(&p, NULL, data), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_bits8x8(&p, nothing, NULL), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_bits8x8(&p, (const void *)(UINTPTR_MAX - 29), data), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(permkern_bits8x8(&p, data, data + 29), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_bits8x8(&empty, NULL, NULL), PERMKERN_OK);
    ck_assert(memcmp(data, nothing, sizeof data) == 0);
}

/* A side as docs/status.md describes it: two axes, and the bytes that its buffer has. */
static permkern_status side_of_bits(const size_t extent[2], const size_t stride[2], size_t *span)
{
    const int longer = stride[1] >= stride[0]; /* the axis */
    permkern_status status = PERMKERN_OK;
    *span = 1;
    for (int axis = 0; axis < 2; axis++) {
        const size_t steps = extent[axis] - 1;
        if (steps != 0 && stride[axis] == 0) {
            return PERMKERN_ERR_STRIDE;
        }
        if (steps != 0 && stride[axis] > (SIZE_MAX - *span) / steps) {
            status = PERMKERN_ERR_SIZE;
        }
        *span += steps * stride[axis];
    }
    const bool both = extent[0] > 1 && extent[1] > 1;
    return both && stride[longer] / extent[1 - longer] < stride[1 - longer] ? PERMKERN_ERR_STRIDE : status;
}

/* Without buffers: a plane that is right is PERMKERN_ERR_NULL. short_of: bytes that a capacity lacks. */
static void check_plane(size_t rows, size_t cols, const size_t stride[3], unsigned short_of)
{
    size_t in = 0;
    size_t out = 0;
    const size_t row = (cols - 1) / 8 + 1;
    const size_t pages = (rows - 1) / 8 + 1;
    const permkern_status from = side_of_bits((size_t[]){row, rows}, (size_t[]){1, stride[0]}, &in);
    const permkern_status to = side_of_bits((size_t[]){cols, pages}, &stride[1], &out);
    const permkern_status fits = short_of == 0 ? PERMKERN_ERR_NULL : PERMKERN_ERR_CAPACITY;
    const permkern_bit_plane p = {rows,  cols,  stride[0], stride[1], stride[2], in - short_of % 2, out - short_of / 2,
                                  false, false, false,     false};
    const permkern_status wanted = from != PERMKERN_OK ? from : to != PERMKERN_OK ? to : fits;
    ck_assert_msg(permkern_bits8x8(&p, NULL, NULL) == wanted, "%zux%zu, %zu, %zu, %zu: not %d", rows, cols, stride[0],
                  stride[1], stride[2], wanted);
}

TEST(planes_of_bits_described)
{
    for (size_t n = 0; n < (size_t)20 * 20 * 4 * 6 * 24; n++) {
        const size_t stride[3] = {n / 400 % 4, n / 1600 % 6, n / 9600};
        check_plane(1 + n % 20, 1 + n / 20 % 20, stride, (unsigned)(n % 3));
    }
    for (size_t n = 0; n < (size_t)20 * 20 * 3 * 3 * 20; n++) { /* a span of about SIZE_MAX bytes, by one stride */
        const size_t size[2] = {1 + n % 20, 1 + n / 20 % 20};
        const size_t parts = 1 + n / 3600;
        size_t stride[3] = {3, n / 1200 % 3, 60};
        stride[n / 400 % 3] = SIZE_MAX / parts - n % 41;
        check_plane(size[0], size[1], stride, (unsigned)(n % 3));
    }
}

/* ---- texts and binaries ---- */

TEST(every_status_has_a_text)
{
    for (int status = PERMKERN_OK; status <= PERMKERN_ERR_PART + 1; status++) { /* the last one is unknown */
        for (int other = PERMKERN_OK; other < status; other++) {
            ck_assert_str_ne(permkern_strerror((permkern_status)status), permkern_strerror((permkern_status)other));
        }
    }
    ck_assert_str_eq(permkern_strerror((permkern_status)999), "unknown status");
    ck_assert_str_eq(permkern_strerror(PERMKERN_OK), "success");
    ck_assert_str_eq(permkern_version(), PERMKERN_VERSION);
}

/* Compiled programs hold these numbers: a change needs another PERMKERN_FORMAT. */
TEST(binary_interface)
{
    const size_t words = 3 * PERMKERN_MAX_RANK + (sizeof(void *) > 4 ? 21 : 19);
    ck_assert_int_eq(PERMKERN_FORMAT, 5);
    ck_assert_uint_eq(sizeof(permkern_plan), words * sizeof(void *));
    ck_assert_uint_eq(offsetof(permkern_layout, capacity), 3 * sizeof(void *));
    ck_assert_uint_eq(offsetof(permkern_layout, bits), 5 * sizeof(void *));
    ck_assert_uint_eq(sizeof(permkern_layout), 6 * sizeof(void *));
    ck_assert_int_eq(PERMKERN_ERR_NULL, 1);
    ck_assert_int_eq(PERMKERN_ERR_OVERLAP, 12);
}

int main(void)
{
    const test tests[] = {
        EACH(places_of_buffers, COUNT(movers)),
        ONCE(pinned_capacities),
        ONCE(plans_that_nothing_filled),
        ONCE(plans_are_plain_data),
        EACH(bytes_of_scratch, COUNT(scratches)),
        ONCE(integers),
        ONCE(planes_of_bits),
        ONCE(planes_of_bits_refused),
        ONCE(planes_of_bits_described),
        ONCE(every_status_has_a_text),
        ONCE(binary_interface),
    };
    return run_suite(tests, sizeof tests / sizeof tests[0]);
}
