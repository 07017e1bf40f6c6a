# SPDX-License-Identifier: BSD-3-Clause
"""The functions of the package, which do what the verbs of the command line do. permkern/__init__.py lists them.

Bad input raises SetError, a ValueError, whose message is one line that says what is wrong and what is right.
"""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from .kernels.instruction_sets import FIRMWARE_TARGETS
from .kernels.inventory import make_inventory
from .kernels.manifest import PermutationSet, load_sets
from .kernels.permutation import WIDTHS
from .kernels.targets import parse_targets

File = str | PathLike[str]


def load_set(*sets: File) -> PermutationSet:
    """Reads permutation sets (TOML files, or names of shipped sets), and joins several to one."""
    return load_sets([str(each) for each in sets])


def _dim(dims: Mapping[str, int] | None) -> list[str]:
    """Spells extents as --dim does, whose checks they then have."""
    return [f"{name}={extent}" for name, extent in (dims or {}).items()]


def import_models(
    *models: File, dims: Mapping[str, int] | None = None, bits: int = 0, views: bool = False
) -> PermutationSet:
    """
    Returns a set with a pinned kernel for each transpose of ONNX or TensorFlow Lite models that moves data.

    dims: extents of dimensions that the models leave open, by name. bits: of elements that a model calls
    floating-point. views: kernels, too, for transposes that move nothing. What has no kernel is in report's data.
    """
    from .product import read_product

    return read_product([str(each) for each in models], _dim(dims), bits, views=views).permutations


def generate(permutations: PermutationSet, targets: Sequence[str] = ()) -> dict[str, str]:
    """Returns the texts of the generated files by name, for all targets if none is named."""
    from .kernels.render import render
    from .package.joined import for_targets

    return render(for_targets(make_inventory(permutations), parse_targets(targets)))


def amalgamate(
    permutations: PermutationSet, targets: Sequence[str] = (), *, api: str | None = None, cpp: bool = False
) -> dict[str, str]:
    """
    Returns the texts of one source and its headers, with the library in them, by name.

    api: pinned, core or mli; None: pinned kernels alone if the set has nothing else and targets are named, else mli.
    """
    from .package.amalgamate import amalgamate as amalgamated

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
) -> str:
    """
    Returns one pinned kernel as a static C function that needs no header.

    shape: extents of the input. Axis k of the output is axis perm[k] of the input. flip: axes of the output that are
    reversed. in_stride, out_stride: elements from one index to the next of a side's outer axes; default: no gaps.
    align: bytes that both pointers are aligned to.
    """
    from .package import emit as emission

    def text(numbers: Sequence[int]) -> str | None:
        return ",".join(map(str, numbers)) or None

    given, mask = (text(shape) or "", text(perm) or "", bits, text(flip)), str(xor) if xor else None
    request, called = emission.parse_emission(*given, mask, align, name, text(in_stride), text(out_stride))
    return emission.emit(request, called, parse_targets(targets, FIRMWARE_TARGETS))


def report(
    *inputs: File,
    targets: Sequence[str] = (),
    cc: str = "",
    mhz: float | None = None,
    dims: Mapping[str, int] | None = None,
    bits: int = 0,
) -> dict[str, Any]:
    """
    Returns what the permutes of sets and models cost, what to do, and the kernels. docs/report.md describes the data.

    targets: cores to measure on, which needs a compiler for them. cc: its command. mhz: the core's clock.
    """
    from .product import make_product_report
    from .reports.output import to_json

    return to_json(make_product_report([str(each) for each in inputs], _dim(dims), bits, (), targets, cc, mhz).report)
