/* SPDX-License-Identifier: BSD-3-Clause */
/* Breaks a mandatory, a required and an advisory rule of MISRA C:2012, two on a line: misra.py sees all. */
#include <stddef.h>

size_t size_of_a_side_effect(int count);

size_t size_of_a_side_effect(int count)
{
    size_t bytes = 0;
    switch (count) {
    case 0:
        goto end;
    case 1:
        bytes = 1;
        break;
    }
    bytes += sizeof(count++);
end:
    return bytes;
}
