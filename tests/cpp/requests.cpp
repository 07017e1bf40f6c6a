/* SPDX-License-Identifier: BSD-3-Clause */
/* permkern.hpp's requests: integers of every type, strides and offsets, plans, and shapes known at compile time. */
#include "grid.h"
#include "wrapper.h"

#include <array>
#include <climits>
#include <vector>

using permkern::axes;
using permkern::permute;
using permkern::shape;
using permkern::view;
using wrapper::fill;
using wrapper::guarded;
using wrapper::is_transpose;

struct alignas(4) rgba {
    unsigned char r, g, b, a;
};

static void nothing_throws()
{
    static std::uint8_t in[4][4], out[4][4];
    permkern::plan<std::uint8_t, 2> plan;
    static_assert(noexcept(permute(view(in).reversed(0, 1), {1, 0}, view(out[0], {4, 4}, 16).strided({1, 4}))));
    static_assert(noexcept(permute<shape<16>, axes<0>>(in, out)));
    static_assert(noexcept(plan.prepare(view(in), {1, 0}, view(out))));
    static_assert(noexcept(plan.run(in[0], out[0])));
    static_assert(noexcept(plan.run_part(in[0], out[0], 0, 1)));
    static_assert(noexcept(plan.is_view()));
    static_assert(noexcept(plan.exclusive_or(1)));
    static_assert(noexcept(permkern::version()));
    static_assert(std::is_trivially_copyable_v<permkern::plan<float, 8>>);
    CHECK(std::strcmp(permkern::version(), PERMKERN_VERSION) == 0);
}

/* Integers that do not fit are refused; none wraps. */
static void integers()
{
    static guarded<std::uint8_t[9 * 6 * 3]> in, out, untouched;
    fill(in.array);
    const std::uint8_t *const from = in.array;
    std::uint8_t *const to = out.array;
    int h = 9;
    std::size_t w = 6;
    std::int64_t c = 3;
    short second = 0;
    unsigned char first = 2;
    CHECK_STATUS(OK, permute(view(from, {h, w, c}), {first, second, 1}, view(to, {c, h, w})));
    CHECK(to[54 * 2 + 7] == from[7 * 3 + 2] && out.is_intact());
    const std::int32_t dims[] = {9, 6, 3};
    const std::array<std::int64_t, 3> turned = {3, 9, 6};
    const long order[] = {-1, 0, -2};
    const permkern::permutation<3> kept = order;
    std::memset(to, 0, sizeof out.array);
    CHECK_STATUS(OK, permute(view(from, dims), kept, view(to, turned, sizeof out.array)));
    CHECK(to[54 * 2 + 7] == from[7 * 3 + 2]);

    const view good(from, dims);
    const view target(untouched.array, turned);
    std::int8_t minus = -1;
    CHECK_STATUS(ERR_SHAPE, permute(view(from, {9, minus, 3}), {2, 0, 1}, target));
    CHECK_STATUS(ERR_SHAPE, permute(good, {2, 0, 1}, view(untouched.array, {3, 9, -6})));
    CHECK_STATUS(ERR_SHAPE, permute(good, {2, 0, 1}, view(untouched.array, {9, 3, 6})));
    CHECK_STATUS(ERR_STRIDE, permute(good.strided({18, 3, UINT64_MAX}), {2, 0, 1}, target));
    CHECK_STATUS(ERR_STRIDE, permute(good.strided({18, 3, 0}), {2, 0, 1}, target));
    CHECK_STATUS(ERR_CAPACITY, permute(good.strided({18, 3, 1}, minus), {2, 0, 1}, target));
    CHECK_STATUS(ERR_CAPACITY, permute(view(from, dims, -1), {2, 0, 1}, target));
    CHECK_STATUS(ERR_CAPACITY, permute(view(from, dims, 161), {2, 0, 1}, target));
    CHECK_STATUS(ERR_PERM, permute(good, {2, 0, 2}, target));
    CHECK_STATUS(ERR_PERM, permute(good, {2, 0, 3}, target));
    CHECK_STATUS(ERR_PERM, permute(good, {2, 0, -4}, target));
    CHECK_STATUS(ERR_PERM, permute(good, {2, 0, 257}, target));
    CHECK_STATUS(ERR_PERM, permute(good, {2, 0, UINT64_MAX}, target));
    CHECK_STATUS(ERR_PERM, permute(good, {2, 0, INT64_MIN}, target));
    CHECK_STATUS(ERR_OVERLAP, permute(good, {2, 0, 1}, view(in.array, turned)));
    CHECK_STATUS(ERR_NULL, permute(good, {2, 0, 1}, view(static_cast<std::uint8_t *>(nullptr), turned)));
    const view huge(to, {UINT32_MAX, UINT32_MAX, UINT32_MAX});
    CHECK_STATUS(ERR_SIZE, permute(huge, {2, 1, 0}, huge));
    CHECK(untouched.is_untouched());
    static_assert(view(static_cast<const float *>(nullptr), {3, -4}).status() == PERMKERN_ERR_SHAPE);
}

/* True if a view is valid, and has this layout. */
template <typename T>
static bool tells(const view<T, 2> &of, std::ptrdiff_t outer, std::ptrdiff_t inner, std::size_t offset)
{
    const permkern_layout layout = of.layout();
    return of.status() == PERMKERN_OK && layout.offset == offset && layout.strides[0] == outer &&
           layout.strides[1] == inner;
}

static void reversed_axes()
{
    static std::int16_t in[5][7];
    static guarded<std::int16_t[5][7]> untouched;
    const view all(in);
    const view target(untouched.array);
    const view window = view(&in[0][0], {2, 3}, sizeof in).strided({7, 2}, 8);
    CHECK(tells(all.reversed(0), -7, 1, 28));
    CHECK(tells(all.reversed(-2), -7, 1, 28));
    CHECK(tells(window.reversed(1, 0), -7, -2, 19));
    CHECK(tells(window.reversed(1).reversed(1), 7, 2, 8));
    CHECK_STATUS(ERR_PERM, all.reversed(2).status());
    CHECK_STATUS(ERR_PERM, all.reversed(-3).status());
    CHECK_STATUS(ERR_PERM, all.reversed(0, -2).status());
    CHECK_STATUS(ERR_PERM, all.reversed(UINT64_MAX).status());
    CHECK_STATUS(ERR_CAPACITY, all.strided({7, -1}, 5).reversed(1).status());
    CHECK_STATUS(ERR_CAPACITY, all.strided({7, PTRDIFF_MIN}).reversed(1).status());
    CHECK_STATUS(ERR_CAPACITY, all.strided({PTRDIFF_MAX, 1}).reversed(0).status());
    CHECK_STATUS(ERR_CAPACITY, all.strided({7, 1}, SIZE_MAX - 5).reversed(1).status());
    CHECK_STATUS(ERR_SIZE, view(&in[0][0], {2, UINT32_MAX, UINT32_MAX, UINT32_MAX}).reversed(0).status());
    CHECK_STATUS(ERR_PERM, permute(all.reversed(2), {0, 1}, target));
    CHECK_STATUS(ERR_PERM, permute(all, {0, 1}, target.reversed(2)));
    CHECK(untouched.is_untouched());
    static_assert(view(static_cast<const float *>(nullptr), {3, 0}).reversed(0, 1).status() == PERMKERN_OK);
    static_assert(view(static_cast<const float *>(nullptr), {3, 4}).reversed().status() == PERMKERN_OK);
}

/* out[j][i] = in[i][j] in parts of buffers; in's columns and out's rows run backwards. */
static void strides()
{
    static guarded<std::int32_t[3][7]> in;
    static guarded<std::int32_t[40]> out, untouched;
    fill(in.array);
    const view given(in.array);
    const view<const std::int32_t, 2> backwards = given.strided({7, -1}, 6);
    const permkern_layout layout = backwards.layout();
    CHECK(tells(backwards, 7, -1, 6) && layout.rank == 2 && layout.bits == 32 && layout.capacity == sizeof in.array);
    CHECK_STATUS(OK, permute(backwards, {1, 0}, view(out.array, {7, 3}).strided({-5, 1}, 32)));
    CHECK(out.is_intact());
    for (std::size_t k = 0; k < 40; k++) {
        unsigned char bytes[4];
        std::memcpy(bytes, &out.array[k], sizeof bytes);
        const bool is_element = k >= 2 && (k - 2) / 5 < 7 && (k - 2) % 5 < 3;
        const bool is_kept = bytes[0] == wrapper::canary && bytes[3] == wrapper::canary;
        CHECK(is_element ? out.array[k] == in.array[(k - 2) % 5][(k - 2) / 5] : is_kept);
    }
    const view target(untouched.array, {7, 3});
    CHECK_STATUS(ERR_CAPACITY, permute(backwards, {1, 0}, target.strided({-5, 1}, 29)));
    CHECK_STATUS(ERR_CAPACITY, permute(backwards, {1, 0}, target.strided({5, 1}, 8)));
    /* A pointer has as many bytes as its extents say, until told otherwise. */
    CHECK_STATUS(ERR_CAPACITY, permute(backwards, {1, 0}, view(&untouched.array[0], {7, 3}).strided({5, 1})));
    CHECK(untouched.is_untouched());
    CHECK_STATUS(OK, permute(backwards, {1, 0}, view(&out.array[0], {7, 3}, sizeof out.array).strided({5, 1})));
}

/* Counts over 32 bits: nothing is read or written. */
static void gigabytes()
{
    static double memory[1];
    const std::size_t cols = (std::size_t{5} << 30) + 7;
    const auto far = static_cast<std::ptrdiff_t>(cols);
    const auto plain = view(&memory[0], {std::size_t{3}, cols});
    const permkern_layout layout = plain.layout();
    CHECK(layout.shape[1] == cols && layout.capacity == 3 * cols * sizeof memory[0]);
    CHECK(tells(plain.reversed(0, -1), -far, -1, 3 * cols - 1));
    CHECK(tells(plain.strided({far + 1, far + 2}, far + 3), far + 1, far + 2, cols + 3));
    const wrapper::grid<double, 2, std::size_t> grid{memory, {{3, cols}, {cols + 5, 1}}};
    const auto gridded = view(grid);
    CHECK(tells(gridded, far + 5, 1, 0));
    CHECK(gridded.layout().capacity == (2 * (cols + 5) + cols) * sizeof memory[0]);
}

static void scalars_and_nothing()
{
    const double from = 2.5;
    double to = 0, other = 0, known = 0;
    CHECK_STATUS(OK, permute(view<const double, 0>(&from), {}, view<double, 0>(&to)));
    CHECK_STATUS(OK, permute(view<const double, 0>(&from, {}), {}, view<double, 0>(&other, {}, sizeof other)));
    CHECK_STATUS(OK, permute<shape<>, axes<>>(&from, &known));
    CHECK(to > 2 && other > 2 && known > 2);
    CHECK_STATUS(ERR_CAPACITY, permute(view<const double, 0>(&from, {}, 7), {}, view<double, 0>(&to)));

    double *const null = nullptr;
    CHECK_STATUS(OK, permute(view(null, {4, 0}), {1, 0}, view(null, {0, 4})));
    CHECK_STATUS(OK, permute(view(null, {SIZE_MAX, SIZE_MAX, 0}), {2, 1, 0}, view(null, {0, SIZE_MAX, SIZE_MAX})));
    CHECK_STATUS(OK, permute<shape<4, 0>, axes<1, 0>>(null, null));
    CHECK_STATUS(ERR_NULL, permute<shape<4, 1>, axes<1, 0>>(null, null));
}

static void plans()
{
    static guarded<std::uint8_t[9][6][3]> in;
    static guarded<std::uint8_t[3][9][6]> out;
    fill(in.array);
    permkern::plan<std::uint8_t, 3> plan;
    std::uint8_t *const from = in.array[0][0], *const to = out.array[0][0];
    CHECK_STATUS(ERR_PLAN, plan.run(from, to));
    CHECK_STATUS(ERR_PERM, plan.prepare(view(in.array).reversed(3), {2, 0, 1}, view(out.array)));
    CHECK_STATUS(ERR_PLAN, plan.run(from, to));
    const auto &constant = in.array;
    CHECK_STATUS(OK, plan.prepare(view(constant), {2, 0, 1}, view(out.array)));
    CHECK(!plan.is_view());
    CHECK_STATUS(ERR_OVERLAP, plan.run(from, from));
    CHECK(out.is_untouched());
    CHECK_STATUS(OK, plan.run_part(from, to, 0, 2));
    CHECK_STATUS(OK, plan.run_part(from, to, 1, 2));
    CHECK(out.array[2][1][1] == in.array[1][1][2] && out.array[0][0][0] == in.array[0][0][0] && out.is_intact());
    CHECK_STATUS(ERR_PART, plan.run_part(from, to, 2, 2));

    /* A view may be its own input. */
    std::uint8_t before[sizeof in.array];
    std::memcpy(before, from, sizeof before);
    CHECK_STATUS(OK, plan.prepare(view(from, {1, 54, 3}), {1, 0, 2}, view(from, {54, 1, 3})));
    CHECK(plan.is_view());
    CHECK_STATUS(OK, plan.run(from, from));
    CHECK(plan.in_place_bytes() == 0);
    CHECK_STATUS(OK, plan.run_in_place(from));
    CHECK(std::memcmp(before, from, sizeof before) == 0);
    CHECK_STATUS(OK, plan.exclusive_or(1));
    CHECK_STATUS(OK, plan.run(from, to));
    CHECK(to[100] == (from[100] ^ 1));
    permkern::plan<float, 0> scalar;
    float x = 1, y = 0;
    CHECK_STATUS(OK, scalar.prepare(view<float, 0>(&x), {}, view<float, 0>(&y)));
    CHECK_STATUS(OK, scalar.run(&x, &y));
    CHECK(y > 0);
}

/* Kernels that count their calls and move nothing: a refused request does not reach them. */
static int calls = 0;

template <> struct permkern::pinned<16, shape<2, 5>, axes<1, 0>> {
    static constexpr bool exists = true;
    static constexpr std::size_t align = 4;
    static void run(const void *, void *) noexcept
    {
        calls++;
    }
};
template <> struct permkern::pinned<16, shape<1, 10>, axes<1, 0>> : permkern::pinned<16, shape<2, 5>, axes<1, 0>> {
};

static void checks_before_pinned_kernels()
{
    alignas(8) static std::uint16_t memory[64];
    std::uint16_t *const at = memory + 16;
    std::uint16_t *const null = nullptr;
    const auto swap = [](const std::uint16_t *in, std::uint16_t *out) {
        return permute<shape<2, 5>, axes<1, 0>>(in, out);
    };
    CHECK_STATUS(OK, swap(at, at + 10));
    CHECK_STATUS(OK, swap(at + 10, at));
    CHECK(calls == 2);
    CHECK_STATUS(ERR_NULL, swap(null, at));
    CHECK_STATUS(ERR_NULL, swap(at, null));
    for (int beyond = -8; beyond <= 8; beyond += 2) {
        CHECK_STATUS(ERR_OVERLAP, swap(at, at + beyond));
    }
    const auto top = reinterpret_cast<std::uint16_t *>(UINTPTR_MAX - 19); /* 20 bytes: the last is the last there is */
    CHECK_STATUS(ERR_WRAP, swap(top, at));
    CHECK_STATUS(ERR_WRAP, swap(at, top));
    CHECK(calls == 2);
    CHECK_STATUS(OK, swap(at + 1, at + 20)); /* aligned for the element, not for the kernel */
    CHECK(calls == 2);
    CHECK_STATUS(OK, permute<shape<1, 10>, axes<1, 0>>(at, at)); /* a view */
    CHECK(calls == 2);
    CHECK_STATUS(OK, permute<shape<1, 10>, axes<1, 0>>(at, at + 10));
    CHECK(calls == 3);
}

/* The set's kernels. */
static void pinned_kernels()
{
    static guarded<std::uint8_t[54][3]> pixels;
    static guarded<std::uint8_t[3][54]> planes;
    std::vector<std::uint8_t> all(162), few(161);
    fill(pixels.array);
    using picture = shape<9, 6, 3>;
    using to_planes = axes<2, 0, 1>;
    static_assert(permkern::pinned<8, picture, to_planes>::align == 1);
    CHECK_STATUS(OK, permute<picture, to_planes>(pixels.array, planes.array));
    CHECK(is_transpose(pixels.array, planes.array, 54, 3) && planes.is_intact());
    CHECK_STATUS(ERR_CAPACITY, permute<picture, to_planes>(all, few));
    CHECK_STATUS(ERR_CAPACITY, permute<picture, to_planes>(few, all));

    /* The kernel needs better aligned pointers: the dispatcher serves the request. */
    alignas(64) static std::uint16_t words[8 * 12 + 1], turned[12 * 8 + 1];
    fill(words);
    using matrix = shape<8, 12>;
    static_assert(permkern::pinned<16, matrix, axes<1, 0>>::align == 64);
    for (unsigned at = 0; at < 2; at++) {
        CHECK_STATUS(OK, permute<matrix, axes<1, 0>>(words + at, turned + at));
        for (unsigned k = 0; k < 96; k++) {
            CHECK(turned[at + k % 12 * 8 + k / 12] == words[at + k]);
        }
    }
    /* Not pinned. An own type moves by its size. */
    static_assert(!permkern::pinned<32, matrix, axes<1, 0>>::exists);
    static rgba colours[8][12], colour_out[12][8];
    fill(colours);
    CHECK_STATUS(OK, permute<matrix, axes<1, 0>>(colours, colour_out));
    CHECK(is_transpose(colours, colour_out, 8, 12));
}

int main()
{
    nothing_throws();
    integers();
    reversed_axes();
    strides();
    gigabytes();
    scalars_and_nothing();
    plans();
    checks_before_pinned_kernels();
    pinned_kernels();
    std::printf("%d failures\n", wrapper::failures);
    return wrapper::failures != 0;
}
