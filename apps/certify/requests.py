# SPDX-License-Identifier: BSD-3-Clause
"""Certified calls: pinned kernels, and checked functions with correct and wrong arguments."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace
from functools import partial

from permkern.kernels.inventory import Inventory
from permkern.kernels.manifest import PinnedRequest

from .calls_core import core_calls
from .calls_mli import mli_calls
from .certificate import FIRST, Buffer, Call
from .claims import DATA, IN, OUT, Claim, definition, fails, unwritten

OK, NULL, CAPACITY = 0, 1, 8  # values in permkern_status


def pinned(request: PinnedRequest) -> Claim:
    """Returns a pinned kernel's call, with buffers aligned as the set promises."""
    arguments = (DATA,) if request.in_place else (IN, OUT)
    return Claim(request.name, Call(request.symbol, arguments, _buffers(request)), request.work, request.xor)


def _buffers(request: PinnedRequest) -> tuple[Buffer, ...]:
    work, align = request.work, request.align
    after = definition(work, request.xor)
    before = range(FIRST, FIRST + work.in_bytes)
    if request.in_place:
        return (Buffer(DATA[0], before, after, align),)
    return Buffer(IN[0], before, None, align), Buffer(OUT[0], unwritten(work), after, align)


def _tried(request: PinnedRequest) -> Iterator[Claim]:
    buffers = _buffers(request)
    sizes = [len(one.before) for one in buffers]
    data = [DATA] if request.in_place else [IN, OUT]
    arguments = tuple(part for pair in zip(data, sizes, strict=True) for part in pair)
    right = Claim(request.checked, Call(request.checked, arguments, buffers, OK), request.work, request.xor)
    yield right
    wrong = [(2 * n + 1, f"{one[0]} short", sizes[n] - 1, CAPACITY) for n, one in enumerate(data)]
    wrong += [(2 * n, f"{one[0]} NULL", 0, NULL) for n, one in enumerate(data)]
    for at, why, value, status in wrong:
        call = replace(right.call, arguments=(*arguments[:at], value, *arguments[at + 1 :]))
        yield fails(partial(replace, right, name=f"{right.name} {why}", call=call), status)


def checked(
    inventory: Inventory, functions: Container[str], pointer: int, first: int = 0, every: int = 1
) -> Iterator[Claim]:
    """
    Yields correct calls to a program's checked functions, and wrong ones with their status. first, every: for tests,
    keep only each ``every``-th call to the core API and MLI, from call ``first`` on.
    """
    for entry in inventory.all_pinned:
        if entry.request.checked in functions:
            yield from _tried(entry.request)
    makers = (*core_calls(inventory, functions, pointer), *mli_calls(inventory, functions, pointer))
    for claim in (make() for make in makers[first::every]):
        if all(one.symbol in functions for one in claim.call.calls):
            yield claim
