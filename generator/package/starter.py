# SPDX-License-Identifier: BSD-3-Clause
"""Renders the project of `permkern new`."""

from pathlib import PurePath

from ..kernels.inventory import make_inventory
from ..kernels.manifest import parse_set
from ..kernels.render import environment
from .amalgamate import amalgamate
from .boards import Board

SET = "permutes"


def project(name: str, board: Board, checkout: str = "") -> dict[str, str]:
    """Returns a project's files as texts by name: its own files, then its set's kernels for its core.

    checkout: the path from the project to permkern's checkout; empty if there is none.
    """
    env = environment()
    pairs = (word.format(name=name).partition("=") for word in board.files.split())
    files = {
        file: env.get_template(f"new/{template or file}.j2").render(name=name, board=board, checkout=checkout)
        for file, _, template in pairs
    }
    inventory = make_inventory(parse_set(files[f"{SET}.toml"], f"{SET}.toml", SET))
    kernels = amalgamate(inventory, board.target.split(","))
    return files | {str(PurePath(board.kernels, file)): text for file, text in kernels.items()}
