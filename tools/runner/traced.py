# SPDX-License-Identifier: BSD-3-Clause
"""Counts instructions in QEMU's log, which has a line for each executed instruction. Needs no plugin."""

import os
import subprocess
import threading
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path

from runner.step import ROOT


def trace(machine: str, program: Path) -> tuple[int, str, Sequence[int]]:
    """
    Runs a program with tools/qemu-run. Returns its exit code, its output, and the address of each executed instruction.
    """
    reading, writing = os.pipe()
    options = f"-singlestep -d exec,nochain -D /dev/fd/{writing}"
    environment = {**os.environ, "QEMU_RUN_OPTIONS": options, "QEMU_RUN_TIMEOUT": "900"}
    addresses = array("Q")

    def read() -> None:
        with os.fdopen(reading, "rb") as lines:
            addresses.extend(int(line.split(b"/")[1], 16) for line in lines if line.startswith(b"Trace"))

    reader = threading.Thread(target=read)
    reader.start()
    try:
        done = subprocess.run(
            [ROOT / "tools" / "qemu-run", machine, program],
            cwd=ROOT,
            env=environment,
            pass_fds=[writing],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="backslashreplace",
            check=False,
        )
    finally:
        os.close(writing)
        reader.join()
    return done.returncode, done.stdout, addresses


def stretches(addresses: Iterable[int], begin: int, end: int) -> list[int]:
    """Returns the instruction count of each stretch from address `begin`, included, to address `end`, excluded."""
    found, count = [], 0
    for address in addresses:
        if address == begin:
            count = 0
        elif address == end:
            found.append(count)
        count += 1
    return found
