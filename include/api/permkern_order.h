/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stops the compilation if MLI's own headers come after the bundled ones on the include path. mli_types.h includes this
 * file with angle brackets, so that #include_next continues after its folder on that path.
 */

/* Turns off warnings about #include_next. An #error is still an error. */
#pragma GCC system_header

#ifdef __has_include_next
#if __has_include_next(<mli_types.h>)
/* Another copy of permkern's file is empty, because of its include guard. MLI's own file defines MLI_MAX_RANK. */
#include_next <mli_types.h>
#ifdef MLI_MAX_RANK
#error "MLI's own headers come after permkern's on the include path: put MLI's folder first (docs/api.md)"
#endif
#endif
/* MLI's headers may also come after that copy. */
#if __has_include_next(<api/permkern_order.h>)
#include_next <api/permkern_order.h>
#endif
#endif
