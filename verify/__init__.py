# SPDX-License-Identifier: BSD-3-Clause
"""What tools/verify runs beyond the tests: proofs, model checking, fuzzing, coverage, mutation, static checks."""
