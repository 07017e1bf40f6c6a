# SPDX-License-Identifier: BSD-3-Clause
"""Transposes that models can do without. Each copy is run against its model, so that a false rewrite fails."""

import json
import math
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
from permkern.models.onnx_writer import Writer
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
    """Returns the result, after it was checked and run. It counts the permutes that import counts."""
    onnx.save(made, folder / "model.onnx")
    result = optimize(folder / "model.onnx", {})
    assert result.verified, result.unverified
    (folder / "copy.onnx").write_bytes(result.copy)
    counts = [len(read_model(folder / name, {}).transposes) for name in ("model.onnx", "copy.onnx")]
    assert counts == [result.before, result.after]
    assert result.before - result.after >= sum(action.gone for action in result.actions)
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
    "blocks that stay": (model([op("DepthToSpace", "x", "y", blocksize=2)], {"x": (1, 8, 3, 5)}), 1),
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


TOKENS, SWAP = (0, 2, 1), [0, 2, 1]


def tokens(*nodes: onnx.NodeProto, batch: int = 2, **arrays: object) -> onnx.ModelProto:
    """Operators between two transposes that exchange tokens and channels, from a to b."""
    ends = transpose("one", "x", "a", SWAP), transpose("other", "b", "y", SWAP)
    return model([ends[0], *nodes, ends[1]], {"x": (batch, 6, 4)}, held=weights(**arrays))


W66, W64, BIAS = numpy.arange(36.0).reshape(6, 6), numpy.arange(24.0).reshape(6, 4), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
QUANTIZED = "sa za w sa zw sa za"
INTS = [numpy_helper.from_array(numpy.arange(36, dtype="i1").reshape(6, 6), "w"),
        *(numpy_helper.from_array(numpy.array(3, "i1"), name) for name in ("za", "zw")), *weights(sa=0.5)]  # fmt: skip
ATTENTION = [op("MatMul", "q k", "s"), op("Softmax", "s", "p", axis=-1), op("MatMul", "p v", "b")]
PRODUCTS = {
    "Mixer": (tokens(op("MatMul", "a w", "c"), op("Add", "c d", "e"), op("Erf", "e", "f"), op("MatMul", "f w", "b"),
                     w=W66, d=BIAS), 0),
    "Mixer of one picture": (tokens(op("MatMul", "a w", "b"), batch=1, w=W66), 0),
    "another order for the product": (tokens(op("MatMul", "a w", "c"), op("LayerNormalization", "c g", "b"),
                                             batch=1, w=W66, g=BIAS), 1),
    "FSMN": (
        model([op("MatMul", "x w", "a"), transpose("one", "a", "b", SWAP), op("Unsqueeze", "b axis", "c"),
               op("Pad", "c p", "d"), op("Slice", "d s e", "f"), op("Squeeze", "f axis", "g"),
               transpose("other", "g", "h", SWAP), op("MatMul", "h v", "y")],
              {"x": (1, 7, 6)}, held=weights(w=W64, v=W64.T, axis=[3], p=[0, 0, 2, 0, 0, 0, 1, 0], s=[0, 0, 3, 0],
                                             e=[1, 4, 9, 1])), 0),
    "ConvNeXt": (
        model([transpose("one", "x", "a", LAST), op("LayerNormalization", "a g", "b"), op("MatMul", "b w", "c"),
               op("Relu", "c", "d"), op("MatMul", "d v", "e"), op("Mul", "e g", "f"),
               transpose("other", "f", "h", FIRST), op("Add", "x h", "y")],
              {"x": (1, 6, 3, 5)}, held=weights(g=BIAS, w=W64, v=W64.T)), 1),
    "ConvNeXt of two pictures": (
        model([transpose("one", "x", "a", LAST), op("MatMul", "a w", "b"), op("Relu", "b", "c"),
               op("MatMul", "c v", "d"), transpose("other", "d", "y", FIRST)],
              {"x": (2, 6, 3, 5)}, held=weights(w=W64, v=W64.T)), 0),
    "Conformer": (
        model([op("MatMul", "x w", "a"), transpose("one", "a", "b", SWAP), op("Sigmoid", "b", "c"),
               op("Mul", "b c", "d"), transpose("other", "d", "e", SWAP), op("MatMul", "e v", "f"),
               op("Add", "x f", "y")],
              {"x": ("N", 5, 6)}, held=weights(w=W64, v=W64.T)), 0),
    "attention": (
        model([transpose("kt", "k0", "k", SWAP), *ATTENTION, transpose("other", "b", "y", SWAP)],
              {"q": (3, 5, 4), "k0": (3, 6, 4), "v": (3, 6, 7)}), 2),
    "attention of transposed tensors": (
        model([*(transpose(f"{n}t", f"{n}0", n, SWAP) for n in "qk"), op("MatMul", "q k", "s"),
               transpose("other", "s", "y", SWAP)], {"q0": (3, 4, 5), "k0": (3, 6, 4)}), 0),
    "the matrix first": (
        model([transpose("one", "x", "a", SWAP), op("MatMul", "w a", "b"), transpose("other", "b", "y", SWAP)],
              {"x": (2, 5, 6)}, held=weights(w=W66)), 0),
    "MatMulInteger": (
        model([op("DynamicQuantizeLinear", "x", "q s z"), transpose("one", "q", "a", SWAP),
               op("MatMulInteger", "a w z zw", "b"), transpose("other", "b", "y", SWAP)],
              {"x": (2, 6, 4)}, held=INTS), 0),
    "QLinearMatMul": (
        model([op("QuantizeLinear", "x sa za", "q"), transpose("one", "q", "a", SWAP),
               op("QLinearMatMul", f"a {QUANTIZED}", "b"), transpose("other", "b", "y", SWAP)],
              {"x": (2, 6, 4)}, held=INTS), 0),
    "QDQ": (
        model([transpose("one", "x", "a", SWAP), op("QuantizeLinear", "a sa za", "q"),
               op("DequantizeLinear", "q sa za", "r"), op("DequantizeLinear", "w sw", "v", axis=1),
               op("MatMul", "r v", "b"), transpose("other", "b", "y", SWAP)],
              {"x": (2, 6, 4)}, held=[*INTS, *weights(sw=BIAS)], opset=19), 0),
}  # fmt: skip


@pytest.mark.parametrize("name", PRODUCTS)
def test_products_take_other_orders(tmp_path: Path, name: str) -> None:
    made, left = PRODUCTS[name]
    result = optimized(tmp_path, made)
    assert len(result.stay) == left
    flags = [a for n in onnx.load_model_from_string(result.copy).graph.node for a in n.attribute if "trans" in a.name]
    assert result.factors == sum(each.i for each in flags)


VIEWS = {
    "a view of a transpose": ([transpose("one", "x", "a", [1, 0, 2]), transpose("two", "a", "b", SWAP)], 1),
    "a view of the tensor": ([transpose("one", "x", "a", [1, 0, 2]), transpose("two", "a", "b", [2, 0, 1])], 1),
    "a view undone": ([transpose("one", "x", "a", [1, 0, 2]), transpose("two", "a", "c", SWAP),
                       transpose("three", "c", "b", SWAP)], 1),
}  # fmt: skip


@pytest.mark.parametrize("name", VIEWS)
def test_layouts_that_are_views_move_once(tmp_path: Path, name: str) -> None:
    """The axis of extent 1 may have any place."""
    nodes, left = VIEWS[name]
    made = model(
        [*nodes, op("LayerNormalization", "a s", "y"), op("LayerNormalization", "b t", "z")],
        {"x": (8, 3, 1)},
        ("y", "z"),
        weights(s=[1.0], t=[1.0] * 8),
    )
    result = optimized(tmp_path, made)
    assert len(result.stay) == left and moved(onnx.load_model_from_string(result.copy)) == 24


def test_an_old_model_keeps_its_views(tmp_path: Path) -> None:
    """Before version 5, a Reshape has its shape as an attribute."""
    made = model([transpose("one", "x", "a", [1, 0, 2]), op("Sqrt", "a", "y")], {"x": (1, 4, 5)}, opset=4)
    onnx.save(made, tmp_path / "model.onnx")
    assert optimize(tmp_path / "model.onnx", {}).stay == ("one",)


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


def test_frozen_weights_are_no_inputs_of_the_copy(tmp_path: Path) -> None:
    onnx.save(TRAPS["a bias that callers may replace"][0], tmp_path / "model.onnx")
    result = optimize(tmp_path / "model.onnx", {}, freeze=True)
    copy = onnx.load_model_from_string(result.copy)
    assert (result.stay, [value.name for value in copy.graph.input]) == ((), ["x"]) and result.verified


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


def test_a_constant_in_two_orders_is_told(tmp_path: Path) -> None:
    nodes = [ONE, op("Mul", "a w", "b"), OTHER, op("InstanceNormalization", "w s c", "z")]
    held = weights(w=numpy.ones((1, 4, 5, 3)), s=[1.0] * 4, c=[2.0] * 4)
    result = optimized(tmp_path, model(nodes, outputs=("y", "z"), held=held))
    assert [action.stores for action in result.actions] == [("w",)] and "w in several orders" in result.actions[0].text


# ---- random graphs ----


KINDS = "Transpose Transpose Transpose Relu Add bias Concat Softmax ReduceMax Reshape Gather Pad MatMul matrix".split()


def _random_model(chance: random.Random) -> onnx.ModelProto:
    """An operator chain with many transposes, which also reads earlier tensors of equal shape."""
    shape = [chance.choice((1, 2, 3)) for _ in range(chance.choice((3, 4)))]
    nodes, held, tensors = [], [], {"x": shape}
    name = "x"
    for number in range(chance.randint(4, 12)):
        kind = chance.choice(KINDS)
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
        elif kind == "MatMul" and rank > 1:
            nodes += [transpose(f"n{number}", name, f"{made}_t", [*range(rank - 2), rank - 1, rank - 2])]
            nodes += [op("MatMul", f"{name} {made}_t", made)]
            shape = [*shape[:-1], shape[-2]]
        elif kind == "matrix" and rank > 1:
            left, size = chance.randrange(2), chance.choice((1, 2, 4))
            many = [size, shape[-2]] if left else [shape[-1], size]
            many = [*shape[chance.choice((0, rank - 2, rank - 2)) : -2], *many]
            held += weights(**{c: numpy.arange(float(numpy.prod(many))).reshape(many)})
            nodes.append(op("Relu", c, f"r{number}"))
            c = chance.choice((c, f"r{number}"))
            nodes.append(op("MatMul", f"{c} {name}" if left else f"{name} {c}", made))
            shape = [*shape[:-2], size, shape[-1]] if left else [*shape[:-1], size]
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


def moved(made: onnx.ModelProto) -> int:
    """Returns the elements that a model's transposes move, except constants."""
    known = onnx.shape_inference.infer_shapes(made).graph
    shapes = {
        value.name: [dim.dim_value for dim in value.type.tensor_type.shape.dim]
        for value in (*known.input, *known.value_info, *known.output)
    }
    total = 0
    for node in made.graph.node:
        if node.op_type == "Transpose" and node.input[0] in shapes:
            shape, order = shapes[node.input[0]], list(node.attribute[0].ints)
            total += math.prod(shape) * (
                [k for k in order if shape[k] != 1] != [k for k, n in enumerate(shape) if n != 1]
            )
    return total


def check_random(folder: Path, chance: random.Random) -> Optimized:
    """Optimizes a random graph. The copy moves no more than the graph, and is optimal."""
    made = _random_model(chance)
    result = optimized(folder, made)
    copy = onnx.load_model_from_string(result.copy)
    assert moved(copy) <= moved(made)
    assert optimized(folder, copy).actions == ()
    return result


def test_random_graphs_give_the_same_results(tmp_path: Path) -> None:
    chance = random.Random(38)
    results = [check_random(tmp_path, chance) for _ in range(50)]
    assert sum(len(each.stay) for each in results) < sum(each.before for each in results) * 0.6


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
    assert done.stdout.endswith(f"{copy}: written, with 0 transposes of 2\n")
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


@pytest.mark.parametrize(
    ("dims", "extents"),
    [(["x:2=7"], [7, 7]), (["a:1=7"], [0, 0]), (["*:2=7"], [7, 7]), (["H=7", "a:1=8"], None), (["W=7"], None)],
)
def test_dims_are_taken_as_by_import(tmp_path: Path, dims: list[str], extents: list[int] | None) -> None:
    """Names of inputs, also of tensors inside the model. One name for two axes has one extent."""
    nodes = [ONE, op("Relu", "a", "b"), OTHER, op("Add", "y z", "sum")]
    onnx.save(model(nodes, {"x": (1, 3, "H", 5), "z": (1, 1, "H", 1)}, ("sum",)), tmp_path / "model.onnx")
    words = [word for dim in dims for word in ("--dim", dim)]
    copy = tmp_path / "smaller.onnx"
    done = permkern("optimize", tmp_path / "model.onnx", "-o", copy, *words)
    assert done.is_refused == permkern("import", tmp_path / "model.onnx", *words).is_refused == (extents is None)
    if extents:
        shapes = [value.type.tensor_type.shape for value in onnx.load(copy).graph.input]
        assert [shape.dim[2].dim_value for shape in shapes] == extents


NHWC = [transpose("one", "x", "a", FIRST), op("Conv", "a k", "b"), transpose("other", "b", "y", LAST)]


def test_inputs_and_outputs_get_other_layouts(tmp_path: Path) -> None:
    made = model(NHWC, {"x": ("N", 5, 6, 3)}, held=weights(k=numpy.ones((4, 3, 2, 2))))
    onnx.save(made, tmp_path / "model.onnx")
    order = (0, 3, 1, 2)
    result = optimize(tmp_path / "model.onnx", {}, inputs={"x": order}, outputs={"y": order})
    assert (result.before, result.after) == (2, 0) and result.verified
    assert result.layouts[0] == "x is Nx3x5x6 in the copy, Nx5x6x3 permuted by (0,3,1,2)"
    copy = onnx.load_model_from_string(result.copy)
    shapes = [[dim.dim_param or dim.dim_value for dim in v.type.tensor_type.shape.dim] for v in copy.graph.input]
    assert shapes == [["N", 3, 5, 6]] and [v.name for v in copy.graph.output] == ["y"]
    again = optimize(tmp_path / "model.onnx", {}, inputs={"x": (0, 2, 1, 3)})
    assert again.after == 2 and again.verified


@pytest.mark.parametrize("given", ["z=0,1", "x=0,1", "x=0,1,1,2", "x", "k=0,1,2,3", "y=0,1,2,3"])
def test_layouts_of_other_tensors_are_refused(tmp_path: Path, given: str) -> None:
    made = model(NHWC, {"x": (1, 5, 6, 3)}, held=weights(k=numpy.ones((4, 3, 2, 2))))
    onnx.save(made, tmp_path / "model.onnx")
    done = permkern("optimize", tmp_path / "model.onnx", "--input-layout", given, "-o", tmp_path / "smaller.onnx")
    assert done.is_refused and not (tmp_path / "smaller.onnx").exists()


def test_a_copy_that_differs_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    onnx.save(CHAINS["plus bias"], tmp_path / "model.onnx")

    def off_by_one_part_in_a_million(writer: Writer, tensor: onnx.TensorProto) -> str:
        array = numpy_helper.to_array(tensor)
        changed = (array * (1 + 1e-6)).astype(array.dtype)
        return add(writer, numpy_helper.from_array(changed, tensor.name))

    add = Writer.add
    for name, wrong in (("read", lambda _self, root, _layout: root), ("add", off_by_one_part_in_a_million)):
        with monkeypatch.context() as patched:
            patched.setattr(Writer, name, wrong)
            done = permkern("optimize", tmp_path / "model.onnx", "-o", tmp_path / "smaller.onnx")
        assert done.returncode == 1 and "no copy is written" in done.stderr
        assert not (tmp_path / "smaller.onnx").exists()


def test_external_data_stays_external(tmp_path: Path) -> None:
    """The copy's file of weights never replaces another file, such as the model's own."""
    path, copy, data = tmp_path / "model.onnx", tmp_path / "smaller.onnx", tmp_path / "smaller.onnx.data"
    kernel = numpy.arange(1200.0).reshape(4, 3, 10, 10)
    nodes = [ONE, op("Relu", "a", "b"), OTHER, op("Conv", "y k", "z")]
    for location in (data.name, "model.data"):
        made = model(nodes, {"x": (1, 3, 12, 12)}, ("z",), weights(k=kernel))
        onnx.save(made, path, save_as_external_data=True, location=location)
        own = data.read_bytes()
        assert permkern("optimize", path, "-o", copy).is_refused and data.read_bytes() == own and not copy.exists()
    data.unlink()
    for _ in range(2):
        assert permkern("optimize", path, "-o", copy).returncode == 0
        assert data.stat().st_size >= kernel.size * 4 > copy.stat().st_size
        [weight] = onnx.load(copy).graph.initializer
        assert numpy_helper.to_array(weight).tolist() == kernel.tolist()
    path.write_bytes(copy.read_bytes())
    assert permkern("optimize", path, "-o", copy).is_refused


def test_the_limit_of_two_gigabytes_is_said_before_weights_are_read(tmp_path: Path) -> None:
    weight = TensorProto(name="w", data_type=TensorProto.INT4, dims=[2**16, 2**16], data_location=TensorProto.EXTERNAL)
    weight.external_data.add(key="location", value="nowhere")
    made = onnx_model([ONE], X, ["a"], initializer=[weight])
    onnx.save(made, tmp_path / "model.onnx")
    done = permkern("optimize", tmp_path / "model.onnx")
    assert done.is_refused and "less than 2 GB" in done.stderr
    assert permkern("import", tmp_path / "model.onnx").returncode == 0
    with (tmp_path / "model.onnx").open("r+b") as file:
        file.truncate(2**31)
    for verb in ("import", "optimize"):
        assert "less than 2 GB" in permkern(verb, tmp_path / "model.onnx").stderr


# ---- TensorFlow Lite ----


def tf(tensors: Sequence[TfTensor], *operators: tuple[str, tuple[int, ...], tuple[int, ...]]) -> bytes:
    tables = {"ADD": "AddOptions", "MUL": "MulOptions"}  # LiteRT crashes without them
    made = [
        TfOperator(getattr(tflite.BuiltinOperator, kind), read, written, tables.get(kind, ""))
        for kind, read, written in operators
    ]
    written = {tensor for _, _, outputs in operators for tensor in outputs}
    inputs = [k for k, tensor in enumerate(tensors) if not tensor.data and k not in written]
    return tflite_model(tensors, made, [operators[-1][2][0]], inputs)


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
    assert done.returncode == 0
    assert permkern("optimize", tmp_path / "model.tflite", "-o", tmp_path / "smaller.onnx").is_refused
