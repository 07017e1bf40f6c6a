# SPDX-License-Identifier: BSD-3-Clause
"""The C of tiles and of groups of channels: loads, lane networks, stores, line by line.

Tiles take a pointer for each row and each column, groups one for each plane, so that every address folds into what
the loop around them keeps: a register that steps, a stride, a constant.
"""

from dataclasses import dataclass
from itertools import pairwise

from .cfragments import block, plus
from .isa import PIXELS, Isa, Merge, Pack, Spread, Tile, byte_network, channel_lanes, half_network

HALVES = ("low", "high")


def _at(pointer: str, offset: int) -> str:
    return pointer + plus(str(offset) if offset else "")


def _store_word(pointer: str, offset: int, word: str) -> str:
    return f"permkern_store32({_at(pointer, offset)}, {word});"


def _load_word(word: str, pointer: str, offset: int) -> str:
    return f"uint32_t {word} = permkern_load32({_at(pointer, offset)});"


# ---- tiles ----


def tile_elements(bits: int, tile: Tile) -> list[str]:
    """Element by element, row by row: each is loaded and stored."""
    size = bits // 8
    return [
        f"permkern_store{bits}({_at(f'out{col}', row * size)}, permkern_load{bits}({_at(f'in{row}', col * size)}));"
        for row in range(tile.rows)
        for col in range(tile.cols)
    ]


def tile_contract(bits: int, tile: Tile) -> list[str]:
    """ACSL for Frama-C's WP, of tiles of bytes: its memory has one type. Rows and columns lie a stride apart."""
    if bits != 8:
        return []
    lines = []
    for side, count, length, valid in (
        ("in", tile.rows, tile.cols, "valid_read"),
        ("out", tile.cols, tile.rows, "valid"),
    ):
        stride = f"({side}1 - {side}0)"
        places = [f"{side}{k} == {side}0 + {f'{k} * ' if k > 1 else ''}{stride}" for k in range(1, count)]
        lines.append(f"requires {length} <= {side}1 - {side}0;")
        lines.append(f"requires {' && '.join(places)};")
        lines.append(f"requires \\{valid}({side}0 + (0 .. {count - 1} * {stride} + {length - 1}));")
    lines.append(
        f"requires \\separated(in0 + (0 .. {tile.rows - 1} * (in1 - in0) + {tile.cols - 1}), "
        f"out0 + (0 .. {tile.cols - 1} * (out1 - out0) + {tile.rows - 1}));"
    )
    lines.append(f"assigns {', '.join(f'out{col}[0 .. {tile.rows - 1}]' for col in range(tile.cols))};")
    return lines + [
        f"ensures row{row}_col{col}: out{col}[{row}] == \\old(in{row}[{col}]);"
        for col in range(tile.cols)
        for row in range(tile.rows)
    ]


def _swaps(bits: int, isa: Isa, words: list[str]) -> list[str]:
    return [f"permkern_swap{swap.lane_bits}(&{words[swap.a]}, &{words[swap.b]});" for swap in isa.swaps(bits)]


def tile_words(bits: int, tile: Tile, isa: Isa, stores: str = "") -> list[str]:
    """Word column by word column, so that few words live at once: a load for each row, the lane network, stores.

    ``stores`` of two words side by side: one by one, or a pair ("store"), or a pair that steps its pointer ("push").
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
    """Two words side by side are one access, on the side or sides where the tile has two."""
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
    """Tiles along one side: ``down`` the rows, four columns wide, or across the columns, four rows high.

    The side that is wide is four places that step; the other is one place and a stride. A tile is moved by ``parts``,
    each of so many columns that their words are side by side nowhere but in a pair.
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
        """Whether a call reaches the fourth place of the far side."""
        return self.down or self.part.cols == 4

    def _calls(self, offset: int, *, hidden: bool) -> list[str]:
        """One tile, ``offset`` bytes along the near side."""
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
        """Across, a part a round keeps one place fewer."""
        step = self.part.cols * self.bits // 8
        call = f"{self.function}({', '.join([*self.near, 'at', f'at + {self.stride}'])});"
        steps = [f"far += {self.part.cols} * {self.stride};", *(f"{name} += {step};" for name in self.near)]
        head = f"for (tiles *= {self.tile.cols // self.part.cols}; tiles != 0; tiles--)"
        return block(head, [*hide, "uint8_t *const at = (uint8_t *)far;", call, *steps])

    def _round(self) -> list[str]:
        """A tile, then all places step."""
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
            count = 4 if self.tile.lanes > 1 else 2  # a word tile is short: its loop would be a tenth of it
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
        # The parts' columns step once for all of them.
        steps = [] if self.pairs else [f"{name} += {step};" for name in self.near]
        one = block("for (; tiles != 0; tiles--)", [*hide, *self._calls(0, hidden=True), *steps])
        if self.pairs:
            return [*self._places(), *one]
        second = [line.split("*", 1)[1] if line.endswith(")far;") else line for line in self._calls(step, hidden=False)]
        both = [*self._calls(0, hidden=False), *second, *(f"{name} += {2 * step};" for name in self.near)]
        two = block("for (; tiles >= 2; tiles -= 2)", both)
        return [*self._places(), "#if !PERMKERN_STEPPING", *two, "#endif", *one]


def strips(bits: int, isa: Isa) -> list[Strip]:
    """Parts of a tile have the columns of one word."""
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
    """Words of whole pixels, ``channels`` of them at a time."""
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
    """Three channels of bytes: the three words of the pixels are one access, and their place steps."""
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
    """Statements, then the word of each result."""
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
