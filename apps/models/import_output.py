# SPDX-License-Identifier: BSD-3-Clause
"""Writes the result of an import: a set in TOML, a report in text. All functions are pure."""

import json
from collections.abc import Iterable

from permkern.arguments import MOVES
from permkern.kernels.documents import in_columns, plural
from permkern.kernels.manifest import FORMAT
from permkern.kernels.permutation import fold

from .importing import Imported, Kernel, aligned, gains_by_words
from .models import Transpose, one_line, replaceable_lines

BANNER = "# Written by `permkern import`"
_MANY = 8  # lines of one kind in the text


def _count(kernels: Iterable[Kernel]) -> int:
    return sum(len(kernel.operators) for kernel in kernels)


def summary(imported: Imported) -> str:
    """Returns the numbers of permutes, of permutes that move nothing, and of kernels, as text."""
    others = "; not taken: " + others_text(imported) if imported.others else ""
    if not imported.operators and not imported.constants and not imported.refused:
        return f"0 transposes{others}"
    still, need = _count(imported.still), _count(imported.moving)
    moves, needs = "moves" if still == 1 else "move", "needs" if need == 1 else "need"
    text = f"{plural(still + need, 'permute')}: {still} {moves} nothing, {need} {needs} "
    text += plural(len(imported.moving), "kernel")
    if imported.constants:
        text += f", {len(imported.constants)} of constants"
    return text + (f", {len(imported.refused)} not taken" if imported.refused else "") + others


def others_text(imported: Imported) -> str:
    """Lists the operators that move elements in ways that no kernel has."""
    return ", ".join(f"{_printable(what)} x{count}" for what, count in imported.others)


def _printable(text: str) -> str:
    """Returns a whole name, with escapes for characters that TOML lines or terminals cannot show."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


# ---- TOML ----


def _comments(operators: Iterable[Transpose]) -> list[str]:
    stated = " (its shape is what the file states, not inferred)"
    uncounted = " (not counted: another branch moves more)"
    return [
        f"#   {_printable(each.written)}{stated * each.stated}{uncounted * (not each.counted)}" for each in operators
    ]


def _operator_lines(operators: tuple[Transpose, ...]) -> list[str]:
    """Returns TOML lines for a kernel's key ``operators``, which reports show."""
    # TOML strings equal JSON strings except for DEL, which _printable() escapes.
    names = [json.dumps(_printable(each.name), ensure_ascii=False) for each in operators]
    return [f"operators = [{names[0]}]"] if len(names) == 1 else ["operators = [", *(f"  {n}," for n in names), "]"]


def _pinned(kernel: Kernel, imported: Imported) -> list[str]:
    work, options = kernel.work, imported.options
    lines = ["", f"# {plural(len(kernel.operators), 'operator')}:", *_comments(kernel.operators)]
    if kernel in imported.still:
        lines.append("# Moves nothing: the kernel copies, and an alias would do.")
    if kernel.apart:
        lines.append(f"# Not in place: {kernel.apart}.")
    lines += [
        "[[pinned]]",
        f'name = "{kernel.name}"',
        f"shape = {list(work.shape)}",
        f"perm = {list(work.perm)}",
        *([f"flip = {list(work.reversed_axes)}"] if work.flips else []),
        f"bits = {work.bits}",
        f"count = {kernel.count}",
        *_operator_lines(kernel.operators),
    ]
    if (align := aligned(work, kernel.operators, options)) > max(1, work.bits // 8):
        lines.append(f"align = {align}")
    for key, steps in (("in_stride", work.in_strides), ("out_stride", work.out_strides)):
        lines += [f"{key} = {list(steps[:-1])}"] * bool(steps)
    for key, first in (("in_offset", work.in_offset), ("out_offset", work.out_offset)):
        lines += [f"{key} = {first}"] * bool(first)
    if options.xor:
        lines.append(f"xor = {options.xor:#x}")
    if kernel.in_place:
        lines.append("in_place = true")
    return lines


def to_toml(*every: Imported) -> str:
    """Returns a set with the models' kernels; comments name all other transposes."""
    banners = [f"{BANNER} from {_printable(each.model.name)}: {summary(each)}." for each in every]
    lines = [*banners, f'format = {FORMAT}\nprofile = "{every[0].options.profile}"']
    if not any(each.kernels for each in every):
        lines.append("pinned = []  # no transpose has a kernel")
    for each in every:
        lines += ["", f"# ---- {_printable(each.model.name)} ----"] if len(every) > 1 else []
        lines += _model_lines(each)
    return "\n".join(lines) + "\n"


def _model_lines(imported: Imported) -> list[str]:
    lines: list[str] = []
    if imported.model.assumed:
        lines.append(f"# Open dimensions are as the file has them: {_printable(', '.join(imported.model.assumed))}.")
    for kernel in imported.kernels:
        lines += _pinned(kernel, imported)
    if imported.still and not imported.options.views:
        lines += ["", "# These move nothing: let the output be the input. With --views they have kernels that copy."]
        for kernel in imported.still:
            lines += [f"# {kernel.work}, {kernel.work.bits}-bit:", *_comments(kernel.operators)]
    if imported.constants:
        lines += ["", "# These permute constants: do it once, when the model is made.", *_comments(imported.constants)]
    if imported.refused:
        lines += ["", "# Not taken:"]
        lines += [f"#   {_printable(entry.operator.written)}: {_printable(entry.why)}" for entry in imported.refused]
    return lines


# ---- text ----


def _rows(rows: list[tuple[str, ...]]) -> list[str]:
    return [f"  {line}" for line in in_columns(rows)] if rows else []


def _names(operators: Iterable[Transpose]) -> list[str]:
    return [f"  {each.title}" for each in operators]


def _few(lines: list[str]) -> list[str]:
    more = len(lines) - _MANY
    return [*lines[:_MANY], *([f"  and {more} more, which --format json lists"] if more > 0 else [])]


def _row(kernel: Kernel, imported: Imported) -> tuple[str, ...]:
    notes = ["in place"] if kernel.in_place else [f"not in place: {kernel.apart}"] if kernel.apart else []
    moves = "moves nothing" if kernel in imported.still else str(fold(kernel.work))
    kinds = dict.fromkeys(operator.kind for operator in kernel.operators if operator.kind)
    return (
        kernel.name,
        f"{len(kernel.operators)} x",
        str(kernel.work),
        f"{kernel.work.bits}-bit",
        ", ".join([moves, *kinds, *notes]),
    )


def _named(operators: tuple[Transpose, ...]) -> str:
    more = len(operators) - 1
    return operators[0].title + (f" and {more} more" if more else "")


def hint_lines(imported: Imported) -> list[str]:
    """Returns lines with the --dim options for open shapes, most decisive first."""
    if not imported.hints:
        return []
    lines = ["give the extents that the model leaves open, with numbers in place of ?:"]
    left = imported.waiting
    for hint in imported.hints:
        lines.append(f"  {hint.text}  decides {hint.decides} of {left}")
        left -= hint.decides
    return lines


def quantized(imported: Imported) -> list[tuple[str, list[Transpose]]]:
    """Returns the operators that move quantized elements, or may move them, if --bits is not given."""
    found = [] if imported.options.bits else [each for each in imported.operators if each.quantized]
    lines = []
    for fused, told in (
        (True, "move {} bits, as a runtime joins them with the quantization on both sides; --bits 32 moves floats"),
        (False, "move floats that were quantized; --bits {} if the firmware does not dequantize them"),
    ):
        some = [each for each in found if each.fused == fused]
        bits = " or ".join(sorted({str(each.quantized) for each in some}))
        lines += [(told.format(bits), some)] if some else []
    return lines


def traffic(imported: Imported) -> list[tuple[str, list[str]]]:
    """Returns the operators that move elements and have no kernel without --moves all, by kind, with their bytes."""
    taken = {each.kind or "Transpose" for each in imported.model.transposes} | {"TRANSPOSE"}
    kinds: dict[str, list[int]] = {}
    for kind, size in imported.model.traffic if imported.options.moves == MOVES[0] else ():
        if kind not in taken:
            kinds.setdefault(kind, []).append(size)
    rows = sorted(((sum(sizes), len(sizes), kind) for kind, sizes in kinds.items()), reverse=True)
    total = sum(size for size, *_ in rows)
    lines = _rows([(kind, f"{count} x", f"{size} bytes") for size, count, kind in rows])
    return [(f"other operators copy {total} bytes a run; --moves all makes their kernels", lines)] if rows else []


def to_text(imported: Imported) -> str:
    model, options = imported.model, imported.options
    odd = [f"  {kernel.name}" for kernel in imported.kernels if gains_by_words(kernel, options)]
    still: list[tuple[str, ...]] = [
        (f"{len(kernel.operators)} x", str(kernel.work), f"{kernel.work.bits}-bit", _named(kernel.operators))
        for kernel in imported.still
        if not options.views
    ]
    stated = _names(each for each in imported.operators if each.stated)
    idle = _names(each for each in imported.operators if not each.counted)
    notes = [f"  {note}" for note in model.notes]
    gone = sum(action.gone for action in model.advice)
    borders = _names(each for each in imported.operators if each.borders)
    sections = [
        ("leave a border to you: fill the output with the operator's constant first:", _few(borders)),
        *((f"{what}:", lines) for what, lines in traffic(imported)),
        ("if all buffers are aligned to 4 bytes, add --align 4: it removes these kernels' code for others:", _few(odd)),
        ("move nothing, so their output may be their input; --views makes kernels that copy:", _rows(still)),
        ("permute constants, to be done once, when the model is made:", _names(imported.constants)),
        ("not taken:", [f"  {entry.operator.title}: {entry.why}" for entry in imported.refused]),
        ("shapes that are not inferred, but as the file states them:", stated),
        ("in a branch that moves less than the other one, so count is without them:", _few(idle)),
        *((f"{what}:", _few(_names(some))) for what, some in quantized(imported)),
        (f"inference fails at {plural(len(notes), 'operator')}:", _few(notes)),
        (
            "open dimensions are as the file has them, unless --dim gives others:",
            _few([f"  {one_line(each)}" for each in model.assumed]),
        ),
        (
            f"{plural(gone, 'transpose')} can go, as `permkern optimize` shows:",
            _few([f"  {action.text}" for action in model.advice]),
        ),
    ]
    lines = [
        f"{one_line(model.name)}: {summary(imported)}",
        *_rows([_row(each, imported) for each in imported.kernels]),
    ]
    lines += [line for title, some in sections if some for line in (title, *some)]
    lines += replaceable_lines(model.replaceable)
    return "\n".join([*lines, *hint_lines(imported)])
