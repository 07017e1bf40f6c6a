# SPDX-License-Identifier: BSD-3-Clause
"""docs/api.md: every C and C++ block is a program, free of warnings, that returns 0; examples/clients are short.
README.md: its C is right with its set, its figures are the bench's. All pages: no heading and no row of a table is
there twice; files and generated names that they list are there."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import configurations
import pytest
from clib import compiler, include_flags
from commands import ROOT
from permkern.manifest import parse_set
from permkern.plan import make_plan
from permkern.render import render
from permkern.writer import write

sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tools")]


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


# ---- every page ----

PAGES = (*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md")
