# SPDX-License-Identifier: BSD-3-Clause
"""
Compares certificates with Unicorn (QEMU), an emulator with independent descriptions of the processors. Straight-line
kernel code must give equal results on random registers and memory. If a kernel with a flipped code bit is still
certified, it must give right results on random contents.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import xor

import unicorn
from permkern.certify import certificate
from permkern.certify.certificate import STOP, Buffer, Run, Verdict, certify
from permkern.certify.elf import Image
from permkern.certify.labels import Bit, Byte, Part, Refused, Value, cells_of
from permkern.certify.machine import Machine
from permkern.certify.processor import Block
from unicorn import arm64_const, arm_const, riscv_const, x86_const

PAGE = 4096
DATA, STACK = 0x20100000, 0x20300000  # the data for register addresses, the stack's end
UNDEFINED = frozenset("imul mul shl shr sar sal rol ror bsf bsr bt".split())  # x86: some flags are undefined


NZCV = {"NG": 31, "ZR": 30, "CY": 29, "OV": 28}
CPUS = {  # by the target's first letters: constants, mode, flags register, flag bits, bits always set, vectors
    "x86": (
        x86_const,
        unicorn.UC_MODE_64,
        "EFLAGS",
        {"CF": 0, "ZF": 6, "SF": 7, "OF": 11},
        2,
        [f"XMM{k}" for k in range(16)],
    ),
    "aar": (arm64_const, unicorn.UC_MODE_ARM, "NZCV", NZCV, 0, [f"q{k}" for k in range(32)]),
    "rv3": (riscv_const, unicorn.UC_MODE_RISCV32, "", {}, 0, []),
    "rv6": (riscv_const, unicorn.UC_MODE_RISCV64, "", {}, 0, []),
    "cor": (arm_const, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS, "XPSR", NZCV, 1 << 24, []),
}


class Emulator:
    """A processor with the program in memory. registers: Unicorn's numbers by Ghidra's names."""

    def __init__(self, machine: Machine, name: str) -> None:
        constants, mode, self.flags, self.bits, self.fixed, self.vectors = CPUS[name[:3]]
        self.is_arm, self.pages, target = name.startswith("cortex"), set[int](), machine.target
        family = constants.__name__.removeprefix("unicorn.").removesuffix("_const").upper()
        self.numbers = {key.removeprefix(f"UC_{family}_REG_"): value for key, value in vars(constants).items()}
        self.engine = unicorn.Uc(getattr(unicorn, f"UC_ARCH_{family}"), mode)
        if self.is_arm:
            self.engine.ctl_set_cpu_model(getattr(constants, f"UC_CPU_ARM_{name.upper().replace('-', '_')}"))
        if name == "aarch64":
            self.engine.reg_write(constants.UC_ARM64_REG_CPACR_EL1, 3 << 20)  # enables vectors
        names = {target.stack_pointer, *target.saved, *target.scratch, *self.vectors} - {"pc", "RIP", *self.bits}
        known = sorted(one for one in names if one.upper() in self.numbers and one[0] not in "dzZ")
        self.registers = {one: self.numbers[one.upper()] for one in known}
        for region in machine.image.regions:
            self.write(region.start, region.data)
        for address, number in machine.image.numbers.items():
            self.write(address, number)

    def reach(self, start: int, size: int) -> None:
        for page in set(range(start // PAGE, (start + size) // PAGE + 1)) - self.pages:
            self.engine.mem_map(page * PAGE, PAGE)
            self.pages.add(page)

    def write(self, start: int, data: bytes) -> None:
        self.reach(start, len(data))
        self.engine.mem_write(start, data)

    def set(self, registers: Mapping[str, int]) -> None:
        for name, value in registers.items():
            self.engine.reg_write(self.registers[name], value)


class Numbers(Machine):
    """Runs on known numbers. Memory is the image, with random bytes elsewhere."""

    rng: random.Random

    def fill(self, registers: Mapping[str, int]) -> None:
        self.first: dict[int, int] = {}  # bytes before the run
        self.bytes: dict[int, int] = {}  # bytes now
        self.registers[:] = [0] * len(self.registers)
        for name, value in registers.items():
            self.set_register(name, value)

    def _byte(self, address: int) -> int:
        region = self.image.region(address, 1)
        if region and region.data:
            return region.data[address - region.start]
        if address not in self.first:
            self.first[address] = self.bytes[address] = self.rng.randrange(256)
        return self.bytes[address]

    def load(self, address: Value, size: int, align: int) -> Value:
        if not isinstance(address, int) or address % align:
            raise Refused("reads what may trap")
        return int.from_bytes(bytes(self._byte(address + k) for k in range(size)), "little")

    def store(self, address: Value, size: int, value: Value, align: int) -> None:
        self.load(address, size, align)
        written = {address + k: cell for k, cell in enumerate(cells_of(value, size))}
        if not written.keys() <= self.bytes.keys():
            raise Refused("writes the image")
        self.bytes |= written  # type: ignore[arg-type]

    def check_stack(self, before: Value) -> None:
        """Allows everything."""


def differs(machine: Numbers, name: str, start: int, block: Block) -> str | None:
    """Returns the differences in a block's results, empty if there are none; None: it cannot be compared."""
    rng, emulator = machine.rng, Emulator(machine, name)
    engine, bits = emulator.engine, 8 * machine.target.pointer
    registers: dict[str, int] = {machine.target.stack_pointer: STACK - 16 * rng.randrange(1 << 8)}
    for one in emulator.registers:
        data = DATA + 8 * rng.randrange(1 << 12)
        number = rng.getrandbits(128 if one in emulator.vectors else bits)
        registers.setdefault(one, rng.choice((data, data, rng.randrange(64), number)))
    flags = {one: rng.randrange(2) for one in emulator.bits}
    machine.fill(registers | flags)
    try:
        end = block.run(machine.registers)
    except Refused:
        return None
    last = (1 << min(bits, 47)) // PAGE - 1  # page
    if not all(0 < address // PAGE < last for address in (*machine.bytes, end)) or (
        emulator.is_arm and end >> 29 in (2, 5, 6, 7)
    ):
        return None  # no x86 address, or it may wrap around, or not executable on Cortex-M
    for address, byte in machine.first.items():
        emulator.write(address, bytes((byte,)))
    emulator.reach(end, 16)
    emulator.set(registers)
    if flags:
        packed = emulator.fixed | sum(flag << emulator.bits[one] for one, flag in flags.items())
        engine.reg_write(emulator.numbers[emulator.flags], packed)
    names = {one.text.split()[0] for one in block.instructions}
    has_it = emulator.is_arm and any(one.startswith("it") for one in names)  # Unicorn counts IT and its block as one
    if has_it and start <= end <= block.instructions[-1].address:
        return None
    try:
        engine.emu_start(start | emulator.is_arm, end if has_it else 0, count=0 if has_it else len(block.instructions))
    except unicorn.UcError as error:
        return str(error)
    found: list[tuple[str, int, Value]] = [
        ("the end", engine.reg_read(emulator.numbers["RIP" if name == "x86-64" else "PC"]) & ~1, end & ~1)
    ]
    found += [(one, engine.reg_read(number), machine.get_register(one)) for one, number in emulator.registers.items()]
    if flags and names.isdisjoint(UNDEFINED):
        packed = engine.reg_read(emulator.numbers[emulator.flags])
        found += [(one, packed >> bit & 1, machine.get_register(one)) for one, bit in emulator.bits.items()]
    found += [(f"{address:#x}", engine.mem_read(address, 1)[0], byte) for address, byte in machine.bytes.items()]
    return "; ".join(f"{what} is {is_:#x}, not {wanted}" for what, is_, wanted in found if is_ != wanted)


def _bit(bit: Bit, contents: Mapping[int, int]) -> int:
    if isinstance(bit, int):
        return bit
    assert isinstance(bit, frozenset)
    return reduce(xor, (contents[code >> 3] >> (code & 7) & 1 if code > 1 else 1 for code in bit))


def _number(byte: Byte | None, contents: Mapping[int, int], rng: random.Random) -> int:
    if byte is None:
        return rng.randrange(256)
    if isinstance(byte, tuple) and not isinstance(byte, Part):
        return sum(_bit(bit, contents) << place for place, bit in enumerate(byte))
    assert isinstance(byte, int)
    return contents.get(byte, byte)


def _places(run: Run, buffers: Sequence[Buffer], limit: int, rng: random.Random) -> dict[str, int]:
    """Returns addresses for one or two buffers that a run covers: as near as allowed, or further apart."""
    first, *rest = buffers
    modulus, low = run.alignment[first.name]
    at = {first.name: DATA + (PAGE << 4) + rng.randrange(PAGE // modulus) * modulus + low}
    for other in rest:
        modulus, low = run.alignment[other.name]
        least, most = len(other.before), limit - len(first.before)
        known, back = run.apart.get((first.name, other.name)), run.apart.get((other.name, first.name))
        if known := back.turned(limit) if back else known:
            least, most = known.low, known.high
        further = modulus * rng.choice((0, 0, 1, rng.randrange(PAGE // modulus)))
        above = least + (at[first.name] - least - low) % modulus  # distance if the first buffer is higher
        below = most - (low - at[first.name] + most) % modulus
        apart = [one for one in (above + further, below - further) if least <= one <= most]
        at[other.name] = (at[first.name] - rng.choice(apart or [above])) % limit
    return at


def runs_wrong(machine: Machine, name: str, verdict: Verdict, rng: random.Random) -> str:
    """Runs a certified call on random contents, at addresses for one of its runs.

    Returns the wrong registers and addresses, or an error; empty if all are right.
    """
    emulator, target, call = Emulator(machine, name), machine.target, verdict.call
    emulator.reach(STOP, 16)
    emulator.reach(STACK - 16 * PAGE, 16 * PAGE)
    run = rng.choice(verdict.runs)
    contents = {label: rng.randrange(256) for one in call.buffers for label in one.before if isinstance(label, int)}
    at = _places(run, call.buffers, 1 << 8 * target.pointer, rng)
    memory, after = dict[int, int](), dict[int, int]()
    for place in at.values():
        memory |= {place + k: rng.randrange(256) for k in range(-64, 0)}
    for one in call.buffers:
        end = at[one.name] + len(one.before)
        memory |= {end + k: rng.randrange(256) for k in range(64)}
    for one in call.buffers:
        numbers = {k: _number(byte, contents, rng) for k, byte in enumerate(one.before)}
        memory |= {at[one.name] + k: number for k, number in numbers.items()}
        numbers = {k: _number(byte, contents, rng) for k, byte in enumerate(one.after or ()) if byte is not None}
        after |= {at[one.name] + k: number for k, number in numbers.items()}
    for address, number in memory.items():
        emulator.write(address, bytes((number,)))
    values = {one: rng.getrandbits(8 * target.pointer) for one in emulator.registers}
    back, top = STOP | ~target.jump_mask & 1, STACK - 256
    values[target.stack_pointer] = top if target.link else top - target.pointer
    emulator.write(top - target.pointer, back.to_bytes(target.pointer, "little"))
    values |= {target.link: back} if target.link else {}
    for register, argument in zip(target.arguments, call.arguments, strict=False):
        values[register] = at[argument[0]] + argument[1] if isinstance(argument, tuple) else 0
    emulator.set(values)
    try:
        start = machine.image.functions[call.symbol].address & target.jump_mask
        emulator.engine.emu_start(start | emulator.is_arm, STOP, count=1 << 20)
    except unicorn.UcError as error:
        return str(error)
    if emulator.engine.reg_read(emulator.numbers["RIP" if name == "x86-64" else "PC"]) != STOP:
        return "does not end"
    kept = {one: values[one] for one in target.saved if one in values} | {target.stack_pointer: top}
    wrong = [one for one, value in kept.items() if emulator.engine.reg_read(emulator.registers[one]) != value]
    wrong += [f"{x:#x}" for x, byte in (memory | after).items() if emulator.engine.mem_read(x, 1)[0] != byte]
    return " ".join(wrong)


def flipped(image: Image, address: int, bit: int) -> Image:
    hit = image.region(address, 1)
    assert hit is not None
    data = bytearray(hit.data)
    data[address - hit.start + bit // 8] ^= 1 << bit % 8
    changed = replace(hit, data=bytes(data))
    return replace(image, regions=tuple(changed if region is hit else region for region in image.regions))


def compare(machine: Machine, name: str, verdicts: Sequence[Verdict], blocks: int, flips: int) -> tuple[int, int]:
    """Compares random blocks that certificates ran, and flips random bits. Returns the passed and failed cases."""
    rng = random.Random(f"{machine.image.path.name} {blocks}")
    numbers = Numbers(machine.target, machine.image)
    numbers.rng = rng
    starts = [start for start in machine._blocks if start not in machine._covered]
    passed, failed, refused, skipped = 0, 0, 0, 0

    def count(said: str | None, what: str) -> None:
        nonlocal passed, failed, skipped
        passed, failed, skipped = passed + (said == ""), failed + bool(said), skipped + (said is None)
        print(f"{what}: {said}\n" if said else "", end="")

    for start in rng.choices(starts, k=blocks):
        block = numbers._blocks.get(start) or numbers._compile(start)
        count(differs(numbers, name, start, block), f"{start:#x}: {'; '.join(one.text for one in block.instructions)}")
    certificate.MOST_INSTRUCTIONS = 1 << 14
    for one in rng.choices(verdicts, k=flips):
        instruction = rng.choice(list(one.instructions.values()))
        bit = rng.randrange(8 * instruction.size)
        changed = Machine(machine.target, flipped(machine.image, instruction.address, bit))
        found = certify(changed, one.call)
        refused += found.refused is not None
        if not found.refused:
            said = next(filter(None, (runs_wrong(changed, name, found, rng) for _ in range(3))), "")
            count(said, f"{one.call.symbol}, {instruction.address:#x}, {instruction.text}, bit {bit}")
    print(f"{blocks} blocks, {skipped} not compared; {flips} flipped bits, {refused} refused; {failed} wrong")
    return passed + refused, failed
