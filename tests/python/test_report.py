# SPDX-License-Identifier: BSD-3-Clause
"""Reports: what is in them, what figures are taken, what damaged files come to. tests/report/ has the browser."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from html import unescape
from html.parser import HTMLParser
from io import StringIO
from itertools import permutations
from math import factorial, prod
from pathlib import Path
from typing import Any

import pytest
from clib import ROOT
from hypothesis import given
from hypothesis import strategies as st
from permkern.cli import main
from permkern.figures import Figure, Subject, Target, merged, read_figures
from permkern.instruction_sets import HOSTS
from permkern.manifest import SetError, load_set, parse_set
from permkern.moves import Strategy
from permkern.permutation import MAX_RANK, Work, fold, form
from permkern.plan import Plan, make_plan
from permkern.report import (
    DRAWN,
    DRAWN_EXTENT,
    clipped,
    compared,
    differences,
    make_report,
)
from permkern.report_output import saved_lines, to_json
from permkern.report_page import read_report, to_html

sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tools")]

import emulated  # noqa: E402
import firmware  # noqa: E402
import firmware_builds  # noqa: E402
import report as measuring  # noqa: E402
from icnt import Stretch  # noqa: E402

SET = """format = 1
[[permute]]
perms = [[2, 0, 1]]
bits = [8]
[[pinned]]
name = "camera"
shape = [96, 96, 3]
perm = [2, 0, 1]
bits = 8
count = 30
[[pinned]]
name = "heads"
shape = [1, 16, 4, 9]
perm = [0, 2, 1, 3]
bits = 16
count = 2
[[pinned]]
name = "view"
shape = [1, 16, 1, 8]
perm = [0, 2, 1, 3]
bits = 32
count = 4
"""
HOSTILE = "</script><img src=x onerror=alert(1)><!--'\"&{{ 7 * 7 }}"
CAMERA = Subject("camera", (96, 96, 3), (2, 0, 1), 8)
HEADS = Subject("heads", (1, 16, 4, 9), (0, 2, 1, 3), 16)
VIEW = Subject("view", (1, 16, 1, 8), (0, 2, 1, 3), 32)
FORM = Subject(None, None, (1, 0), 8)


def plan(text: str = SET) -> Plan:
    return make_plan(parse_set(text, "product.toml", "product"))


def target(figures: dict[Subject, Figure], profile: str = "speed", name: str = "m4", how: str = "QEMU") -> Target:
    return Target(name, how, profile, figures)


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


def permkern(*arguments: str | Path) -> Done:
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = main([str(argument) for argument in arguments])
    return Done(code, out.getvalue(), err.getvalue())


def permkern_with_seed(seed: str, *arguments: str | Path) -> None:
    command = [sys.executable, str(ROOT / "tools" / "permkern.py"), *map(str, arguments)]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed})


# ---- rows ----


def test_a_row_for_each_pinned_kernel_and_each_form() -> None:
    made = make_report(plan(), ())
    assert [row.kernel for row in made.rows] == [entry.symbol for entry in plan().pinned] + [
        entry.kernel.name for entry in plan().forms if entry.kernel
    ]
    assert len({row.id for row in made.rows}) == len(made.rows)


def test_share_is_of_bytes_that_are_moved() -> None:
    camera, heads, view, *forms = make_report(plan(), ()).rows
    moved = 30 * 96 * 96 * 3 + 2 * 16 * 4 * 9 * 2
    assert (camera.share, heads.share) == (30 * 96 * 96 * 3 / moved, 2 * 16 * 4 * 9 * 2 / moved)
    assert (view.moved, view.share, view.is_view) == (0, 0.0, True)
    assert all(row.share is None and row.count is None for row in forms)


def test_a_set_of_views_has_no_traffic() -> None:
    text = SET[: SET.index("[[permute]]")] + SET[SET.rindex("[[pinned]]") :]
    made = make_report(plan(text), ())
    assert [row.share for row in made.rows] == [0.0]
    assert made.totals.moving_bytes == 0
    assert "4 of 4 permutes move nothing" in to_html(made)


def test_instruction_sets_are_those_with_code_of_their_own() -> None:
    isas = {row.kernel: row.isas for row in make_report(plan(), ()).rows}
    hosts = tuple(isa.name.upper() for isa in HOSTS)
    assert {"SSE2", "NEON"} < set(hosts)
    assert isas["permkern_pin_camera"] == ("DSP", "MVE", "RVV", *hosts)
    assert isas["permkern_pin_heads"] == hosts
    assert isas["permkern_pin_view"] == ()
    assert isas["permkern_x8_p10_tile"] == ("DSP", "Zbkb", "MVE", "RVV", *hosts)
    small = plan(SET.replace("format = 1", 'format = 1\nprofile = "size"'))
    assert {row.isas for row in make_report(small, ()).rows} == {(), ("DSP",), ("DSP", "Zbkb")}


# ---- figures ----


def test_figures_go_to_the_very_kernel_that_was_measured() -> None:
    figures = {
        CAMERA: Figure(flash=1),
        replace(HEADS, shape=(1, 16, 4, 8)): Figure(flash=2),
        replace(VIEW, bits=16): Figure(flash=3),
        replace(HEADS, perm=(0, 1, 2, 3)): Figure(flash=4),
        FORM: Figure(flash=5),
    }
    made = make_report(plan(), (target(figures),))
    assert {row.kernel: row.figures[0].flash for row in made.rows if row.figures[0]} == {
        "permkern_pin_camera": 1,
        "permkern_x8_p10_tile": 5,
    }
    assert made.strays == 3


def test_figures_of_another_profile_are_of_other_code() -> None:
    made = make_report(plan(), (target({CAMERA: Figure(flash=1)}, "size"),))
    assert (made.targets, made.strays) == ((), 1)


def test_what_is_not_measured_is_not_there() -> None:
    page = to_html(make_report(plan(), (target({CAMERA: Figure(flash=344)}),)))
    rows = len(make_report(plan(), ()).rows)
    assert page.count(">344<") == 1
    assert page.count(">not measured<") == rows * 4 - 1  # flash, stack, instructions, tests


def test_later_figures_replace_earlier_ones_and_names_become_distinct() -> None:
    first = target({CAMERA: Figure(flash=1, stack=2)})
    again = target({CAMERA: Figure(flash=3)})
    other = target({CAMERA: Figure(flash=4)}, how="a board")
    one, two = merged((first, again, other))
    assert one.figures[CAMERA] == Figure(flash=3, stack=2)
    assert (one.name, two.name) == ("m4, QEMU", "m4, a board")
    assert [each.name for each in merged((first, again))] == ["m4"]


def test_instructions_are_of_the_shape_that_was_measured() -> None:
    figures = {FORM: Figure((64, 64), instructions=8192), CAMERA: Figure((96, 96, 3), instructions=27648)}
    page = to_html(make_report(plan(), (target(figures),)))
    assert 'title="8,192 instructions for 64x64">2.00<' in page
    assert 'title="27,648 instructions for 96x96x3">1.00<' in page


# ---- what is saved ----


def test_folding_and_kernels_are_counted_apart() -> None:
    figures = {
        CAMERA: Figure((96, 96, 3), instructions=100, naive=1000),
        HEADS: Figure((1, 16, 4, 9), instructions=10, naive=70),
        VIEW: Figure((1, 16, 1, 8), instructions=5, naive=50),
    }
    totals = make_report(plan(), (target(figures),)).totals
    assert (totals.permutes, totals.still, totals.still_bytes, totals.moving) == (36, 4, 4 * 16 * 8 * 4, 32)
    (saved,) = totals.saved
    assert (saved.by_folding, saved.naive, saved.kernels) == (200, 30140, 3020)


@pytest.mark.parametrize("lacking", [CAMERA, HEADS, VIEW])
def test_a_sum_with_a_gap_is_no_sum(lacking: Subject) -> None:
    figures = {each: Figure(instructions=10, naive=20) for each in (CAMERA, HEADS, VIEW) if each != lacking}
    made = make_report(plan(), (target(figures),))
    (saved,) = made.totals.saved
    assert (saved.by_folding is None) == (lacking == VIEW)
    assert (saved.kernels is None) == (saved.naive is None) == (lacking != VIEW)
    lines = " ".join(line for group in saved_lines(made) for line in group)
    assert ("not each was measured" if lacking == VIEW else "not each kernel was measured") in lines


@pytest.mark.parametrize("gap", ["instructions", "naive"])
def test_what_kernels_save_needs_both_figures(gap: str) -> None:
    figures = {each: Figure(instructions=10, naive=20) for each in (CAMERA, HEADS, VIEW)}
    for each in (CAMERA, HEADS):
        figures[each] = replace(figures[each], **{gap: None})
    _, kernels = saved_lines(make_report(plan(), (target(figures),)))
    assert kernels[1:] == ("m4: instructions: not each kernel was measured",)


# ---- what kernels run ----


def test_a_report_shows_what_each_kernel_runs() -> None:
    made = make_report(plan(), ())
    page = unescape(to_html(made))
    for row, entry in zip(made.rows, plan().pinned, strict=False):
        body = entry.body
        assert set(re.findall(r"\b(permkern_\w+)\(\)", "\n".join(row.runs))) >= set(body.best.functions)
        assert (body.narrow is None) == all("where words trap" not in line for line in row.runs)
        assert "\n".join((row.why, *row.runs)) in page
        planes = [line for line in row.runs if "the whole plane by " in line]
        assert len(planes) == (body.best.plane is not None) + bool(body.narrow and body.narrow.plane)
        assert all(line.endswith("rvv)") for line in planes)
    for row, form_entry in zip(made.rows[len(plan().pinned) :], plan().forms, strict=True):
        functions = [form_entry.kernel.runs.function] if form_entry.kernel else []
        assert [re.findall(r"permkern_\w+(?=\(\))", line)[0] for line in row.runs] == functions


# ---- heat map ----


def test_heat_map_has_every_permutation_and_the_kernel_that_the_plan_has() -> None:
    made = make_report(plan(), ())
    assert [row.perm for row in made.heat] == [perm for rank in range(1, 5) for perm in permutations(range(rank))]
    assert len(made.heat) == sum(map(factorial, range(1, 5)))
    kernels = {(entry.bits, entry.perm): entry for entry in plan().forms}
    for row in made.heat:
        assert [cell.bits for cell in row.cells] == list(made.widths)
        for cell in row.cells:
            entry = kernels.get((cell.bits, form(row.perm)))
            assert cell.kernel == (entry.kernel.name if entry and entry.kernel else "permkern_generic")
            assert cell.strategy == (entry.choice.strategy if entry else Strategy.GENERIC)


def test_heat_map_says_what_pinned_kernels_do() -> None:
    made = make_report(plan(), ())
    pinned_cells = {(row.perm, cell.bits): cell.pinned for row in made.heat for cell in row.cells if cell.pinned}
    assert pinned_cells == {
        ((2, 0, 1), 8): ((Strategy.INTERLEAVE, 30),),
        ((0, 2, 1, 3), 16): ((Strategy.RUNS, 2),),
        ((0, 2, 1, 3), 32): ((Strategy.COPY, 4),),
    }


# ---- index maps ----


@given(st.lists(st.integers(1, 2**32), min_size=1, max_size=MAX_RANK))
def test_extents_are_clipped_to_what_can_be_drawn(extents: list[int]) -> None:
    shape = tuple(extents)
    drawn = clipped(shape)
    assert all(1 <= few <= min(many, DRAWN_EXTENT) for few, many in zip(drawn, shape, strict=True))
    assert all(few > 1 for few, many in zip(drawn, shape, strict=True) if many > 1)
    assert prod(drawn) <= DRAWN or max(drawn) == 2
    if prod(shape) <= DRAWN and max(shape) <= DRAWN_EXTENT:
        assert drawn == shape


def test_index_maps_end_with_the_folded_work() -> None:
    made = make_report(plan(), ())
    works = {entry.symbol: entry.work for entry in plan().pinned}
    assert {drawn.id for drawn in made.maps if not drawn.example} == set(works)
    for drawn in made.maps:
        first = drawn.stages[0].work
        assert drawn.example or first == works[drawn.id]
        assert drawn.stages[-1].work == fold(first)
    assert {drawn.stages[0].work.perm for drawn in made.maps if drawn.example} >= {row.perm for row in made.heat}


def test_examples_show_what_every_width_does() -> None:
    for drawn in make_report(plan(), ()).maps:
        if drawn.example:
            assert {stage.work.bits for stage in drawn.stages} == {8}
            assert "drop" not in " ".join(stage.what for stage in drawn.stages)
            last = drawn.stages[0].work.shape[-4:]
            assert last == (2, 3, 4, 5)[-len(last) :]


def test_every_button_of_the_page_has_its_map() -> None:
    made = make_report(make_plan(load_set("minimal")), ())
    page = to_html(made)
    known = {drawn.id for drawn in made.maps}
    asked = {part.partition('"')[0] for part in page.split('data-map="')[1:]}
    assert asked and asked <= known


# ---- differences ----


def test_differences() -> None:
    before = make_report(plan(), (target({CAMERA: Figure(flash=10, stack=1)}),))
    earlier = {row.id: compared(row, before.targets) for row in before.rows if row.kernel != "permkern_pin_heads"}
    earlier["permkern_pin_old"] = {}
    now = make_report(plan(), (target({CAMERA: Figure(flash=12, instructions=5)}),))
    found = differences(now.rows, now.targets, "product", earlier)
    assert (found.gone, found.new) == (("permkern_pin_old",), ("permkern_pin_heads",))
    assert [(change.id, change.what, change.before, change.after) for change in found.changed] == [
        ("permkern_pin_camera", "flash, m4", "10", "12"),
        ("permkern_pin_camera", "instructions, m4", "not measured", "5"),
        ("permkern_pin_camera", "stack, m4", "1", "not measured"),
    ]


def test_a_report_against_itself_has_no_differences(tmp_path: Path) -> None:
    made = make_report(plan(), (target({CAMERA: Figure(flash=10)}),))
    (tmp_path / "old.json").write_text(json.dumps(to_json(made)))
    name, earlier = read_report(tmp_path / "old.json")
    found = differences(made.rows, made.targets, name, earlier)
    assert (found.set_name, found.gone, found.new, found.changed) == ("product", (), (), ())
    assert "Nothing has changed." in to_html(replace(made, differences=found))


# ---- the page ----


class Page(HTMLParser):
    """Tags, and what the elements of scripts hold."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] == "script":
            self.scripts[-1] += data


def test_names_are_text_and_nothing_else() -> None:
    made = make_report(plan(), (target({CAMERA: Figure(flash=1)}, name=HOSTILE, how=HOSTILE),))
    found = differences(made.rows, made.targets, HOSTILE, {HOSTILE: {}, "permkern_pin_view": {HOSTILE: HOSTILE}})
    # Sets and kernels have harmless names, as sets are checked; the page does not rely on that.
    first = replace(made.rows[0], kernel=HOSTILE, id=HOSTILE, why=HOSTILE)
    maps = tuple(replace(drawn, id=HOSTILE, title=HOSTILE) for drawn in made.maps)
    made = replace(made, set_name=HOSTILE, rows=(first, *made.rows[1:]), maps=maps, differences=found)
    page = Page(to_html(made))
    assert not [tag for tag, _ in page.tags if tag == "img"]
    assert [kept.get("type") for tag, kept in page.tags if tag == "script"] == ["application/json", None]
    assert {drawn["id"] for drawn in json.loads(page.scripts[0])["maps"]} == {HOSTILE}
    assert not any(name.startswith("on") for _, kept in page.tags for name in kept)


def test_the_page_asks_for_nothing() -> None:
    page = Page(to_html(make_report(plan(), ())))
    assert not [kept for _, kept in page.tags if {"src", "href", "action"} & set(kept)]
    assert ("meta", "default-src 'none'") in [(tag, (kept.get("content") or "")[:18]) for tag, kept in page.tags]


def test_output_depends_on_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "product.toml").write_text(SET)
    for seed in ("1", "2"):
        outputs = ("-o", tmp_path / f"{seed}.html", "--json", tmp_path / f"{seed}.json")
        permkern_with_seed(seed, "report", tmp_path / "product.toml", *outputs)
    for kind in ("html", "json"):
        assert (tmp_path / f"1.{kind}").read_bytes() == (tmp_path / f"2.{kind}").read_bytes()
    assert str(tmp_path) not in (tmp_path / "1.html").read_text()


# ---- the command ----


def own_figures(**changes: Any) -> dict[str, Any]:
    kernel = {"name": "camera", "shape": [96, 96, 3], "perm": [2, 0, 1], "bits": 8, "flash": 344, **changes}
    return {"permkern_figures": 1, "profile": "speed", "targets": [{"name": "m4", "how": "QEMU", "kernels": [kernel]}]}


def test_json_is_what_is_written(tmp_path: Path) -> None:
    (tmp_path / "product.toml").write_text(SET)
    (tmp_path / "figures.json").write_text(json.dumps(own_figures()))
    options = ("--figures", tmp_path / "figures.json", "--json", tmp_path / "new.json", "--format", "json")
    done = permkern("report", tmp_path / "product.toml", *options)
    assert done.returncode == 0
    told = json.loads(done.stdout)
    assert told == json.loads((tmp_path / "new.json").read_text())
    assert told["kernels"][0]["figures"][0]["flash"] == 344
    assert not list(tmp_path.glob("*.html"))


def test_data_may_replace_what_it_was_compared_with(tmp_path: Path) -> None:
    (tmp_path / "product.toml").write_text(SET)
    kept = tmp_path / "kept.json"
    assert permkern("report", tmp_path / "product.toml", "--json", kept).returncode == 0
    (tmp_path / "product.toml").write_text(SET.replace("heads", "keys"))
    done = permkern("report", tmp_path / "product.toml", "--json", kept, "--against", kept)
    assert done.stdout.splitlines()[-1] == "  against the earlier report: 1 gone, 1 new, 0 figures changed"
    assert "permkern_pin_keys" in read_report(kept)[1]


def test_firmware_json_of_the_bench(tmp_path: Path) -> None:
    """What tools/bench firmware writes, by its own code."""
    cases = firmware.read_cases()
    known = {target.name: target for target in firmware.TARGETS}
    speed, size = known["cortex-m4"], known["cortex-m4-size"]
    counts = {"hwc_8": {"naive": Stretch(900, 0, 0, 0, 0, 0), "pinned": Stretch(100, 0, 0, 0, 0, 0)}}
    results = [firmware.Result(each, "GCC 12.2.1", counts) for each in (speed, size)]
    bench = firmware.Bench(results, [], {}, [], cases)
    (tmp_path / "firmware.json").write_text(json.dumps(bench.document()))
    made = make_report(
        make_plan(load_set(str(firmware_builds.ROWS / "cases.toml"))), read_figures(tmp_path / "firmware.json")
    )
    assert [(each.name, each.how) for each in made.targets] == [("cortex-m4", "QEMU mps2-an386, GCC 12.2.1 -O2")]
    assert {row.name: row.figures[0] for row in made.rows if row.figures[0]} == {
        "hwc_8": Figure((28, 28, 8), instructions=100, naive=900)
    }


def without(key: str) -> Callable[[dict[str, Any]], object]:
    return lambda document: document.pop(key)


BAD_FIGURES: list[tuple[object, str]] = [
    (b"", "not JSON"),
    (b"\xff\xfe", "not JSON"),
    (b"[" * 100_000, "nested too deeply"),
    ([], "not a JSON object; give a file that tools/report"),
    ({}, "no figures; give a file that tools/report"),
    ({"permkern_figures": 2}, "figures of another format; this version of permkern reads format 1"),
    ({"instructions": {}}, "written by an older version of tools/bench"),
    ({"permkern_figures": 1, "targets": []}, "no valid 'profile' in figures"),
    ({"permkern_figures": 1, "profile": "speed"}, "no valid 'targets' in figures"),
    ({"permkern_figures": 1, "profile": "speed", "targets": [7]}, "no valid 'name' in a target"),
    (own_figures(flash=-1), "flash must be a whole number"),
    (own_figures(flash=True), "flash must be a whole number"),
    (own_figures(stack="1"), "stack must be a whole number"),
    (own_figures(name=7), "no valid 'name'"),
    (own_figures(perm=[0, 0, 1]), "do not describe a permute"),
    (own_figures(perm=[2, 0]), "do not describe a permute"),
    (own_figures(bits=9), "do not describe a permute"),
    (own_figures(bits=True), "no valid 'bits'"),
    (own_figures(shape=[1.5]), "shape must be a list of 1 to 8 whole numbers"),
    (own_figures(shape=["x"]), "shape must be a list"),
    (own_figures(perm=[]), "perm must be a list"),
]


@pytest.mark.parametrize(("content", "says"), BAD_FIGURES)
def test_bad_figures(tmp_path: Path, content: object, says: str) -> None:
    path = tmp_path / "figures.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    with pytest.raises(SetError) as caught:
        read_figures(path)
    assert says in str(caught.value) and str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{", "not JSON"),
        ("{}", "not a report of format 1"),
        ('{"permkern_report": 2}', "not a report of format 1"),
        ('{"permkern_report": 1}', "no valid 'kernels'"),
        ('{"permkern_report": 1, "kernels": [3], "set": "s"}', "no valid 'compared'"),
        ('{"permkern_report": 1, "kernels": [{"id": "x", "compared": {"a": 1}}], "set": "s"}', "no valid 'compared'"),
        ('{"permkern_report": 1, "kernels": []}', "no valid 'set'"),
    ],
)
def test_bad_earlier_reports_write_nothing(tmp_path: Path, content: str, says: str) -> None:
    (tmp_path / "old.json").write_text(content)
    done = permkern("report", "minimal", "-o", tmp_path / "r.html", "--against", tmp_path / "old.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr and done.stderr.count("\n") == 1
    assert not (tmp_path / "r.html").exists()


def test_outputs_replace_no_input(tmp_path: Path) -> None:
    (tmp_path / "product.toml").write_text(SET)
    (tmp_path / "figures.json").write_text(json.dumps(own_figures()))
    (tmp_path / "link.html").symlink_to(tmp_path / "product.toml")
    permkern("report", tmp_path / "product.toml", "--json", tmp_path / "old.json")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    named = ("report", tmp_path / "product.toml", "--figures", tmp_path / "figures.json")
    for options in (
        ("-o", tmp_path / "product.toml"),
        ("-o", tmp_path / "link.html"),
        ("--json", tmp_path / "figures.json"),
        ("-o", tmp_path / "x", "--json", tmp_path / "x"),
        ("-o", tmp_path / "old.json", "--against", tmp_path / "old.json"),
        ("-o", tmp_path / "figures.json" / "below.html"),
    ):
        done = permkern(*named, *options)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


# ---- what tools/report measures ----


def test_what_the_firmware_prints_is_put_to_its_counts() -> None:
    output = "permute a correct 1\npermute b too large\npermute c WRONG 0\nform 8 10 64 correct 1\n"
    ran = emulated.read_run(output, [2, 12, 22, 32, 42, 52, 62, 72, 82])
    assert ran.pinned == {
        "a": emulated.Counted(True, 10, 20, 30),
        "c": emulated.Counted(False, None, 50, 60),
    }
    assert ran.forms == {(8, "10"): (64, emulated.Counted(True, 70, None, 80))}
    with pytest.raises(emulated.MeasureError):
        emulated.read_run(output, [2, 12, 22])
    uncounted = emulated.read_run(output, None)
    assert uncounted.pinned["a"] == emulated.Counted(True, None, None, None)


def test_the_self_tests_cases_go_to_their_kernels() -> None:
    output = "each any 8 10 3 0\neach any 8 10 2 1\neach any 16 10 6 0\neach camera 8 201 7 0\n18 passed, 1 failed\n"
    assert emulated.read_tests(output) == {
        ("any", 8, "10"): (5, 1),
        ("any", 16, "10"): (6, 0),
        ("camera", 8, "201"): (7, 0),
    }


def test_rows_of_what_was_measured() -> None:
    plan_rows = {
        "pinned": [{"name": "a", "symbol": "permkern_pin_a", "body": "b", "shape": [4, 5], "perm": [1, 0], "bits": 8}],
        "forms": [{"kernel": "permkern_generic", "perm": [1, 0], "bits": bits} for bits in (8, 16)],
    }
    ran = emulated.Ran({"a": emulated.Counted(False, 9, 8, 7)}, {(8, "10"): (64, emulated.Counted(True, 6, None, 5))})
    cases = {("a", 8, "10"): (7, 0), ("any", 8, "10"): (18, 2)}
    (row,) = measuring.pinned_rows(plan_rows, ran, cases)
    assert (row["instructions"], row["naive"], row["passed"], row["failed"]) == (7, 9, 7, 1)
    known, unknown = measuring.form_rows(plan_rows, ran, cases)
    assert (known["shape"], known["instructions"], known["passed"], known["failed"]) == ([64, 64], 5, 19, 2)
    assert {unknown[key] for key in ("shape", "instructions", "naive", "passed", "failed")} == {None}


def test_sets_are_found_as_permkern_finds_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert measuring.set_path("gtcrn") == ROOT / "generator" / "sets" / "gtcrn.toml"
    assert measuring.set_path("no.toml") == tmp_path / "no.toml"
    (tmp_path / "gtcrn").write_text(SET)
    assert measuring.set_path("gtcrn") == tmp_path / "gtcrn"
    assert measuring.emulated.directory_of("a/x.toml") != measuring.emulated.directory_of("b/x.toml")


def test_work_is_shown_as_explain_shows_it() -> None:
    stages = {drawn.id: drawn.stages for drawn in make_report(plan(), ()).maps}
    assert [str(stage.work) for stage in stages["permkern_pin_camera"]] == ["96x96x3 (2,0,1)", "9216x3 (1,0)"]
    assert stages["permkern_pin_camera"][0].work == Work((96, 96, 3), (2, 0, 1), 8)
