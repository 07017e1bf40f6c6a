/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Counts beyond 32 bits in permkern.hpp: what a view of gigabytes tells the library of its extents, strides, offset and
 * capacity, whichever way it was made; and a few elements moved with gigabytes between them.
 */
#include "grid.h"
#include "memory.h"
#include "permkern.hpp"

#include <array>
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

/* What has data() and size(), like std::span. */
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
    const auto tall = permkern::view(at, {cols, rows});
    count(is<T>(tall.layout(), cols, rows, rows * cols), "a pointer and extents, the first the longer");
    const auto given = permkern::view(at, {rows, cols}, rows * cols * sizeof(T) + 1);
    count(given.layout().capacity == rows * cols * sizeof(T) + 1, "a capacity");
    const span<T> all = {at, rows * cols};
    const auto held = permkern::view(all, {rows, cols});
    count(is<T>(held.layout(), rows, cols, rows * cols), "a container and extents");
    const auto line = permkern::view(all);
    count(line.layout().shape[0] == rows * cols && line.layout().capacity == rows * cols * sizeof(T), "a container");
    const span<std::array<T, 6>> pairs = {reinterpret_cast<std::array<T, 6> *>(memory), cols};
    const auto paired = permkern::view(pairs);
    count(is<T>(paired.layout(), cols, 6, 6 * cols), "a container of rows");
    const wrapper::grid<T, 2, std::size_t> grid(at, {rows, cols}, {cols + 5, 1});
    const auto gridded = permkern::view(grid);
    const permkern_layout of_grid = gridded.layout();
    count(of_grid.shape[0] == rows && of_grid.shape[1] == cols && of_grid.strides != nullptr &&
              of_grid.strides[0] == static_cast<std::ptrdiff_t>(cols + 5) && of_grid.strides[1] == 1 &&
              of_grid.capacity == ((rows - 1) * (cols + 5) + cols) * sizeof(T),
          "an mdspan");
    /* Arrays of so many elements are no types that GCC deduces: it refuses them. */
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

/* Two rows of three elements, gigabytes apart, become three rows of two. */
template <typename T> void move(std::uint8_t *memory, std::uint8_t *other)
{
    const std::ptrdiff_t in_row = 13 * gib / sizeof(T) + 1;
    const std::ptrdiff_t out_row = 9 * gib / sizeof(T) + 5;
    const std::size_t offset = 6 * gib / sizeof(T);
    auto *const in = reinterpret_cast<T *>(memory);
    auto *const out = reinterpret_cast<T *>(other);
    const std::size_t room = 64 * gib;
    const auto from = permkern::view<const T, 2>(in, {2, 3}, room).strided({in_row, 1}, offset);
    const auto to = permkern::view<T, 2>(out, {3, 2}, room).strided({out_row, 1});
    permkern::plan<T, 2> plan;
    for (unsigned way = 0; way != 3; way++) {
        for (std::ptrdiff_t r = 0; r != 2; r++) {
            for (std::ptrdiff_t c = 0; c != 3; c++) {
                in[static_cast<std::ptrdiff_t>(offset) + r * in_row + c] = static_cast<T>(1 + 10 * r + c);
                out[c * out_row + r] = 0;
            }
        }
        permkern_status status = plan.prepare(from, {1, 0}, to);
        if (way == 0) {
            status = permkern::permute(from, {1, 0}, to);
        } else if (way == 1 && status == PERMKERN_OK) {
            status = plan.run(in, out);
        } else {
            for (std::uint32_t part = 0; part != 3 && status == PERMKERN_OK; part++) {
                status = plan.run_part(in, out, part, 3);
            }
        }
        bool right = status == PERMKERN_OK;
        for (std::ptrdiff_t r = 0; r != 2; r++) {
            for (std::ptrdiff_t c = 0; c != 3; c++) {
                right = right && out[c * out_row + r] == static_cast<T>(1 + 10 * r + c);
            }
        }
        count(right, "rows that are gigabytes apart");
    }
    giant_forget(memory, room);
    giant_forget(other, room);
}

} // namespace

int main()
{
    std::uint8_t *const memory = giant_reserve(64 * gib);
    std::uint8_t *const other = giant_reserve(64 * gib);
    describe<std::uint8_t>(memory);
    describe<std::uint16_t>(memory);
    describe<float>(memory);
    describe<double>(memory);
    move<std::uint8_t>(memory, other);
    move<std::uint16_t>(memory, other);
    move<float>(memory, other);
    move<double>(memory, other);
    std::printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
