# SPDX-License-Identifier: BSD-3-Clause
"""Lists an inventory, as text for the terminal and as JSON."""

from ..kernels.documents import Json, in_columns, plural, work_json
from ..kernels.in_place_views import in_place_lines
from ..kernels.inventory import Form, Inventory, Pinned, PinnedInPlace
from ..kernels.moves import Choice
from ..kernels.permutation import Work, perm_text

Entry = Form | Pinned | PinnedInPlace


def _choice(entry: Entry) -> Choice:
    return entry.body.best.choice if isinstance(entry, Pinned) else entry.choice


def to_text(inventory: Inventory) -> str:
    rows = [(f"{one.bits}-bit", perm_text(one.perm), one.choice.strategy.value, one.symbol) for one in inventory.forms]
    every: list[Pinned | PinnedInPlace] = [*inventory.pinned, *inventory.in_place]
    for entry in every:
        xor = f", exclusive-or {entry.xor}" if isinstance(entry, Pinned) and entry.xor else ""
        what = f"{entry.symbol} x{entry.request.count}{xor}"
        rows.append((f"{entry.work.bits}-bit", str(entry.work), _choice(entry).strategy.value, what))
    pinned = len(inventory.pinned) + len(inventory.in_place)
    kernels = plural(len(inventory.kernels), "kernel")
    head = f"set {inventory.name}, profile {inventory.profile}: {kernels} for any shape, {pinned} pinned"
    return "\n".join([head, *in_columns(rows)])


def decisions(inventory: Inventory) -> str:
    """Lists each kernel with its strategy and the reason."""
    every: list[Entry] = [*inventory.forms, *inventory.pinned, *inventory.in_place]
    choices = ((entry.symbol, _choice(entry)) for entry in every)
    return "\n".join(f"{symbol}: {choice.strategy.value}: {choice.why}" for symbol, choice in choices)


def _form_json(form: Form) -> Json:
    return {
        "bits": form.bits,
        "perm": form.perm,
        "kernel": form.symbol,
        "strategy": form.choice.strategy.value,
        "why": form.choice.why,
    }


def _request_json(entry: Pinned | PinnedInPlace, folded: Work) -> Json:
    return {
        "name": entry.request.name,
        "symbol": entry.symbol,
        **work_json(entry.work),
        "count": entry.request.count,
        "align": entry.request.align,
        "folded_shape": folded.shape,
        "folded_perm": folded.perm,
        "folded_flip": folded.reversed_axes,
        "folded_bits": folded.bits,
        "moves": folded.moves,
    }


def _pinned_json(entry: Pinned) -> Json:
    best = entry.body.best
    return {
        **_request_json(entry, best.work),
        "dispatch": entry.request.dispatch,
        "xor": str(entry.xor) if entry.xor else None,
        "strategy": best.choice.strategy.value,
        "body": entry.code,
        "why": best.choice.why,
    }


def _in_place_json(entry: PinnedInPlace) -> Json:
    record = entry.moves
    runs = in_place_lines(record)
    return {**_request_json(entry, record.work), "why": record.why, "runs": runs, "leaders": record.leaders}


def to_json(inventory: Inventory) -> Json:
    return {
        "set": inventory.name,
        "profile": inventory.profile,
        "isa": "portable",
        "forms": [_form_json(form) for form in inventory.forms],
        "pinned": [_pinned_json(entry) for entry in inventory.pinned],
        "in_place": [_in_place_json(entry) for entry in inventory.in_place],
    }
