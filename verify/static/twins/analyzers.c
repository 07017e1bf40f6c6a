/* SPDX-License-Identifier: BSD-3-Clause */
/* Mistakes that verify/static/analyzers.py must see, with the analyser that finds them on that line. */
#include <stddef.h>

int read_null(const int *from, int steps);
int read_unset(int steps);
int divide(int steps);

int read_null(const int *from, int steps)
{
    const int *at = steps > 3 ? from : NULL;
    if (steps == 2) {
        return *at; /* both: a null pointer */
    }
    return 0;
}

int read_unset(int steps)
{
    int value;
    if (steps > 3) {
        value = 1;
    }
    if (steps == 2) {
        return value + 1; /* Clang: no value */
    }
    return 0;
}

int divide(int steps)
{
    if (steps == 0) {
        return 10 / steps; /* Clang: division by zero */
    }
    return 0;
}
