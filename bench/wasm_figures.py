# SPDX-License-Identifier: BSD-3-Clause
"""What `tools/bench wasm` makes of its times: ratios, means, losses, the page. Nothing here measures."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from host_cases import WIDTHS, Case
from host_figures import geomean

LINE = re.compile(r"^(\S+) (right|wrong) (\d+) (\d+) (\d+)$")
NOISE = 1.05  # slower is what takes more than this times the naive loops' time

NOTE = f"""\
<!-- SPDX-License-Identifier: BSD-3-Clause -->
# Time in WebAssembly, against plain loops

Written by `tools/bench wasm -o DIR` (DIR/wasm.md). naive / permkern: how many times as fast as plain loops permkern is
under wasmtime, on the machine of the host's figures. naive: one loop for each axis, sequential writes and strided
reads, compiled in the same program by the same compiler with the same flags. planned: `permkern_run`; checked:
`permkern_permute`. Both are compared with the loops' result, byte for byte, before and after they are timed. Each
figure is of least times, over rounds in which all three take turns; each sample follows a call that is not timed. A
case is slower where it takes more than {round(100 * NOISE - 100)} % longer than the loops.
"""


class OutputError(Exception):
    """The program did not print what it should; the message says what."""


@dataclass(frozen=True)
class Build:
    """One way to compile all of it. target: its file in cross/."""

    target: str
    title: str


@dataclass(frozen=True)
class Took:
    """Nanoseconds a call, least."""

    naive: float
    planned: float
    checked: float

    @property
    def planned_ratio(self) -> float:
        return self.naive / self.planned

    @property
    def checked_ratio(self) -> float:
        return self.naive / self.checked


Key = tuple[str, int]  # name of a case, width
Measured = Mapping[Key, Took]


def argument(case: Case, bits: int) -> str:
    """A case as bench/wasm/main.c reads and prints it."""
    return f"{bits}:{','.join(map(str, case.shape))}:{','.join(map(str, case.perm))}"


def read_run(output: str, cases: Sequence[Case], widths: Sequence[int]) -> dict[Key, Took]:
    """What the program printed; all of it must be there, and right."""
    lines = {}
    for line in output.splitlines():
        found = LINE.match(line)
        if found is None:
            raise OutputError(f"not a line of a case: {line}")
        lines[found[1]] = found
    took = {}
    for case in cases:
        for bits in widths:
            found = lines.get(argument(case, bits))
            if found is None:
                raise OutputError(f"no line for {case.name}, {bits}-bit")
            if found[2] != "right":
                raise OutputError(f"{case.name}, {bits}-bit: wrong results")
            naive, planned, checked = (int(field) / 1000 for field in found.groups()[2:])
            took[case.name, bits] = Took(naive, planned, checked)
    return took


def means(measured: Measured) -> dict[int, tuple[float, float]]:
    """Geometric means of naive / planned and naive / checked, by width."""
    return {
        bits: (geomean(took.planned_ratio for took in of), geomean(took.checked_ratio for took in of))
        for bits in WIDTHS
        if (of := [took for (_, width), took in measured.items() if width == bits])
    }


def slower(measured: Measured) -> list[tuple[str, int, str, float]]:
    """Case, width, column and how many times the loops' time it takes: worst first."""
    found = [
        (name, bits, column, 1 / ratio)
        for (name, bits), took in measured.items()
        for column, ratio in (("planned", took.planned_ratio), ("checked", took.checked_ratio))
        if 1 / ratio > NOISE
    ]
    return sorted(found, key=lambda row: -row[3])


# ---- the page ----


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]


def _means_table(results: Mapping[Build, Measured]) -> list[str]:
    rows = [
        [build.title, column, *(f"{both[place]:.2f}" for both in means(measured).values())]
        for build, measured in results.items()
        for place, column in enumerate(("planned", "checked"))
    ]
    widths = means(next(iter(results.values())))
    return _table(["naive / permkern, geometric mean", "", *(f"{bits}-bit" for bits in widths)], rows)


def _cases_table(measured: Measured, cases: Sequence[Case]) -> list[str]:
    widths = list(means(measured))
    rows = []
    for case in cases:
        all_took = [measured[case.name, bits] for bits in widths]
        rows.append([case.name, case.label, *(f"{it.planned_ratio:.2f}, {it.checked_ratio:.2f}" for it in all_took)])
    return _table(["case", "", *(f"{bits}-bit: planned, checked" for bits in widths)], rows)


def _slower_lines(measured: Measured) -> list[str]:
    return [f"{name}, {bits}-bit, {column}: {ratio:.2f}" for name, bits, column, ratio in slower(measured)]


def markdown(results: Mapping[Build, Measured], cases: Sequence[Case], versions: Sequence[str]) -> str:
    lines = [NOTE, *(f"- {version}" for version in versions), "", *_means_table(results), ""]
    for build, measured in results.items():
        lost = _slower_lines(measured)
        lines += [f"## {build.title}", "", *_cases_table(measured, cases), ""]
        lines += [f"Slower than plain loops, permkern's time / theirs: {'; '.join(lost) or 'none'}.", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def document(results: Mapping[Build, Measured], cases: Sequence[Case], versions: Sequence[str]) -> dict[str, object]:
    """What wasm.json holds."""
    return {
        "versions": list(versions),
        "unit": "nanoseconds a call, least",
        "cases": {case.name: {"group": case.group, "shape": case.shape, "perm": case.perm} for case in cases},
        "builds": {
            build.target: {
                "title": build.title,
                "geomean": {
                    str(bits): {"planned": round(both[0], 3), "checked": round(both[1], 3)}
                    for bits, both in means(measured).items()
                },
                "slower": [
                    {"case": name, "bits": bits, "column": column, "ratio": round(ratio, 3)}
                    for name, bits, column, ratio in slower(measured)
                ],
                "took": [
                    {"case": name, "bits": bits, "naive": it.naive, "planned": it.planned, "checked": it.checked}
                    for (name, bits), it in measured.items()
                ],
            }
            for build, measured in results.items()
        },
    }


def summary(results: Mapping[Build, Measured]) -> str:
    """What a run prints: each case's ratios, what is slower, means."""
    lines = []
    for build, measured in results.items():
        lines.append(f"{build.title}: naive / permkern, planned and checked")
        widths = list(means(measured))
        for name in dict.fromkeys(name for name, _ in measured):
            of = [measured[name, bits] for bits in widths]
            cells = (
                f"{bits}: {it.planned_ratio:5.2f} {it.checked_ratio:5.2f}" for bits, it in zip(widths, of, strict=True)
            )
            lines.append(f"    {name:<20} {'   '.join(cells)}")
        lines += [f"slower than plain loops: {line}" for line in _slower_lines(measured)]
        lines += [
            f"{build.title}, {bits}-bit: {planned:.2f} times as fast planned, {checked:.2f} checked"
            for bits, (planned, checked) in means(measured).items()
        ]
    return "\n".join(lines)
