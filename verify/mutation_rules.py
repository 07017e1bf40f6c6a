# SPDX-License-Identifier: BSD-3-Clause
"""
Makes mutants: each is one change of one line, by rules as universalmutator has them. Operators stand between spaces, as
the formatters leave them, so that a pointer's star is none.
"""

import ast
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from runner.step import ROOT

Rule = tuple[str, str]

# Operators of both languages, and by what each is replaced.
OPERATORS = (
    *(("+", "-"), ("-", "+"), ("*", "+"), ("%", "*"), ("+=", "-="), ("-=", "+=")),
    *(("<", "<="), ("<", ">="), ("<=", "<"), ("<=", ">"), (">", ">="), (">", "<="), (">=", ">"), (">=", "<")),
    *(("==", "!="), ("!=", "=="), ("&", "|"), ("|", "&"), ("<<", ">>"), (">>", "<<")),
)
OF_C = (("/", "*"), ("&&", "||"), ("||", "&&"), ("^", "|"), ("|=", "="), ("&=", "|="), ("^=", "|="))
OF_PYTHON = (("//", "*"), ("and", "or"), ("or", "and"), ("is not", "is"), ("not in", "in"))


def between_spaces(operators: Sequence[tuple[str, str]]) -> tuple[Rule, ...]:
    return tuple((rf"(?<= ){re.escape(old)}(?= )", new) for old, new in operators)


C_RULES: tuple[Rule, ...] = (
    *between_spaces((*OPERATORS, *OF_C)),
    (r"(?<=[\[( =])(\d+U?)(?=[\]);,])", r"(\1 + 1)"),
    (r"\bif \((.*)\) \{", r"if (!(\1)) {"),
    (r"^(\s+)(?!return)([a-z]\w+\(.*\)|\*?[\w.>\[\]-]+ [-+&|^*]?= .*);$", r"\1;"),
    (r"\? (.+) : (.+);", r"? \2 : \1;"),
    (r"\breturn PERMKERN_ERR_\w+", "return PERMKERN_OK"),
    (r"!(?!=)", ""),
    (r"\btrue\b", "false"),
    (r"\bfalse\b", "true"),
)
PYTHON_RULES: tuple[Rule, ...] = (
    *between_spaces((*OPERATORS, *OF_PYTHON)),
    (r"(?<=[\[( ])(\d+)(?=[\]), :]|$)", r"(\1 + 1)"),
    (r"\bif (.+):$", r"if not (\1):"),
    (r"\breturn (.+)$", "return None"),
    (r"\bnot (?!in\b)", ""),
    (r"(?<!strict=)\bTrue\b", "False"),
    (r"\bFalse\b", "True"),
    (r"\b(any|all)\(", r"not \1("),
    (r"\bmin\(", "max("),
    (r"\bmax\(", "min("),
)


@dataclass(frozen=True)
class Mutant:
    """A changed line of a file."""

    file: str
    line: int
    before: str
    after: str

    @property
    def order(self) -> str:
        """A digest of its text: a sample by it stays the same when other lines change."""
        return hashlib.sha256(f"{self.file}\0{self.before}\0{self.after}".encode()).hexdigest()

    @property
    def text(self) -> str:
        """The whole file with the change."""
        lines = (ROOT / self.file).read_text(encoding="utf-8").splitlines(keepends=True)
        lines[self.line - 1] = self.after + "\n"
        return "".join(lines)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}\n-{self.before}\n+{self.after}"


def c_lines(path: Path) -> dict[int, str]:
    """Returns the lines that may change, by number: none of comments, of the preprocessor, or outside of functions."""
    text = re.sub(r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), path.read_text(encoding="utf-8"), flags=re.S)
    return {
        number: line
        for number, line in enumerate(text.splitlines(), 1)
        if line.startswith("    ") and "_Static_assert" not in line
    }


def python_lines(path: Path) -> dict[int, str]:
    """Returns the lines that may change, by number: statements of functions, but no docstrings and messages."""
    text = path.read_text(encoding="utf-8")
    found: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            found |= {number for part in body for number in range(part.lineno, (part.end_lineno or part.lineno) + 1)}
    lines = dict(enumerate(text.splitlines(), 1))
    return {number: lines[number] for number in sorted(found) if not re.match(r"\s*[#@]|.*f[\"']", lines[number])}


def mutants_of(file: str) -> list[Mutant]:
    path = ROOT / file
    rules, lines = (C_RULES, c_lines(path)) if path.suffix == ".c" else (PYTHON_RULES, python_lines(path))
    original = path.read_text(encoding="utf-8").splitlines()
    made = [
        Mutant(file, number, original[number - 1], line[: found.start()] + found.expand(by) + line[found.end() :])
        for number, line in lines.items()
        for pattern, by in rules
        for found in re.finditer(pattern, line)
    ]
    return list(dict.fromkeys(made))


def sample(files: Sequence[str], number: int) -> list[Mutant]:
    """Returns so many mutants of the files, always the same. Of equal changes of equal lines there is one."""
    made = {mutant.order: mutant for file in files for mutant in mutants_of(file)}
    return [made[order] for order in sorted(made)[:number]]
