# SPDX-License-Identifier: BSD-3-Clause
"""Writes what code there is for planes as the C initialiser of a permkern_ways."""

from collections.abc import Iterable

from permkern.cfragments import braces
from permkern.permutation import WIDTHS
from permkern.ways import Ways


def channel_set(channels: Iterable[int]) -> str:
    return " | ".join(f"PERMKERN_CHANNELS_{count}" for count in channels) or "0"


def ways_record(can: Ways) -> str:
    few = "PERMKERN_UNALIGNED" if can.few else "false"
    shift = WIDTHS.index(can.bits)
    return braces(shift, can.tile, can.pixels, channel_set(can.channels), few)
