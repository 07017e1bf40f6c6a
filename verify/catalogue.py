# SPDX-License-Identifier: BSD-3-Clause
"""All steps, in the order in which tables show them."""

from verify import (
    alignment,
    big_endian,
    coverage,
    coverage_targets,
    exhaustive,
    fuzz,
    fuzz_sets,
    giants,
    limits,
    model_checks,
    model_kernels,
    mutation,
    proof_checks,
    proof_kernels,
    seeds,
    static,
    targets,
    threads,
    unemulated,
)
from verify.step import Step


def all_steps() -> tuple[Step, ...]:
    return (
        *proof_kernels.steps(),
        *proof_checks.steps(),
        *model_kernels.steps(),
        *model_checks.steps(),
        *exhaustive.steps(),
        *fuzz.steps(),
        *fuzz_sets.steps(),
        *coverage.steps(),
        *coverage_targets.steps(),
        *mutation.steps(),
        *static.steps(),
        *targets.steps(),
        *alignment.steps(),
        *giants.steps(),
        *threads.steps(),
        *limits.steps(),
        *big_endian.steps(),
        *unemulated.steps(),
        *seeds.steps(),
    )
