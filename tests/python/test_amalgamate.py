# SPDX-License-Identifier: BSD-3-Clause
"""One source and one header: a target's vectors, and the written files. The step amalgam compares the code."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from permkern.cli import main
from permkern.kernels.cfolding import cleared, folded
from permkern.kernels.csource import words_of
from permkern.kernels.documents import HEADER
from permkern.kernels.instruction_sets import INSTRUCTION_SETS, TARGETS
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import load_set
from permkern.kernels.runtime import runtime_files
from permkern.kernels.targets import CORES
from permkern.package.amalgamate import HEADER_NAME, MLI_NAME, SOURCE_NAME, amalgamate
from test_for_target import OF_C, WARNINGS, compiler_of, needs_arm


def both(name: str) -> dict[str, str]:
    return amalgamate(make_inventory(load_set(name)))


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_has_the_vector_kernels_of_no_other(target: str) -> None:
    text = amalgamate(make_inventory(load_set("gtcrn")), [target], api="core,mli")[SOURCE_NAME]
    for each in INSTRUCTION_SETS:
        there = re.search(rf"permkern_(\w+_)?{each.name}(_|\b)", text) is not None
        assert there == (each in TARGETS[target]), each.name
    hosts = any(each.host for each in TARGETS[target])
    assert ("if (permkern_vector_pinned(" in text) == hosts  # pinned kernels try this first
    assert ("/* ==== src/vector/host_" in text) == hosts


def test_verb_writes_changed_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["amalgamate", "-o", str(tmp_path / "out"), "--depfile", str(tmp_path / "d"), "--format", "json", "tiny"]
    assert main([*command, "--dry-run"]) == 0
    assert json.loads(capsys.readouterr().out)["would_write"] == [str(tmp_path / "out" / name) for name in both("tiny")]
    assert list(tmp_path.iterdir()) == []
    assert main(command) == 0
    names = (HEADER_NAME, SOURCE_NAME, HEADER, MLI_NAME)
    written = {*(str(tmp_path / "out" / name) for name in names), str(tmp_path / "d")}
    assert set(json.loads(capsys.readouterr().out)["written"]) == written
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out)["written"] == []
    rule = (tmp_path / "d").read_text()
    assert all(str(path) in rule for path in runtime_files().values())


@pytest.mark.parametrize("target", ["", "portable"])
def test_it_compiles_with_any_compiler(target: str, tmp_path: Path) -> None:
    """Without warnings as C and C++, and without builtins for unknown compilers."""
    targets = [target] if target else []
    for file, text in amalgamate(make_inventory(load_set("default")), targets, api="core,mli").items():
        (tmp_path / file).write_text(text)
    for compiler in filter(shutil.which, ("gcc", "clang++")):
        language = "-x c++ -std=c++11" if "+" in compiler else f"-std=c99 {' '.join(OF_C)}"
        command = [compiler, *WARNINGS, *language.split(), "-fsyntax-only", SOURCE_NAME]
        subprocess.run(command, cwd=tmp_path, check=True)
    command = ["gcc", "-w", "-E", "-U__GNUC__", "-U__has_builtin", SOURCE_NAME]
    done = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert not re.search("__builtin_(?!offsetof)", done.stdout)


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_two_of_pinned_kernels_link_and_share_a_header(tmp_path: Path) -> None:
    """Both have the library's internal functions, and equal file names that are library words."""
    for name, shape in (("one", "[9, 4, 50]"), ("other", "[9, 4, 5000]")):
        pinned = f'format = 1\n[[pinned]]\nname = "{name}"\nshape = {shape}\nperm = [1, 0, 2]\nbits = 8\n'
        (tmp_path / name).mkdir()
        (tmp_path / name / "vector.toml").write_text(pinned)
        folder = str(tmp_path / name)
        assert main(["amalgamate", "--target", "cortex-m4", "-o", folder, f"{folder}/vector.toml"]) == 0
    includes = "".join(f'#include "{name}/permkern.h"\n' for name in ("one", "other"))
    calls = "permkern_pin_one(in, out); permkern_pin_other(in, out);"
    program = f"{includes}char in[180000], out[180000]; int main(void) {{ {calls} return 0; }}\n"
    (tmp_path / "main.c").write_text(program)
    sources = ("main.c", "one/permkern.c", "other/permkern.c")
    subprocess.run(["cc", *sources, "-o", "program"], cwd=tmp_path, check=True)
    subprocess.run([tmp_path / "program"], check=True)


@needs_arm
@pytest.mark.parametrize("layout", ["", "-DPERMKERN_MLI_MEM_STRIDE=1"])
def test_the_mli_layer_comes_alone(layout: str, tmp_path: Path) -> None:
    files = amalgamate(make_inventory(load_set("mli")), ["cortex-m4"], api="mli")
    for file, text in files.items():
        (tmp_path / file).write_text(text)
    compiler = ["-std=c99", *layout.split(), *WARNINGS, "-fsyntax-only", SOURCE_NAME]
    subprocess.run([*compiler_of("cortex-m4"), *compiler], cwd=tmp_path, check=True)
    assert "permkern_permute(" not in files[HEADER_NAME] + files[SOURCE_NAME]
    refused = subprocess.run(["gcc", *compiler], cwd=tmp_path, check=False, capture_output=True, text=True)
    assert "is for cortex-m4" in refused.stderr


# With -Os, a Cortex-M3 gets the code of Thumb-2.
@pytest.mark.parametrize("target", sorted({*CORES} - {"cortex-m3", "aarch64"}))
def test_nothing_that_the_core_decides_is_left(target: str) -> None:
    whole = amalgamate(make_inventory(load_set("gtcrn")), [target], api="core,mli")[SOURCE_NAME]
    text = whole.partition("#error")[2]
    macros = "CORE DSP MVE RVV VECTOR UNALIGNED HAVE_LDM STRIPS".split()
    assert words_of(text).isdisjoint(f"PERMKERN_{name}" for name in macros)
    assert not re.search(r"(?:\(|[^=!<>]= )(?:(?:!0|1) &&|0 \|\|) ", text)


@pytest.mark.parametrize(
    ("expression", "left"),
    [
        ("defined(__ARM_FP) && (__ARM_FP & 8) != 0 && 1", "defined(__ARM_FP) && (__ARM_FP & 8) != 0"),
        ("1 && f(a, 0 ? b : c) || 0", "f(a, c)"),
        ("(0 || (x && y)) && z", "(x && y) && z"),
        ("x || 1", "1"),
        ("set(&x) && 0", "set(&x) && 0"),
        ("a ? 0 ? b : c : d", "a ? c : d"),
        ("p - (0 ? q : 0) + r", "p + r"),
        ("12 + 3 > 4 + n", "15 > 4 + n"),
        ("a + 8 == 8 * 2", "a + 8 == 8 * 2"),
        ("!(16 <= 15) && x[1 ? 2 : 3]", "x[2]"),
    ],
)
def test_folds_constants(expression: str, left: str) -> None:
    assert folded(expression) == left


def test_clears_branches() -> None:
    taken = "    if (x) {\n        b();\n    }\n"
    first = "    if (0) {\n        a();\n    } else " + taken.lstrip()
    last = (
        "    if (1) {\n        c();\n    } else if (x) {\n        d();\n    } else { /* never */\n        e();\n    }\n"
    )
    loop = "    for (int k = 0; 0 && k < x; k++) {\n        f();\n    }\n"
    middle = taken[:-2] + "} else if (1) {\n        g();\n    } else if (y) {\n        h();\n    }\n"
    end = "    return 1 ? x : y;\n    g();\n}\n"
    assert cleared(first + last + loop + middle + end) == (
        taken + "    c();\n" + taken[:-2] + "} else {\n        g();\n    }\n    return x;\n}\n"
    )
