# SPDX-License-Identifier: BSD-3-Clause
"""The verb `certify`: parser and function."""

import json
from argparse import Namespace
from pathlib import Path

from permkern.arguments import SET_HELP, Add, add_memory
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import find_set, load_sets
from permkern.kernels.memory import memory_of
from permkern.package.writer import write_or_refuse
from permkern.terminal import answer, packages, working


def add_certify(add: Add) -> None:
    verb = add(
        "certify",
        certify_program,
        description="Runs the machine code of each pinned kernel of a set once on labels in place of contents: every\n"
        "byte must come out where the definition says, nothing else may be written, and no branch or address may\n"
        "depend on contents. Prints each kernel's costs. Exits with 1 if a kernel is refused, with 3 if the program\n"
        "is for an unknown core. Needs the Python packages pypcode, capstone and pyelftools.",
        epilog="example: permkern certify firmware.elf --set my_model.toml --json certificate.json",
    )
    verb.add_argument("program", metavar="PROGRAM.elf", type=Path, help="the linked program, with its symbols")
    verb.add_argument("--set", metavar="SET.toml", nargs="+", required=True, help=SET_HELP)
    verb.add_argument("--target", metavar="NAME", help="the core; default: the core in the program's attributes")
    verb.add_argument(
        "--calls",
        action="store_true",
        help="also certify functions of core API and MLI that check their arguments, with right and wrong arguments",
    )
    add_memory(verb, "to count line fills of")
    verb.add_argument("--json", metavar="FILE.json", type=Path, help="also write the certificate")
    verb.add_argument("--jobs", metavar="N", type=int, default=1, help="number of parallel processes, default: 1")


def certify_program(arguments: Namespace) -> int:
    with packages("certify"):
        from . import command
    inventory = make_inventory(load_sets(arguments.set))
    memory = memory_of(arguments.memory)
    with working(f"certifying {arguments.program}") as say:
        made = command.certificate(
            arguments.program,
            inventory,
            arguments.target,
            arguments.jobs,
            say,
            calls=arguments.calls,
            memory=memory,
        )
    data = command.to_json(made, [find_set(each) for each in arguments.set])
    if arguments.json:
        write_or_refuse({arguments.json: json.dumps(data, indent=1) + "\n"})
    answer(arguments, command.to_text(made), data)
    return int(made.certified < len(made.verdicts))
