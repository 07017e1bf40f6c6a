/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The alignment matrix of permkern.hpp (tests/offsets.c has that of C): each shape that the set pins, as a caller knows
 * it at compile time, with its two buffers at every pair of offsets from a multiple of eight. Compiled, with the
 * library, for no unaligned words and with the sanitizer for alignment.
 */
#include "permkern.hpp"

#include <array>
#include <cstdio>
#include <utility>

namespace
{

constexpr std::size_t room = 1536;
constexpr std::size_t margin = 16;

alignas(64) std::array<std::uint8_t, room + 2 * margin> input;
alignas(64) std::array<std::uint8_t, room + 2 * margin> output;
unsigned passed;
unsigned failed;

template <unsigned Bits> struct element;
template <> struct element<8> {
    using type = std::uint8_t;
};
template <> struct element<16> {
    using type = std::uint16_t;
};
template <> struct element<32> {
    using type = std::uint32_t;
};
template <> struct element<64> {
    using type = std::uint64_t;
};

/* "8x12" has 8 at 0 and 12 at 1. */
constexpr std::size_t number_at(const char *text, std::size_t place)
{
    std::size_t number = 0;
    for (; *text != 0; text++) {
        if (*text == 'x') {
            place--;
        } else if (place == 0) {
            number = 10 * number + static_cast<std::size_t>(*text - '0');
        }
    }
    return number;
}

constexpr std::size_t length(const char *text)
{
    std::size_t count = 0;
    while (text[count] != 0) {
        count++;
    }
    return count;
}

std::uint8_t pattern(std::size_t at)
{
    return static_cast<std::uint8_t>(at + (at >> 8) * 3);
}

constexpr std::uint8_t background = 0xa5;

/* Fills in the input's byte of each byte of the output, by the definition. Returns the bytes; 0: larger than room. */
template <std::size_t Rank>
std::size_t fill_source(std::array<std::size_t, room> &source, const std::array<std::size_t, Rank> &shape,
                        const std::array<std::size_t, Rank> &perm, std::size_t size)
{
    std::size_t elements = 1;
    for (const std::size_t extent : shape) {
        elements *= extent;
    }
    if (elements * size > room) {
        return 0;
    }
    for (std::size_t o = 0; o != elements; o++) {
        std::array<std::size_t, Rank> index{};
        std::size_t rest = o;
        for (std::size_t k = Rank; k-- != 0;) {
            index[perm[k]] = rest % shape[perm[k]];
            rest /= shape[perm[k]];
        }
        std::size_t from = 0;
        for (std::size_t k = 0; k != Rank; k++) {
            from = from * shape[k] + index[k];
        }
        for (std::size_t byte = 0; byte != size; byte++) {
            source[o * size + byte] = from * size + byte;
        }
    }
    return elements * size;
}

/* Text: the shape and permutation as text, and bits. */
template <typename Text, std::size_t... K> void try_shape(std::index_sequence<K...>)
{
    using T = typename element<Text::bits>::type;
    std::array<std::size_t, room> source{};
    const std::size_t bytes = fill_source<sizeof...(K)>(source, {number_at(Text::shape, K)...},
                                                        {static_cast<std::size_t>(Text::perm[K] - '0')...}, sizeof(T));
    for (std::size_t offsets = 0; bytes != 0 && offsets != 81; offsets++) {
        const std::size_t in_off = offsets / 9;
        const std::size_t out_off = offsets % 9;
        const bool aligned = (in_off | out_off) % sizeof(T) == 0;
        for (std::size_t at = 0; at != room; at++) {
            input[margin + in_off + at] = pattern(at);
        }
        output.fill(background);
        std::uint8_t *const out = &output[margin + out_off];
        const permkern_status status =
            permkern::permute<permkern::shape<number_at(Text::shape, K)...>,
                              permkern::axes<static_cast<std::uint8_t>(Text::perm[K] - '0')...>>(
                reinterpret_cast<const T *>(&input[margin + in_off]), reinterpret_cast<T *>(out));
        bool right = status == (aligned ? PERMKERN_OK : PERMKERN_ERR_ALIGN);
        for (std::size_t at = 0; at != output.size(); at++) {
            const std::size_t place = at - margin - out_off;
            right = right && output[at] == (aligned && place < bytes ? pattern(source[place]) : background);
        }
        passed += right ? 1 : 0;
        failed += right ? 0 : 1;
        if (!right) {
            std::printf("FAIL %s, %u-bit, input %zu and output %zu bytes off: status %d\n", Text::name, Text::bits,
                        in_off, out_off, static_cast<int>(status));
        }
    }
}

} // namespace

#define PERMKERN_PIN(kernel, element_bits, shape_text, perm_text, flips, align, count, dispatched)                     \
    struct text_of_##kernel {                                                                                          \
        static constexpr const char *name = #kernel;                                                                   \
        static constexpr const char *shape = shape_text;                                                               \
        static constexpr const char *perm = perm_text;                                                                 \
        static constexpr unsigned bits = element_bits;                                                                 \
    };
#include "permkern_plan.inc"

int main()
{
#define PERMKERN_PIN(kernel, element_bits, shape_text, perm_text, flips, align, count, dispatched)                     \
    try_shape<text_of_##kernel>(std::make_index_sequence<length(perm_text)>());
#include "permkern_plan.inc"
    std::printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 && passed != 0 ? 0 : 1;
}
