# SPDX-License-Identifier: BSD-3-Clause
"""One source and one header: what they hold, and that nothing in them meets what it should not."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from commands import ROOT
from permkern.cli import main
from permkern.kernels.instruction_sets import INSTRUCTION_SETS, TARGETS
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import load_set
from permkern.kernels.render import HEADER, render
from permkern.kernels.runtime import runtime_files
from permkern.package.amalgamate import HEADER_NAME, SOURCE_NAME, amalgamate

SETS = tuple(sorted(path.stem for path in (ROOT / "generator" / "sets").glob("*.toml")))

# Names of file scope that end with their source: functions, tables, types and enumerations without linkage.
STATIC = re.compile(r"^(?:PERMKERN_\w+ )?static [^=;]*?\b(\w+)(?:\(|\[|;| =)", re.MULTILINE)
TYPE = re.compile(r"^\} (\w+);", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def both(name: str) -> dict[str, str]:
    return amalgamate(make_inventory(load_set(name)))


def sources(name: str) -> dict[str, str]:
    """The translation units that an amalgamation joins."""
    texts = {path.name: path.read_text() for path in runtime_files().values() if path.suffix == ".c"}
    texts |= {name: text for name, text in render(make_inventory(load_set(name))).items() if name.endswith(".c")}
    return {name: COMMENT.sub("", text) for name, text in texts.items()}


@pytest.mark.parametrize("name", SETS)
def test_names_of_file_scope_differ(name: str) -> None:
    """C gives static names a file each; joined, two files may not both have one."""
    owners: Counter[str] = Counter()
    for text in sources(name).values():
        owners.update({*STATIC.findall(text), *TYPE.findall(text)})
    assert len(owners) > 20
    assert [found for found, files in owners.items() if files > 1] == []


@pytest.mark.parametrize("name", SETS)
def test_every_file_is_in_once_and_no_include_is_left(name: str) -> None:
    files = both(name)
    assert set(files) == {HEADER_NAME, SOURCE_NAME, HEADER}
    included = {name: re.findall(r'#\s*include "([^"]+)"', text) for name, text in files.items()}
    assert included == {HEADER_NAME: [], SOURCE_NAME: ["permkern.h"], HEADER: ["permkern.h"]}
    everything = "".join(files.values())
    for path in runtime_files().values():
        if path.name == "permkern_order.h":
            assert path.name not in everything  # it compares folders, and there are none
        elif path.suffix == ".h":
            asked = path.name != "permkern_pinned.h" or bool(make_inventory(load_set(name)).pinned)
            for guard in re.findall(r"^#ifndef (\w+_H)$", path.read_text(), re.MULTILINE)[:1]:
                assert everything.count(f"#define {guard}\n") == asked
        elif path.suffix == ".c":
            assert everything.count(f"/* ==== {path.relative_to(ROOT)} ==== */") == 1
    assert everything.count("SPDX-License-Identifier") == 3
    assert not re.search(r"\bBITS\b", everything)  # of files that are there once for each width


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_has_the_vector_kernels_of_no_other(target: str) -> None:
    text = amalgamate(make_inventory(load_set("gtcrn")), [target], api="mli")[SOURCE_NAME]
    for each in INSTRUCTION_SETS:
        there = re.search(rf"permkern_(\w+_)?{each.name}(_|\b)", text) is not None
        assert there == (each in TARGETS[target]), each.name
    hosts = any(each.host for each in TARGETS[target])
    assert ("if (permkern_vector_pinned(" in text) == hosts  # what pinned kernels try first
    assert ("/* ==== src/vector/host_" in text) == hosts


def test_verb_writes_what_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["amalgamate", "-o", str(tmp_path / "out"), "--depfile", str(tmp_path / "d"), "--format", "json", "tiny"]
    assert main([*command, "--dry-run"]) == 0
    assert json.loads(capsys.readouterr().out)["would_write"] == [str(tmp_path / "out" / name) for name in both("tiny")]
    assert list(tmp_path.iterdir()) == []
    assert main(command) == 0
    written = {*(str(tmp_path / "out" / name) for name in (HEADER_NAME, SOURCE_NAME, HEADER)), str(tmp_path / "d")}
    assert set(json.loads(capsys.readouterr().out)["written"]) == written
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out) == {"written": []}
    rule = (tmp_path / "d").read_text()
    assert all(str(path) in rule for path in runtime_files().values())
