# SPDX-License-Identifier: BSD-3-Clause
"""Mutation: small changes of src/, of the portable kernels and of the generator, each of which a test has to notice."""

from verify.mutation.report import steps

__all__ = ["steps"]
