# SPDX-License-Identifier: BSD-3-Clause
"""Turns the decisions of a plan into C fragments, which the templates only insert."""

from .cfragments import comment, laid_out, letters, perm_text, plus
from .pinnedcode import guarded, move_code
from .plan import Body, Kernel, Move, Pinned, Plan
from .strategy import Strategy

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
    """Describes the order of loops and which axes are contiguous."""
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
    """Returns the moves that several pinned kernels of a file share, with the condition under which they are used."""
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
    """Returns the code of a move, or a call of the routine that contains it."""
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
