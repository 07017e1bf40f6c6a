# SPDX-License-Identifier: BSD-3-Clause
"""
Times permkern and peers on this machine, as multiples of memcpy's time: `tools/bench host`. All columns run in one
thread of one process, on the same buffers, with all that can be prepared prepared. They take turns, round after round,
and the output of every call that is timed is compared with the definition before and after. Ratios are of least times.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import host_plot
from builds import ROOT
from host_cases import WIDTHS, Case, growing, load
from host_figures import Row, documents, row_line, row_of, summary
from host_measure import FULL, MEMCPY, OURS, QUICK, UNPLANNED, Method, Rounds, calls_of, is_slow, timed
from host_peers import PEERS, Peer, find_peers
from host_shim import BenchError, Buffers, Job, Shim, allocate, build_shim

OUTPUT = ROOT / "build" / "bench"


@dataclass(frozen=True)
class Bench:
    shim: Shim
    peers: tuple[Peer, ...]
    buffers: Buffers
    method: Method

    def measure(self, job: Job, peers: Sequence[Peer]) -> Rounds:
        """Measures permkern and peers. A peer that is wrong is named and left out."""
        own = [self.shim.own(OURS, job, "planned"), self.shim.own(UNPLANNED, job, "checked")]
        opened = [column for column in (peer.open(job) for peer in peers) if column is not None]
        rounds, bad = timed(self.shim, job, [*own, *opened], self.method)
        for name in sorted(bad):
            print(f"wrong: {name}, {job.case.name}, {job.bits}-bit", file=sys.stderr)
        if bad & {OURS, UNPLANNED}:
            raise BenchError(f"{job.case.name}, {job.bits}-bit: permkern's result is wrong")
        return rounds


def measure_cases(bench: Bench, cases: Sequence[Case], bits: Sequence[int]) -> Iterator[Row]:
    """Measures all cases, pass after pass, so that those of one case are far apart. Slow peers run in the first."""
    keys = [(case, width) for width in bits for case in cases]
    passes: dict[tuple[Case, int], list[Rounds]] = {key: [] for key in keys}
    for _ in range(bench.method.passes):
        for case, width in keys:
            before = passes[case, width]
            peers = [
                peer for peer in bench.peers if not any(is_slow(peer.name, of) for of in before if peer.name in of)
            ]
            job = bench.shim.open(case, width, bench.buffers)
            before.append(bench.measure(job, peers))
            bench.shim.close(job)
    for (case, width), of in passes.items():
        yield row_of(case, width, of)


def measure_growth(bench: Bench) -> dict[str, list[dict[str, float]]]:
    """Measures four permutes of 8-bit elements over sizes that grow by 4: nanoseconds of a call, and of its plan."""
    few = [peer for peer in bench.peers if peer.name in (MEMCPY, "naive")]
    series: dict[str, list[dict[str, float]]] = {}
    size = 64
    while size <= bench.method.growth_bytes:
        for case in growing(size):
            job = bench.shim.open(case, 8, bench.buffers)
            least = {name: round(min(times), 2) for name, times in bench.measure(job, few).items()}
            plan = bench.shim.own("plan", job, "prepare")
            calls = calls_of(plan, bench.method)
            least["plan"] = round(min(plan.sample(calls) / calls for _ in range(5)), 1)
            bench.shim.close(job)
            series.setdefault(case.group, []).append({"bytes": size, **least})
        size *= 4
    return series


def machine() -> dict[str, object]:
    """Describes what figures depend on, without a name or a date."""
    info = Path("/proc/cpuinfo")
    text = info.read_text(encoding="utf-8") if info.is_file() else ""
    flags = next(
        (line.partition(":")[2].split() for line in text.splitlines() if line.startswith(("flags", "Feat"))), []
    )
    known = ("avx2", "avx512bw", "asimd", "sve")
    return {
        "architecture": platform.machine(),
        "instruction sets": [name for name in known if name in flags],
        "system": f"{platform.system()}, {' '.join(platform.libc_ver())}",
    }


def chosen(patterns: Sequence[str]) -> list[Case]:
    found = [
        case
        for case in load()
        if any(fnmatch(name, pattern) for name in (case.name, case.group, case.part) for pattern in patterns)
    ]
    if not found:
        raise BenchError(f"no case has a group, a part or a name like {', '.join(patterns)}")
    return found


def prepare(names: Sequence[str], cases: Sequence[Case], bits: Sequence[int], method: Method) -> Bench:
    """Pins the process to one processor, the last allowed: the first has most interrupts."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    shim = Shim(build_shim())
    peers, absent = find_peers(names, shim)
    for name, why in absent.items():
        print(f"absent: {name}: {why}", file=sys.stderr)
    size = max(method.growth_bytes, *(case.elements * max(bits) // 8 for case in cases))
    bench = Bench(shim, tuple(peers), allocate(size), method)
    shim.fill(bench.buffers.input, size)
    return bench


def options_of(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools/bench host", description=__doc__)
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, default=OUTPUT, help="for host.json")
    parser.add_argument("--quick", action="store_true", help="shorter passes: some minutes")
    parser.add_argument(
        "--peers",
        metavar="LIST",
        default=",".join(PEERS),
        help=f"default: {','.join(PEERS)}; those that are not installed are left out",
    )
    parser.add_argument("--bits", metavar="LIST", default=",".join(map(str, WIDTHS)), help="default: all four")
    parser.add_argument("--cases", metavar="LIST", default="*", help="groups, parts or names, with wildcards")
    parser.add_argument("--growth", action="store_true", help="also measure sizes that grow, and draw host-growth.svg")
    options = parser.parse_args(arguments)
    peers = options.peers.split(",")
    if unknown := set(peers) - set(PEERS):
        parser.error(f"no such peer: {', '.join(sorted(unknown))}; known: {', '.join(PEERS)}")
    if set(options.bits.split(",")) - {str(width) for width in WIDTHS}:
        parser.error(f"--bits is of {', '.join(map(str, WIDTHS))}")
    options.peers = list(dict.fromkeys([MEMCPY, *peers]))
    options.bits = sorted({int(width) for width in options.bits.split(",")})
    return options


def main(arguments: Sequence[str]) -> int:
    options = options_of(arguments)
    method = QUICK if options.quick else FULL
    try:
        cases = chosen(options.cases.split(","))
        bench = prepare(options.peers, cases, options.bits, method)
        rows = list(measure_cases(bench, cases, options.bits))
        growth = measure_growth(bench) if options.growth else None
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    peers = {peer.name: {"version": peer.version, "how": peer.how} for peer in bench.peers}
    document = {"machine": machine(), "permkern": bench.shim.version(), "peers": peers, "cases": documents(rows)}
    options.output.mkdir(parents=True, exist_ok=True)
    if growth is not None:
        document["growth"] = growth
        host_plot.draw(growth, options.output / "host-growth.svg")
    (options.output / "host.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print("time / memcpy time of each case")
    print("\n".join([*map(row_line, rows), *summary(rows)]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
