# SPDX-License-Identifier: BSD-3-Clause
"""Renders the library files that tools/autogen writes. Rendering is pure: the same input gives the same bytes."""

from collections.abc import Iterable
from importlib import import_module
from itertools import zip_longest
from pathlib import Path

from jinja2 import Environment
from permkern import instruction_sets as sets
from permkern.cfragments import COLUMNS, fit
from permkern.isa import PORTABLE
from permkern.permutation import WIDTHS
from permkern.render import environment

from arch_gen.host_views import VectorView, vector_view
from arch_gen.hosts import VectorIsa
from arch_gen.plane_views import plane_view

TEMPLATES = Path(__file__).resolve().parent / "templates"


def host_records() -> dict[str, VectorIsa]:
    """Records by their names, from the module of each architecture that the list of instruction sets names."""
    modules = [import_module(f"arch_gen.{arch}") for arch in dict.fromkeys(isa.arch for isa in sets.HOSTS)]
    return {isa.name: isa for module in modules for isa in module.HOSTS}


# Of planes by words, the header of each width and the parts that it includes.
PLANE_TEMPLATES = {
    "channels": "plane_channels.h.j2",
    "groups": "plane_groups.h.j2",
    "strips": "plane_strips.h.j2",
    "tiles": "plane_tiles.h.j2",
    "xor_groups": "plane_xor_groups.h.j2",
    "xor_strips": "plane_xor_strips.h.j2",
    "xor_tiles": "plane_xor_tiles.h.j2",
}


def _words(env: Environment, bits: int) -> dict[str, str]:
    view = plane_view(bits, PORTABLE)
    return {f"plane/permkern_{job}{bits}.h": _kernels(env, template, view) for job, template in PLANE_TEMPLATES.items()}


def _columns(numbers: Iterable[int], indent: str) -> str:
    """Lays numbers of an initialiser out as clang-format does: on as few lines as hold them, then in as few columns."""
    items = ", ".join(map(str, numbers)).split(" ")  # with their commas
    lines: list[str] = []
    while not lines or any(len(indent) + len(line) + len("}") > COLUMNS for line in lines):
        count = -(-len(items) // (len(lines) + 1))
        rows = [items[at : at + count] for at in range(0, len(items), count)]
        widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
        lines = [" ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return f"\n{indent}".join(lines)


def _environment() -> Environment:
    env = environment(TEMPLATES)
    env.filters["columns"] = _columns
    return env


def _kernels(env: Environment, template: str, view: object) -> str:
    """Renders a template and breaks lines that are too long: templates write each statement on one line."""
    text: str = env.get_template(template).render(view=view)
    return "".join(fit(line) for line in text.splitlines())


def _host(env: Environment, isa: sets.InstructionSet, view: VectorView) -> dict[str, str]:
    files = {isa.header(view.reverse.part): _kernels(env, "vector_reverse.h.j2", view.reverse)}
    return files | {isa.header(three.part): _kernels(env, "vector_channels.h.j2", three) for three in view.channels}


def render() -> dict[str, str]:
    """Returns the text of every file that tools/autogen writes, by its path below src/."""
    env = _environment()
    files = {name: text for bits in WIDTHS for name, text in _words(env, bits).items()}
    records = host_records()
    for isa in sets.HOSTS:
        files |= _host(env, isa, vector_view(records[isa.name]))
    return files
