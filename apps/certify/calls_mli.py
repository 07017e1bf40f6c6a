# SPDX-License-Identifier: BSD-3-Clause
"""
Certified calls of the MLI layer: correct calls, and wrong calls for each row of docs/status.md. The headers in include/
define the tensors: MLI 1.1 if the program has mli_hlp_create_subtensor, otherwise MLI 1.0.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import prod
from typing import Any

from permkern.kernels.inventory import Inventory
from permkern.kernels.permutation import Work, strides

from .calls_core import CLOSE, PLANES, STRIDED, STRIDED_WORKS, Spread, around, side
from .certificate import FIRST, Address, Buffer, Call
from .claims import BEFORE, IN, OUT, Claim, Make, definition, fails, spoken, words
from .labels import Byte

# mli_status and mli_element_type in include/mli_types.h.
OK, TENSOR, INCOMPATIBLE, CONFIG, MEMORY, UNSUPPORTED, TYPE = 0, 1, 3, 4, 5, 6, 12
FX_8, FX_16, ASYM_I8, ASYM_I32 = range(4)
BITS = {FX_8: 8, FX_16: 16, ASYM_I8: 8, ASYM_I32: 32}
AXES = 4
IN_TENSOR, OUT_TENSOR, CFG = ("the input's tensor", 0), ("the output's tensor", 0), ("the configuration", 0)
WRONG = Work((4, 6, 3), (2, 0, 1), 16)
HUGE = 1 << 32  # above the limit of a tensor
Rows = tuple[tuple[int, str, Mapping[str, Any]], ...]

# Wrong arguments for all functions that take a tensor.
WRONG_TENSOR: Rows = (
    (TENSOR, "no input", {"in_at": 0}),
    (TENSOR, "rank 0", {"rank": 0}),
    (TENSOR, "rank 5", {"rank": 5}),
    (TENSOR, "an extent of 0", {"shape": (4, 0, 3)}),
    (TENSOR, "too many elements", {"shape": (HUGE // 3 + 1, 3, 1)}),
    (TENSOR, "too many bytes", {"shape": (HUGE // 2 + 3, 1, 1)}),
    (TENSOR, "no data", {"in": 0}),
    (TENSOR, "the data not aligned", {"in": (IN[0], 1)}),
    (MEMORY, "the input short", {"in_bytes": WRONG.bytes - 1}),
    (TENSOR, "no output", {"out_at": 0}),
    (TYPE, "no such type", {"el_type": 9, "in_bytes": WRONG.bytes}),
)
WRONG_PERMUTE: Rows = (
    (TENSOR, "no output data", {"out": 0}),
    (TENSOR, "the output not aligned", {"out": (OUT[0], 1)}),
    (CONFIG, "no configuration", {"cfg_at": 0}),
    (CONFIG, "an axis twice", {"perm": (0, 1, 0)}),
    (CONFIG, "another axis twice", {"perm": (1, 2, 1)}),
    (CONFIG, "no axis", {"perm": (2, 0, 3)}),
    (MEMORY, "the output short", {"out_bytes": WRONG.bytes - 1}),
    (TYPE, "another type", {"el_type": FX_8, "in_bytes": WRONG.bytes}),
    (INCOMPATIBLE, "over the input", {"out": IN}),
    (INCOMPATIBLE, "over the input's tensor", {"out": IN_TENSOR, "shape": (1, 2, 1)}),
    (INCOMPATIBLE, "over the configuration", {"out": CFG, "shape": (1, 1, 1), "cfg_align": 4}),
    (INCOMPATIBLE, "over its own tensor", {"out": OUT_TENSOR, "shape": (1, 2, 1)}),
    (INCOMPATIBLE, "the output's tensor in the input", {"in": OUT_TENSOR, "shape": (1, 2, 1)}),
    (INCOMPATIBLE, "the input at the end of memory", {"in": -WRONG.bytes}),
    (INCOMPATIBLE, "the output at the end of memory", {"out": -WRONG.bytes}),
)
WRONG_STRIDES: Rows = (
    (TENSOR, "a negative input stride", {"in_strides": (18, -3, 1)}),
    (TENSOR, "input strides that are partly 0", {"in_strides": (18, 0, 1)}),
    (TENSOR, "input elements that share bytes", {"in_strides": (18, 2, 1)}),
    (MEMORY, "the input short for its strides", {"in_strides": (19, 3, 1)}),
)
WRONG_OUT_STRIDES: Rows = (
    (TENSOR, "a negative output stride", {"out_strides": (24, 6, -1)}),
    (TENSOR, "output strides that are partly 0", {"out_strides": (24, 0, 1)}),
    (TENSOR, "output elements that share bytes", {"out_strides": (24, 5, 1)}),
    (MEMORY, "the output short for its strides", {"out_strides": (25, 6, 1)}),
)
FEW = (((1, 3), (0, 1)), ((2, 1, 1, 5), (3, 1, 2, 0)))  # shapes that fold to fewer axes, with permutations
COUNTS = (((4, 6, 3), 3, 1, 18), ((4, 6, 3), 3, 3, 0), ((4, 6, 3), 5, 0, 0), ((4, 0), 2, 0, 0))  # rank, axis, elements
# mli_hlp_point_to_subtensor: coordinates, their count, and the first extent.
PARTS = (((1,), 1, 2), ((3, 2), 2, 4), ((0, 5, 1), 3, 2), ((3,), 1, 1))
WRONG_PARTS: Rows = (
    (CONFIG, "no configuration", {"cfg_at": 0}),
    (CONFIG, "no coordinate", {"count": 0}),
    (CONFIG, "four coordinates", {"count": 4}),
    (CONFIG, "a coordinate that is no element", {"start": (1, 6)}),
    (CONFIG, "a size of 0", {"size": 0}),
    (CONFIG, "a size over the extent", {"size": 5}),
)
# mli_hlp_create_subtensor: offsets, sizes, and the rank.
CUTS = (((1, 2, 0), (2, 3, 3), 3), ((3, 0, 1), (1, 6, 2), 2), ((0, 5, 2), (1, 1, 1), 1), ((0, 0, 0), (4, 1, 3), 2))
WRONG_CUTS: Rows = (
    (CONFIG, "no configuration", {"cfg_at": 0}),
    (CONFIG, "rank 0", {"count": 0}),
    (CONFIG, "rank 4", {"count": 4}),
    (CONFIG, "an offset that is no element", {"start": (1, 6, 0)}),
    (CONFIG, "a size of 0", {"size": (2, 0, 3)}),
    (CONFIG, "a size over the extent", {"size": (2, 5, 3)}),
    (CONFIG, "too few axes of one element", {"count": 2}),
)


@dataclass(frozen=True)
class Mli:
    """Makes calls. pointer: bytes of a pointer. strides: tensors have mem_stride and scaled types, as in MLI 1.1."""

    pointer: int
    strides: bool

    def parameters(self, kind: int, dim: int) -> tuple[Byte, ...]:
        """Returns el_params: unknown bytes, except the axis with varying scales."""
        size = 2 * self.pointer + 8 if self.strides else 1
        found: list[Byte] = [BEFORE + (1 << 16) + at for at in range(size)]
        if kind in (ASYM_I8, ASYM_I32):
            found[2 * self.pointer : 2 * self.pointer + 4] = words(4, dim)
        return tuple(found)

    def padding(self, size: int) -> range:
        """Returns a tensor's padding after its last field. size: bytes up to the end of this field."""
        return range(BEFORE + (1 << 17), BEFORE + (1 << 17) + -size % self.pointer)

    def tensor(
        self,
        data: int | tuple[str, int],
        size: int,
        strides: Sequence[int],
        shape: Sequence[int],
        *rest: int,
        dim: int = -1,
    ) -> list[Byte | Address]:
        """
        Returns a tensor. rest: rank and type; without them, all bytes after the shape are unknown, as are unused axes.
        All tensors have equal padding after the last field, as a copy may include the padding or not.
        """

        def axes(numbers: Sequence[int]) -> list[Byte | Address]:
            return [*words(4, *numbers), *(BEFORE + len(found) + at for at in range(4 * len(numbers), 4 * AXES))]

        found: list[Byte | Address] = [*words(self.pointer, data), *words(4, size)]
        if self.strides:
            found += axes(strides)
        found += axes(shape)
        rank, kind = rest or (0, 0)
        padding = range(BEFORE + len(found) + 8, BEFORE + len(found) + 8 + (self.pointer - 4 if self.strides else 0))
        after = [*words(4, rank, kind), *padding, *self.parameters(kind, dim)]
        unknown = [BEFORE + len(found) + at for at in range(len(after))]
        return [*found, *(after if rest else unknown), *self.padding(len(found) + len(after))]

    def permute(
        self,
        symbol: str,
        work: Work,
        kind: int,
        why: str = "",
        spread: tuple[Spread, Spread] = (CLOSE, CLOSE),
        **changed: Any,
    ) -> Claim:
        size, rank = work.bits // 8, len(work.shape)
        sides = side(work.shape, spread[0]), side(work.out_shape, spread[1])
        spread_out = sides[0].spread(range(FIRST, FIRST + work.bytes), size)
        before = [BEFORE + (1 << 20) + at if one is None else one for at, one in enumerate(spread_out)]
        after = sides[1].spread(definition(work), size)
        dim = rank - 1 if kind == ASYM_I8 else -1
        given: dict[str, Any] = {"in": IN, "out": OUT, "in_at": IN_TENSOR, "out_at": OUT_TENSOR, "cfg_at": CFG}
        given |= {"in_bytes": len(before), "out_bytes": len(after), "shape": work.shape, "perm": work.perm}
        for name, one, how in zip(("in", "out"), sides, spread, strict=True):
            given[f"{name}_strides"] = (0,) * rank if how == CLOSE else one.strides
        given |= {"rank": rank, "el_type": kind, "cfg_align": 1 if self.strides else 4, **changed}
        head = given["out"], given["out_bytes"], given["out_strides"]
        filled = self.tensor(*head, work.out_shape, rank, kind, dim=work.perm.index(dim) if dim >= 0 else dim)
        order = given["perm"] if self.strides else words(4, *given["perm"])
        cfg = (*order, *(BEFORE + at for at in range(len(order), AXES if self.strides else 4 * AXES)))
        buffers = (
            Buffer(IN_TENSOR[0], self._in(given, dim), None, self.pointer),
            Buffer(CFG[0], cfg, None, given["cfg_align"]),
            Buffer(OUT_TENSOR[0], self.tensor(*head, ()), filled, self.pointer),
            Buffer(IN[0], before, None, size),
            Buffer(OUT[0], (None,) * len(after), after, size),
        )
        arguments = given["in_at"], given["cfg_at"], given["out_at"]
        return Claim(_name(symbol, work, why), Call(symbol, arguments, buffers, OK), work)

    def _in(self, given: Mapping[str, Any], dim: int = -1) -> list[Byte | Address]:
        names = ("in", "in_bytes", "in_strides", "shape", "rank", "el_type")
        return self.tensor(*(given[name] for name in names), dim=given.get("dim", dim))

    def part(self, symbol: str, work: Work, kind: int, why: str = "", **changed: Any) -> Claim:
        """Returns a call that cuts a part out of a tensor: it reads no element."""
        rank, size = len(work.shape), work.bits // 8
        given: dict[str, Any] = {"in": IN, "in_bytes": work.bytes, "in_strides": (0,) * rank, "shape": work.shape}
        given |= {"in_at": IN_TENSOR, "out_at": OUT_TENSOR, "cfg_at": CFG, "rank": rank, "el_type": kind, "dim": -1}
        given |= changed
        start, count, extent = (given[name] for name in ("start", "count", "size"))
        by_axis = strides(work.shape)
        first = sum(at * stride for at, stride in zip(start, by_axis, strict=False)) * size
        if symbol.endswith("point_to_subtensor"):
            kept = list(range(max(count, 1) - 1, rank))
            shape = [extent, *work.shape[rank + 1 - len(kept) :]]
            bytes_, made = prod(shape) * size, [0] * len(shape)
            cfg = [*words(4, *start), *(BEFORE + at for at in range(4 * len(start), 16)), count, extent]
        else:
            gone = [axis for axis in range(rank) if extent[axis] == 1][: rank - count]
            kept = [axis for axis in range(rank) if axis not in gone]
            shape, made, bytes_ = [extent[axis] for axis in kept], [by_axis[axis] for axis in kept], work.bytes - first
            cfg = [*words(4, *start), *(BEFORE + at for at in range(4 * rank, 16)), *words(4, *extent)]
            cfg += [*(BEFORE + at for at in range(4 * rank, 16)), *words(4, count)]
        dim = kept.index(given["dim"]) if given["dim"] in kept else -1
        after = self.tensor((IN[0], first), bytes_, made, shape, len(shape), kind, dim=dim)
        before = self._in(given)
        alias = given["out_at"] == IN_TENSOR
        padded = len(after) - sum(one in self.padding(1) for one in after)
        old = before if alias else [*(BEFORE + at for at in range(padded)), *after[padded:]]
        head = self.pointer + 4
        for at in (head, *([head + 4 * AXES] if self.strides else ())):  # entries above the rank stay
            after[at + 4 * len(shape) : at + 4 * AXES] = old[at + 4 * len(shape) : at + 4 * AXES]
        buffers = [Buffer(CFG[0], cfg, None, 4), Buffer(IN[0], (None,) * work.bytes, None, size)]
        buffers += [Buffer(IN_TENSOR[0], before, after if alias else None, self.pointer)]
        buffers += [] if alias else [Buffer(OUT_TENSOR[0], old, after, self.pointer)]
        arguments = given["in_at"], given["cfg_at"], given["out_at"]
        return Claim(_name(symbol, work, why), Call(symbol, arguments, tuple(buffers), OK), work)

    def count(self, symbol: str, shape: Sequence[int], rank: int, kind: int, result: int, *more: int) -> Claim:
        work = Work(tuple(shape), tuple(range(len(shape))), 8)
        tensor = Buffer(IN_TENSOR[0], self.tensor(0, 0, (0,) * len(shape), shape, rank, kind), None, self.pointer)
        return Claim(_name(symbol, work, f"{result}"), Call(symbol, (IN_TENSOR, *more), (tensor,), result), work)


def _name(symbol: str, work: Work, why: str) -> str:
    return f"{symbol.removeprefix('permkern_')} {spoken(work)}{', ' * bool(why)}{why}"


def _permutes(inventory: Inventory, mli: Mli) -> Iterator[Make]:
    kinds = {8: (FX_8, ASYM_I8), 16: (FX_16,), 32: (ASYM_I32,)}
    of_kind = {FX_8: "permkern_mli_permute_fx8", FX_16: "permkern_mli_permute_fx16"}
    forms = [form for form in inventory.forms if len(form.perm) <= AXES]
    works = [work for plane, _ in PLANES for form in forms if (work := around(plane, form)) is not None]
    works += [Work(shape, perm, bits) for bits in (8, 16) for shape, perm in FEW]
    for number, work in enumerate(dict.fromkeys(works)):
        for kind in kinds.get(work.bits, ())[: 2 if mli.strides else 1]:
            if kind in of_kind or mli.strides:
                generic = number % 4 == 0 or kind not in of_kind
                yield partial(mli.permute, "permkern_mli_permute_fx" if generic else of_kind[kind], work, kind)
    for number, (row, (shape, perm)) in enumerate(product(STRIDED[:3] if mli.strides else (), STRIDED_WORKS)):
        kind = (FX_8, FX_16)[number % 2]
        yield partial(mli.permute, of_kind[kind], Work(shape, perm, BITS[kind]), kind, row[0], row[1:])
    rows = WRONG_TENSOR + WRONG_PERMUTE + (WRONG_STRIDES + WRONG_OUT_STRIDES if mli.strides else ())
    for status, why, changed in rows:
        yield partial(fails, partial(mli.permute, of_kind[FX_16], WRONG, FX_16, why, **changed), status)


def _parts(mli: Mli) -> Iterator[Make]:
    names = ("start", "count", "size"), ("start", "size", "count")
    found: list[tuple[str, tuple[str, ...], tuple[Any, ...], Rows]] = [
        ("permkern_mli_point_to_subtensor", names[0], PARTS, WRONG_PARTS)
    ]
    found += [("permkern_mli_create_subtensor", names[1], CUTS, WRONG_CUTS)] if mli.strides else []
    for symbol, keys, cuts, wrong in found:
        for cut, kind in product(cuts, (FX_8, FX_16)):
            work, given = Work(WRONG.shape, WRONG.perm, BITS[kind]), dict(zip(keys, cut, strict=True))
            yield partial(mli.part, symbol, work, kind, str(cut), **given)
            yield partial(mli.part, symbol, work, kind, f"{cut}, the output is the input", out_at=IN_TENSOR, **given)
        for status, why, changed in (*WRONG_TENSOR, *wrong, *(WRONG_STRIDES if mli.strides else ())):
            given = dict(zip(keys, cuts[0] if keys is names[1] else ((1, 2), 2, 4), strict=True))
            yield partial(fails, partial(mli.part, symbol, WRONG, FX_16, why, **{**given, **changed}), status)


def mli_calls(inventory: Inventory, functions: Container[str], pointer: int) -> Iterator[Make]:
    """Yields calls of the MLI layer. The program may lack their functions."""
    mli = Mli(pointer, "permkern_mli_create_subtensor" in functions)
    yield from _permutes(inventory, mli)
    yield from _parts(mli)
    count, size = "permkern_mli_count_elem_num", "permkern_mli_tensor_element_size"
    for shape, rank, dim, elements in COUNTS:
        yield partial(mli.count, count, shape, rank, FX_8, elements, dim)
    for kind, bits in BITS.items():
        yield partial(mli.count, size, (4,), 1, kind, bits // 8 if kind <= FX_16 or mli.strides else 0)
