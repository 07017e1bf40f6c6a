# SPDX-License-Identifier: BSD-3-Clause
"""Permutation sets: TOML in, frozen dataclasses out, every mistake one line that names file, line and the remedy.

The format is docs/permutation-sets.md.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import permutations
from math import prod
from pathlib import Path
from typing import Any

from . import tomlreader
from .permutation import MAX_RANK, WIDTHS, Perm, Shape, is_permutation
from .tomllines import Lines

FORMAT = 1
PROFILES = ("speed", "size", "tiny")
MAX_ALL_RANK = 6  # 7! permutations are more than anybody links
MAX_BYTES = 2**32 - 1  # what a 32-bit size_t counts
MAX_COUNT = 2**32 - 1
PIN_PREFIX = "permkern_pin_"  # of every pinned kernel, and of nothing else that permkern names or ever will
MAX_NAME = 63 - len(PIN_PREFIX)  # C99 compilers must tell apart 63 characters of a name

_TOP_KEYS = ("format", "profile", "permute", "pinned")
_PERMUTE_KEYS = ("perms", "ranks", "bits")
_PINNED_KEYS = ("name", "shape", "perm", "bits", "count", "align", "dispatch")


class SetError(ValueError):
    """A mistake in a permutation set: one line, file and line first."""


@dataclass(frozen=True)
class PermuteFamily:
    perms: tuple[Perm, ...]
    bits: tuple[int, ...]


@dataclass(frozen=True)
class PinnedRequest:
    name: str
    shape: Shape
    perm: Perm
    bits: int
    count: int  # occurrences, for reports
    align: int  # bytes promised for both pointers
    dispatch: bool  # whether the dispatcher may pick it

    @property
    def symbol(self) -> str:
        """The C function. Behind the prefix any name will do, that of a keyword or of another function included."""
        return PIN_PREFIX + self.name


@dataclass(frozen=True)
class PermutationSet:
    name: str
    profile: str
    permute: tuple[PermuteFamily, ...]
    pinned: tuple[PinnedRequest, ...]


@dataclass(frozen=True)
class _Table:
    """One table of the file: its values, and how to complain about a key of it."""

    values: dict[str, Any]
    where: Callable[[str | None], str]

    def fail(self, key: str | None, message: str) -> SetError:
        return SetError(f"{self.where(key)}: {message}")

    def check_keys(self, known: tuple[str, ...], what: str) -> None:
        for key in self.values:
            if key not in known:
                near = get_close_matches(key, known, 1)
                hint = f"did you mean {near[0]}?" if near else f"known keys: {', '.join(known)}"
                raise self.fail(key, f"unknown key {_show(key)} in {what}, {hint}")

    def require(self, key: str, example: str) -> Any:
        if key not in self.values:
            raise self.fail(None, f"{key} is missing, add for example: {example}")
        return self.values[key]


def _show(value: Any) -> str:
    """A value of the file as it may stand in a message: one line, not too long."""
    try:
        text = repr(value) if isinstance(value, str) else str(value)
        text = text.lower() if isinstance(value, bool) else text
    except (ValueError, RecursionError):  # thousands of digits, thousands of levels
        return "a value too large to show"
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _int_list(table: _Table, key: str, value: Any, example: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not value or not all(map(_is_int, value)):
        raise table.fail(key, f"{key} is {_show(value)}, a list of whole numbers would be right: {example}")
    return tuple(value)


def _one_or_more(table: _Table, key: str, example: str) -> tuple[int, ...]:
    value = table.require(key, f"{key} = {example}")
    return _int_list(table, key, [value] if _is_int(value) else value, example)


def _check_bits(table: _Table, bits: tuple[int, ...]) -> None:
    for width in bits:
        if width not in WIDTHS:
            raise table.fail("bits", f"bits {_show(width)} is no element width, one of 8, 16, 32, 64 would be right")


def _check_perm(table: _Table, key: str, perm: Perm) -> None:
    if len(perm) > MAX_RANK:
        raise table.fail(key, f"permutation of {len(perm)} axes, at most {MAX_RANK} would be right")
    if not is_permutation(perm):
        right = f"each of 0 to {len(perm) - 1} once" if len(perm) > 1 else "[0]"
        raise table.fail(key, f"{_show(list(perm))} is no permutation, {right} would be right")


def _family(table: _Table) -> PermuteFamily:
    table.check_keys(_PERMUTE_KEYS, "[[permute]]")
    value = table.require("perms", 'perms = "all" with ranks = [1, 2, 3, 4], or perms = [[2, 0, 1]]')
    bits = _one_or_more(table, "bits", "[8, 16]")
    _check_bits(table, bits)
    if value == "all":
        ranks = _one_or_more(table, "ranks", "[1, 2, 3, 4]")
        for rank in ranks:
            if not 1 <= rank <= MAX_ALL_RANK:
                raise table.fail("ranks", f'rank {_show(rank)} with perms = "all", 1 to {MAX_ALL_RANK} would be right')
        perms = tuple(perm for rank in ranks for perm in permutations(range(rank)))
        return PermuteFamily(perms, bits)
    if not isinstance(value, list) or not value:
        raise table.fail(
            "perms", f'perms is {_show(value)}, "all" or a list like [[2, 0, 1], [1, 2, 0]] would be right'
        )
    if "ranks" in table.values:
        raise table.fail(
            "ranks", 'ranks goes with perms = "all", listed permutations have their own ranks: leave it out'
        )
    perms = tuple(_int_list(table, "perms", perm, "[[2, 0, 1], [1, 2, 0]]") for perm in value)
    for perm in perms:
        _check_perm(table, "perms", perm)
    return PermuteFamily(perms, bits)


def _name(table: _Table, taken: frozenset[str]) -> str:
    name = table.require("name", 'name = "mic_to_model"')
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name, re.ASCII):
        raise table.fail(
            "name", f"name {_show(name)} is no C identifier, a string of letters, digits and _ would be right"
        )
    if len(name) > MAX_NAME:
        raise table.fail("name", f"name of {len(name)} characters, at most {MAX_NAME} would be right")
    if name in taken:
        raise table.fail("name", f"name {_show(name)} is there already, names that differ would be right")
    return name


def _shape(table: _Table, bits: int) -> Shape:
    shape = _int_list(table, "shape", table.require("shape", "shape = [28, 28, 8]"), "[28, 28, 8]")
    if len(shape) > MAX_RANK:
        raise table.fail("shape", f"shape of {len(shape)} axes, at most {MAX_RANK} would be right")
    for extent in shape:
        if extent < 1:
            raise table.fail("shape", f"extent {_show(extent)} in shape, 1 or more would be right")
    if prod(shape) * bits // 8 > MAX_BYTES:
        raise table.fail(
            "shape", f"shape {_show(list(shape))} at {bits} bits overflows, at most {MAX_BYTES} bytes would be right"
        )
    return shape


def _optional_int(table: _Table, key: str, default: int, right: str, allowed: Callable[[int], bool]) -> int:
    value = table.values.get(key, default)
    if not _is_int(value) or not allowed(value):
        raise table.fail(key, f"{key} is {_show(value)}, {right} would be right")
    return int(value)


def _pinned(table: _Table, taken: frozenset[str]) -> PinnedRequest:
    table.check_keys(_PINNED_KEYS, "[[pinned]]")
    name = _name(table, taken)
    bits = table.require("bits", "bits = 8")
    if not _is_int(bits):
        raise table.fail("bits", f"bits is {_show(bits)}, one of 8, 16, 32, 64 would be right")
    _check_bits(table, (bits,))
    shape = _shape(table, bits)
    perm = _int_list(table, "perm", table.require("perm", "perm = [2, 0, 1]"), "[2, 0, 1]")
    _check_perm(table, "perm", perm)
    if len(perm) != len(shape):
        raise table.fail("perm", f"perm has {len(perm)} axes and shape {len(shape)}, as many in both would be right")
    least = bits // 8
    dispatch = table.values.get("dispatch", True)
    if not isinstance(dispatch, bool):
        raise table.fail("dispatch", f"dispatch is {_show(dispatch)}, true or false would be right")
    return PinnedRequest(
        name=name,
        shape=shape,
        perm=perm,
        bits=bits,
        count=_optional_int(table, "count", 1, f"a whole number from 1 to {MAX_COUNT}", lambda n: 1 <= n <= MAX_COUNT),
        align=_optional_int(
            table,
            "align",
            least,
            f"a power of two from {least} to 128 (bytes)",
            lambda n: least <= n <= 128 and n & (n - 1) == 0,
        ),
        dispatch=dispatch,
    )


def _tables(top: _Table, key: str, lines: Lines, file: str) -> list[_Table]:
    value = top.values.get(key, [])
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise top.fail(key, f"{key} is {_show(value)}, tables headed [[{key}]] would be right")

    def table(number: int, values: dict[str, Any]) -> _Table:
        return _Table(values, lambda inner: _where(file, lines.find(key, number, inner)))

    return [table(number, values) for number, values in enumerate(value)]


def _where(file: str, line: int | None) -> str:
    return file if line is None else f"{file}:{line}"


def parse_set(text: str, file: str, name: str) -> PermutationSet:
    """The set in ``text``. ``file`` is what messages call it, ``name`` what generated files call it."""
    try:
        values = tomlreader.loads(text)
    except tomlreader.TOMLDecodeError as error:
        message = " ".join(str(error).split())
        found = re.search(r" \(at line (\d+), column (\d+)\)$", message)
        line = int(found.group(1)) if found else text.count("\n") + 1
        what = message[: found.start()] if found else message.removesuffix(" (at end of document)")
        raise SetError(f"{file}:{line}: not TOML: {what}, see https://toml.io for what would be right") from None
    except RecursionError:
        raise SetError(f"{file}: nested too deeply, a list of lists at most would be right") from None
    except ValueError:  # int() refuses thousands of digits
        digits = re.search(r"[0-9_]{4301}", text)
        where = _where(file, text.count("\n", 0, digits.start()) + 1 if digits else None)
        raise SetError(f"{where}: not TOML: a number of thousands of digits, at most 19 would be right") from None
    lines = Lines.of(text)
    top = _Table(values, lambda key: _where(file, None if key is None else lines.find(None, 0, key)))
    top.check_keys(_TOP_KEYS, "the set")
    number = top.require("format", f"format = {FORMAT}")
    if not _is_int(number) or number != FORMAT:
        raise top.fail("format", f"format is {_show(number)}, format = {FORMAT} would be right for this permkern")
    profile = values.get("profile", "speed")
    if profile not in PROFILES:
        raise top.fail("profile", f'profile is {_show(profile)}, "tiny", "speed" or "size" would be right')
    families = tuple(_family(table) for table in _tables(top, "permute", lines, file))
    pinned: list[PinnedRequest] = []
    for table in _tables(top, "pinned", lines, file):
        pinned.append(_pinned(table, frozenset(request.name for request in pinned)))
    if not families and not pinned:
        raise top.fail(None, "the set is empty, at least one [[permute]] or [[pinned]] would be right")
    return PermutationSet(name, profile, families, tuple(pinned))


def shipped_sets() -> tuple[Path, ...]:
    """The permutation sets that come with permkern."""
    return tuple(sorted((Path(__file__).parent / "sets").glob("*.toml")))


def find_set(argument: str) -> Path:
    """A path as it is; the bare name of a shipped set, where no such file is there, stands for that set."""
    path = Path(argument)
    shipped = {file.stem: file for file in shipped_sets()}
    return shipped[argument] if argument in shipped and not path.exists() else path


def load_set(argument: str) -> PermutationSet:
    """Reads a permutation set; SetError says in one line what is wrong with it."""
    path = find_set(argument)
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        names = ", ".join(shipped.stem for shipped in shipped_sets())
        raise SetError(
            f"{argument}: cannot be read ({reason}), the path of a set or one of {names} would be right"
        ) from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SetError(
            f"{argument}: not UTF-8 (byte {error.start + 1}), UTF-8 without other encodings would be right"
        ) from None
    return parse_set(text, argument, re.sub(r"[^A-Za-z0-9_.-]", "_", path.stem))
