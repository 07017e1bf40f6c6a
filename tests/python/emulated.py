# SPDX-License-Identifier: BSD-3-Clause
"""Runs assembly on bytes of a buffer as certificates do, and on QEMU. What is known of the results must be equal."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from generator.certify.elf import read_image
from generator.certify.labels import Area, Byte, Pointer, Refused, Split, bits_of
from generator.certify.machine import Machine, Memory
from generator.certify.targets import TARGETS

ROOT = Path(__file__).parents[2]
SIZE, STACK, STOP = 4096, 1024, 0x0FFFFFF0
# Each record of the file: the number of a function, the buffer before and after, and which bits of it are known.
MAIN = """
#include <stdio.h>
extern void (*const tests[])(void *);
int main(void) {
    static unsigned char buffer[4096] __attribute__((aligned(64))), after[8192];
    unsigned n;
    FILE *file = fopen("data.bin", "rb");
    while (fread(&n, 4, 1, file) == 1 && fread(buffer, 4096, 1, file) + fread(after, 8192, 1, file) == 2) {
        int wrong = 0;
        tests[n](buffer);
        for (int k = 0; k < 4096; k++) wrong += ((buffer[k] ^ after[k]) & after[4096 + k]) != 0;
        printf("%d\\n", wrong);
    }
}
"""


def _run(machine: Machine, name: str, data: bytes, registers: Mapping[str, int]) -> list[tuple[int, int]]:
    """Returns for each byte of the buffer its known bits, and which these are."""
    target, memory = machine.target, Memory(list(data), writable=True)
    stack, buffer = Area("the stack", STACK, 0, 4), Area("the buffer", SIZE, 0, 6)
    machine.begin({stack: Memory([None] * STACK, writable=True), buffer: memory}, stack, registers)
    machine.set_register(target.arguments[0], Pointer({buffer: 1}, 0, target.pointer))
    for register, value in {**target.constant, target.link: STOP | ~target.jump_mask & 1}.items():
        machine.set_register(register, value)
    machine.enter(Pointer({stack: 1}, STACK, target.pointer), STACK)
    machine.run(machine.image.functions[name].address & target.jump_mask, STOP, 10000)
    return [_known(cell) for cell in memory.cells]


def _known(cell: Byte | None) -> tuple[int, int]:
    if isinstance(cell, int):
        return cell, 255
    assert cell is not None
    numbers = {1 << k: bit for k, bit in enumerate(bits_of(cell)) if isinstance(bit, int)}
    return sum(weight * bit for weight, bit in numbers.items()), sum(numbers)


def compare(
    folder: Path,
    compiler: Sequence[str | Path],
    emulator: str,
    machine: str,
    head: str,
    tests: Sequence[tuple[str, bytes]],
    registers: Mapping[str, int],
) -> list[str]:
    """
    Compares functions: each is assembly, with the bytes of the buffer before. Returns for each why it is refused, or
    nothing. registers: numbers that registers hold.
    """
    word = ".quad" if TARGETS[machine].pointer == 8 else ".word"
    lines = [f".type t{n}, %function; t{n}: {text}" for n, (text, _) in enumerate(tests)]
    table = [".global tests", ".balign 8", "tests:", *(f"{word} t{n}" for n in range(len(tests)))]
    (folder / "tests.S").write_text("\n".join([head, *lines, *table, ""]))
    (folder / "main.c").write_text(MAIN)
    subprocess.run([*compiler, "main.c", "tests.S", "-o", "t.elf"], cwd=folder, check=True)
    here = Machine(TARGETS[machine], read_image(folder / "t.elf"))
    compared, reasons = dict[int, bytes](), list[str]()
    for n, (_, data) in enumerate(tests):
        try:
            values, masks = zip(*_run(here, f"t{n}", data, registers), strict=True)
            compared[n] = n.to_bytes(4, "little") + data + bytes(values) + bytes(masks)
            reasons.append("")
        except (Refused, Split) as refused:
            reasons.append(str(refused))
    (folder / "data.bin").write_bytes(b"".join(compared.values()))
    command = [ROOT / "tools/qemu-run", emulator, "t.elf"]
    printed = subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout.split()
    wrong = [tests[n][0] for k, n in enumerate(compared) if printed[k : k + 1] != ["0"]]
    assert not wrong, (wrong[0], len(wrong), "of", len(compared))
    return reasons
