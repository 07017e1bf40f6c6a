# SPDX-License-Identifier: BSD-3-Clause
"""Makes mutants, takes samples of them, and reads the lists of those that are known to survive."""

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from steps import Log, StepFailed

from generator import tomlreader

HERE = Path(__file__).resolve().parent


class Verdict(Enum):
    """How a mutant was judged."""

    INVALID = "invalid"  # does not compile
    EQUIVALENT = "equivalent"  # the same object code in every build
    TESTS = "killed by tests"
    COUNTS = "killed by counts"  # right, and over 2 % more instructions for some case
    SURVIVED = "survived"


@dataclass(frozen=True)
class Mutant:
    """A changed line of a file. again: how many times the same change of the same line comes before it in the file."""

    file: str
    line: int
    before: str
    after: str
    again: int

    @property
    def key(self) -> tuple[str, str, str]:
        """Returns its name in the lists of survivors, which has no line number: that moves when other lines change."""
        return self.file, self.before.strip(), self.after.strip()

    @property
    def place(self) -> float:
        """Returns a number in [0, 1) that depends on its text alone: it stays in a sample when others come and go."""
        text = "\0".join((*self.key, str(self.again)))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") / 2**64

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: `{self.before.strip()}` to `{self.after.strip()}`"


@dataclass(frozen=True)
class Survivor:
    """Why a mutant may survive: `equivalent`, it does the same; `speed`, the same, no case's count tells; `gap`."""

    kind: str
    reason: str


@dataclass(frozen=True)
class Judged:
    mutant: Mutant
    verdict: Verdict
    by: str = ""  # the build and the suite, or the case


def generate(log: Log, directory: Path, rules: str, texts: Mapping[str, str]) -> list[Mutant]:
    """Makes all mutants of texts, by file. What is not to be changed is blank in these texts, and has no mutants."""
    given, made = directory / "texts.json", directory / "mutants.json"
    given.write_text(json.dumps(texts), encoding="utf-8")
    log.must([sys.executable, "-B", HERE / "make.py", HERE / rules, given, made])
    mutants = []
    for file, found in json.loads(made.read_text(encoding="utf-8")).items():
        lines = texts[file].splitlines()
        seen: Counter[tuple[str, str]] = Counter()
        for line, after in found:
            before = lines[line - 1]
            same = before.strip(), after.strip()
            mutants.append(Mutant(file, line, before, after, seen[same]))
            seen[same] += 1
    if not mutants:
        raise StepFailed("no mutant was made")
    return mutants


def sample(mutants: Sequence[Mutant], share: Mapping[str, float]) -> list[Mutant]:
    """Returns the mutants whose place is below the share of their file."""
    return [mutant for mutant in mutants if mutant.place < share.get(mutant.file, 0)]


def changed(text: str, mutant: Mutant) -> str:
    lines = text.splitlines(keepends=True)
    lines[mutant.line - 1] = mutant.after + "\n"
    return "".join(lines)


def known_survivors(group: str) -> dict[tuple[str, str, str], Survivor]:
    """survivors.toml's entries of a group: file, the line before, and one or more ways that it may be changed to."""
    document = tomlreader.loads((HERE / f"survivors-{group}.toml").read_text(encoding="utf-8"))
    known = {}
    for entry in document.get("survivor", ()):
        if entry["kind"] not in ("equivalent", "speed", "gap") or not entry["reason"]:
            raise StepFailed(f"survivors-{group}.toml: {entry['before']}: no reason, or no such kind")
        for after in entry["after"]:
            known[entry["file"], entry["before"], after] = Survivor(entry["kind"], entry["reason"])
    return known
