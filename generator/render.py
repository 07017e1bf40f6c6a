# SPDX-License-Identifier: BSD-3-Clause
"""Renders a plan as the text of every generated file.

Output depends only on the set, never on time, paths, versions of tools or hash order.
"""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .cfragments import braces, fill, fit, literal
from .permutation import WIDTHS, Perm, Work, slot
from .pinnedvector import pinned_vector_view
from .plan import NEAR_SLOTS, Pinned, Plan, perm_digits
from .runtime import runtime_directory
from .vectors import Vector, form_vectors, pinned_vector
from .views import kernel_view, pinned_view, routine_views

KERNEL_FORMAT = 3  # equals PERMKERN_FORMAT in include/permkern.h, the version of plan, table and kernel ABI

HEADER = "permkern_kernels.h"
PINNED_HEADER = "permkern_pinned.hpp"
TABLE = "permkern_table.c"
PLAN = "permkern_plan.inc"
VECTORS = "permkern_vectors.inc"


def kernels_file(bits: int) -> str:
    return f"permkern_x{bits}.c"


OUTPUTS = (
    HEADER,
    PINNED_HEADER,
    TABLE,
    *map(kernels_file, WIDTHS),
    PLAN,
    VECTORS,
)


def template_directory() -> Path:
    return runtime_directory("templates")


def environment(templates: Path | None = None, *, autoescape: bool = False) -> Environment:
    """Returns a Jinja environment that reads from ``templates``, or templates/. HTML needs autoescape."""
    env = Environment(
        loader=FileSystemLoader(templates or template_directory()),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=autoescape,
        newline_sequence="\n",
    )
    env.filters["fit"] = fit
    return env


def _width_view(plan: Plan, bits: int) -> dict[str, object]:
    """Returns one width's part of the dispatch table: an array for near slots, a sorted list for far ones."""
    kernels = sorted(
        (slot(kernel.perm), kernel.name)
        for kernel in plan.slot_kernels
        if kernel.bits == bits and kernel.perm is not None
    )
    near = [number for number, _ in kernels if number < NEAR_SLOTS]
    far = [number for number, _ in kernels if number >= NEAR_SLOTS]
    slots = near[-1] + 1 if near else 0
    core = next((kernel.name for kernel in plan.tile_cores if kernel.bits == bits), "NULL")
    row: list[object] = []
    if plan.slot_kernels:
        row += [f"{name}_x{bits}" if near else "NULL" for name in ("kernels", "rows")]
    if plan.far_kernels:
        row += [f"{name}_x{bits}" if far else "NULL" for name in ("far_kernels", "far_slots")]
    row += [core] if plan.tile_cores else []
    row += [slots] if plan.slot_kernels else []
    row += [len(far)] if plan.far_kernels else []
    return {
        "bits": bits,
        "kernels": [name for number, name in kernels if number in near],
        "rows": fill(str(near.index(number) + 1 if number in near else 0) for number in range(slots)),
        "far_kernels": [name for number, name in kernels if number in far],
        "far_slots": fill(map(str, far)),
        "row": braces(*row),
    }


def _render_kernels(env: Environment, plan: Plan, bits: int) -> str:
    kernels = [kernel for kernel in plan.kernels if kernel.bits == bits]
    pinned = [entry for entry in plan.pinned if entry.body.best.work.bits == bits]
    return env.get_template("kernels.c.j2").render(
        plan=plan,
        what=f"Kernels that move {bits}-bit elements.",
        bits=bits,
        kernels=[kernel_view(kernel) for kernel in kernels],
        routines=routine_views(plan, bits),
        pinned=[pinned_view(entry) | {"vector": pinned_vector_view(entry.body.best.work)} for entry in pinned],
        vector=bits in plan.vector_widths,
    )


def _vector_view(name: str, vector: Vector) -> dict[str, str]:
    row = (braces(*vector.shape), braces(*vector.perm), len(vector.perm), vector.step, len(vector.source), name)
    return {"name": name, "source": fill(map(str, vector.source)), "row": braces(*row)}


def _render_vectors(env: Environment, plan: Plan) -> str:
    """Renders the self-test's vectors: a few shapes for each form, and each pinned shape once."""
    bytes_of: dict[Perm, int] = {}
    for form in plan.forms:
        bytes_of[form.perm] = bytes_of.get(form.perm, 0) | form.bits // 8
    by_form = []
    for number, vector in enumerate(form_vectors(plan)):
        view = _vector_view(f"form_{number}", vector)
        by_form.append(view | {"entry": braces(view["row"], bytes_of[vector.perm])})
    shapes = sorted({(entry.work.shape, entry.work.perm) for entry in plan.pinned})
    of_shape = {key: _vector_view(f"shape_{number}", pinned_vector(*key)) for number, key in enumerate(shapes)}
    pinned = [
        braces(
            entry.symbol,
            f'"{entry.request.name}"',
            of_shape[entry.work.shape, entry.work.perm]["row"],
            entry.work.bits // 8,
            entry.request.align,
            entry.request.count,
        )
        for entry in plan.pinned
    ]
    return env.get_template("vectors.inc.j2").render(
        plan=plan, by_form=by_form, of_shape=list(of_shape.values()), pinned=pinned
    )


def _render_pinned_header(env: Environment, plan: Plan) -> str:
    """Renders the C++ header. Of several kernels for the same work, it has the one with the least alignment."""
    by_work: dict[Work, Pinned] = {}
    for entry in sorted(plan.pinned, key=lambda entry: entry.request.align):
        by_work.setdefault(entry.work, entry)
    entries = [
        {
            "symbol": entry.symbol,
            "bits": work.bits,
            "shape": ", ".join(map(literal, work.shape)),
            "axes": ", ".join(map(str, work.perm)),
            "align": entry.request.align,
        }
        for work, entry in sorted(by_work.items(), key=lambda item: item[1].symbol)
    ]
    return env.get_template("pinned.hpp.j2").render(plan=plan, entries=entries)


def render(plan: Plan) -> dict[str, str]:
    """Returns the text of every generated file by name. It is pure: the same plan gives the same bytes."""
    env = environment()
    files = {
        HEADER: env.get_template("kernels.h.j2").render(
            plan=plan,
            format=KERNEL_FORMAT,
            pinned=[pinned_view(entry) for entry in plan.pinned],
            pinned_rank=max((len(row.extents) for row in plan.pinned_rows), default=1),
        ),
        PINNED_HEADER: _render_pinned_header(env, plan),
        TABLE: env.get_template("table.c.j2").render(
            plan=plan,
            widths=[_width_view(plan, bits) for bits in WIDTHS],
            pinned_rows=[
                braces(
                    row.pinned.symbol,
                    braces(*map(literal, row.extents)),
                    row.slot,
                    row.shift,
                    row.pinned.request.align - 1,
                )
                for row in plan.pinned_rows
            ],
        ),
        PLAN: env.get_template("plan.inc.j2").render(plan=plan, digits=perm_digits),
        VECTORS: _render_vectors(env, plan),
    }
    files |= {kernels_file(bits): _render_kernels(env, plan, bits) for bits in WIDTHS}
    return {name: files[name] for name in OUTPUTS}


def inputs() -> tuple[Path, ...]:
    """Returns the generator's modules and templates, on which its output depends."""
    package = Path(__file__).resolve().parent
    return tuple(sorted(package.glob("*.py")) + sorted(template_directory().glob("*.j2")))
