# SPDX-License-Identifier: BSD-3-Clause
"""Runs assembly on a buffer's bytes as certificates do, and on QEMU. Known result bits must be equal."""

from __future__ import annotations

import subprocess
from collections.abc import Container, Mapping, Sequence
from pathlib import Path

from permkern.certify.certificate import FIRST
from permkern.certify.elf import read_image
from permkern.certify.labels import Area, Byte, Pointer, Refused, Split, bits_of
from permkern.certify.machine import Machine
from permkern.certify.processor import Memory
from permkern.certify.targets import TARGETS

ROOT = Path(__file__).parents[2]
SIZE, STACK, STOP = 4096, 1024, 0x0FFFFFF0
# Each record in the file: a function's number, the buffer before and after, and a mask of its known bits.
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


def _run(
    machine: Machine, name: str, data: bytes, registers: Mapping[str, int], labelled: Container[int]
) -> list[tuple[int, int]]:
    """Returns each buffer byte's known bits, and their mask."""
    target = machine.target
    memory = Memory([FIRST + k if k in labelled else byte for k, byte in enumerate(data)], writable=True)
    stack, buffer = Area("the stack", STACK, 0, 4), Area("the buffer", SIZE, 0, 6)
    machine.begin({stack: Memory([None] * STACK, writable=True), buffer: memory}, stack, registers)
    machine.set_register(target.arguments[0], Pointer({buffer: 1}, 0, target.pointer))
    back = STOP | ~target.jump_mask & 1
    for register, value in {**target.constant, **({target.link: back} if target.link else {})}.items():
        machine.set_register(register, value)
    top = STACK if target.link else STACK - target.pointer
    entry = Pointer({stack: 1}, top, target.pointer)
    if not target.link:
        machine.store(entry, target.pointer, back, 1)
    machine.enter(entry, top)
    machine.run(machine.image.functions[name].address & target.jump_mask, STOP, 10000)
    return [_known(cell, data) for cell in memory.cells]


def _known(cell: Byte | None, data: bytes) -> tuple[int, int]:
    """data: the labels' bytes."""
    if isinstance(cell, int):
        return (cell if cell < FIRST else data[cell - FIRST]), 255
    assert cell is not None
    bits = {1 << k: bit for k, bit in enumerate(bits_of(cell))}
    numbers = {weight: _number(bit, data) for weight, bit in bits.items() if isinstance(bit, (int, frozenset))}
    return sum(weight * bit for weight, bit in numbers.items()), sum(numbers)


def _number(bit: int | frozenset[int], data: bytes) -> int:
    parts = (1,) * bit if isinstance(bit, int) else bit
    return sum(1 if one == 1 else data[(one >> 3) - FIRST] >> (one & 7) & 1 for one in parts) & 1


def compare(
    folder: Path,
    compiler: Sequence[str | Path],
    emulator: str,
    machine: str,
    head: str,
    tests: Sequence[tuple[str, bytes]],
    registers: Mapping[str, int],
    labelled: Container[int] = (),
) -> list[str]:
    """
    Compares functions: assembly, with the buffer's bytes before. Returns each refusal, or "". emulator: "" runs on this
    machine. registers: initial numbers. labelled: buffer bytes that are labels here.
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
            values, masks = zip(*_run(here, f"t{n}", data, registers, labelled), strict=True)
            compared[n] = n.to_bytes(4, "little") + data + bytes(values) + bytes(masks)
            reasons.append("")
        except (Refused, Split) as refused:
            reasons.append(str(refused))
    (folder / "data.bin").write_bytes(b"".join(compared.values()))
    command = [ROOT / "tools/qemu-run", emulator, "t.elf"] if emulator else [folder / "t.elf"]
    printed = subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout.split()
    wrong = [tests[n][0] for k, n in enumerate(compared) if printed[k : k + 1] != ["0"]]
    assert not wrong, (wrong[0], len(wrong), "of", len(compared))
    return reasons
