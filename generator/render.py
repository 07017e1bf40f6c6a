# SPDX-License-Identifier: BSD-3-Clause
"""From a plan to the text of every generated file.

Output depends on the set alone: no time, path, tool version or hash order.
"""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .cfragments import braces, fill, fit, literal
from .firmware_isa import MVE, RVV
from .firmware_views import helium_view, riscv_view
from .permutation import WIDTHS, Perm, Work, slot
from .plan import NEAR_SLOTS, Pinned, Plan, perm_digits
from .runtime import runtime_directory
from .vector import HOSTS, VectorIsa
from .vector_views import pinned_vector_view, vector_view
from .vectors import Vector, form_vectors, pinned_vector
from .views import kernel_view, pinned_view, routine_views, tile_view

KERNEL_FORMAT = 3  # PERMKERN_FORMAT of include/permkern.h: plan, table and kernel ABI

HEADER = "permkern_kernels.h"
PINNED_HEADER = "permkern_pinned.hpp"
TABLE = "permkern_table.c"
PLAN = "permkern_plan.inc"
VECTORS = "permkern_vectors.inc"


MVE_HEADER = "permkern_mve.h"
RVV_HEADER = "permkern_rvv.h"


def kernels_file(bits: int) -> str:
    return f"permkern_x{bits}.c"


def vector_file(isa: VectorIsa) -> str:
    return f"permkern_{isa.name}.c"


OUTPUTS = (
    HEADER,
    PINNED_HEADER,
    MVE_HEADER,
    RVV_HEADER,
    TABLE,
    *map(kernels_file, WIDTHS),
    *map(vector_file, HOSTS),
    PLAN,
    VECTORS,
)


def template_directory() -> Path:
    return runtime_directory("templates")


def environment(*, autoescape: bool = False) -> Environment:
    """autoescape: for HTML; C is placed as it is."""
    env = Environment(
        loader=FileSystemLoader(template_directory()),
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
    """One width's part of the table: kernels by slot, near slots by index, the others sorted."""
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
        tile=tile_view(bits, plan),
        kernels=[kernel_view(kernel) for kernel in kernels],
        routines=routine_views(plan, bits),
        pinned=[pinned_view(entry) | {"vector": pinned_vector_view(entry.body.best.work)} for entry in pinned],
        vector=bits in plan.vector_widths,
    )


def _render_vector(env: Environment, plan: Plan, isa: VectorIsa) -> str:
    return env.get_template("vector.c.j2").render(plan=plan, **vector_view(isa, plan.vector_widths))


def _vector_view(name: str, vector: Vector) -> dict[str, str]:
    row = (braces(*vector.shape), braces(*vector.perm), len(vector.perm), vector.step, len(vector.source), name)
    return {"name": name, "source": fill(map(str, vector.source)), "row": braces(*row)}


def _render_vectors(env: Environment, plan: Plan) -> str:
    """A few shapes for each form, and every pinned shape, once each."""
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
    """Of kernels for equal work, the one that asks the least of its pointers."""
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
    """Every generated file by name. Pure: the same plan gives the same bytes."""
    env = environment()
    files = {
        HEADER: env.get_template("kernels.h.j2").render(
            plan=plan,
            format=KERNEL_FORMAT,
            pinned=[pinned_view(entry) for entry in plan.pinned],
            pinned_rank=max((len(row.extents) for row in plan.pinned_rows), default=1),
        ),
        PINNED_HEADER: _render_pinned_header(env, plan),
        MVE_HEADER: env.get_template("mve.h.j2").render(plan=plan, **helium_view(MVE, plan.vector_widths)),
        RVV_HEADER: env.get_template("rvv.h.j2").render(plan=plan, **riscv_view(RVV, plan.vector_widths)),
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
    files |= {vector_file(isa): _render_vector(env, plan, isa) for isa in HOSTS}
    files |= {kernels_file(bits): _render_kernels(env, plan, bits) for bits in WIDTHS}
    return {name: files[name] for name in OUTPUTS}


def inputs() -> tuple[Path, ...]:
    """Files of the generator itself that output depends on: its modules and templates."""
    package = Path(__file__).resolve().parent
    return tuple(sorted(package.glob("*.py")) + sorted(template_directory().glob("*.j2")))
