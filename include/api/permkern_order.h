/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Included by the bundled mli_types.h. Stops the compilation if a real MLI's headers come after the bundled ones on the
 * include path. Include it with angle brackets, so that "next" counts from its folder's position on that path.
 * Compilers without __has_include_next detect nothing.
 */

/* Turns off warnings about #include_next. An #error is still an error. */
#pragma GCC system_header

#ifdef __has_include_next
#if __has_include_next(<mli_types.h>)
/*
 * If the next file is another copy of permkern's, its include guard makes it empty. MLI's own file defines
 * MLI_MAX_RANK.
 */
#include_next <mli_types.h>
#ifdef MLI_MAX_RANK
#error "MLI's own headers lie behind permkern's on the include path: put MLI's folder first (docs/api.md)"
#endif
#endif
/* MLI's headers may also come after that copy. */
#if __has_include_next(<api/permkern_order.h>)
#include_next <api/permkern_order.h>
#endif
#endif
