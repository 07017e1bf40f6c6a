# SPDX-License-Identifier: BSD-3-Clause
"""A model's multiplications, the peak of its tensors, and what reports make of them."""

import json
from pathlib import Path

import numpy
import onnx
import pytest
from commands import permkern
from modelfiles import Extent, onnx_model, op, transpose
from onnx import numpy_helper
from permkern.models.extents import dimension
from permkern.models.inference import Inference, macs_of
from permkern.models.model_files import read_model

pytestmark = pytest.mark.ci

N = dimension("N")
COUNTS = {
    "Conv in groups": ("Conv", [(1, 8, 9, 9), (16, 4, 3, 3)], [(1, 16, 7, 7)], False, 16 * 49 * 4 * 9),
    "QLinearConv": ("QLinearConv", [(1, 8, 9, 9), (), (), (16, 8, 3, 3)], [(1, 16, 7, 7)], False, 16 * 49 * 8 * 9),
    "ConvTranspose": ("ConvTranspose", [(1, 8, 5, 5), (8, 4, 2, 2)], [(1, 4, 10, 10)], False, 8 * 25 * 4 * 4),
    "Gemm": ("Gemm", [(7, 5), (7, 6), (6,)], [(5, 6)], True, 5 * 6 * 7),
    "MatMul": ("MatMul", [(2, 3, 4), (4, 5)], [(2, 3, 5)], False, 2 * 3 * 5 * 4),
    "open": ("MatMul", [(N, 3, 4), (4, 5)], [(N, 3, 5)], False, None),
    "unknown": ("Conv", [None, (16, 4, 3, 3)], [None], False, None),
    "no product": ("Relu", [None], [None], False, 0),
}


@pytest.mark.parametrize("name", COUNTS)
def test_multiplications(name: str) -> None:
    kind, read, written, turned, count = COUNTS[name]
    assert macs_of(kind, read, written, turned=turned) == count


def chain(batch: Extent) -> onnx.ModelProto:
    """A residual sum: x lives until the Add. The Reshape has its input's buffer."""
    nodes = [op("Reshape", "x s", "a"), transpose("turn", "a", "b", [0, 2, 1]), op("MatMul", "b w", "c"),
             transpose("back", "c", "d", [0, 2, 1]), op("Reshape", "d t", "e"), op("Add", "x e", "y")]  # fmt: skip
    held = [numpy_helper.from_array(numpy.array(v), n) for n, v in (("s", [0, 4, 6]), ("t", [0, 4, 2, 3]))]
    held.append(numpy_helper.from_array(numpy.ones((4, 4), "f4"), "w"))
    return onnx_model(nodes, {"x": (batch, 4, 2, 3)}, ["y"], initializer=held)


def test_the_peak_is_where_most_tensors_live(tmp_path: Path) -> None:
    onnx.save(chain(2), tmp_path / "model.onnx")
    assert read_model(tmp_path / "model.onnx", {}).inference == Inference(2 * 6 * 4 * 4, 3 * 192, "c")
    onnx.save(chain("N"), tmp_path / "model.onnx")
    assert read_model(tmp_path / "model.onnx", {}).inference == Inference(None, None)


def test_a_report_has_both_and_warns(tmp_path: Path) -> None:
    onnx.save(chain(2), tmp_path / "model.onnx")
    done = permkern("report", tmp_path / "model.onnx", "--ram", "400", "--format", "json")
    told = " ".join(json.loads(done.stdout)["notes"])
    assert "192 MACs" in told and "At most 576 bytes" in told and "more than the 400 bytes" in told
    for option in ("--ram", "--macs-per-cycle"):
        assert permkern("report", tmp_path / "model.onnx", option, "0").is_refused
