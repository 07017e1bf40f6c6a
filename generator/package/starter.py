# SPDX-License-Identifier: BSD-3-Clause
"""Renders the firmware project of `permkern new`, which builds with make and runs on an emulated core."""

from ..kernels.inventory import make_inventory
from ..kernels.manifest import parse_set
from ..kernels.render import environment
from .amalgamate import amalgamate
from .boards import Board

FILES = ("Makefile", "main.c", "permutes.toml", "README.md", ".gitignore")
SET = "permutes"
KERNELS = "third_party"  # folder for the generated C


def project(name: str, board: Board, checkout: str = "") -> dict[str, str]:
    """Returns a project's files as texts by name: its own files, then its set's kernels for its core.

    checkout: the path from the project to permkern's checkout; empty if there is none.
    """
    env = environment()
    files = {
        file: env.get_template(f"new/{file.lstrip('.')}.j2").render(name=name, board=board, checkout=checkout)
        for file in FILES
    }
    inventory = make_inventory(parse_set(files[f"{SET}.toml"], f"{SET}.toml", SET))
    return files | {f"{KERNELS}/{file}": text for file, text in amalgamate(inventory, [board.target]).items()}
