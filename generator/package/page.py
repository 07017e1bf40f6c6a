# SPDX-License-Identifier: BSD-3-Clause
"""Writes pinned kernels for one core on a page: Python decides everything that the core decides.

A page has the facts that its code relies on, the functions that the kernels call, the kernels, and the plain loops that
define them, for any other core or compiler.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..kernels.cfragments import fit
from ..kernels.csource import Settled, decided, kept, reached, read, words_of
from ..kernels.definition import definition, definition_in_place
from ..kernels.inventory import Inventory
from ..kernels.render import environment
from ..kernels.targets import CORES, core_macros, known_for
from ..kernels.views import PinnedView, in_place_view, pinned_view
from .joined import Part, known_of_set, mark, neon_functions
from .widths import joined_lines


@dataclass(frozen=True)
class Page:
    """Pinned kernels with the functions that they call."""

    text: str
    core: str  # empty: several targets
    functions: tuple[tuple[str, str], ...]  # names of functions that kernels call, and their files
    views: tuple[PinnedView, ...]


def has_page(targets: Sequence[str]) -> bool:
    return len(targets) == 1 and targets[0] in CORES


def _settled(text: str, target: str) -> Settled:
    return Settled(core_macros(target, text), {each: each for each in ("PERMKERN_INLINE", "PERMKERN_UNROLL")})


_VECTORS = r"\bv(?:ld|st)\w+[(.]"
# Macros that the compiler for a core defines, and the code that needs them.
_ASKED = {
    "__thumb__": "",
    "__thumb2__": r'"(?:ldrd|strd|rbit) ',
    "__ARM_FEATURE_DSP": r'"(?:uxtb16|pkh[bt]{2}) ',
    "__ARM_FEATURE_MVE": _VECTORS,
    "__ARM_FEATURE_UNALIGNED": r"aligned\(1\)",
    "__aarch64__": "",
    "__ARM_NEON": _VECTORS,
    "__riscv": "",
    "__riscv_v_intrinsic": r"\b__riscv_v",
    "__XTENSA__": "",
}
_NORMAL = "/* Unaligned words do not trap: both arrays are in Normal memory. Clang 14 needs -munaligned-access. */"
_HEADERS = {"__ARM_FEATURE_MVE": "arm_mve.h", "__riscv_v_intrinsic": "riscv_vector.h", "__ARM_NEON": "arm_neon.h"}


def _facts(asked: Iterable[str]) -> str:
    """Returns the condition under which the code is right and fast."""
    terms = [*(f"defined({each})" for each in ("__GNUC__", *asked)), "__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__"]
    lines = ["#if"]
    for number, term in enumerate(terms):
        more = f" {term}{' &&' if number + 1 < len(terms) else ''}"
        if len(lines[-1]) + len(more) > 118:
            lines[-1] = f"{lines[-1]:<118} \\"
            lines.append("   ")
        lines[-1] += more
    return "\n".join(lines)


_FLIP = re.compile(r",\s+\w+ flip\)")  # the last parameter of functions that XOR elements


def _with_zero_flip(text: str) -> set[str]:
    """Returns the functions whose last parameter is always 0, or the caller's parameter."""
    functions = set(re.findall(rf"(\w+)\([^;{{()]*{_FLIP.pattern}", text))
    others = re.findall(r"\b(\w+)\s*\((?:[^;{}]*,\s+)?(?!\s|flip\)|0\))[^,;{}]*\);", text)
    return functions.difference(others)


def _without_flip(text: str, functions: Collection[str]) -> str:
    """Returns functions and calls without the XOR constant, which is 0."""
    names = "|".join(functions)
    calls = re.compile(rf"\b({names})(\s*\([^;{{}}]*?),\s+(?:flip|0)\);")

    def bare(found: re.Match[str]) -> str:
        body = re.sub(r"(?m)^ *\S+ \^= flip;\n", "", _FLIP.sub(")", found[0]))
        body = re.sub(r"\((\w+(?:\(\w+\))?) \^ flip\)", r"\1", body)
        body = re.sub(r"\(\w+\)\((\*\(const \w+ \*\)\(const void \*\)in) \^ flip\)", r"\1", body)
        return re.sub(r"\bflip\b", "0", re.sub(r" \^ flip\b", "", calls.sub(r"\1\2);", body)))

    text = re.sub(rf"(?ms)^\w[^\n]*\b(?:{names})\([^;{{]*\)\n{{.*?^}}", bare, text)
    return re.sub(r",? each(?: word)? XORed with flip", "", calls.sub(r"\1\2);", text))


_UNROLL = re.compile(r" *PERMKERN_UNROLL\n( *for \(\w+ \w+ = 0; \w+ < (\d+); \w+(?:\+\+| \+= (\d+))\))?")


def _unroll(found: re.Match[str]) -> str:
    count = int(found[2]) // int(found[3] or 1) if found[1] else 64
    return f"#pragma GCC unroll {count}\n{found[1] or ''}"


_INLINE = "static inline __attribute__((always_inline, unused))"


def _laid_out(code: str) -> str:
    """Breaks lines anew, except in assembly and directives."""
    texts = re.split(r"(?m)^( *__asm__[^;]*;\n| *#(?:.*\\\n)*.*\n)", code)
    texts[::2] = ["".join(map(fit, joined_lines(text.splitlines(keepends=True)))) for text in texts[::2]]
    return "".join(texts)


_IDENTITY = re.compile(  # a function that returns its argument
    r"(?:/\*(?:[^*]|\*(?!/))*\*/\n)?PERMKERN_INLINE [^\n(]*?(\w+)\([^\n(]*?(\w+)\)\n\{\n    return \2;\n\}\n\n"
)


def _without_identities(text: str, kernels: str) -> tuple[str, str]:
    names = "|".join(found[1] for found in _IDENTITY.finditer(text))
    calls = re.compile(rf"\b(?:{names})\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
    return (calls.sub(r"\1", _IDENTITY.sub("", text)), calls.sub(r"\1", kernels)) if names else (text, kernels)


def _functions(text: str) -> Iterator[tuple[str, str]]:
    """Yields the functions that a text defines, and the files that its marks name."""
    file = ""
    for found in re.finditer(r"/\* ---- (\S+) ---- \*/|^\w[^\n;]*?\b(\w+)\([^;{}]*\)\n\{", text, re.MULTILINE):
        file = found[1] or file
        if found[2]:
            yield found[2], file


def page(
    parts: Iterable[Part],
    inventory: Inventory,
    targets: Sequence[str],
    declared: Collection[str] = (),
    linkage: str = "",
) -> Page:
    """Returns the inventory's pinned kernels.

    parts: permkern.h, the set's macros, and the sources. declared: names that a header declares. linkage: text before
    each kernel.
    """
    parts = list(parts)
    core = targets[0] if has_page(targets) else ""
    text = "".join(
        mark(part.name) + part.text + "".join(f"#undef {macro}\n" for macro in part.macros) for part in parts
    )
    text += neon_functions() * (core == "aarch64")
    settled = _settled(text, core) if core else None
    known = settled.values if settled else {**known_for(targets), **known_of_set(parts[1].text)}
    text = decided(text, known, settled)
    views = [pinned_view(entry, known, page=bool(core)) for entry in inventory.pinned]
    module: Any = environment().get_template("package/page.c.j2").module
    kernels = decided(
        module.kernels(
            [(view, definition(view.entry) if core else None) for view in views],
            [(in_place_view(entry), definition_in_place(entry) if core else None) for entry in inventory.in_place],
            linkage,
        ),
        known,
        settled,
    )
    if not any(entry.xor for entry in inventory.pinned):
        functions = _with_zero_flip(text)
        text, kernels = _without_flip(text, functions), _without_flip(kernels, functions)
    if core:
        text, kernels = _without_identities(text, kernels)
    nodes = read(text)
    own = {entry.symbol for entry in inventory.all_pinned}
    found = kept(nodes, reached(nodes, words_of(kernels).difference(own)).difference(declared))
    code = re.sub(r"(/\* ---- \S+ ---- \*/\n)\n", r"\1", found)
    if core:
        code, kernels = (_laid_out(_UNROLL.sub(_unroll, each)) for each in (code, kernels))
        asked = [name for name, need in _ASKED.items() if name in CORES[core] and re.search(need, code + kernels)]
        lines = [_NORMAL] if "__ARM_FEATURE_UNALIGNED" in asked else []
        lines += [_facts(asked), *(f"#include <{_HEADERS[each]}>" for each in asked if each in _HEADERS)]
        lines += ["#define PERMKERN_ON_CORE"]
        lines += [f"#define PERMKERN_INLINE {_INLINE}"] if "PERMKERN_INLINE" in code else []
        code = "\n".join([*lines, "", *[code.rstrip(), ""] * bool(code.strip()), "#endif\n"])
    return Page(code + kernels, core, tuple(_functions(found)), tuple(views))
