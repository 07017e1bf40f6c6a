# SPDX-License-Identifier: BSD-3-Clause
"""Implements the verbs that write a set's C and compare it: generate, amalgamate, check."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from errno import EACCES
from pathlib import Path

from .arguments import Add, add_sets, add_target, folder
from .kernels.documents import APIS, OUTPUTS, plural
from .kernels.inventory import Inventory, make_inventory
from .kernels.manifest import STDIN, SetError, find_set, load_sets
from .kernels.render import inputs, render
from .kernels.runtime import runtime_files
from .kernels.targets import parse_targets
from .listings.listing import decisions
from .package.amalgamate import amalgamate, default_api
from .package.folders import check_arguments, command_of, refuse_other, strays
from .package.joined import for_targets
from .package.writer import depfile, diff, not_written, stale, write
from .terminal import answer


def _summary(folder: Path, inventory: Inventory, files: Mapping[str, str], changed: int, more: str) -> str:
    """Describes the folder and the number of written files in one line."""
    same = len(files) - changed
    whole = "written" if changed else "unchanged"
    done = f"{changed} written, {same} unchanged" if changed and same else whole
    kernels = plural(len(inventory.kernels) + len(inventory.all_pinned), "kernel")
    size = sum(len(text.encode()) for text in files.values())
    return f"{folder}: {plural(len(files), 'file')}, {kernels}, {size} bytes: {done}{more}"


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
    names = list(map(str, changed))
    if arguments.dry_run:
        answer(arguments, "\n".join(f"would write {name}" for name in names), {"would_write": names})
    else:
        told = _summary(arguments.output, inventory, files, sum(path in wanted for path in changed), more)
        answer(arguments, told * (not arguments.quiet), {"written": names})
    return 0


def _add_writing(verb: ArgumentParser) -> None:
    verb.add_argument("-o", "--output", metavar="DIR", type=folder, required=True, help="folder to write into")
    verb.add_argument("-v", "--verbose", action="store_true", help="print the strategies and their reasons on stderr")
    verb.add_argument("--depfile", metavar="F", type=Path, help="also write a make rule with the dependencies")
    verb.add_argument("--dry-run", action="store_true", help="list the files that would be written, write nothing")


def add_generate(add: Add) -> None:
    verb = add(
        "generate",
        generate,
        description=f"Writes {', '.join(OUTPUTS)} into DIR. Unchanged files are not written again.",
        epilog="example: permkern generate -o generated my_model.toml",
    )
    _add_writing(verb)
    add_target(verb, "only the code for this target")
    add_sets(verb)


def generate(arguments: Namespace) -> int:
    inventory = for_targets(make_inventory(load_sets(arguments.sets)), parse_targets(arguments.target))
    refuse_other(arguments.output, "generate")
    return _write_files(arguments, inventory, render(inventory), inputs())


def add_amalgamate(add: Add) -> None:
    verb = add(
        "amalgamate",
        amalgamate_set,
        description="Writes permkern.c and its headers into DIR, for any build: kernels, core API, MLI layer.\n"
        "permkern_kernels.h and permkern_mli.h only include permkern.h. --cpp adds permkern.hpp for C++ code.\n"
        "With --target, only code that the target needs. Sets with only pinned kernels get no core API or MLI layer.\n"
        "Unchanged files are not written again.",
        epilog="example: permkern amalgamate --target cortex-m4 -o third_party/permkern my_model.toml",
    )
    _add_writing(verb)
    add_target(verb, "only the code for this target, with the library's header names, also for C++")
    verb.add_argument(
        "--api",
        choices=APIS,
        help="pinned: only pinned kernels; core: also the core API; mli: the MLI layer; core,mli: both. Default: "
        "pinned with --target if the set has only pinned kernels, else core,mli",
    )
    verb.add_argument(
        "--cpp", action="store_true", help="also write permkern.hpp, for C++17 and newer; --target always does"
    )
    add_sets(verb)


def amalgamate_set(arguments: Namespace) -> int:
    targets = parse_targets(arguments.target)
    inventory = make_inventory(load_sets(arguments.sets))
    files = amalgamate(inventory, targets, cpp=arguments.cpp, api=arguments.api)
    refuse_other(arguments.output, "amalgamate")
    alone = arguments.api is None and default_api(inventory, targets) == "pinned"
    more = "; pinned kernels alone, --api core adds permkern_permute" if alone else ""
    return _write_files(arguments, inventory, files, (*inputs(), *runtime_files().values()), more)


def add_check(add: Add) -> None:
    verb = add(
        "check",
        check,
        description="Compares byte by byte. If a file differs, prints a unified diff and exits with 1.",
        epilog="example: permkern check generated my_model.toml",
    )
    verb.add_argument("directory", metavar="DIR", type=folder, help="folder that `generate` or `amalgamate` wrote")
    add_target(verb, "the folder's target; default: the target that its files name")
    add_sets(verb)


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
    lines = [f"{name}: not generated by this set; delete it\n" for name in found.compiled]
    lines += [f"{name}: not of this set; it may stay, as no compiler takes it for a source\n" for name in found.others]
    left_over, current = (*found.compiled, *found.others), not differing and not found.compiled
    data = {"current": current, "differs": differing, "left_over": left_over}
    answer(arguments, "".join([difference, *lines]), data, sys.stdout.write)
    return 0 if current else 1
