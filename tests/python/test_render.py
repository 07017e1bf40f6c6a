# SPDX-License-Identifier: BSD-3-Clause
"""Generated files: reproducible, formatted, complete; they compile without a warning, and pinned kernels are right."""

import os
import re
import shutil
import subprocess
import sys
import time
from functools import cache
from itertools import product
from pathlib import Path

import configurations
import in_place as in_place_probe
import pinned as probe
import pytest
from clib import ROOT, WARNINGS, Library, build, compile_c, include_flags
from configurations.uses import Compile, RunPinned
from permkern.cfragments import COLUMNS, fill, fit, literal
from permkern.manifest import MAX_NAME, load_set, parse_set, shipped_sets
from permkern.plan import Plan, make_plan
from permkern.render import KERNEL_FORMAT, OUTPUTS, environment, kernels_file, render
from permkern.writer import write

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

TEXTS = {
    **{path.stem: path.read_text("utf-8") for path in shipped_sets()},
    "all_6": ALL_6,
    "pins": probe.set_text(),
    "flips": probe.flips_text(),
    "long_names": LONG,
    "in_place": in_place_probe.set_text(),
    "one": 'format = 1\n[[pinned]]\nname = "one"\nshape = [1]\nperm = [0]\nbits = 64\n',
    "size_pins": probe.set_text().replace("\n\n", '\nprofile = "size"\n\n', 1),
    "high_rank": "format = 1\n[[permute]]\nperms = [[7, 6, 5, 4, 3, 2, 1, 0]]\nbits = [8, 64]\n",
}
NAMES = sorted(TEXTS)


@cache
def plan_of(name: str) -> Plan:
    return make_plan(parse_set(TEXTS[name], f"{name}.toml", name))


@cache
def files_of(name: str) -> dict[str, str]:
    return render(plan_of(name))


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every set's generated files on disk."""
    made = {name: tmp_path_factory.mktemp(name) for name in NAMES}
    for name, folder in made.items():
        write({folder / file: text for file, text in files_of(name).items()})
    return made


# ---- reproducible ----


def test_committed_files_are_of_the_default_set() -> None:
    for name, text in files_of("default").items():
        assert (ROOT / "generated" / name).read_bytes() == text.encode(), f"run permkern generate: {name} is stale"


@pytest.mark.parametrize("name", ["default", "gtcrn", "mli", "pins"])
def test_any_hash_seed_and_folder_give_the_same_bytes(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.toml").write_text(TEXTS[name])
    for seed, folder in (("0", tmp_path), ("1", ROOT), ("2", Path("/"))):
        command = [sys.executable, str(ROOT / "tools" / "permkern.py"), "generate", "-o", str(tmp_path / seed)]
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": f"UTC+{seed}", "LC_ALL": "C"}
        subprocess.run([*command, str(tmp_path / f"{name}.toml")], cwd=folder, env=environment, check=True)
        for output in OUTPUTS:
            assert (tmp_path / seed / output).read_bytes() == files_of(name)[output].encode(), (seed, output)


@pytest.mark.parametrize("name", NAMES)
def test_no_path_and_no_time(name: str) -> None:
    for output, text in files_of(name).items():
        assert str(ROOT) not in text
        comments = "".join(re.findall(r"/\*.*?\*/", text, re.DOTALL))
        assert not re.search(r"\b20[2-9]\d-|\d\d:\d\d|/(home|root|tmp|usr|work)/|[Jj]inja|Python \d", comments), output


def test_order_in_the_set_does_not_matter() -> None:
    head, *entries = probe.set_text().split("\n[[pinned]]\n")
    turned = head + "".join(f"\n[[pinned]]\n{entry}\n" for entry in reversed(entries))
    assert render(make_plan(parse_set(turned, "pins.toml", "pins"))) == files_of("pins")


# ---- formatted ----


@pytest.mark.parametrize(("name", "output"), list(product(NAMES, OUTPUTS)))
def test_layout(name: str, output: str) -> None:
    text = files_of(name)[output]
    assert text.isascii()
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "\n\n\n" not in text
    assert not re.search(r"[ \t]\n|\t|\r", text)
    assert [line for line in text.splitlines() if len(line) > COLUMNS] == []
    assert text.count("{") == text.count("}")
    assert "{%" not in text
    assert "{{}" not in text


@pytest.mark.parametrize(("name", "output"), list(product(NAMES, OUTPUTS)))
def test_banner(name: str, output: str) -> None:
    lines = files_of(name)[output].splitlines()
    assert lines[:2] == ["/* SPDX-License-Identifier: BSD-3-Clause */", "/*"]
    banner = "\n".join(lines[1 : lines.index(" */")])
    found = re.search(r"template (\S+)\.\n", banner)
    assert found is not None
    assert (ROOT / "templates" / found[1]).is_file()
    assert found[1].removesuffix(".j2") in (output.replace("permkern_", ""), "kernels.c", "vector.c")
    assert f'permutation set "{name}"' in banner
    assert f"run `permkern generate -o DIR {name}.toml`" in banner


@pytest.mark.skipif(shutil.which("clang-format") is None, reason="no clang-format")
@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("all_6", "long_names")])
def test_clang_format_changes_nothing(name: str, folders: dict[str, Path]) -> None:
    version = subprocess.run(["clang-format", "--version"], capture_output=True, text=True, check=True).stdout
    if not re.search(r"version 14\.", version):
        pytest.skip(f"formatting differs between versions: 14 is the project's, not {version.strip()}")
    files = [path for path in folders[name].iterdir() if path.suffix in (".c", ".h")]
    command = ["clang-format", f"--style=file:{ROOT / '.clang-format'}", "--dry-run", "--Werror"]
    done = subprocess.run([*command, *files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]


# ---- complete ----


@pytest.mark.parametrize("name", NAMES)
def test_every_kernel_is_in_plan_table_and_one_source(name: str) -> None:
    plan, files = plan_of(name), files_of(name)
    sources = {output: text for output, text in files.items() if output.startswith("permkern_x")}
    for kernel in plan.kernels:
        assert files["permkern_plan.inc"].count(f"PERMKERN_KERNEL({kernel.name})\n") == 1
        table = files["permkern_table.c"]
        assert len(re.findall(rf"[ {{]{kernel.name}[,}}]", table)) == 1
        definition = f"\nvoid {kernel.name}(const permkern_axis *axis, unsigned form, const void *in, void *out)\n"
        assert [output for output, text in sources.items() if definition in text] == [kernels_file(kernel.bits)]
        assert sources[kernels_file(kernel.bits)].count(definition) == 1


@pytest.mark.parametrize("name", NAMES)
def test_every_form_is_in_the_plan(name: str) -> None:
    rows = re.findall(
        r'^PERMKERN_FORM\((\d+), "(\d+)", (\w+), "(\w+)", (\d), (\d)\)$',
        "\n" + files_of(name)["permkern_plan.inc"],
        re.M,
    )
    assert [(int(bits), perm, kernel, strategy) for bits, perm, kernel, strategy, _, _ in rows] == [
        (
            form.bits,
            "".join(map(str, form.perm)),
            form.kernel.name if form.kernel else "permkern_generic",
            form.choice.strategy.value,
        )
        for form in plan_of(name).forms
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_pinned_kernel_is_everywhere(name: str) -> None:
    plan, files = plan_of(name), files_of(name)
    sources = "".join(text for output, text in files.items() if output.startswith("permkern_x"))
    for entry in plan.pinned:
        macro = "PERMKERN_PIN_XOR" if entry.xor else "PERMKERN_PIN"
        assert files["permkern_plan.inc"].count(f"{macro}({entry.symbol}, {entry.work.bits},") == 1
        assert files["permkern_kernels.h"].count(f"PERMKERN_API void {entry.symbol}(const void *in, void *out);\n") == 1
        assert files["permkern_vectors.inc"].count(f"    {{{entry.symbol},") == 1
        assert sources.count(f"\nvoid {entry.symbol}(const void *in, void *out)\n") == 1
        assert re.search(rf"\W{entry.code}\W", sources)
    assert f"#define PERMKERN_PINNED_COUNT {len(plan.plain_entries)}\n" in files["permkern_kernels.h"]
    assert f"#define PERMKERN_PINNED_MASKS {len(plan.xors)}\n" in files["permkern_kernels.h"]


def test_every_template_is_used() -> None:
    env = environment()
    used = {name for name in os.listdir(ROOT / "templates") if name.endswith(".j2")}
    assert used == set(env.list_templates())


def test_shared_body_is_there_once() -> None:
    text = files_of("pins")["permkern_x8.c"]
    for name, least in (("pinned_x8_8x12_p10_tile", 3), ("pinned_x8_8x12_p10_strided", 2)):
        assert text.count(f"\nstatic void {name}(const void *in, void *out)\n") == 1
        assert text.count(f"    {name}(in, out);\n") >= least


def test_no_tail_code_that_the_shape_does_not_need() -> None:
    text = files_of("pins")["permkern_x32.c"]

    def tails(work: str) -> int:
        return text.split(f"void pinned_x32_{work}_tile(")[1].split("\n}\n")[0].count("permkern_store32(")

    assert [tails(work) for work in ("8x12_p10", "9x7_p10", "13x8_p10", "4x11_p10")] == [0, 19, 8, 12]


# ---- fast ----


def test_378_forms_at_four_widths_render_fast(capsys: pytest.CaptureFixture[str]) -> None:
    start = time.perf_counter()
    plan = make_plan(parse_set(ALL_6, "all_6.toml", "all_6"))
    files = render(plan)
    seconds = time.perf_counter() - start
    assert len(plan.forms) == 4 * 378
    assert files == files_of("all_6")
    with capsys.disabled():
        print(f"\n378 forms at 4 widths: {seconds:.2f} s", end=" ")


# ---- compile ----

BUILDS = [
    (build.compiler, *build.flags, *configuration.defines)
    for configuration, build in configurations.used(Compile)
    if shutil.which(build.compiler)
]
# Sets of hundreds of kernels, which one build of each compiler looks at.
LARGE = ("all_6", "flips", "size_pins")
ONE_OF_EACH = tuple({command[0]: command for command in reversed(BUILDS)}.values())


@pytest.mark.parametrize(
    ("name", "command"),
    [(name, command) for name in NAMES for command in (ONE_OF_EACH if name in LARGE else BUILDS)],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_compiles_without_a_warning(
    name: str, command: tuple[str, ...], folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler, *flags = command
    monkeypatch.setenv("CC", compiler)
    folder = folders[name]
    compile_c("-fsyntax-only", *WARNINGS, *flags, *include_flags(folder), *sorted(folder.glob("*.c")))


@pytest.mark.parametrize("name", NAMES)
def test_header_compiles_alone(name: str, folders: dict[str, Path], tmp_path: Path) -> None:
    source = tmp_path / "header.c"
    source.write_text("#include <permkern_kernels.h>\nextern int there;\n")
    languages = [("-xc", "-std=c99")] + [("-xc++", "-std=c++11")] * (shutil.which("c++") is not None)
    for language in languages:
        compile_c("-fsyntax-only", *language, "-Wall", "-Wextra", "-Wpedantic", *include_flags(folders[name]), source)


def test_header_of_another_format_is_refused(folders: dict[str, Path], tmp_path: Path) -> None:
    include = tmp_path / "include"
    include.mkdir()
    header = (ROOT / "include" / "permkern.h").read_text()
    (include / "permkern.h").write_text(re.sub(r"(#define PERMKERN_FORMAT) \d+", r"\1 999", header))
    command = ["cc", "-fsyntax-only", f"-I{include}", "-xc", str(folders["default"] / "permkern_kernels.h")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "these kernels are for another permkern: run `permkern generate`" in done.stderr


def test_kernels_of_too_high_a_rank_are_refused(folders: dict[str, Path]) -> None:
    folder = folders["high_rank"]
    flags = ["-fsyntax-only", *configurations.named("size-rank-4").defines, *include_flags(folder)]
    done = subprocess.run(["cc", *flags, folder / "permkern_table.c"], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "the generated kernels need a larger PERMKERN_MAX_RANK" in done.stderr


# ---- pinned kernels, run ----


@pytest.fixture(scope="session")
def pins(folders: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(build(tmp_path_factory.mktemp("pins") / "libpins.so", folders["pins"], "-O1"))


@pytest.fixture(scope="session")
def flips(folders: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(build(tmp_path_factory.mktemp("flips") / "libflips.so", folders["flips"], "-O1"))


def check_one(library: Library, plan: Plan, name: str) -> None:
    probe.check_pinned(library, plan, next(entry for entry in plan.pinned if entry.request.name == name))


@pytest.mark.parametrize("name", [entry.request.name for entry in plan_of("pins").pinned])
def test_pinned(name: str, pins: Library) -> None:
    check_one(pins, plan_of("pins"), name)


@pytest.mark.parametrize("name", [entry.request.name for entry in plan_of("flips").pinned])
def test_pinned_with_reversed_axes(name: str, flips: Library) -> None:
    check_one(flips, plan_of("flips"), name)


def test_works_that_are_not_pinned(pins: Library, flips: Library) -> None:
    probe.check_others(pins)
    probe.check_others(flips)


TRAPS = ("-fsanitize=undefined", "-fno-sanitize-recover=undefined", "-O0")


SHARES = 32
ENTRY = "\n[[pinned]]\n"


def share_of_pins(number: int) -> str:
    """Returns a set of every 32nd pinned kernel, beginning at another one for each of as many numbers in a row."""
    plain = TEXTS["pins"].split(ENTRY)[1:]
    turned = TEXTS["flips"].replace('name = "', 'name = "turned_').split(ENTRY)[1:]
    return "format = 1\n" + "".join(ENTRY + entry for entry in [*plain, *turned][number % SHARES :: SHARES])


@pytest.mark.parametrize(
    ("number", "flags"),
    [
        pytest.param(number, (*configuration.defines, *run.flags, *(TRAPS if run.trapping else ())), id=run.title)
        for number, (configuration, run) in enumerate(configurations.used(RunPinned))
    ],
)
def test_pinned_in_other_builds(number: int, flags: tuple[str, ...], tmp_path: Path) -> None:
    """In a process of its own, as a sanitizer's finding ends it. Without unaligned words a misaligned access is one."""
    library, folder, share = tmp_path / "libpins.so", tmp_path / "kernels", tmp_path / "share.toml"
    share.write_text(share_of_pins(number))
    plan = make_plan(load_set(str(share)))
    write({folder / file: text for file, text in render(plan).items()})
    try:
        build(library, folder, *flags, "-g0")
    except AssertionError as error:
        if "ubsan" in str(error):
            pytest.skip("the compiler has no libubsan")
        raise
    command = [sys.executable, "-B", probe.__file__, str(library), str(share)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{len(plan.pinned)} pinned kernels are right\n"


def test_gtcrn_is_right(folders: dict[str, Path], tmp_path: Path) -> None:
    library = Library(build(tmp_path / "libgtcrn.so", folders["gtcrn"]))
    plan = plan_of("gtcrn")
    assert plan == make_plan(load_set("gtcrn"))
    for entry in plan.pinned:
        probe.check_pinned(library, plan, entry)


# ---- fragments ----


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (2**31 - 1, "2147483647"), (2**31, "2147483648U"), (2**32 - 1, "4294967295U")]
)
def test_literal(value: int, text: str) -> None:
    assert literal(value) == text


def test_fit_leaves_what_fits() -> None:
    assert fit("    f(a, b);\n") == "    f(a, b);\n"
    exact = "f(" + ", ".join(["a" * 9] * 10) + ", " + "b" * 6 + ");"
    assert len(exact) == COLUMNS
    assert fit(exact) == exact + "\n"


def test_fit_breaks_behind_commas_below_the_bracket() -> None:
    line = "    call(" + ", ".join(["argument_" + "x" * 20] * 6) + ");"
    lines = fit(line).splitlines()
    assert len(lines) == 2
    assert all(len(part) <= COLUMNS for part in lines)
    assert lines[1].startswith(" " * 9 + "argument_")
    assert " ".join(part.strip() for part in lines) == line.strip()


def test_fit_breaks_behind_the_bracket_where_an_argument_is_long() -> None:
    line = "        a_longer_function_name(" + " + ".join(["term_" + "x" * 15] * 4) + " + 1234, 1);"
    assert len(line) > COLUMNS
    first, second = fit(line).splitlines()
    assert first == "        a_longer_function_name("
    assert second == " " * 12 + line.split("(")[1]


def test_fit_breaks_a_very_long_argument_behind_a_plus() -> None:
    line = "    call(" + " + ".join(["term_" + "x" * 20] * 9) + ", 1);"
    lines = fit(line).splitlines()
    assert all(len(part) <= COLUMNS for part in lines)
    assert lines[0] == "    call("
    assert lines[1].startswith("        term_")
    assert lines[1].endswith(" +")
    assert lines[2].startswith("            term_")
    assert "".join(part.strip() + " " * part.endswith(("+", ",")) for part in lines) == line.strip()


def test_fill() -> None:
    text = fill(map(str, range(1000)))
    assert all(len(line) <= COLUMNS for line in text.splitlines())
    assert [int(item) for item in text.replace(",", " ").split()] == list(range(1000))
    assert fill([]) == ""


def test_kernel_format_is_the_headers() -> None:
    assert f"#define PERMKERN_FORMAT {KERNEL_FORMAT}\n" in (ROOT / "include" / "permkern.h").read_text("utf-8")
