# SPDX-License-Identifier: BSD-3-Clause
"""Folds constants in C: preprocessor conditions, and expressions and branches that constants decide.

Expressions have no side effects after an operand that decides them. Statements are laid out by clang-format.
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import accumulate

from .cfragments import fit

_OPERATIONS: Mapping[str, Callable[[int, int], int]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "&": operator.and_,
    "/": operator.floordiv,
}
_NOTHING = re.compile(r" [-+] 0[uUlL]*(?=$| [-+<>=!])")
_SUM = re.compile(r"(\d+)[uUlL]* \+ (\d+)[uUlL]*(?=$| [+<>=!])")
_OPERATION = re.compile(r"(\d+)[uUlL]* (\S+) (\d+)[uUlL]*")


def number(text: str) -> int | None:
    """Returns a decimal constant's value; None for any other text."""
    return int(found[1]) if (found := re.fullmatch(r"(\d+)[uUlL]*", text)) else None


def _outer(text: str) -> Iterator[tuple[int, int]]:
    """Yields where each outermost bracket pair begins and ends."""
    depth = start = 0
    for found in re.finditer(r"[(\[{]|[)\]}]", text):
        start = start if depth else found.start()
        depth += 1 if found[0] in "([{" else -1
        if depth == 0:
            yield start, found.end()


def _hidden(text: str) -> str:
    """Returns an equally long text whose brackets have no content."""
    for start, end in _outer(text):
        text = text[:start] + "_" * (end - start) + text[end:]
    return text


def _split(text: str, mark: str) -> list[str]:
    """Splits a text at marks outside brackets."""
    ends = [found.start() for found in re.finditer(re.escape(mark), _hidden(text))]
    return [text[start:end] for start, end in zip([0, *(at + len(mark) for at in ends)], [*ends, None], strict=True)]


def _ternary(text: str) -> tuple[str, str, str] | None:
    """Splits a ?: outside brackets."""
    places = [(found.end(), 1 if found[0] == " ? " else -1) for found in re.finditer(r" [?:] ", _hidden(text))]
    depths = accumulate(step for _, step in places)
    ends = [end for (end, _), depth in zip(places, depths, strict=True) if depth == 0]
    return (text[: places[0][0] - 3], text[places[0][0] : ends[0] - 3], text[ends[0] :]) if ends else None


def _inside(text: str) -> str:
    """Folds what is in brackets. A number loses its brackets."""
    done, at = "", 0
    for start, end in _outer(text):
        inner = folded(text[start + 1 : end - 1])
        bare = text[start] == "(" and number(inner) is not None and not re.search(r"\w$", text[:start])
        done += text[at:start] + (inner if bare else text[start] + inner + text[end - 1])
        at = end
    return done + text[at:]


def _chain(parts: list[str], mark: str, *, decisive: bool) -> str:
    """Folds || or &&. decisive: the truth value that decides the result."""
    left: list[str] = []
    for part in map(folded, parts):
        value = number(part)
        if value is None:
            left.append(part)
        elif bool(value) is decisive:
            calls = [each for each in left if re.search(r"[(,] ?&", each)]  # they may set values
            left = [*calls, str(int(decisive))]
            break
    if len(left) == 1 and [*_outer(left[0])] == [(0, len(left[0]))]:
        return left[0][1:-1]
    return mark.join(left) or str(int(not decisive))


@cache
def folded(text: str) -> str:
    """Returns an expression with its constant operations computed."""
    if len(listed := _split(text, ", ")) > 1:
        return ", ".join(map(folded, listed))
    if (three := _ternary(text)) is not None:
        condition, yes, no = map(folded, three)
        value = number(condition)
        return f"{condition} ? {yes} : {no}" if value is None else yes if value else no
    for mark, decisive in ((" || ", True), (" && ", False)):
        if len(parts := _split(text, mark)) > 1:
            return _chain(parts, mark, decisive=decisive)
    text = _NOTHING.sub("", _inside(text))
    if text.startswith("!") and (value := number(text[1:])) is not None:
        return str(int(not value))
    while found := _SUM.match(text):
        text = str(int(found[1]) + int(found[2])) + text[found.end() :]
    found = _OPERATION.fullmatch(text)
    return str(int(_OPERATIONS[found[2]](int(found[1]), int(found[3])))) if found and found[2] in _OPERATIONS else text


# ---- statements ----

_STATEMENT = re.compile(
    r"""^(?P<head>[ ]+(?:(?:\}[ ]else[ ])?if[ ]\(|while[ ]\(|return[ ]|for[ ]\([^;]*;[ ]|[^\n;{}#/"()]*?[ ][|+&]?=[ ]|
    (?P<call>\w+\()))
    (?P<all>(?:(?!/\*)[^;{}"#])*?)(?P<tail>(?(call)\);|(?:\)[ ]\{|;)))""",
    re.VERBOSE | re.MULTILINE,
)


def _statement(found: re.Match[str]) -> str:
    text = re.sub(r"\s*\n\s*", " ", found["all"])
    new = folded(text)
    return found[0] if new == text else fit(found["head"] + new + found["tail"]).rstrip("\n")


def _without_level(body: str) -> str:
    return re.sub(r"(?m)^    (?=\S| )", "", body)


def _branch(found: re.Match[str]) -> str:
    """Returns the branch that a constant condition takes."""
    if found["value"] != "0":
        return _without_level(found["body"])
    return found["indent"] + found["chain"] if found["chain"] else _without_level(found["last"] or "")


_BODY = r"\{[^\n]*\n(?P<%s>(?:(?!(?P=indent)\})[^\n]*\n)*)(?P=indent)\}"
_CHAIN = r"(?P<chain>if (?:(?!(?P=indent)\}\n)[^\n]*\n)*(?P=indent)\}\n)"
_ELSE = rf"(?: else (?:{_CHAIN}|{_BODY % 'last'}\n)|\n)"
_BRANCHES: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (  # what constants decide, its text instead
    (rf"^(?P<indent> *)if \((?P<value>\d+)\) {_BODY % 'body'}{_ELSE}", _branch),
    (rf"^(?P<indent> *)\}} else if \(0\) {_BODY % 'body'}", r"\g<indent>}"),
    (
        rf"^(?P<indent> *)\}} else if \([1-9]\d*\) {_BODY % 'body'}{_ELSE}",
        r"\g<indent>} else {\n\g<body>\g<indent>}\n",
    ),
    (rf"^(?P<indent> *)for \([^;\n]*; 0; [^{{]*{_BODY % 'body'}\n", ""),
    (r"^(?P<head>    return[^;{]*;\n)(?:(?![#}])[^\n]*\n)+(?=\})", r"\g<head>"),  # nothing follows a function's return
)
_CHANGES = tuple(partial(re.compile(pattern, re.MULTILINE).subn, instead) for pattern, instead in _BRANCHES)


def cleared(text: str) -> str:
    """Returns C source without expressions, branches and loops that constants decide."""
    text = _STATEMENT.sub(_statement, text)
    for change in _CHANGES:
        count = 1
        while count:
            text, count = change(text)
    return text
