# SPDX-License-Identifier: BSD-3-Clause
"""Renders an inventory as the text of every generated file.

Output depends only on the set, never on time, paths, tool versions or hash order.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from zlib import crc32

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from . import cfragments
from .cfragments import fit
from .csource import decided
from .documents import HEADER, OUTPUTS, PINNED_HEADER, PLAN, TABLE, kernels_file
from .in_place_views import cycle_loops, digits, loops, next_block, swap_loops
from .inventory import Inventory, log2_bytes
from .permutation import WIDTHS
from .runtime import PACKAGE, runtime_directory
from .table_views import cpp_views, entry_rows, mask_rows, widths
from .targets import known_for
from .views import PinnedView, in_place_view, kernel_view, pinned_view

_FRAGMENTS = "address array element fit head indexed inside lettered literal modular rows signed word".split()
_ROWS = (cycle_loops, digits, entry_rows, log2_bytes, loops, mask_rows, next_block, swap_loops)

KERNEL_FORMAT = 5  # PERMKERN_FORMAT in include/permkern.h, the version of plan, table and kernel ABI


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
    env.filters |= {name: getattr(cfragments, name) for name in _FRAGMENTS}
    env.filters |= {each.__name__: each for each in _ROWS}
    env.filters["wrapped"] = cfragments.comment
    env.tests["power_of_two"] = lambda number: number & (number - 1) == 0
    return env


def _text(template: str, inventory: Inventory, **values: object) -> str:
    text = environment().get_template(f"kernels/{template}").render(inventory=inventory, **values)
    return "".join(map(fit, text.splitlines()))


def _kernels(inventory: Inventory, bits: int, set_id: str, pinned: Sequence[PinnedView]) -> str:
    return _text(
        "kernels.c.j2",
        inventory,
        what=f"Kernels that move {bits}-bit elements.",
        bits=bits,
        set_id=set_id,
        kernels=[kernel_view(kernel) for kernel in inventory.kernels if kernel.bits == bits],
        pinned=[view for view in pinned if max(WIDTHS[0], view.entry.body.best.work.bits) == bits],
        in_place=[in_place_view(entry) for entry in inventory.in_place if entry.work.bits == bits],
    )


def render(inventory: Inventory) -> dict[str, str]:
    """Returns the text of every generated file by name. Pure: equal inventories give equal bytes."""
    known = known_for(inventory.targets) if inventory.targets else {}
    pinned = [pinned_view(entry, known) for entry in inventory.pinned]
    whole = [entry for entry in inventory.pinned if entry.work.bits >= WIDTHS[0]]
    packed = [entry for entry in inventory.pinned if entry.work.bits < WIDTHS[0]]
    listed = _text("plan.inc.j2", inventory, pinned=whole, packed=packed)
    set_id = f"{crc32(listed.encode()):#010x}U"  # equal sets have equal IDs, so their files can be mixed
    files = {
        HEADER: _text(
            "kernels.h.j2",
            inventory,
            format=KERNEL_FORMAT,
            set_id=set_id,
            pinned=pinned,
            in_place=[in_place_view(entry) for entry in inventory.in_place],
            reverses=any(entry.work.flips for entry in inventory.pinned),
            pinned_rank=max((len(entry.extents) for entry in inventory.pinned_entries), default=1),
        ),
        PINNED_HEADER: _text("pinned.hpp.j2", inventory, entries=cpp_views(inventory)),
        TABLE: _text("table.c.j2", inventory, widths=widths(inventory)),
        PLAN: listed,
    }
    files |= {kernels_file(bits): _kernels(inventory, bits, set_id, pinned) for bits in WIDTHS}
    if known:
        files |= {name: decided(text, known) for name, text in files.items() if name.endswith(".c")}
    return {name: files[name] for name in OUTPUTS}


def inputs() -> tuple[Path, ...]:
    """Returns the modules and templates that generated files depend on."""
    return tuple(sorted(PACKAGE.rglob("*.py")) + sorted(template_directory().rglob("*.j2")))
