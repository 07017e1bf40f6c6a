# SPDX-License-Identifier: BSD-3-Clause
"""Says what is known of the preprocessor's macros when code is written for named targets.

Only what a target can never have is decided: its compilers define none of the macros of other processors, and it has
none of their vectors. What a target has, or may have, is left to the compiler. So the files stay right wherever they
are compiled, such as in a test on the host, where words do the work of vectors that are not there.
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from .conditions import Known
from .instruction_sets import HOST_TARGETS, INSTRUCTION_SETS, TARGETS, sets_of
from .permutation import WIDTHS
from .tomltables import SetError

_THUMB = ("__thumb__", "__ARM_ARCH", "__ARM_FP")
_THUMB2 = (*_THUMB, "__thumb2__", "__ARM_FEATURE_UNALIGNED", "__ARM_FEATURE_IDIV")
_RISCV = ("__riscv", "__riscv_mul", "__riscv_div", "__riscv_xlen", "__riscv_misaligned_fast")
_ZB = ("__riscv_zbb", "__riscv_zbkb")

# Macros of compilers that src/ asks for, by the targets whose compilers may define them, with any of their options.
# tests/python/test_target.py compares this with src/ and with what the compilers say.
COMPILERS = {
    "cortex-m0": _THUMB,
    "cortex-m3": (*_THUMB2, "__ARM_ARCH_7M__"),
    "cortex-m4": (*_THUMB2, "__ARM_ARCH_7EM__", "__ARM_FEATURE_DSP"),
    "cortex-m7": (*_THUMB2, "__ARM_ARCH_7EM__", "__ARM_FEATURE_DSP", "CONFIG_CPU_CORTEX_M7"),
    "cortex-m33": (*_THUMB2, "__ARM_FEATURE_DSP"),
    "cortex-m55": (*_THUMB2, "__ARM_FEATURE_DSP", "__ARM_FEATURE_MVE"),
    "rv32imac": (*_RISCV, *_ZB),
    "rv32imacv": (*_RISCV, *_ZB, "__riscv_vector", "__riscv_v_intrinsic"),
    "aarch64": ("__aarch64__", "__LP64__", "__ARM_ARCH", "__ARM_FP", "__ARM_FEATURE_UNALIGNED", "__ARM_FEATURE_IDIV"),
    "x86-64": ("__x86_64__", "__LP64__"),
    "wasm32": ("__wasm__", "__wasm_simd128__"),
}
# Processors that are no target: code for all of them, which is what `portable` asks for, has theirs, too.
_OTHERS = ("__i386__", "__arc__", "__ARC_UNALIGNED__", "__ARC_MPY__")
_VECTORS = ("__ARM_FEATURE_MVE", "__riscv_vector", "__riscv_v_intrinsic", "__wasm_simd128__")
ASKED = tuple(dict.fromkeys((*(macro for macros in COMPILERS.values() for macro in macros), *_OTHERS)))


# Chip families, and cores without a target of their own. Key: the target whose code they run. Value: how the name
# begins, without "-", "_", "." and spaces. A chip with several cores is listed by its main core.
_CHIPS = {
    "cortex-m0": r"stm32([cglu]0|f0|wb0|wl3)|nrf51|rp2040|(at)?sam([cl]2|d[012])|lpc(8|11)|mcxc|mspm0"
    r"|(cortex)?m(1$|0\+)",
    "cortex-m3": r"stm32([fl]1|f2)|(at(91)?)?sam3|lpc1[3578]|gd32f[12]",
    "cortex-m4": r"stm32([fg]4|f3|l4|w[bl])|nrf52|(at)?sam([de]5|4)|lpc(4[03]|54)|gd32f[34]|msp432|tm4c"
    r"|apollo(3$|3[^3]|4)|max78",
    "cortex-m7": r"stm32[fh]7|m?imxrt1[01]|(at)?sam(e7|s7|v7)",
    "cortex-m33": r"stm32([hlu]5|u3|wba)|nrf(53|54|91)|rp235|lpc55|m?imxrt[567]|mcx[anw]|(cortex)?m35p",
    "cortex-m55": r"stm32n6|apollo(330|5)|(cortex)?m(52|85)",
    "rv32imac": r"esp32(c|h|p)\d|gd32vf|ch32v[23]",
    "portable": r"esp32(s\d|$|[duw]|cam|p?i)|esp8266|(cortex)?m23",
}


def _target_of_chip(name: str) -> str:
    """Returns the target for a chip or a core of the table; empty if it is not there. The longest match counts."""
    bare = re.sub(r"[-_. ]", "", name)
    found = [(len(match[0]), target) for target, pattern in _CHIPS.items() if (match := re.match(pattern, bare))]
    return max(found)[1] if found else ""


def _may_define(target: str) -> frozenset[str]:
    return frozenset(COMPILERS.get(target, tuple(macro for macro in ASKED if macro not in _VECTORS)))


def parse_targets(names: Sequence[str]) -> tuple[str, ...]:
    """Returns targets by their names, each once and in the order of the list, whatever the order they were given in.

    One argument may have several names with commas between them. `m4` is short for `cortex-m4`.
    """
    asked = [part.strip().lower() for name in names for part in name.split(",")]
    found = []
    for name in asked:
        full = name if name in TARGETS else f"cortex-{name}"
        if full not in TARGETS:
            chip = _target_of_chip(name)
            if chip:
                raise SetError(f"--target {name!r}: no such target; the code for it is that of --target {chip}")
            near = [target for target in TARGETS if name and (target.startswith(name) or name.startswith(target))]
            near = near or get_close_matches(name, TARGETS, 1, 0.7)
            what = "the name is empty" if not name else "no such target"
            hint = (
                f" (did you mean {near[0]}?)" if len(near) == 1 else f", it may be {' or '.join(near)}" if near else ""
            )
            raise SetError(f"--target {name!r}: {what}{hint}; the targets are {', '.join(TARGETS)}")
        found.append(full)
    return tuple(target for target in TARGETS if target in found)


def parse_target(name: str) -> str:
    """Returns one target by its name."""
    found = parse_targets([name])
    if len(found) > 1:
        raise SetError(f"--target {name!r}: {len(found)} targets; give one of them")
    return found[0]


def known_for(targets: Sequence[str]) -> Known:
    """Returns what is known of macros in code for any of the targets, of which there is at least one."""
    assert targets and all(target in TARGETS for target in targets)
    sets = sets_of(targets)
    known: dict[str, int | None]
    known = dict.fromkeys(macro for macro in ASKED if not any(macro in _may_define(each) for each in targets))
    firmware = [each for each in sets if not each.host]
    for each in INSTRUCTION_SETS:
        if each.host and each.guard not in {one.guard for one in sets if one.host}:
            known[each.guard] = None
        elif not each.host and each not in sets:
            known[f"PERMKERN_{each.name.upper()}"] = 0
    widths = {bits for each in firmware for bits in each.widths}
    known |= {f"PERMKERN_PLANE{bits}": 0 for bits in WIDTHS if bits not in widths}
    if HOST_TARGETS.isdisjoint(targets):
        known["PERMKERN_VECTOR"] = 0
    return known
