# SPDX-License-Identifier: BSD-3-Clause
"""Lists what a plan holds, as text for the terminal and as JSON."""

from typing import TypedDict

from .permutation import Perm, Shape, perm_text
from .plan import Form, Pinned, Plan


def to_text(plan: Plan) -> str:
    rows = [
        (
            f"{form.bits}-bit",
            perm_text(form.perm),
            form.choice.strategy.value,
            form.symbol,
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


class FormJson(TypedDict):
    bits: int
    perm: Perm
    kernel: str
    strategy: str
    why: str


class PinnedJson(TypedDict):
    name: str
    symbol: str
    bits: int
    shape: Shape
    perm: Perm
    count: int
    align: int
    dispatch: bool
    folded_shape: Shape
    folded_perm: Perm
    folded_bits: int
    moves: bool
    strategy: str
    body: str
    why: str


class PlanJson(TypedDict):
    set: str
    profile: str
    isa: str
    forms: list[FormJson]
    pinned: list[PinnedJson]


def _form_json(form: Form) -> FormJson:
    return {
        "bits": form.bits,
        "perm": form.perm,
        "kernel": form.symbol,
        "strategy": form.choice.strategy.value,
        "why": form.choice.why,
    }


def _pinned_json(entry: Pinned) -> PinnedJson:
    best = entry.body.best
    return {
        "name": entry.request.name,
        "symbol": entry.symbol,
        "bits": entry.work.bits,
        "shape": entry.work.shape,
        "perm": entry.work.perm,
        "count": entry.request.count,
        "align": entry.request.align,
        "dispatch": entry.request.dispatch,
        "folded_shape": best.work.shape,
        "folded_perm": best.work.perm,
        "folded_bits": best.work.bits,
        "moves": best.work.moves,
        "strategy": best.choice.strategy.value,
        "body": entry.code,
        "why": best.choice.why,
    }


def to_json(plan: Plan) -> PlanJson:
    return {
        "set": plan.name,
        "profile": plan.profile,
        "isa": plan.isa.name,
        "forms": [_form_json(form) for form in plan.forms],
        "pinned": [_pinned_json(entry) for entry in plan.pinned],
    }
