# SPDX-License-Identifier: BSD-3-Clause
"""Output to a terminal and to a pipe."""

import os
import pty
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial

import pytest
from commands import ROOT
from permkern import terminal

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


def test_without_rich_it_is_plain() -> None:
    hide = "import sys; sys.modules['rich'] = sys.modules['rich.console'] = None; "
    hide += "sys.argv = ['permkern', 'list', 'minimal']"
    run = f"import runpy; runpy.run_path({str(ROOT / 'tools' / 'permkern.py')!r}, run_name='__main__')"
    assert in_terminal(sys.executable, "-c", f"{hide}; {run}") == piped(*COMMAND, "list", "minimal")


@pytest.mark.parametrize(
    ("code", "words"),
    [(1, ("check", str(ROOT / "generated"), "minimal")), (0, ("list", "default")), (2, ("list", "nowhere"))],
)
def test_the_verdict_is_the_exit_code_when_the_reader_has_gone(code: int, words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run((*COMMAND, *words), stdout=writer, stderr=writer, check=False)
    os.close(writer)
    assert done.returncode == code


def test_a_full_disk_is_an_error() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run((*COMMAND, "list", "mli"), stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    told = "standard output: cannot be written (No space left on device)\n"
    assert (done.returncode, done.stderr) == (2, told)


def test_an_interrupt_is_one_line_and_130() -> None:
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a background job ignores it
    with subprocess.Popen((*COMMAND, "list", "-"), preexec_fn=heard, **pipes) as process:
        assert process.stdin and process.stderr
        process.stdin.write(b"#" * 100_000)  # more than a pipe holds: the verb reads
        for _ in range(20):  # between two reads, Python notes a signal, and waits on
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=1)  # returns at once when it ends: a second signal could meet Python's end
                break
        process.kill()
        assert (process.returncode, process.stderr.read()) == (130, b"permkern: interrupted\n")


def test_long_work_is_announced(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "LONG", 0.01)
    with terminal.working("measuring"):
        time.sleep(0.2)
    assert capsys.readouterr().err == "measuring ...\n"
