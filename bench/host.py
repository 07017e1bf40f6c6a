# SPDX-License-Identifier: BSD-3-Clause
"""Time of permkern and of its peers on this machine, as multiples of memcpy's: `tools/bench host`.

Writes DIR/host.json, DIR/host.md and plots; ends by printing every case that a peer wins, means, means by cache, calls
on few elements, two threads against one, and goals. The head of host.md says how it is measured.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from itertools import product
from pathlib import Path
from typing import Any

import commands
import host_calls
import host_machine
import host_threads
from host_cases import ALL, CALLS, MODELS, WIDTHS, Case, growth_cases, load
from host_figures import (
    MEMCPY,
    OURS,
    OURS_AVX2,
    OURS_PINNED,
    OURS_UNPLANNED,
    RECORDED,
    Measured,
    columns,
    goals,
    is_slow,
    isa_of_goals,
    losses,
    slow_plans,
    width_figures,
)
from host_measure import FULL, QUICK, Bench, Method, own_columns, peer_columns, plan_ns, timed
from host_page import markdown, summary
from host_peers import Peer, find_peers
from host_shim import BenchError, Job, Shim, allocate

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "bench" / "cases.toml"
BUILD = ROOT / "build" / "bench-host"
SET = "bench/host/set.toml"
ONLY = ("calls", "python", "threads", "growth")  # what is measured beside the cases
HURRIED_ROUNDS = 2
DEFAULT_PEERS = ("memcpy", "naive", "numpy", "onednn", "eigen")
ALL_PEERS = (*DEFAULT_PEERS, "torch", "onnxruntime", "xnnpack")
# What a peer needs beyond Debian's base: groups of tools/lib.sh, or a list of requirements.
NEEDS = {
    "onednn": "group onednn",
    "eigen": "group eigen",
    "torch": "list requirements-torch.txt",
    "onnxruntime": "list requirements-onnxruntime.txt",
}


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


# ---- cases ----

Key = tuple[int, str]  # width, name of a case


def one_case(bench: Bench, peers: Sequence[Peer], job: Job, method: Method) -> tuple[Measured, set[str]]:
    """permkern with a plan against permkern without one and pinned, and against all peers that take the case."""
    shim = bench.shim
    opened = own_columns(shim, job, OURS, OURS_UNPLANNED, OURS_PINNED)
    opened += [shim.own(OURS_AVX2, job.handle, "planned_avx2")] if shim.has_avx2() else []
    measured, bad = timed(shim, job, [*opened, *peer_columns(peers, job)], method)
    if bad & {column.name for column in opened}:
        raise BenchError(f"{job.case.name}, {job.bits}-bit: permkern's result is wrong")
    return measured, bad


def in_turn(method: Method, bits: Sequence[int], cases: Sequence[Case]) -> Iterator[tuple[int, int, Case, Method]]:
    """Pass, width, case, and how thoroughly: less so where time runs short, as on a machine with other work."""
    begin = time.monotonic()
    hurried = replace(method, least_rounds=HURRIED_ROUNDS, most_ns=0)
    for number, width, case in product(range(method.passes), bits, cases):
        took = time.monotonic() - begin
        if number > 0 and took > method.stop_s:
            return
        yield number, width, case, hurried if took > method.hurry_s else method


def all_passes(bench: Bench, cases: Sequence[Case], bits: Sequence[int]) -> tuple[dict[Key, list[Measured]], list[str]]:
    """Every case at every width, pass after pass; and peers that were wrong. Slow peers are in the first pass alone."""
    passes: dict[Key, list[Measured]] = {}
    wrongs: dict[str, None] = {}
    with progress(bench.method.passes * len(bits) * len(cases)) as show:
        for number, width, case, method in in_turn(bench.method, bits, cases):
            show(f"pass {number + 1}, {width}-bit, {case.name}")
            before = passes.setdefault((width, case.name), [])
            peers = [
                peer for peer in bench.peers if not any(is_slow(peer.name, of) for of in before if peer.name in of)
            ]
            job = bench.job(case, width)
            measured, bad = one_case(bench, peers, job, method)
            bench.shim.close(job.handle)
            before.append(measured)
            wrongs.update({f"{case.name}, {width}-bit: {name}": None for name in sorted(bad)})
    return passes, list(wrongs)


def width_document(
    bench: Bench,
    cases: Sequence[Case],
    bits: int,
    passes: Mapping[Key, Sequence[Measured]],
    caches: Mapping[str, int],
) -> Any:
    rows, lost, slow = [], [], []
    for case in cases:
        measured = passes[bits, case.name]
        job = bench.job(case, bits)
        rows.append(
            {
                "name": case.name,
                "label": case.label,
                "group": case.group,
                "part": case.part,
                "shape": case.shape,
                "perm": case.perm,
                "bytes": case.bytes(bits),
                "prepare_ns": plan_ns(bench.shim, job, bench.method),
                "columns": columns(measured),
            }
        )
        bench.shim.close(job.handle)
        lost += losses(case.name, bits, measured)
        slow += slow_plans(case.name, bits, measured)
    return width_figures(rows, lost, slow, caches)


def grow(bench: Bench, bits: int) -> dict[str, Any]:
    """Four permutes over sizes that grow by 4: nanoseconds a call, and of its plan."""
    method = replace(bench.method, least_rounds=bench.method.first_rounds, most_ns=bench.method.case_ns)
    few = [peer for peer in bench.peers if peer.name in (MEMCPY, "naive")]
    series: dict[str, list[dict[str, Any]]] = {}
    elements = 64
    while elements * bits // 8 <= method.growth_bytes:
        for case in growth_cases(elements):
            job = bench.job(case, bits)
            measured, _ = one_case(bench, few, job, method)
            least = {name: round(times.least, 2) for name, times in measured.items()}
            plan = plan_ns(bench.shim, job, method)
            bench.shim.close(job.handle)
            point = {"shape": case.shape, "perm": case.perm, "bytes": case.bytes(bits), "prepare": plan, **least}
            series.setdefault(case.name, []).append(point)
        elements *= 4
    return {"bits": bits, "unit": "ns a call, least", "series": series}


# ---- the run ----


@dataclass(frozen=True)
class Asked:
    """What a run is to measure."""

    quick: bool
    peers: tuple[str, ...]
    bits: tuple[int, ...]
    cases: tuple[str, ...]  # patterns
    only: frozenset[str]  # of ONLY


def chosen(cases: Sequence[Case], patterns: Sequence[str]) -> list[Case]:
    """Cases that means are over whose name, group or part matches."""
    found = [
        case
        for case in cases
        if case.part in (ALL, MODELS)
        and any(fnmatch(name, p) for name in (case.name, case.group, case.part) for p in patterns)
    ]
    if not found:
        raise BenchError(f"no case has a name, a group or a part like {', '.join(patterns)}")
    return found


def prepared(asked: Asked, cases: Sequence[Case]) -> tuple[Bench, dict[str, str]]:
    """The peers that are there, the buffers, filled; and the peers that are not there."""

    directory = build()
    method = QUICK if asked.quick else FULL
    shim = Shim(directory)
    there, absent = find_peers(asked.peers, shim, directory)
    sizes = [case.bytes(max(asked.bits)) for case in cases]
    copied = host_machine.copied(host_machine.caches()).values()
    size = max(method.growth_bytes, host_threads.largest(asked.bits), *copied, *sizes)
    bench = Bench(shim, tuple(there), allocate(size), method)
    shim.fill(bench.buffers.input, size)
    return bench, absent


def peers_document(bench: Bench) -> dict[str, dict[str, str]]:
    version = bench.shim.version()
    how = {OURS: "permkern_run on a plan", OURS_UNPLANNED: "permkern_permute", OURS_PINNED: "the shape's own kernel"}
    how |= {OURS_AVX2: "as if the processor had no AVX-512"} if bench.shim.has_avx2() else {}
    own = {name: {"version": version, "how": what} for name, what in how.items()}
    return own | {peer.name: {"version": peer.version, "how": peer.how} for peer in bench.peers}


def cases_document(bench: Bench, cases: Sequence[Case], bits: Sequence[int], caches: Mapping[str, int]) -> Any:
    passes, wrongs = all_passes(bench, cases, bits)
    fewest = min(len(measured[MEMCPY].rounds) for of in passes.values() for measured in of)
    method = bench.method
    return {
        "method": {
            "mode": method.mode,
            "passes": min(map(len, passes.values())),
            "rounds": f"{fewest} to {method.most_rounds}",
        },
        "wrong": wrongs,
        "widths": {str(width): width_document(bench, cases, width, passes, caches) for width in bits},
    }


@dataclass(frozen=True)
class Aside:
    """What is measured beside the cases, once: what is left out is None."""

    calls: host_calls.Visit | None
    python: host_calls.Visit | None
    threads: host_threads.Visit | None


def aside(bench: Bench, few: Sequence[Case], asked: Asked, another: int | None) -> Aside:
    threads = "threads" in asked.only and another is not None
    return Aside(
        host_calls.calls(bench, few, asked.bits) if "calls" in asked.only else None,
        host_calls.python_calls(bench) if "python" in asked.only else None,
        host_threads.two_threads(bench, asked.bits, another or 0) if threads else None,
    )


def asides_document(visits: Sequence[Aside]) -> dict[str, Any]:
    return {
        "calls": host_calls.document([visit.calls for visit in visits if visit.calls is not None], 2),
        "python": host_calls.document([visit.python for visit in visits if visit.python is not None], None),
        "threads": host_threads.document([visit.threads for visit in visits if visit.threads is not None]),
    }


def measure_all(asked: Asked) -> dict[str, Any]:
    """Builds, measures: what host.json holds. What is beside the cases before and after them: a minute may be slow."""
    every = load(CASES)
    cases = chosen(every, asked.cases)
    few = [case for case in every if case.part == CALLS]
    another = host_machine.pin()
    bench, absent = prepared(asked, cases)
    caches = host_machine.caches()
    about = host_machine.machine(compiler())
    before = aside(bench, few, asked, another)
    document = cases_document(bench, cases, asked.bits, caches)
    beside = asides_document([before, aside(bench, few, asked, another)])
    memory = host_machine.copy_speeds(bench, caches)
    whole = len(cases) == sum(case.part in (ALL, MODELS) for case in every)
    isa = isa_of_goals(about["features"]) if whole else None
    return {
        "machine": about | {"memory": memory, "huge pages": host_machine.huge_pages()},
        "peers": peers_document(bench),
        "absent": absent,
        "recorded": RECORDED,
        **document,
        **beside,
        "goals": goals(document["widths"], beside["calls"], beside["threads"], isa),
        "growth": grow(bench, min(asked.bits)) if "growth" in asked.only else None,
    }


# ---- command line ----


def _listed(text: str) -> list[str]:
    return list(dict.fromkeys(text.split(",")))


def options_of(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools/bench host", description=__doc__.split("\n")[0])
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, required=True, help="for host.json, .md and .svg")
    parser.add_argument("--quick", action="store_true", help="shorter passes: some minutes")
    parser.add_argument(
        "--peers",
        metavar="LIST",
        default=",".join(DEFAULT_PEERS),
        help=f"of {','.join(ALL_PEERS)}, or all; default: {','.join(DEFAULT_PEERS)}; what is not there is left out",
    )
    parser.add_argument("--bits", metavar="LIST", default=",".join(map(str, WIDTHS)), help="default: all four")
    parser.add_argument(
        "--cases", metavar="LIST", default="*", help="names, groups or parts, with wildcards; default: all"
    )
    parser.add_argument(
        "--with",
        dest="only",
        metavar="LIST",
        default=",".join(ONLY),
        help=f"what to measure beside the cases, of {','.join(ONLY)}, or none; default: all",
    )
    parser.add_argument("--needs", action="store_true", help=argparse.SUPPRESS)  # for tools/bench: what to install
    options = parser.parse_args(arguments)
    peers = list(ALL_PEERS) if options.peers == "all" else _listed(options.peers)
    unknown = set(peers) - set(ALL_PEERS)
    if unknown:
        parser.error(f"no such peer: {', '.join(sorted(unknown))}; known: {', '.join(ALL_PEERS)}")
    if set(_listed(options.bits)) - {str(width) for width in WIDTHS}:
        parser.error(f"--bits is of {', '.join(map(str, WIDTHS))}")
    options.peers = list(dict.fromkeys([MEMCPY, *peers]))  # what all is compared with
    options.only = [] if options.only == "none" else _listed(options.only)
    if set(options.only) - set(ONLY):
        parser.error(f"--with is of {', '.join(ONLY)}, or none")
    options.cases = _listed(options.cases)
    options.bits = sorted(int(width) for width in _listed(options.bits))
    return options


def asked_of(options: argparse.Namespace) -> Asked:
    peers, bits, cases = tuple(options.peers), tuple(options.bits), tuple(options.cases)
    return Asked(options.quick, peers, bits, cases, frozenset(options.only))


def main(arguments: Sequence[str]) -> int:
    options = options_of(arguments)
    if options.needs:
        print("\n".join(NEEDS[name] for name in options.peers if name in NEEDS))
        return 0
    try:
        document = measure_all(asked_of(options))
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "host.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    (options.output / "host.md").write_text(markdown(document), encoding="utf-8")
    from host_plots import draw  # matplotlib is there for runs, not for tests

    draw(document, options.output)
    print(summary(document))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
