# SPDX-License-Identifier: BSD-3-Clause
"""Expands a library file that is included once per width or instruction set, for the amalgamation.

Such a file has no include guard. The including file defines BITS or SET. Macros at the file's top build names from
them; its end undefines these macros.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..kernels.cfragments import fit

_DEFINE = re.compile(r"#define (\w+)(?:\(([^)]*)\))? (.*)")
_QUOTIENT = re.compile(r"\((\d+)U? / (\d+)U?\)")  # quotient of two numbers
_PRODUCT = re.compile(r"(?<![*/%] )\b(\d+) \* (\d+)\b")
_CAST = re.compile(r"\(((?:\((?:const )?\w+ \*\)){2})\((\w+)\)\)")  # of a pointer
_WORD = re.compile(r'"(?:\\.|[^"\\])*"|[A-Za-z_]\w*')  # a name, or a string, which is never expanded


@dataclass(frozen=True)
class Macro:
    parameters: tuple[str, ...] | None  # None: no argument list
    body: str


# From src/base/; the expanded files use them.
_COMMON = {
    "PERMKERN_JOIN": Macro(("a", "b", "c"), "a##b##c"),
    "PERMKERN_IN": Macro(("bits", "p"), "((const uint##bits##_t *)(const void *)(p))"),
    "PERMKERN_OUT": Macro(("bits", "p"), "((uint##bits##_t *)(void *)(p))"),
}
_OF_BYTES = re.compile(r"\(\((?:const )?uint8_t \*\)\((?:const )?void \*\)\(([^()]*)\)\)")  # pointers to bytes


def _arguments(text: str, start: int) -> tuple[list[str], int]:
    """Splits the arguments after the bracket at ``start``; returns them and the end of the call."""
    depth, begin, found = 0, start + 1, []
    for at in range(start, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0 or (depth == 1 and text[at] == ","):
            found.append(text[begin:at].strip())
            begin = at + 1
        if depth == 0:
            return found, at + 1
    raise ValueError(f"a bracket is not closed: {text}")


def _placed(body: str, values: Mapping[str, str]) -> str:
    """Returns a macro body with its arguments inserted and ## applied."""
    return re.sub(r"\s*##\s*", "", _WORD.sub(lambda one: values.get(one[0], one[0]), body))


def expanded(text: str, macros: Mapping[str, Macro]) -> str:
    """Returns a text with its macros expanded, as the preprocessor does."""
    done, at = "", 0
    while word := _WORD.search(text, at):
        macro, end = macros.get(word[0]), word.end()
        done += text[at : word.start()]
        at = end
        if macro is None or (macro.parameters is not None and text[end : end + 1] != "("):
            done += word[0]
            continue
        body = macro.body
        if macro.parameters is not None:
            given, at = _arguments(text, end)
            given = [expanded(one, macros) for one in given]
            body = _placed(body, dict(zip(macro.parameters, given, strict=True)))
        done += expanded(body, macros)
    return done + text[at:]


def joined_lines(lines: Sequence[str]) -> Iterator[str]:
    """Yields lines. Joins the lines of a macro or bracket pair, because expansion changes their lengths."""
    parts: list[str] = []
    for line in lines:
        parts.append(line.strip() if parts else line.rstrip())
        if line.endswith("\\\n"):
            parts[-1] = parts[-1][:-1].rstrip()
            continue
        text = " ".join(parts).replace("( ", "(")
        if text.lstrip().startswith(("/*", "*")) or text.endswith("(") or text.count("(") <= text.count(")"):
            yield f"{text}\n"
            parts = []


def _spelled(text: str) -> str:
    """Joins adjacent strings, computes numbers, and gives each assembly instruction its own line."""
    text = re.sub(r'(?<!\\)"\s+"', "", text)
    text = _QUOTIENT.sub(lambda found: f"{int(found[1]) // int(found[2])}U", text)
    text = _PRODUCT.sub(lambda found: str(int(found[1]) * int(found[2])), text)
    text = _CAST.sub(r"\1\2", _OF_BYTES.sub(r"\1", re.sub(r" [*/] 1U\b", "", text)))
    if text.lstrip().startswith(("/*", "*")):
        return text
    if text.lstrip().startswith('"'):
        indent = text[: len(text) - len(text.lstrip())]
        return re.sub(r"\\n\\t(?!\")", lambda found: f'{found[0]}"\n{indent}"', text)
    return fit(text)


def for_width(lines: Sequence[str], values: Mapping[str, str]) -> list[str]:
    """Returns a file's lines for one width or set. values: the macros that the including file defines."""
    macros = _COMMON | {name: Macro(None, value) for name, value in values.items()}
    kept: list[str] = []
    for line in joined_lines(lines):
        found = _DEFINE.fullmatch(line.rstrip("\n"))
        if found:
            parameters = None if found[2] is None else tuple(part.strip() for part in found[2].split(","))
            macros[found[1]] = Macro(parameters, found[3])
        elif not line.startswith("#undef"):
            kept += _spelled(expanded(line, macros)).splitlines(keepends=True)
    return kept
