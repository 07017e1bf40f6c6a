# SPDX-License-Identifier: BSD-3-Clause
"""Describes what a record of a host's vector instruction set holds, and the network of zips that transposes a tile.

The records are in a module for each architecture, which has the name of its folder in src/arch/.

A register is one or more 16-byte lanes. A tile of ``rows`` x ``cols`` elements is loaded as pieces of ``cols``
elements, one piece to a lane: register i holds rows i, i + n, i + 2n ... of n = rows / lanes. Zipping register i with
register i + n / 2 moves the highest bit of a row's number to the lowest place of an element's position, so log2(n)
stages bring all n rows of a column next to each other, in order: each result is stored whole, or, where n rows are less
than a lane, in pieces of one column each. The shuffle is the perfect shuffle of H. S. Stone, IEEE Trans. Computers
C-20 (1971).
"""

from dataclasses import dataclass

LANE = 16  # bytes


@dataclass(frozen=True)
class Channels:
    """How three registers of pixels become three registers of channels, and back: by selects, then one permute each.

    In the three registers together, every third element is of channel c. The number of elements in a register is not a
    multiple of three, so channel c is in different places in each register. Selecting these places from the three
    registers therefore gives all elements of channel c in one register, where they only have to be put in order within
    ``span`` bytes. In formats, {v} and {w} are registers, {m} is a select's mask, {i} are indices.
    """

    span: int  # bytes within which the permute works: a lane, or the whole register
    select: str  # bytes of {w} where the mask is set, of {v} elsewhere
    permute: str  # bytes of {v} by the indices {i}
    loads: tuple[str, ...]  # of pixels, span by span, from {p}
    stores: tuple[str, ...]  # of pixels, span by span, to {p}
    bit_masks: bool = False  # whether masks are integers with a bit for each byte, instead of vectors


@dataclass(frozen=True)
class VectorIsa:
    """The intrinsics of an instruction set. In formats, {p} is an address, {v} and {w} are registers."""

    name: str  # also the suffix of kernels' names
    title: str
    header: str  # of the intrinsics
    target: str  # attribute of every function; empty if the compiler's options enable the set anyway
    lanes: int
    register: str  # its type
    narrower: str  # the set that moves what is too narrow for this one; empty if there is none
    zips: tuple[tuple[int, tuple[str, str]], ...]  # the intrinsics for low and high halves, by element bits
    loads: tuple[
        tuple[int, tuple[str, ...]], ...
    ]  # of a piece into the first lane, then into each further lane, by bytes
    stores: tuple[tuple[int, tuple[str, ...]], ...]  # of each piece of a register, by the bytes of a piece
    load: str  # of a whole register
    stream: str = ""  # non-temporal store of a whole register; empty if there is none
    fence: str = ""  # makes non-temporal stores visible in order
    tiles: bool = True  # whether it has tile kernels of its own
    small: str = ""  # the macro of templates/small.j2 for tensors of a few bytes; empty if there is none
    small_bytes: int = 0  # the largest size of such a tensor
    small_permute: tuple[str, ...] = ()  # for "buffered": statements that permute the bytes of `buffer` by `index`
    channels: Channels | None = None  # how three channels are deinterleaved and interleaved
    structured: bool = False  # whether loads and stores of three registers do so instead

    @property
    def bytes(self) -> int:
        return self.lanes * LANE

    def shapes(self, bits: int) -> tuple[tuple[int, int], ...]:
        """Returns the tiles (rows, cols), largest first. A register of several lanes holds a row in each lane."""
        if not self.tiles:
            return ()
        most = LANE * 8 // bits
        powers = [most >> k for k in range(most.bit_length() - 1)]
        rows = [most * self.lanes] if self.lanes > 1 else powers
        return tuple((r, c) for r in rows for c in powers)


@dataclass(frozen=True)
class Load:
    register: str
    rows: tuple[int, ...]  # by lane


@dataclass(frozen=True)
class Zip:
    register: str
    low: bool
    a: str
    b: str


@dataclass(frozen=True)
class Store:
    register: str
    col: int
    piece: int


@dataclass(frozen=True)
class Network:
    loads: tuple[Load, ...]
    stages: tuple[tuple[Zip, ...], ...]
    stores: tuple[Store, ...]


def network(bits: int, rows: int, cols: int, lanes: int) -> Network:
    """Returns a tile's loads, zips and stores, without registers that would hold no column of the tile."""
    across = LANE * 8 // bits  # elements of a lane
    count = rows // lanes  # rows for each lane, which is also the number of registers
    registers = [f"v{i}" for i in range(count)]
    # The (row, column) of each element in the first lane of each register; None for elements that are not used.
    held = [[(i, c) if c < cols else None for c in range(across)] for i in range(count)]
    loads = tuple(Load(registers[i], tuple(i + lane * count for lane in range(lanes))) for i in range(count))
    stages: list[tuple[Zip, ...]] = []
    present = [True] * count
    names = registers
    for stage in range(count.bit_length() - 1):
        letter = "abcdef"[stage]
        zips: list[Zip] = []
        after: list[list[tuple[int, int] | None]] = []
        for i in range(count // 2):
            first, second = held[i], held[i + count // 2]
            for half in (0, 1):
                part = slice(half * across // 2, (half + 1) * across // 2)
                after.append([place for pair in zip(first[part], second[part], strict=True) for place in pair])
        kept = [any(place is not None for place in places) for places in after]
        made = [f"{letter}{i}" for i in range(count)]
        for i, wanted in enumerate(kept):
            if wanted:
                zips.append(Zip(made[i], i % 2 == 0, names[i // 2], names[i // 2 + count // 2]))
        stages.append(tuple(zips))
        names, held, present = made, after, kept
    stores = []
    for i in range(count):
        for piece in range(across // count):
            place = held[i][piece * count]
            if present[i] and place is not None:
                column = held[i][piece * count : (piece + 1) * count]
                assert column == [(row, place[1]) for row in range(count)]
                stores.append(Store(names[i], place[1], piece))
    return Network(loads, tuple(stages), tuple(sorted(stores, key=lambda store: store.col)))


def channel_masks(span: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Returns the masks m = 0, 1, 2: byte q is 1 where the number of its element is m modulo 3."""
    return tuple(tuple(int(q // size % 3 == m) for q in range(span)) for m in range(3))


def channel_order(span: int, size: int, channel: int) -> tuple[int, ...]:
    """Returns, for each byte of a channel in pixel order, the byte of the select's result that it comes from."""
    return tuple((3 * (q // size) + channel) * size % span + q % size for q in range(span))
