# SPDX-License-Identifier: BSD-3-Clause
"""The command line as users run it: exit codes, output, written and untouched files."""

import io
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from commands import ROOT, Done, permkern
from permkern.kernels.documents import OUTPUTS
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import load_set

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
    """A folder with set.toml and its generated out/."""
    (tmp_path / "set.toml").write_text(SET)
    done = permkern("generate", "-o", tmp_path / "out", tmp_path / "set.toml")
    size = sum(path.stat().st_size for path in (tmp_path / "out").iterdir())
    said = f"{tmp_path / 'out'}: 8 files, 3 kernels, {size} bytes: written\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, said, "")
    return tmp_path


# ---- generate ----


def test_unchanged_rerun_rewrites_nothing(made: Path) -> None:
    before = snapshot(made / "out")
    done = permkern("generate", "-o", made / "out", made / "set.toml")
    assert done.returncode == 0 and done.stdout.endswith(" bytes: unchanged\n")
    assert snapshot(made / "out") == before


def test_rerun_rewrites_changed_files_alone(made: Path) -> None:
    before = snapshot(made / "out")
    changed = made / "out" / "permkern_table.c"
    text = changed.read_bytes()
    changed.write_bytes(text + b"\n")
    (made / "out" / "permkern_x8.c").unlink()
    (made / "out" / "mine.c").write_text("int mine;\n")
    done = permkern("generate", "-o", made / "out", made / "set.toml")
    assert done.returncode == 0 and done.stdout.endswith(" bytes: 2 written, 6 unchanged\n")
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


def test_depfile_names_every_output_and_input(tmp_path: Path) -> None:
    folder = tmp_path / "a folder#1"
    folder.mkdir()
    (folder / "set.toml").write_text(SET)
    assert permkern("generate", "-o", folder / "out", "--depfile", folder / "d", folder / "set.toml").returncode == 0
    text = (folder / "d").read_text()
    assert text.count("\n") == 1
    outputs, sources = (shlex.split(side, comments=False) for side in text.split(": "))
    assert outputs == [str(folder / "out" / name) for name in OUTPUTS]
    generator = [*(ROOT / "generator").rglob("*.py"), *(ROOT / "templates").rglob("*.j2")]
    assert sorted(sources) == sorted(map(str, [folder / "set.toml", *generator]))


@pytest.mark.parametrize(("verb", "says"), [(("generate", "-o"), "written"), (("check",), "read")])
def test_folder_in_place_of_an_output(made: Path, verb: tuple[str, ...], says: str) -> None:
    (made / "out" / "permkern_x8.c").unlink()
    (made / "out" / "permkern_x8.c").mkdir()
    done = permkern(*verb, made / "out", made / "set.toml")
    assert done.is_refused and f"cannot be {says} (Is a directory)" in done.stderr
    assert {path.name for path in (made / "out").iterdir()} == set(OUTPUTS), "no temporary file stays"


# ---- check ----


@pytest.mark.parametrize("name", OUTPUTS)
def test_check_finds_one_changed_byte(made: Path, name: str) -> None:
    file = made / "out" / name
    file.write_bytes(file.read_bytes().replace(b"Generated", b"Ge\0erated", 1))
    before = snapshot(made)
    done = permkern("check", made / "out", made / "set.toml")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (1, "")
    assert lines[:2] == [f"--- {name} (as it is)", f"+++ {name} (generated)"] and lines[2].startswith("@@ ")
    assert [line[0] for line in lines[3:] if line[0] != " "] == ["-", "+"]
    assert snapshot(made) == before


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data[:-1], "No newline at end of file"),
        (lambda data: data + b"\n", "-\n"),
        (lambda data: data.replace(b"\n", b"\r\n"), "\r\n"),
        (lambda data: data[:0], "+/* SPDX-License-Identifier"),
        (lambda data: b"\xff" + data, "-\\xff/* SPDX"),
        (None, "--- missing\n+++ permkern_kernels.h (generated)\n"),
    ],
    ids=["last newline", "newline more", "CRLF", "empty", "not UTF-8", "missing"],
)
def test_check_finds_other_changes(made: Path, change: Callable[[bytes], bytes] | None, says: str) -> None:
    file = made / "out" / "permkern_kernels.h"
    if change:
        file.write_bytes(change(file.read_bytes()))
    else:
        file.unlink()
    done = permkern("check", made / "out", made / "set.toml")
    assert (done.returncode, done.stderr) == (1, "")
    assert says in done.stdout


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
    """generate and amalgamate write the same kernels: a build would take both."""
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


@pytest.mark.parametrize("options", ["", "--cpp", "--target m4 --target m7", "--target m4 --api core"])
def test_check_of_an_amalgamation(tmp_path: Path, options: str) -> None:
    (tmp_path / "set.toml").write_text(SET)
    assert permkern("amalgamate", *options.split(), "-o", tmp_path / "out", tmp_path / "set.toml").returncode == 0
    (tmp_path / "out" / "other.c").write_text("")
    check = ("check", tmp_path / "out", tmp_path / "set.toml")
    assert permkern(*check) == Done(0, "", "")
    (tmp_path / "out" / "permkern_x8.c").write_text((tmp_path / "out" / "permkern.c").read_text())
    (tmp_path / "out" / "permkern_kernels.h").unlink()
    done = permkern(*check)
    assert (done.returncode, done.stderr) == (1, "")
    assert "--- missing\n+++ permkern_kernels.h (generated)\n" in done.stdout
    assert done.stdout.count("+++") == 1 and done.stdout.endswith(
        "permkern_x8.c: not generated by this set; delete it\n"
    )


# ---- list ----


@pytest.mark.parametrize("name", ["default", "gtcrn", "minimal", "mli", "tiny"])
def test_list_json_is_the_plan(name: str) -> None:
    done = permkern("list", name, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    listed = json.loads(done.stdout)
    plan = make_inventory(load_set(name))
    assert (listed["set"], listed["profile"]) == (plan.name, plan.profile)
    assert [(row["bits"], tuple(row["perm"]), row["kernel"]) for row in listed["forms"]] == [
        (form.bits, form.perm, form.kernel.name if form.kernel else "permkern_generic") for form in plan.forms
    ]
    assert [(row["name"], tuple(row["shape"]), tuple(row["perm"]), row["count"]) for row in listed["pinned"]] == [
        (entry.request.name, entry.work.shape, entry.work.perm, entry.request.count) for entry in plan.pinned
    ]
    assert sum(row["count"] for row in listed["pinned"]) == (61 if name == "gtcrn" else 0)


def test_list_into_a_pipe_that_closes() -> None:
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'tools' / 'permkern.py'))} list default"
    script = f"set -o pipefail; {{ {command}; echo $? >&2; }} | true"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr == "0\n"


def test_generate_and_check_json(made: Path) -> None:
    (made / "out" / "permkern_x8.c").write_text("")
    (made / "out" / "permkern_old.c").write_text("")
    done = permkern("check", "--format", "json", made / "out", made / "set.toml")
    assert done.returncode == 1
    assert json.loads(done.stdout) == {
        "format": 1,
        "current": False,
        "differs": ["permkern_x8.c"],
        "left_over": ["permkern_old.c"],
    }
    wanted = [str(made / "out" / "permkern_x8.c")]
    done = permkern("generate", "--format", "json", "--dry-run", "-o", made / "out", made / "set.toml")
    assert json.loads(done.stdout) == {"format": 1, "would_write": wanted}
    done = permkern("generate", "--format", "json", "-o", made / "out", made / "set.toml")
    assert json.loads(done.stdout) == {"format": 1, "written": wanted}


# ---- help ----


def test_help_shows_a_set_that_is_right(tmp_path: Path) -> None:
    done = permkern("--help")
    assert done.returncode == 0
    text = done.stdout.split("A permutation set is a TOML file:\n")[1].split("\nAxis k")[0]
    (tmp_path / "set.toml").write_text(text)
    assert permkern("list", tmp_path / "set.toml").returncode == 0
    for verb in ("generate", "check", "list", "explain", "import", "new", "amalgamate"):
        assert f"\n    {verb}" in done.stdout


# ---- new ----


@pytest.mark.parametrize("board", ["cortex-m4", "cortex-m55", "rv32"])
def test_new_project_has_a_set_that_generates(tmp_path: Path, board: str) -> None:
    done = permkern("new", tmp_path / "demo", "--board", board)
    assert (done.returncode, done.stderr) == (0, "")
    names = {path.name for path in (tmp_path / "demo").iterdir()}
    assert names == {"Makefile", "main.c", "permutes.toml", "README.md", ".gitignore", "third_party"}
    assert 'printf("demo: pinned kernel' in (tmp_path / "demo" / "main.c").read_text()
    kernels = tmp_path / "demo" / "third_party"
    assert board == "cortex-m55" or sum(path.stat().st_size for path in kernels.iterdir()) <= 40_000
    (words,) = re.findall(r"PERMKERN\) (amalgamate .*)", (tmp_path / "demo" / "Makefile").read_text())
    again = permkern(*words.split(), cwd=tmp_path / "demo")
    assert again.stdout.endswith(" unchanged; pinned kernels alone, --api core adds permkern_permute\n")


ARDUINO = ROOT / "tests/clients/arduino/core"
SKETCH = f"-I{ARDUINO} -include Arduino.h -x c++ demo.ino"
ESP_IDF = "main/permkern.c main/main.c"


@pytest.mark.parametrize(
    ("board", "here", "cores"),
    [
        (
            "esp32",
            f"gcc {ESP_IDF} {ROOT}/tests/esp_idf/run.c",
            [
                f"xtensa-lx106-elf-gcc -O2 {ESP_IDF}",
                f"riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 -O2 {ESP_IDF}",
            ],
        ),
        (
            "arduino",
            f"g++ permkern.o {ARDUINO}/main.cpp {SKETCH}",
            [
                "arm-none-eabi-gcc -mthumb -mcpu=cortex-m0plus -Os permkern.c",
                "xtensa-lx106-elf-gcc -Os permkern.c",
                f"xtensa-lx106-elf-g++ -Os {SKETCH}",
                "gcc permkern.c",
            ],
        ),
    ],
    ids=["esp32", "arduino"],
)
def test_new_project_without_an_emulator_is_right_here(
    tmp_path: Path, board: str, here: str, cores: Sequence[str]
) -> None:
    """It runs on this machine, and compiles for its cores, whose compilers may lack stdio.h."""
    folder = tmp_path / "demo"
    done = permkern("new", folder, "--board", board)
    assert (done.returncode, done.stderr, "make" in done.stdout) == (0, "", False)
    (words,) = re.findall(r"    permkern (amalgamate .*)", (folder / "README.md").read_text())
    assert " unchanged; " in permkern(*words.split(), cwd=folder).stdout
    (tmp_path / "stdio.h").write_text("#include <stddef.h>\nint printf(const char *, ...);\n")
    options = ("-Wall", "-Wextra", "-Werror")
    for command in cores:
        if shutil.which(command.split()[0]):
            alone = [*command.split(), *options, "-ffreestanding", "-idirafter", "..", "-c"]
            subprocess.run(alone, cwd=folder, check=True)
    subprocess.run([*here.split(), *options, "-o", "run"], cwd=folder, check=True)
    assert subprocess.run(["./run"], cwd=folder, check=True, capture_output=True).stdout.startswith(b"demo: right\n")


def test_new_project_where_something_is(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert permkern("new", tmp_path / "empty").returncode == 0
    before = snapshot(tmp_path)
    for name in ("empty", "empty/main.c", 'a"b', "..", "empty/main.c/inside"):
        done = permkern("new", tmp_path / name)
        assert done.is_refused, name
    assert snapshot(tmp_path) == before


def test_a_set_on_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"format = 1\n[[permute]]\nperms = [[1, 0]]\nbits = 8\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    done = permkern("generate", "-q", "-o", tmp_path / "gen", "-")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert '#define PERMKERN_SET "stdin"' in (tmp_path / "gen" / "permkern_kernels.h").read_text()
