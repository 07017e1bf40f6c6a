# SPDX-License-Identifier: BSD-3-Clause
"""Leaves out of the joined library what is decided for a target and a set, and what nothing needs then."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from .conditions import Known
from .ctext import Choice, Item, Node, decided, items, kept, reached, read
from .instruction_sets import InstructionSet
from .joined import Part, Resolver, header_parts, source_parts
from .manifest import PROFILES
from .plan import Plan

_WORD = re.compile(r"\b[A-Za-z_]\w*")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# The list of kernels as an X macro, which makes a prototype of each.
_LIST = re.compile(
    r"#define PERMKERN_KERNEL\(name\) permkern_kernel name;\n.*?#undef PERMKERN_KERNEL\n#endif\n", re.DOTALL
)
# Other lists, which no source asks for. Sources are C, and declare nothing for C++.
_NEVER = ("PERMKERN_FORM", "PERMKERN_PIN", "PERMKERN_PIN_XOR", "PERMKERN_PIN_IN_PLACE", "__cplusplus")


def known_of_set(header: str) -> Known:
    """Returns what a set's permkern_kernels.h says of macros: how many kernels of each kind there are, the profile."""
    known: dict[str, int | None] = {f"PERMKERN_PROFILE_{profile.upper()}": None for profile in PROFILES}
    found = re.findall(r"^#define (PERMKERN_\w+) (\d+)$", header, re.MULTILINE)
    return known | {name: int(value) for name, value in found}


# ---- texts and items ----


def words_of(text: str) -> frozenset[str]:
    """Returns the words of C source outside of comments."""
    return frozenset(_WORD.findall(_COMMENT.sub(" ", text)))


def without_includes(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Leaves out headers that are included under no condition: those of the C standard, which permkern.h has, too."""
    return tuple(node for node in nodes if isinstance(node, Choice) or node.kind != "include")


def text_of(nodes: Iterable[Node], own: Callable[[Item], str] = lambda item: item.text) -> Iterator[str]:
    """Yields the text of nodes: a blank line before definitions of more than a line, and before comments."""
    last = ""
    for node in nodes:
        if isinstance(node, Choice):
            inside = "".join(f"{one.directive}{''.join(text_of(one.nodes, own))}" for one in node.branches)
            text = f"{node.comment}{inside}#endif\n"
        else:
            text = node.comment + own(node)
        marks = isinstance(node, Item) and node.kind == "mark"
        apart = marks or node.comment or text.count("\n") > 1 or last.count("\n") > 1
        yield f"\n{text}" if last and apart else text
        last = f"{text}\n" if marks else text


# ---- parts ----


@dataclass(frozen=True)
class _Read:
    """A part without the conditionals that are decided, and its items."""

    part: Part
    text: str
    nodes: tuple[Node, ...]

    @staticmethod
    def of(part: Part, plan: Plan, known: Known) -> "_Read":
        listed = "".join(f"permkern_kernel {kernel.name};\n" for kernel in plan.kernels)
        undone = "".join(f"#undef {macro}\n" for macro in part.macros)
        text = decided(_LIST.sub(lambda _: listed, part.text) + undone, {**known, **dict.fromkeys(_NEVER)})
        return _Read(part, text, read(text))

    @property
    def whole(self) -> bool:
        """Whether nothing is left out of it: the MLI layer; vectors of hosts, whose names macros put together."""
        return self.part.mli or self.part.name.startswith(("src/vector/", "src/host_"))

    @property
    def roots(self) -> frozenset[str]:
        """The words of what is here in any case."""
        calls = (word for item in items(self.nodes) if item.kind == "call" for word in item.words)
        return words_of(self.text) if self.whole else frozenset(calls)


def _trimmed(parts: Iterable[_Read], roots: Iterable[str], there: frozenset[str]) -> tuple[Part, ...]:
    """Returns parts with what the roots need and no more. Names that are there already are left out."""
    known = tuple(parts)
    asked = {word for each in known for word in each.roots}.union(roots)
    found = reached([node for each in known for node in each.nodes], *asked) - there
    left = (
        (each.part, each.text if each.whole else "".join(text_of(without_includes(kept(each.nodes, found)))))
        for each in known
    )
    return tuple(replace(part, text=text, macros=()) for part, text in left if without_includes(read(text)))


@dataclass(frozen=True)
class Trimmed:
    """What is written for named targets: the parts of the header and of the source."""

    header: tuple[Part, ...]
    source: tuple[Part, ...]


def for_api(plan: Plan, resolver: Resolver, sets: Sequence[InstructionSet], known: Known, *, mli: bool) -> Trimmed:
    """Returns the core API, with the MLI layer or without, and nothing that they do not need."""
    header = tuple(part for part in header_parts(resolver) if mli or not part.mli)
    sources = [part for part in source_parts(resolver, sets) if mli or not part.mli]
    all_known = {**known, **known_of_set(header[1].text)}
    roots = {word for part in header for word in words_of(part.text)}
    return Trimmed(header, _trimmed((_Read.of(part, plan, all_known) for part in sources), roots, frozenset()))


# What the header of pinned kernels alone has of permkern.h.
_PUBLIC = (
    *(f"PERMKERN_VERSION{part}" for part in ("", "_MAJOR", "_MINOR", "_PATCH")),
    *("PERMKERN_API", "PERMKERN_MUST_CHECK", "permkern_status", "permkern_check_pinned"),
)


def pinned_alone(plan: Plan, resolver: Resolver, sets: Sequence[InstructionSet], known: Known) -> Trimmed:
    """Returns pinned kernels, and nothing that they do not need."""
    core, kernels, _ = header_parts(resolver)
    public, declared = (read(decided(part.text, {"__cplusplus": None})) for part in (core, kernels))
    symbols = [entry.symbol for entry in plan.all_pinned]
    called = frozenset(name for entry in plan.all_pinned for name in (entry.symbol, entry.request.checked))
    shown = without_includes(kept(public, reached(public, *_PUBLIC)))
    macros = "".join(item.text for item in items(declared) if item.kind == "define")
    sources = (core, replace(kernels, text=macros), *source_parts(resolver, sets))
    all_known = {**known, **known_of_set(kernels.text)}
    there = frozenset(name for item in items(shown) for name in item.names)
    parts = [_Read.of(part, plan, all_known) for part in sources if not part.mli]
    return Trimmed(
        header=tuple(
            Part(part.name, "".join(text_of(nodes)))
            for part, nodes in ((core, shown), (kernels, without_includes(kept(declared, called))))
        ),
        source=_trimmed(parts, symbols, there),
    )
