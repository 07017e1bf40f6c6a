# SPDX-License-Identifier: BSD-3-Clause
"""Parses target names, and lists the macros that are known when code for these targets is compiled."""

import re
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from functools import cache

from .csource import Known, Settled, decided
from .instruction_sets import HOST_TARGETS, INSTRUCTION_SETS, TARGETS
from .runtime import runtime_directory
from .tomltables import SetError

# Chip families, and cores without a target of their own. Key: the target whose code runs on them. Value: pattern for
# the start of the name, without "-", "_", "." and spaces. A chip with several cores is listed under its main core.
_CHIPS = {
    "cortex-m0": r"stm32([cglu]0|f0|wb0|wl3)|nrf51|rp2040|(at)?sam([cl]2|d[012])|lpc(8|11)|mcxc|mspm0"
    r"|(cortex)?m(1$|0(\+|plus))",
    "cortex-m3": r"stm32([fl]1|f2)|(at(91)?)?sam3|lpc1[3578]|gd32f[12]",
    "cortex-m4": r"stm32([fg]4|f3|l4|w[bl])|nrf52|(at)?sam([de]5|4)|lpc(4[03]|54)|gd32f[34]|msp432|tm4c"
    r"|apollo(3$|3[^3]|4)|max78|(cortex)?m4f",
    "cortex-m7": r"stm32[fh]7|m?imxrt1[01]|(at)?sam(e7|s7|v7)|(cortex)?m7f",
    "cortex-m33": r"stm32([hlu]5|u3|wba)|nrf(53|54|91)|rp235|lpc55|m?imxrt[567]|mcx[anw]|(cortex)?m3(3f|5p)",
    "cortex-m55": r"stm32n6|apollo(330|5)|(cortex)?m(52|85)",
    "rv32imac": r"esp32([chp]\d|s31)|gd32vf|ch32v[23]|rv32(im[afdc]*|gc?|emc?)(z\w+)*$",
    "esp32": r"esp32(s\d|[duw]|cam|p?i)|esp8266",
    "portable": r"(cortex)?m23",
}


def _of_chip(name: str) -> str:
    """Returns the target for a chip or core in the table, by the longest match; empty if there is none."""
    bare = re.sub(r"[-_. ]", "", name)
    found = [(len(match[0]), target) for target, pattern in _CHIPS.items() if (match := re.match(pattern, bare))]
    return max(found)[1] if found else ""


def find_target(name: str, known: Collection[str], offered: Collection[str]) -> str:
    """Returns the known target for a name: `m4` is short for `cortex-m4`, and a chip has the target of its core.

    offered: the targets that messages list. SetError: no known target.
    """
    bare = name.strip().lower()
    for each in (bare, f"cortex-{bare}", _of_chip(bare)):
        if each in known:
            return each
    near = [target for target in offered if bare and (target.startswith(bare) or bare.startswith(target))]
    near = near or get_close_matches(bare, offered, 1, 0.7)
    what = "the name is empty" if not bare else "no such target"
    hint = f" (did you mean {near[0]}?)" if len(near) == 1 else f", it may be {' or '.join(near)}" if near else ""
    raise SetError(f"--target {name.strip()!r}: {what}{hint}; the targets are {', '.join(offered)}")


def parse_targets(names: Sequence[str], offered: Collection[str] = TARGETS) -> tuple[str, ...]:
    """Returns the named targets, each once, in the order of TARGETS.

    Each argument may have several names, separated by commas. offered: the targets that messages list.
    """
    found = {find_target(part, TARGETS, offered) for name in names for part in name.split(",")}
    return tuple(target for target in TARGETS if target in found)


_ARM = {"__arm__": 1, "__thumb__": 1, "__ARM_ARCH": 7}
_THUMB2 = {**_ARM, "__thumb2__": 1, "__ARM_FEATURE_UNALIGNED": 1, "__ARM_FEATURE_IDIV": 1}
_DSP = {**_THUMB2, "__ARM_FEATURE_DSP": 1, "__ARM_ARCH_7EM__": 1}
_RV32 = {"__riscv": 1, "__riscv_xlen": 32, "__riscv_mul": 1, "__riscv_div": 1}
# What compilers define for a core; they define no other macro that the library asks for.
CORES: Mapping[str, Mapping[str, int]] = {
    "cortex-m0": {**_ARM, "__ARM_ARCH": 6},
    "cortex-m3": {**_THUMB2, "__ARM_ARCH_7M__": 1},
    "cortex-m4": _DSP,
    "cortex-m7": {**_DSP, "__ARM_FP": 14},
    "cortex-m33": {**_DSP, "__ARM_ARCH": 8, "__ARM_ARCH_7EM__": 0},
    "cortex-m55": {**_DSP, "__ARM_ARCH": 8, "__ARM_ARCH_7EM__": 0, "__ARM_FEATURE_MVE": 1},
    "rv32imac": _RV32,
    "rv32imacv": {**_RV32, "__riscv_vector": 1, "__riscv_v_intrinsic": 12000, "__riscv_v_elen": 64},
    "esp32": {"__XTENSA__": 1},
    "aarch64": {"__aarch64__": 1, "__LP64__": 1, "__ARM_FEATURE_UNALIGNED": 1, "__ARM_NEON": 1, "PERMKERN_NEON": 1},
}
_OTHERS: Mapping[str, Mapping[str, int]] = {
    "x86-64": {"__x86_64__": 1, "__LP64__": 1},
    "wasm32": {"__wasm__": 1, "__wasm_simd128__": 1},
    "arc": {"__arc__": 1, "__ARC_MPY__": 1, "__ARC_UNALIGNED__": 1, "__LP64__": 1, "__riscv_misaligned_fast": 1},
}
_PLAIN = ("arc", *(target for target in CORES if not TARGETS[target]))  # cores that `portable` stands for
_EVERYWHERE = {"__GNUC__": 12, "__BYTE_ORDER__": 1234, "__ORDER_LITTLE_ENDIAN__": 1234, "PERMKERN_HAS_BUILTIN": 1}
_FREE = ("__clang__", "__cplusplus", "__OPTIMIZE__")  # compilers for one core differ
OPTIONS = ("__OPTIMIZE_SIZE__", "__riscv_zbkb", "__riscv_zbb")  # libraries leave these to compilers, too


def core_macros(target: str, text: str) -> dict[str, int | None]:
    """Returns the values of the macros in ``text``, the library's source, that a core's compilers decide."""
    names = set(re.findall(r"\b(?:__\w+|[A-Z]\w+)\b", "".join(re.findall(r"(?m)^[ ]*#(?:.*\\\n)*.*\n", text))))
    given = {name: value for name, value in {**CORES, **_OTHERS}[target].items() if value}
    return {**dict.fromkeys(names.difference(_FREE)), **_EVERYWHERE, **given}


def shared(each: Sequence[Known]) -> dict[str, int | None]:
    """Returns the macros that have one value everywhere."""
    return {name: value for name, value in each[0].items() if all(one.get(name, -1) == value for one in each)}


@cache
def _absent(target: str) -> Known:
    """Returns the library's and compilers' macros that are 0 or not defined on a target."""
    names = ("base/permkern_target.h", "vector/permkern_isa.h", "move/permkern_pinned.h")
    text = "".join((runtime_directory("src") / name).read_text(encoding="utf-8") for name in names)
    text = re.sub(r"\bPERMKERN_KERNELS_VECTOR\b", "__free", text)  # the set decides it
    free = [*OPTIONS, "__GNUC__", "__free", "UINTPTR_MAX", "PERMKERN_UNALIGNED"]
    free += ["PERMKERN_HOST_SETS"] if target in HOST_TARGETS else []
    values = {name: value for name, value in core_macros(target, text).items() if name not in free}
    decided(text, {}, Settled(values, None))
    asked = {name for each in (*CORES.values(), *_OTHERS.values()) for name in each}
    asked.update(name for each in INSTRUCTION_SETS for name in (each.macro, each.guard))
    return {name: value for name, value in values.items() if value == 0 or (value is None and name in asked)}


def known_for(targets: Sequence[str]) -> Known:
    """Returns the macros that are 0 or not defined on each of the targets (at least one)."""
    names = dict.fromkeys(each for target in targets for each in (_PLAIN if target == "portable" else (target,)))
    return {**shared([_absent(name) for name in names]), "PERMKERN_NEON": None}
