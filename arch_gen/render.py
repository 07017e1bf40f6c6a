# SPDX-License-Identifier: BSD-3-Clause
"""Renders the library files that tools/autogen writes. Rendering is pure: the same input gives the same bytes."""

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from jinja2 import Environment
from permkern import instruction_sets as sets
from permkern.cfragments import fill, fit
from permkern.isa import PORTABLE
from permkern.permutation import WIDTHS
from permkern.render import environment

from arch_gen import firmware
from arch_gen.firmware_views import helium_view, riscv_view
from arch_gen.host_views import vector_view
from arch_gen.hosts import VectorIsa
from arch_gen.plane_views import plane_view

TEMPLATES = Path(__file__).resolve().parent / "templates"


def host_records() -> dict[str, VectorIsa]:
    """Records by their names, from the module of each architecture that the list of instruction sets names."""
    modules = [import_module(f"arch_gen.{arch}") for arch in dict.fromkeys(isa.arch for isa in sets.HOSTS)]
    return {isa.name: isa for module in modules for isa in module.HOSTS}


def plane_file(bits: int) -> str:
    return f"plane/permkern_plane{bits}.h"


def _filled(numbers: Iterable[int], indent: str) -> str:
    """Fills lines with the numbers of an initialiser."""
    return fill(map(str, numbers), indent)


def _environment() -> Environment:
    env = environment(TEMPLATES)
    env.filters["fill"] = _filled
    return env


def _kernels(env: Environment, template: str, view: object) -> str:
    """Renders a template and breaks lines that are too long: templates write each statement on one line."""
    text: str = env.get_template(template).render(view=view)
    return "".join(fit(line) for line in text.splitlines())


def render() -> dict[str, str]:
    """Returns the text of every file that tools/autogen writes, by its path below src/."""
    env = _environment()
    files = {plane_file(bits): env.get_template("plane.h.j2").render(t=plane_view(bits, PORTABLE)) for bits in WIDTHS}
    records = host_records()
    for isa in sets.HOSTS:
        files[isa.file] = _kernels(env, "vector.c.j2", vector_view(records[isa.name], isa.guard))
    files[sets.MVE.file] = _kernels(env, "mve.h.j2", helium_view(firmware.MVE))
    files[sets.RVV.file] = _kernels(env, "rvv.h.j2", riscv_view(firmware.RVV))
    return files
