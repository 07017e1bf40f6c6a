# SPDX-License-Identifier: BSD-3-Clause
"""docs/api.md: every C and C++ block is a program, free of warnings, that returns 0; examples/clients are short.
README.md: its C is right with its set, its figures are the bench's. All pages: no heading and no row of a table is
there twice; files and generated names that they list are there."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import configurations
import pytest
from clib import ROOT, compiler, include_flags
from permkern.manifest import parse_set
from permkern.plan import make_plan
from permkern.render import OUTPUTS, render
from permkern.writer import write

sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tools")]

import readme  # noqa: E402

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror".split()


def blocks(language: str) -> dict[int, str]:
    """The page's blocks in a language, by the line that they begin on."""
    found = re.finditer(rf"^```{re.escape(language)}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return {PAGE.count("\n", 0, block.start()) + 2: block[1] for block in found}


PROGRAMS = blocks("c")
CPP_PROGRAMS = blocks("cpp")
(PAGE_SET,) = blocks("toml").values()
STRIDED_PROGRAMS = blocks("c mli-1.1")
STRIDED = configurations.named("mli-1.1").defines


def built(folder: Path, page_set: str, *macros: str) -> Path:
    """The library with the page's own set, from which one of the programs calls a kernel."""
    files = render(make_plan(parse_set(page_set, "page.toml", "page")))
    write({folder / name: text for name, text in files.items()})
    sources = [*sorted(folder.glob("*.c")), *sorted((ROOT / "src").rglob("*.c"))]
    flags = ["-DPERMKERN_VECTOR=0", *macros, *include_flags(folder), "-c"]
    subprocess.run([*compiler(), *flags, *map(str, sources)], check=True, cwd=folder)
    subprocess.run(["ar", "rcs", "libpermkern.a", *(path.name for path in folder.glob("*.o"))], check=True, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("library"), PAGE_SET)


@pytest.fixture(scope="module")
def strided_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the types of MLI 1.1."""
    return built(tmp_path_factory.mktemp("strided"), PAGE_SET, *STRIDED)


def test_the_page_has_programs() -> None:
    assert len(PROGRAMS) >= 14
    assert len(STRIDED_PROGRAMS) >= 1
    assert all("int main(void)" in text for text in PROGRAMS.values())
    assert len(CPP_PROGRAMS) >= 3


def check_program(library: Path, folder: Path, where: str, command: list[str], source: str, text: str) -> None:
    (folder / source).write_text(text, encoding="utf-8")
    flags = [*WARNINGS, f"-I{library}", f"-I{ROOT / 'include'}", "-pthread"]
    program = folder / "program"
    made = subprocess.run(
        [*command, *flags, str(folder / source), str(library / "libpermkern.a"), "-o", str(program)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, f"{where}:\n{made.stderr}"
    assert subprocess.run([program], check=False, timeout=60).returncode == 0, where


@pytest.mark.parametrize("line", PROGRAMS)
def test_every_block_is_a_program_that_is_right(library: Path, tmp_path: Path, line: int) -> None:
    check_program(library, tmp_path, f"docs/api.md, line {line}", [*compiler(), "-std=c99"], "main.c", PROGRAMS[line])


@pytest.mark.parametrize("line", STRIDED_PROGRAMS)
def test_every_block_with_mem_stride_is_right(strided_library: Path, tmp_path: Path, line: int) -> None:
    command = [*compiler(), "-std=c99", *STRIDED]
    check_program(strided_library, tmp_path, f"docs/api.md, line {line}", command, "main.c", STRIDED_PROGRAMS[line])


@pytest.mark.parametrize("line", CPP_PROGRAMS)
def test_every_cpp_block_is_a_program_that_is_right(library: Path, tmp_path: Path, line: int) -> None:
    cxx = "g++" if shutil.which("g++") else "clang++"
    check_program(library, tmp_path, f"docs/api.md, line {line}", [cxx, "-std=c++17"], "main.cpp", CPP_PROGRAMS[line])


@pytest.mark.parametrize("name", ["tflm", "executorch", "lvgl"])
def test_adapters_stay_short(name: str) -> None:
    """Where one needs more than 40 lines, the core API asks too much of its callers."""
    lines = (ROOT / "examples" / "clients" / f"{name}.c").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 40


STATUS = (ROOT / "docs" / "status.md").read_text(encoding="utf-8")


def named_tests() -> list[tuple[str, str]]:
    """What the last columns of docs/status.md name as tests, and the file that each section says they are in."""
    found = []
    for section in re.split(r"^## ", STATUS, flags=re.MULTILINE)[1:]:
        file = re.search(r"Tests:\s+`(tests/\w+\.c)`", section)
        rows = re.findall(r"^\|.*\| ([^|]*) \|$", section, re.MULTILINE)
        found += [(file[1], name) for row in rows if file for name in re.findall(r"`(\w+)`", row)]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize(("file", "name"), named_tests())
def test_tests_that_the_status_page_names_are_there(file: str, name: str) -> None:
    assert re.search(rf"\bSTART_TEST\({name}\)", (ROOT / file).read_text(encoding="utf-8"))


def test_the_status_page_names_every_fault_of_the_core() -> None:
    """Those in plain text; `input capacity ...` stands for all that begin like this."""
    rows = re.findall(r"^\| \d \|.*\| PERMKERN_\w+ \| ([^|]*) \|$", STATUS, re.MULTILINE)
    named = [re.sub(r"`\w+`", "", name).strip() for row in rows for name in re.split("[,;]", row)]
    faults = re.findall(r'^    \{"([^"]+)", \w+, PERMKERN', (ROOT / "tests/check_core.c").read_text(), re.MULTILINE)
    assert len(faults) > 20
    for fault in faults:
        assert any(name == fault or (name.endswith(" ...") and fault.startswith(name[:-3])) for name in named), fault
    for name in filter(None, named):
        stem = name.removesuffix("...")
        assert any(fault == stem or (stem != name and fault.startswith(stem)) for fault in faults), name


# ---- README.md ----

README = (ROOT / "README.md").read_text(encoding="utf-8")
FIRST_PROGRAM = """
#include <string.h>
static uint8_t hwc[28 * 28 * 8], chw[28 * 28 * 8], rgb[96 * 96 * 3], planes[96 * 96 * 3];
static void panic(void) {{ memset(chw, 1, sizeof chw); }}
int main(void)
{{
    hwc[(27 * 28 + 5) * 8 + 3] = 7;
    rgb[(95 * 96 + 4) * 3 + 1] = 9;
    {}
    return chw[(3 * 28 + 27) * 28 + 5] == 7 && planes[(1 * 96 + 95) * 96 + 4] == 9 ? 0 : 1;
}}
"""


def test_the_first_program_is_right_with_the_set_that_the_page_shows(tmp_path: Path) -> None:
    (block,) = re.findall(r"^```c\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    (page_set,) = re.findall(r"^```toml\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    includes, _, body = block.partition("\n\n")
    library = tmp_path / "library"
    library.mkdir()
    text = includes + FIRST_PROGRAM.format(body)
    check_program(built(library, page_set), tmp_path, "README.md", [*compiler(), "-std=c99"], "main.c", text)


def test_the_figures_are_those_of_the_bench() -> None:
    assert readme.main(["--check"]) == 0


# ---- every page ----

PAGES = (*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md")


def prose(text: str) -> str:
    """The page without what is in fences, where a # is no heading; lines stay where they are."""
    return re.sub(r"^```.*?^```$", lambda fence: "\n" * fence[0].count("\n"), text, flags=re.MULTILINE | re.DOTALL)


def tables(text: str) -> Iterator[list[list[str]]]:
    """The cells of each table, with its head, without the line of dashes."""
    for table in re.findall(r"(?:^\|.*\n)+", prose(text) + "\n", re.MULTILINE):
        rows = [re.split(r"(?<!\\)\|", row)[1:-1] for row in table.splitlines()]
        yield [[cell.strip() for cell in row] for row in (rows[0], *rows[2:])]


def repeated(lines: list[str]) -> list[str]:
    return sorted({line for line in lines if lines.count(line) > 1})


def repeated_headings(text: str) -> list[str]:
    return repeated(re.findall(r"^#+ .*$", prose(text), re.MULTILINE))


def repeated_rows(text: str) -> list[str]:
    """What names a row: its first cell, if that is code or the table has two columns; else all cells but the last."""
    found = []
    for head, *rows in tables(text):
        keys = [row[0] if len(head) == 2 or row[0].startswith("`") else " | ".join(row[:-1]) for row in rows if row[0]]
        found += repeated(keys)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_heading_and_no_row_is_there_twice(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert repeated_headings(text) == []
    assert repeated_rows(text) == []


def test_merge_damage_is_found() -> None:
    """Rows twice with differences, as a merge leaves them: what the check above is for."""
    table = "| file | is |\n|---|---|\n| `a.py`, `b.py` | one |\n| c | two |\n| `a.py`, `b.py` | one, and more |\n"
    wide = "| n | who | is |\n|---|---|---|\n| 1 | a | x |\n| 1 | b | x |\n| 1 | a | y |\n"
    assert repeated_rows(table) == ["`a.py`, `b.py`"]
    assert repeated_rows(wide) == ["1 | a"]
    assert repeated_rows("| a | b |\n|---|---|\n| `x` | 1 |\n\n| a | b |\n|---|---|\n| `x` | 1 |\n") == []
    assert repeated_headings("# a\n## To verify\n```\n## To verify\n```\n### To verify\n") == []
    assert repeated_headings("## To verify\n\ntext\n\n## To verify\n") == ["## To verify"]


ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
# Where the first column of a table of files begins, by its head.
PLACES = {"Folder": ROOT, "File of `src/`": ROOT / "src", "Module of `generator/`": ROOT / "generator"}
TARGET_PAGE = (ROOT / "docs" / "adding-a-target.md").read_text(encoding="utf-8")


def listed_files() -> list[Path]:
    """Every name in the tables of the house, and every existing place that a new instruction set touches."""
    places = PLACES | {"Existing place": ROOT}
    return [
        places[head[0]] / name
        for text in (ARCHITECTURE, TARGET_PAGE)
        for head, *rows in tables(text)
        if head[0] in places
        for row in rows
        for name in re.findall(r"`([^`]+)`", row[0])
    ]


def test_files_that_the_house_lists_are_there() -> None:
    listed = listed_files()
    assert len(listed) > 60
    assert [path for path in listed if not path.exists()] == []


@pytest.mark.parametrize(("folder", "pattern"), [("src", "*.[ch]"), ("generator", "*.py")])
def test_the_house_lists_every_file(folder: str, pattern: str) -> None:
    there = {path for path in (ROOT / folder).glob(pattern) if not path.name.startswith("__")}
    assert sorted(there - set(listed_files())) == []


def test_every_word_of_the_glossary_is_there_once() -> None:
    section = ARCHITECTURE.partition("## Glossary\n")[2].partition("\n## ")[0]
    words = [row[0] for _, *rows in tables(section) for row in rows]
    wanted = (
        "axis rank shape stride permutation fold tile strip plane run line element width form kernel plan work pinned "
        "slot"
    )
    assert set(wanted.split()) <= set(words)
    assert repeated(words) == []


@pytest.mark.parametrize("name", ["permkern.1", "permutation-sets.md"])
def test_what_a_set_writes_is_listed(name: str) -> None:
    """In the manual page, and in the rule for Make that projects copy."""
    page = (ROOT / "docs" / name).read_text(encoding="utf-8")
    if name == "permkern.1":
        sentence = re.search(r"^Writes (permkern_kernels\.h, .*) into DIR\.", page, re.MULTILINE)
        assert sentence is not None
        assert sentence[1].split(", ") == list(OUTPUTS)
    else:
        rule = re.search(r"addprefix \$\(GEN\)/permkern_,([^)]*)\)", page)
        assert rule is not None
        assert sorted(f"permkern_{end}" for end in rule[1].replace("\\", " ").split()) == sorted(OUTPUTS)


def explained() -> list[tuple[str, str, str]]:
    """The page, the arguments and the shown lines of each `explain` that a page shows with its output."""
    pattern = r"^    \$ tools/permkern explain ([\d,x =a-z-]+)\n((?:(?:    (?!\$).*)?\n)+)"
    return [
        (page.name, *(text.strip("\n") for text in found.groups()))
        for page in PAGES
        for found in re.finditer(pattern, page.read_text(encoding="utf-8"), re.MULTILINE)
        if found[2].strip()
    ]


@pytest.mark.parametrize(("page", "arguments", "shown"), explained(), ids=lambda text: text[:30])
def test_pages_show_what_explain_says(page: str, arguments: str, shown: str) -> None:
    command = [ROOT / "tools" / "permkern", "explain", *arguments.split()]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for piece in dedent(shown).split("...\n"):
        assert piece.strip("\n") in told, page


def test_two_pages_show_what_explain_says() -> None:
    assert {page for page, _, _ in explained()} == {"architecture.md", "permutation-sets.md"}
