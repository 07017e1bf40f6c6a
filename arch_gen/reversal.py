# SPDX-License-Identifier: BSD-3-Clause
"""How vectors change the order of what lies side by side: what was last comes first.

What is moved as a whole is a unit: an element, or a pixel of three. Units that fill a register are put in order by
shuffles, which records spell. Of those that do not, such as pixels of three bytes, a register takes as many as it
holds, at its end, and stores them at its beginning; the next store overwrites what is behind them. Where there are
permutes of two registers, three registers are full of pixels of three elements, and go together.
"""

from dataclasses import dataclass

LANE = 16  # bytes
ELEMENTS = (1, 2, 4, 8)  # bytes of units that fill registers
PIXELS = (3, 6, 12, 24)  # and of three elements


def places(span: int, unit: int) -> tuple[int, ...]:
    """Returns, for each byte of a span, the byte of it that goes there. Behind the last whole unit, that is any."""
    used = span // unit * unit
    reversed_units = ((span - unit - k // unit * unit) + k % unit for k in range(used))
    return (*reversed_units, *(0 for _ in range(used, span)))


@dataclass(frozen=True)
class Masked:
    """Moves of the bytes that a mask {m} names, from and to {p}.

    What the mask leaves out of a load comes from the register ``behind``. It is the byte at ``in``, repeated: tools
    that follow undefined values do not know to where a permute moves them, and where zeros were, they would take
    elements for independent of the input.
    """

    behind: str
    load_format: str
    store_format: str

    def load(self, place: str, mask: str) -> str:
        return self.load_format.format(p=place, m=mask)

    def store(self, place: str, mask: str, v: str) -> str:
        return self.store_format.format(p=place, m=mask, v=v)


@dataclass(frozen=True)
class Registers:
    """The registers that units go through. In formats, {p} is an address, {v} a register, {m} a mask of bytes."""

    type: str
    bytes: int
    load_format: str
    store_format: str
    masked: Masked | None = None


@dataclass(frozen=True)
class Pair:
    """Permutes of two registers {v} and {w} by indices {i}, and a select of {w} where a mask {m} is set."""

    permute_format: str
    select_format: str

    def permute(self, v: str, index: str, w: str) -> str:
        return self.permute_format.format(v=v, i=index, w=w)

    def select(self, v: str, w: str, mask: int) -> str:
        return self.select_format.format(v=v, w=w, m=f"{mask:#x}")


@dataclass(frozen=True)
class Picked:
    """One of three registers of an output: what a permute takes of the input's register ``own`` and of others."""

    own: int
    others: tuple[int, ...]  # one or two: of two, some places of the second are selected first
    mask: int  # those places
    index: tuple[int, ...]  # entries of `own`, then of the others


def _picked(places: list[tuple[int, int]], number: int) -> Picked:
    """Returns how one register comes from three. places: register and place of each entry."""
    own = 2 - number
    others = tuple(register for register in (0, 1, 2) if register != own and register in {r for r, _ in places})
    of_second = {place for register, place in places if register == others[-1]} if len(others) == 2 else set()
    assert not of_second & {place for register, place in places if len(others) == 2 and register == others[0]}
    index = tuple(place + (0 if register == own else len(places)) for register, place in places)
    return Picked(own, others, sum(1 << place for place in of_second), index)


@dataclass(frozen=True)
class Reversal:
    """Changes the order of units of so many bytes."""

    unit: int
    registers: Registers
    steps: tuple[str, ...]  # of a register {v}, one after the other; `order` is a register of indices
    entry: int = 0  # bytes of an index; 0: the steps have none
    span: int = 0  # bytes within which an index names a place
    pair: Pair | None = None  # for pixels that three registers are full of

    @property
    def used(self) -> int:
        """Bytes of a register that whole units fill."""
        return self.registers.bytes // self.unit * self.unit

    @property
    def fills(self) -> bool:
        return self.used == self.registers.bytes

    @property
    def may_end(self) -> bool:
        """
        Whether nothing may be left behind registers: not where each moves fewer bytes than it holds, which leaves some.
        """
        return self.fills or self.pair is not None

    @property
    def order(self) -> tuple[int, ...]:
        """Entries of the index."""
        row = places(self.span, self.unit)[:: self.entry]
        return tuple(place // self.entry for place in row) * (self.registers.bytes // self.span)

    @property
    def three(self) -> tuple[Picked, ...]:
        """Returns what each of three registers takes."""
        across = self.registers.bytes // self.entry
        from_ = [place // self.entry for place in places(3 * self.registers.bytes, self.unit)[:: self.entry]]
        parts = (from_[k * across : (k + 1) * across] for k in range(3))
        return tuple(_picked([divmod(place, across) for place in part], k) for k, part in enumerate(parts))

    def stages(self) -> tuple[tuple[str, str], ...]:
        """Returns the names of registers and what is in them, step by step, from v0 on."""
        return tuple((f"v{k + 1}", step.format(v=f"v{k}")) for k, step in enumerate(self.steps))


def of_lanes(units: tuple[int, ...], registers: Registers, permute: str) -> tuple[Reversal, ...]:
    """Returns reversals by one permute of the bytes of a lane, which registers have but one of."""
    return tuple(Reversal(unit, registers, (permute,), 1, LANE) for unit in units)
