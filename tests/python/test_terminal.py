# SPDX-License-Identifier: BSD-3-Clause
"""What a terminal shows, and what a pipe gets."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import onnx
import pytest
from commands import ROOT
from modelfiles import attention

pytestmark = pytest.mark.ci

COMMAND = [sys.executable, "-B", str(ROOT / "tools" / "permkern.py")]
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def in_terminal(*command: str) -> str:
    """Both streams of a command that has a terminal."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "200"}
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, stdin=theirs, env=environment) as process:
        os.close(theirs)
        parts = []
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other side is closed
                break
            parts.append(part)
        process.wait()
    os.close(ours)
    return b"".join(parts).decode().replace("\r\n", "\n")


def piped(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("words", [("explain", "28,28,8", "2,0,1"), ("list", "minimal")], ids=" ".join)
def test_colours_on_a_terminal_alone(words: tuple[str, ...]) -> None:
    pytest.importorskip("rich")
    shown, plain = in_terminal(*COMMAND, *words), piped(*COMMAND, *words)
    assert not ESCAPE.search(plain)
    assert ESCAPE.search(shown)
    assert ESCAPE.sub("", shown) == plain


def test_what_stands_out() -> None:
    pytest.importorskip("rich")
    shown = in_terminal(*COMMAND, "explain", "1,257,1,2", "0,3,2,1")
    assert "\x1b[36m1x257x1x2\x1b[0m" in shown, "shapes are cyan"
    assert "\x1b[35m(1,0)\x1b[0m" in shown, "permutations are magenta"
    assert "\x1b[1;32mpermkern_x8_p10_tile\x1b[0m" in shown, "kernels are green"
    assert "\x1b[1mIf it is pinned to this shape:\x1b[0m" in shown, "headings are bold"
    assert "\x1b[1;34mevery element keeps its place" in in_terminal(*COMMAND, "explain", "7", "0")


def test_without_rich_it_is_plain() -> None:
    hide = "import sys; sys.modules['rich'] = sys.modules['rich.console'] = None; "
    hide += "sys.argv = ['permkern', 'list', 'minimal']"
    run = f"import runpy; runpy.run_path({str(ROOT / 'tools' / 'permkern.py')!r}, run_name='__main__')"
    assert in_terminal(sys.executable, "-c", f"{hide}; {run}") == piped(*COMMAND, "list", "minimal")


def test_work_that_takes_a_while_is_announced_on_a_terminal_alone(tmp_path: Path) -> None:
    pytest.importorskip("rich")
    onnx.save(attention(), tmp_path / "model.onnx")
    command = (*COMMAND, "import", str(tmp_path / "model.onnx"), "-o", str(tmp_path / "set.toml"))
    assert f"reading {tmp_path / 'model.onnx'}" in in_terminal(*command)
    assert "reading" not in piped(*command)
