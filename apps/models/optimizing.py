# SPDX-License-Identifier: BSD-3-Clause
"""Copies a model without its removable transposes, and runs both models to compare them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

from permkern.kernels.documents import Json, plural
from permkern.kernels.manifest import SetError
from permkern.kernels.permutation import inverse
from permkern.package.writer import same_file
from permkern.terminal import packages

from . import litert
from .axis_rules import ROUNDING
from .import_json import actions_json
from .model_files import is_tflite
from .models import Dims, Perms, Rewrite, Transpose, any_dim_name, dim_name, one_line, reason, replaceable_lines
from .onnx_facts import BITS, Found, bodies, element_name, nodes_of, replaceable
from .onnx_layouts import give_layouts
from .onnx_models import MOST, load, permutes_of, reading, shapes_given
from .onnx_shapes import one_extent
from .onnx_smaller import smaller
from .onnx_walk import find_shapes

Feeds = Mapping[str, Any]
NO_PERMS: Perms = MappingProxyType({})

MARK = "permkern optimize"  # metadata key in the copy; its value is the model's file name
_SIZES = (1, 2, 8, 16, 32, 64, 128, 224, 256, 320, 512, 640)  # extents to try for open dimensions until the model runs
_SAME = "the copy has the model's operators"
_CLOSE = 1e-3  # most rounding, relative to the largest element


class CheckFailed(Exception):
    """The copy is wrong."""


@dataclass(frozen=True)
class Optimized:
    """
    A model and its copy. ``weights`` is the copy's external data. ``verified`` says how their results compare,
    ``unverified`` why this is unknown. If --dim gives the open dimensions in ``waits``, the models may run.
    ``replaceable``: see Model. ``layouts`` tells callers the copy's new layouts. ``factors`` counts the computed
    matrices that only the copy's Gemm operators read transposed.
    """

    model: str
    before: int
    after: int
    stay: tuple[str, ...]
    actions: tuple[Rewrite, ...]
    copy: bytes = b""
    weights: bytes = b""
    verified: str = ""
    unverified: str = ""
    waits: tuple[str, ...] = ()
    replaceable: int = 0
    layouts: tuple[str, ...] = ()
    factors: int = 0


# ---- the copy ----


def _give(model: Any, dims: Dims) -> tuple[str, ...]:
    """Writes the --dim extents into the inputs. Returns the dimensions that stay open."""
    dims = {**dims, **one_extent(model, dims, Found())}
    left: list[str] = []
    weights = {weight.name for weight in model.graph.initializer}
    for value in model.graph.input:
        for axis, dim in enumerate(value.type.tensor_type.shape.dim):
            if dim.dim_value > 0 or value.name in weights:
                continue
            own = [name for name in (dim.dim_param, dim_name(value.name, axis)) if name]
            wanted = [dims[name] for name in (*own, any_dim_name(axis)) if name in dims]
            if wanted:
                dim.dim_value = wanted[0]
            else:
                left.append(own[0])
    return tuple(dict.fromkeys(left))


def _permutes(onnx: Any, model: Any, found: Found, folder: str) -> tuple[tuple[str, ...], int]:
    """Returns the operators that `import` counts as permutes, and the number of factors that products transpose."""
    moves = permutes_of(onnx, model, found, folder)
    factors = sum(each.count(" trans") for each in moves if isinstance(each, str))
    return tuple(each.name for each in moves if isinstance(each, Transpose)), factors


def _is_exact(model: Any, copy: Any, found: Sequence[Rewrite]) -> bool:
    """True if both models round equally: no operator that rounds has another order, kind or constant result."""
    across = {operator.partition(" ")[0] for action in found for operator in action.across}
    one, other = (Counter(node.op_type for node in nodes_of(each.graph)) for each in (model, copy))
    return across.isdisjoint(ROUNDING) and all(one[kind] == other[kind] for kind in ROUNDING)


def _tensors(graph: Any) -> Iterator[Any]:
    """Yields all weights of a graph and its inner graphs."""
    yield from graph.initializer
    for node in graph.node:
        yield from (attribute.t for attribute in node.attribute if attribute.HasField("t"))
        for body in bodies(node):
            yield from _tensors(body)


def weights_file(output: Path) -> Path:
    """Returns the path of a copy's external data."""
    return output.with_name(f"{output.name}.data")


def _external(path: Path, onnx: Any, model: Any, output: Path | None) -> bool:
    """Returns whether a model has external data. Raises SetError if optimize() cannot read it, or the copy have it."""
    found = [tensor for tensor in _tensors(model.graph) if tensor.data_location == tensor.EXTERNAL]
    bits = sum(prod(tensor.dims) * BITS.get(element_name(onnx, tensor.data_type), 8) for tensor in found)
    if (size := path.stat().st_size + bits // 8) > MOST:
        raise SetError(f"{path}: {size} bytes with its external data; optimize takes models of less than 2 GB")
    if found and output is not None and (file := weights_file(output)).exists():
        read = {path.parent / each.value for tensor in found for each in tensor.external_data if each.key == "location"}
        if not output.exists() or any(same_file(file, each) for each in read):
            raise SetError(f"{file}: exists and is not from an earlier copy {output.name}; choose another name")
    return bool(found)


def _saved(onnx: Any, copy: Any, name: str) -> tuple[bytes, bytes]:
    """Returns the contents of a copy and of its external data."""
    with TemporaryDirectory() as folder:
        file = Path(folder, name)
        onnx.save(copy, file, save_as_external_data=True, location=weights_file(file).name)
        return file.read_bytes(), weights_file(file).read_bytes() if weights_file(file).exists() else b""


def _with_layouts(
    run: Callable[[Any, Feeds], Any], copy: Any, names: Sequence[str], inputs: Perms, outputs: Perms
) -> Callable[[Any, Feeds], Any]:
    """Returns a function that runs a model. The copy reads and writes its own layouts. ``names`` are its outputs."""

    def turned(model: Any, feeds: Feeds) -> Any:
        if model is not copy:
            return run(model, feeds)
        given = {name: array.transpose(inputs[name]) if name in inputs else array for name, array in feeds.items()}
        made = zip(names, run(model, given), strict=True)
        return [array.transpose(inverse(outputs[name])) if name in outputs else array for name, array in made]

    return turned


def optimize(
    path: Path,
    dims: Dims,
    *,
    freeze: bool = False,
    output: Path | None = None,
    inputs: Perms = NO_PERMS,
    outputs: Perms = NO_PERMS,
) -> Optimized:
    """
    Copies a model without its removable transposes, and compares both. ``freeze``: weights are no inputs. If the model
    has external data, the copy for the path ``output`` has it, too. ``inputs`` and ``outputs``: new layouts, by tensor;
    axis k of a layout is axis ``perm[k]`` of the model's. Raises CheckFailed for a wrong copy, SetError for a model
    that cannot be read, or for layouts that it cannot have.
    """
    if is_tflite(path):
        return _optimize_tflite(path, dims, inputs, outputs)
    with reading(path):
        onnx, model = load(path, freeze=freeze)
        external = _external(path, onnx, model, output)
        onnx.load_external_data_for_model(model, str(path.parent))
        before, factors = _permutes(onnx, model, shapes_given(path, onnx, model, dims), str(path.parent))
        open_dims = _give(model, dims)
        turned = onnx.ModelProto.FromString(model.SerializeToString())
        told = give_layouts(onnx, turned, inputs, outputs)
        copy, found = smaller(onnx, turned, {}, str(path.parent))
        entry = next((each for each in copy.metadata_props if each.key == MARK), None) or copy.metadata_props.add()
        entry.key, entry.value = MARK, path.name
        stay, left = _permutes(onnx, copy, find_shapes(onnx, copy, dims, str(path.parent)), str(path.parent))
    verified, unverified = _SAME, ""
    if found or told:
        _check(onnx, model, copy)
        distinct = {name: 2 + number for number, name in enumerate(open_dims)}
        tries = (distinct, *(dict.fromkeys(open_dims, size) for size in _SIZES if open_dims))
        (by, run), feeds = _runtime(), partial(_feeds, onnx, model)
        run = _with_layouts(run, copy, [value.name for value in copy.graph.output], inputs, outputs)
        most = 0 if _is_exact(model, copy, found) else _CLOSE
        verified, unverified = _compare(by, run, model, copy, model, feeds, tries, most)
    waits = open_dims if unverified else ()
    data: tuple[bytes, bytes] = (
        _saved(onnx, copy, output.name) if external and output else (copy.SerializeToString(), b"")
    )
    count, more = len(replaceable(model)), max(left - factors, 0)
    listed = (path.name, len(before), len(stay), stay, found, *data)
    return Optimized(*listed, verified, unverified, waits, count, told, more)


def _optimize_tflite(path: Path, dims: Dims, inputs: Perms, outputs: Perms) -> Optimized:
    with packages("reading .tflite", "models"):
        from .tflite_writer import copied
    made, runtime = copied(path, dims, MARK, inputs, outputs), litert.installed()
    verified, unverified = _SAME, ""
    if (made.actions or made.layouts) and not runtime:
        verified, unverified = "", "install the Python package ai-edge-litert, which runs both models"
    elif made.actions or made.layouts:
        distinct = {name: 2 + number for number, name in enumerate(made.open_dims)}
        most = _CLOSE if any(action.across for action in made.actions) else 0
        run: Callable[[Any, Feeds], Any] = partial(litert.run, signatures=not made.layouts)
        if made.layouts:
            run = _with_layouts(run, made.data, made.outputs, inputs, outputs)
        feeds, models = partial(_litert_feeds, made.inputs), (made.model, made.data, made.plain)
        verified, unverified = _compare(runtime, run, *models, feeds, (distinct, {}), most)
    listed = (path.name, made.before, len(made.stay), made.stay, made.actions, made.data)
    return Optimized(*listed, b"", verified, unverified, layouts=made.layouts)


def _check(onnx: Any, model: Any, copy: Any) -> None:
    """Raises CheckFailed if onnx's checker accepts the model and refuses the copy."""
    for each in (model, copy):
        try:
            onnx.checker.check_model(each)
        except Exception as error:
            if each is model:
                return
            raise CheckFailed(f"onnx's checker refuses the copy ({reason(error)})") from None


# ---- running both ----


def _runtime() -> tuple[str, Callable[[Any, Feeds], Any]]:
    """Returns a runtime's name, and a function that runs a model."""
    try:
        import onnxruntime  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        return "onnx's reference evaluator", _evaluated

    def run(model: Any, feeds: Feeds) -> Any:
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.log_severity_level = 4
        session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        return session.run(None, feeds)

    return f"ONNX Runtime {onnxruntime.__version__}", run


def _evaluated(model: Any, feeds: Feeds) -> Any:
    import numpy
    from onnx.reference import ReferenceEvaluator

    with numpy.errstate(all="ignore"):
        return ReferenceEvaluator(model).run(None, dict(feeds))


def _feeds(onnx: Any, model: Any, sizes: Mapping[str, int]) -> Feeds:
    """Returns random inputs."""
    import numpy

    random, feeds = numpy.random.default_rng(1), {}
    weights = {weight.name for weight in model.graph.initializer}
    for value in model.graph.input:
        if value.name in weights:
            continue
        if not value.type.HasField("tensor_type"):
            raise ValueError(f"the input {value.name} is no tensor")
        shape = [
            dim.dim_value or sizes[dim.dim_param or dim_name(value.name, axis)]
            for axis, dim in enumerate(value.type.tensor_type.shape.dim)
        ]
        kind = onnx.helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type)
        feeds[value.name] = litert.elements(random, kind, shape)
    return feeds


def _litert_feeds(inputs: Sequence[tuple[str, Sequence[int], str]], sizes: Mapping[str, int]) -> Feeds:
    """Returns random inputs. Axes that are not in ``sizes`` have the extents in the file."""
    import numpy

    random, feeds = numpy.random.default_rng(1), {}
    for name, extents, element in inputs:
        shape = [sizes.get(dim_name(name, axis), extent) for axis, extent in enumerate(extents)]
        feeds[name] = litert.elements(random, numpy.dtype(element.lower()), shape)
    return feeds


def _compare(
    by: str,
    run: Callable[[Any, Feeds], Any],
    model: Any,
    copy: Any,
    again: Any,
    feeds_of: Callable[[Mapping[str, int]], Feeds],
    tries: Sequence[Mapping[str, int]],
    most: float,
) -> tuple[str, str]:
    """
    Runs both models on equal inputs, with the first extents in ``tries`` for which the model runs. Returns how the
    results compare, or why this is unknown. Raises CheckFailed if they differ by more than ``most``. ``again`` is
    another file of the model: if its results differ, the model or the runtime has a defect.
    """
    for sizes in tries:
        try:
            feeds = feeds_of(sizes)
            wanted = run(model, feeds)
        except Exception as error:  # a runtime may raise any error for wrong sizes or unknown operators
            why = f"{by} does not run the model ({reason(error)})"
            continue
        try:
            made = run(copy, feeds)
        except Exception as error:
            raise CheckFailed(f"{by} does not run the copy ({reason(error)})") from None
        difference = max(map(_difference, wanted, made), default=0.0)
        if difference > most:
            if any(map(_difference, wanted, run(again, feeds))):
                return "", "the model gives other results each time"
            raise CheckFailed(f"{by} gives other results for the copy, by {difference:.1g} of the largest element")
        given = " with " * bool(sizes) + " ".join(f"{one_line(name)}={size}" for name, size in sizes.items())
        rounding = f"equal but for rounding, {difference:.1g} of the largest element"
        return f"outputs are {rounding if difference else 'bit-identical'}: {by}, random inputs{given}", ""
    return "", why


def _difference(wanted: Any, made: Any) -> float:
    """Returns the largest difference, relative to the largest element; infinite if shapes or types differ."""
    import numpy

    if isinstance(wanted, list) and isinstance(made, list) and len(wanted) == len(made):  # a sequence
        return max(map(_difference, wanted, made), default=0.0)
    one, other = numpy.asarray(wanted), numpy.asarray(made)
    real = one.dtype.kind == "f"
    if one.dtype == other.dtype and numpy.array_equal(one, other, equal_nan=real):
        return 0.0
    finite = numpy.isfinite(one) if real else False
    if one.shape != other.shape or not real or (finite != numpy.isfinite(other)).any():
        return float("inf")
    one, other = one[finite].astype(float), other[finite].astype(float)
    return float(abs(one - other).max() / max(abs(one).max(), 1e-30))


# ---- output ----


def to_text(made: Optimized) -> str:
    gone, before = made.before - made.after, plural(made.before, "transpose")
    told = f"{gone} of {before} can go" if gone >= 0 else f"{-gone} more than {before}, for the new layouts"
    lines = [f"{one_line(made.model)}: {told}", *(f"  {each}" for each in made.layouts)]
    lines += [f"  {action.text}" for action in made.actions]
    if made.stay:
        lines += ["these stay:", *(f"  {one_line(name)}" for name in made.stay)]
    if made.factors:
        lines.append(f"Gemm then reads {plural(made.factors, 'computed matrix', 'computed matrices')} transposed")
    lines += replaceable_lines(made.replaceable)
    return "\n".join([*lines, f"not verified: {made.unverified}" if made.unverified else f"verified: {made.verified}"])


def to_json(made: Optimized) -> Json:
    return {
        "model": made.model,
        "before": made.before,
        "after": made.after,
        "layouts": made.layouts,
        "actions": actions_json(made.actions),
        "stay": made.stay,
        "transposed_factors": made.factors,
        "replaceable_weights": made.replaceable,
        "verified": made.verified or None,
        "unverified": made.unverified or None,
    }
