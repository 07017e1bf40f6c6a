# SPDX-License-Identifier: BSD-3-Clause
"""Prepares the statements of tiles, strips and channels of a width that templates/plane_*.h.j2 insert."""

from itertools import pairwise

from permkern.cfragments import laid_out, plus
from permkern.isa import CHANNELS, PIXELS, Isa, Tile
from permkern.ways import WORDS as WORDS_WAYS

from arch_gen.tilecode import (
    Strip,
    group_elements,
    group_threes,
    group_words,
    strips,
    tile_elements,
    tile_pairs,
    tile_words,
)
from arch_gen.ways_text import ways_record

WORDS = "PERMKERN_WORD_TILES"
STRIPS = "PERMKERN_STRIPS"


def _parameters(ins: list[str], outs: list[str], star: str = "*") -> str:
    return ", ".join([f"const uint8_t *{name}" for name in ins] + [f"uint8_t {star}{name}" for name in outs])


def _numbered(name: str, count: int) -> list[str]:
    return [f"{name}{number}" for number in range(count)]


def _piece(name: str, title: str, parameters: str, words: list[str], elements: list[str]) -> dict[str, object]:
    """Describes an inline function for a tile or group: by words on little-endian targets, else by elements."""
    piece: dict[str, object] = {
        "kind": "piece",
        "name": name,
        "title": title,
        "parameters": parameters,
        "when": "",
    }
    if words:
        return piece | {"condition": WORDS, "lines": words, "otherwise": elements}
    return piece | {"lines": elements, "otherwise": []}


def _tile_pieces(bits: int, isa: Isa) -> list[dict[str, object]]:
    tile = isa.tile(bits)
    lanes = f", as words of {tile.lanes} elements" if tile.lanes > 1 else ""
    parameters = _parameters(_numbered("in", tile.rows), _numbered("out", tile.cols))
    words = tile_words(bits, tile, isa) if lanes else []
    what = f"Moves a tile of {tile.rows} rows x {tile.cols} columns"
    pieces = [_piece(f"permkern_x{bits}_tile{tile}", f"{what}{lanes}.", parameters, words, tile_elements(bits, tile))]
    for pair in isa.pair_tiles(bits):
        parameters = _parameters(_numbered("in", pair.rows), _numbered("out", pair.cols))
        title = f"Moves a tile of {pair.rows} rows x {pair.cols} columns, two neighbouring words at once."
        piece = _piece(f"permkern_x{bits}_pairs{pair}", title, parameters, [], tile_pairs(bits, pair, isa))
        pieces.append(piece | {"when": "PERMKERN_PAIRS"})
    return pieces + _part_pieces(bits, isa)


def _part_pieces(bits: int, isa: Isa) -> list[dict[str, object]]:
    """Returns the parts of tiles that strips move one at a time, where they do not move whole tiles."""
    pieces: list[dict[str, object]] = []
    tile = isa.tile(bits)
    for strip in strips(bits, isa):
        part = strip.part
        if part == tile:
            continue
        push = strip.pairs and strip.down
        parameters = _parameters(_numbered("in", part.rows), _numbered("out", part.cols), "**" if push else "*")
        lines = tile_words(bits, part, isa, ("push" if push else "store") if strip.pairs else "")
        what = f"Moves part of a tile, {part.rows} rows x {part.cols} columns"
        how = ", stored in pairs of words" + (", after which the column pointers advance" if push else "")
        if strip.pairs:
            piece = _piece(strip.function, f"{what}{how}.", parameters, [], lines) | {"when": "PERMKERN_PAIRS"}
        else:
            piece = _piece(strip.function, f"{what}.", parameters, lines, tile_elements(bits, part))
        if piece["name"] not in [known["name"] for known in pieces]:
            pieces.append(piece)
    return pieces


def _strip(strip: Strip) -> dict[str, object]:
    title = "Moves `tiles` tiles of four columns" if strip.down else "Moves `tiles` tiles of four rows"
    many = STRIPS if strip.tile.lanes > 1 else ""
    return {
        "kind": "strip",
        "name": strip.name,
        "title": f"{title}{', stored in pairs of words' if strip.pairs else ''}.",
        "when": " && ".join(filter(None, ("PERMKERN_PAIRS" if strip.pairs else "", many))),
        "tile": strip.function,
        "code": laid_out(strip.lines()),
    }


def _stepping(bits: int, isa: Isa) -> tuple[Tile, list[str]]:
    """Returns the smallest tile of words and its code, for a loop that needs few registers."""
    lanes = isa.tile(bits).lanes
    tile = Tile(lanes, lanes, lanes)
    words = _numbered("w", lanes)
    lines = []
    for lane, word in enumerate(words):
        lines.append(f"uint32_t {word} = permkern_load32((const void *)at);")
        lines.append(f"at += {'in_stride' if lane < lanes - 1 else 'in_step'};")
    lines += [f"permkern_swap{swap.lane_bits}(&{words[swap.a]}, &{words[swap.b]});" for swap in isa.swaps(bits)]
    for lane, word in enumerate(words):
        lines.append(f"permkern_store32((void *)put, {word});")
        lines.append(f"put += {'out_stride' if lane < lanes - 1 else 'out_step'};")
    return tile, lines


def _round_calls(function: str, ins: list[str], outs: list[str], pixel: int, size: int) -> list[str]:
    """Returns calls for four groups, at constant offsets from the first one."""
    calls = []
    for group in range(4):
        steps = {name: group * PIXELS * (pixel if name in ("in", "out") else size) for name in ins + outs}
        places = (name + plus(str(step) if step else "") for name, step in steps.items())
        calls.append(f"{function}({', '.join(places)});")
    return calls


def _back(stride: str, places: int) -> str:
    """Returns the distance from a tile's last row or column to its first."""
    return stride if places == 2 else f"{places - 1} * {stride}"


def _group(bits: int, channels: int, isa: Isa, *, apart: bool) -> tuple[dict[str, object], list[dict[str, object]]]:
    """Returns the function that deinterleaves (``apart``) or interleaves a plane, and those for one group of pixels."""
    size = bits // 8
    planes = _numbered("out" if apart else "in", channels)
    ins, outs = (["in"], planes) if apart else (planes, ["out"])
    verb = "deinterleave" if apart else "interleave"
    name = f"permkern_x{bits}_{verb}{channels}"
    title = f"Moves {PIXELS} pixels of {channels} channels {'to planes' if apart else 'from planes'}"
    parameters = _parameters(ins, outs)
    elements = group_elements(bits, channels, apart=apart)
    pieces = [_piece(name, f"{title}.", parameters, [], elements)]
    call = f"({', '.join(ins + outs)});"
    by_words = isa.tile(bits).lanes > 1
    if by_words:
        words = group_words(bits, channels, isa, apart=apart)
        piece = _piece(f"{name}_words", f"{title}, by words.", parameters, words, [f"{name}{call}"])
        pieces.append(piece | {"condition": _group_words_when(channels)})
    threes = by_words and channels == 3 and bits == 8
    if threes:
        lines = group_threes(bits, isa, apart=apart)
        stepping = parameters.replace("*in,", "**in,").replace("uint8_t *out", "uint8_t **out") if not apart else ""
        parameters = parameters.replace("const uint8_t *in,", "const uint8_t **in,") if apart else stepping
        piece = _piece(f"{name}_threes", f"{title}, three words at once.", parameters, [], lines)
        pieces.append(piece | {"when": "PERMKERN_PAIRS"})
    near, far = ("out", "in") if apart else ("in", "out")
    kind = "uint8_t *" if apart else "const uint8_t *"
    pixel = channels * size
    single = []
    for channel, plane in enumerate(planes):
        mixed = far + plus(str(channel * size) if channel else "")
        source, target = (mixed, plane) if apart else (plane, mixed)
        single.append(f"permkern_store{bits}({target}, permkern_load{bits}({source}));")
    single += [f"{plane} += {size};" for plane in planes] + [f"{far} += {pixel};"]
    places = [f"{kind}{planes[0]} = {near};"] + [
        f"{kind}{plane} = {before} + {near}_stride;" for before, plane in pairwise(planes)
    ]
    # The first plane's pointer is the argument itself.
    stride = "out_stride" if apart else "in_stride"
    long, short = ("row", "col") if apart else ("col", "row")  # the axes of pixels and of channels
    flat = f"in, 0, out, {stride}" if apart else f"in, {stride}, out, 0"
    view: dict[str, object] = {
        "name": name,
        "title": f"{'Deinterleaves' if apart else 'Interleaves'} all pixels of {channels} channels.",
        "sizes": [f"const size_t {stride} = {short}->{stride};", f"const size_t pixels = {long}->extent;"],
        "when": f"{short}->extent == {channels} && {long}->{far}_stride == {pixel}",
        "places": places,
        "flat": flat,
        "threes_call": f"{name}_threes({', '.join(['&in', *outs] if apart else [*ins, '&out'])});" if threes else "",
        "threes_steps": [f"{plane} = permkern_next_{plane[:-1]}({plane}, {PIXELS * size});" for plane in planes],
        "word_call": f"{name}_words{call}" if by_words else "",
        "round_calls": _round_calls(f"{name}_words", ins, outs, pixel, size) if by_words and bits == 8 else [],
        "round_steps": [f"{plane} += {4 * PIXELS * size};" for plane in planes] + [f"{far} += {4 * PIXELS * pixel};"],
        "call": f"{name}{call}",
        "steps": [f"{plane} += {PIXELS * size};" for plane in planes] + [f"{far} += {PIXELS * pixel};"],
        "single": single,
    }
    return view, pieces


def _group_words_when(channels: int) -> str:
    return f"{WORDS} && PERMKERN_NETWORKS" if channels > 2 else WORDS


def plane_view(bits: int, isa: Isa) -> dict[str, object]:
    """Returns all functions that move planes of a width, including those that pinned kernels call."""
    tile = isa.tile(bits)
    size = bits // 8
    words = tile.lanes > 1
    made = [_group(bits, count, isa, apart=apart) for count in reversed(CHANNELS) for apart in (True, False)]
    made_of = strips(bits, isa)
    least, stepping = _stepping(bits, isa) if words else (tile, [])
    return {
        "bits": bits,
        "size": size,
        "scale": "" if size == 1 else f" * {size}",
        "fit": "permkern_words_fit(in, row->in_stride, out, col->out_stride)" if words else "true",
        "ways": ways_record(WORDS_WAYS[bits]),
        "tiles": _tile_pieces(bits, isa),
        "channels": [piece for _, group in made for piece in group],
        "strips": [_strip(strip) for strip in made_of],
        "paired": any(strip.pairs for strip in made_of),
        "groups": [view for view, _ in made],
        "lane_bytes": 4 * size,
        "stepping": stepping,
        "step_rows": least.rows,
        "step_cols": least.cols,
        "in_back": _back("in_stride", least.rows),
        "out_back": _back("out_stride", least.cols),
        "step_row_bytes": least.rows * size,
        "step_col_bytes": least.cols * size,
    }
