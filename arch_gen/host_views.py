# SPDX-License-Identifier: BSD-3-Clause
"""Prepares the statements of a vector instruction set that templates/vector.c.j2 inserts."""

from permkern.cfragments import braces, fill
from permkern.permutation import WIDTHS

from arch_gen.hosts import LANE, VectorIsa, channel_masks, channel_order, network

SMALL_BYTES = 64  # the most that PERMKERN_SMALL_BYTES of src/permkern_host.h is anywhere


def _log2(power: int) -> int:
    return power.bit_length() - 1


def _strip_name(isa: VectorIsa, bits: int, rows: int, cols: int, *, stream: bool = False) -> str:
    return f"x{bits}_{'stream' if stream else 'strip'}_{rows}x{cols}_{isa.name}"


def _scale(bits: int) -> str:
    return "" if bits == 8 else f" * {bits // 8}"


def _strip(isa: VectorIsa, bits: int, rows: int, cols: int, *, stream: bool = False) -> dict[str, object]:
    size = bits // 8
    net = network(bits, rows, cols, isa.lanes)
    piece = dict(isa.loads)[cols * size]
    low, high = dict(isa.zips)[bits]
    stored = (isa.stream,) if stream else dict(isa.stores)[rows * size]
    const = "const " if isa.lanes == 1 else ""
    loads = []
    for load in net.loads:
        for lane, row in enumerate(load.rows):
            head = f"{const}{isa.register} {load.register}" if lane == 0 else load.register
            loads.append(f"{head} = {piece[lane].format(p=f'in + row[{row}]', v=load.register)};")
    return {
        "name": _strip_name(isa, bits, rows, cols, stream=stream),
        "how": ", with non-temporal stores" if stream else "",
        "rows": rows,
        "cols": cols,
        "scale": _scale(bits),
        "loads": loads,
        "zips": [
            f"const {isa.register} {zipped.register} = {(low if zipped.low else high).format(v=zipped.a, w=zipped.b)};"
            for stage in net.stages
            for zipped in stage
        ],
        "stores": [
            f"{stored[store.piece].format(p=f'out + col[{store.col}]', v=store.register)};" for store in net.stores
        ],
    }


def _at(base: str, offset: int) -> str:
    return f"{base} + {offset}" if offset else base


def _three(isa: VectorIsa, bits: int) -> dict[str, object]:
    """Returns what all implementations of three channels have in common. The constants are filled in where needed."""
    size = bits // 8
    return {
        "bits": bits,
        "shift": _log2(size),
        "block": isa.bytes // size,
        "scale": _scale(bits),
        "pixel": 3 * size,
        "mask_lines": [],
        "split_lines": [],
        "join_lines": [],
    }


def _channels(isa: VectorIsa, bits: int) -> dict[str, object] | None:
    """Returns the tables and statements that deinterleave and interleave three channels by selects and permutes."""
    channels = isa.channels
    if channels is None:
        return None
    size = bits // 8
    span, across = channels.span, channels.span // size
    copies = isa.bytes // span
    masks = channel_masks(span, size)
    orders = [channel_order(span, size, channel) for channel in range(3)]
    inverse = [tuple(order.index(q) for q in range(span)) for order in orders]
    name = f"x{bits}_{{}}_{isa.name}"  # format of the tables' names

    def table(rows: list[tuple[int, ...]]) -> list[str]:
        return [fill((str(byte) for byte in row * copies), "        ") for row in rows]

    def select(registers: str, chosen: tuple[int, int]) -> str:
        first = channels.select.format(v=f"{registers}0", w=f"{registers}1", m=f"m{chosen[0]}")
        return channels.select.format(v=first, w=f"{registers}2", m=f"m{chosen[1]}")

    def permute(value: str, channel: int) -> str:
        return channels.permute.format(v=value, i=f"order{channel}")

    if channels.bit_masks:
        values = [sum(bit << q for q, bit in enumerate(mask)) for mask in masks]
        mask_lines = [f"const uint64_t m{m} = {value:#x}U;" for m, value in enumerate(values)]
    else:
        mask_lines = [
            f"const {isa.register} m{m} = {isa.load.format(p=f'{name}[{m}]'.format('masks3'))};" for m in range(3)
        ]

    def order_lines(which: str) -> list[str]:
        places = [f"x{bits}_{which}_order_{isa.name}[{c}]" for c in range(3)]
        return [f"const {isa.register} order{c} = {isa.load.format(p=place)};" for c, place in enumerate(places)]

    split = []
    join = []
    for r in range(3):
        # Three spans hold a span's number of pixels. Register r gets the r-th of each three spans.
        places = [_at("in", (3 * k + r) * span) for k in range(copies)]
        split.append(f"{isa.register} v{r} = {channels.loads[0].format(p=places[0])};")
        others = zip(channels.loads[1:], places[1:], strict=True)
        split += [f"v{r} = {load.format(p=place, v=f'v{r}')};" for load, place in others]
    for c in range(3):
        # Register r holds channel c in the places q with (r * across + q) % 3 == c.
        chosen = select("v", ((c - across) % 3, (c - 2 * across) % 3))
        place = ("out", "out + stride", "out + 2 * stride")[c]
        split.append(f"const {isa.register} s{c} = {chosen};")
        split.append(f"const {isa.register} y{c} = {permute(f's{c}', c)};")
        split.append(f"{dict(isa.stores)[isa.bytes][0].format(p=place, v=f'y{c}')};")
        plane = ("in", "in + stride", "in + 2 * stride")[c]
        join.append(f"const {isa.register} y{c} = {permute(isa.load.format(p=plane), c)};")
    for r in range(3):
        join.append(f"const {isa.register} v{r} = {select('y', ((1 - r * across) % 3, (2 - r * across) % 3))};")
        places = [_at("out", (3 * k + r) * span) for k in range(copies)]
        join += [f"{store.format(p=p, v=f'v{r}')};" for store, p in zip(channels.stores, places, strict=True)]
    return _three(isa, bits) | {
        "bytes": isa.bytes,
        "masks": [] if channels.bit_masks else table([tuple(255 * bit for bit in mask) for mask in masks]),
        "split_order": table(orders),
        "join_order": table(inverse),
        "mask_lines": mask_lines,
        "split_lines": order_lines("split3"),
        "join_lines": order_lines("join3"),
        "split": split,
        "join": join,
    }


def _structured(isa: VectorIsa, bits: int) -> dict[str, object]:
    """Returns the statements for three channels by AArch64's structured loads and stores."""

    def pointer(place: str, const: str = "") -> str:
        return f"({const}uint{bits}_t *)({const}void *)({place})"

    register = f"uint{bits}x{128 // bits}x3_t"
    planes = ("", " + stride", " + 2 * stride")
    return _three(isa, bits) | {
        "split": [
            f"const {register} v = vld3q_u{bits}({pointer('in', 'const ')});",
            *(f"vst1q_u{bits}({pointer(f'out{plane}')}, v.val[{c}]);" for c, plane in enumerate(planes)),
        ],
        "join": [
            f"{register} v;",
            *(f"v.val[{c}] = vld1q_u{bits}({pointer(f'in{plane}', 'const ')});" for c, plane in enumerate(planes)),
            f"vst3q_u{bits}({pointer('out')}, v);",
        ],
    }


def _width(isa: VectorIsa, bits: int) -> dict[str, object]:
    """Returns an initialiser of permkern_vector_width, whose strips are indexed by log2 of rows and columns, less 1."""
    shapes = isa.shapes(bits)
    most = LANE * 8 // bits
    rows = sorted({rows for rows, _ in shapes})
    cols = sorted({cols for _, cols in shapes})
    three = isa.channels is not None or isa.structured
    return {
        "shift": WIDTHS.index(bits),
        "strips": [(_log2(r) - 1, braces(*(_strip_name(isa, bits, r, c) for c in cols))) for r in rows],
        "stream": _strip_name(isa, bits, *shapes[0], stream=True) if isa.stream and shapes else "NULL",
        "split3": f"x{bits}_split3_{isa.name}" if three else "NULL",
        "join3": f"x{bits}_join3_{isa.name}" if three else "NULL",
        "most_rows": _log2(most * isa.lanes),
        "most_cols": _log2(most),
    }


def _strips(isa: VectorIsa) -> list[dict[str, object]]:
    strips = []
    for bits in WIDTHS:
        shapes = isa.shapes(bits)
        strips += [_strip(isa, bits, *shape) for shape in shapes]
        if isa.stream and shapes:
            strips.append(_strip(isa, bits, *shapes[0], stream=True))
    return strips


def vector_view(isa: VectorIsa, guard: str) -> dict[str, object]:
    store = dict(isa.stores)[isa.bytes][0]
    return {
        "what": f"Vector kernels for {isa.title}.",
        "isa": {
            "name": isa.name,
            "guard": guard,
            "header": isa.header,
            "target": f"{isa.target} " if isa.target else "",
            "register": isa.register,
            "bytes": isa.bytes,
            "reciprocals": fill((str(65536 // n + 1 if n > 1 else 0) for n in range(SMALL_BYTES + 1)), "    "),
            "places": fill((str(place) for place in range(SMALL_BYTES // 2)), "    "),
            "small": isa.small,
            "small_bytes": isa.small_bytes,
            "small_permute": isa.small_permute,
            "stream_out": isa.stream.format(p="out + at", v="v"),
            "fence": isa.fence,
            "load_in": isa.load.format(p="in + at"),
            "load_first": isa.load.format(p="in"),
            "store_first": store.format(p="out", v="v"),
            "store_second": store.format(p="out + at", v="w"),
            "store_out": store.format(p="out + at", v="v"),
        },
        "strips": _strips(isa),
        "short_copy": f"permkern_{isa.narrower}.copy" if isa.narrower else "permkern_vector_copy_short",
        "structured": [_structured(isa, bits) for bits in WIDTHS if isa.structured],
        "channels": [_channels(isa, bits) for bits in WIDTHS if isa.channels],
        "narrower": f"&permkern_{isa.narrower}" if isa.narrower else "NULL",
        "widths": [_width(isa, bits) for bits in WIDTHS],
    }
