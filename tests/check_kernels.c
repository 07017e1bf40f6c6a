/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every row of a set: its kernels called directly, at extents around the tile; pinned kernels also by the dispatcher,
 * which must find them for their work and for no other.
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
#define PERMKERN_PIN(kernel, bits, shape, perm, flips, align, count, dispatched, low, high)                            \
    {kernel, #kernel, bits, shape, perm, flips, align, dispatched, {low, high}},
#include "permkern_plan.inc"
    {NULL, "", 0, "", "", "", 0, 0, {0, 0}} /* most sets have none */
};
#define PINS ((int)(sizeof pins / sizeof pins[0]) - 1)

/* Of elements that share bytes: no request at run time has such. */
static const pinned_row packed_pins[] = {
#define PERMKERN_PIN_BITS(kernel, bits, shape, perm, flips, align, count, dispatched, low, high)                       \
    {kernel, #kernel, bits, shape, perm, flips, align, dispatched, {low, high}},
#include "permkern_plan.inc"
    {NULL, "", 0, "", "", "", 0, 0, {0, 0}}};
#define PACKED_PINS ((int)(sizeof packed_pins / sizeof packed_pins[0]) - 1)

typedef struct {
    permkern_pinned_in_place *kernel;
    pinned_row row;
} in_place_row;

static const in_place_row in_places[] = {
#define PERMKERN_PIN_IN_PLACE(kernel, bits, shape, perm, flips, align, count, dispatched, low, high)                   \
    {kernel, {NULL, #kernel, bits, shape, perm, flips, align, dispatched, {low, high}}},
#include "permkern_plan.inc"
    {NULL, {NULL, "", 0, "", "", "", 0, 0, {0, 0}}}};
#define IN_PLACES ((int)(sizeof in_places / sizeof in_places[0]) - 1)

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
START_TEST(every_form)
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

/* Reads so many numbers with a character after each. */
static const char *read_numbers(const char *text, ptrdiff_t *numbers, unsigned count)
{
    for (unsigned k = 0; k < count; k++) {
        char *end = NULL;
        numbers[k] = (ptrdiff_t)strtoul(text, &end, 10);
        text = end + (*end != '\0');
    }
    return text;
}

/* With gaps, strides are there after the shape: such a kernel is called by its name alone. */
static request request_of_pin(const pinned_row *row)
{
    request r = {0};
    ptrdiff_t shape[8];
    r.bits = row->bits;
    r.rank = parse_digits(r.perm, row->perm);
    const char *const strides = read_numbers(row->shape, shape, r.rank);
    for (unsigned k = 0; k < r.rank; k++) {
        r.shape[k] = (size_t)shape[k];
    }
    r.mask = ((uint64_t)row->flip[1] << 32 | row->flip[0]) & (UINT64_MAX >> (64 - r.bits));
    lay_out_reversed(&r, 0, 0);
    if (*strides != '\0') {
        r.strided = true;
        (void)read_numbers(read_numbers(strides, r.in_strides, r.rank), r.out_strides, r.rank);
    }
    reverse(&r, flips_of(row), 0);
    return r;
}

static permkern_status move_by_pin(const request *r, const void *context, const void *in, void *out)
{
    const pinned_row *const row = context;
    (void)r;
    row->kernel(in, out);
    return PERMKERN_OK;
}

static void check_pin(const pinned_row *row)
{
    const request r = request_of_pin(row);
    check_request(&r, &(entry_point){row->name, move_by_pin, row, row->align}, 1);
}

START_TEST(every_pin_directly)
{
    check_pin(&pins[_i]);
}
END_TEST

START_TEST(every_packed_pin_directly)
{
    check_pin(&packed_pins[_i]);
}
END_TEST

/* Whichever side's axes run backwards. Parts are moved as if nothing were pinned. */
START_TEST(every_pin_dispatched)
{
    static const uint32_t halves = 2;
    const pinned_row *const row = &pins[_i];
    const entry_point entries[] = {{row->name, move_by_permute, NULL, 0},
                                   {"generic", move_by_fallback, NULL, 0},
                                   {"halves", move_in_parts, &halves, 0},
                                   {row->name, move_at_once, NULL, 0}};
    request r = request_of_pin(row);
    for (unsigned out_axes = 0; out_axes < 1U << r.rank; out_axes++) {
        permkern_plan plan;
        lay_out_reversed(&r, flips_of(row), out_axes);
        ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
        ck_assert_msg(!row->dispatched || permkern_planned(&plan)->choice.pinned != NULL,
                      "%s is not found by its shape", row->name);
        check_request(&r, entries, out_axes == 0 ? 3 : 1);
    }
    r.mask = 0;
    lay_out_reversed(&r, flips_of(row), 0);
    check_request(&r, &entries[3], 1);
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
        ck_assert_msg(permkern_planned(&plan)->choice.pinned != row->kernel || r.mask == own || own == 0,
                      "%s is found with another constant", row->name);
        check_request(&r, &(entry_point){row->name, move_by_permute, NULL, 0}, 1);
    }
}
END_TEST

/* One more on one extent, another reversed axis, or a padded stride is another work: no pinned kernel may take it. */
START_TEST(every_pin_and_no_other)
{
    static const entry_point entries[] = {{"dispatcher, another work", move_by_permute, NULL, 0},
                                          {"one call, another work", move_at_once, NULL, 0}};
    const unsigned flips = flips_of(&pins[_i]);
    request r = request_of_pin(&pins[_i]);
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
    check_request(&r, &(entry_point){pin->row.name, move_in_place, pin, pin->row.align}, 1);
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
    ck_assert(permkern_planned(&plan)->choice.kernel == forms[_i].kernel);
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
    tcase_add_loop_test(rows, every_form, 0, FORMS);
    tcase_add_loop_test(pinned, every_pin_directly, 0, PINS);
    tcase_add_loop_test(pinned, every_packed_pin_directly, 0, PACKED_PINS);
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
