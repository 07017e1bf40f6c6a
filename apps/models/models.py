# SPDX-License-Identifier: BSD-3-Clause
"""Represents a model's operators, tensor shapes and transposes, independent of the file format."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from permkern.kernels.manifest import MAX_BYTES, SetError
from permkern.kernels.permutation import MAX_RANK, WIDTHS, Flips, Perm, Work, is_permutation, perm_text

from .extents import Extent, needs

Branches = tuple[tuple[str, str], ...]  # of choices at run time, each with the branch that is taken; outer ones first
Dims = Mapping[str, int]  # the extents that --dim gives to dynamic dimensions, by name


class ModelError(SetError):
    """A model that cannot be read. The message is one line that begins with the file."""


@dataclass(frozen=True)
class Tensor:
    """
    A tensor. shape is None if not even the rank is known; bits is None for unsupported element types. ``real`` says
    that elements are floating-point numbers, or of a type that the file does not state: a firmware may have others.
    ``stated`` says that the shape is what the file states, and was not inferred; ``conflict`` how the two differ.
    """

    name: str
    shape: tuple[Extent, ...] | None
    element: str
    bits: int | None
    real: bool = False
    stated: bool = False
    conflict: str = ""


@dataclass(frozen=True)
class Transpose:
    """
    An operator that permutes axes of a tensor. Names are the model's own, whatever their length. ``why`` says why it
    cannot become a kernel whatever its shape, as where the permutation is not constant: perm is None then. A constant
    is permuted once, before there is a firmware.
    kind: what the file calls an operator that is no transpose; the tensor then has the shape that is permuted, and
    ``flips`` says which axes of the output are reversed. quantized: the bits of the elements before they were
    dequantized; fused: its output is quantized again in the same way, so that a runtime moves these elements.
    branches: those that it is in; counted: whether the run of the model that moves the most bytes has it.
    """

    name: str
    tensor: Tensor
    perm: Perm | None
    why: str = ""
    output: str = ""  # the name of the tensor that it writes
    constant: bool = False
    idle: str = ""  # why it never runs
    quantized: int = 0
    fused: bool = False
    kind: str = ""
    flips: Flips = ()
    branches: Branches = ()
    counted: bool = True

    @property
    def stated(self) -> bool:
        return self.tensor.stated

    @property
    def written(self) -> str:
        name = self.name if self.output in ("", self.name) else f"{self.name} -> {self.output}"
        return f"{name} ({self.kind})" if self.kind else name


@dataclass(frozen=True)
class Rewrite:
    """
    A change that leaves transposes out of a model. ``across`` are operators whose axes are then in another order, each
    with its kind; ``changes`` are transposes with other permutations, ``adds`` new ones, which have the name of the
    tensor that they read. ``saves_bytes`` are not moved; None if open extents decide that.
    """

    removes: tuple[str, ...]
    why: str = ""
    across: tuple[str, ...] = ()
    changes: tuple[Transpose, ...] = ()
    adds: tuple[Transpose, ...] = ()
    saves_bytes: int | None = None

    @property
    def text(self) -> str:
        removed = [f"remove {_some(self.removes)}{f': {self.why}' if self.why else ''}"] if self.removes else []
        across = [f"reorder the axes of {_some(self.across)}"] if self.across else []
        permuted = [
            f"{what} {one_line(each.name)} {by} {perm_text(each.perm or ())}"
            for what, some, by in (("give", self.changes, "the permutation"), ("permute", self.adds, "by"))
            for each in some
        ]
        return "; ".join((*removed, *across, *permuted))

    @property
    def gone(self) -> int:
        """How many transposes less the model then has."""
        return len(self.removes) - len(self.adds)


@dataclass(frozen=True)
class Model:
    """
    A model. ``notes`` say what could not be inferred of it, a line for each operator or tensor; ``assumed`` the extents
    of open dimensions that runtimes take, in the form of --dim; ``others`` which operators move elements as no kernel
    can.
    """

    name: str
    format: str
    transposes: tuple[Transpose, ...]
    advice: tuple[Rewrite, ...] = ()
    notes: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def _some(names: Sequence[str], most: int = 8) -> str:
    more = len(names) - most
    return ", ".join(map(one_line, names[:most])) + (f" and {more} more" if more > 0 else "")


NO_READER = "nothing reads its output"
NO_RUN = "it is in a branch that never runs"


def one_line(text: str) -> str:
    """Makes a name of a model printable in one line of limited length, for messages and comments."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= 100 else f"{text[:60]}...{text[-37:]}"


def reason(error: Exception) -> str:
    """Returns what an error says, in one line."""
    return one_line(" ".join(str(error).split()) or type(error).__name__)


def dim_name(tensor: str, axis: int) -> str:
    """Returns the name by which --dim refers to one axis of one tensor."""
    return f"{tensor}:{axis}"


def any_dim_name(axis: int) -> str:
    """Returns the name by which --dim refers to the same axis of every tensor."""
    return f"*:{axis}"


def parse_dims(texts: Sequence[str]) -> dict[str, int]:
    """Parses the arguments of --dim, such as N=1, TENSOR:AXIS=1 and *:AXIS=1."""
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


class UnknownDimError(SetError):
    """A --dim that names nothing of a model."""

    def __init__(self, message: str, name: str) -> None:
        super().__init__(message)
        self.name = name


def check_dims(file: str, dims: Dims, known: Collection[str], derived: Collection[str] = ()) -> None:
    """
    Checks that each --dim names a dynamic dimension of the model, or an axis whose extent follows from them. If not,
    SetError lists them.
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
    """Raises ModelError if something of the model contradicts --dim."""
    if told:
        options = " ".join(f"--dim {name}={extent}" for name, extent in dims.items())
        raise ModelError(f"{file}: the model contradicts {one_line(options)}: {told[0]}; give the model's extents")


def open_dimensions(transpose: Transpose) -> tuple[str, ...]:
    """Returns the dimensions that have to be given before a transpose can become a kernel."""
    return needs(transpose.tensor.shape or ())


def refusal(transpose: Transpose, bits: int | None) -> str:
    """Says why a transpose of such elements cannot become a kernel; the text is empty if it can."""
    reason = _own_refusal(transpose, bits)
    missing = open_dimensions(transpose)
    if reason or not missing:
        return reason
    return f"its shape is open; it depends on {', '.join(map(one_line, missing))}"


def is_undecided(transpose: Transpose, bits: int | None) -> bool:
    """Says whether nothing but open extents keeps a transpose from becoming a kernel."""
    return bool(open_dimensions(transpose)) and not _own_refusal(transpose, bits)


def _own_refusal(transpose: Transpose, bits: int | None) -> str:
    """Says why a transpose cannot become a kernel whatever its open extents are."""
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
    if bits not in WIDTHS:
        return f"elements of type {tensor.element} are not supported; they must have 8, 16, 32 or 64 bits"
    if len(perm) != len(tensor.shape) or not is_permutation(perm):
        return f"{one_line(str(list(perm)))} is not a permutation of {len(tensor.shape)} axes"
    if any(not isinstance(extent, int) for extent in tensor.shape):
        return ""
    return _shape_refusal(tuple(extent for extent in tensor.shape if isinstance(extent, int)), bits)


def _shape_refusal(shape: tuple[int, ...], bits: int) -> str:
    if not 1 <= len(shape) <= MAX_RANK:
        return f"shape of {len(shape)} axes; 1 to {MAX_RANK} are supported"
    if min(shape) < 1:
        return f"shape {list(shape)} has no elements"
    if Work(shape, shape, bits).bytes > MAX_BYTES:
        return f"shape {list(shape)} at {bits} bits is too large; a tensor may have at most {MAX_BYTES} bytes"
    return ""


def work_of(transpose: Transpose, bits: int) -> Work:
    """Returns the work of a transpose for which refusal() has no objection."""
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
