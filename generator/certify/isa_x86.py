# SPDX-License-Identifier: BSD-3-Clause
"""x86-64, in certificates."""

from __future__ import annotations

from collections.abc import Mapping

from .semantics_vectors import X86
from .target import Target


def _x86_alignment(text: str, size: int) -> int:
    name = text.split()[0]
    if name.startswith(("vmovdqa", "vmovap", "vmovnt")):
        return size
    return 1 if name.startswith("v") or size < 16 or name in ("movdqu", "movups", "movupd", "lddqu") else 16


def _x86_lacks(text: str, raw: bytes) -> str:  # noqa: ARG001
    return "uses memory of the thread, as stack protectors do" if "fs:[" in text or "gs:[" in text else ""


# permkern_cpu for the levels of CPU: PERMKERN_CPU_SSE2 and PERMKERN_CPU_AVX2 of src/base/permkern_target.h.
CPU_WORDS: Mapping[str, int] = {"x86-64": 2, "x86-64-avx2": 3}

TARGETS: Mapping[str, Target] = dict.fromkeys(
    CPU_WORDS,
    Target(
        "x86:LE:64:default",
        arguments=("RDI", "RSI", "RDX", "RCX", "R8", "R9"),
        returned="RAX",
        stack_pointer="RSP",
        saved=("RBX", "RBP", "R12", "R13", "R14", "R15"),
        scratch=(
            *("RAX", "RCX", "RDX", "RSI", "RDI", "R8", "R9", "R10", "R11"),
            *("CF", "PF", "AF", "ZF", "SF", "OF", "RIP"),
            *(f"ZMM{k}" for k in range(16)),
        ),
        pointer=8,
        stack_align=16,
        red_zone=128,
        named=X86,
        decoder="x86",
        alignment=_x86_alignment,
        refuses=_x86_lacks,
    ),
)
