# SPDX-License-Identifier: BSD-3-Clause
"""Thumb instructions of a program as arm-none-eabi-objdump lists them: what bench/timings.py has to know of each."""

import enum
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


class Kind(enum.Enum):
    """What kind of instruction it is, as far as timings tell kinds apart."""

    LOAD = "one register from memory"
    STORE = "one register to memory"
    PAIR = "LDRD, STRD"
    MULTIPLE = "LDM, STM, PUSH, POP"
    BRANCH = "a branch"
    CALL = "BL"
    TABLE = "TBB, TBH"
    ACCUMULATE = "MLA, MLS"
    LONG = "a product of 64 bits"
    DIVIDE = "SDIV, UDIV"
    DATA = "data processing, also MUL and IT"
    OTHER = "not known here: floating point, vectors, the system"


@dataclass(frozen=True)
class Instruction:
    """One instruction. writes: the registers whose value it computes or loads, without a stepped address."""

    address: int
    size: int
    text: str
    kind: Kind
    writes: frozenset[str] = frozenset()
    address_from: frozenset[str] = frozenset()  # the registers that its access takes the address from
    offset_in_register: bool = False
    steps_address: bool = False
    moves: int = 0  # registers that LDM, STM and their like move

    @property
    def following(self) -> int:
        return self.address + self.size


Program = Mapping[int, Instruction]  # by address

_CONDITION = "(?:eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|al)?"
# The first that matches a mnemonic without .n and .w.
_KINDS = tuple(
    (re.compile(f"(?:{pattern}){_CONDITION}"), kind)
    for pattern, kind in (
        (
            "v.*|svc|bkpt|udf|wf[ei]|sev|[di][ms]b|mrs|msr|cps.*|mrc.*|mcr.*|cdp.*|ldc.*|stc.*|ldrex.*|strex.*",
            Kind.OTHER,
        ),
        ("ldrd|strd", Kind.PAIR),
        ("ldr(?:b|h|sb|sh)?t?", Kind.LOAD),
        ("str(?:b|h)?t?", Kind.STORE),
        ("(?:ldm|stm)(?:ia|db|fd|ea)?|push|pop", Kind.MULTIPLE),
        ("tbb|tbh", Kind.TABLE),
        ("bl|blx", Kind.CALL),
        ("b|bx|cbz|cbnz", Kind.BRANCH),
        ("mla|mls", Kind.ACCUMULATE),
        ("[us]m(?:ull|lal)s?", Kind.LONG),
        ("[us]div", Kind.DIVIDE),
    )
)
_WRITE_NOTHING = re.compile(f"(?:cmp|cmn|tst|teq|nop|it[te]*){_CONDITION}")
_ALIASES = {"sb": "r9", "sl": "r10", "fp": "r11", "ip": "r12"}
_LINE = re.compile(r"^\s*([0-9a-f]+):\s+((?:[0-9a-f]{4} ?)+)\s+([a-z][a-z0-9.]*)\s*(.*)$")


def _register(name: str) -> str:
    name = name.strip().rstrip("!")
    return _ALIASES.get(name, name)


def _registers(names: str) -> list[str]:
    """Reads a list without its braces: "r0, r4-r7, lr"."""
    found = []
    for name in names.split(","):
        first, _, last = (_register(end) for end in name.partition("-"))
        if last:
            found += [f"r{number}" for number in range(int(first[1:]), int(last[1:]) + 1)]
        else:
            found.append(first)
    return found


def _kind(mnemonic: str) -> Kind:
    return next((kind for pattern, kind in _KINDS if pattern.fullmatch(mnemonic)), Kind.DATA)


def read_instruction(address: int, size: int, mnemonic: str, operands: str) -> Instruction:
    mnemonic = re.sub(r"\.[nw]$", "", mnemonic)
    operands = re.split(r"\s*[;@]|\s+<", operands)[0].strip()
    kind = _kind(mnemonic)
    text = f"{mnemonic} {operands}".strip()
    first, *others = (_register(name) for name in re.split(r",(?![^\[{]*[\]}])", operands))
    if kind is Kind.MULTIPLE:
        listed = _registers(operands[operands.index("{") + 1 : operands.index("}")])
        loads = mnemonic.startswith(("ldm", "pop"))
        base = "sp" if mnemonic.startswith(("push", "pop")) else first
        writes = frozenset(listed if loads else [])
        return Instruction(address, size, text, kind, writes, frozenset([base]), moves=len(listed))
    access = re.search(r"\[([^\]]*)\](.*)$", operands)
    if access is not None:
        parts = [_register(part) for part in access[1].split(",")]
        offset = len(parts) > 1 and not parts[1].startswith("#")
        targets = [first, others[0]] if kind is Kind.PAIR else [first]
        return Instruction(
            address,
            size,
            text,
            kind,
            frozenset(targets if mnemonic.startswith("ldr") else []),
            frozenset(parts[: 1 + offset]),
            offset_in_register=offset,
            steps_address=access[2] != "",
            moves=2 if kind is Kind.PAIR else 0,
        )
    if kind is Kind.LOAD:  # a literal, by its label
        return Instruction(address, size, text, kind, frozenset([first]), frozenset(["pc"]))
    if kind in (Kind.BRANCH, Kind.CALL) or _WRITE_NOTHING.fullmatch(mnemonic):
        return Instruction(address, size, text, kind)
    return Instruction(address, size, text, kind, frozenset([first, *others[: kind is Kind.LONG]]))


def read_listing(listing: str) -> Program:
    """Reads what objdump -d prints."""
    found = {}
    for line in listing.splitlines():
        match = _LINE.match(line)
        if match is not None:
            address, size = int(match[1], 16), len(match[2].replace(" ", "")) // 2
            found[address] = read_instruction(address, size, match[3], match[4])
    return found


def disassemble(program: Path) -> Program:
    done = subprocess.run(["arm-none-eabi-objdump", "-d", program], check=True, capture_output=True, text=True)
    return read_listing(done.stdout)
