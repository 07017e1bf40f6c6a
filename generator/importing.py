# SPDX-License-Identifier: BSD-3-Clause
"""Turns a model's transposes into a permutation set, and advises which ones the model could leave out.

All functions are pure.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypedDict

from .manifest import FORMAT, MAX_NAME
from .models import Graph, Model, Node, Transpose, one_line, refusal, work_of
from .permutation import Perm, Shape, Work, fold, is_permutation, perm_text

BANNER = "# Written by `permkern import`"


@dataclass(frozen=True)
class Kernel:
    """A pinned kernel, and the operators of the model that it serves: all have the same shape and permutation."""

    name: str
    work: Work
    operators: tuple[str, ...]

    @property
    def moves(self) -> bool:
        return fold(self.work).moves


@dataclass(frozen=True)
class Refused:
    operator: str
    why: str


@dataclass(frozen=True)
class Imported:
    """The result of an import: kernels in the order of their first operators, refused operators, and advice."""

    model: str
    kernels: tuple[Kernel, ...]
    refused: tuple[Refused, ...]
    advice: tuple[str, ...]

    @property
    def taken(self) -> int:
        return sum(len(kernel.operators) for kernel in self.kernels)


# ---- names ----


def _free_name(operator: str, taken: frozenset[str]) -> str:
    """Returns a C identifier made of the end of the operator's name, with a number if it is taken already."""
    name = re.sub(r"[^a-z0-9]+", "_", operator.lower(), flags=re.ASCII).strip("_")[-MAX_NAME:].lstrip("_")
    if not re.match("[a-z]", name):
        name = f"permute_{name}"[:MAX_NAME].rstrip("_")
    number = 1
    free = name
    while free in taken:
        number += 1
        end = f"_{number}"
        free = name[: MAX_NAME - len(end)] + end
    return free


# ---- advice ----


def _composed(first: Perm, second: Perm) -> Perm:
    """Returns the permutation that has the effect of ``first`` followed by ``second``."""
    return tuple(first[axis] for axis in second)


def _fate(first: Transpose, second: Transpose) -> str:
    """Says what two consecutive transposes amount to."""
    assert first.perm is not None and second.perm is not None
    both = _composed(first.perm, second.perm)
    if both == tuple(range(len(both))):
        return "cancel: leave both out"
    if not refusal(first) and not fold(Work(work_of(first).shape, both, work_of(first).bits)).moves:
        return "together move nothing: a reshape suffices"
    return f"merge into one, {perm_text(both)}"


def _rank(transpose: Transpose) -> int:
    """Returns the number of axes of a well-formed transpose, and 0 for any other."""
    perm, shape = transpose.perm, transpose.tensor.shape
    good = perm is not None and is_permutation(perm) and (shape is None or len(shape) == len(perm))
    return len(perm or ()) if good else 0


def _neighbours(graph: Graph) -> Iterable[str]:
    """Advises on transposes of constants, and on pairs with nothing but element-wise operators between them."""
    writer = {name: node for node in graph.nodes for name in node.outputs[:1]}
    readers: dict[str, int] = {}
    for name in (*(name for node in graph.nodes for name in dict.fromkeys(node.inputs)), *graph.outputs):
        readers[name] = readers.get(name, 0) + 1
    for node in graph.nodes:
        if node.transpose is None or not _rank(node.transpose):
            continue
        if node.inputs[0] in graph.constants:
            yield f"{one_line(node.operator)} permutes a constant: do it once, when the model is made"
        between: list[Node] = []
        others = 0
        tensor = node.inputs[0]
        seen = {id(node)}
        while (before := writer.get(tensor)) is not None and id(before) not in seen:
            seen.add(id(before))
            others += readers[tensor] - 1
            if before.transpose is not None:
                if _rank(before.transpose) == _rank(node.transpose):
                    yield _advice(before.transpose, between, node.transpose, others)
                break
            if not before.elementwise:
                break
            between.append(before)
            tensor = before.inputs[0] if before.inputs else ""


def _advice(first: Transpose, between: list[Node], second: Transpose, others: int) -> str:
    across = ", ".join(node.kind for node in reversed(between))
    text = f"{one_line(first.operator)} {perm_text(first.perm or ())}, {one_line(second.operator)} "
    text += f"{perm_text(second.perm or ())}{f', across {across},' if across else ''} {_fate(first, second)}"
    if others:
        text += f"; the first stays for {others} other reader{'s' if others > 1 else ''}"
    return text


def advice_on(model: Model) -> tuple[str, ...]:
    return tuple(line for graph in model.graphs for line in _neighbours(graph))


# ---- from model to set ----


def import_model(model: Model) -> Imported:
    by_work: dict[Work, list[str]] = {}
    refused = []
    for transpose in model.transposes:
        why = refusal(transpose)
        if why:
            refused.append(Refused(one_line(transpose.operator), why))
        else:
            by_work.setdefault(work_of(transpose), []).append(transpose.operator)
    names: list[str] = []
    for operators in by_work.values():
        names.append(_free_name(operators[0], frozenset(names)))
    kernels = tuple(
        Kernel(name, work, tuple(map(one_line, operators)))
        for name, (work, operators) in zip(names, by_work.items(), strict=True)
    )
    return Imported(one_line(model.name), kernels, tuple(refused), advice_on(model))


_MANY = 4  # operators that a comment names at most


def _listed(operators: tuple[str, ...]) -> str:
    more = len(operators) - _MANY
    return ", ".join(operators[:_MANY]) + (f" and {more} more" if more > 0 else "")


def _operator_lines(operators: tuple[str, ...]) -> list[str]:
    """Spells the set's key of a kernel's operators, which reports show."""
    # TOML's strings are JSON's, but for DEL, which one_line() leaves in no name.
    names = [json.dumps(name, ensure_ascii=False) for name in operators]
    return [f"operators = [{names[0]}]"] if len(names) == 1 else ["operators = [", *(f"  {n}," for n in names), "]"]


def to_toml(imported: Imported, profile: str) -> str:
    lines = [f"{BANNER} from {imported.model}: {_summary(imported)}."]
    lines += [f'format = {FORMAT}\nprofile = "{profile}"']
    for kernel in imported.kernels:
        work = kernel.work
        note = "" if kernel.moves else " Moves nothing: a view suffices."
        lines += [
            "",
            f"# {_listed(kernel.operators)}.{note}",
            "[[pinned]]",
            f'name = "{kernel.name}"',
            f"shape = {list(work.shape)}",
            f"perm = {list(work.perm)}",
            f"bits = {work.bits}",
            f"count = {len(kernel.operators)}",
            *_operator_lines(kernel.operators),
        ]
    if imported.refused:
        lines += ["", *(f"# Not taken: {entry.operator}: {entry.why}" for entry in imported.refused)]
    return "\n".join(lines) + "\n"


def _plural(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _summary(imported: Imported) -> str:
    """Counts the permutes that were taken, those that move nothing, and the kernels that the others need."""
    still = sum(len(kernel.operators) for kernel in imported.kernels if not kernel.moves)
    moving = [kernel for kernel in imported.kernels if kernel.moves]
    need = sum(len(kernel.operators) for kernel in moving)
    text = f"{_plural(imported.taken, 'permute')}: {still} move nothing, {need} need {_plural(len(moving), 'kernel')}"
    return text + (f", {len(imported.refused)} not taken" if imported.refused else "")


def to_text(imported: Imported) -> str:
    lines = [f"{imported.model}: {_summary(imported)}"]
    rows = [
        (
            kernel.name,
            f"{len(kernel.operators)} x",
            str(kernel.work),
            f"{kernel.work.bits}-bit",
            str(fold(kernel.work)) if kernel.moves else "moves nothing",
        )
        for kernel in imported.kernels
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(5)]
    for row in rows:
        lines.append(f"  {'  '.join(map(str.ljust, row, widths))}".rstrip())
    if imported.refused:
        lines += ["not taken:", *(f"  {entry.operator}: {entry.why}" for entry in imported.refused)]
    if imported.advice:
        lines += ["the model can be simplified:", *(f"  {line}" for line in imported.advice)]
    return "\n".join(lines)


class TakenJson(TypedDict):
    name: str
    shape: Shape
    perm: Perm
    bits: int
    moves: bool
    operators: tuple[str, ...]


class RefusedJson(TypedDict):
    operator: str
    why: str


class ImportJson(TypedDict):
    model: str
    taken: list[TakenJson]
    not_taken: list[RefusedJson]
    advice: tuple[str, ...]


def to_json(imported: Imported) -> ImportJson:
    return {
        "model": imported.model,
        "taken": [
            {
                "name": kernel.name,
                "shape": kernel.work.shape,
                "perm": kernel.work.perm,
                "bits": kernel.work.bits,
                "moves": kernel.moves,
                "operators": kernel.operators,
            }
            for kernel in imported.kernels
        ],
        "not_taken": [{"operator": entry.operator, "why": entry.why} for entry in imported.refused],
        "advice": imported.advice,
    }
