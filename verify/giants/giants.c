/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Requests beyond 32 bits, for every entry point and every kernel. A few elements lie gigabytes apart, so an offset in
 * fewer than 64 bits gives a wrong result. Single parts of spans of many gigabytes are also run. Every element is
 * compared with the definition, out[o] == in[i] with i[perm[k]] == o[k]. Only pages with elements take memory.
 */
#define _GNU_SOURCE
#include "harness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#define GIB ((size_t)1 << 30)
#define REACH (2048 * GIB) /* bytes of address space for each side */

static uint8_t *inputs;
static uint8_t *outputs;
static unsigned passed;
static unsigned failed;

/* ---- address space: a page takes memory once it is written ---- */

static uint8_t *reserve(size_t bytes)
{
    const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    uint8_t *const at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, how, -1, 0);
    if (at == MAP_FAILED) {
        perror("no address space");
        exit(2);
    }
    (void)madvise(at, bytes, MADV_NOHUGEPAGE); /* huge pages would take 2 MiB per element */
    return at;
}

/* Frees the pages, so all bytes are 0 again. */
static void forget(uint8_t *at, size_t bytes)
{
    if (madvise(at, bytes, MADV_DONTNEED) != 0) {
        perror("madvise");
        exit(2);
    }
}

/* Ends the program above 1 GiB, because wrong offsets may touch any number of pages. */
static void end_above_a_gigabyte(int number)
{
    static const char message[] = "FAIL: over a gigabyte of memory\n";
    struct rusage usage;
    (void)number;
    if (getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_maxrss > 1 << 20) { /* KiB */
        _exit(write(STDOUT_FILENO, message, sizeof message - 1) < 0 ? 4 : 3);
    }
}

static void watch_memory(void)
{
    const struct itimerval often = {{0, 20000}, {0, 20000}};
    if (signal(SIGALRM, end_above_a_gigabyte) == SIG_ERR || setitimer(ITIMER_REAL, &often, NULL) != 0) {
        perror("setitimer");
        exit(2);
    }
}

/* ---- one request ---- */

static void count(bool good, const char *what, const request *r)
{
    passed += good ? 1 : 0;
    failed += good ? 0 : 1;
    if (good) {
        return;
    }
    printf("FAIL %s, %u-bit, shape", what, r->bits);
    for (unsigned k = 0; k < r->rank; k++) {
        printf("; %zu, perm %u, strides %td/%td", r->shape[k], r->perm[k], r->in_strides[k], r->out_strides[k]);
    }
    printf("\n");
}

/* Input and output offset, in elements, of output element number `o`. */
static void offsets_of(const request *r, size_t o, size_t *from, size_t *to)
{
    *from = r->in_offset;
    *to = r->out_offset;
    for (unsigned k = r->rank; k-- > 0;) {
        const size_t extent = request_out_extent(r, k);
        *from += o % extent * (size_t)r->in_strides[r->perm[k]];
        *to += o % extent * (size_t)r->out_strides[k];
        o /= extent;
    }
}

/* The bytes of element number `o`. None is 0, unlike in untouched pages. */
static uint64_t value_of(size_t o)
{
    return (o + 1) * 0x9e3779b97f4a7c15U | 0x0101010101010101U;
}

static bool is_right(const request *r, const uint8_t *out)
{
    const size_t size = r->bits / 8;
    for (size_t o = 0; o < request_elements(r); o++) {
        size_t from = 0;
        size_t to = 0;
        offsets_of(r, o, &from, &to);
        const uint64_t want = value_of(o) ^ r->mask;
        if (memcmp(out + to * size, &want, size) != 0) {
            return false;
        }
    }
    return true;
}

static void check(const request *r, const char *name, mover *move, const void *context)
{
    const size_t size = r->bits / 8;
    for (size_t o = 0; o < request_elements(r); o++) {
        size_t from = 0;
        size_t to = 0;
        offsets_of(r, o, &from, &to);
        const uint64_t value = value_of(o);
        memcpy(inputs + from * size, &value, size);
        memset(outputs + to * size, 0, size);
    }
    const permkern_status status = move(r, context, inputs, outputs);
    count(status == PERMKERN_OK && is_right(r, outputs), name, r);
}

/* ---- every entry point ---- */

static void check_entry_points(request *r)
{
    static const uint32_t shares = 3;
    if (request_in_span(r) > REACH || request_out_span(r) > REACH) {
        return; /* too many elements, gigabytes apart, for the address space */
    }
    check(r, "run", move_by_permute, NULL);
    check(r, "permute", move_at_once, NULL);
    check(r, "generic", move_by_fallback, NULL);
    check(r, "vectors", move_by_vectors, NULL);
    check(r, "shares", move_in_parts, &shares);
    r->mask = (uint64_t)0x8002040810204080U >> (64 - r->bits);
    check(r, "exclusive or", move_by_permute, NULL);
    check(r, "exclusive or, shares", move_in_parts, &shares);
    r->mask = 0;
    forget(inputs, request_in_span(r));
    forget(outputs, request_out_span(r));
}

/* ---- strides of gigabytes ---- */

/* In bytes, multiples of every element size. The first is below 2^32 and its double above; the second is above. */
static const size_t strides[] = {3 * GIB + 4160, 5 * GIB + 64};

/* Sets one side's strides: `bytes` along axis `giant` (-1: contiguous), larger ones on the axes outside it. */
static void lay_side(const request *r, bool output, int giant, size_t bytes, ptrdiff_t *to)
{
    size_t stride = 1;
    for (unsigned k = r->rank; k-- > 0;) {
        stride = (int)k == giant ? bytes / (r->bits / 8) : stride;
        to[k] = (ptrdiff_t)stride;
        stride *= output ? request_out_extent(r, k) : r->shape[k];
    }
}

static void check_shape(unsigned rank, const size_t *shape, unsigned bits)
{
    unsigned permutations = 1;
    for (unsigned k = 2; k <= rank; k++) {
        permutations *= k;
    }
    for (unsigned number = 0; number < permutations; number++) {
        /* A sample above rank 3, because three axes reach each kernel. */
        if (rank > 3 && number % (rank == 4 ? 5 : 97) != 1) {
            continue;
        }
        for (int giant = 0; giant < 3 * (int)rank; giant++) {
            request r = {.rank = rank, .bits = bits, .strided = true};
            const size_t bytes = strides[(unsigned)giant % 2];
            const int axis = giant % (int)rank;
            memcpy(r.shape, shape, rank * sizeof *shape);
            nth_permutation(r.perm, rank, number);
            lay_side(&r, false, giant / (int)rank == 1 ? -1 : axis, bytes, r.in_strides);
            lay_side(&r, true, giant / (int)rank == 0 ? -1 : axis, bytes, r.out_strides);
            check_entry_points(&r);
            if (giant % 3 == 0) { /* also with a reversed axis */
                turn_round(&r, 1U << axis, giant % 2 == 0 ? 0 : 1);
                check_entry_points(&r);
            }
        }
    }
}

static void check_strides(void)
{
    /* Lines, tiles for every vector, channels on each side, runs, and loops over more axes. */
    static const struct {
        unsigned rank;
        size_t shape[6];
    } shapes[] = {{1, {5}},        {2, {5, 3}},     {2, {18, 35}},     {2, {33, 4}},         {2, {3, 40}},
                  {3, {2, 5, 17}}, {3, {3, 2, 40}}, {4, {2, 3, 2, 9}}, {5, {2, 2, 2, 3, 3}}, {6, {2, 2, 2, 2, 2, 3}}};
    for (unsigned k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        for (unsigned bits = 8; bits <= 64; bits *= 2) {
            check_shape(shapes[k].rank, shapes[k].shape, bits);
        }
    }
}

/* ---- parts of spans without gaps ---- */

#define AROUND 2U /* elements compared on each side of an index */

/* Writes the input (or compares the output) around index `at` of `axis`, in all channels of a plane. */
static bool touch(const request *r, unsigned axis, size_t at, bool compare)
{
    const size_t size = r->bits / 8;
    const size_t channels = request_out_extent(r, 1 - axis);
    bool same = true;
    for (size_t near = at - AROUND; near <= at + AROUND; near++) {
        for (size_t k = 0; k < channels; k++) {
            const size_t from =
                near * (size_t)r->in_strides[r->perm[axis]] + k * (size_t)r->in_strides[r->perm[1 - axis]];
            const size_t to = near * (size_t)r->out_strides[axis] + k * (size_t)r->out_strides[1 - axis];
            const uint64_t value = value_of(near * channels + k);
            if (compare) {
                same = same && memcmp(outputs + to * size, &value, size) == 0;
            } else {
                memcpy(inputs + from * size, &value, size);
            }
        }
    }
    return same;
}

/* Runs the parts around index `at`, and checks their elements. Each part has `each` elements of the axis. */
static void check_share(const request *r, uint32_t parts, unsigned axis, size_t at, size_t each)
{
    const uint32_t first = (uint32_t)((at - AROUND) / each);
    const uint32_t last = (uint32_t)((at + AROUND) / each);
    const uint32_t end = last < parts ? last + 1 : parts;
    permkern_plan plan;
    bool right = request_prepare(r, &plan) == PERMKERN_OK && touch(r, axis, at, false);
    for (uint32_t k = first < parts ? first : parts - 1; right && k < end; k++) {
        right = permkern_run_part(&plan, inputs, outputs, k, parts) == PERMKERN_OK;
    }
    count(right && touch(r, axis, at, true), "a few shares", r);
    forget(inputs, request_in_span(r));
    forget(outputs, request_out_span(r));
}

/* A plane with few channels and over 2^32 pixels. turned: transposed; last: pixels are the input's last axis. */
static void check_long(unsigned bits, uint32_t parts, size_t channels, bool turned, bool last)
{
    const size_t each = parts < 1U << 24 ? (size_t)8 * 5001 : 16; /* over 2^32 pixels even in groups of eight */
    const size_t pixels = each * parts + 3;
    const unsigned axis = turned == last ? 0 : 1;
    request r = {.rank = 2, .bits = bits};
    r.shape[last ? 1 : 0] = pixels;
    r.shape[last ? 0 : 1] = channels;
    r.perm[turned ? 1 : 0] = 0;
    r.perm[turned ? 0 : 1] = 1;
    request_finish(&r);
    if (request_in_span(&r) > REACH) {
        return;
    }
    for (unsigned eighths = 1; eighths < 8; eighths += 2) {
        check_share(&r, parts, axis, pixels / 8 * eighths, each);
    }
    check_share(&r, parts, axis, AROUND, each);
    check_share(&r, parts, axis, pixels - 1 - AROUND, each);
}

static void check_shares(void)
{
    static const uint32_t counts[] = {1U << 20, 0x7fffffffU, UINT32_MAX};
    for (unsigned bits = 8; bits <= 64; bits *= 2) {
        for (unsigned k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            check_long(bits, counts[k], 1, false, true);
            for (size_t channels = 2; channels <= 5; channels++) {
                check_long(bits, counts[k], channels, true, channels % 2 == 0);
                check_long(bits, counts[k], channels, true, channels % 2 != 0);
            }
        }
    }
}

int main(void)
{
    watch_memory();
    inputs = reserve(REACH);
    outputs = reserve(REACH);
    for (unsigned set = 0; set < set_count(); set++) {
        set_choose(set);
        check_strides();
        check_shares();
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
