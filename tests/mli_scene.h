/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the MLI suites share: a scene, everything that a call can see, in one piece of memory, so that "as before" is
 * one comparison of bytes; faults to put into it; tensors of random layout; index arithmetic as the oracle.
 */
#ifndef PERMKERN_MLI_SCENE_H
#define PERMKERN_MLI_SCENE_H

#include "permkern_mli.h"

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SCENE_BYTES 65536U

/* What the headers call what all releases have. PER_AXIS: there are types with parameters that vary along an axis. */
#define PER_AXIS (PERMKERN_MLI_ASYM || PERMKERN_MLI_2)
#if PERMKERN_MLI_2
#define DATA data.mem.pi8
#define CAPACITY data.capacity
#define QUANTIZED sa
#define EL_QUANTIZED_8 MLI_EL_SA_8
#define EL_QUANTIZED_32 MLI_EL_SA_32
#else
#define DATA data
#define CAPACITY capacity
#define QUANTIZED asym
#define EL_QUANTIZED_8 MLI_EL_ASYM_I8
#define EL_QUANTIZED_32 MLI_EL_ASYM_I32
#endif

typedef mli_status scene_permute(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out);

typedef struct {
    /* What the call gets: members of this scene, or NULL. */
    const mli_tensor *in_arg;
    const mli_permute_cfg *cfg_arg;
    const mli_point_to_subtsr_cfg *cut_arg;
#if PERMKERN_MLI_SUB_TENSOR
    const mli_sub_tensor_cfg *part_arg;
#endif
    mli_tensor *out_arg;
    scene_permute *permute;

    mli_tensor in;
    mli_permute_cfg cfg;
    mli_point_to_subtsr_cfg cut;
#if PERMKERN_MLI_SUB_TENSOR
    mli_sub_tensor_cfg part;
#endif
    mli_tensor out;
    uint64_t in_words[SCENE_BYTES / 8];
    uint64_t out_words[SCENE_BYTES / 8];
} scene;

/* One at a time, as each Check test runs alone. */
static scene now;
static scene before;

static inline uint8_t *scene_in_bytes(void)
{
    return (uint8_t *)now.in_words;
}

static inline uint8_t *scene_out_bytes(void)
{
    return (uint8_t *)now.out_words;
}

/* Garbage everywhere, as in uninitialised memory, and the arguments set. */
static inline void scene_begin(void)
{
    memset(&now, 0xa5, sizeof now);
    for (unsigned i = 0; i < SCENE_BYTES; i++) {
        scene_in_bytes()[i] = (uint8_t)((i * 0x9e3779b1U) >> 24);
    }
    now.in_arg = &now.in;
    now.cfg_arg = &now.cfg;
    now.cut_arg = &now.cut;
#if PERMKERN_MLI_SUB_TENSOR
    now.part_arg = &now.part;
#endif
    now.out_arg = &now.out;
    now.permute = NULL;
}

static inline void scene_remember(void)
{
    memcpy(&before, &now, sizeof before);
}

/* Every byte of the scene is as it was remembered. */
static inline void scene_unchanged(const char *what)
{
    const uint8_t *const a = (const uint8_t *)&before;
    const uint8_t *const b = (const uint8_t *)&now;
    if (memcmp(a, b, sizeof now) == 0) {
        return;
    }
    size_t i = 0;
    while (a[i] == b[i]) {
        i++;
    }
    const char *const part = i < offsetof(scene, in)          ? "an argument"
                             : i < offsetof(scene, cfg)       ? "the input descriptor"
                             : i < offsetof(scene, out)       ? "the configuration"
                             : i < offsetof(scene, in_words)  ? "the output descriptor"
                             : i < offsetof(scene, out_words) ? "the input buffer"
                                                              : "the output buffer";
    ck_abort_msg("%s: byte %zu of the scene, in %s, was %#x, is %#x", what, i, part, a[i], b[i]);
}

static inline void set_entry(mli_permute_cfg *cfg, unsigned k, int value)
{
    if (sizeof cfg->perm_dim[k] == sizeof value) {
        memcpy(&cfg->perm_dim[k], &value, sizeof cfg->perm_dim[k]);
    } else {
        cfg->perm_dim[k] = (uint8_t)value;
    }
}

static inline void set_strides(mli_tensor *tensor, int32_t a, int32_t b, int32_t c, int32_t d)
{
#if PERMKERN_MLI_MEM_STRIDE
    const int32_t stride[MLI_MAX_RANK] = {a, b, c, d};
    memcpy(tensor->mem_stride, stride, sizeof stride);
#else
    (void)tensor;
    (void)a;
    (void)b;
    (void)c;
    (void)d;
#endif
}

/* log2 of the bytes of a type that the headers name. */
static inline unsigned type_shift(mli_element_type type)
{
#if PERMKERN_MLI_2
    if (type == MLI_EL_FP_16 || type == MLI_EL_FP_32) {
        return type == MLI_EL_FP_16 ? 1 : 2;
    }
#endif
#if PER_AXIS
    if (type == EL_QUANTIZED_32) {
        return 2;
    }
#endif
    return type == MLI_EL_FX_16 ? 1 : 0;
}

static inline bool type_is_asym(mli_element_type type)
{
#if PER_AXIS
    return type == EL_QUANTIZED_8 || type == EL_QUANTIZED_32;
#else
    (void)type;
    return false;
#endif
}

/* Parameters that are no other tensor's, with dim where the type has one. */
static inline void set_type(mli_tensor *tensor, mli_element_type type, int32_t dim)
{
    static int16_t scales[32];
    tensor->el_type = type;
    tensor->el_params.fx.frac_bits = 11;
#if PER_AXIS
    if (type_is_asym(type)) {
#if PERMKERN_MLI_2
        tensor->el_params.sa.type = MLI_EL_PARAM_SC16_ZP16;
        tensor->el_params.sa.zero_point.capacity = tensor->el_params.sa.scale.capacity = 10;
        tensor->el_params.sa.zero_point.mem.pi16 = scales;
        tensor->el_params.sa.scale.mem.pi16 = scales + 8;
        tensor->el_params.sa.scale_frac_bits.capacity = 5;
        tensor->el_params.sa.scale_frac_bits.mem.pi8 = (int8_t *)(scales + 16);
#else
        tensor->el_params.asym.zero_point.pi16 = scales;
        tensor->el_params.asym.scale.pi16 = scales + 8;
        tensor->el_params.asym.scale_frac_bits = 5;
#endif
        tensor->el_params.QUANTIZED.dim = dim;
    }
#else
    (void)dim;
#endif
    (void)scales;
}

/* The types that the headers name, but for those of less than a byte. */
static const mli_element_type all_types[] = {
    MLI_EL_FX_8,    MLI_EL_FX_16,
#if PER_AXIS
    EL_QUANTIZED_8, EL_QUANTIZED_32,
#endif
#if PERMKERN_MLI_2
    MLI_EL_FP_16,   MLI_EL_FP_32,
#endif
};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* Values of el_type that name a type in some release, and values that do in none. */
static const int types_and_none[] = {0,    1,     2,     3,     4,     5,     8,          9, 0x10,
                                     0x20, 0x108, 0x110, 0x120, 0x210, 0x220, 0x02000000, -1};

static inline bool type_is_known(int type)
{
    for (int i = 0; i < COUNT(all_types); i++) {
        if ((int)all_types[i] == type) {
            return true;
        }
    }
    return false;
}

/* ---- faults ---- */

/* A fault makes a valid call invalid. step says when it is noticed: of two, the earlier decides. */
typedef struct {
    const char *name;
    int step;
    mli_status status;
    enum {
        PLAIN,
        ALIGNMENT, /* none for elements of one byte */
        SIZED,     /* none where a later fault makes the elements one byte */
        RESIZES    /* makes them one byte */
    } kind;
    void (*apply)(void);
} fault;

/* Numbers the pairs (a, b) with b <= a in one row. */
static inline void nth_pair(int n, int *a, int *b)
{
    *a = 0;
    while (n > *a) {
        n -= ++*a;
    }
    *b = n;
}

#define PAIRS(array) (COUNT(array) * (COUNT(array) + 1) / 2)

/* Applies two faults, or one twice, to a valid scene; the status that must come of it. */
static inline mli_status apply_pair(const fault *a, const fault *b, unsigned shift)
{
    const fault *const early = a->step <= b->step ? a : b;
    const fault *const late = early == a ? b : a;
    late->apply();
    early->apply(); /* last, as it may set the same field */
    const bool sized = early->kind == SIZED || early->kind == ALIGNMENT;
    const bool no_early = shift == 0 ? early->kind == ALIGNMENT : sized && late->kind == RESIZES;
    const bool no_late = late->kind == ALIGNMENT && shift == 0;
    return !no_early ? early->status : !no_late ? late->status : MLI_STATUS_OK;
}

/* ---- random layouts ---- */

static inline uint32_t scene_random(uint64_t *state, uint32_t bound)
{
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)((*state >> 33) % bound);
}

static inline void random_order(uint64_t *state, unsigned rank, unsigned *order)
{
    for (unsigned k = 0; k < rank; k++) {
        const unsigned swap = scene_random(state, k + 1);
        order[k] = order[swap];
        order[swap] = k;
    }
}

/* Elements from neighbour to neighbour along each axis, whatever the headers. */
static inline void contiguous_strides(const uint32_t *shape, unsigned rank, size_t *stride)
{
    size_t step = 1;
    for (unsigned k = rank; k-- > 0;) {
        stride[k] = step;
        step *= shape[k];
    }
}

/* Axes in any order in memory, with gaps; mem_stride of axes of extent 1 is noise. */
static inline void random_strides(uint64_t *state, mli_tensor *tensor, const uint32_t *shape, unsigned rank,
                                  size_t *stride)
{
    contiguous_strides(shape, rank, stride);
    set_strides(tensor, 0, 0, 0, 0);
#if PERMKERN_MLI_MEM_STRIDE
    unsigned order[MLI_MAX_RANK];
    size_t step = 1 + scene_random(state, 2);
    if (scene_random(state, 3) == 0) {
        return;
    }
    random_order(state, rank, order);
    for (unsigned k = rank; k-- > 0;) {
        const unsigned axis = order[k];
        stride[axis] = shape[axis] == 1 ? 0 : step;
        tensor->mem_stride[axis] = shape[axis] == 1 ? 1 + (int32_t)scene_random(state, 0x7fffffffU) : (int32_t)step;
        step = shape[axis] == 1 ? step : step * shape[axis] + scene_random(state, 3);
    }
#else
    (void)state;
#endif
}

/* Elements from the first to the end of the last. */
static inline size_t elements_spanned(const uint32_t *shape, unsigned rank, const size_t *stride)
{
    size_t last = 0;
    for (unsigned k = 0; k < rank; k++) {
        last += (shape[k] - 1) * stride[k];
    }
    return last + 1;
}

/* To the next coordinate of a shape; false after the last. */
static inline bool next_coordinate(uint32_t *at, const uint32_t *shape, unsigned rank)
{
    for (unsigned k = rank; k-- > 0;) {
        if (++at[k] < shape[k]) {
            return true;
        }
        at[k] = 0;
    }
    return false;
}

static inline size_t offset_of(const uint32_t *at, unsigned rank, const size_t *stride)
{
    size_t offset = 0;
    for (unsigned k = 0; k < rank; k++) {
        offset += at[k] * stride[k];
    }
    return offset;
}

/* ---- running ---- */

static inline int run_suite(Suite *suite)
{
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif /* PERMKERN_MLI_SCENE_H */
