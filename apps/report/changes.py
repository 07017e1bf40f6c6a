# SPDX-License-Identifier: BSD-3-Clause
"""Compares a report with an earlier one: missing and new kernels, changed figures with their growth.

All functions are pure. "flash, cortex-m4" labels a figure and its target. Figures that one report lacks are ignored.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from permkern.kernels.manifest import SetError

Known = Mapping[str, int]  # figures by label

ALL_KERNELS = "all kernels"  # stands for the set in a change of a sum
UNITS: Mapping[str, str] = {
    "instructions": "instructions",
    "cycles": "cycles, estimated",
    "flash": "bytes of flash",
    "stack": "bytes of stack",
}
_LIMITED = ("instructions", "flash")  # for a kernel
_LIMITED_IN_ALL = ("flash",)  # for the set, because more calls take more instructions without worse code


def metric_of(what: str) -> tuple[str, str]:
    """Splits a figure's label into metric and target (whose name may hold commas). Other labels: two empty texts."""
    metric, _, target = what.partition(", ")
    return (metric, target) if metric in UNITS else ("", "")


@dataclass(frozen=True)
class Change:
    """A changed figure of a kernel, or of the set's sums."""

    id: str
    what: str
    before: int
    after: int

    @property
    def growth(self) -> Fraction:
        """Growth / earlier figure. An earlier 0 counts as 1."""
        return Fraction(self.after - self.before, self.before or 1)

    @property
    def in_all(self) -> bool:
        return self.id == ALL_KERNELS

    def cells(self, one_target: bool) -> tuple[str, str, str, str]:
        """Returns unit, before, after and growth."""
        metric, target = metric_of(self.what)
        unit = UNITS[metric] if one_target else f"{UNITS[metric]}, {target}"
        return unit, f"{self.before:,}", f"{self.after:,}", percent(self.growth)

    @property
    def is_limited(self) -> bool:
        """True if --fail-over limits this figure."""
        return metric_of(self.what)[0] in (_LIMITED_IN_ALL if self.id == ALL_KERNELS else _LIMITED)


@dataclass(frozen=True)
class Earlier:
    """An earlier report's data: kernels by id, and their sums."""

    set_name: str
    rows: Mapping[str, Known]
    in_all: Known


@dataclass(frozen=True)
class Differences:
    """in_all: changed sums. changed: changes in kernels, largest growth first.

    compared: number of limited figures that both reports have. limit: the --fail-over limit, if given.
    """

    set_name: str  # in the earlier report
    gone: tuple[str, ...]
    new: tuple[str, ...]
    in_all: tuple[Change, ...]
    changed: tuple[Change, ...]
    compared: int
    limit: Fraction | None = None

    @property
    def over(self) -> tuple[Change, ...]:
        """Changes that exceed the limit."""
        limit = self.limit
        if limit is None:
            return ()
        return tuple(each for each in (*self.in_all, *self.changed) if each.is_limited and each.growth > limit)


def _changes(key: str, before: Known, after: Known) -> list[Change]:
    return [
        Change(key, what, before[what], now) for what, now in after.items() if what in before and before[what] != now
    ]


def differences(rows: Mapping[str, Known], in_all: Known, earlier: Earlier) -> Differences:
    """Compares a set's rows and sums with an earlier report."""
    both = [key for key in rows if key in earlier.rows]
    by_row = [_changes(key, earlier.rows[key], rows[key]) for key in both]

    def worst(changes: list[Change]) -> Fraction:
        grown = [change.growth for change in changes if change.is_limited]
        return -max(grown, default=Fraction(-2))  # kernels without a changed limited figure come last

    pairs = [(ALL_KERNELS, earlier.in_all, in_all), *((key, earlier.rows[key], rows[key]) for key in both)]
    return Differences(
        set_name=earlier.set_name,
        gone=tuple(sorted(set(earlier.rows) - set(rows))),
        new=tuple(key for key in rows if key not in earlier.rows),
        in_all=tuple(_changes(ALL_KERNELS, earlier.in_all, in_all)),
        changed=tuple(change for changes in sorted(by_row, key=worst) for change in changes),
        compared=sum(Change(key, what, 0, 0).is_limited for key, then, now in pairs for what in then if what in now),
    )


# ---- a limit for CI ----


def parse_limit(text: str) -> Fraction:
    """Parses a limit in percent, "2%" or "0.5"."""
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?) ?%?", text.strip(), re.ASCII)
    if found is None or len(text) > 20:
        raise SetError(f"--fail-over {text}: not a limit; give percent of growth, 0 or more, such as 2%")
    return Fraction(found[1]) / 100


def percent(part: Fraction) -> str:
    """Formats a growth with a sign, and with enough digits that it is not 0."""
    value = float(part * 100)
    digits = next((k for k in (1, 2, 3) if round(abs(value), k) or not value), 4)
    return f"{value:+.{digits}f} %"


def in_words(change: Change) -> str:
    """Describes a change: "instructions on cortex-m4 from 100 to 110, +10.0 %"."""
    what, target = metric_of(change.what)
    return f"{UNITS[what]} on {target} from {change.before:,} to {change.after:,}, {percent(change.growth)}"


_NAMED = 10  # most changes in the sentence for CI


def limit_sentence(found: Differences) -> str:
    """Lists the changes that exceed the limit in one sentence; empty without any."""
    over = found.over
    if not over or found.limit is None:
        return ""
    named = "; ".join(f"{change.id}: {in_words(change)}" for change in over[:_NAMED])
    more = f"; and {len(over) - _NAMED} more, which the report names" if len(over) > _NAMED else ""
    return f"grown by more than {float(found.limit * 100):g} %: {named}{more}"
