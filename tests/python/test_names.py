# SPDX-License-Identifier: BSD-3-Clause
"""Names of pinned kernels: the prefix is theirs alone, so that any C identifier is a name, now and in every version."""

import re
import shutil
from functools import cache
from itertools import cycle
from pathlib import Path

import pinned as probe
import pytest
from clib import ROOT, Library, build, compile_c, include_flags
from permkern.amalgamate import amalgamate
from permkern.manifest import MAX_NAME, PIN_PREFIX, parse_set, shipped_sets
from permkern.permutation import Perm, Shape
from permkern.plan import Plan, make_plan
from permkern.render import render
from permkern.writer import write

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
IDENTIFIER = re.compile(r"\b[A-Za-z_]\w*")

# Kinds of words: keywords of C and C++, functions of the API, of a file, of kernels, and tables.
WORDS = {"int", "while", "template", "permute", "run_part", "walk_on", "x8_p10_tile", "x8_tile4x4"}
WORDS |= {"pinned_entries", "kernels_x8", "pinned_x8_8x12_p10_tile"}

# Works of each strategy, used in turn: several names have each, so that routines are shared.
SHAPES: tuple[tuple[Shape, Perm, int], ...] = (
    ((37,), (0,), 8),
    ((3, 4, 5), (1, 0, 2), 16),
    ((8, 12), (1, 0), 8),
    ((9, 7), (1, 0), 32),
    ((10, 10, 3), (2, 0, 1), 8),
    ((3, 9), (1, 0), 64),
)


def words_of(texts: list[str]) -> set[str]:
    """What C and C++ spell, keywords included; a name of permkern's without what all of them begin with. No macros."""
    words = {word for text in texts for word in IDENTIFIER.findall(COMMENT.sub(" ", text))}
    words |= {word.removeprefix("permkern_") for word in words} | {word.removeprefix(PIN_PREFIX) for word in words}
    return {word for word in words if re.fullmatch(rf"[a-z_][a-z\d_]{{0,{MAX_NAME - 1}}}", word)}


def sources() -> list[Path]:
    """The library's headers and sources."""
    return [file for folder in ("include", "src") for file in sorted((ROOT / folder).glob("*.[ch]*"))]


def named(names: set[str]) -> Plan:
    """A set with a pinned kernel of each name, beside kernels for any shape; every other one promises alignment."""
    text = 'format = 1\n[[permute]]\nperms = "all"\nranks = [2]\nbits = [8, 32]\n'
    for number, (name, (shape, perm, bits)) in enumerate(zip(sorted(names), cycle(SHAPES), strict=False)):
        text += f'[[pinned]]\nname = "{name}"\nshape = {list(shape)}\nperm = {list(perm)}\nbits = {bits}\n'
        text += f"align = {8 if number // len(SHAPES) % 2 else bits // 8}\n"
    return make_plan(parse_set(text, "named.toml", "named"))


def kernels(files: dict[str, str]) -> list[str]:
    """Files for every target, which hold all that is made from names."""
    return [text for name, text in files.items() if re.fullmatch(r"permkern_(x\d+|table)\.c|permkern_kernels\.h", name)]


def some(words: set[str]) -> set[str]:
    """Every eighth, and WORDS: what a name collides with is a matter of its prefix, which all of them have."""
    return set(sorted(words)[::8]) | (words & WORDS)


@cache
def everything() -> Plan:
    """Named after words of the library, and of the kernels of a set with those names."""
    words = some(words_of([file.read_text("utf-8") for file in sources()]))
    return named(some(words_of(kernels(render(named(words | WORDS))))) | words)


# ---- the prefix ----


def test_library_leaves_the_prefix_to_pinned_kernels() -> None:
    """The starter project's files are its user's, who calls a kernel."""
    templates = [file for file in sorted((ROOT / "templates").glob("*.j2")) if not file.name.startswith("new_")]
    assert len(templates) > 10 and len(sources()) > 20
    assert [file.name for file in sources() + templates if PIN_PREFIX in file.read_text("utf-8")] == []


@pytest.mark.parametrize("name", [path.stem for path in shipped_sets()] + ["pins"])
def test_generated_files_have_it_for_pinned_kernels_alone(name: str) -> None:
    shipped = {path.stem: path for path in shipped_sets()}
    text = shipped[name].read_text("utf-8") if name in shipped else probe.set_text()
    plan = make_plan(parse_set(text, "set.toml", name))
    symbols = {entry.symbol for entry in plan.pinned}
    for files in (render(plan), amalgamate(plan)):
        found = set(re.findall(rf"\b{PIN_PREFIX}\w*", "\n".join(files.values())))
        assert found == symbols
    assert symbols == {f"permkern_pin_{request.name}" for request in (entry.request for entry in plan.pinned)}


# ---- any name ----


def test_words_to_try_are_those_that_could_collide() -> None:
    names = {entry.request.name for entry in everything().pinned}
    assert names >= WORDS
    assert len(names) > 200


def test_words_of_the_library_are_names(tmp_path: Path) -> None:
    """All of them at once, in C and in C++, beside the library: they compile, link, and move what they should."""
    plan = everything()
    folder = tmp_path / "generated"
    write({folder / file: text for file, text in render(plan).items()})
    library = Library(build(tmp_path / "libnamed.so", folder, "-O0"))
    for entry in plan.pinned[:: len(plan.pinned) // 40]:
        probe.check_pinned(library, plan, entry)
    assert {entry.symbol for entry in plan.pinned if not library.address(entry.symbol)} == set()
    if shutil.which("c++"):
        header = folder / "permkern_pinned.hpp"
        compile_c("-fsyntax-only", "-xc++", "-std=c++17", "-Wall", "-Wextra", *include_flags(folder), header)


def test_shared_routines_are_named_after_their_work() -> None:
    """None like a pinned kernel, and no two works alike."""
    for plan in (everything(), make_plan(parse_set(probe.set_text(), "pins.toml", "pins"))):
        bodies = [entry.body for entry in plan.pinned]
        moves = {(body.best_routine, body.best) for body in bodies if body.best_routine}
        moves |= {(body.narrow_routine, body.narrow) for body in bodies if body.narrow_routine}
        names = [name for name, _ in moves if name]
        assert len(set(names)) == len(names) >= 4
        assert [name for name in names if name.startswith(PIN_PREFIX)] == []
