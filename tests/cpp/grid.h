/* SPDX-License-Identifier: BSD-3-Clause */
/* The members that permkern.hpp uses of an mdspan, for libraries without <mdspan>. */
#ifndef GRID_H
#define GRID_H

#include <array>
#include <cstddef>

namespace wrapper
{

template <typename T, std::size_t Rank, typename Index = int> struct grid {
    using element_type = T;
    using reference = T &;
    using data_handle_type = T *;
    using rank_type = std::size_t;
    using list = std::array<Index, Rank>;

    struct mapping_type {
        list extents, strides;

        static constexpr bool is_always_strided() noexcept
        {
            return true;
        }

        Index required_span_size() const noexcept
        {
            Index span = 1;
            for (std::size_t k = 0; k < Rank; k++) {
                if (extents[k] == 0) {
                    return 0;
                }
                span += (extents[k] - 1) * strides[k];
            }
            return span;
        }
    };

    static constexpr rank_type rank() noexcept
    {
        return Rank;
    }

    Index extent(rank_type axis) const noexcept
    {
        return layout.extents[axis];
    }

    Index stride(rank_type axis) const noexcept
    {
        static_assert(Rank > 0, "std::mdspan has no stride() without an axis");
        return layout.strides[axis];
    }

    const mapping_type &mapping() const noexcept
    {
        return layout;
    }

    T *data_handle() const noexcept
    {
        return first;
    }

    T *first;
    mapping_type layout;
};

} // namespace wrapper

#endif /* GRID_H */
