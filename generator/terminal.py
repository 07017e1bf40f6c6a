# SPDX-License-Identifier: BSD-3-Clause
"""Prints text: in colours at a terminal with package `rich`, else plain."""

import errno
import io
import json
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any, TextIO

from .kernels.documents import Json
from .kernels.manifest import SetError

LONG = 3.0  # seconds before a progress line is printed
# Patterns to highlight, with rich style names. Later patterns override earlier ones.
_STYLES = (
    (r"\b[0-9]+(?:x[0-9]+)+\b", "cyan"),
    (r"\([0-9](?:,[0-9])*\)", "magenta"),
    (r"\bpermkern_\w+", "bold green"),
    (r"moves? nothing|every element keeps its place|a view", "bold blue"),
    (r"^\S.*:$", "bold"),
    (r"^  [0-9]+\.", "dim"),
)


class _Output(io.FileIO):
    """A standard stream that drops text after its reader, such as `head`, has closed. The exit code stays."""

    lost = False

    def write(self, data: Any) -> int:
        try:
            return len(data) if self.lost else super().write(data)
        except OSError as error:
            self.lost = True
            if error.errno not in (errno.EPIPE, errno.EINVAL):  # EINVAL: Windows
                raise SetError(f"standard output: cannot be written ({error.strerror})") from None
            return len(data)


def patient(stream: TextIO) -> TextIO:
    """Returns a stream that drops text without a reader, and escapes characters that its encoding lacks."""
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    try:
        raw = _Output(stream.fileno(), "w", closefd=False)
    except OSError:  # an in-memory stream
        stream.reconfigure(errors="backslashreplace")
        return stream
    by_line = stream.line_buffering or stream.write_through  # terminals and stderr
    return io.TextIOWrapper(io.BufferedWriter(raw), stream.encoding, "backslashreplace", line_buffering=by_line)


def show(text: str) -> None:
    """Prints a text, highlighted at a terminal."""
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
    """Prints a progress line on stderr after LONG seconds. Yields a function that changes the text at a terminal."""
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


def show_json(value: Json, key: str = "format") -> None:
    """Prints JSON data with a format number, by default 1."""
    print(json.dumps({key: 1, **value}, indent=2))


def answer(
    arguments: Namespace, text: str, data: Json, put: Callable[[str], object] = show, key: str = "format"
) -> None:
    """Prints the data if --format is json, else the text, unless the text is empty."""
    if arguments.format == "json":
        show_json(data, key)
    elif text:
        put(text)


@contextmanager
def packages(what: str, extra: str = "certify") -> Iterator[None]:
    """Raises SetError if an import in this block lacks a package. extra: the pyproject.toml extra that installs it."""
    try:
        yield
    except ImportError as error:
        raise SetError(
            f"{what} needs the Python package {error.name}, which is missing; run in permkern's checkout: "
            f"pip install '.[{extra}]'"
        ) from None
