# SPDX-License-Identifier: BSD-3-Clause
"""The installed package's files. verify/pages.py runs it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from commands import ROOT
from permkern.kernels.runtime import runtime_files

pytest.importorskip("setuptools", reason="the package is built with setuptools, which is not installed")


@pytest.mark.ci
def test_package_has_sets_templates_and_the_library(tmp_path: Path) -> None:
    """Without a C compiler. Builds a copy, so nothing stays in the checkout."""
    for name in ("apps", "generated", "generator", "include", "src", "templates", "docs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for name in ("pyproject.toml", "setup.py", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    command = [sys.executable, "setup.py", "-q", "bdist_wheel", "--dist-dir", "wheel"]
    without = {**os.environ, "CC": "no-such-compiler"}
    done = subprocess.run(command, cwd=tmp_path, env=without, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    [wheel] = (tmp_path / "wheel").iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")  # it has no compiled part
    wanted = {f"permkern/{path.relative_to(ROOT / 'generator')}" for path in (ROOT / "generator").rglob("*.py")}
    for name, folder in (("certify", "certify"), ("models", "models"), ("reports", "report")):
        of_application = (path for path in (ROOT / "apps" / folder).rglob("*") if path.suffix in (".py", ".c", ".j2"))
        wanted |= {f"permkern/{name}/{path.relative_to(ROOT / 'apps' / folder)}" for path in of_application}
    wanted |= {"permkern/_native.pyi", "permkern/py.typed", "permkern/recipes.toml"}
    wanted |= {f"permkern/sets/{path.name}" for path in (ROOT / "generator" / "sets").glob("*.toml")}
    wanted |= {f"permkern/{name}" for name in runtime_files()}
    wanted |= {f"permkern/{path.relative_to(ROOT)}" for path in (ROOT / "templates").rglob("*.j2")}
    assert wanted <= {*ZipFile(wheel).namelist()}
