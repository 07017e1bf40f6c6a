# SPDX-License-Identifier: BSD-3-Clause
"""
permkern.permute in forked processes, at any time. Each case is its own program: this file with the case's name. An
alarm ends a child that hangs, and the case fails.
"""

import atexit
import os
import runpy
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any

import numpy as np
import pytest

if "permkern" not in sys.modules:  # in a program that the test runs
    runpy.run_path(str(Path(__file__).resolve().parents[2] / "tools" / "permkern.py"))
import permkern

SECONDS = 8  # that a child may take


def permutes() -> bool:
    """8 MiB by several threads, on a machine with one processor, too."""
    array = np.arange(1 << 23, dtype=np.uint8).reshape(1024, 1024, 8)
    want = array.transpose(2, 0, 1)
    return all((permkern.permute(array, (2, 0, 1), threads=threads) == want).all() for threads in (None, 3))


def in_child(work: Callable[[], bool]) -> bool:
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        os._exit(0 if work() else 1)
    return os.waitpid(child, 0)[1] == 0


def fork() -> bool:
    return permutes() and in_child(lambda: permutes() and in_child(permutes)) and permutes()


class Slow(MetaPathFinder):
    """Says when a module is being imported, and takes its time."""

    def __init__(self) -> None:
        self.there = threading.Event()

    def find_spec(self, name: str, *_: Any) -> None:
        if name == "permkern.arrays":
            self.there.set()
            threading.Event().wait(0.5)


def during_import() -> bool:
    """Forks while another thread is in its first permute, and imports the extension."""
    slow = Slow()
    sys.meta_path.insert(0, slow)
    other = threading.Thread(target=permutes)
    other.start()
    slow.there.wait()
    well = in_child(permutes)
    other.join()
    return well


def at_the_end() -> bool:
    """No thread can be started any more while a process ends."""
    permutes()
    atexit.register(lambda: permutes() or os._exit(1))
    return True


CASES = {case.__name__: case for case in (fork, during_import, at_the_end)}


@pytest.mark.nightly
@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("case", CASES)
def test_permutes_in_forked_processes(case: str) -> None:
    command = [sys.executable, "-W", "ignore::DeprecationWarning", __file__, case]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


if __name__ == "__main__":
    sys.exit(0 if CASES[sys.argv[1]]() else 1)
