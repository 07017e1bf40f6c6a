/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Registers and channels of BITS-bit elements for Helium, included by mve.h once for each width. A register holds
 * ELEMENTS elements; LETTER ends the names of loads and stores. Function and intrinsic names contain BITS; an
 * amalgamation has them spelled out.
 *
 * Two or four channels take one interleaving load or store. Eight or sixteen channels take two, with a buffer between
 * them. In the buffer, channels k, k + 4, k + 8 and k + 12 are adjacent.
 */
#define SIZE (BITS / 8U)
#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part##_mve)
#define VECTOR(n) PERMKERN_JOIN(PERMKERN_JOIN(uint, BITS, x), ELEMENTS, n##_t)
#define ON(op) PERMKERN_JOIN(op##_u, BITS, )
#define LOAD PERMKERN_JOIN(PERMKERN_JOIN(vldr, LETTER, q_u), BITS, )
#define STORE PERMKERN_JOIN(PERMKERN_JOIN(vstr, LETTER, q_u), BITS, )

/* ---- registers ---- */

/* Loads a register, and advances the pointer. hides: uses PERMKERN_MVE_POINTER. The entry point checked alignment. */
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

/* Moves 2 or 4 columns (n) with `blocks` blocks of ELEMENTS rows. */
PERMKERN_INLINE void NAME(split_direct)(const uint8_t *in, uint8_t *out, size_t stride, size_t blocks, unsigned n)
{
    uint8_t *line[4] = {out};
    PERMKERN_UNROLL
    for (unsigned k = 1; k < n; k++) {
        line[k] = permkern_at_out(line[k - 1], stride);
        PERMKERN_MVE_POINTER(line[k]);
    }
    for (; blocks != 0; blocks--) {
        VECTOR() v[4];
        if (n == 2) {
            const VECTOR(x2) two = ON(vld2q)(PERMKERN_IN(BITS, in));
            v[0] = two.val[0];
            v[1] = two.val[1];
        } else {
            const VECTOR(x4) four = ON(vld4q)(PERMKERN_IN(BITS, in));
            PERMKERN_UNROLL
            for (unsigned k = 0; k < 4; k++) {
                v[k] = four.val[k];
            }
        }
        in += (size_t)16 * n;
        PERMKERN_UNROLL
        for (unsigned k = 0; k < n; k++) {
            NAME(store_next)(&line[k], v[k], false, 16);
        }
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

/* ---- join: out[c][r] = in[r][c], to contiguous columns ---- */

/* Moves 2 or 4 rows (n) with `blocks` blocks of ELEMENTS columns. */
PERMKERN_INLINE void NAME(join_direct)(const uint8_t *in, size_t stride, uint8_t *out, size_t blocks, unsigned n)
{
    const uint8_t *line[4] = {in};
    PERMKERN_UNROLL
    for (unsigned k = 1; k < n; k++) {
        line[k] = permkern_at(line[k - 1], stride);
        PERMKERN_MVE_POINTER(line[k]);
    }
    for (; blocks != 0; blocks--) {
        VECTOR() v[4];
        PERMKERN_UNROLL
        for (unsigned k = 0; k < n; k++) {
            v[k] = NAME(load_next)(&line[k], PERMKERN_MVE_ASSEMBLY, 16);
        }
        out = (uint8_t *)(n == 2 ? NAME(store2)(out, v[0], v[1], PERMKERN_MVE_ASSEMBLY)
                                 : NAME(store4)(out, v[0], v[1], v[2], v[3], PERMKERN_MVE_ASSEMBLY));
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

/* ---- both ---- */

/* Moves n channels (2, 4, 8 or 16), lines `stride` bytes apart. The last block overlaps the one before. */
PERMKERN_INLINE void NAME(channels)(bool joins, const uint8_t *in, uint8_t *out, size_t stride, size_t pixels, size_t n)
{
    size_t blocks = pixels / ELEMENTS;
    for (size_t at = 0;; at = pixels - ELEMENTS, blocks = 1) {
        const uint8_t *const from = in + at * (joins ? SIZE : n * SIZE);
        uint8_t *const to = out + at * (joins ? n * SIZE : SIZE);
        if (n == 2) {
            joins ? NAME(join_direct)(from, stride, to, blocks, 2) : NAME(split_direct)(from, to, stride, blocks, 2);
        } else if (n == 4) {
            joins ? NAME(join_direct)(from, stride, to, blocks, 4) : NAME(split_direct)(from, to, stride, blocks, 4);
        } else if (n == 8) {
            joins ? NAME(join_buffered)(from, stride, to, blocks, 8)
                  : NAME(split_buffered)(from, to, stride, blocks, 8);
        } else {
            joins ? NAME(join_buffered)(from, stride, to, blocks, 16)
                  : NAME(split_buffered)(from, to, stride, blocks, 16);
        }
        if (at + blocks * ELEMENTS == pixels) {
            return;
        }
    }
}

#undef SIZE
#undef NAME
#undef VECTOR
#undef ON
#undef LOAD
#undef STORE
