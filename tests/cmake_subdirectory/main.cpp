// SPDX-License-Identifier: BSD-3-Clause
// Every header that permkern's user may include is found, and the MLI layer has the application's layout.
#include "permkern.h"
#include "permkern.hpp"
#include "permkern_kernels.h"
#include "permkern_mli.h"

int main()
{
    mli_tensor in{};
    in.mem_stride[0] = 0;
    in.rank = 1;
    in.shape[0] = 3;
    return mli_hlp_count_elem_num(&in, 0) == 3 ? 0 : 1;
}
