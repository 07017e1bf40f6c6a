/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern for C++17: elements have a type, ranks and permutations may be known at compile time. Header only, over
 * permkern.h; nothing is allocated, nothing thrown.
 *
 *   permkern::permute<permkern::shape<96, 96, 3>, permkern::axes<2, 0, 1>>(rgb, planes);
 *       A shape known at compile time. Where the set pins it, this is a call of its kernel, otherwise of
 *       permkern_permute.
 *   permkern::permute(permkern::view(in, {28, 28, 8}), {2, 0, 1}, permkern::view(out, {8, 28, 28}));
 *       Any shape, with strides if wanted.
 *   permkern::plan<float, 3> plan;
 *       permkern_prepare once, permkern_run often, permkern_run_part on several threads.
 *
 * Axis k of the output is axis perm[k] of the input. Extents, strides and capacities count elements. Statuses, aliasing
 * and alignment are those of permkern.h: input and output may not overlap, and on an error nothing is written.
 */
#ifndef PERMKERN_HPP
#define PERMKERN_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "permkern.h"

namespace permkern
{

template <std::uint32_t... Extents> struct shape {
};
template <std::uint8_t... Axes> struct axes {
};

/* Of a shape and permutation that the set pins: exists, align (bytes) and run. permkern_pinned.hpp specialises it. */
template <unsigned Bits, typename Shape, typename Axes> struct pinned {
    static constexpr bool exists = false;
};

namespace detail
{

template <typename T> constexpr std::uint8_t bits()
{
    static_assert(std::is_trivially_copyable_v<T>, "elements are moved as bytes");
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8, "elements of 1, 2, 4, 8 bytes");
    return static_cast<std::uint8_t>(8 * sizeof(T));
}

/* Bytes of so many elements; SIZE_MAX where they do not fit. */
template <typename T> constexpr std::size_t bytes(std::size_t elements)
{
    return elements > SIZE_MAX / sizeof(T) ? SIZE_MAX : elements * sizeof(T);
}

template <std::size_t Rank> constexpr std::size_t elements(const std::uint32_t (&extents)[Rank])
{
    std::size_t product = 1;
    for (const std::uint32_t extent : extents) {
        if (extent != 0 && product > SIZE_MAX / extent) {
            return SIZE_MAX;
        }
        product *= extent;
    }
    return product;
}

template <std::size_t Rank> constexpr bool is_permutation(const std::uint8_t (&perm)[Rank])
{
    unsigned seen = 0;
    for (const std::uint8_t axis : perm) {
        if (axis >= Rank || (seen >> axis & 1U) != 0) {
            return false;
        }
        seen |= 1U << axis;
    }
    return true;
}

} // namespace detail

/* A tensor somewhere in memory. It owns nothing. */
template <typename T, std::size_t Rank> class view
{
    static_assert(Rank >= 1 && Rank <= PERMKERN_MAX_RANK, "1 to PERMKERN_MAX_RANK axes");

  public:
    /* Contiguous, row-major; as long as its extents say. */
    constexpr view(T *data, const std::uint32_t (&extents)[Rank])
        : data_(data), capacity_(detail::elements(extents)), extents_{}, strides_{}, strided_(false)
    {
        for (std::size_t k = 0; k < Rank; k++) {
            extents_[k] = extents[k];
        }
    }

    /* With strides, in `capacity` elements from data on. */
    constexpr view(T *data, const std::uint32_t (&extents)[Rank], const std::int32_t (&strides)[Rank],
                   std::size_t capacity)
        : view(data, extents)
    {
        capacity_ = capacity;
        strided_ = true;
        for (std::size_t k = 0; k < Rank; k++) {
            strides_[k] = strides[k];
        }
    }

    /* For permkern.h. It points into this view, and is good as long as the view is. */
    permkern_array array() const
    {
        permkern_array made{};
        made.data = const_cast<std::remove_const_t<T> *>(data_);
        made.capacity = detail::bytes<T>(capacity_);
        made.shape = extents_;
        made.strides = strided_ ? strides_ : nullptr;
        made.rank = static_cast<std::uint8_t>(Rank);
        made.bits = detail::bits<T>();
        return made;
    }

  private:
    T *data_;
    std::size_t capacity_;
    std::uint32_t extents_[Rank];
    std::int32_t strides_[Rank];
    bool strided_;
};

/* What permkern_prepare found out for elements of T; plain data, copyable. */
template <typename T, std::size_t Rank> class plan
{
  public:
    /* in's and out's data are not looked at. On an error the plan is unchanged. */
    template <typename In>
    [[nodiscard]] permkern_status prepare(const view<In, Rank> &in, const std::uint8_t (&perm)[Rank],
                                          const view<T, Rank> &out)
    {
        static_assert(std::is_same_v<std::remove_const_t<In>, T>, "both sides have the same elements");
        const permkern_array from = in.array();
        const permkern_array to = out.array();
        return permkern_prepare(&plan_, &from, &to, perm);
    }

    [[nodiscard]] permkern_status run(const T *in, T *out) const
    {
        return permkern_run(&plan_, in, out);
    }

    /* One of `parts` shares, in any order and on any threads. */
    [[nodiscard]] permkern_status run_part(const T *in, T *out, std::uint32_t part, std::uint32_t parts) const
    {
        return permkern_run_part(&plan_, in, out, part, parts);
    }

    /* Every element keeps its offset: the input, read as the output, needs no copy. */
    [[nodiscard]] bool is_view() const
    {
        return permkern_is_view(&plan_);
    }

  private:
    permkern_plan plan_{};
};

template <typename In, typename T, std::size_t Rank>
[[nodiscard]] permkern_status permute(const view<In, Rank> &in, const std::uint8_t (&perm)[Rank],
                                      const view<T, Rank> &out)
{
    static_assert(std::is_same_v<std::remove_const_t<In>, T>, "both sides have the same elements");
    const permkern_array from = in.array();
    const permkern_array to = out.array();
    return permkern_permute(&from, &to, perm);
}

namespace detail
{

template <typename T, std::uint32_t... Extents, std::uint8_t... Axes>
permkern_status permute_known(const T *in, T *out, shape<Extents...>, axes<Axes...>)
{
    using found = pinned<bits<T>(), shape<Extents...>, axes<Axes...>>;
    constexpr std::uint32_t extents[] = {Extents...};
    constexpr std::uint8_t perm[] = {Axes...};
    static_assert(sizeof...(Extents) == sizeof...(Axes), "as many axes as extents");
    static_assert(is_permutation(perm), "each axis once");
    static_assert(((Extents != 0) && ...), "extents of 1 or more");
    if constexpr (found::exists) {
        const auto address = reinterpret_cast<std::uintptr_t>(in) | reinterpret_cast<std::uintptr_t>(out);
        if ((address & (found::align - 1)) == 0) {
            found::run(in, out);
            return PERMKERN_OK;
        }
    }
    constexpr std::uint32_t turned[] = {extents[Axes]...};
    return permute(view(in, extents), perm, view(out, turned));
}

} // namespace detail

/*
 * A shape and permutation that are known at compile time. Where the set pins them, pointers that are aligned for the
 * kernel go to it, unchecked: contiguous arrays that do not overlap, neither NULL.
 */
template <typename Shape, typename Axes, typename T> permkern_status permute(const T *in, T *out)
{
    return detail::permute_known(in, out, Shape{}, Axes{});
}

} // namespace permkern

#include "permkern_pinned.hpp"

#endif /* PERMKERN_HPP */
