/* SPDX-License-Identifier: BSD-3-Clause */
/* The stand-in for Check, but the first failed assertion ends the program: a killed mutant needs no more. */
#ifndef PERMKERN_MUTATION_CHECK_H
#define PERMKERN_MUTATION_CHECK_H

#include "../../tests/plain_check/check.h"

#undef ck_abort_msg
#define ck_abort_msg(...) (printf("# %s:%d: ", __FILE__, __LINE__), printf(__VA_ARGS__), printf("\n"), exit(1))

#endif /* PERMKERN_MUTATION_CHECK_H */
