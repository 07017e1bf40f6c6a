# SPDX-License-Identifier: BSD-3-Clause
"""Two threads against one, for `tools/bench host`: permkern_run_part on two processors, and memcpy beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from host_cases import Case, threads_cases
from host_figures import Measured, together
from host_measure import Bench, timed
from host_shim import BenchError

Visit = Mapping[tuple[Case, int], Measured]  # by case and width


def _measured(bench: Bench, case: Case, bits: int, processor: int) -> Measured:
    """The second thread lives for one case and waits between calls without sleeping."""
    job = bench.job(case, bits)
    team, end = bench.shim.team(job.handle, processor)
    try:
        opened = [
            bench.shim.own("one", job.handle, "planned", elapsed=True),
            bench.shim.own("two", team, "team_planned", elapsed=True),
            bench.shim.own("memcpy one", job.handle, "memcpy", elapsed=True),
            bench.shim.own("memcpy two", team, "team_memcpy", elapsed=True),
        ]
        method = replace(bench.method, least_rounds=15, most_ns=8 * bench.method.most_ns)
        measured, bad = timed(bench.shim, job, opened, method)
    finally:
        end()
        bench.shim.close(job.handle)
    if bad:
        raise BenchError(f"{case.label}, {bits}-bit: wrong on {', '.join(sorted(bad))}")
    return measured


def two_threads(bench: Bench, bits: Sequence[int], processor: int) -> Visit:
    """Large permutes at every width, with a second thread on this processor."""
    return {(case, width): _measured(bench, case, width, processor) for width in bits for case in threads_cases(width)}


def _row(case: Case, bits: int, measured: Measured) -> dict[str, Any]:
    least = {name: times.least for name, times in measured.items()}
    return {
        "kind": case.name,
        "case": case.label,
        "bits": bits,
        "bytes": case.bytes(bits),
        "gb_s": [round(case.bytes(bits) / least[name], 2) for name in ("one", "two")],
        "scaling": round(least["one"] / least["two"], 3),
        "memcpy_scaling": round(least["memcpy one"] / least["memcpy two"], 3),
    }


def document(visits: Sequence[Visit]) -> list[dict[str, Any]]:
    """Of the least times of all visits. Nothing where there were none, as there is no second processor."""
    keys = visits[0] if visits else {}
    return [_row(case, bits, together([visit[case, bits] for visit in visits])) for case, bits in keys]


def largest(bits: Sequence[int]) -> int:
    """Bytes of the largest of them."""
    return max(case.bytes(width) for width in bits for case in threads_cases(width))
