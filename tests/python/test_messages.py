# SPDX-License-Identifier: BSD-3-Clause
"""
Users' mistakes, as tables: the input, and parts of the message. Each message is
one line on stderr with the file, the line and the remedy; the exit code is 2, and nothing is written.
"""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import ROOT, permkern
from permkern.kernels.manifest import MAX_BYTES
from test_cli import SET, snapshot
from test_manifest import PYTHON, Mistake, check_refused, family, pinned

# ---- in a set: its text, the line, the error, the remedy ----

SETS = [
    Mistake("empty file", "", None, "format is missing", "format = 1"),
    Mistake("empty set", "format = 1\n", None, "the set is empty", "add at least one [[permute]] or [[pinned]]"),
    Mistake("format 2", "# set\nformat = 2\n", 2, "format is 2", "reads format = 1"),
    Mistake("format table", "[format]\nx = 1\n", 1, "format is a table", "reads format = 1"),
    Mistake("unknown key", "format = 1\ncolour = 3\n", 2, "unknown key 'colour'", "known keys: format, profile"),
    Mistake("all, no ranks", family(perms='"all"'), 2, "ranks is missing", "ranks = [1, 2, 3, 4]"),
    Mistake("perms flat", family(perms="[1, 0]"), 3, "perms is [1, 0], one permutation", "write [[1, 0]]"),
    Mistake("name of 51", pinned(name='"' + "n" * 51 + '"'), 3, "name of 51 characters", "at most 50"),
    Mistake("4 GiB", pinned(shape="[65536, 65536]"), 4, "at 8 bits is too large", f"at most {MAX_BYTES} bytes"),
    Mistake("perm repeats", family(perms="[[1, 0], [2, 0, 0]]"), 3, "[2, 0, 0] is not a perm", "each of 0 to 2 once"),
    Mistake(
        "format below", family()[11:] + "format = 1\n", 4, "format stands below a table's head", "to the set's top"
    ),
    Mistake("ranks beside perms", family(ranks="[2]"), 5, 'ranks is allowed only with perms = "all"', "remove it"),
    Mistake("misspelt shape", pinned(shapes="[1]"), 7, "unknown key 'shapes' in [[pinned]]", "did you mean 'shape'?"),
    Mistake("name twice", pinned() + pinned()[11:], 8, "duplicate name 'a'", "names must be unique"),
    Mistake("extent 0", pinned(shape="[4, 0]"), 4, "extent 0 in shape", "extents must be 1 or more"),
    Mistake("shape of 9", pinned(shape="[1,1,1,1,1,1,1,1,1]"), 4, "shape of 9 axes", "at most 8"),
    Mistake("open string, then more", 'format = 1\nprofile = "size\n[[pinned]]\n', 2, "not TOML", 'add " at its end'),
    Mistake("list in round brackets", pinned(shape="(2, 3)"), 4, "not TOML", "a list is in square brackets"),
    Mistake("colon", "format: 1\n", 1, "not TOML", "write = between a key and its value"),
    Mistake("comma at the end", "format = 1,\n", 1, "not TOML", "remove the comma"),
    Mistake("C comment", "format = 1\n// x\n", 2, "not TOML", "a comment begins with #"),
    Mistake("list in quotes", pinned(shape='"[2, 3]"'), 4, "it must be a list", "shape = [2, 3], without quotes"),
    Mistake("axis from the end", pinned(perm="[-1, 0]"), 5, "is not a permutation", "axes are counted from 0: [1, 0]"),
    Mistake("axes from 1", pinned(perm="[2, 1]"), 5, "is not a permutation", "axes are counted from 0: [1, 0]"),
    Mistake("unknown extent", pinned(shape="[-1, 3]"), 4, "extent -1", "write the number that -1 stands for"),
    Mistake("pinned key twice", pinned() + "bits = 8\n", 7, "not TOML", "toml.io"),
    Mistake("part of a byte", pinned(shape="[3, 5]", bits="1"), 4, "has 15 bits", "a multiple of 8"),
    Mistake(
        "bits at run time", family(bits="[8, 1]"), 4, "bits 1 is not an element width", "1, 2 and 4 bits are [[pinned]]"
    ),
    Mistake("part of a byte of rows", pinned(shape="[3, 5]", bits="1", in_stride="[8]"), 4, "15 bits", "out_stride"),
    Mistake("strides of all axes", pinned(in_stride="[5, 1]"), 7, "in_stride [5, 1] has 2 numbers", "give 1"),
    Mistake("stride of rows that overlap", pinned(out_stride="[3]"), 7, "lets elements overlap", "4 or more"),
    Mistake("stride within bytes", pinned(bits="2", in_stride="[6]"), 7, "no whole bytes", "a multiple of 4"),
    Mistake("4 GB of gaps", pinned(in_stride="[0x8000_0000]"), 7, "is too large", f"at most {2**32 - 1} bytes"),
    Mistake("gaps by request", pinned(in_stride="[6]", dispatch="true"), 8, "dispatch is for", "remove it"),
    Mistake("gaps in place", pinned(in_stride="[6]", in_place="true"), 8, "no kernel in place", "gaps"),
    Mistake(
        "bits in place", pinned(shape="[8, 8]", bits="1", in_place="true"), 7, "has no kernel in place", "share bytes"
    ),
    Mistake("Latin-1", b"format = 1\n# \xe4\n", 2, "not UTF-8 (byte 14)", "save the file as UTF-8"),
]


@pytest.mark.parametrize("mistake", SETS, ids=lambda mistake: mistake.name)
def test_mistake_in_a_set(mistake: Mistake, tmp_path: Path) -> None:
    check_refused(mistake, tmp_path)


# ---- on the command line, in a folder with set.toml, its kernels in out/, and files of other kinds ----

TYPED: tuple[tuple[str, ...], ...] = (
    # shapes and permutations
    ("explain 96,96,3 '2 0 1'", "permutation '2 0 1' is not a list of numbers; write 2,0,1\n"),
    ("explain 96,96,3 201", "permutation '201' is one number; separate its axes by commas: 2,0,1"),
    ("emit 96,96,3 2,0,-1", "negative ones do not count from the end: write 2,0,2"),
    ("emit -1,96,3 2,0,1", "write the number that the negative one stands for"),
    ("explain 96,96,3 1,2,3", "axes are counted from 0: 0,1,2"),
    ("explain 2,0,1 96,96,3", "the shape comes before the permutation"),
    ("emit 4,5 1,1", "'1,1' is not a permutation; it must hold each of 0 to 1 once"),
    ("emit 4,5 1,0,2", "the permutation has 3 axes but the shape has 2; both must have the same number"),
    ("explain 4,0 1,0", "extent 0 in shape '4,0'; extents must be 1 or more"),
    ("explain 65536,65536 1,0", "is too large; a tensor may have at most 4294967295 bytes"),
    ("emit 3,5 1,0 --bits 1", "at 1 bits has 15 bits, which do not fill the last byte; pad an axis to make"),
    ("emit 4,8 1,0 --in-stride 7", "in-stride '7' has stride 7 of axis 0, which lets elements overlap; it must be 8"),
    ("emit 4,8 1,0 --out-stride 4,1", "out-stride '4,1' has 2 numbers; give 1, one for each axis but the innermost"),
    ("emit 144,3 1,0,2", "the same number; for an order of the innermost axis, give perm 0,1 and order 1,0,2"),
    ("emit 144,3 0,1 --order 1,0", "is no order of the innermost axis, whose extent is 3; it must hold each of 0 to 2"),
    ("emit 8,3 0,1 --order 1,0,2 --bits 1", "order '1,0,2' is for elements of 8 bits or more"),
    ("emit 8,8 0,1 --in-offset 1", "in_offset is for elements of 1, 2 and 4 bits; with 8 bits, add it to the pointer"),
    ("emit 8,8 0,1 --bits 4 --out-offset -1", "offset -1; offsets are 0 or more"),
    ("explain 4,5 1,0 --flip 2", "axis 2 in flip '2'; axes of the output must be from 0 to 1"),
    # options and verbs
    ("", "permkern: the following arguments are required: VERB", "see permkern --help"),
    ("generte -o out set.toml", "permkern: VERB 'generte': no such choice; did you mean generate?"),
    ("generate set.toml", "required: -o/--output; example: permkern generate -o generated my_model.toml"),
    ("explain 4,4", "required: PERM; example: permkern explain 1,257,1,2 0,3,2,1 --bits 32"),
    ("list -x set.toml", "unrecognized arguments: -x; example: permkern list"),
    ("emit 4,5 1,0 --bits 3", "--bits 3: no element width; it must be 1, 2, 4, 8, 16, 32 or 64\n"),
    ("--verison", "permkern: unrecognized arguments: --verison; did you mean --version?"),
    ("list set.toml ./set.toml", "./set.toml: named set as set.toml is, and both have a kernel "),
    ("new demo --board m4", "--board 'm4': no such choice; did you mean cortex-m4?"),
    ("emit 4,5 1,0 --align x", "--align 'x': not a whole number; write digits alone"),
    ("emit 4,5 1,0 --align 3", "--align 3 is not a power of two from 1 to 128 (bytes)"),
    ("emit 4,5 1,0 --name register", "--name 'register' has a meaning of its own in C, C++ or their libraries; choose"),
    (f"emit 4,5 1,0 --name {'a' * 51}", "--name of 51 characters; at most 50 are allowed"),
    # targets
    ("amalgamate --target pdp11 -o lib set.toml", "--target 'pdp11': no such target; the targets are cortex-m0, "),
    ("generate --target rv32 -o lib set.toml", "it may be rv32imac or rv32imacv; the targets are"),
    ("generate --target m4, -o lib set.toml", "--target '': the name is empty; the targets are"),
    ("generate --target cortex-m44 -o lib set.toml", "no such target (did you mean cortex-m4?); the targets are"),
    (
        "emit 4,5 1,0 --target x86-64",
        "vectors of hosts take the library around them; use `permkern amalgamate",
    ),
    # files and folders
    (
        "list sett.toml",
        "sett.toml: cannot be read (No such file or directory); did you mean set.toml? Or give one of the shipped sets",
    ),
    ("list ''", "cannot be read (Is a directory); give the path of a set, or one of the shipped sets default, "),
    ("list 'two\nlines'", "two lines: cannot be read (No such file or directory); give the path of a set"),
    ("check out notes.txt/y.toml", "notes.txt/y.toml: cannot be read (Not a directory); give the path of a set"),
    ("list empty.onnx", "permkern import empty.onnx -o empty.toml"),
    ("check set.toml out", "exchange the two: permkern check out set.toml"),
    (
        "check other set.toml",
        "other: no such folder; give one that `permkern generate` or `permkern amalgamate` wrote\n",
    ),
    ("generate -o '' set.toml", "-o/--output: the name is empty; give a folder"),
    ("generate -o set.toml set.toml", "set.toml: cannot be written (File exists); a file has this name"),
    ("generate -o set.toml/out set.toml", "cannot be written (Not a directory); a file has the name of a folder"),
    (f"generate -o {'n' * 300} set.toml", "cannot be written (File name too long); choose a shorter name"),
    ("generate -o locked/out set.toml", "locked/out: cannot be written (Permission denied); choose a folder that you"),
    ("new .", ".: a project gets a folder of its own", "as in: permkern new my_project"),
    # models, reports, figures
    ("import none.onnx", "none.onnx: cannot be read (No such file or directory); give the path of a model"),
    ("import empty.onnx", "empty.onnx: the file is empty; give the path of a model"),
    ("import pointer.tflite", "pointer.tflite: a Git LFS pointer, not the model itself; fetch it with `git lfs pull`"),
    ("report set.toml -o page.pdf", "page.pdf: a report is a page or Markdown; end its name in .html or .md"),
)


LFS = "version https://git-lfs.github.com/spec/v1\noid sha256:0\n"
FILES = {
    "set.toml": SET,
    "notes.txt": "\nnotes\n",
    "empty.onnx": "",
    "pointer.tflite": LFS,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("typed")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    assert permkern("generate", "-o", "out", "set.toml", cwd=folder).returncode == 0
    return folder


@pytest.fixture
def locked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody, not even root, makes a folder in locked/."""
    mkdir: Callable[..., None] = Path.mkdir

    def refuse(path: Path, *arguments: bool, **options: bool) -> None:
        if "locked" in path.parts:
            raise PermissionError(13, "Permission denied", str(path))
        mkdir(path, *arguments, **options)

    monkeypatch.setattr(Path, "mkdir", refuse)


@pytest.mark.usefixtures("locked")
@pytest.mark.parametrize("row", TYPED, ids=lambda row: row[0][:60] or "nothing")
def test_mistake_on_the_command_line(folder: Path, row: tuple[str, ...]) -> None:
    before = snapshot(folder), sorted(folder.iterdir())
    done = permkern(*shlex.split(row[0]), cwd=folder)
    assert done.is_refused, done
    assert [what for what in row[1:] if what not in done.stderr] == [], done.stderr
    assert not re.search(PYTHON, done.stderr), "a value as Python writes it"
    assert (snapshot(folder), sorted(folder.iterdir())) == before


# ---- in a build ----


@pytest.mark.parametrize(
    ("paths", "sources", "number", "told"),
    [
        ("", "gen", 2, "no permkern_kernels.h on the include path: add the folder that `permkern generate -o FOLDER`"),
        ("generated gen", "gen", 1, "two folders of kernels: the include path leads to another set's header"),
        ("gen generated", "gen generated", 1, "two folders of kernels: the include path leads to another set's header"),
        ("gen", "gen", 0, ""),
    ],
)
def test_wrong_include_paths(tmp_path: Path, paths: str, sources: str, number: int, told: str) -> None:
    """Each file that needs the header has one #error, and no other error or warning."""
    shutil.copytree(ROOT / "generated", tmp_path / "generated")
    assert permkern("generate", "-o", tmp_path / "gen", "mli").returncode == 0
    files = [ROOT / "src/core/choose.c"]
    files += [tmp_path / each / name for each in sources.split() for name in ("permkern_table.c", "permkern_x8.c")]
    flags = [f"-I{path}" for path in (ROOT / "include", ROOT / "src", *(tmp_path / each for each in paths.split()))]
    command = [
        "gcc",
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-Wpedantic",
        "-Wundef",
        "-ffreestanding",
        "-fsyntax-only",
        *flags,
        *files,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.findall(r"(?:error|warning): (.*)", done.stderr)
    assert len(found) == number and all(told in line for line in found), done.stderr


PROJECT = """cmake_minimum_required(VERSION 3.21)
project(app LANGUAGES C)
add_subdirectory({root} permkern)
permkern_generate(kernels SET minimal)
"""
CMAKE = "-S . -B cmake -GNinja -DCMAKE_SYSTEM_NAME=Generic -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY"
MACHINE = "[host_machine]\nsystem = 'none'\ncpu_family = 'arm'\ncpu = 'x'\nendian = 'little'\n[binaries]\nc = 'gcc'\n"


@pytest.mark.ci
@pytest.mark.skipif(shutil.which("cmake") is None or shutil.which("meson") is None, reason="needs CMake and Meson")
@pytest.mark.parametrize(
    ("cmake", "meson", "slow"),
    [("CMAKE_BUILD_TYPE=Debug", "optimization=0", True), ("CMAKE_C_FLAGS=-Os", "c_args=-O2", False)],
)
def test_firmware_without_optimisation(tmp_path: Path, cmake: str, meson: str, slow: bool) -> None:
    def run(*command: str) -> str:
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return " ".join((done.stdout + done.stderr).split())

    (tmp_path / "CMakeLists.txt").write_text(PROJECT.format(root=ROOT))
    (tmp_path / "cross.ini").write_text(MACHINE)
    told = run("cmake", *CMAKE.split(), f"-DPERMKERN_PYTHON={sys.executable}", f"-D{cmake}")
    assert ("permutes take several times as long" in told) == slow
    planned = run("ninja", "-C", "cmake", "-n")
    assert "kernels.dir" in planned and "permkern.dir" not in planned, "the project's library alone is built"
    told = run("meson", "setup", "meson", str(ROOT), "--cross-file=cross.ini", "-Dbuildtype=plain", f"-D{meson}")
    assert ("permutes take several times as long" in told) == slow
