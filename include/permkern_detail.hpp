/* SPDX-License-Identifier: BSD-3-Clause */
/* Internals of permkern.hpp: the sources of views, and the integers that describe views. Not for callers. */
#ifndef PERMKERN_DETAIL_HPP
#define PERMKERN_DETAIL_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>
#if __has_include(<array>) /* some firmware compilers lack it */
#include <array>
#endif

#include "permkern.h"

namespace permkern
{

template <typename T, std::size_t Rank> class view;

namespace detail
{

/* ---- integers of any type: one that does not fit is marked, and never wraps ---- */

template <typename T> constexpr bool is_integer = std::is_integral_v<T> && !std::is_same_v<std::remove_cv_t<T>, bool>;

template <typename Number> class checked
{
  public:
    constexpr checked() noexcept = default;

    template <typename Integer, std::enable_if_t<is_integer<Integer>, int> = 0>
    constexpr checked(Integer given) noexcept
        : value(static_cast<Number>(given)), fits(static_cast<Integer>(value) == given && (value > 0) == (given > 0))
    {
    }

    Number value = 0;
    bool fits = true;
};

using count = checked<std::size_t>;

/* ---- arrays with extents in their type: T[N], std::array, and arrays nested in them ---- */

template <typename Array> struct nested {
    using element = Array;
    static constexpr std::size_t rank = 0;
    static constexpr std::size_t elements = 1;
};

template <typename Row, std::size_t Size> struct nested_rows {
    using row = Row;
    using element = typename nested<Row>::element;
    static constexpr std::size_t size = Size;
    static constexpr std::size_t rank = nested<Row>::rank + 1;
    static constexpr std::size_t elements = nested<Row>::elements * Size;
};

template <typename Row, std::size_t Size> struct nested<Row[Size]> : nested_rows<Row, Size> {
};

#if __has_include(<array>)
template <typename Row, std::size_t Size> struct nested<std::array<Row, Size>> : nested_rows<Row, Size> {
    static_assert(Size == 0 || sizeof(std::array<Row, Size>) == Size * sizeof(Row), "permkern: rows lie side by side");
};
template <typename Row, std::size_t Size> struct nested<const std::array<Row, Size>> : nested_rows<const Row, Size> {
};
#endif

template <typename Array> constexpr void write_extents([[maybe_unused]] std::size_t *to) noexcept
{
    if constexpr (nested<Array>::rank != 0) {
        *to = nested<Array>::size;
        write_extents<typename nested<Array>::row>(to + 1);
    }
}

/* ---- sources of views: pointers, arrays, containers with data() and size() (like std::span), mdspans ---- */

template <typename Source> Source &lvalue() noexcept; /* declared only */

template <typename Source, typename = void> constexpr bool is_container = false;
template <typename Source>
constexpr bool
    is_container<Source, std::void_t<decltype(*lvalue<Source>().data()), decltype(lvalue<Source>().size())>> = true;

template <typename Source, typename = void> constexpr bool is_mdspan = false;
template <typename Source>
constexpr bool is_mdspan<
    Source, std::void_t<typename Source::data_handle_type, decltype(lvalue<Source>().mapping().required_span_size())>> =
    true;

template <typename Source> constexpr bool is_pointer = std::is_pointer_v<std::remove_cv_t<Source>>;

/* The address of the first row, or of the first element. */
template <typename Source> constexpr auto rows(Source &source) noexcept
{
    if constexpr (is_mdspan<Source>) {
        static_assert(std::is_same_v<typename Source::data_handle_type, typename Source::element_type *> &&
                          std::is_same_v<typename Source::reference, typename Source::element_type &>,
                      "permkern: an mdspan whose accessor is plain memory");
        static_assert(Source::mapping_type::is_always_strided(), "permkern: an mdspan whose layout is one of strides");
        return source.data_handle();
    } else if constexpr (is_container<Source>) {
        return source.data();
    } else {
        static_assert(is_pointer<Source> || std::is_array_v<Source>,
                      "permkern: a pointer, an array, an mdspan, or what has data() and size()");
        return source + 0;
    }
}

/* The number of rows. */
template <typename Source> constexpr std::size_t size_of(const Source &source) noexcept
{
    if constexpr (std::is_array_v<Source>) {
        return nested<Source>::size;
    } else {
        return static_cast<std::size_t>(source.size());
    }
}

template <typename Source> using row_of = std::remove_pointer_t<decltype(rows(lvalue<Source>()))>;

/* The type of an element. A pointer to rows is rejected, with a message. */
template <typename Source>
using element_of = std::conditional_t<is_pointer<Source>, row_of<Source>, typename nested<row_of<Source>>::element>;

template <typename Row> constexpr typename nested<Row>::element *first(Row *row) noexcept
{
    if constexpr (nested<Row>::rank == 0) {
        return row;
    } else {
        return row == nullptr || nested<Row>::elements == 0 ? nullptr : first(rows(*row));
    }
}

template <typename Source> constexpr std::size_t rank_of() noexcept
{
    static_assert(!is_pointer<Source>,
                  "permkern: a pointer has no extents: view(pointer, {extents}), or view<T, 0> for one element");
    if constexpr (is_mdspan<Source>) {
        return Source::rank();
    } else {
        return nested<row_of<Source>>::rank + 1;
    }
}

/* ---- elements ---- */

template <typename T> constexpr std::size_t bits() noexcept
{
    static_assert(nested<T>::rank == 0,
                  "permkern: an element is no array: pass the array itself, or a pointer to its first element");
    static_assert(std::is_trivially_copyable_v<T> && !std::is_volatile_v<T>, "permkern: elements are moved as bytes");
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                  "permkern: elements of 1, 2, 4 or 8 bytes");
    return 8 * sizeof(T);
}

template <typename In, typename Out> constexpr void check_elements() noexcept
{
    static_assert(!std::is_const_v<Out>, "permkern: the output is not constant");
    static_assert(std::is_same_v<std::remove_const_t<In>, std::remove_const_t<Out>>,
                  "permkern: both sides have the same elements");
}

/* Returns a * b; SIZE_MAX if it does not fit. */
constexpr std::size_t product(std::size_t a, std::size_t b) noexcept
{
    return b != 0 && a > SIZE_MAX / b ? SIZE_MAX : a * b;
}

/* Bytes of a contiguous array. */
template <typename T> constexpr std::size_t bytes(const std::size_t *extents, std::size_t rank) noexcept
{
    std::size_t all = sizeof(T);
    bool is_empty = false;
    for (std::size_t k = 0; k != rank; k++) {
        all = product(all, extents[k]);
        is_empty = is_empty || extents[k] == 0;
    }
    return is_empty ? 0 : all;
}

template <typename T>
constexpr permkern_layout describe(const std::size_t *shape, const std::ptrdiff_t *strides, std::size_t offset,
                                   std::size_t capacity, std::size_t rank) noexcept
{
    return {shape, strides, offset, capacity, rank, bits<T>()};
}

/* Returns a source's bytes; SIZE_MAX for a pointer, whose capacity is unknown. */
template <typename Source> constexpr std::size_t capacity_of(Source &source) noexcept
{
    if constexpr (is_pointer<Source>) {
        return static_cast<void>(source), SIZE_MAX;
    } else if constexpr (is_mdspan<Source>) {
        return product(count(source.mapping().required_span_size()).value, sizeof(element_of<Source>));
    } else {
        return product(size_of(source), nested<row_of<Source>>::elements * sizeof(element_of<Source>));
    }
}

/* ---- one integer for each axis: from braces, an array or a std::array, of one type or several ---- */

template <typename List>
using is_list = std::enable_if_t<nested<List>::rank == 1 && is_integer<typename nested<List>::element>, int>;

template <typename Number, std::size_t Rank> class numbers
{
  public:
    template <typename... Integers, std::enable_if_t<(is_integer<Integers> && ...), int> = 0>
    constexpr numbers(Integers... given) noexcept : all{checked<Number>(given)...}
    {
        static_assert(sizeof...(Integers) == Rank, "permkern: as many integers as axes");
    }

    template <typename List, is_list<List> = 0> constexpr numbers(const List &given) noexcept
    {
        static_assert(nested<List>::size == Rank, "permkern: as many integers as axes");
        for (std::size_t k = 0; k != Rank; k++) {
            all[k] = given[k];
        }
    }

    checked<Number> all[Rank == 0 ? 1 : Rank];
};

template <std::size_t Rank> using counts = numbers<std::size_t, Rank>;
template <std::size_t Rank> using steps = numbers<std::ptrdiff_t, Rank>;

/* Returns the axis that an integer names; Rank if it names none. Negative integers count from the last axis. */
template <std::size_t Rank> constexpr std::size_t axis_of(const checked<std::ptrdiff_t> &given) noexcept
{
    const std::ptrdiff_t from_end = given.value < 0 ? static_cast<std::ptrdiff_t>(Rank) : 0;
    const count axis = given.value + from_end;
    return given.fits && axis.fits && axis.value < Rank ? axis.value : Rank;
}

/* A permutation in permkern.h's type. An entry that names no axis becomes 255. */
template <std::size_t Rank> struct order {
    constexpr explicit order(const steps<Rank> &given) noexcept
    {
        for (std::size_t k = 0; k != Rank; k++) {
            const std::size_t named = axis_of<Rank>(given.all[k]);
            axis[k] = named < Rank ? static_cast<std::uint8_t>(named) : 255; /* narrow: an axis */
        }
    }

    std::uint8_t axis[Rank == 0 ? 1 : Rank] = {};
};

/* ---- reversed axes ---- */

/* Writes the strides of a contiguous array; false if one does not fit. */
constexpr bool write_strides(const std::size_t *extents, std::ptrdiff_t *strides, std::size_t rank) noexcept
{
    std::size_t stride = 1;
    for (std::size_t k = rank; k-- != 0;) {
        if (stride > PTRDIFF_MAX) {
            return false;
        }
        strides[k] = static_cast<std::ptrdiff_t>(stride);
        stride = product(stride, extents[k]);
    }
    return true;
}

/* Walks an axis from its other end: changes its stride and the offset; false if the new offset does not fit. */
constexpr bool reverse(std::size_t extent, std::ptrdiff_t &stride, std::size_t &offset) noexcept
{
    const std::size_t length = stride < 0 ? 0 - static_cast<std::size_t>(stride) : static_cast<std::size_t>(stride);
    const std::size_t reach = extent < 2 ? 0 : product(extent - 1, length);
    if (length > PTRDIFF_MAX || reach == SIZE_MAX || (stride < 0 ? reach > offset : reach > SIZE_MAX - offset)) {
        return false;
    }
    offset = stride < 0 ? offset - reach : offset + reach;
    stride = -stride;
    return true;
}

template <typename T> constexpr bool is_view = false;
template <typename T, std::size_t Rank> constexpr bool is_view<view<T, Rank>> = true;

/* Enables a constructor or deduction guide if its first parameter is not a view. */
template <typename Source>
using no_view = std::enable_if_t<!is_view<std::remove_cv_t<std::remove_reference_t<Source>>>, int>;

/* Turns off deduction of T, so callers may pass {1, 2}. */
template <typename T> struct undeduced {
    using type = T;
};

} // namespace detail

} // namespace permkern

#endif /* PERMKERN_DETAIL_HPP */
