# SPDX-License-Identifier: BSD-3-Clause
"""Makes shell completion scripts from the argument parser, with the package `shtab`."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .kernels.instruction_sets import TARGETS
from .kernels.manifest import SetError

SHELLS = ("bash", "zsh")
_FOLDERS = ("DIR",)


def _shtab() -> Any:
    try:
        import shtab
    except ImportError:
        raise SetError(
            "completion needs the Python package shtab, which is missing; run in permkern's checkout: "
            "pip install '.[completion]'"
        ) from None
    return shtab


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yields the actions of a parser and of its verbs' parsers."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for verb in action.choices.values():
                yield from _actions(verb)


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """Returns the script for a shell. Arguments that name files or folders, sets included, complete to such names."""
    shtab = _shtab()
    for action in _actions(parser):
        if action.dest == "target":
            action.choices = tuple(TARGETS)  # which the verbs read themselves, with commas and by short names, too
        names = action.metavar if isinstance(action.metavar, str) else ""
        if names in _FOLDERS:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif action.type is Path or names.endswith(".toml"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    made: str = shtab.complete(parser, shell=shell)
    return made
