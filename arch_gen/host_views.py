# SPDX-License-Identifier: BSD-3-Clause
"""Prepares what templates/vector*.j2 need to know of a set, and which headers it has."""

from dataclasses import dataclass

from permkern.permutation import WIDTHS
from permkern.ways import WAYS

from arch_gen.hosts import VectorIsa
from arch_gen.reversal import Reversal
from arch_gen.reverse_views import ReverseView


def _include_guard(isa: VectorIsa, part: str) -> str:
    return f"PERMKERN_{isa.name}_{part}_H".upper()


@dataclass(frozen=True)
class Select:
    """Which register every byte comes from: ``first``, but where a mask is set the register beside that mask."""

    first: int
    others: tuple[tuple[int, int], ...]  # (register, mask), in the order in which they are applied


@dataclass(frozen=True)
class Order:
    """A row of a table of indices: where a permute takes each byte of a span of a channel from."""

    channel: int
    row: tuple[int, ...]


@dataclass(frozen=True)
class Orders:
    """The permutes of three channels; a channel that needs none has no row."""

    rows: tuple[Order, ...]

    @property
    def channels(self) -> tuple[int, ...]:
        return tuple(order.channel for order in self.rows)


@dataclass(frozen=True)
class Three:
    """Channels of a width, ``block`` pixels at a time, where loads and stores of several registers split them."""

    bits: int
    block: int
    counts: tuple[int, ...]  # of channels: there is code for each
    least: int  # pixels that a plane of channels has at least

    @property
    def size(self) -> int:
        return self.bits // 8

    @property
    def shift(self) -> int:
        return self.size.bit_length() - 1

    @property
    def scale(self) -> str:
        return "" if self.bits == 8 else f" * {self.size}"

    @property
    def may_lack(self) -> bool:
        """Whether there may be fewer pixels than a block."""
        return self.least < self.block

    def pixel(self, channels: int) -> int:
        """Bytes of a pixel."""
        return channels * self.size


@dataclass(frozen=True)
class PermutedThree(Three):
    """The same by selects and permutes, for which ``arch_gen.hosts.Channels`` has the idea."""

    span: int
    copies: int  # spans of a register
    masks: tuple[tuple[int, ...], ...]  # a 0 or 1 for each byte of a span; those that set no byte are left out
    splits: tuple[Select, ...]  # of pixels, by channel
    joins: tuple[Select, ...]  # of channels, by register of pixels
    split_orders: Orders
    join_orders: Orders
    back_split_orders: Orders  # the last pixel first
    back_join_orders: Orders

    def piece(self, copy: int, back: bool) -> int:
        """Returns where among as many spans of pixels those are that a register's span of this number has."""
        return self.copies - 1 - copy if back else copy

    @property
    def bytes(self) -> int:
        return self.span * self.copies

    @property
    def byte_masks(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(-bit for bit in mask) for mask in self.masks)


@dataclass(frozen=True)
class ChannelsView:
    """A header with channels of a width."""

    isa: VectorIsa
    three: Three

    @property
    def part(self) -> str:
        return f"channels{self.three.bits}"

    # ---- of loads and stores of several registers: a register of a channel in the opposite order ----

    def to_bytes(self, v: str) -> str:
        return v if self.three.bits == 8 else f"vreinterpretq_u8_u{self.three.bits}({v})"

    def from_bytes(self, v: str) -> str:
        return v if self.three.bits == 8 else f"vreinterpretq_u{self.three.bits}_u8({v})"

    @property
    def _reversal(self) -> Reversal:
        return next(reversal for reversal in self.isa.reversals if reversal.unit == self.three.size)

    def turned(self, channel: int, value: str) -> tuple[tuple[str, str], ...]:
        """Returns the names of registers and what is in them, from the channel as it is on."""
        letters = "xyz"
        names = [f"{letter}{channel}" for letter in letters[: len(self._reversal.steps) + 1]]
        steps = [step.format(v=name) for name, step in zip(names, self._reversal.steps, strict=False)]
        return tuple(zip(names, (value, *steps), strict=True))

    def last(self, channel: int) -> str:
        return self.turned(channel, "")[-1][0]

    @property
    def guard(self) -> str:
        return _include_guard(self.isa, self.part)


@dataclass(frozen=True)
class VectorView:
    channels: tuple[ChannelsView, ...]
    reverse: ReverseView


def channel_mask(span: int, size: int, m: int) -> tuple[int, ...]:
    """Returns mask m of 0, 1, 2: a byte is 1 where the number of its element is m modulo 3."""
    return tuple(int(q // size % 3 == m) for q in range(span))


def channel_order(span: int, size: int, channel: int) -> tuple[int, ...]:
    """Returns, for each byte of a channel in pixel order, the byte of the select's result that it comes from."""
    return tuple((3 * (q // size) + channel) * size % span + q % size for q in range(span))


def _backwards(orders: list[tuple[int, ...]], size: int) -> list[tuple[int, ...]]:
    """Returns the orders with their elements in the opposite order."""
    return [tuple(row[len(row) - size - q // size * size + q % size] for q in range(len(row))) for row in orders]


def _select(taken: list[tuple[int, int]], masks: tuple[tuple[int, ...], ...]) -> Select:
    """Returns the select of what each register's mask sets, without registers of which nothing is taken."""
    (first, _), *others = [(register, mask) for register, mask in taken if any(masks[mask])]
    return Select(first, tuple(others))


def _orders(rows: list[tuple[int, ...]]) -> Orders:
    """Returns the rows without those that change nothing."""
    return Orders(tuple(Order(channel, row) for channel, row in enumerate(rows) if row != tuple(range(len(row)))))


def _permuted(isa: VectorIsa, bits: int, span: int) -> PermutedThree:
    size = bits // 8
    across = span // size
    masks = tuple(channel_mask(span, size, m) for m in range(3))
    orders = [channel_order(span, size, channel) for channel in range(3)]
    back_orders = _backwards(orders, size)
    return PermutedThree(
        bits=bits,
        block=isa.bytes // size,
        counts=(3,),
        least=WAYS[isa.name][bits].pixels,
        span=span,
        copies=isa.bytes // span,
        masks=tuple(mask for mask in masks if any(mask)),
        # Register r of pixels holds channel c in the places q with (r * across + q) % 3 == c.
        splits=tuple(_select([(r, (c - r * across) % 3) for r in range(3)], masks) for c in range(3)),
        joins=tuple(_select([(c, (c - r * across) % 3) for c in range(3)], masks) for r in range(3)),
        split_orders=_orders(orders),
        join_orders=_orders([tuple(order.index(q) for q in range(span)) for order in orders]),
        back_split_orders=_orders(back_orders),
        back_join_orders=_orders([tuple(order.index(q) for q in range(span)) for order in back_orders]),
    )


def _own_channels(isa: VectorIsa, bits: int) -> tuple[int, ...]:
    return WAYS[isa.name][bits].channels if isa.channels is not None or isa.structured else ()


def _three(isa: VectorIsa, bits: int) -> Three | None:
    if isa.channels is not None:
        return _permuted(isa, bits, isa.channels.span)
    if not isa.structured:
        return None
    return Three(bits, isa.bytes * 8 // bits, _own_channels(isa, bits), WAYS[isa.name][bits].pixels)


def vector_view(isa: VectorIsa) -> VectorView:
    return VectorView(
        channels=tuple(ChannelsView(isa, three) for bits in WIDTHS if (three := _three(isa, bits)) is not None),
        reverse=ReverseView(isa),
    )
