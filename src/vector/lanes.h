/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations on 16-byte registers in GNU C vectors, shared by all hosts. Included once for each set SET with 16-byte
 * registers, after its register type and load_word. `bytes` and `part` are constants in each call.
 */
#define NAME(verb) PERMKERN_JOIN(permkern_##verb##_, SET, )
#define TARGET PERMKERN_JOIN(PERMKERN_TARGET_, SET, )
#define VEC NAME(vec)

typedef uint8_t NAME(vec8) __attribute__((vector_size(16)));
typedef uint16_t NAME(vec16) __attribute__((vector_size(16)));
typedef uint32_t NAME(vec32) __attribute__((vector_size(16)));
typedef uint64_t NAME(vec64) __attribute__((vector_size(16)));
typedef uint8_t NAME(memory) __attribute__((vector_size(16), aligned(1), may_alias));

/* Loads 2, 4, 8 or 16 bytes into the low end. */
TARGET PERMKERN_INLINE VEC NAME(load)(const uint8_t *p, size_t bytes)
{
    if (bytes == 16) {
        return (VEC) * (const NAME(memory) *)(const void *)p;
    }
    if (bytes == 8) {
        return (VEC)(NAME(vec64)){permkern_load64(p)};
    }
    return NAME(load_word)(p, bytes);
}

/*
 * Loads `bytes` bytes from the row at offset row[0]. Wider registers have more 16-byte lanes: lane k loads from the row
 * at offset row[k * apart].
 */
TARGET PERMKERN_INLINE VEC NAME(load_rows)(const uint8_t *in, const size_t *row, size_t apart, size_t bytes)
{
    (void)apart;
    return NAME(load)(permkern_at(in, row[0]), bytes);
}

/* Stores part number `part` of 2, 4, 8 or 16 bytes; part 0 is the low end. */
TARGET PERMKERN_INLINE void NAME(store)(uint8_t *p, VEC v, size_t bytes, size_t part)
{
    if (bytes == 16) {
        *(NAME(memory) *)(void *)p = (NAME(vec8))v;
    } else if (bytes == 8) {
        permkern_store64(p, ((NAME(vec64))v)[part]);
    } else if (bytes == 4) {
        permkern_store32(p, ((NAME(vec32))v)[part]);
    } else {
        permkern_store16(p, ((NAME(vec16))v)[part]);
    }
}

#ifndef PERMKERN_X86 /* x86 has its own: here GCC would load all registers before the first zip, and spill some */
/* Interleaves units from the lower halves of v and w. A unit has 1, 2, 4 or 8 bytes. */
TARGET PERMKERN_INLINE VEC NAME(zip_lo)(VEC v, VEC w, size_t bytes)
{
    return bytes == 1 ? (VEC)PERMKERN_SHUFFLE(NAME(vec8), v, w, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
           : bytes == 2 ? (VEC)PERMKERN_SHUFFLE(NAME(vec16), v, w, 0, 8, 1, 9, 2, 10, 3, 11)
           : bytes == 4 ? (VEC)PERMKERN_SHUFFLE(NAME(vec32), v, w, 0, 4, 1, 5)
                        : (VEC)PERMKERN_SHUFFLE(NAME(vec64), v, w, 0, 2);
}

/* Interleaves units from the upper halves. */
TARGET PERMKERN_INLINE VEC NAME(zip_hi)(VEC v, VEC w, size_t bytes)
{
    return bytes == 1
               ? (VEC)PERMKERN_SHUFFLE(NAME(vec8), v, w, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
           : bytes == 2 ? (VEC)PERMKERN_SHUFFLE(NAME(vec16), v, w, 4, 12, 5, 13, 6, 14, 7, 15)
           : bytes == 4 ? (VEC)PERMKERN_SHUFFLE(NAME(vec32), v, w, 2, 6, 3, 7)
                        : (VEC)PERMKERN_SHUFFLE(NAME(vec64), v, w, 1, 3);
}
#endif

#undef NAME
#undef TARGET
#undef VEC
