/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What moves a plane of bytes, with the notes of plane/. Frama-C's memory has no place for an address that is a
 * number: an address between two tiles is a pointer here. What only hides a value from compilers is left out. Whether
 * words fit depends on addresses, too: both answers are proven.
 */
#include "permkern_internal.h"
#include "permkern_word.h"

/*@ assigns \nothing; */
bool permkern_whether(void);

#define permkern_words_fit(in, in_stride, out, out_stride) permkern_whether()
#define uintptr_t uint8_t *
#define permkern_stride(stride) (stride)
#define permkern_next_in(p, step) ((p) + (step))
#define permkern_next_out(p, step) ((p) + (step))

#include "permkern_plane8_noted.c"
