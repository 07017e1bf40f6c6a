/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Channels and planes of BITS-bit elements for Helium, included by mve.h once for each width. Function and intrinsic
 * names contain BITS; an amalgamation has them spelled out.
 *
 * Two or four channels take one interleaving load or store. Eight or sixteen channels take two, one after the other,
 * through a buffer, in which channels k, k + 4, k + 8 and k + 12 are adjacent.
 */
#if BITS == 8
#define LANE 8
#include "vector/mve_lines.h"
#undef LANE
#endif
#if BITS <= 16
#define LANE 16
#include "vector/mve_lines.h"
#undef LANE
#endif
#define LANE 32
#include "vector/mve_lines.h"
#undef LANE

#define PERMKERN_MVE_LETTER_8 b
#define PERMKERN_MVE_LETTER_16 h
#define PERMKERN_MVE_LETTER_32 w
#define LETTER PERMKERN_JOIN(PERMKERN_MVE_LETTER_, BITS, )
#define PERMKERN_MVE_LANES_8 16
#define PERMKERN_MVE_LANES_16 8
#define PERMKERN_MVE_LANES_32 4
#define LANES PERMKERN_JOIN(PERMKERN_MVE_LANES_, BITS, )
#define SIZE (BITS / 8U)
#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part##_mve)
#define PLANE(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define VECTOR(n) PERMKERN_JOIN(PERMKERN_JOIN(uint, BITS, x), LANES, n##_t)
#define ON(op) PERMKERN_JOIN(op##_u, BITS, )
#define LOAD PERMKERN_JOIN(PERMKERN_JOIN(vldr, LETTER, q_u), BITS, )
#define STORE PERMKERN_JOIN(PERMKERN_JOIN(vstr, LETTER, q_u), BITS, )

/* ---- registers ---- */

/* Loads a register, and advances the pointer. hides: by PERMKERN_MVE_POINTER. The entry point checked alignment. */
PERMKERN_INLINE VECTOR() NAME(load_next)(const uint8_t **at, bool hides, size_t step)
{
    const VECTOR() v = LOAD(PERMKERN_IN(BITS, *at));
    *at = permkern_at(*at, step);
    if (hides) {
        PERMKERN_MVE_POINTER(*at);
    }
    return v;
}

PERMKERN_INLINE void NAME(store_next)(uint8_t **at, VECTOR() v, bool hides, size_t step)
{
    STORE(PERMKERN_OUT(BITS, *at), v);
    *at = permkern_at_out(*at, step);
    if (hides) {
        PERMKERN_MVE_POINTER(*at);
    }
}

/* Stores a register to a buffer, and loads one. In C, GCC would take another register for each buffer address. */
PERMKERN_INLINE void NAME(keep)(uint32_t *words, VECTOR() v)
{
    permkern_mve_words *const to = (permkern_mve_words *)(void *)words;
#if PERMKERN_MVE_ASSEMBLY
    __asm__ volatile("vstrw.32 %q1, %0" : "=m"(*to) : "w"(v) : "memory");
#else
    *to = (permkern_mve_words)v;
#endif
}

PERMKERN_INLINE VECTOR() NAME(take)(const uint32_t *words)
{
    const permkern_mve_words *const from = (const permkern_mve_words *)(const void *)words;
#if PERMKERN_MVE_ASSEMBLY
    VECTOR() v;
    __asm__("vldrw.u32 %q0, %1" : "=w"(v) : "m"(*from));
    return v;
#else
    return (VECTOR()) * from;
#endif
}

/*
 * Stores two or four registers, interleaved; returns the end address. Without assembly, GCC copies registers to make
 * them adjacent.
 */
PERMKERN_INLINE void *NAME(store2)(void *to, VECTOR() a, VECTOR() b, bool assembly)
{
    if (assembly) {
        register VECTOR() q0 __asm__("q0") = a;
        register VECTOR() q1 __asm__("q1") = b;
        /* clang-format off */
        __asm__ volatile(
            "vst20.%c3 {q0, q1}, [%0]\n\t"
            "vst21.%c3 {q0, q1}, [%0]!"
            : "+r"(to)
            : "w"(q0), "w"(q1), "i"(BITS)
            : "memory");
        /* clang-format on */
        return to;
    }
    const VECTOR(x2) v = {{a, b}};
    ON(vst2q)(PERMKERN_OUT(BITS, to), v);
    return (uint8_t *)to + 32;
}

PERMKERN_INLINE void *NAME(store4)(void *to, VECTOR() a, VECTOR() b, VECTOR() c, VECTOR() d, bool assembly)
{
    if (assembly) {
        register VECTOR() q0 __asm__("q0") = a;
        register VECTOR() q1 __asm__("q1") = b;
        register VECTOR() q2 __asm__("q2") = c;
        register VECTOR() q3 __asm__("q3") = d;
        /* clang-format off */
        __asm__ volatile(
            "vst40.%c5 {q0, q1, q2, q3}, [%0]\n\t"
            "vst41.%c5 {q0, q1, q2, q3}, [%0]\n\t"
            "vst42.%c5 {q0, q1, q2, q3}, [%0]\n\t"
            "vst43.%c5 {q0, q1, q2, q3}, [%0]!"
            : "+r"(to)
            : "w"(q0), "w"(q1), "w"(q2), "w"(q3), "i"(BITS)
            : "memory");
        /* clang-format on */
        return to;
    }
    const VECTOR(x4) v = {{a, b, c, d}};
    ON(vst4q)(PERMKERN_OUT(BITS, to), v);
    return (uint8_t *)to + 64;
}

/* ---- split: out[c][r] = in[r][c], from contiguous rows ---- */

/* Moves 2 or 4 columns (n) with `blocks` blocks of LANES rows. */
PERMKERN_INLINE void NAME(split_direct)(const uint8_t *in, uint8_t *out, size_t stride, size_t blocks, unsigned n)
{
    uint8_t *line1 = permkern_at_out(out, stride);
    uint8_t *line2 = n == 2 ? line1 : permkern_at_out(line1, stride);
    uint8_t *line3 = n == 2 ? line1 : permkern_at_out(line2, stride);
    PERMKERN_MVE_POINTER(line1);
    if (n == 4) {
        PERMKERN_MVE_POINTER(line2);
        PERMKERN_MVE_POINTER(line3);
    }
    for (; blocks != 0; blocks--) {
        if (n == 2) {
            const VECTOR(x2) v = ON(vld2q)(PERMKERN_IN(BITS, in));
            STORE(PERMKERN_OUT(BITS, out), v.val[0]);
            STORE(PERMKERN_OUT(BITS, line1), v.val[1]);
        } else {
            const VECTOR(x4) v = ON(vld4q)(PERMKERN_IN(BITS, in));
            STORE(PERMKERN_OUT(BITS, out), v.val[0]);
            STORE(PERMKERN_OUT(BITS, line1), v.val[1]);
            STORE(PERMKERN_OUT(BITS, line2), v.val[2]);
            STORE(PERMKERN_OUT(BITS, line3), v.val[3]);
            line2 += 16;
            line3 += 16;
        }
        in += (size_t)16 * n;
        out += 16;
        line1 += 16;
    }
}

/* Moves 8 or 16 columns through a buffer. */
PERMKERN_INLINE void NAME(split_buffered)(const uint8_t *in, uint8_t *out, size_t stride, size_t blocks, unsigned n)
{
    uint32_t buffer[64];
    uint32_t *words = buffer;
    uint8_t *line[8] = {out};
    const unsigned lines = n == 8 ? 8 : 1;
    PERMKERN_UNROLL
    for (unsigned k = 1; k < lines; k++) {
        line[k] = permkern_at_out(line[k - 1], stride);
        PERMKERN_MVE_POINTER(line[k]);
    }
    PERMKERN_MVE_POINTER(words);
    for (; blocks != 0; blocks--) {
        PERMKERN_UNROLL
        for (unsigned at = 0; at < n; at += 4) {
            const VECTOR(x4) v = ON(vld4q)(PERMKERN_IN(BITS, in));
            in += 64;
            PERMKERN_MVE_POINTER(in);
            PERMKERN_UNROLL
            for (unsigned k = 0; k < 4; k++) {
                NAME(keep)(words + k * n + at, v.val[k]);
            }
        }
        PERMKERN_MVE_POINTER(words);
        PERMKERN_UNROLL
        for (unsigned k = 0; k < 4; k++) {
            if (n == 8) {
                const VECTOR(x2) v = ON(vld2q)(PERMKERN_IN(BITS, words)); /* columns k and k + 4 */
                NAME(store_next)(&line[k], v.val[0], true, 16);
                NAME(store_next)(&line[k + 4], v.val[1], true, 16);
            } else {
                const VECTOR(x4) v = ON(vld4q)(PERMKERN_IN(BITS, words)); /* columns k, k + 4, k + 8, k + 12 */
                NAME(store_next)(&out, v.val[0], true, 4 * stride);
                NAME(store_next)(&out, v.val[1], true, 4 * stride);
                NAME(store_next)(&out, v.val[2], true, 4 * stride);
                NAME(store_next)(&out, v.val[3], true, k < 3 ? 0 - 11 * stride : 16 - 15 * stride);
            }
            words += n;
            PERMKERN_MVE_POINTER(words);
        }
        words -= 4 * n;
    }
}

/* Moves 2, 4, 8 or 16 columns. The last block overlaps the one before. */
PERMKERN_INLINE void NAME(split)(const uint8_t *in, uint8_t *out, size_t stride, size_t rows, size_t cols)
{
    size_t blocks = rows / LANES;
    for (size_t at = 0;; at = rows - LANES, blocks = 1) {
        const uint8_t *const from = in + at * cols * SIZE;
        if (cols == 2) {
            NAME(split_direct)(from, out + at * SIZE, stride, blocks, 2);
        } else if (cols == 4) {
            NAME(split_direct)(from, out + at * SIZE, stride, blocks, 4);
        } else if (cols == 8) {
            NAME(split_buffered)(from, out + at * SIZE, stride, blocks, 8);
        } else {
            NAME(split_buffered)(from, out + at * SIZE, stride, blocks, 16);
        }
        if (at + blocks * LANES == rows) {
            return;
        }
    }
}

/* ---- join: out[c][r] = in[r][c], to contiguous columns ---- */

/* Moves 2 or 4 rows (n) with `blocks` blocks of LANES columns. */
PERMKERN_INLINE void NAME(join_direct)(const uint8_t *in, size_t stride, uint8_t *out, size_t blocks, unsigned n)
{
    const uint8_t *line1 = permkern_at(in, stride);
    const uint8_t *line2 = n == 2 ? line1 : permkern_at(line1, stride);
    const uint8_t *line3 = n == 2 ? line1 : permkern_at(line2, stride);
    PERMKERN_MVE_POINTER(line1);
    if (n == 4) {
        PERMKERN_MVE_POINTER(line2);
        PERMKERN_MVE_POINTER(line3);
    }
    for (; blocks != 0; blocks--) {
        const VECTOR() a = LOAD(PERMKERN_IN(BITS, in));
        const VECTOR() b = LOAD(PERMKERN_IN(BITS, line1));
        if (n == 2) {
            out = (uint8_t *)NAME(store2)(out, a, b, PERMKERN_MVE_ASSEMBLY);
        } else {
            const VECTOR() c = LOAD(PERMKERN_IN(BITS, line2));
            out = (uint8_t *)NAME(store4)(out, a, b, c, LOAD(PERMKERN_IN(BITS, line3)), PERMKERN_MVE_ASSEMBLY);
            line2 += 16;
            line3 += 16;
        }
        in += 16;
        line1 += 16;
    }
}

/* Moves 8 or 16 rows through a buffer. */
PERMKERN_INLINE void NAME(join_buffered)(const uint8_t *in, size_t stride, uint8_t *out, size_t blocks, unsigned n)
{
    uint32_t buffer[64];
    uint32_t *words = buffer;
    const uint8_t *line[8] = {in};
    const unsigned lines = n == 8 ? 8 : 1;
    PERMKERN_UNROLL
    for (unsigned k = 1; k < lines; k++) {
        line[k] = permkern_at(line[k - 1], stride);
        PERMKERN_MVE_POINTER(line[k]);
    }
    PERMKERN_MVE_POINTER(words);
    for (; blocks != 0; blocks--) {
        PERMKERN_UNROLL
        for (unsigned k = 0; k < 4; k++) {
            if (n == 8) {
                const VECTOR() a = NAME(load_next)(&line[k], true, 16);
                words = (uint32_t *)NAME(store2)(words, a, NAME(load_next)(&line[k + 4], true, 16), true);
            } else {
                const VECTOR() a = NAME(load_next)(&in, true, 4 * stride);
                const VECTOR() b = NAME(load_next)(&in, true, 4 * stride);
                const VECTOR() c = NAME(load_next)(&in, true, 4 * stride);
                const VECTOR() d = NAME(load_next)(&in, true, k < 3 ? 0 - 11 * stride : 16 - 15 * stride);
                words = (uint32_t *)NAME(store4)(words, a, b, c, d, true);
            }
        }
        words -= 4 * n;
        PERMKERN_MVE_POINTER(words);
        PERMKERN_UNROLL
        for (unsigned at = 0; at < n; at += 4) {
            out = (uint8_t *)NAME(store4)(out, NAME(take)(words + at), NAME(take)(words + n + at),
                                          NAME(take)(words + 2 * n + at), NAME(take)(words + 3 * n + at), true);
        }
    }
}

/* Moves 2, 4, 8 or 16 rows. The last block overlaps the one before. */
PERMKERN_INLINE void NAME(join)(const uint8_t *in, size_t stride, uint8_t *out, size_t rows, size_t cols)
{
    size_t blocks = cols / LANES;
    for (size_t at = 0;; at = cols - LANES, blocks = 1) {
        uint8_t *const to = out + at * rows * SIZE;
        if (rows == 2) {
            NAME(join_direct)(in + at * SIZE, stride, to, blocks, 2);
        } else if (rows == 4) {
            NAME(join_direct)(in + at * SIZE, stride, to, blocks, 4);
        } else if (rows == 8) {
            NAME(join_buffered)(in + at * SIZE, stride, to, blocks, 8);
        } else {
            NAME(join_buffered)(in + at * SIZE, stride, to, blocks, 16);
        }
        if (at + blocks * LANES == cols) {
            return;
        }
    }
}

#if BITS == 8
/*
 * Moves a block of 16 x 16 elements through a buffer. First, interleaving stores make words: four elements of a column,
 * from four rows. Then word stores join the four words of each column.
 */
PERMKERN_INLINE void NAME(block)(const uint8_t *in, size_t down, uint8_t *out, size_t right, uint32_t *words)
{
    uint32_t *const columns = words + 4 * LANES;
    VECTOR() v[4];
    PERMKERN_UNROLL
    for (unsigned group = 0; group < 4; group++) {
        PERMKERN_UNROLL
        for (unsigned i = 0; i < 4; i++) {
            v[i] = NAME(load_next)(&in, PERMKERN_MVE_ASSEMBLY, down);
        }
        (void)NAME(store4)(words + LANES * group, v[0], v[1], v[2], v[3], PERMKERN_MVE_ASSEMBLY);
    }
    PERMKERN_UNROLL
    for (unsigned c = 0; c < LANES; c += 4) {
        uint32x4_t w[4];
        PERMKERN_UNROLL
        for (unsigned k = 0; k < 4; k++) {
            w[k] = permkern_x32_take_mve(words + LANES * k + c);
        }
        (void)permkern_x32_store4_mve(columns, w[0], w[1], w[2], w[3], PERMKERN_MVE_ASSEMBLY);
        PERMKERN_UNROLL
        for (unsigned k = 0; k < 4; k++) {
            NAME(store_next)(&out, NAME(take)(columns + 4 * k), PERMKERN_MVE_ASSEMBLY, right);
        }
    }
}
#endif

/* ---- lines ---- */

/* Scatters rows or gathers columns, with the narrowest offsets that hold LANES - 1 strides. `rows` is a constant. */
PERMKERN_INLINE void NAME(lines)(bool rows, const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                 size_t count, size_t cols)
{
    const size_t stride = (rows ? out_stride : in_stride) / SIZE;
    (void)stride;
#if BITS == 8
    if (stride <= PERMKERN_MVE_NEAR8) {
        rows ? PLANE(scatter8_mve)(in, in_stride, out, out_stride, count, cols)
             : PLANE(gather8_mve)(in, in_stride, out, out_stride, count, cols);
        return;
    }
#endif
#if BITS <= 16
    if (stride <= PERMKERN_MVE_NEAR16) {
        rows ? PLANE(scatter16_mve)(in, in_stride, out, out_stride, count, cols)
             : PLANE(gather16_mve)(in, in_stride, out, out_stride, count, cols);
        return;
    }
#endif
    rows ? PLANE(scatter32_mve)(in, in_stride, out, out_stride, count, cols)
         : PLANE(gather32_mve)(in, in_stride, out, out_stride, count, cols);
}

/* ---- planes ---- */

/* Blocks pay only for bytes: a gather takes a cycle per element. Wider elements use gathers and scatters alone. */
#if BITS == 8
/* Moves a plane by blocks. A last block overlaps the one before if at least half of it is new; else lines follow. */
PERMKERN_INLINE void NAME(blocks)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                  size_t cols)
{
    uint32_t words[4 * LANES + 16];
    const size_t most_rows = rows % LANES < LANES / 2 ? rows - rows % LANES : rows;
    const size_t most_cols = cols % LANES < LANES / 2 ? cols - cols % LANES : cols;
    for (size_t row = 0; row < most_rows; row += LANES) {
        const size_t r = row + LANES > most_rows ? most_rows - LANES : row;
        for (size_t col = 0; col < most_cols; col += LANES) {
            const size_t c = col + LANES > most_cols ? most_cols - LANES : col;
            NAME(block)
            (permkern_at(in, r * in_stride) + c * SIZE, in_stride, permkern_at_out(out + r * SIZE, c * out_stride),
             out_stride, words);
        }
    }
    if (most_cols < cols) {
        uint8_t *const to = permkern_at_out(out, most_cols * out_stride);
        NAME(lines)(false, in + most_cols * SIZE, in_stride, to, out_stride, most_rows, cols - most_cols);
    }
    if (most_rows < rows) {
        const uint8_t *const from = permkern_at(in, most_rows * in_stride);
        NAME(lines)(true, from, in_stride, out + most_rows * SIZE, out_stride, rows - most_rows, cols);
    }
}
#endif

/* Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. */
PERMKERN_INLINE void PLANE(plane_inline)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                         size_t rows, size_t cols)
{
    static const permkern_ways ways = {BITS / 16, BITS == 8 ? LANES : 0, LANES,
                                       PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_4 |
                                           (BITS < 32 ? PERMKERN_CHANNELS_8 | PERMKERN_CHANNELS_16 : 0U),
                                       false};
    switch (permkern_way_of(&ways, rows, cols, in_stride, out_stride, true)) {
    case PERMKERN_WAY_SPLIT:
        NAME(split)(in, out, out_stride, rows, cols);
        break;
    case PERMKERN_WAY_JOIN:
        NAME(join)(in, in_stride, out, rows, cols);
        break;
#if BITS == 8
    case PERMKERN_WAY_TILES:
    case PERMKERN_WAY_TILES_AND_LINES:
        NAME(blocks)(in, in_stride, out, out_stride, rows, cols);
        break;
#endif
    case PERMKERN_WAY_ROWS:
        NAME(lines)(true, in, in_stride, out, out_stride, rows, cols);
        break;
    default:
        NAME(lines)(false, in, in_stride, out, out_stride, rows, cols);
        break;
    }
}

/* The plane function that kernels for any shape share. It is not inlined for constants. */
static inline void PLANE(matrix)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                 size_t cols)
{
    PLANE(plane_inline)(in, in_stride, out, out_stride, rows, cols);
}

#undef LETTER
#undef LANES
#undef SIZE
#undef NAME
#undef PLANE
#undef VECTOR
#undef ON
#undef LOAD
#undef STORE
