# SPDX-License-Identifier: BSD-3-Clause
"""Time of permkern and of its peers on this machine, as multiples of memcpy's: `tools/bench host`.

Writes DIR/host.json, DIR/host.md and plots; ends by printing every case that a peer wins. The head of host.md says how
it is measured.
"""

import argparse
import gc
import json
import math
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import commands
from host_cases import WIDTHS, Case, growth_cases, load
from host_figures import (
    MEMCPY,
    OURS,
    OURS_AVX2,
    OURS_UNPLANNED,
    RECORDED,
    Measured,
    Times,
    columns,
    goals,
    isa_of_goals,
    losses,
    markdown,
    slow_plans,
    summary,
    together,
    width_figures,
)
from host_machine import huge_pages, machine, pin

if TYPE_CHECKING:
    from host_peers import Buffers, Column, Job, Peer, Shim

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "bench" / "cases.toml"
BUILD = ROOT / "build" / "bench-host"
SET = "bench/host/set.toml"
DEFAULT_PEERS = ("memcpy", "naive", "numpy", "onednn", "eigen")
ALL_PEERS = (*DEFAULT_PEERS, "torch", "onnxruntime", "xnnpack")
# What a peer needs beyond Debian's base: groups of tools/lib.sh, or a list of requirements.
NEEDS = {
    "onednn": "group onednn",
    "eigen": "group eigen",
    "torch": "list requirements-torch.txt",
    "onnxruntime": "list requirements-onnxruntime.txt",
}


class BenchError(Exception):
    """Something that a run needs did not work; the message says what."""


@dataclass(frozen=True)
class Method:
    """How long a run takes its time."""

    mode: str
    passes: int
    least_rounds: int
    most_rounds: int
    case_ns: float  # a case ends after this and the least rounds
    hurry_s: float  # a run that takes longer makes two rounds of each case left,
    stop_s: float  # and does not end a pass but the first
    sample_ns: float  # a sample takes this at least, if its calls are short
    growth_bytes: int


FULL = Method("full", 3, 9, 41, 0.5e9, math.inf, math.inf, 5e4, 256 << 20)
QUICK = Method("quick", 2, 3, 9, 0.05e9, 110, 170, 2e4, 16 << 20)
HURRIED_ROUNDS = 2


# ---- progress: on a terminal only ----


@contextmanager
def progress(total: int) -> Iterator[Any]:
    """A function to call with what is measured next."""
    if not sys.stderr.isatty():
        yield lambda _what: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda what: bar.update(task, advance=1, description=what)


# ---- build ----


def run(command: Sequence[str | Path], what: str) -> str:
    return commands.run(command, BenchError, what)


def build() -> Path:
    """The library with the bench's own set, linked into bench_host.so, and those peers that can be built."""
    options = ["-Dbench=true", "-Dtests=disabled", f"-Dpermutation_set={SET}"]
    again = ["--reconfigure"] if (BUILD / "build.ninja").is_file() else []
    run(["meson", "setup", *again, BUILD, *options], "meson setup")
    run(["meson", "compile", "-C", BUILD], "the build")
    return BUILD / "bench" / "host"


def compiler() -> str:
    """The one that the library was built with."""
    compilers = json.loads(run(["meson", "introspect", "--compilers", BUILD], "meson introspect"))
    return str(compilers["host"]["c"]["full_version"])


# ---- measuring ----


def calls_of(column: "Column", method: Method) -> int:
    """So many that a sample is longer than the clock is coarse."""
    once = max(column.sample(1), 1.0)
    if once > method.sample_ns:
        return 1
    calls = max(1, int(method.sample_ns / once))
    return max(1, min(100_000, int(method.sample_ns * calls / max(column.sample(calls), 1.0))))


def measure(opened: Sequence["Column"], method: Method) -> Measured:
    """Round after round, each column once a round; who begins changes."""
    calls = [calls_of(column, method) for column in opened]
    rounds: list[list[float]] = [[] for _ in opened]
    begin = time.monotonic_ns()
    gc.disable()
    try:
        for number in range(method.most_rounds):
            for step in range(len(opened)):
                at = (number + step) % len(opened)
                rounds[at].append(opened[at].sample(calls[at]) / calls[at])
            if number + 1 >= method.least_rounds and time.monotonic_ns() - begin > method.case_ns:
                break
    finally:
        gc.enable()
    return {column.name: Times(tuple(times)) for column, times in zip(opened, rounds, strict=True)}


def wrong(shim: "Shim", job: "Job", opened: Sequence["Column"]) -> set[str]:
    """Columns whose result is not that of index arithmetic."""
    return {column.name for column in opened if not shim.right(job.handle, job.buffers.expected, column.run)}


def open_job(shim: "Shim", case: Case, bits: int, buffers: "Buffers") -> "Job":
    from host_peers import Job, PeerError, make_request

    request = make_request(case, bits, buffers)
    try:
        return Job(case, bits, buffers, request, shim.open(request))
    except PeerError as error:
        raise BenchError(f"{case.name}, {bits}-bit: {error}") from error


def timed(shim: "Shim", job: "Job", opened: Sequence["Column"], method: Method) -> tuple[Measured, set[str]]:
    """Verified, timed, verified: the times of what is right, and who is not. memcpy has nothing to be right about."""
    shim.expect(job.handle, job.buffers.expected)
    copies = [column for column in opened if column.name == MEMCPY]
    movers = [column for column in opened if column.name != MEMCPY]
    bad = wrong(shim, job, movers)
    measured = measure([column for column in [*copies, *movers] if column.name not in bad], method)
    bad |= wrong(shim, job, [column for column in movers if column.name not in bad])
    return {name: times for name, times in measured.items() if name not in bad}, bad


def peer_columns(peers: Sequence["Peer"], job: "Job") -> list["Column"]:
    return [column for column in (peer.open(job) for peer in peers) if column is not None]


def one_case(shim: "Shim", peers: Sequence["Peer"], job: "Job", method: Method) -> tuple[Measured, set[str]]:
    """permkern with a plan against permkern without one, and against all peers that take the case."""
    opened = [replace(shim.own("planned", job.handle), name=OURS)]
    opened += [replace(shim.own("checked", job.handle), name=OURS_UNPLANNED)]
    opened += [replace(shim.own("planned_avx2", job.handle), name=OURS_AVX2)] if shim.has_avx2() else []
    opened += peer_columns(peers, job)
    measured, bad = timed(shim, job, opened, method)
    for column in opened:
        column.close()
    if bad & {OURS, OURS_UNPLANNED}:
        raise BenchError(f"{job.case.name}, {job.bits}-bit: permkern's result is wrong")
    return measured, bad


def one_call(shim: "Shim", peers: Sequence["Peer"], job: "Job", method: Method) -> dict[str, float]:
    """Nanoseconds of a call on few elements: permkern's three doors, and peers."""
    opened = [shim.own("checked", job.handle), shim.own("planned", job.handle)]
    opened += [replace(shim.own("tiny", job.handle), name="pinned"), *peer_columns(peers, job)]
    measured, bad = timed(shim, job, opened, method)
    for column in opened:
        column.close()
    if bad & {"checked", "planned", "pinned"}:
        raise BenchError(f"{job.case.name}, {job.bits}-bit: wrong: {', '.join(sorted(bad))}")
    order = sorted(measured, key=lambda name: name == MEMCPY)
    return {name: round(measured[name].least, 2) for name in order}


def plan_ns(shim: "Shim", job: "Job", method: Method) -> float:
    prepare = shim.own("prepare", job.handle)
    calls = calls_of(prepare, method)
    return round(min(prepare.sample(calls) / calls for _ in range(5)), 1)


# ---- the run ----


@dataclass(frozen=True)
class Bench:
    """What a run measures with."""

    shim: "Shim"
    peers: tuple["Peer", ...]
    buffers: "Buffers"
    method: Method

    def job(self, case: Case, bits: int) -> "Job":
        return open_job(self.shim, case, bits, self.buffers)


Key = tuple[int, str]  # width, name of a case


def in_turn(method: Method, bits: Sequence[int], cases: Sequence[Case]) -> Iterator[tuple[int, int, Case, Method]]:
    """Pass, width, case, and how thoroughly: less so where time runs short, as on a machine with other work."""
    begin = time.monotonic()
    for number, width, case in product(range(method.passes), bits, cases):
        took = time.monotonic() - begin
        if number > 0 and took > method.stop_s:
            return
        hurry = took > method.hurry_s
        yield number, width, case, replace(method, least_rounds=HURRIED_ROUNDS, case_ns=0) if hurry else method


def all_passes(bench: Bench, cases: Sequence[Case], bits: Sequence[int]) -> tuple[dict[Key, list[Measured]], list[str]]:
    """Every case at every width, pass after pass; and peers that were wrong."""
    passes: dict[Key, list[Measured]] = {}
    wrongs: dict[str, None] = {}
    with progress(bench.method.passes * len(bits) * len(cases)) as show:
        for number, width, case, method in in_turn(bench.method, bits, cases):
            show(f"pass {number + 1}, {width}-bit, {case.name}")
            job = bench.job(case, width)
            measured, bad = one_case(bench.shim, bench.peers, job, method)
            bench.shim.close(job.handle)
            passes.setdefault((width, case.name), []).append(measured)
            wrongs.update({f"{case.name}, {width}-bit: {name}": None for name in sorted(bad)})
    return passes, list(wrongs)


def width_document(bench: Bench, cases: Sequence[Case], bits: int, passes: Mapping[Key, Sequence[Measured]]) -> Any:
    rows, lost, slow = [], [], []
    for case in cases:
        measured = passes[bits, case.name]
        job = bench.job(case, bits)
        rows.append(
            {
                "name": case.name,
                "label": case.label,
                "group": case.group,
                "apart": case.apart,
                "shape": case.shape,
                "perm": case.perm,
                "bytes": case.bytes(bits),
                "prepare_ns": plan_ns(bench.shim, job, bench.method),
                "columns": columns(together(measured)),
            }
        )
        bench.shim.close(job.handle)
        if not case.apart:
            lost += losses(case.name, bits, measured)
        slow += slow_plans(case.name, bits, measured)
    return width_figures(rows, lost, slow)


def grow(bench: Bench, bits: int) -> dict[str, Any]:
    """Four permutes over sizes that grow by 4: nanoseconds a call, and of its plan."""
    method = replace(bench.method, least_rounds=3, case_ns=bench.method.case_ns / 2)
    few = [peer for peer in bench.peers if peer.name in (MEMCPY, "naive")]
    series: dict[str, list[dict[str, Any]]] = {}
    elements = 64
    while elements * bits // 8 <= method.growth_bytes:
        for case in growth_cases(elements):
            job = bench.job(case, bits)
            measured, _ = one_case(bench.shim, few, job, method)
            least = {name: round(times.least, 2) for name, times in measured.items()}
            plan = plan_ns(bench.shim, job, method)
            bench.shim.close(job.handle)
            point = {"shape": case.shape, "perm": case.perm, "bytes": case.bytes(bits), "prepare": plan, **least}
            series.setdefault(case.name, []).append(point)
        elements *= 4
    return {"bits": bits, "unit": "ns a call, least", "series": series}


def tiny_calls(bench: Bench, cases: Sequence[Case], bits: Sequence[int]) -> dict[str, Any]:
    """The one small case that has a pinned kernel."""
    (case,) = (case for case in cases if case.shape == (2, 4, 8) and case.perm == (2, 0, 1))
    method = replace(bench.method, least_rounds=15, most_rounds=41)
    found = {}
    for width in bits:
        job = bench.job(case, width)
        found[str(width)] = one_call(bench.shim, bench.peers, job, method)
        bench.shim.close(job.handle)
    return {"case": case.label, "ns": found}


def chosen(cases: Sequence[Case], patterns: Sequence[str]) -> list[Case]:
    """Cases whose name or group matches; the one of tiny_calls in any event."""
    return [
        case for case in cases if case.apart or any(fnmatch(n, p) for n in (case.name, case.group) for p in patterns)
    ]


def measure_all(method: Method, names: Sequence[str], bits: Sequence[int], patterns: Sequence[str]) -> dict[str, Any]:
    """Builds, measures: what host.json holds."""
    import host_peers

    directory = build()
    about = machine(compiler())
    every = load(CASES)
    cases = chosen(every, patterns)
    if all(case.apart for case in cases):
        raise BenchError(f"no case has a name or a group like {', '.join(patterns)}")
    pin()
    shim = host_peers.Shim(directory)
    there, absent = host_peers.find_peers(names, shim, directory)
    size = max(method.growth_bytes, *(case.bytes(max(bits)) for case in cases))
    bench = Bench(shim, tuple(there), host_peers.allocate(size), method)
    shim.fill(bench.buffers.input, size)
    passes, wrongs = all_passes(bench, cases, bits)
    widths = {str(width): width_document(bench, cases, width, passes) for width in bits}
    tiny = tiny_calls(bench, cases, bits)
    fewest = min(len(measured[MEMCPY].rounds) for of in passes.values() for measured in of)
    rounds = f"{fewest} to {method.most_rounds}"
    return {
        "machine": about | {"huge pages": huge_pages()},
        "method": {"mode": method.mode, "passes": min(map(len, passes.values())), "rounds": rounds},
        "peers": {
            OURS: {"version": shim.version(), "how": "permkern_run on a plan"},
            OURS_UNPLANNED: {"version": shim.version(), "how": "permkern_permute"},
        }
        | (
            {OURS_AVX2: {"version": shim.version(), "how": "as if the processor had no AVX-512"}}
            if shim.has_avx2()
            else {}
        )
        | {peer.name: {"version": peer.version, "how": peer.how} for peer in there},
        "absent": absent,
        "recorded": RECORDED,
        "wrong": wrongs,
        "goals": goals(widths, tiny["ns"], isa_of_goals(about["features"]) if len(cases) == len(every) else None),
        "tiny": tiny,
        "widths": widths,
        "growth": grow(bench, min(bits)),
    }


# ---- command line ----


def _listed(text: str) -> list[str]:
    return list(dict.fromkeys(text.split(",")))


def options_of(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools/bench host", description=__doc__.split("\n")[0])
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, required=True, help="for host.json, .md and .svg")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, two passes in place of three: some minutes")
    parser.add_argument(
        "--peers",
        metavar="LIST",
        default=",".join(DEFAULT_PEERS),
        help=f"of {','.join(ALL_PEERS)}, or all; default: {','.join(DEFAULT_PEERS)}; what is not there is left out",
    )
    parser.add_argument("--bits", metavar="LIST", default=",".join(map(str, WIDTHS)), help="default: all four")
    parser.add_argument("--cases", metavar="LIST", default="*", help="names or groups, with wildcards; default: all")
    parser.add_argument("--needs", action="store_true", help=argparse.SUPPRESS)  # for tools/bench: what to install
    options = parser.parse_args(arguments)
    peers = list(ALL_PEERS) if options.peers == "all" else _listed(options.peers)
    unknown = set(peers) - set(ALL_PEERS)
    if unknown:
        parser.error(f"no such peer: {', '.join(sorted(unknown))}; known: {', '.join(ALL_PEERS)}")
    if set(_listed(options.bits)) - {str(width) for width in WIDTHS}:
        parser.error(f"--bits is of {', '.join(map(str, WIDTHS))}")
    options.peers = list(dict.fromkeys([MEMCPY, *peers]))  # what all is compared with
    options.cases = _listed(options.cases)
    options.bits = sorted(int(width) for width in _listed(options.bits))
    return options


def main(arguments: Sequence[str]) -> int:
    options = options_of(arguments)
    if options.needs:
        print("\n".join(NEEDS[name] for name in options.peers if name in NEEDS))
        return 0
    try:
        document = measure_all(QUICK if options.quick else FULL, options.peers, options.bits, options.cases)
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "host.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    (options.output / "host.md").write_text(markdown(document), encoding="utf-8")
    from host_plots import draw

    draw(document, options.output)
    print(summary(document))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
