# SPDX-License-Identifier: BSD-3-Clause
"""include/permkern.hpp: compiled as C++17 and C++20, run against the definition, and what it refuses to compile."""

import shutil
import subprocess
from pathlib import Path

import pytest
from clib import ROOT, build
from permkern.manifest import parse_set
from permkern.plan import make_plan
from permkern.render import render
from permkern.writer import write

COMPILERS = [name for name in ("g++", "clang++") if shutil.which(name)]
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror".split()

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

PROGRAM = r"""
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include "permkern.hpp"

static int failures = 0;
#define CHECK(what) ((what) ? (void)0 : (void)(std::printf("line %d: %s\n", __LINE__, #what), failures++))

template <typename Out> static void fill(Out &out)
{
    for (std::size_t k = 0; k < sizeof out / sizeof out[0]; k++) {
        out[k] = static_cast<std::remove_reference_t<decltype(out[0])>>(k * 7 + 1);
    }
}

struct rgba { unsigned char r, g, b, a; };

int main()
{
    static std::uint8_t pixels[9 * 6 * 3], planes[3 * 9 * 6];
    fill(pixels);
    // Pinned, and at an odd address, too: what asks the least of its pointers is taken.
    using shape = permkern::shape<9, 6, 3>;
    using to_planes = permkern::axes<2, 0, 1>;
    static_assert(permkern::pinned<8, shape, to_planes>::exists);
    static_assert(permkern::pinned<8, shape, to_planes>::align == 1);
    CHECK((permkern::permute<shape, to_planes>(pixels, planes)) == PERMKERN_OK);
    for (unsigned p = 0; p < 54; p++) {
        for (unsigned c = 0; c < 3; c++) {
            CHECK(planes[c * 54 + p] == pixels[p * 3 + c]);
        }
    }

    // Pinned for pointers better aligned than these: the dispatcher serves them.
    alignas(64) static std::uint16_t words[8 * 12 + 1], turned[12 * 8 + 1];
    fill(words);
    using matrix = permkern::shape<8, 12>;
    using swapped = permkern::axes<1, 0>;
    static_assert(permkern::pinned<16, matrix, swapped>::align == 64);
    for (unsigned at = 0; at < 2; at++) {
        std::memset(turned, 0, sizeof turned);
        CHECK((permkern::permute<matrix, swapped>(words + at, turned + at)) == PERMKERN_OK);
        for (unsigned r = 0; r < 8; r++) {
            for (unsigned c = 0; c < 12; c++) {
                CHECK(turned[at + c * 8 + r] == words[at + r * 12 + c]);
            }
        }
    }
    // Not pinned; signed, floating and own types by their size.
    static_assert(!permkern::pinned<32, matrix, swapped>::exists);
    static float reals[8 * 12], real_out[12 * 8];
    fill(reals);
    CHECK((permkern::permute<matrix, swapped>(reals, real_out)) == PERMKERN_OK);
    CHECK(real_out[1] == reals[12]);
    static rgba colours[2 * 3] = {}, colour_out[6];
    colours[3].g = 9;
    CHECK((permkern::permute<permkern::shape<2, 3>, swapped>(colours, colour_out)) == PERMKERN_OK);
    CHECK(colour_out[1].g == 9);

    // Extents of run time, strides on one side.
    std::memset(planes, 0, sizeof planes);
    CHECK(permkern::permute(permkern::view(pixels, {9, 6, 3}), {2, 0, 1}, permkern::view(planes, {3, 9, 6})) ==
          PERMKERN_OK);
    CHECK(planes[54 * 2 + 7] == pixels[7 * 3 + 2]);
    static std::uint8_t padded[3 * 64];
    const std::uint8_t *const constant = pixels;
    CHECK(permkern::permute(permkern::view(constant, {9, 6, 3}), {2, 0, 1},
                            permkern::view(padded, {3, 9, 6}, {64, 6, 1}, sizeof padded)) == PERMKERN_OK);
    CHECK(padded[64 * 2 + 7] == pixels[7 * 3 + 2] && padded[60] == 0);

    // Errors leave the output alone.
    std::memset(planes, 0xa5, sizeof planes);
    CHECK(permkern::permute(permkern::view(pixels, {9, 6, 3}), {2, 0, 2}, permkern::view(planes, {3, 9, 6})) ==
          PERMKERN_ERR_PERM);
    CHECK(permkern::permute(permkern::view(pixels, {9, 6, 3}), {2, 0, 1}, permkern::view(planes, {9, 3, 6})) ==
          PERMKERN_ERR_SHAPE);
    CHECK(permkern::permute(permkern::view(pixels, {9, 6, 3}), {2, 0, 1}, permkern::view(pixels, {3, 9, 6})) ==
          PERMKERN_ERR_OVERLAP);
    CHECK(permkern::permute(permkern::view(pixels, {9, 6, 3}), {2, 0, 1},
                            permkern::view(planes, {3, 9, 6}, {54, 6, 1}, 161)) == PERMKERN_ERR_CAPACITY);
    CHECK(planes[0] == 0xa5 && planes[161] == 0xa5);
    const permkern::view huge(reals, {4294967295U, 4294967295U, 4294967295U});
    CHECK(permkern::permute(huge, {2, 1, 0}, huge) == PERMKERN_ERR_SIZE);

    // A plan, in shares on two threads.
    permkern::plan<std::uint8_t, 3> plan;
    CHECK(plan.run(pixels, planes) == PERMKERN_ERR_PLAN);
    CHECK(plan.prepare(permkern::view(constant, {9, 6, 3}), {2, 0, 1}, permkern::view(planes, {3, 9, 6})) ==
          PERMKERN_OK);
    CHECK(!plan.is_view());
    permkern_status first = PERMKERN_ERR_PLAN;
    std::thread other([&] { first = plan.run_part(pixels, planes, 0, 2); });
    CHECK(plan.run_part(pixels, planes, 1, 2) == PERMKERN_OK);
    other.join();
    CHECK(first == PERMKERN_OK && planes[54 * 2 + 7] == pixels[7 * 3 + 2] && planes[0] == pixels[0]);
    std::printf("%d failures\n", failures);
    return failures != 0;
}
"""

WRONG = {
    "an axis twice": "permkern::permute<permkern::shape<2, 3>, permkern::axes<1, 1>>(a, b);",
    "fewer axes": "permkern::permute<permkern::shape<2, 3>, permkern::axes<0>>(a, b);",
    "no extent": "permkern::permute<permkern::shape<2, 0>, permkern::axes<1, 0>>(a, b);",
    "other elements": "(void)permkern::permute(permkern::view(a, {2, 3}), {1, 0}, permkern::view(c, {3, 2}));",
    "another rank": "(void)permkern::permute(permkern::view(a, {2, 3}), {1, 0}, permkern::view(b, {6}));",
    "a constant output": "permkern::permute<permkern::shape<2, 3>, permkern::axes<1, 0>>(a, d);",
    "elements that are not bytes": "permkern::permute<permkern::shape<1, 2>, permkern::axes<1, 0>>(s, s);",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("cpp")
    files = render(make_plan(parse_set(SET, "set.toml", "set")))
    write({made / "generated" / name: text for name, text in files.items()})
    build(made / "libpermkern.so", made / "generated")
    return made


def command(folder: Path, compiler: str, standard: str) -> list[str]:
    includes = [f"-I{ROOT / 'include'}", f"-I{folder / 'generated'}"]
    return [compiler, f"-std={standard}", *WARNINGS, *includes]


def test_a_compiler_is_there() -> None:
    assert COMPILERS


@pytest.mark.parametrize("standard", ["c++17", "c++20"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_wrapper(folder: Path, compiler: str, standard: str) -> None:
    source, program = folder / "main.cpp", folder / f"{compiler}-{standard}"
    source.write_text(PROGRAM)
    link = [f"-L{folder}", "-lpermkern", f"-Wl,-rpath,{folder}", "-pthread"]
    subprocess.run([*command(folder, compiler, standard), "-O1", source, "-o", program, *link], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "0 failures\n")


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("compiler", COMPILERS[:1])
def test_what_does_not_compile(folder: Path, compiler: str, what: str, tmp_path: Path) -> None:
    declared = "static unsigned char a[6], b[6]; static const unsigned char d[6] = {}; static float c[6];\n"
    declared += "struct text { ~text(); }; static text s[2];\n"
    right = "permkern::permute<permkern::shape<2, 3>, permkern::axes<1, 0>>(a, b);"
    for number, statement in enumerate((right, WRONG[what])):
        source = tmp_path / f"{number}.cpp"
        source.write_text(f'#include "permkern.hpp"\n{declared}void f()\n{{\n    {statement}\n}}\n')
        words = [*command(folder, compiler, "c++17"), "-Wno-unused-variable", "-fsyntax-only", source]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert (done.returncode == 0) == (number == 0), done.stderr
