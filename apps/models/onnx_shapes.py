# SPDX-License-Identifier: BSD-3-Clause
"""
Infers the tensor shapes of an ONNX model in one pass over its operators.

`onnx`'s own inference gives an operator's shape. onnx_rules.py gives it instead if the operator reads open numbers,
which onnx_values.py folds. If inference fails, the stated shape is used. An undecided extent gets a name, so that --dim
can give it. Extents that depend on it carry this name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .extents import Extent, Open, Symbol, dimension, symbol, valued
from .models import Dims, any_dim_name, dim_name, one_line
from .onnx_facts import BITS, Fact, Found, domain_of, element_name, is_standard
from .onnx_rules import CONTRIBUTED, RULES
from .onnx_values import is_open, numbers
from .shape_rules import Shape, shown

_TRIAL = 20160  # trial extent, divisible by kernels, strides and splits of many sizes
_ABSENT = "left out:"  # name prefix for omitted inputs
_FEW = 1024  # most numbers to give to inference; it reads shapes, axes, pads and splits


def _fits(schema: Any, node: Any) -> bool:
    """True if an operator fits this definition, in a model without an opset version."""
    known = all(attribute.name in schema.attributes for attribute in node.attribute)
    return known and schema.min_input <= len(node.input) <= schema.max_input


def _one_extent(model: Any, dims: Dims, found: Found) -> dict[str, int]:
    """Returns the named dimensions that --dim gives through an input axis: axes of one name have one extent."""
    given: dict[str, int] = {}
    for value in model.graph.input:
        for axis, dim in enumerate(value.type.tensor_type.shape.dim):
            own, name = dim_name(value.name, axis), dim.dim_param
            if name and not dim.HasField("dim_value") and own in dims:
                before = dims.get(name, given.get(name, dims[own]))
                if before != dims[own]:
                    text = (
                        f"{one_line(own)} and {one_line(name)} are one extent, and --dim gives {dims[own]} and {before}"
                    )
                    found.against.append(text)
                given[name] = dims[own]
    return given


def _filling(node: Any) -> int:
    """Returns a ConstantOfShape's element type, float by default."""
    return next((attribute.t.data_type for attribute in node.attribute if attribute.name == "value"), 1)


class Inference:
    """Shape inference for one model. ``dims`` has the --dim extents."""

    def __init__(self, onnx: Any, model: Any, dims: Dims, folder: str) -> None:
        self.onnx = onnx
        self.folder = folder
        self.found = Found()
        self.dims = {**dims, **_one_extent(model, dims, self.found)}
        self.opsets = {domain_of(entry.domain): entry.version for entry in model.opset_import}
        self.inputs = {
            dim.dim_param
            for value in model.graph.input
            for dim in value.type.tensor_type.shape.dim
            if dim.dim_param and not dim.HasField("dim_value")
        }
        self.schemas: dict[tuple[str, str], Any] = {}

    # ---- extents ----

    def named(self, tensor: str, axis: int, name: str = "") -> Extent:
        """Returns an undecided axis's extent: from --dim, else a symbol with its name."""
        own = dim_name(tensor, axis)
        for each in (name, own, any_dim_name(axis)):
            if each and each in self.dims:
                return self.dims[each]
        self.found.names[name or own] = None
        return dimension(name or own)

    def _stated(self, kind: Any) -> tuple[int | str | None, ...] | None:
        if kind is None or not kind.HasField("tensor_type") or not kind.tensor_type.HasField("shape"):
            return None
        return tuple(
            dim.dim_value if dim.HasField("dim_value") and dim.dim_value >= 0 else dim.dim_param or None
            for dim in kind.tensor_type.shape.dim
        )

    def declared(self, name: str, kind: Any) -> Fact:
        """Returns a tensor's stated type and shape, with names for open extents."""
        if kind is None:
            return Fact()
        if not kind.HasField("tensor_type"):
            return Fact(other=kind)
        shape = self._stated(kind)
        if shape is None:
            return Fact(kind.tensor_type.elem_type)
        made = tuple(
            extent if isinstance(extent, int) else self.named(name, axis, extent or "")
            for axis, extent in enumerate(shape)
        )
        return Fact(kind.tensor_type.elem_type, made)

    def merged(self, name: str, inferred: Fact, kind: Any) -> Fact:
        """Merges a tensor's inferred, stated and --dim extents."""
        stated = self._stated(kind)
        element = kind.tensor_type.elem_type if kind is not None and kind.HasField("tensor_type") else 0
        if inferred.shape is None:
            if inferred.other is not None or kind is None:
                return inferred
            fact = self.declared(name, kind)
            return replace(fact, element=inferred.element or fact.element, stated=fact.shape is not None)
        conflict = ""
        if stated is not None and len(stated) != len(inferred.shape):
            conflict, stated = shown(stated), None
        shape: list[Extent] = []
        taken = False
        for axis, extent in enumerate(inferred.shape):
            said = None if stated is None else stated[axis]
            if isinstance(said, int) and isinstance(extent, int) and said != extent:
                conflict = shown(stated or ())
            elif isinstance(said, int) and isinstance(extent, Open):
                extent, taken = said, True
            shape.append(self._settled(name, axis, extent, said))
        if conflict:
            conflict = f"the file states {conflict} for {one_line(name)}, and its operators give {shown(shape)}"
        elif element and inferred.element and element != inferred.element:
            said_type, given = (element_name(self.onnx, number) for number in (element, inferred.element))
            if BITS.get(said_type) != BITS.get(given):
                conflict = f"the file states elements of type {said_type} for {one_line(name)}, "
                conflict += f"and its operators give {given}"
        return Fact(inferred.element or element, tuple(shape), stated=taken, conflict=conflict)

    def _settled(self, tensor: str, axis: int, extent: Extent, said: int | str | None) -> Extent:
        """Applies --dim to one axis, by its tensor's name, or by a dimension name that no input has."""
        own = dim_name(tensor, axis)
        if isinstance(said, str):
            self.found.named[said] = None
        if isinstance(extent, Open) and not all(each.needs for each in extent.symbols):
            return self.named(tensor, axis, said if isinstance(said, str) else "")
        names = [own] if not isinstance(said, str) or said in self.inputs else [own, said]
        for name in names:
            wanted = self.dims.get(name)
            if wanted is None or wanted == extent:
                continue
            if isinstance(extent, int):
                self.found.against.append(
                    f"--dim {one_line(name)}={wanted}, but axis {axis} of {one_line(tensor)} has the extent {extent}"
                )
            else:
                extent = wanted
        return extent

    # ---- onnx's own inference ----

    def schema(self, node: Any) -> Any:
        """Returns the operator's definition; None if the package has none that fits."""
        domain = domain_of(node.domain)
        version = self.opsets.get(domain)
        key = (domain, node.op_type)
        if version is not None and key in self.schemas:
            return self.schemas[key]
        number = version or self.onnx.defs.onnx_opset_version() if domain == "" else version or 1
        while number > 0:
            try:
                schema = self.onnx.defs.get_schema(node.op_type, number, domain)
            except Exception:  # the package does not know the operator
                schema = None
                break
            if version is not None or _fits(schema, node):
                break
            number, schema = schema.since_version - 1, None
        else:
            schema = None
        self.schemas[key] = schema
        return schema

    def _type(self, fact: Fact, table: dict[str, Open], trial: Mapping[Symbol, int] | None) -> Any:
        if fact.other is not None:
            return fact.other
        kind = self.onnx.TypeProto()
        if not fact.element and fact.shape is None:
            return kind
        kind.tensor_type.elem_type = fact.element
        if fact.shape is None:
            return kind
        kind.tensor_type.shape.SetInParent()
        for extent in fact.shape:
            dim = kind.tensor_type.shape.dim.add()
            extent = valued(extent, trial) if trial and isinstance(extent, Open) else extent
            if isinstance(extent, int):
                dim.dim_value = extent
            else:
                dim.dim_param = f"e{len(table)}"
                table[dim.dim_param] = extent
        return kind

    def _given(self, value: Any, trial: Mapping[Symbol, int] | None) -> Any:
        """Returns numbers for inference; None if there are too many, or open ones."""
        if value is None or value.size > _FEW or value.dtype.kind not in "biufO":
            return None
        if is_open(value):
            if not trial:
                return None
            plain = [valued(n, trial) if isinstance(n, Open) else n for n in value.flatten().tolist()]
            if not all(isinstance(n, int) for n in plain):
                return None
            import numpy

            value = numpy.array(plain, dtype=numpy.int64).reshape(value.shape)
        return self.onnx.numpy_helper.from_array(value)

    def _run(
        self, node: Any, schema: Any, facts: Sequence[Fact], values: Sequence[Any], trial: Mapping[Symbol, int] | None
    ) -> dict[str, tuple[Any, Shape]]:
        """Returns onnx's types and shapes for an operator's outputs. Passes on onnx's errors."""
        table: dict[str, Open] = {}
        types: dict[str, Any] = {}
        data: dict[str, Any] = {}
        node = self._complete(node, schema, types)
        for name, fact, value in zip(node.input, facts, values, strict=True):
            if name and name not in types:
                types[name] = self._type(fact, table, trial)
                numbers_given = self._given(value, trial)
                if numbers_given is not None:
                    data[name] = numbers_given
        made = self.onnx.shape_inference.infer_node_outputs(
            schema, node, types, data, opset_imports=self._imports(schema)
        )
        found: dict[str, tuple[Any, Shape]] = {}
        for name, kind in made.items():
            shape: Shape = None
            if kind.HasField("tensor_type") and kind.tensor_type.HasField("shape"):
                shape = tuple(
                    dim.dim_value if dim.HasField("dim_value") else table.get(dim.dim_param)
                    for dim in kind.tensor_type.shape.dim
                )
            found[name] = (kind, shape)
        return found

    def _complete(self, node: Any, schema: Any, types: dict[str, Any]) -> Any:
        """Sets required inputs that exporters omit, such as Resize's roi, to an empty tensor."""
        wanted = [each.option == schema.FormalParameterOption.Single for each in schema.inputs]
        absent = [k for k, name in enumerate(node.input) if not name and k < len(wanted) and wanted[k]]
        if not absent:
            return node
        copy = self.onnx.NodeProto()
        copy.CopyFrom(node)
        for k in absent:
            copy.input[k] = f"{_ABSENT} {k}"
            types[copy.input[k]] = self.onnx.helper.make_tensor_type_proto(1, [0])
        return copy

    def _imports(self, schema: Any) -> list[Any]:
        version = self.opsets.get(schema.domain) or schema.since_version
        return [self.onnx.helper.make_opsetid(schema.domain, version)]

    def _decided(
        self, node: Any, schema: Any, facts: Sequence[Fact], values: Sequence[Any], name: str, axis: int
    ) -> Extent | None:
        """
        Returns a symbol for an extent that depends on open extents; None if data decide it. A trial with numbers for
        all symbols must give the extent. A symbol counts only if a trial without it fails.
        """
        read = [extent for fact in facts for extent in fact.shape or ()]
        read += [n for value in values if value is not None and is_open(value) for n in value.flatten().tolist()]
        symbols = tuple(dict.fromkeys(each for extent in read if isinstance(extent, Open) for each in extent.symbols))
        if not symbols:
            return None

        def known(tried: Iterable[Symbol]) -> bool:
            shape = self._run(node, schema, facts, values, dict.fromkeys(tried, _TRIAL))[name][1]
            return shape is not None and axis < len(shape) and isinstance(shape[axis], int)

        deciding = symbols
        try:
            if not known(symbols):
                return None
            if len(symbols) > 1:
                deciding = (
                    tuple(s for s in symbols if not known(other for other in symbols if other is not s)) or symbols
                )
        except Exception:  # the operator rejects the trial extents: keep all symbols
            pass
        return symbol(dim_name(name, axis), (each for s in deciding for each in s.needs))

    def infer(self, node: Any, facts: Sequence[Fact], values: Sequence[Any]) -> list[Fact]:
        """Returns facts about an operator's outputs. Passes on errors from inference."""
        schema = self.schema(node)
        outputs: dict[str, tuple[Any, Shape]] = {}
        opened = any(isinstance(extent, Open) for fact in facts for extent in fact.shape or ())
        opened = opened or any(value is not None and is_open(value) for value in values)
        rule = RULES.get(node.op_type) if is_standard(node) and node.output else None
        like = 0
        if node.domain == "com.microsoft" and node.output and node.op_type in CONTRIBUTED:
            rule, like = CONTRIBUTED[node.op_type]
        inferred = schema is not None and schema.has_type_and_shape_inference_function
        if rule is not None and (opened or not inferred or node.op_type in ("Reshape", "Transpose")):
            read = [numbers(value) for value in values]
            shape = rule(node, [fact.shape for fact in facts], read)
            if shape is None and inferred:
                shape = self._run(node, schema, facts, values, None).get(node.output[0], (None, None))[1]
            kind = self.onnx.TypeProto()
            given = facts[like].element if like < len(facts) else 0
            kind.tensor_type.elem_type = given if node.op_type != "ConstantOfShape" else _filling(node)
            outputs[node.output[0]] = (kind, shape)
        elif inferred:
            outputs = self._run(node, schema, facts, values, None)
        made = []
        for name in node.output:
            kind, shape = outputs.get(name, (None, None))
            if kind is None or not kind.HasField("tensor_type"):
                made.append(Fact(other=kind if kind is not None and kind.WhichOneof("value") else None))
                continue
            extents: list[Extent] | None = None
            if shape is not None:
                extents = []
                for axis, extent in enumerate(shape):
                    if extent is None and schema is not None and rule is None:
                        extent = self._decided(node, schema, facts, values, name, axis)
                    # A symbol without needs is an extent that data decide.
                    extents.append(symbol(dim_name(name, axis)) if extent is None else extent)
            made.append(Fact(kind.tensor_type.elem_type, None if extents is None else tuple(extents)))
        return made
