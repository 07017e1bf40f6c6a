# SPDX-License-Identifier: BSD-3-Clause
"""Prints text, with colours at a terminal if the package `rich` is installed, else plain."""

import errno
import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any, TextIO

from .kernels.documents import Json
from .kernels.manifest import SetError

LONG = 3.0  # seconds after which a line says what is being done
# Regular expressions of what is highlighted, with names of rich's styles. Later ones override earlier ones.
_STYLES = (
    (r"\b[0-9]+(?:x[0-9]+)+\b", "cyan"),
    (r"\([0-9](?:,[0-9])*\)", "magenta"),
    (r"\bpermkern_\w+", "bold green"),
    (r"moves? nothing|every element keeps its place|a view", "bold blue"),
    (r"^\S.*:$", "bold"),
    (r"^  [0-9]+\.", "dim"),
)


class _Output(io.FileIO):
    """A standard stream that drops text when its reader has gone, as `head` goes: the work and its exit code stay."""

    lost = False

    def write(self, data: Any) -> int:
        try:
            return len(data) if self.lost else super().write(data)
        except OSError as error:
            self.lost = True
            if error.errno not in (errno.EPIPE, errno.EINVAL):  # Windows says EINVAL
                raise SetError(f"standard output: cannot be written ({error.strerror})") from None
            return len(data)


def patient(stream: TextIO) -> TextIO:
    """Returns a standard stream that outlives its reader, and shows what its encoding has no character for."""
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    try:
        raw = _Output(stream.fileno(), "w", closefd=False)
    except OSError:  # a stream of memory
        stream.reconfigure(errors="backslashreplace")
        return stream
    by_line = stream.line_buffering or stream.write_through  # as a terminal is, and stderr
    return io.TextIOWrapper(io.BufferedWriter(raw), stream.encoding, "backslashreplace", line_buffering=by_line)


def show(text: str) -> None:
    """Prints a text."""
    if not sys.stdout.isatty():
        print(text)
        return
    try:
        from rich.console import Console
        from rich.text import Text
    except ImportError:
        print(text)
        return
    shown = Text(text)
    for pattern, style in _STYLES:
        shown.highlight_regex(re.compile(pattern, re.MULTILINE), style)
    Console(soft_wrap=True).print(shown)


@contextmanager
def working(what: str) -> Iterator[Callable[[str], None]]:
    """Shows on stderr what takes longer than LONG seconds. Yields a function that changes the text at a terminal."""
    if sys.stderr.isatty():
        try:
            from rich.console import Console
        except ImportError:
            pass
        else:
            with Console(stderr=True).status(what) as status:
                yield status.update
            return
    line = Timer(LONG, lambda: print(f"{what} ...", file=sys.stderr, flush=True))
    line.daemon = True
    line.start()
    try:
        yield lambda _: None
    finally:
        line.cancel()


def show_json(value: Json) -> None:
    """Prints data, with the number of its format: 1 if it has none of its own."""
    print(json.dumps({"format": 1, **value}, indent=2))


@contextmanager
def packages(what: str, extra: str = "certify") -> Iterator[None]:
    """Raises SetError for a missing package that is imported here. extra: of pyproject.toml, which installs it."""
    try:
        yield
    except ImportError as error:
        raise SetError(
            f"{what} needs the Python package {error.name}, which is missing; run in permkern's checkout: "
            f"pip install '.[{extra}]'"
        ) from None
