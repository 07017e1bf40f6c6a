/* SPDX-License-Identifier: BSD-3-Clause */
/* Strips and run copies by streaming stores, for x86. Included once for each set SET, after tile.h. */
#define NAME(verb) PERMKERN_JOIN(permkern_##verb##_, SET, )
#define TARGET PERMKERN_JOIN(PERMKERN_TARGET_, SET, )
#define VEC NAME(vec)

/* A permkern_strip; a column is one cache line or two, stored by one register or several in a row. */
TARGET PERMKERN_INLINE void NAME(stream_strip)(size_t size, size_t rows, size_t cols, bool regular, const uint8_t *in,
                                               const size_t *row, uint8_t *out, const size_t *col, size_t left)
{
    const size_t row_step = row[1];
    const size_t col_step = col[1];
    const size_t high = sizeof(VEC) / size;
    VEC v[2 * PERMKERN_CACHE_LINE / sizeof(VEC)][16];
    for (;; in += cols * size, left -= cols) {
        uint8_t *to = out;
        PERMKERN_UNROLL
        for (size_t r = 0; r < rows; r += high) {
            const uint8_t *const from = regular ? permkern_at(in, r * row_step) : in;
            NAME(transpose)(v[r / high], size, high, cols, from, regular ? row : row + r, regular);
        }
        PERMKERN_UNROLL
        for (size_t c = 0; c < cols; c++) {
            to = !regular ? permkern_at_out(out, col[c]) : c != 0 ? permkern_at_out(to, col_step) : out;
            PERMKERN_UNROLL
            for (size_t r = 0; r < rows; r += high) {
                NAME(stream)(to + r * size, v[r / high][NAME(register)(c, cols)]);
            }
        }
        if (left == cols) {
            return;
        }
        out = regular ? permkern_at_out(to, col_step) : out;
        col += regular ? 0 : cols;
    }
}

/* A permkern_run_move with streaming stores for whole cache lines. */
TARGET static void NAME(stream_runs)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count,
                                     size_t bytes)
{
    for (; count != 0; count--) {
        const size_t head = (0 - (uintptr_t)out) % PERMKERN_CACHE_LINE;
        const size_t end = head + (bytes - head) / PERMKERN_CACHE_LINE * PERMKERN_CACHE_LINE;
        if (head != 0) {
            permkern_runs(in, 0, out, 0, 1, head);
        }
        for (size_t at = head; at < end; at += sizeof(VEC)) {
            NAME(stream)(out + at, NAME(load)(in + at, sizeof(VEC)));
        }
        if (bytes != end) {
            permkern_runs(in + end, 0, out + end, 0, 1, bytes - end);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* A function for the set's table, because the intrinsic has no address. */
TARGET static void NAME(fence)(void)
{
    _mm_sfence();
}

#undef NAME
#undef TARGET
#undef VEC
