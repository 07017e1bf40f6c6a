# SPDX-License-Identifier: BSD-3-Clause
"""Lists the kernels of a set, and explains how one permute folds and which kernel moves it."""
