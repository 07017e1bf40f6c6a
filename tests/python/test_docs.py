# SPDX-License-Identifier: BSD-3-Clause
"""
Pages as their readers use them: each C and C++ block of docs/api.md is a program, free of warnings, that returns 0;
links lead to files and headings; all packages have one version. verify/pages.py runs README.md and docs/quickstart.md.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from clib import compiler, include_flags
from commands import ROOT
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import parse_set
from permkern.kernels.render import render
from permkern.package.writer import write

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror".split()
BLOCK = re.compile(r"^```(c|cpp|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAMS = [
    pytest.param(found[1], found[2], id=f"line {PAGE.count(chr(10), 0, found.start()) + 2}")
    for found in BLOCK.finditer(PAGE)
    if found[1] != "toml"
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library with the page's set, from which a program calls a kernel."""
    folder = tmp_path_factory.mktemp("library")
    (page_set,) = (found[2] for found in BLOCK.finditer(PAGE) if found[1] == "toml")
    files = render(make_inventory(parse_set(page_set, "page.toml", "page")))
    write({folder / name: text for name, text in files.items()})
    sources = [*sorted(folder.glob("*.c")), *sorted((ROOT / "src").rglob("*.c"))]
    flags = ["-O1", "-DPERMKERN_CORE=PERMKERN_CORE_PLAIN", *include_flags(folder), "-c"]
    subprocess.run([*compiler(), *flags, *map(str, sources)], check=True, cwd=folder)
    subprocess.run(["ar", "rcs", "libpermkern.a", *(path.name for path in folder.glob("*.o"))], check=True, cwd=folder)
    return folder


def check_program(library: Path, folder: Path, command: list[str], source: str, text: str) -> None:
    (folder / source).write_text(text, encoding="utf-8")
    flags = [*WARNINGS, f"-I{library}", f"-I{ROOT / 'include'}"]
    words: list[str | Path] = [*command, *flags, folder / source, library / "libpermkern.a", "-o", folder / "program"]
    made = subprocess.run(words, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    assert subprocess.run([folder / "program"], check=False, timeout=60).returncode == 0


@pytest.mark.ci
@pytest.mark.parametrize(("language", "text"), PROGRAMS)
def test_every_block_is_a_program_that_is_right(library: Path, tmp_path: Path, language: str, text: str) -> None:
    cpp = ["g++" if shutil.which("g++") else "clang++", "-std=c++17"]
    command, source = (cpp, "main.cpp") if language == "cpp" else ([*compiler(), "-std=c99"], "main.c")
    check_program(library, tmp_path, command, source, text)


def anchors(page: Path) -> set[str]:
    """The names that forges give to a page's headings."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


FOLDERS = ("", "docs", "bench/board", "examples/clients", "integrations/*")


@pytest.mark.parametrize(
    "page",
    [page for folder in FOLDERS for page in sorted(ROOT.glob(f"{folder}/*.md".lstrip("/")))],
    ids=lambda p: str(p.relative_to(ROOT)),
)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    links = re.findall(r"\]\((?!\w+:)([^)#\s]*)#?([^)\s]*)\)", page.read_text(encoding="utf-8"))
    targets = [((page.parent / file if file else page), anchor) for file, anchor in links]
    assert [
        f"{file}#{anchor}"
        for file, anchor in targets
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file))
    ] == []


def test_versions_agree() -> None:
    """One version, in each file that a package manager reads."""
    project = (ROOT / "pyproject.toml").read_text()
    version = re.search(r'^version = "([^"]+)"$', project, re.MULTILINE)
    assert version is not None
    address = re.search(r'^Homepage = "([^"]+)"$', project, re.MULTILINE)  # from the first release on
    assert address is None or f"url: {address[1]}\n" in (ROOT / "idf_component.yml").read_text()
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
