# SPDX-License-Identifier: BSD-3-Clause
"""
The one list of configurations: what tests, verification and benches build, by which macros, for which machines.

host.py lists the ways to build the library on this machine, targets.py the other machines, uses.py says what can be
done with a configuration. Consumers select by use, and keep no macros or flags of configurations themselves.
"""

from collections.abc import Iterator
from typing import TypeVar

from configurations.host import CONFIGURATIONS
from configurations.uses import Configuration, Use

AnyUse = TypeVar("AnyUse", bound=Use)


def used(kind: type[AnyUse]) -> Iterator[tuple[Configuration, AnyUse]]:
    """Every configuration that has uses of a kind, with each of them, in the list's order."""
    for configuration in CONFIGURATIONS:
        for use in configuration.uses:
            if isinstance(use, kind):
                yield configuration, use


def named(name: str) -> Configuration:
    return next(configuration for configuration in CONFIGURATIONS if configuration.name == name)
