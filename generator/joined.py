# SPDX-License-Identifier: BSD-3-Clause
"""Joins a set's kernels and the whole library to parts of one source and one header.

Each file of the library becomes one part. A quoted include is replaced by the included file where it first occurs, and
removed elsewhere. A file that is included once for each width is spelled out for each (widths.py). Checks of the
include path, such as permkern_order.h, are left out. All parts share one scope: a test checks that no two static
functions have the same name, and each source's own macros are undefined after it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from .ctext import decided
from .instruction_sets import HOST_TARGETS, INSTRUCTION_SETS, InstructionSet
from .plan import Plan
from .render import HEADER, OUTPUTS, VECTORS, render
from .runtime import runtime_files
from .widths import for_width

_ANY_MLI = "#include <mli_api.h>\n"


# ---- lines of C ----


def _directive(line: str, name: str) -> str | None:
    """Returns what follows a preprocessor directive of this name; None if the line is none."""
    text = line.strip()
    words = text[1:].split(None, 1) if text.startswith("#") else []
    return words[1] if len(words) == 2 and words[0] == name else None


def _included(line: str) -> str | None:
    """Returns the file that a line includes in quotes."""
    rest = _directive(line, "include")
    return rest.split('"')[1] if rest is not None and rest.startswith('"') else None


def _defined(line: str) -> str | None:
    """Returns the macro that a line defines."""
    rest = _directive(line, "define")
    return rest.split("(")[0].split()[0] if rest is not None else None


def _is_list(lines: Sequence[str], k: int) -> bool:
    """True if an X macro is defined here, and applied to the list that the next line includes."""
    rest = _directive(lines[k], "define")
    following = _included(lines[k + 1]) if k + 1 < len(lines) else None
    called = rest is not None and "(" in rest.split()[0]
    return called and following is not None and following.endswith(".inc")


def _without_licence(lines: Sequence[str]) -> list[str]:
    return [line for k, line in enumerate(lines) if k > 0 or "SPDX-License-Identifier:" not in line]


def _without_origin(lines: Sequence[str]) -> list[str]:
    """Leaves out that tools/autogen wrote the file: a blank line of its first comment, and the two after it."""
    at = next((k for k, line in enumerate(lines) if line.startswith(" * Written by tools/autogen ")), None)
    return list(lines) if at is None else [*lines[: at - 1], *lines[at + 2 :]]


def _without_order(lines: Sequence[str]) -> list[str]:
    """Leaves out the checks of the include path, each with its comment and the blank line after it."""
    kept = list(lines)
    checks = ("__has_include(<api/permkern_order.h>)", "!__has_include(")
    while (at := next((k for k, line in enumerate(kept) if any(check in line for check in checks)), None)) is not None:
        first = max(k for k in range(at) if kept[k].startswith("/*"))
        end = next(k for k in range(at, len(kept)) if not kept[k].strip())
        kept = [*kept[:first], *kept[end + 1 :]]
    return kept


def _with_single_blanks(text: str) -> str:
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text


# ---- parts ----


@dataclass(frozen=True)
class Part:
    name: str  # the path in the checkout, or the name of the generated file
    text: str
    macros: tuple[str, ...] = ()  # undefined again after this part
    mli: bool = False  # left out where PERMKERN_NO_MLI is defined


@dataclass
class Resolver:
    """Resolves the includes of the parts. Each file is inserted once."""

    texts: Mapping[str, str]
    done: set[str] = field(default_factory=set)

    def part(self, name: str) -> str:
        """Returns a file's text with each file that it includes for the first time inserted. Include guards stay."""
        self.done.add(name)
        lines: Sequence[str] = self.texts[name].splitlines(keepends=True)
        for without in (_without_licence, _without_origin, _without_order):
            lines = without(lines)
        kept: list[str] = []
        k = 0
        while k < len(lines):
            if _is_list(lines, k) and self._is_known(lines[k] + lines[k + 1]):
                k += 2
                continue
            if lines[k].startswith("#define BITS "):  # perhaps another one, files, and as many #undef
                given = list(takewhile(lambda line: line.startswith("#define "), lines[k:]))
                inside = list(takewhile(lambda line: not line.startswith("#undef "), lines[k + len(given) :]))
                values = dict(line.split()[1:] for line in given)
                kept += [self._for_width(_included(line), values) or line for line in inside]
                k += 2 * len(given) + len(inside)
                continue
            included = _included(lines[k])
            kept.append(lines[k] if included is None else self._insert(included))
            k += 1
        return "".join(kept)

    def _for_width(self, path: str | None, values: Mapping[str, str]) -> str:
        """Returns the text of a file that is included once for each width; nothing for what is no file."""
        if path is None:
            return ""
        lines = _without_licence(self.texts[path.rsplit("/", 1)[-1]].splitlines(keepends=True))
        return decided("".join(for_width(lines, values)), {})

    def _is_known(self, expansion: str) -> bool:
        """True for all but the first of several equal expansions of an X macro: they declare the same prototypes."""
        known = expansion in self.done
        self.done.add(expansion)
        return known

    def _insert(self, path: str) -> str:
        name = path.rsplit("/", 1)[-1]
        return "" if name in self.done else f"\n/* ---- {name} ---- */\n\n{self.part(name)}\n"


def _is_for(name: str, kept: Sequence[InstructionSet]) -> bool:
    """True if a file of the library, by its name in the checkout, has code for the instruction sets that are kept."""
    owners = [each for each in INSTRUCTION_SETS if name == f"src/{each.file}"]
    if owners:
        return owners[0] in kept
    return not name.startswith("src/host_") or any(each.host for each in kept)


def without_hosts(plan: Plan) -> Plan:
    """Returns a plan whose pinned kernels do not try vectors first."""
    return replace(plan, pinned=tuple(replace(entry, body=replace(entry.body, host=None)) for entry in plan.pinned))


def for_targets(plan: Plan, targets: Sequence[str]) -> Plan:
    """Returns a plan whose kernels try no vectors that none of the targets has. No target: code for all of them."""
    plan = replace(plan, targets=tuple(targets))
    return without_hosts(plan) if targets and HOST_TARGETS.isdisjoint(targets) else plan


def _texts(plan: Plan) -> dict[str, str]:
    """Returns the text of every file by its name without folders, which is unique in the library."""
    files = {name.rsplit("/", 1)[-1]: path.read_text(encoding="utf-8") for name, path in runtime_files().items()}
    return files | render(plan)


def header_parts(resolver: Resolver) -> tuple[Part, ...]:
    core = Part("permkern.h", resolver.part("permkern.h"))
    kernels = Part(HEADER, resolver.part(HEADER))
    before, after = resolver.part("permkern_mli.h").split(_ANY_MLI)
    own = f"#ifdef PERMKERN_MLI_HEADERS\n{_ANY_MLI}#else\n{resolver.part('mli_api.h')}#endif\n"
    return core, kernels, Part("permkern_mli.h", before + own + after, mli=True)


def source_parts(resolver: Resolver, kept: Sequence[InstructionSet]) -> tuple[Part, ...]:
    """Returns the sources of the library and the set."""
    files = [name for name in runtime_files() if _is_for(name, kept)]
    sources = [name for name in files if name.startswith("src/") and name.endswith(".c")]
    sources += [name for name in OUTPUTS if name.endswith(".c")]
    parts = []
    for name in sources:
        bare = name.rsplit("/", 1)[-1]
        lines = resolver.texts[bare].splitlines()
        own = dict.fromkeys(_defined(line) for k, line in enumerate(lines) if not _is_list(lines, k))
        macros = tuple(macro for macro in own if macro is not None and f"#undef {macro}" not in lines)
        parts.append(Part(name, resolver.part(bare), macros, name.startswith("src/mli_")))
    return tuple(parts)


def resolver_of(plan: Plan, kept: Sequence[InstructionSet]) -> Resolver:
    absent = {name.rsplit("/", 1)[-1] for name in runtime_files() if not _is_for(name, kept)}
    return Resolver({name: text for name, text in _texts(plan).items() if name != VECTORS}, absent)


def parts_of(plan: Plan, kept: Sequence[InstructionSet]) -> tuple[Part, ...]:
    """Returns the library and a plan's kernels with nothing of MLI, for instruction sets of firmware."""
    plan = without_hosts(plan)
    resolver = resolver_of(plan, kept)
    header = Part(HEADER, resolver.part("permkern.h") + resolver.part(HEADER))
    return header, *(part for part in source_parts(resolver, kept) if not part.mli)
