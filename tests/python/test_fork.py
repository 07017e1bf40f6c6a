# SPDX-License-Identifier: BSD-3-Clause
"""permkern.permute in processes that were forked off, at whatever time; forks.py has the cases."""

import subprocess
import sys
from pathlib import Path

import forks
import pytest

pytestmark = pytest.mark.ci


@pytest.mark.parametrize("case", forks.CASES)
def test_permutes_in_forked_processes(case: str, default_cache: Path) -> None:
    assert default_cache.is_dir()
    command = [sys.executable, "-W", "ignore::DeprecationWarning", forks.__file__, case]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
