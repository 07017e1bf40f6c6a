# SPDX-License-Identifier: BSD-3-Clause
"""Generated files: reproducible, formatted, complete; they compile without a warning. test_flips.py runs some."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from clib import WARNINGS, compile_c, include_flags
from commands import ROOT
from permkern.kernels.cfragments import COLUMNS
from permkern.kernels.documents import OUTPUTS
from permkern.kernels.inventory import Inventory, make_inventory
from permkern.kernels.manifest import MAX_NAME, PIN_PREFIX, TRY_PREFIX, parse_set, shipped_sets
from permkern.kernels.render import render
from permkern.package.amalgamate import amalgamate
from permkern.package.writer import write
from runner.configurations import named

ALL_6 = 'format = 1\n[[permute]]\nperms = "all"\nranks = [1, 2, 3, 4, 5, 6]\nbits = [8, 16, 32, 64]\n'

LONG = "format = 1\n" + "".join(
    f'[[pinned]]\nname = "{"n" * (MAX_NAME - 1)}{letter}"\nshape = {shape}\nperm = {perm}\nbits = {bits}\n{more}\n'
    for letter, shape, perm, bits, more in (
        ("a", [11, 13, 11, 13, 11, 13, 11, 13], [7, 6, 5, 4, 3, 2, 1, 0], 8, ""),
        ("b", [11, 13, 11, 13, 11, 13, 11, 13], [7, 6, 5, 4, 3, 2, 1, 0], 8, ""),
        ("c", [21, 13, 11, 13, 11, 13, 11, 3], [7, 6, 5, 4, 3, 2, 1, 0], 8, "count = 1000000000"),
        ("d", [1000, 13, 11, 13, 11, 6, 2], [5, 4, 3, 2, 1, 0, 6], 8, ""),
        ("e", [1000000, 1000], [1, 0], 32, "align = 128"),
        ("f", [3, 1000000, 1000], [2, 1, 0], 8, "align = 128"),
        ("g", [3, 3, 100000, 1600], [2, 1, 0, 3], 8, ""),
        ("h", [10, 10, 10, 10, 10, 10, 10, 100], [7, 6, 5, 4, 3, 2, 1, 0], 16, ""),
    )
)

# C and C++ keywords, and library and kernel names without their prefix.
WORDS = "int while template permute run_part x8_p10_tile x8_tile4x4 pinned_entries kernels_x8 pinned_x8_9x14_p10_tile"

PINNED = (ROOT / "tests" / "pinned.toml").read_text("utf-8")  # pinned kernels of every kind
TEXTS = {
    **{path.stem: path.read_text("utf-8") for path in shipped_sets()},
    "pinned": PINNED,
    "size": PINNED.replace('profile = "speed"', 'profile = "size"'),
    "all_6": ALL_6,
    "long_names": LONG,
    "one": 'format = 1\n[[pinned]]\nname = "one"\nshape = [1]\nperm = [0]\nbits = 64\n',
    "high_rank": "format = 1\n[[permute]]\nperms = [[7, 6, 5, 4, 3, 2, 1, 0]]\nbits = [8, 64]\n",
    "words": "format = 1\n"
    + "".join(
        f'[[pinned]]\nname = "{name}"\nshape = [9, 14]\nperm = [1, 0]\nbits = 8\nalign = {1 << number % 3}\n'
        for number, name in enumerate(WORDS.split())
    ),
}
NAMES = [pytest.param(name, marks=[pytest.mark.nightly] if name == "all_6" else []) for name in sorted(TEXTS)]


@cache
def plan_of(name: str) -> Inventory:
    return make_inventory(parse_set(TEXTS[name], f"{name}.toml", name))


@cache
def files_of(name: str) -> dict[str, str]:
    return render(plan_of(name))


def written(name: str, folder: Path) -> Path:
    write({folder / file: text for file, text in files_of(name).items()})
    return folder


# ---- reproducible ----


def test_any_hash_seed_and_folder_give_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "pinned.toml").write_text(PINNED)
    for seed, folder in (("1", ROOT), ("2", Path("/"))):
        command = [sys.executable, str(ROOT / "tools" / "permkern.py"), "generate", "-o", str(tmp_path / seed)]
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": f"UTC+{seed}", "LC_ALL": "C"}
        subprocess.run([*command, str(tmp_path / "pinned.toml")], cwd=folder, env=environment, check=True)
        for output in OUTPUTS:
            assert (tmp_path / seed / output).read_bytes() == files_of("pinned")[output].encode(), (seed, output)


def test_order_in_the_set_does_not_matter() -> None:
    head, *entries = re.split(r"(?m)^(?=\[\[)|(?=^  \{)", TEXTS["words"])
    turned = head + "".join(f"{entry}\n" for entry in reversed(entries))
    assert render(make_inventory(parse_set(turned, "words.toml", "words"))) == files_of("words")


# ---- formatted ----


@pytest.mark.parametrize("name", NAMES)
def test_layout(name: str) -> None:
    for output, text in files_of(name).items():
        assert text.isascii() and text.endswith("\n")
        assert not re.search(r"[ \t]\n|\t|\r|\n\n\n|\n\n$|\{%|\{\{\}", text), output
        assert [line for line in text.splitlines() if len(line) > COLUMNS] == []
        assert text.count("{") == text.count("}")
        banner = text.partition("*/\n/*")[2].partition("*/")[0]
        assert f'permutation set "{name}"' in banner and f"run `permkern generate -o DIR {name}.toml`" in banner
        assert not re.search(r"\b20[2-9]\d-|\d\d:\d\d|/(home|root|tmp|usr|work)/", banner), "a time or a path"


@pytest.mark.ci
@pytest.mark.skipif(shutil.which("clang-format") is None, reason="no clang-format")
@pytest.mark.parametrize("name", ["default", "gtcrn", "mli"])
def test_clang_format_changes_nothing(name: str, tmp_path: Path) -> None:
    version = subprocess.run(["clang-format", "--version"], capture_output=True, text=True, check=True).stdout
    if not re.search(r"version 14\.", version):
        pytest.skip(f"formatting differs between versions: 14 is the project's, not {version.strip()}")
    files = [path for path in written(name, tmp_path).iterdir() if path.suffix in (".c", ".h")]
    command = ["clang-format", f"--style=file:{ROOT / '.clang-format'}", "--dry-run", "--Werror"]
    done = subprocess.run([*command, *files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]


# ---- complete ----


@pytest.mark.parametrize("name", ["default", "gtcrn", "words"])
def test_the_prefixes_of_pinned_kernels_are_theirs_alone(name: str) -> None:
    """So that any C identifier may be a name."""
    plan = plan_of(name)
    texts = [*files_of(name).values(), *amalgamate(plan).values()]
    found = set(re.findall(rf"\b(?:{PIN_PREFIX}|{TRY_PREFIX})(?!NAME\b)\w*", "\n".join(texts)))
    assert found == {prefix + one.request.name for one in plan.pinned for prefix in (PIN_PREFIX, TRY_PREFIX)}


# ---- compile ----

DEFINES = {
    name: named(name).defines for name in ("host", "aligned", "networks-aligned", "pieces", "pieces-aligned", "bytes")
}


@pytest.mark.nightly
@pytest.mark.parametrize("defines", DEFINES.values(), ids=DEFINES)
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("name", sorted(TEXTS))
def test_compiles_without_a_warning(
    name: str, compiler: str, defines: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", compiler)
    folder = written(name, tmp_path)
    compile_c("-fsyntax-only", *WARNINGS, *defines, *include_flags(folder), *sorted(folder.glob("*.c")))


@pytest.mark.parametrize(
    ("change", "flags", "says"),
    [
        (
            (r"(#define PERMKERN_FORMAT) \d+", r"\1 999"),
            (),
            "these kernels are for another permkern: run ",
        ),
        (("", ""), ("-DPERMKERN_MAX_RANK=4",), "the generated kernels need a larger PERMKERN_MAX_RANK"),
    ],
)
def test_headers_that_do_not_fit_are_refused(
    change: tuple[str, str], flags: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    folder = written("high_rank", tmp_path)
    header = re.sub(*change, (ROOT / "include" / "permkern.h").read_text())
    (tmp_path / "permkern.h").write_text(header)
    command = ["cc", "-fsyntax-only", *flags, *include_flags(folder), folder / "permkern_table.c"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0 and says in done.stderr


def test_any_name_compiles(tmp_path: Path) -> None:
    folder = written("words", tmp_path)
    compile_c("-fsyntax-only", *WARNINGS, *include_flags(folder), *sorted(folder.glob("*.c")))
