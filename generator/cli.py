# SPDX-License-Identifier: BSD-3-Clause
"""Defines the command line.

Exit codes: 0 for success; 1 for a failed check; 2 for bad input (one line on stderr, nothing written); 3 for a missing
input like --dim.
"""

import argparse
import re
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import redirect_stderr, redirect_stdout
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NoReturn

from . import __version__
from .kernels.manifest import SetError
from .terminal import patient

# The module and the one-line help of each verb, in --help order. A module is imported when one of its verbs is used.
# Its function add_VERB adds the verb. Applications may be absent.
VERBS = {
    "generate": ("output_verbs", "write the kernels of a set"),
    "amalgamate": ("output_verbs", "write a set's kernels and the library as one .c and its headers"),
    "check": ("output_verbs", "compare a folder with the output for a set"),
    "list": ("verbs", "list the permutations of a set and their kernels"),
    "explain": ("verbs", "show how one permute folds and which kernel moves it"),
    "emit": ("verbs", "print one kernel as a static C function that needs no header"),
    "recipe": ("verbs", "list recipes for displays, LEDs, sound ..., or print one as a set"),
    "report": ("reports.verbs", "show the costs of permutes, and how to reduce them"),
    "certify": ("certify.verbs", "prove that a linked program's pinned kernels are right, for all contents"),
    "import": ("models.verbs", "make a set from a model's transposes"),
    "optimize": ("models.verbs", "remove the transposes that a model does not need"),
    "new": ("verbs", "write a firmware project to start from"),
}
EXTRAS = {"reports": "report", "certify": "certify", "models": "models"}  # extras in pyproject.toml, by application

_EPILOG = """\
A permutation set is a TOML file:

  format = 1
  profile = "speed"            # or "size"

  [[permute]]                  # kernels for any shape
  perms = [[2, 0, 1], [1, 2, 0]]
  bits = [8, 16]

  [[pinned]]                   # a kernel for one shape: permkern_pin_camera(in, out)
  name = "camera"
  shape = [96, 96, 3]
  perm = [2, 0, 1]
  bits = 8

Axis k of the output is axis perm[k] of the input, as in numpy.transpose. docs/permutation-sets.md has every key.

Exit codes: 0 done; 1 a check failed: `check` found a difference, `certify` refused a kernel, the copy by `optimize`
is wrong, `report` has a wrong result or too much growth; 2 bad input: one line on stderr, nothing written; 3 an input
is missing: --dim, a core that `certify` knows, or a compiler for `report --target`.
"""


class _Parser(argparse.ArgumentParser):
    """An argument parser that suggests the nearest choice for a misspelt one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **options)

        # -1,96,3 is a list, not an option: no option begins with a digit.
        self._negative_number_matcher = re.compile(r"-\d[\d,x.-]*$")

    def error(self, message: str) -> NoReturn:
        """Prints one line instead of argparse's usage and message, and exits with 2."""
        self.exit(2, f"{self.prog}: {' '.join(self._told(message).split())}\n")

    def _told(self, message: str) -> str:
        """Returns the message with a remedy: the choices, the verb's example, or its --help."""
        choice = re.fullmatch(r"argument (\S+): invalid choice: '?(.*?)'? \(choose from (.*)\)", message)
        if choice:
            option, word, choices = choice[1], choice[2], re.findall(r"[\w-]+", choice[3])
            near = get_close_matches(word, choices, 1) or [each for each in choices if word and word in each]
            near = near or [option for option in self._option_string_actions if option == f"--{word}"]
            right = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(choices)}"
            return f"{option} {word!r}: no such choice; {right}"
        number = re.fullmatch(r"argument (\S+): invalid int value: (.*)", message)
        if number:
            return f"{number[1]} {number[2]}: not a whole number; write digits alone"
        stray = re.match(r"unrecognized arguments: (--?\w[\w-]*)", message)
        near = get_close_matches(stray[1], self._option_string_actions, 1, 0.7) if stray else []
        if near:
            return f"{message}; did you mean {near[0]}?"
        example = self.epilog if (self.epilog or "").startswith("example: ") else f"see {self.prog} --help"
        return f"{message}; {example}"


def _is_there(verb: str) -> bool:
    application = VERBS[verb][0].partition(".")[0]
    return application not in EXTRAS or find_spec(f".{application}", __package__) is not None


def make_parser(verbs: Collection[str] = VERBS) -> argparse.ArgumentParser:
    """Returns the parser. Only the given verbs have arguments. Verbs of absent applications are left out."""
    parser = _Parser(
        prog="permkern",
        description="Generates C kernels that permute tensor axes, for exactly the permutations a product needs.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"permkern {__version__}")
    names = parser.add_subparsers(required=True, metavar="VERB")

    def add(name: str, run: Callable[[argparse.Namespace], int], **options: Any) -> argparse.ArgumentParser:
        verb: argparse.ArgumentParser = names.add_parser(name, help=VERBS[name][1], **options)
        verb.set_defaults(run=run, usage=verb)
        verb.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
        verb.add_argument("-q", "--quiet", action="store_true", help="print errors, but no summary")
        return verb

    for name, (module, told) in VERBS.items():
        if name in verbs and _is_there(name):
            getattr(import_module(f".{module}", __package__), f"add_{name}")(add)
        elif _is_there(name):
            names.add_parser(name, help=told)
    return parser


def _run(argv: Sequence[str]) -> int:
    verb = argv[0] if argv else ""
    if verb in VERBS and not _is_there(verb):
        extra = EXTRAS[VERBS[verb][0].partition(".")[0]]
        print(f"permkern {verb}: not installed; run in permkern's checkout: pip install '.[{extra}]'", file=sys.stderr)
        return 2
    parser = make_parser([verb])
    if argv and argv[0].startswith("-") and argv[0] not in parser._option_string_actions:
        parser.error(f"unrecognized arguments: {argv[0]}")
    arguments, unknown = parser.parse_known_args(argv)
    if unknown:
        arguments.usage.error(f"unrecognized arguments: {' '.join(unknown)}")
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except SetError as error:
        print(" ".join(str(error).splitlines()), file=sys.stderr)  # file names may contain line breaks
        return error.code
    except KeyboardInterrupt:
        print("permkern: interrupted", file=sys.stderr)
        return 130  # 128 + SIGINT, as in shells


def main(argv: Sequence[str] | None = None) -> int:
    with redirect_stdout(patient(sys.stdout)), redirect_stderr(patient(sys.stderr)):
        try:
            return _run(sys.argv[1:] if argv is None else argv)
        finally:
            sys.stdout.flush()
