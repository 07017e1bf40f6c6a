# SPDX-License-Identifier: BSD-3-Clause
"""Renders the tables that a pinned kernel passes to a host's vector kernels: axes, or a byte index."""

from .cfragments import braces, fill
from .permutation import WIDTHS, Work, strides

SMALL_BYTES = 64  # the most that PERMKERN_SMALL_BYTES of src/permkern_target.h is anywhere


def _small_index(work: Work) -> list[int]:
    """Returns the input byte of each output byte, padded with zeros to SMALL_BYTES entries."""
    size = work.bits // 8
    sources = [0]
    for extent, stride in zip(work.out_shape, (strides(work.shape)[axis] for axis in work.perm), strict=True):
        sources = [source + i * stride for source in sources for i in range(extent)]
    index = [source * size + byte for source in sources for byte in range(size)]
    return index + [0] * (SMALL_BYTES - len(index))


def pinned_vector_view(work: Work) -> dict[str, object]:
    """Returns what a pinned kernel passes to the vector kernels: its axes, and for small tensors a byte index."""
    size = work.bits // 8
    axes = [
        braces(extent, in_stride * size, out_stride * size)
        for extent, in_stride, out_stride in zip(
            work.out_shape,
            (strides(work.shape)[axis] for axis in work.perm),
            strides(work.out_shape),
            strict=True,
        )
    ]
    return {
        "rank": len(axes),
        "shift": WIDTHS.index(work.bits),
        "axes": f"static const permkern_axis axis[{len(axes)}] = {braces(*axes)};",
        "bytes": work.bytes,
        "index_bytes": SMALL_BYTES,
        "index": fill(map(str, _small_index(work)), "        ") if work.bytes <= SMALL_BYTES else "",
    }
