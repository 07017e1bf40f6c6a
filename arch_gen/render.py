# SPDX-License-Identifier: BSD-3-Clause
"""Renders the library files that tools/autogen writes. Rendering is pure: the same input gives the same bytes."""

from collections.abc import Iterable
from importlib import import_module
from itertools import zip_longest
from pathlib import Path

from jinja2 import Environment
from permkern import instruction_sets as sets
from permkern.cfragments import COLUMNS, fit
from permkern.render import environment

from arch_gen.host_views import VectorView, vector_view
from arch_gen.hosts import VectorIsa

TEMPLATES = Path(__file__).resolve().parent / "templates"


def host_records() -> dict[str, VectorIsa]:
    """Records by their names, from the module of each architecture that the list of instruction sets names."""
    modules = [import_module(f"arch_gen.{arch}") for arch in dict.fromkeys(isa.arch for isa in sets.HOSTS)]
    return {isa.name: isa for module in modules for isa in module.HOSTS}


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
    files = {isa.file: _kernels(env, "vector.c.j2", view)}
    files |= {isa.header(tiles.part): _kernels(env, "vector_tiles.h.j2", tiles) for tiles in view.tiles}
    files[isa.header(view.reverse.part)] = _kernels(env, "vector_reverse.h.j2", view.reverse)
    if view.small is not None:
        files[isa.header(view.small.part)] = _kernels(env, "small.h.j2", view.small)
        if view.small.small.permutes:
            files[isa.header("quotients")] = _kernels(env, "quotients.h.j2", view.small)
    return files | {isa.header(three.part): _kernels(env, "vector_channels.h.j2", three) for three in view.channels}


def render() -> dict[str, str]:
    """Returns the text of every file that tools/autogen writes, by its path below src/."""
    env = _environment()
    files: dict[str, str] = {}
    records = host_records()
    for isa in sets.HOSTS:
        files |= _host(env, isa, vector_view(records[isa.name], isa.guard))
    return files
