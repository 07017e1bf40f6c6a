# SPDX-License-Identifier: BSD-3-Clause
"""Implements the verbs of the command line. A verb returns its exit code, and raises SetError for bad input."""

import json
import os
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from shlex import quote

from .completion import script
from .kernels.documents import plural
from .kernels.instruction_sets import FIRMWARE_TARGETS
from .kernels.inventory import make_inventory
from .kernels.manifest import STDIN, SetError, find_set, load_set, load_sets
from .kernels.permutation import WIDTHS
from .kernels.requests import parse_request, parse_strides, parse_xor
from .kernels.runtime import checkout
from .kernels.targets import parse_target, parse_targets
from .kernels.tomltables import IncompleteError
from .listings.explain import explain, pinned_bits
from .listings.explain import to_json as explanation_json
from .listings.explain import to_text as explanation_text
from .listings.listing import to_json as plan_json
from .listings.listing import to_text as plan_text
from .models.import_output import BANNER, to_toml
from .models.import_output import to_json as import_json
from .models.import_output import to_text as import_text
from .models.importing import Options, left_out, makes_set
from .models.kernel_map import kernel_map
from .models.model_files import import_models, read_model
from .models.models import parse_dims
from .models.optimizing import MARK, CheckFailed, advice_alone, optimize
from .models.optimizing import to_json as optimized_json
from .models.optimizing import to_text as optimized_text
from .package.boards import BOARDS
from .package.emit import emit, parse_emission
from .package.starter import project
from .package.writer import not_written, same_file, write
from .terminal import packages, show, show_json, working

# ---- list, explain ----


def list_plan(arguments: Namespace) -> int:
    inventory = make_inventory(load_sets(arguments.sets))
    if arguments.format == "json":
        show_json(plan_json(inventory))
    else:
        show(plan_text(inventory))
    return 0


def explain_work(arguments: Namespace) -> int:
    bits = WIDTHS[0] if arguments.bits is None else arguments.bits
    work = parse_request(arguments.shape, arguments.perm, bits, arguments.flip)
    inventory = make_inventory(load_set(arguments.set))
    if arguments.bits is None:
        work = replace(work, bits=pinned_bits(inventory, work))
    rank = len(work.shape)
    in_strides = parse_strides(arguments.in_strides, "in-strides", rank)
    out_strides = parse_strides(arguments.out_strides, "out-strides", rank)
    xor = parse_xor(arguments.xor, work.bits) if arguments.xor else 0
    target = parse_target(arguments.target) if arguments.target is not None else None
    told = explain(work, inventory, in_strides, out_strides, xor, target)
    if arguments.format == "json":
        show_json(explanation_json(told))
    else:
        show(explanation_text(told))
    return 0


# ---- emit ----


def emit_kernel(arguments: Namespace) -> int:
    request, name = parse_emission(
        arguments.shape,
        arguments.perm,
        arguments.bits,
        arguments.flip,
        arguments.xor,
        arguments.align,
        arguments.name,
        arguments.in_stride,
        arguments.out_stride,
    )
    text = emit(request, name, parse_targets(arguments.target, FIRMWARE_TARGETS))
    if arguments.format == "json":
        show_json({"name": name, "text": text})
    else:
        sys.stdout.write(text)
    return 0


# ---- new ----


def new_project(arguments: Namespace) -> int:
    folder: Path = arguments.directory
    if folder.name in ("", "..") or folder.resolve() == Path.cwd():
        raise SetError(
            f"{folder}: a project gets a folder of its own, of its name; give a name, as in: permkern new my_project"
        )
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 ._-]*", folder.name):
        raise SetError(
            f"{folder}: not a project name; use letters, digits, _, - and ., and begin with a letter or digit"
        )
    root = checkout()
    there = os.path.relpath(root, folder.resolve()) if root else ""
    files = {folder / name: text for name, text in project(folder.name, BOARDS[arguments.board], there).items()}
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise SetError(f"{folder}: exists and is not empty; choose another name")
        write(files)
    except OSError as error:
        raise not_written(folder, error) from None
    if arguments.format == "json":
        show_json({"written": list(map(str, files))})
    elif not arguments.quiet:
        show(f"{folder}: a firmware for {BOARDS[arguments.board].title}; next: cd {quote(str(folder))} && make run")
    return 0


# ---- import ----


def _may_replace(path: Path, verb: str, is_ours: Callable[[bytes], bool]) -> None:
    """Raises SetError if the file exists and the verb did not write it: what others wrote is not replaced."""
    try:
        ours = is_ours(path.read_bytes())
    except FileNotFoundError:
        return
    except OSError as error:
        raise not_written(path, error) from None
    if not ours:
        raise SetError(f"{path}: exists and was not written by `permkern {verb}`; choose another name, or delete it")


def import_set(arguments: Namespace) -> int:
    output: Path | None = None if arguments.output == Path(STDIN) else arguments.output
    if arguments.map and arguments.format == "json":
        raise SetError("--map prints JSON of its own; leave --format json out")
    options = Options(
        profile=arguments.profile,
        bits=arguments.bits,
        align=arguments.align,
        in_place=arguments.in_place,
        xor=parse_xor(arguments.xor, arguments.bits or WIDTHS[-1]) if arguments.xor else 0,
        views=arguments.views,
    )
    if arguments.map and len(arguments.models) > 1:
        raise SetError("--map is of one model; import each for its map")
    with working(f"reading {', '.join(map(str, arguments.models))}"):
        models, every = import_models(arguments.models, arguments.dim, options)
    text = to_toml(*every) if makes_set(every) else ""
    if output is not None and text:
        _may_replace(output, "import", lambda data: data.startswith(BANNER.encode()))
        try:
            write({output: text})
        except OSError as error:
            raise not_written(output, error) from None
    told = [import_json(each) for each in every]
    if arguments.map:
        show_json(kernel_map(models[0], every[0]))
    elif arguments.format == "json":
        show_json({**(told[0] if len(told) == 1 else {"models": told}), "set": text or None})
    else:
        summary = "\n".join(map(import_text, every))
        if output is None:
            sys.stdout.write(text)
        if not arguments.quiet:
            print(summary, file=sys.stderr) if output is None else show(summary)
    name = output or "the set"
    if lack := left_out(arguments.models, every, name):
        raise lack
    if not any(each.kernels for each in every):
        files = ", ".join(map(str, arguments.models))
        print(f"{files}: no transpose has a kernel, so {name} is empty", file=sys.stderr)
    return 0


# ---- optimize ----


def optimize_model(arguments: Namespace) -> int:
    model: Path = arguments.model
    output: Path | None = arguments.output
    dims = parse_dims(arguments.dim)
    if output is not None:
        if model.suffix.lower() == ".tflite" or output.suffix.lower() != ".onnx":
            raise SetError(
                f"{output}: only copies of .onnx models are written, to .onnx files; leave -o out for advice"
            )
        if same_file(output, model):
            raise SetError(f"{output}: is the model itself; choose another name")
        _may_replace(output, "optimize", lambda data: MARK.encode() in data)
    try:
        with working(f"optimizing {model}"):
            is_onnx = model.suffix.lower() == ".onnx"
            made = optimize(model, dims) if is_onnx else advice_alone(read_model(model, dims))
    except CheckFailed as error:
        print(f"{model}: {error}; no copy is written, report this as a bug of permkern", file=sys.stderr)
        return 1
    if arguments.format == "json":
        show_json(optimized_json(made))
    elif output is None or not arguments.quiet:
        show(optimized_text(made))
    if made.waits and output is not None:
        options = " ".join(f"--dim {quote(name)}=?" for name in made.waits)
        print(
            f"{model}: to run the model, give {options}, with numbers in place of ?; no copy is written",
            file=sys.stderr,
        )
        return IncompleteError.code
    try:
        write({output: made.copy} if output is not None else {})
    except OSError as error:
        raise not_written(output or "", error) from None
    if output is not None and arguments.format == "text" and not arguments.quiet:
        show(f"{output}: written, without {plural(made.before - made.after, 'transpose')}")
    return 0


# ---- completion ----


def completion(arguments: Namespace, parser: ArgumentParser) -> int:
    text = script(parser, arguments.shell)
    if arguments.format == "json":
        show_json({"shell": arguments.shell, "script": text})
    else:
        print(text)
    return 0


# ---- certify ----


def certify_program(arguments: Namespace) -> int:
    with packages("certify"):
        from .certify import command
    inventory = make_inventory(load_sets(arguments.set))
    with working(f"certifying {arguments.program}") as say:
        made = command.certificate(
            arguments.program, inventory, arguments.target, arguments.jobs, say, calls=arguments.calls
        )
    data = command.to_json(made, [find_set(each) for each in arguments.set])
    try:
        write({arguments.json: json.dumps(data, indent=1) + "\n"} if arguments.json else {})
    except OSError as error:
        raise not_written(arguments.json, error) from None
    if arguments.format == "json":
        show_json(data)
    else:
        show(command.to_text(made))
    return int(made.certified < len(made.verdicts))
