# SPDX-License-Identifier: BSD-3-Clause
"""From a permutation set to C: sets are read, permutes folded, kernels chosen and rendered."""
