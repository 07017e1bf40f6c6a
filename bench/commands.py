# SPDX-License-Identifier: BSD-3-Clause
"""Commands that the benches start."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TAIL = 15  # lines of a failed command's output that its error shows


def run(command: Sequence[str | Path], error: type[Exception], what: str = "") -> str:
    """Returns what the command prints, and raises ``error`` if it fails. ``what`` is its name in the message."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        tail = "\n".join((done.stdout + done.stderr).splitlines()[-TAIL:])
        raise error(f"{what or ' '.join(map(str, command))} failed ({done.returncode}):\n{tail}")
    return done.stdout


def run_any(command: Sequence[str | Path]) -> str:
    """Returns what the command prints to both streams, whether it fails or not."""
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False
    )
    return done.stdout
