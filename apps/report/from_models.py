# SPDX-License-Identifier: BSD-3-Clause
"""Reads models for a report."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote

from permkern.kernels.documents import plural
from permkern.kernels.manifest import parse_set, set_name
from permkern.kernels.permutation import Work, fold
from permkern.models.import_output import quantized, to_toml, traffic
from permkern.models.importing import Imported, Options, check_options, import_model, work_instead
from permkern.models.inference import Inference
from permkern.models.model_files import read_models
from permkern.models.models import Model, one_line, parse_dims, replaceable_lines

from .actions import Advice
from .report import Product, Uncovered
from .words import named


def _uncovered(imported: Imported) -> list[Uncovered]:
    constant = "permutes a constant: do it once, when you make the model"
    found = [Uncovered(operator.written, constant) for operator in imported.constants]
    found += [Uncovered(each.operator.written, each.why) for each in imported.refused]
    inside = "moves elements while it computes, or in an order that no permute has"
    return [*found, *(Uncovered(f"{what} x{count}", inside) for what, count in imported.others)]


def _advice(path: Path, imported: Imported) -> tuple[Advice, ...]:
    """
    Joins the model's possible omissions into one Advice. An omission counts as saved only if all permutes that replace
    it are known, because these permutes have a price.
    """
    found = imported.model.advice
    if not found:
        return ()
    whole = [operator for operator in imported.operators if operator.copy is None]  # the others stay
    counted = {operator.name for operator in whole if operator.counted}
    gone: set[str] = set()
    instead: list[tuple[str, Work]] = []
    for action in found:
        names = {*action.removes, *(each.name for each in action.changes)}
        new = [(each.name, each) for each in action.changes] + [
            (f"new one of {each.name}", each) for each in action.adds
        ]
        works = [(name, work_instead(each, imported.options)) for name, each in new]
        if all(work for _, work in works):
            gone |= names
            instead += [(name, work) for name, work in works if work and names & counted and fold(work).moves]
    operators = tuple(operator.name for operator in whole if operator.name in gone)
    count = plural(sum(action.gone for action in found), "transpose")
    why = (
        f"`permkern optimize {quote(path.name)} -o smaller{path.suffix}` writes a copy of the model without them. "
        "The copy gives the model's outputs for random inputs, except for rounding."
    )
    return (
        Advice(
            f"Leave {count} out of the model", why, operators, tuple(action.text for action in found), tuple(instead)
        ),
    )


def _of_model(path: Path, model: Model, options: Options) -> Product:
    imported = import_model(model, options)
    permutations = parse_set(to_toml(imported), str(path), set_name(path))
    waiting = (f"{path}: {imported.waiting_text('not covered')}",) if imported.waiting else ()
    notes = tuple(f"These {what}: {named([each.name for each in some])}." for what, some in quantized(imported))
    notes += tuple(f"{line[0].upper()}{line[1:]}." for line in replaceable_lines(model.replaceable))
    for what, rows in traffic(imported):
        notes += (f"{what[0].upper()}{what[1:]}: {'; '.join(' '.join(row.split()) for row in rows)}.",)
    run = model.inference or Inference(None, None)
    permutes = {operator.name for operator in imported.operators}
    if run.peak:
        end = "that is a permute" if run.at in permutes else "no permute, so RAM that permutes save leaves this peak"
        notes += (f"At most {run.peak:,} bytes of tensors live at the same time, at {one_line(run.at)}: {end}.",)
    return Product(
        permutations, _advice(path, imported), tuple(_uncovered(imported)), waiting, notes, run.macs, run.peak or 0
    )


def products(
    paths: Sequence[Path], dims: Sequence[str], bits: int | None, *, freeze: bool, moves: str
) -> Iterator[Product]:
    """Yields the models' products; all models are read first. SetError: one cannot be read, or options are wrong."""
    options = Options(bits=bits, views=True, freeze=freeze, moves=moves)
    check_options(options)
    models = read_models(paths, parse_dims(dims), freeze=freeze)
    return (_of_model(path, model, options) for path, model in zip(paths, models, strict=True))
