/* SPDX-License-Identifier: BSD-3-Clause */
/* What a view of permkern.hpp may be made from: each gives the transpose, and no byte beside the output changes. */
#include "grid.h"
#include "wrapper.h"

#include <array>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#include <version>
#endif
#ifdef __cpp_lib_mdspan
#include <mdspan>
#endif

using permkern::axes;
using permkern::permute;
using permkern::shape;
using permkern::view;
using wrapper::fill;
using wrapper::guarded;
using wrapper::is_transpose;

static void arrays_of_arrays()
{
    static guarded<std::uint8_t[8][8]> in, out, known;
    fill(in.array);
    CHECK_STATUS(OK, permute(view(in.array), {1, 0}, view(out.array)));
    CHECK(is_transpose(in.array, out.array, 8, 8) && out.is_intact() && in.is_intact());
    CHECK_STATUS(OK, permute<shape<8, 8>, axes<1, 0>>(in.array, known.array));
    CHECK(is_transpose(in.array, known.array, 8, 8) && known.is_intact());

    static guarded<std::int8_t[8][16]> a;
    static guarded<std::int8_t[16][8]> b, c, untouched;
    fill(a.array);
    CHECK_STATUS(OK, permute(view(a.array), {1, 0}, view(b.array)));
    CHECK(is_transpose(a.array, b.array, 8, 16) && b.is_intact());
    CHECK_STATUS(OK, permute<shape<8, 16>, axes<1, 0>>(a.array, c.array));
    CHECK(is_transpose(a.array, c.array, 8, 16) && c.is_intact());
    CHECK_STATUS(ERR_SHAPE, permute(view(a.array), {0, 1}, view(untouched.array)));
    CHECK(untouched.is_untouched());

    static guarded<float[2][3][4]> deep;
    static guarded<float[4][2][3]> turned;
    fill(deep.array);
    const auto &constant = deep.array;
    static_assert(std::is_same_v<decltype(view(constant)), view<const float, 3>>);
    CHECK_STATUS(OK, permute(view(constant), {2, 0, 1}, view(turned.array)));
    CHECK(std::memcmp(&turned.array[3][1][2], &deep.array[1][2][3], sizeof(float)) == 0 && turned.is_intact());
}

static void library_arrays()
{
    static guarded<std::array<std::array<std::uint32_t, 5>, 3>> in;
    static guarded<std::array<std::uint32_t[3], 5>> out;
    static guarded<std::array<std::uint32_t, 3>[5]> other, known;
    fill(in.array);
    const auto &constant = in.array;
    static_assert(std::is_same_v<decltype(view(constant)), view<const std::uint32_t, 2>>);
    static_assert(std::is_same_v<decltype(view(out.array)), view<std::uint32_t, 2>>);
    CHECK_STATUS(OK, permute(view(constant), {1, 0}, view(out.array)));
    CHECK(is_transpose(in.array, out.array, 3, 5) && out.is_intact());
    CHECK_STATUS(OK, permute(view(constant), {1, 0}, view(other.array)));
    CHECK(is_transpose(in.array, other.array, 3, 5) && other.is_intact());
    CHECK_STATUS(OK, permute<shape<3, 5>, axes<1, 0>>(constant, known.array));
    CHECK(is_transpose(in.array, known.array, 3, 5) && known.is_intact());

    /* One axis, whose length is the capacity. */
    static std::array<std::uint32_t, 15> flat;
    static guarded<std::array<std::uint32_t, 14>> small;
    CHECK_STATUS(OK, permute(view(constant), {0, 1}, view(flat, {3, 5})));
    CHECK(std::memcmp(&flat, &in.array, sizeof flat) == 0);
    CHECK_STATUS(ERR_CAPACITY, permute(view(constant), {1, 0}, view(small.array, {5, 3})));
    CHECK(small.is_untouched());

    /* Nothing in it. */
    std::array<std::array<float, 3>, 0> none{};
    std::array<std::array<float, 0>, 3> empty{};
    CHECK_STATUS(OK, permute(view(none), {1, 0}, view(empty)));
}

static void containers()
{
    std::vector<std::array<std::uint16_t, 3>> points(7);
    std::vector<std::uint16_t> planes(21), short_by_one(20, 9);
    for (std::size_t k = 0; k < 7; k++) {
        fill(points[k]);
        points[k][0] = static_cast<std::uint16_t>(k);
    }
    static_assert(std::is_same_v<decltype(view(points)), view<std::uint16_t, 2>>);
    CHECK_STATUS(OK, permute(view(points), {1, 0}, view(planes, {3, 7})));
    CHECK(planes[6] == 6 && planes[7] == points[0][1] && planes[20] == points[6][2]);
    CHECK_STATUS(ERR_CAPACITY, permute(view(points), {1, 0}, view(short_by_one, {3, 7})));
    CHECK_STATUS(ERR_CAPACITY, permute<shape<7, 3>, axes<1, 0>>(points, short_by_one));
    CHECK(short_by_one == std::vector<std::uint16_t>(20, 9));
    planes.assign(21, 0);
    CHECK_STATUS(OK, permute<shape<7, 3>, axes<1, 0>>(points, planes));
    CHECK(planes[6] == 6 && planes[20] == points[6][2]);
    const std::vector<float> nothing;
    std::vector<float> nowhere;
    CHECK_STATUS(OK, permute(view(nothing), {0}, view(nowhere)));
}

#if __cplusplus >= 202002L
static void spans()
{
    static guarded<std::int16_t[4][6]> in;
    static guarded<std::int16_t[6][4]> out, known;
    fill(in.array);
    const std::span<const std::int16_t> any(in.array[0], 24);
    const std::span<std::int16_t, 24> fixed(out.array[0], 24);
    static_assert(std::is_same_v<decltype(view(any)), view<const std::int16_t, 1>>);
    static_assert(std::is_same_v<decltype(view(fixed, {6, 4})), view<std::int16_t, 2>>);
    CHECK_STATUS(OK, permute(view(any, {4, 6}), {1, 0}, view(fixed, {6, 4})));
    CHECK(is_transpose(in.array, out.array, 4, 6) && out.is_intact());
    CHECK_STATUS(OK, permute(view(std::span(in.array)), {1, 0}, view(std::span(known.array))));
    CHECK(is_transpose(in.array, known.array, 4, 6) && known.is_intact());
    CHECK_STATUS(OK, permute<shape<4, 6>, axes<1, 0>>(any, std::span(known.array[0], 24)));

    static guarded<std::int16_t[24]> untouched;
    const std::span part(untouched.array, 23);
    CHECK_STATUS(ERR_CAPACITY, permute(view(any, {4, 6}), {1, 0}, view(part, {6, 4})));
    CHECK_STATUS(ERR_CAPACITY, permute(view(any.first(23), {4, 6}), {1, 0}, view(untouched.array, {6, 4})));
    CHECK_STATUS(ERR_CAPACITY, permute<shape<4, 6>, axes<1, 0>>(any, part));
    CHECK(untouched.is_untouched());
}
#endif

/* Of 3 x 5: rows side by side, columns side by side, and rows with two elements between them. */
template <typename Right, typename Left, typename Padded>
static void views_of_memory(const float (&in)[3][5], Right right, Left left, Padded padded)
{
    static guarded<float[5][3]> out, same;
    CHECK_STATUS(OK, permute(view(right), {1, 0}, view(out.array)));
    CHECK(is_transpose(in, out.array, 3, 5) && out.is_intact());
    CHECK_STATUS(OK, permute(view(right), {0, 1}, view(left)));
    CHECK_STATUS(OK, permute(view(left), {1, 0}, view(same.array)));
    CHECK(is_transpose(in, same.array, 3, 5) && same.is_intact());
    CHECK_STATUS(OK, permute(view(left), {0, 1}, view(padded)));
    static_assert(std::is_same_v<decltype(view(right)), view<const float, 2>>);
    static_assert(std::is_same_v<decltype(view(left)), view<float, 2>>);
}

static void mdspans()
{
    static guarded<float[3][5]> in;
    static guarded<float[15]> left;
    static guarded<float[19]> padded;
    fill(in.array);
    const float *const data = in.array[0];
    const auto is_right = [&] {
        bool right = left.is_intact() && padded.is_intact();
        for (std::size_t k = 0; k < 15; k++) {
            right = right && std::memcmp(&left.array[k % 5 * 3 + k / 5], data + k, sizeof *data) == 0 &&
                    std::memcmp(&padded.array[k / 5 * 7 + k % 5], data + k, sizeof *data) == 0;
        }
        unsigned char between[2 * sizeof(float)];
        std::memcpy(between, padded.array + 5, sizeof between);
        return right && between[0] == wrapper::canary && between[7] == wrapper::canary;
    };
    views_of_memory(in.array, wrapper::grid<const float, 2>(data, {3, 5}, {5, 1}),
                    wrapper::grid<float, 2>(left.array, {3, 5}, {1, 3}),
                    wrapper::grid<float, 2>(padded.array, {3, 5}, {7, 1}));
    CHECK(is_right());
    /* Its capacity is its span: the output is one element too short for these extents. */
    wrapper::grid<float, 2> cut(left.array, {3, 5}, {1, 3});
    CHECK_STATUS(ERR_SHAPE, permute(view(cut), {1, 0}, view(cut)));
    CHECK_STATUS(OK, permute(view(wrapper::grid<float, 2>(nullptr, {0, 5}, {5, 1})), {1, 0},
                             view(wrapper::grid<float, 2>(nullptr, {5, 0}, {0, 1}))));
    float scalar = 3, copied = 0;
    CHECK_STATUS(OK, permute(view(wrapper::grid<const float, 0>(&scalar, {}, {})), {},
                             view(wrapper::grid<float, 0>(&copied, {}, {}))));
    CHECK(copied > 2);
#ifdef __cpp_lib_mdspan
    const guarded<float[15]> empty_left;
    const guarded<float[19]> empty_padded;
    std::memcpy(&left, &empty_left, sizeof left);
    std::memcpy(&padded, &empty_padded, sizeof padded);
    using fixed = std::extents<int, 3, 5>;
    using dynamic = std::dextents<std::uint8_t, 2>;
    views_of_memory(in.array, std::mdspan<const float, fixed>(data),
                    std::mdspan<float, dynamic, std::layout_left>(left.array, 3, 5),
                    std::mdspan<float, dynamic, std::layout_stride>(
                        padded.array, {dynamic(3, 5), std::array<std::uint8_t, 2>{7, 1}}));
    CHECK(is_right());
    copied = 0;
    const std::mdspan<float, std::extents<int>> from(&scalar), to(&copied);
    CHECK_STATUS(OK, permute(view(from), {}, view(to)));
    CHECK(copied > 2);
    std::puts("std::mdspan");
#endif
}

int main()
{
    arrays_of_arrays();
    library_arrays();
    containers();
#if __cplusplus >= 202002L
    spans();
#endif
    mdspans();
    std::printf("%d failures\n", wrapper::failures);
    return wrapper::failures != 0;
}
