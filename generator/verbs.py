# SPDX-License-Identifier: BSD-3-Clause
"""What each verb of the command line does. A verb returns its exit code; SetError is bad input."""

import json
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from .amalgamate import amalgamate
from .completion import script
from .explain import explain, parse_request
from .explain import to_rows as explanation_rows
from .explain import to_text as explanation_text
from .figures import merged, read_figures
from .importing import BANNER, import_model, to_toml
from .importing import to_rows as import_rows
from .importing import to_text as import_text
from .manifest import SetError, find_set, load_set
from .models import parse_dims, read_model
from .plan import Plan, make_plan
from .render import inputs, render
from .report import differences, make_report
from .report import to_rows as report_rows
from .report import to_text as report_text
from .report_page import read_report, to_html
from .runtime import runtime_files
from .starter import BOARDS, project
from .terminal import show, working
from .writer import depfile, diff, left_over, stale, write


def _show_json(value: object) -> None:
    print(json.dumps(value, indent=2))


def _not_written(path: Path | str, error: OSError) -> SetError:
    return SetError(f"{error.filename or path}: cannot be written ({error.strerror})")


# ---- generate, amalgamate, check ----


def _write_files(arguments: Namespace, files: Mapping[str, str], sources: Iterable[Path]) -> int:
    try:
        if arguments.dry_run:
            changed = tuple(arguments.output / name for name in stale(arguments.output, files))
        else:
            wanted = {arguments.output / name: text for name, text in files.items()}
            if arguments.depfile is not None:
                wanted[arguments.depfile] = depfile(arguments.output, files, [find_set(arguments.set), *sources])
            changed = write(wanted)
    except OSError as error:
        raise _not_written(arguments.output, error) from None
    if arguments.format == "json":
        _show_json({"written" if not arguments.dry_run else "would_write": list(map(str, changed))})
    elif arguments.dry_run:
        for path in changed:
            print(f"would write {path}")
    return 0


def generate(arguments: Namespace) -> int:
    return _write_files(arguments, render(make_plan(load_set(arguments.set))), inputs())


def amalgamate_set(arguments: Namespace) -> int:
    files = amalgamate(make_plan(load_set(arguments.set)))
    return _write_files(arguments, files, (*inputs(), *runtime_files().values()))


def check(arguments: Namespace) -> int:
    if not arguments.directory.is_dir():
        raise SetError(f"{arguments.directory}: no such folder, one that `permkern generate` wrote would be right")
    files = render(make_plan(load_set(arguments.set)))
    try:
        differing = stale(arguments.directory, files)
        difference = diff(arguments.directory, files)
        extra = left_over(arguments.directory, files)
    except OSError as error:
        raise SetError(f"{error.filename or arguments.directory}: cannot be read ({error.strerror})") from None
    if arguments.format == "json":
        _show_json({"current": not differing and not extra, "differs": differing, "left_over": extra})
    else:
        sys.stdout.write(difference)
        for name in extra:
            print(f"{name}: no file of this set, delete it")
    return 1 if differing or extra else 0


# ---- list, explain ----


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


def list_plan(arguments: Namespace) -> int:
    plan = make_plan(load_set(arguments.set))
    if arguments.format == "json":
        _show_json(_plan_rows(plan))
    else:
        show(_plan_text(plan))
    return 0


def explain_work(arguments: Namespace) -> int:
    told = explain(parse_request(arguments.shape, arguments.perm, arguments.bits), make_plan(load_set(arguments.set)))
    if arguments.format == "json":
        _show_json(explanation_rows(told))
    else:
        show(explanation_text(told))
    return 0


# ---- new ----


def new_project(arguments: Namespace) -> int:
    folder: Path = arguments.directory
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 ._-]*", folder.name):
        raise SetError(f"{folder}: a name of letters, digits, _, - and . would be right")
    files = {folder / name: text for name, text in project(folder.name, BOARDS[arguments.board]).items()}
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise SetError(f"{folder}: is there, and not empty; a new name would be right")
        write(files)
    except OSError as error:
        raise _not_written(folder, error) from None
    if arguments.format == "json":
        _show_json({"written": list(map(str, files))})
    else:
        show(f"{folder}: a firmware for {BOARDS[arguments.board].title}; next: cd {folder} && make run")
    return 0


# ---- import ----


def _may_replace(path: Path) -> None:
    """A set that somebody wrote by hand is not lost to an import."""
    try:
        with path.open("rb") as file:
            ours = file.read(len(BANNER)) == BANNER.encode()
    except FileNotFoundError:
        return
    except OSError as error:
        raise _not_written(path, error) from None
    if not ours:
        raise SetError(f"{path}: is there, and not by `permkern import`; another name would be right, or delete it")


def import_set(arguments: Namespace) -> int:
    with working(f"reading {arguments.model}"):
        imported = import_model(read_model(arguments.model, parse_dims(arguments.dim)))
    if not imported.kernels:
        why = "".join(f"; {entry.operator}: {entry.why}" for entry in imported.refused)
        raise SetError(f"{arguments.model}: no transpose to take, so there is no set{why}")
    text = to_toml(imported, arguments.profile)
    if arguments.output is not None:
        _may_replace(arguments.output)
        try:
            write({arguments.output: text})
        except OSError as error:
            raise _not_written(arguments.output, error) from None
    if arguments.format == "json":
        _show_json({**import_rows(imported), "set": text})
    elif arguments.output is not None:
        show(import_text(imported))
    else:
        sys.stdout.write(text)
        print(import_text(imported), file=sys.stderr)
    return 0


# ---- completion ----


def completion(arguments: Namespace, parser: ArgumentParser) -> int:
    text = script(parser, arguments.shell)
    if arguments.format == "json":
        _show_json({"shell": arguments.shell, "script": text})
    else:
        print(text)
    return 0


# ---- report ----


def _same(one: Path, other: Path) -> bool:
    return one.absolute() == other.absolute() or (one.exists() and other.exists() and one.samefile(other))


def _check_outputs(arguments: Namespace) -> None:
    """No output may replace an input; an earlier report's data may make room for the new."""
    named = [path for path in (arguments.output, arguments.json) if path is not None]
    if len(named) == 2 and _same(*named):
        raise SetError(f"{named[1]}: page and data have one name, two would be right")
    for path in named:
        if any(_same(path, other) for other in (find_set(arguments.set), *arguments.figures)):
            raise SetError(f"{path}: is what the report is made from, another name would be right")
    if arguments.output is not None and arguments.against is not None and _same(arguments.output, arguments.against):
        raise SetError(f"{arguments.output}: is the earlier report's data, another name would be right")


def report(arguments: Namespace) -> int:
    _check_outputs(arguments)
    made = make_report(
        make_plan(load_set(arguments.set)),
        merged(target for path in arguments.figures for target in read_figures(path)),
    )
    if arguments.against is not None:
        name, earlier = read_report(arguments.against)
        made = replace(made, differences=differences(made.rows, made.targets, name, earlier))
    data = report_rows(made)
    wanted = {}
    if arguments.output is not None:
        wanted[arguments.output] = to_html(made)
    if arguments.json is not None:
        wanted[arguments.json] = json.dumps(data, indent=1) + "\n"
    try:
        write(wanted)
    except OSError as error:
        raise _not_written(arguments.output or arguments.json, error) from None
    if arguments.format == "json":
        _show_json(data)
    else:
        show(report_text(made))
    return 0
