# SPDX-License-Identifier: BSD-3-Clause
"""This checkout's generator as the package `permkern`, and the C library for comparisons."""

import os
import runpy
import sys
from fcntl import LOCK_EX, flock
from importlib.abc import MetaPathFinder
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from clib import Library

ROOT = Path(__file__).resolve().parents[2]
OPTIONAL = ("ai_edge_litert", "flatbuffers", "hypothesis", "numpy", "onnx", "tflite")

# Runs nothing: it makes generator/ the module that an installation calls permkern.
runpy.run_path(str(ROOT / "tools" / "permkern.py"))
sys.path += [str(ROOT), str(ROOT / "tools"), str(ROOT / "bench")]  # the runner, which no installation has


class Missing(MetaPathFinder):
    """Skips tests that import an optional package that is not installed."""

    def find_spec(self, name: str, *_: Any) -> None:
        if name in OPTIONAL:
            pytest.skip(f"{name} is not installed", allow_module_level=True)


if find_spec("hypothesis"):
    from hypothesis import settings

    # The same examples on every run and machine; `pytest --hypothesis-profile search` looks for others.
    settings.register_profile("permkern", deadline=None, derandomize=True, database=None)
    settings.register_profile("search", deadline=None, max_examples=2000)
    settings.load_profile("permkern")
sys.meta_path.append(Missing())


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> "Library":
    """The C library without host vectors, to compare folding and choices. Exports internal functions, too."""
    from clib import Library, build

    plain = "-DPERMKERN_CORE=PERMKERN_CORE_PLAIN"
    return Library(build(tmp_path_factory.mktemp("library") / "libpermkern.so", ROOT / "generated", plain))


@pytest.fixture(scope="session")
def native(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compiles permkern.permute's extension in the checkout, once for all pytest-xdist workers."""
    from runner.programs import compile_arrays

    base = tmp_path_factory.getbasetemp()
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with (folder / "native.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        compile_arrays()
