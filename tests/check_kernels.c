/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every row of the plan against the oracle: called directly, through the dispatcher and with the kernels taken away;
 * extents around the tile, strided views, starts on and off the word boundary, guard pages at both ends.
 */
#include "harness.h"

#include <check.h>
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

typedef struct {
    permkern_pinned *kernel;
    const char *name;
    unsigned bits;
    const char *shape;
    const char *perm;
    const char *flips;
    unsigned align;
    unsigned dispatched;
    uint32_t flip[2]; /* what each element is exclusive-ored with, repeated to 64 bits in two halves */
} pinned_row;

static const pinned_row pins[] = {
#define PERMKERN_PIN(kernel, bits, shape, perm, flips, align, count, dispatched)                                       \
    {kernel, #kernel, bits, shape, perm, flips, align, dispatched, {0, 0}},
#define PERMKERN_PIN_XOR(kernel, bits, shape, perm, flips, align, count, dispatched, low, high)                        \
    {kernel, #kernel, bits, shape, perm, flips, align, dispatched, {low, high}},
#include "permkern_plan.inc"
    {NULL, "", 0, "", "", "", 0, 0, {0, 0}} /* most sets have none */
};
#define PINS ((int)(sizeof pins / sizeof pins[0]) - 1)

typedef struct {
    permkern_pinned_in_place *kernel;
    pinned_row row;
} in_place_row;

static const in_place_row in_places[] = {
#define PERMKERN_PIN_IN_PLACE(kernel, bits, shape, perm, flips, align, count)                                          \
    {kernel, {NULL, #kernel, bits, shape, perm, flips, align, 0, {0, 0}}},
#include "permkern_plan.inc"
    {NULL, {NULL, "", 0, "", "", "", 0, 0, {0, 0}}}};
#define IN_PLACES ((int)(sizeof in_places / sizeof in_places[0]) - 1)

typedef struct {
    mover *move;
    const char *name;
    permkern_direct direct;
} way;

/* The ways to move a row: directly, dispatched, by the generic routine, without a plan of ours. */
#define WAYS 4

static way way_of(const form_row *row, int number)
{
    const way ways[WAYS] = {{move_by_kernel, row->name, {row->kernel}},
                            {move_by_permute, "dispatcher", {NULL}},
                            {move_by_fallback, "generic", {NULL}},
                            {move_at_once, "one call", {NULL}}};
    return ways[number];
}

static request request_of(const form_row *row)
{
    request r = {0};
    r.bits = row->bits;
    r.rank = parse_digits(r.perm, row->perm);
    return r;
}

/* Extents worth trying on an axis: around one and two tiles where it is tiled, else around words. */
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
    /* Two, three and four channels; groups of four pixels, rounds of four groups, and what they leave. */
    const uint32_t around[] = {1, 2, tile - 1, tile, tile + 1, 2 * tile + 2, 5 * tile + 3};
    for (; count < sizeof around / sizeof around[0]; count++) {
        extents[count] = around[count];
    }
    return count;
}

/* Calls visit for every combination of extents; every seventh where only a sample is wanted. */
static void sweep(const form_row *row, bool sample, void (*visit)(request *r, const way *w), const way *w)
{
    uint32_t extents[8][16];
    unsigned counts[8];
    unsigned index[8] = {0};
    unsigned visits = 0;
    request r = request_of(row);
    for (unsigned axis = 0; axis < r.rank; axis++) {
        counts[axis] = extents_of(row, axis, extents[axis]);
    }
    for (unsigned axis = 0; axis < r.rank;) {
        for (unsigned k = 0; k < r.rank; k++) {
            r.shape[k] = extents[k][index[k]];
        }
        if (!sample || visits % 7 == 0) {
            visit(&r, w);
        }
        visits++;
        for (axis = 0; axis < r.rank && ++index[axis] == counts[axis]; axis++) {
            index[axis] = 0;
        }
    }
}

/*
 * A kernel for any permutation tells axes by their strides, and the dispatcher hands it none of extent 1: with one, two
 * contiguous strides are the same.
 */
static bool may_call(const request *r, const way *w)
{
    const bool any = w->direct.kernel != NULL && w->direct.kernel != permkern_generic && strstr(w->name, "_p") == NULL;
    for (unsigned k = 0; any && k < r->rank; k++) {
        if (r->shape[k] == 1) {
            return false;
        }
    }
    return true;
}

static void visit_contiguous(request *r, const way *w)
{
    if (!may_call(r, w)) {
        return;
    }
    r->strided = false;
    request_finish(r);
    for (int where = 0; where < PLACES; where++) {
        check_request(r, (place)where, w->name, w->move, &w->direct);
    }
}

START_TEST(every_form)
{
    const form_row *const row = &forms[_i / WAYS];
    const way w = way_of(row, _i % WAYS);
    sweep(row, sampling(), visit_contiguous, &w);
}
END_TEST

/* Paddings that keep the innermost axes contiguous, as kernels demand: odd, and a multiple of every word. */
static void visit_padded(request *r, const way *w)
{
    static const uint32_t pads[] = {1, 3, 8};
    size_t shape[8];
    if (!may_call(r, w)) {
        return;
    }
    for (unsigned k = 0; k < r->rank; k++) {
        shape[k] = request_out_extent(r, k);
    }
    r->strided = true;
    for (unsigned in_pad = 0; in_pad < 3; in_pad++) {
        for (unsigned out_pad = 0; out_pad < 3; out_pad++) {
            lay_out(r->in_strides, r->shape, NULL, r->rank, 1, pads[in_pad]);
            lay_out(r->out_strides, shape, NULL, r->rank, 1, pads[out_pad]);
            check_request(r, (place)((in_pad + out_pad) % PLACES), w->name, w->move, &w->direct);
        }
    }
}

START_TEST(every_form_padded)
{
    const form_row *const row = &forms[_i / WAYS];
    const way w = way_of(row, _i % WAYS);
    sweep(row, true, visit_padded, &w);
}
END_TEST

/* Views no kernel takes as they are: elements apart, and memory orders that are not the axes' order. */
static void visit_views(request *r, const way *w)
{
    size_t shape[8];
    uint8_t reversed[8];
    uint8_t rotated[8];
    for (unsigned k = 0; k < r->rank && k < 8; k++) { /* GCC 12 at -O3 with LTO sees ranks over 8 */
        shape[k] = request_out_extent(r, k);
        reversed[k] = (uint8_t)(r->rank - 1 - k);
        rotated[k] = (uint8_t)((k + 1) % r->rank);
    }
    const uint8_t *const orders[] = {NULL, reversed, rotated};
    r->strided = true;
    for (unsigned i = 0; i < 9; i++) {
        lay_out(r->in_strides, r->shape, orders[i % 3], r->rank, 1 + i % 2, i % 5);
        lay_out(r->out_strides, shape, orders[i / 3], r->rank, 1 + i / 4, i % 4);
        check_request(r, (place)(i % PLACES), w->name, w->move, &w->direct);
    }
}

START_TEST(every_form_viewed)
{
    const form_row *const row = &forms[_i / 2];
    const way w = way_of(row, 1 + _i % 2);
    sweep(row, true, visit_views, &w);
}
END_TEST

/* The output's axes that a pinned kernel reverses, as bits. */
static unsigned flips_of(const pinned_row *row)
{
    uint8_t axes[8] = {0};
    unsigned flips = 0;
    for (unsigned k = parse_digits(axes, row->flips); k-- > 0;) {
        flips |= 1U << axes[k];
    }
    return flips;
}

/*
 * Of the output's axes that are to be reversed, those of out_axes run backwards in the output, the others in the input.
 * Axes of out_axes that are not to be reversed run backwards on both sides.
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

static request request_of_pin(const pinned_row *row)
{
    request r = {0};
    const char *text = row->shape;
    r.bits = row->bits;
    r.rank = parse_digits(r.perm, row->perm);
    for (unsigned k = 0; k < r.rank; k++) {
        char *end = NULL;
        r.shape[k] = (uint32_t)strtoul(text, &end, 10);
        text = end + 1;
    }
    r.mask = ((uint64_t)row->flip[1] << 32 | row->flip[0]) & (UINT64_MAX >> (64 - r.bits));
    lay_out_reversed(&r, flips_of(row), 0);
    return r;
}

static permkern_status move_by_pin(const request *r, const void *context, const void *in, void *out)
{
    const pinned_row *const row = context;
    (void)r;
    row->kernel(in, out);
    return PERMKERN_OK;
}

/* True where the buffers of a place are aligned as the pinned kernel was promised. */
static bool place_suits(const request *r, const pinned_row *row, place where)
{
    const size_t span = request_in_span(r);
    return where == AT_START || (where == AT_END ? span % row->align == 0 : row->align <= row->bits / 8);
}

START_TEST(every_pin_directly)
{
    const pinned_row *const row = &pins[_i];
    const request r = request_of_pin(row);
    for (int where = 0; where < PLACES; where++) {
        if (place_suits(&r, row, (place)where)) {
            check_request(&r, (place)where, row->name, move_by_pin, row);
        }
    }
}
END_TEST

/* Whichever side's axes run backwards. In halves, shares are moved as if nothing were pinned. */
START_TEST(every_pin_dispatched)
{
    static const uint32_t halves = 2;
    const pinned_row *const row = &pins[_i];
    request r = request_of_pin(row);
    const uint64_t mask = r.mask;
    for (unsigned out_axes = 0; out_axes < 1U << r.rank; out_axes++) {
        permkern_plan plan;
        lay_out_reversed(&r, flips_of(row), out_axes);
        ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
        ck_assert_msg(!row->dispatched || permkern_planned(&plan)->pinned != NULL, "%s is not found by its shape",
                      row->name);
        check_request(&r, AT_END, row->name, move_by_permute, NULL);
    }
    lay_out_reversed(&r, flips_of(row), 0);
    for (int where = 0; where < PLACES; where++) {
        check_request(&r, (place)where, row->name, move_by_permute, NULL);
        check_request(&r, (place)where, "generic", move_by_fallback, NULL);
        check_request(&r, (place)where, "halves", move_in_shares, &halves);
        r.mask = 0;
        check_request(&r, (place)where, row->name, move_at_once, NULL);
        r.mask = mask;
    }
}
END_TEST

/* The kernel is found with its own constant and no other, and not without one. */
START_TEST(every_pin_by_its_constant)
{
    const pinned_row *const row = &pins[_i];
    request r = request_of_pin(row);
    const uint64_t own = r.mask;
    const uint64_t constants[] = {own, own ^ 1U, own ^ (uint64_t)1 << (r.bits - 1), 0};
    for (unsigned k = 0; k < 4; k++) {
        permkern_plan plan;
        r.mask = constants[k];
        ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
        ck_assert_msg(permkern_planned(&plan)->pinned != row->kernel || r.mask == own || own == 0,
                      "%s is found with another constant", row->name);
        check_request(&r, AT_START, row->name, move_by_permute, NULL);
    }
}
END_TEST

/* One more on one extent, another reversed axis, or a padded stride is another work: no pinned kernel may take it. */
START_TEST(every_pin_and_no_other)
{
    const unsigned flips = flips_of(&pins[_i]);
    request r = request_of_pin(&pins[_i]);
    for (unsigned axis = 0; axis < r.rank; axis++) {
        r.shape[axis]++;
        lay_out_reversed(&r, flips, 0);
        check_request(&r, AT_END, "dispatcher, another shape", move_by_permute, NULL);
        r.shape[axis]--;
    }
    r.mask = 0;
    for (unsigned axis = 0; axis < r.rank; axis++) {
        r.shape[axis]++;
        lay_out_reversed(&r, flips, 0);
        check_request(&r, AT_END, "one call, another shape", move_at_once, NULL);
        r.shape[axis]--;
        lay_out_reversed(&r, flips ^ 1U << axis, 0);
        check_request(&r, AT_END, "one call, another axis reversed", move_at_once, NULL);
    }
    r.mask = request_of_pin(&pins[_i]).mask;
    for (unsigned axis = 0; axis < r.rank; axis++) {
        lay_out_reversed(&r, flips ^ 1U << axis, 0);
        check_request(&r, AT_END, "dispatcher, another axis reversed", move_by_permute, NULL);
    }
    lay_out_reversed(&r, 0, 0);
    r.strided = true;
    lay_out(r.in_strides, r.shape, NULL, r.rank, 1, 3);
    reverse(&r, flips, 0);
    check_request(&r, AT_END, "dispatcher, padded input", move_by_permute, NULL);
}
END_TEST

/* The output's buffer gets the input first. */
static permkern_status move_in_place(const request *r, const void *context, const void *in, void *out)
{
    const in_place_row *const pin = context;
    memcpy(out, in, request_out_span(r));
    pin->kernel(out);
    return PERMKERN_OK;
}

START_TEST(every_pin_in_place)
{
    const in_place_row *const pin = &in_places[_i];
    const request r = request_of_pin(&pin->row);
    for (int where = 0; where < PLACES; where++) {
        if (place_suits(&r, &pin->row, (place)where)) {
            check_request(&r, (place)where, pin->row.name, move_in_place, pin);
        }
    }
}
END_TEST

#if !PERMKERN_VECTOR
/* The dispatcher's choice itself, as the generic routine would be right, too. No run of these extents widens. */
START_TEST(every_form_is_found)
{
    static const size_t extents[8] = {9, 11, 9, 11, 9, 11, 9, 11};
    request r = request_of(&forms[_i]);
    permkern_plan plan;
    memcpy(r.shape, extents, sizeof extents);
    request_finish(&r);
    ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
    ck_assert(permkern_planned(&plan)->kernel == forms[_i].kernel);
}
END_TEST
#endif

int main(void)
{
    Suite *const suite = suite_create("kernels");
    TCase *const rows = tcase_create("rows");
    TCase *const pinned = tcase_create("pinned");
    tcase_set_timeout(rows, 300);
    tcase_set_timeout(pinned, 300);
    tcase_add_loop_test(rows, every_form, 0, FORMS * WAYS);
    tcase_add_loop_test(rows, every_form_padded, 0, FORMS * WAYS);
    tcase_add_loop_test(rows, every_form_viewed, 0, FORMS * 2);
    tcase_add_loop_test(pinned, every_pin_directly, 0, PINS);
    tcase_add_loop_test(pinned, every_pin_dispatched, 0, PINS);
    tcase_add_loop_test(pinned, every_pin_by_its_constant, 0, PINS);
    tcase_add_loop_test(pinned, every_pin_and_no_other, 0, PINS);
    tcase_add_loop_test(pinned, every_pin_in_place, 0, IN_PLACES);
#if !PERMKERN_VECTOR
    tcase_add_loop_test(rows, every_form_is_found, 0, FORMS);
#endif
    suite_add_tcase(suite, rows);
    suite_add_tcase(suite, pinned);
    return run_suite(suite);
}
