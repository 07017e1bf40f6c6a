# SPDX-License-Identifier: BSD-3-Clause
"""Says which kernel serves which transpose of a model, for programs that write C: `permkern import --map json`."""

from typing import TypedDict

from .import_output import AliasJson, OperatorJson, aliases, operators_json
from .importing import Imported, Kernel
from .manifest import PIN_PREFIX
from .models import Model
from .permutation import Perm, Shape

MAP_FORMAT = 1  # raised when a key changes its meaning or goes; new keys do not raise it


class MappedJson(TypedDict):
    operator: str
    output: str
    kernel: str
    symbol: str
    shape: Shape
    perm: Perm
    bits: int
    moves: bool
    in_place: bool


class UnmappedJson(TypedDict):
    operator: str
    output: str
    why: str


class MapJson(TypedDict):
    format: int
    model: str
    transposes: list[MappedJson]
    aliases: list[AliasJson]
    constants: list[OperatorJson]
    not_taken: list[UnmappedJson]


def _mapped(operator: str, output: str, kernel: Kernel, *, moves: bool) -> MappedJson:
    return {
        "operator": operator,
        "output": output,
        "kernel": kernel.name,
        "symbol": PIN_PREFIX + kernel.name,
        "shape": kernel.work.shape,
        "perm": kernel.work.perm,
        "bits": kernel.work.bits,
        "moves": moves,
        "in_place": kernel.in_place,
    }


def kernel_map(model: Model, imported: Imported) -> MapJson:
    """Returns a row for each transpose that has a kernel, in the model's order, and the others by what to do."""
    place = {
        (transpose.operator, transpose.output): number for number, transpose in reversed([*enumerate(model.transposes)])
    }
    rows = [
        _mapped(operator.name, operator.output, kernel, moves=kernel not in imported.still)
        for kernel in imported.kernels
        for operator in kernel.operators
    ]
    return {
        "format": MAP_FORMAT,
        "model": model.name,
        "transposes": sorted(rows, key=lambda row: place[row["operator"], row["output"]]),
        "aliases": aliases(imported),
        "constants": operators_json(imported.constants),
        "not_taken": [
            {"operator": entry.operator.name, "output": entry.operator.output, "why": entry.why}
            for entry in imported.refused
        ],
    }
