/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every row of a set: its kernels called directly, at extents around the tile; pinned kernels also by the dispatcher,
 * which must find them for their work and for no other.
 */
#include "harness.h"
#include "selftest.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    unsigned bits;
    const char *perm;
    permkern_kernel *kernel;
    const char *name;
    uint32_t tile_rows;
    uint32_t tile_cols;
} form_row;

#define PERMKERN_KERNEL(name) permkern_kernel name;
#include "permkern_plan.inc"

static const form_row forms[] = {
#define PERMKERN_FORM(bits, perm, kernel, strategy, rows, cols) {bits, perm, kernel, #kernel, rows, cols},
#include "permkern_plan.inc"
    {0, "", NULL, "", 0, 0} /* sets of pinned kernels alone have no row */
};
#define FORMS ((int)(sizeof forms / sizeof forms[0]) - 1)

#define PINS ((int)(sizeof pinned_rows / sizeof pinned_rows[0]) - 1)

static request request_of(const form_row *row)
{
    request r = {0};
    r.bits = row->bits;
    r.rank = parse_digits(r.perm, row->perm);
    return r;
}

/* Extents to try on an axis: around one and two tiles if it is tiled, else around words. */
static unsigned extents_of(const form_row *row, unsigned axis, uint32_t *extents)
{
    const unsigned rank = parse_digits((uint8_t[8]){0}, row->perm);
    uint8_t perm[8] = {0};
    (void)parse_digits(perm, row->perm);
    const bool moves = perm[rank - 1] != rank - 1;
    static const uint32_t runs[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33};
    uint32_t tile = axis == perm[rank - 1] ? row->tile_rows : row->tile_cols;
    unsigned count = 0;
    if (axis != perm[rank - 1] && axis != rank - 1) {
        extents[count++] = 1;
        extents[count++] = 3;
        return count;
    }
    if (!moves) {
        for (; count < sizeof runs / sizeof runs[0]; count++) {
            extents[count] = runs[count];
        }
        return count;
    }
    tile = tile < 2 ? 4 : tile; /* untiled: the unrolled line has four elements */
    /* Two, three and four channels; groups of four pixels, rounds of four groups, and the remaining pixels. */
    const uint32_t around[] = {1, 2, tile - 1, tile, tile + 1, 2 * tile + 2, 5 * tile + 3};
    for (; count < sizeof around / sizeof around[0]; count++) {
        extents[count] = around[count];
    }
    return count;
}

/* The next combination of extents; false behind the last. */
static bool next_shape(request *r, unsigned *index, const unsigned *counts, uint32_t (*extents)[16])
{
    bool more = false;
    for (unsigned axis = 0; axis < r->rank && !more; axis++) {
        more = ++index[axis] < counts[axis];
        index[axis] = more ? index[axis] : 0;
        r->shape[axis] = extents[axis][index[axis]];
    }
    return more;
}

/*
 * A kernel for any permutation tells axes by their strides, and the dispatcher hands it none of extent 1: with one, two
 * contiguous strides are the same.
 */
static bool may_call(const form_row *row, const request *r)
{
    bool may = true;
    for (unsigned k = 0; k < r->rank; k++) {
        may = may && (r->shape[k] != 1 || strstr(row->name, "_p") != NULL);
    }
    return may;
}

/* Directly and by the dispatcher's choice, with padding that keeps the innermost axes contiguous, as kernels demand. */
TEST(every_form)
{
    static const size_t pads[] = {0, 1, 3, 8}; /* odd, and a multiple of every word */
    const form_row *const row = &forms[_i];
    const permkern_direct direct = {row->kernel};
    const entry_point entries[] = {{"dispatcher", move_by_permute, NULL, 0}, {row->name, move_by_kernel, &direct, 0}};
    uint64_t state = 1;
    uint32_t extents[8][16];
    unsigned counts[8];
    unsigned index[8] = {0};
    request r = request_of(row);
    for (unsigned axis = 0; axis < r.rank; axis++) {
        counts[axis] = extents_of(row, axis, extents[axis]);
        r.shape[axis] = extents[axis][0];
    }
    do {
        size_t out_shape[8];
        for (unsigned k = 0; k < r.rank; k++) {
            out_shape[k] = request_out_extent(&r, k);
        }
        lay_out(r.in_strides, r.shape, NULL, r.rank, 1, pads[next_random(&state, 4)]);
        lay_out(r.out_strides, out_shape, NULL, r.rank, 1, pads[next_random(&state, 4)]);
        r.strided = true;
        if (next_random(&state, every()) == 0) {
            check_request(&r, entries, may_call(row, &r) ? 2 : 1);
        }
    } while (next_shape(&r, index, counts, extents));
}

/*
 * Reverses the output axes `flips`. Axes in out_axes run backwards in the output, the others in the input. Axes in
 * out_axes but not in `flips` run backwards on both sides.
 */
static void reverse(request *r, unsigned flips, unsigned out_axes)
{
    unsigned in_axes = 0;
    for (unsigned k = 0; k < r->rank; k++) {
        in_axes |= ((flips ^ out_axes) >> k & 1U) << r->perm[k];
    }
    if ((in_axes | out_axes) != 0) {
        turn_round(r, in_axes, out_axes);
    }
}

/* Both sides without gaps. */
static void lay_out_reversed(request *r, unsigned flips, unsigned out_axes)
{
    r->strided = false;
    r->in_offset = 0;
    r->out_offset = 0;
    request_finish(r);
    reverse(r, flips, out_axes);
}

static request request_of_pin(const selftest_pinned *pin)
{
    request r = {.rank = pin->work.rank, .bits = pin->bits, .strided = true};
    memcpy(r.perm, pin->work.perm, sizeof r.perm);
    for (unsigned k = 0; k < r.rank; k++) {
        r.shape[k] = pin->work.shape[k];
        r.in_strides[k] = (ptrdiff_t)pin->work.in_stride[k];
        r.out_strides[k] = (ptrdiff_t)pin->work.out_stride[k];
    }
    r.in_offset = pin->work.offset[0];
    r.out_offset = pin->work.offset[1];
    r.order = pin->work.ordered ? pin->work.order : NULL;
    r.mask = ((uint64_t)pin->flip[1] << 32 | pin->flip[0]) & (UINT64_MAX >> (64 - r.bits));
    reverse(&r, pin->work.flips, 0);
    return r;
}

/* In place, the output's buffer gets the input first. */
static permkern_status move_by_pin(const request *r, const void *context, const void *in, void *out)
{
    const selftest_pinned *const pin = context;
    if (pin->kernel != NULL) {
        pin->kernel(in, out);
    } else {
        memcpy(out, in, request_out_span(r));
        pin->in_place(out);
    }
    return PERMKERN_OK;
}

/* Whichever side's axes run backwards. Parts are moved as if nothing were pinned. */
static void check_dispatched(const selftest_pinned *pin)
{
    static const uint32_t halves = 2;
    const entry_point entries[] = {{pin->name, move_by_permute, NULL, 0},
                                   {"generic", move_by_fallback, NULL, 0},
                                   {"halves", move_in_parts, &halves, 0},
                                   {pin->name, move_at_once, NULL, 0}};
    request r = request_of_pin(pin);
    for (unsigned out_axes = 0; out_axes < 1U << r.rank; out_axes++) {
        permkern_plan plan;
        lay_out_reversed(&r, pin->work.flips, out_axes);
        ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
        ck_assert_msg(!pin->dispatched || permkern_planned(&plan)->choice.pinned != NULL,
                      "%s is not found by its shape", pin->name);
        check_request(&r, entries, out_axes == 0 ? 3 : 1);
    }
    r.mask = 0;
    lay_out_reversed(&r, pin->work.flips, 0);
    check_request(&r, &entries[3], 1);
}

/* The kernel is found with its own constant and no other, and not without one. */
static void check_constants(const selftest_pinned *pin)
{
    request r = request_of_pin(pin);
    const uint64_t own = r.mask;
    const uint64_t constants[] = {own, own ^ 1U, own ^ (uint64_t)1 << (r.bits - 1), 0};
    for (unsigned k = 0; k < 4; k++) {
        permkern_plan plan;
        r.mask = constants[k];
        ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
        ck_assert_msg(permkern_planned(&plan)->choice.pinned != pin->kernel || r.mask == own || own == 0,
                      "%s is found with another constant", pin->name);
        check_request(&r, &(entry_point){pin->name, move_by_permute, NULL, 0}, 1);
    }
}

/* One more on one extent, another reversed axis, or a padded stride is another work: no pinned kernel may take it. */
static void check_other_works(const selftest_pinned *pin)
{
    static const entry_point entries[] = {{"dispatcher, another work", move_by_permute, NULL, 0},
                                          {"one call, another work", move_at_once, NULL, 0}};
    const unsigned flips = pin->work.flips;
    request r = request_of_pin(pin);
    const size_t count = r.mask == 0 ? 2 : 1;
    for (unsigned axis = 0; axis < r.rank; axis++) {
        r.shape[axis]++;
        lay_out_reversed(&r, flips, 0);
        check_request(&r, entries, count);
        r.shape[axis]--;
        lay_out_reversed(&r, flips ^ 1U << axis, 0);
        check_request(&r, entries, count);
    }
    lay_out_reversed(&r, 0, 0);
    r.strided = true;
    lay_out(r.in_strides, r.shape, NULL, r.rank, 1, 3);
    reverse(&r, flips, 0);
    check_request(&r, entries, count);
}

TEST(every_pin)
{
    const selftest_pinned pin = read_row(&pinned_rows[_i]);
    const request r = request_of_pin(&pin);
    check_request(&r, &(entry_point){pin.name, move_by_pin, &pin, pin.align}, 1);
    if (pin.kernel != NULL && pin.bits >= 8 && !pin.work.ordered) {
        check_dispatched(&pin);
        check_constants(&pin);
        check_other_works(&pin);
    }
}

#if !PERMKERN_VECTOR
/* Checks the choice itself, as the generic routine would be right, too. No run of these extents widens. */
TEST(every_form_is_found)
{
    static const size_t extents[8] = {9, 11, 9, 11, 9, 11, 9, 11};
    request r = request_of(&forms[_i]);
    permkern_plan plan;
    memcpy(r.shape, extents, sizeof extents);
    request_finish(&r);
    ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
    ck_assert(permkern_planned(&plan)->choice.kernel == forms[_i].kernel);
}
#endif

int main(void)
{
    const test tests[] = {
        EACH(every_form, FORMS),
        EACH(every_pin, PINS),
#if !PERMKERN_VECTOR
        EACH(every_form_is_found, FORMS),
#endif
    };
    return run_suite(tests, sizeof tests / sizeof tests[0]);
}
