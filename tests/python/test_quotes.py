# SPDX-License-Identifier: BSD-3-Clause
"""Verification quotes lines of the sources, to plant bugs there or to explain findings: they are still there.

The steps that read these lists say so, too, but some of them run in `tools/verify --full` alone, months after the line
has changed.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tools"), str(ROOT / "bench")]

from generator import tomlreader  # noqa: E402
from verify import fuzz, model_checks, notes, proof_checks, proof_kernels, seeding  # noqa: E402
from verify.mutation.mutants import known_survivors  # noqa: E402

ANYWHERE = "*"  # the file of an entry that is about several


def planted() -> Iterator[tuple[str, str, str]]:
    """File and text of every bug that a check has to find, after the name of its list."""
    for seed in seeding.read():
        yield "seeds", seed.file, seed.find
    for harness in fuzz.HARNESSES:
        for found in harness.bugs:
            yield "fuzz", found.file, found.right
    for bug in (*model_checks.core_bugs(), *model_checks.mli_bugs()):
        yield "model-checks", f"src/{bug.file}", bug.right
    for twin in (*proof_checks.FULL_TWINS, *proof_kernels.TWINS):
        yield "proofs", twin.file, twin.old


def explained() -> Iterator[tuple[str, str, str]]:
    """File and text of every finding or surviving mutant that a list explains."""
    for group in ("src", "kernels", "generator"):
        for file, before, _ in known_survivors(group):
            yield "survivors", file, before
    for name, key in (("static/analyzers.toml", "explained"), ("exhaustive/wraps.toml", "wrap")):
        for entry in tomlreader.loads((ROOT / "verify" / name).read_text(encoding="utf-8"))[key]:
            yield name, entry["file"], entry["text"]


@pytest.mark.parametrize(("where", "file", "text"), [*planted(), *explained()])
def test_the_text_is_in_the_file(where: str, file: str, text: str) -> None:
    if file != ANYWHERE:
        assert text in (ROOT / file).read_text(encoding="utf-8"), f"{where}: {file} no longer holds: {text}"


def test_notes_find_their_places(tmp_path: Path) -> None:
    """Notes are put before or after texts of a file: `tools/verify --full proof-kernels` ends where one is gone."""
    folder, file = proof_kernels.NOTES
    notes.noted(ROOT / folder, ROOT / file, tmp_path / "noted")
