# SPDX-License-Identifier: BSD-3-Clause
"""Writes the C statements of tiles, strips and groups of channels: loads, lane networks and stores.

Tiles take a pointer for each row and column, groups one for each plane, so that a compiler can express every address
by what the surrounding loop has in registers: a pointer that advances, a stride, and a constant.
"""

from dataclasses import dataclass
from itertools import pairwise

from permkern.cfragments import block, plus
from permkern.isa import PIXELS, Isa, Merge, Pack, Spread, Tile, byte_network, channel_lanes, half_network

HALVES = ("low", "high")


def _at(pointer: str, offset: int) -> str:
    return pointer + plus(str(offset) if offset else "")


def _store_word(pointer: str, offset: int, word: str) -> str:
    return f"permkern_store32({_at(pointer, offset)}, {word});"


def _load_word(word: str, pointer: str, offset: int) -> str:
    return f"uint32_t {word} = permkern_load32({_at(pointer, offset)});"


# ---- tiles ----


def tile_elements(bits: int, tile: Tile) -> list[str]:
    """Returns statements that load and store each element, row by row."""
    size = bits // 8
    return [
        f"permkern_store{bits}({_at(f'out{col}', row * size)}, permkern_load{bits}({_at(f'in{row}', col * size)}));"
        for row in range(tile.rows)
        for col in range(tile.cols)
    ]


def _swaps(bits: int, isa: Isa, words: list[str]) -> list[str]:
    return [f"permkern_swap{swap.lane_bits}(&{words[swap.a]}, &{words[swap.b]});" for swap in isa.swaps(bits)]


def tile_words(bits: int, tile: Tile, isa: Isa, stores: str = "") -> list[str]:
    """Returns statements that transpose a tile by words: loads, the lane network and stores.

    Each column of words is finished before the next, so that few words are live at once. ``stores`` says how two
    neighbouring words are stored: one by one (""), as a pair ("store"), or as a pair that advances its pointer
    ("push").
    """
    word_bytes = isa.word_bits // 8
    lines = []
    for column in range(tile.cols // tile.lanes):
        words = [f"w{row}{column}" for row in range(tile.rows)]
        blocks = [words[block : block + tile.lanes] for block in range(0, tile.rows, tile.lanes)]
        lines += [_load_word(word, f"in{row}", column * word_bytes) for row, word in enumerate(words)]
        for quad in blocks:
            lines += _swaps(bits, isa, quad)
        for lane in range(tile.lanes):
            out = f"out{column * tile.lanes + lane}"
            lines += _stores(out, [quad[lane] for quad in blocks], stores)
    return lines


def _stores(out: str, words: list[str], how: str) -> list[str]:
    if how and len(words) == 2:
        return [f"permkern_{how}_pair({out}, {', '.join(words)});"]
    return [_store_word(out, 4 * place, word) for place, word in enumerate(words)]


def tile_pairs(bits: int, tile: Tile, isa: Isa) -> list[str]:
    """Returns statements for a tile in which two neighbouring words are one load, one store, or both."""
    if tile.cols == tile.lanes:
        return tile_words(bits, tile, isa, "store")
    lines = []
    blocks = range(0, tile.rows, tile.lanes)
    for first in blocks:
        rows = range(first, first + tile.lanes)
        lines += [f"permkern_pair row{row} = permkern_load_pair(in{row});" for row in rows]
        for half in HALVES:
            lines += _swaps(bits, isa, [f"row{row}.{half}" for row in rows])
    for column, half in enumerate(HALVES):
        for lane in range(tile.lanes):
            words = [f"row{first + lane}.{half}" for first in blocks]
            lines += _stores(f"out{column * tile.lanes + lane}", words, "store")
    return lines


# ---- strips: four rows of tiles, or four columns ----


@dataclass(frozen=True)
class Strip:
    """A line of tiles: four columns wide and ``down`` the rows, or four rows high and across the columns.

    The near side has four pointers that advance from tile to tile; the far side is one address and a stride. A tile is
    moved as several parts if it has several columns of words.
    """

    bits: int
    tile: Tile
    part: Tile
    down: bool
    pairs: bool

    @property
    def name(self) -> str:
        return f"permkern_x{self.bits}_{'down' if self.down else 'across'}{'_pairs' if self.pairs else ''}"

    @property
    def function(self) -> str:
        how = ("push" if self.down else "pairs") if self.pairs else "tile"
        return f"permkern_x{self.bits}_{how}{self.part}"

    @property
    def near(self) -> list[str]:
        return [f"{'out' if self.down else 'in'}{number}" for number in range(4)]

    @property
    def stride(self) -> str:
        return "in_stride" if self.down else "out_stride"

    def _places(self) -> list[str]:
        near, kind = ("out", "uint8_t *") if self.down else ("in", "const uint8_t *")
        names = self.near
        places = [f"{kind}{names[0]} = {near};"]
        places += [f"{kind}{name} = {before} + {near}_stride;" for before, name in pairwise(names)]
        far = f"uintptr_t far = (uintptr_t){'in' if self.down else 'out'};"
        return [*places, far, *([f"size_t third = 3 * {self.stride};"] if self._third else [])]

    @property
    def _third(self) -> bool:
        """Whether a call uses the fourth row or column of the far side."""
        return self.down or self.part.cols == 4

    def _calls(self, offset: int, *, hidden: bool) -> list[str]:
        """Returns calls for one tile, ``offset`` bytes along the near side. ``hidden`` keeps few addresses live."""
        size = self.bits // 8
        lines = []
        pointer = "const uint8_t *" if self.down else "uint8_t *"
        lines.append(f"{pointer}at = ({pointer})far;")
        for column in range(0, self.tile.cols, self.part.cols):
            if self.down:
                if column:
                    step = column * size
                    lines.append(f"at = ({pointer})permkern_hide(far + {step});" if hidden else f"at += {step};")
                ins = ["at", f"at + {self.stride}", f"at + 2 * {self.stride}", "at + third"]
                outs = [_at(name, offset) for name in self.near[column : column + self.part.cols]]
                outs = [f"&{name}" for name in outs] if self.pairs else outs
            else:
                if column:
                    skip = f"far + {column} * {self.stride}"
                    lines.append(f"at = ({pointer})permkern_hide({skip});" if hidden else f"at = ({pointer})({skip});")
                ins = [_at(name, offset + column * size) for name in self.near]
                outs = ["at", f"at + {self.stride}"]
                if self.part.cols == 4:
                    outs += [f"at + 2 * {self.stride}", "at + third"]
            lines.append(f"{self.function}({', '.join(ins + outs)});")
        lines.append(f"far += 4 * {self.stride};")
        return lines

    def _part_by_part(self, hide: list[str]) -> list[str]:
        """Returns a loop over parts of tiles, which needs one register less than a loop over tiles."""
        step = self.part.cols * self.bits // 8
        call = f"{self.function}({', '.join([*self.near, 'at', f'at + {self.stride}'])});"
        steps = [f"far += {self.part.cols} * {self.stride};", *(f"{name} += {step};" for name in self.near)]
        head = f"for (tiles *= {self.tile.cols // self.part.cols}; tiles != 0; tiles--)"
        return block(head, [*hide, "uint8_t *const at = (uint8_t *)far;", call, *steps])

    def _round(self) -> list[str]:
        """Returns calls for one tile, after which all pointers advance."""
        step = 4 * self.bits // 8
        calls = self._calls(0, hidden=False)
        calls[-1] = f"far = permkern_stride(far + 4 * {self.stride});"
        following = "permkern_next_out" if self.down else "permkern_next_in"
        return [*calls, *(f"{name} = {following}({name}, {step});" for name in self.near)]

    def lines(self) -> list[str]:
        step = 4 * self.bits // 8
        if self.part == self.tile:
            hide = [f"{name} = permkern_stride({name});" for name in (self.stride, "third")]
            first = self._round()
            again = [line.split("*", 1)[1] if line.endswith(")far;") else line for line in first]
            count = 4 if self.tile.lanes > 1 else 2  # the loop would be a tenth of a word tile's instructions
            rounds = block(
                f"for (size_t rounds = tiles / {count}; rounds != 0; rounds--)", [*hide, *first, *again * (count - 1)]
            )
            if count > 2:
                rest = block(f"for (size_t rest = tiles % {count}; rest != 0; rest--)", [*hide, *first])
            else:
                last = [line for line in self._calls(0, hidden=False) if not line.startswith("far")]
                rest = block("if (tiles % 2 != 0)", last)
            return [*self._places(), *rounds, *rest]
        hide = [f"{name} = permkern_hide({name});" for name in (self.stride, "third") if name != "third" or self._third]
        if not self.down:
            return [*self._places(), *self._part_by_part(hide)]
        # The column pointers advance once for all parts of a tile.
        steps = [] if self.pairs else [f"{name} += {step};" for name in self.near]
        one = block("for (; tiles != 0; tiles--)", [*hide, *self._calls(0, hidden=True), *steps])
        if self.pairs:
            return [*self._places(), *one]
        second = [line.split("*", 1)[1] if line.endswith(")far;") else line for line in self._calls(step, hidden=False)]
        both = [*self._calls(0, hidden=False), *second, *(f"{name} += {2 * step};" for name in self.near)]
        two = block("for (; tiles >= 2; tiles -= 2)", both)
        return [*self._places(), "#if !PERMKERN_STEPPING", *two, "#endif", *one]


def strips(bits: int, isa: Isa) -> list[Strip]:
    """Returns the strips of a width. A part of a tile has as many columns as a word has lanes."""
    tile = isa.tile(bits)
    part = Tile(tile.rows, tile.lanes if tile.lanes > 1 else tile.cols, tile.lanes)
    both = [Strip(bits, tile, part, down, pairs=False) for down in (True, False)]
    paired = tile.lanes > 1 and tile.rows == 2 * tile.lanes
    return both + ([Strip(bits, tile, part, down, pairs=True) for down in (True, False)] if paired else [])


# ---- channels ----


def group_elements(bits: int, channels: int, *, apart: bool) -> list[str]:
    size = bits // 8
    lines = []
    for pixel in range(PIXELS):
        for channel in range(channels):
            mixed = _at("in" if apart else "out", (pixel * channels + channel) * size)
            plane = _at(f"{'out' if apart else 'in'}{channel}", pixel * size)
            source, target = (mixed, plane) if apart else (plane, mixed)
            lines.append(f"permkern_store{bits}({target}, permkern_load{bits}({source}));")
    return lines


def group_words(bits: int, channels: int, isa: Isa, *, apart: bool) -> list[str]:
    """Returns statements for a group of pixels by words, ``channels`` words at a time, which hold whole pixels."""
    word_bytes = isa.word_bits // 8
    lanes = isa.word_bits // bits
    const = "const " if channels > 2 else ""
    lines = []
    for part in range(PIXELS // lanes):
        names = [f"w{part}{word}" for word in range(channels)]
        mixed = [((part * channels + word) * word_bytes) for word in range(channels)]
        places = [("in", at) for at in mixed] if apart else [(f"in{k}", part * word_bytes) for k in range(channels)]
        lines += [const + _load_word(name, *place) for name, place in zip(names, places, strict=True)]
        before, results = _network(bits, channels, names, lanes, apart)
        lines += before
        places = [(f"out{k}", part * word_bytes) for k in range(channels)] if apart else [("out", at) for at in mixed]
        lines += [_store_word(*place, result) for place, result in zip(places, results, strict=True)]
    return lines


def group_threes(bits: int, isa: Isa, *, apart: bool) -> list[str]:
    """Returns statements for a group of 3 bytes a pixel, whose three words are one access that advances the pointer."""
    names = [f"w{word}" for word in range(3)]
    lanes = isa.word_bits // bits
    before, results = _network(bits, 3, names, lanes, apart)
    if apart:
        pull = [
            *(f"uint32_t {name};" for name in names),
            f"permkern_pull_three(in, {', '.join(f'&{n}' for n in names)});",
        ]
        return [*pull, *before, *(_store_word(f"out{k}", 0, result) for k, result in enumerate(results))]
    loads = ["const " + _load_word(name, f"in{k}", 0) for k, name in enumerate(names)]
    return [*loads, *before, f"permkern_push_three(out, {', '.join(results)});"]


def _network(bits: int, channels: int, names: list[str], lanes: int, apart: bool) -> tuple[list[str], list[str]]:
    """Returns the statements of a lane network, and the expression of each word of the result."""
    if channels == 2:
        stages = [16, 8] if bits == 8 else [16]
        order = stages if apart else stages[::-1]
        return [f"permkern_swap{stage}(&{names[0]}, &{names[1]});" for stage in order], names
    words = channel_lanes(channels, lanes, apart=apart)
    if bits == 16:
        return [], [_pack_text(pack, names) for pack in half_network(words)]
    merges = byte_network(words)
    spreads = sorted(
        {spread for merge in merges for spread in _spreads(merge)}, key=lambda spread: _spread_name(spread)
    )
    lines = [
        f"const uint32_t {_spread_name(spread)} = permkern_{'odd' if spread.odd else 'even'}"
        f"{'_turned' if spread.turned else ''}({names[spread.word]});"
        for spread in spreads
    ]
    results = [
        f"permkern_merge{'_turned' if merge.turned else ''}("
        f"{_pack_text(merge.even, names)}, {_pack_text(merge.odd, names)})"
        for merge in merges
    ]
    return lines, results


def _spread_name(spread: Spread) -> str:
    return f"{'odd' if spread.odd else 'even'}{spread.word}"


def _spreads(merge: Merge) -> list[Spread]:
    sides = (merge.even.a, merge.even.b, merge.odd.a, merge.odd.b)
    return [side for side in sides if isinstance(side, Spread)]


def _pack_text(pack: Pack, names: list[str]) -> str:
    a, b = (_spread_name(side) if isinstance(side, Spread) else names[side] for side in (pack.a, pack.b))
    return f"permkern_{HALVES[pack.a_half]}_{HALVES[pack.b_half]}({a}, {b})"
