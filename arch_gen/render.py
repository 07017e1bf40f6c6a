# SPDX-License-Identifier: BSD-3-Clause
"""Renders the library files that tools/autogen writes. Rendering is pure: the same input gives the same bytes."""

from pathlib import Path

from jinja2 import Environment
from permkern.cfragments import fit
from permkern.isa import PORTABLE
from permkern.permutation import WIDTHS
from permkern.render import environment

from arch_gen.plane_views import plane_view

TEMPLATES = Path(__file__).resolve().parent / "templates"


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


def _kernels(env: Environment, template: str, view: object) -> str:
    """Renders a template and breaks lines that are too long: templates write each statement on one line."""
    text: str = env.get_template(template).render(view=view)
    return "".join(fit(line) for line in text.splitlines())


def render() -> dict[str, str]:
    """Returns the text of every file that tools/autogen writes, by its path below src/."""
    env = environment(TEMPLATES)
    return {name: text for bits in WIDTHS for name, text in _words(env, bits).items()}
