# SPDX-License-Identifier: BSD-3-Clause
"""Reads permutation sets from TOML. Each mistake is one line: file, line and allowed values.

docs/permutation-sets.md describes the format.
"""

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from math import prod
from pathlib import Path
from typing import Any

from . import tomlreader
from .in_place import NotInPlaceError, choose_in_place
from .memory import RIGHT, Memory, parse_memory
from .permutation import MAX_RANK, PACKED, WIDTHS, Perm, Shape, Work
from .runtime import PACKAGE
from .slips import near_file, toml_slip
from .tomllines import Lines
from .tomltables import SetError as SetError
from .tomltables import Table, check_perm, int_list, is_int, optional_int, show
from .turns import TURNS, read_turn

FORMAT = 1
PROFILES = ("speed", "size", "tiny")
MAX_ALL_RANK = 6  # 7! = 5040 kernels are more than any product needs
MAX_BYTES = 2**32 - 1  # the largest 32-bit size_t
MAX_COUNT = 2**32 - 1
MOST_ORDERED = 16  # elements of an axis with an order
PIN_PREFIX = "permkern_pin_"  # reserved for pinned kernels
TRY_PREFIX = "permkern_try_"  # reserved for pinned kernels that check their buffers
MAX_NAME = 63 - len(PIN_PREFIX)  # C99 compilers distinguish at least a name's first 63 characters

STDIN = "-"  # standard input, as a path

_TOP_KEYS = ("format", "profile", "memory", "permute", "pinned")
_PERMUTE_KEYS = ("perms", "ranks", "bits")
_MODELS = (".onnx", ".tflite", ".h5", ".keras", ".ort", ".pb", ".pt", ".pt2", ".pte", ".pth", ".ptl")
_STRIDES = ("in_stride", "out_stride")
_OFFSETS = ("in_offset", "out_offset")
_PINNED_KEYS = (
    *("name", "shape", "perm", "order", *TURNS, *_STRIDES, *_OFFSETS, "bits"),
    *("count", "align", "dispatch", "xor", "in_place", "operators"),
)


@dataclass(frozen=True)
class PermuteFamily:
    perms: tuple[Perm, ...]
    bits: tuple[int, ...]


@dataclass(frozen=True)
class PinnedRequest:
    name: str
    work: Work
    count: int  # occurrences in the model, for reports
    align: int  # alignment of both pointers in bytes
    dispatch: bool  # True if the dispatcher may call the kernel
    xor: int = 0  # XOR constant; 0: none
    in_place: bool = False  # True if input and output are one buffer
    operators: tuple[str, ...] = ()  # model operators that the kernel serves, for reports

    @property
    def symbol(self) -> str:
        """The C function's name. The prefix makes even a C keyword a valid name."""
        return PIN_PREFIX + self.name

    @property
    def checked(self) -> str:
        """The name of the C function that checks the buffers, then calls the kernel."""
        return TRY_PREFIX + self.name


@dataclass(frozen=True)
class PermutationSet:
    name: str
    profile: str
    permute: tuple[PermuteFamily, ...]
    pinned: tuple[PinnedRequest, ...]
    memory: Memory | None = None  # of the arrays, if it is slow and behind a data cache


def _one_or_more(table: Table, key: str, example: str) -> tuple[int, ...]:
    value = table.require(key, f"{key} = {example}")
    return int_list(table, key, [value] if is_int(value) else value, example)


def listed(widths: Sequence[int]) -> str:
    """Lists element widths for messages, such as "8, 16, 32 or 64"."""
    *others, last = map(str, widths)
    return f"{', '.join(others)} or {last}"


def _check_bits(table: Table, bits: tuple[int, ...], widths: tuple[int, ...]) -> None:
    hint = "; kernels of 1, 2 and 4 bits are [[pinned]]" if widths == WIDTHS else ""
    for width in bits:
        if width not in widths:
            right = f"it must be {listed(widths)}{hint if width in PACKED else ''}"
            raise table.fail("bits", f"bits {show(width)} is not an element width; {right}")


def _family(table: Table) -> PermuteFamily:
    table.check_keys(_PERMUTE_KEYS, "[[permute]]")
    value = table.require("perms", 'perms = "all" with ranks = [1, 2, 3, 4], or perms = [[2, 0, 1]]')
    bits = _one_or_more(table, "bits", "[8, 16]")
    _check_bits(table, bits, WIDTHS)
    if value == "all":
        ranks = _one_or_more(table, "ranks", "[1, 2, 3, 4]")
        for rank in ranks:
            if not 1 <= rank <= MAX_ALL_RANK:
                raise table.fail(
                    "ranks", f'rank {show(rank)} with perms = "all"; ranks must be from 1 to {MAX_ALL_RANK}'
                )
        perms = tuple(perm for rank in ranks for perm in permutations(range(rank)))
        return PermuteFamily(perms, bits)
    if isinstance(value, list) and value and all(map(is_int, value)):
        raise table.fail("perms", f"perms is {show(value)}, one permutation, not a list; write [{show(value)}]")
    if not isinstance(value, list) or not value:
        raise table.fail("perms", f'perms is {show(value)}; it must be "all" or a list such as [[2, 0, 1], [1, 2, 0]]')
    if "ranks" in table.values:
        raise table.fail(
            "ranks", 'ranks is allowed only with perms = "all"; remove it, as each listed permutation has its own rank'
        )
    perms = tuple(int_list(table, "perms", perm, "[[2, 0, 1], [1, 2, 0]]") for perm in value)
    for perm in perms:
        check_perm(table, "perms", perm)
    return PermuteFamily(perms, bits)


def _name(table: Table, taken: frozenset[str]) -> str:
    name = table.require("name", 'name = "mic_to_model"')
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name, re.ASCII):
        raise table.fail(
            "name",
            f"name {show(name)} is not a C identifier; it must be letters, digits and _, and not begin with a digit",
        )
    if len(name) > MAX_NAME:
        raise table.fail("name", f"name of {len(name)} characters; at most {MAX_NAME} are allowed")
    if name in taken:
        raise table.fail("name", f"duplicate name {show(name)}; names must be unique")
    return name


def size_problem(shape: Shape, bits: int) -> str:
    """Returns the error in a tensor's size; empty if none. A bit offset must fit into 32 bits, too."""
    size, most = prod(shape) * bits, MAX_BYTES if bits < 8 else 8 * MAX_BYTES
    return f"is too large; a tensor may have at most {most // 8} bytes" if size > most else ""


def alignments(least: int) -> tuple[str, Callable[[int], bool]]:
    """Returns a description of the valid pointer alignments, and a test for them."""
    return f"a power of two from {least} to 128 (bytes)", lambda n: least <= n <= 128 and n & (n - 1) == 0


def stride_problem(shape: Shape, outer: Shape, bits: int) -> str:
    """Returns the error in a side's outer strides, in elements; empty if none."""
    if len(outer) != len(shape) - 1:
        return f"has {len(outer)} numbers; give {len(shape) - 1}, one for each axis but the innermost"
    reach = 1
    for axis, (extent, stride) in reversed(list(enumerate(zip(shape, (*outer, 1), strict=True)))):
        if stride < (reach if extent > 1 else 1):
            return f"has stride {stride} of axis {axis}, which lets elements overlap; it must be {reach} or more"
        if extent > 1 and stride != reach and stride * bits % 8:
            return f"has stride {stride} of axis {axis}, no whole bytes; make it a multiple of {8 // bits}"
        reach = extent * stride if extent > 1 else reach
    return size_problem((reach,), bits)


def order_problem(order: Sequence[int], shape: Shape, bits: int) -> str:
    """Returns the error in the order of the innermost input axis; empty if none."""
    right = f"hold each of 0 to {shape[-1] - 1} once"
    if sorted(order) != list(range(shape[-1])):
        return f"is no order of the innermost axis, whose extent is {shape[-1]}; it must {right}"
    if len(order) > MOST_ORDERED:
        return f"has {len(order)} numbers; an axis with an order may have at most {MOST_ORDERED} elements"
    return "is for elements of 8 bits or more" if bits < 8 else ""


def offset_problem(work: Work) -> str:
    """Returns the error in the offsets of a work; empty if none."""
    for key, offset, size in (
        ("in_offset", work.in_offset, work.in_bytes),
        ("out_offset", work.out_offset, work.out_bytes),
    ):
        if offset and work.bits >= 8:
            return f"{key} is for elements of 1, 2 and 4 bits; with {work.bits} bits, add it to the pointer"
        if offset and (problem := size_problem((8 * size,), 1)):
            return f"{key} {offset} {problem}"
    return ""


def fill_problem(work: Work) -> str:
    """Returns the error if a side without gaps ends inside a byte; empty if none."""
    ins, outs = work.in_strides or work.in_offset, work.out_strides or work.out_offset
    if (ins and outs) or work.elements * work.bits % 8 == 0:
        return ""
    size, side = work.elements * work.bits, "out" if ins else "in"
    remedy = f"pad an axis to make them a multiple of 8, or give the {side}put rows of whole bytes by {side}_stride"
    return (
        f"shape {show(list(work.shape))} at {work.bits} bits has {size} bits, which do not fill the last byte; {remedy}"
    )


def _shape(table: Table, bits: int) -> Shape:
    shape = int_list(table, "shape", table.require("shape", "shape = [28, 28, 8]"), "[28, 28, 8]")
    if len(shape) > MAX_RANK:
        raise table.fail("shape", f"shape of {len(shape)} axes; at most {MAX_RANK} are supported")
    for extent in shape:
        if extent < 1:
            hint = ", so write the number that -1 stands for" if extent == -1 else ""
            raise table.fail("shape", f"extent {show(extent)} in shape; extents must be 1 or more{hint}")
    if problem := size_problem(shape, bits):
        raise table.fail("shape", f"shape {show(list(shape))} at {bits} bits {problem}")
    return shape


def _strides(table: Table, key: str, shape: Shape, bits: int) -> Shape:
    """Returns all strides of the input or output; empty without the key."""
    if key not in table.values:
        return ()
    outer = _one_or_more(table, key, "[128]")
    if problem := stride_problem(shape, outer, bits):
        raise table.fail(key, f"{key} {show(list(outer))} {problem}")
    return (*outer, 1)


def _offset(table: Table, key: str) -> int:
    return optional_int(table, key, 0, f"a whole number from 0 to {MAX_BYTES}", lambda n: 0 <= n <= MAX_BYTES)


def _order(table: Table, shape: Shape, bits: int) -> tuple[int, ...]:
    """Returns the order of the innermost input axis; empty without the key."""
    if "order" not in table.values:
        return ()
    order = int_list(table, "order", table.values["order"], "[1, 0, 2]")
    if problem := order_problem(order, shape, bits):
        raise table.fail("order", f"order {show(list(order))} {problem}")
    return order


def _xor(table: Table, bits: int) -> int:
    """Returns the XOR constant; 0 without the key."""
    right = f"a whole number from 1 to {2**bits - 1:#x} ({bits} bits); for none, leave the key out"
    return optional_int(table, "xor", 0, right, lambda n: 1 <= n < 2**bits) if "xor" in table.values else 0


def _bool(table: Table, key: str, *, default: bool) -> bool:
    value = table.values.get(key, default)
    if not isinstance(value, bool):
        raise table.fail(key, f"{key} is {show(value)}; it must be true or false")
    return value


def _operators(table: Table) -> tuple[str, ...]:
    """Returns the names of the model operators that a kernel serves; empty without the key."""
    value = table.values.get("operators", [])
    if not isinstance(value, list) or not all(isinstance(name, str) and name for name in value):
        raise table.fail(
            "operators", f'operators is {show(value)}; it must be a list of names, for example ["/encoder/Transpose"]'
        )
    return tuple(value)


def _pinned(table: Table, taken: frozenset[str]) -> PinnedRequest:
    table.check_keys(_PINNED_KEYS, "[[pinned]]")
    name = _name(table, taken)
    bits = table.require("bits", "bits = 8")
    if not is_int(bits):
        raise table.fail("bits", f"bits is {show(bits)}; it must be {listed((*PACKED, *WIDTHS))}")
    _check_bits(table, (bits,), (*PACKED, *WIDTHS))
    shape = _shape(table, bits)
    perm, flips = read_turn(table, shape)
    sides = (shape, tuple(shape[axis] for axis in perm))
    ins, outs = (_strides(table, key, side, bits) for key, side in zip(_STRIDES, sides, strict=True))
    first, to = (_offset(table, key) for key in _OFFSETS)
    work = Work(shape, perm, bits, flips, ins, outs, first, to, _order(table, shape, bits))
    if problem := offset_problem(work):
        raise table.fail(problem.partition(" ")[0], problem)
    if problem := fill_problem(work):
        raise table.fail("shape", problem)
    least = max(1, bits // 8)
    dispatch, in_place = _bool(table, "dispatch", default=True), _bool(table, "in_place", default=False)
    if in_place and "dispatch" in table.values:
        raise table.fail(
            "dispatch", "dispatch is for kernels from one buffer to another; remove dispatch, or in_place = true"
        )
    if in_place and "xor" in table.values:
        raise table.fail("xor", "kernels in place have no constant; remove xor, or call permkern_xor for a plan")
    if work.by_name and dispatch and "dispatch" in table.values:
        raise table.fail(
            "dispatch",
            "dispatch is for elements of 8 bits or more without gaps or order; remove it: call other kernels by name",
        )
    request = PinnedRequest(
        name=name,
        work=work,
        count=optional_int(table, "count", 1, f"a whole number from 0 to {MAX_COUNT}", lambda n: 0 <= n <= MAX_COUNT),
        align=optional_int(table, "align", least, *alignments(least)),
        dispatch=dispatch and not in_place and not work.by_name,
        xor=_xor(table, bits),
        in_place=in_place,
        operators=_operators(table),
    )
    if in_place:
        try:
            choose_in_place(work, request.align)
        except NotInPlaceError as error:
            raise table.fail("in_place", f"{work} at {bits} bits has no kernel in place: {error}") from None
    return request


def _memory(top: Table) -> Memory | None:
    if (value := top.values.get("memory")) is None:
        return None
    if not isinstance(value, str):
        raise top.fail("memory", f"memory is {show(value)}; it must be {RIGHT}")
    try:
        return parse_memory(value)
    except SetError as error:
        raise top.fail("memory", str(error)) from None


def _tables(top: Table, key: str, lines: Lines, file: str) -> list[Table]:
    value = top.values.get(key, [])
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        hint = ", with two brackets on each side" if isinstance(value, dict) else ""
        raise top.fail(key, f"{key} is {show(value)}; it must be tables headed [[{key}]]{hint}")

    def table(number: int, values: dict[str, Any]) -> Table:
        return Table(values, lambda inner: _where(file, lines.find(key, number, inner)))

    return [table(number, values) for number, values in enumerate(value)]


def _where(file: str, line: int | None) -> str:
    return file if line is None else f"{file}:{line}"


def parse_set(text: str, file: str, name: str) -> PermutationSet:
    """Parses a set. ``file`` is its name in messages, ``name`` its name in generated files."""
    try:
        values = tomlreader.loads(text)
    except tomlreader.TOMLDecodeError as error:
        message = " ".join(str(error).split())
        found = re.search(r" \(at line (\d+), column (\d+)\)$", message)
        line = int(found.group(1)) if found else text.count("\n") + 1
        what = message[: found.start()] if found else message.removesuffix(" (at end of document)")
        line, what = toml_slip(text, line, what)
        raise SetError(f"{file}:{line}: not TOML: {what}; see https://toml.io for the syntax") from None
    except RecursionError:
        raise SetError(f"{file}: nested too deeply; a set needs at most a list of lists") from None
    except ValueError:  # int() rejects thousands of digits
        digits = re.search(r"[0-9_]{4301}", text)
        where = _where(file, text.count("\n", 0, digits.start()) + 1 if digits else None)
        raise SetError(f"{where}: not TOML: a number of thousands of digits; integers have at most 19") from None
    lines = Lines.of(text)
    top = Table(values, lambda key: _where(file, None if key is None else lines.find(None, 0, key)))
    top.check_keys(_TOP_KEYS, "the set")
    permute, pins = (_tables(top, key, lines, file) for key in ("permute", "pinned"))
    for table in (*permute, *pins):
        if key := next((key for key in table.values if key in _TOP_KEYS), ""):
            raise table.fail(
                key, f"{key} stands below a table's head, and so belongs to the table; move it to the set's top"
            )
    number = top.require("format", f"format = {FORMAT}")
    if not is_int(number) or number != FORMAT:
        raise top.fail("format", f"format is {show(number)}; this version of permkern reads format = {FORMAT}")
    profile = values.get("profile", "speed")
    if profile not in PROFILES:
        raise top.fail("profile", f'profile is {show(profile)}; it must be "speed", "size" or "tiny"')
    families = tuple(map(_family, permute))
    pinned: list[PinnedRequest] = []
    for table in pins:
        pinned.append(_pinned(table, frozenset(request.name for request in pinned)))
    if not families and not pinned and "pinned" not in values:
        why = "the set is empty; add at least one [[permute]] or [[pinned]] table, or pinned = [] if it has no kernel"
        raise top.fail(None, why)
    return PermutationSet(name, profile, families, tuple(pinned), _memory(top))


def shipped_sets() -> tuple[Path, ...]:
    """Returns the paths of the permutation sets that permkern ships."""
    return tuple(sorted((PACKAGE / "sets").glob("*.toml")))


def find_set(argument: str) -> Path:
    """Returns the path of the shipped set with this name if no such file exists, else the argument as a path."""
    path = Path(argument)
    shipped = {file.stem: file for file in shipped_sets()}
    return shipped[argument] if argument in shipped and not path.exists() else path


def is_model(argument: str) -> bool:
    """True if an argument names a model, even in a format that permkern cannot read."""
    return Path(argument).suffix.lower() in _MODELS


def set_name(path: Path) -> str:
    """Returns the set name for generated files, from the path of a set or model."""
    return re.sub(r"[^A-Za-z0-9_.-]", "_", path.stem)


def load_set(argument: str) -> PermutationSet:
    """Reads a permutation set by path or shipped name, or from standard input. SetError describes any mistake."""
    path = find_set(argument)
    if is_model(argument):
        raise SetError(
            f"{argument}: a model, not a set; make one of it: permkern import {argument} -o {path.stem}.toml"
        )
    try:
        data = sys.stdin.buffer.read() if argument == STDIN else path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        names = [shipped.stem for shipped in shipped_sets()]
        near = near_file(path, (".toml",))
        right = f"did you mean {near}? Or give" if near else "give the path of a set, or"
        raise SetError(
            f"{argument}: cannot be read ({reason}); {right} one of the shipped sets {', '.join(names)}"
        ) from None
    try:
        text = data.decode("utf-8-sig")  # Windows editors write a byte order mark
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SetError(f"{argument}:{line}: not UTF-8 (byte {error.start + 1}); save the file as UTF-8") from None
    name = "stdin" if argument == STDIN else set_name(path)
    return parse_set(text, argument, name)


# ---- several sets ----

PLUS = "+"  # joins set names, which contain no "+"


def distinct(names: Sequence[tuple[str, str]]) -> list[str]:
    """Returns the kernel names. Duplicates get their set's name as a prefix."""
    plain = [name for _, name in names]
    found: list[str] = []
    for set_name, name in names:
        kept = name
        if plain.count(name) > 1:
            kept = re.sub(r"[^A-Za-z0-9_]", "_", f"{set_name}_{name}")[-MAX_NAME:]
            kept = f"_{kept[1:]}" if kept[0].isdigit() else kept
        number = 2
        while kept in found or (kept != name and kept in plain):
            kept = f"{kept[: MAX_NAME - len(str(number)) - 1]}_{number}"
            number += 1
        found.append(kept)
    return found


def joined(sets: Sequence[PermutationSet]) -> PermutationSet:
    """Joins sets into one. Duplicate names of pinned kernels get their set's name as a prefix.

    SetError: the profiles differ.
    """
    first, *others = sets
    for each in others:
        if each.profile != first.profile:
            raise SetError(
                f"set {each.name} has profile {each.profile}, and set {first.name} {first.profile}; "
                "sets of one product have one profile"
            )
        if each.memory != first.memory:
            raise SetError(f"sets {first.name} and {each.name} differ in memory; sets of one product have one memory")
    requests = [(each.name, request) for each in sets for request in each.pinned]
    names = distinct([(set_name, request.name) for set_name, request in requests])
    pinned = [replace(request, name=name) for (_, request), name in zip(requests, names, strict=True)]
    name = PLUS.join(dict.fromkeys(each.name for each in sets))
    families = tuple(dict.fromkeys(family for each in sets for family in each.permute))
    return PermutationSet(name, first.profile, families, tuple(pinned), first.memory)


def load_sets(arguments: Sequence[str]) -> PermutationSet:
    """Reads and joins permutation sets by path or shipped name. SetError: two sets share set and kernel names."""
    if not arguments:
        raise SetError("no set is given; give the path of one, or the name of a shipped set")
    sets = [load_set(argument) for argument in arguments]
    for number, (argument, each) in enumerate(zip(arguments, sets, strict=True)):
        for before, other in zip(arguments[:number], sets, strict=False):
            both = {request.name for request in each.pinned} & {request.name for request in other.pinned}
            if each.name == other.name and both:
                raise SetError(
                    f"{argument}: named {each.name} as {before} is, and both have a kernel {min(both)}; rename a file, "
                    "because file names become prefixes of such kernels"
                )
    return joined(sets)
