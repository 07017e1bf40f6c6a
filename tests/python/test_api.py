# SPDX-License-Identifier: BSD-3-Clause
"""The public functions of the package do what the verbs do."""

import json
from pathlib import Path

import permkern
import pytest
from commands import permkern as command

SET = """format = 1
[[pinned]]
name = "camera"
shape = [96, 96, 3]
perm = [2, 0, 1]
bits = 8
"""


def written(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_functions_are_the_verbs(tmp_path: Path) -> None:
    path = tmp_path / "product.toml"
    path.write_text(SET, encoding="utf-8")
    permutations = permkern.load_set(path)
    command("generate", "-o", tmp_path / "g", "--target", "m4", path)
    command("amalgamate", "-o", tmp_path / "a", "--target", "m4", "--api", "core", path)
    assert permkern.generate(permutations, ["m4"]) == written(tmp_path / "g")
    assert permkern.amalgamate(permutations, ["m4"], api="core") == written(tmp_path / "a")
    emitted = command("emit", "6,4", "1,0", "--bits", "16", "--flip", "0", "--name", "turned").stdout
    assert permkern.emit((6, 4), (1, 0), 16, flip=[0], name="turned") == emitted
    told = json.loads(command("report", path, "gtcrn", "--format", "json").stdout)
    assert json.loads(json.dumps(permkern.report(path, "gtcrn"))) == told


def test_bad_input_is_one_line() -> None:
    with pytest.raises(permkern.SetError, match=r"^nowhere: cannot be read"):
        permkern.load_set("nowhere")


def test_what_is_public() -> None:
    assert set(permkern.__all__) - {"permute"} <= set(dir(permkern))
    assert all(name in (permkern.__doc__ or "") for name in permkern.__all__)
