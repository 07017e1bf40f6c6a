# SPDX-License-Identifier: BSD-3-Clause
"""
What each step finds that no other does: the bugs of verify/seeds*.toml, by steps that they do not name.

`tools/verify --accept seeds` tries them, and keeps in verify/finders.json what each came to; docs/verification.md has
the table. A bug is tried on others until one finds it: then no step finds it alone.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from steps import StepFailed

from verify.seeding import Seed

RECORD = Path(__file__).parent / "finders.json"

Tried = Mapping[str, bool]
"""Whether each of the others found a bug, by name."""


@dataclass(frozen=True)
class Other:
    """What is tried on bugs that do not name it: arguments of tools/verify --quick, of tools/test, or of pytest."""

    name: str
    arguments: tuple[str, ...]

    def is_named_by(self, seed: Seed) -> bool:
        return self.arguments[0] in seed.steps


def suites(step: str) -> Other:
    return Other(f"tools/test {step}", ("tools/test", step))


def pytest(name: str) -> Other:
    path = f"tests/python/{name}"  # as seeds name it
    return Other(path, (path,))


# The Check suites, and all small requests by vectors and by aligned words: what would find most.
GENERAL = (suites("rank-4"), Other("exhaustive", ("exhaustive", "--only=host", "--only=aligned")))
MLI = (*GENERAL, Other("fuzz-mli", ("fuzz-mli", "--only=words", "--only=mli-1.1")))
# What else runs, or reads, the code of a file: by how its name begins, the first that fits.
OTHERS: tuple[tuple[str, tuple[Other, ...]], ...] = (
    ("arch_gen/templates/mve", (suites("cross-cortex-m55"), suites("turned"))),
    ("arch_gen/firmware", (suites("cross-cortex-m55"), suites("turned"))),
    ("arch_gen/templates/rvv", (suites("cross-rv32imacv-clang"), suites("turned"))),
    ("generator/manifest.py", (pytest("test_manifest.py"),)),
    ("generator/binding.py", (pytest("test_random_arrays.py"),)),
    ("generator/", (pytest("test_amalgamate.py"), suites("amalgamated"))),
    ("include/permkern_detail.hpp", (pytest("test_cpp.py"),)),
    ("integrations/cmsis-nn/", (suites("client-cmsis-nn"),)),
    ("src/mli_", MLI),
    ("", GENERAL),
)


def others(seed: Seed) -> tuple[Other, ...]:
    """Returns what else is tried on a bug, in order."""
    fitting = next(listed for start, listed in OTHERS if seed.file.startswith(start))
    return tuple(other for other in fitting if not other.is_named_by(seed))


def read() -> dict[str, Tried]:
    """Returns what was tried on each bug."""
    document = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.is_file() else {}
    return {str(bug): {str(name): bool(found) for name, found in tried.items()} for bug, tried in document.items()}


def write(known: Mapping[str, Tried]) -> None:
    RECORD.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")


def missing(seeds: Iterable[Seed], known: Mapping[str, Tried]) -> list[str]:
    """Returns a line for each bug that nothing else was tried on, or that is gone."""
    names = {seed.bug for seed in seeds}
    return [
        *(f"verify/finders.json does not have it: {seed.bug}" for seed in seeds if seed.bug not in known),
        *(f"verify/finders.json has a bug that is gone: {bug}" for bug in known if bug not in names),
    ]


@dataclass(frozen=True)
class Row:
    """A step: how many bugs name it, how many of those nothing else found, and how many of others it was tried on."""

    step: str
    named: int
    alone: int
    tried: int
    found: int

    @property
    def spelled(self) -> str:
        others = f"{self.found} of {self.tried}" if self.tried else ""
        return f"| {self.step} | {self.named or ''} | {self.alone if self.named else ''} | {others} |"


def rows(seeds: Iterable[Seed], known: Mapping[str, Tried]) -> list[Row]:
    """Returns a row for each step that a bug names or that was tried on one. Several named steps find it together."""
    listed = list(seeds)
    lacking = missing(listed, known)
    if lacking:
        raise StepFailed(lacking[0])
    steps = dict.fromkeys([step for seed in listed for step in seed.steps])
    steps |= dict.fromkeys([name for tried in known.values() for name in tried])
    made = []
    for step in steps:
        named = [seed for seed in listed if step in seed.steps]
        alone = [seed for seed in named if len(seed.steps) == 1 and not any(known[seed.bug].values())]
        tried = [known[seed.bug][step] for seed in listed if step in known[seed.bug]]
        made.append(Row(step, len(named), len(alone), len(tried), sum(tried)))
    return made
