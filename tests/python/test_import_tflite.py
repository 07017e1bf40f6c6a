# SPDX-License-Identifier: BSD-3-Clause
"""TensorFlow Lite models in, sets out; and damaged files in both formats."""

from pathlib import Path

import pytest
import tflite  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st
from modelfiles import TfOperator, TfTensor, attention, order, tflite_model
from permkern.kernels.manifest import SetError, parse_set
from permkern.models.import_output import to_toml
from permkern.models.importing import import_model
from permkern.models.model_files import read_model
from permkern.models.models import ModelError
from test_import import VIEWS, imported, taken

pytestmark = pytest.mark.ci
TRANSPOSE = tflite.BuiltinOperator.TRANSPOSE

# ---- TensorFlow Lite ----


def small_tflite() -> bytes:
    tensors = [
        TfTensor("image", (1, 28, 28, 8)),
        order("perm", [0, 3, 1, 2]),
        TfTensor("net/planes", (1, 8, 28, 28)),
        TfTensor("net/relu", (1, 8, 28, 28)),
        order("back", [0, 2, 3, 1]),
        TfTensor("net/pixels", (1, 28, 28, 8)),
    ]
    operators = [
        TfOperator(TRANSPOSE, (0, 1), (2,)),
        TfOperator(tflite.BuiltinOperator.RELU, (2,), (3,)),
        TfOperator(TRANSPOSE, (3, 4), (5,)),
    ]
    return tflite_model(tensors, operators, [5])


def test_tflite(tmp_path: Path) -> None:
    result = imported(tmp_path, small_tflite())
    assert taken(result) == [
        ("net_planes", "1x28x28x8 (0,3,1,2)", 8, 1),
        ("net_pixels", "1x8x28x28 (0,2,3,1)", 8, 1),
    ]
    [action] = result.model.advice
    assert (action.removes, action.across) == (("net/planes", "net/pixels"), ("RELU net/relu",))


def test_tflite_dynamic_and_computed(tmp_path: Path) -> None:
    tensors = [
        TfTensor("x", (1, 3, 4), tflite.TensorType.INT16, signature=(-1, 3, 4)),
        order("perm", [0, 2, 1]),
        TfTensor("y", (1, 4, 3), tflite.TensorType.INT16, signature=(-1, 4, 3)),
        TfTensor("axes", (3,), tflite.TensorType.INT32),
        TfTensor("z", (1, 4, 3), tflite.TensorType.INT16),
        TfTensor("w", (2, 2), tflite.TensorType.STRING),
        order("swap", [1, 0]),
        TfTensor("v", (2, 2), tflite.TensorType.STRING),
    ]
    operators = [
        TfOperator(TRANSPOSE, (0, 1), (2,)),
        TfOperator(TRANSPOSE, (0, 3), (4,)),
        TfOperator(TRANSPOSE, (5, 6), (7,)),
    ]
    tensors[6] = order("swap", [-1, 0])
    model = tflite_model(tensors, operators, [2, 4, 7])
    result = imported(tmp_path, model)
    assert [(entry.operator.name, entry.why) for entry in result.refused] == [
        ("z", "its permutation is computed at run time"),
        ("v", "elements of type STRING are not supported; they must have 1, 2, 4, 8, 16, 32 or 64 bits"),
    ]
    assert taken(result) == [("y", "1x3x4 (0,2,1)", 16, 1)]
    assert result.model.assumed == ("x:0=1",) and "# Open dimensions are as the file has them: x:0=1." in to_toml(
        result
    )
    assert taken(imported(tmp_path, model, "*:0=2")) == [("y", "2x3x4 (0,2,1)", 16, 1)]


@pytest.mark.parametrize(("element", "bits"), [(17, 4), (19, 2), (20, 4)], ids=["INT4", "INT2", "UINT4"])
def test_tflite_elements_of_few_bits(tmp_path: Path, element: int, bits: int) -> None:
    tensors = [TfTensor("x", (2, 4), element), order("swap", [1, 0]), TfTensor("y", (4, 2), element)]
    model = tflite_model(tensors, [TfOperator(TRANSPOSE, (0, 1), (2,))], [2])
    assert taken(imported(tmp_path, model)) == [("y", "2x4 (1,0)", bits, 1)]


def test_a_sparse_tensor_is_not_taken(tmp_path: Path) -> None:
    sparse = TfTensor("s", (4, 6), data=b"1", sparse=True)
    tensors = [sparse, order("swap", [1, 0]), TfTensor("y", (6, 4))]
    [refused] = imported(tmp_path, tflite_model(tensors, [TfOperator(TRANSPOSE, (0, 1), (2,))], [2])).refused
    assert refused.why == "s is a sparse tensor; make it dense"


def open_tflite() -> bytes:
    """A batch that is open, and a reshape that reads it: tf.reshape(relu(x), [tf.shape(x)[0], 2, 12])."""
    tensors = [
        TfTensor("x", (1, 4, 6), signature=(-1, 4, 6)),
        TfTensor("relu", (1, 4, 6), signature=(-1, 4, 6)),
        TfTensor("shape", (3,), tflite.TensorType.INT32),
        order("zero", [0]),
        order("one", [1]),
        TfTensor("batch", (1,), tflite.TensorType.INT32),
        order("rest", [2, 12]),
        TfTensor("wanted", (3,), tflite.TensorType.INT32),
        TfTensor("parts", (1, 2, 12), signature=(-1, 2, 12)),
        order("perm", [0, 2, 1]),
        TfTensor("parts/turned", (1, 12, 2), signature=(-1, 12, 2)),
        order("all", [6, -1]),
        TfTensor("flat", (6, 4), signature=(6, -1)),
        order("swap", [1, 0]),
        TfTensor("flat/turned", (4, 6), signature=(-1, 6)),
    ]
    operators = [
        TfOperator(tflite.BuiltinOperator.RELU, (0,), (1,)),
        TfOperator(tflite.BuiltinOperator.SHAPE, (1,), (2,)),
        TfOperator(tflite.BuiltinOperator.STRIDED_SLICE, (2, 3, 4, 4), (5,)),
        TfOperator(tflite.BuiltinOperator.CONCATENATION, (5, 6), (7,)),
        TfOperator(tflite.BuiltinOperator.RESHAPE, (1, 7), (8,)),
        TfOperator(TRANSPOSE, (8, 9), (10,)),
        TfOperator(tflite.BuiltinOperator.RESHAPE, (1, 11), (12,)),
        TfOperator(TRANSPOSE, (12, 13), (14,)),
    ]
    return tflite_model(tensors, operators, [10, 14])


def test_tflite_takes_the_shapes_of_the_file_for_open_ones(tmp_path: Path) -> None:
    result = imported(tmp_path, open_tflite())
    assert result.model.assumed == ("x:0=1",)
    assert [work for _, work, _, _ in taken(result)] == ["1x2x12 (0,2,1)", "6x4 (1,0)"]
    assert imported(tmp_path, open_tflite(), "x:0=3").model.assumed == ()
    assert taken(imported(tmp_path, open_tflite(), "x:0=3")) == [
        ("parts_turned", "3x2x12 (0,2,1)", 8, 1),
        ("flat_turned", "6x12 (1,0)", 8, 1),
    ]
    assert taken(imported(tmp_path, open_tflite(), "*:0=3"))[1][1] == "6x12 (1,0)"


@pytest.mark.parametrize(
    ("dims", "says"),
    [
        (["x:0=3", "relu:0=4"], "--dim gives 4 for axis 0 of relu, its operators give 3"),
        (["x:0=3", "flat:1=4"], "--dim gives 4 for axis 1 of flat, its operators give 12"),
        (["y:0=3"], "no dynamic dimension 'y:0'; did you mean 'x:0'?"),
    ],
)
def test_tflite_contradictions(tmp_path: Path, dims: list[str], says: str) -> None:
    with pytest.raises(SetError) as error:
        imported(tmp_path, open_tflite(), *dims)
    assert says in str(error.value)


def test_tflite_constants_are_permuted_offline(tmp_path: Path) -> None:
    tensors = [
        TfTensor("half", (2, 3), tflite.TensorType.FLOAT16, data=bytes(12)),
        TfTensor("whole", (2, 3), tflite.TensorType.FLOAT32),
        order("swap", [1, 0]),
        TfTensor("turned", (3, 2), tflite.TensorType.FLOAT32),
    ]
    operators = [TfOperator(tflite.BuiltinOperator.DEQUANTIZE, (0,), (1,)), TfOperator(TRANSPOSE, (1, 2), (3,))]
    result = imported(tmp_path, tflite_model(tensors, operators, [3]))
    assert ([operator.name for operator in result.constants], result.kernels) == (["turned"], ())


def test_tflite_numbers_of_a_shape_are_no_data(tmp_path: Path) -> None:
    tensors = [
        TfTensor("x", (2, 3, 4)),
        TfTensor("s", (3,), tflite.TensorType.INT32),
        order("i", [1, 2, 0]),
        TfTensor("g", (3,), tflite.TensorType.INT32),
        TfTensor("y", (2, 3, 4)),
    ]
    operators = [
        TfOperator(tflite.BuiltinOperator.SHAPE, (0,), (1,)),
        TfOperator(tflite.BuiltinOperator.GATHER, (1, 2), (3,), "GatherOptions"),
        TfOperator(tflite.BuiltinOperator.GATHER, (0, 2), (4,), "GatherOptions", (("Axis", 1),)),
    ]
    assert imported(tmp_path, tflite_model(tensors, operators, [3, 4])).others == (("GATHER that permutes an axis", 1),)


# ---- damaged and hostile files ----


def survives(folder: Path, name: str, data: bytes) -> None:
    """A file is read, or refused in one line."""
    (folder / name).write_bytes(data)
    try:
        result = import_model(read_model(folder / name, {}), VIEWS)
    except ModelError as error:
        assert "\n" not in str(error)
        assert str(error).startswith(str(folder / name))
        return
    if result.kernels:
        parse_set(to_toml(result), "set.toml", "set")


def damage(data: bytes, changes: list[tuple[int, int]], length: int) -> bytes:
    changed = bytearray(data)
    for place, value in changes:
        changed[place % len(changed)] = value
    return bytes(changed[: len(changed) - length % len(changed)])


CHANGES = st.lists(st.tuples(st.integers(0, 2**16), st.integers(0, 255)), max_size=6)
CUT = st.one_of(st.just(0), st.integers(0, 2**16))


@settings(max_examples=300)
@given(changes=CHANGES, cut=CUT)
def test_damaged_onnx(tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, int]], cut: int) -> None:
    survives(tmp_path_factory.getbasetemp(), "damaged.onnx", damage(attention().SerializeToString(), changes, cut))


@settings(max_examples=300)
@given(changes=CHANGES, cut=CUT)
def test_damaged_tflite(tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, int]], cut: int) -> None:
    survives(tmp_path_factory.getbasetemp(), "damaged.tflite", damage(small_tflite(), changes, cut))


def test_a_file_that_claims_more_than_it_holds(tmp_path: Path) -> None:
    """Every entry of a large operator vector is one operator with many inputs."""
    model = tflite_model(
        [TfTensor("x", (2, 3)), order("p", [1, 0]), TfTensor("y", (3, 2))],
        [TfOperator(TRANSPOSE, (0, 1) * 20_000, (2,))] * 2,
    )
    survives(tmp_path, "model.tflite", model)
