/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A camera on a Cortex-M55: RGB pixels to three planes, by the pinned kernel, and by embARC MLI's function, which
 * checks its arguments.
 */
#include "example.h"
#include "mli_api.h"
#include "permkern_kernels.h"

#define PIXELS (96 * 96)

static _Alignas(8) int8_t picture[PIXELS][3];
static _Alignas(8) int8_t planes[3][PIXELS];
static _Alignas(8) int8_t by_hand[3][PIXELS];

__attribute__((noinline)) static void loop(const int8_t *in, int8_t *out)
{
    for (uint32_t c = 0; c < 3; c++) {
        for (uint32_t p = 0; p < PIXELS; p++) {
            *out++ = in[p * 3 + c];
        }
    }
}

int main(void)
{
    for (int k = 0; k < PIXELS * 3; k++) {
        picture[k / 3][k % 3] = (int8_t)(k * 7 % 251 - 125);
    }
    example_begin();

    mark_begin();
    loop(&picture[0][0], &by_hand[0][0]);
    mark_end();
    mark_begin();
    permkern_pin_camera(picture, planes);
    mark_end();
    example_end("picture to planes", "96x96x3 (2,0,1)", by_hand, planes, sizeof planes);

    memset(planes, 0, sizeof planes);
    const mli_tensor in = {
        .data = picture, .capacity = sizeof picture, .shape = {96, 96, 3}, .rank = 3, .el_type = MLI_EL_FX_8};
    mli_tensor out = {.data = planes, .capacity = sizeof planes};
    const mli_permute_cfg cfg = {.perm_dim = {2, 0, 1}};
    mark_begin();
    loop(&picture[0][0], &by_hand[0][0]);
    mark_end();
    mark_begin();
    const mli_status status = mli_krn_permute_fx8(&in, &cfg, &out);
    mark_end();
    failures += status != MLI_STATUS_OK || out.shape[0] != 3 || out.shape[1] != 96;
    example_end("the same by MLI", "96x96x3 (2,0,1)", by_hand, planes, sizeof planes);
    return failures;
}
