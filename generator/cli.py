# SPDX-License-Identifier: BSD-3-Clause
"""The command line: generate, check, list, explain.

Exit codes: 0 done, 1 `check` found a difference, 2 bad input (one line on stderr, nothing written).
"""

import argparse
import io
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from . import __version__
from .explain import explain, parse_request
from .manifest import SetError, find_set, load_set, shipped_sets
from .permutation import WIDTHS
from .plan import Plan, make_plan
from .render import OUTPUTS, inputs, render
from .writer import depfile, diff, left_over, stale, write

_SET_HELP = "permutation set: a .toml file, or the name of a shipped set ({names})"

_EPILOG = """\
A permutation set is a TOML file:

  format = 1
  profile = "speed"            # or "size"

  [[permute]]                  # kernels for any shape
  perms = [[2, 0, 1], [1, 2, 0]]
  bits = [8, 16]

  [[pinned]]                   # a kernel for one shape: permkern_camera(in, out)
  name = "camera"
  shape = [96, 96, 3]
  perm = [2, 0, 1]
  bits = 8

Axis k of the output is axis perm[k] of the input, as in numpy.transpose. docs/permutation-sets.md has every key.
"""


def _folder(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("an empty name, a folder would be right")
    return Path(text)


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="permkern",
        description="Generates C kernels that permute tensor axes, for exactly the permutations a product needs.",
        epilog=_EPILOG,
        formatter_class=raw,
    )
    parser.add_argument("--version", action="version", version=f"permkern {__version__}")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    set_help = _SET_HELP.format(names=", ".join(path.stem for path in shipped_sets()))

    verb = verbs.add_parser(
        "generate",
        help="write the kernels of a set",
        description=f"Writes {', '.join(OUTPUTS)} into DIR. Files that would not change are left alone.",
        epilog="example: permkern generate -o generated my_model.toml",
        formatter_class=raw,
    )
    verb.add_argument("-o", "--output", metavar="DIR", type=_folder, required=True, help="folder to write into")
    verb.add_argument("--depfile", metavar="F", type=Path, help="also write what the output depends on, as a make rule")
    verb.add_argument("--dry-run", action="store_true", help="name the files that would be written, write nothing")
    verb.add_argument("set", metavar="SET.toml", help=set_help)

    verb = verbs.add_parser(
        "check",
        help="compare a folder with what a set generates",
        description="Compares byte by byte. Prints a unified diff and exits with 1 where something differs.",
        epilog="example: permkern check generated my_model.toml",
        formatter_class=raw,
    )
    verb.add_argument("directory", metavar="DIR", type=_folder, help="folder that `generate` wrote")
    verb.add_argument("set", metavar="SET.toml", help=set_help)

    verb = verbs.add_parser(
        "list",
        help="show the plan of a set: every permutation and its kernel",
        description="One line for each folded permutation and width, and for each pinned kernel.",
        epilog="example: permkern list --format json my_model.toml",
        formatter_class=raw,
    )
    verb.add_argument("set", metavar="SET.toml", help=set_help)
    verb.add_argument("--format", choices=("text", "json"), default="text", help="default: text")

    verb = verbs.add_parser(
        "explain",
        help="show how one permute folds and which kernel serves it",
        description="The folding step by step, the kernel chosen, and why.",
        epilog="example: permkern explain 1,257,1,2 0,3,2,1 --bits 32",
        formatter_class=raw,
    )
    verb.add_argument("shape", metavar="SHAPE", help="extents of the input, like 28,28,8")
    verb.add_argument("perm", metavar="PERM", help="axis k of the output is axis PERM[k] of the input, like 2,0,1")
    verb.add_argument("--set", metavar="SET.toml", default="default", help=f"{set_help}; default: default")
    verb.add_argument("--bits", type=int, choices=WIDTHS, default=8, help="element bits, default: 8")
    return parser


def _plan_rows(plan: Plan) -> dict[str, object]:
    return {
        "set": plan.name,
        "profile": plan.profile,
        "isa": plan.isa.name,
        "forms": [
            {
                "bits": form.bits,
                "perm": list(form.perm),
                "kernel": form.kernel.name if form.kernel else "permkern_generic",
                "strategy": form.choice.strategy.value,
                "why": form.choice.why,
            }
            for form in plan.forms
        ],
        "pinned": [
            {
                "name": entry.request.name,
                "symbol": entry.symbol,
                "bits": entry.work.bits,
                "shape": list(entry.work.shape),
                "perm": list(entry.work.perm),
                "count": entry.request.count,
                "align": entry.request.align,
                "dispatch": entry.request.dispatch,
                "folded_shape": list(entry.body.best.work.shape),
                "folded_perm": list(entry.body.best.work.perm),
                "folded_bits": entry.body.best.work.bits,
                "moves": entry.body.best.work.moves,
                "strategy": entry.body.best.choice.strategy.value,
                "body": entry.code,
                "why": entry.body.best.choice.why,
            }
            for entry in plan.pinned
        ],
    }


def _plan_text(plan: Plan) -> str:
    rows = [
        (
            f"{form.bits}-bit",
            f"({','.join(map(str, form.perm))})",
            form.choice.strategy.value,
            form.kernel.name if form.kernel else "permkern_generic",
        )
        for form in plan.forms
    ]
    rows += [
        (
            f"{entry.work.bits}-bit",
            str(entry.work),
            entry.body.best.choice.strategy.value,
            f"{entry.symbol} x{entry.request.count}",
        )
        for entry in plan.pinned
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    lines = [f"set {plan.name}, profile {plan.profile}: {len(plan.kernels)} kernels, {len(plan.pinned)} pinned"]
    lines += [
        "  ".join([cell.ljust(width) for cell, width in zip(row, widths, strict=False)] + [row[3]]) for row in rows
    ]
    return "\n".join(lines)


def _generate(arguments: argparse.Namespace) -> int:
    files = render(make_plan(load_set(arguments.set)))
    try:
        if arguments.dry_run:
            for name in stale(arguments.output, files):
                print(f"would write {arguments.output / name}")
            return 0
        wanted = {arguments.output / name: text for name, text in files.items()}
        if arguments.depfile is not None:
            wanted[arguments.depfile] = depfile(arguments.output, files, [find_set(arguments.set), *inputs()])
        write(wanted)
    except OSError as error:
        raise SetError(f"{error.filename or arguments.output}: cannot be written ({error.strerror})") from None
    return 0


def _check(arguments: argparse.Namespace) -> int:
    if not arguments.directory.is_dir():
        raise SetError(f"{arguments.directory}: no such folder, one that `permkern generate` wrote would be right")
    files = render(make_plan(load_set(arguments.set)))
    try:
        difference = diff(arguments.directory, files)
        extra = left_over(arguments.directory, files)
    except OSError as error:
        raise SetError(f"{error.filename or arguments.directory}: cannot be read ({error.strerror})") from None
    sys.stdout.write(difference)
    for name in extra:
        print(f"{name}: no file of this set, delete it")
    return 1 if difference or extra else 0


def _list(arguments: argparse.Namespace) -> int:
    plan = make_plan(load_set(arguments.set))
    print(json.dumps(_plan_rows(plan), indent=2) if arguments.format == "json" else _plan_text(plan))
    return 0


def _explain(arguments: argparse.Namespace) -> int:
    work = parse_request(arguments.shape, arguments.perm, arguments.bits)
    print(explain(work, make_plan(load_set(arguments.set))))
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may not know every character of a file
    arguments = _parser().parse_args(argv)
    verb = {"generate": _generate, "check": _check, "list": _list, "explain": _explain}[arguments.verb]
    try:
        code = verb(arguments)
        sys.stdout.flush()
        return code
    except SetError as error:
        print(" ".join(str(error).splitlines()), file=sys.stderr)  # a file's name may hold anything
        return 2
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
