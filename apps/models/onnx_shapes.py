# SPDX-License-Identifier: BSD-3-Clause
"""
Infers the tensor shapes of an ONNX model in one pass over its operators.

An operator's shapes come from three sources, in this order: its rule in onnx_rules.py, if it reads open numbers;
`onnx`'s own inference; the file's statements. onnx_walk.py then folds numbers, which replace open extents. An undecided
extent gets a name, so that --dim can give it. Extents that depend on it carry this name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .extents import Extent, Open, Symbol, dimension, symbol, valued
from .models import Dims, any_dim_name, dim_name, one_line
from .onnx_facts import BITS, Fact, Found, domain_of, element_name, replaceable
from .onnx_rules import rule_of
from .onnx_values import is_open, numbers
from .shape_rules import Shape, shown

_TRIAL = 20160  # trial extent, divisible by kernels, strides and splits of many sizes
_ABSENT = "left out:"  # name prefix for omitted inputs
_FEW = 1024  # most numbers to give to inference; it reads shapes, axes, pads and splits


def one_extent(model: Any, dims: Dims, found: Found) -> dict[str, int]:
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


@dataclass(frozen=True)
class Operator:
    """
    An operator with the facts about its inputs. ``values`` has their numbers, if known. ``schema`` is None if the
    package `onnx` has no inference for the operator.
    """

    node: Any
    schema: Any
    facts: Sequence[Fact]
    values: Sequence[Any]

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The symbols in the inputs' extents and numbers."""
        read = [extent for fact in self.facts for extent in fact.shape or ()]
        read += [n for value in self.values if value is not None and is_open(value) for n in value.flatten().tolist()]
        return tuple(dict.fromkeys(each for extent in read if isinstance(extent, Open) for each in extent.symbols))


Typed = tuple[Any, Shape]  # onnx's type of an output, and its shape


class Inference:
    """Shape inference for one model. ``dims`` has the --dim extents. ``strict``: see find_shapes()."""

    def __init__(self, onnx: Any, model: Any, dims: Dims, folder: str, *, strict: bool) -> None:
        self.onnx, self.folder, self.strict = onnx, folder, strict
        self.replaceable = replaceable(model)
        self.found = Found()
        self.dims = {**dims, **one_extent(model, dims, self.found)}
        newest = {"": onnx.defs.onnx_opset_version()}  # for a model without a version
        self.opsets = newest | {domain_of(entry.domain): entry.version for entry in model.opset_import}
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
        fits = stated is not None and len(stated) == len(inferred.shape)
        pairs = [*zip(inferred.shape, stated if stated and fits else (None,) * len(inferred.shape), strict=True)]
        made = tuple(self._settled(name, axis, *pair) for axis, pair in enumerate(pairs))
        fits &= all(extent == said for extent, said in pairs if isinstance(extent, int) and isinstance(said, int))
        conflict = ""
        if stated is not None and not fits:
            conflict = f"the file states {shown(stated)} for {one_line(name)}, and its operators give {shown(made)}"
        elif element and inferred.element:
            conflict = self._other_bits(name, element, inferred.element)
        taken = any(isinstance(extent, Open) and isinstance(said, int) for extent, said in pairs)
        return Fact(inferred.element or element, made, stated=taken, conflict=conflict)

    def _other_bits(self, name: str, stated: int, inferred: int) -> str:
        """Describes a conflict between element types of different widths; empty if there is none."""
        said, given = (element_name(self.onnx, number) for number in (stated, inferred))
        if BITS.get(said) == BITS.get(given):
            return ""
        return f"the file states elements of type {said} for {one_line(name)}, and its operators give {given}"

    def _settled(self, tensor: str, axis: int, extent: Extent, said: int | str | None) -> Extent:
        """Applies --dim to one axis, by its tensor's name, or by a dimension name that no input has."""
        own = dim_name(tensor, axis)
        if isinstance(said, int) and isinstance(extent, Open):
            extent = said
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
        """Returns the operator's definition; None if the package has none."""
        domain = domain_of(node.domain)
        key = (domain, node.op_type)
        if key not in self.schemas:
            try:
                self.schemas[key] = self.onnx.defs.get_schema(node.op_type, self.opsets.get(domain, 1), domain)
            except Exception:  # the package does not know the operator
                self.schemas[key] = None
        return self.schemas[key]

    def _type(self, fact: Fact, table: dict[str, Open], trial: Mapping[Symbol, int]) -> Any:
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
            extent = valued(extent, trial)
            if isinstance(extent, int):
                dim.dim_value = extent
            else:
                dim.dim_param = f"e{len(table)}"
                table[dim.dim_param] = extent
        return kind

    def _given(self, value: Any, trial: Mapping[Symbol, int]) -> Any:
        """Returns numbers for inference; None if there are too many, or if the trial leaves some open."""
        if value is None or value.size > _FEW or value.dtype.kind not in "biufO":
            return None
        if is_open(value):
            plain = [valued(n, trial) if isinstance(n, Open) else n for n in value.flatten().tolist()]
            if not all(isinstance(n, int) for n in plain):
                return None
            import numpy

            value = numpy.array(plain, dtype=numpy.int64).reshape(value.shape)
        return self.onnx.numpy_helper.from_array(value)

    def _run(self, operator: Operator, trial: Mapping[Symbol, int]) -> dict[str, Typed]:
        """Returns onnx's types and shapes for an operator's outputs. Passes on onnx's errors."""
        table: dict[str, Open] = {}
        types: dict[str, Any] = {}
        data: dict[str, Any] = {}
        schema, node = operator.schema, self._complete(operator.node, operator.schema, types)
        for name, fact, value in zip(node.input, operator.facts, operator.values, strict=True):
            if name and name not in types:
                types[name] = self._type(fact, table, trial)
                numbers_given = self._given(value, trial)
                if numbers_given is not None:
                    data[name] = numbers_given
        version = self.opsets.get(schema.domain) or schema.since_version
        imports = [self.onnx.helper.make_opsetid(schema.domain, version)]
        made = self.onnx.shape_inference.infer_node_outputs(schema, node, types, data, opset_imports=imports)
        found: dict[str, Typed] = {}
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

    def _decided(self, operator: Operator, name: str, axis: int) -> Extent:
        """
        Returns a symbol for an extent that depends on open extents, or that data decide. A trial with numbers for all
        symbols must give the extent. A symbol counts only if a trial without it fails.
        """
        own, symbols = dim_name(name, axis), () if operator.schema is None else operator.symbols

        def known(tried: Iterable[Symbol]) -> bool:
            shape = self._run(operator, dict.fromkeys(tried, _TRIAL))[name][1]
            return shape is not None and axis < len(shape) and isinstance(shape[axis], int)

        deciding = symbols
        try:
            if not symbols or not known(symbols):
                return symbol(own)  # without needs: data decide it
            if len(symbols) > 1:
                deciding = tuple(s for s in symbols if not known(each for each in symbols if each is not s)) or symbols
        except Exception:  # the operator rejects the trial extents: keep all symbols
            pass
        return symbol(own, (each for s in deciding for each in s.needs))

    # ---- sources ----

    def _by_rule(self, operator: Operator) -> dict[str, Typed]:
        """Returns the first output by the operator's rule; empty without one, or if onnx's inference suffices."""
        node, facts, found = operator.node, operator.facts, rule_of(operator.node)
        asked = operator.schema is None or node.op_type in ("Reshape", "Transpose") or operator.symbols
        if found is None or not node.output or not asked:
            return {}
        rule, like = found
        shape = rule(node, [fact.shape for fact in facts], [numbers(value) for value in operator.values])
        if shape is None and operator.schema is not None:
            return {}
        kind = self.onnx.TypeProto()
        given = facts[like].element if like < len(facts) else 0
        kind.tensor_type.elem_type = given if node.op_type != "ConstantOfShape" else _filling(node)
        return {node.output[0]: (kind, shape)}

    def _by_onnx(self, operator: Operator) -> dict[str, Typed]:
        """Returns the outputs by onnx's inference; empty if it has none for the operator."""
        return {} if operator.schema is None else self._run(operator, {})

    def infer(self, node: Any, facts: Sequence[Fact], values: Sequence[Any]) -> list[Fact]:
        """Returns facts about an operator's outputs, from the first source. Passes on errors from inference."""
        schema = self.schema(node)
        inferred = schema is not None and schema.has_type_and_shape_inference_function
        operator = Operator(node, schema if inferred else None, facts, values)
        outputs = self._by_rule(operator) or self._by_onnx(operator)
        return [self._fact(operator, name, *outputs.get(name, (None, None))) for name in node.output]

    def _fact(self, operator: Operator, name: str, kind: Any, shape: Shape) -> Fact:
        if kind is None or not kind.HasField("tensor_type"):
            return Fact(other=kind if kind is not None and kind.WhichOneof("value") else None)
        known = enumerate(shape or ())
        made = tuple(self._decided(operator, name, axis) if extent is None else extent for axis, extent in known)
        return Fact(kind.tensor_type.elem_type, None if shape is None else made)
