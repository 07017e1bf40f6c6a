/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts beyond 32 bits in permkern.hpp: extents, strides, offset and capacity of views that span gigabytes. */
#include "grid.h"
#include "permkern.hpp"

#include <cstdio>

namespace
{

constexpr std::size_t gib = std::size_t{1} << 30;
unsigned passed;
unsigned failed;

void count(bool good, const char *what)
{
    passed += good ? 1 : 0;
    failed += good ? 0 : 1;
    if (!good) {
        std::printf("FAIL %s\n", what);
    }
}

/* Has data() and size(), like std::span. */
template <typename T> struct span {
    T *first;
    std::size_t elements;
    T *data() const
    {
        return first;
    }
    std::size_t size() const
    {
        return elements;
    }
};

template <typename T> bool is(const permkern_layout &layout, std::size_t a, std::size_t b, std::size_t elements)
{
    return layout.shape[0] == a && layout.shape[1] == b && layout.offset == 0 && layout.strides == nullptr &&
           layout.capacity == elements * sizeof(T) && layout.bits == 8 * sizeof(T);
}

template <typename T> void describe(std::uint8_t *memory)
{
    auto *const at = reinterpret_cast<T *>(memory);
    const std::size_t rows = 3;
    const std::size_t cols = 5 * gib + 7;
    const auto plain = permkern::view(at, {rows, cols});
    count(is<T>(plain.layout(), rows, cols, rows * cols), "a pointer and extents");
    const span<T> all = {at, rows * cols};
    const auto held = permkern::view(all, {rows, cols});
    count(is<T>(held.layout(), rows, cols, rows * cols), "a container and extents");
    const auto line = permkern::view(all);
    count(line.layout().shape[0] == rows * cols && line.layout().capacity == rows * cols * sizeof(T), "a container");
    const wrapper::grid<T, 2, std::size_t> grid{at, {{rows, cols}, {cols + 5, 1}}};
    const auto gridded = permkern::view(grid);
    const permkern_layout of_grid = gridded.layout();
    count(of_grid.shape[0] == rows && of_grid.shape[1] == cols && of_grid.strides != nullptr &&
              of_grid.strides[0] == static_cast<std::ptrdiff_t>(cols + 5) && of_grid.strides[1] == 1 &&
              of_grid.capacity == ((rows - 1) * (cols + 5) + cols) * sizeof(T),
          "an mdspan");
    const auto back = plain.reversed(0, -1);
    const permkern_layout turned = back.layout();
    count(back.status() == PERMKERN_OK && turned.offset == rows * cols - 1 &&
              turned.strides[0] == -static_cast<std::ptrdiff_t>(cols) && turned.strides[1] == -1,
          "reversed axes");
    const auto apart = plain.strided({7 * gib + 1, 6 * gib + 3}, 9 * gib + 5);
    const permkern_layout far = apart.layout();
    count(apart.status() == PERMKERN_OK && far.strides[0] == static_cast<std::ptrdiff_t>(7 * gib + 1) &&
              far.strides[1] == static_cast<std::ptrdiff_t>(6 * gib + 3) && far.offset == 9 * gib + 5,
          "strides and an offset");
}

} // namespace

int main()
{
    alignas(8) static std::uint8_t memory[8]; /* nothing is read or written */
    describe<std::uint8_t>(memory);
    describe<double>(memory);
    std::printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
