/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Included by the bundled mli_types.h: ends the compilation where a real MLI's headers lie behind the bundled ones on
 * the include path. It is included in angle brackets, so that "next" counts from its folder's place on that path.
 * Compilers without __has_include_next find nothing.
 */

/* No warnings about #include_next. An #error stays one. */
#pragma GCC system_header

#ifdef __has_include_next
#if __has_include_next(<mli_types.h>)
/* Another copy of permkern's is empty by now, for its include guard. MLI's own defines MLI_MAX_RANK. */
#include_next <mli_types.h>
#ifdef MLI_MAX_RANK
#error "MLI's own headers lie behind permkern's on the include path: put MLI's folder first (docs/api.md)"
#endif
#endif
/* Behind another copy there may still be MLI's. */
#if __has_include_next(<api/permkern_order.h>)
#include_next <api/permkern_order.h>
#endif
#endif
