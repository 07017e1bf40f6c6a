# SPDX-License-Identifier: BSD-3-Clause
"""include/permkern.hpp: run as C++17, C++20 and C++23 against the definition, and statements that must not compile."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from clib import build
from commands import ROOT
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import parse_set
from permkern.kernels.render import render
from permkern.package.amalgamate import amalgamate
from permkern.package.writer import write

COMPILERS = [name for name in ("g++", "clang++", "clang++-19") if shutil.which(name)]
STANDARDS = ["c++17", "c++20", "c++2b"]
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Werror".split()
PROGRAMS = ["requests", "sources"]
pytestmark = pytest.mark.ci
ONE_IN_CI = [*COMPILERS[:1], *(pytest.param(name, marks=pytest.mark.nightly) for name in COMPILERS[1:2])]
# CI compiles with each compiler once, by another standard.
BUILDS = [
    pytest.param(compiler, standard, marks=[] if (number, k) in ((0, 0), (1, 1)) else [pytest.mark.nightly])
    for number, compiler in enumerate(COMPILERS)
    for k, standard in enumerate(STANDARDS)
]

SET = """format = 1
[[permute]]
perms = "all"
ranks = [1, 2, 3]
bits = [8, 32]
[[pinned]]
name = "camera"
shape = [9, 6, 3]
perm = [2, 0, 1]
bits = 8
[[pinned]]
name = "camera_aligned"
shape = [9, 6, 3]
perm = [2, 0, 1]
bits = 8
align = 4
[[pinned]]
name = "words"
shape = [8, 12]
perm = [1, 0]
bits = 16
align = 64
"""

DECLARED = """
static std::uint8_t a[6], b[6], in[8][8], out[8][8];
static const std::uint8_t constant[6] = {};
static float reals[6], planes[2][3][4];
static std::array<std::array<std::uint8_t, 8>, 8> rows;
static volatile std::uint8_t changing[6];
struct text { ~text(); };
static text words[2];
struct three { std::uint8_t byte[3]; };
static three triples[6];
"""

RIGHT = (
    "(void)permute<shape<2, 3>, axes<1, 0>>(a, b);",
    "(void)permute(view(a, {2, 3}), {1, 0}, view(b, {3, 2}));",
    "(void)permute(view(in), {1, 0}, view(out));",
    "(void)permute<shape<8, 8>, axes<1, 0>>(in, out);",
    "(void)permute(view(planes), {2, 0, 1}, view(planes[0][0], {4, 2, 3}));",
)

NO_ARRAY = "an element is no array: pass the array itself, or a pointer to its first element"

# A mistake: the statement, and a pattern in the compiler's message.
WRONG = {
    "extents of an array of arrays": (
        "(void)permute(view(in, {8, 8}), {1, 0}, view(out, {8, 8}));",
        "an array of arrays knows its extents",
    ),
    "a pointer to rows": ("(void)permute(view(&in[0], {8, 8}), {1, 0}, view(out));", NO_ARRAY),
    "a smaller shape": (
        "(void)permute<shape<7, 8>, axes<1, 0>>(in, out);",
        "an array of as many elements as the shape",
    ),
    "a larger shape": ("(void)permute<shape<8, 9>, axes<1, 0>>(in, out);", "an array of as many elements as the shape"),
    "a pointer without extents": ("(void)view(&a[0]);", "a pointer has no extents"),
    "an array and a capacity": ("(void)view(a, {2, 3}, 6);", "an array knows its capacity"),
    "nothing to view": ("(void)view(1.5);", "a pointer, an array, an mdspan, or what has data\\(\\) and size\\(\\)"),
    "an axis twice": ("(void)permute<shape<2, 3>, axes<1, 1>>(a, b);", "each axis once"),
    "fewer strides": ("(void)view(in).strided({1});", "as many integers as axes"),
    "a dropped view": ("view(in).reversed(1);", "nodiscard"),
    "other elements": (
        "(void)permute(view(a, {2, 3}), {1, 0}, view(reals, {3, 2}));",
        "both sides have the same elements",
    ),
    "another rank": ("(void)permute(view(in), {1, 0}, view(b));", "both sides have as many axes"),
    "too many axes": ("(void)view(a, {1, 1, 1, 1, 1, 1, 1, 1, 6});", "at most PERMKERN_MAX_RANK axes"),
    "a constant output": ("(void)permute<shape<2, 3>, axes<1, 0>>(a, constant);", "the output is not constant"),
    "a plan for constants": ("static permkern::plan<const float, 2> plan; (void)plan;", "elements are not constant"),
    "elements that are not bytes": ("(void)permute<shape<2>, axes<0>>(words, words);", "elements are moved as bytes"),
    "elements of three bytes": ("(void)view(triples);", "elements of 1, 2, 4 or 8 bytes"),
    "a layout of nothing": ("(void)view(a).layout();", "deleted"),
    "a dropped status": ("permute(view(a), {0}, view(b));", "nodiscard"),
    "a dropped status of a known shape": ("permute<shape<6>, axes<0>>(a, b);", "nodiscard"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("cpp")
    files = render(make_inventory(parse_set(SET, "set.toml", "set")))
    write({made / "generated" / name: text for name, text in files.items()})
    build(made / "libpermkern.so", made / "generated", "-DPERMKERN_CORE=PERMKERN_CORE_PLAIN")
    return made


def command(folder: Path, compiler: str, standard: str) -> list[str]:
    includes = [f"-I{ROOT / 'include'}", f"-I{folder / 'generated'}"]
    return [*compiler.split(), f"-std={standard}", *WARNINGS, *includes]


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(("compiler", "standard"), BUILDS)
def test_permutes_as_defined(folder: Path, tmp_path: Path, compiler: str, standard: str, program: str) -> None:
    source, made = ROOT / "tests" / "cpp" / f"{program}.cpp", tmp_path / program
    link = [f"-L{folder}", "-lpermkern", f"-Wl,-rpath,{folder}"]
    subprocess.run([*command(folder, compiler, standard), source, "-o", made, *link], check=True)
    done = subprocess.run([made], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["0 failures"]), done.stdout


@pytest.fixture(scope="module")
def amalgam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("amalgam")
    files = amalgamate(make_inventory(parse_set(SET, "set.toml", "set")), ["portable"], cpp=True)
    write({made / name: text for name, text in files.items()})
    subprocess.run(["gcc", "-c", made / "permkern.c", "-o", made / "permkern.o"], check=True)
    return made


@pytest.mark.parametrize(("compiler", "standard"), BUILDS[:1] + BUILDS[-1:])
def test_amalgamated(amalgam: Path, tmp_path: Path, compiler: str, standard: str) -> None:
    """A C++ program needs only the three amalgamated files."""
    source, made = ROOT / "tests" / "cpp" / "sources.cpp", tmp_path / "program"
    words = [compiler, f"-std={standard}", *WARNINGS, "-I", amalgam, source, amalgam / "permkern.o", "-o", made]
    subprocess.run(words, check=True)
    done = subprocess.run([made], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["0 failures"]), done.stdout


def compiled(folder: Path, compiler: str, source: Path, *statements: str) -> "subprocess.CompletedProcess[str]":
    lines = ["#include <array>", '#include "permkern.hpp"', "using namespace permkern;", DECLARED]
    source.write_text("\n".join([*lines, "void f();", "void f()\n{", *statements, "}\n"]))
    options = ["-Wno-unused", "-Wno-unused-const-variable", "-Werror=unused-result", "-fsyntax-only"]
    words = [*command(folder, compiler, "c++17"), *options, source]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_right_statements_compile(folder: Path, compiler: str, tmp_path: Path) -> None:
    done = compiled(folder, compiler, tmp_path / "right.cpp", *RIGHT)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("key", ["xor = 0x80", "order = [1, 0, 2]"])
def test_other_kernels_of_a_shape_are_not_called(key: str) -> None:
    """permute<shape, axes> has no constant and no order. check_kernels.c tests which kernels the dispatcher finds."""
    masked = parse_set(SET.replace("align = 4", key), "set.toml", "set")
    header = render(make_inventory(masked))["permkern_pinned.hpp"]
    assert "permkern_pin_camera(in, out)" in header and "permkern_pin_camera_aligned" not in header


@pytest.mark.parametrize("compiler", ONE_IN_CI)
def test_wrong_statements_do_not_compile(folder: Path, compiler: str, tmp_path: Path) -> None:
    """Each statement is an error, at its line. All are in one file, as the header takes most of the time."""
    statements = [statement for statement, _ in WRONG.values()]
    every = "-ferror-limit=0" if compiler.startswith("clang") else "-fmax-errors=0"
    done = compiled(folder, f"{compiler} {every}", tmp_path / "wrong.cpp", *statements)
    lines = (tmp_path / "wrong.cpp").read_text().splitlines()
    for statement, message in WRONG.values():
        assert f"wrong.cpp:{lines.index(statement) + 1}:" in done.stderr, f"{statement} compiles"
        assert re.search(message, done.stderr), message
