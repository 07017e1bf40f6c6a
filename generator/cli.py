# SPDX-License-Identifier: BSD-3-Clause
"""Defines the command line.

The exit code is 0 for success, 1 if a check failed, 2 for bad input, which is reported in one line on stderr with
nothing written, and 3 if something has to be given, such as --dim.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from . import __version__
from .certify.cores import CORES
from .completion import SHELLS
from .kernels.documents import APIS, OUTPUTS
from .kernels.instruction_sets import FIRMWARE_TARGETS, TARGETS
from .kernels.manifest import PROFILES, SetError, shipped_sets
from .kernels.permutation import PACKED, WIDTHS
from .package.boards import BOARDS
from .terminal import patient

_SET_HELP = "permutation set: a .toml file, - for standard input, or the name of a shipped set ({names})"

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

Exit codes: 0 done; 1 a check failed: `check` found a difference, `certify` refused a kernel, the copy of `optimize` is
not right, `report` has a wrong result or too much growth; 2 bad input: one line on stderr, nothing written; 3 something
has to be given: --dim, a core that `certify` knows, or a compiler for `report --target`.
"""


def _folder(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("the name is empty; give a folder")
    return Path(text)


class _Parser(argparse.ArgumentParser):
    """An argument parser that suggests the nearest choice for a misspelt one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **options)

        # -1,96,3 is a list and no option: none begins with a digit.
        self._negative_number_matcher = re.compile(r"-\d[\d,x.-]*$")

    def error(self, message: str) -> NoReturn:
        """Prints one line in place of argparse's usage and message, as for any bad input."""
        self.exit(2, f"{self.prog}: {' '.join(self._told(message).split())}\n")

    def _told(self, message: str) -> str:
        """Returns a message with what mends the mistake: the choices, the example of the verb, or its --help."""
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


class _Names(tuple[str, ...]):
    """Names that completion offers. argparse refuses no other: they may be short, or several with commas."""

    def __contains__(self, name: object) -> bool:
        return True


def _verb(module: str, name: str) -> Callable[..., int]:
    """Returns a verb whose module is imported when it runs, so that none waits for what others need."""

    def run(*arguments: Any) -> int:
        code: int = getattr(import_module(f".{module}", __package__), name)(*arguments)
        return code

    return run


def make_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="permkern",
        description="Generates C kernels that permute tensor axes, for exactly the permutations a product needs.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"permkern {__version__}")
    names = parser.add_subparsers(required=True, metavar="VERB")
    every_bits = _Names(map(str, (*PACKED, *WIDTHS)))
    set_help = _SET_HELP.format(names=", ".join(path.stem for path in shipped_sets()))

    def add(name: str, run: Callable[[argparse.Namespace], int], **options: Any) -> argparse.ArgumentParser:
        verb: argparse.ArgumentParser = names.add_parser(name, **options)
        verb.set_defaults(run=run, usage=verb)
        verb.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
        verb.add_argument("-q", "--quiet", action="store_true", help="no summary of what was done; errors are printed")
        return verb

    def add_writing(verb: argparse.ArgumentParser) -> None:
        verb.add_argument("-o", "--output", metavar="DIR", type=_folder, required=True, help="folder to write into")
        verb.add_argument("-v", "--verbose", action="store_true", help="print on stderr what was chosen, and why")
        verb.add_argument("--depfile", metavar="F", type=Path, help="also write what the output depends on, for make")
        verb.add_argument("--dry-run", action="store_true", help="name the files that would be written, write nothing")

    def add_target(verb: argparse.ArgumentParser, what: str, offered: Iterable[str] = TARGETS) -> None:
        told = f"{what}: {', '.join(offered)}; several with commas, or several times"
        verb.add_argument("--target", metavar="NAME", action="append", default=[], choices=_Names(offered), help=told)

    def add_sets(verb: argparse.ArgumentParser) -> None:
        verb.add_argument("sets", metavar="SET.toml", nargs="+", help=f"{set_help}; several are joined")

    def add_dim(verb: argparse.ArgumentParser) -> None:
        verb.add_argument(
            "--dim",
            metavar="NAME=EXTENT",
            action="append",
            default=[],
            help="the extent of a dynamic dimension: N=1 by its name, TENSOR:0=1 for axis 0 of a tensor, *:0=1 of any",
        )

    verb = add(
        "generate",
        _verb("output_verbs", "generate"),
        help="write the kernels of a set",
        description=f"Writes {', '.join(OUTPUTS)} into DIR. Files that would not change are left alone.",
        epilog="example: permkern generate -o generated my_model.toml",
    )
    add_writing(verb)
    add_target(verb, "only the code for this target")
    add_sets(verb)

    verb = add(
        "amalgamate",
        _verb("output_verbs", "amalgamate_set"),
        help="write a set's kernels and the library as one .c and its headers",
        description="Writes permkern.c and its headers into DIR, for any build: kernels, core API, MLI layer.\n"
        "permkern.h, permkern_kernels.h and permkern_mli.h declare the same. --cpp adds permkern.hpp for C++ code.\n"
        "With --target, what that target needs and no more, and of a set of pinned kernels these alone.\n"
        "Files that would not change are left alone.",
        epilog="example: permkern amalgamate --target cortex-m4 -o third_party/permkern my_model.toml",
    )
    add_writing(verb)
    add_target(verb, "only the code for this target, and headers by the names of the library's, C++ included")
    verb.add_argument(
        "--api",
        choices=APIS,
        help="how much of the library: pinned kernels alone, the core API, or the MLI layer, too; default: all of it, "
        "but with --target, of a set that has nothing but pinned kernels, these alone",
    )
    verb.add_argument(
        "--cpp", action="store_true", help="also write permkern.hpp, for C++17 and newer; --target always does"
    )
    add_sets(verb)

    verb = add(
        "check",
        _verb("output_verbs", "check"),
        help="compare a folder with what a set generates",
        description="Compares byte by byte. Prints a unified diff and exits with 1 where something differs.",
        epilog="example: permkern check generated my_model.toml",
    )
    verb.add_argument("directory", metavar="DIR", type=_folder, help="folder that `generate` or `amalgamate` wrote")
    add_target(verb, "what the folder was written for; default: what its files say")
    add_sets(verb)

    verb = add(
        "list",
        _verb("verbs", "list_plan"),
        help="show the plan of a set: every permutation and its kernel",
        description="One line for each folded permutation and width, and for each pinned kernel.",
        epilog="example: permkern list --format json my_model.toml",
    )
    add_sets(verb)

    verb = add(
        "explain",
        _verb("verbs", "explain_work"),
        help="show how one permute folds and which kernel serves it",
        description="The folding step by step, the kernel chosen, and why.",
        epilog="example: permkern explain 1,257,1,2 0,3,2,1 --bits 32",
    )
    verb.add_argument("shape", metavar="SHAPE", help="extents of the input, like 28,28,8")
    verb.add_argument("perm", metavar="PERM", help="axis k of the output is axis PERM[k] of the input, like 2,0,1")
    verb.add_argument("--set", metavar="SET.toml", default="default", help=f"{set_help}; default: default")
    verb.add_argument(
        "--bits", type=int, choices=every_bits, help="element bits; default: those of the set's pin, or 8"
    )
    verb.add_argument("--flip", metavar="AXES", help="axes of the output that are reversed, like 0,1; default: none")
    verb.add_argument(
        "--in-strides",
        metavar="STRIDES",
        help="elements from one index to the next, for each axis of the input, like 640,1, or like =-640,1 if the "
        "first is negative; default: no gaps",
    )
    verb.add_argument("--out-strides", metavar="STRIDES", help="the same for each axis of the output")
    verb.add_argument("--xor", metavar="CONSTANT", help="what each element is exclusive-ored with, like 0x80")
    verb.add_argument(
        "--target",
        metavar="NAME",
        choices=_Names(TARGETS),
        help=f"what this target runs: {', '.join(TARGETS)}; default: words, without vectors",
    )

    verb = add(
        "emit",
        _verb("verbs", "emit_kernel"),
        help="print one kernel as a static C function that needs no header",
        description="Prints a static function, void NAME(const void *in, void *out), and all that it needs, as C99\n"
        "that C++ takes, too. It is a pinned kernel's code. Several may stand in one file.",
        epilog="example: permkern emit 96,96,3 2,0,1 --bits 8 --name to_planes | arm-none-eabi-gcc -x c -c -",
    )
    verb.add_argument("shape", metavar="SHAPE", help="extents of the input, like 28,28,8")
    verb.add_argument("perm", metavar="PERM", help="axis k of the output is axis PERM[k] of the input, like 2,0,1")
    verb.add_argument("--bits", type=int, choices=every_bits, default=8, help="element bits, default: 8")
    verb.add_argument("--name", metavar="NAME", help="the function's name; default: made of shape and permutation")
    verb.add_argument("--flip", metavar="AXES", help="axes of the output that are reversed, like 0,1; default: none")
    verb.add_argument("--xor", metavar="CONSTANT", help="what each element is exclusive-ored with, like 0x80")
    verb.add_argument(
        "--in-stride", metavar="STRIDES", help="elements from one index to the next of the input's outer axes, like 128"
    )
    verb.add_argument("--out-stride", metavar="STRIDES", help="the same of the output; default: no gaps on either side")
    verb.add_argument(
        "--align", metavar="BYTES", type=int, help="what both pointers are aligned to; default: as an element"
    )
    add_target(verb, "only the code for this target; default: portable, without vectors", FIRMWARE_TARGETS)

    verb = add(
        "report",
        _verb("reports.verbs", "report"),
        help="show what permutes cost, and what to do about it",
        description="Writes one HTML page that needs no network, or Markdown for a pull request: what the permutes of\n"
        "sets and models cost, what to do about it, and the kernels, costliest first.\n"
        "--target compiles the kernels and runs their machine code, which needs a compiler for the core, and the\n"
        "Python packages pypcode, capstone and pyelftools. It exits with 1 if a result is wrong.",
        epilog="example: permkern report model.onnx -o report.html --target cortex-m4 --mhz 168",
    )
    verb.add_argument(
        "inputs", metavar="INPUT", nargs="+", help=f"a model, .onnx or .tflite, or a {set_help}; several for a product"
    )
    verb.add_argument(
        "-o",
        "--output",
        metavar="REPORT.html",
        type=Path,
        action="append",
        default=[],
        help="the page; REPORT.md: as Markdown; may be repeated",
    )
    verb.add_argument(
        "--target",
        "--measure",
        metavar="CORE",
        action="append",
        default=[],
        choices=_Names(CORES),
        help=f"measure cycles, instructions, flash and stack on a core: {', '.join(CORES)}; or show the figures of "
        "this name alone; several with commas, or several times",
    )
    verb.add_argument(
        "--cc",
        metavar="COMMAND",
        default="",
        help="the C compiler that measures, and options such as -Os; those that name the core are added. Default: "
        "the core's GCC, such as arm-none-eabi-gcc, with -O2",
    )
    verb.add_argument("--mhz", metavar="CLOCK", type=float, help="the core's clock, for milliseconds")
    add_dim(verb)
    verb.add_argument(
        "--bits",
        type=int,
        choices=_Names(map(str, WIDTHS)),
        help="element bits where a model has floating-point numbers",
    )
    verb.add_argument("--json", metavar="REPORT.json", type=Path, help="also write the data, for a later --against")
    verb.add_argument("--against", metavar="OLD.json", type=Path, help="an earlier report's data: what has changed")
    verb.add_argument(
        "--fail-over",
        metavar="PERCENT",
        help="with --against: exit with 1 where a kernel's instructions or the flash grew by more, such as 2%%",
    )
    verb.add_argument(
        "--figures",
        metavar="FILE.json",
        type=Path,
        action="append",
        default=[],
        help="measured figures; may be repeated",
    )

    verb = add(
        "certify",
        _verb("verbs", "certify_program"),
        help="prove a linked program's pinned kernels, for all contents",
        description="Runs the machine code of each pinned kernel of a set once on labels in place of contents: every\n"
        "byte must come out where the definition says, nothing else may be written, and no branch or address may\n"
        "depend on contents. Says what each kernel costs. Exits with 1 if one is refused, with 3 if the program is\n"
        "for a core that nobody described. Needs the Python packages pypcode, capstone and pyelftools.",
        epilog="example: permkern certify firmware.elf --set my_model.toml --json certificate.json",
    )
    verb.add_argument("program", metavar="PROGRAM.elf", type=Path, help="the linked program, with its symbols")
    verb.add_argument("--set", metavar="SET.toml", nargs="+", required=True, help=set_help)
    verb.add_argument("--target", metavar="NAME", help="the core; default: what the program's attributes say")
    verb.add_argument(
        "--calls",
        action="store_true",
        help="also the functions that check their arguments, of the core API and of MLI, with wrong arguments, too",
    )
    verb.add_argument("--json", metavar="FILE.json", type=Path, help="also write the certificate")
    verb.add_argument("--jobs", metavar="N", type=int, default=1, help="processes that work side by side, default: 1")

    verb = add(
        "import",
        _verb("verbs", "import_set"),
        help="make a set from a model's transposes",
        description="Writes a set with a pinned kernel for each transpose of a model that moves data.\n"
        "The rest is named, and why. Exits with 3 if any of it needs --dim: the set is then without it, and is not\n"
        "written if it would be empty. Needs the Python packages onnx, or tflite.",
        epilog="example: permkern import model.onnx --dim N=1 -o my_model.toml",
    )
    verb.add_argument(
        "models", metavar="MODEL", nargs="+", type=Path, help="a .onnx or .tflite file; several give one set"
    )
    add_dim(verb)
    verb.add_argument("-o", "--output", metavar="SET.toml", type=Path, help="file to write; default, and -: stdout")
    verb.add_argument("--profile", choices=PROFILES, default="speed", help="the set's profile, default: speed")
    verb.add_argument("--views", action="store_true", help="kernels that copy, too, for transposes that move nothing")
    verb.add_argument(
        "--bits",
        type=int,
        choices=_Names(map(str, WIDTHS)),
        help="element bits of the firmware where the model has floating-point numbers",
    )
    verb.add_argument(
        "--align", metavar="BYTES", type=int, help="what all pointers are aligned to; default: as an element"
    )
    verb.add_argument(
        "--in-place", action="store_true", help="kernels whose output is their input, where there are such"
    )
    verb.add_argument("--xor", metavar="CONSTANT", help="what each element is exclusive-ored with, like 0x80")
    verb.add_argument(
        "--map",
        choices=("json",),
        help="print which kernel serves which operator and output, for programs that write C; the set then goes to "
        "SET.toml alone",
    )

    verb = add(
        "optimize",
        _verb("verbs", "optimize_model"),
        help="leave out the transposes that a model can do without",
        description="Names the transposes that a model can do without, and what to do in their place. With -o, writes\n"
        "a copy of an ONNX model without them, after running both to compare their outputs. Exits with 1 if these\n"
        "differ, and with 3 if the model can be run only with extents that --dim gives; nothing is written then.\n"
        "Needs the Python packages onnx, or tflite. Runs models with onnxruntime, if there is one.",
        epilog="example: permkern optimize model.onnx -o smaller.onnx",
    )
    verb.add_argument("model", metavar="MODEL", type=Path, help="a .onnx file; for advice alone also a .tflite file")
    add_dim(verb)
    verb.add_argument("-o", "--output", metavar="SMALLER.onnx", type=Path, help="the copy; default: advice alone")

    verb = add(
        "new",
        _verb("verbs", "new_project"),
        help="write a firmware project to begin with",
        description="Writes a folder with a set, a program and a Makefile: `make run` builds it and runs it on QEMU.",
        epilog="example: permkern new demo && cd demo && make run",
    )
    verb.add_argument("directory", metavar="DIR", type=_folder, help="the folder to make; its name is the project's")
    verb.add_argument("--board", choices=BOARDS, default="cortex-m4", help="the emulated core, default: cortex-m4")

    verb = add(
        "completion",
        lambda arguments: _verb("verbs", "completion")(arguments, parser),
        help="print what makes a shell complete permkern's words",
        description="Prints a script for the shell to read.",
        epilog='example: eval "$(permkern completion bash)"',
    )
    verb.add_argument("shell", choices=SHELLS, help="the shell")
    return parser


def _run(argv: Sequence[str]) -> int:
    parser = make_parser()
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
        print(" ".join(str(error).splitlines()), file=sys.stderr)  # a file's name may contain line breaks
        return error.code
    except KeyboardInterrupt:
        print("permkern: interrupted", file=sys.stderr)
        return 130  # 128 and the number of SIGINT, as shells have it


def main(argv: Sequence[str] | None = None) -> int:
    with redirect_stdout(patient(sys.stdout)), redirect_stderr(patient(sys.stderr)):
        try:
            return _run(sys.argv[1:] if argv is None else argv)
        finally:
            sys.stdout.flush()
