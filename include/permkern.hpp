/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern for C++17 and newer: elements have types, and the compiler checks everything that types say. Header only, on
 * top of permkern.h. It allocates nothing and throws nothing.
 *
 *   permkern::permute(permkern::view(in, {h, w, 8}), {2, 0, 1}, permkern::view(out, {8, h, w}));
 *   permkern::permute<permkern::shape<96, 96, 3>, permkern::axes<2, 0, 1>>(rgb, planes);
 *
 * Conventions, units and errors are those of permkern.h; docs/api.md has examples. An integer that does not fit is an
 * error, and never wraps: PERMKERN_ERR_SHAPE for an extent, PERMKERN_ERR_STRIDE for a stride, PERMKERN_ERR_CAPACITY for
 * an offset or a capacity, PERMKERN_ERR_PERM for an axis.
 */
#ifndef PERMKERN_HPP
#define PERMKERN_HPP

#include "permkern.h"
#include "permkern_detail.hpp"

namespace permkern
{

template <std::size_t... Extents> struct shape {
};
template <std::uint8_t... Axes> struct axes {
};

/*
 * The pinned kernel for a shape and a permutation: exists, align (in bytes) and run. permkern_pinned.hpp specialises it
 * for the set's pinned shapes.
 */
template <unsigned Bits, typename Shape, typename Axes> struct pinned {
    static constexpr bool exists = false;
};

/* A tensor in memory. It owns nothing. */
template <typename T, std::size_t Rank> class view
{
    static_assert(Rank <= PERMKERN_MAX_RANK, "permkern: at most PERMKERN_MAX_RANK axes");
    static_assert(detail::bits<T>() != 0);

  public:
    /*
     * Takes the extents from the type of the source: an array or a std::array, also nested; a container with data() and
     * size(), like std::span, of elements or rows; an mdspan. For rank 0, the source is the element's address.
     */
    template <typename Source, detail::no_view<Source> = 0> constexpr explicit view(Source &&source) noexcept
    {
        using given = std::remove_reference_t<Source>;
        if constexpr (Rank == 0 && detail::is_pointer<given>) {
            set_data(source, sizeof(T));
        } else {
            static_assert(detail::rank_of<given>() == Rank, "permkern: an array of as many axes as the view");
            set_data(source, detail::capacity_of(source));
            set_own_extents(source);
        }
    }

    /*
     * A contiguous, row-major tensor with these extents. The source is a pointer to its first element, an array with
     * one axis, or a container with data() and size(). A pointer's capacity is the bytes that the extents need.
     */
    template <typename Source, detail::no_view<Source> = 0>
    constexpr view(Source &&source, const detail::counts<Rank> &extents) noexcept
    {
        using given = std::remove_reference_t<Source>;
        set_extents(extents.all);
        if constexpr (detail::is_pointer<given>) {
            set_data(source, detail::bytes<T>(extents_, Rank));
        } else {
            static_assert(detail::rank_of<given>() == 1, "permkern: an array of arrays knows its extents: view(array)");
            set_data(source, detail::capacity_of(source));
        }
    }

    /* From a pointer, with the buffer's capacity in bytes. */
    template <typename Source, detail::no_view<Source> = 0>
    constexpr view(Source &&source, const detail::counts<Rank> &extents, detail::count capacity) noexcept
        : view(source, extents)
    {
        static_assert(detail::is_pointer<std::remove_reference_t<Source>>, "permkern: an array knows its capacity");
        capacity_ = set(capacity, PERMKERN_ERR_CAPACITY);
    }

    /* A view converts to a view of const elements. */
    template <typename Other, std::enable_if_t<std::is_same_v<const Other, T>, int> = 0>
    constexpr view(const view<Other, Rank> &other) noexcept
        : data_(other.data_), capacity_(other.capacity_), offset_(other.offset_), strided_(other.strided_),
          status_(other.status_)
    {
        for (std::size_t k = 0; k != Rank; k++) {
            extents_[k] = other.extents_[k];
            strides_[k] = other.strides_[k];
        }
    }

    /* Sets strides of either sign. Element (0, ..., 0) lies `offset` elements after the buffer's start. */
    [[nodiscard]] constexpr view strided(const detail::steps<Rank> &strides, detail::count offset = 0) const noexcept
    {
        view made = *this;
        made.strided_ = true;
        made.offset_ = made.set(offset, PERMKERN_ERR_CAPACITY);
        for (std::size_t k = 0; k != Rank; k++) {
            made.strides_[k] = made.set(strides.all[k], PERMKERN_ERR_STRIDE);
        }
        return made;
    }

    /* Reverses these axes, as numpy.flip. Negative ones count from the last. Naming one twice is PERMKERN_ERR_PERM. */
    template <typename... Integers> [[nodiscard]] constexpr view reversed(Integers... axes) const noexcept
    {
        view made = *this;
        const detail::steps<sizeof...(Integers)> given(axes...);
        bool seen[room] = {};
        for (std::size_t k = 0; k != sizeof...(Integers); k++) {
            made.reverse(given.all[k], seen);
        }
        return made;
    }

    /* The layout for functions of permkern.h. It points into this view. Valid only if status() is PERMKERN_OK. */
    [[nodiscard]] constexpr permkern_layout layout() const &noexcept
    {
        return detail::describe<T>(extents_, strided_ ? strides_ : nullptr, offset_, capacity_, Rank);
    }
    permkern_layout layout() const && = delete;

    /* PERMKERN_OK, or an error if a given integer was negative or too large. */
    [[nodiscard]] constexpr permkern_status status() const noexcept
    {
        return status_;
    }

    [[nodiscard]] constexpr T *data() const noexcept
    {
        return data_;
    }

  private:
    template <typename, std::size_t> friend class view;

    template <typename Number>
    constexpr Number set(const detail::checked<Number> &given, permkern_status fault) noexcept
    {
        if (!given.fits) {
            fail(fault);
        }
        return given.value;
    }

    constexpr void fail(permkern_status fault) noexcept
    {
        status_ = status_ == PERMKERN_OK ? fault : status_;
    }

    constexpr void reverse(const detail::checked<std::ptrdiff_t> &given, bool *seen) noexcept
    {
        const std::size_t axis = detail::axis_of<Rank>(given);
        if (axis == Rank || seen[axis]) {
            fail(PERMKERN_ERR_PERM);
        } else if (!strided_ && !detail::write_strides(extents_, strides_, Rank)) {
            fail(PERMKERN_ERR_SIZE);
        } else if (!detail::reverse(extents_[axis], strides_[axis], offset_)) {
            fail(PERMKERN_ERR_CAPACITY);
        } else {
            strided_ = true;
            seen[axis] = true;
        }
    }

    template <typename Source> constexpr void set_data(Source &source, std::size_t capacity) noexcept
    {
        static_assert(std::is_same_v<const detail::element_of<Source>, const T> &&
                          std::is_convertible_v<detail::element_of<Source> *, T *>,
                      "permkern: the elements are of another type");
        data_ = detail::first(detail::rows(source));
        capacity_ = capacity;
    }

    template <typename Extents> constexpr void set_extents(const Extents &extents) noexcept
    {
        for (std::size_t k = 0; k != Rank; k++) {
            extents_[k] = set(detail::count(extents[k]), PERMKERN_ERR_SHAPE);
        }
    }

    /* An mdspan of rank 0 has no stride(). */
    template <typename Source> constexpr void set_own_extents([[maybe_unused]] Source &source) noexcept
    {
        if constexpr (Rank != 0 && detail::is_mdspan<Source>) {
            strided_ = true;
            for (std::size_t k = 0; k != Rank; k++) {
                const auto axis = static_cast<typename Source::rank_type>(k);
                extents_[k] = set(detail::count(source.extent(axis)), PERMKERN_ERR_SHAPE);
                strides_[k] = set(detail::checked<std::ptrdiff_t>(source.stride(axis)), PERMKERN_ERR_STRIDE);
            }
        } else if constexpr (Rank != 0) {
            extents_[0] = detail::size_of(source);
            detail::write_extents<detail::row_of<Source>>(extents_ + 1);
        }
    }

    static constexpr std::size_t room = Rank == 0 ? 1 : Rank;

    T *data_ = nullptr;
    std::size_t capacity_ = 0;
    std::size_t offset_ = 0;
    std::size_t extents_[room] = {};
    std::ptrdiff_t strides_[room] = {};
    bool strided_ = false;
    permkern_status status_ = PERMKERN_OK;
};

template <typename Source, detail::no_view<Source> = 0>
view(Source &&)
    -> view<detail::element_of<std::remove_reference_t<Source>>, detail::rank_of<std::remove_reference_t<Source>>()>;
template <typename Source, std::size_t Rank>
view(Source &&, const detail::count (&)[Rank], detail::count = 0)
    -> view<detail::element_of<std::remove_reference_t<Source>>, Rank>;
template <typename Source, typename List, detail::is_list<List> = 0>
view(Source &&, const List &, detail::count = 0)
    -> view<detail::element_of<std::remove_reference_t<Source>>, detail::nested<List>::size>;

/* Rank axes, from braces, an array or a std::array of integers. Negative integers count from the last axis. */
template <std::size_t Rank> using permutation = typename detail::undeduced<detail::steps<Rank>>::type;

/* Moves `in` to `out`. They must not overlap, unless nothing needs to move (permkern_is_view). */
template <typename In, std::size_t InRank, typename Out, std::size_t OutRank>
[[nodiscard]] permkern_status permute(const view<In, InRank> &in, const permutation<InRank> &perm,
                                      const view<Out, OutRank> &out) noexcept
{
    static_assert(InRank == OutRank, "permkern: both sides have as many axes");
    detail::check_elements<In, Out>();
    const permkern_layout from = in.layout();
    const permkern_layout to = out.layout();
    const permkern_status fault = in.status() != PERMKERN_OK ? in.status() : out.status();
    return fault != PERMKERN_OK ? fault
                                : permkern_permute(&from, in.data(), detail::order<InRank>(perm).axis, &to, out.data());
}

/* A prepared permute of elements of type T: plain data that may be copied. */
template <typename T, std::size_t Rank> class plan
{
    static_assert(!std::is_const_v<T>, "permkern: a plan has an output, whose elements are not constant");
    static_assert(detail::bits<T>() != 0);

  public:
    /* Does not access the data of `in` and `out`. After an error, the plan is unchanged. */
    [[nodiscard]] permkern_status prepare(const view<const T, Rank> &in, const permutation<Rank> &perm,
                                          const view<T, Rank> &out) noexcept
    {
        const permkern_layout from = in.layout();
        const permkern_layout to = out.layout();
        const permkern_status fault = in.status() != PERMKERN_OK ? in.status() : out.status();
        return fault != PERMKERN_OK ? fault : permkern_prepare(&plan_, &from, detail::order<Rank>(perm).axis, &to);
    }

    /* From now on, each run XORs the mask into every output element. 0 removes the mask. (permkern_xor) */
    [[nodiscard]] permkern_status exclusive_or(std::uint64_t mask) noexcept
    {
        return permkern_xor(&plan_, mask);
    }

    /* in and out are the lowest addresses of buffers, with the capacities that prepare was given. */
    [[nodiscard]] permkern_status run(const T *in, T *out) const noexcept
    {
        return permkern_run(&plan_, in, out);
    }

    /* Runs one of `parts` parts. They may run in any order, on any threads. */
    [[nodiscard]] permkern_status run_part(const T *in, T *out, std::uint32_t part, std::uint32_t parts) const noexcept
    {
        return permkern_run_part(&plan_, in, out, part, parts);
    }

    /* Bytes of scratch that run_in_place needs; SIZE_MAX: it is impossible (permkern_in_place_bytes). */
    [[nodiscard]] std::size_t in_place_bytes() const noexcept
    {
        return permkern_in_place_bytes(&plan_);
    }

    /* data holds the input before the call and the output after it. scratch has in_place_bytes() bytes. */
    [[nodiscard]] permkern_status run_in_place(T *data, void *scratch = nullptr,
                                               std::size_t scratch_bytes = 0) const noexcept
    {
        return permkern_run_in_place(&plan_, data, scratch, scratch_bytes);
    }

    /* True if every element keeps its value and its offset: the input, read as the output, needs no copy. */
    [[nodiscard]] bool is_view() const noexcept
    {
        return permkern_is_view(&plan_);
    }

  private:
    permkern_plan plan_{};
};

namespace detail
{

template <std::size_t Rank> constexpr bool is_permutation(const std::uint8_t (&entries)[Rank]) noexcept
{
    unsigned seen = 0;
    for (const std::uint8_t entry : entries) {
        seen |= entry < Rank ? 1U << entry : 0U;
    }
    return seen == (1U << Rank) - 1U;
}

template <typename Shape, typename Axes> struct known;

template <std::size_t... Extents, std::uint8_t... Axes> struct known<shape<Extents...>, axes<Axes...>> {
    static constexpr std::size_t rank = sizeof...(Extents);
    static_assert(rank == sizeof...(Axes), "permkern: as many axes as extents");
    static_assert(rank <= PERMKERN_MAX_RANK, "permkern: at most PERMKERN_MAX_RANK axes");

    /* One entry more than axes, because arrays cannot be empty. */
    static constexpr std::size_t extents[] = {Extents..., 1};
    static constexpr std::size_t turned[] = {extents[Axes]..., 1};
    static constexpr std::uint8_t perm[] = {Axes..., rank};
    static_assert(is_permutation(perm), "permkern: each axis once");

    template <typename Source> static constexpr void check() noexcept
    {
        static_assert(!is_mdspan<Source>, "permkern: an mdspan has a shape: permute(view(in), {axes}, view(out))");
        if constexpr (nested<Source>::rank != 0) {
            static_assert(nested<Source>::elements * sizeof(element_of<Source>) ==
                              bytes<element_of<Source>>(extents, rank),
                          "permkern: an array of as many elements as the shape; of a longer one, pass the address");
        }
    }

    template <typename In, typename Out> static permkern_status permute(In &in, Out &out) noexcept
    {
        using T = element_of<Out>;
        check_elements<element_of<In>, T>();
        check<In>();
        check<Out>();
        const T *const from = first(rows(in));
        T *const to = first(rows(out));
        constexpr std::size_t needed = bytes<T>(extents, rank);
        using found = pinned<bits<T>(), shape<Extents...>, axes<Axes...>>;
        if constexpr (found::exists) {
            if (permkern_check_pinned(from, capacity_of(in), to, capacity_of(out), needed, found::align) ==
                PERMKERN_OK) {
                found::run(from, to);
                return PERMKERN_OK;
            }
        }
        const permkern_layout in_layout = describe<T>(extents, nullptr, 0, capacity_of(in), rank);
        const permkern_layout out_layout = describe<T>(turned, nullptr, 0, capacity_of(out), rank);
        return permkern_permute(&in_layout, from, perm, &out_layout, to);
    }
};

} // namespace detail

/*
 * Permutes contiguous arrays with a shape and permutation known at compile time. Arguments are pointers, arrays, or
 * containers with data() and size(). Array types with extents are compared with the shape at compile time. If the set
 * pins shape and permutation, its kernel moves all buffers that are aligned for it and neither wrap nor overlap. All
 * others go to permkern_permute, with its checks and statuses.
 */
template <typename Shape, typename Axes, typename In, typename Out>
[[nodiscard]] permkern_status permute(const In &in, Out &&out) noexcept
{
    return detail::known<Shape, Axes>::permute(in, out);
}

/* PERMKERN_VERSION of the linked library. */
[[nodiscard]] inline const char *version() noexcept
{
    return permkern_version();
}

} // namespace permkern

#include "permkern_pinned.hpp"

#endif /* PERMKERN_HPP */
