# SPDX-License-Identifier: BSD-3-Clause
"""The definition of a permute: out[o] == in[i] with i[perm[k]] == o[k], counted from the end on reversed axes."""

from permkern.kernels.permutation import Flips, Perm, Shape, strides


def source_of(shape: Shape, perm: Perm, out_index: int, flips: Flips = ()) -> int:
    """Returns the row-major index of the input element for output index ``out_index``."""
    out_shape = tuple(shape[axis] for axis in perm)
    source = 0
    in_strides = strides(shape)
    for k, out_stride in enumerate(strides(out_shape)):
        place = out_index // out_stride % out_shape[k]
        source += (out_shape[k] - 1 - place if flips and flips[k] else place) * in_strides[perm[k]]
    return source
