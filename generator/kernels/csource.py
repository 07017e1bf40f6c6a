# SPDX-License-Identifier: BSD-3-Clause
"""Removes conditionals that known macros decide, and unused definitions, from C source.

This relies on the library's clang-format layout: a definition starts at the left margin, ends with a semicolon or with
a brace at the left margin, and has its comment directly above it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from .cfolding import folded, number

Known = Mapping[str, int | None]  # macro values; None: not defined

COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*\*/")
IGNORED = re.compile(rf'{COMMENT.pattern}|"(?:[^"\\]|\\.)*"')  # comments and strings
_ATTRIBUTE = re.compile(r"__attribute__\s*\(\s*\((?:[^()]|\([^()]*\))*\)\)")
_DIRECTIVE = re.compile(r"[ ]*#[ ]*(\w+)[ ]*((?:[^\n]*\\\n)*[^\n]*)\n")


def words_of(text: str) -> frozenset[str]:
    """Returns all words in C source outside comments and strings."""
    return frozenset(re.findall(r"\b[A-Za-z_]\w*", IGNORED.sub(" ", text)))


# ---- conditionals ----


def _remaining(condition: str, known: Known) -> str:
    """Returns a preprocessor condition without the parts that known macros decide."""
    text = " ".join(COMMENT.sub(" ", condition).replace("\\\n", " ").split())
    text = re.sub(r"\bdefined\((\w+) ?\)", lambda found: _is_defined(found, known), text)
    text = re.sub(r"(?<!defined\()\b[A-Za-z_]\w*", lambda one: str(known.get(one[0], one[0]) or 0), text)
    return folded(re.sub(r"\b(\d+)\(\w*\)", r"\1", text))  # a number in place of a macro with arguments


def _is_defined(found: re.Match[str], known: Known) -> str:
    return str(int(known[found[1]] is not None)) if found[1] in known else found[0]


@dataclass
class _Conditional:
    alive: bool  # the surrounding lines are kept
    kept: bool = False  # this branch's lines are kept
    done: bool = False  # an earlier branch always holds
    written: bool = False  # a directive was written, so #endif must follow


_NAME = re.compile(r'"(?:[^"\\]|\\.)*"|\b[A-Za-z_]\w*')  # a string or a name


@dataclass(frozen=True)
class Settled:
    """Macros of a core, which decided() replaces. ``values`` grows by the macros that the source defines.

    ``words``: replacements of macros that are no numbers. None: such macros, and macros of numbers and other macros
    that are not in ``values``, keep their definitions.
    """

    values: dict[str, int | None]
    words: dict[str, str] | None

    def line(self, kind: str, rest: str, line: str, *, unsure: bool) -> str:
        """Returns a line with its macros replaced; empty if it defines one. unsure: a conditional is left around it."""
        name = re.split(r"\W", rest, maxsplit=1)[0]
        if kind == "define":
            return self._definition(name, rest[len(name) :], line, unsure=unsure)
        if kind == "undef" and name in {*self.values, *(self.words or ())}:
            self.values[name] = None
            return "" if self.words is not None else line
        return line if kind or re.match(r"\s*(?:/\*|\*[ /\n])", line) else self.replaced(line)

    def _definition(self, name: str, rest: str, line: str, *, unsure: bool) -> str:
        text = COMMENT.sub("", rest).replace("\\\n", " ").strip()
        value = number(_remaining(text, {each: value for each, value in self.values.items() if value is not None}))
        if self.words is not None:
            if rest.startswith("(") or (unsure and name not in self.words):
                return line
            self.values[name] = value if text else 1
            if text and value is None:
                self.words.setdefault(name, self.replaced(re.sub(r"\s+", " ", text)))
            return ""
        kept = f"#define {name}{self.replaced(rest)}\n"
        if rest.startswith("("):
            return kept
        old = self.values.pop(name, -1)
        value = old if value is None and old == 0 else value  # known without the macros that define it
        if value is not None and ((old != -1 and not unsure) or (old or 0) == value):  # so far, all branches agree
            self.values[name] = value
        return "" if name in self.values and not unsure else kept

    def replaced(self, text: str) -> str:
        """Returns a text with macros replaced."""
        return _NAME.sub(lambda found: self._replacement(found[0]), text)

    def _replacement(self, name: str) -> str:
        value = self.values.get(name)
        return (self.words or {}).get(name, name if value is None else str(value))


def decided(text: str, known: Known, settled: Settled | None = None) -> str:
    """Returns C source without the branches that known macros exclude. Other conditions stay unchanged.

    settled: also replaces macros of a core, which are in ``settled.values`` and not in ``known``.
    """
    known = settled.values if settled else known
    lines: list[str] = []
    open_ones: list[_Conditional] = []
    for line in re.findall(r"(?:[^\n]*\\\n)*[^\n]*\n", text):
        found = _DIRECTIVE.fullmatch(line)
        kind, rest = found.groups() if found else ("", "")
        alive = open_ones[-1].kept if open_ones else True
        if kind not in ("if", "ifdef", "ifndef", "elif", "else", "endif"):
            if alive and settled:
                line = settled.line(kind, rest, line, unsure=any(each.written for each in open_ones))
            if alive:
                lines.append(line)
            continue
        if kind.startswith("if"):
            open_ones.append(_Conditional(alive))
        current = open_ones[-1]
        if kind == "endif":
            if open_ones.pop().written:
                lines.append(line)
            continue
        condition = {"ifdef": f"defined({rest})", "ifndef": f"!defined({rest})", "else": "1"}.get(kind, rest)
        condition = _remaining(condition, known)
        value = number(condition)
        holds = None if value is None else bool(value)
        current.kept = current.alive and not current.done and holds is not False
        current.done = current.done or holds is True
        if current.kept and holds is None:
            first = kind.startswith("if") or current.written
            if settled and kind in ("if", "elif"):
                line = f"#{kind} {settled.replaced(condition)}\n"
            lines.append(line if first else line.replace("elif", "if", 1))
            current.written = True
        elif current.kept and current.written:
            lines.append(line if kind == "else" else "#else\n")
    return "".join(lines)


# ---- definitions ----


@dataclass(frozen=True)
class Item:
    """A definition, declaration, directive, comment without a definition, or empty line."""

    text: str
    names: tuple[str, ...]  # the names that it defines
    words: frozenset[str]
    is_list: bool = False  # an X macro call


@dataclass(frozen=True)
class Choice:
    """A conditional around items: each branch with its directive."""

    branches: tuple[tuple[str, tuple["Node", ...]], ...]


Node = Item | Choice

_ITEM = re.compile(
    rf"""{COMMENT.pattern}\n(?=/\*)                       # a comment above another one
    | (?:{COMMENT.pattern}\n)?
    (?: [ ]*\#(?:[^\n]*\\\n)*[^\n]*\n                   # a directive
      | [A-Z_0-9]+\([^;]*\)\n                           # a call of an X macro
      | \w[^\n]*;\n | \w[^;{{]*;\n | \w[^;{{]*\{{.*?^\}}[^\n]*\n
      | [^\n]*\n )""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)


def _names(code: str) -> tuple[str, ...]:
    """Returns the file-scope names of a definition or declaration."""
    if (macro := re.match(r"\s*#\s*(?:define|undef)\s+(\w+)", code)) is not None:
        return (macro[1],)
    code = _ATTRIBUTE.sub("", code).partition("\n{")[0]  # without a function's body
    found = re.findall(r"\b(?:struct|union|enum)\s+(\w+)\s*\{", code)
    if (constants := re.search(r"\benum\b[^{;(]*\{([^}]*)\}", code)) is not None:
        found += re.findall(r"(\w+)(?:\s*=[^,]*)?\s*(?:,|$)", constants[1])
    if code.startswith("typedef"):
        called = re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(|typedef[^({]*?\b(\w+)\s*\(", code)
        last = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*;\s*$", code)
        return (*found, last[1] if last else (called[1] or called[2] if called else ""))
    named = re.match(r"[^({=;]*?\b(\w+)\s*(?:\[[^\]]*\]\s*)*[(=;]", code)
    return (*found, named[1]) if named else tuple(found)


@cache
def _item(text: str) -> Item:
    code = COMMENT.sub("", text).strip()
    return Item(text, _names(code), words_of(code), bool(re.fullmatch(r"[A-Z_0-9]+\([^;]*\)", code)))


def _nodes(texts: Sequence[str], at: int) -> tuple[tuple[Node, ...], int]:
    """Reads nodes up to the end of a branch or text. Returns the nodes and the end index."""
    nodes: list[Node] = []
    while at < len(texts):
        kind = re.match(rf"(?:{COMMENT.pattern}\n)*\s*#\s*(if|el|endif)", texts[at], re.DOTALL)
        if kind is None:
            nodes.append(_item(texts[at]))
            at += 1
        elif kind[1] == "if":
            branches = []
            while "#endif" not in texts[at]:
                inside, end = _nodes(texts, at + 1)
                branches.append((texts[at], inside))
                at = end
            guard = re.search(r"#ifndef (\w+_H)\n\Z", branches[0][0]) if len(branches) == 1 else None
            found = branches[0][1] if guard else (Choice(tuple(branches)),)
            nodes += (node for node in found if not guard or isinstance(node, Choice) or node.names != (guard[1],))
            at += 1
        else:
            break
    return tuple(nodes), at


@cache
def read(text: str) -> tuple[Node, ...]:
    """Returns a source's definitions and conditionals, without include guards."""
    return _nodes([found[0] for found in _ITEM.finditer(text)], 0)[0]


def items(nodes: Iterable[Node], around: frozenset[str] = frozenset()) -> Iterator[tuple[Item, frozenset[str]]]:
    """Yields each item with the words of its surrounding conditions."""
    for node in nodes:
        if isinstance(node, Item):
            yield node, around
        else:
            words = around.union(*(words_of(directive) for directive, _ in node.branches))
            yield from chain.from_iterable(items(inside, words) for _, inside in node.branches)


def reached(nodes: Iterable[Node], roots: Iterable[str]) -> frozenset[str]:
    """Returns the roots, and the names that roots and calls of X macros need, directly or indirectly.

    Names without a definition in the nodes are left out.
    """
    needs: dict[str, set[str]] = {}
    waiting = list(roots)
    for item, around in items(nodes):
        waiting += item.words if item.is_list else ()
        for name in item.names:
            needs.setdefault(name, set()).update(item.words, around)
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in needs and name not in found:
            found.add(name)
            waiting += needs[name]
    return frozenset(found)


_MARK = re.compile(r"/\* ---- [\w/]+\.\w+ ---- \*/\n+")  # a file name, above the text from this file
_INCLUDE = re.compile(r"\s*#\s*include\b.*\n")


def kept(nodes: Iterable[Node], names: frozenset[str], condition: frozenset[str] = frozenset()) -> str:
    """Returns the definitions of the given names, with their surrounding conditionals.

    Only conditional includes are kept, since permkern.h has the headers that every file needs. An include stays if its
    condition contains a given name, because code that uses the header has this condition, too.
    """
    includes, found, mark, shown = "", "", "", ""
    for node in nodes:
        if isinstance(node, Choice):
            branches = [(line, kept(some, names, words_of(line)).strip("\n")) for line, some in node.branches]
            while branches and not branches[-1][1]:
                branches.pop()
            text = "".join(f"{directive}{body}\n" for directive, body in branches) + "#endif\n" if branches else ""
        elif _MARK.fullmatch(node.text):
            text, mark = "", node.text
        elif node.is_list:
            text = node.text if node.words <= names else ""
        elif condition and _INCLUDE.fullmatch(node.text):
            text, includes = "", includes + node.text
        else:
            text = "" if names.isdisjoint(node.names) and node.text.strip() else node.text
        if text.strip() and mark != shown:
            found, shown = found + mark, mark
        found += text
    found = re.sub(r"\n{3,}", "\n\n", found).lstrip("\n")
    return includes + found if found.strip() or not names.isdisjoint(condition) else ""
