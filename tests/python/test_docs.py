# SPDX-License-Identifier: BSD-3-Clause
"""
Pages as their readers use them: each C and C++ block of docs/api.md is a program, free of warnings, that returns 0;
links to files lead somewhere; all packages have one version. verify/pages.py runs README.md and docs/quickstart.md.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from clib import compiler, include_flags
from commands import ROOT
from permkern.manifest import parse_set
from permkern.plan import make_plan
from permkern.render import render
from permkern.writer import write
from runner.configurations import named

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror".split()
STRIDED = named("mli-1.1").defines
BLOCK = re.compile(r"^```(c|cpp|c mli-1\.1|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAMS = [
    pytest.param(found[1], found[2], id=f"line {PAGE.count(chr(10), 0, found.start()) + 2}")
    for found in BLOCK.finditer(PAGE)
    if found[1] != "toml"
]


def built(folder: Path, text: str, *macros: str) -> Path:
    """The library with the set of a page, from which a program calls a kernel."""
    (page_set,) = (found[2] for found in BLOCK.finditer(text) if found[1] == "toml")
    files = render(make_plan(parse_set(page_set, "page.toml", "page")))
    write({folder / name: text for name, text in files.items()})
    sources = [*sorted(folder.glob("*.c")), *sorted((ROOT / "src").rglob("*.c"))]
    flags = ["-DPERMKERN_VECTOR=0", *macros, *include_flags(folder), "-c"]
    subprocess.run([*compiler(), *flags, *map(str, sources)], check=True, cwd=folder)
    subprocess.run(["ar", "rcs", "libpermkern.a", *(path.name for path in folder.glob("*.o"))], check=True, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """By the language of blocks; with the types of MLI 1.1 for those that say so."""
    plain = built(tmp_path_factory.mktemp("plain"), PAGE)
    return {"c": plain, "cpp": plain, "c mli-1.1": built(tmp_path_factory.mktemp("strided"), PAGE, *STRIDED)}


def check_program(library: Path, folder: Path, command: list[str], source: str, text: str) -> None:
    (folder / source).write_text(text, encoding="utf-8")
    flags = [*WARNINGS, f"-I{library}", f"-I{ROOT / 'include'}", "-pthread"]
    words: list[str | Path] = [*command, *flags, folder / source, library / "libpermkern.a", "-o", folder / "program"]
    made = subprocess.run(words, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    assert subprocess.run([folder / "program"], check=False, timeout=60).returncode == 0


@pytest.mark.ci
@pytest.mark.parametrize(("language", "text"), PROGRAMS)
def test_every_block_is_a_program_that_is_right(
    libraries: dict[str, Path], tmp_path: Path, language: str, text: str
) -> None:
    c = [*compiler(), "-std=c99", *(STRIDED if language == "c mli-1.1" else ())]
    cpp = ["g++" if shutil.which("g++") else "clang++", "-std=c++17"]
    command, source = (cpp, "main.cpp") if language == "cpp" else (c, "main.c")
    check_program(libraries[language], tmp_path, command, source, text)


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")) + sorted((ROOT / "docs").glob("*.md")), ids=lambda p: p.name)
def test_links_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_versions_agree() -> None:
    """One version, in each file that a package manager reads."""
    version = re.search(r'^version = "([^"]+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    for name, pattern in (
        ("CMakeLists.txt", rf"project\(permkern VERSION {version[1]} "),
        ("idf_component.yml", rf'^version: "{version[1]}"$'),
        ("integrations/arduino/library.properties", rf"^version={version[1]}$"),
        ("library.json", rf'^  "version": "{version[1]}",$'),
        ("meson.build", rf"^  version: '{version[1]}',$"),
        ("README.md", rf"^Version {version[1]}\b"),
        ("include/permkern.h", rf'^#define PERMKERN_VERSION "{version[1]}"$'),
    ):
        assert re.search(pattern, (ROOT / name).read_text(), re.MULTILINE), name
