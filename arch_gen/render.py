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

from arch_gen.hosts import VectorIsa
from arch_gen.small_views import small_view

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


def _host(env: Environment, isa: sets.InstructionSet, record: VectorIsa) -> dict[str, str]:
    view = small_view(record)
    files = {isa.header(view.part): _kernels(env, "small.h.j2", view)}
    if view.small.permutes:
        files[isa.header("quotients")] = _kernels(env, "quotients.h.j2", view)
    return files


def render() -> dict[str, str]:
    """Returns the text of every file that tools/autogen writes, by its path below src/."""
    env = _environment()
    files: dict[str, str] = {}
    records = host_records()
    for isa in sets.HOSTS:
        if isa.name in records:
            files |= _host(env, isa, records[isa.name])
    return files
