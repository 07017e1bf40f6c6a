# SPDX-License-Identifier: BSD-3-Clause
"""What a set writes is little, and the lists of host instruction sets agree."""

import re

from commands import ROOT
from permkern.kernels.instruction_sets import HOSTS
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import parse_set
from permkern.kernels.render import render

CAMERA = """format = 1
[[pinned]]
name = "camera"
shape = [96, 96, 3]
perm = [2, 0, 1]
bits = 8
"""


def test_a_set_of_one_pinned_kernel_writes_little() -> None:
    files = render(make_inventory(parse_set(CAMERA, "camera.toml", "camera")))
    assert sum(text.count("\n") for text in files.values()) <= 400
    assert sum(len(text.encode()) for text in files.values()) <= 20_000


def test_c_and_meson_name_the_hosts_of_the_list() -> None:
    """src/base/permkern_target.h and meson.build cannot read the one list: they repeat the names."""
    wanted: dict[str, list[str]] = {}
    for isa in HOSTS:
        wanted.setdefault(isa.arch, []).append(isa.name)
    header = (ROOT / "src/base/permkern_target.h").read_text(encoding="utf-8")
    chosen = re.findall(r"^#define PERMKERN_(\w+)\n#define PERMKERN_HOST_SETS\(X\) (.*)$", header, re.MULTILINE)
    assert {arch.lower(): re.findall(r"X\((\w+)\)", names) for arch, names in chosen} == wanted
    listed = re.search(r"^foreach name : \[(.*)\]$", (ROOT / "meson.build").read_text(encoding="utf-8"), re.MULTILINE)
    assert listed is not None
    assert re.findall(r"'(\w+)'", listed[1]) == [isa.name for isa in HOSTS]
