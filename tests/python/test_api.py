# SPDX-License-Identifier: BSD-3-Clause
"""The package's public functions give the verbs' results."""

import inspect
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import permkern
import pytest
from commands import permkern as command
from permkern.api import File
from permkern.kernels.manifest import PermutationSet

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


# For each function, a right call; for each parameter type, wrong values.
CALLS: dict[str, tuple[object, ...]] = {
    "load_set": (),
    "import_models": ("nowhere.onnx",),
    "generate": (permkern.load_set("minimal"),),
    "amalgamate": (permkern.load_set("minimal"),),
    "emit": ((8, 8), (1, 0)),
    "report": ("minimal",),
}
WHOLE = ("8", 8.0, [8], True, -1, 2**70)
WRONG: dict[object, tuple[object, ...]] = {
    int: (*WHOLE, None),
    int | None: (*WHOLE, 0, 3),
    Sequence[int]: ("8,8", 8, None, [8.0], ["a"], {8: 1}, b"ab", (-1, 0), (0, 0), (1,) * 9),
    Sequence[str]: ("cortex-m4", None, 3, [3], ["pdp11"], [""]),
    str | None: (5, b"core", ["core"], "foo bar"),
    str: (5, None, ["gcc"], "foo bar"),
    bool: (1, None, "yes"),
    Mapping[str, int] | None: ("n=1", ["n=1"], {"n": "1"}, {1: 1}, {"n": 0}, {"n": 1.5}),
    float | None: ("1", [1], 0, -1.0, float("nan"), True),
    PermutationSet: (None, "product.toml", {}),
    File: (None, 3, ["minimal"], b"minimal", "nowhere"),
}
CASES = [
    (name, parameter, value)
    for name in CALLS
    for parameter in inspect.signature(getattr(permkern, name)).parameters.values()
    for value in WRONG[parameter.annotation]
]


@pytest.mark.parametrize(("name", "parameter", "value"), CASES)
def test_wrong_argument(name: str, parameter: inspect.Parameter, value: object) -> None:
    arguments = inspect.signature(getattr(permkern, name)).bind(*CALLS[name])
    files = parameter.kind is parameter.VAR_POSITIONAL
    arguments.arguments[parameter.name] = (value,) if files else value
    with pytest.raises(permkern.SetError) as caught:
        getattr(permkern, name)(*arguments.args, **arguments.kwargs)
    told = str(caught.value)
    named = parameter.name.rstrip("s").replace("_", "-") in told.replace("_", "-")
    assert "\n" not in told and (named or (files and str(value) in told))


@pytest.mark.parametrize("name", ["load_set", "import_models", "report"])
def test_nothing_is_given(name: str) -> None:
    with pytest.raises(permkern.SetError, match="is given; give the path of"):
        getattr(permkern, name)()


def test_public_names() -> None:
    assert set(permkern.__all__) - {"permute"} <= set(dir(permkern))
    assert all(name in (permkern.__doc__ or "") for name in permkern.__all__)
