# SPDX-License-Identifier: BSD-3-Clause
"""Counts what the rules of the house limit: places that choose, long files, lists of configurations kept by hand.

    python3 -B tests/count_house.py     prints every finding and every number; ends with 1 where one is over its limit

**A place that chooses** is a file in which a size of a work is compared with a threshold, or with another size, to
decide what is done. A size is a name such as `extent`, `rows`, `cols` or `count`; a threshold is a number over 1, a
constant in capitals or, in a template, what is rendered. A choice between two ways to move a work consists of such
comparisons, whatever the ways are called. They belong into CHOOSERS: all others are findings.

- Python (generator/): comparisons in the syntax tree, wherever they stand.
- Jinja (templates/): comparisons in the syntax tree of statements and expressions, and in the C between them.
- C (src/, and arch_gen/templates/, of which src/plane/ and src/arch/ are rendered): comparisons in an `if`, a `?:`, a
  `return` or an assignment, line by line. Conditions of loops do not count: a loop goes on while there is work.

Not counted: the number of axes (`len(shape)`), limits of what is accepted (`MAX_BYTES`, `SIZE_MAX`), comparisons with 0
or 1, which ask whether there is work at all, and a tile's own rows and columns. Comparisons of strides and of addresses
are not counted either: whether words fit is a condition of correctness. A function that ends its own row of elements
compares sizes, too, and chooses nothing that another function could do: REMAINDERS has such files.

**A list of configurations** is a file that sets two or more of the library's macros (`PERMKERN_NAME=number`), or names
two or more CPUs of a compiler (`-mcpu=`, `-march=`), in strings: whoever adds a macro would have to know of it.

What is over the limit today is in PENDING_..., each file with its number. A number may only fall.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import jinja2
from jinja2 import nodes

ROOT = Path(__file__).resolve().parents[1]

# ---- the limits ----

CHOOSERS = (
    "generator/host_strategy.py",  # what vectors of hosts do of a pinned kernel
    "generator/in_place.py",  # how a kernel permutes in place
    "generator/run_strategy.py",  # how a run of known length is moved, or turned round
    "generator/strategy.py",  # what a kernel of a set runs
    "generator/ways.py",  # permkern_way.h in Python, with which it is compared
    "src/dispatch.c",  # which kernel runs
    "src/in_place.c",  # how a plan is run in place
    "src/permkern_way.h",  # how a plane is moved
)
CONFIGURATIONS = "tools/configurations/"
MOST_LINES = 400
WRITTEN = (".lock",)  # by a command, for one to read

# Comparisons of sizes that choose no way to move anything.
REMAINDERS: Mapping[str, int] = {
    "arch_gen/templates/mve_gather.h.j2": 1,  # the lanes that are left of a line are moved under a predicate
    "arch_gen/templates/mve_plane.h.j2": 2,  # the last block lies over the one before if at least half of it is new
    "arch_gen/templates/vector_channels.h.j2": 6,  # the last block lies over the one before; less than one is narrower
    "arch_gen/templates/vector_tiles.h.j2": 1,  # a strip ends with its last tile
    "generator/report_maps.py": 2,  # works of few elements are drawn
}
# Files that choose beside the choosers, with the number of comparisons.
PENDING_CHOICES: Mapping[str, int] = {}
# Files that are too long, with their number of lines.
PENDING_LINES: Mapping[str, int] = {}
# Lists of configurations beside the one, with the number of settings.
PENDING_LISTS: Mapping[str, int] = {
    "tests/meson.build": 2,  # programs that Meson builds beside those of a target, with other code
}


@dataclass(frozen=True)
class Finding:
    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


def files(root: Path, folders: Iterable[str], *suffixes: str) -> Iterator[Path]:
    """Files below folders, without what tools leave beside them."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and (not suffixes or path.suffix in suffixes):
                yield path


def name(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()


# ---- places that choose ----

SIZES = frozenset("extent extents rows cols columns shape count elements groups lines pixels channels".split())
LIMIT = re.compile(r"MAX_|_MAX\b")


def is_constant(word: str) -> bool:
    return len(word) > 2 and word.isupper() and not LIMIT.search(word)


# Python


def python_size(node: ast.expr) -> bool:
    """Whether an expression has a size of a work in it. A tile's rows are the tile's; len(shape) counts axes."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len":
        return False
    if isinstance(node, ast.Attribute):
        return node.attr in SIZES and not (isinstance(node.value, ast.Name) and "tile" in node.value.id)
    if isinstance(node, ast.Name):
        return node.id in SIZES
    return any(python_size(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))


def python_threshold(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int) and not isinstance(node.value, bool) and node.value > 1
    if isinstance(node, ast.Name):
        return is_constant(node.id)
    if isinstance(node, ast.Attribute):
        return is_constant(node.attr) or (isinstance(node.value, ast.Name) and "tile" in node.value.id)
    if isinstance(node, ast.BinOp):
        return python_threshold(node.left) or python_threshold(node.right)
    return False


def python_choice(left: ast.expr, right: ast.expr) -> bool:
    sizes = python_size(left), python_size(right)
    if all(sizes):
        return ast.dump(left) != ast.dump(right)
    return any(sizes) and python_threshold(left if sizes[1] else right)


def python_remainder(node: ast.expr) -> bool:
    """Whether a size is divided by a threshold, to look at what is left."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mod)
        and python_size(node.left)
        and python_threshold(node.right)
    )


def in_python(file: str, text: str) -> Iterator[Finding]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(python_choice(*pair) for pair in pairwise(sides)) or any(map(python_remainder, sides)):
                yield Finding(file, node.lineno, ast.unparse(node))


# Jinja


def jinja_size(node: nodes.Node) -> bool:
    if isinstance(node, nodes.Filter) and node.name in ("length", "count"):
        return False
    if isinstance(node, nodes.Getattr) and node.attr in SIZES:
        return True
    if isinstance(node, nodes.Name) and node.name in SIZES:
        return True
    return any(map(jinja_size, node.iter_child_nodes()))


def jinja_threshold(node: nodes.Node) -> bool:
    constant = isinstance(node, nodes.Const) and isinstance(node.value, int) and node.value > 1
    return constant or (isinstance(node, nodes.Name) and is_constant(node.name))


def in_jinja(file: str, text: str) -> Iterator[Finding]:
    """Comparisons that are made when a template is rendered."""
    for node in (
        jinja2.Environment(extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"]).parse(text).find_all(nodes.Compare)
    ):
        sides = [node.expr, *(operand.expr for operand in node.ops)]
        if any(map(jinja_size, sides)) and any(map(jinja_threshold, sides)):
            yield Finding(file, node.lineno, text.splitlines()[node.lineno - 1].strip())


# C

C_SIZE = rf"[\w.>\-]*\b(?:{'|'.join(sorted(SIZES - {'shape'}))})\b(?:\[\w+\])?(?:->extent|\.extent)?"
C_THRESHOLD = r"(?:(?<![\w.])(?:[2-9]|[1-9]\d+)[UuLl]*\b|\b(?!\w*_MAX\b|MAX_)[A-Z][A-Z0-9_]{2,}\b)"
C_ORDER = r"\s*(?:<=?|>=?|==|!=)\s*"
C_COMPARISON = re.compile(
    rf"{C_SIZE}\s*[<>]=?\s*{C_SIZE}|"
    rf"{C_SIZE}\)?{C_ORDER}{C_THRESHOLD}|{C_THRESHOLD}{C_ORDER}\(?{C_SIZE}"
    rf"|{C_SIZE}\)?\s*[*%]\s*{C_THRESHOLD}{C_ORDER}|[*%]\s*{C_THRESHOLD}{C_ORDER}{C_SIZE}"
)
LOOP = re.compile(r"\b(?:for|while)\s*\(")
NOT_C = re.compile(r"/\*.*?\*/|\{#.*?#\}|\{%.*?%\}", re.DOTALL)


def in_c(file: str, text: str) -> Iterator[Finding]:
    """Comparisons that are made when a kernel runs. Comments, Jinja's statements and the preprocessor are blank."""
    blank = NOT_C.sub(lambda found: "\n" * found[0].count("\n"), text)
    blank = re.sub(r"\{\{.*?\}\}", "RENDERED", blank)
    for number, line in enumerate(blank.splitlines(), 1):
        if not LOOP.search(line) and not line.lstrip().startswith("#") and C_COMPARISON.search(line):
            yield Finding(file, number, line.strip())


def choices(root: Path = ROOT) -> Iterator[Finding]:
    """Every comparison by which a file may choose."""
    for path in files(root, ["generator"], ".py"):
        yield from in_python(name(root, path), text_of(path))
    for path in files(root, ["templates"], ".j2"):
        yield from in_jinja(name(root, path), text_of(path))
    for path in files(root, ["templates", "src", "arch_gen/templates"], ".c", ".h", ".j2"):
        if not name(root, path).startswith(("src/plane/", "src/arch/")):
            yield from in_c(name(root, path), text_of(path))


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# ---- long files ----


def long_files(root: Path = ROOT) -> dict[str, int]:
    """Files with too many lines, by name."""
    folders = ("generator", "templates", "src", "tools", "verify", "arch_gen")
    lengths = {name(root, path): len(text_of(path).splitlines()) for path in files(root, folders)}
    return {file: lines for file, lines in lengths.items() if lines > MOST_LINES and not file.endswith(WRITTEN)}


# ---- lists of configurations ----

SETTING = re.compile(r"(?:\b|-D)(PERMKERN_[A-Z_]+)=\d+\b|(-m(?:cpu|arch)=[\w.+]+)")


def macros(root: Path) -> set[str]:
    """The library's: those that its sources ask for. Boards and tests have others, of the same prefix."""
    texts = (text_of(path) for path in files(root, ["include", "src"], ".c", ".h"))
    return {word for text in texts for word in re.findall(r"\bPERMKERN_[A-Z_]+\b", text)}


def settings(root: Path = ROOT) -> dict[str, set[str]]:
    """Macros and CPUs that a file names in its strings, of files that name two or more."""
    known = macros(root)
    found: dict[str, set[str]] = {}
    for path in files(root, ["tools", "verify", "bench", "tests"], ".py", ".build"):
        text = text_of(path)
        if path.suffix == ".py":
            tree = ast.parse(text)
            strings = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
            described = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, DESCRIBED)}
            text = "\n".join(string for string in strings if isinstance(string, str) and string not in described)
        found[name(root, path)] = {
            one[0].removeprefix("-D") for one in SETTING.finditer(text) if one[2] or one[1] in known
        }
    return {file: named for file, named in found.items() if len(named) > 1}


DESCRIBED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

# ---- judging ----


def places(root: Path = ROOT) -> dict[str, int]:
    """Files that choose beside the choosers, with the number of their comparisons."""
    numbers = Counter(found.file for found in choices(root))
    return {
        file: number for file, number in numbers.items() if file not in CHOOSERS and number > REMAINDERS.get(file, 0)
    }


def lists(root: Path = ROOT) -> dict[str, int]:
    return {file: len(named) for file, named in settings(root).items() if not file.startswith(CONFIGURATIONS)}


def over(found: Mapping[str, int], pending: Mapping[str, int]) -> list[str]:
    """What is not known to be pending, or has become more."""
    return [
        f"{file}: {number}, at most {pending.get(file, 0)}"
        for file, number in sorted(found.items())
        if number > pending.get(file, 0)
    ]


def wrong(root: Path = ROOT) -> list[str]:
    """What is over its limit."""
    return [
        *over(places(root), PENDING_CHOICES),
        *over(long_files(root), PENDING_LINES),
        *over(lists(root), PENDING_LISTS),
    ]


def main() -> int:
    chosen, long, by_hand = places(), long_files(), settings()
    for found in choices():
        if found.file in chosen:
            print(found)
    for file, lines in long.items():
        print(f"{file}: {lines} lines")
    for file in lists():
        print(f"{file}: {', '.join(sorted(by_hand[file]))}")
    own = [file for file in CHOOSERS if (ROOT / file).is_file()]
    print(f"places that choose: {len(chosen)} beside {', '.join(own)}")
    print(f"files over {MOST_LINES} lines: {len(long)}")
    print(f"lists of configurations: {len(lists())} beside {CONFIGURATIONS}")
    for pending, numbers in ((PENDING_CHOICES, chosen), (PENDING_LINES, long), (PENDING_LISTS, lists())):
        for file, number in pending.items():
            if numbers.get(file, 0) < number:
                print(f"may be lowered: {file}: {number} to {numbers.get(file, 0)}")
    failed = wrong()
    for line in failed:
        print(f"FAIL {line}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
