/* SPDX-License-Identifier: BSD-3-Clause */
/* What permkern.hpp asks of an mdspan, for compilers whose library has no <mdspan>. */
#ifndef GRID_H
#define GRID_H

#include <array>
#include <cstddef>

namespace wrapper
{

template <typename T, std::size_t Rank, typename Index = int> class grid
{
  public:
    using element_type = T;
    using reference = T &;
    using data_handle_type = T *;
    using rank_type = std::size_t;
    using index_type = Index;
    using list = std::array<index_type, Rank>;

    class mapping_type
    {
      public:
        mapping_type(const list &extents, const list &strides) : extents_(extents), strides_(strides)
        {
        }

        static constexpr bool is_always_strided() noexcept
        {
            return true;
        }

        index_type required_span_size() const noexcept
        {
            index_type span = 1;
            for (std::size_t k = 0; k < Rank; k++) {
                if (extents_[k] == 0) {
                    return 0;
                }
                span += (extents_[k] - 1) * strides_[k];
            }
            return span;
        }

        list extents_, strides_;
    };

    grid(T *data, const list &extents, const list &strides) : data_(data), mapping_(extents, strides)
    {
    }

    static constexpr rank_type rank() noexcept
    {
        return Rank;
    }

    index_type extent(rank_type axis) const noexcept
    {
        return mapping_.extents_[axis];
    }

    index_type stride(rank_type axis) const noexcept
    {
        static_assert(Rank > 0, "std::mdspan has no stride() without an axis");
        return mapping_.strides_[axis];
    }

    const mapping_type &mapping() const noexcept
    {
        return mapping_;
    }

    T *data_handle() const noexcept
    {
        return data_;
    }

  private:
    T *data_;
    mapping_type mapping_;
};

} // namespace wrapper

#endif /* GRID_H */
