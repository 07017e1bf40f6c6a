# SPDX-License-Identifier: BSD-3-Clause
"""Operators that move elements, besides transposes: taken ones equal onnx's evaluator."""

from pathlib import Path
from typing import Any

import numpy
import onnx
import pytest
import tflite  # type: ignore[import-untyped]
from modelfiles import TfOperator, TfTensor, imported, onnx_model, op, order, tflite_model, works
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator
from permkern.kernels.manifest import parse_set
from permkern.kernels.permutation import Work
from permkern.models.import_output import summary, to_toml
from permkern.models.importing import Imported, Options, import_model
from permkern.models.model_files import read_model
from permkern.models.models import parse_dims

pytestmark = pytest.mark.ci
MIN, MAX = -(2**63), 2**63 - 1


def permuted(work: Work, array: Any) -> Any:
    turned = [slice(None, None, -1 if work.is_reversed(k) else 1) for k in range(len(work.shape))]
    return array.reshape(work.shape).transpose(work.perm)[tuple(turned)].flatten().tolist()


def model(node: onnx.NodeProto, shape: tuple[int, ...], *held: Any) -> onnx.ModelProto:
    """A one-operator model; inputs after the first are constants."""
    names = zip(filter(None, node.input[1:]), held, strict=True)
    weights = [numpy_helper.from_array(numpy.array(values), name) for name, values in names]
    made = onnx_model([node], {"x": shape}, ["y"], initializer=weights)
    made.opset_import[0].version = 28 if node.op_type == "SpaceToDepth" else 20
    return made


TAKEN = [
    model(op("DepthToSpace", "x", "y", blocksize=2), (2, 12, 2, 5)),
    model(op("DepthToSpace", "x", "y", blocksize=3, mode="CRD"), (1, 18, 2, 3)),
    model(op("SpaceToDepth", "x", "y", blocksize=2), (1, 3, 4, 6)),
    model(op("SpaceToDepth", "x", "y", blocksize=2, mode="CRD"), (2, 3, 4, 2)),
    model(op("Slice", "x s e a p", "y"), (2, 3, 4), [-1, 0, 3], [MIN, MAX, -5], [2, 1, 0], [-1, 1, -1]),
    model(helper.make_node("Slice", ["x", "s", "e", "", "p"], ["y"]), (2, 3, 4), [1], [-3], [-1]),
    model(op("Gather", "x i", "y", axis=-1), (2, 4), [3, -2, 1, 0]),
    model(op("ReverseSequence", "x l", "y", time_axis=1, batch_axis=0), (2, 3, 4), [3, 3]),
    *(model(op("Einsum", "x", "y", equation=text), (2, 3, 4)) for text in ("bac", "a b c -> c b a", "a...->...a")),
]


@pytest.mark.parametrize("made", TAKEN, ids=lambda made: str(made.graph.node[0].op_type))
def test_permutes_of_a_reshaped_tensor(tmp_path: Path, made: onnx.ModelProto) -> None:
    """Also if the extents are open at first."""
    shape = [dim.dim_value for dim in made.graph.input[0].type.tensor_type.shape.dim]
    array = numpy.arange(numpy.prod(shape), dtype="f4").reshape(shape)
    evaluated: Any = ReferenceEvaluator(made).run(None, {"x": array})
    wanted = evaluated[0].flatten().tolist()
    made.graph.input[0].type.tensor_type.shape.dim[0].dim_param = "N"
    assert wanted != array.flatten().tolist()
    result = imported(tmp_path, made, f"N={shape[0]}")
    [request] = parse_set(to_toml(result), "set.toml", "set").pinned
    assert permuted(request.work, array) == wanted
    assert f"y ({made.graph.node[0].op_type})" in to_toml(result)


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (model(op("Gather", "x i", "y", axis=0), (3, 4), [2, 0, 1]), "Gather that permutes an axis x1"),
        (model(op("Gather", "x i", "y", axis=0), (4, 4), [2, 1, 0]), ""),
        (model(op("Slice", "x s e a p", "y"), (4, 3), [-1], [0], [0], [-1]), "Slice with a negative step x1"),
        (model(op("ReverseSequence", "x l", "y"), (4, 2), [4, 3]), "ReverseSequence x1"),
        (model(op("Gemm", "x w", "y", transA=1, transB=1), (4, 3), [[1] * 4] * 2), "Gemm transA x1"),
        (model(op("Einsum", "x w", "y", equation="ik,jk->ij"), (4, 3), [[1] * 3] * 2), "Einsum ik,jk->ij x1"),
        (model(op("Einsum", "x w", "y", equation="ik,kj"), (4, 3), [[1] * 2] * 3), ""),
        (model(op("Einsum", "x", "y", equation="ii->i"), (3, 3)), ""),
    ],
)
def test_other_moves_are_named(tmp_path: Path, made: onnx.ModelProto, says: str) -> None:
    assert summary(imported(tmp_path, made)) == "0 transposes" + f"; not taken: {says}" * bool(says)


# ---- TensorFlow Lite ----


def tf(
    folder: Path, kind: str, shapes: list[tuple[int, ...]], options: tuple[tuple[str, int], ...], *held: list[int]
) -> Imported:
    """A one-operator model that reads the first shape and constants, and writes the second shape."""
    tensors = [*(TfTensor(f"t{k}", shape) for k, shape in enumerate(shapes)), *(order("c", each) for each in held)]
    table = "".join(word.capitalize() for word in kind.split("_")) + "Options"
    table = {"BatchMatmulOptions": "BatchMatMulOptions", "SpaceToBatchNdOptions": ""}.get(table, table)
    read = (0, *range(2, len(tensors)))
    code = getattr(tflite.BuiltinOperator, kind)
    (folder / "model.tflite").write_bytes(tflite_model(tensors, [TfOperator(code, read, (1,), table, options)], [1]))
    return import_model(read_model(folder / "model.tflite", parse_dims([])), Options())


DEEP, WIDE = (1, 2, 3, 12), (1, 4, 6, 3)
REVERSED = "2x4 (0,1) flip (1)"


@pytest.mark.parametrize(
    ("kind", "shapes", "options", "held", "says"),
    [
        ("DEPTH_TO_SPACE", [DEEP, WIDE], (("BlockSize", 2),), [], "1x2x3x2x2x3 (0,1,3,2,4,5)"),
        ("SPACE_TO_DEPTH", [WIDE, DEEP], (("BlockSize", 2),), [], "1x2x2x3x2x3 (0,1,3,2,4,5)"),
        ("REVERSE_V2", [(2, 4)] * 2, (), [[-1]], REVERSED),
        ("STRIDED_SLICE", [(2, 4)] * 2, (("BeginMask", 1), ("EndMask", 2)), [[1, -1], [2, 0], [1, -1]], REVERSED),
        ("GATHER", [(2, 4)] * 2, (("Axis", 1),), [[3, 2, 1, 0]], REVERSED),
        ("REVERSE_SEQUENCE", [(2, 4)] * 2, (("SeqDim", 1),), [[4, 4]], REVERSED),
        ("PACK", [(3,), (3, 2)], (("Axis", -1), ("ValuesCount", 2)), [[1, 2, 3]], "PACK on axis 1 x1"),
        ("UNPACK", [(2, 2), (2,)], (("Axis", 1), ("Num", 2)), [], "UNPACK on axis 1 x1"),
        ("SPACE_TO_BATCH_ND", [(1, 4, 4, 1), (4, 2, 2, 1)], (), [[2, 2], [0] * 4], "SPACE_TO_BATCH_ND x1"),
        ("BATCH_MATMUL", [(2, 3), (2, 2), (2, 3)], (("AdjY", 1),), [], "BATCH_MATMUL adj_y x1"),
    ],
)  # fmt: skip
def test_tflite(tmp_path: Path, kind: str, shapes: Any, options: Any, held: Any, says: str) -> None:
    result = tf(tmp_path, kind, shapes, options, *held)
    assert works(result) == [says] if result.kernels else summary(result) == f"0 transposes; not taken: {says}"
