# SPDX-License-Identifier: BSD-3-Clause
"""Copies of TensorFlow Lite models without transposes. LiteRT runs each copy and its model."""

import random
from collections.abc import Sequence
from pathlib import Path

import numpy
import pytest
import tflite  # type: ignore[import-untyped]
from commands import permkern
from modelfiles import TfOperator, TfTensor, check_kernels, tflite_model
from permkern.models import litert
from permkern.models.importing import Options, import_model
from permkern.models.model_files import read_model
from permkern.models.optimizing import MARK, Optimized, optimize
from permkern.models.tflite_tables import Schema

pytest.importorskip("ai_edge_litert")
pytestmark = pytest.mark.ci

FLOAT, INT8, INT32 = tflite.TensorType.FLOAT32, tflite.TensorType.INT8, tflite.TensorType.INT32


class Graph:
    """A graph in the making. Tensors are numbers; tensor 0 is the input."""

    def __init__(self, shape: Sequence[int], kind: int) -> None:
        self.kind = kind
        self.tensors = [self._data("x", shape)]
        self.operators: list[TfOperator] = []

    def _data(self, name: str, shape: Sequence[int], data: bytes = b"") -> TfTensor:
        return TfTensor(name, tuple(shape), self.kind, data, scale=0.25 * (self.kind == INT8))

    def numbers(self, *values: object) -> int:
        array = numpy.array(values[0] if len(values) == 1 else values, "<i4")
        self.tensors.append(TfTensor(f"n{len(self.tensors)}", array.shape, INT32, array.tobytes()))
        return len(self.tensors) - 1

    def weights(self, shape: Sequence[int]) -> int:
        data = numpy.arange(int(numpy.prod(shape)), dtype="i1" if self.kind == INT8 else "<f4").tobytes()
        self.tensors.append(self._data(f"w{len(self.tensors)}", shape, data))
        return len(self.tensors) - 1

    def op(self, kind: str, reads: Sequence[int], *shapes: Sequence[int], table: str = "", **options: int) -> int:
        """Adds an operator, and returns its first output."""
        first = len(self.tensors)
        self.tensors += [self._data(f"t{first + k}", shape) for k, shape in enumerate(shapes)]
        code, outputs = getattr(tflite.BuiltinOperator, kind), tuple(range(first, first + len(shapes)))
        self.operators.append(TfOperator(code, tuple(reads), outputs, table, tuple(options.items())))
        return first

    def shape(self, tensor: int) -> list[int]:
        return list(self.tensors[tensor].shape)

    def transpose(self, tensor: int, perm: Sequence[int]) -> int:
        shape = [self.shape(tensor)[axis] for axis in perm]
        return self.op("TRANSPOSE", (tensor, self.numbers(list(perm))), shape)

    def file(self, *outputs: int) -> bytes:
        return tflite_model(self.tensors, self.operators, outputs, (0,))


def optimized(folder: Path, data: bytes) -> Optimized:
    (folder / "model.tflite").write_bytes(data)
    result = optimize(folder / "model.tflite", {})
    assert result.verified, result.unverified
    assert read_model(folder / "model.tflite", {}).advice == result.actions
    return result


LAST, FIRST = (0, 2, 3, 1), (0, 3, 1, 2)


def test_a_copy_is_written_marked_and_optimal(tmp_path: Path) -> None:
    graph = Graph((1, 4, 6, 3), INT8)
    a = graph.transpose(0, FIRST)
    b = graph.op("PAD", (a, graph.numbers([[0, 0], [0, 1], [1, 0], [0, 0]])), (1, 4, 5, 6))
    c = graph.op("CONCATENATION", (b, b), (1, 8, 5, 6), table="ConcatenationOptions", Axis=1)
    d = graph.op("ADD", (c, graph.weights((8, 1, 1))), (1, 8, 5, 6), table="AddOptions")
    (tmp_path / "model.tflite").write_bytes(graph.file(graph.transpose(d, LAST)))
    copy = tmp_path / "smaller.tflite"
    done = permkern("optimize", tmp_path / "model.tflite", "-o", copy)
    assert (done.returncode, done.stderr) == (0, "") and "2 of 2 transposes can go" in done.stdout
    assert "bit-identical" in done.stdout and MARK.encode() in copy.read_bytes()
    assert permkern("optimize", tmp_path / "model.tflite", "-o", copy).returncode == 0  # its own file
    assert optimize(copy, {}).actions == ()
    assert [each.kind for each in read_model(copy, {}).transposes] == []
    for name in ("mine.tflite", "smaller.onnx"):
        (tmp_path / name).write_bytes(b"mine")
        assert permkern("optimize", tmp_path / "model.tflite", "-o", tmp_path / name).is_refused
        assert (tmp_path / name).read_bytes() == b"mine"


def test_a_transpose_that_moves_nothing_becomes_a_reshape(tmp_path: Path) -> None:
    graph = Graph((1, 4, 1, 3), FLOAT)
    a = graph.op("RELU", (graph.transpose(0, FIRST),), (1, 3, 4, 1))
    result = optimized(tmp_path, graph.file(graph.transpose(a, (0, 3, 2, 1))))
    assert (result.before, result.after) == (2, 0)


def test_outputs_of_signatures_stay(tmp_path: Path) -> None:
    graph = Graph((1, 4, 6, 3), FLOAT)
    relu = graph.op("RELU", (graph.transpose(0, FIRST),), (1, 3, 4, 6))
    out = graph.op("NEG", (graph.transpose(relu, LAST),), (1, 4, 6, 3))
    schema = Schema(tflite)
    model = schema.read(tflite.Model.GetRootAs(graph.file(out)))
    tensors = (("x", 0), ("relu", relu), ("out", out))
    x, *made = (schema.new("TensorMap", Name=name.encode(), TensorIndex=k) for name, k in tensors)
    model["SignatureDefs"] = [
        schema.new("SignatureDef", SignatureKey=b"relu", SubgraphIndex=0, Inputs=[x], Outputs=made)
    ]
    result = optimized(tmp_path, schema.write(model))
    assert (result.before, result.after) == (2, 1)


@pytest.mark.parametrize("kind", [FLOAT, INT8])
def test_inputs_and_outputs_get_other_layouts(tmp_path: Path, kind: int) -> None:
    path, copy = tmp_path / "model.tflite", tmp_path / "smaller.tflite"
    graph = Graph((1, 4, 6, 3), kind)
    relu = graph.op("RELU", (graph.transpose(0, FIRST),), (1, 3, 4, 6))
    out = graph.transpose(graph.op("ADD", (relu, relu), (1, 3, 4, 6), table="AddOptions"), (1, 2, 3, 0))
    path.write_bytes(graph.file(out))
    words = ["--input-layout", "x=0,3,1,2", "--output-layout", f"t{out}=3,0,1,2"]
    done = permkern("optimize", path, *words, "-o", copy)
    assert (done.returncode, done.stderr) == (0, "") and "bit-identical" in done.stdout
    assert "x is 1x3x4x6 in the copy, 1x4x6x3 permuted by (0,3,1,2)" in done.stdout
    assert read_model(copy, {}).transposes == ()
    for word in ("x=0,1", "x=0,0,1,2", "y=0,1,2,3"):
        assert permkern("optimize", path, "--input-layout", word).is_refused


def test_kernels_copy_what_operators_copy(tmp_path: Path) -> None:
    graph = Graph((1, 6, 8, 4), INT8)
    pad = graph.op("PAD", (0, graph.numbers([[0, 0], [1, 0], [0, 2], [0, 0]])), (1, 7, 10, 4))
    ends = graph.numbers([1, 6, 10, 0])
    part = graph.op(
        "STRIDED_SLICE", (pad, graph.numbers([0, 1, 1, 2]), ends, graph.numbers([1, 2, 1, 1])), (1, 3, 9),
        table="StridedSliceOptions", BeginMask=1, ShrinkAxisMask=8,
    )  # fmt: skip
    turned = graph.transpose(part, (0, 2, 1))
    whole = graph.op("CONCATENATION", (turned, turned), (1, 9, 6), table="ConcatenationOptions", Axis=-1)
    half = graph.op("SPLIT", (graph.numbers(1), whole), *[(1, 3, 6)] * 3, table="SplitOptions", NumSplits=3)
    pack = graph.op("PACK", (half, half + 2), (1, 3, 2, 6), table="PackOptions", ValuesCount=2, Axis=2)
    slice_ = graph.op("SLICE", (pack, graph.numbers([0, 1, 0, 2]), graph.numbers([1, 2, -1, 3])), (1, 2, 2, 3))
    written = [k for operator in graph.operators for k in operator.outputs]
    x = numpy.random.default_rng(1).integers(-128, 127, (1, 6, 8, 4), "i1")
    values = litert.run(graph.file(*written), {"x": x})
    (tmp_path / "model.tflite").write_bytes(graph.file(slice_))
    result = import_model(read_model(tmp_path / "model.tflite", {}), Options(moves="all", views=True))
    check_kernels(result, {"x": x, **{graph.tensors[k].name: v for k, v in zip(written, values, strict=True)}})
    kinds = sorted(each.kind for kernel in result.kernels for each in kernel.operators)
    assert kinds == ["CONCATENATION"] * 2 + [
        "PAD",
        "SLICE",
        "SPLIT + PACK",
        "SPLIT + PACK",
        "STRIDED_SLICE + TRANSPOSE",
    ]


def _random_graph(chance: random.Random, kind: int) -> bytes:
    graph = Graph([chance.choice((1, 2, 3, 4)) for _ in range(chance.choice((3, 4)))], kind)
    here, live = 0, [0]
    for _ in range(chance.randint(4, 12)):
        shape, rank = graph.shape(here), len(graph.shape(here))
        axis, what = chance.randrange(rank), chance.choice(KINDS)
        if what == "TRANSPOSE" or rank < 2:
            here = graph.transpose(here, chance.sample(range(rank), rank))
        elif what == "ADD":
            other = chance.choice([each for each in live if graph.shape(each) == shape])
            here = graph.op(
                "ADD", (here, chance.choice((other, graph.weights(shape[axis:])))), shape, table="AddOptions"
            )
        elif what == "CONCATENATION":
            made = [*shape[:axis], 2 * shape[axis], *shape[axis + 1 :]]
            here = graph.op(what, (here, here), made, table="ConcatenationOptions", Axis=axis - rank)
        elif what == "REDUCE_MAX":
            made = [*shape[:axis], *shape[axis + 1 :]]
            here = graph.op(what, (here, graph.numbers([axis])), made, table="ReducerOptions")
        elif what == "RESHAPE":
            at = chance.randrange(rank - 1)
            made = [*shape[:at], shape[at] * shape[at + 1], *shape[at + 2 :]]
            here = graph.op(what, (here, graph.numbers(made)), made)
        elif what == "PAD":
            pads = [[chance.randrange(2), chance.randrange(2)] for _ in shape]
            here = graph.op(what, (here, graph.numbers(pads)), [n + sum(p) for n, p in zip(shape, pads, strict=True)])
        elif what == "SLICE":
            starts = [chance.randrange(n) for n in shape]
            made = [n - start for n, start in zip(shape, starts, strict=True)]
            here = graph.op(what, (here, graph.numbers(starts), graph.numbers([-1] * rank)), made)
        elif what == "SPLIT" and shape[axis] % 2 == 0:
            made = [*shape[:axis], shape[axis] // 2, *shape[axis + 1 :]]
            here = graph.op(what, (graph.numbers(axis), here), made, made, table="SplitOptions", NumSplits=2)
        else:
            here = graph.op("RELU", (here,), shape)
        live.append(here)
        here = here if chance.random() < 0.8 else chance.choice(live)
    return graph.file(*sorted({live[-1], chance.choice(live[1:])}))


KINDS = "TRANSPOSE TRANSPOSE TRANSPOSE ADD CONCATENATION REDUCE_MAX RESHAPE PAD SLICE SPLIT RELU".split()


@pytest.mark.parametrize("kind", [FLOAT, INT8])
def test_random_graphs(tmp_path: Path, kind: int) -> None:
    chance = random.Random(58)
    before = after = 0
    for _ in range(6):
        result = optimized(tmp_path, _random_graph(chance, kind))
        assert optimized(tmp_path, result.copy).actions == () and result.after <= result.before
        before, after = before + result.before, after + result.after
    assert 0 < after < before / 2
