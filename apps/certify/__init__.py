# SPDX-License-Identifier: BSD-3-Clause
"""Certifies machine code: one run on labels proves, for all contents, that a permute moves each byte correctly."""
