# SPDX-License-Identifier: BSD-3-Clause
"""Lists every step, in the order in which they begin: long ones of CI first."""

import bench_steps
import integration

from runner import sources, suites
from runner.step import Step
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
    proof,
    seeds,
    static,
    threads,
    unemulated,
)

MODULES = (
    suites,
    alignment,
    giants,
    limits,
    exhaustive,
    coverage,
    coverage_targets,
    model_checks,
    model_kernels,
    fuzz,
    fuzz_sets,
    big_endian,
    unemulated,
    threads,
    static,
    sources,
    proof,
    mutation,
    integration,
    bench_steps,
    seeds,
)


def all_steps() -> tuple[Step, ...]:
    return tuple(step for module in MODULES for step in module.steps())
