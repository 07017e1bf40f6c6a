# SPDX-License-Identifier: BSD-3-Clause
"""Lists actions that make a product's permutes cheaper, with their savings.

All functions are pure. models/ finds the transposes that a model could omit; this module adds their costs.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from math import inf

from permkern.kernels.documents import plural
from permkern.kernels.in_place import NotInPlaceError, choose_in_place
from permkern.kernels.manifest import PermuteFamily
from permkern.kernels.permutation import Work

from .figures import Target
from .rows import Row, Sum

# Variants of a set's kernels, which a target measures for the actions.
AFTER = "after all free actions"
ONE_BUFFER = "permkern_one_buffer_"  # in-place kernels; the prefix of their names
ANY_SHAPE = "kernels for any shape"  # in the set's profile, or with PROFILE
PROFILE = "profile "


@dataclass(frozen=True)
class Advice:
    """
    Operators that a model could omit, so they need no kernel. how: the changes to the model, in lines.
    instead: names and works of the permutes that replace them, one entry for each call.
    """

    title: str
    why: str
    operators: tuple[str, ...]
    how: tuple[str, ...] = ()
    instead: tuple[tuple[str, Work], ...] = ()


@dataclass(frozen=True)
class Aligned:
    """
    Cost of all calls of some kernels. least: with aligned buffers; most: with the worst alignment; then: with
    ``align = 4``. flash, flash_then: bytes of the kernels' own functions, now and with ``align = 4``.
    """

    least: int
    most: int
    then: int
    flash: int
    flash_then: int


@dataclass(frozen=True)
class Action:
    """
    An action, with its reason. saves: a run's savings on each target, in the target's unit; None: not measured.
    traffic: bytes no longer moved. ram: buffer bytes saved in the largest call. how: instructions, in lines.
    optional: the action has a price. flash: bytes that an optional action saves on each target. aligned: each target's
    costs, if the action aligns buffers; None: no change.
    """

    title: str
    why: str
    names: tuple[str, ...]  # operators, or kernels if no operator is known
    saves: tuple[int | None, ...]
    traffic: int = 0
    ram: int = 0
    how: tuple[str, ...] = ()
    calls: int = 0  # kernel calls that a run saves
    optional: bool = False
    flash: tuple[int | None, ...] = ()
    aligned: tuple[Aligned | None, ...] = ()


@dataclass(frozen=True)
class State:
    """
    Costs of a run's permutes, now or after some actions. calls: kernel calls. costs: on each target, in its unit;
    None: not measured. traffic: bytes moved. ram: buffer bytes of the largest call. flash: bytes on each target.
    """

    title: str
    calls: int
    costs: tuple[int | None, ...]
    traffic: int
    ram: int
    flash: tuple[int | None, ...]


def buffers(rows: Iterable[Row]) -> int:
    """Returns the buffer bytes of the largest call: input and output, or the one buffer in place."""
    return max((row.buffers for row in rows), default=0)


def _names(row: Row) -> tuple[str, ...]:
    return row.operators or (row.kernel,)


def _saved(calls: Sequence[tuple[Row, int]], sums: Sequence[Sum]) -> tuple[int | None, ...]:
    """Returns the cost of the calls on each target. calls: pairs of a row and a number of calls."""

    def on(number: int, total: Sum) -> int | None:
        costs = [(row.figure(number, total.unit), count) for row, count in calls] if total.unit else [(None, 0)]
        known = [cost * count for cost, count in costs if cost is not None]
        return sum(known) if len(known) == len(costs) else None

    return tuple(on(number, total) for number, total in enumerate(sums))


def _calls(row: Row, operators: Iterable[str]) -> int:
    """Counts the calls for `operators` when the models run once. The first row.count of row.operators are executed."""
    names = set(operators)
    return sum(name in names for name in row.operators[: row.count])


def _instead(rows: Iterable[Row], advice: Advice) -> list[Row]:
    """Returns the kernels that replace the omitted operators, one for each call."""
    by_work = {row.work: row for row in rows if not row.xor and not row.in_place}
    return [by_work[work] for _, work in advice.instead]


def _priced(advice: Advice, rows: Sequence[Row], more: Sequence[Row], sums: Sequence[Sum]) -> Action:
    calls = [(row, count) for row in rows if (count := _calls(row, advice.operators))]
    calls += [(row, -1) for row in _instead((*more, *rows), advice)]
    return Action(
        advice.title,
        advice.why,
        advice.operators,
        _saved(calls, sums),
        sum((row.moved or 0) * count for row, count in calls),
        buffers(rows) - buffers(_left(rows, more, [advice])),
        advice.how,
        sum(count for _, count in calls),
    )


def _is_copy(row: Row) -> bool:
    return row.is_view and bool(row.moved) and bool(row.count)


def _views(rows: Sequence[Row], sums: Sequence[Sum]) -> list[Action]:
    found = [row for row in rows if _is_copy(row)]
    if not found:
        return []
    return [
        Action(
            "Use the input as the output",
            "These permutes keep the order of all elements, so their kernels only copy. Pass the input's address on.",
            tuple(name for row in found for name in _names(row)),
            _saved([(row, row.count or 0) for row in found], sums),
            sum(row.traffic for row in found),
            buffers(rows) - buffers(row for row in rows if row not in found),
            calls=sum(row.count or 0 for row in found),
        )
    ]


def _fits_in_place(row: Row) -> bool:
    if row.work is None or row.in_place or row.xor or row.is_view:
        return False
    try:
        choose_in_place(row.work, row.work.bits // 8)
    except NotInPlaceError:
        return False
    return True


def _left(rows: Sequence[Row], more: Sequence[Row], advice: Sequence[Advice]) -> list[Row]:
    """
    Returns the kernels still needed after the model changes in `advice`, each with its remaining calls and operators.
    rows: kernels of the set. more: kernels that the set lacks.
    """
    added = Counter(row.id for one in advice for row in _instead((*more, *rows), one))
    gone = {name for one in advice for name in one.operators}
    kept = [
        replace(
            row,
            operators=tuple(name for name in row.operators if name not in gone),
            count=(row.count or 0) - _calls(row, gone) + added[row.id],
        )
        for row in rows
        if row.id in added or not row.operators or not gone.issuperset(row.operators)
    ]
    return [*kept, *(row for row in more if row.id in added)]


def remaining(rows: Sequence[Row], more: Sequence[Row], advice: Sequence[Advice]) -> list[Row]:
    """Returns the kernels still needed after the model changes in `advice`, without kernels that only copy."""
    return [row for row in _left(rows, more, advice) if not _is_copy(row)]


def fitting_in_place(rows: Sequence[Row]) -> list[Row]:
    """Returns the kernels, largest buffers first, whose in-place counterparts lower the largest RAM need of a call."""
    largest = sorted((row for row in rows if row.work is not None), key=lambda row: -row.buffers)
    taken: list[Row] = []
    for row in largest:
        if not _fits_in_place(row) or row.buffers <= buffers(one for one in taken) // 2:
            break
        taken.append(row)
    return taken


def _align(rows: Sequence[Row], sums: Sequence[Sum]) -> list[Action]:
    def on(row: Row, number: int, unit: str) -> Aligned | None:
        costs = [row.cost(number, unit), row.cost(number, unit, "unaligned"), row.cost(number, unit, variant=AFTER)]
        known = [*costs, row.figure(number, "flash"), row.figure(number, "flash", AFTER)]
        return None if None in known else Aligned(*(each or 0 for each in known))

    found = {row.kernel: [on(row, number, total.unit) for number, total in enumerate(sums)] for row in rows}
    found = {
        name: each
        for name, each in found.items()
        if any(one and (one.most > one.then or one.flash > one.flash_then) for one in each)
    }
    summed = [
        None if None in each else Aligned(*map(sum, zip(*(astuple(one) for one in each if one), strict=True)))
        for each in zip(*found.values(), strict=True)
    ]
    return [
        Action(
            "Align both buffers to 4 bytes: align = 4",
            "Words at other addresses trap or take longer. `align = 4` in the set, or `import --align 4`, promises "
            "aligned buffers; kernels then have no code for other buffers.",
            tuple(found),
            tuple(each.least - each.then if each else None for each in summed),
            aligned=tuple(summed),
        )
    ] * bool(found)


def _replaced(rows: Sequence[Row], variant: str, sums: Sequence[Sum]) -> tuple[int | None, ...]:
    """Returns a run's savings on each target if kernels of a variant replace those after all free actions."""

    def on(number: int, unit: str) -> int | None:
        now = [row.cost(number, unit, variant=AFTER) or row.cost(number, unit) for row in rows]
        pairs = zip(now, (row.cost(number, unit, variant=variant) for row in rows), strict=True)
        known = [one - other for one, other in pairs if one is not None and other is not None]
        return sum(known) if unit and len(known) == len(rows) else None

    return tuple(on(number, total.unit) for number, total in enumerate(sums))


def _less(variant: str, targets: Sequence[Target]) -> tuple[int | None, ...]:
    """Returns the flash that a variant saves on each target, after all free actions."""
    after = [target.flash_after for target in targets]
    return tuple(each[AFTER] - each[variant] if variant in each else None for each in after)


def _in_place(rows: Sequence[Row], sums: Sequence[Sum], targets: Sequence[Target]) -> list[Action]:
    taken = fitting_in_place(rows)
    halves = [row.buffers // 2 for row in taken]
    saved = buffers(rows) - max([*halves, buffers(row for row in rows if row not in taken)], default=0)
    return [
        Action(
            "Only if RAM is short: permute in one buffer",
            "The input is gone afterwards. `in_place = true` in the set, or `import --in-place`, makes such kernels.",
            tuple(name for row in taken for name in _names(row)),
            _replaced(taken, ONE_BUFFER, sums),
            ram=saved,
            optional=True,
            flash=_less(ONE_BUFFER, targets),
        )
    ] * bool(saved)


def has_any_shape(row: Row) -> bool:
    """True if a kernel for any shape can replace a pinned one."""
    return row.work is not None and not row.work.by_name and not row.in_place


def families(rows: Sequence[Row]) -> tuple[PermuteFamily, ...]:
    """Returns the kernels for any shape that can replace pinned ones."""
    forms = {(row.folded.bits, row.folded.perm) for row in rows if row.folded and has_any_shape(row)}
    return tuple(PermuteFamily((perm,), (bits,)) for bits, perm in sorted(forms))


def _smaller(rows: Sequence[Row], sums: Sequence[Sum], targets: Sequence[Target]) -> Iterator[Action]:
    """Yields actions that save flash on the first target, the cheapest first. Each saves more than the one before."""
    found, pinned = [], plural(sum(map(has_any_shape, rows)), "pinned one")
    for variant in targets[0].flash_after if targets else ():
        profile = variant.partition(PROFILE)[2]
        how = [f'profile = "{profile}"'] * bool(profile)
        why = "Smaller profiles make shorter and slower kernels. The cost is that of pinned kernels."
        if variant.startswith(ANY_SHAPE):
            tables = (f"{{perms = [{list(one.perms[0])}], bits = {one.bits[0]}}}" for one in families(rows))
            how.append(f"permute = [{', '.join(tables)}]")
            why = (
                "`permute` in the set makes one kernel for each permutation and width. permkern_prepare makes a "
                "plan in RAM for each shape, and permkern_run runs it."
            )
        if variant not in (AFTER, ONE_BUFFER):
            saves, flash = _replaced(rows, variant, sums), _less(variant, targets)
            title = "Only if flash is short: " + variant.replace(ANY_SHAPE, f"{ANY_SHAPE} instead of {pinned}")
            found.append(Action(title, why, (), saves, how=tuple(how), optional=True, flash=flash))
    most = 0
    for action in sorted(found, key=lambda action: inf if action.saves[0] is None else -action.saves[0]):
        if (action.flash[0] or 0) > most:
            most = action.flash[0] or 0
            yield action


def actions(
    rows: Sequence[Row],
    more: Sequence[Row],
    sums: Sequence[Sum],
    advice: Sequence[Advice],
    targets: Sequence[Target],
) -> tuple[Action, ...]:
    """Returns actions for pinned kernels; the largest saving on the first target comes first, optional ones last.

    more: rows of kernels that the set lacks and `advice` needs.
    """
    left = remaining(rows, more, advice)
    found = [*(_priced(one, rows, more, sums) for one in advice), *_views(_left(rows, more, advice), sums)]
    found += _align(left, sums)

    def saved(action: Action) -> int:
        most = [each.most - each.then for each in action.aligned[:1] if each]
        return max((action.saves[0] if action.saves else 0) or 0, *most, 0)

    found.sort(key=lambda action: (-saved(action), -action.traffic))
    return (*found, *_in_place(left, sums, targets), *_smaller(left, sums, targets))


def _minus(values: Sequence[int | None], saves: Sequence[tuple[int | None, ...]]) -> tuple[int | None, ...]:
    """Subtracts the savings on each target from its value; None if any is unknown."""
    return tuple(
        None if value is None or None in less else max(value - sum(filter(None, less)), 0)
        for value, less in zip(values, zip(*saves, strict=True), strict=True)
    )


def states(
    rows: Sequence[Row], left: Sequence[Row], sums: Sequence[Sum], targets: Sequence[Target], done: Sequence[Action]
) -> list[State]:
    """Returns the costs of permutes now, after all free actions, and then with each optional one."""
    now = State(
        "now",
        sum(row.count or 0 for row in rows),
        tuple(total.cost if total.measured else None for total in sums),
        sum(row.traffic for row in rows),
        buffers(rows),
        tuple(total.flash for total in sums),
    )
    free = [action for action in done if not action.optional]
    made = [now]
    if free:
        title = "after step 1" if len(free) == 1 else f"after steps 1 {'and' if len(free) == 2 else 'to'} {len(free)}"
        made.append(
            State(
                title,
                now.calls - sum(action.calls for action in free),
                _minus(now.costs, [action.saves for action in free]),
                now.traffic - sum(action.traffic for action in free),
                buffers(left),
                tuple(target.flash_after.get(AFTER) for target in targets),
            )
        )
    last = made[-1]
    for step, action in enumerate(done[len(free) :], len(free) + 1):
        title = f"with step {step}, if {'RAM' if action.ram else 'flash'} is short"
        costs, flash = _minus(last.costs, [action.saves]), _minus(last.flash, [action.flash])
        made.append(replace(last, title=title, costs=costs, ram=last.ram - action.ram, flash=flash))
    return made
