# SPDX-License-Identifier: BSD-3-Clause
"""All steps, in the order in which tables show them."""

from verify import proof_checks
from verify.step import Step


def all_steps() -> tuple[Step, ...]:
    return (*proof_checks.steps(),)
