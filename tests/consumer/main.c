/* SPDX-License-Identifier: BSD-3-Clause */
/* Uses the library from outside: the core API, the MLI API, the generated header. Exits with 0 when all is right. */
#include "mli_api.h"
#include "permkern.h"
#include "permkern_kernels.h"

#include <stdio.h>
#include <string.h>

static int core_is_right(void)
{
    static const size_t shape[] = {2, 3};
    static const uint8_t perm[] = {1, 0};
    uint16_t from[] = {0, 1, 2, 3, 4, 5};
    uint16_t to[6] = {0};
    const uint16_t want[] = {0, 3, 1, 4, 2, 5};
    const permkern_layout in = {.shape = shape, .capacity = sizeof from, .rank = 2, .bits = 16};
    const permkern_layout out = {.capacity = sizeof to, .rank = 2, .bits = 16};
    return permkern_permute(&in, from, perm, &out, to) == PERMKERN_OK && memcmp(to, want, sizeof want) == 0;
}

static int mli_is_right(void)
{
    int8_t from[] = {0, 1, 2, 3, 4, 5};
    int8_t to[6] = {0};
    const int8_t want[] = {0, 3, 1, 4, 2, 5};
    mli_tensor in;
    mli_tensor out;
    mli_permute_cfg cfg;
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    memset(&cfg, 0, sizeof cfg);
    in.data = from;
    in.capacity = sizeof from;
    in.shape[0] = 2;
    in.shape[1] = 3;
    in.rank = 2;
    in.el_type = MLI_EL_FX_8;
    out.data = to;
    out.capacity = sizeof to;
    cfg.perm_dim[0] = 1;
    return mli_krn_permute_fx8(&in, &cfg, &out) == MLI_STATUS_OK && memcmp(to, want, sizeof want) == 0;
}

int main(void)
{
    const int core = core_is_right();
    const int mli = mli_is_right();
    const int version = strcmp(permkern_version(), PERMKERN_VERSION) == 0;
    printf("core %s, MLI %s, version %s %s, set %s\n", core ? "right" : "wrong", mli ? "right" : "wrong",
           permkern_version(), version ? "right" : "wrong", PERMKERN_SET);
    return core && mli && version ? 0 : 1;
}
