# SPDX-License-Identifier: BSD-3-Clause
"""Says which kernel serves which transpose of a model, for programs that write C: `permkern import --map json`."""

from typing import TypedDict

from .importing import Imported
from .manifest import PIN_PREFIX
from .models import Model, Transpose, refusal, work_of
from .permutation import Perm, Shape, Work

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


class UnmappedJson(TypedDict):
    operator: str
    output: str
    why: str


class MapJson(TypedDict):
    format: int
    model: str
    transposes: list[MappedJson]
    not_taken: list[UnmappedJson]


def _mapped(transpose: Transpose, work: Work, name: str, *, moves: bool) -> MappedJson:
    return {
        "operator": transpose.operator,
        "output": transpose.output,
        "kernel": name,
        "symbol": PIN_PREFIX + name,
        "shape": work.shape,
        "perm": work.perm,
        "bits": work.bits,
        "moves": moves,
    }


def kernel_map(model: Model, imported: Imported) -> MapJson:
    """Returns a row for each transpose of the model, in its order. Names are the model's own, whatever their length."""
    kernels = {kernel.work: kernel for kernel in imported.kernels}
    rows: list[MappedJson] = []
    unmapped: list[UnmappedJson] = []
    for transpose in model.transposes:
        why = refusal(transpose)
        if why:
            unmapped.append({"operator": transpose.operator, "output": transpose.output, "why": why})
        else:
            kernel = kernels[work_of(transpose)]
            rows.append(_mapped(transpose, kernel.work, kernel.name, moves=kernel.moves))
    return {"format": MAP_FORMAT, "model": model.name, "transposes": rows, "not_taken": unmapped}
