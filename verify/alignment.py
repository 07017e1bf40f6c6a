# SPDX-License-Identifier: BSD-3-Clause
"""The alignment matrix (tests/offsets.c): each entry point, with its two buffers aligned differently."""

import re
from dataclasses import dataclass
from functools import partial

from runner.builds import Build
from runner.configurations import PINNED, named
from runner.programs import fresh, library
from runner.step import ROOT, Count, Depth, Log, Step, each, total
from runner.targets import Target

STEP = "alignment"

# ---- this machine: a sanitizer stops at the first access that is less aligned than its type ----

SANITIZED = ("gcc", "-O0", "-g1", "-fsanitize=alignment", "-fno-sanitize-recover=all")
CI_ON_HOST = ("aligned", "networks-aligned", "host")
ON_HOST = (*CI_ON_HOST, "pieces-aligned", "size-aligned")  # configurations


def on_host(log: Log, name: str) -> Count:
    configuration = named(name)
    folder = fresh(f"{STEP}/{name}")
    pinned = PINNED if configuration.permutations == "default" else ""
    objects, arguments = library(log, folder, configuration, SANITIZED, pinned)
    program = folder / "offsets"
    units = sorted((ROOT / "tests").glob("offsets*.c"))
    log.must([*SANITIZED, "-std=gnu11", *arguments, *units, *objects, "-o", program])
    return log.counted([program])


# ---- emulated cores that trap ----


@dataclass(frozen=True)
class OnTarget:
    """
    A build of the matrix for a target. variant: the last part of its name. flags: of the compiler. vectors: loads and
    stores of Helium check their pointers. ci: CI runs it, too.
    """

    target: str
    variant: str = ""
    flags: str = ""
    permutations: str = PINNED
    vectors: bool = False
    ci: bool = False

    @property
    def name(self) -> str:
        return "-".join(filter(None, (self.target, self.variant)))


# Armv7-M and later load a word from any address, but several at once (LDM, STRD) from aligned addresses only.
# QEMU's RISC-V cores load words from any address: there, the compiler's own check traps.
ON_TARGETS = (
    OnTarget("cortex-m4", ci=True),
    OnTarget("cortex-m55", vectors=True, ci=True),
    OnTarget("cortex-m55", "pairs", "-DPERMKERN_CORE=PERMKERN_CORE_M7", ci=True),
    OnTarget("cortex-m4", "aligned", "-mno-unaligned-access"),
    OnTarget("cortex-m3"),
    OnTarget("cortex-m0"),
    OnTarget("cortex-m0", "mli", permutations="mli"),
    OnTarget("cortex-m0", "tiny", permutations="tiny"),
    OnTarget("rv32imac-zbkb", flags="-fsanitize=alignment -fsanitize-undefined-trap-on-error"),
)

HELIUM = """#include <arm_mve.h>
#include <stddef.h>
#include <stdint.h>

static inline void *permkern_trap_unaligned(const volatile void *p, size_t size)
{
    return (uintptr_t)p % size != 0 ? (__builtin_trap(), NULL) : (void *)(uintptr_t)p;
}
"""


def helium_that_traps() -> str:
    """
    Returns a header that makes Helium's loads and stores trap at a pointer that is less aligned than elements in
    memory, as Armv8.1-M does and QEMU 7.2 does not. Loops in assembly are not covered.
    """
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.[ch]"))
    lines = []
    for name in sorted(set(re.findall(r"\b(v(?:ld|st)\w+_u(?:8|16|32))\(", text))):
        alone = name.startswith("vld") and "_gather_" not in name and "_z_" not in name
        more, rest = ("", "") if alone else (", ...", ", __VA_ARGS__")
        letter = re.match(r"v(?:ld|st)r([bhw])q", name)
        size = {"b": 1, "h": 2, "w": 4}[letter[1]] if letter else int(name.rpartition("_u")[2]) // 8
        lines += [f"#undef {name}", f"#define {name}(p{more}) __arm_{name}(permkern_trap_unaligned(p, {size}){rest})"]
    return HELIUM + "\n".join(lines) + "\n"


def on_target(log: Log, on: OnTarget) -> Count:
    target = Target(on.target)
    folder = fresh(f"{STEP}/{on.name}")
    flags = on.flags
    if on.vectors:
        header = folder / "helium.h"
        header.write_text(helium_that_traps(), encoding="utf-8")
        flags += f" -include {header}"
    more = folder / "flags.ini"
    more.write_text(target.with_flags(flags), encoding="utf-8")
    options = (f"--cross-file={target.path}", f"--cross-file={more}", f"-Dpermutation_set={on.permutations}")
    return Build(f"{STEP}/{on.name}/build", options, suites=("offsets",), benchmarks=True).all(log)


def alignment(log: Log, depth: Depth) -> Count:
    hosts = [name for name in (ON_HOST if depth.whole else CI_ON_HOST) if depth.takes(name)]
    cores = [on for on in ON_TARGETS if (on.ci or depth.whole) and depth.takes(on.name)]
    return total(each(partial(on_target, log), cores)) + total(each(partial(on_host, log), hosts))


def steps() -> tuple[Step, ...]:
    needs = ("check", "jinja2", "meson", "arm", "qemu-arm", "riscv", "qemu-riscv")
    return (Step(STEP, "each entry point, its buffers aligned differently", needs, alignment),)
