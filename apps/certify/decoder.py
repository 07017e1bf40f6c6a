# SPDX-License-Identifier: BSD-3-Clause
"""A second decoder: Capstone, with tables from LLVM. Ghidra also decodes invalid bytes, and instructions from other
architecture versions. If the two decoders differ in length or name, the bytes are refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import capstone

_THUMB = capstone.CS_MODE_THUMB | capstone.CS_MODE_MCLASS
_MODES = {
    "thumb": (capstone.CS_ARCH_ARM, _THUMB),
    "thumb v8": (capstone.CS_ARCH_ARM, _THUMB | capstone.CS_MODE_V8),
    "rv32": (capstone.CS_ARCH_RISCV, capstone.CS_MODE_RISCV32 | capstone.CS_MODE_RISCVC),
    "rv64": (capstone.CS_ARCH_RISCV, capstone.CS_MODE_RISCV64 | capstone.CS_MODE_RISCVC),
    "aarch64": (capstone.CS_ARCH_ARM64, capstone.CS_MODE_ARM),
    "x86": (capstone.CS_ARCH_X86, capstone.CS_MODE_64),
}

# Instructions with two names: Ghidra's/Capstone's.
_ALIASES = {
    capstone.CS_ARCH_ARM: "adr/addw adr/subw bcc/blo bcs/bhs ldmia/ldm stmia/stm push/stm push/str pop/ldm pop/ldr",
    capstone.CS_ARCH_ARM64: "bcc/blo bcs/bhs bfm/bfi bfm/bfc bfxil/bfc dup/mov hint/csdb mov/orr mov/movn"
    " mov/movz negs/cmp orr/mov sxtl/sshll sxtl2/sshll2 uxtl/ushll uxtl2/ushll2",
    capstone.CS_ARCH_RISCV: "beq/beqz bge/bgez bge/blez blt/bgtz blt/bltz bne/bnez jr/jalr ret/c.jr li/addi slt/sgtz"
    " slt/sltz sltiu/seqz sltu/snez",
    capstone.CS_ARCH_X86: "call/call.notrack jmp/jmp.notrack mov/movabs nop/prefetcht0 nop/prefetcht1 nop/prefetcht2"
    " nop/prefetchnta ret/ret.repz",
}
_CONDITIONS = {"c": "b", "nc": "ae", "z": "e", "nz": "ne"}  # x86: Ghidra's, and Capstone's


def _thumb(name: str) -> str:
    """Returns a name without width and IT condition, which follow a dot: `mov.cs`, `b.hi.w`."""
    return name.partition(".")[0]


def _aarch64(name: str) -> str:
    """Returns a name without vector arrangement. `b.eq` keeps its condition."""
    first, _, rest = name.partition(".")
    return first + rest if first == "b" else first


def _x86(name: str) -> str:
    for start in ("cmov", "set", "j"):
        if name.startswith(start) and name != "jmp":
            return start + _CONDITIONS.get(name.removeprefix(start), name.removeprefix(start))
    return ".".join(reversed(name.split()))  # `rep movsb` is `movsb.rep`


def _same(name: str) -> str:
    return name


_PLAIN: dict[int, Callable[[str], str]] = {
    capstone.CS_ARCH_ARM: _thumb,
    capstone.CS_ARCH_ARM64: _aarch64,
    capstone.CS_ARCH_X86: _x86,
}


@dataclass(frozen=True)
class Decoded:
    name: str
    size: int


class Decoder:
    def __init__(self, name: str) -> None:
        architecture, mode = _MODES[name]
        self._capstone = capstone.Cs(architecture, mode)
        self._plain = _PLAIN.get(architecture, _same)
        self._aliases = {tuple(one.split("/")) for one in _ALIASES[architecture].split()}

    def decode(self, raw: bytes) -> Decoded | None:
        """Returns the instruction at the start of `raw`; None: the bytes are invalid."""
        found = next(self._capstone.disasm_lite(raw, 0, 1), None)
        return None if found is None else Decoded(found[2], found[1])

    def agrees(self, decoded: Decoded, text: str, size: int) -> bool:
        """Returns whether Ghidra's text and size match this decoder's instruction."""
        name = text.split()[0]
        theirs, ours = self._plain(decoded.name), self._plain(name)
        # Capstone does not see an IT before the instruction, so it adds the s of instructions that set flags.
        is_same = theirs == ours or (theirs == f"{ours}s" and "." in name) or (ours, theirs) in self._aliases
        return is_same and decoded.size == size
