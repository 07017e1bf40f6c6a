/* SPDX-License-Identifier: BSD-3-Clause */
/* What the words of src/permkern_logic.h come to. */
#include "permkern_logic.h"

/*@ lemma share_begins: \forall integer n, parts; 0 <= n && 0 < parts ==> share(n, 0, parts) == 0;
    lemma share_ends: \forall integer n, parts; 0 <= n && 0 < parts ==> share(n, parts, parts) == n;
    lemma share_rises: \forall integer n, part, parts; 0 <= n && 0 <= part < parts ==>
        share(n, part, parts) <= share(n, part + 1, parts);
    lemma share_is_even: \forall integer n, part, parts; 0 <= n && 0 <= part < parts ==>
        n / parts <= share(n, part + 1, parts) - share(n, part, parts) <= n / parts + 1;

    lemma shared_byte: \forall integer a, m, b, n; 0 < m && 0 < n && share_a_byte(a, m, b, n) ==>
        a <= \max(a, b) < a + m && b <= \max(a, b) < b + n;
    lemma no_shared_byte: \forall integer a, m, b, n, at;
        a <= at < a + m && b <= at < b + n ==> share_a_byte(a, m, b, n);
 */
