# SPDX-License-Identifier: BSD-3-Clause
"""The command line, run in this process, as Python takes long to begin."""

import os
import runpy
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

if "permkern" not in sys.modules:  # in a program that a test runs
    runpy.run_path(str(ROOT / "tools" / "permkern.py"))

from permkern.cli import main  # noqa: E402


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str

    @property
    def is_refused(self) -> bool:
        """Whether it ended with exit code 2, printed nothing, and gave the reason in one line."""
        return (self.returncode, self.stdout, self.stderr.count("\n")) == (2, "", 1)


def permkern(*arguments: str | Path, cwd: Path | None = None) -> Done:
    before = Path.cwd()
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    os.chdir(cwd or before)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main([str(argument) for argument in arguments])
    except SystemExit as ended:
        code = int(ended.code or 0)
    finally:
        os.chdir(before)
    for stream in (out, err):
        stream.seek(0)
    return Done(code, out.read(), err.read())
