# SPDX-License-Identifier: BSD-3-Clause
"""Emulated cores that trap what they can; the host's suites at every level of optimisation, with and without LTO."""

import re

from builds import Build
from steps import BUILD, ROOT, Count, Log

from verify.step import Depth, Outcome, Step, each

SAMPLE = {"PERMKERN_TEST": "sample"}


def strict(log: Log) -> Count:
    """Cortex-M4, compiled for no unaligned words, which fault; reads and writes outside the buffers do, too."""
    more = BUILD / "verify" / "targets-strict.ini"
    more.parent.mkdir(parents=True, exist_ok=True)
    more.write_text("[built-in options]\nc_args = cpu_args + ['-mno-unaligned-access']\n", encoding="utf-8")
    files = (f"--cross-file={ROOT / 'cross' / 'cortex-m4.ini'}", f"--cross-file={more}")
    return Build("verify/targets-strict", files, suites=("selftest", "guards")).all(log)


def emulated_targets() -> tuple[str, ...]:
    """Cross files of firmware targets whose programs run here: the suites of the others are those of the host."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "cross").glob("*.ini"))}
    wanted = (r"^exe_wrapper\b", r"^system = 'none'$")
    return tuple(name for name, text in texts.items() if all(re.search(line, text, re.MULTILINE) for line in wanted))


def set_on_target(log: Log, target: str, permutation_set: str) -> Count:
    """A set other than the default, which tools/test runs."""
    options = (f"--cross-file={ROOT / 'cross' / target}.ini", f"-Dpermutation_set={permutation_set}")
    suites = ("selftest",) if target == "cortex-m0" else ("selftest", "guards")
    return Build(f"verify/targets-{target}-{permutation_set}", options, suites=suites).all(log)


def faults(log: Log, depth: Depth) -> Outcome:
    sets = [(target, name) for target in emulated_targets() for name in ("mli", "tiny")]
    chosen = sets if depth.full else [("cortex-m0", "tiny")]
    counts = [strict(log), *each(lambda pair: set_on_target(log, *pair), chosen)]
    return Outcome(sum(counts, Count()), "cases", (f"{1 + len(chosen)} builds on emulated targets",))


def host_build(compiler: str, level: str, link_time: bool) -> Build:
    name = f"verify/matrix-{compiler}-{level}{'-lto' if link_time else ''}"
    options = ("-Dtests=enabled", f"-Doptimization={level}", f"-Db_lto={str(link_time).lower()}")
    return Build(name, options, compiler, SAMPLE, ("core", "mli"))


def matrix(log: Log, depth: Depth) -> Outcome:
    """Quick: the two ends, no optimisation and all of it. Full: every level with and without LTO, both compilers."""
    if depth.full:
        builds = [
            host_build(compiler, level, link_time)
            for compiler in ("gcc", "clang-19")
            for level in ("0", "s", "2", "3")
            for link_time in (False, True)
        ]
    else:
        builds = [host_build("clang-19", "0", False), host_build("gcc", "3", True)]
    counts = each(lambda build: build.all(log), builds)
    return Outcome(sum(counts, Count()), "cases", (f"{len(builds)} builds of the host's suites",))


def current(log: Log, depth: Depth) -> Outcome:
    """What the other steps look at is what the templates say."""
    del depth
    log.must(["tools/permkern", "check", "generated", "generator/sets/default.toml"])
    return Outcome(Count(1), "set")


def steps() -> tuple[Step, ...]:
    return (
        Step("current", "generated/ is what the generator writes", (), current),
        Step(
            "targets-faults",
            "faults on emulated targets",
            ("arm", "qemu-arm", "riscv", "qemu-riscv", "clang-cross"),
            faults,
        ),
        Step("matrix", "suites at other levels, with LTO", ("checks", "clang-19"), matrix),
    )
