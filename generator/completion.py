# SPDX-License-Identifier: BSD-3-Clause
"""Completion scripts of shells, by the package `shtab`, from the parser itself."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .manifest import SetError

SHELLS = ("bash", "zsh")
_FOLDERS = ("DIR",)


def _shtab() -> Any:
    try:
        import shtab
    except ImportError:
        raise SetError(
            "completion needs the Python package shtab, which is missing: pip install 'permkern[completion]'"
        ) from None
    return shtab


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Of a parser and its verbs."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for verb in action.choices.values():
                yield from _actions(verb)


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """What a shell evaluates. Arguments that are files or folders complete to such: sets have a .toml in their name."""
    shtab = _shtab()
    for action in _actions(parser):
        names = action.metavar if isinstance(action.metavar, str) else ""
        if names in _FOLDERS:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif action.type is Path or names.endswith(".toml"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    made: str = shtab.complete(parser, shell=shell)
    return made
