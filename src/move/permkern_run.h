/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves a run: most bytes by one unit, the ends by smaller ones. For permkern_copy and permkern_xor_run. Not installed.
 */
#ifndef PERMKERN_RUN_H
#define PERMKERN_RUN_H

#include "move/permkern_lines.h"
#include "move/permkern_pairs.h"

/*
 * Moves up to four units: adjacent ones, but the last is `last` bytes after the first. shift: log2 of a unit's bytes, a
 * constant in callers. If shift is 3, flip is 0.
 */
PERMKERN_INLINE void permkern_copy_units(const uint8_t *in, uint8_t *out, unsigned shift, unsigned units, size_t last,
                                         uint32_t flip)
{
    const size_t unit = (size_t)1 << shift;
    const uint64_t a = permkern_load_block(in, shift) ^ flip;
    const uint64_t b = units > 2 ? permkern_load_block(in + unit, shift) ^ flip : 0;
    const uint64_t c = units > 3 ? permkern_load_block(in + 2 * unit, shift) ^ flip : 0;
    const uint64_t d = units > 1 ? permkern_load_block(in + last, shift) ^ flip : 0;
    permkern_own_loop();
    permkern_store_block(out, shift, a);
    if (units > 2) {
        permkern_store_block(out + unit, shift, b);
    }
    if (units > 3) {
        permkern_store_block(out + 2 * unit, shift, c);
    }
    if (units > 1) {
        permkern_store_block(out + last, shift, d);
    }
}

/* The rest of a run: addresses, bytes left, and the constant to XOR with. */
typedef struct {
    const uint8_t *in;
    uint8_t *out;
    size_t left;
    uint32_t flip;
} permkern_rest;

/* Moves all whole blocks. units: 1, 4 or 8 per block. */
PERMKERN_INLINE void permkern_move_blocks(permkern_rest *run, unsigned shift, unsigned units)
{
    const size_t last = (size_t)3 << shift;
    const size_t block = (size_t)units << shift;
    const uint8_t *const stop = run->in + (run->left & ~(block - 1));
    run->left &= block - 1;
    while (run->in != stop) {
        permkern_copy_units(run->in, run->out, shift, units > 4 ? 4 : units, last, run->flip);
        if (units > 4) {
            permkern_copy_units(run->in + block / 2, run->out + block / 2, shift, 4, last, run->flip);
        }
        run->in = permkern_next_out(permkern_unconst(run->in), (ptrdiff_t)block);
        run->out = permkern_next_out(run->out, (ptrdiff_t)block);
    }
}

/* Moves fewer bytes than a word. Bytes are XORed with flip's low byte, so 16-bit elements move as halfwords. */
PERMKERN_INLINE void permkern_move_end(permkern_rest *run)
{
    if (run->flip != 0 && ((uintptr_t)run->in & 1U) == 0) {
        permkern_move_blocks(run, 1, 1);
    }
    permkern_move_blocks(run, 0, 1);
}

/* Moves whole units, then the bytes left. At -Os, only words move four at a time. */
PERMKERN_INLINE void permkern_move_by(permkern_rest *run, unsigned shift)
{
    const bool multiples = shift == 2 && (PERMKERN_MULTIPLE > 16 || run->flip == 0);
    if (multiples && run->left >= PERMKERN_MULTIPLE && permkern_multiples_fit(run->in, run->out)) {
        permkern_move_multiples(&run->in, &run->out, run->left / PERMKERN_MULTIPLE, run->flip);
        run->left %= PERMKERN_MULTIPLE;
    }
    if (shift == 2 && !PERMKERN_HAVE_LDM && PERMKERN_FAST) {
        permkern_move_blocks(run, 2, 8);
    }
    if (shift == 2 || PERMKERN_FAST) {
        permkern_move_blocks(run, shift, 4);
    }
    permkern_move_blocks(run, shift, 1);
    if (shift != 0) {
        permkern_move_end(run);
    }
}

/*
 * Moves a run, and XORs each element with a constant. flip: the constant, repeated to 32 bits. Both addresses are
 * aligned for an element. Moves words, or halfwords or bytes if both sides are never word-aligned together. Targets
 * with unaligned words always move words.
 */
PERMKERN_INLINE void permkern_move_run(const uint8_t *in, uint8_t *out, size_t bytes, uint32_t flip)
{
    const size_t apart = PERMKERN_UNALIGNED ? 0 : ((uintptr_t)in ^ (uintptr_t)out) & 3U;
    const size_t unit = apart == 0 ? 4 : apart == 2 ? 2 : 1;
    const size_t off = PERMKERN_UNALIGNED && flip == 0 ? 0 : (0U - (size_t)(uintptr_t)in) & (unit - 1);
    const size_t before = off < bytes ? off : bytes;
    permkern_rest run = {in, out, before, flip};
    permkern_move_end(&run);
    run.left = bytes - before;
    if (unit == 4) {
        permkern_move_by(&run, 2);
    } else if (unit == 2) {
        permkern_move_by(&run, 1);
    } else {
        permkern_move_by(&run, 0);
    }
}

#endif /* PERMKERN_RUN_H */
