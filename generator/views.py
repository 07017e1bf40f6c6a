# SPDX-License-Identifier: BSD-3-Clause
"""What templates see of a plan: its decisions as C fragments, so that they only place them."""

from .cfragments import comment, letters, literal, perm_text, plus, scaled
from .isa import Tile
from .permutation import Work, strides
from .plan import Kernel, Move, Pinned, Plan
from .strategy import Strategy

# ---- tile and plane ----


def _word_columns(bits: int, tile: Tile, plan: Plan) -> list[dict[str, object]]:
    """Word column by word column, so that few words live at once: a load for each row, the lane network, stores."""
    word_bytes = plan.isa.word_bits // 8
    columns: list[dict[str, object]] = []
    for column in range(tile.cols // tile.lanes):
        at_column = literal(column * word_bytes) if column else ""
        words = [f"w{row}{column}" for row in range(tile.rows)]
        loads = [
            {"word": word, "at": plus(_stride_multiple("in_stride", row), at_column)} for row, word in enumerate(words)
        ]
        blocks = range(0, tile.rows, tile.lanes)
        swaps = [
            {"lane_bits": swap.lane_bits, "a": words[block + swap.a], "b": words[block + swap.b]}
            for block in blocks
            for swap in plan.isa.swaps(bits)
        ]
        stores = [
            {
                "word": words[block + lane],
                "at": plus(
                    _stride_multiple("out_stride", column * tile.lanes + lane),
                    literal(block // tile.lanes * word_bytes) if block else "",
                ),
            }
            for lane in range(tile.lanes)
            for block in blocks
        ]
        columns.append({"loads": loads, "swaps": swaps, "stores": stores})
    return columns


def _stride_multiple(name: str, count: int) -> str:
    return "" if count == 0 else name if count == 1 else f"{count} * {name}"


def tile_view(bits: int, plan: Plan) -> dict[str, object]:
    tile = plan.isa.tile(bits)
    size = bits // 8
    words = tile.lanes > 1
    return {
        "bits": bits,
        "rows": tile.rows,
        "cols": tile.cols,
        "size": size,
        "in_offset": [plus(literal(c * size) if c else "") for c in range(tile.cols)],
        "out_offset": [plus(_stride_multiple("out_stride", c)) for c in range(tile.cols)],
        "row_bytes": tile.rows * size,
        "col_bytes": tile.cols * size,
        "scale": "" if size == 1 else f" * {size}",
        "how": f", as words of {tile.lanes} elements" if words else "",
        "fit": " && permkern_words_fit(in, in_stride, out, out_stride)" if words else "",
        "when": ", or for all where words would trap" if words else "",
        "word_columns": _word_columns(bits, tile, plan) if words else [],
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
        return "Outer axes by an odometer in output order; the plane's rows are the output's innermost axis."
    rank = len(kernel.perm)
    names = [f"axis {k}" for k in range(rank)]
    if kernel.choice.strategy is Strategy.COPY:
        return "One axis, contiguous on both sides."
    if kernel.choice.strategy is Strategy.RUNS:
        return f"Loops over {' and '.join(names[:-1])} of the output; axis {rank - 1} is contiguous on both sides."
    outer = [name for k, name in enumerate(names) if k not in (rank - 1, cols)]
    loops = f"Loops over {' and '.join(outer)} of the output, then planes: " if outer else "One plane: "
    return f"{loops}axis {cols} is contiguous in the input, axis {rank - 1} in the output."


def kernel_view(kernel: Kernel) -> dict[str, object]:
    size = kernel.bits // 8
    view: dict[str, object] = {
        "name": kernel.name,
        "bits": kernel.bits,
        "scale": "" if size == 1 else f" * {size}",
    }
    if kernel.perm is None:
        title = f"Any folded permutation whose innermost axis moves, {kernel.bits}-bit."
        return view | {"family": "tile_any", "title": title, "notes": comment(_kernel_notes(kernel, None))}
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


def _line(
    work: Work, indent: str, var: str, offsets: tuple[str, str], span: tuple[int, int, int], across: bool
) -> dict[str, object]:
    """Lines of a plane, ``span`` = first, end, elements of each; across: along the input's rows, reading in order."""
    size = work.bits // 8
    first, end, count = span
    row_stride, col_stride = _plane_strides(work)
    down = (row_stride, size)  # strides along a row's index: input, output
    along = (size, col_stride)
    step, line = (down, along) if across else (along, down)
    return {
        "indent": indent,
        "bits": work.bits,
        "var": var,
        "first": first,
        "end": literal(end),
        "from": offsets[0] + plus(scaled(var, step[0])),
        "to": offsets[1] + plus(scaled(var, step[1])),
        "in_stride": literal(line[0]),
        "out_stride": literal(line[1]),
        "count": literal(count),
    }


def _plane_strides(work: Work) -> tuple[int, int]:
    """Bytes from row to row in the input, from column to column in the output."""
    size = work.bits // 8
    last = len(work.perm) - 1
    row_stride = strides(work.shape)[work.perm[last]] * size
    col_stride = strides(work.out_shape)[work.perm.index(last)] * size
    return row_stride, col_stride


def _move_view(move: Move) -> dict[str, object]:
    """A pinned kernel's body: loops with constant extents, offsets with constant strides."""
    work, strategy = move.work, move.choice.strategy
    size = work.bits // 8
    rank = len(work.perm)
    last = rank - 1
    cols = work.perm.index(last)
    inside = {last, cols} if strategy in (Strategy.TILE, Strategy.STRIDED) else {last}
    outer = [k for k in range(rank) if k not in inside]
    in_strides, out_strides = strides(work.shape), strides(work.out_shape)
    loops = [
        {"indent": "    " * (depth + 1), "var": f"i{k}", "extent": literal(work.out_shape[k])}
        for depth, k in enumerate(outer)
    ]
    offsets = (
        plus(*(scaled(f"i{k}", in_strides[work.perm[k]] * size) for k in outer)),
        plus(*(scaled(f"i{k}", out_strides[k] * size) for k in outer)),
    )
    indent = "    " * (len(outer) + 1)
    view: dict[str, object] = {
        "family": strategy.value,
        "bits": work.bits,
        "loops": loops,
        "indent": indent,
        "from": offsets[0],
        "to": offsets[1],
        "bytes": literal(work.out_shape[last] * size),
    }
    if strategy in (Strategy.COPY, Strategy.RUNS):
        return view
    rows, columns = work.out_shape[last], work.shape[-1]
    if strategy is Strategy.STRIDED:
        across = rows < columns
        span = (0, rows, columns) if across else (0, columns, rows)
        return view | {"line": _line(work, indent, "r" if across else "c", offsets, span, across)}
    return view | _tile_loops(move, indent, offsets, rows, columns)


def _tile_loops(move: Move, indent: str, offsets: tuple[str, str], rows: int, columns: int) -> dict[str, object]:
    """Whole tiles, the longer axis innermost, then lines for the columns and rows that no tile covers, if any."""
    work, tile = move.work, move.choice.tile
    assert tile is not None
    size = work.bits // 8
    row_stride, col_stride = _plane_strides(work)
    tile_rows, tile_cols = rows - rows % tile.rows, columns - columns % tile.cols
    down = {"var": "r", "end": literal(tile_rows), "step": tile.rows}
    along = {"var": "c", "end": literal(tile_cols), "step": tile.cols}
    tails = []
    if tile_cols < columns:
        tails.append(_line(work, indent, "c", offsets, (tile_cols, columns, rows), False))
    if tile_rows < rows:
        tails.append(_line(work, indent, "r", offsets, (tile_rows, rows, tile_cols), True))
    return {
        "tile_rows": tile.rows,
        "tile_cols": tile.cols,
        "outer": along if rows >= columns else down,
        "inner": down if rows >= columns else along,
        "in_stride": literal(row_stride),
        "out_stride": literal(col_stride),
        "from": offsets[0] + plus(scaled("r", row_stride), scaled("c", size)),
        "to": offsets[1] + plus(scaled("c", col_stride), scaled("r", size)),
        "tails": tails,
    }


def _plane_view(move: Move) -> dict[str, object] | None:
    """The same move where a vector instruction set has planes: loops over all axes but the plane's."""
    work = move.work
    last = len(work.perm) - 1
    cols = work.perm.index(last)
    if cols == last:
        return None
    size = work.bits // 8
    outer = [k for k in range(last) if k != cols]
    in_strides, out_strides = strides(work.shape), strides(work.out_shape)
    row_stride, col_stride = _plane_strides(work)
    loops: list[dict[str, object]] = []
    before = ("", "")
    for depth, k in enumerate(outer):
        names = (f"from{k}", f"to{k}")
        steps = (scaled(f"i{k}", in_strides[work.perm[k]] * size), scaled(f"i{k}", out_strides[k] * size))
        loops.append(
            {
                "indent": "    " * (depth + 1),
                "var": f"i{k}",
                "extent": literal(work.out_shape[k]),
                "from": names[0],
                "to": names[1],
                "from_sum": f"{before[0]}{steps[0]}",
                "to_sum": f"{before[1]}{steps[1]}",
            }
        )
        before = (f"{names[0]} + ", f"{names[1]} + ")
    return {
        "bits": work.bits,
        "loops": loops,
        "indent": "    " * (len(outer) + 1),
        "from": plus(before[0].removesuffix(" + ")),
        "to": plus(before[1].removesuffix(" + ")),
        "in_stride": literal(row_stride),
        "out_stride": literal(col_stride),
        "rows": literal(work.out_shape[last]),
        "cols": literal(work.shape[-1]),
    }


def routine_views(plan: Plan, bits: int) -> list[dict[str, object]]:
    """Moves that several pinned kernels of one file make, each with the targets that need it."""
    needed: dict[str, tuple[Move, set[str]]] = {}
    for entry in plan.pinned:
        body = entry.body
        if body.best.work.bits != bits:
            continue
        always = "" if body.narrow is None else "PERMKERN_UNALIGNED"
        for name, move, when in (
            (body.best_routine, body.best, always),
            (body.narrow_routine, body.narrow, "!PERMKERN_UNALIGNED"),
        ):
            if name is not None and move is not None:
                needed.setdefault(name, (move, set()))[1].add(when)
    return [
        {
            "name": name,
            "when": next(iter(when)) if len(when) == 1 else "",
            "title": f"{move.work}, {move.work.bits}-bit folded: {letters(move.work.perm)}.",
            "notes": [f"{move.choice.strategy.value.capitalize()}: {move.choice.why}."],
            "move": _move_view(move),
            "plane": _plane_view(move),
        }
        for name, (move, when) in needed.items()
    ]


def _piece(move: Move | None, routine: str | None) -> dict[str, object] | None:
    """A pinned kernel's code, or the call of the routine that has it."""
    if move is None or routine:
        return None if move is None else {"routine": routine}
    return {"routine": None, "move": _move_view(move), "plane": _plane_view(move)}


def pinned_view(entry: Pinned) -> dict[str, object]:
    work, folded = entry.work, entry.body.best.work
    return {
        "symbol": entry.symbol,
        "best": _piece(entry.body.best, entry.body.best_routine),
        "narrow": _piece(entry.body.narrow, entry.body.narrow_routine),
        "title": f"{work}, {work.bits}-bit: {letters(work.perm)}.",
        "notes": comment(
            f"{work.bytes} bytes on each side, both pointers aligned to {entry.request.align}. "
            f"Folds to {folded}, {folded.bits}-bit."
        ),
        "choices": [f"{entry.body.best.choice.strategy.value.capitalize()}: {entry.body.best.choice.why}."]
        + ([f"Where words trap: {entry.body.narrow.choice.why}."] if entry.body.narrow else []),
    }
