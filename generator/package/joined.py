# SPDX-License-Identifier: BSD-3-Clause
"""Joins a set's kernels and the whole library into parts of one source and one header.

Each library file becomes one part. The first quoted include of a file is replaced by its text; later ones are removed.
Files included once per width or instruction set are expanded for each (widths.py). All parts share one scope. A test
checks that static function names are unique. Each source's own macros are undefined after it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product

from ..kernels.csource import COMMENT, Known, decided
from ..kernels.documents import HEADER, OUTPUTS, TABLE
from ..kernels.instruction_sets import HOST_TARGETS, INSTRUCTION_SETS, InstructionSet
from ..kernels.inventory import Inventory, in_memory
from ..kernels.manifest import PROFILES
from ..kernels.memory import CACHED
from ..kernels.permutation import WIDTHS
from ..kernels.render import render
from ..kernels.runtime import runtime_files
from .widths import for_width

_ANY_MLI = "#include <mli_api.h>\n"
_LICENCE = re.compile(r"\A[^\n]*SPDX-License-Identifier:[^\n]*\n")
_INCLUDE = re.compile(r'[ ]*#[ ]*include "(?:\.\./)?([^"]+)"[^\n]*\n')
# Includes between the definitions of macros, one of which is in this list, and their #undef lines.
_SPELLED = re.compile(
    r"(#define (?:BITS|SET|LANE|CHANNELS|FIELDS|PACKED) .*\n(?:#define .*\n)*)"
    r"((?:#(?:include|if|endif)\b.*\n|\n)+)(?:#undef .*\n)+"
)
_KERNELS = '#define PERMKERN_KERNEL(name) permkern_kernel name;\n#include "permkern_plan.inc"\n'
# Include path checks, which an amalgamation does not need.
_CHECKS = re.compile(rf"{COMMENT.pattern}\n#if[^\n]*\b__has_include\)?\n.*?\n\n", re.DOTALL)


@dataclass(frozen=True)
class Part:
    name: str  # path in the checkout, or generated file name
    text: str
    macros: tuple[str, ...] = ()  # undefined after this part
    mli: bool = False  # excluded if PERMKERN_NO_MLI is defined


@cache
def _for_width(text: str, values: tuple[tuple[str, str], ...]) -> str:
    text = decided(text, {name: int(value) for name, value in values if value.isdigit()})
    return decided("".join(for_width(text.splitlines(keepends=True), dict(values))), {}) + "\n"


@dataclass
class Resolver:
    """Resolves the includes of the parts. Each file is inserted once."""

    texts: Mapping[str, str]
    done: set[str] = field(default_factory=set)

    def part(self, name: str) -> str:
        """Returns a file's text with first includes replaced by the files' texts. Include guards stay."""
        self.done.add(name)
        text = _CHECKS.sub("", _LICENCE.sub("", self.texts[name]))
        text = self._spelled(text, {}, name)
        return _INCLUDE.sub(lambda found: self._insert(found[1], name), text)

    def _spelled(self, text: str, outer: Mapping[str, str], name: str) -> str:
        """Expands the files that a file includes for each width or set. outer: the file's own macro values."""

        def files(found: re.Match[str]) -> str:
            values = {**outer, **dict(line.split(maxsplit=2)[1:] for line in found[1].splitlines())}

            def text_of(inner: re.Match[str]) -> str:
                own = self._spelled(_LICENCE.sub("", self.texts[inner[1]]), values, inner[1])
                return _marked(inner[1], _for_width(own, tuple(values.items())), name)

            return _INCLUDE.sub(text_of, found[2])

        return _SPELLED.sub(files, text)

    def _insert(self, name: str, outer: str) -> str:
        return "" if name in self.done else _marked(name, self.part(name), outer)


def mark(name: str) -> str:
    """Returns a comment that says from which file the next definitions are."""
    return f"/* ---- {name} ---- */\n\n"


def _marked(name: str, text: str, outer: str) -> str:
    return f"\n{mark(name)}{text}\n{mark(outer)}"


def _is_for(name: str, sets: Sequence[InstructionSet]) -> bool:
    """True if a library file, by its checkout path, has code for any of the instruction sets."""
    owners = [each for each in INSTRUCTION_SETS if name == f"src/{each.file}"]
    if owners:
        return owners[0] in sets
    return not name.startswith("src/vector/host_") or any(each.host for each in sets)


def for_targets(inventory: Inventory, targets: Sequence[str]) -> Inventory:
    """Returns the inventory for the targets (none: all).

    No host: no host vectors. One core with a cache: its memory, if the set names none.
    """
    inventory = replace(inventory, targets=tuple(targets))
    if inventory.memory is None and len(targets) == 1 and (memory := CACHED.get(targets[0])):
        inventory = in_memory(inventory, memory)
    if not targets or not HOST_TARGETS.isdisjoint(targets):
        return inventory
    return replace(
        inventory, pinned=tuple(replace(entry, body=replace(entry.body, host=None)) for entry in inventory.pinned)
    )


def resolver_of(inventory: Inventory, sets: Sequence[InstructionSet]) -> Resolver:
    """Returns a resolver that knows each file by its include path, below include/ or src/."""
    files = runtime_files()
    texts = {name.split("/", 1)[-1]: path.read_text(encoding="utf-8") for name, path in files.items()}
    prototypes = "".join(f"permkern_kernel {kernel.name};\n" for kernel in inventory.kernels)
    # The table is the first source of the set.
    made = {name: text.replace(_KERNELS, prototypes * (name == TABLE)) for name, text in render(inventory).items()}
    absent = {name.split("/", 1)[-1] for name in files if not _is_for(name, sets)}
    return Resolver(texts | made, absent)


def header_parts(resolver: Resolver) -> tuple[Part, ...]:
    core = Part("permkern.h", resolver.part("permkern.h"))
    kernels = Part(HEADER, resolver.part(HEADER))
    before, after = resolver.part("permkern_mli.h").split(_ANY_MLI)
    own = f"#ifdef PERMKERN_MLI_HEADERS\n{_ANY_MLI}#else\n{resolver.part('mli_api.h')}#endif\n"
    return core, kernels, Part("permkern_mli.h", before + own + after, mli=True)


def source_parts(resolver: Resolver, sets: Sequence[InstructionSet]) -> tuple[Part, ...]:
    """Returns the sources of the library and the set."""
    names = [name for name in runtime_files() if name.endswith(".c") and _is_for(name, sets)]
    parts = []
    for name in (*names, *(name for name in OUTPUTS if name.endswith(".c"))):
        bare = name.split("/", 1)[-1]
        own = dict.fromkeys(re.findall(r"^#\s*define (\w+)", resolver.texts[bare], re.MULTILINE))
        macros = tuple(macro for macro in own if f"#undef {macro}\n" not in resolver.texts[bare])
        parts.append(Part(name, resolver.part(bare), macros, name.startswith("src/mli/")))
    return tuple(parts)


def neon_functions() -> str:
    """Returns the vector functions of pages for AArch64, for each width, register and number of registers."""
    name = "vector/neon_plane.h"
    text = _LICENCE.sub("", runtime_files()[f"src/{name}"].read_text(encoding="utf-8"))
    found = mark(name)
    for bits, size, count in product(WIDTHS, (64, 128), (2, 3, 4, 8, 16)):
        numbers = (bits, size // bits, count, count // 2, count.bit_length() - 1)
        values = zip(("BITS", "LANES", "COUNT", "HALF", "STAGES"), map(str, numbers), strict=True)
        found += _for_width(text, (*values, ("SUFFIX", f"{'q' * (size == 128)}_u{bits}")))
    return found


def all_static(part: Part, exported: Iterable[str] = ()) -> Part:
    """Returns a C part whose functions are static, except the exported ones."""
    names = rf"[^(\n]*\b(?:{'|'.join(exported) or '-'})\("
    text = re.sub(rf"(?m)^PERMKERN_API (?!{names})", "", decided(part.text, {"__cplusplus": None}))
    others = rf"static|typedef|struct|enum|union|extern|[A-Z_0-9]+\b|PERMKERN_\w+|{names}"
    pattern = rf"(?m)^(?!{others})(?=\w[^=\n]*\(|permkern_\w+ \w+;)"
    return replace(part, text=re.sub(pattern, "static ", text))


def known_of_set(header: str) -> Known:
    """Returns the macros that a set's permkern_kernels.h decides: its profile and kernel counts."""
    known: dict[str, int | None] = {f"PERMKERN_PROFILE_{profile.upper()}": None for profile in PROFILES}
    found = re.findall(r"^#define (PERMKERN_\w+) (\d+)$", header, re.MULTILINE)
    return known | {name: int(value) for name, value in found}
