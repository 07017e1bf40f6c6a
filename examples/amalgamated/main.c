/* SPDX-License-Identifier: BSD-3-Clause */
/* Uses the core API and the MLI layer from an amalgamation of two files. Returns 0 if all results are right. */
#include "permkern.h"

#include <stdio.h>

static int8_t pixels[4][6][3];
static int8_t planes[3][4][6];
static int8_t by_mli[3][4][6];

/* Through the core API: any shape, every input checked. */
static int by_core(void)
{
    static const size_t shape[] = {4, 6, 3};
    static const uint8_t to_planes[] = {2, 0, 1};
    const permkern_layout in = {.shape = shape, .capacity = sizeof pixels, .rank = 3, .bits = 8};
    const permkern_layout out = {.capacity = sizeof planes, .rank = 3, .bits = 8};
    return permkern_permute(&in, pixels, to_planes, &out, planes) == PERMKERN_OK;
}

/* The same through embARC MLI's interface. */
static int through_mli(void)
{
    const mli_tensor in = {
        .data = pixels, .capacity = sizeof pixels, .shape = {4, 6, 3}, .rank = 3, .el_type = MLI_EL_FX_8};
    mli_tensor out = {.data = by_mli, .capacity = sizeof by_mli};
    const mli_permute_cfg to_planes = {.perm_dim = {2, 0, 1}};
    return mli_krn_permute_fx8(&in, &to_planes, &out) == MLI_STATUS_OK && out.shape[0] == 3;
}

int main(void)
{
    int wrong = 0;
    for (int k = 0; k < (int)sizeof pixels; k++) {
        (&pixels[0][0][0])[k] = (int8_t)k;
    }
    if (!by_core() || !through_mli()) {
        printf("refused\n");
        return 1;
    }
    for (int k = 0; k < (int)sizeof pixels; k++) {
        const int8_t want = (&pixels[0][0][0])[k];
        wrong += (&planes[0][0][0])[k % 3 * 24 + k / 3] != want || (&by_mli[0][0][0])[k % 3 * 24 + k / 3] != want;
    }
    printf("set %s: %d of %d bytes wrong\n", PERMKERN_SET, wrong, (int)sizeof pixels);
    return wrong == 0 ? 0 : 1;
}
