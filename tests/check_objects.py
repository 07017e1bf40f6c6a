# SPDX-License-Identifier: BSD-3-Clause
"""The library's objects, joined into one by `ld -r`, need no symbol from elsewhere and hold no writable byte.

The one exception: on x86 hosts, the four bytes of permkern_cpu, which hold the CPUID results.

Compilers add calls to memcpy, memset or their own routines for struct copies, `= {0}`, loops and wide arithmetic. They
show up here on every target.
"""

import subprocess
import sys
from collections.abc import Sequence

# The table of position-independent code; WebAssembly's stack and its table for calls by pointer.
MADE_BY_LINKERS = ("_GLOBAL_OFFSET_TABLE_", "__stack_pointer", "__indirect_function_table")


def lines(*command: str) -> list[str]:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def undefined(nm: str, joined: str) -> list[str]:
    """Returns undefined names, without the linker's own."""
    names = [line.split()[-1] for line in lines(nm, "-u", joined) if line.strip() and not line.endswith(":")]
    return [name for name in names if name not in MADE_BY_LINKERS]


def cpu_word_bytes(nm: str, joined: str) -> int:
    """Returns the bytes of permkern_cpu: 4 on x86 hosts, 0 elsewhere."""
    sizes = [line.split() for line in lines(nm, "-S", joined)]
    return sum(int(fields[1], 16) for fields in sizes if len(fields) == 4 and fields[3] == "permkern_cpu")


def writable(size: str, joined: str, allowed: int) -> list[str]:
    """Sections that take RAM. .data.rel.ro holds addresses that a host's loader fills in before it write-protects."""
    found = []
    taken = 0
    for line in lines(size, "-A", joined):
        name, *numbers = line.split() or [""]
        if name.startswith((".data", ".bss", ".sdata", ".sbss", ".tdata", ".tbss")) and "rel.ro" not in name:
            taken += int(numbers[0])
            found += [f"{name} ({numbers[0]} bytes)"] if int(numbers[0]) > 0 else []
    return [] if taken == allowed else found or ["none, though permkern_cpu is there"]


def main(arguments: Sequence[str]) -> int:
    nm, size, joined = arguments
    problems = [f"undefined symbol: {name}" for name in undefined(nm, joined)]
    problems += [f"writable section: {name}" for name in writable(size, joined, cpu_word_bytes(nm, joined))]
    # "D": a function's symbol names its descriptor in 64-bit POWER's first ABI.
    if not [line for line in lines(nm, joined) if line.endswith((" T permkern_run", " D permkern_run"))]:
        problems.append("permkern_run is not in there: this is not the library")
    print("\n".join(problems) or "no undefined symbol, no writable byte")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
