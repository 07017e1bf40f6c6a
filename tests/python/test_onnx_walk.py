# SPDX-License-Identifier: BSD-3-Clause
"""The walk over ONNX's operators: their order, and the numbers that shapes are computed from."""

from itertools import permutations
from pathlib import Path

import onnx
import pytest
from modelfiles import imported, onnx_model, op, transpose, works
from onnx import TensorProto, helper
from permkern.onnx_facts import in_order

pytestmark = pytest.mark.ci


def numbers(name: str, *values: int) -> onnx.TensorProto:
    return helper.make_tensor(name, TensorProto.INT64, [len(values)], values)


CHAIN = [op("Relu", read, written) for read, written in (("x", "a"), ("a", "b"), ("b", "c"), ("c", "d"))]


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_operators_come_after_what_they_read(order: tuple[int, ...]) -> None:
    assert in_order([CHAIN[index] for index in order]) == CHAIN


def test_operators_come_after_what_graphs_inside_them_read() -> None:
    body = helper.make_graph([op("Relu", "b", "inner")], "body", [], [onnx.ValueInfoProto(name="inner")])
    branch = helper.make_node("If", ["x"], ["y"], then_branch=body, else_branch=body)
    assert in_order([branch, CHAIN[1], CHAIN[0]]) == [CHAIN[0], CHAIN[1], branch]


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


def test_a_name_of_an_input_that_another_tensor_states_is_not_given_to_it(tmp_path: Path) -> None:
    """Exporters repeat an input's name for extents that have grown since: the operators decide."""
    nodes = [op("Concat", "x x", "two", axis=0), transpose("t", "two", "y", [1, 0])]
    model = onnx_model(nodes, {"x": ("N", 4)}, ["y"])
    model.graph.value_info.append(helper.make_tensor_value_info("two", TensorProto.FLOAT, ["N", 4]))
    assert works(imported(tmp_path, model, "N=3")) == ["6x4 (1,0)"]
