# SPDX-License-Identifier: BSD-3-Clause
"""Rules of the house that are counted (tests/count_house.py): the limits hold, and what breaks a rule is seen."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests"))

import count_house  # noqa: E402


def test_no_count_is_over_its_limit() -> None:
    assert count_house.wrong() == [], "`python3 -B tests/count_house.py` prints the lines"


def test_the_choosers_are_seen_to_choose() -> None:
    """A search that did not find the comparisons of those that choose would find none elsewhere."""
    found = {one.file for one in count_house.choices()}
    assert {"generator/strategy.py", "src/dispatch.c"} <= found


CHOICES = {
    "generator/render.py": (
        "def f(work):\n    return 1 if work.rows >= 4 else 2\n",
        "def f(plane):\n    return plane.rows < plane.cols\n",
        "def f(shape):\n    return shape[-1] > FEW\n",
        "def f(count):\n    if count % 8 == 0:\n        pass\n",
        "def f(rows, tile):\n    return rows < tile.rows\n",
    ),
    "templates/kernels.c.j2": (
        "{% if kernel.rows > 4 %}x();{% endif %}\n",
        "{{ 'a' if cols == 3 else 'b' }}\n",
        "    if (extent >= 16) {\n",
    ),
    "arch_gen/templates/plane.h.j2": (
        "    if (row->extent < {{ tile.rows }}) {\n",
        "    return axis[k].extent == 3;\n",
    ),
    "src/tiled.c": (
        "    if (rows < 4 || cols < 4) {\n",
        "    const bool down = row->extent >= col->extent;\n",
        "    return count > FEW_ELEMENTS;\n",
        "    if ((row->extent | col->extent) % 4 == 0) {\n",
        "    move = 8 <= rows ? tiles : lines;\n",
    ),
}


@pytest.mark.parametrize(("file", "text"), [(file, text) for file, texts in CHOICES.items() for text in texts])
def test_a_choice_is_found(file: str, text: str, tmp_path: Path) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(text, encoding="utf-8")
    assert count_house.places(tmp_path) == {file: 1}
    assert count_house.wrong(tmp_path) == [f"{file}: 1, at most 0"] or file in count_house.PENDING_CHOICES


HARMLESS = {
    "generator/render.py": (
        "def f(shape):\n    return len(shape) > MAX_RANK or len(shape) > 2\n",
        "def f(shape, count):\n    return min(shape) >= 1 and count == 1\n",
        "def f(tile):\n    return tile.lanes > 1\n",
    ),
    "src/tiled.c": (
        "    for (size_t left = rows; rows >= 4; rows -= 4) {\n",
        "    /* if (rows < 4) */\n",
        "#if ROWS > 4 && rows > 4\n",
        "    if (extent < 0 || extent > SIZE_MAX) {\n",
        "    if (part[cols].extent != 0) {\n",
    ),
    "src/plane/permkern_plane8.h": ("    if (rows < 4) {\n",),  # of a template, which is looked at
    "src/dispatch.c": ("    return elements > FEW_ELEMENTS;\n",),
}


@pytest.mark.parametrize(("file", "text"), [(file, text) for file, texts in HARMLESS.items() for text in texts])
def test_what_chooses_nothing_is_not(file: str, text: str, tmp_path: Path) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(text, encoding="utf-8")
    assert count_house.places(tmp_path) == {}


@pytest.mark.parametrize("folder", ["generator", "templates", "src", "tools", "verify", "arch_gen"])
def test_a_long_file_is_found(folder: str, tmp_path: Path) -> None:
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "short.txt").write_text("line\n" * 400, encoding="utf-8")
    (tmp_path / folder / "long.txt").write_text("line\n" * 401, encoding="utf-8")
    assert count_house.wrong(tmp_path) == [f"{folder}/long.txt: 401, at most 0"]


PREFIX, MACHINE = "PERMKERN_", "-m"  # apart, so that this file is no such list


@pytest.mark.parametrize(
    "text",
    [
        f'FLAGS = ("-D{PREFIX}VECTOR=0", "{PREFIX}PAIRS=1")\n',
        f'CPUS = [("{MACHINE}cpu=cortex-m0",), ("{MACHINE}arch=armv8.2-a",)]\n',
    ],
)
def test_a_list_of_configurations_is_found(text: str, tmp_path: Path) -> None:
    for name in ("src", "verify", "tools/configurations"):
        (tmp_path / name).mkdir(parents=True)
    header = "#ifndef PERMKERN_VECTOR\n#ifndef PERMKERN_PAIRS\n"
    (tmp_path / "src" / "permkern_target.h").write_text(header, encoding="utf-8")
    (tmp_path / "tools" / "configurations" / "host.py").write_text(text, encoding="utf-8")
    assert count_house.wrong(tmp_path) == []
    (tmp_path / "verify" / "own.py").write_text(f'"""{PREFIX}VECTOR=0"""\n{text}', encoding="utf-8")
    assert count_house.wrong(tmp_path) == ["verify/own.py: 2, at most 0"]
