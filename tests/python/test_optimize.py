# SPDX-License-Identifier: BSD-3-Clause
"""Transposes that models can do without. Each copy is run against its model, so that a false rewrite fails."""

import json
import random
from collections.abc import Sequence
from pathlib import Path

import numpy
import onnx
import pytest
import tflite  # type: ignore[import-untyped]
from commands import permkern
from modelfiles import TfOperator, TfTensor, onnx_model, op, order, tflite_model, transpose
from onnx import TensorProto, helper, numpy_helper
from permkern.models.model_files import read_model
from permkern.models.optimizing import MARK, Optimized, optimize

pytestmark = pytest.mark.ci

LAST, FIRST = [0, 2, 3, 1], [0, 3, 1, 2]  # channels last, channels first
X = {"x": (1, 3, 4, 5)}
OPEN = {"x": ("N", 3, "H", 5)}
ONE, OTHER = transpose("one", "x", "a", LAST), transpose("other", "b", "y", FIRST)
Extents = dict[str, Sequence[int | str | None]]


def weights(**arrays: object) -> list[onnx.TensorProto]:
    """Whole numbers are int64, others float."""
    made = {name: numpy.asarray(value) for name, value in arrays.items()}
    return [numpy_helper.from_array(a.astype("f4") if a.dtype.kind == "f" else a, n) for n, a in made.items()]


def model(
    nodes: Sequence[onnx.NodeProto],
    inputs: Extents = X,  # type: ignore[assignment]
    outputs: Sequence[str] = ("y",),
    held: Sequence[onnx.TensorProto] = (),
    opset: int = 18,
) -> onnx.ModelProto:
    made = onnx_model(nodes, inputs, outputs, initializer=held)
    made.opset_import[0].version = opset
    made.ir_version = 9
    return onnx.shape_inference.infer_shapes(made)


def between(*nodes: onnx.NodeProto, held: Sequence[onnx.TensorProto] = (), opset: int = 18) -> onnx.ModelProto:
    """Two transposes that undo each other, with operators between them, from a to b."""
    return model([ONE, *nodes, OTHER], held=held, opset=opset)


def optimized(folder: Path, made: onnx.ModelProto) -> Optimized:
    """Returns the result, after it was checked and run."""
    onnx.save(made, folder / "model.onnx")
    result = optimize(folder / "model.onnx", {})
    assert result.verified, result.unverified
    return result


CHAINS = {
    "Relu": between(op("Relu", "a", "b")),
    "Clip": between(op("Clip", "a lo hi", "b"), held=weights(lo=0.0, hi=6.0)),
    "Identity": between(op("Identity", "a", "b")),
    "HardSwish": between(op("HardSwish", "a", "b")),
    "times scalar": between(op("Mul", "a s", "b"), held=weights(s=2.0)),
    "plus bias": between(op("Add", "a c", "b"), held=weights(c=[1.0, 2.0, 3.0])),
    "residual": model(
        [ONE, transpose("two", "z", "c", LAST), op("Add", "a c", "b"), OTHER], {**X, "z": (1, 3, 4, 5)}
    ),
    "SiLU": between(op("Sigmoid", "a", "s"), op("Mul", "a s", "b")),
    "tanh gate": between(op("Tanh", "a", "s"), op("Sigmoid", "a", "r"), op("Mul", "r s", "b")),
    "PRelu": between(op("PRelu", "a c", "b"), held=weights(c=[0.5, 0.25, 2.0])),
    "Softmax": between(op("Softmax", "a", "b", axis=-1)),
    "Concat": between(op("Concat", "a a", "c", axis=3), op("Slice", "c s e axes", "b"),
                      held=weights(s=[0], e=[3], axes=[3])),
    "Pad": between(op("Pad", "a p", "c"), op("Slice", "c s e", "b"),
                   held=weights(p=[0, 1, 0, 0, 0, 0, 2, 0], s=[0, 0, 0], e=[1, 4, 5])),
    "ReduceMean": between(op("ReduceMean", "a axes", "b", keepdims=1), held=weights(axes=[1, -2])),
    "Slice": between(op("Slice", "a s e axes", "b"), held=weights(s=[1], e=[3], axes=[1])),
    "Reshape": between(op("Reshape", "a s", "b"), held=weights(s=[1, 4, 5, 3])),
    "Squeeze": model(
        [ONE, op("Squeeze", "a s", "b"), transpose("other", "b", "y", [2, 0, 1])], held=weights(s=[0])
    ),
    "Unsqueeze": model(
        [transpose("one", "x", "a", [1, 2, 0]), op("Unsqueeze", "a s", "b"), OTHER],
        {"x": (3, 4, 5)}, held=weights(s=[0])
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHAINS)
def test_transposes_cancel_across_operators(tmp_path: Path, name: str) -> None:
    made = optimized(tmp_path, CHAINS[name])
    assert made.stay == ()
    assert len(made.actions) == 1


def shuffle(batch: int | str) -> onnx.ModelProto:
    """FastestDet's channel shuffle: its transpose becomes another Gather axis."""
    nodes = [
        op("Reshape", "x pairs", "a"),
        transpose("shuffle", "a", "b", [1, 0, 2]),
        op("Reshape", "b planes", "c"),
        op("Gather", "c zero", "d", axis=0),
        op("Gather", "c one", "e", axis=0),
        op("Relu", "e", "f"),
    ]
    held = weights(pairs=[4, 2, 30], planes=[2, -1, 4, 5, 6], zero=0, one=1)
    return model(nodes, {"x": (batch, 8, 5, 6)}, ("d", "f"), held)


def quantized(made: onnx.ModelProto) -> onnx.ModelProto:
    """Quantizes each operator's output, and dequantizes it again."""
    nodes = list(made.graph.node)
    del made.graph.node[:]
    for node in nodes:
        name = node.output[0]
        node.output[0] = f"{name}_f"
        made.graph.node.extend([node, op("QuantizeLinear", f"{name}_f s", f"{name}_q")])
        made.graph.node.append(op("DequantizeLinear", f"{name}_q s", name))
    made.graph.initializer.extend(weights(s=0.5))
    del made.graph.value_info[:]
    made.opset_import[0].version = 19
    return made


@pytest.mark.parametrize("made", [shuffle(1), quantized(shuffle(1))], ids=["float", "quantized"])
def test_a_channel_shuffle_becomes_another_axis_of_gather(tmp_path: Path, made: onnx.ModelProto) -> None:
    result = optimized(tmp_path, made)
    assert result.stay == () and "bit-identical" in result.verified
    axes = [a.i for n in onnx.load_model_from_string(result.copy).graph.node for a in n.attribute if a.name == "axis"]
    assert axes[-2:] == [1, 1] or axes[-2:] == [2, 2]


OTHERS = {
    "merge": (model([ONE, transpose("other", "a", "y", LAST)]), 1),
    "repeat": (model([ONE, transpose("two", "x", "b", LAST), op("Mul", "a b", "y")]), 1),
    "nothing": (model([transpose("one", "x", "y", [0, 1, 2, 3])]), 0),
    "of a constant": (
        model([transpose("one", "w", "a", [1, 0]), op("Add", "x a", "y")],
              {"x": (3, 2)}, held=weights(w=numpy.eye(2, 3))),
        0,
    ),
    "MatMul": (
        model([transpose("one", "x", "a", [1, 0]), op("MatMul", "a w", "y")],
              {"x": (3, 4)}, held=weights(w=numpy.eye(3, 2))),
        0,
    ),
    "Gemm": (
        model(
            [op("Gemm", "x w c", "a", transB=1), transpose("one", "a", "y", [1, 0])],
            {"x": (3, 4)},
            held=weights(w=numpy.eye(2, 4), c=[1.0, 2.0]),
        ),
        0,
    ),
    "ArgMax": (model([ONE, op("ArgMax", "a", "y", axis=3, keepdims=0)]), 0),
    "Gather": (model([ONE, op("Gather", "a i", "y", axis=3)], held=weights(i=1)), 0),
    "Split": (
        model([ONE, op("Split", "a", "c d", axis=1, num_outputs=2), op("Concat", "d c", "b", axis=1), OTHER]),
        0,
    ),
    "quantized": (
        between(
            op("QuantizeLinear", "a s z", "q", axis=3),
            op("DequantizeLinear", "q s z", "b", axis=3),
            held=[*weights(s=[0.5, 1.0, 2.0]), numpy_helper.from_array(numpy.zeros(3, "i1"), "z")],
            opset=19,
        ),
        0,
    ),
    "blocks and back": (
        model([op("DepthToSpace", "x", "a", blocksize=2), op("Relu", "a", "b"),
               op("SpaceToDepth", "b", "y", blocksize=2)], {"x": ("N", 8, 3, 5)}), 0),
    "blocks in another order": (
        model([op("DepthToSpace", "x", "a", blocksize=2, mode="CRD"), op("SpaceToDepth", "a", "y", blocksize=2)],
              {"x": (1, 8, 3, 5)}), 1),
    "blocks of channels last": (
        model([transpose("one", "x", "a", FIRST), op("DepthToSpace", "a", "b", blocksize=2),
               transpose("two", "b", "y", LAST)], {"x": (1, 3, 5, 8)}), 1),
    "Einsum": (model([ONE, op("Einsum", "a", "y", equation="nhwc->nchw")]), 0),
    "open extents": (model([ONE, op("Relu", "a", "b"), OTHER], OPEN), 0),  # type: ignore[arg-type]
    "of a shape": (
        model([ONE, op("Shape", "a", "s"), op("Reshape", "a s", "b"), OTHER], OPEN),  # type: ignore[arg-type]
        0,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
def test_transposes_that_merge_or_become_something_else(tmp_path: Path, name: str) -> None:
    made, left = OTHERS[name]
    assert len(optimized(tmp_path, made).stay) == left


def branch(nodes: Sequence[onnx.NodeProto], name: str) -> onnx.GraphProto:
    return helper.make_graph(nodes, name, [], [onnx.ValueInfoProto(name=name)])


def choice(then: Sequence[onnx.NodeProto], other: Sequence[onnx.NodeProto]) -> onnx.NodeProto:
    return helper.make_node("If", ["yes"], ["c"], then_branch=branch(then, "t"), else_branch=branch(other, "e"))


def replaceable(made: onnx.ModelProto, name: str, shape: Sequence[int]) -> onnx.ModelProto:
    """Makes a weight an input, which callers may replace."""
    made.graph.input.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))
    return made


def old(made: onnx.ModelProto) -> onnx.ModelProto:
    made.ir_version = 3
    return made


def stated(made: onnx.ModelProto, name: str, shape: Sequence[int]) -> onnx.ModelProto:
    made.graph.value_info.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))
    return made


YES = [numpy_helper.from_array(numpy.array(True), "yes")]
TRAPS = {
    "a mask that is an output": (model([ONE, op("Dropout", "a", "b m"), OTHER], outputs=("y", "m")), 1),
    "an output on the way": (model([ONE, op("Relu", "a", "b"), OTHER], outputs=("y", "b")), 1),
    "the transpose itself is an output": (model([ONE, op("Relu", "a", "b"), OTHER], outputs=("a", "y")), 1),
    "input and output of a pair are outputs": (model([ONE, transpose("two", "a", "y", FIRST)], outputs=("y", "a")), 1),
    "two outputs of one order": (model([ONE, transpose("two", "x", "y", LAST)], outputs=("a", "y")), 1),
    "another reader": (model([ONE, op("Relu", "a", "b"), OTHER, op("Conv", "a k", "z")],
                             outputs=("y", "z"), held=weights(k=numpy.ones((2, 4, 1, 1)))), 1),
    "a branch reads it": (
        model([ONE, op("Relu", "a", "b"), choice([op("Neg", "b", "t")], [op("Abs", "b", "e")]), OTHER],
              outputs=("y", "c"), held=YES), 1),
    "a branch writes it": (
        model([ONE, choice([op("Neg", "a", "t")], [op("Abs", "a", "e")]), transpose("two", "c", "y", FIRST)],
              held=YES), 2),
    "inside a branch": (
        model([choice([ONE, op("Relu", "a", "b"), transpose("two", "b", "t", FIRST)], [op("Abs", "x", "e")]),
               op("Neg", "c", "y")], held=YES), 0),
    "Softmax of joined axes": (between(op("Softmax", "a", "b", axis=1), opset=12), 2),
    "a bias that is no constant": (
        model([ONE, op("Add", "a z", "b"), OTHER], {**X, "z": (3,)}), 2),
    "a bias that callers may replace": (
        replaceable(between(op("Add", "a c", "b"), held=weights(c=[1.0, 2.0, 3.0])), "c", [3]), 2),
    "a bias that an old file lists as an input": (
        old(replaceable(between(op("Add", "a c", "b"), held=weights(c=[1.0, 2.0, 3.0]), opset=8), "c", [3])), 0),
    "a reshape that mixes": (between(op("Reshape", "a s", "b"), held=weights(s=[1, 4, 3, 5])), 2),
    "a reshape with two open extents": (
        model([op("Reshape", "x s", "c"), transpose("one", "c", "d", [2, 1, 0]), op("Reshape", "d r", "y")],
              {"x": ("N", 3, "M")}, held=weights(s=[0, 0, -1], r=[-1, 3])), 1),  # type: ignore[arg-type]
    "matrices of three axes": (
        model([transpose("one", "x", "a", [0, 2, 1]), op("MatMul", "a z", "y")], {"x": (2, 3, 4), "z": (2, 3, 5)}), 1),
    "a norm of channels": (between(op("InstanceNormalization", "a s c", "b"),
                                   held=weights(s=[1.0] * 4, c=[2.0] * 4)), 2),
    "a norm of the last axes": (between(op("LayerNormalization", "a s", "b", axis=2),
                                        held=weights(s=numpy.ones((5, 3)))), 2),
    "Conv": (between(op("Conv", "a k", "b"), held=weights(k=numpy.ones((4, 4, 1, 1)))), 2),
    "axes that are computed": (
        model([ONE, op("ReduceMax", "a axes", "b", keepdims=1), OTHER], {**X, "axes": (1,)}), 2),
    "axes without a name": (between(op("Slice", "a s e", "b"), held=weights(s=[0, 1], e=[1, 3])), 0),
    "axes from the end": (between(helper.make_node("Pad", ["a", "p", "", "axes"], ["c"]),
                                  op("Slice", "c s e axes", "b"), held=weights(p=[1, 0], s=[0], e=[2], axes=[-1])), 0),
    "part of a shape": (model([ONE, op("Shape", "a", "y", start=1)]), 1),
    "indices with two axes": (model([ONE, op("Gather", "a i", "y", axis=3)], held=weights(i=[[0, 1], [2, 1]])), 1),
    "read twice": (between(op("Mul", "a a", "b")), 0),
}  # fmt: skip
TRAPS["axes that are computed"][0].graph.input[1].type.tensor_type.elem_type = TensorProto.INT64


@pytest.mark.parametrize("name", TRAPS)
def test_traps(tmp_path: Path, name: str) -> None:
    made, left = TRAPS[name]
    assert len(optimized(tmp_path, made).stay) == left


@pytest.mark.parametrize("kind", ["Unknown", "FusedMatMul"])
def test_unknown_operators_stay_as_they_are(tmp_path: Path, kind: str) -> None:
    """The shape that the file states after them is ignored."""
    nodes = [ONE, helper.make_node(kind, ["a"], ["c"], domain="com.microsoft"), op("Reshape", "c s", "b"), OTHER]
    made = onnx_model(nodes, X, ["y"], initializer=weights(s=[1, 4, 5, 3]))
    made.opset_import.append(helper.make_opsetid("com.microsoft", 1))
    onnx.save(stated(made, "c", (1, 4, 5, 3)), tmp_path / "model.onnx")
    result = optimize(tmp_path / "model.onnx", {})
    assert (result.stay, result.actions) == (("one", "other"), ())


def test_a_malformed_transpose_stays(tmp_path: Path) -> None:
    nodes = [transpose("one", "x", "a", [0, 1, 1, 2]), transpose("two", "a", "y", [1, 0])]
    onnx.save(onnx_model(nodes, X, ["y"]), tmp_path / "model.onnx")
    assert optimize(tmp_path / "model.onnx", {}).stay == ("one", "two")


# ---- random graphs ----


def _random_model(chance: random.Random) -> onnx.ModelProto:
    """An operator chain with many transposes, which also reads earlier tensors of equal shape."""
    shape = [chance.choice((1, 2, 3)) for _ in range(chance.choice((3, 4)))]
    nodes, held, tensors = [], [], {"x": shape}
    name = "x"
    for number in range(chance.randint(4, 12)):
        kind = chance.choice(
            "Transpose Transpose Transpose Relu Add bias Concat Softmax ReduceMax Reshape Gather Pad".split()
        )
        shape, rank, made, c = tensors[name], len(tensors[name]), f"t{number}", f"c{number}"
        axis = chance.randrange(rank) if rank else 0
        if kind == "Transpose" and rank > 1:
            perm = chance.sample(range(rank), rank)
            nodes.append(transpose(f"n{number}", name, made, perm))
            shape = [shape[each] for each in perm]
        elif kind == "Add":
            other = chance.choice([each for each in tensors if tensors[each] == shape])
            nodes.append(op("Add", f"{name} {other}", made))
        elif kind == "bias":
            nodes.append(op("Add", f"{name} {c}", made))
            held += weights(**{c: numpy.arange(float(numpy.prod(shape[axis:]))).reshape(shape[axis:])})
        elif kind == "Concat" and rank:
            nodes.append(op("Concat", f"{name} {name}", made, axis=axis - rank))
            shape = [*shape[:axis], 2 * shape[axis], *shape[axis + 1 :]]
        elif kind == "Softmax" and rank:
            nodes.append(op("Softmax", name, made, axis=axis))
        elif kind == "ReduceMax" and rank:
            keep = chance.randrange(2)
            nodes.append(op("ReduceMax", f"{name} {c}", made, keepdims=keep))
            held += weights(**{c: [axis]})
            shape = [*shape[:axis], *[1] * keep, *shape[axis + 1 :]]
        elif kind == "Reshape" and rank > 1:
            at = chance.randrange(rank - 1)
            shape = [*shape[:at], shape[at] * shape[at + 1], *shape[at + 2 :]]
            nodes.append(op("Reshape", f"{name} {c}", made))
            held += weights(**{c: [*shape[:-1], -1]})
        elif kind == "Gather" and rank > 1:
            nodes.append(op("Gather", f"{name} {c}", made, axis=axis))
            held += weights(**{c: shape[axis] - 1})
            shape = [*shape[:axis], *shape[axis + 1 :]]
        elif kind == "Pad" and rank:
            pads = [chance.randrange(2) for _ in range(2 * rank)]
            nodes.append(op("Pad", f"{name} {c}", made))
            held += weights(**{c: pads})
            shape = [extent + pads[k] + pads[k + rank] for k, extent in enumerate(shape)]
        else:
            nodes.append(op("Relu", name, made))
        tensors[made] = shape
        name = made if chance.random() < 0.8 else chance.choice(list(tensors))
    outputs = {made, chance.choice([each for each in tensors if each != "x"])}
    return model(nodes, {"x": tensors["x"]}, sorted(outputs), held)  # type: ignore[dict-item]


def test_random_graphs_give_the_same_results(tmp_path: Path) -> None:
    chance = random.Random(38)
    results = [optimized(tmp_path, _random_model(chance)) for _ in range(150)]
    assert sum(len(each.stay) for each in results) < sum(each.before for each in results) / 2


# ---- the command ----


def test_a_copy_is_written_and_may_be_written_again(tmp_path: Path) -> None:
    onnx.save(CHAINS["SiLU"], tmp_path / "model.onnx")
    copy = tmp_path / "smaller.onnx"
    for _ in range(2):
        done = permkern("optimize", tmp_path / "model.onnx", "-o", copy)
        assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(
        "model.onnx: 2 of 2 transposes can go\n  remove one, other; reorder the axes of Sigmoid"
    )
    assert done.stdout.endswith(f"{copy}: written, without 2 transposes\n")
    assert MARK.encode() in copy.read_bytes()
    assert [node.op_type for node in onnx.load(copy).graph.node] == ["Sigmoid", "Mul"]
    told = json.loads(permkern("optimize", tmp_path / "model.onnx", "--format", "json").stdout)
    assert (told["format"], told["before"], told["after"], told["stay"]) == (1, 2, 0, [])
    assert told["actions"][0]["removes"] == ["one", "other"]
    copy.write_bytes(b"mine")
    done = permkern("optimize", tmp_path / "model.onnx", "-o", copy)
    assert done.is_refused and "was not written by `permkern optimize`" in done.stderr
    assert copy.read_bytes() == b"mine"
    assert permkern("optimize", tmp_path / "model.onnx", "-o", tmp_path / "model.onnx").is_refused


def test_dims_are_for_models_that_do_not_run_without(tmp_path: Path) -> None:
    """No size is tried that this model takes."""
    nodes = [ONE, op("Relu", "a", "b"), OTHER, op("Reshape", "y s", "z")]
    made = model(nodes, {"x": (1, 3, "H", 5)}, ("z",), weights(s=[77, 15]))
    onnx.save(made, tmp_path / "model.onnx")
    copy = tmp_path / "smaller.onnx"
    done = permkern("optimize", tmp_path / "model.onnx", "-o", copy)
    assert done.returncode == 3 and "--dim H=?" in done.stderr and not copy.exists()
    done = permkern("optimize", tmp_path / "model.onnx", "-o", copy, "--dim", "H=77")
    assert done.returncode == 0 and onnx.load(copy).graph.input[0].type.tensor_type.shape.dim[2].dim_value == 77
    assert permkern("optimize", tmp_path / "model.onnx", "--dim", "W=1").is_refused


def test_a_copy_that_differs_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    onnx.save(CHAINS["plus bias"], tmp_path / "model.onnx")
    monkeypatch.setattr("permkern.models.optimizing.Writer.read", lambda _self, root, _layout: root)
    done = permkern("optimize", tmp_path / "model.onnx", "-o", tmp_path / "smaller.onnx")
    assert done.returncode == 1 and "no copy is written" in done.stderr
    assert not (tmp_path / "smaller.onnx").exists()


# ---- TensorFlow Lite ----


def tf(tensors: Sequence[TfTensor], *operators: tuple[str, tuple[int, ...], tuple[int, ...]]) -> bytes:
    made = [TfOperator(getattr(tflite.BuiltinOperator, kind), read, written) for kind, read, written in operators]
    return tflite_model(tensors, made, [operators[-1][2][0]])


AROUND = (
    TfTensor("x", (1, 4, 5, 3)),
    order("first", FIRST),
    TfTensor("one", (1, 3, 4, 5)),
    TfTensor("b", (1, 3, 4, 5)),
    order("last", LAST),
    TfTensor("other", (1, 4, 5, 3)),
)
BACK = ("TRANSPOSE", (3, 4), (5,))


@pytest.mark.parametrize(
    ("inner", "more", "removed"),
    [
        (("LOGISTIC", (2,), (3,)), (), True),
        (("ADD", (2, 6), (3,)), (TfTensor("c", (1, 3, 1, 1), data=b"123"),), True),
        (("ADD", (2, 6), (3,)), (TfTensor("c", (4, 5)),), False),
        (("MUL", (2, 2), (3,)), (), True),
        (("CONV_2D", (2, 6), (3,)), (TfTensor("w", (3, 1, 1, 5), data=b"1" * 15),), False),
        (("SOFTMAX", (2,), (3,)), (), False),
        (("CUSTOM", (2,), (3,)), (), False),
    ],
)
def test_tflite(
    tmp_path: Path, inner: tuple[str, tuple[int, ...], tuple[int, ...]], more: tuple[TfTensor, ...], removed: bool
) -> None:
    (tmp_path / "model.tflite").write_bytes(tf((*AROUND, *more), ("TRANSPOSE", (0, 1), (2,)), inner, BACK))
    found = read_model(tmp_path / "model.tflite", {}).advice
    assert [action.removes for action in found] == ([("one", "other")] if removed else [])
    done = permkern("optimize", tmp_path / "model.tflite")
    assert done.returncode == 0 and "not verified: permkern writes no .tflite files" in done.stdout
    assert permkern("optimize", tmp_path / "model.tflite", "-o", tmp_path / "smaller.onnx").is_refused
