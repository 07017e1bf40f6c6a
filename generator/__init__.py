# SPDX-License-Identifier: BSD-3-Clause
"""permkern: renders C kernels that permute tensor axes, for the permutations and shapes of a permutation set."""

__version__ = "0.1.0"
