# SPDX-License-Identifier: BSD-3-Clause
"""Makes a product's report: reads its sets and models, and measures their kernels."""

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from permkern.arguments import MOVES
from permkern.kernels.documents import plural
from permkern.kernels.inventory import Inventory, make_inventory
from permkern.kernels.manifest import PROFILES, PermutationSet, PinnedRequest, SetError, is_model, joined, load_set
from permkern.kernels.memory import Memory
from permkern.kernels.permutation import Work
from permkern.kernels.targets import find_target
from permkern.terminal import packages, working

from .actions import Advice
from .figures import Target, target_of
from .report import Product, Report, Uncovered, make_report
from .words import FIGURES_OF

INSTEAD = "permkern_instead_"  # name prefix of kernels that no set has

# ---- sets and models ----


@dataclass(frozen=True)
class Made:
    """A report, the wrong results, and the missing inputs: --dim for transposes, a core's compiler."""

    report: Report
    wrong: list[str]
    waiting: tuple[str, ...]


def _qualified(product: Product, source: str) -> Product:
    """Prefixes operator names with the source, because several models may share names."""

    def full(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(f"{source}: {name}" for name in names)

    pinned = tuple(replace(each, operators=full(each.operators)) for each in product.permutations.pinned)
    return replace(
        product,
        permutations=replace(product.permutations, pinned=pinned),
        advice=tuple(
            replace(
                each,
                operators=full(each.operators),
                instead=tuple((full([name])[0], work) for name, work in each.instead),
            )
            for each in product.advice
        ),
        uncovered=tuple(Uncovered(full([each.what])[0], each.why) for each in product.uncovered),
        notes=full(product.notes),
    )


def read_product(
    inputs: Sequence[str], dims: Sequence[str], bits: int | None, *, freeze: bool = False, moves: str = MOVES[0]
) -> Product:
    """Reads sets and models, and joins them. SetError: one cannot be read, or they do not fit together."""
    if not inputs:
        raise SetError("no input is given; give the path of a set or model, or the name of a shipped set")
    models = [Path(name) for name in inputs if is_model(name)]
    if (dims or bits is not None or freeze or moves != MOVES[0]) and not models:
        raise SetError("--dim, --bits, --moves and --freeze-weights are for models, and none is given; leave them out")
    of_models: Iterator[Product] = iter(())
    with working(f"reading {', '.join(inputs)}"):
        if models:
            with packages(str(models[0]), "models"):
                from .from_models import products
            of_models = products(models, dims, bits, freeze=freeze, moves=moves)
        every = [next(of_models) if is_model(name) else Product(load_set(name)) for name in inputs]
    if len(every) > 1:
        names = [one.permutations.name for one in every]
        sources = [name if names.count(name) == 1 else given for name, given in zip(names, inputs, strict=True)]
        every = [_qualified(one, source) for one, source in zip(every, sources, strict=True)]
    return Product(
        joined([one.permutations for one in every]),
        tuple(advice for one in every for advice in one.advice),
        tuple(each for one in every for each in one.uncovered),
        tuple(line for one in every for line in one.waiting),
        tuple(line for one in every for line in one.notes),
        None if any(one.macs is None for one in every) else sum(one.macs or 0 for one in every),
        max(one.peak for one in every),
    )


# ---- measuring ----


def cores() -> Collection[str]:
    """Returns the names of the cores that --target accepts."""
    with packages("--target"):
        from permkern.certify.cores import CORES
    return CORES


def _instead(inventory: Inventory, advice: Sequence[Advice], memory: Memory | None) -> Inventory:
    """Returns the kernels that the set lacks for the permutes that `advice` adds."""
    there = {entry.work for entry in inventory.pinned if entry.xor is None}
    names: dict[Work, list[str]] = {}
    for name, work in (each for one in advice for each in one.instead if each[1] not in there):
        names.setdefault(work, []).append(name)
    requests = [
        PinnedRequest(f"{INSTEAD}{number}", work, len(of), max(1, work.bits // 8), dispatch=False, operators=tuple(of))
        for number, (work, of) in enumerate(names.items())
    ]
    return make_inventory(PermutationSet("", inventory.profile, (), tuple(requests), memory))


def _measured(
    permutations: PermutationSet,
    inventory: Inventory,
    instead: Inventory,
    names: Sequence[str],
    cc: str,
    advice: Sequence[Advice],
) -> tuple[list[Target], list[Uncovered], list[str]]:
    """
    Measures on the cores in `names`. Returns the figures, the cores without figures, and the wrong results.
    """
    targets: list[Target] = []
    if not names:
        return targets, [], []
    with packages("--target"):
        from permkern.certify.measure import CannotMeasureError, measured

        from .variants import variants
    every = tuple(variants(permutations, inventory, instead, advice))
    kernels = len(inventory.all_pinned) + len(inventory.forms)
    missing: list[Uncovered] = []
    wrong: list[str] = []
    for name in dict.fromkeys(find_target(name, cores(), list(cores())) for name in names):
        try:
            with working(f"measuring {plural(kernels, 'kernel')} on {name}"):
                found, failed = measured(
                    inventory, name, cc, os.cpu_count() or 1, instead.pinned, every, permutations.memory
                )
        except CannotMeasureError as error:
            missing.append(Uncovered(f"{FIGURES_OF}{name}", str(error)))
            continue
        targets.append(target_of(found))
        wrong += failed
    return targets, missing, wrong


# ---- the report ----


def _of_all(made: Report, product: Product, macs_per_cycle: float | None, ram: float | None) -> list[str]:
    """Returns lines that compare the permutes with all operators, and with the RAM of the product."""
    lines = []
    if product.macs:
        lines.append(f"Convolutions and matrix products need {product.macs:,} MACs.")
    if product.macs and macs_per_cycle:
        cycles = product.macs / macs_per_cycle
        lines += [
            f"At {macs_per_cycle:g} MACs a cycle, the permutes take {total.cost / (total.cost + cycles):.1%} of an "
            f"inference on {total.target}."
            for total in made.totals.sums
            if total.unit == "cycles"
        ]
    for what, size in (("The largest call", made.totals.buffers), ("All tensors that live together", product.peak)):
        if ram is not None and size > ram:
            lines.append(f"{what}: {size:,} bytes, more than the {ram:,} bytes of --ram.")
    return lines


def make_product_report(
    inputs: Sequence[str],
    dims: Sequence[str],
    bits: int | None,
    names: Sequence[str],
    cc: str,
    mhz: float | None,
    memory: Memory | None = None,
    *,
    freeze: bool = False,
    moves: str = MOVES[0],
    macs_per_cycle: float | None = None,
    ram: float | None = None,
    profile: str | None = None,
) -> Made:
    """
    Makes the report of sets and models. names: target names; cc: the compiler for the measurements; mhz: the clock;
    memory: instead of that of the sets; freeze: weights are no inputs; moves: "all" for all operators
    of models that move elements; macs_per_cycle: of the models' multiplications; ram: bytes that the product has;
    profile: instead of that of the sets.
    """
    if cc and not names:
        raise SetError("--cc compiles what --target measures; name a core, as in: --target cortex-m4")
    if mhz is not None and not 0 < mhz < 1e6:
        raise SetError(f"--mhz {mhz:g}: not a clock; give megahertz, as in: --mhz 168")
    for option, value in (("--macs-per-cycle", macs_per_cycle), ("--ram", ram)):
        if value is not None and not 0 < value < 1e12:
            raise SetError(f"{option} {value:g}: must be more than 0; give a number, as in: {option} 1")
    if profile not in (None, *PROFILES):
        raise SetError(f"--profile {profile!r}: no such choice; choose one of {', '.join(PROFILES)}")
    product = read_product(inputs, dims, bits, freeze=freeze, moves=moves)
    if profile is not None:
        product = replace(product, permutations=replace(product.permutations, profile=profile))
    if memory is not None:
        product = replace(product, permutations=replace(product.permutations, memory=memory))
    inventory = make_inventory(product.permutations)
    instead = _instead(inventory, product.advice, product.permutations.memory)
    targets, missing, wrong = _measured(product.permutations, inventory, instead, names, cc, product.advice)
    failed = [Uncovered(*line.split(": ", 1)) for line in wrong]
    uncovered = [*failed, *missing, *product.uncovered]
    made = make_report(inventory, targets, product.advice, uncovered, mhz, product.notes, instead)
    made = replace(made, notes=(*made.notes, *_of_all(made, product, macs_per_cycle, ram)))
    waiting = *product.waiting, *(f"{each.what}: none, as {each.why}" for each in missing)
    return Made(made, wrong, waiting)
