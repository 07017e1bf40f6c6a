# SPDX-License-Identifier: BSD-3-Clause
"""Implements `report`: reads sets and models, measures their kernels, and writes what they cost and what to do."""

import json
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .certify.cores import CORES
from .kernels.inventory import Inventory, make_inventory
from .kernels.manifest import PermutationSet, SetError, find_set, is_model, joined, load_set, parse_set
from .models.import_output import to_toml
from .models.importing import Imported, Options, import_model
from .models.model_files import read_model
from .models.models import Dims, parse_dims
from .package.writer import not_written, write
from .report.actions import Advice
from .report.changes import limit_sentence, parse_limit
from .report.figures import Target, merged, own_figures, read_figures
from .report.markdown import to_markdown
from .report.output import read_report, to_json, to_text
from .report.page import to_html
from .report.report import Report, Uncovered, against, make_report
from .terminal import packages, show, show_json, working

# ---- what the report is of ----


@dataclass(frozen=True)
class Product:
    """The permutes of a product, and what its models say of them."""

    permutations: PermutationSet
    advice: tuple[Advice, ...]
    uncovered: tuple[Uncovered, ...]


def _uncovered(imported: Imported) -> list[Uncovered]:
    constant = "permutes a constant: do it once, when you make the model"
    found = [Uncovered(operator.written, constant) for operator in imported.constants]
    return [*found, *(Uncovered(each.operator.written, each.why) for each in imported.refused)]


def _of_model(path: Path, dims: Dims, bits: int) -> Product:
    with working(f"reading {path}"):
        imported = import_model(read_model(path, dims), Options(bits=bits, views=True))
    permutations = parse_set(to_toml(imported), str(path), path.stem)
    return Product(permutations, (), tuple(_uncovered(imported)))


def read_product(inputs: Sequence[str], dims: Sequence[str], bits: int) -> Product:
    """Reads sets and models, and joins what they have. SetError: one of them cannot be read, or they do not fit."""
    models = [name for name in inputs if is_model(name)]
    if (dims or bits) and not models:
        raise SetError("--dim and --bits are for models, and none is given; leave them out")
    given = parse_dims(list(dims))
    every = [
        _of_model(Path(name), given, bits) if name in models else Product(load_set(name), (), ()) for name in inputs
    ]
    return Product(
        joined([one.permutations for one in every]),
        tuple(advice for one in every for advice in one.advice),
        tuple(each for one in every for each in one.uncovered),
    )


# ---- measuring ----


def _measured(
    inventory: Inventory, given: Sequence[Target], names: Sequence[str], cc: str
) -> tuple[list[Target], list[Uncovered], list[str]]:
    """
    Measures on the cores that are named, unless they have figures. Returns all figures that are shown, what could not
    be measured, and wrong results.
    """
    known = [target.name for target in given]
    targets = [target for target in given if not names or target.name in names]
    missing: list[Uncovered] = []
    wrong: list[str] = []
    for name in dict.fromkeys(names):
        if name in known:
            continue
        if name not in CORES:
            right = ", ".join((*known, *CORES))
            raise SetError(f"--target {name}: no such target; choose of {right}")
        with packages("--target"):
            from .certify.measure import CannotMeasureError, measured
        try:
            with working(f"measuring on {name}"):
                document, failed = measured(inventory, name, cc, os.cpu_count() or 1)
        except CannotMeasureError as error:
            missing.append(Uncovered(f"figures of {name}", str(error)))
            continue
        targets += own_figures(Path("--target"), document)
        wrong += failed
    return targets, missing, wrong


def _names(texts: Sequence[str]) -> list[str]:
    return [name for text in texts for name in text.split(",")]


# ---- outputs ----


def _same(one: Path, other: Path) -> bool:
    return one.absolute() == other.absolute() or (one.exists() and other.exists() and one.samefile(other))


def _check_outputs(arguments: Namespace) -> None:
    """Raises SetError if an output would replace an input, except that new data may replace an earlier report's."""
    pages: list[Path] = arguments.output
    named = [*pages, *([arguments.json] if arguments.json is not None else [])]
    inputs = [*map(find_set, arguments.inputs), *arguments.figures]
    for number, path in enumerate(named):
        if any(_same(path, other) for other in named[:number]):
            raise SetError(f"{path}: named for two of the page and its data; give each a name of its own")
        if any(_same(path, other) for other in inputs):
            raise SetError(f"{path}: the report is made from this file; choose another name")
    for path in pages:
        if path.suffix not in (".html", ".htm", ".md"):
            raise SetError(f"{path}: a report is a page or Markdown; end its name in .html or .md")
        if arguments.against is not None and _same(path, arguments.against):
            raise SetError(f"{path}: holds the earlier report's data; choose another name")


def _write(made: Report, arguments: Namespace) -> None:
    # A suffix decides on the form: Markdown is for pull requests.
    wanted = {path: to_markdown(made) if path.suffix == ".md" else to_html(made) for path in arguments.output}
    data = to_json(made)
    if arguments.json is not None:
        wanted[arguments.json] = json.dumps(data, indent=1) + "\n"
    try:
        write(wanted)
    except OSError as error:
        raise not_written(next(iter(wanted)), error) from None
    if arguments.format == "json":
        show_json(data)
    else:
        show(to_text(made))


def report(arguments: Namespace) -> int:
    _check_outputs(arguments)
    limit = None if arguments.fail_over is None else parse_limit(arguments.fail_over)
    if limit is not None and arguments.against is None:
        raise SetError("--fail-over compares with an earlier report; give its data, --against OLD.json")
    names = _names(arguments.target)
    if arguments.cc and not names:
        raise SetError("--cc compiles what --target measures; name a core, as in: --target cortex-m4")
    if arguments.mhz is not None and not 0 < arguments.mhz < 1e6:
        raise SetError(f"--mhz {arguments.mhz:g}: not a clock; give megahertz, as in: --mhz 168")
    product = read_product(arguments.inputs, arguments.dim, arguments.bits or 0)
    inventory = make_inventory(product.permutations)
    given = merged([target for path in arguments.figures for target in read_figures(path)])
    targets, missing, wrong = _measured(inventory, given, names, arguments.cc)
    made = make_report(inventory, targets, product.advice, [*missing, *product.uncovered], arguments.mhz)
    if arguments.against is not None:
        made = against(made, read_report(arguments.against), limit)
    _write(made, arguments)
    over = limit_sentence(made.differences) if made.differences else ""
    failed = [*wrong, *([f"{made.set_name}: {over}"] if over else [])]
    print("".join(f"{line}\n" for line in failed), file=sys.stderr, end="")
    return 1 if failed else 0
