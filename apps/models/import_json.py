# SPDX-License-Identifier: BSD-3-Clause
"""Writes the result of an import as JSON: a map of transposes to kernels, for programs that generate C; the report."""

from collections.abc import Iterable

from permkern.kernels.documents import Json
from permkern.kernels.manifest import PIN_PREFIX

from .import_output import summary
from .importing import Imported, Kernel
from .models import Rewrite, Transpose

MAP_FORMAT = 1  # raised if a key changes its meaning or is removed, not for a new key


def _mapped(operator: Transpose, kernel: Kernel, *, moves: bool) -> Json:
    return {
        **_named(operator),
        "kernel": kernel.name,
        "symbol": PIN_PREFIX + kernel.name,
        "shape": kernel.work.shape,
        "perm": kernel.work.perm,
        "flip": kernel.work.reversed_axes,
        "bits": kernel.work.bits,
        "moves": moves,
        "in_place": kernel.in_place,
        "stated": operator.stated,
        **_part(operator, kernel),
    }


def _part(operator: Transpose, kernel: Kernel) -> Json:
    """Returns the keys of a kernel between parts of two tensors."""
    work = kernel.work
    if operator.copy is None:
        return {}
    return {
        "input": operator.tensor.name,
        "joins": operator.joins,
        "borders": operator.borders,
        "in_stride": work.in_steps,
        "out_stride": work.out_steps,
        **dict(zip(("in_first", "out_first"), operator.copy.work(work.bits)[1:], strict=True)),
    }


def aliases(imported: Imported) -> list[Json]:
    """Returns the operators that need no kernel, each with its work; empty with --views."""
    return [
        {
            **_named(operator),
            "shape": kernel.work.shape,
            "perm": kernel.work.perm,
            "bits": kernel.work.bits,
            "stated": operator.stated,
            **_part(operator, kernel),
        }
        for kernel in imported.still
        if not imported.options.views
        for operator in kernel.operators
    ]


def _named(operator: Transpose) -> Json:
    return {"operator": operator.name, "output": operator.output, "kind": operator.kind}


def actions_json(actions: Iterable[Rewrite]) -> list[Json]:
    return [
        {
            "text": action.text,
            "removes": action.removes,
            "why": action.why,
            "across": action.across,
            "changes": list(map(_permuted_json, action.changes)),
            "adds": list(map(_permuted_json, action.adds)),
            "stores": action.stores,
        }
        for action in actions
    ]


def _permuted_json(each: Transpose) -> Json:
    shape = [extent if isinstance(extent, int) else str(extent) for extent in each.tensor.shape or ()]
    return {"name": each.name, "shape": shape or None, "perm": each.perm, "bits": each.tensor.bits}


def kernel_map(imported: Imported) -> Json:
    """
    Returns a row for each transpose with a kernel, in the model's order, and lists of aliases, constants and refusals.
    """
    transposes = [*enumerate((*imported.model.copies, *imported.model.transposes))]
    place = {(each.name, each.output): number for number, each in reversed(transposes)}
    rows = [
        _mapped(operator, kernel, moves=kernel not in imported.still)
        for kernel in imported.kernels
        for operator in kernel.operators
    ]
    rows.sort(key=lambda row: place[row["operator"], row["output"]])
    return {
        "format": MAP_FORMAT,
        "model": imported.model.name,
        "transposes": [row for row in rows if not row["kind"]],
        "moves": [row for row in rows if row["kind"]],
        "aliases": aliases(imported),
        "constants": [*map(_named, imported.constants)],
        "not_taken": [{**_named(entry.operator), "why": entry.why, "needs": entry.needs} for entry in imported.refused],
    }


def to_json(imported: Imported) -> Json:
    """Returns the map, and the rest of the report."""
    return {
        **kernel_map(imported),
        "summary": summary(imported),
        "traffic": [{"kind": kind, "bytes": size} for kind, size in imported.model.traffic],
        "others": [{"what": what, "count": count} for what, count in imported.others],
        "hints": [{"dims": hint.names, "options": hint.text, "decides": hint.decides} for hint in imported.hints],
        "notes": imported.model.notes,
        "assumed": imported.model.assumed,
        "replaceable_weights": imported.model.replaceable,
        "advice": actions_json(imported.model.advice),
    }
