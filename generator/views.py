# SPDX-License-Identifier: BSD-3-Clause
"""What templates see of a plan: its decisions as C fragments, so that they only place them."""

import re
from itertools import pairwise

from .cfragments import comment, laid_out, letters, perm_text, plus
from .isa import CHANNELS, PIXELS, Isa, Tile
from .pinnedcode import guarded, move_code
from .plan import Body, Kernel, Move, Pinned, Plan
from .strategy import Strategy
from .tilecode import (
    Strip,
    group_elements,
    group_threes,
    group_words,
    strips,
    tile_contract,
    tile_elements,
    tile_pairs,
    tile_words,
)

# ---- tiles, channels, planes ----

WORDS = "PERMKERN_WORD_TILES"
STRIPS = "PERMKERN_STRIPS"


def _parameters(ins: list[str], outs: list[str], star: str = "*") -> str:
    return ", ".join([f"const uint8_t *{name}" for name in ins] + [f"uint8_t {star}{name}" for name in outs])


def _numbered(name: str, count: int) -> list[str]:
    return [f"{name}{number}" for number in range(count)]


def _piece(name: str, title: str, parameters: str, words: list[str], elements: list[str]) -> dict[str, object]:
    """An inline function of a tile or a group: by words where they number their lanes as memory does."""
    piece: dict[str, object] = {
        "kind": "piece",
        "name": name,
        "title": title,
        "parameters": parameters,
        "when": "",
        "contract": [],
    }
    if words:
        return piece | {"condition": WORDS, "lines": words, "otherwise": elements}
    return piece | {"lines": elements, "otherwise": []}


def _tile_pieces(bits: int, isa: Isa) -> list[dict[str, object]]:
    tile = isa.tile(bits)
    lanes = f", as words of {tile.lanes} elements" if tile.lanes > 1 else ""
    parameters = _parameters(_numbered("in", tile.rows), _numbered("out", tile.cols))
    words = tile_words(bits, tile, isa) if lanes else []
    what = f"One tile of {tile.rows} rows x {tile.cols} columns"
    pieces = [
        _piece(f"permkern_x{bits}_tile{tile}", f"{what}{lanes}.", parameters, words, tile_elements(bits, tile))
        | {"contract": tile_contract(bits, tile)},
    ]
    for pair in isa.pair_tiles(bits):
        parameters = _parameters(_numbered("in", pair.rows), _numbered("out", pair.cols))
        title = f"One tile of {pair.rows} rows x {pair.cols} columns: two words at once where they are neighbours."
        piece = _piece(f"permkern_x{bits}_pairs{pair}", title, parameters, [], tile_pairs(bits, pair, isa))
        pieces.append(piece | {"when": "PERMKERN_PAIRS"})
    return pieces + _part_pieces(bits, isa)


def _part_pieces(bits: int, isa: Isa) -> list[dict[str, object]]:
    """Parts of tiles that strips are made of, where these are no whole tiles."""
    pieces: list[dict[str, object]] = []
    tile = isa.tile(bits)
    for strip in strips(bits, isa):
        part = strip.part
        if part == tile:
            continue
        push = strip.pairs and strip.down
        parameters = _parameters(_numbered("in", part.rows), _numbered("out", part.cols), "**" if push else "*")
        lines = tile_words(bits, part, isa, ("push" if push else "store") if strip.pairs else "")
        what = f"Part of a tile, {part.rows} rows x {part.cols} columns"
        how = ", stored in pairs of words" + (" behind which the columns' places step" if push else "")
        if strip.pairs:
            piece = _piece(strip.function, f"{what}{how}.", parameters, [], lines) | {"when": "PERMKERN_PAIRS"}
        else:
            piece = _piece(strip.function, f"{what}.", parameters, lines, tile_elements(bits, part))
        if piece["name"] not in [known["name"] for known in pieces]:
            pieces.append(piece)
    return pieces


def _strip(strip: Strip) -> dict[str, object]:
    title = "Four columns of `tiles` tiles" if strip.down else "Four rows of `tiles` tiles"
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
    """The least tile, which a loop with few registers moves, and its code."""
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
    """Four groups, each at constants from the places of the first."""
    calls = []
    for group in range(4):
        steps = {name: group * PIXELS * (pixel if name in ("in", "out") else size) for name in ins + outs}
        places = (name + plus(str(step) if step else "") for name, step in steps.items())
        calls.append(f"{function}({', '.join(places)});")
    return calls


def _back(stride: str, places: int) -> str:
    """From a tile's last place to its first."""
    return stride if places == 2 else f"{places - 1} * {stride}"


def _group(bits: int, channels: int, isa: Isa, *, apart: bool) -> tuple[dict[str, object], list[dict[str, object]]]:
    """Channels taken apart, or put together: the function of all pixels of a plane, and those of a group."""
    size = bits // 8
    planes = _numbered("out" if apart else "in", channels)
    ins, outs = (["in"], planes) if apart else (planes, ["out"])
    verb = "deinterleave" if apart else "interleave"
    name = f"permkern_x{bits}_{verb}{channels}"
    title = f"{channels} channels, {PIXELS} pixels: {'from pixels to planes' if apart else 'from planes to pixels'}"
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
        piece = _piece(f"{name}_threes", f"{title}, by three words at once.", parameters, [], lines)
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
    # One plane's pointer is the argument itself.
    stride = "out_stride" if apart else "in_stride"
    long, short = ("row", "col") if apart else ("col", "row")  # pixels, channels
    flat = f"in, 0, out, {stride}" if apart else f"in, {stride}, out, 0"
    view: dict[str, object] = {
        "name": name,
        "title": f"All pixels of {channels} channels, {'taken apart' if apart else 'put together'}.",
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


Needed = dict[str, set[str]]  # by function: what it is needed under; "" always


def _needed(
    plan: Plan,
    bits: int,
    groups: list[dict[str, object]],
    strips: list[dict[str, object]],
    stepping: list[str],
) -> Needed:
    """The functions of a width that its kernels call, and those that these call."""
    needed: Needed = {}

    def note(code: str, when: str) -> None:
        for name in re.findall(rf"permkern_x{bits}_\w+", code):
            needed.setdefault(name, set()).add(when)

    for routine in routine_views(plan, bits):
        note(str(routine["code"]), str(routine["when"]))
    for entry in plan.pinned:
        body = entry.body
        if body.best.work.bits == bits:
            split = body.narrow is not None and not body.tested
            note(laid_out(_move_lines(body.best, body.best_routine)), "PERMKERN_UNALIGNED" if split else "")
            if body.narrow is not None:
                narrow = laid_out(_move_lines(body.narrow, body.narrow_routine))
                note(narrow, "!PERMKERN_UNALIGNED" if split else "")
    for kernel in plan.kernels:
        if kernel.bits != bits or kernel.choice.strategy is not Strategy.TILE:
            continue
        if kernel.perm is None:
            note(f"permkern_x{bits}_tile{kernel.choice.tile}", "")
            continue
        note(f"permkern_x{bits}_plane permkern_x{bits}_tiles", "")
        for group in groups:
            note(f"{group['call']} {group['word_call']} {group['threes_call']}", "")
    for when in needed.get(f"permkern_x{bits}_tiles", set()):
        for strip in strips:
            note(str(strip["name"]), when)
            note(str(strip["tile"]), _all_of(when, STRIPS if stepping else ""))
    for name in [name for name in needed if name.endswith("_words")]:  # what they fall back on
        never = f"!({_group_words_when(int(name.removesuffix('_words')[-1]))})"
        needed.setdefault(name.removesuffix("_words"), set()).update(_all_of(when, never) for when in needed[name])
    return needed


def _group_words_when(channels: int) -> str:
    return f"{WORDS} && PERMKERN_NETWORKS" if channels > 2 else WORDS


def _all_of(*conditions: str) -> str:
    """Conditions of the preprocessor, empty ones left out."""
    parts = [part for part in conditions if part]
    return " && ".join(f"({part})" if "||" in part and len(parts) > 1 else part for part in parts)


def _when(conditions: set[str]) -> str:
    """The condition that one of these makes; empty: always."""
    return "" if "" in conditions else " || ".join(sorted(conditions))


def _guarded(piece: dict[str, object], needed: Needed) -> dict[str, object]:
    """A function with the condition that it is there under."""
    conditions = needed[str(piece["name"])]
    own = str(piece["when"])
    always = "" in conditions or own in conditions
    both = own if always else _all_of(own, _when(conditions))
    return piece | {"when": both}


def tile_view(bits: int, plan: Plan) -> dict[str, object]:
    """All that a width's file may need; ``needed`` says what it does."""
    isa = plan.isa
    tile = isa.tile(bits)
    size = bits // 8
    words = tile.lanes > 1
    made = [_group(bits, count, isa, apart=apart) for count in reversed(CHANNELS) for apart in (True, False)]
    groups = [view for view, _ in made]
    made_of = strips(bits, isa)
    strip_views = [_strip(strip) for strip in made_of]
    least, stepping = _stepping(bits, isa) if words else (tile, [])
    needed = _needed(plan, bits, groups, strip_views, stepping)
    pieces = _tile_pieces(bits, isa)
    pieces += [piece for _, group in made for piece in group]
    return {
        "bits": bits,
        "size": size,
        "scale": "" if size == 1 else f" * {size}",
        "misfit": " || !permkern_words_fit(in, row->in_stride, out, col->out_stride)" if words else "",
        "pieces": [_guarded(piece, needed) for piece in pieces + strip_views if piece["name"] in needed],
        "tiles": f"permkern_x{bits}_tiles" in needed,
        "tiles_when": _when(needed.get(f"permkern_x{bits}_tiles", set())),
        "plane": f"permkern_x{bits}_plane" in needed,
        "paired": any(strip.pairs for strip in made_of),
        "groups": groups,
        "lane_bytes": 4 * size,
        "stepping": stepping,
        "step_rows": least.rows,
        "step_cols": least.cols,
        "in_back": _back("in_stride", least.rows),
        "out_back": _back("out_stride", least.cols),
        "step_row_bytes": least.rows * size,
        "step_col_bytes": least.cols * size,
    }


# ---- kernels for any shape ----


def _strided_loops(axes: list[int]) -> list[dict[str, object]]:
    loops: list[dict[str, object]] = []
    before = ("0", "0")
    for depth, axis in enumerate(axes):
        names = (f"from{axis}", f"to{axis}")
        loops.append(
            {
                "indent": "    " * (depth + 1),
                "var": f"i{axis}",
                "axis": axis,
                "from": names[0],
                "to": names[1],
                "start_from": before[0],
                "start_to": before[1],
            }
        )
        before = names
    return loops


def _kernel_notes(kernel: Kernel, cols: int | None) -> str:
    """What a reviewer asks first: the loop order, and what is contiguous."""
    if kernel.perm is None:
        return "By the core that all widths share, in tiles of 4x4 elements."
    rank = len(kernel.perm)
    names = [f"axis {k}" for k in range(rank)]
    if kernel.choice.strategy is Strategy.COPY:
        return "One axis, contiguous on both sides."
    if kernel.choice.strategy is Strategy.RUNS:
        return f"Loops over {' and '.join(names[:-1])} of the output; axis {rank - 1} is contiguous on both sides."
    outer = [name for k, name in enumerate(names) if k not in (rank - 1, cols)]
    loops = f"Loops over {' and '.join(outer)} of the output, then planes: " if outer else "One plane: "
    return f"{loops}axis {cols} is contiguous in the input, axis {rank - 1} in the output."


def _stride_multiple(name: str, count: int) -> str:
    return "" if count == 0 else name if count == 1 else f"{count} * {name}"


def kernel_view(kernel: Kernel) -> dict[str, object]:
    size = kernel.bits // 8
    view: dict[str, object] = {
        "name": kernel.name,
        "bits": kernel.bits,
        "scale": "" if size == 1 else f" * {size}",
    }
    if kernel.perm is None:
        title = f"Any folded permutation whose innermost axis moves, {kernel.bits}-bit."
        places = [
            f"{side}{plus(_stride_multiple(f'{side}_stride', place))}" for side in ("in", "out") for place in range(4)
        ]
        return view | {
            "family": "tile_any",
            "title": title,
            "notes": comment(_kernel_notes(kernel, None)),
            "tile": f"permkern_x{kernel.bits}_tile{kernel.choice.tile}",
            "places": ", ".join(places),
        }
    rank = len(kernel.perm)
    strategy = kernel.choice.strategy
    cols = kernel.perm.index(rank - 1)
    inside = {rank - 1, cols} if strategy is Strategy.TILE else {rank - 1}
    outer = [k for k in range(rank) if k not in inside]
    loops = _strided_loops(outer)
    return view | {
        "family": strategy.value,
        "title": f"{perm_text(kernel.perm)}, {kernel.bits}-bit: {letters(kernel.perm)}.",
        "notes": comment(_kernel_notes(kernel, cols)),
        "loops": loops,
        "indent": "    " * (len(outer) + 1),
        "inner": rank - 1,
        "rows": rank - 1,
        "cols": cols,
        "from": f" + {loops[-1]['from']}" if loops else "",
        "to": f" + {loops[-1]['to']}" if loops else "",
    }


# ---- pinned kernels ----


def routine_views(plan: Plan, bits: int) -> list[dict[str, object]]:
    """Moves that several pinned kernels of one file make, each with the targets that need it."""
    needed: dict[str, tuple[Move, set[str]]] = {}
    for entry in plan.pinned:
        body = entry.body
        if body.best.work.bits != bits:
            continue
        always = "" if body.narrow is None or body.tested else "PERMKERN_UNALIGNED"
        for name, move, when in (
            (body.best_routine, body.best, always),
            (body.narrow_routine, body.narrow, "" if body.tested else "!PERMKERN_UNALIGNED"),
        ):
            if name is not None and move is not None:
                needed.setdefault(name, (move, set()))[1].add(when)
    return [
        {
            "name": name,
            "when": next(iter(when)) if len(when) == 1 else "",
            "title": f"{move.work}, {move.work.bits}-bit folded: {letters(move.work.perm)}.",
            "notes": [f"{move.choice.strategy.value.capitalize()}: {move.choice.why}."],
            "code": laid_out(move_code(move)),
        }
        for name, (move, when) in needed.items()
    ]


def _move_lines(move: Move, routine: str | None) -> list[str]:
    """A pinned kernel's code, or the call of the routine that has it."""
    return [f"{routine}(in, out);"] if routine else move_code(move)


def _pinned_code(body: Body) -> str:
    best = _move_lines(body.best, body.best_routine)
    if body.narrow is None:
        return laid_out(best)
    narrow = _move_lines(body.narrow, body.narrow_routine)
    if body.tested:
        return laid_out(guarded("!permkern_words_fit(in, 0, out, 0)", narrow) + best)
    return laid_out(["#if PERMKERN_UNALIGNED", *best, "#else", *narrow, "#endif"])


def _narrow_when(body: Body) -> str:
    return "Where words trap and a pointer is off their boundary" if body.tested else "Where words trap"


def pinned_view(entry: Pinned) -> dict[str, object]:
    work, folded = entry.work, entry.body.best.work
    return {
        "symbol": entry.symbol,
        "code": _pinned_code(entry.body),
        "title": f"{work}, {work.bits}-bit: {letters(work.perm)}.",
        "notes": comment(
            f"{work.bytes} bytes on each side, both pointers aligned to {entry.request.align}. "
            f"Folds to {folded}, {folded.bits}-bit."
        ),
        "choices": [f"{entry.body.best.choice.strategy.value.capitalize()}: {entry.body.best.choice.why}."]
        + ([f"{_narrow_when(entry.body)}: {entry.body.narrow.choice.why}."] if entry.body.narrow else []),
    }
