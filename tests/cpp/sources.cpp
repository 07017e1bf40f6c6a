/* SPDX-License-Identifier: BSD-3-Clause */
/* The types that a permkern.hpp view accepts, each with 3 x 5 elements or the transposed 5 x 3. */
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

/* Arrays whose extents are in their types. */
template <typename In, typename Out> static void arrays()
{
    static guarded<In> in;
    static guarded<Out> out, known;
    const In &constant = in.array;
    using element = std::remove_reference_t<decltype(in.array[0][0])>;
    static_assert(std::is_same_v<decltype(view(constant)), view<const element, 2>>);
    static_assert(std::is_same_v<decltype(view(out.array)), view<element, 2>>);
    fill(in.array);
    CHECK_STATUS(OK, permute(view(constant), {1, 0}, view(out.array)));
    CHECK(is_transpose(in.array, out.array, 3, 5) && out.is_intact());
    CHECK_STATUS(OK, permute<shape<3, 5>, axes<1, 0>>(constant, known.array));
    CHECK(is_transpose(in.array, known.array, 3, 5) && known.is_intact());
}

static void other_arrays()
{
    static guarded<float[2][3][4]> deep;
    static guarded<float[4][2][3]> turned, untouched;
    fill(deep.array);
    CHECK_STATUS(OK, permute(view(deep.array), {2, 0, 1}, view(turned.array)));
    CHECK(std::memcmp(&turned.array[3][1][2], &deep.array[1][2][3], sizeof(float)) == 0 && turned.is_intact());
    CHECK_STATUS(ERR_SHAPE, permute(view(deep.array), {0, 1, 2}, view(untouched.array)));
    CHECK(untouched.is_untouched());
    std::array<std::array<float, 3>, 0> none{};
    std::array<std::array<float, 0>, 3> empty{};
    CHECK_STATUS(OK, permute(view(none), {1, 0}, view(empty)));
}

template <typename In, typename Out> static bool is_line_transposed(const In &in, const Out &out)
{
    bool right = true;
    for (std::size_t k = 0; k < 15; k++) {
        right = right && out[k % 5 * 3 + k / 5] == in[k];
    }
    return right;
}

/* Lines of 15 elements, whose number is the capacity; few: 14 elements, all 9. */
template <typename Line, typename Few> static void lines(const Line &in, Line &out, Few &few)
{
    CHECK_STATUS(OK, permute(view(in, {3, 5}), {1, 0}, view(out, {5, 3})));
    CHECK(is_line_transposed(in, out));
    CHECK_STATUS(ERR_CAPACITY, permute(view(in, {3, 5}), {1, 0}, view(few, {5, 3})));
    CHECK_STATUS(ERR_CAPACITY, permute(view(few, {3, 5}), {1, 0}, view(out, {5, 3})));
    for (const auto element : few) {
        CHECK(element == 9);
    }
    CHECK(is_line_transposed(in, out));
}

/* Their number is known at run time. rows: the same elements as three rows. */
template <typename Line, typename Rows> static void containers(const Line &in, Line out, Line few, const Rows &rows)
{
    static_assert(std::is_same_v<decltype(view(out)), view<std::uint16_t, 1>>);
    static_assert(std::is_same_v<decltype(view(rows)), view<const std::uint16_t, 2>>);
    CHECK_STATUS(OK, permute(view(rows), {0, 1}, view(out, {3, 5})));
    CHECK(std::memcmp(in.data(), out.data(), 30) == 0);
    CHECK_STATUS(OK, permute<shape<3, 5>, axes<1, 0>>(rows, out));
    CHECK(is_line_transposed(in, out));
    CHECK_STATUS(ERR_CAPACITY, permute<shape<3, 5>, axes<1, 0>>(in, few));
    CHECK_STATUS(ERR_CAPACITY, permute<shape<3, 5>, axes<1, 0>>(few, out));
    lines(in, out, few);
}

static void all_lines()
{
    std::array<std::uint16_t, 15> in{}, out{};
    std::array<std::uint16_t, 14> few{};
    few.fill(9);
    fill(in);
    lines(in, out, few);
    std::vector<std::array<std::uint16_t, 5>> rows(3);
    std::memcpy(rows.data(), in.data(), sizeof in);
    const std::vector<std::uint16_t> vector(in.begin(), in.end());
    containers(vector, vector, std::vector<std::uint16_t>(14, 9), rows);
    const std::vector<float> nothing;
    std::vector<float> nowhere;
    CHECK_STATUS(OK, permute(view(nothing), {0}, view(nowhere)));
#if __cplusplus >= 202002L
    static guarded<std::uint16_t[15]> spanned;
    const std::uint16_t(&array)[3][5] = reinterpret_cast<const std::uint16_t(&)[3][5]>(in);
    using span = std::span<std::uint16_t>;
    containers(span(in), span(spanned.array), span(few), std::span(array));
    std::span<std::uint16_t, 15> fixed(spanned.array);
    lines(std::span<std::uint16_t, 15>(in), fixed, few);
    CHECK(spanned.is_intact());
#endif
}

/* in: columns of three elements, side by side. out: rows with five elements and a gap of two. */
template <typename In, typename Out>
static void moves(const float (&from)[15], In in, const guarded<float[19]> &to, Out out)
{
    static_assert(std::is_same_v<decltype(view(in)), view<const float, 2>>);
    static_assert(std::is_same_v<decltype(view(out)), view<float, 2>>);
    const auto to_view = view(out);
    CHECK(to_view.layout().capacity == sizeof to.array);
    CHECK_STATUS(OK, permute(view(in), {0, 1}, to_view));
    for (std::size_t k = 0; k < 19; k++) {
        unsigned char bytes[sizeof(float)];
        std::memcpy(bytes, &to.array[k], sizeof bytes);
        CHECK(k % 7 > 4 ? bytes[0] == wrapper::canary && bytes[3] == wrapper::canary
                        : std::memcmp(bytes, &from[k % 7 * 3 + k / 7], sizeof bytes) == 0);
    }
    CHECK(to.is_intact());
}

static void mdspans()
{
    using wrapper::grid;
    static float in[15];
    guarded<float[19]> out;
    float scalar = 3, copied = 0;
    fill(in);
    moves(in, grid<const float, 2>{in, {{3, 5}, {1, 3}}}, out, grid<float, 2>{out.array, {{3, 5}, {7, 1}}});
    const grid<float, 2> none{nullptr, {{0, 5}, {5, 1}}}, none_either{nullptr, {{5, 0}, {0, 1}}};
    CHECK_STATUS(OK, permute(view(none), {1, 0}, view(none_either)));
    CHECK_STATUS(OK, permute(view(grid<const float, 0>{&scalar, {}}), {}, view(grid<float, 0>{&copied, {}})));
    CHECK(copied > 2);
#ifdef __cpp_lib_mdspan
    guarded<float[19]> other;
    using dynamic = std::dextents<std::uint8_t, 2>;
    const std::array<std::uint8_t, 2> strides = {7, 1};
    moves(in, std::mdspan<const float, std::extents<int, 3, 5>, std::layout_left>(in), other,
          std::mdspan<float, dynamic, std::layout_stride>(other.array, {dynamic(3, 5), strides}));
    copied = 0;
    const std::mdspan<float, std::extents<int>> from(&scalar), to(&copied);
    CHECK_STATUS(OK, permute(view(from), {}, view(to)));
    CHECK(copied > 2);
#endif
}

int main()
{
    arrays<std::int8_t[3][5], std::int8_t[5][3]>();
    arrays<std::array<std::array<std::uint32_t, 5>, 3>, std::array<std::uint32_t[3], 5>>();
    arrays<std::array<float[5], 3>, std::array<float, 3>[5]>();
    other_arrays();
    all_lines();
    mdspans();
    std::printf("%d failures\n", wrapper::failures);
    return wrapper::failures != 0;
}
