# SPDX-License-Identifier: BSD-3-Clause
"""Includes and imports go from each room to the rooms below it, and in no circle (docs/architecture.md, "Rooms")."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

from conftest import ROOT

BELOW_C = {
    "include": (),
    "base": ("include",),
    "move": ("base", "include"),
    "vector": ("move", "base", "include"),
    "core": ("vector", "move", "base", "include"),
    "in_place": ("core", "vector", "move", "base", "include"),
    "mli": ("core", "vector", "move", "base", "include"),
}
BELOW_PYTHON = {
    "kernels": (),
    "listings": ("kernels",),
    "package": ("kernels",),
    "generator": ("kernels", "listings", "package"),
    "certify": ("kernels", "package", "generator"),
    "models": ("kernels", "package", "generator"),
    "report": ("kernels", "package", "generator", "models", "certify"),
}
# By their names in the package permkern; other rooms are folders of generator/.
APPLICATIONS = {"certify": "apps/certify", "models": "apps/models", "reports": "apps/report"}


def included() -> Iterator[tuple[Path, Path]]:
    """Yields each file of the library with each that it includes by its name: <mli_api.h> may be anybody's."""
    for folder in (ROOT / "src", ROOT / "include"):
        for path in folder.rglob("*.[ch]*"):
            names = re.findall(r'^ *# *include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE)
            found = (ROOT / each / name for name in names for each in ("src", "include"))
            yield from ((path, each) for each in found if each.is_file())


def imported() -> Iterator[tuple[Path, Path]]:
    """Yields each module of the package permkern with each that it imports when loaded, in apps/ also later."""
    for path in (*(ROOT / "generator").rglob("*.py"), *(ROOT / "apps").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree) if path.parent.parent.name == "apps" else tree.body:
            if isinstance(node, ast.ImportFrom):
                first, room, *parts = [*(node.module or "").split("."), ""]
                at = path.parents[node.level - 1] / first / room if node.level else ROOT / "generator" / room
                if first == "permkern":
                    at = ROOT / APPLICATIONS.get(room, at)
                at = at.joinpath(*parts)
                found = (at.with_suffix(".py"), *(at / f"{alias.name}.py" for alias in node.names))
                yield from ((path, each) for each in found if each.is_file())


def check(arrows: set[tuple[Path, Path]], below: Mapping[str, tuple[str, ...]]) -> None:
    used: dict[Path, set[Path]] = {}
    for path, other in arrows:
        used.setdefault(path, set()).add(other)
        folders = (each.relative_to(ROOT).parts[-2::-1] for each in (path, other))
        rooms = [next(name for name in parts if name in below) for parts in folders]
        assert rooms[0] == rooms[1] or rooms[1] in below[rooms[0]], f"{path} uses {other}"
    TopologicalSorter(used).prepare()  # raises CycleError


def test_includes_go_down() -> None:
    arrows = set(included())
    assert (ROOT / "src/core/fold.c", ROOT / "src/core/permkern_fold.h") in arrows
    check(arrows, BELOW_C)


def test_imports_go_down() -> None:
    arrows = set(imported())
    assert (ROOT / "generator/verbs.py", ROOT / "generator/terminal.py") in arrows
    assert (ROOT / "apps/report/page.py", ROOT / "generator/kernels/render.py") in arrows
    check(arrows, BELOW_PYTHON)


RUN = """
import runpy, sys
runpy.run_path("tools/permkern.py")
from permkern.cli import main
for line in sys.argv[1:]:
    print(line, main(line.split()), file=sys.stderr)
"""
OF_GENERATOR = (
    *("generate -o out minimal", "amalgamate -o one minimal", "check out minimal", "list minimal", "explain 2,3 1,0"),
    *("emit 2,3 1,0", "emit --recipe red", "recipe red", "new demo"),
)
ABSENT = {"report minimal": "report", "certify x.elf --set minimal": "certify", "optimize x.onnx": "models"}


def copied(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, folder / name)


def ran(folder: Path, *lines: str) -> list[str]:
    command = (sys.executable, "-B", "-c", RUN, *lines)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stderr.splitlines()


def test_applications_may_be_absent(tmp_path: Path) -> None:
    copied(tmp_path, "generator", "include", "src", "templates", "tools/permkern.py")
    told = ran(tmp_path, *OF_GENERATOR, *ABSENT)
    assert told[: len(OF_GENERATOR)] == [f"{line} 0" for line in OF_GENERATOR]
    for line, extra in ABSENT.items():
        remedy = f"run in permkern's checkout: pip install '.[{extra}]'"
        place = told.index(f"{line} 2")
        assert told[place - 1] == f"permkern {line.split()[0]}: not installed; {remedy}"


def test_report_of_a_set_needs_no_other_application(tmp_path: Path) -> None:
    copied(tmp_path, "generator", "include", "src", "templates", "tools/permkern.py", "apps/report")
    told = ran(tmp_path, "report -q -o report.html minimal", "report x.onnx", "report minimal --target m4")
    needs = "needs the Python package permkern.{0}, which is missing; run in permkern's checkout: pip install '.[{0}]'"
    assert told == [
        "report -q -o report.html minimal 0",
        f"x.onnx {needs.format('models')}",
        "report x.onnx 2",
        f"--target {needs.format('certify')}",
        "report minimal --target m4 2",
    ]


def test_listing_steps_needs_no_package() -> None:
    """tools/test installs the steps' packages, so it lists steps with Python's own modules (-S: no others)."""
    runner = ROOT / "tools" / "runner" / "main.py"
    listed = subprocess.run(
        (sys.executable, "-S", "-B", runner, "test", "--list"), capture_output=True, text=True, check=False
    )
    assert listed.returncode == 0, listed.stderr
