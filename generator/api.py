# SPDX-License-Identifier: BSD-3-Clause
"""The package's functions, one for each command line verb. permkern/__init__.py lists them.

Bad input raises SetError, a ValueError with a one-line message: the mistake and the remedy.
"""

import operator
import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from reprlib import Repr
from typing import Any

from .kernels.instruction_sets import EMIT_TARGETS
from .kernels.inventory import make_inventory
from .kernels.manifest import PLUS, PermutationSet, load_sets, parse_set, set_name
from .kernels.permutation import WIDTHS
from .kernels.requests import parse_xor
from .kernels.targets import parse_targets
from .kernels.tomltables import SetError
from .terminal import packages

File = str | os.PathLike[str]

# ---- argument types ----


def _is_whole(value: Any) -> bool:
    try:
        operator.index(value)
    except TypeError:
        return False
    return not isinstance(value, bool)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_file(value: Any) -> bool:
    return isinstance(value, str | os.PathLike)


def _is_list(value: Any, is_right: Callable[[Any], bool]) -> bool:
    parts = value.tolist() if hasattr(value, "tolist") else value
    return isinstance(parts, Sequence) and not isinstance(parts, str | bytes | bytearray) and all(map(is_right, parts))


def _is_numbers(value: Any) -> bool:
    return _is_list(value, _is_whole)


def _is_dims(value: Any) -> bool:
    return isinstance(value, Mapping) and all(map(_is_text, value)) and all(map(_is_whole, value.values()))


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


# The type check of each parameter, and the description of its valid values.
_RIGHT: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "permutations": (
        lambda value: isinstance(value, PermutationSet),
        "a set, such as load_set('product.toml') returns",
    ),
    **dict.fromkeys(
        ("sets", "models", "inputs"), (lambda value: _is_list(value, _is_file), "paths, such as 'model.onnx'")
    ),
    "targets": (lambda value: _is_list(value, _is_text), "a list of names, such as ['cortex-m4']"),
    "dims": (_is_dims, "names with their extents, such as {'batch': 1}"),
    "mhz": (_is_number, "a number of megahertz"),
    **dict.fromkeys(("macs_per_cycle", "ram"), (_is_number, "a number, such as 8")),
    **dict.fromkeys(("bits", "xor", "align"), (_is_whole, "a whole number, such as 8")),
    **dict.fromkeys(("name", "api", "profile", "cc", "memory", "moves"), (_is_text, "a text")),
    **dict.fromkeys(("cpp", "views", "in_place", "freeze_weights"), (_is_flag, "True or False")),
    **dict.fromkeys(
        ("shape", "in_stride", "out_stride"), (_is_numbers, "a list of whole numbers, such as (28, 28, 8)")
    ),
    **dict.fromkeys(("perm", "flip"), (_is_numbers, "a list of axes, such as (2, 0, 1)")),
}


def _check(**given: Any) -> None:
    """Raises SetError for an argument with a wrong type. The verbs check values."""
    for name, value in given.items():
        is_right, right = _RIGHT[name]
        if not is_right(value):
            raise SetError(f"{name} is {' '.join(Repr().repr(value).split())}; it must be {right}")


def _check_given(**given: Any) -> None:
    _check(**{name: value for name, value in given.items() if value is not None})


def _dim(dims: Mapping[str, int] | None) -> list[str]:
    """Formats extents as --dim arguments, so that the checks of --dim apply."""
    return [f"{name}={operator.index(extent)}" for name, extent in (dims or {}).items()]


# ---- functions ----


def load_set(*sets: File) -> PermutationSet:
    """Reads permutation sets (TOML files or names of shipped sets) and joins them."""
    _check(sets=sets)
    return load_sets(list(map(os.fsdecode, sets)))


def import_models(
    *models: File,
    dims: Mapping[str, int] | None = None,
    bits: int | None = None,
    views: bool = False,
    profile: str = "speed",
    align: int | None = None,
    in_place: bool = False,
    xor: int = 0,
    freeze_weights: bool = False,
    moves: str = "transposes",
) -> PermutationSet:
    """Returns a set with a pinned kernel for each data-moving transpose in ONNX or TensorFlow Lite models.

    dims: extents of open model dimensions, by name. bits: element width for floating-point tensors. views: also makes
    kernels for transposes that move nothing. align: alignment of all pointers in bytes. in_place: makes in-place
    kernels where possible. xor: XOR constant for each element. freeze_weights: weights are no inputs. moves: "all" also
    makes kernels for slices, concatenations, pads and other copies. Warns about transposes that need dims; raises
    SetError if all transposes need dims.
    """
    with packages("import_models", "models"):
        from .models.import_output import to_toml
        from .models.importing import Options, left_out, makes_set
        from .models.model_files import import_models as imported

    _check(models=models, views=views, profile=profile, in_place=in_place, xor=xor, freeze_weights=freeze_weights)
    _check(moves=moves)
    _check_given(dims=dims, bits=bits, align=align)
    mask = parse_xor(str(operator.index(xor)), bits or WIDTHS[-1]) if xor else 0
    paths = [Path(os.fsdecode(each)) for each in models]
    every = imported(paths, _dim(dims), Options(profile, bits, align, in_place, mask, views, freeze_weights, moves))
    name = PLUS.join(dict.fromkeys(map(set_name, paths)))
    if lack := left_out(paths, every, "the set"):
        if not makes_set(every):
            raise lack
        warnings.warn(str(lack), stacklevel=2)
    return parse_set(to_toml(*every), name, name)


def generate(permutations: PermutationSet, targets: Sequence[str] = ()) -> dict[str, str]:
    """Returns the generated files as texts by name. targets: default: all."""
    from .kernels.render import render
    from .package.joined import for_targets

    _check(permutations=permutations, targets=targets)
    return render(for_targets(make_inventory(permutations), parse_targets(targets)))


def amalgamate(
    permutations: PermutationSet, targets: Sequence[str] = (), *, api: str | None = None, cpp: bool = False
) -> dict[str, str]:
    """Returns the kernels and the library as one source file and its headers: texts by name.

    api: pinned, core or mli. Default: pinned if targets are named and the set has only pinned kernels, else mli.
    """
    from .package.amalgamate import amalgamate as amalgamated

    _check(permutations=permutations, targets=targets, cpp=cpp)
    _check_given(api=api)
    return amalgamated(make_inventory(permutations), parse_targets(targets), cpp=cpp, api=api)


def emit(
    shape: Sequence[int],
    perm: Sequence[int],
    bits: int = WIDTHS[0],
    *,
    flip: Sequence[int] = (),
    in_stride: Sequence[int] = (),
    out_stride: Sequence[int] = (),
    xor: int = 0,
    align: int | None = None,
    name: str | None = None,
    targets: Sequence[str] = (),
    memory: str | None = None,
) -> str:
    """Returns one pinned kernel as a static C function that needs no header.

    shape: input extents. Output axis k is input axis perm[k]. flip: reversed output axes. in_stride, out_stride:
    strides of a side's outer axes in elements; default: no gaps. xor: XOR constant for each element. align: alignment
    of both pointers in bytes. memory: the arrays' data cache, as in a set.
    """
    from .kernels.memory import memory_of
    from .package import emit as emission

    def text(numbers: Sequence[int]) -> str | None:
        return ",".join(str(operator.index(each)) for each in numbers) or None

    _check(shape=shape, perm=perm, bits=bits, flip=flip, in_stride=in_stride, out_stride=out_stride, xor=xor)
    _check(targets=targets)
    _check_given(align=align, name=name, memory=memory)
    mask = str(operator.index(xor)) if xor else None
    given = text(shape) or "", text(perm) or "", operator.index(bits), text(flip)
    request, called = emission.parse_emission(*given, mask, align, name, text(in_stride), text(out_stride))
    return emission.emit(request, called, parse_targets(targets, EMIT_TARGETS), memory_of(memory))


def report(
    *inputs: File,
    targets: Sequence[str] = (),
    cc: str = "",
    mhz: float | None = None,
    dims: Mapping[str, int] | None = None,
    bits: int | None = None,
    memory: str | None = None,
    freeze_weights: bool = False,
    moves: str = "transposes",
    macs_per_cycle: float | None = None,
    ram: float | None = None,
    profile: str | None = None,
) -> dict[str, Any]:
    """Returns a report on the permutes of sets and models: costs, actions that lower them, each kernel's figures.

    docs/report.md describes the data.

    targets: cores to measure on; each needs a compiler. cc: the compiler command. mhz: the core clock. memory: the
    arrays' memory, whose line fills the cycles include. freeze_weights: weights of models are no inputs. moves: as
    in import_models(). macs_per_cycle: of the models' multiplications. ram: bytes that the product has. profile:
    instead of that of the sets. Warns about transposes that need dims, and about cores without a compiler.
    """
    from .kernels.memory import memory_of

    with packages("report", "report"):
        from .reports.output import to_json
        from .reports.product import make_product_report

    _check(inputs=inputs, targets=targets, cc=cc, freeze_weights=freeze_weights, moves=moves)
    _check_given(mhz=mhz, dims=dims, bits=bits, memory=memory, macs_per_cycle=macs_per_cycle, ram=ram, profile=profile)
    given = (list(map(os.fsdecode, inputs)), _dim(dims), bits, targets, cc, mhz, memory_of(memory))
    made = make_product_report(
        *given, freeze=freeze_weights, moves=moves, macs_per_cycle=macs_per_cycle, ram=ram, profile=profile
    )
    for line in made.waiting:
        warnings.warn(line, stacklevel=2)
    return to_json(made.report)
