# SPDX-License-Identifier: BSD-3-Clause
"""The command line as users run it: exit codes, what is printed, what is written and what is left alone."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from clib import ROOT, permkern
from permkern.manifest import load_set
from permkern.plan import make_plan
from permkern.render import OUTPUTS, inputs, template_directory
from permkern.runtime import runtime_files

SET = """format = 1
[[permute]]
perms = [[1, 0]]
bits = 8
[[pinned]]
name = "camera"
shape = [9, 6, 3]
perm = [2, 0, 1]
bits = 8
count = 3
"""


def snapshot(directory: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every file's inode, time of change and content."""
    files = [path for path in sorted(directory.rglob("*")) if path.is_file()]
    return {str(path): (path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes()) for path in files}


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A folder with set.toml and out/, what `generate` makes of it."""
    (tmp_path / "set.toml").write_text(SET)
    done = permkern("generate", "-o", tmp_path / "out", tmp_path / "set.toml")
    size = sum(path.stat().st_size for path in (tmp_path / "out").iterdir())
    said = f"{tmp_path / 'out'}: 9 files, 3 kernels, {size} bytes: written\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, said, "")
    return tmp_path


# ---- generate ----


def test_generate_writes_every_output(made: Path) -> None:
    assert {path.name for path in (made / "out").iterdir()} == set(OUTPUTS)


def test_generate_makes_folders(made: Path) -> None:
    assert permkern("generate", "-o", made / "a" / "b", made / "set.toml").returncode == 0
    assert (made / "a" / "b" / OUTPUTS[0]).read_bytes() == (made / "out" / OUTPUTS[0]).read_bytes()


def test_generated_files_have_the_mode_of_any_new_file(made: Path) -> None:
    (made / "any").write_text("")
    assert {path.stat().st_mode for path in (made / "out").iterdir()} == {(made / "any").stat().st_mode}


def test_unchanged_rerun_rewrites_nothing(made: Path) -> None:
    before = snapshot(made / "out")
    done = permkern("generate", "-o", made / "out", made / "set.toml")
    assert done.returncode == 0 and done.stdout.endswith(" bytes: unchanged\n")
    assert snapshot(made / "out") == before


def test_rerun_rewrites_what_changed_alone(made: Path) -> None:
    before = snapshot(made / "out")
    changed = made / "out" / "permkern_table.c"
    text = changed.read_bytes()
    changed.write_bytes(text + b"\n")
    (made / "out" / "permkern_x8.c").unlink()
    (made / "out" / "mine.c").write_text("int mine;\n")
    done = permkern("generate", "-o", made / "out", made / "set.toml")
    assert done.returncode == 0 and done.stdout.endswith(" bytes: 2 written, 7 unchanged\n")
    after = snapshot(made / "out")
    assert changed.read_bytes() == text
    names = {Path(name).name for name in after if after[name] != before.get(name)}
    assert names == {"permkern_table.c", "permkern_x8.c", "mine.c"}
    assert {Path(name).name for name in after} == {*OUTPUTS, "mine.c"}


def test_dry_run_names_files_and_writes_nothing(made: Path) -> None:
    done = permkern("generate", "-o", made / "new", "--dry-run", "--depfile", made / "d", made / "set.toml")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [f"would write {made / 'new' / name}" for name in OUTPUTS]
    assert sorted(path.name for path in made.iterdir()) == ["out", "set.toml"]


def test_dry_run_names_what_would_change(made: Path) -> None:
    (made / "out" / "permkern_x16.c").write_text("")
    before = snapshot(made)
    done = permkern("generate", "-o", made / "out", "--dry-run", made / "set.toml")
    assert (done.returncode, done.stdout) == (0, f"would write {made / 'out' / 'permkern_x16.c'}\n")
    assert snapshot(made) == before


def test_depfile_names_every_output_and_input(tmp_path: Path) -> None:
    folder = tmp_path / "a folder#1"
    folder.mkdir()
    (folder / "set.toml").write_text(SET)
    assert permkern("generate", "-o", folder / "out", "--depfile", folder / "d", folder / "set.toml").returncode == 0
    text = (folder / "d").read_text()
    assert text.count("\n") == 1
    outputs, sources = (shlex.split(side, comments=False) for side in text.split(": "))
    assert outputs == [str(folder / "out" / name) for name in OUTPUTS]
    generator = [*(ROOT / "generator").glob("*.py"), *(ROOT / "templates").glob("*.j2")]
    assert sorted(sources) == sorted(map(str, [folder / "set.toml", *generator]))


def test_depfile_names_a_shipped_set(tmp_path: Path) -> None:
    assert permkern("generate", "-o", tmp_path / "out", "--depfile", tmp_path / "d", "minimal").returncode == 0
    assert str(ROOT / "generator" / "sets" / "minimal.toml") in (tmp_path / "d").read_text()


@pytest.mark.skipif(shutil.which("make") is None, reason="no make")
def test_make_reads_the_depfile(made: Path) -> None:
    permkern("generate", "-o", "out", "--depfile", "d", "set.toml", cwd=made)
    (made / "Makefile").write_text("all: out/permkern_table.c\ninclude d\n")
    done = subprocess.run(["make", "-n", "all"], cwd=made, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_inputs_are_all_that_is_read() -> None:
    assert set(template_directory().iterdir()) <= set(inputs())


@pytest.mark.parametrize(
    ("output", "reason"),
    [("set.toml", "File exists"), ("set.toml/out", "Not a directory"), ("\0", "")],
    ids=["file", "below a file", "NUL"],
)
def test_output_that_cannot_be_written(made: Path, output: str, reason: str) -> None:
    if "\0" in output:
        output, reason = "n" * 300, "File name too long"
    before = snapshot(made)
    done = permkern("generate", "-o", made / output, made / "set.toml")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert f"cannot be written ({reason})" in done.stderr
    assert done.stderr.startswith(str(made / output).split("/out")[0])
    assert snapshot(made) == before


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no folder that not even root may write")
def test_output_that_may_not_be_written(made: Path) -> None:
    done = permkern("generate", "-o", "/proc/permkern", made / "set.toml")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("/proc/permkern: cannot be written (")


def test_folder_in_place_of_an_output(made: Path) -> None:
    (made / "out" / "permkern_x8.c").unlink()
    (made / "out" / "permkern_x8.c").mkdir()
    done = permkern("generate", "-o", made / "out", made / "set.toml")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "cannot be written (Is a directory)" in done.stderr
    assert {path.name for path in (made / "out").iterdir()} == set(OUTPUTS), "no temporary file stays"


@pytest.mark.parametrize("verb", ["generate", "check"])
def test_bad_set_leaves_the_folder_alone(made: Path, verb: str) -> None:
    (made / "set.toml").write_text(SET.replace("[9, 6, 3]", "[9, 6]"))
    before = snapshot(made)
    output = ["-o", made / "out", "--depfile", made / "d"] if verb == "generate" else [made / "out"]
    done = permkern(verb, *output, made / "set.toml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{made / 'set.toml'}:8: perm has 3 axes but shape has 2; both must have the same number\n"
    assert snapshot(made) == before


# ---- check ----


def test_check_of_what_generate_wrote(made: Path) -> None:
    done = permkern("check", made / "out", made / "set.toml")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_check_of_the_committed_kernels() -> None:
    done = permkern("check", ROOT / "generated", ROOT / "generator" / "sets" / "default.toml")
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("name", OUTPUTS)
def test_check_finds_one_changed_byte(made: Path, name: str) -> None:
    file = made / "out" / name
    data = bytearray(file.read_bytes())
    middle = data.index(b"Generated")
    data[middle] ^= 1
    file.write_bytes(data)
    before = snapshot(made)
    done = permkern("check", made / "out", made / "set.toml")
    assert (done.returncode, done.stderr) == (1, "")
    lines = done.stdout.splitlines()
    assert lines[:2] == [f"--- {name} (as it is)", f"+++ {name} (generated)"]
    assert lines[2].startswith("@@ ")
    assert len([line for line in lines[2:] if line.startswith("-")]) == 1
    assert len([line for line in lines[2:] if line.startswith("+")]) == 1
    assert snapshot(made) == before


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data[:-1], "No newline at end of file"),
        (lambda data: data + b"\n", "-\n"),
        (lambda data: data.replace(b"\n", b"\r\n"), "\r\n"),
        (lambda data: data[:0], "+/* SPDX-License-Identifier"),
        (lambda data: b"\xff" + data, "-\\xff/* SPDX"),
        (lambda data: data.replace(b"Generated", b"Gen\0rated"), "-"),
    ],
    ids=["last newline", "newline more", "CRLF", "empty", "not UTF-8", "NUL"],
)
def test_check_finds_other_changes(made: Path, change: "object", says: str) -> None:
    assert callable(change)
    file = made / "out" / "permkern_kernels.h"
    file.write_bytes(change(file.read_bytes()))
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "permkern.py", "check", made / "out", made / "set.toml"],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert says.encode() in done.stdout


def test_check_finds_a_missing_file(made: Path) -> None:
    (made / "out" / "permkern_x64.c").unlink()
    done = permkern("check", made / "out", made / "set.toml")
    assert done.returncode == 1
    assert done.stdout.startswith("--- missing\n+++ permkern_x64.c (generated)\n")


def test_check_names_strays(made: Path) -> None:
    for name in ("mine.c", "permkern_x8.c.orig", "notes.txt", "meson.build", ".hidden"):
        (made / "out" / name).write_text("")
    done = permkern("check", made / "out", made / "set.toml")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines() == [
        "mine.c: not generated by this set; delete it",
        "permkern_x8.c.orig: not generated by this set; delete it",
        "notes.txt: not of this set; it may stay, as no compiler takes it for a source",
    ]
    for name in ("mine.c", "permkern_x8.c.orig"):
        (made / "out" / name).unlink()
    assert permkern("check", made / "out", made / "set.toml").returncode == 0


def test_a_folder_holds_one_kind_of_output(made: Path) -> None:
    """What generate writes and what amalgamate writes define the same kernels: a build would take both."""
    before = snapshot(made)
    for target in ((), ("--target", "cortex-m4")):
        done = permkern("amalgamate", *target, "-o", made / "out", made / "set.toml")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            f"{made / 'out'}: holds permkern_kernels.h, which `permkern generate` wrote, and a build would take both; "
            "amalgamate into another folder\n"
        )
    assert snapshot(made) == before
    assert permkern("amalgamate", "--target", "cortex-m4", "-o", made / "one", made / "set.toml").returncode == 0
    assert permkern("amalgamate", "--target", "cortex-m7", "-o", made / "one", made / "set.toml").returncode == 0
    done = permkern("generate", "-o", made / "one", made / "set.toml")
    assert (done.returncode, done.stdout) == (2, "")
    assert "holds permkern.c, which `permkern amalgamate` wrote" in done.stderr
    done = permkern("check", made / "one", made / "set.toml")
    assert done.returncode == 2 and "permkern amalgamate --dry-run -o" in done.stderr


# ---- slips ----

SLIPS = (
    (("explain", "[96,96,3]", "2,0,1"), "; write 96,96,3"),
    (("explain", "(96, 96, 3)", "2,0,1"), "; write 96,96,3"),
    (("explain", "96,96,3", "[2, 0, 1]"), "; write 2,0,1"),
    (("emit", "96,96,3", "2,0,-1"), "negative ones do not count from the end: write 2,0,2"),
    (("emit", "-1,96,3", "2,0,1"), "write the number that the negative one stands for"),
    (("explain", "96,96,3", "1,2,3"), "axes are counted from 0: 0,1,2"),
    (("explain", "96,96,3", "201"), "separate its axes by commas: 2,0,1"),
    (("explain", "2,0,1", "96,96,3"), "the shape comes before the permutation"),
    (("explain", "4,5", "1,0", "--in-strides", "[1,4]"), "; write 1,4"),
    (("check", "set.toml", "out"), "exchange the two: permkern check out set.toml"),
    (("check", "default", "out"), "exchange the two: permkern check out default"),
    (("list", "sett.toml"), "did you mean set.toml?"),
    (("list", "Set"), "did you mean set.toml?"),
    (("list", "models/set.toml"), "did you mean set.toml?"),
    (("list", "model.onnx"), "permkern import model.onnx -o model.toml"),
    (("generate", "-o", "set.toml", "set.toml"), "it is a file, and -o names a folder"),
    (("new", "."), "a project gets a folder of its own"),
    (("new", "out/.."), "a project gets a folder of its own"),
)


@pytest.mark.parametrize(("words", "told"), SLIPS)
def test_a_slip_gets_the_sentence_that_mends_it(made: Path, words: tuple[str, ...], told: str) -> None:
    before = snapshot(made)
    done = permkern(*words, cwd=made)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert told in done.stderr
    assert snapshot(made) == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("gen", "-o", "out", "set.toml"), "did you mean 'generate'?"),
        (("version",), "did you mean '--version'?"),
        (("generate", "set.toml", "out"), "example: permkern generate -o "),
        (("report", "set.toml", "r.html"), "example: permkern report my_model.toml -o report.html"),
    ],
)
def test_an_argument_that_is_not_there_gets_an_example(words: tuple[str, ...], told: str) -> None:
    done = permkern(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr.splitlines()[-1]


def test_check_of_another_set(made: Path) -> None:
    (made / "set.toml").write_text(SET.replace("camera", "microphone"))
    done = permkern("check", made / "out", made / "set.toml")
    assert done.returncode == 1
    assert "-PERMKERN_API void permkern_pin_camera(const void *in, void *out);\n" in done.stdout
    assert "+PERMKERN_API void permkern_pin_microphone(const void *in, void *out);\n" in done.stdout


def test_check_of_no_folder(made: Path) -> None:
    done = permkern("check", made / "other", made / "set.toml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{made / 'other'}: no such folder; give one that `permkern generate` wrote\n"


def test_check_of_a_folder_in_place_of_a_file(made: Path) -> None:
    (made / "out" / "permkern_x8.c").unlink()
    (made / "out" / "permkern_x8.c").mkdir()
    done = permkern("check", made / "out", made / "set.toml")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "permkern_x8.c: cannot be read (Is a directory)" in done.stderr


# ---- list ----


@pytest.mark.parametrize("name", ["default", "gtcrn", "minimal", "mli", "tiny"])
def test_list_json_is_the_plan(name: str) -> None:
    done = permkern("list", name, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    listed = json.loads(done.stdout)
    plan = make_plan(load_set(name))
    assert (listed["set"], listed["profile"]) == (plan.name, plan.profile)
    assert [(row["bits"], tuple(row["perm"]), row["kernel"]) for row in listed["forms"]] == [
        (form.bits, form.perm, form.kernel.name if form.kernel else "permkern_generic") for form in plan.forms
    ]
    assert [(row["name"], tuple(row["shape"]), tuple(row["perm"]), row["count"]) for row in listed["pinned"]] == [
        (entry.request.name, entry.work.shape, entry.work.perm, entry.request.count) for entry in plan.pinned
    ]
    assert sum(row["count"] for row in listed["pinned"]) == (61 if name == "gtcrn" else 0)


@pytest.mark.parametrize("name", ["default", "gtcrn", "minimal", "mli", "tiny"])
def test_list_text_has_a_line_for_each_row(name: str) -> None:
    plan = make_plan(load_set(name))
    lines = permkern("list", name).stdout.splitlines()
    assert len(lines) == 1 + len(plan.forms) + len(plan.pinned)
    assert lines[0].startswith(f"set {name}, profile {plan.profile}: {len(plan.kernels)} kernels")
    for entry, line in zip(plan.pinned, lines[1 + len(plan.forms) :], strict=True):
        assert line.endswith(f"{entry.symbol} x{entry.request.count}")


def test_list_into_a_pipe_that_closes() -> None:
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'tools' / 'permkern.py'))} list default"
    script = f"set -o pipefail; {{ {command}; echo $? >&2; }} | true"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr == "0\n"


# ---- explain ----


def test_explain_the_example() -> None:
    done = permkern("explain", "1,257,1,2", "0,3,2,1", "--bits", "32")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("1x257x1x2 (0,3,2,1), 32-bit, 2056 bytes")
    assert "\n  1. drop axes of extent 1: 257x2 (1,0)\n" in done.stdout
    assert "\n  folds to 257x2 (1,0), 32-bit\n" in done.stdout
    assert "permkern_x32_p10_tile: tile" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("28,28,8", "2,0,1"), ["fuse axes that stay neighbours: 784x8 (1,0)", "permkern_x8_p10_tile", "no tail code"]),
        (("28x28x8", "2,0,1"), ["784x8 (1,0)"]),
        (("5,4,8", "1,0,2"), ["move the run of 8 x 8 bits as one 64-bit element", "folds to 5x4 (1,0), 64-bit"]),
        (("5,6", "0,1"), ["folds to 30 (0)", "permkern_is_view", "permkern_x8_p0_copy: copy"]),
        (("7", "0"), ["nothing to fold", "a view suffices"]),
        (
            ("28,28,8", "2,0,1"),
            ["a loop over rows, 2 tiles in the body", "PERMKERN_SEVERAL and permkern_pairs_fit()"],
        ),
        (
            ("5,6,7", "2,1,0"),
            ["around permkern_x8_plane()", "row 4, columns 0 to 3: one by one", "3 columns and 1 row"],
        ),
        (("9,7", "1,0"), ["3 columns and 1 row\n", "strided where words trap"]),
        (
            ("2,3,2,3,2", "4,3,2,1,0"),
            [
                "permkern_generic: generic, set default has no kernel for 8-bit",
                "lines along axis 3, by permkern_line8()",
            ],
        ),
        (
            ("4,2,2,10,10", "0,3,1,4,2"),
            [
                "around planes by permkern_x8_p10_tile()",
                "channels put together (words); rows as lines (mve, rvv); the generic routine (hosts)",
            ],
        ),
        (
            ("3,4,3,2,3,16", "4,2,1,0,3,5"),
            ["runs along axis 5, by permkern_runs(), one for each place of axis 2"],
        ),
        (("1,1", "1,0", "--bits=64"), ["folds to 1 (0), 64-bit"]),
        (
            ("28,28,5", "2,0,1", "--xor", "0x80"),
            [
                "permkern_xor() was called for: the output exclusive-or 0x80",
                "    each element exclusive-or 0x80:\n",
                "4x4 tiles by permkern_x8_tile4x4_xor()",
                "column 4: in fours, by permkern_join4_xor(), and one by one",
                "      then the whole output exclusive-or 0x80 by permkern_xor_run()\n",
            ],
        ),
        (("4,2", "0,1", "--xor=1", "--bits=16"), ["each element exclusive-or 0x0001:"]),
    ],
    ids=lambda value: " ".join(value)[:30],
)
def test_explain(arguments: tuple[str, ...], says: list[str]) -> None:
    done = permkern("explain", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    for what in says:
        assert what in done.stdout


EVERY_HOST = "sse2, avx2, avx512, avx512vbmi, neon, simd128"
FEW = "on hosts: by words, as there are few elements"
JOINED = "on hosts: further axes join rows or columns before these are cut into tiles"
BY_INDEX = "or, where vector permutes hold so many elements, by an index of them"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("28,28,8", "2,0,1"),
            ["tiles (words, hosts); columns as lines (words that would trap, rvv); channels taken apart (mve)"],
        ),
        (("8,8", "1,0"), ["tiles (words); columns as lines (words that would trap, mve, rvv)", FEW, BY_INDEX]),
        (
            ("5,13", "1,0"),
            ["tiles that lie over each other (words); rows as lines (words that would trap, mve, rvv)", FEW],
        ),
        (
            ("40,41", "1,0"),
            [
                "tiles, then what they leave over (words, mve); rows as lines (words that would trap, rvv); "
                "tiles (hosts)",
            ],
        ),
        (
            ("96,96,3", "2,0,1"),
            [
                "channels taken apart (words, avx2, avx512, avx512vbmi, neon, simd128); columns as lines (mve, rvv); "
                "tiles (sse2)",
            ],
        ),
        (
            ("2,512", "1,0"),
            [
                "channels put together (words, mve, neon); rows as lines (rvv); "
                "the generic routine (sse2, avx2, avx512, avx512vbmi, simd128)",
            ],
        ),
        (("3,32", "1,0", "--bits=64"), ["channels put together (words, avx2, "]),
        (
            ("40,5,41", "2,1,0", "--bits=32"),
            ["tiles, then what they leave over (words, mve); rows as lines (rvv); tiles (hosts)", JOINED],
        ),
        (
            ("5,6,7", "2,1,0"),
            ["tiles that lie over each other (words); rows as lines (words that would trap, mve, rvv)", FEW],
        ),
        (("40,50,8", "1,0,2"), ["tiles, then what they leave over (words); rows as lines (rvv); tiles (hosts)"]),
        (
            ("40,41", "1,0", "--set=mli"),
            ["tiles, then what they leave over (any core); the generic routine (words that would trap)"],
        ),
        (("3,4", "1,0", "--set=mli"), ["the generic routine (any core)", BY_INDEX]),
        (("4,16", "1,0", "--set=mli"), ["tiles (any core); the generic routine (words that would trap)", BY_INDEX]),
        (("5,6", "0,1"), []),
    ],
    ids=lambda value: " ".join(value)[:30],
)
def test_explain_says_what_the_library_chooses(arguments: tuple[str, ...], says: list[str]) -> None:
    done = permkern("explain", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    any_shape = done.stdout.partition("Any shape")[2].partition("\n\n")[0].splitlines()
    told = [line.strip() for line in any_shape[2:]]
    start = next((k for k, line in enumerate(told) if line.startswith("at run time: ")), len(told))
    assert len(told[start:]) == len(says)
    for line, what in zip(told[start:], says, strict=True):
        assert line.removeprefix("at run time: ").startswith(what)


def test_explain_says_how_vectors_move_a_pinned_plane() -> None:
    def lines(*arguments: str) -> list[str]:
        told = permkern("explain", *arguments).stdout.partition("pinned to this shape:")[2].splitlines()
        return [line.strip() for line in told]

    camera = lines("96,96,3", "2,0,1")
    wide = "channels taken apart (avx2, avx512, avx512vbmi, neon, simd128)"
    first = "where PERMKERN_VECTOR: permkern_vector_pinned() first, axes as constants"
    assert f"{first}: tiles (sse2); {wide}" in camera
    assert "the whole plane by permkern_x8_plane_inline(): columns as lines (mve, rvv)" in camera
    assert f"{first}: tiles (hosts)" in lines("40,5,41", "2,1,0")
    assert first in lines("40,5,41", "1,0,2")
    assert "the whole plane by permkern_x64_plane_inline(): rows as lines (rvv)" in lines("4,9", "1,0", "--bits=64")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("a,b", "1,0"), "shape 'a,b' is not a list of numbers; separate them by commas"),
        (("4,,4", "1,0"), "shape '4,,4' is not a list of numbers"),
        (("", "0"), "shape '' is not a list of numbers"),
        (("4,²", "1,0"), "shape '4,²' is not a list of numbers"),
        (("4," + "9" * 5000, "1,0"), "is not a list of numbers"),
        (("4,5", "1;0"), "permutation '1;0' is not a list of numbers"),
        (("4,0", "1,0"), "extent 0 in shape '4,0'; extents must be 1 or more"),
        (("4,5", "1,1"), "'1,1' is not a permutation; it must hold each of 0 to 1 once"),
        (("4,5", "1,0,2"), "the permutation has 3 axes but the shape has 2; both must"),
        (("1,1,1,1,1,1,1,1,1", "0,1,2,3,4,5,6,7,8"), "shape of 9 axes; 1 to 8 are supported"),
        (("65536,65536", "1,0"), "is too large; a tensor may have at most 4294967295 bytes"),
        (("4,5", "1,0", "--xor=0"), "--xor '0': it must be a whole number from 1 to 0xff (8 bits)"),
        (("4,5", "1,0", "--xor=x"), "--xor 'x': it must be a whole number from 1 to 0xff (8 bits)"),
        (("4,5", "1,0", "--xor=0x10000", "--bits=16"), "from 1 to 0xffff (16 bits)"),
        (("4,5", "1,0", "--flip=2"), "axis 2 in flip '2'; axes of the output must be from 0 to 1"),
        (("4,5", "1,0", "--flip=1,1"), "axis 1 twice in flip '1,1'; each axis may be there once"),
        (("4,5", "1,0", "--flip=-1"), "flip '-1' is not a list of numbers; separate them by commas, as in 0,1"),
        (("4,5", "1,0", "--flip="), "flip '' is not a list of numbers"),
        (("4,5", "1,0", "--in-strides=5"), "in-strides '5' has 1 numbers; there must be one for each of 2 axes"),
        (("4,5", "1,0", "--out-strides=4,1,1"), "out-strides '4,1,1' has 3 numbers; there must be one for each of 2"),
        (("4,5", "1,0", "--in-strides=5,"), "in-strides '5,' is not a list of numbers; separate them by commas"),
        (("4,5", "1,0", "--in-strides=5,--1"), "in-strides '5,--1' is not a list of numbers"),
        (("4,5", "1,0", "--in-strides=0,1"), "input stride 0 of axis 0; only an axis of extent 1 may have it"),
        (("4,5", "1,0", "--in-strides=-4,1"), "input strides -4,1 let elements of axis 0 share places"),
        (("4,5", "1,0", "--out-strides=3,1"), "output strides 3,1 let elements of axis 0 share places"),
    ],
    ids=range(25),
)
def test_explain_refuses(arguments: tuple[str, ...], says: str) -> None:
    done = permkern("explain", *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert says in done.stderr


def test_explain_json() -> None:
    told = json.loads(permkern("explain", "28,28,8", "2,0,1", "--format", "json").stdout)
    assert told["steps"] == [
        {"what": "fuse axes that stay neighbours", "shape": [784, 8], "perm": [1, 0], "flip": [], "bits": 8}
    ]
    assert (told["bytes"], told["moves"], told["beside_tiles"]) == (6272, True, [])
    assert told["any_shape"]["kernel"] == "permkern_x8_p10_tile"
    assert (told["pinned"]["strategy"], told["pinned_where_words_trap"]["strategy"]) == ("tile", "strided")
    assert told["pinned_needs"] == "permkern_words_fit"
    assert told["pinned"]["functions"][0] == "permkern_x8_plane_inline"
    assert told["pinned"]["runs"][-2] == "otherwise:"
    assert told["pinned_on_hosts"].startswith("where PERMKERN_VECTOR: permkern_vector_pinned()")
    assert told["any_shape"]["runs"] == "one call of permkern_x8_plane()"
    assert told["any_shape"]["at_run_time"] == {
        "ways": [
            {"way": "tiles", "cores": ["words", *EVERY_HOST.split(", ")]},
            {"way": "columns as lines", "cores": ["words that would trap", "rvv"]},
            {"way": "channels taken apart", "cores": ["mve"]},
        ],
        "hosts_by_words": False,
        "hosts_join_axes": False,
        "by_index": False,
    }
    told = json.loads(permkern("explain", "5,6", "0,1", "--format", "json").stdout)
    assert told["any_shape"]["at_run_time"] is None
    assert (told["flip"], told["in_strides"], told["contiguous"]) == ([], None, True)


def test_explain_json_of_a_layout() -> None:
    arguments = ("explain", "20,30", "1,0", "--flip=1", "--in-strides=-64,1", "--bits=16", "--format", "json")
    told = json.loads(permkern(*arguments).stdout)
    assert (told["flip"], told["in_strides"], told["out_strides"]) == ([1], [-64, 1], None)
    assert told["folded"] == {"shape": [20, 30], "perm": [1, 0], "flip": [], "bits": 16}
    assert (told["contiguous"], told["moves"], told["steps"]) == (False, True, [])
    assert told["any_shape"]["kernel"] == "permkern_x16_p10_tile"
    assert (told["pinned"], told["pinned_on_hosts"], told["pinned_where_words_trap"]) == (None, None, None)
    assert (told["pinned_needs"], told["beside_tiles"]) == (None, [])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("120,160", "1,0", "--flip=1"),
            [
                "  folds to 120x160 (1,0) flip (1), 8-bit: nothing to fold",
                "  permkern_x8_p10_tile: tile, the innermost axis moves: 4x4 tiles in registers, so that",
                "    at run time: tiles (words, hosts); rows as lines (words that would trap, rvv); tiles, then what",
                "    where PERMKERN_VECTOR: permkern_vector_pinned() first, axes as constants: tiles (hosts)",
                "  tile: 120 rows x 160 columns in 4x4 tiles",
            ],
        ),
        (
            ("120,160,3", "0,1,2", "--flip=0,1"),
            [
                "  1. fuse axes that stay neighbours: 19200x3 (0,1) flip (0)",
                "  permkern_backward: reverse, the innermost axis stays innermost and is reversed: runs of pixels of "
                "three bytes turn round",
                "    one call of permkern_reverse24()",
                "    19200 elements in reversed order by permkern_reverse24()",
            ],
        ),
        (
            ("4,21", "0,1", "--flip=1", "--bits=16"),
            [
                "    a loop over axis 0 of the output, around permkern_reverse16()",
                "    a loop over axis 0 (extent 4) of the output:",
                "      21 elements in reversed order by permkern_reverse16()",
            ],
        ),
        (
            ("4,5", "0,1", "--in-strides=-8,1"),
            [
                "  strides of the input, in elements: -8, 1",
                "  folds to 4x5 (0,1) flip (0), 8-bit",
                "    axis 0 of the output: 4 places, -8 bytes apart in the input, 5 in the output",
                "    axis 1 of the output: 5 places, 1 bytes apart in the input, 1 in the output",
                "  permkern_generic: generic, set default has no kernel for 8-bit (0, 1)",
                "If it is pinned to this shape: no kernel, as there are gaps between elements",
            ],
        ),
        (
            ("4,5", "1,0", "--in-strides=10,2"),
            [
                "  permkern_generic: generic, along the innermost axes elements are no neighbours in the same order",
                "    lines along axis 0, by permkern_line8(), one for each place of axis 1",
            ],
        ),
        (
            ("3,4,5", "1,0,2", "--in-strides=20,5,1", "--out-strides=15,5,1"),
            [
                "  folds to 3x4x5 (1,0,2), 8-bit",
                "  runs: the innermost axis stays innermost: contiguous runs change places",
            ],
        ),
        (
            ("3,4", "1,0", "--in-strides=1,3"),
            ["  folds to 12 (0), 8-bit", "  every element keeps its place: a view suffices (permkern_is_view)"],
        ),
        (
            ("4,16", "0,1", "--flip=1", "--set=mli"),
            ["  permkern_generic: generic, along the innermost axes elements are "],
        ),
    ],
    ids=lambda value: " ".join(value)[:30],
)
def test_explain_of_reversed_axes_and_layouts(arguments: tuple[str, ...], says: list[str]) -> None:
    done = permkern("explain", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    for line in says:
        assert any(each.startswith(line) for each in lines), line


def test_generate_and_check_json(made: Path) -> None:
    (made / "out" / "permkern_x8.c").write_text("")
    (made / "out" / "permkern_old.c").write_text("")
    done = permkern("check", "--format", "json", made / "out", made / "set.toml")
    assert done.returncode == 1
    assert json.loads(done.stdout) == {
        "current": False,
        "differs": ["permkern_x8.c"],
        "left_over": ["permkern_old.c"],
    }
    wanted = [str(made / "out" / "permkern_x8.c")]
    done = permkern("generate", "--format", "json", "--dry-run", "-o", made / "out", made / "set.toml")
    assert json.loads(done.stdout) == {"would_write": wanted}
    done = permkern("generate", "--format", "json", "-o", made / "out", made / "set.toml")
    assert json.loads(done.stdout) == {"written": wanted}


# ---- help ----


@pytest.mark.parametrize("verb", ["generate", "amalgamate", "check", "list", "explain", "import", "new"])
def test_help_of_a_verb_shows_an_example(verb: str) -> None:
    done = permkern(verb, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"example: permkern {verb} " in done.stdout
    if verb not in ("explain", "import", "new"):
        assert "default, gtcrn, minimal, mli, tiny" in " ".join(done.stdout.split())


def test_help_shows_a_set_that_is_right(tmp_path: Path) -> None:
    done = permkern("--help")
    assert done.returncode == 0
    text = done.stdout.split("A permutation set is a TOML file:\n")[1].split("\nAxis k")[0]
    (tmp_path / "set.toml").write_text(text)
    assert permkern("list", tmp_path / "set.toml").returncode == 0
    for verb in ("generate", "check", "list", "explain", "import", "new", "amalgamate"):
        assert f"\n    {verb}" in done.stdout


@pytest.mark.parametrize(
    "arguments", [(), ("build",), ("generate", "default"), ("explain", "4,4"), ("list", "-x", "a")]
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    done = permkern(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: permkern ")


def test_a_misspelt_verb_gets_a_hint() -> None:
    assert "did you mean 'generate'?" in permkern("generat", "default").stderr
    assert "did you mean 'json'?" in permkern("list", "--format", "jsno", "default").stderr


def test_version() -> None:
    assert permkern("--version").stdout == "permkern 0.1.0\n"


# ---- installed ----


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is built into a wheel: nothing is left behind in the checkout."""
    directory = tmp_path_factory.mktemp("source")
    for name in ("generator", "include", "src", "templates"):
        shutil.copytree(ROOT / name, directory / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", directory)
    (directory / "README.md").write_text("permkern\n")
    (directory / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "permkern.1", directory / "docs")
    return directory


@pytest.fixture(scope="module")
def site(source: Path) -> Path:
    """The package as it would be installed, with its metadata, by setuptools alone, offline."""
    pytest.importorskip("setuptools", reason="the package is built with setuptools, which is not installed")
    site = source / "site"
    site.mkdir()
    setup = [sys.executable, "-c", "import setuptools; setuptools.setup()", "-q"]
    command = [*setup, "egg_info", "--egg-base", str(site), "build", "--build-lib", str(site)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return site


def expected_files() -> set[str]:
    names = {f"permkern/{path.name}" for path in (ROOT / "generator").glob("*.py")}
    names |= {"permkern/binding.c", "permkern/py.typed"}
    names |= {f"permkern/sets/{path.name}" for path in (ROOT / "generator" / "sets").glob("*.toml")}
    names |= {f"permkern/{name}" for name in runtime_files()}
    return names | {f"permkern/templates/{path.name}" for path in (ROOT / "templates").glob("*.j2")}


def test_package_has_sets_templates_and_the_library(site: Path) -> None:
    assert expected_files() <= {str(path.relative_to(site)) for path in site.rglob("*")}


def test_package_names_what_it_needs(site: Path) -> None:
    (info,) = site.glob("*.egg-info")
    needs = (info / "requires.txt").read_text()
    assert needs.startswith('Jinja2>=3.1\n\n[:python_version < "3.11"]\ntomli>=2.0\n\n[')
    assert "Requires-Python: >=3.10\n" in (info / "PKG-INFO").read_text()
    assert "permkern = permkern.cli:main" in (info / "entry_points.txt").read_text()


def installed(site: Path, cwd: Path, *arguments: str, says: str = "") -> None:
    """`python -m permkern` far from the checkout."""
    environment = {**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "permkern", *arguments]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, says, "")


def test_installed_package_reports_the_same(site: Path, tmp_path: Path) -> None:
    here = permkern("report", "-o", tmp_path / "here.html", "minimal")
    installed(site, tmp_path, "report", "-o", "there.html", "minimal", says=here.stdout)
    assert (tmp_path / "there.html").read_bytes() == (tmp_path / "here.html").read_bytes()


def test_installed_package_generates_the_same(site: Path, tmp_path: Path) -> None:
    size = sum((ROOT / "generated" / name).stat().st_size for name in OUTPUTS)
    says = f"out: 9 files, 64 kernels, {size} bytes: written\n"
    installed(site, tmp_path, "generate", "-o", "out", "default", says=says)
    for name in OUTPUTS:
        assert (tmp_path / "out" / name).read_bytes() == (ROOT / "generated" / name).read_bytes()


def test_installed_package_amalgamates_the_same(site: Path, tmp_path: Path) -> None:
    here = permkern("amalgamate", "-o", "here", "minimal", cwd=tmp_path)
    assert here.returncode == 0
    says = here.stdout.replace("here:", "out:")
    installed(site, tmp_path, "amalgamate", "-o", "out", "minimal", says=says)
    for name in ("permkern.c", "permkern.h"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


def test_wheel_by_pip(source: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    done = subprocess.run([*command, "-w", source / "dist", source], capture_output=True, text=True, check=False)
    if done.returncode != 0 and any(lacks in done.stderr for lacks in ("No module named", "invalid command")):
        pytest.skip("pip needs setuptools 70.1 or newer, or wheel, to build offline")
    assert done.returncode == 0, done.stderr
    (built,) = (source / "dist").glob("*.whl")
    assert expected_files() <= set(zipfile.ZipFile(built).namelist())


def test_explain_promises_an_element_s_alignment_alone() -> None:
    """Whole words in both strides, and still no word tiles where words trap."""
    done = permkern("explain", "8,12", "1,0")
    assert (done.returncode, done.stderr) == (0, "")
    assert "strided where words trap" in done.stdout


def test_check_shows_other_changes_line_by_line(made: Path) -> None:
    path = made / "out" / "permkern_table.c"
    path.write_text(path.read_text().replace(" */\n", " ! */\n", 1))
    done = permkern("check", made / "out", made / "set.toml")
    assert done.returncode == 1
    changes = [line for line in done.stdout.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    assert len(changes) == 2 and "No newline" not in done.stdout


# ---- new ----


@pytest.mark.parametrize("board", ["cortex-m4", "cortex-m55", "rv32"])
def test_new_project_has_a_set_that_generates(tmp_path: Path, board: str) -> None:
    done = permkern("new", tmp_path / "demo", "--board", board)
    assert (done.returncode, done.stderr) == (0, "")
    names = {path.name for path in (tmp_path / "demo").iterdir()}
    assert names == {"Makefile", "main.c", "permutes.toml", "README.md", ".gitignore"}
    assert permkern("list", tmp_path / "demo" / "permutes.toml").returncode == 0
    assert 'printf("demo: pinned kernel' in (tmp_path / "demo" / "main.c").read_text()


def test_new_project_where_something_is(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert permkern("new", tmp_path / "empty").returncode == 0
    before = snapshot(tmp_path)
    for name in ("empty", "empty/main.c", 'a"b', "..", "empty/main.c/inside"):
        done = permkern("new", tmp_path / name)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), name
    assert snapshot(tmp_path) == before
