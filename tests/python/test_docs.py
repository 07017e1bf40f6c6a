# SPDX-License-Identifier: BSD-3-Clause
"""docs/api.md: every C and C++ block is a program, free of warnings, that returns 0; examples/clients are short."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from clib import ROOT, compiler, include_flags
from permkern.manifest import parse_set
from permkern.plan import make_plan
from permkern.render import render
from permkern.writer import write

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror".split()


def blocks(language: str) -> dict[int, str]:
    """The page's blocks in a language, by the line that they begin on."""
    found = re.finditer(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return {PAGE.count("\n", 0, block.start()) + 2: block[1] for block in found}


PROGRAMS = blocks("c")
CPP_PROGRAMS = blocks("cpp")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library with the page's own set, from which one of the programs calls a kernel."""
    folder = tmp_path_factory.mktemp("library")
    (page_set,) = blocks("toml").values()
    files = render(make_plan(parse_set(page_set, "docs/api.md", "page")))
    write({folder / name: text for name, text in files.items()})
    sources = [*sorted(folder.glob("*.c")), *sorted((ROOT / "src").glob("*.c"))]
    flags = ["-DPERMKERN_VECTOR=0", *include_flags(folder), "-c"]
    subprocess.run([*compiler(), *flags, *map(str, sources)], check=True, cwd=folder)
    subprocess.run(["ar", "rcs", "libpermkern.a", *(path.name for path in folder.glob("*.o"))], check=True, cwd=folder)
    return folder


def test_the_page_has_programs() -> None:
    assert len(PROGRAMS) >= 14
    assert all("int main(void)" in text for text in PROGRAMS.values())
    assert len(CPP_PROGRAMS) >= 3


def check_program(library: Path, folder: Path, line: int, command: list[str], source: str, text: str) -> None:
    (folder / source).write_text(text, encoding="utf-8")
    flags = [*WARNINGS, f"-I{library}", f"-I{ROOT / 'include'}", "-pthread"]
    program = folder / "program"
    made = subprocess.run(
        [*command, *flags, str(folder / source), str(library / "libpermkern.a"), "-o", str(program)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, f"docs/api.md, line {line}:\n{made.stderr}"
    assert subprocess.run([program], check=False, timeout=60).returncode == 0, f"docs/api.md, line {line}"


@pytest.mark.parametrize("line", PROGRAMS)
def test_every_block_is_a_program_that_is_right(library: Path, tmp_path: Path, line: int) -> None:
    check_program(library, tmp_path, line, [*compiler(), "-std=c99"], "main.c", PROGRAMS[line])


@pytest.mark.parametrize("line", CPP_PROGRAMS)
def test_every_cpp_block_is_a_program_that_is_right(library: Path, tmp_path: Path, line: int) -> None:
    cxx = "g++" if shutil.which("g++") else "clang++"
    check_program(library, tmp_path, line, [cxx, "-std=c++17"], "main.cpp", CPP_PROGRAMS[line])


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
