# SPDX-License-Identifier: BSD-3-Clause
"""Lists every step, in the order in which they begin: long ones of CI first."""

from runner import sources, suites
from runner.step import Step


def all_steps() -> tuple[Step, ...]:
    return (*suites.steps(), *sources.steps())
