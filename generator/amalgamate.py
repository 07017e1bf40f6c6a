# SPDX-License-Identifier: BSD-3-Clause
"""Amalgamates a set's kernels and the whole library into one source file and one header.

For named targets, the vector kernels of all others are left out, and words do their work where the files are compiled
for another target after all.

Each file of the library becomes one part. A quoted include is replaced by the included file where it first occurs, and
removed elsewhere. permkern_order.h, which checks the order of the include path, is left out. All parts share one scope:
a test checks that no two static functions have the same name, and each source's own macros are undefined after it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .instruction_sets import INSTRUCTION_SETS, InstructionSet, sets_of
from .plan import Plan
from .render import HEADER, OUTPUTS, VECTORS, environment, render
from .runtime import runtime_files

SOURCE_NAME = "permkern.c"
HEADER_NAME = "permkern.h"

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include "([^"]+)"[^\n]*\n', re.MULTILINE)
_LIST = re.compile(r'^#define (\w+)\([^\n]*\n#include "[^"]+\.inc"\n', re.MULTILINE)
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define (\w+)", re.MULTILINE)
_LICENCE = re.compile(r"\A/\* SPDX-License-Identifier: [^\n]*\n")
_ORIGIN = re.compile(r"^ \*\n \* Written by tools/autogen [^\n]*\n \* Do not edit: [^\n]*\n", re.MULTILINE)
_PROOF = re.compile(r"^[ \t]*/\*@.*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE)  # contracts that only Frama-C reads
_ORDER = re.compile(
    r"/\*[^*]*\*/\n#ifdef __has_include\n#if __has_include\(<api/permkern_order\.h>\)\n(#[^\n]*\n){3}\n"
)
_ANY_MLI = "#include <mli_api.h>\n"


@dataclass(frozen=True)
class Part:
    name: str  # the path in the checkout, or the name of the generated file
    text: str
    macros: tuple[str, ...] = ()  # undefined again after this part
    mli: bool = False  # left out where PERMKERN_NO_MLI is defined


@dataclass
class _Resolver:
    """Resolves the includes of the parts. Each file is inserted once."""

    texts: Mapping[str, str]
    done: set[str] = field(default_factory=set)

    def part(self, name: str) -> str:
        """Returns a file's text with each file that it includes for the first time inserted. Include guards stay."""
        self.done.add(name)
        text = self.texts[name]
        for without in (_LICENCE, _ORIGIN, _PROOF, _ORDER):
            text = without.sub("", text)
        return _INCLUDE.sub(self._include, _LIST.sub(self._list, text))

    def _list(self, found: re.Match[str]) -> str:
        """Keeps the first of several equal expansions of an X macro over an .inc file: it declares prototypes."""
        if found[0] in self.done:
            return ""
        self.done.add(found[0])
        return found[0]

    def _include(self, found: re.Match[str]) -> str:
        name = found[1].rsplit("/", 1)[-1]
        return "" if name in self.done else f"\n/* ---- {name} ---- */\n\n{self.part(name)}\n"


@dataclass(frozen=True)
class Absence:
    """A macro that leaves kernels out, and the compilers' macros of targets whose kernels are there."""

    macro: str
    value: int
    present: tuple[str, ...]

    @property
    def condition(self) -> str:
        """True to the preprocessor if the target is none of those, and nobody has set the macro."""
        return " && ".join(f"!defined({macro})" for macro in (*self.present, self.macro))


def _absences(kept: Iterable[InstructionSet]) -> tuple[Absence, ...]:
    hosts = dict.fromkeys(each.macro for each in kept if each.host)
    firmware = dict.fromkeys(each.macro for each in kept if not each.host)
    return Absence("PERMKERN_VECTOR", 0, tuple(hosts)), Absence("PERMKERN_PORTABLE", 1, tuple(firmware))


def _is_for(name: str, kept: Sequence[InstructionSet]) -> bool:
    """True if a file of the library, by its name in the checkout, has code for the instruction sets that are kept."""
    owners = [each for each in INSTRUCTION_SETS if name == f"src/{each.file}"]
    if owners:
        return owners[0] in kept
    return not name.startswith("src/host_") or any(each.host for each in kept)


def _without_hosts(plan: Plan) -> Plan:
    """Returns a plan whose pinned kernels do not try vectors first."""
    return replace(plan, pinned=tuple(replace(entry, body=replace(entry.body, host=None)) for entry in plan.pinned))


def _texts(plan: Plan) -> dict[str, str]:
    """Returns the text of every file by its name without folders, which is unique in the library."""
    files = {name.rsplit("/", 1)[-1]: path.read_text(encoding="utf-8") for name, path in runtime_files().items()}
    return files | render(plan)


def _header_parts(resolver: _Resolver) -> tuple[Part, ...]:
    core = Part("permkern.h", resolver.part("permkern.h"))
    kernels = Part(HEADER, resolver.part(HEADER))
    before, after = resolver.part("permkern_mli.h").split(_ANY_MLI)
    own = f"#ifdef PERMKERN_MLI_HEADERS\n{_ANY_MLI}#else\n{resolver.part('mli_api.h')}#endif\n"
    return core, kernels, Part("permkern_mli.h", before + own + after, mli=True)


def _source_parts(resolver: _Resolver, kept: Sequence[InstructionSet]) -> tuple[Part, ...]:
    """Returns the sources of the library and the set."""
    files = [name for name in runtime_files() if _is_for(name, kept)]
    sources = [name for name in files if name.startswith("src/") and name.endswith(".c")]
    sources += [name for name in OUTPUTS if name.endswith(".c")]
    parts = []
    for name in sources:
        bare = name.rsplit("/", 1)[-1]
        own = tuple(dict.fromkeys(_DEFINE.findall(_LIST.sub("", resolver.texts[bare]))))
        parts.append(Part(name, resolver.part(bare), own, name.startswith("src/mli_")))
    return tuple(parts)


def amalgamate(plan: Plan, targets: Sequence[str] = ()) -> dict[str, str]:
    """Returns the two files' texts by name, for all targets if none is named. It is a pure function, as render is."""
    kept = sets_of(targets) if targets else INSTRUCTION_SETS
    if not any(each.host for each in kept):
        plan = _without_hosts(plan)
    absent = {name.rsplit("/", 1)[-1] for name in runtime_files() if not _is_for(name, kept)}
    resolver = _Resolver({name: text for name, text in _texts(plan).items() if name != VECTORS}, absent)
    header_parts = _header_parts(resolver)
    env = environment()
    texts = {
        HEADER_NAME: env.get_template("amalgamated.h.j2").render(plan=plan, parts=header_parts),
        SOURCE_NAME: env.get_template("amalgamated.c.j2").render(
            plan=plan,
            parts=_source_parts(resolver, kept),
            targets=", ".join(targets),
            absences=_absences(kept) if targets else (),
        ),
    }
    return {name: re.sub(r"\n{3,}", "\n\n", text) for name, text in texts.items()}
