/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A library with names of embARC MLI 1.1, spread over objects as its own are: the helpers in one, both permutes in
 * another, and a kernel that needs a helper that permkern does not have. No function does what MLI's does: each counts
 * its calls, so that a program can tell whose it was.
 */
#ifndef STAND_IN_H
#define STAND_IN_H

#include <mli_types.h>

#ifdef __cplusplus
extern "C" {
#endif

extern unsigned stand_in_permutes; /* calls of the stand-in's permutes */
extern unsigned stand_in_helpers;  /* and of those of its helpers that permkern has, too */

mli_status mli_krn_relu_fx8(const mli_tensor *in, mli_tensor *out);
mli_status mli_hlp_convert_tensor(mli_tensor *in, mli_tensor *out);

#ifdef __cplusplus
}
#endif

#endif /* STAND_IN_H */
