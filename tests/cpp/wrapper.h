/* SPDX-License-Identifier: BSD-3-Clause */
/* For the permkern.hpp tests: counted failures, and arrays between bytes that nobody may write. */
#ifndef WRAPPER_H
#define WRAPPER_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <type_traits>

#include "permkern.hpp"

namespace wrapper
{

inline int failures = 0;

inline void check(bool right, int line, const char *what)
{
    if (!right) {
        std::printf("line %d: %s\n", line, what);
        failures++;
    }
}

constexpr unsigned char canary = 0xa5;

/* An array of any kind, between canaries. Its elements begin as canaries, too. */
template <typename Array> struct guarded {
    guarded()
    {
        std::memset(static_cast<void *>(this), canary, sizeof *this);
    }

    /* No byte around the array was written; with `untouched`, none inside it. */
    bool is_intact(bool untouched = false) const
    {
        const auto *const bytes = reinterpret_cast<const unsigned char *>(this);
        const std::size_t first = sizeof before;
        bool intact = true;
        for (std::size_t k = 0; k < sizeof *this; k++) {
            const bool may_differ = !untouched && k >= first && k < first + sizeof array;
            intact = intact && (may_differ || bytes[k] == canary);
        }
        return intact;
    }

    bool is_untouched() const
    {
        return is_intact(true);
    }

    unsigned char before[512];
    alignas(64) Array array;
    alignas(64) unsigned char behind[512];
};

/* Fills every element with other bytes, also in nested arrays. */
template <typename Array> void fill(Array &array)
{
    unsigned char bytes[sizeof array];
    for (std::size_t k = 0; k < sizeof bytes; k++) {
        bytes[k] = static_cast<unsigned char>(k * 7 + k / 256 + 1);
    }
    std::memcpy(static_cast<void *>(&array), bytes, sizeof bytes);
}

/* out is in with its two axes swapped. */
template <typename In, typename Out>
bool is_transpose(const In &in, const Out &out, std::size_t height, std::size_t width)
{
    bool right = true;
    for (std::size_t row = 0; row < height; row++) {
        for (std::size_t column = 0; column < width; column++) {
            right = right && std::memcmp(&in[row][column], &out[column][row], sizeof in[row][column]) == 0;
        }
    }
    return right;
}

} // namespace wrapper

#define CHECK(...) wrapper::check((__VA_ARGS__), __LINE__, #__VA_ARGS__)
#define CHECK_STATUS(status, ...) CHECK((__VA_ARGS__) == PERMKERN_##status)

#endif /* WRAPPER_H */
