# SPDX-License-Identifier: BSD-3-Clause
"""Bugs that the fuzz harnesses have to find, in copies of the sources: a text of a file, and what takes its place."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bug:
    """Every `right` in a copy of the file becomes `wrong`. unit: the source to compile, where the file is a header."""

    name: str
    file: str
    right: str
    wrong: str
    unit: str = ""


CORE_BUGS = (
    Bug(
        "the overlap check is dropped",
        "src/permkern_address.h",
        "return permkern_overlaps(from, in_span, to, out_span) ? PERMKERN_ERR_OVERLAP : PERMKERN_OK;",
        "return PERMKERN_OK;",
        "src/run.c",
    ),
    Bug(
        "a plan that begins before the output is no overlap",
        "src/run.c",
        "(uintptr_t)work, sizeof(permkern_plan), to,",
        "(uintptr_t)work, 0, to,",
    ),
    Bug(
        "the address wrap of the input is not looked at",
        "src/permkern_address.h",
        "permkern_wraps(from, in_span) || permkern_wraps(to, out_span)",
        "permkern_wraps(to, out_span)",
        "src/run.c",
    ),
    Bug(
        "the element count wraps",
        "src/request.c",
        "if (!permkern_multiply(bytes, in->shape[k], &bytes)) {",
        "if (!permkern_multiply(bytes, in->shape[k], &bytes) && bytes == 1) {",
    ),
    Bug(
        "a write before the last check",
        "src/request.c",
        "    status = permkern_check_spans(",
        "    *(volatile uint8_t *)out = 0;\n    status = permkern_check_spans(",
    ),
    Bug(
        "the permutation check is off by one",
        "src/permkern_request.h",
        "perm[k] >= rank ||",
        "perm[k] > rank ||",
        "src/request.c",
    ),
    Bug(
        "the output's strides are read in the input's order",
        "src/strided.c",
        "read_strides(out, in->shape, perm, size, out_length)",
        "read_strides(out, in->shape, NULL, size, out_length)",
    ),
    Bug("elements before the buffer pass", "src/strided.c", "first < below || first - below > array->capacity ||", ""),
    Bug(
        "the check of capacities leaves out the offset",
        "src/strided.c",
        "array->capacity - (first - below) < span",
        "array->capacity < span",
    ),
    Bug(
        "an axis that runs backwards on both sides is turned",
        "src/strided.c",
        "runs_back(in, axis) != runs_back(out, k)",
        "runs_back(in, axis)",
    ),
    Bug(
        "the input's lowest element is taken for its first",
        "src/strided.c",
        "in_first += first;",
        "in_first += 0 * first;",
    ),
    Bug("in place, all is taken for a view", "src/run.c", " && is_view(work) ?", " ?"),
    Bug("a view in place is refused", "src/run.c", "status == PERMKERN_ERR_OVERLAP && in == out &&", "false &&"),
    Bug(
        "without elements, buffers are looked at",
        "src/run.c",
        "const bool empty = work->out_span == 0 && work->kernel != NULL;",
        "const bool empty = false;",
    ),
    Bug("an empty request is folded", "src/request.c", "none = none || extent == 0;", "none = false;"),
    Bug("the last share ends early", "src/run.c", "part + 1 == parts ? extent : ", ""),
    Bug(
        "a stride one short of the reach passes", "src/span.c", "if (stride < reach) {", "if (stride + size < reach) {"
    ),
    Bug(
        "axes fuse by the input alone",
        "src/fold.c",
        "axis[k].out_stride) == axis[last].out_stride",
        "axis[k].out_stride) != 0",
    ),
    Bug(
        "a tile too many",
        "src/plane/permkern_strips8.h",
        "for (size_t rest = tiles % 4; rest != 0; rest--)",
        "for (size_t rest = tiles % 4 + 1; rest != 0; rest--)",
        "generated/permkern_x8.c",
    ),
    Bug(
        "a vector tile reads the wrong row",
        "src/permkern_host_places.h",
        "offset + 3 * stride",
        "offset + 2 * stride",
        "src/host_plane.c",
    ),
)

MLI_BUGS = (
    Bug(
        "the overlap check is dropped",
        "src/mli_permute.c",
        "permkern_wraps(to, out_span) ||\n        permkern_overlaps(from, in_span, to, out_span)) {",
        "permkern_wraps(to, out_span)) {",
    ),
    Bug(
        "the output may lie over its own descriptor",
        "src/mli_permute.c",
        "!touches(out, sizeof *out, to, out_span) &&",
        "",
    ),
    Bug(
        "the descriptor is written before the last check",
        "src/mli_permute.c",
        "    if (!permkern_mli_dim_valid(in)) {",
        "    *(volatile uint32_t *)(uintptr_t)&out->rank = rank;\n    if (!permkern_mli_dim_valid(in)) {",
    ),
    Bug(
        "three bits of an entry count",
        "src/mli_permute.c",
        "(uint32_t)cfg->perm_dim[k]; /*",
        "(uint32_t)cfg->perm_dim[k] & 7U; /*",
    ),
    Bug(
        "a repeated axis passes",
        "src/mli_permute.c",
        "return valid && squares == 0;",
        "return valid && (squares == 0 || rank == 4);",
    ),
    Bug("dim stays where it was", "src/mli_permute.c", "dim = (int32_t)k;", "dim = (int32_t)cfg->perm_dim[k];"),
    Bug(
        "the element count wraps",
        "src/mli_internal.h",
        "return permkern_multiply32(*units, extent, units);",
        "*units *= extent;\n    return true;",
        "src/mli_permute.c",
    ),
    Bug(
        "the output's strides go with the input's axes",
        "src/mli_permute.c",
        "out_stride = to->axis[k].stride",
        "out_stride = to->axis[order[k]].stride",
    ),
)

SUBTENSOR_BUGS = (
    Bug(
        "a coordinate may be the extent",
        "src/mli_helpers.c",
        "at >= layout->axis[k].extent",
        "at > layout->axis[k].extent",
    ),
    Bug(
        "the part may end one behind the axis",
        "src/mli_helpers.c",
        "cfg->first_out_dim_size - 1U < rest",
        "cfg->first_out_dim_size - 1U <= rest",
    ),
    Bug("coord_num 0 passes", "src/mli_helpers.c", "cfg->coord_num - 1U >= in->rank", "cfg->coord_num > in->rank"),
    Bug(
        "the output is written before the last check",
        "src/mli_helpers.c",
        "    if (status == MLI_STATUS_OK) {\n        status = check_parameters(",
        "    if (status == MLI_STATUS_OK) {\n        out->rank = 1;\n        status = check_parameters(",
    ),
    Bug(
        "the capacity leaves out the padding",
        "src/mli_helpers.c",
        "span += permkern_times(layout->axis[k].extent - 1U",
        "span += permkern_times(layout->axis[k].extent / 2U",
    ),
    Bug("dim is not lowered", "src/mli_helpers.c", "dim < 0 ? dim : dim - (int32_t)cut", "dim"),
    Bug(
        "the offset is short of an axis",
        "src/mli_helpers.c",
        "sum += permkern_times(at, layout->axis[k].stride);",
        "sum = permkern_times(at, layout->axis[k].stride);",
    ),
    Bug(
        "the element count wraps",
        "src/mli_internal.h",
        "return permkern_multiply32(*units, extent, units);",
        "*units *= extent;\n    return true;",
        "src/mli_helpers.c",
    ),
)

CREATE_BUGS = (
    Bug("an offset may be behind the axis", "src/mli_subtensor.c", "at >= extent ||", ""),
    Bug(
        "a part may end one behind an axis",
        "src/mli_subtensor.c",
        "size - 1U >= extent - at",
        "size - 1U > extent - at",
    ),
    Bug(
        "sub_tensor_rank 0 passes",
        "src/mli_subtensor.c",
        "cfg->sub_tensor_rank - 1U >= rank",
        "cfg->sub_tensor_rank > rank",
    ),
    Bug("a rank that cannot be reached passes", "src/mli_subtensor.c", "return vanish == 0;", "return vanish <= 1;"),
    Bug("every axis of one element vanishes", "src/mli_subtensor.c", "size == 1 && vanish != 0", "size == 1"),
    Bug(
        "the output is written before the last check",
        "src/mli_subtensor.c",
        "    if (!find_dim(",
        "    out->rank = asked.rank;\n    if (!find_dim(",
    ),
    Bug("dim is the input's", "src/mli_subtensor.c", "*dim = (int32_t)k;", "*dim = whole;"),
    Bug("scales of another index", "src/mli_subtensor.c", " && cfg->offset[whole] == 0", ""),
    Bug(
        "strides are written before all are read",
        "src/mli_subtensor.c",
        "out->mem_stride[k] = stride[k];",
        "out->mem_stride[k] = stride_of(in, layout, of->axis[k]);",
    ),
    Bug("the capacity stays", "src/mli_subtensor.c", "CAPACITY - (uint32_t)of->first;", "CAPACITY;"),
)

INTEGER_BUGS = (
    Bug(
        "a repeated axis passes",
        "src/permkern_request.h",
        " || (seen >> perm[k] & 1U) != 0",
        "",
        "src/integers.c",
    ),
    Bug(
        "an axis behind the last passes",
        "src/permkern_request.h",
        "perm[k] >= rank ||",
        "perm[k] > rank ||",
        "src/integers.c",
    ),
    Bug("a negative extent passes", "src/integers.c", "extent < 0 || ", ""),
    Bug("uint32_t is read as int32_t", "src/integers.c", "return permkern_load32", "return (int32_t)permkern_load32"),
    Bug("-1 is the last axis but one", "src/integers.c", "(entry < 0 ? rank : 0)", "(entry < 0 ? rank - 1 : 0)"),
    Bug("a rank over the maximum is read", "src/integers.c", "rank > PERMKERN_MAX_RANK", "rank > 9"),
    Bug(
        "an extent is written before the last is checked",
        "src/integers.c",
        "        if (extent < 0",
        "        shape[k] = (size_t)extent;\n        if (extent < 0",
    ),
    Bug("without axes, a pointer may not be NULL", "src/integers.c", "rank != 0 && (to == NULL", "(to == NULL"),
)
