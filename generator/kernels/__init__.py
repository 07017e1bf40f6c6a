# SPDX-License-Identifier: BSD-3-Clause
"""From a permutation set to C: reads sets, folds permutes, chooses and renders kernels."""
