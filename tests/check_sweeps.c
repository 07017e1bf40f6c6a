/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every permutation of many shapes, by every entry point. Each request is checked twice: contiguous, and with random
 * strides, offsets, reversed axes and a constant. One request in every() is checked.
 */
#include "harness.h"
#include "vector/permkern_vector_set.h"

#include <string.h>

#define WIDTHS 4
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static uint64_t state = 1; /* of next_random */

/* ---- entry points ---- */

/*
 * Copies the input to the output buffer and permutes it there, with the scratch that is needed or as much as the data.
 * Bytes around the scratch must stay as they are.
 */
static permkern_status move_in_place(const request *r, const void *context, const void *in, void *out)
{
    enum { MOST = 1 << 16, AROUND = 16, ANYTHING = 0x5a };
    static uint8_t room[MOST + 2 * AROUND];
    uint8_t *const scratch = room + AROUND;
    permkern_plan plan;
    (void)context;
    permkern_status status = request_prepare(r, &plan);
    if (status != PERMKERN_OK) {
        return status;
    }
    const size_t span = request_out_span(r);
    size_t bytes = permkern_in_place_bytes(&plan);
    ck_assert_uint_le(bytes, MOST);
    memset(room, ANYTHING, sizeof room);
    memcpy(out, in, span);
    if (bytes != 0) {
        ck_assert_int_eq(permkern_run_in_place(&plan, out, scratch, bytes - 1), PERMKERN_ERR_CAPACITY);
        ck_assert_int_eq(permkern_run_in_place(&plan, out, NULL, bytes), PERMKERN_ERR_NULL);
    }
    if (bytes < span && span <= MOST && next_random(&state, 2) == 0) {
        bytes = span;
    }
    status = permkern_run_in_place(&plan, out, bytes == 0 ? NULL : scratch, bytes);
    for (size_t k = 0; k < AROUND; k++) {
        ck_assert_msg(room[k] == ANYTHING && scratch[bytes + k] == ANYTHING, "bytes around the scratch were written");
    }
    return status;
}

/* True if each side fills its buffer without gaps. */
static bool is_whole(const request *r)
{
    const size_t bytes = request_elements(r) * r->bits / 8;
    return request_in_span(r) == bytes && request_out_span(r) == bytes;
}

static bool runs_forward(const request *r)
{
    bool forward = true;
    for (unsigned k = 0; k < r->rank; k++) {
        forward = forward && r->in_strides[k] > 0 && r->out_strides[k] > 0;
    }
    return forward;
}

static void check(const request *r)
{
    static const uint32_t parts[] = {3, 2, 5, 16, 1};
    entry_point entries[6] = {{"permkern_prepare, permkern_run", move_by_permute, NULL, 0},
                              {"permkern_run_part", move_in_parts, &parts[next_random(&state, COUNT(parts))], 0},
                              {"generic routine", move_by_fallback, NULL, 0}};
    size_t count = 3;
    if (r->mask == 0) {
        entries[count++] = (entry_point){"permkern_permute", move_at_once, NULL, 0};
    }
    if (r->mask == 0 || runs_forward(r)) { /* vector kernels expect this */
        entries[count++] = (entry_point){"vector kernels", move_by_vectors, NULL, 0};
    }
    if (is_whole(r)) {
        entries[count++] = (entry_point){"permkern_run_in_place", move_in_place, NULL, 0};
    }
    check_request(r, entries, count);
}

/* Checks one request in every(). */
static void sample(const request *r)
{
    if (next_random(&state, every()) == 0) {
        check(r);
    }
}

/* ---- layouts ---- */

/* True once in `of` calls, on average. */
static bool now_and_then(uint32_t of)
{
    return next_random(&state, of) == 0;
}

/* Axes in another memory order, elements apart, gaps after axes. */
static void lay_out_side(ptrdiff_t *strides, const size_t *shape, const request *r)
{
    static const uint8_t backwards[] = {7, 6, 5, 4, 3, 2, 1, 0};
    static const size_t pads[] = {0, 0, 1, 3, 8, 64};
    const uint8_t *const order = now_and_then(4) ? backwards + 8 - r->rank : NULL;
    lay_out(strides, shape, order, r->rank, now_and_then(4) ? 2 : 1, pads[next_random(&state, COUNT(pads))]);
}

/* Returns the request with a random layout and constant. */
static request varied(const request *of)
{
    static const uint64_t masks[] = {0x8080808080808080U, 0x8000000000000001U, 0x123456789abcdef1U, UINT64_MAX};
    request r = *of;
    size_t out_shape[8];
    for (unsigned k = 0; k < r.rank; k++) {
        out_shape[k] = request_out_extent(&r, k);
    }
    if (!now_and_then(4)) {
        lay_out_side(r.in_strides, r.shape, &r);
        lay_out_side(r.out_strides, out_shape, &r);
    }
    r.strided = true;
    if (now_and_then(2)) {
        turn_round(&r, next_random(&state, 1U << r.rank), now_and_then(2) ? next_random(&state, 1U << r.rank) : 0);
    }
    if (now_and_then(4)) {
        r.in_offset += next_random(&state, 8);
        r.out_offset += next_random(&state, 8);
    }
    if (now_and_then(3)) {
        r.mask = masks[next_random(&state, COUNT(masks))] & (UINT64_MAX >> (64 - r.bits));
    }
    return request_in_span(&r) <= MOST_SPAN && request_out_span(&r) <= MOST_SPAN ? r : *of;
}

static void sample_both(request *r)
{
    r->strided = false;
    request_finish(r);
    sample(r);
    const request other = varied(r);
    sample(&other);
}

/* ---- shapes ---- */

static unsigned factorial(unsigned n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

/* Every permutation of every shape with these extents. */
static void every_shape(unsigned bits, unsigned rank, const size_t *extents, size_t count)
{
    size_t shapes = 1;
    for (unsigned k = 0; k < rank; k++) {
        shapes *= count;
    }
    for (size_t shape = 0; shape < shapes; shape++) {
        request r = {.rank = rank, .bits = bits};
        size_t rest = shape;
        for (unsigned k = 0; k < rank; k++, rest /= count) {
            r.shape[k] = extents[rest % count];
        }
        for (unsigned n = 0; n < factorial(rank); n++) {
            nth_permutation(r.perm, rank, n);
            sample_both(&r);
        }
    }
}

TEST(short_extents)
{
    static const size_t extents[] = {1, 2, 3, 4, 5, 6, 7};
    for (unsigned rank = 0; rank <= 4; rank++) {
        every_shape(8U << _i, rank, extents, COUNT(extents));
    }
}

/* t - 1, t, t + 1 and 2t + 1 for tiles with 2 to 64 rows and 2 to 16 columns. */
TEST(planes)
{
    static const size_t extents[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,  13,  14, 15,
                                     16, 17, 18, 19, 24, 31, 32, 33, 63, 64, 65, 127, 128, 129};
    every_shape(8U << _i, 2, extents, COUNT(extents));
}

TEST(planes_with_outer_axes)
{
    static const size_t three[] = {1, 2, 3, 4, 5, 8, 9, 17, 33};
    static const size_t four[] = {1, 2, 4, 5, 9};
    every_shape(8U << _i, 3, three, COUNT(three));
    every_shape(8U << _i, 4, four, COUNT(four));
}

/* The request itself, then with reversed input axes, then with a random layout. */
static void sample_turned(const request *r)
{
    request turned = *r;
    turn_round(&turned, 1 + next_random(&state, (1U << r->rank) - 1), 0);
    const request other = varied(r);
    sample(r);
    sample(&turned);
    sample(&other);
}

static void plane(unsigned bits, size_t rows, size_t cols)
{
    request r = {.rank = 2, .bits = bits, .shape = {rows, cols}, .perm = {1, 0}};
    request_finish(&r);
    sample_turned(&r);
}

TEST(channels)
{
    static const size_t counts[] = {2, 3, 4, 8, 16};
    for (size_t k = 0; k < COUNT(counts); k++) {
        for (size_t pixels = 1; pixels < 270; pixels += pixels < 140 ? 1 : 13) {
            plane(8U << _i, pixels, counts[k]);
            plane(8U << _i, counts[k], pixels);
        }
    }
}

/* Around 1024-byte chunks and 256-byte buffers. */
TEST(long_rows)
{
    static const size_t lengths[] = {255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 2049, 4096};
    static const size_t others[] = {2, 17, 66};
    for (size_t n = 0; n < COUNT(lengths) * COUNT(others); n++) {
        plane(8U << _i, others[n % COUNT(others)], lengths[n / COUNT(others)]);
        plane(8U << _i, lengths[n / COUNT(others)], others[n % COUNT(others)]);
    }
}

/* Runs that move, and pictures with pixels of one to four elements, mirrored and turned. */
TEST(runs)
{
    static const uint8_t perms[][3] = {{1, 0, 2}, {0, 1, 2}};
    for (size_t length = 1; length < 300; length++) {
        for (size_t pixel = 0; pixel <= 4; pixel++) {
            request r = {.rank = 3, .bits = 8U << _i, .shape = {5, length, pixel}};
            memcpy(r.perm, perms[length % 2], 3);
            if (pixel == 0) {
                r.shape[1] = 3;
                r.shape[2] = length;
                r.perm[0] = 1;
                r.perm[1] = 0;
            }
            request_finish(&r);
            sample_turned(&r);
        }
    }
}

/* Short-run planes. Some rows displace each other in caches. */
TEST(short_runs)
{
    static const size_t rows[] = {7, 8, 13, 70, 300};
    static const size_t cols[] = {2, 3, 75, 100};
    const size_t size = 1U << _i;
    for (size_t run = 2; run * size < 16; run++) {
        for (size_t n = 0; n < COUNT(rows) * COUNT(cols); n++) {
            request r = {.rank = 3, .bits = 8U << _i, .perm = {1, 0, 2}};
            r.shape[0] = rows[n % COUNT(rows)];
            r.shape[1] = cols[n / COUNT(rows)];
            r.shape[2] = run;
            request_finish(&r);
            if (n % 2 != 0) {
                r.strided = true;
                r.in_strides[0] = (ptrdiff_t)(4096 / size);
            }
            sample_turned(&r);
        }
    }
}

/* Whole tensors that one register holds, and a little larger ones. */
TEST(few_elements)
{
    enum { MOST = 66 };
    for (size_t a = 1; a <= MOST; a++) {
        for (size_t b = 1; a * b <= MOST; b++) {
            for (size_t c = 1; a * b * c <= MOST; c++) {
                for (unsigned n = 0; n < 6; n++) {
                    request r = {.rank = 3, .bits = 8U << _i, .shape = {a, b, c}};
                    nth_permutation(r.perm, 3, n);
                    sample_both(&r);
                }
            }
        }
    }
}

static void draw(request *r, const size_t *extents, uint32_t count)
{
    for (unsigned k = 0; k < r->rank; k++) {
        const unsigned with = next_random(&state, k + 1);
        r->perm[k] = r->perm[with];
        r->perm[with] = (uint8_t)k;
        r->shape[k] = extents[next_random(&state, count)];
    }
}

/* Short axes: several make rows or columns. Some are powers of two. */
TEST(several_axes)
{
    static const size_t extents[] = {1, 2, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 19, 32};
    for (unsigned n = 0; n < 800; n++) {
        request r = {.rank = 3 + n % 6, .bits = 8U << _i};
        draw(&r, extents, r.rank > 6 ? 4 : r.rank > 4 ? 7 : COUNT(extents));
        if (r.rank <= PERMKERN_MAX_RANK && request_elements(&r) <= 20000) {
            sample_both(&r);
        }
    }
}

/* Many tiles, long runs and long cycles: primes and powers of two. */
TEST(larger)
{
    static const size_t shapes[][4] = {
        {784, 8, 1, 1},  {8, 784, 1, 1},  {257, 2, 1, 1}, {31, 37, 1, 1},   {61, 61, 1, 1},  {24, 40, 1, 1},
        {6, 7, 200, 1},  {8, 8, 67, 1},   {5, 3, 64, 1},  {4, 20, 12, 8},   {9, 9, 9, 2},    {2, 96, 96, 1},
        {48, 12, 3, 1},  {64, 64, 1, 1},  {3, 70, 40, 1}, {2, 131, 131, 1}, {64, 16, 64, 1}, {96, 32, 96, 1},
        {40, 16, 8, 48}, {32, 8, 16, 32}, {32, 4, 16, 12}};
    static const uint8_t perms[][4] = {{1, 0, 2, 3}, {0, 2, 1, 3}, {2, 1, 0, 3},
                                       {1, 2, 0, 3}, {3, 2, 1, 0}, {3, 1, 2, 0}};
    for (size_t n = 0; n < COUNT(shapes) * COUNT(perms); n++) {
        request r = {.rank = 4, .bits = 8U << _i};
        memcpy(r.shape, shapes[n / COUNT(perms)], sizeof shapes[0]);
        memcpy(r.perm, perms[n % COUNT(perms)], sizeof perms[0]);
        sample_both(&r);
    }
}

/* Rows that are 4096 bytes apart, on either side, displace each other in caches. */
static void check_displaced(unsigned shift)
{
    static const size_t extents[] = {2, 5, 17, 40, 70};
    const ptrdiff_t apart = 4096 / (1 << shift);
    for (unsigned n = 0; n < COUNT(extents) * COUNT(extents) * 3; n++) {
        const size_t rows = extents[n % COUNT(extents)];
        const size_t cols = extents[n / COUNT(extents) % COUNT(extents)];
        request r = {.rank = 3, .bits = 8U << shift, .shape = {3, rows, cols}, .perm = {0, 2, 1}};
        request_finish(&r);
        r.strided = true;
        if (n % 3 != 0) {
            r.in_strides[0] = (ptrdiff_t)rows * apart;
            r.in_strides[1] = apart;
        }
        if (n % 3 != 1) {
            r.out_strides[0] = (ptrdiff_t)cols * apart;
            r.out_strides[1] = apart;
        }
        check(&r);
    }
}

TEST(displaced_rows)
{
    check_displaced(_i);
#ifdef PERMKERN_X86
    const uint32_t cpu = permkern_cpu;
    permkern_cpu = (cpu & 0xffffU) | 1U << PERMKERN_CPU_CACHE_BIT; /* stores bypass so small a cache */
    check_displaced(_i);
    permkern_cpu = cpu;
#endif
}

#ifdef PERMKERN_X86
/* Padded columns that begin at cache lines, anywhere, at cache lines in reversed order, or all as far off a line. */
static void check_padded(request *r)
{
    const ptrdiff_t line = 64 / (ptrdiff_t)(r->bits / 8);
    const size_t rows = r->shape[r->perm[2]];
    for (unsigned n = 0; n < 4; n++) {
        const ptrdiff_t pitch = ((ptrdiff_t)rows / line + 2) * line + (n == 1);
        r->in_offset = 0;
        r->out_offset = n == 3 ? 5 : 0;
        r->strided = false;
        request_finish(r);
        r->strided = true;
        r->out_strides[1] = pitch;
        r->out_strides[0] = pitch * (ptrdiff_t)r->shape[r->perm[1]];
        turn_round(r, 0, n == 2 ? 3 : 0);
        check(r);
        r->out_offset = 0;
    }
}

/*
 * Tiles, rows and runs whose stores bypass such small caches, and some that never do. CPUs with and without line
 * prefetch.
 */
TEST(streamed)
{
    static const struct {
        size_t shape[3]; /* for 8-bit elements; the first extent shrinks with the width */
        uint8_t perm[3];
    } cases[] = {
        {{127, 93, 3}, {2, 1, 0}},  {{16, 127, 93}, {0, 2, 1}}, {{16, 64, 128}, {0, 2, 1}}, {{16, 65, 93}, {0, 2, 1}},
        {{16, 96, 93}, {0, 2, 1}},  {{16, 48, 93}, {0, 2, 1}},  {{32, 24, 93}, {0, 2, 1}},  {{64, 64, 5}, {0, 2, 1}},
        {{16, 5, 512}, {1, 0, 2}},  {{16, 5, 1111}, {1, 0, 2}}, {{64, 16, 28}, {1, 0, 2}},  {{16, 64, 128}, {0, 1, 2}},
        {{16, 5, 1111}, {0, 1, 2}}, {{16, 640, 3}, {0, 1, 2}},  {{64, 333, 1}, {0, 1, 2}},  {{8, 300, 40}, {0, 2, 1}}};
    const uint32_t cpu = permkern_cpu;
    for (size_t n = 0; n < COUNT(cases); n++) {
        request r = {.rank = 3, .bits = 8U << _i};
        memcpy(r.shape, cases[n].shape, sizeof cases[n].shape);
        memcpy(r.perm, cases[n].perm, sizeof cases[n].perm);
        r.shape[0] /= r.bits / 8;
        permkern_cpu = (cpu & 0xffffU) | 1U << PERMKERN_CPU_CACHE_BIT;
        for (unsigned turned = 0; turned < 8; turned++) {
            r.in_offset = 0;
            r.strided = false;
            request_finish(&r);
            turn_round(&r, turned, 0);
            check(&r);
        }
        check_padded(&r);
        permkern_cpu = (cpu & PERMKERN_CPU_LEVEL) | (~cpu & PERMKERN_CPU_FETCHES); /* says nothing of its caches */
        r.in_offset = 0;
        r.strided = false;
        request_finish(&r);
        check(&r);
    }
    permkern_cpu = cpu;
}
#endif

int main(void)
{
    const test tests[] = {
        EACH(short_extents, WIDTHS), EACH(planes, WIDTHS),         EACH(planes_with_outer_axes, WIDTHS),
        EACH(channels, WIDTHS),      EACH(long_rows, WIDTHS),      EACH(runs, WIDTHS),
        EACH(short_runs, WIDTHS),    EACH(few_elements, WIDTHS),   EACH(several_axes, WIDTHS),
        EACH(larger, WIDTHS),        EACH(displaced_rows, WIDTHS),
#ifdef PERMKERN_X86
        EACH(streamed, WIDTHS),
#endif
    };
    return run_suite(tests, sizeof tests / sizeof tests[0]);
}
