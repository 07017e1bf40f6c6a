# SPDX-License-Identifier: BSD-3-Clause
"""Steps of tools/test: builds for the machines of cross/, most of them emulated."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import configurations
from builds import Build
from configurations.targets import OBJECT_LEVELS, targets
from steps import Count, Log


@dataclass(frozen=True)
class Suites:
    """A step that runs the suites of a target in a build of its own."""

    name: str
    title: str
    needs: tuple[str, ...]
    count: Callable[[Log], Count]


def suites() -> Iterator[Suites]:
    for target in targets():
        build = Build(f"cross-{target.name}", (f"--cross-file={target.path}",))
        yield Suites(build.name, f"target {target.name}", target.needs, build.all)
    for target in targets():
        for release in target.mli:
            headers = configurations.named(release).mli
            options = (f"--cross-file={target.path}", f"-Dmli_headers={headers}", "-Dpermutation_set=mli")
            build = Build(f"cross-{target.name}-{release}", options, suites=("mli", "objects"))
            yield Suites(build.name, f"target {target.name}, headers {headers}", target.needs, build.all)


def levels(log: Log) -> Count:
    """Checks the objects at every optimisation level, because compilers insert library calls at different levels."""
    count = Count()
    for target in targets():
        for level in OBJECT_LEVELS if target.levels else ():
            build = Build(
                f"level-{target.name}-{level}",
                (f"--cross-file={target.path}", f"-Doptimization={level}"),
                suites=("objects",),
            )
            count += build.all(log)
    return count


def turned(log: Log) -> Count:
    """Runs the self-test of pinned kernels that reverse axes on a core of each kind."""
    count = Count()
    for target in targets():
        if target.machine and target.levels:
            build = Build(
                f"turned-{target.name}",
                (f"--cross-file={target.path}", "-Dpermutation_set=tests/turned.toml"),
                suites=("selftest",),
            )
            count += build.all(log)
    return count


def boards(log: Log) -> Count:
    """Builds and runs the program for real boards with the counters that QEMU has: SysTick and mcycle."""
    count = Count()
    for target in targets():
        if target.board:
            build = Build(
                f"board-{target.name}",
                (
                    f"--cross-file={target.path}",
                    "-Dbench=true",
                    "-Dpermutation_set=bench/firmware/cases.toml",
                    "-Dtests=disabled",
                ),
                suites=("bench",),
            )
            count += build.all(log)
    return count
