# SPDX-License-Identifier: BSD-3-Clause
"""Python 3.10, which has no tomllib: tomli stands in. ruff and mypy look at everything else as 3.10 does."""

import subprocess
import sys

from commands import ROOT

# This Python as if it were 3.10: third parties are imported as they are.
READ = f"""
import runpy, sys, jinja2, tomli
sys.modules["tomllib"] = None
sys.version_info = (3, 10, 12, "final", 0)
runpy.run_path({str(ROOT / "tools" / "permkern.py")!r})
from permkern.cli import main
from permkern.kernels.tomlreader import loads
print(loads.__module__)
main(["check", {str(ROOT / "generated")!r}, "default"])
main(["list", {str(ROOT / "LICENSE")!r}])
"""


def test_tomli_reads_sets() -> None:
    done = subprocess.run([sys.executable, "-B", "-c", READ], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("tomli.") and done.stdout.count("\n") == 1, "check finds no difference"
    assert "LICENSE:1: not TOML: " in done.stderr
