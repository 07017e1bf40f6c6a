# SPDX-License-Identifier: BSD-3-Clause
"""What a person at a terminal sees: colours where the package `rich` is there, plain text into pipes and files."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# What stands out in permkern's texts, by rich's names of styles. Later ones win.
_STYLES = (
    (r"\b[0-9]+(?:x[0-9]+)+\b", "cyan"),
    (r"\([0-9](?:,[0-9])*\)", "magenta"),
    (r"\bpermkern_\w+", "bold green"),
    (r"moves? nothing|every element keeps its place|a view", "bold blue"),
    (r"^\S.*:$", "bold"),
    (r"^  [0-9]+\.", "dim"),
)


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
def working(what: str) -> Iterator[None]:
    """Says on a terminal what takes a while; nothing in pipes."""
    if sys.stderr.isatty():
        try:
            from rich.console import Console
        except ImportError:
            pass
        else:
            with Console(stderr=True).status(what):
                yield
            return
    yield
