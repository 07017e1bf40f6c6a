# SPDX-License-Identifier: BSD-3-Clause
"""Models in, sets out: taken and refused transposes, advice, damaged files."""

import ctypes
import json
import sys
from pathlib import Path

import numpy
import onnx
import pytest
import tflite  # type: ignore[import-untyped]
from clib import build
from commands import permkern
from modelfiles import attention, onnx_model, transpose
from onnx import TensorProto, helper, numpy_helper
from permkern import api
from permkern.kernels.manifest import SetError, load_set, parse_set
from permkern.kernels.permutation import Perm
from permkern.models.import_output import BANNER, to_text, to_toml
from permkern.models.importing import Imported, Options, import_model
from permkern.models.model_files import read_model
from permkern.models.models import parse_dims

pytestmark = pytest.mark.ci

TRANSPOSE = tflite.BuiltinOperator.TRANSPOSE


VIEWS = Options(views=True)


def imported(folder: Path, model: onnx.ModelProto | bytes, *dims: str, options: Options = VIEWS) -> Imported:
    path = folder / ("model.tflite" if isinstance(model, bytes) else "model.onnx")
    path.write_bytes(model if isinstance(model, bytes) else model.SerializeToString())
    return import_model(read_model(path, parse_dims(list(dims))), options)


def taken(result: Imported) -> list[tuple[str, str, int, int]]:
    return [(entry.name, str(entry.work), entry.work.bits, len(entry.operators)) for entry in result.kernels]


# ---- the command ----


def test_five_transposes_one_dynamic(tmp_path: Path) -> None:
    onnx.save(attention(), tmp_path / "model.onnx")
    done = permkern("import", tmp_path / "model.onnx", "-o", tmp_path / "set.toml")
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert done.stdout.startswith("model.onnx: 4 permutes: 0 move nothing, 4 need 4 kernels, 1 not taken\n")
    assert "\n  /dec/Transpose: its shape is open; it depends on batch\n" in done.stdout
    assert done.stdout.endswith("\n  --dim batch=?  decides 1 of 1\n")
    done = permkern("list", "--format", "json", tmp_path / "set.toml")
    names = [row["name"] for row in json.loads(done.stdout)["pinned"]]
    assert names == sorted(["enc_to_channels_last", "enc_to_channels_first", "att_heads", "att_keys"])
    assert permkern("generate", "-o", tmp_path / "gen", tmp_path / "set.toml").returncode == 0
    header = (tmp_path / "gen/permkern_kernels.h").read_text()
    assert "void permkern_pin_att_heads(const void *in, void *out);" in header


def test_without_output_the_set_is_printed_also_in_json(tmp_path: Path) -> None:
    onnx.save(attention(), tmp_path / "model.onnx")
    printed = permkern("import", tmp_path / "model.onnx")
    for words, advised in (("--bits", "8"), True), (("--bits", "8", "--align", "4"), False):
        assert ("add --align 4" in permkern("import", tmp_path / "model.onnx", *words).stderr) == advised
    assert len(parse_set(printed.stdout, "stdout", "model").pinned) == 4 and "4 need 4 kernels" in printed.stderr
    told = json.loads(permkern("import", tmp_path / "model.onnx", "--format", "json").stdout)
    assert told["set"] == printed.stdout and [row["needs"] for row in told["not_taken"]] == [["batch"]]
    assert permkern("import", tmp_path / "model.onnx", "--format", "json", "--map", "json").is_refused


def test_the_map_names_a_kernel_for_every_operator_and_output(tmp_path: Path) -> None:
    long = "/block" * 30 + "/Transpose"
    nodes = [
        transpose(long, "x", "y0", [0, 2, 1]),
        transpose("", "x", "y1", [0, 2, 1]),
        transpose("still", "x", "y2", [1, 0, 2]),
        transpose("open", "z", "y3", [1, 0]),
    ]
    onnx.save(onnx_model(nodes, {"x": (1, 4, 6), "z": ("N", 4)}, ["y0", "y1", "y2", "y3"]), tmp_path / "model.onnx")
    done = permkern("import", tmp_path / "model.onnx", "--map", "json", "-o", tmp_path / "set.toml")
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    told = json.loads(done.stdout)
    assert (told["format"], told["model"]) == (1, "model.onnx")
    names = {request.name: request for request in load_set(str(tmp_path / "set.toml")).pinned}
    rows = told["transposes"]
    assert [(row["operator"], row["output"], row["moves"]) for row in rows] == [
        (long, "y0", True),
        ("y1", "y1", True),
    ]
    assert rows[0]["kernel"] == rows[1]["kernel"]
    assert [(row["operator"], row["output"], row["shape"]) for row in told["aliases"]] == [("still", "y2", [1, 4, 6])]
    for row in rows:
        request = names[row["kernel"]]
        assert row["symbol"] == request.symbol
        work = request.work
        assert (tuple(row["shape"]), tuple(row["perm"]), row["bits"]) == (work.shape, work.perm, work.bits)
    assert told["not_taken"][0]["output"] == "y3"
    assert json.loads(permkern("import", tmp_path / "model.onnx", "--map", "json").stdout) == told
    copied = json.loads(permkern("import", tmp_path / "model.onnx", "--views", "--map", "json").stdout)
    assert [(row["output"], row["moves"]) for row in copied["transposes"]] == [
        ("y0", True),
        ("y1", True),
        ("y2", False),
    ]
    assert copied["aliases"] == []


def test_all_lists_name_the_kind_of_operators_that_are_no_transpose(tmp_path: Path) -> None:
    shapes = {"moves": (1, 4, 2, 3), "aliases": (1, 4, 1, 1), "constants": (1, 4, 2, 3), "not_taken": ("N", 4, 2, 3)}
    nodes = [
        helper.make_node("DepthToSpace", [f"x_{name}"], [name], blocksize=1 if name == "aliases" else 2)
        for name in shapes
    ]
    weight = helper.make_tensor("x_constants", TensorProto.FLOAT, [1, 4, 2, 3], [0.0] * 24)
    inputs = {f"x_{name}": shape for name, shape in shapes.items() if name != "constants"}
    onnx.save(onnx_model(nodes, inputs, [*shapes], initializer=[weight]), tmp_path / "model.onnx")
    told = json.loads(permkern("import", tmp_path / "model.onnx", "--format", "json").stdout)
    assert all(told[name][0]["kind"] == "DepthToSpace" for name in shapes)
    text = permkern("import", tmp_path / "model.onnx", "-o", tmp_path / "set.toml").stdout
    assert text.partition(" can go,")[0].count("DepthToSpace") == len(shapes)


def test_an_import_may_be_repeated_a_set_of_ones_own_is_kept(tmp_path: Path) -> None:
    onnx.save(attention(), tmp_path / "model.onnx")
    target = tmp_path / "set.toml"
    done = permkern("import", tmp_path / "model.onnx", "-o", target)
    said = f"1 transpose not taken: give --dim batch=?, with numbers in place of ?; {target} is without them"
    assert done.returncode == 3 and said in done.stderr
    assert target.read_text().startswith(BANNER)
    assert permkern("import", tmp_path / "model.onnx", "-o", target, "--dim", "batch=1").returncode == 0
    assert "dec_transpose" in target.read_text()
    target.write_text("format = 1 # mine\n")
    done = permkern("import", tmp_path / "model.onnx", "-o", target)
    assert done.is_refused
    assert "exists and was not written by `permkern import`; choose another name" in done.stderr
    assert target.read_text() == "format = 1 # mine\n"


def test_the_python_function_warns_of_refused_transposes(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    onnx.save(attention(), path)
    command_writes = permkern("import", path, "--dim", "batch=1").stdout
    assert api.import_models(path, dims={"batch": 1}) == parse_set(command_writes, "stdout", "model")
    with pytest.warns(UserWarning, match="1 transpose not taken: give --dim batch=?"):
        api.import_models(path)
    onnx.save(onnx_model([transpose("t", "x", "y", [0, 2, 1])], {"x": ["n", 3, 4]}, ["y"]), path)
    with pytest.raises(SetError, match=r"1 transpose not taken: give --dim n=\?.*; the set is not written"):
        api.import_models(path)


def test_a_constant_for_floating_point_elements_asks_for_their_bits(tmp_path: Path) -> None:
    onnx.save(onnx_model([transpose("t", "x", "y", [0, 2, 1])], {"x": [2, 3, 4]}, ["y"]), tmp_path / "model.onnx")
    done = permkern("import", tmp_path / "model.onnx", "--xor", "0x80")
    assert (done.returncode, done.stdout) == (3, "") and "as in: --bits 8" in done.stderr
    assert "xor = 0x80" in permkern("import", tmp_path / "model.onnx", "--xor", "0x80", "--bits", "8").stdout


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("model.onnx", b"\xff" * 100, "not an ONNX model, or a damaged one"),
        ("model.tflite", b"\0\0\0\0TFL3" + b"\xff" * 60, "not a TensorFlow Lite model, or a damaged one"),
    ],
)
def test_damaged_models(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(content)
    done = permkern("import", tmp_path / name, "-o", tmp_path / "set.toml")
    assert done.is_refused and done.stderr.startswith(f"{tmp_path / name}: {says}")
    assert done.stderr.endswith("; export it again\n")
    assert not (tmp_path / "set.toml").exists()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("model.onnx", "a TensorFlow Lite model; give its name the ending .tflite"),
        ("model.keras", "tf.lite.TFLiteConverter"),
        ("model.ort", "the .onnx file"),
        ("model.pt", "torch.onnx.export"),
        ("model", "give a .onnx or .tflite file"),
    ],
)
def test_other_formats(tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / name).write_bytes(b"\0\0\0\0TFL3")
    done = permkern("import", tmp_path / name)
    assert done.is_refused and says in done.stderr


@pytest.mark.parametrize(
    ("node", "says"),
    [
        (helper.make_node("Relu", ["x"], ["y"]), "model.onnx: 0 transposes\n"),
        (transpose("t", "x", "y", [1, 0]), "model.onnx: 1 permute: 1 moves nothing, 0 need 0 kernels\n"),
    ],
)
def test_a_model_that_needs_no_kernel(tmp_path: Path, node: onnx.NodeProto, says: str) -> None:
    onnx.save(onnx_model([node], {"x": (1, 2)}, ["y"]), tmp_path / "model.onnx")
    (tmp_path / "set.toml").write_text(f"{BANNER} of an older model")
    done = permkern("import", tmp_path / "model.onnx", "-o", tmp_path / "set.toml")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert done.stdout.startswith(says)
    assert f"no transpose has a kernel, so {tmp_path / 'set.toml'} is empty" in done.stderr
    assert says.partition(": ")[2].strip() in (tmp_path / "set.toml").read_text()
    assert permkern("generate", "-o", tmp_path / "gen", tmp_path / "set.toml").returncode == 0


@pytest.mark.parametrize("package", ["onnx", "tflite"])
def test_without_the_packages(tmp_path: Path, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / f"model.{package}"
    path.write_bytes(b"anything")
    monkeypatch.setitem(sys.modules, package, None)
    done = permkern("import", path)
    assert done.is_refused and "pip install '.[models]'" in done.stderr


# ---- dimensions ----


def test_dims_by_name_by_tensor_and_by_axis(tmp_path: Path) -> None:
    nodes = [
        transpose("by_name", "x", "a", [1, 0]),
        transpose("of_input", "y", "b", [1, 0]),
        helper.make_node("NonZero", ["x"], ["z"]),
        transpose("of_tensor", "z", "c", [1, 0]),
    ]
    model = onnx_model(nodes, {"x": ("N", 3), "y": (None, 4)}, ["a", "b", "c"])
    result = imported(tmp_path, model)
    assert [entry.needs for entry in result.refused] == [("N",), ("y:0",), ("z:1",)]
    assert taken(imported(tmp_path, model, "N=5", "y:0=6", "z:1=7")) == [
        ("by_name", "5x3 (1,0)", 32, 1),
        ("of_input", "6x4 (1,0)", 32, 1),
        ("of_tensor", "2x7 (1,0)", 64, 1),
    ]
    assert len(imported(tmp_path, model, "*:0=5").kernels) == 2


@pytest.mark.parametrize(
    ("dims", "says"),
    [
        (["N"], "is not NAME=EXTENT with an extent of 1 or more; write for example N=1"),
        (["N="], "is not NAME=EXTENT"),
        (["=3"], "is not NAME=EXTENT"),
        (["N=0"], "is not NAME=EXTENT"),
        (["N=-1"], "is not NAME=EXTENT"),
        (["N=4294967296"], "is not NAME=EXTENT"),
        (["N=1", "N=2"], "is given twice, with 1 and 2"),
        (["batch=?"], "put the extent in place of ?"),
        (["batsh=1"], "no dynamic dimension 'batsh'; did you mean 'batch'?"),
        (["q:1=1"], "no dynamic dimension 'q:1'; its dynamic dimensions: batch"),
    ],
)
def test_dims_that_are_wrong(tmp_path: Path, dims: list[str], says: str) -> None:
    onnx.save(attention(), tmp_path / "model.onnx")
    done = permkern("import", tmp_path / "model.onnx", *(word for dim in dims for word in ("--dim", dim)))
    assert done.is_refused and says in done.stderr


# ---- taken transposes ----


def test_equal_ones_share_a_kernel_and_views_are_marked(tmp_path: Path) -> None:
    nodes = [
        transpose("one", "x", "a", [0, 2, 1]),
        transpose("two", "x", "b", [0, 2, 1]),
        transpose("still", "y", "c", [1, 0, 2]),
        transpose("", "x", "named_by_output", [1, 0, 2]),
        transpose("turned", "x", "d", None),
    ]
    model = onnx_model(nodes, {"x": (2, 5, 7), "y": (1, 5, 7)}, ["a", "b", "c", "named_by_output", "d"])
    result = imported(tmp_path, model)
    assert taken(result) == [
        ("one", "2x5x7 (0,2,1)", 32, 2),
        ("still", "1x5x7 (1,0,2)", 32, 1),
        ("named_by_output", "2x5x7 (1,0,2)", 32, 1),
        ("turned", "2x5x7 (2,1,0)", 32, 1),
    ]
    assert [entry not in result.still for entry in result.kernels] == [True, False, True, True]
    text = to_toml(result)
    assert "5 permutes: 1 moves nothing, 4 need 3 kernels." in text
    assert "#   still -> c\n# Moves nothing: the kernel copies, and an alias would do.\n[[pinned]]\n" in text
    assert "#   one -> a\n#   two -> b\n" in text
    few = imported(tmp_path, model, options=Options())
    assert [entry.name for entry in few.kernels] == ["one", "named_by_output", "turned"]
    assert "let the output be the input" in to_toml(few)
    assert "\n# 1x5x7 (1,0,2), 32-bit:\n#   still -> c\n" in to_toml(few)


@pytest.mark.parametrize(
    ("shape", "perm", "element", "why"),
    [
        ((3, 4), [1, 0], "STRING", "elements of type STRING are not supported"),
        ((3, 3), [1, 0], "UINT4", "shape [3, 3] at 4 bits has 36 bits, which do not fill the last byte"),
        ((3, 4), [1, 0], "COMPLEX128", "elements of type COMPLEX128"),
        ((3, 0), [1, 0], "FLOAT", "shape [3, 0] has no elements"),
        ((1,) * 9, list(range(9)), "FLOAT", "shape of 9 axes; 1 to 8 are supported"),
        ((65536, 65536), [1, 0], "FLOAT", "is too large"),
        ((3, 4), [1, 1], "FLOAT", "[1, 1] is not a permutation of 2 axes"),
        ((3, 4), [1, 0, 2], "FLOAT", "[1, 0, 2] is not a permutation of 2 axes"),
        ((3, 4), [-1, 0], "FLOAT", "[-1, 0] is not a permutation of 2 axes"),
    ],
)
def test_refused_transposes(tmp_path: Path, shape: tuple[int, ...], perm: list[int], element: str, why: str) -> None:
    number = TensorProto.DataType.Value(element)
    nodes = [transpose("bad", "x", "y", perm), transpose("good", "z", "w", [1, 0])]
    model = onnx_model(nodes, {"x": shape, "z": (2, 3)}, ["y", "w"], element=number)
    model.graph.input[1].type.tensor_type.elem_type = TensorProto.FLOAT
    result = imported(tmp_path, model)
    assert [entry.operator.name for entry in result.refused] == ["bad"]
    assert why in result.refused[0].why
    assert [entry.name for entry in result.kernels] == ["good"]


def test_elements_of_few_bits_move_as_onnx_packs_them(tmp_path: Path) -> None:
    """Rows of an odd length begin inside a byte. The set's kernels are compiled and run on the file's bytes."""
    shape, perm = (4, 3, 5), (0, 2, 1)
    elements = [TensorProto.INT4, TensorProto.UINT4, TensorProto.INT2, TensorProto.UINT2, TensorProto.FLOAT4E2M1]
    nodes = [transpose(f"t{element}", f"x{element}", f"y{element}", perm) for element in elements]
    model = onnx_model(nodes, {f"x{element}": shape for element in elements}, [f"y{each}" for each in elements])
    for value, element in zip(model.graph.input, elements, strict=True):
        value.type.tensor_type.elem_type = element
    (tmp_path / "set.toml").write_text(to_toml(imported(tmp_path, model, options=Options(align=1, in_place=True))))
    assert "# Not in place: its elements share bytes.\n" in (tmp_path / "set.toml").read_text()
    assert permkern("generate", "-o", tmp_path / "gen", tmp_path / "set.toml").returncode == 0
    library = ctypes.CDLL(str(build(tmp_path / "kernels.so", tmp_path / "gen")))
    for element in elements:
        kind = helper.tensor_dtype_to_np_dtype(element)
        array = numpy.random.default_rng(element).integers(0, 3, shape).astype(kind)
        source, wanted = (numpy_helper.from_array(each).raw_data for each in (array, array.transpose(perm)))
        made = ctypes.create_string_buffer(len(wanted))
        kernels = {
            operator: kernel for kernel in load_set(str(tmp_path / "set.toml")).pinned for operator in kernel.operators
        }
        getattr(library, kernels[f"t{element}"].symbol)(source, made)
        assert made.raw == wanted


def test_names_become_identifiers(tmp_path: Path) -> None:
    names = ["a/b", "a.b", "A_B", "run", "9", "é", "x8_tile", "while", "n" * 200, "n" * 199 + "m", "t\n\0#\u202e"]
    nodes = [transpose(name, "x", f"y{k}", [1, 0]) for k, name in enumerate(names)]
    for k in range(len(names)):
        nodes[k].input[0] = f"x{k}"
    model = onnx_model(nodes, {f"x{k}": (k + 2, 3) for k in range(len(names))}, [f"y{k}" for k in range(len(names))])
    result = imported(tmp_path, model)
    made = [entry.name for entry in result.kernels]
    assert made[:5] == ["a_b", "a_b_2", "a_b_3", "run", "permute_9"]
    parsed = parse_set(to_toml(result), "set.toml", "set")
    assert "n" * 199 + "m -> y9\n" in to_toml(result)
    assert "#   t\\n\\x00#\\u202e -> y10\n" in to_toml(result)
    assert [request.name for request in parsed.pinned] == made
    assert [request.operators for request in parsed.pinned] == [(name,) for name in [*names[:-1], "t\\n\\x00#\\u202e"]]


def test_inside_branches(tmp_path: Path) -> None:
    """Either may run, as the choice is an input. The one that moves more is counted."""

    def branch(name: str, more: str) -> onnx.GraphProto:
        nodes = [transpose(f"{name}_{other}", other, f"{name}_{other}", [1, 0]) for other in (name, more)]
        written = [onnx.ValueInfoProto(name=node.output[0]) for node in nodes]
        nodes.append(helper.make_node("Shape", [written[1].name], ["s"]))
        return helper.make_graph(nodes, name, [], written[:1])

    branches = [branch("x", "v"), branch("w", "u")]
    nodes = [
        helper.make_node("If", ["choice"], ["y"], then_branch=branches[0], else_branch=branches[1], name="if"),
        transpose("after", "y", "z", [1, 0]),
    ]
    model = onnx_model(nodes, {"choice": (), "x": (3, 4), "w": (3, 4), "v": (9, 9), "u": (2, 2)}, ["z"])
    model.graph.input[0].type.tensor_type.elem_type = TensorProto.BOOL
    result = imported(tmp_path, model)
    operators = {str(kernel.work): [each.name for each in kernel.operators] for kernel in result.kernels}
    assert operators == {
        "4x3 (1,0)": ["after"],
        "3x4 (1,0)": ["x_x", "w_w"],
        "9x9 (1,0)": ["x_v"],
        "2x2 (1,0)": ["w_u"],
    }
    assert [request.count for request in parse_set(to_toml(result), "set.toml", "set").pinned] == [1, 1, 0, 1]


# ---- advice ----


@pytest.mark.parametrize(
    ("first", "second", "removes", "changes"),
    [
        ([0, 2, 3, 1], [0, 3, 1, 2], ("one", "two"), ()),
        ([0, 2, 3, 1], [0, 2, 3, 1], ("one",), ((0, 3, 1, 2),)),
        ([0, 1, 2, 3], [0, 3, 1, 2], ("one",), ()),
    ],
)
def test_neighbours(
    tmp_path: Path, first: list[int], second: list[int], removes: tuple[str, ...], changes: tuple[Perm, ...]
) -> None:
    nodes = [transpose("one", "x", "a", first), transpose("two", "a", "y", second)]
    [action] = imported(tmp_path, onnx_model(nodes, {"x": (2, 3, 4, 5)}, ["y"])).model.advice
    assert (action.removes, action.across, tuple(each.perm for each in action.changes)) == (removes, (), changes)


def test_neighbours_with_other_readers_and_across_operators(tmp_path: Path) -> None:
    nodes = [
        transpose("one", "x", "a", [1, 0]),
        helper.make_node("Relu", ["a"], ["b"]),
        helper.make_node("Sigmoid", ["b"], ["c"]),
        transpose("two", "c", "y", [1, 0]),
        transpose("three", "x", "z", [1, 0]),
    ]
    [action] = imported(tmp_path, onnx_model(nodes, {"x": (3, 4)}, ["y", "a"])).model.advice
    assert (action.removes, action.across) == (("two", "three"), ("Relu b", "Sigmoid c"))
    onnx.save(onnx_model(nodes, {"x": (3, 4)}, ["y", "a"]), tmp_path / "model.onnx")
    done = permkern("import", tmp_path / "model.onnx", "--format", "json")
    [told] = json.loads(done.stdout)["advice"]
    assert (told["text"], told["removes"]) == (action.text, ["two", "three"])


def test_unread_transposes_are_refused(tmp_path: Path) -> None:
    nodes = [transpose("unread", "x", "a", [1, 0]), transpose("read", "x", "y", [1, 0])]
    result = imported(tmp_path, onnx_model(nodes, {"x": (3, 4)}, ["y"]))
    assert [(entry.operator.name, entry.why) for entry in result.refused] == [("unread", "nothing reads its output")]
    assert taken(result) == [("read", "3x4 (1,0)", 32, 1)]


def test_a_constant_that_is_permuted(tmp_path: Path) -> None:
    weights = helper.make_tensor("w", TensorProto.FLOAT, [2, 3], [0.0] * 6)
    nodes = [
        transpose("t", "w", "y", [1, 0]),
        helper.make_node("Neg", ["w"], ["n"]),
        transpose("of_computed", "n", "z", [1, 0]),
        transpose("of_input", "x", "v", [1, 0]),
    ]
    model = onnx_model(nodes, {"x": (2, 3)}, ["y", "z", "v"], initializer=[weights])
    result = imported(tmp_path, model)
    assert [operator.name for operator in result.constants] == ["t", "of_computed"]
    assert taken(result) == [("of_input", "2x3 (1,0)", 32, 1)]
    assert "1 needs 1 kernel, 2 of constants." in to_toml(result)
    assert "do it once, when the model is made.\n#   t -> y\n#   of_computed -> z\n" in to_toml(result)


def test_a_report_names_open_dimensions(tmp_path: Path) -> None:
    onnx.save(attention(), tmp_path / "model.onnx")
    done = permkern("report", tmp_path / "model.onnx", "--json", tmp_path / "report.json")
    assert (
        done.returncode == 3
        and "1 transpose not covered: give --dim batch=?, with numbers in place of ?" in done.stderr
    )
    made = json.loads((tmp_path / "report.json").read_text())
    assert made["totals"]["permutes"] == 4
    assert [each["what"] for each in made["not_covered"]] == ["/dec/Transpose -> f"]
    first = made["actions"][0]
    assert (first["title"], first["traffic"]) == ("Leave 2 transposes out of the model", 2 * 4 * 2 * 16 * 33)
    assert first["names"] == ["/enc/to_channels_last", "/enc/to_channels_first"]
    assert "permkern optimize model.onnx -o smaller.onnx" in first["why"]
    assert permkern("report", tmp_path / "model.onnx", "--dim", "batch=2").returncode == 0


def test_a_report_tells_operators_of_one_name_apart(tmp_path: Path) -> None:
    perms = {"xa": [0, 2, 3, 1], "ab": [0, 3, 1, 2], "by": [0, 2, 3, 1]}
    nodes = [transpose("att", ends[0], ends[1], perm) for ends, perm in perms.items()]
    onnx.save(onnx_model(nodes, {"x": (2, 3, 4, 5)}, ["y"]), tmp_path / "model.onnx")
    permkern("report", tmp_path / "model.onnx", "-o", tmp_path / "report.md")
    assert (tmp_path / "report.md").read_text().count("gone after step 1") == 1  # of two kernels


@pytest.mark.parametrize(("scale", "bits"), [(0.5, 8), (0.25, 32)])
def test_transposes_between_quantizations(tmp_path: Path, scale: float, bits: int) -> None:
    """A runtime joins a transpose with the quantization around it, if that is the same on both sides."""
    weights = [
        helper.make_tensor("scale", TensorProto.FLOAT, [], [0.5]),
        helper.make_tensor("other", TensorProto.FLOAT, [], [scale]),
        helper.make_tensor("zero", TensorProto.INT8, [], [3]),
    ]
    nodes = [
        helper.make_node("DequantizeLinear", ["x", "scale", "zero"], ["a"]),
        transpose("t", "a", "b", [0, 2, 3, 1]),
        helper.make_node("QuantizeLinear", ["b", "other", "zero"], ["y"]),
    ]
    model = onnx_model(nodes, {"x": (1, 3, 8, 8)}, ["y"], TensorProto.INT8, initializer=weights)
    made = imported(tmp_path, model, options=Options())
    assert [kernel.work.bits for kernel in made.kernels] == [bits]
    assert ("move 8 bits" if bits == 8 else "--bits 8 if the firmware") in to_text(made)
    assert imported(tmp_path, model, options=Options(bits=32)).kernels[0].work.bits == 32


def test_several_models_are_one_set(tmp_path: Path) -> None:
    """Kernels of equal names get their models' names; each --dim goes to the models that know it."""
    for name, open_name in (("wake", "frames"), ("speech", "batch")):
        nodes = [transpose("t", "x", "y", [1, 0]), transpose(f"only_{name}", "z", "w", [1, 0])]
        onnx.save(onnx_model(nodes, {"x": (4, 6), "z": (open_name, 5)}, ["y", "w"]), tmp_path / f"{name}.onnx")
    models = [tmp_path / "wake.onnx", tmp_path / "speech.onnx"]
    done = permkern("import", *models, "--dim", "frames=3", "--dim", "batch=2", "-o", tmp_path / "product.toml")
    assert (done.returncode, done.stderr) == (0, "")
    names = {request.name for request in load_set(str(tmp_path / "product.toml")).pinned}
    assert names == {"wake_t", "speech_t", "only_wake", "only_speech"}
    done = permkern("import", *models, "--dim", "frames=3", "-q", "-o", tmp_path / "product.toml")
    assert done.returncode == 3 and done.stderr.startswith(f"{models[1]}: 1 transpose not taken: give --dim batch=?")
    done = permkern("import", *models, "--dim", "N=3", "-o", tmp_path / "other.toml")
    assert done.is_refused and "no dynamic dimension 'N'" in done.stderr
    told = json.loads(permkern("report", *models, "--dim", "frames=3", "--format", "json").stdout)
    assert {name for row in told["kernels"] for name in row["operators"]} >= {"wake: t", "speech: t"}


def test_models_of_equal_names(tmp_path: Path) -> None:
    models = [tmp_path / folder / "model.onnx" for folder in ("one", "other")]
    for path, extent in zip(models, (4, 5), strict=True):
        path.parent.mkdir()
        onnx.save(onnx_model([transpose("t", "x", "y", [1, 0])], {"x": (extent, 6)}, ["y"]), path)
    assert permkern("import", *models, "-o", tmp_path / "product.toml").returncode == 0
    shapes = {request.name: request.work.shape for request in load_set(str(tmp_path / "product.toml")).pinned}
    assert shapes == {"model_t": (4, 6), "model_t_2": (5, 6)}
    told = json.loads(permkern("report", *models, "--format", "json").stdout)
    operators = {name for row in told["kernels"] for name in row["operators"]}
    assert operators == {f"{path}: t" for path in models}


def test_weights_that_are_inputs_too(tmp_path: Path) -> None:
    """Their transposes run in each inference, until --freeze-weights. Shapes follow from their values in both cases."""
    weights = [
        helper.make_tensor("w", TensorProto.FLOAT, [2, 3], [0.0] * 6),
        helper.make_tensor("shape", TensorProto.INT64, [2], [4, 5]),
    ]
    nodes = [
        transpose("of_weight", "w", "y", [1, 0]),
        helper.make_node("Reshape", ["x", "shape"], ["r"]),
        transpose("of_data", "r", "z", [1, 0]),
    ]
    model = onnx_model(nodes, {"x": (20,), "w": (2, 3), "shape": (2,)}, ["y", "z"], initializer=weights)
    model.graph.input[2].type.tensor_type.elem_type = TensorProto.INT64
    path = tmp_path / "model.onnx"
    for version, words, taken_ones, loose in (
        (9, [], ["of_weight", "of_data"], 2),
        (9, ["--freeze-weights"], ["of_data"], 0),
        (3, [], ["of_data"], 0),
    ):
        model.ir_version = version
        onnx.save(model, path)
        told = json.loads(permkern("import", path, *words, "--format", "json").stdout)
        assert [row["operator"] for row in told["transposes"]] == taken_ones
        assert (
            told["replaceable_weights"]
            == json.loads(permkern("optimize", path, *words, "--format", "json").stdout)["replaceable_weights"]
            == loose
        )
        assert len(api.import_models(path, freeze_weights=bool(words)).pinned) == len(taken_ones)
        for verb in ("import", "optimize"):
            done = permkern(verb, path, *words)
            assert ("callers may replace 2 weights" in done.stdout + done.stderr) == bool(loose)
        permkern("report", path, *words, "-o", tmp_path / "report.md")
        assert ("Callers may replace 2 weights" in (tmp_path / "report.md").read_text()) == bool(loose)
