# SPDX-License-Identifier: BSD-3-Clause
"""
Takes C source apart into the items of its file scope, and keeps those that one function needs.

This is no parser of C. It relies on the library's layout, which clang-format keeps: a definition begins at the left
margin, and a comment stands in front of what it is about.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from .conditions import Known, decide

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_WORD = re.compile(r"\b[A-Za-z_]\w*")
_MARK = re.compile(r"/\* ---- \w+\.\w+ ---- \*/\s*")  # says which file the following is from
_OPENS = re.compile(r"\s*#\s*(?:if|ifdef|ifndef)\b")
_DIRECTIVE = re.compile(r"\s*#\s*(\w+)\s*(.*)", re.DOTALL)


@dataclass(frozen=True)
class Item:
    """A definition, declaration or directive of file scope, with the comment in front of it."""

    kind: str  # "define", "undef", "include", "other" for further directives, "call" of a macro, "mark", "code"
    names: tuple[str, ...]  # what it defines
    text: str
    comment: str = ""
    prototype: bool = False  # a declaration of a function without its body

    @property
    def words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(_STRING.sub("", _COMMENT.sub("", self.text))))


@dataclass(frozen=True)
class Branch:
    directive: str  # `#if ...`, `#elif ...` or `#else`
    nodes: tuple["Node", ...]


@dataclass(frozen=True)
class Choice:
    """A conditional of the preprocessor around items."""

    branches: tuple[Branch, ...]
    comment: str = ""


Node = Item | Choice


# ---- what is known of macros ----


def _logical(text: str) -> Iterator[str]:
    """Yields lines, with those that a backslash continues joined to one string."""
    whole = ""
    for line in text.splitlines(keepends=True):
        whole += line
        if not line.rstrip("\n").endswith("\\"):
            yield whole
            whole = ""
    if whole:
        yield whole


def _condition(name: str, rest: str) -> str:
    """Returns the condition of a directive as that of an #if."""
    bare = " ".join(_COMMENT.sub(" ", rest).replace("\\\n", " ").split())
    return {"ifdef": f"defined({bare})", "ifndef": f"!defined({bare})"}.get(name, bare)


@dataclass
class _Open:
    """A conditional that is being read: whether a branch was known to hold, and what was written of it."""

    taken: bool = False  # an earlier branch is known to hold: no further one counts
    written: bool = False  # a directive of it was written, so that an #endif has to be
    kept: bool = True  # lines of this branch are kept


def _opened(name: str, rest: str, level: _Open, known: Known) -> str:
    """Returns the directive that is to be written for a branch, empty if none is, and notes what is known of it."""
    if level.taken:
        level.kept = False
        return ""
    text, holds = ("", True) if name == "else" else decide(_condition(name, rest), known)
    level.taken = holds is True
    level.kept = holds is not False
    if holds is False or (holds and not level.written):
        return ""
    first, level.written = not level.written, True
    if holds:
        return "#else\n"
    if first and re.fullmatch(r"!?defined\(\w+\)", text):
        return f"#{'ifndef' if text[0] == '!' else 'ifdef'} {text.split('(')[1][:-1]}\n"
    return f"#{'if' if first else 'elif'} {text}\n"


def decided(text: str, known: Known) -> str:
    """Returns C source without the conditionals, and the branches of conditionals, that known macros decide."""
    kept: list[str] = []
    levels: list[_Open] = []
    for line in _logical(text):
        found = _DIRECTIVE.fullmatch(line)
        name, rest = (found[1], found[2]) if found else ("", "")
        alive = all(level.kept for level in levels)
        if name in ("if", "ifdef", "ifndef"):
            levels.append(_Open(taken=not alive))
            kept.append(_opened(name, rest, levels[-1], known))
        elif name in ("elif", "else"):
            around = all(level.kept for level in levels[:-1])
            kept.append(_opened(name, rest, levels[-1], known) if around else "")
        elif name == "endif":
            kept.append("#endif\n" if levels.pop().written else "")
        elif alive:
            kept.append(line)
    return "".join(kept)


# ---- items ----


def _names(code: str) -> tuple[str, ...]:
    """Returns the names that a definition or declaration without comments gives to file scope."""
    found: list[str] = []
    if (enumeration := re.search(r"\benum\b[^{;(]*\{([^}]*)\}", code)) is not None:
        found += [part.split("=")[0].strip() for part in enumeration[1].split(",") if part.strip()]
    found += re.findall(r"\b(?:struct|union|enum)\s+(\w+)\s*\{", code)
    if code.startswith("typedef"):
        called = re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", code) or re.match(r"typedef[^({]*?\b(\w+)\s*\(", code)
        last = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*;\s*$", _ATTRIBUTE.sub("", code))
        found += [last[1]] if last else [called[1]] if called else []
        return tuple(found)
    head = _ATTRIBUTE.sub("", code)
    named = re.match(r"[^({=;]*?\b(\w+)\s*(?:\[[^\]]*\]\s*)*[(=;]", head)
    return (*found, named[1]) if named and "{" not in head[: named.start(1)] else tuple(found)


def _code(text: str, comment: str) -> Item:
    bare = " ".join(_COMMENT.sub(" ", text).split())
    prototype = bare.endswith(");") and "=" not in bare and "{" not in bare and not bare.startswith("typedef")
    return Item("code", _names(bare), text, comment, prototype)


def _directive(line: str, comment: str) -> Item:
    found = _DIRECTIVE.fullmatch(line)
    assert found is not None
    kind = found[1] if found[1] in ("define", "undef", "include") else "other"
    name = re.match(r"\w+", found[2]) if kind in ("define", "undef") else None
    return Item(kind, (name[0],) if name else (), line, comment)


@dataclass
class _Reader:
    """Reads nodes, line by line."""

    lines: Sequence[str]
    at: int = 0

    def nodes(self) -> tuple[Node, ...]:
        """Reads to the end of the branch, or of the text."""
        found: list[Node] = []
        comment = ""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if re.match(r"\s*#\s*(?:elif|else|endif)\b", line):
                break
            if not line.strip():
                comment = ""
                self.at += 1
            elif _MARK.fullmatch(line):
                found.append(Item("mark", (), line))
                self.at += 1
            elif line.startswith("/*") and self._is_comment():
                comment = self._take_comment()
            elif _OPENS.match(line):
                found.append(self._choice(comment))
                comment = ""
            else:
                found.append(self._item(comment))
                comment = ""
        return tuple(found)

    def _is_comment(self) -> bool:
        """True if nothing but a comment stands in the lines up to where it ends."""
        end = next(k for k in range(self.at, len(self.lines)) if "*/" in self.lines[k])
        return self.lines[end].rstrip().endswith("*/")

    def _take_comment(self) -> str:
        first = self.at
        while "*/" not in self.lines[self.at]:
            self.at += 1
        self.at += 1
        return "".join(self.lines[first : self.at])

    def _choice(self, comment: str) -> Choice:
        branches = []
        while not re.match(r"\s*#\s*endif\b", self.lines[self.at]):
            directive = self.lines[self.at]
            self.at += 1
            branches.append(Branch(directive, self.nodes()))
        self.at += 1
        return Choice(tuple(branches), comment)

    def _item(self, comment: str) -> Item:
        line = self.lines[self.at]
        if line.lstrip().startswith("#"):
            self.at += 1
            return _directive(line, comment)
        if re.fullmatch(r"[A-Z_0-9]+\(.*\)\s*", line):  # an X macro's
            self.at += 1
            return Item("call", (), line, comment)
        return _code(self._definition(), comment)

    def _definition(self) -> str:
        """Reads up to the semicolon or the bracket that ends it. Of branches inside, the first one's brackets count."""
        first = self.at
        depth = 0
        levels: list[int] = []
        ended = False
        while not ended:
            line = self.lines[self.at]
            self.at += 1
            found = _DIRECTIVE.fullmatch(line)
            if found is None:
                bare = _STRING.sub("", _COMMENT.sub("", line))
                depth += sum(bare.count(c) for c in "{(") - sum(bare.count(c) for c in "})")
                ended = depth == 0 and not levels and bare.rstrip()[-1:] in (";", "}")
            elif _OPENS.match(line):
                levels.append(depth)
            elif found[1] in ("elif", "else"):
                depth = levels[-1]
            elif found[1] == "endif":
                levels.pop()
        return "".join(self.lines[first : self.at])


def _is_guard(node: Node) -> bool:
    """True for the guard of a header, which a file that has it once does not need."""
    if isinstance(node, Item) or len(node.branches) != 1:
        return False
    directive, nodes = node.branches[0].directive.split(), node.branches[0].nodes
    return (
        directive[0] == "#ifndef"
        and bool(nodes)
        and isinstance(nodes[0], Item)
        and nodes[0].text.split() == ["#define", directive[1]]
    )


def _without_guards(nodes: Iterable[Node]) -> Iterator[Node]:
    for node in nodes:
        if isinstance(node, Item):
            yield node
        elif _is_guard(node):
            yield from _without_guards(node.branches[0].nodes[1:])
        else:
            inside = (replace(branch, nodes=tuple(_without_guards(branch.nodes))) for branch in node.branches)
            yield replace(node, branches=tuple(inside))


def read(text: str) -> tuple[Node, ...]:
    """Returns the items of a source whose includes are resolved."""
    return tuple(_without_guards(_Reader(tuple(_logical(text))).nodes()))


# ---- what is needed ----


def items(nodes: Iterable[Node]) -> Iterator[Item]:
    for node in nodes:
        if isinstance(node, Item):
            yield node
        else:
            for branch in node.branches:
                yield from items(branch.nodes)


def _conditions(nodes: Iterable[Node], around: frozenset[str] = frozenset()) -> Iterator[tuple[Item, frozenset[str]]]:
    """Yields each item and the words of the conditions that it stands under."""
    for node in nodes:
        if isinstance(node, Item):
            yield node, around
            continue
        # Whether a branch counts depends on the conditions of those before it.
        words = around | frozenset(word for branch in node.branches for word in _WORD.findall(branch.directive))
        for branch in node.branches:
            yield from _conditions(branch.nodes, words)


def reached(nodes: Sequence[Node], *roots: str) -> frozenset[str]:
    """Returns the names that are defined here and that some definitions need, their own included."""
    makers: dict[str, list[frozenset[str]]] = {}
    for item, around in _conditions(nodes):
        alias = re.match(r"#define (\w+) ([A-Za-z_]\w*)\s*$", _COMMENT.sub("", item.text))
        if alias is not None:  # what is defined by the first name has the second one
            makers.setdefault(alias[2], []).append(frozenset((alias[1],)) | around)
        if item.kind in ("define", "code"):
            for name in item.names:
                makers.setdefault(name, []).append(item.words | around)
    found: set[str] = set()
    waiting = [*roots]
    while waiting:
        name = waiting.pop()
        if name not in found and name in makers:
            found.add(name)
            waiting += [word for words in makers[name] for word in words]
    return frozenset(found)


def _keeps(item: Item, names: frozenset[str]) -> bool:
    if item.kind == "call":
        return item.words <= names
    return item.kind in ("define", "undef", "code") and not names.isdisjoint(item.names)


def kept(nodes: Iterable[Node], names: frozenset[str]) -> tuple[Node, ...]:
    """Returns the nodes that define any of the names, and what they are compiled under.

    A header that is included stays where something beside it does, and the name of a file where something follows it.
    """
    found: list[Node] = []
    includes: list[Item] = []
    marks: list[Item] = []
    for node in nodes:
        if isinstance(node, Item):
            if node.kind == "include":
                includes.append(node)
            elif node.kind == "mark":
                marks = [node]
            elif _keeps(node, names):
                found += [*marks, node]
                marks = []
        else:
            branches = tuple(replace(branch, nodes=kept(branch.nodes, names)) for branch in node.branches)
            if any(branch.nodes for branch in branches):
                while not branches[-1].nodes:
                    branches = branches[:-1]
                found += [*marks, replace(node, branches=branches)]
                marks = []
    return (*includes, *found) if found else ()
