/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles in vector registers: the only body, for all hosts. Included once for each set, after its own header. SET is the
 * set's name, which ends function names; an amalgamation has them spelled out. `size` (bytes per element), `rows` and
 * `cols` are constants in each call.
 */
#define NAME(verb) PERMKERN_JOIN(permkern_##verb##_, SET, )
#define TARGET PERMKERN_JOIN(PERMKERN_TARGET_, SET, )
#define VEC NAME(vec)

/* Zips registers whose numbers differ by `apart`, in units of `bytes` bytes: lower halves, then upper halves. */
TARGET PERMKERN_INLINE void NAME(exchange)(VEC *v, size_t registers, size_t apart, size_t bytes)
{
    PERMKERN_UNROLL
    for (size_t i = 0; i + apart < registers; i++) {
        if ((i & apart) == 0) {
            const VEC a = v[i];
            const VEC b = v[i + apart];
            v[i] = NAME(zip_lo)(a, b, bytes);
            v[i + apart] = NAME(zip_hi)(a, b, bytes);
        }
    }
}

/*
 * Loads a tile and transposes it; rows as in permkern_strip. Register i has row i; with n registers, the next lanes
 * have rows i + n, i + 2n ... Each exchange swaps a bit of the register's number, lowest first, with a bit of the
 * element's column, highest first. J. O. Eklundh, IEEE Trans. Computers C-21 (1972).
 */
TARGET PERMKERN_INLINE void NAME(transpose)(VEC *v, size_t size, size_t rows, size_t cols, const uint8_t *in,
                                            const size_t *row, bool regular)
{
    const size_t registers = rows * 16 / sizeof(VEC);
    const size_t apart = registers * row[1];
    const size_t lane_at[4] = {0, apart, 2 * apart, 3 * apart};
    PERMKERN_UNROLL
    for (size_t i = 0; i < registers; i++) {
        in = regular && i != 0 ? permkern_at(in, row[1]) : in;
        v[i] = regular ? NAME(load_rows)(in, lane_at, 1, cols * size)
                       : NAME(load_rows)(in, row + i, registers, cols * size);
    }
    NAME(exchange)(v, registers, 1, size);
    NAME(exchange)(v, registers, 2, 2 * size);
    NAME(exchange)(v, registers, 4, 4 * size);
    NAME(exchange)(v, registers, 8, 8 * size);
}

/* The register that has column c after the exchanges: c with its bits reversed. registers: at most 16. */
TARGET PERMKERN_INLINE size_t NAME(register)(size_t c, size_t registers)
{
    return ((c & 1) << 3 | (c & 2) << 1 | (c & 4) >> 1 | (c & 8) >> 3) / (16 / registers);
}

/* A permkern_strip. A tile has at most as many rows as a register has elements. `regular` is a constant, too. */
TARGET PERMKERN_INLINE void NAME(move_strip)(size_t size, size_t rows, size_t cols, bool regular, const uint8_t *in,
                                             const size_t *row, uint8_t *out, const size_t *col, size_t left)
{
    const size_t row_step = row[1];
    const size_t col_step = col[1];
    const size_t most = sizeof(VEC) / size;
    const size_t high = rows < most ? rows : most;
    const size_t registers = high * 16 / sizeof(VEC);
    const size_t columns = 16 / size / registers; /* per register; over 1 if rows < elements per lane */
    VEC v[16];
    for (;;) {
        uint8_t *to[16];
        PERMKERN_UNROLL
        for (size_t c = 0; c < cols && !regular; c++) {
            to[c] = permkern_at_out(out, col[c]);
        }
        PERMKERN_UNROLL
        for (size_t r = 0; r < rows; r += high) {
            uint8_t *four = out + r * size; /* first of four regular columns */
            NAME(transpose)
            (v, size, high, cols, regular ? permkern_at(in, r * row_step) : in, regular ? row : row + r, regular);
            PERMKERN_UNROLL
            for (size_t c = 0; c < cols; c++) {
                four = regular && c % 4 == 0 && c != 0 ? permkern_at_out(four, 4 * col_step) : four;
                uint8_t *const at = regular                 ? permkern_at_out(four, c % 4 * col_step)
                                    : PERMKERN_PLACES_FIRST ? to[c] + r * size
                                                            : permkern_at_out(out, col[c]) + r * size;
                NAME(store)(at, v[NAME(register)(c / columns, registers)], high * size, c % columns);
            }
        }
        if (cols * size < 16 || left == cols) {
            return;
        }
        in += cols * size;
        out = regular ? permkern_at_out(out, cols * col_step) : out;
        col += regular ? 0 : cols;
        left -= cols;
    }
}

#undef NAME
#undef TARGET
#undef VEC
