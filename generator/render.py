# SPDX-License-Identifier: BSD-3-Clause
"""From a plan to the text of every generated file.

The views below spell the plan's decisions as C fragments, so that templates only place them. Output depends on the set
alone: no time, path, tool version or hash order.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .isa import Tile
from .permutation import WIDTHS, Perm, Work, slot, strides
from .plan import Kernel, Move, Pinned, Plan, perm_digits
from .strategy import Strategy
from .vectors import Vector, form_vectors, pinned_vector

COLUMNS = 120
KERNEL_FORMAT = 1  # PERMKERN_FORMAT of include/permkern.h: plan, table and kernel ABI

HEADER = "permkern_kernels.h"
TABLE = "permkern_table.c"
PLAN = "permkern_plan.inc"
VECTORS = "permkern_vectors.inc"


def kernels_file(bits: int) -> str:
    return f"permkern_x{bits}.c"


OUTPUTS = (HEADER, TABLE, *map(kernels_file, WIDTHS), PLAN, VECTORS)


# ---- C fragments ----


def literal(value: int) -> str:
    """A C constant of unsigned value; a suffix only where int does not hold it."""
    return str(value) if value < 2**31 else f"{value}U"


def fit(line: str) -> str:
    """One call, declaration or row; too long for a line, it is broken as clang-format does.

    After commas, aligned behind the bracket; where an argument is too long for that, right behind the bracket; where
    even that is not enough, after a plus.
    """
    line = line.rstrip("\n")
    bracket = re.search(r"[({]", line)
    if len(line) <= COLUMNS or bracket is None:
        return f"{line}\n"
    head, rest = line[: bracket.end()], line[bracket.end() :]
    rows = _packed(head, rest, " " * len(head))
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    if any(len(row) > COLUMNS for row in rows):
        rows = [head, *_packed(indent, rest, indent)]
    return "".join(f"{part}\n" for row in rows for part in _broken_sum(row, f"{indent}    "))


def _packed(first: str, arguments: str, indent: str) -> list[str]:
    """As many arguments on a line as fit, the first behind ``first``, the lines after it behind ``indent``."""
    argument, *more = arguments.replace(", ", ",\0").split("\0")
    rows = [first + argument]
    for argument in more:
        if len(rows[-1]) + 1 + len(argument) > COLUMNS:
            rows.append(indent + argument)
        else:
            rows[-1] += f" {argument}"
    return rows


def _broken_sum(line: str, indent: str) -> list[str]:
    rows: list[str] = []
    while len(line) > COLUMNS and (cut := line.rfind(" + ", 0, COLUMNS + 1)) > 0:
        rows.append(line[: cut + 2])
        line = indent + line[cut + 3 :]
    return [*rows, line]


def fill(items: Iterable[str], indent: str = "    ") -> str:
    """Items of an initialiser, as many on a line as fit."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(item) + 2 <= COLUMNS:
            lines[-1] += f" {item},"
        else:
            lines.append(f"{indent}{item},")
    return "\n".join(lines)


def braces(*items: object) -> str:
    return "{" + ", ".join(map(str, items)) + "}"


def _sum(*terms: str) -> str:
    """Terms as they follow a pointer: empty, or ' + ...'."""
    return "".join(f" + {term}" for term in terms if term)


def _scaled(variable: str, factor: int) -> str:
    return variable if factor == 1 else f"{variable} * {literal(factor)}"


def letters(perm: Perm) -> str:
    """in[a][b] -> out[b][a], axes named in input order."""
    names = "abcdefgh"[: len(perm)]
    inside = "".join(f"[{name}]" for name in names)
    outside = "".join(f"[{names[axis]}]" for axis in perm)
    return f"in{inside} -> out{outside}"


def _perm_text(perm: Perm) -> str:
    return f"({','.join(map(str, perm))})"


# ---- tile and plane ----


def _word_ops(bits: int, tile: Tile, plan: Plan) -> dict[str, list[dict[str, object]]]:
    """Loads of one word for each row and word column, the lane network on each block of words, stores."""
    word_bytes = plan.isa.word_bits // 8
    loads: list[dict[str, object]] = []
    swaps: list[dict[str, object]] = []
    stores: list[dict[str, object]] = []
    for column in range(tile.cols // tile.lanes):
        at_column = literal(column * word_bytes) if column else ""
        loads += [
            {"word": f"w{row}{column}", "at": _sum(_stride_multiple("in_stride", row), at_column)}
            for row in range(tile.rows)
        ]
        for block in range(tile.rows // tile.lanes):
            words = [f"w{block * tile.lanes + lane}{column}" for lane in range(tile.lanes)]
            swaps += [
                {"lane_bits": swap.lane_bits, "a": words[swap.a], "b": words[swap.b]} for swap in plan.isa.swaps(bits)
            ]
            at_block = literal(block * word_bytes) if block else ""
            stores += [
                {"word": word, "at": _sum(_stride_multiple("out_stride", column * tile.lanes + lane), at_block)}
                for lane, word in enumerate(words)
            ]
    return {"loads": loads, "swaps": swaps, "stores": stores}


def _stride_multiple(name: str, count: int) -> str:
    return "" if count == 0 else name if count == 1 else f"{count} * {name}"


def _tile_view(bits: int, plan: Plan) -> dict[str, object]:
    tile = plan.isa.tile(bits)
    size = bits // 8
    words = tile.lanes > 1
    ops = _word_ops(bits, tile, plan) if words else {"loads": [], "swaps": [], "stores": []}
    return {
        "bits": bits,
        "rows": tile.rows,
        "cols": tile.cols,
        "size": size,
        "in_offset": [_sum(literal(c * size) if c else "") for c in range(tile.cols)],
        "out_offset": [_sum(_stride_multiple("out_stride", c)) for c in range(tile.cols)],
        "row_bytes": tile.rows * size,
        "col_bytes": tile.cols * size,
        "scale": "" if size == 1 else f" * {size}",
        "how": f", as words of {tile.lanes} elements" if words else "",
        "fit": " && permkern_words_fit(in, in_stride, out, out_stride)" if words else "",
        "when": ", or for all where words would trap" if words else "",
        **ops,
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


def _comment(text: str) -> list[str]:
    """Lines of a comment, each behind ' * '."""
    return wrap(text, COLUMNS - len(" * "), break_long_words=False, break_on_hyphens=False)


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


def _kernel_view(kernel: Kernel) -> dict[str, object]:
    size = kernel.bits // 8
    view: dict[str, object] = {
        "name": kernel.name,
        "bits": kernel.bits,
        "scale": "" if size == 1 else f" * {size}",
    }
    if kernel.perm is None:
        title = f"Any folded permutation whose innermost axis moves, {kernel.bits}-bit."
        return view | {"family": "tile_any", "title": title, "notes": _comment(_kernel_notes(kernel, None))}
    rank = len(kernel.perm)
    strategy = kernel.choice.strategy
    cols = kernel.perm.index(rank - 1)
    inside = {rank - 1, cols} if strategy is Strategy.TILE else {rank - 1}
    outer = [k for k in range(rank) if k not in inside]
    loops = _strided_loops(outer)
    return view | {
        "family": strategy.value,
        "title": f"{_perm_text(kernel.perm)}, {kernel.bits}-bit: {letters(kernel.perm)}.",
        "notes": _comment(_kernel_notes(kernel, cols)),
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
        "from": offsets[0] + _sum(_scaled(var, step[0])),
        "to": offsets[1] + _sum(_scaled(var, step[1])),
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
        _sum(*(_scaled(f"i{k}", in_strides[work.perm[k]] * size) for k in outer)),
        _sum(*(_scaled(f"i{k}", out_strides[k] * size) for k in outer)),
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
        "from": offsets[0] + _sum(_scaled("r", row_stride), _scaled("c", size)),
        "to": offsets[1] + _sum(_scaled("c", col_stride), _scaled("r", size)),
        "tails": tails,
    }


def _bodies(plan: Plan, bits: int) -> list[dict[str, object]]:
    views: dict[str, dict[str, object]] = {}
    for entry in plan.pinned:
        body = entry.body
        if body.best.work.bits != bits or body.name in views:
            continue
        work = body.best.work
        views[body.name] = {
            "name": body.name,
            "linkage": "static " if entry.shared else "",
            "title": f"{work}, {work.bits}-bit folded: {letters(work.perm)}.",
            "notes": [f"{body.best.choice.strategy.value.capitalize()}: {body.best.choice.why}."]
            + ([f"Where words trap: {body.narrow.choice.why}."] if body.narrow else []),
            "best": _move_view(body.best),
            "narrow": _move_view(body.narrow) if body.narrow else None,
        }
    return list(views.values())


def _pinned_view(entry: Pinned) -> dict[str, object]:
    work, folded = entry.work, entry.body.best.work
    return {
        "symbol": entry.symbol,
        "body": entry.body.name,
        "title": f"{work}, {work.bits}-bit: {letters(work.perm)}.",
        "notes": _comment(
            f"{work.bytes} bytes on each side, both pointers aligned to {entry.request.align}. "
            f"Folds to {folded}, {folded.bits}-bit: {entry.body.best.choice.strategy.value}."
        ),
    }


# ---- files ----


def template_directory() -> Path:
    """templates/ inside an installed package, beside the package in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


def environment() -> Environment:
    env = Environment(
        loader=FileSystemLoader(template_directory()),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
        newline_sequence="\n",
    )
    env.filters["fit"] = fit
    return env


def _width_view(plan: Plan, bits: int) -> dict[str, object]:
    kernels = [kernel for kernel in plan.kernels if kernel.bits == bits]
    by_slot = {slot(kernel.perm): kernel.name for kernel in kernels if kernel.perm is not None}
    slots = [by_slot.get(number, "NULL") for number in range(max(by_slot, default=-1) + 1)]
    shared = next((kernel.name for kernel in kernels if kernel.perm is None), "NULL")
    return {"bits": bits, "slots": slots, "row": braces(f"slots_x{bits}" if slots else "NULL", shared, len(slots))}


def _render_kernels(env: Environment, plan: Plan, bits: int) -> str:
    kernels = [kernel for kernel in plan.kernels if kernel.bits == bits]
    bodies = _bodies(plan, bits)
    # A pinned tile that has a narrow variant is there only where words never trap; narrow variants are never tiles.
    pinned_tiles = [
        entry.body.narrow is None
        for entry in plan.pinned
        if entry.body.best.work.bits == bits and entry.body.best.choice.strategy is Strategy.TILE
    ]
    tiles = any(kernel.choice.strategy is Strategy.TILE for kernel in kernels)
    aliases = [entry for entry in plan.pinned if entry.shared and entry.body.best.work.bits == bits]
    return env.get_template("kernels.c.j2").render(
        plan=plan,
        what=f"Kernels that move {bits}-bit elements.",
        tile=_tile_view(bits, plan) if tiles or pinned_tiles else None,
        tile_everywhere=tiles or any(pinned_tiles),
        plane=tiles,
        kernels=[_kernel_view(kernel) for kernel in kernels],
        bodies=bodies,
        aliases=[_pinned_view(entry) for entry in aliases],
    )


def _vector_view(name: str, vector: Vector) -> dict[str, str]:
    row = (braces(*vector.shape), braces(*vector.perm), len(vector.perm), vector.step, len(vector.source), name)
    return {"name": name, "source": fill(map(str, vector.source)), "row": braces(*row)}


def _render_vectors(env: Environment, plan: Plan) -> str:
    """A few shapes for each form, and every pinned shape, once each."""
    bytes_of: dict[Perm, int] = {}
    for form in plan.forms:
        bytes_of[form.perm] = bytes_of.get(form.perm, 0) | form.bits // 8
    by_form = []
    for number, vector in enumerate(form_vectors(plan)):
        view = _vector_view(f"form_{number}", vector)
        by_form.append(view | {"entry": braces(view["row"], bytes_of[vector.perm])})
    shapes = sorted({(entry.work.shape, entry.work.perm) for entry in plan.pinned})
    of_shape = {key: _vector_view(f"shape_{number}", pinned_vector(*key)) for number, key in enumerate(shapes)}
    pinned = [
        braces(
            entry.symbol,
            f'"{entry.request.name}"',
            of_shape[entry.work.shape, entry.work.perm]["row"],
            entry.work.bits // 8,
            entry.request.align,
            entry.request.count,
        )
        for entry in plan.pinned
    ]
    return env.get_template("vectors.inc.j2").render(
        plan=plan, by_form=by_form, of_shape=list(of_shape.values()), pinned=pinned
    )


def render(plan: Plan) -> dict[str, str]:
    """Every generated file by name. Pure: the same plan gives the same bytes."""
    env = environment()
    files = {
        HEADER: env.get_template("kernels.h.j2").render(
            plan=plan,
            format=KERNEL_FORMAT,
            pinned=[_pinned_view(entry) for entry in plan.pinned],
            pinned_rank=max((len(row.extents) for row in plan.pinned_rows), default=1),
        ),
        TABLE: env.get_template("table.c.j2").render(
            plan=plan,
            widths=[_width_view(plan, bits) for bits in WIDTHS],
            pinned_rows=[
                braces(
                    row.pinned.symbol,
                    braces(*map(literal, row.extents)),
                    row.slot,
                    row.shift,
                    row.pinned.request.align - 1,
                )
                for row in plan.pinned_rows
            ],
        ),
        PLAN: env.get_template("plan.inc.j2").render(plan=plan, digits=perm_digits),
        VECTORS: _render_vectors(env, plan),
    }
    files |= {kernels_file(bits): _render_kernels(env, plan, bits) for bits in WIDTHS}
    return {name: files[name] for name in OUTPUTS}


def inputs() -> tuple[Path, ...]:
    """Files of the generator itself that output depends on: its modules and templates."""
    package = Path(__file__).resolve().parent
    return tuple(sorted(package.glob("*.py")) + sorted(template_directory().glob("*.j2")))
