# SPDX-License-Identifier: BSD-3-Clause
"""
Mutants of the generator. Each has a copy of what it needs. What kills it: a shipped set that renders to other bytes
than the original's, or a test of tests/python that is quick and about the changed file.
"""

import ast
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from steps import ROOT, Log, StepFailed

from verify.mutation.mutants import HERE, Judged, Mutant, Verdict, changed

WALL = 900  # seconds; the limit of processor time comes first
SAME = {"PYTHONHASHSEED": "1"}  # the order of sets, on every run
COPIED = ("generator", "templates", "tests/python")
LINKED = (
    *("generated", "src", "include", "tests/plain_check", "bench", "docs", "examples", "integrations", "verify"),
    *("arch_gen", "tools/configurations"),
    *("pyproject.toml", "meson.build", "CMakeLists.txt", "library.json", "idf_component.yml"),
)

# Tests by file, as pytest's words. Those that compile C are left to tools/test.
ABOUT: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "manifest.py": (("test_manifest.py",),),
    "tomllines.py": (("test_manifest.py",),),
    "permutation.py": (("test_permutation.py",), ("test_plan.py",)),
    "plan.py": (("test_plan.py",),),
    "run_strategy.py": (("test_moves.py",),),
    "strategy.py": (("test_moves.py",), ("test_plan.py",), ("test_cli.py", "-k", "test_explain and not refuses")),
    **dict.fromkeys(("moves.py", "pinned_text.py"), (("test_moves.py",),)),
    **dict.fromkeys(("explain.py", "described.py"), (("test_cli.py", "-k", "explain"), ("test_moves.py",))),
    "listing.py": (("test_cli.py", "-k", "json or test_list"),),
    **dict.fromkeys(
        ("figures.py", "report.py", "report_maps.py", "report_output.py", "report_page.py", "report_tables.py"),
        (("test_report.py",),),
    ),
    **dict.fromkeys(
        ("report_change_tables.py", "report_changes.py", "report_markdown.py", "report_words.py"),
        (("test_report_changes.py",), ("test_report.py",)),
    ),
    "completion.py": (("test_completion.py",),),
    **dict.fromkeys(
        ("import_output.py", "importing.py", "kernel_map.py", "models.py", "tflite_models.py"),
        (("test_import_shapes.py",), ("test_import.py", "-k", "not damaged")),
    ),
    "extents.py": (("test_extents.py",), ("test_import_shapes.py",)),
    "tflite_rules.py": (("test_tflite_rules.py",), ("test_import.py", "-k", "tflite")),
    "shape_rules.py": (("test_tflite_rules.py",), ("test_import_shapes.py",), ("test_import.py", "-k", "not damaged")),
    **dict.fromkeys(
        ("onnx_facts.py", "onnx_models.py", "onnx_rules.py", "onnx_shapes.py", "onnx_values.py", "onnx_walk.py"),
        (("test_onnx_walk.py",), ("test_import_shapes.py",), ("test_import.py", "-k", "not damaged")),
    ),
    **dict.fromkeys(("amalgamate.py", "joined.py", "runtime.py"), (("test_amalgamate.py",),)),
    **dict.fromkeys(
        ("conditions.py", "ctext.py", "targets.py", "trimmed.py"), (("test_for_target.py",), ("test_amalgamate.py",))
    ),
    **dict.fromkeys(("in_place.py", "in_place_text.py"), (("test_in_place.py", "-k", "not other_builds"),)),
    "layouts.py": (("test_layouts.py",),),
    **dict.fromkeys(("host_strategy.py", "ways.py"), (("test_ways.py",), ("test_cli.py", "-k", "explain"))),
    "slips.py": (("test_manifest.py",), ("test_cli.py", "-k", "slip")),
    **dict.fromkeys(("output_verbs.py", "folders.py"), (("test_cli.py", "-k", "check or rerun or kind_of_output"),)),
    "starter.py": (("test_cli.py", "-k", "new_project"),),
    "terminal.py": (("test_terminal.py",),),
    "binding.py": (("test_binding.py",),),
    "building.py": (("test_building.py",),),
    "verbs.py": (
        ("test_cli.py", "-k", "json or test_list or explain or new_project or dry_run or check_finds"),
        ("test_import.py", "-k", "not damaged"),
    ),
    "cli.py": (("test_cli.py", "-k", "dry_run or test_list or help or usage or version"),),
    "writer.py": (("test_cli.py", "-k", "rerun or dry_run or depfile or mode or bad_set or missing or other_changes"),),
}
OTHERS = (("test_plan.py",), ("test_render.py", "-k", "literal or fit or fill or kernel_format or order_in_the_set"))


def mutable(file: str) -> str:
    """Returns a file's text, blank where it has comments, docstrings and signatures."""
    text = (ROOT / file).read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    blank: set[int] = {number for number, line in enumerate(lines, 1) if line.lstrip().startswith("#")}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            blank |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            blank |= set(range(node.lineno, node.body[0].lineno))
    return "".join("\n" if number in blank else line for number, line in enumerate(lines, 1))


def parsed(text: str) -> str | None:
    """Returns the syntax tree of a text, without line numbers; None if it has none."""
    try:
        return ast.dump(ast.parse(text))
    except (SyntaxError, ValueError):
        return None


@dataclass(frozen=True)
class Reference:
    """The folder with what the original renders, and the seconds that a mutant may take for it."""

    directory: Path
    seconds: int


def make_reference(log: Log, directory: Path) -> Reference:
    plain = directory / "reference"
    log.must([sys.executable, "-B", HERE / "render.py", ROOT, "write", plain])
    output = log.must([sys.executable, "-B", HERE / "render.py", ROOT, "compare", plain])
    return Reference(plain, int(float(output.split()[-1]) * 10) + 5)


def copy_tree(directory: Path, mutant: Mutant) -> Path:
    into = directory / "mutants" / f"{mutant.place:.17f}"
    for name in COPIED:
        shutil.copytree(ROOT / name, into / name, ignore=shutil.ignore_patterns("__pycache__"))
    (into / "tools").mkdir()
    for name in ("permkern.py", "report.py"):
        shutil.copy(ROOT / "tools" / name, into / "tools")
    for name in LINKED:
        (into / name).symlink_to(ROOT / name)
    text = (ROOT / mutant.file).read_text(encoding="utf-8")
    (into / mutant.file).write_text(changed(text, mutant), encoding="utf-8")
    return into


def limited(seconds: int, command: Sequence[str | Path]) -> list[str | Path]:
    return ["prlimit", f"--cpu={seconds}", "--core=0", *command]


def judge(log: Log, reference: Reference, mutant: Mutant) -> Judged:
    text = (ROOT / mutant.file).read_text(encoding="utf-8")
    after = parsed(changed(text, mutant))
    if after is None:
        return Judged(mutant, Verdict.INVALID)
    if after == parsed(text):
        return Judged(mutant, Verdict.EQUIVALENT)
    tree = copy_tree(reference.directory.parent, mutant)
    try:
        return judge_in(log, reference, mutant, tree)
    finally:
        shutil.rmtree(tree, ignore_errors=True)


def judge_in(log: Log, reference: Reference, mutant: Mutant, tree: Path) -> Judged:
    compare: list[str | Path] = [sys.executable, "-B", HERE / "render.py", tree, "compare", reference.directory]
    code, output = log.run(limited(reference.seconds, compare), cwd=tree, env=SAME, timeout=WALL)
    if code != 0:
        return Judged(mutant, Verdict.TESTS, f"rendered: {(output.strip().splitlines() or [str(code)])[-1]}")
    for words in ABOUT.get(Path(mutant.file).name, OTHERS):
        code, output = log.run(limited(300, pytest(tree, words)), cwd=tree, env=SAME, timeout=WALL)
        if code == 5:
            raise StepFailed(f"no test: {words}")
        if code != 0:
            return Judged(mutant, Verdict.TESTS, f"{words[0]}: {(output.strip().splitlines() or [str(code)])[-1]}")
    return Judged(mutant, Verdict.SURVIVED)


def pytest(tree: Path, words: Sequence[str]) -> list[str | Path]:
    options = ["-x", "-q", "-p", "no:cacheprovider", f"--rootdir={tree}", f"--basetemp={tree / 'tmp'}"]
    return [sys.executable, "-B", "-m", "pytest", *options, tree / "tests" / "python" / words[0], *words[1:]]


def check_tests(log: Log, reference: Reference, files: Sequence[str]) -> None:
    """Checks that the original passes all tests that judge mutants of these files."""
    original = Mutant(files[0], 1, "", (ROOT / files[0]).read_text(encoding="utf-8").splitlines()[0], 0)
    tree = copy_tree(reference.directory.parent, original)
    for words in dict.fromkeys(words for file in files for words in ABOUT.get(Path(file).name, OTHERS)):
        code, _ = log.run(limited(600, pytest(tree, words)), cwd=tree, env=SAME, timeout=WALL)
        if code != 0:
            raise StepFailed(f"pytest {words} fails without a mutant")
    shutil.rmtree(tree)
