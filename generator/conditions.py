# SPDX-License-Identifier: BSD-3-Clause
"""Decides conditions of the C preprocessor as far as some macros' values are known, and leaves the rest of them."""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Known = Mapping[str, int | None]  # the value of a macro; None: it is not defined

_ANY = "=="  # arithmetic and comparisons, which are kept as they are
# What is computed where both sides are known. They are read from left to right: the library's conditions hold sums and
# comparisons, and no product beside a sum.
_ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
}
_TOKEN = re.compile(r"defined\s*\(\s*\w+\s*\)|\w+(?:\([^()]*\))?|&&|\|\||[<>=!]=|<<|>>|[-+*/&|<>!()]")


@dataclass(frozen=True)
class _Value:
    """A part of a condition: its text, and what it is if that is known."""

    text: str
    known: int | None
    joined: str = ""  # the operator on top: "&&", "||", or _ANY for another one; "" for what needs no brackets

    def inside(self, around: str) -> str:
        """Returns the text as an operand: in brackets, if the operator on top binds less."""
        binds = self.joined in ("", around) or (self.joined == _ANY and around in ("&&", "||"))
        return self.text if binds else f"({self.text})"


def _fixed(value: int) -> _Value:
    return _Value(str(value), value)


class _Parser:
    """Reads a condition by descent: a method for each level of operators."""

    def __init__(self, tokens: Sequence[str], known: Known) -> None:
        self._tokens = tokens
        self._known = known
        self._at = 0

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1]

    def either(self) -> _Value:
        return self._chain("||", 1)

    def _chain(self, joint: str, decides: int) -> _Value:
        """Reads a chain of `||`, which one true part decides, or of `&&`, which one false part does."""
        parts = [self._chain("&&", 0) if decides else self._compared()]
        while self._next() == joint:
            self._take()
            parts.append(self._chain("&&", 0) if decides else self._compared())
        if any(part.known is not None and bool(part.known) == bool(decides) for part in parts):
            return _fixed(decides)
        open_parts = [part for part in parts if part.known is None]
        if not open_parts:
            return _fixed(1 - decides) if len(parts) > 1 else parts[0]
        if len(open_parts) == 1:
            return open_parts[0]
        return _Value(f" {joint} ".join(part.inside(joint) for part in open_parts), None, joint)

    def _compared(self) -> _Value:
        value = self._unary()
        while self._next() not in ("", "&&", "||", ")"):
            sign, right = self._take(), self._unary()
            text = f"{value.inside(_ANY)} {sign} {right.inside(_ANY)}"
            if sign in _ARITHMETIC and value.known is not None and right.known is not None:
                value = _fixed(int(_ARITHMETIC[sign](value.known, right.known)))
            else:
                value = _Value(text, None, _ANY)
        return value

    def _unary(self) -> _Value:
        token = self._take()
        if token == "!":
            value = self._unary()
            if value.known is not None:
                return _fixed(0 if value.known else 1)
            return _Value(f"!{value.inside('!')}", None)
        if token == "(":
            value = self.either()
            self._take()
            return _Value(f"({value.text})", None) if value.joined == _ANY else value
        name = re.sub(r"^defined\s*\(\s*(\w+)\s*\)$", r"\1", token)
        if name != token:
            return _fixed(0 if self._known[name] is None else 1) if name in self._known else _Value(token, None)
        if token in self._known:
            return _fixed(self._known[token] or 0)
        number = re.fullmatch(r"(\d+)U?", token)
        return _Value(token, int(number[1])) if number else _Value(token, None)


def decide(condition: str, known: Known) -> tuple[str, bool | None]:
    """Returns a condition without what is known, and whether it holds, if that is known."""
    value = _Parser(_TOKEN.findall(condition), known).either()
    return value.text, None if value.known is None else value.known != 0
