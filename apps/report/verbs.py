# SPDX-License-Identifier: BSD-3-Clause
"""Implements `report`: costs of a product's permutes, and actions, as a page, Markdown and data."""

import json
import sys
from argparse import Namespace
from pathlib import Path

from permkern.arguments import EVERY_BITS, SET_HELP, Add, add_memory, add_model, add_moves
from permkern.kernels.manifest import PROFILES, SetError, find_set
from permkern.kernels.memory import memory_of
from permkern.package.writer import same_file, write_or_refuse
from permkern.terminal import answer

from .changes import limit_sentence, parse_limit
from .markdown import to_markdown
from .output import read_report, to_json, to_text
from .page import to_html
from .product import cores, make_product_report
from .report import Report, against

# ---- outputs ----


def _check_outputs(arguments: Namespace) -> None:
    """Raises SetError if an output would replace an input. Only new data may replace the earlier report's data."""
    pages: list[Path] = arguments.output
    named = [*pages, *([arguments.json] if arguments.json is not None else [])]
    inputs = [*map(find_set, arguments.inputs)]
    for number, path in enumerate(named):
        if any(same_file(path, other) for other in named[:number]):
            raise SetError(f"{path}: named for two outputs; give each output a different name")
        if any(same_file(path, other) for other in inputs):
            raise SetError(f"{path}: the report is made from this file; choose another name")
    for path in pages:
        if path.suffix not in (".html", ".htm", ".md"):
            raise SetError(f"{path}: a report is a page or Markdown; end its name in .html or .md")
        if arguments.against is not None and same_file(path, arguments.against):
            raise SetError(f"{path}: holds the earlier report's data; choose another name")


def _write(made: Report, arguments: Namespace) -> None:
    wanted = {path: to_markdown(made) if path.suffix == ".md" else to_html(made) for path in arguments.output}
    data = to_json(made)
    if arguments.json is not None:
        wanted[arguments.json] = json.dumps(data, indent=1) + "\n"
    write_or_refuse(wanted)
    answer(arguments, to_text(made) * (not arguments.quiet), data, key="permkern_report")


def add_report(add: Add) -> None:
    try:
        offered = ", ".join(cores())
    except SetError:  # certify is not installed
        offered = "none, as permkern is installed without its extra certify"
    verb = add(
        "report",
        report,
        description="Writes one HTML page that needs no network, or Markdown for pull requests: the costs of permutes\n"
        "in sets and models, actions that reduce the costs, and the kernels, costliest first.\n"
        "--target compiles the kernels and runs their machine code, which needs a compiler for the core, and the\n"
        "Python packages pypcode, capstone and pyelftools. It exits with 1 if a result is wrong.",
        epilog="example: permkern report model.onnx -o report.html --target cortex-m4 --mhz 168",
    )
    verb.add_argument(
        "inputs", metavar="INPUT", nargs="+", help=f"a model, .onnx or .tflite, or a {SET_HELP}; several for a product"
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
        help=f"measure cycles, instructions, flash and stack on a core: {offered}; several with commas, or repeated",
    )
    verb.add_argument(
        "--cc",
        metavar="COMMAND",
        default="",
        help="the C compiler for measurements, with options such as -Os; the core's options are added. Default: "
        "the core's GCC, such as arm-none-eabi-gcc, with -O2",
    )
    add_memory(verb, "to count line fills of, and to order the loops for (default: the set's)")
    verb.add_argument("--mhz", metavar="CLOCK", type=float, help="the core's clock, for milliseconds")
    verb.add_argument(
        "--macs-per-cycle", metavar="RATE", type=float, help="multiplications of the models, for the permutes' share"
    )
    verb.add_argument("--ram", metavar="BYTES", type=int, help="warn if a call or a model's tensors need more")
    verb.add_argument("--profile", choices=PROFILES, help="measure with another profile than the set's")
    add_model(verb)
    add_moves(verb)
    verb.add_argument(
        "--bits",
        type=int,
        metavar=EVERY_BITS,
        help="element bits for floating-point tensors of models",
    )
    verb.add_argument("--json", metavar="REPORT.json", type=Path, help="also write the data, for a later --against")
    verb.add_argument("--against", metavar="OLD.json", type=Path, help="an earlier report's data, to list changes")
    verb.add_argument(
        "--fail-over",
        metavar="PERCENT",
        help="with --against: exit with 1 if a kernel's instructions or any flash grew by more, such as 2%%",
    )


def report(arguments: Namespace) -> int:
    _check_outputs(arguments)
    limit = None if arguments.fail_over is None else parse_limit(arguments.fail_over)
    if limit is not None and arguments.against is None:
        raise SetError("--fail-over compares with an earlier report; give its data, --against OLD.json")
    names = [name for text in arguments.target for name in text.split(",")]
    given = (arguments.inputs, arguments.dim, arguments.bits, names, arguments.cc, arguments.mhz)
    memory, freeze = memory_of(arguments.memory), arguments.freeze_weights
    rate, ram = arguments.macs_per_cycle, arguments.ram
    product = make_product_report(
        *given, memory, freeze=freeze, moves=arguments.moves, macs_per_cycle=rate, ram=ram, profile=arguments.profile
    )
    made = product.report
    if arguments.against is not None:
        made = against(made, read_report(arguments.against), limit)
    _write(made, arguments)
    over = limit_sentence(made.differences) if made.differences else ""
    failed = [*product.wrong, *([f"{made.set_name}: {over}"] if over else [])]
    print("".join(f"{line}\n" for line in (*failed, *product.waiting)), file=sys.stderr, end="")
    return 1 if failed else 3 if product.waiting else 0
