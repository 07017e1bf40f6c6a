# SPDX-License-Identifier: BSD-3-Clause
"""Arguments that several verbs share. A verb's other arguments are next to its function."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable
from pathlib import Path

from .kernels.instruction_sets import TARGETS
from .kernels.manifest import shipped_sets
from .kernels.memory import MEMORIES, RIGHT
from .kernels.permutation import PACKED, WIDTHS

# Adds a verb, as add(name, run, description=...), and returns its parser.
Add = Callable[..., ArgumentParser]


SETS = ", ".join(path.stem for path in shipped_sets())
SET_HELP = f"permutation set: a .toml file, - for standard input, or the name of a shipped set ({SETS})"
# Element bits for --help, in argparse's format. The verbs check them.
EVERY_BITS = f"{{{','.join(map(str, (*PACKED, *WIDTHS)))}}}"


def folder(text: str) -> Path:
    if not text:
        raise ArgumentTypeError("the name is empty; give a folder")
    return Path(text)


def add_sets(verb: ArgumentParser) -> None:
    verb.add_argument("sets", metavar="SET.toml", nargs="+", help=f"{SET_HELP}; several are joined")


def add_target(verb: ArgumentParser, what: str, offered: Iterable[str] = TARGETS) -> None:
    told = f"{what}: {', '.join(offered)}; several with commas, or several times"
    verb.add_argument("--target", metavar="NAME", action="append", default=[], help=told)


def add_memory(verb: ArgumentParser, what: str) -> None:
    verb.add_argument("--memory", help=f"the arrays' data cache, {what}: {RIGHT}, or {', '.join(MEMORIES)}")


MOVES = ("transposes", "all")


def add_moves(verb: ArgumentParser) -> None:
    told = "all: also slices, concatenations, pads and other copies in models, neighbours as one; default: transposes"
    verb.add_argument("--moves", choices=MOVES, default=MOVES[0], help=told)


def add_model(verb: ArgumentParser) -> None:
    verb.add_argument(
        "--dim",
        metavar="NAME=EXTENT",
        action="append",
        default=[],
        help="the extent of a dynamic dimension: N=1 by its name, TENSOR:0=1 for axis 0 of a tensor, *:0=1 of any",
    )
    told = "weights that are also inputs of the model become constants: callers cannot replace them"
    verb.add_argument("--freeze-weights", action="store_true", help=told)
