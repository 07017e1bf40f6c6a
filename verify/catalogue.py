# SPDX-License-Identifier: BSD-3-Clause
"""All steps, in the order in which tables show them."""

from verify import exhaustive, seeds, targets
from verify import fuzz, fuzz_sets, seeds, targets
from verify import seeds, static, targets
from verify import mutation, seeds, targets
from verify.step import Step


def all_steps() -> tuple[Step, ...]:
    return (*exhaustive.steps(), *targets.steps(), *seeds.steps())
    return (*fuzz.steps(), *fuzz_sets.steps(), *targets.steps(), *seeds.steps())
    return (*static.steps(), *targets.steps(), *seeds.steps())
    return (*targets.steps(), *mutation.steps(), *seeds.steps())
