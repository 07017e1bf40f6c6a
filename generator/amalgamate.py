# SPDX-License-Identifier: BSD-3-Clause
"""A set's kernels and the whole library as one source and one header.

Each file of the library is one part, in an order in which every part finds what it needs; quoted includes are resolved
here, once each; what compares folders of the include path stays behind. Parts share one scope: names of static
functions differ already (a test compares them), and the macros that a source defines for itself end with its part.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from .plan import Plan
from .render import HEADER, OUTPUTS, VECTORS, environment, render
from .runtime import runtime_files

SOURCE_NAME = "permkern.c"
HEADER_NAME = "permkern.h"

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include "([^"]+)"[^\n]*\n', re.MULTILINE)
_LIST = re.compile(r'^#define (\w+)\([^\n]*\n#include "[^"]+\.inc"\n', re.MULTILINE)
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define (\w+)", re.MULTILINE)
_LICENCE = re.compile(r"\A/\* SPDX-License-Identifier: [^\n]*\n")
_PROOF = re.compile(r"^[ \t]*/\*@.*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE)  # contracts, for Frama-C
_ORDER = re.compile(
    r"/\*[^*]*\*/\n#ifdef __has_include\n#if __has_include\(<api/permkern_order\.h>\)\n(#[^\n]*\n){3}\n"
)
_LAST = "src/vector.c"
_ANY_MLI = "#include <mli_api.h>\n"


@dataclass(frozen=True)
class Part:
    name: str  # in the checkout, or among the generated files
    text: str
    macros: tuple[str, ...] = ()  # that end with it
    mli: bool = False


@dataclass
class _Resolver:
    """Texts of parts with their includes in place; what has been placed is not placed again."""

    texts: Mapping[str, str]
    done: set[str] = field(default_factory=set)

    def part(self, name: str) -> str:
        """A file's text with the includes that are not there yet. Their guards stay: they cost nothing."""
        self.done.add(name)
        text = _LIST.sub(self._list, _ORDER.sub("", _PROOF.sub("", _LICENCE.sub("", self.texts[name]))))
        return _INCLUDE.sub(self._include, text)

    def _list(self, found: re.Match[str]) -> str:
        """An X macro and the list that it goes through: prototypes, once."""
        if found[0] in self.done:
            return ""
        self.done.add(found[0])
        return found[0]

    def _include(self, found: re.Match[str]) -> str:
        name = found[1].rsplit("/", 1)[-1]
        return "" if name in self.done else f"\n/* ---- {name} ---- */\n\n{self.part(name)}\n"


def _texts(plan: Plan) -> dict[str, str]:
    """Every file by its bare name: the library's are unique."""
    files = {name.rsplit("/", 1)[-1]: path.read_text(encoding="utf-8") for name, path in runtime_files().items()}
    return files | render(plan)


def _header_parts(resolver: _Resolver) -> tuple[Part, ...]:
    core = Part("permkern.h", resolver.part("permkern.h"))
    kernels = Part(HEADER, resolver.part(HEADER))
    before, after = resolver.part("permkern_mli.h").split(_ANY_MLI)
    own = f"#ifdef PERMKERN_MLI_HEADERS\n{_ANY_MLI}#else\n{resolver.part('mli_api.h')}#endif\n"
    return core, kernels, Part("permkern_mli.h", before + own + after, mli=True)


def _source_parts(resolver: _Resolver) -> tuple[Part, ...]:
    """src/ and the kernels; the loops around vectors last, because short names of its types hide nothing there."""
    sources = [name for name in runtime_files() if name.startswith("src/") and name.endswith(".c")]
    sources += [name for name in OUTPUTS if name.endswith(".c")]
    parts = []
    for name in sorted(sources, key=lambda name: name == _LAST):
        bare = name.removeprefix("src/")
        own = tuple(dict.fromkeys(_DEFINE.findall(_LIST.sub("", resolver.texts[bare]))))
        parts.append(Part(name, resolver.part(bare), own, name.startswith("src/mli_")))
    return tuple(parts)


def amalgamate(plan: Plan) -> dict[str, str]:
    """The two files by name. Pure, as render is."""
    resolver = _Resolver({name: text for name, text in _texts(plan).items() if name != VECTORS})
    header_parts = _header_parts(resolver)
    env = environment()
    texts = {
        HEADER_NAME: env.get_template("amalgamated.h.j2").render(plan=plan, parts=header_parts),
        SOURCE_NAME: env.get_template("amalgamated.c.j2").render(plan=plan, parts=_source_parts(resolver)),
    }
    return {name: re.sub(r"\n{3,}", "\n\n", text) for name, text in texts.items()}
