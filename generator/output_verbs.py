# SPDX-License-Identifier: BSD-3-Clause
"""Implements the verbs that write a set's C, and the one that compares it: generate, amalgamate, check."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from errno import EACCES
from pathlib import Path

from .kernels.documents import plural
from .kernels.inventory import Inventory, make_inventory
from .kernels.manifest import STDIN, SetError, find_set, load_sets
from .kernels.render import inputs, render
from .kernels.runtime import runtime_files
from .kernels.targets import parse_targets
from .package.amalgamate import amalgamate, default_api
from .package.folders import check_arguments, command_of, refuse_other, strays
from .package.joined import for_targets
from .package.writer import depfile, diff, not_written, stale, write
from .reports.listing import decisions
from .terminal import show_json


def counts(inventory: Inventory, files: Mapping[str, str]) -> str:
    """Counts files, kernels and bytes."""
    kernels = len(inventory.kernels) + len(inventory.all_pinned)
    size = sum(len(text.encode()) for text in files.values())
    return f"{plural(len(files), 'file')}, {plural(kernels, 'kernel')}, {size} bytes"


def _summary(folder: Path, inventory: Inventory, files: Mapping[str, str], changed: int, more: str) -> str:
    """Says in one line what is in a folder now, and how many files were written."""
    same = len(files) - changed
    whole = "written" if changed else "unchanged"
    done = f"{changed} written, {same} unchanged" if changed and same else whole
    return f"{folder}: {counts(inventory, files)}: {done}{more}"


def _write_files(
    arguments: Namespace, inventory: Inventory, files: Mapping[str, str], sources: Iterable[Path], more: str = ""
) -> int:
    wanted = {arguments.output / name: text for name, text in files.items()}
    if arguments.verbose:
        print(decisions(inventory), file=sys.stderr)
    try:
        if arguments.dry_run:
            changed = tuple(arguments.output / name for name in stale(arguments.output, files))
        else:
            ruled = dict(wanted)
            if arguments.depfile is not None:
                sets = [find_set(name) for name in arguments.sets if name != STDIN]
                ruled[arguments.depfile] = depfile(arguments.output, files, [*sets, *sources])
            changed = write(ruled)
    except OSError as error:
        raise not_written(arguments.output, error) from None
    if arguments.format == "json":
        show_json({"written" if not arguments.dry_run else "would_write": list(map(str, changed))})
    elif arguments.dry_run:
        for path in changed:
            print(f"would write {path}")
    elif not arguments.quiet:
        print(_summary(arguments.output, inventory, files, sum(path in wanted for path in changed), more))
    return 0


def generate(arguments: Namespace, keep: Callable[[Inventory, Mapping[str, str]], None]) -> int:
    """Writes a set's files. Then ``keep`` is called with them."""
    inventory = for_targets(make_inventory(load_sets(arguments.sets)), parse_targets(arguments.target))
    refuse_other(arguments.output, "generate")
    files = render(inventory)
    code = _write_files(arguments, inventory, files, inputs())
    keep(inventory, files)
    return code


def amalgamate_set(arguments: Namespace) -> int:
    targets = parse_targets(arguments.target)
    inventory = make_inventory(load_sets(arguments.sets))
    files = amalgamate(inventory, targets, cpp=arguments.cpp, api=arguments.api)
    refuse_other(arguments.output, "amalgamate")
    alone = arguments.api is None and default_api(inventory, targets) == "pinned"
    more = "; pinned kernels alone, --api core adds permkern_permute" if alone else ""
    return _write_files(arguments, inventory, files, (*inputs(), *runtime_files().values()), more)


def check(arguments: Namespace) -> int:
    check_arguments(arguments.directory, arguments.sets[0])
    written = command_of(arguments.directory)
    targets = parse_targets(arguments.target) or written.targets
    inventory = make_inventory(load_sets(arguments.sets))
    if written.verb == "amalgamate":
        files = amalgamate(inventory, targets, cpp=written.cpp, api=written.api)
    else:
        files = render(for_targets(inventory, targets))
    try:
        differing = stale(arguments.directory, files)
        difference = diff(arguments.directory, files)
        found = strays(arguments.directory, files, written.verb)
    except OSError as error:
        where = error.filename or arguments.directory
        remedy = "allow reading it" if error.errno == EACCES else "give a folder that permkern wrote"
        raise SetError(f"{where}: cannot be read ({error.strerror}); {remedy}") from None
    if arguments.format == "json":
        current = not differing and not found.compiled
        show_json({"current": current, "differs": differing, "left_over": (*found.compiled, *found.others)})
    else:
        sys.stdout.write(difference)
        for name in found.compiled:
            print(f"{name}: not generated by this set; delete it")
        for name in found.others:
            print(f"{name}: not of this set; it may stay, as no compiler takes it for a source")
    return 1 if differing or found.compiled else 0
