# SPDX-License-Identifier: BSD-3-Clause
"""Maps a model's transposes to kernels, for programs that write C: `permkern import --map json`."""

from permkern.kernels.documents import Json
from permkern.kernels.manifest import PIN_PREFIX

from .import_output import aliases, operators_json
from .importing import Imported, Kernel
from .models import Model, Transpose

MAP_FORMAT = 1  # raised when a key changes its meaning or goes; new keys do not raise it


def _mapped(operator: Transpose, kernel: Kernel, *, moves: bool) -> Json:
    return {
        "operator": operator.name,
        "output": operator.output,
        "kind": operator.kind,
        "kernel": kernel.name,
        "symbol": PIN_PREFIX + kernel.name,
        "shape": kernel.work.shape,
        "perm": kernel.work.perm,
        "flip": kernel.work.reversed_axes,
        "bits": kernel.work.bits,
        "moves": moves,
        "in_place": kernel.in_place,
    }


def kernel_map(model: Model, imported: Imported) -> Json:
    """
    Returns a row for each transpose with a kernel, in the model's order, and lists of aliases, constants and refusals.
    """
    place = {
        (transpose.name, transpose.output): number for number, transpose in reversed([*enumerate(model.transposes)])
    }
    rows = [
        _mapped(operator, kernel, moves=kernel not in imported.still)
        for kernel in imported.kernels
        for operator in kernel.operators
    ]
    rows.sort(key=lambda row: place[row["operator"], row["output"]])
    return {
        "format": MAP_FORMAT,
        "model": model.name,
        "transposes": [row for row in rows if not row["kind"]],
        "moves": [row for row in rows if row["kind"]],
        "aliases": aliases(imported),
        "constants": operators_json(imported.constants),
        "not_taken": [
            {"operator": entry.operator.name, "output": entry.operator.output, "why": entry.why}
            for entry in imported.refused
        ],
    }
