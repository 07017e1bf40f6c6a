# SPDX-License-Identifier: BSD-3-Clause
"""
Permutation sets: right ones are read; each mistake gives one line: file, line, the error; the remedy. Here are
limits, and lines that are hard to find; test_messages.py has the mistakes that users make, fuzz-sets wrong types.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from commands import permkern
from permkern.kernels.manifest import (
    MAX_NAME,
    PermutationSet,
    PermuteFamily,
    PinnedRequest,
    parse_set,
)
from permkern.kernels.permutation import Work

PINNED = ('name = "a"', "shape = [4, 5]", "perm = [1, 0]", "bits = 8")
FAMILY = ("perms = [[1, 0]]", "bits = 8")


@dataclass(frozen=True)
class Mistake:
    """A text, the line that its message names (None: only the file), and two parts of that message, in order."""

    name: str
    text: str | bytes
    line: int | None
    wrong: str
    right: str


def pinned(**changed: str | None) -> str:
    """Line 1 format, line 2 the header, name 3, shape 4, perm 5, bits 6, further keys from 7; None leaves a key out."""
    return table("pinned", dict(line.split(" = ", 1) for line in PINNED) | changed)


def family(**changed: str | None) -> str:
    """Line 1 format, line 2 the header, perms 3, bits 4, further keys from 5."""
    return table("permute", dict(line.split(" = ", 1) for line in FAMILY) | changed)


def table(name: str, lines: Mapping[str, str | None]) -> str:
    keys = "".join(f"{key} = {value}\n" for key, value in lines.items() if value is not None)
    return f"format = 1\n[[{name}]]\n{keys}"


LIST_RIGHT = "it must be a list of whole numbers"
PYTHON = r"\{'|\{\}|: \(|\bNone\b|\bTrue\b|\bFalse\b|Path\(|<class|datetime|Traceback"

MISTAKES = [
    # ---- top level ----
    Mistake("no format", "\n[[permute]]\nperms = [[1, 0]]\nbits = 8\n", None, "format is missing", "format = 1"),
    Mistake("quoted key", 'format = 1\n"pro file" = 1\n', 2, "unknown key 'pro file'", "did you mean 'profile'?"),
    Mistake("key of two lines", 'format = 1\n"a\\nb" = 1\n', None, "unknown key 'a\\nb'", "known keys"),
    Mistake("pinned list", "format = 1\npinned = [1, 2]\n", 2, "pinned is [1, 2]", "tables headed [[pinned]]"),
    # ---- [[pinned]] ----
    *(
        Mistake(f"no {key}", pinned(**{key: None}), 2, f"{key} is missing", f"add it, for example: {key} = ")
        for key in ("name", "shape", "perm", "bits")
    ),
    *(
        Mistake(f"name {value}", pinned(name=value), 3, "is not a C identifier", "letters, digits and _")
        for value in ('"a\\n"', "3")
    ),
    Mistake("thousands of digits", pinned(shape="[" + "9" * 5000 + ", 2]"), 4, "thousands of digits", "at most 19"),
    Mistake("huge align", pinned(align="0x" + "f" * 5000), 7, "align is a value too large", "a power of two"),
    *(
        Mistake(f"operators {value}", pinned(operators=value), 7, "operators is", "a list of names, for example")
        for value in ("[1]", '[""]')
    ),
    Mistake("align below element", pinned(bits="32", align="2"), 7, "align is 2", "a power of two from 4 to 128"),
    Mistake("xor of 65 bits", pinned(bits="64", xor="0x1_0000_0000_0000_0000"), 7, "xor is", "(64 bits)"),
    # ---- TOML ----
    Mistake("no equals", "format = 1\nprofile\n", 2, "not TOML", "toml.io"),
    Mistake("open list", "format = 1\nx = [1,\n2\n", 4, "not TOML", "toml.io"),
    Mistake("byte order mark", "\ufeffformat = 2\n", 1, "format is 2", "reads format = 1"),
    Mistake("deep lists", "x = " + "[" * 9999, None, "nested too deeply", "at most a list of lists"),
    # ---- lines that are hard to find ----
    Mistake("CRLF", pinned(perm="[1, 1]").replace("\n", "\r\n"), 5, "not a permutation", "each of 0 to 1 once"),
    Mistake("no last newline", pinned(bits="9").rstrip("\n"), 6, "not an element width", "8, 16, 32 or 64"),
    Mistake(
        "spaced header", pinned(bits="9").replace("[[pinned]]", "  [[ pinned ]] # x"), 6, "not an element", "8, 16"
    ),
    Mistake("key in comment", pinned(bits="9").replace("perm", "# bits = 8\nperm"), 7, "not an element", "8, 16"),
    Mistake("header in string", pinned(name='"""\n[[pinned]]\nbits = 8"""'), 3, "not a C identifier", "letters"),
    Mistake(
        "second of a kind", pinned() + "\n" + pinned(name='"b"', perm="[0, 0]")[11:], 11, "not a perm", "each of 0"
    ),
    Mistake("inline", "format = 1\npinned = [{name = 'a', shape = [4], perm = [1], bits = 8}]", 2, "[1] is not", "[0]"),
    Mistake("long value", f'format = 1\nprofile = "{"x" * 500}"\n', 2, "xxx...", '"speed", "size" or "tiny"'),
    Mistake("value of lines", 'format = 1\nprofile = """a\nb\u2028c"""\n', 2, "profile is 'a\\nb\\u2028c'", '"speed"'),
]


def check_refused(mistake: Mistake, tmp_path: Path) -> None:
    """Through the command line: exit code 2, one line, and nothing is written."""
    file = tmp_path / "set.toml"
    data = mistake.text if isinstance(mistake.text, bytes) else mistake.text.encode()
    file.write_bytes(data)
    done = permkern("generate", "-o", tmp_path / "out", "--depfile", tmp_path / "d", file)
    assert done.is_refused and len(done.stderr.splitlines()) == 1, done.stderr
    where = f"{file}: " if mistake.line is None else f"{file}:{mistake.line}: "
    assert done.stderr.startswith(where), done.stderr
    what = done.stderr.removeprefix(where)
    assert mistake.wrong in what and mistake.right in what.partition(mistake.wrong)[2]
    assert len(what) < 300
    assert [path.name for path in tmp_path.iterdir()] == ["set.toml"]
    assert file.read_bytes() == data
    assert not re.search(PYTHON, what), "a value as Python writes it"


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name[:40])
def test_mistake(mistake: Mistake, tmp_path: Path) -> None:
    check_refused(mistake, tmp_path)


# ---- right sets ----


def test_everything_at_once() -> None:
    text = """
format = 1 # the only one
profile = 'size'
permute = [
  {perms = "all", ranks = 2, bits = 8},
  {perms = [[2, 0, 1]], bits = [16, 64]},
]

[[pinned]]
name = "mic_to_model"
shape = [
  28, # rows
  28,
  0x8,
]
perm = [2, 0, 1]
bits = 8
count = 1_000
align = 128
dispatch = false

[["pinned"]]
"name" = '_x8'
shape = [1]
perm = [0]
bits = 64
xor = 0xFFFF_FFFF_FFFF_FFFF
"""
    assert parse_set(text, "f.toml", "f") == PermutationSet(
        name="f",
        profile="size",
        permute=(PermuteFamily(((0, 1), (1, 0)), (8,)), PermuteFamily(((2, 0, 1),), (16, 64))),
        pinned=(
            PinnedRequest("mic_to_model", Work((28, 28, 8), (2, 0, 1), 8), 1000, 128, False),
            PinnedRequest("_x8", Work((1,), (0,), 64), 1, 8, True, 2**64 - 1),
        ),
    )


@pytest.mark.parametrize(
    "text",
    [
        pinned(shape="[1, 4294967295]"),
        pinned(shape="[4294967295, 1]"),
        pinned(shape="[1, 536870911]", bits="64"),
        pinned(name='"' + "n" * MAX_NAME + '"'),
        pinned(name='"run"'),
        pinned(name='"int"'),
        pinned(name='"x8"'),
        pinned(name='"x8_p10_tile"'),
        pinned(count="4294967295"),
        pinned(align="128"),
        pinned(xor="0xff"),
        pinned(xor="1"),
        pinned(shape="[1,1,1,1,1,1,1,1]", perm="[7,6,5,4,3,2,1,0]"),
        family(perms="[[7,6,5,4,3,2,1,0]]"),
        family(perms="[[0], [0]]", bits="[8, 8]"),
        family().replace("\n", "\r\n"),
        family() + "# Grüße\n",
    ],
    ids=range(17),
)
def test_right_at_the_limits(text: str) -> None:
    assert isinstance(parse_set(text, "f.toml", "f"), PermutationSet)
