# SPDX-License-Identifier: BSD-3-Clause
"""Writes what a kernel in place runs, a record of in_place.py, as C and in words. Everything is decided in the record.

In a kernel, bytes is the array; at is the place of a tile or block in it.
"""

from .cfragments import array, block, laid_out, literal, plus, scaled
from .in_place import Axes, Axis, Blocks, Cycles, InPlace, Pass, Square, Swaps, Tiles

POINTER = "uint8_t *const bytes = (uint8_t *)data;"
PIECE = 64  # bytes of a long block that move at once, through the stack
SUM = 3  # terms of a sum in one line
NAMES = "abcdefgh"


def _loops(axes: Axes, body: list[str], prefix: str = "i") -> list[str]:
    for number, axis in reversed(tuple(enumerate(axes))):
        var = f"{prefix}{number}"
        body = block(f"for (size_t {var} = 0; {var} < {literal(axis.extent)}; {var}++)", body)
    return body


def _place(axes: Axes, start: str, prefix: str = "i") -> str:
    return start + plus(*(scaled(f"{prefix}{number}", axis.out_stride) for number, axis in enumerate(axes)))


def _call(function: str, *arguments: str) -> str:
    return f"{function}({', '.join(arguments)});"


def _true(value: bool) -> str:
    return "true" if value else "false"


# ---- squares, swaps and tiles ----


def _square(each: Square) -> list[str]:
    sizes = [literal(each.stride), literal(each.count)]
    if each.function == "permkern_square_runs":
        sizes.append(literal(each.block))
    return _loops(each.around, [_call(each.function, _place(each.around, "bytes"), *sizes)])


def _offset(strides: list[int], first: int) -> str:
    """Returns a sum of indices times strides, the constant first, so that no part of it is below 0."""
    terms = [literal(first)] if first else []
    terms += [scaled(f"i{number}", stride) for number, stride in enumerate(strides) if stride > 0]
    text = " + ".join(terms) or "0"
    return text + "".join(f" - {scaled(f'i{number}', -stride)}" for number, stride in enumerate(strides) if stride < 0)


def _swaps(each: Swaps) -> list[str]:
    """Writes a nest over all blocks, and an exchange where the other one lies higher: each pair changes places once."""
    outer = each.axes[0]
    half = Axis((outer.extent + 1) // 2, outer.in_stride, outer.out_stride)
    looped = (half, *each.axes[1:]) if outer.in_stride == -outer.out_stride else each.axes
    first = sum(axis.first for axis in each.axes)
    target = _offset([axis.out_stride for axis in looped], 0)
    source = _offset([axis.in_stride for axis in looped], first)
    size = [literal(each.block) if each.function == "permkern_exchange" else str(each.block.bit_length() - 1)]
    body = [
        f"const size_t to = {target};",
        f"const size_t from = {source};",
        *block("if (from > to)", [_call(each.function, "bytes + to", "bytes + from", *size)]),
    ]
    return _loops(looped, body)


def _tiles(each: Tiles) -> list[str]:
    function = f"permkern_turn_rows{32 // each.lanes}"
    arguments = [literal(each.stride), _true(each.back), _true(each.aligned)]
    return _loops(each.around, [_call(function, _place(each.around, "bytes"), *arguments)])


def _blocks(each: Blocks) -> list[str]:
    """Loads all words of a block, transposes its tiles, and stores its words in their new order."""
    words, fits = NAMES[: each.lanes * each.tiles], _true(each.aligned)
    rows = [[lane * each.tiles + tile for lane in range(each.lanes)] for tile in range(each.tiles)]
    cols = [[tile * each.lanes + lane for lane in range(each.lanes)] for tile in range(each.tiles)]
    tiles, order = (rows, [place for tile in rows for place in tile])
    if not each.apart:
        tiles, order = cols, [tile[lane] for lane in range(each.lanes) for tile in cols]
    body = [f"uint8_t *const at = {_place(each.around, 'bytes')};"]
    for number, name in enumerate(words):
        body.append(f"uint32_t {name} = permkern_gather(at{plus(literal(4 * number) if number else '')}, {fits});")
    for tile in tiles:
        body.append(_call(f"permkern_turn_tile{32 // each.lanes}", *(f"&{words[place]}" for place in tile)))
    for number, place in enumerate(order):
        body.append(_call("permkern_scatter", f"at{plus(literal(4 * number) if number else '')}", words[place], fits))
    return _loops(each.around, body)


# ---- cycles ----


def _quotient(value: str, divisor: int) -> str:
    """Returns a division that needs no compiler library: by a power of two it is a shift."""
    if divisor & (divisor - 1) == 0:
        return f"{value} / {literal(divisor)}"
    return f"permkern_quotient({value}, {literal(divisor)})"


def _product(value: str, factor: int) -> str:
    if factor == 1:
        return value
    return (
        f"{value} * {literal(factor)}" if factor & (factor - 1) == 0 else f"permkern_times({value}, {literal(factor)})"
    )


def _step(each: Cycles) -> list[str]:
    """Writes how ``next`` follows from ``place``: indices along all axes are digits of one, and terms of the other."""
    pairs = ((axis.in_stride, axis.out_stride) for axis in each.axes)
    strides = [(here, there) if each.pushed else (there, here) for here, there in pairs]
    strides.sort(key=lambda pair: -pair[0])
    first = 0 if each.pushed else sum(axis.first for axis in each.axes)
    lines: list[str] = []
    minus: list[str] = []
    terms, rest = [literal(first)] if first else [], "place"
    for number, (digit, weight) in enumerate(strides):
        name = rest
        if number < len(strides) - 1:
            name = f"k{number}"
            lines.append(f"const size_t {name} = {_quotient(rest, digit)};")
            lines.append(f"const size_t rest{number} = {rest} - {_product(name, digit)};")
            rest = f"rest{number}"
        elif digit != 1:
            name = f"k{number}"
            lines.append(f"const size_t {name} = {_quotient(rest, digit)};")
        (terms if weight > 0 else minus).append(_product(name, abs(weight)))
    if len(terms) + len(minus) <= SUM:
        return [*lines, f"const size_t next = {' + '.join(terms)}{''.join(f' - {term}' for term in minus)};"]
    more = [*(f"next += {term};" for term in terms[1:]), *(f"next -= {term};" for term in minus)]
    return [*lines, f"size_t next = {terms[0] if terms else '0'};", *more]


def _access(each: Cycles, base: str) -> tuple[str, str, str]:
    """Returns the type of a block that registers hold, what loads it, and the beginning of what stores it."""
    bits = 8 * each.block
    address = f"{base} + {_product('{0}', each.block)}"
    if each.aligned:
        return f"uint{bits}_t", f"permkern_load{bits}({address})", f"permkern_store{bits}({address}, "
    shift = each.block.bit_length() - 1
    gathered = f"(uint{bits}_t)permkern_gather_block({address}, {shift})"
    return f"uint{bits}_t", gathered, f"permkern_scatter_block({address}, {shift}, "


def _pulled(each: Cycles, base: str) -> list[str]:
    """Each place gets its block: the one at the leader is kept, until the cycle is back there."""
    kind, load, store = _access(each, base)
    steps = [*_step(each), *block("if (next == first)", ["break;"])]
    return [
        f"const {kind} kept = {load.format('first')};",
        "size_t place = first;",
        *block("for (;;)", [*steps, f"{store.format('place')}{load.format('next')});", "place = next;"]),
        f"{store.format('place')}kept);",
    ]


def _pushed(each: Cycles, base: str) -> list[str]:
    """Each block goes to its place, and the one that lay there is next."""
    kind, load, store = _access(each, base)
    body = [
        *_step(each),
        f"const {kind} taken = {load.format('next')};",
        f"{store.format('next')}held);",
        "held = taken;",
        "place = next;",
    ]
    return [f"{kind} held = {load.format('first')};", "size_t place = first;", *_until_first(body)]


def _until_first(body: list[str]) -> list[str]:
    lines = block("do", body)
    return [*lines[:-1], "} while (place != first);"]


def _in_pieces(each: Cycles, base: str) -> list[str]:
    """Long blocks go by pieces, each of them along the whole cycle."""
    address = f"{base} + piece + {_product('{0}', each.block)}"
    size = literal(each.block)
    copy = "permkern_copy({0}, {1}, size);"
    steps = [*_step(each), *block("if (next == first)", ["break;"])]
    moves = [copy.format(address.format("next"), address.format("place")), "place = next;"]
    body = [
        f"const size_t size = {size} - piece < {PIECE} ? {size} - piece : {PIECE};",
        "size_t place = first;",
        copy.format(address.format("first"), "(uint8_t *)kept"),
        *block("for (;;)", [*steps, *moves]),
        copy.format("(const uint8_t *)kept", address.format("place")),
    ]
    return [f"uint32_t kept[{PIECE // 4}];", *block(f"for (size_t piece = 0; piece < {size}; piece += {PIECE})", body)]


def _cycles(each: Cycles) -> list[str]:
    base, head = "bytes", []
    if each.around:
        base, head = "at", [f"uint8_t *const at = {_place(each.around, 'bytes')};"]
    if each.block not in (1, 2, 4, 8):
        body = _in_pieces(each, base)
    else:
        body = _pushed(each, base) if each.pushed else _pulled(each, base)
    if len(each.leaders) == 1:
        return _loops(each.around, [*head, f"const size_t first = {literal(each.leaders[0])};", *body])
    loop = block(f"for (size_t k = 0; k < {len(each.leaders)}; k++)", ["const size_t first = leaders[k];", *body])
    return _loops(each.around, [*head, *loop])


def _table(passes: tuple[Pass, ...]) -> str:
    """Returns the table of leaders; empty where there are none, or one. No kernel has two passes along cycles."""
    leaders = next((each.leaders for each in passes if isinstance(each, Cycles)), ())
    if len(leaders) < 2:
        return ""
    bits = 16 if leaders[-1] < 1 << 16 else 32
    return array(f"static const uint{bits}_t leaders[{len(leaders)}]", [*map(literal, leaders)], "    ")


# ---- kernels ----


def _pass(each: Pass) -> list[str]:
    if isinstance(each, Square):
        return _square(each)
    if isinstance(each, Swaps):
        return _swaps(each)
    if isinstance(each, Tiles):
        return _tiles(each)
    return _blocks(each) if isinstance(each, Blocks) else _cycles(each)


def in_place_text(record: InPlace) -> str:
    """Returns the body of a kernel in place."""
    if not record.passes:
        return laid_out(["(void)data; /* every element is where it belongs */"])
    lines = [POINTER]
    for each in record.passes:
        lines += _pass(each)
    return _table(record.passes) + laid_out(lines)


# ---- in words ----


def _around_words(axes: Axes) -> str:
    places = 1
    for axis in axes:
        places *= axis.extent
    return f", {places} times" if places > 1 else ""


def pass_line(each: Pass) -> str:
    """Says what a pass does."""
    if isinstance(each, Square):
        size = f"{each.count} x {each.count}"
        return f"a square of {size} blocks of {each.block} bytes{_around_words(each.around)}, by {each.function}()"
    if isinstance(each, Swaps):
        return f"exchanges of blocks of {each.block} bytes, each pair once, by {each.function}()"
    if isinstance(each, Tiles):
        return f"{each.lanes}x{each.lanes} tiles turned where they lie{_around_words(each.around)}"
    if isinstance(each, Blocks):
        words = each.lanes * each.tiles
        size = f"{each.lanes}x{words}" if each.apart else f"{words}x{each.lanes}"
        return f"blocks of {size} elements turned in {words} registers{_around_words(each.around)}"
    count = "1 cycle" if len(each.leaders) == 1 else f"{len(each.leaders)} cycles"
    return f"blocks of {each.block} bytes along {count}{_around_words(each.around)}"


def in_place_lines(record: InPlace) -> tuple[str, ...]:
    """Says what a kernel in place runs, a line for each pass."""
    return tuple(map(pass_line, record.passes)) or ("nothing moves",)
