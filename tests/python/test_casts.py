# SPDX-License-Identifier: BSD-3-Clause
"""
Casts to 32 bits and fewer, where extents, strides, offsets and counts are computed: tests/casts.toml has each, with the
reason why nothing is lost. Compilers warn where a value is cut without a cast, and say nothing where there is one.
"""

import re
from collections import Counter

import pytest
from clib import ROOT
from permkern import tomlreader

RECORD = ROOT / "tests" / "casts.toml"
PLACES = (
    "src/*.[ch]",
    "include/**/*.h",
    "include/**/*.hpp",
    "integrations/**/*.c",
    "integrations/**/*.cpp",
    "integrations/**/*.h",
    "generator/*.c",
    "templates/*.j2",
    "arch_gen/templates/*.j2",
)
NARROW = r"(?:u?int(?:8|16|32)_t|(?:un)?signed(?: int| char| short)?|int|short|char|float)"
CAST = re.compile(rf"\({NARROW}\)\s*[\w(~*&!-]|static_cast<(?:std::)?{NARROW}>")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*|\{#.*?#\}", re.DOTALL)
# What is stored is an element, or a piece of one.
STORED = re.compile(rf"(permkern_store\w+\([^;]*?, )\({NARROW}\)")


def casts(text: str) -> list[str]:
    """Returns each such cast with what follows it."""
    code = STORED.sub(r"\1", COMMENT.sub(" ", text))
    return [line[found.start() :][:60].rstrip() for line in code.splitlines() for found in CAST.finditer(line)]


def found() -> Counter[str]:
    files = [path for place in PLACES for path in sorted(ROOT.glob(place))]
    return Counter(
        f"{path.relative_to(ROOT)}: {cast}" for path in files for cast in casts(path.read_text(encoding="utf-8"))
    )


def test_every_cast_that_narrows_has_a_reason() -> None:
    record = tomlreader.loads(RECORD.read_text(encoding="utf-8"))["kind"]
    known = Counter(cast for kind in record for cast in kind["casts"])
    assert all(kind["reason"] for kind in record)
    assert sorted((found() - known).elements()) == [], "may anything be lost? tests/casts.toml takes the reason"
    assert sorted((known - found()).elements()) == [], "gone: take it from tests/casts.toml"


@pytest.mark.parametrize(
    "line",
    [
        "diagonal = (uint32_t)(diagonal + 4 * stride + 4);",
        "x = data + (uint32_t)(place << shift);",
        "from += (uintptr_t)(int32_t)axis->in_stride;",
        "permkern_copy(in, out, (uint32_t)bytes);",
        "const std::size_t count = static_cast<unsigned>(all);",
        "from.capacity = static_cast<std::uint32_t>(in.nbytes());",
        "const unsigned of = (unsigned)part;",
        "to += (size_t)(uint8_t)vl;",
        "to += (size_t)(unsigned short)vl;",
    ],
)
def test_a_cast_is_seen(line: str) -> None:
    assert len(casts(f"    {line}\n")) == 1


@pytest.mark.parametrize(
    "line",
    [
        "permkern_store8(out, (uint8_t)(word >> 8));",
        "const size_t all = (size_t)count;",
        "p = (const uint8_t *)in; /* (int)x */",
        "static inline int f(int);",
        "int main(void)",
        "sizeof(uint32_t) + 1",
    ],
)
def test_what_is_no_narrow_cast_is_not(line: str) -> None:
    assert casts(f"    {line}\n") == []
