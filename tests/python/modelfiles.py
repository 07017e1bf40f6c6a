# SPDX-License-Identifier: BSD-3-Clause
"""Small models, made with the formats' own libraries."""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import flatbuffers  # type: ignore[import-untyped]
import numpy
import onnx
import tflite  # type: ignore[import-untyped]
from onnx import TensorProto, helper
from permkern.models.importing import Imported, Options, import_model
from permkern.models.model_files import read_model
from permkern.models.models import parse_dims

Extent = int | str | None
PLAIN = Options()


def onnx_model(
    nodes: Sequence[onnx.NodeProto],
    inputs: dict[str, Sequence[Extent]],
    outputs: Sequence[str],
    element: int = TensorProto.FLOAT,
    **more: object,
) -> onnx.ModelProto:
    graph = helper.make_graph(
        list(nodes),
        "graph",
        [helper.make_tensor_value_info(name, element, list(shape)) for name, shape in inputs.items()],
        [onnx.ValueInfoProto(name=name) for name in outputs],
        **more,  # type: ignore[arg-type]
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])


def imported(folder: Path, model: onnx.ModelProto, *dims: str, options: Options = PLAIN) -> Imported:
    onnx.save(model, folder / "model.onnx")
    return import_model(read_model(folder / "model.onnx", parse_dims(list(dims))), options)


def works(result: Imported) -> list[str]:
    """Returns all works, one for each operator."""
    return [str(entry.work) for entry in result.kernels for _ in entry.operators]


def check_kernels(result: Imported, values: Mapping[str, Any]) -> None:
    """Compares what each kernel moves with the tensors of a run."""
    for kernel in result.kernels:
        work = kernel.work
        for each in kernel.operators:
            places = each.copy.work(work.bits)[1:] if each.copy else (0, 0)
            reads, writes = (numpy.array([place]) for place in places)
            for k, axis in enumerate(work.perm):
                steps = numpy.arange(work.shape[axis])
                turned = steps[::-1] if work.is_reversed(k) else steps
                reads = (reads[:, None] + turned * work.in_steps[axis]).ravel()
                writes = (writes[:, None] + steps * work.out_steps[k]).ravel()
            assert (values[each.tensor.name].ravel()[reads] == values[each.output].ravel()[writes]).all(), each.name


def op(kind: str, reads: str, written: str, **attributes: object) -> onnx.NodeProto:
    return helper.make_node(kind, reads.split(), written.split(), **attributes)


def transpose(name: str, read: str, written: str, perm: Sequence[int] | None) -> onnx.NodeProto:
    attributes = {} if perm is None else {"perm": list(perm)}
    return helper.make_node("Transpose", [read], [written], name=name, **attributes)


def attention() -> onnx.ModelProto:
    """Two attention heads over a spectrogram: five transposes, one dynamic."""
    nodes = [
        transpose("/enc/to_channels_last", "x", "a", [0, 2, 3, 1]),
        helper.make_node("Relu", ["a"], ["b"], name="/enc/relu"),
        transpose("/enc/to_channels_first", "b", "c", [0, 3, 1, 2]),
        transpose("/att/heads", "q", "d", [0, 2, 1, 3]),
        transpose("/att/keys", "k", "e", [0, 2, 3, 1]),
        transpose("/dec/Transpose", "y", "f", [0, 2, 1]),
    ]
    inputs = {"x": (1, 2, 16, 33), "q": (1, 5, 2, 8), "k": (1, 6, 2, 8), "y": ("batch", 7, 3)}
    return onnx_model(nodes, inputs, ["c", "d", "e", "f"])


@dataclass(frozen=True)
class TfTensor:
    name: str
    shape: tuple[int, ...]
    type: int = tflite.TensorType.INT8
    data: bytes = b""
    signature: tuple[int, ...] = ()
    sparse: bool = False
    scale: float = 0.0  # 0: not quantized


@dataclass(frozen=True)
class TfOperator:
    code: int
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    table: str = ""  # of its options
    options: tuple[tuple[str, int], ...] = ()


def order(name: str, perm: Sequence[int]) -> TfTensor:
    """A constant permutation."""
    return TfTensor(name, (len(perm),), tflite.TensorType.INT32, struct.pack(f"<{len(perm)}i", *perm))


def _ints(builder: flatbuffers.Builder, values: Sequence[int]) -> int:
    builder.StartVector(4, len(values), 4)
    for value in reversed(values):
        builder.PrependInt32(value)
    return int(builder.EndVector())


def _tables(builder: flatbuffers.Builder, tables: Sequence[int]) -> int:
    builder.StartVector(4, len(tables), 4)
    for table in reversed(tables):
        builder.PrependUOffsetTRelative(table)
    return int(builder.EndVector())


def tflite_model(
    tensors: Sequence[TfTensor],
    operators: Sequence[TfOperator],
    outputs: Sequence[int] = (),
    inputs: Sequence[int] = (),
) -> bytes:
    """A one-graph model. Buffer 0 is empty, tensor k's is buffer k + 1."""
    builder = flatbuffers.Builder(1024)
    buffers = []
    for data in (b"", *(tensor.data for tensor in tensors)):
        held = builder.CreateByteVector(data) if data else None
        tflite.BufferStart(builder)
        if held is not None:
            tflite.BufferAddData(builder, held)
        buffers.append(tflite.BufferEnd(builder))
    made = []
    for number, tensor in enumerate(tensors):
        name = builder.CreateString(tensor.name)
        shape = _ints(builder, tensor.shape)
        signature = _ints(builder, tensor.signature) if tensor.signature else None
        if tensor.sparse:
            tflite.SparsityParametersStart(builder)
            sparsity = tflite.SparsityParametersEnd(builder)
        if tensor.scale:
            builder.StartVector(4, 1, 4)
            builder.PrependFloat32(tensor.scale)
            scales = builder.EndVector()
            builder.StartVector(8, 1, 8)
            builder.PrependInt64(0)
            zeros = builder.EndVector()
            tflite.QuantizationParametersStart(builder)
            tflite.QuantizationParametersAddScale(builder, scales)
            tflite.QuantizationParametersAddZeroPoint(builder, zeros)
            quantization = tflite.QuantizationParametersEnd(builder)
        tflite.TensorStart(builder)
        tflite.TensorAddName(builder, name)
        tflite.TensorAddShape(builder, shape)
        tflite.TensorAddType(builder, tensor.type)
        tflite.TensorAddBuffer(builder, number + 1)
        if signature is not None:
            tflite.TensorAddShapeSignature(builder, signature)
        if tensor.scale:
            tflite.TensorAddQuantization(builder, quantization)
        if tensor.sparse:
            tflite.TensorAddSparsity(builder, sparsity)
        made.append(tflite.TensorEnd(builder))
    codes = sorted({operator.code for operator in operators})
    code_tables = []
    for code in codes:
        tflite.OperatorCodeStart(builder)
        tflite.OperatorCodeAddDeprecatedBuiltinCode(builder, min(code, 127))
        tflite.OperatorCodeAddBuiltinCode(builder, code)
        tflite.OperatorCodeAddVersion(builder, 1 + (code == tflite.BuiltinOperator.BROADCAST_TO))
        code_tables.append(tflite.OperatorCodeEnd(builder))
    operator_tables = []
    for operator in operators:
        read, written = _ints(builder, operator.inputs), _ints(builder, operator.outputs)
        if operator.table:
            getattr(tflite, f"{operator.table}Start")(builder)
            for name, value in operator.options:
                getattr(tflite, f"{operator.table}Add{name}")(builder, value)
            options = getattr(tflite, f"{operator.table}End")(builder)
        tflite.OperatorStart(builder)
        if operator.table:
            tflite.OperatorAddBuiltinOptionsType(builder, getattr(tflite.BuiltinOptions, operator.table))
            tflite.OperatorAddBuiltinOptions(builder, options)
        tflite.OperatorAddOpcodeIndex(builder, codes.index(operator.code))
        tflite.OperatorAddInputs(builder, read)
        tflite.OperatorAddOutputs(builder, written)
        operator_tables.append(tflite.OperatorEnd(builder))
    all_tensors, all_operators = _tables(builder, made), _tables(builder, operator_tables)
    graph_inputs, graph_outputs = _ints(builder, inputs), _ints(builder, outputs)
    tflite.SubGraphStart(builder)
    tflite.SubGraphAddTensors(builder, all_tensors)
    tflite.SubGraphAddOperators(builder, all_operators)
    tflite.SubGraphAddInputs(builder, graph_inputs)
    tflite.SubGraphAddOutputs(builder, graph_outputs)
    graphs = _tables(builder, [tflite.SubGraphEnd(builder)])
    all_codes, all_buffers = _tables(builder, code_tables), _tables(builder, buffers)
    tflite.ModelStart(builder)
    tflite.ModelAddVersion(builder, 3)
    tflite.ModelAddOperatorCodes(builder, all_codes)
    tflite.ModelAddSubgraphs(builder, graphs)
    tflite.ModelAddBuffers(builder, all_buffers)
    builder.Finish(tflite.ModelEnd(builder), b"TFL3")
    return bytes(builder.Output())
