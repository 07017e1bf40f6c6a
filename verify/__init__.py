# SPDX-License-Identifier: BSD-3-Clause
"""Evidence beyond the suites: proofs, model checking, fuzzing, coverage, static checks."""
