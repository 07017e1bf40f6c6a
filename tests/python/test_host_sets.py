# SPDX-License-Identifier: BSD-3-Clause
"""The lists of host instruction sets agree."""

import re

from commands import ROOT
from permkern.kernels.instruction_sets import HOSTS


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
