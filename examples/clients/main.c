/* SPDX-License-Identifier: BSD-3-Clause */
/* The three adapters against plain loops, and what each refuses. Prints `N passed, N failed`. */
#include "executorch.h"
#include "lvgl.h"
#include "tflm.h"

#include <stdio.h>
#include <string.h>

static unsigned passed;
static unsigned failed;

static void check(bool good, const char *what)
{
    if (good) {
        passed++;
    } else {
        failed++;
        printf("FAIL %s\n", what);
    }
}

/* ---- TensorFlow Lite Micro ---- */

/* An array of the number of axes, then their extents: TFLM, too, finds its arrays like this, in the model's file. */
static const tflm_int_array *dims_of(const int *size_and_extents)
{
    return (const tflm_int_array *)(const void *)size_and_extents;
}

static void tflm_nhwc_to_nchw(void)
{
    static int16_t pixels[2][3][5][4];
    static int16_t planes[2][4][3][5];
    static int32_t axes[] = {0, 3, 1, -2};
    const tflm_tensor input = {TFLM_INT16, pixels, dims_of((const int[]){4, 2, 3, 5, 4}), sizeof pixels};
    const tflm_tensor perm = {TFLM_INT32, axes, NULL, sizeof axes};
    tflm_tensor output = {TFLM_INT16, planes, dims_of((const int[]){4, 2, 4, 3, 5}), sizeof planes};
    bool right = true;

    for (int k = 0; k < 120; k++) {
        (&pixels[0][0][0][0])[k] = (int16_t)(k * 97);
    }
    check(tflm_transpose(&input, &perm, &output) == TFLM_OK, "TFLM: transpose");
    for (int k = 0; k < 120; k++) {
        right = right && planes[k / 60][k % 4][k / 20 % 3][k / 4 % 5] == (&pixels[0][0][0][0])[k];
    }
    check(right, "TFLM: elements");

    axes[3] = 1;
    check(tflm_transpose(&input, &perm, &output) == TFLM_ERROR, "TFLM: an axis twice");
    axes[3] = 2;
    output.dims = input.dims;
    check(tflm_transpose(&input, &perm, &output) == TFLM_ERROR, "TFLM: shape of the output");
    output.dims = dims_of((const int[]){4, 2, 4, 3, -5});
    check(tflm_transpose(&input, &perm, &output) == TFLM_ERROR, "TFLM: negative extent");
    output.dims = dims_of((const int[]){-1});
    check(tflm_transpose(&input, &perm, &output) == TFLM_ERROR, "TFLM: negative rank");
}

/* A tensor without axes is one element, one with an extent of 0 none. */
static void tflm_small(void)
{
    float one = 1.5F;
    float same = 0;
    int32_t axes[] = {1, 0};
    const tflm_tensor scalar = {TFLM_FLOAT32, &one, dims_of((const int[]){0}), sizeof one};
    const tflm_tensor none = {TFLM_INT32, NULL, NULL, 0};
    tflm_tensor output = {TFLM_FLOAT32, &same, dims_of((const int[]){0}), sizeof same};
    check(tflm_transpose(&scalar, &none, &output) == TFLM_OK && same == one, "TFLM: scalar");

    const tflm_tensor empty = {TFLM_FLOAT32, NULL, dims_of((const int[]){2, 3, 0}), 0};
    const tflm_tensor perm = {TFLM_INT32, axes, NULL, sizeof axes};
    tflm_tensor nothing = {TFLM_FLOAT32, NULL, dims_of((const int[]){2, 0, 3}), 0};
    check(tflm_transpose(&empty, &perm, &nothing) == TFLM_OK, "TFLM: empty");
}

/* ---- ExecuTorch ---- */

/* A tensor of 2x3x4x5 whose memory is in channels-last order, as its strides say, permuted into a contiguous one. */
static void executorch_channels_last(void)
{
    static const int32_t sizes[] = {2, 3, 4, 5};
    static const int32_t channels_last[] = {60, 1, 15, 3};
    static const int32_t out_sizes[] = {5, 2, 3, 4};
    static const int32_t contiguous[] = {24, 12, 4, 1};
    static uint32_t from[120];
    static uint32_t to[120];
    int64_t dims[] = {-1, 0, -3, 2};
    const executorch_tensor in = {sizes, channels_last, 4, from, sizeof from, sizeof from[0]};
    executorch_tensor out = {out_sizes, contiguous, 4, to, sizeof to, sizeof to[0]};
    bool right = true;

    for (uint32_t k = 0; k < 120; k++) {
        from[k] = k * 2654435761U;
    }
    check(executorch_permute_copy(&in, dims, 4, &out) == EXECUTORCH_OK, "ExecuTorch: permute_copy");
    for (uint32_t n = 0; n < 2; n++) {
        for (uint32_t c = 0; c < 3; c++) {
            for (uint32_t h = 0; h < 4; h++) {
                for (uint32_t w = 0; w < 5; w++) {
                    right = right && to[((w * 2 + n) * 3 + c) * 4 + h] == from[n * 60 + c + h * 15 + w * 3];
                }
            }
        }
    }
    check(right, "ExecuTorch: elements");

    check(executorch_permute_copy(&in, dims, 3, &out) == EXECUTORCH_INVALID_ARGUMENT, "ExecuTorch: rank");
    dims[0] = INT64_C(0x100000003);
    check(executorch_permute_copy(&in, dims, 4, &out) == EXECUTORCH_INVALID_ARGUMENT, "ExecuTorch: no axis");
    dims[0] = 3;
    out.nbytes -= 1;
    check(executorch_permute_copy(&in, dims, 4, &out) == EXECUTORCH_INVALID_ARGUMENT, "ExecuTorch: a byte short");
    out.nbytes += 1;
    out.element_size = 8;
    check(executorch_permute_copy(&in, dims, 4, &out) == EXECUTORCH_INVALID_ARGUMENT, "ExecuTorch: element sizes");
}

/* ---- LVGL ---- */

#define WIDTH 7
#define HEIGHT 5
#define STRIDE 48 /* bytes: longer than a row of either format */

/* Of words, so that they are aligned for every format. */
static uint32_t picture_words[STRIDE / 4 * HEIGHT];
static uint32_t turned_words[STRIDE / 4 * WIDTH];
static uint32_t wanted_words[STRIDE / 4 * WIDTH];
static uint8_t *const picture = (uint8_t *)picture_words;
static uint8_t *const turned = (uint8_t *)turned_words;
static uint8_t *const wanted = (uint8_t *)wanted_words;

/* Where LVGL puts the pixel of row y and column x: the byte's index in the turned picture. */
static int32_t place(lvgl_rotation rotation, int32_t y, int32_t x, int32_t bytes)
{
    switch (rotation) {
    case LVGL_ROTATION_90:
        return (WIDTH - 1 - x) * STRIDE + y * bytes;
    case LVGL_ROTATION_180:
        return (HEIGHT - 1 - y) * STRIDE + (WIDTH - 1 - x) * bytes;
    case LVGL_ROTATION_270:
        return x * STRIDE + (HEIGHT - 1 - y) * bytes;
    default:
        return y * STRIDE + x * bytes;
    }
}

static void lvgl_turn(lvgl_format format, lvgl_rotation rotation)
{
    const bool upright = rotation == LVGL_ROTATION_0 || rotation == LVGL_ROTATION_180;
    const int32_t bytes = lvgl_pixel_bytes(format);
    const lvgl_picture from = {picture, sizeof picture_words, WIDTH, HEIGHT, STRIDE, format};
    lvgl_picture to = {turned, sizeof turned_words, upright ? WIDTH : HEIGHT, upright ? HEIGHT : WIDTH, STRIDE, format};

    memset(turned, 0xee, sizeof turned_words);
    memset(wanted, 0xee, sizeof wanted_words);
    for (int32_t y = 0; y < HEIGHT; y++) {
        for (int32_t x = 0; x < WIDTH; x++) {
            memcpy(wanted + place(rotation, y, x, bytes), picture + y * STRIDE + x * bytes, (size_t)bytes);
        }
    }
    check(lvgl_rotate(&from, rotation, &to), "LVGL: rotate");
    check(memcmp(turned, wanted, sizeof wanted_words) == 0, "LVGL: pixels, and the gaps between rows");

    memset(turned, 0xee, sizeof turned_words);
    memset(wanted, 0xee, sizeof wanted_words);
    to.data_size = (uint32_t)(STRIDE * (to.height - 1) + to.width * bytes - 1);
    check(!lvgl_rotate(&from, rotation, &to), "LVGL: a byte short");
    to.data_size += 1;
    to.width += 1;
    check(!lvgl_rotate(&from, rotation, &to), "LVGL: size of the output");
    check(memcmp(turned, wanted, sizeof wanted_words) == 0, "LVGL: untouched after an error");
}

int main(void)
{
    for (unsigned k = 0; k < sizeof picture_words; k++) {
        picture[k] = (uint8_t)(k * 37 + (k >> 5));
    }
    tflm_nhwc_to_nchw();
    tflm_small();
    executorch_channels_last();
    for (int rotation = LVGL_ROTATION_0; rotation <= LVGL_ROTATION_270; rotation++) {
        lvgl_turn(LVGL_L8, (lvgl_rotation)rotation);
        lvgl_turn(LVGL_RGB565, (lvgl_rotation)rotation);
        lvgl_turn(LVGL_ARGB8888, (lvgl_rotation)rotation);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
