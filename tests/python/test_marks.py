# SPDX-License-Identifier: BSD-3-Clause
"""
Casts to 32 bits and fewer are marked with the reason why nothing is lost (tools/marks.py): compilers warn where a value
is cut without a cast, and say nothing where there is one.
"""

import re

import marks
import pytest

NARROW = r"(?:u?int(?:8|16|32)_t|(?:un)?signed(?: int| char| short)?|int|short|char|float)"
CAST = re.compile(rf"\({NARROW}\)\s*[\w(~*&!-]|static_cast<(?:std::)?{NARROW}>")
# An element that is stored, or a byte of one that is put into a word.
ELEMENT = re.compile(
    rf"(?:permkern_(?:store|scatter)\w+\([^;]*?, |\bp\[\d\] = )\({NARROW}\)"
    r"|\((?:uint32_t|unsigned)\)(?=(?:p\[\d\]|permkern_load8\(\w+\)) <<)"
)


def casts(text: str) -> set[int]:
    """Returns the numbers of lines with a cast that may lose something."""
    code = ELEMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), "\n".join(marks.code(text)))
    return {number for number, line in enumerate(code.splitlines(), 1) if CAST.search(line)}


def test_each_narrow_cast_is_marked() -> None:
    wrong = {}
    for path in marks.sources():
        name = str(path.relative_to(marks.ROOT))
        marked = {line for line, kinds in marks.marks(path).items() if "narrow" in kinds}
        wrong[name] = casts(path.read_text(encoding="utf-8")) ^ marked
    assert {name: lines for name, lines in wrong.items() if lines} == {}


@pytest.mark.parametrize(
    ("line", "is_cast"),
    [
        ("diagonal = (uint32_t)(diagonal + 4 * stride + 4);", True),
        ("from += (uintptr_t)(int32_t)axis->in_stride;", True),
        ("from.capacity = static_cast<std::uint32_t>(in.nbytes());", True),
        ("permkern_store8(out, (uint8_t)(word >> 8));", False),
        ("p = (const uint8_t *)in; /* (int)x */", False),
        ("sizeof(uint32_t) + 1", False),
    ],
)
def test_a_cast_is_seen(line: str, is_cast: bool) -> None:
    assert (casts(line) == {1}) == is_cast
