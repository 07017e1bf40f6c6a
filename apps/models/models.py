# SPDX-License-Identifier: BSD-3-Clause
"""Represents a model's operators, tensor shapes and transposes, independent of the file format."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import prod
from pathlib import Path

from permkern.kernels.documents import plural
from permkern.kernels.manifest import MAX_BYTES, SetError, fill_problem, listed, size_problem, stride_problem
from permkern.kernels.permutation import MAX_RANK, PACKED, WIDTHS, Flips, Perm, Work, is_permutation, perm_text

from .copies import Copy
from .extents import Extent, needs
from .inference import Inference

Branches = tuple[tuple[str, str], ...]  # the run-time choices around an operator, outermost first: (operator, branch)
Perms = Mapping[str, Perm]  # new layouts, by tensor
Dims = Mapping[str, int]  # extents from --dim, by dimension name


class ModelError(SetError):
    """A model that cannot be read. The message is one line that begins with the file."""


@dataclass(frozen=True)
class Tensor:
    """
    A tensor. ``shape`` is None if the rank is unknown, ``bits`` is None for unsupported element types. ``real``: the
    elements are floating-point numbers or of unknown type, and a firmware may use another type. ``stated``: the shape
    comes from the file without inference. ``conflict`` says how stated and inferred shapes differ.
    """

    name: str
    shape: tuple[Extent, ...] | None
    element: str
    bits: int | None
    real: bool = False
    stated: bool = False
    conflict: str = ""


def size_of(tensor: Tensor) -> int:
    """Returns a tensor's bytes; an open or unknown shape counts as 0."""
    known = [extent for extent in tensor.shape or () if isinstance(extent, int)]
    whole = tensor.shape is not None and len(known) == len(tensor.shape)
    return prod(known) * (tensor.bits or 0) // 8 if whole else 0


@dataclass(frozen=True)
class Transpose:
    """
    An operator that permutes a tensor's axes. Names are the model's own, of any length. ``why``: the reason if no
    shape can have a kernel, for example a permutation that is not constant (``perm`` is then None). A constant is
    permuted once, when the model is made.
    ``kind``: the file's name for an operator that is no transpose. The tensor then has the permuted shape, and
    ``flips`` marks reversed output axes. ``quantized``: element bits before dequantization. ``fused``: the output is
    quantized again with equal parameters, so a runtime moves the quantized elements. ``branches``: the branches around
    the operator. ``counted``: it is in the model run that moves the most bytes.
    ``copy``: what the kernel moves, if it is no permute of a whole tensor. ``joins`` names other operators that the
    kernel replaces. ``borders``: a constant fills the rest of the output, before or after the kernel.
    """

    name: str
    tensor: Tensor
    perm: Perm | None
    why: str = ""
    output: str = ""  # the output tensor's name
    constant: bool = False
    idle: str = ""  # why it never runs
    quantized: int = 0
    fused: bool = False
    kind: str = ""
    flips: Flips = ()
    branches: Branches = ()
    counted: bool = True
    copy: Copy | None = None
    joins: tuple[str, ...] = ()
    borders: bool = False

    @property
    def stated(self) -> bool:
        return self.tensor.stated

    @property
    def kind_text(self) -> str:
        return f" ({self.kind})" if self.kind else ""

    @property
    def title(self) -> str:
        return one_line(self.name) + self.kind_text

    @property
    def written(self) -> str:
        return (self.name if self.output in ("", self.name) else f"{self.name} -> {self.output}") + self.kind_text


@dataclass(frozen=True)
class Rewrite:
    """
    A change that removes transposes from a model. ``across`` lists operators with a new axis order, as kind and name.
    ``changes`` are transposes with new permutations. ``adds`` are new transposes, named after their input tensors.
    ``stores`` names the constants that the smaller model has in several orders.
    """

    removes: tuple[str, ...]
    why: str = ""
    across: tuple[str, ...] = ()
    changes: tuple[Transpose, ...] = ()
    adds: tuple[Transpose, ...] = ()
    stores: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        removed = [f"remove {_some(self.removes)}{f': {self.why}' if self.why else ''}"] if self.removes else []
        across = [f"reorder the axes of {_some(self.across)}"] if self.across else []
        permuted = [
            f"{what} {one_line(each.name)} {by} {perm_text(each.perm or ())}"
            for what, some, by in (("give", self.changes, "the permutation"), ("permute", self.adds, "by"))
            for each in some
        ]
        stored = [f"store {_some(self.stores)} in several orders"] if self.stores else []
        return "; ".join((*removed, *across, *permuted, *stored))

    @property
    def gone(self) -> int:
        """The decrease in the number of transposes."""
        return len(self.removes) - len(self.adds)


@dataclass(frozen=True)
class Model:
    """
    A model. ``notes`` has a line for each operator at which inference fails. ``assumed`` has the extents that runtimes
    assume for open dimensions, as NAME=EXTENT. ``others`` names operators whose moves no kernel has.
    ``replaceable`` counts the weights that are also inputs. ``copies`` has the transposes and all other operators that
    move elements, neighbours as one. ``traffic`` has the kind and the output bytes of each such operator.
    ``inference`` is of the main graph.
    """

    name: str
    transposes: tuple[Transpose, ...]
    advice: tuple[Rewrite, ...] = ()
    notes: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    replaceable: int = 0
    copies: tuple[Transpose, ...] = ()
    traffic: tuple[tuple[str, int], ...] = ()
    inference: Inference | None = None


def replaceable_lines(count: int) -> list[str]:
    """Returns a line about weights that are also inputs; nothing for none."""
    line = f"callers may replace {plural(count, 'weight')} by inputs; --freeze-weights makes every weight a constant"
    return [line] * (count > 0)


def _some(names: Sequence[str], most: int = 8) -> str:
    more = len(names) - most
    return ", ".join(map(one_line, names[:most])) + (f" and {more} more" if more > 0 else "")


NO_READER = "nothing reads its output"
NO_RUN = "it is in a branch that never runs"


def one_line(text: str) -> str:
    """Makes a model's name printable in one line of at most 100 characters, for messages and comments."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= 100 else f"{text[:60]}...{text[-37:]}"


def reason(error: Exception) -> str:
    """Returns an error's message in one line."""
    return one_line(" ".join(str(error).split()) or type(error).__name__)


def dim_name(tensor: str, axis: int) -> str:
    """Returns the --dim name for one axis of one tensor."""
    return f"{tensor}:{axis}"


def any_dim_name(axis: int) -> str:
    """Returns the --dim name for an axis of every tensor."""
    return f"*:{axis}"


def parse_dims(texts: Sequence[str]) -> dict[str, int]:
    """Parses --dim arguments: NAME=EXTENT, TENSOR:AXIS=EXTENT or *:AXIS=EXTENT. Raises SetError for bad ones."""
    dims: dict[str, int] = {}
    for text in texts:
        name, equals, value = text.rpartition("=")
        if equals and name and value == "?":
            raise SetError(f"--dim {one_line(text)} has no number yet; put the extent in place of ?")
        if not equals or not name or not re.fullmatch(r"[0-9]{1,10}", value) or not 1 <= int(value) <= MAX_BYTES:
            raise SetError(
                f"--dim {one_line(text)} is not NAME=EXTENT with an extent of 1 or more; write for example N=1"
            )
        if dims.setdefault(name, int(value)) != int(value):
            raise SetError(f"--dim {one_line(name)} is given twice, with {dims[name]} and {value}; give it once")
    return dims


def parse_layouts(option: str, texts: Sequence[str]) -> dict[str, Perm]:
    """Parses --input-layout and --output-layout arguments: NAME=0,3,1,2. Raises SetError for bad ones."""
    made: dict[str, Perm] = {}
    for text in texts:
        name, equals, axes = text.rpartition("=")
        if not equals or not name or not re.fullmatch(r"[0-9]{1,2}(,[0-9]{1,2})*", axes):
            raise SetError(f"{option} {one_line(text)} is not NAME=AXES; write for example {option} x=0,3,1,2")
        if name in made:
            raise SetError(f"{option} {one_line(name)} is given twice; give it once")
        made[name] = tuple(map(int, axes.split(",")))
    return made


def new_layout(option: str, name: str, perm: Perm, known: Mapping[str, Sequence[object] | None]) -> str:
    """
    Returns what a new layout of a tensor tells callers. ``known`` has the shapes of the tensors that can have one, None
    for an unknown rank. Raises SetError if the tensor is none of them, or has other axes.
    """
    given = f"{option} {one_line(name)}={','.join(map(str, perm))}"
    if name not in known:
        raise SetError(f"{given}: the model has no such tensor; it has {', '.join(map(one_line, known)) or 'none'}")
    shape = known[name]
    if shape is None or len(shape) != len(perm) or not is_permutation(perm):
        axes = "an unknown number of" if shape is None else len(shape)
        raise SetError(f"{given}: the tensor has {axes} axes; give each of their numbers once")
    new, old = ("x".join(map(str, each)) for each in ([shape[axis] for axis in perm], shape))
    return f"{one_line(name)} is {new} in the copy, {old} permuted by {perm_text(perm)}"


class UnknownDimError(SetError):
    """A --dim name that a model lacks."""

    def __init__(self, message: str, name: str) -> None:
        super().__init__(message)
        self.name = name


def check_dims(file: str, dims: Dims, known: Collection[str], derived: Collection[str] = ()) -> None:
    """
    Raises UnknownDimError unless each --dim names a dynamic dimension of the model, or an axis that depends on one.
    """
    for name in dims:
        if name in known or name in derived or name.startswith("*:"):
            continue
        near = get_close_matches(name, known, 1)
        some = ", ".join(map(one_line, sorted(known)[:8]))
        hint = (
            f"did you mean '{one_line(near[0])}'?"
            if near
            else f"its dynamic dimensions: {some}"
            if known
            else "it has none"
        )
        raise UnknownDimError(f"{file}: no dynamic dimension '{one_line(name)}'; {hint}", name)


def check_contradictions(file: str, dims: Dims, told: Sequence[str]) -> None:
    """Raises ModelError if ``told`` has contradictions between the model and --dim."""
    if told:
        options = " ".join(f"--dim {name}={extent}" for name, extent in dims.items())
        raise ModelError(f"{file}: the model contradicts {one_line(options)}: {told[0]}; give the model's extents")


def refusal(transpose: Transpose, bits: int | None) -> tuple[str, tuple[str, ...]]:
    """
    Returns why a transpose of ``bits``-bit elements cannot become a kernel; empty if it can. If only open extents
    prevent this, also returns the dimensions that --dim must give.
    """
    missing, why = needs(transpose.tensor.shape or ()), _refusal(transpose, bits)
    if why or not missing:
        return why, ()
    return f"its shape is open; it depends on {', '.join(map(one_line, missing))}", missing


def _refusal(transpose: Transpose, bits: int | None) -> str:
    """Like refusal(), but ignores open extents."""
    tensor, perm = transpose.tensor, transpose.perm
    if transpose.idle:
        return transpose.idle
    if perm is None or transpose.why:
        return transpose.why
    if tensor.conflict:
        return tensor.conflict + "; correct the model"
    if tensor.shape is None:
        return f"the shape of {one_line(tensor.name)} is unknown, and shape inference does not find it"
    if bits is None and not tensor.element:
        return f"the type of the elements of {one_line(tensor.name)} is unknown; give their bits with --bits"
    if bits not in (widths := (*PACKED, *WIDTHS)):
        return f"elements of type {tensor.element} are not supported; they must have {listed(widths)} bits"
    if transpose.copy is not None:
        return _copy_refusal(transpose.copy, bits)
    if len(perm) != len(tensor.shape) or not is_permutation(perm):
        return f"{one_line(str(list(perm)))} is not a permutation of {len(tensor.shape)} axes"
    shape = tuple(extent for extent in tensor.shape if isinstance(extent, int))
    if len(shape) < len(perm):
        return ""
    if not 1 <= len(shape) <= MAX_RANK:
        return f"shape of {len(shape)} axes; 1 to {MAX_RANK} are supported"
    if min(shape) < 1:
        return f"shape {list(shape)} has no elements"
    if problem := size_problem(shape, bits):
        return f"shape {list(shape)} at {bits} bits {problem}"
    return fill_problem(Work(shape, perm, bits))


def _copy_refusal(copy: Copy, bits: int) -> str:
    work, *_ = copy.work(bits)
    if len(work.shape) > MAX_RANK:
        return f"a copy of {len(work.shape)} axes; 1 to {MAX_RANK} are supported"
    sides = ((work.shape, work.in_steps), (work.out_shape, work.out_steps))
    problems = [stride_problem(shape, steps[:-1], bits) for shape, steps in sides]
    return f"a copy that {'; '.join(filter(None, problems))}" if any(problems) else ""


def work_of(transpose: Transpose, bits: int) -> Work:
    """Returns the work of a transpose for which refusal() is empty."""
    if transpose.copy is not None:
        return transpose.copy.work(bits)[0]
    shape = tuple(extent for extent in transpose.tensor.shape or () if isinstance(extent, int))
    assert transpose.perm is not None and len(shape) == len(transpose.perm)
    return Work(shape, transpose.perm, bits, transpose.flips)


_POINTER = b"version https://git-lfs.github.com/spec/"


def read_bytes(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ModelError(f"{path}: cannot be read ({reason}); give the path of a model") from None
    if data.startswith(_POINTER):
        raise ModelError(f"{path}: a Git LFS pointer, not the model itself; fetch it with `git lfs pull`")
    if not data:
        raise ModelError(f"{path}: the file is empty; give the path of a model")
    return data
