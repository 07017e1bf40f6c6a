# SPDX-License-Identifier: BSD-3-Clause
"""Compares instruction counts with QEMU, which executes the same programs."""

from itertools import groupby

from builds import COUNTED, Build
from firmware import set_of
from permkern.certify.elf import read_image
from permkern.certify.measure import Taken, measure
from permkern.certify.programs import command, compile_library
from permkern.kernels.inventory import Pinned, make_inventory
from runner.programs import fresh
from runner.step import Count, Depth, Log, processors, total
from runner.traced import trace

# The tools/qemu-run machine for each build.
MACHINES = {
    "cortex-m0": "mps2-an385",  # a Cortex-M3 runs this code, and QEMU's Cortex-M0 has too little memory
    "cortex-m4-models": "mps2-an386",
    "cortex-m55": "mps3-an547",
    "rv32imac": "rv32",
}


def compare(log: Log, build: Build, machine: str) -> Count:
    """Compares our instruction count of each pinned kernel in a build with QEMU's."""
    inventory = make_inventory(set_of(build))
    folder = fresh(f"witness/{build.name}")
    library = compile_library(inventory, folder / "built", build.cc, jobs=processors())
    entries = inventory.all_pinned
    heads = [f"void {one.symbol}({'const void *, ' * isinstance(one, Pinned)}void *);" for one in entries]
    calls = [f"{one.symbol}({'in, ' * isinstance(one, Pinned)}out);" for one in entries]
    arrays = "static _Alignas(16) char in[1 << 16], out[1 << 16];"
    main = folder / "main.c"
    main.write_text("\n".join([*heads, arrays, "int main(void)", "{", *calls, "return 0;", "}", ""]), encoding="utf-8")
    at = (0x80000000, 0x80400000) if machine.startswith("rv") else (0, 0x20000000)
    memory = f"__flash={at[0]} __flash_size=0x80000 __ram={at[1]} __ram_size=0x80000 __stack_size=0x1000".split()
    hosted = ["-specs=picolibc.specs", "--oslib=semihost", "--crt0=hosted", *(f"-Wl,--defsym={one}" for one in memory)]
    command([*build.cc, *hosted, main, *library.objects, "-o", folder / "program"])
    code, _, addresses = trace(machine, folder / "program")
    main_ = read_image(folder / "program").functions["main"]
    called = [len(list(some)) for inside, some in groupby(addresses, main_.__contains__) if not inside]
    own = measure(build.on, folder / "program", [(one, ("pinned",)) for one in entries], processors())
    count = Count()
    for one, other, columns in zip(entries, called[1:], own, strict=False):  # called[0] is the code before main
        taken = columns["pinned"]
        same = isinstance(taken, Taken) and taken.instructions == other + 1  # + 1: the call
        log.note(f"{'ok  ' if same else 'FAIL'} {build.name} {one.symbol}: {taken}, QEMU {other}")
        count += Count.of(same)
    return count + Count.of(code == 0 and len(called) == len(entries) + 2)


def witness(log: Log, depth: Depth) -> Count:
    return total(compare(log, COUNTED[name], machine) for name, machine in MACHINES.items() if depth.takes(name))
