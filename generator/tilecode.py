# SPDX-License-Identifier: BSD-3-Clause
"""The C of tiles and of groups of channels: loads, lane networks, stores, line by line.

Tiles take a pointer for each row and each column, groups one for each plane, so that every address folds into what
the loop around them keeps: a register that steps, a stride, a constant.
"""

from .cfragments import plus
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
        for block in blocks:
            lines += _swaps(bits, isa, block)
        for lane in range(tile.lanes):
            out = f"out{column * tile.lanes + lane}"
            lines += _stores(out, [block[lane] for block in blocks], stores)
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
    for block in blocks:
        rows = range(block, block + tile.lanes)
        lines += [f"permkern_pair row{row} = permkern_load_pair(in{row});" for row in rows]
        for half in HALVES:
            lines += _swaps(bits, isa, [f"row{row}.{half}" for row in rows])
    for column, half in enumerate(HALVES):
        for lane in range(tile.lanes):
            words = [f"row{block + lane}.{half}" for block in blocks]
            lines += _stores(f"out{column * tile.lanes + lane}", words, "store")
    return lines


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
    lines = []
    for part in range(PIXELS // lanes):
        names = [f"w{part}{word}" for word in range(channels)]
        mixed = [((part * channels + word) * word_bytes) for word in range(channels)]
        if apart:
            lines += [_load_word(name, "in", at) for name, at in zip(names, mixed, strict=True)]
        else:
            lines += [_load_word(name, f"in{channel}", part * word_bytes) for channel, name in enumerate(names)]
        before, results = _network(bits, channels, names, lanes, apart)
        lines += before
        for word, result in enumerate(results):
            pointer, at = (f"out{word}", part * word_bytes) if apart else ("out", mixed[word])
            lines.append(_store_word(pointer, at, result))
    return [line.replace("uint32_t w", "const uint32_t w") for line in lines] if channels == 3 else lines


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
    spreads = sorted({spread for merge in merges for spread in _spreads(merge)}, key=lambda spread: _spread_name(spread))
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
