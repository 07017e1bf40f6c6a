# SPDX-License-Identifier: BSD-3-Clause
"""Permutation sets of any text: read, or refused in one line."""

import re

from hypothesis import given
from hypothesis import strategies as st
from permkern.kernels.manifest import SetError, parse_set, shipped_sets

PIECES = st.sampled_from(
    [
        *("format = 1\n", "[[permute]]\n", "[[pinned]]\n", 'perms = "all"\n', "ranks = [1, 2]\n", "bits = 8\n"),
        *('name = "a"\n', "shape = [2, 3]\n", "perm = [1, 0]\n", "perms = [[1, 0]]\n", 'profile = "size"\n'),
        *("[", "]", "{", "}", '"', "'", '"""', "'''", "\\", "#", "=", ".", ",", "\n", "\r\n", "\0", " ", "[[", "]]"),
        *("1", "-1", "0", "true", "nan", "1e400", "0x8", "99999999999999999999", "1979-05-27T07:32:00Z", "\u2028", "ä"),
        *("format profile permute pinned name shape perm bits count align dispatch xor".split()),
    ]
)


def read_or_refused(text: str) -> None:
    """A set, or SetError with one line that names the file and, if any, a line that the text has."""
    try:
        result = parse_set(text, "f.toml", "f")
    except SetError as error:
        message = str(error)
        found = re.fullmatch(r"f\.toml(?::(\d+))?: .+", message)
        assert found is not None, message
        assert len(message.splitlines()) == 1, message
        if found[1] is not None:
            assert 1 <= int(found[1]) <= text.count("\n") + 1, message
    else:
        assert result.permute or result.pinned


@given(st.lists(PIECES, max_size=25).map("".join))
def test_fuzzed_pieces(text: str) -> None:
    read_or_refused(text)


@given(st.lists(PIECES, max_size=8).map("".join))
def test_fuzzed_values(text: str) -> None:
    read_or_refused(f"format = 1\n[[pinned]]\nname = 'a'\nshape = {text}\nperm = [0]\nbits = 8\n")


VALID = [path.read_text("utf-8") for path in shipped_sets()]


@given(st.sampled_from(VALID), st.data())
def test_fuzzed_sets(text: str, data: st.DataObject) -> None:
    """A valid set with pieces put in, taken out, doubled."""
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 12)))
        text = (
            text[:start] + data.draw(st.one_of(PIECES, st.text(max_size=4), st.just(text[start:end] * 2))) + text[end:]
        )
    read_or_refused(text)


VALUES = st.recursive(
    st.one_of(
        st.integers().map(str),
        st.integers(0, 70).map(str),
        st.sampled_from(['"all"', '"a"', "true", "false", "1.5", "nan", "1979-05-27", "07:32:00"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda items: f"[{', '.join(items)}]"),
        st.dictionaries(st.sampled_from("ab"), inner, max_size=2).map(
            lambda items: "{" + ", ".join(f"{key} = {value}" for key, value in items.items()) + "}"
        ),
    ),
    max_leaves=6,
)
KEYS = st.sampled_from("name shape perm bits count align dispatch xor perms ranks other".split())


@given(st.lists(st.tuples(st.sampled_from(["pinned", "permute"]), st.dictionaries(KEYS, VALUES)), max_size=3))
def test_fuzzed_types(tables: list[tuple[str, dict[str, str]]]) -> None:
    """Right TOML with any value for any key."""
    read_or_refused(
        "format = 1\n"
        + "".join(
            f"[[{table}]]\n" + "".join(f"{key} = {value}\n" for key, value in entries.items())
            for table, entries in tables
        )
    )
