# SPDX-License-Identifier: BSD-3-Clause
"""What `tools/bench firmware` builds: its targets, the rows that each has, the permutation set, the program."""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import commands
import tomlreader
from configurations import targets
from firmware_report import Case

ROOT = Path(__file__).resolve().parent.parent
ROWS = ROOT / "bench" / "firmware"  # cases.toml, models.toml, turns.toml
SET_MLI = ROOT / "generator" / "sets" / "mli.toml"

Listing = dict[str, Any]  # of `permkern list --format json`
Ways = Mapping[str, Mapping[str, str]]  # names of strategies, by column and row


class BenchError(Exception):
    """Something that a run needs did not work; the message says what."""


@dataclass(frozen=True)
class Target:
    """An emulated target, and how it is built there."""

    of: targets.Target
    counted: targets.Counted

    @property
    def name(self) -> str:
        return self.counted.name


TARGETS = tuple(Target(target, counted) for target in targets.KNOWN for counted in target.counted)


# ---- rows ----


def what_else(entry: Mapping[str, Any]) -> str:
    """Returns what a pinned table asks for beside a permute, in words."""
    flip = f", flip {','.join(map(str, entry['flip']))}" if "flip" in entry else ""
    mask = f", xor {entry['xor']:#x}" if "xor" in entry else ""
    return flip + mask + (", in place" if entry.get("in_place", False) else "")


def read_rows(name: str) -> dict[str, Case]:
    """Returns the rows of a file of bench/firmware/ by name."""
    pinned = tomlreader.loads((ROWS / f"{name}.toml").read_text(encoding="utf-8"))["pinned"]
    return {
        entry["name"]: Case(entry["name"], tuple(entry["shape"]), tuple(entry["perm"]), entry["bits"], what_else(entry))
        for entry in pinned
    }


def read_cases() -> dict[str, Case]:
    """Returns all rows. No name is in two files."""
    return read_rows("cases") | read_rows("models") | read_rows("turns")


# ---- programs ----


def run(command: Sequence[str | Path]) -> str:
    return commands.run(command, BenchError)


def compiler(target: Target) -> str:
    if target.of.is_clang:
        found = re.search(r"version (\d+\.\d+\.\d+)", run(["tools/clang-cross", "any", "--version"]))
        if found is None:
            raise BenchError("tools/clang-cross names no version")
        return f"Clang {found[1]}"
    prefix = "riscv64-unknown-elf" if target.of.name.startswith("rv") else "arm-none-eabi"
    return f"GCC {run([f'{prefix}-gcc', '-dumpfullversion']).strip()}"


def with_profile(text: str, profile: str) -> str:
    """Returns the text of a permutation set with another profile."""
    return re.sub(r"^profile = .*$", f'profile = "{profile}"', text, count=1, flags=re.MULTILINE)


def set_of(counted: targets.Counted) -> str:
    """Returns the text of a build's permutation set. The models' rows have the forms of set mli in profile size."""
    text = with_profile((ROWS / f"{counted.rows}.toml").read_text(encoding="utf-8"), counted.profile)
    if counted.rows != "models" or counted.profile == "speed":
        return text
    mli = SET_MLI.read_text(encoding="utf-8")
    return mli if counted.alone else text.partition("[[permute]]")[0] + "".join(mli.partition("[[permute]]")[1:])


def permutations_of(target: Target, directory: Path) -> Path:
    """Writes the permutation set of a target's build beside its directory."""
    path = directory.with_suffix(".toml")
    text = set_of(target.counted)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path


def build(target: Target, directory: Path, jobs: int) -> Path:
    """Returns the program."""
    permutations = permutations_of(target, directory)
    if not (directory / "build.ninja").is_file():
        variant = target.counted.variant
        options = [f"--cross-file={target.of.path}", *([f"--cross-file={ROWS / variant}.ini"] * bool(variant))]
        options += ["-Dbench=true", f"-Dpermutation_set={permutations}", "-Dtests=disabled", "-Ddebug=false"]
        run(["meson", "setup", directory, *options, f"-Doptimization={target.counted.level}"])
    name = "bench" if target.counted.rows == "cases" else target.counted.rows
    run(["meson", "compile", "-C", directory, "-j", str(jobs), f"bench/firmware/{name}"])
    return directory / "bench" / "firmware" / name


# ---- ways ----


def listed(permutations: Path) -> Listing:
    """What `permkern list` says of a set."""
    command = [sys.executable, "-B", "tools/permkern.py", "list", "--format", "json", str(permutations)]
    listing: Listing = json.loads(run(command))
    return listing


def ways_of(own: Listing, models: Listing) -> Ways:
    """Returns how each column moves the rows of models: kernels of the set that is built, by what a row folds to."""
    forms = {(form["bits"], tuple(form["perm"])): form["strategy"] for form in own["forms"]}
    folded = {row["name"]: (row["folded_bits"], tuple(row["folded_perm"])) for row in models["pinned"]}
    return {
        "checked": {name: forms.get(work, "generic") for name, work in folded.items()},
        "pinned": {row["name"]: row["strategy"] for row in own["pinned"]},
    }
