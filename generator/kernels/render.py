# SPDX-License-Identifier: BSD-3-Clause
"""Renders an inventory as the text of every generated file.

Output depends only on the set, never on time, paths, tool versions or hash order.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from zlib import crc32

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .cfragments import comment, fit, head
from .csource import decided
from .documents import HEADER, OUTPUTS, PINNED_HEADER, PLAN, TABLE, kernels_file
from .inventory import Inventory, Pinned
from .permutation import WIDTHS
from .runtime import PACKAGE, runtime_directory
from .table_views import (
    cpp_views,
    form_view,
    pin_view,
    pinned_tables,
    width_views,
)
from .targets import known_for
from .views import PinnedView, in_place_view, kernel_view, pinned_view

KERNEL_FORMAT = 5  # equals PERMKERN_FORMAT in include/permkern.h, the version of plan, table and kernel ABI


def template_directory() -> Path:
    return runtime_directory("templates")


@cache
def environment(templates: Path | None = None, *, autoescape: bool = False) -> Environment:
    """Returns a Jinja environment for ``templates`` (default: templates/). HTML needs autoescape."""
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
    env.filters["head"] = head
    env.filters["laid_out"] = lambda text: "".join(map(fit, text.splitlines()))
    env.filters["wrapped"] = comment
    return env


def _kernels(
    env: Environment, inventory: Inventory, bits: int, set_id: str, pinned: Sequence[tuple[Pinned, PinnedView]]
) -> str:
    return env.get_template("kernels/kernels.c.j2").render(
        inventory=inventory,
        what=f"Kernels that move {bits}-bit elements.",
        bits=bits,
        set_id=set_id,
        kernels=[kernel_view(kernel) for kernel in inventory.kernels if kernel.bits == bits],
        pinned=[view for entry, view in pinned if max(WIDTHS[0], entry.body.best.work.bits) == bits],
        in_place=[in_place_view(entry) for entry in inventory.in_place if entry.work.bits == bits],
    )


def render(inventory: Inventory) -> dict[str, str]:
    """Returns the text of every generated file by name. Pure: equal inventories give equal bytes."""
    env = environment()
    known = known_for(inventory.targets) if inventory.targets else {}
    pinned = [(entry, pinned_view(entry, known)) for entry in inventory.pinned]
    listed = env.get_template("kernels/plan.inc.j2").render(
        inventory=inventory,
        forms=[form_view(form) for form in inventory.forms],
        pins=[pin_view(entry) for entry in inventory.pinned if entry.work.bits >= WIDTHS[0]],
        packed_pins=[pin_view(entry) for entry in inventory.pinned if entry.work.bits < WIDTHS[0]],
        in_place=[pin_view(entry) for entry in inventory.in_place],
    )
    set_id = f"{crc32(listed.encode()):#010x}U"  # equal for equal sets, so that their folders can be mixed
    files = {
        HEADER: env.get_template("kernels/kernels.h.j2").render(
            inventory=inventory,
            format=KERNEL_FORMAT,
            set_id=set_id,
            pinned=[view for _, view in pinned],
            in_place=[in_place_view(entry) for entry in inventory.in_place],
            reverses=any(entry.work.flips for entry in inventory.pinned),
            pinned_rank=max((len(entry.extents) for entry in inventory.pinned_entries), default=1),
        ),
        PINNED_HEADER: env.get_template("kernels/pinned.hpp.j2").render(
            inventory=inventory, entries=cpp_views(inventory)
        ),
        TABLE: env.get_template("kernels/table.c.j2").render(
            inventory=inventory, widths=width_views(inventory), pinned=pinned_tables(inventory)
        ),
        PLAN: listed,
    }
    files |= {kernels_file(bits): _kernels(env, inventory, bits, set_id, pinned) for bits in WIDTHS}
    if known:
        files |= {name: decided(text, known) for name, text in files.items() if name.endswith(".c")}
    return {name: files[name] for name in OUTPUTS}


def inputs() -> tuple[Path, ...]:
    """Returns the modules and templates that generated files depend on."""
    return tuple(sorted(PACKAGE.rglob("*.py")) + sorted(template_directory().rglob("*.j2")))
