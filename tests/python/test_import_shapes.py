# SPDX-License-Identifier: BSD-3-Clause
"""Shapes of models as exporters write them: computed, open, contradictory, and as the file states them."""

import shlex
from collections.abc import Sequence
from pathlib import Path

import numpy
import onnx
import pytest
from commands import permkern
from hypothesis import given, settings
from hypothesis import strategies as st
from modelfiles import imported, onnx_model, op, transpose, works
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator
from permkern.kernels.manifest import parse_set
from permkern.models.import_output import to_text, to_toml
from permkern.models.importing import Options
from permkern.models.model_files import read_model

pytestmark = pytest.mark.ci

Numbers = Sequence[int] | int
FLOAT = TensorProto.FLOAT


def constant(name: str, value: Numbers) -> onnx.NodeProto:
    return helper.make_node(
        "Constant", [], [name], value=numpy_helper.from_array(numpy.array(value, numpy.int64), name)
    )


def extent_of(tensor: str, axis: int, written: str) -> list[onnx.NodeProto]:
    """The operators that torch.onnx.export writes for x.size(axis) before it joins the result to others."""
    return [
        op("Shape", tensor, f"{written}_shape"),
        constant(f"{written}_axis", axis),
        op("Gather", f"{written}_shape {written}_axis", f"{written}_number", axis=0),
        constant(f"{written}_zero", [0]),
        op("Unsqueeze", f"{written}_number {written}_zero", written),
    ]


# ---- unsimplified exports ----


def raw_attention(batch: int | str) -> onnx.ModelProto:
    """Attention as torch.onnx.export writes it: shapes read from tensors, weights that are transposed."""
    nodes = [
        *extent_of("x", 0, "b"),
        *extent_of("x", 1, "t"),
        *extent_of("x", 2, "d"),
        constant("heads", [4]),
        op("Cast", "d", "d_float", to=FLOAT),
        op("Cast", "heads", "h_float", to=FLOAT),
        op("Div", "d_float h_float", "each_float"),
        op("Floor", "each_float", "each_floor"),
        op("Cast", "each_floor", "each", to=TensorProto.INT64),
        op("Concat", "b t heads each", "split", axis=0),
        transpose("weights", "w", "wt", [1, 0]),
        op("MatMul", "x wt", "q"),
        op("Reshape", "q split", "qh"),
        transpose("heads first", "qh", "qt", [0, 2, 1, 3]),
        transpose("keys", "qt", "kt", [0, 1, 3, 2]),
        op("MatMul", "qt kt", "scores"),
        # x.expand(b, -1, -1): -1 stands for the extent that there is
        constant("keep", [-1]),
        op("Concat", "b keep keep", "wanted", axis=0),
        op("Shape", "wanted", "wanted_shape"),
        op("ConstantOfShape", "wanted_shape", "ones", value=numpy_helper.from_array(numpy.array([1], numpy.int64))),
        op("Mul", "ones keep", "minus"),
        op("Equal", "wanted minus", "kept"),
        op("Where", "kept ones wanted", "expansion"),
        op("Expand", "token expansion", "tokens"),
        transpose("tokens", "tokens", "tokens_t", [0, 2, 1]),
        # the same without its last frame, flattened
        constant("first", [0]),
        op("Sub", "t one", "last"),
        op("Slice", "x first last one", "fewer"),
        constant("rest", [-1]),
        op("Concat", "b heads rest", "flat", axis=0),
        op("Reshape", "fewer flat", "flattened"),
        transpose("flat", "flattened", "y", [0, 2, 1]),
    ]
    weights = [
        helper.make_tensor("w", FLOAT, [32, 32], [0.0] * 1024),
        numpy_helper.from_array(numpy.array([1], numpy.int64), "one"),
    ]
    inputs = {"x": (batch, 10, 32), "token": (1, 3, 32)}
    return onnx_model(nodes, inputs, ["scores", "tokens_t", "y"], initializer=weights)


def test_shapes_of_a_raw_export_are_found(tmp_path: Path) -> None:
    result = imported(tmp_path, raw_attention(2))
    assert works(result) == ["2x10x4x8 (0,2,1,3)", "2x4x10x8 (0,1,3,2)", "2x3x32 (0,2,1)", "2x4x72 (0,2,1)"]
    assert [operator.name for operator in result.constants] == ["weights"]


def test_one_dynamic_axis_is_one_hint_that_takes_everything(tmp_path: Path) -> None:
    onnx.save(raw_attention("batch"), tmp_path / "model.onnx")
    done = permkern("import", tmp_path / "model.onnx", "-o", tmp_path / "set.toml")
    assert done.returncode == 3 and not (tmp_path / "set.toml").exists()
    [hint] = [line for line in done.stdout.splitlines() if "--dim" in line]
    assert hint == "  --dim batch=?  decides 4 of 4"
    pasted = shlex.split(hint.partition("  decides")[0].replace("?", "2"))
    done = permkern("import", tmp_path / "model.onnx", "-o", tmp_path / "set.toml", *pasted)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("model.onnx: 4 permutes: 0 move nothing, 4 need 4 kernels, 1 of constants\n")
    assert "--dim" not in done.stdout


def more(kind: str, x: str, data: st.DataObject) -> list[onnx.NodeProto]:
    """Operators from tensor x to xp; most compute with x's shape."""
    if kind == "transpose":
        return [transpose(f"t{x}", x, f"{x}p", data.draw(st.permutations([0, 1, 2])))]
    if kind == "double":
        return [op("Concat", f"{x} {x}", f"{x}p", axis=data.draw(st.integers(0, 2)))]
    if kind == "pool":
        return [op("AveragePool", x, f"{x}p", kernel_shape=[3], pads=[1, 1], strides=[2])]
    size = extent_of(x, data.draw(st.integers(0, 2)), f"{x}a")
    if kind == "flatten":
        return [*size, op("Concat", f"{x}a rest two", f"{x}s", axis=0), op("Reshape", f"{x} {x}s", f"{x}p")]
    if kind == "repeat":
        return [
            *size,
            op("Mul", f"{x}a two", f"{x}m"),
            op("Concat", f"{x}m one one", f"{x}s", axis=0),
            op("Slice", f"{x} zero one zero", f"{x}f"),
            op("Expand", f"{x}f {x}s", f"{x}p"),
        ]
    halves = [op("Div", f"{x}a two", f"{x}h"), op("Sub", f"{x}a {x}h", f"{x}e")]
    return [*size, *halves, op("Slice", f"{x} zero {x}e two", f"{x}p")]


KINDS = ("transpose", "double", "pool", "flatten", "repeat", "shorten")


@settings(max_examples=40)
@given(st.data())
def test_computed_shapes_equal_the_evaluators(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Operator chains on an open axis: with the extent given, onnx's reference evaluator gives every shape."""
    tensor, nodes = "x", []
    for kind in data.draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=6)):
        nodes += [*more(kind, tensor, data), transpose(f"of {tensor}p", f"{tensor}p", f"{tensor}o", [0, 2, 1])]
        tensor += "p"
    weights = [
        numpy_helper.from_array(numpy.array([value], numpy.int64), name)
        for name, value in {"zero": 0, "one": 1, "two": 2, "rest": -1}.items()
    ]
    outputs = [node.output[0] for node in nodes if node.op_type == "Transpose"]
    model = onnx_model(nodes, {"x": ("N", 3, 4)}, outputs, initializer=weights)
    try:
        made = ReferenceEvaluator(model).run(None, {"x": numpy.zeros((6, 3, 4), numpy.float32)})
    except Exception:  # a reshape that does not divide, a slice of nothing
        return
    if any(0 in array.shape for array in made):
        return
    folder = tmp_path_factory.getbasetemp()
    assert all(set(hint.names) <= {"N"} for hint in imported(folder, model).hints)
    onnx.save(model, folder / "model.onnx")
    read = read_model(folder / "model.onnx", {"N": 6})
    wanted = {
        transpose.output: tuple(numpy.array(transpose.tensor.shape)[list(transpose.perm or ())])
        for transpose in read.transposes
    }
    assert [wanted[name] for name in outputs] == [array.shape for array in made]


# ---- open extents ----


def test_hints_name_only_extents_that_decide(tmp_path: Path) -> None:
    """The pooled length follows from T alone, the batch is folded away, and data-dependent extents have own names."""
    nodes = [
        op("AveragePool", "x", "pooled", kernel_shape=[3], strides=[2]),
        transpose("pool", "pooled", "a", [0, 2, 1]),
        constant("whole", [1, 5, -1]),
        op("Reshape", "x whole", "joined"),
        transpose("joined", "joined", "b", [0, 2, 1]),
        op("NonZero", "x", "places"),
        transpose("places", "places", "c", [1, 0]),
        constant("axes", [0]),
        op("ReduceMax", "x axes", "peak", keepdims=0),
        transpose("peak", "peak", "d", [1, 0]),
    ]
    model = onnx_model(nodes, {"x": ("N", 5, "T")}, ["a", "b", "c", "d"])
    result = imported(tmp_path, model)
    assert [(entry.operator.name, entry.needs) for entry in result.refused] == [
        ("pool", ("N", "T")),
        ("joined", ("N", "T")),
        ("places", ("places:1",)),
        ("peak", ("T",)),
    ]
    assert [(hint.text, hint.decides) for hint in result.hints] == [
        ("--dim N=? --dim T=?", 3),
        ("--dim places:1=?", 1),
    ]
    assert works(imported(tmp_path, model, "N=2", "T=9")) == ["2x5x4 (0,2,1)", "1x5x18 (0,2,1)", "5x9 (1,0)"]


def test_an_axis_that_follows_may_be_given_too(tmp_path: Path) -> None:
    nodes = [op("AveragePool", "x", "pooled", kernel_shape=[3], strides=[2]), transpose("t", "pooled", "y", [0, 2, 1])]
    model = onnx_model(nodes, {"x": (1, 5, "T")}, ["y"])
    assert works(imported(tmp_path, model, "pooled:2=4")) == ["1x5x4 (0,2,1)"]
    assert works(imported(tmp_path, model, "pooled:2=4", "T=9")) == ["1x5x4 (0,2,1)"]


def stated(model: onnx.ModelProto, name: str, shape: Sequence[int | str], element: int = FLOAT) -> onnx.ModelProto:
    model.graph.value_info.append(helper.make_tensor_value_info(name, element, list(shape)))
    return model


RELU = [op("Relu", "x", "r"), transpose("t", "r", "y", [0, 2, 1])]
JOINED = [op("Add", "x z", "r"), transpose("t", "r", "y", [0, 2, 1])]
FIXED = [constant("s", [2, 4, 6]), op("Reshape", "x s", "r"), transpose("t", "r", "y", [0, 2, 1])]
POOLED = [op("AveragePool", "x", "r", kernel_shape=[2], strides=[2]), transpose("t", "r", "y", [0, 2, 1])]


@pytest.mark.parametrize(
    ("model", "dims", "says"),
    [
        (stated(onnx_model(RELU, {"x": ("N", 4, 6)}, ["y"]), "r", [1, 4, 6]), ["N=2"], "the file states 1x4x6 for r"),
        (onnx_model(JOINED, {"x": ("N", 4, 6), "z": ("M", 4, 6)}, ["y"]), ["N=2", "M=3"], "r (Add): "),
        (onnx_model(FIXED, {"x": ("N", 4, 6)}, ["y"]), ["N=3"], "r (Reshape): it makes 2x4x6 of 3x4x6"),
        (
            onnx_model(POOLED, {"x": (1, 4, "T")}, ["y"]),
            ["T=8", "r:2=5"],
            "--dim r:2=5, but axis 2 of r has the extent 4",
        ),
        (onnx_model(RELU, {"x": ("N", "N", 6)}, ["y"]), ["x:0=2", "N=3"], "x:0 and N are one extent"),
        (
            stated(onnx_model(POOLED, {"x": (1, 4, "T")}, ["y"]), "r", [1, 4, "half"]),
            ["T=8", "half=5"],
            "--dim half=5, but axis 2 of r has the extent 4",
        ),
    ],
)
def test_contradictions_are_errors(tmp_path: Path, model: onnx.ModelProto, dims: list[str], says: str) -> None:
    onnx.save(model, tmp_path / "model.onnx")
    words = [word for dim in dims for word in ("--dim", dim)]
    done = permkern("import", tmp_path / "model.onnx", "-o", tmp_path / "set.toml", *words)
    assert done.is_refused and says in done.stderr
    assert not (tmp_path / "set.toml").exists()


def test_a_name_of_two_axes_is_given_by_either(tmp_path: Path) -> None:
    assert works(imported(tmp_path, onnx_model(RELU, {"x": ("N", "N", 6)}, ["y"]), "x:0=2")) == ["2x2x6 (0,2,1)"]


# ---- branches and loops ----


def graph_of(
    nodes: list[onnx.NodeProto], inputs: dict[str, Sequence[int] | None], outputs: list[str]
) -> onnx.GraphProto:
    values = [onnx.ValueInfoProto(name=name) for name in inputs]
    return helper.make_graph(nodes, "body", values, [onnx.ValueInfoProto(name=name) for name in outputs])


def test_a_branch_that_never_runs(tmp_path: Path) -> None:
    """torch writes one for x.squeeze(1): only if the axis has one element there is something to do."""
    nodes = [
        *extent_of("x", 1, "n"),
        constant("one", [1]),
        op("Equal", "n one", "single"),
        helper.make_node(
            "If",
            ["single"],
            ["s"],
            then_branch=graph_of([op("Squeeze", "x one", "a"), transpose("then", "a", "a_t", [1, 0])], {}, ["a_t"]),
            else_branch=graph_of([transpose("else", "x", "b", [0, 2, 1])], {}, ["b"]),
        ),
        transpose("after", "s", "y", [1, 0, 2]),
    ]
    result = imported(tmp_path, onnx_model(nodes, {"x": (2, 3, 4)}, ["y"]))
    assert works(result) == ["2x4x3 (1,0,2)", "2x3x4 (0,2,1)"]
    assert [(entry.operator.name, entry.why) for entry in result.refused] == [
        ("then", "it is in a branch that never runs")
    ]


def test_loops_and_scans(tmp_path: Path) -> None:
    """Loop-carried tensors keep their shape or have an open extent; a scan's body reads slices."""
    loop = graph_of(
        [
            op("Identity", "more", "again"),
            transpose("kept", "state", "turned", [1, 0]),
            transpose("back", "turned", "same", [1, 0]),
            op("Concat", "list state", "longer", axis=0),
            transpose("grown", "longer", "part", [1, 0]),
            op("Identity", "part", "read"),
        ],
        {"turn": None, "more": None, "state": None, "list": None},
        ["again", "same", "longer"],
    )
    scan = graph_of(
        [op("Add", "sum each", "next"), transpose("slice", "each", "out", [1, 0])],
        {"sum": None, "each": None},
        ["next", "out"],
    )
    nodes = [
        helper.make_node("Loop", ["count", "", "x", "x"], ["state_end", "list_end"], body=loop),
        transpose("end", "state_end", "a", [1, 0]),
        helper.make_node("Scan", ["x", "frames"], ["sum_end", "outs"], body=scan, num_scan_inputs=1),
        transpose("outs", "outs", "b", [0, 2, 1]),
    ]
    model = onnx_model(nodes, {"count": (), "x": (2, 3), "frames": (7, 2, 3)}, ["a", "b"])
    model.graph.input[0].type.tensor_type.elem_type = TensorProto.INT64
    result = imported(tmp_path, model)
    assert sorted(works(result)) == ["2x3 (1,0)", "2x3 (1,0)", "2x3 (1,0)", "3x2 (1,0)", "7x3x2 (0,2,1)"]
    assert [(entry.operator.name, entry.needs) for entry in result.refused] == [("grown", ("list:0",))]


# ---- the firmware's elements and alignment ----


def test_overrides(tmp_path: Path) -> None:
    nodes = [
        transpose("picture", "x", "a", [1, 0]),
        transpose("square", "q", "b", [1, 0]),
        transpose("number", "n", "c", [1, 0]),
        transpose("still", "x", "d", [0, 1]),
    ]
    model = onnx_model(nodes, {"x": (64, 81), "q": (64, 64), "n": (4, 5)}, ["a", "b", "c", "d"])
    model.graph.input[2].type.tensor_type.elem_type = TensorProto.INT64
    plain = imported(tmp_path, model, options=Options(bits=8, align=4))
    made = parse_set(to_toml(plain), "set.toml", "set").pinned
    aligned = [(one.name, one.work.bits, one.align) for one in made]
    assert aligned == [("picture", 8, 4), ("square", 8, 4), ("number", 64, 8)]
    place = imported(tmp_path, model, options=Options(bits=8, in_place=True, views=True))
    made = parse_set(to_toml(place), "set.toml", "set").pinned
    assert [one.name for one in made if one.in_place] == ["square", "number", "still"]
    assert "# Not in place: 74 cycles, and a kernel follows at most 64; " in to_toml(place)
    assert "not in place: 74 cycles, " in to_text(place)
    changed = imported(tmp_path, model, options=Options(bits=8, xor=0x80))
    made = parse_set(to_toml(changed), "set.toml", "set").pinned
    assert [(one.name, one.xor) for one in made] == [("picture", 128), ("square", 128), ("number", 128), ("still", 128)]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--xor", "0x80", "--in-place"], "--xor and --in-place do not go together"),
        (["--align", "3"], "--align 3 is not a power of two from 1 to 128"),
        (["--bits", "8", "--xor", "0x100"], "--xor '0x100': it must be a whole number from 1 to 0xff"),
        (["--xor", "0x100"], "--xor 0x100 has more than the 8 bits of 2x3 (1,0)"),
        (["--bits", "16"], "--bits 16 is for elements that the model calls floating-point, and no transpose has such"),
    ],
)
def test_overrides_that_do_not_suit(tmp_path: Path, words: list[str], says: str) -> None:
    model = onnx_model([transpose("t", "x", "y", [1, 0])], {"x": (2, 3)}, ["y"], element=TensorProto.INT8)
    onnx.save(model, tmp_path / "model.onnx")
    done = permkern("import", tmp_path / "model.onnx", *words)
    assert done.is_refused and says in done.stderr
