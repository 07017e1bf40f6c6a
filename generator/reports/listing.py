# SPDX-License-Identifier: BSD-3-Clause
"""Lists what an inventory holds, as text for the terminal and as JSON."""

from ..kernels.documents import Json, plural
from ..kernels.in_place_views import in_place_lines
from ..kernels.inventory import Form, Inventory, Pinned, PinnedInPlace
from ..kernels.permutation import perm_text


def to_text(inventory: Inventory) -> str:
    rows = [
        (
            f"{form.bits}-bit",
            perm_text(form.perm),
            form.choice.strategy.value,
            form.symbol,
        )
        for form in inventory.forms
    ]
    rows += [
        (
            f"{entry.work.bits}-bit",
            str(entry.work),
            entry.body.best.choice.strategy.value,
            f"{entry.symbol} x{entry.request.count}" + (f", exclusive-or {entry.xor}" if entry.xor else ""),
        )
        for entry in inventory.pinned
    ]
    rows += [
        (
            f"{entry.work.bits}-bit",
            str(entry.work),
            entry.choice.strategy.value,
            f"{entry.symbol} x{entry.request.count}",
        )
        for entry in inventory.in_place
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    pinned = len(inventory.pinned) + len(inventory.in_place)
    kernels = plural(len(inventory.kernels), "kernel")
    lines = [f"set {inventory.name}, profile {inventory.profile}: {kernels} for any shape, {pinned} pinned"]
    lines += [
        "  ".join([cell.ljust(width) for cell, width in zip(row, widths, strict=False)] + [row[3]]) for row in rows
    ]
    return "\n".join(lines)


def _form_json(form: Form) -> Json:
    return {
        "bits": form.bits,
        "perm": form.perm,
        "kernel": form.symbol,
        "strategy": form.choice.strategy.value,
        "why": form.choice.why,
    }


def _pinned_json(entry: Pinned) -> Json:
    best = entry.body.best
    return {
        "name": entry.request.name,
        "symbol": entry.symbol,
        "bits": entry.work.bits,
        "shape": entry.work.shape,
        "perm": entry.work.perm,
        "flip": entry.work.reversed_axes,
        "count": entry.request.count,
        "align": entry.request.align,
        "dispatch": entry.request.dispatch,
        "xor": str(entry.xor) if entry.xor else None,
        "folded_shape": best.work.shape,
        "folded_perm": best.work.perm,
        "folded_flip": best.work.reversed_axes,
        "folded_bits": best.work.bits,
        "moves": best.work.moves,
        "strategy": best.choice.strategy.value,
        "body": entry.code,
        "why": best.choice.why,
    }


def _in_place_json(entry: PinnedInPlace) -> Json:
    record = entry.moves
    return {
        "name": entry.request.name,
        "symbol": entry.symbol,
        "bits": entry.work.bits,
        "shape": entry.work.shape,
        "perm": entry.work.perm,
        "count": entry.request.count,
        "align": entry.request.align,
        "folded_shape": record.work.shape,
        "folded_perm": record.work.perm,
        "moves": record.work.moves,
        "why": record.why,
        "runs": in_place_lines(record),
        "leaders": record.leaders,
    }


def to_json(inventory: Inventory) -> Json:
    return {
        "set": inventory.name,
        "profile": inventory.profile,
        "isa": "portable",
        "forms": [_form_json(form) for form in inventory.forms],
        "pinned": [_pinned_json(entry) for entry in inventory.pinned],
        "in_place": [_in_place_json(entry) for entry in inventory.in_place],
    }
