# SPDX-License-Identifier: BSD-3-Clause
"""Check suites that are run together: what configurations of host.py are measured by."""

from configurations.uses import Run


def suites(*names: str) -> tuple[Run, ...]:
    return tuple(Run(f"check_{name}") for name in names)


ISAS = ("base", "sse2", "avx2", "avx512", "avx512vbmi")
CORE = suites("core", "layouts", "flips", "integers", "fold", "xor", "in_place", "kernels")
ARITHMETIC = suites("core", "fold")
MOVES = suites("flips", "xor", "in_place")  # what has loops of its own, which depend on how words are accessed
MLI = suites("mli_permute", "mli_subtensor")
MLI_STRIDED = (*MLI, *suites("mli_create"))  # with headers that have mem_stride
HOST_RUNS = (
    *CORE,
    *MLI,
    *suites("vector", "few", "exhaustive"),
    Run("check_core", qemu="Nehalem"),
)
# The widest set of the CPU, then those that it would use alone: a wider one leaves narrow tiles to them.
VECTOR_RUNS = tuple(Run(suite, isa) for suite in ("check_vector", "check_flips") for isa in ("", *ISAS[1:4]))
PINNED_RUNS = (*suites("exhaustive", "xor"), *(Run("check_kernels", isa) for isa in ("", *ISAS)))
KERNELS = suites("kernels", "exhaustive")
