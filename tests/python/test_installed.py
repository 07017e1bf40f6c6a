# SPDX-License-Identifier: BSD-3-Clause
"""The package as it is installed: what is in it, and that it generates the same files as the checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import ROOT
from permkern.kernels.documents import OUTPUTS
from permkern.kernels.runtime import runtime_files

pytestmark = pytest.mark.ci


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is built into a wheel: nothing is left behind in the checkout."""
    directory = tmp_path_factory.mktemp("source")
    for name in ("generated", "generator", "include", "src", "templates"):
        shutil.copytree(ROOT / name, directory / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for name in ("pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, directory)
    (directory / "README.md").write_text("permkern\n")
    (directory / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "permkern.1", directory / "docs")
    return directory


@pytest.fixture(scope="module")
def site(source: Path) -> Path:
    """The package as it would be installed where no C compiler is, by setuptools alone, offline."""
    pytest.importorskip("setuptools", reason="the package is built with setuptools, which is not installed")
    site = source / "site"
    site.mkdir()
    command = [sys.executable, "setup.py", "-q", "egg_info", "--egg-base", str(site), "build", "--build-lib", str(site)]
    without = {**os.environ, "CC": "no-such-compiler"}
    done = subprocess.run(command, cwd=source, env=without, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return site


def expected_files() -> set[str]:
    names = {f"permkern/{path.relative_to(ROOT / 'generator')}" for path in (ROOT / "generator").rglob("*.py")}
    names |= {"permkern/certify/naive.c", "permkern/_native.pyi", "permkern/py.typed"}
    names |= {f"permkern/sets/{path.name}" for path in (ROOT / "generator" / "sets").glob("*.toml")}
    names |= {f"permkern/{name}" for name in runtime_files()}
    return names | {f"permkern/{path.relative_to(ROOT)}" for path in (ROOT / "templates").rglob("*.j2")}


def test_package_has_sets_templates_and_the_library(site: Path) -> None:
    assert expected_files() <= {str(path.relative_to(site)) for path in site.rglob("*")}


def test_package_names_what_it_needs(site: Path) -> None:
    (info,) = site.glob("*.egg-info")
    needs = (info / "requires.txt").read_text()
    assert needs.startswith('Jinja2>=3.1\n\n[:python_version < "3.11"]\ntomli>=2.0\n\n[')
    assert "Requires-Python: >=3.10\n" in (info / "PKG-INFO").read_text()
    assert "permkern = permkern.cli:main" in (info / "entry_points.txt").read_text()


def installed(site: Path, cwd: Path, *arguments: str, says: str = "") -> None:
    """`python -m permkern` far from the checkout."""
    environment = {**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "permkern", *arguments]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, says, "")


def test_installed_package_generates_the_same(site: Path, tmp_path: Path) -> None:
    size = sum((ROOT / "generated" / name).stat().st_size for name in OUTPUTS)
    says = f"out: 8 files, 36 kernels, {size} bytes: written\n"
    installed(site, tmp_path, "generate", "-o", "out", "default", says=says)
    for name in OUTPUTS:
        assert (tmp_path / "out" / name).read_bytes() == (ROOT / "generated" / name).read_bytes()
