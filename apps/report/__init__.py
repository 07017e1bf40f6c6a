# SPDX-License-Identifier: BSD-3-Clause
"""Reports what the permutes of sets and models cost, and what to do about it."""
