# SPDX-License-Identifier: BSD-3-Clause
"""The walk over ONNX's operators, and the numbers that shapes are computed from."""

from pathlib import Path

import numpy
import onnx
import pytest
from modelfiles import PLAIN, imported, onnx_model, op, transpose, works
from onnx import TensorProto, helper, numpy_helper
from permkern.models.import_json import to_json
from permkern.models.import_output import to_text, to_toml
from permkern.models.importing import Options, import_model
from permkern.models.model_files import read_model
from test_import_shapes import RELU, constant, extent_of, stated

pytestmark = pytest.mark.ci


def numbers(name: str, *values: int) -> onnx.TensorProto:
    return helper.make_tensor(name, TensorProto.INT64, [len(values)], values)


@pytest.mark.parametrize("keep", [{}, {"keepdims": 1}])
def test_a_product_of_open_extents_is_a_list_of_one(tmp_path: Path, keep: dict[str, int]) -> None:
    """12 N twice, each divided by N, which stays open."""
    nodes = [
        op("Shape", "x", "s"),
        op("ReduceProd", "s", "p", **keep),
        op("Concat", "p p", "twice", axis=0),
        op("Gather", "s first", "n", axis=0),
        op("Div", "twice n", "twelves"),
        op("Concat", "twelves five", "wanted", axis=0),
        op("Expand", "v wanted", "wide"),
        transpose("t", "wide", "y", [2, 1, 0]),
    ]
    constants = [numbers("five", 5), numbers("first", 0)]
    model = onnx_model(nodes, {"x": ("N", 3, 4), "v": (1, 1, 5)}, ["y"], initializer=constants)
    assert works(imported(tmp_path, model)) == ["12x12x5 (2,1,0)"]


@pytest.mark.parametrize("version", ["Where", "Abs"])
def test_an_expansion_that_keeps_extents(tmp_path: Path, version: str) -> None:
    """PyTorch's x.expand(N, -1, 8, -1): both exporters put 1 in place of -1. The sum S + 2 stays open."""
    chosen = [op("Abs", "wanted", "shape")]
    if version == "Where":
        chosen = [op("Equal", "wanted keep", "kept"), op("Where", "kept one wanted", "shape")]
    nodes = [
        op("Concat", "x two", "z", axis=1),
        *extent_of("z", 0, "n"),
        *extent_of("z", 1, "s"),
        constant("keep", [-1]),
        constant("one", [1]),
        constant("eight", [8]),
        op("Concat", "n keep eight s", "wanted", axis=0),
        *chosen,
        op("Expand", "v shape", "wide"),
        transpose("t", "wide", "a", [0, 1, 3, 2]),
        transpose("back", "a", "y", [0, 1, 3, 2]),
    ]
    model = onnx_model(nodes, {"x": ("N", "S"), "two": ("N", 2), "v": (1, 3, 1, 1)}, ["y"])
    assert works(imported(tmp_path, model, "N=2", "S=5")) == ["2x3x8x7 (0,1,3,2)", "2x3x7x8 (0,1,3,2)"]
    result = imported(tmp_path, model)
    assert [hint.text for hint in result.hints] == ["--dim N=? --dim S=?"]
    assert [action.removes for action in result.model.advice] == [("t", "back")]


def test_a_name_of_an_input_that_another_tensor_states_is_not_given_to_it(tmp_path: Path) -> None:
    """Exporters repeat an input's name for extents that have grown since: the operators decide."""
    nodes = [op("Concat", "x x", "two", axis=0), transpose("t", "two", "y", [1, 0])]
    model = onnx_model(nodes, {"x": ("N", 4)}, ["y"])
    model.graph.value_info.append(helper.make_tensor_value_info("two", TensorProto.FLOAT, ["N", 4]))
    assert works(imported(tmp_path, model, "N=3")) == ["6x4 (1,0)"]


def test_an_open_extent_that_is_cast_to_a_float_and_back(tmp_path: Path) -> None:
    nodes = [
        *extent_of("x", 0, "n"),
        op("Cast", "n", "float", to=TensorProto.FLOAT),
        op("Cast", "float", "whole", to=TensorProto.INT64),
        constant("rest", [2, 3]),
        op("Concat", "whole rest", "shape", axis=0),
        op("Reshape", "x shape", "parts"),
        transpose("t", "parts", "y", [0, 2, 1]),
    ]
    model = onnx_model(nodes, {"x": ("N", 6)}, ["y"])
    assert works(imported(tmp_path, model, "N=4")) == ["4x2x3 (0,2,1)"]


# ---- stated shapes ----


def test_stated_shapes_after_failed_inference(tmp_path: Path) -> None:
    """A training network's three-axis Gemm, an operator in another domain, and an unknown operator."""
    nodes = [
        op("Gemm", "x w", "g", name="gemm"),
        transpose("of gemm", "g", "a", [0, 2, 1]),
        helper.make_node("Grad", ["g"], ["h"], domain="own"),
        transpose("of grad", "h", "b", [0, 2, 1]),
        op("Invented", "g", "i"),
        transpose("unknown", "i", "c", [0, 2, 1]),
    ]
    model = onnx_model(nodes, {"x": (1, 5, 8), "w": (8, 4)}, ["a", "b", "c"])
    stated(stated(model, "g", [1, 5, 4]), "h", ["N", 5, 4])
    result = imported(tmp_path, model, "N=3")
    assert works(result) == ["1x5x4 (0,2,1)", "3x5x4 (0,2,1)"]
    assert [entry.why for entry in result.refused] == [
        "the type of the elements of i is unknown; give their bits with --bits"
    ]
    bits = Options(bits=32)
    assert imported(tmp_path, model, "N=3", options=bits).hints[0].names == ("i:0", "i:1", "i:2")
    given = imported(tmp_path, model, "N=3", "i:0=2", "i:1=3", "i:2=4", options=bits)
    assert works(given) == ["1x5x4 (0,2,1)", "3x5x4 (0,2,1)", "2x3x4 (0,2,1)"]
    assert [operator.name for operator in result.operators if operator.stated] == ["of gemm", "of grad"]
    assert "of gemm -> a (its shape is what the file states, not inferred)" in to_toml(result)
    assert "shapes that are not inferred, but as the file states them:\n  of gemm\n  of grad\n" in to_text(result)
    assert [note.partition(": ")[0] for note in to_json(result)["notes"]] == ["gemm (Gemm)"]


def test_stated_and_inferred_shapes_differ(tmp_path: Path) -> None:
    model = onnx_model([*RELU, transpose("good", "x", "z", [0, 2, 1])], {"x": (2, 4, 6)}, ["y", "z"])
    result = imported(tmp_path, stated(model, "r", [2, 4, 7]))
    assert [(entry.operator.name, entry.why) for entry in result.refused] == [
        ("t", "the file states 2x4x7 for r, and its operators give 2x4x6; correct the model")
    ]
    assert works(result) == ["2x4x6 (0,2,1)"]
    model.graph.output[1].CopyFrom(helper.make_tensor_value_info("z", TensorProto.FLOAT, [2, 4, 6]))
    [refused] = imported(tmp_path, model).refused[1:]
    assert refused.why == "the file states 2x4x6 for z, and its operators give 2x6x4; correct the model"


@pytest.mark.parametrize("version", [11, 17, 21])
def test_functions_with_operators_of_other_versions(tmp_path: Path, version: int) -> None:
    old = version < 13
    squeeze = op("Squeeze", "i", "s", **({"axes": [0]} if old else {}))
    body = [squeeze, transpose("body", "s", "o", [1, 0])]
    model = onnx_model([helper.make_node("turn", ["x"], ["z"], domain="own")], {"x": (1, 3, 4)}, ["z"])
    model.functions.append(helper.make_function("own", "turn", ["i"], ["o"], body, [helper.make_opsetid("", version)]))
    model.opset_import.append(helper.make_opsetid("own", 1))
    assert works(imported(tmp_path, model)) == ["3x4 (1,0)"]


def test_functions_that_cannot_be_converted_are_named(tmp_path: Path) -> None:
    body = [op("Invented", "i", "u"), transpose("body", "u", "o", [1, 0])]
    model = onnx_model([helper.make_node("turn", ["x"], ["z"], domain="own")], {"x": (3, 4)}, ["z"])
    model.functions.append(helper.make_function("own", "turn", ["i"], ["o"], body, [helper.make_opsetid("", 17)]))
    model.opset_import.append(helper.make_opsetid("own", 1))
    [entry] = imported(tmp_path, model).refused
    assert entry.operator.name == "body" and entry.why.startswith(
        "it is in a function with other versions of operators"
    )


def test_operators_of_onnx_runtime(tmp_path: Path) -> None:
    def own(kind: str, reads: str, written: str) -> onnx.NodeProto:
        return op(kind, reads, written, domain="com.microsoft")

    nodes = [
        own("QLinearAdd", "x scale zero y scale zero scale zero", "sum"),
        transpose("sum", "sum", "a", [0, 2, 1]),
        own("DequantizeLinear", "sum scale zero", "real"),
        own("FastGelu", "real", "gelu"),
        transpose("gelu", "gelu", "b", [0, 2, 1]),
        own("DynamicQuantizeMatMul", "gelu w ws", "product"),
        transpose("product", "product", "c", [0, 2, 1]),
    ]
    weights = [
        numpy_helper.from_array(numpy.float32(1), "scale"),
        numpy_helper.from_array(numpy.int8(0), "zero"),
        numpy_helper.from_array(numpy.zeros((6, 5), numpy.int8), "w"),
        numpy_helper.from_array(numpy.float32(1), "ws"),
    ]
    inputs = {"x": ("N", 4, 6), "y": (4, 1)}
    model = onnx_model(nodes, inputs, ["a", "b", "c"], element=TensorProto.INT8, initializer=weights)
    assert [hint.text for hint in imported(tmp_path, model).hints] == ["--dim N=?"]
    result = imported(tmp_path, model, "N=2")
    assert [f"{entry.work}, {entry.work.bits}" for entry in result.kernels] == [
        "2x4x6 (0,2,1), 8",
        "2x4x6 (0,2,1), 32",
        "2x4x5 (0,2,1), 32",
    ]


def test_a_shape_in_another_file(tmp_path: Path) -> None:
    shape = numpy_helper.from_array(numpy.array([2, 12], numpy.int64), "shape")
    nodes = [op("Reshape", "x shape", "r"), transpose("t", "r", "y", [1, 0])]
    model = onnx_model(nodes, {"x": (2, 3, 4)}, ["y"], initializer=[shape])
    onnx.save(model, tmp_path / "model.onnx", save_as_external_data=True, location="model.data", size_threshold=0)
    assert works(import_model(read_model(tmp_path / "model.onnx", {}), PLAIN)) == ["2x12 (1,0)"]
    (tmp_path / "model.data").unlink()
    [entry] = import_model(read_model(tmp_path / "model.onnx", {}), PLAIN).refused
    assert entry.needs == ("r:0", "r:1")


def test_an_input_that_exporters_leave_out(tmp_path: Path) -> None:
    """Until opset 13 Resize's second input is not optional, and torch leaves it out."""
    scales = numpy_helper.from_array(numpy.array([1, 1, 2, 2], numpy.float32), "scales")
    nodes = [helper.make_node("Resize", ["x", "", "scales"], ["r"]), transpose("t", "r", "y", [0, 2, 3, 1])]
    model = onnx_model(nodes, {"x": ("N", 3, 4, 5)}, ["y"], initializer=[scales])
    model.opset_import[0].version = 11
    assert works(imported(tmp_path, model, "N=1")) == ["1x3x8x10 (0,2,3,1)"]


def test_operators_without_inference_and_strings(tmp_path: Path) -> None:
    nodes = [
        op("MeanVarianceNormalization", "x", "m"),
        transpose("t", "m", "y", [0, 1, 3, 2]),
        op("Constant", "", "word", value_string="a"),
        op("Constant", "", "words", value_strings=["a", "b"]),
        op("Identity", "words", "same"),
    ]
    assert works(imported(tmp_path, onnx_model(nodes, {"x": (2, 4, 6, 5)}, ["y", "same"]))) == ["2x4x6x5 (0,1,3,2)"]


def test_numbers_of_a_shape_are_no_data(tmp_path: Path) -> None:
    """A transpose of such numbers is one of a constant. Other operators that permute them are not listed."""
    nodes = [
        op("Shape", "x", "s"),
        op("Gather", "s order", "g"),
        op("ConstantOfShape", "g", "zeros"),
        transpose("of_zeros", "zeros", "z", [0, 2, 1]),
        op("Slice", "s last first zero back", "r"),
        op("Gather", "x order", "y", axis=2),
    ]
    numbers = {"order": [1, 2, 0], "last": [-1], "first": [-9], "zero": [0], "back": [-1]}
    weights = [numpy_helper.from_array(numpy.array(value), name) for name, value in numbers.items()]
    result = imported(tmp_path, onnx_model(nodes, {"x": ("N", 4, 3)}, ["z", "r", "y"], initializer=weights))
    assert result.others == (("Gather that permutes an axis", 1),)
    assert ([each.name for each in result.constants], result.refused, result.kernels) == (["of_zeros"], (), ())
