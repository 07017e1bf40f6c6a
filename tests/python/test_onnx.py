# SPDX-License-Identifier: BSD-3-Clause
"""The ONNX project's own cases for its Transpose operator, through the C library."""

import importlib

import numpy as np
import onnx
import pytest
from clib import OK, UNSIGNED, Array, Library, described, lowest
from onnx.backend.test.case import node as onnx_nodes
from onnx.backend.test.case.test_case import TestCase

pytestmark = pytest.mark.ci


def node_of(case: TestCase) -> onnx.NodeProto:
    assert case.model is not None
    operator: onnx.NodeProto = case.model.graph.node[0]
    return operator


# A module of cases registers them when it is imported; collect_testcases would import those of every operator.
importlib.import_module("onnx.backend.test.case.node.transpose")
CASES: dict[str, TestCase] = {
    case.name: case for case in onnx_nodes._NodeTestCases if node_of(case).op_type == "Transpose"
}


def permutation(case: TestCase, rank: int) -> list[int]:
    """The attribute, or the operator's default: axes turned round."""
    for attribute in node_of(case).attribute:
        if attribute.name == "perm":
            return [int(axis) for axis in onnx.helper.get_attribute_value(attribute)]
    return list(reversed(range(rank)))


def test_cases_were_found() -> None:
    assert len(CASES) >= 7
    assert "test_transpose_default" in CASES


@pytest.mark.parametrize("name", sorted(CASES))
def test_transpose(library: Library, name: str) -> None:
    case = CASES[name]
    assert case.data_sets
    for inputs, outputs in case.data_sets:
        given: Array = np.ascontiguousarray(inputs[0])
        expected: Array = np.asarray(outputs[0])
        out = np.zeros_like(expected, order="C")
        bits = UNSIGNED[given.itemsize * 8]
        perm = permutation(case, given.ndim)
        given_layout, out_layout = described(given.view(bits)), described(out.view(bits))
        assert library.permute(given_layout, lowest(given), perm, out_layout, lowest(out)) == OK
        assert out.tobytes() == expected.tobytes()
