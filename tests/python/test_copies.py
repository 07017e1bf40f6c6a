# SPDX-License-Identifier: BSD-3-Clause
"""Kernels for copies between parts of tensors: each must move what the model's operators move."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy
import onnx
import pytest
from modelfiles import check_kernels, imported, onnx_model, op, transpose
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import parse_set
from permkern.models.import_output import to_text, to_toml
from permkern.models.importing import Imported, Options

pytestmark = pytest.mark.ci

ALL = Options(moves="all", views=True)
X = {"x": (1, 6, 8, 4)}


def numbers(**lists: Sequence[int] | int) -> list[onnx.TensorProto]:
    return [numpy_helper.from_array(numpy.asarray(value, dtype=numpy.int64), name) for name, value in lists.items()]


def made(nodes: Sequence[onnx.NodeProto], *outputs: str, inputs: Any = X, **lists: Any) -> onnx.ModelProto:
    named = [onnx.NodeProto.FromString(node.SerializeToString()) for node in nodes]
    for number, node in enumerate(named):
        node.name = node.name or f"n{number}"
    return onnx_model(named, inputs, outputs, initializer=numbers(**lists))


def check(folder: Path, model: onnx.ModelProto) -> Imported:
    """Runs the model, and compares what each kernel moves with the tensors."""
    result = imported(folder, model, options=ALL)
    make_inventory(parse_set(to_toml(result), "set", "set"))
    every = onnx.ModelProto.FromString(model.SerializeToString())
    every.graph.output.extend(onnx.ValueInfoProto(name=n) for node in model.graph.node for n in node.output)
    shape = [dim.dim_value for dim in model.graph.input[0].type.tensor_type.shape.dim]
    x = numpy.arange(1.0, 1 + numpy.prod(shape), dtype="f4").reshape(shape)
    names = [value.name for value in every.graph.output]
    values = {"x": x, **dict(zip(names, ReferenceEvaluator(every).run(None, {"x": x}), strict=True))}
    check_kernels(result, values)
    return result


CHAINS = {
    "Slice -> Transpose": (
        made([op("Slice", "x s e", "a"), transpose("turn", "a", "y", [0, 2, 3, 1])], "y",
             s=[0, 1, 2, 0], e=[1, 5, 7, 4]), ["Slice + Transpose"]),
    "Split -> Transpose": (
        made([op("Split", "x", "a b", axis=1, num_outputs=2), transpose("one", "a", "c", [0, 2, 3, 1]),
              transpose("two", "b", "d", [0, 2, 3, 1])], "c", "d"), ["Split + Transpose"] * 2),
    "Transpose -> Reshape -> Concat": (
        made([transpose("one", "x", "a", [0, 2, 3, 1]), op("Reshape", "a s", "b"), op("Reshape", "x s", "c"),
              op("Concat", "b c", "y", axis=2)], "y", s=[1, 32, 6]), ["Transpose + Concat", "Concat"]),
    "Pad": (made([op("Pad", "x p", "y")], "y", p=[0, 0, 1, 1, 0, 0, 1, 2]), ["Pad"]),
    "every second, from the end": (
        made([op("Slice", "x s e k t", "y")], "y", s=[7], e=[-100], k=[2], t=[-2]), ["Slice"]),
    "one of an axis": (made([op("Gather", "x i", "y", axis=3)], "y", i=2), ["Gather"]),
    "a slice that two read": (
        made([op("Slice", "x s e k", "a"), transpose("turn", "a", "y", [0, 3, 1, 2]), op("Relu", "a", "z")], "y", "z",
             s=[1], e=[5], k=[1]), ["Slice", ""]),
    "an output on the way": (
        made([op("Slice", "x s e k", "a"), transpose("turn", "a", "y", [0, 3, 1, 2])], "y", "a",
             s=[1], e=[5], k=[1]), ["Slice", ""]),
    "numbers of a shape": (
        made([op("Shape", "x", "s"), op("Slice", "s f t", "u"), op("Concat", "u m", "v", axis=0),
              op("Reshape", "x v", "y")], "y", f=[0], t=[2], m=[-1]), []),
}  # fmt: skip


@pytest.mark.parametrize("name", CHAINS)
def test_neighbouring_copies_are_one_kernel(tmp_path: Path, name: str) -> None:
    model, kinds = CHAINS[name]
    result = check(tmp_path, model)
    assert sorted(each.kind for kernel in result.kernels for each in kernel.operators) == sorted(kinds)


def test_the_border_of_a_pad_is_the_callers(tmp_path: Path) -> None:
    result = check(tmp_path, CHAINS["Pad"][0])
    assert "leave a border to you" in to_text(result)
    assert "Pad  1 x  1680 bytes" in to_text(imported(tmp_path, CHAINS["Pad"][0]))


def test_open_extents_are_asked_for(tmp_path: Path) -> None:
    model = made([op("Slice", "x s e k", "y")], "y", inputs={"x": ("N", 6, "H", 4)}, s=[1], e=[3], k=[1])
    result = imported(tmp_path, model, options=ALL)
    assert not result.kernels and result.hints[0].names == ("N", "H")
    assert imported(tmp_path, model, "N=1", "H=5", options=ALL).kernels


def _random_model(chance: random.Random) -> onnx.ModelProto:
    tensors: dict[str, list[int]] = {"x": [chance.choice((1, 2, 3, 4, 6)) for _ in range(chance.choice((2, 3, 4)))]}
    nodes, lists, name = [], {}, "x"
    for number in range(chance.randint(3, 9)):
        name = chance.choice([name, name, chance.choice([*tensors])])
        shape, out, c = tensors[name], f"t{number}", f"c{number}"
        axis, rank = chance.randrange(len(shape)), len(shape)
        kind = chance.choice("Transpose Transpose Slice Slice Concat Split Pad Reshape Relu".split())
        if kind == "Transpose":
            perm = chance.sample(range(rank), rank)
            nodes.append(transpose(f"n{number}", name, out, perm))
            tensors[out] = [shape[each] for each in perm]
        elif kind == "Slice":
            start, step = chance.randrange(shape[axis]), chance.choice((1, 2, -1))
            taken = range(*slice(start, None, step).indices(shape[axis]))
            lists |= {f"{c}s": [start], f"{c}e": [1000 * step], f"{c}a": [axis], f"{c}t": [step]}
            nodes.append(op("Slice", f"{name} {c}s {c}e {c}a {c}t", out))
            tensors[out] = [*shape[:axis], len(taken), *shape[axis + 1 :]]
        elif kind == "Concat":
            fits = [n for n, s in tensors.items() if s[:axis] == shape[:axis] and s[axis + 1 :] == shape[axis + 1 :]]
            parts = [name, *(chance.choice([n for n in fits if len(tensors[n]) == rank]) for _ in range(2))]
            nodes.append(op("Concat", " ".join(parts), out, axis=axis))
            tensors[out] = [*shape[:axis], sum(tensors[each][axis] for each in parts), *shape[axis + 1 :]]
        elif kind == "Split" and shape[axis] > 1:
            first = chance.randrange(1, shape[axis])
            lists[c] = [first, shape[axis] - first]
            nodes.append(op("Split", f"{name} {c}", f"{out} {out}b", axis=axis))
            tensors |= {
                n: [*shape[:axis], e, *shape[axis + 1 :]] for n, e in zip((out, f"{out}b"), lists[c], strict=True)
            }
        elif kind == "Pad":
            lists[c] = [chance.randrange(3) for _ in range(2 * rank)]
            nodes.append(op("Pad", f"{name} {c}", out))
            tensors[out] = [n + lists[c][k] + lists[c][k + rank] for k, n in enumerate(shape)]
        elif kind == "Reshape" and rank > 1:
            lists[c] = [*shape[: axis - 1], -1, *shape[axis + 1 :]] if axis else [*shape[:-2], -1]
            nodes.append(op("Reshape", f"{name} {c}", out))
            tensors[out] = [int(-numpy.prod(shape) // numpy.prod(lists[c])) if n < 0 else n for n in lists[c]]
        else:
            nodes.append(op("Relu", name, out))
            tensors[out] = shape
        name = out if out in tensors else name
    return made(nodes, name, inputs={"x": tensors["x"]}, **lists)


def test_random_copies(tmp_path: Path) -> None:
    chance = random.Random(58)
    found = [check(tmp_path, _random_model(chance)) for _ in range(60)]
    operators = [each for result in found for kernel in result.kernels for each in kernel.operators]
    assert len(operators) > 150 and sum(bool(each.joins) for each in operators) > 40
