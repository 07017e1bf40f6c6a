# SPDX-License-Identifier: BSD-3-Clause
"""AArch64, in certificates."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .semantics_vectors import AARCH64
from .target import Target


def _aarch64_lacks(text: str, raw: bytes) -> str:  # noqa: ARG001
    """Names what both decoders take and Armv8.0-A lacks, and what Ghidra describes without its exclusive monitor."""
    if text.startswith("bc."):
        return "a hinted branch of Armv8.8-A"
    if re.match(r"cas|swp|ld(add|clr|eor|set|[su]m(ax|in))|(ld|st)l?a?x", text):
        return "an atomic or exclusive access"
    return "of the scalable vector extension" if re.search(r"\b[zp]\d", text) else ""


_FLAGS = ("NG", "ZR", "CY", "OV")
_TEMPORARY = ("tmpCY", "tmpOV", "tmpNG", "tmpZR", "shift_carry")

TARGETS: Mapping[str, Target] = {
    "aarch64": Target(
        "AARCH64:LE:64:v8A",
        arguments=tuple(f"x{k}" for k in range(8)),
        returned="x0",
        stack_pointer="sp",
        saved=(*(f"x{k}" for k in range(19, 30)), *(f"d{k}" for k in range(8, 16))),
        scratch=(*(f"x{k}" for k in (*range(19), 30)), *(f"z{k}" for k in range(32)), "pc", *_FLAGS),
        link="x30",
        pointer=8,
        stack_align=16,
        temporary=(
            *_TEMPORARY,
            *("VecMemAddr", "VectorSelem", "VecRegAddr", "tmp_ldWn", "tmp_ldXn", "tmp_stWn", "tmp_stXn"),
            *(f"TMPZ{k}" for k in range(1, 7)),
        ),
        named=AARCH64,
        decoder="aarch64",
        alignment=lambda _text, _size: 1,
        refuses=_aarch64_lacks,
    ),
}
