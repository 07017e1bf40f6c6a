# SPDX-License-Identifier: BSD-3-Clause
"""
permkern.permute in processes that were forked off, at whatever time. Each case is a program of its own: this file with
the case's name. A child that hangs is ended by its alarm, and the case fails.
"""

import atexit
import multiprocessing
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


def permutes(shape: tuple[int, int, int] = (1024, 1024, 8), library: Any = permkern) -> bool:
    """8 MiB by several threads, on a machine with one processor, too."""
    array = np.arange(np.prod(shape), dtype=np.uint8).reshape(shape)
    want = array.transpose(2, 0, 1)
    return all((library.permute(array, (2, 0, 1), threads=threads) == want).all() for threads in (None, 3))


def deadline(*_: Any) -> None:
    signal.alarm(SECONDS)


def in_child(work: Callable[[], bool]) -> bool:
    child = os.fork()
    if child == 0:
        deadline()
        os._exit(0 if work() else 1)
    return os.waitpid(child, 0)[1] == 0


def fork() -> bool:
    return permutes() and in_child(lambda: permutes() and in_child(permutes)) and permutes()


def pool() -> bool:
    """multiprocessing, by fork."""
    permutes()
    with multiprocessing.get_context("fork").Pool(2, deadline) as processes:
        return all(processes.map(permutes, [(1024, 1024, 8)] * 4))


def during_permutes() -> bool:
    """Other threads are in the middle of permutes, of ever new shapes."""
    permutes()
    stop = threading.Event()

    def others() -> None:
        extent = 1
        while not stop.is_set():
            extent += 1
            permutes((extent, 64, 3))

    threads = [threading.Thread(target=others) for _ in range(2)]
    for thread in threads:
        thread.start()
    well = all(in_child(lambda: permutes((64, 64, 3))) for _ in range(30))
    stop.set()
    for thread in threads:
        thread.join()
    return well


def while_another(first_step: Callable[[threading.Event], None]) -> bool:
    """Another thread is in its first permute, at a step that it says it has come to."""
    there = threading.Event()
    first_step(there)
    other = threading.Thread(target=permutes)
    other.start()
    there.wait()
    well = in_child(permutes)
    other.join()
    return well


def while_importing(module: str) -> bool:
    """Another thread imports a module for its first permute."""

    class Slow(MetaPathFinder):
        def __init__(self, there: threading.Event) -> None:
            self.there = there

        def find_spec(self, name: str, *_: Any) -> None:
            if name == module:
                self.there.set()
                threading.Event().wait(0.5)

    return while_another(lambda there: sys.meta_path.insert(0, Slow(there)))


def during_import() -> bool:
    """What permutes is being imported."""
    return while_importing("permkern.arrays")


def at_the_end() -> bool:
    """No thread can be started any more while a process ends."""
    permutes()
    atexit.register(lambda: permutes() or os._exit(1))
    return True


CASES = {case.__name__: case for case in (fork, pool, during_permutes, during_import, at_the_end)}


@pytest.mark.nightly
@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("case", CASES)
def test_permutes_in_forked_processes(case: str) -> None:
    command = [sys.executable, "-W", "ignore::DeprecationWarning", __file__, case]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


if __name__ == "__main__":
    sys.exit(0 if CASES[sys.argv[1]]() else 1)
