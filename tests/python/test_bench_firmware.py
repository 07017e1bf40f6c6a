# SPDX-License-Identifier: BSD-3-Clause
"""The firmware bench: what it makes of counts and of compilers' reports; and that the counts themselves are exact."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tools")]

import callgraph  # noqa: E402
import firmware  # noqa: E402
import firmware_builds  # noqa: E402
import firmware_models  # noqa: E402
import firmware_report  # noqa: E402
import firmware_sizes  # noqa: E402
import tomlreader  # noqa: E402
from configurations.targets import Counted  # noqa: E402
from firmware_goals import GOALS, MODEL_GOALS  # noqa: E402
from firmware_models import INSTRUCTIONS, Build, cycles_of  # noqa: E402
from firmware_models_report import models_page  # noqa: E402
from firmware_report import cycles_page, goals_page  # noqa: E402
from icnt import Stretch, count, read_stretches  # noqa: E402

CASES = firmware.read_cases()
CYCLES = cycles_of("Cortex-M4")
M4 = firmware.TARGETS[0]


def stretch(instructions: int) -> Stretch:
    return Stretch(instructions, 3, 2, 5, 4, 1)


def result(instructions: dict[str, dict[str, int]], target: firmware.Target = M4) -> firmware.Result:
    counts = {case: {column: stretch(n) for column, n in columns.items()} for case, columns in instructions.items()}
    return firmware.Result(target, "GCC 12.2.1", counts)


# ---- counts ----


def test_stretches_are_put_to_their_columns_without_the_cost_of_the_marks() -> None:
    output = "column naive\ncolumn checked off\ncase a_8 right\ncase b_8 right\n"
    written = "2 0 0 0 0 0\n12 1 1 2 1 0\n22 2 1 2 1 0\n32 0 0 0 0 0\n42 0 1 0 8 3\n"
    counts = firmware.read_counts(output, read_stretches(written))
    assert counts == {
        "a_8": {"naive": Stretch(10, 1, 1, 2, 1, 0), "checked off": Stretch(20, 2, 1, 2, 1, 0)},
        "b_8": {"naive": Stretch(30, 0, 0, 0, 0, 0), "checked off": Stretch(40, 0, 1, 0, 8, 3)},
    }


@pytest.mark.parametrize(
    ("output", "stretches"),
    [
        ("column naive\ncase a_8 WRONG\n", 2),
        ("column naive\n", 1),
        ("column naive\ncase a_8 right\n", 3),
        ("column naive\ncase a_8 right\n", 1),
    ],
)
def test_wrong_results_and_missing_counts_are_refused(output: str, stretches: int) -> None:
    with pytest.raises(firmware.BenchError):
        firmware.read_counts(output, [stretch(9)] * stretches)


def test_growth_is_more_than_two_percent_over_the_baseline_of_the_same_compiler() -> None:
    measured = result({"hwc_8": {"naive": 900, "checked": 1020, "pinned": 1021}})
    baseline = {"cortex-m4, GCC 12.2.1": {"hwc_8": {"checked": 1000, "pinned": 1000}, "gone_8": {"checked": 1}}}
    assert firmware.grown(measured, baseline) == ["cortex-m4 hwc_8 pinned: 1021 instructions, baseline 1000"]
    assert firmware.grown(measured, {"cortex-m4, GCC 13.1.0": {"hwc_8": {"pinned": 1}}}) == []
    assert firmware.own_counts(measured) == {"hwc_8": {"checked": 1020, "pinned": 1021}}


# ---- goals ----


def rows_of(measured: firmware.Result) -> dict[tuple[object, object], dict[str, object]]:
    """Goals in instructions, by case and column."""
    rows = firmware.goal_rows(measured, CASES)
    return {(row["case"], row["column"]): row for row in rows if str(row["unit"]).startswith("instructions")}


def test_a_goal_is_held_against_instructions_an_element_and_unrounded() -> None:
    elements = CASES["hwc_8"].elements
    most = int(elements * 1.60)
    rows = rows_of(result({"hwc_8": {"checked": most, "pinned": int(elements * 1.25) + 1}}))
    assert rows["hwc_8", "checked"]["met"] is True
    assert rows["hwc_8", "pinned"]["met"] is False
    assert rows["hwc_8", "pinned"]["reached"] == 1.25  # rounded for display, not for the verdict
    assert rows["hwc_8", "checked"]["memory"] == {
        "loads": round(3 / elements, 3),
        "stores": round(2 / elements, 3),
        "words_loaded": round(5 / elements, 3),
        "words_stored": round(4 / elements, 3),
        "pieces": round(1 / elements, 3),
    }


def test_small_calls_count_whole() -> None:
    rows = rows_of(result({"small_8": {"checked": 301, "pinned": 80}, "single_8": {"checked": 190}}))
    assert (rows["small_8", "checked"]["reached"], rows["small_8", "checked"]["met"]) == (301.0, False)
    assert rows["small_8", "pinned"]["met"] is True
    assert rows["single_8", "checked"]["met"] is True


def test_the_goal_of_a_copy_comes_on_top_of_newlib_measured_or_recorded() -> None:
    elements = CASES["identity_8"].elements
    measured = rows_of(result({"identity_8": {"newlib": elements, "checked": elements}}))["identity_8", "checked"]
    assert (measured["goal"], measured["met"]) == (1.25, True)
    recorded = rows_of(result({"identity_8": {"checked": elements}}))["identity_8", "checked"]
    assert (recorded["goal"], recorded["met"]) == (0.78, False)
    assert "recorded" in str(recorded["note"])


def test_what_was_not_measured_is_not_met() -> None:
    row = rows_of(result({}))["hwc_8", "checked"]
    assert (row["reached"], row["met"], row["note"]) == (None, False, "not measured")


def test_every_goal_names_a_target_a_case_and_a_column_that_are_measured() -> None:
    cores = {target.name: target.of.cores for target in firmware.TARGETS}
    columns = {"checked", "planned", "pinned", "checked off", "pinned off"}
    for goal in GOALS:
        assert goal.target in cores and goal.case in CASES and goal.column in columns
        assert not goal.core or goal.core in cores[goal.target]
    assert len({(goal.target, goal.case, goal.column, goal.core) for goal in GOALS}) == len(GOALS)


def test_every_target_has_its_cross_file_and_its_machine() -> None:
    for target in firmware.TARGETS:
        assert f"['qemu-run', '{target.of.machine}']" in target.of.text


def test_the_profile_of_a_set_is_replaced_once() -> None:
    text = firmware_builds.with_profile('# profile = "x"\nprofile = "speed"\n\n[[pinned]]\n', "size")
    assert text == '# profile = "x"\nprofile = "size"\n\n[[pinned]]\n'


# ---- rows of models ----


def counted(name: str) -> Counted:
    return next(target.counted for target in firmware.TARGETS if target.name == name)


def test_no_name_is_in_both_lists_and_pinned_kernels_of_models_stay_out_of_the_dispatcher() -> None:
    cases, models = firmware_builds.read_rows("cases"), firmware_builds.read_rows("models")
    assert len(models) >= 100 and not set(cases) & set(models)
    assert all(name.endswith(f"_{case.bits}") for name, case in models.items())
    assert len({(case.shape, case.perm, case.bits) for case in models.values()}) == len(models)
    rows = tomlreader.loads((firmware_builds.ROWS / "models.toml").read_text(encoding="utf-8"))["pinned"]
    assert all(row["dispatch"] is False for row in rows)


def test_models_in_profile_size_have_the_forms_of_set_mli_with_and_without_pinned_kernels() -> None:
    mli = tomlreader.loads(firmware_builds.SET_MLI.read_text(encoding="utf-8"))
    speed = tomlreader.loads(firmware_builds.set_of(counted("cortex-m4-models")))
    assert firmware_builds.set_of(counted("cortex-m4-models-size")) == firmware_builds.SET_MLI.read_text(
        encoding="utf-8"
    )
    beside = tomlreader.loads(firmware_builds.set_of(counted("cortex-m4-models-size-pinned")))
    assert (beside["profile"], beside["permute"]) == ("size", mli["permute"])
    assert beside["pinned"] == speed["pinned"] and len(speed["pinned"]) == len(firmware_builds.read_rows("models"))


def test_rows_in_c_have_the_kernels_that_their_set_has(tmp_path: Path) -> None:
    models = tmp_path / "models.toml"
    models.write_text(
        'pinned = [{name = "a_16", shape = [2, 3], perm = [1, 0], bits = 16, flip = [1]},'
        ' {name = "b_8", shape = [5], perm = [0], bits = 8, xor = 0x80},'
        ' {name = "c_8", shape = [5], perm = [0], bits = 8, in_place = true}]\n',
        encoding="utf-8",
    )
    chosen = tmp_path / "set.toml"
    chosen.write_text('pinned = [{name = "b_8"}, {name = "c_8"}]\n', encoding="utf-8")
    script = ROOT / "bench" / "firmware" / "rows.py"
    subprocess.run([sys.executable, "-B", script, models, chosen, tmp_path / "rows.inc"], check=True)
    assert (tmp_path / "rows.inc").read_text(encoding="utf-8") == (
        '{"a_16", NULL, NULL, {2, 3}, {1, 0}, 2, 2, 2, 0x0},\n'
        '{"b_8", permkern_pin_b_8, NULL, {5}, {0}, 1, 1, 0, 0x80},\n'
        '{"c_8", NULL, permkern_pin_c_8, {5}, {0}, 1, 1, 0, 0x0},\n'
    )


def build_of(name: str, counts: dict[str, dict[str, int]], peers: dict[str, dict[str, int]] | None = None) -> Build:
    known = {INSTRUCTIONS: peers} if peers else {}
    return Build(name, "GCC 12.2.1", "2", {INSTRUCTIONS: counts}, known, {"pinned": dict.fromkeys(counts, "tile")})


COUNTS = {
    "a_8": {"naive": 100, "checked": 100, "pinned": 25},
    "b_8": {"naive": 90, "checked": 100, "pinned": 50},
    "c_8": {"naive": 50, "checked": 100, "pinned": 25},
}


def test_the_way_of_a_row_is_the_strategy_of_what_it_folds_to() -> None:
    speed = firmware_builds.listed(firmware_builds.ROWS / "models.toml")
    mli = firmware_builds.listed(firmware_builds.SET_MLI)
    ways = firmware_builds.ways_of(speed, speed)
    assert (ways["checked"]["turn_48x64x3_8"], ways["pinned"]["turn_48x64x3_8"]) == ("runs", "runs")
    assert (ways["checked"]["reverse_rank5_8"], ways["checked"]["digit_28x28x1_8"]) == ("generic", "copy")
    alone = firmware_builds.ways_of(mli, speed)
    assert (alone["checked"]["map_28x28x8_8"], alone["checked"]["map_28x28x8_32"]) == ("tile", "generic")
    assert alone["pinned"] == {} and set(alone["checked"]) == set(firmware_builds.read_rows("models"))


def test_a_row_that_is_as_fast_as_its_peer_is_no_loss() -> None:
    checked, pinned = build_of("cortex-m0-models", COUNTS).standings
    assert list(checked.losses.items()) == [("c_8", 0.5), ("b_8", 0.9)]  # the worst first
    assert (checked.under_twice, pinned.under_twice, pinned.losses) == (3, 1, {})
    assert checked.geomean == pytest.approx((1 * 0.9 * 0.5) ** (1 / 3))
    assert str(pinned) == "instructions, pinned: 2.43 times naive, 0 losses, 1 under 2"


def test_rows_of_a_kind_are_taken_together() -> None:
    counts = {"tiny_a_8": {"naive": 90, "checked": 10}, "tiny_b_8": {"naive": 40, "checked": 10}}
    counts["image_c_8"] = {"naive": 5, "checked": 10}
    (checked,) = build_of("cortex-m0-models", counts).standings
    assert checked.kinds == {"tiny": (pytest.approx(6.0), 4.0), "image": (pytest.approx(0.5), 0.5)}


def test_the_best_peer_of_a_row_is_naive_or_a_recorded_one() -> None:
    peers = {"a_8": {"MLI 1.1": 20, "TFLM": 60}, "b_8": {"TFLM": 91}}
    build = build_of("cortex-m4-models", COUNTS, peers)
    assert [(at.column, at.over) for at in build.standings] == [
        ("checked", "the best peer"),
        ("checked", "naive"),
        ("pinned", "the best peer"),
        ("pinned", "naive"),
    ]
    pinned = build.standing(INSTRUCTIONS, "pinned", "the best peer")
    assert pinned.peers == {"a_8": "MLI 1.1", "b_8": "naive", "c_8": "naive"}
    assert pinned.losses == {"a_8": 0.8}


def test_goals_of_models_are_met_or_not_and_name_every_loss() -> None:
    elements = {"a_8": 100, "b_8": 24, "c_8": 25}
    builds = [build_of("cortex-m4-models", COUNTS)]
    checked, losses, pinned, no_loss, *_ = firmware_models.goal_rows(builds, "GCC 12.2.1", elements)
    assert (checked["goal"], checked["reached"], checked["met"], checked["least"]) == (3.0, 0.766, False, True)
    assert (losses["reached"], losses["met"], losses["note"]) == (1, False, "c_8 0.50")  # b_8 is too small to count
    assert (pinned["reached"], pinned["met"]) == (2.433, False)
    assert (no_loss["reached"], no_loss["met"], no_loss["note"]) == (0, True, "")
    assert "at least 3.0" in firmware_report.goals_page([checked])


def test_slower_than_naive_by_cycles_or_off_the_word_boundary_is_slower() -> None:
    row = {"naive": 100, "checked": 90, "checked off": 90, "pinned": 90, "pinned off": 90}
    counts = {"a_8": row, "b_8": row | {"pinned off": 110}, "c_8": row}
    takes = {INSTRUCTIONS: counts, CYCLES: counts | {"c_8": row | {"pinned": 125}}}
    build = Build("cortex-m4-models-debug", "GCC 12.2.1", "g", takes, {}, {})
    (goal,) = firmware_models.goal_rows([build], "GCC 12.2.1", {"a_8": 100, "b_8": 100, "c_8": 100})
    assert (goal["column"], goal["reached"], goal["met"]) == ("pinned", 2, False)
    assert goal["note"] == "c_8 0.80, b_8 0.91"


@pytest.mark.parametrize(("beside", "met"), [(1020, True), (1021, False)])
def test_pinned_kernels_in_a_set_may_slow_down_a_checked_call_by_two_percent(beside: int, met: bool) -> None:
    row, most = firmware_models.CLIFF
    builds = [
        build_of(name, {row: {"naive": 4000, "checked": count, "pinned": 900}})
        for name, count in zip(firmware_models.BESIDE, (1000, beside), strict=True)
    ]
    *_, cliff = firmware_models.goal_rows(builds, "GCC 12.2.1", {row: 6272})
    assert (cliff["case"], cliff["goal"], cliff["met"]) == (row, most, met)
    assert cliff["reached"] == beside / 1000


def test_goals_of_models_name_builds_and_columns_that_are_measured() -> None:
    names = {target.name for target in firmware.TARGETS if target.counted.rows == "models"}
    assert {goal.target for goal in MODEL_GOALS} | set(firmware_models.BESIDE) <= names
    assert all(goal.over in ("naive", "the best peer") for goal in MODEL_GOALS)
    assert firmware_models.CLIFF[0] in firmware_builds.read_rows("models")


def test_recorded_figures_are_of_rows_that_are_measured_and_say_where_they_are_from() -> None:
    models = firmware_builds.read_rows("models")
    document = json.loads(firmware_models.PEERS.read_text(encoding="utf-8"))
    sources = {project["name"]: project for project in document["projects"]}
    assert all(re.fullmatch("[0-9a-f]{40}", project["commit"]) for project in sources.values())
    for measure, level in product((INSTRUCTIONS, CYCLES), ("2", "s", "g")):
        figures = firmware_models.recorded(measure, level)
        assert len(figures) >= 100 and set(figures) <= set(models)
        for name, row in figures.items():
            assert set(row) <= set(sources) and all(count > 0 for count in row.values())
            taken = len(models[name].shape) <= 4
            assert ("CMSIS-NN" in row, "MLI 1.1" in row) == (taken, taken and models[name].bits <= 16)
    assert firmware_models.recorded(CYCLES, "1") == {}


def test_the_page_has_every_row_and_marks_losses() -> None:
    rows = {"kws_49x10_8": {"naive": 980, "checked": 990, "pinned": 490}, "tiny_4x5_8": {"naive": 60, "checked": 30}}
    rows["tiny_4x5_8"]["pinned"] = 61
    rows["focus_8"] = {"naive": 6144, "checked": 3072, "pinned": 3072}
    build = build_of("cortex-m4-models", rows, {"focus_8": {"TFLM": 3073}})
    page = models_page([build], CASES)
    assert "| cortex-m4-models, -O2 | instructions | pinned | the best peer | 1.25 | 1 of 3 | 2 |" in page
    assert "| cortex-m4-models, -O2 | instructions | pinned | tiny_4x5_8 0.98 (naive; tile) | 0 |" in page
    assert "| tiny | 2.00, 2.00 | 0.98, 0.98 |" in page
    assert "| kws_49x10_8 | 49x10 (1,0), 8-bit | 2.00 naive | 2.00 | **2.02** | 1.00 |" in page
    assert "| focus_8 | 1x3x16x2x16x2 (0,3,5,1,2,4), 8-bit * | 1.00 TFLM | 2.00 | 1.00 | 1.00 |" in page


def test_rows_are_shown_by_pattern() -> None:
    counts = {"kws_49x10_8": {"naive": stretch(980), "checked": stretch(490)}, "tiny_4x5_8": {"naive": stretch(1)}}
    assert firmware_report.rows_shown(counts, CASES, "49x10") == [
        "    kws_49x10_8              naive 2.00, checked 1.00; naive over ours 2.00"
    ]


# ---- estimated cycles ----


def test_models_stand_in_every_measure_that_their_build_has() -> None:
    counts = {"kws_49x10_8": {"naive": 980, "checked": 490, "pinned": 490}}
    cycles = {"kws_49x10_8": {"naive": 980, "checked": 490, "pinned": 1225}}
    takes = {INSTRUCTIONS: counts, CYCLES: cycles, cycles_of("Cortex-M3"): cycles}
    build = Build("cortex-m4-models", "GCC 12.2.1", "2", takes, {CYCLES: {"kws_49x10_8": {"MLI 1.1": 735}}}, {})
    pinned = build.standing(CYCLES, "pinned", "the best peer")
    assert (pinned.losses, pinned.peers) == ({"kws_49x10_8": 0.6}, {"kws_49x10_8": "MLI 1.1"})
    page = models_page([build], CASES)
    assert f"| cortex-m4-models, -O2 | {CYCLES} | pinned | the best peer | 0.60 | 1 of 1 | 1 |" in page
    assert f"| cortex-m4-models, -O2 | {CYCLES} | pinned | kws_49x10_8 0.60 (MLI 1.1; unknown) | 1 |" in page
    assert (
        "| 2.00 naive; 1.50 MLI 1.1; 2.00 naive | 2.00; 2.00; 2.00 | 1.00; 1.00; 1.00 | **1.00; 2.50; 2.50** |" in page
    )


def test_cycles_of_a_result_become_a_measure_of_its_build() -> None:
    cycles = {"Cortex-M4": {"hwc_8": {"naive": 9, "pinned": 4}}}
    build = firmware.models_of(replace(result({"hwc_8": {"naive": 7, "pinned": 3}}), cycles=cycles))
    assert build.measures == [INSTRUCTIONS, CYCLES]
    assert build.takes[CYCLES] == cycles["Cortex-M4"] and set(build.peers) == {INSTRUCTIONS, CYCLES}


def test_a_goal_in_cycles_is_held_against_the_estimate() -> None:
    elements = CASES["hwc_16"].elements
    cycles = {"Cortex-M4": {"hwc_16": {"checked": int(elements * 2.391), "pinned": int(elements * 1.9) + 1}}}
    estimated = replace(result({"hwc_16": {"checked": 1, "pinned": 1}}), cycles=cycles)
    rows = [row for row in firmware.goal_rows(estimated, CASES) if row["case"] == "hwc_16"]
    unit = "estimated cycles of Cortex-M4, no wait states, an element"
    assert {(row["column"], row["unit"]): row["met"] for row in rows} == {
        ("checked", "instructions an element"): True,
        ("pinned", "instructions an element"): True,
        ("checked", unit): True,
        ("pinned", unit): False,
    }
    assert goals_page(rows).count("pinned, estimated cycles, no wait states | 1.9 | 1.9 | **no** |") == 1


def test_estimates_of_cores_that_run_the_same_program_stand_together() -> None:
    cycles = {"Cortex-M0": {"hwc_8": {"pinned": 12544}}, "Cortex-M0+": {"hwc_8": {"pinned": 6272}}}
    assert cycles_page(cycles, CASES).splitlines() == [
        "| estimated cycles, no wait states: Cortex-M0, Cortex-M0+ | pinned |",
        "| --- | --- |",
        "| 28x28x8 (2,0,1), 8-bit | 2.00, 1.00 |",
    ]


# ---- flash and stack ----


def node(name: str, label: str) -> str:
    return f'node: {{ title: "{name}" label: "{label}" }}\n'


def edge(caller: str, callee: str) -> str:
    return f'edge: {{ sourcename: "{caller}" targetname: "{callee}" label: "a.c:1:1" }}\n'


def unit(report: str, stem: str = "dispatch", relocations: str = "") -> callgraph.Unit:
    return callgraph.Unit(stem, report, relocations, kernels=stem.startswith("x8"))


def graph_of(report: str, relocations: str = "") -> callgraph.Graph:
    return callgraph.make_graph([unit(report, relocations=relocations)])


def taking(section: str, *names: str, kind: str = "R_ARM_ABS32") -> str:
    """What objdump -r prints where a section holds the addresses of functions."""
    rows = "".join(f"00000000 {kind:<17} {name}\n" for name in names)
    return f"RELOCATION RECORDS FOR [{section}]:\nOFFSET   TYPE              VALUE\n{rows}\n"


def frame(name: str, size: int, kind: str = "static") -> str:
    return node(name, f"{name}\\na.c:1:1\\n{size} bytes ({kind})\\n0 dynamic objects")


INDIRECT = node("__indirect_call", "Indirect Call Placeholder")


def test_stack_is_the_deepest_chain_and_a_pointer_leads_to_the_worst() -> None:
    report = (
        frame("top", 10)
        + frame("near", 100)
        + frame("far", 20)
        + frame("permkern_move", 90)
        + frame("kernel", 300)
        + frame("never_in_a_table", 1000)
        + INDIRECT
        + edge("top", "near")
        + edge("top", "far")
        + edge("far", "permkern_move")
        + edge("permkern_move", "__indirect_call")
    )
    graph = graph_of(report, taking(".rodata.kernels", "kernel", "near"))
    assert callgraph.deepest(graph, "near") == callgraph.Depth(100, ("near",))
    worst = callgraph.deepest(graph, "top")
    assert worst == callgraph.Depth(10 + 20 + 90 + 300, ("top", "far", "permkern_move", "kernel"))


def test_pointers_lead_to_functions_whose_address_is_taken() -> None:
    tiled = frame("permkern_tiled", 100) + INDIRECT + edge("permkern_tiled", "__indirect_call")
    kernels = (
        frame("x8_tile", 16)
        + frame("x8.c:tile4x4_at", 20)
        + frame("x8.c:plane", 60)
        + frame("x8.c:p021", 40)
        + frame("permkern_x8_p10_tile", 24)
        + edge("x8_tile", "permkern_tiled")
        + edge("x8.c:p021", "x8.c:plane")
    )
    taken = (
        taking(".text.x8_tile", "tile4x4_at")
        + taking(".text.p021", "plane", kind="R_ARM_THM_CALL")
        + taking(".debug_info", "plane")
        + taking(".rodata", "p021", "permkern_x8_p10_tile")
    )
    generic = frame("permkern_generic", 80) + INDIRECT + edge("permkern_generic", "__indirect_call")
    run = frame("permkern_run", 30) + INDIRECT + edge("permkern_run", "__indirect_call")
    xor = frame("xor.c:behind", 50) + INDIRECT + edge("xor.c:behind", "__indirect_call")
    units = [unit(tiled, "tiled"), unit(kernels, "x8", taken), unit(generic, "generic"), unit(run, "run")]
    graph = callgraph.make_graph([*units, unit(xor, "xor", taking(".text.permkern_xor", "behind"))])
    assert graph.pointed == {
        callgraph.TILE: {"x8.c:tile4x4_at"},
        callgraph.KERNEL: {"x8.c:p021", "permkern_x8_p10_tile"},
        callgraph.PLANE: {"permkern_x8_p10_tile"},
        callgraph.XOR: {"xor.c:behind"},
    }
    assert callgraph.deepest(graph, "permkern_run").bytes == 30 + 50 + 40 + 60  # with a constant, then a kernel
    assert callgraph.deepest(callgraph.make_graph(units), "permkern_run").bytes == 30 + 40 + 60
    assert callgraph.deepest(graph, "x8_tile").bytes == 16 + 100 + 20
    assert callgraph.deepest(graph, "permkern_generic").bytes == 80 + 24  # no deeper kernel: it asks for planes alone
    stray = frame("stray", 8) + INDIRECT + edge("stray", "__indirect_call")
    for strays in (unit(stray, "copy", taking(".rodata", "stray")), unit(stray, "tiled")):
        with pytest.raises(callgraph.GraphError, match="stray calls by a pointer"):  # may have none; nothing in it
            callgraph.deepest(callgraph.make_graph([strays]), "stray")


def test_stack_without_a_bound_is_refused() -> None:
    with pytest.raises(callgraph.GraphError, match="changing size"):
        graph_of(frame("f", 16, "dynamic"))
    with pytest.raises(callgraph.GraphError, match="recursion: f -> g -> f"):
        callgraph.deepest(graph_of(frame("f", 8) + frame("g", 8) + edge("f", "g") + edge("g", "f")), "f")
    with pytest.raises(callgraph.GraphError, match="memcpy"):
        callgraph.deepest(graph_of(frame("f", 8) + edge("f", "memcpy")), "f")


def test_flash_is_code_constants_and_initial_values() -> None:
    listing = (
        "   text\t   data\t    bss\t    dec\t    hex\tfilename\n   1000\t     24\t      7\t   1031\t    407\tx.elf\n"
    )
    assert firmware_sizes.flash_bytes(listing) == 1024


# ---- exact, on the emulator ----

PROGRAM = """
void mark_begin(void);
void mark_end(void);
__attribute__((noinline)) void mark_begin(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) void mark_end(void) { __asm__ volatile("" ::: "memory"); }
static unsigned input[16], output[16];
#define STRETCH(text) \\
    mark_begin(); \\
    __asm__ volatile(text : : "r"(from), "r"(to) : "r0", "r1", "r2", "r3", "r12", "cc", "memory"); \\
    mark_end();
int main(void)
{
    unsigned *from = input, *to = output;
    __asm__ volatile("" : "+r"(from), "+r"(to)); /* at hand before the first mark */
    STRETCH("")
    STRETCH("mov r12, #0\\n 1: ldr r0, [%0, r12]\\n str r0, [%1, r12]\\n add r12, #4\\n cmp r12, #64\\n bne 1b")
    STRETCH("ldmia %0, {r0-r3}\\n stmia %1, {r0-r3}")
    STRETCH("ldrd r0, r1, [%0]\\n strd r0, r1, [%1]")
    STRETCH("ldrb r0, [%0]\\n strb r0, [%1]\\n ldrh r0, [%0, #1]\\n strh r0, [%1, #1]")
#ifdef __ARM_FEATURE_MVE
    STRETCH("vldrw.u32 q0, [%0]\\n vstrw.32 q0, [%1]")
    STRETCH("vldrb.u8 q0, [%0]\\n vstrb.8 q0, [%1]")
    STRETCH("mov r0, #0\\n vidup.u8 q1, r0, #2\\n vldrb.u8 q0, [%0, q1]\\n vstrb.8 q0, [%1, q1]")
#endif
    return 0;
}
"""
MEMORY_M4 = [(0, 0, 0, 0), (16, 16, 16, 16), (1, 1, 4, 4), (1, 1, 2, 2), (2, 2, 2, 2)]
MEMORY_MVE = [(1, 1, 4, 4), (1, 1, 4, 4), (1, 1, 16, 16)]


@pytest.mark.skipif(
    not (shutil.which("arm-none-eabi-gcc") and shutil.which("qemu-system-arm")), reason="needs an Arm compiler and QEMU"
)
@pytest.mark.parametrize(
    ("core", "machine", "memory"),
    [
        (["-mcpu=cortex-m4"], "mps2-an386", MEMORY_M4),
        (["-mcpu=cortex-m55", "-mfloat-abi=hard"], "mps3-an547", MEMORY_M4 + MEMORY_MVE),
    ],
)
def test_instructions_loads_and_stores_are_exact(
    tmp_path: Path, core: list[str], machine: str, memory: list[tuple[int, int, int, int]]
) -> None:
    (tmp_path / "program.c").write_text(PROGRAM, encoding="utf-8")
    places = {"__flash": "0", "__flash_size": "0x40000", "__ram": "0x20000000", "__ram_size": "0x40000"}
    options = [f"-Wl,--defsym={name}={value}" for name, value in {**places, "__stack_size": "0x1000"}.items()]
    command = ["arm-none-eabi-gcc", "-mthumb", *core, "-O2", "-specs=picolibc.specs", "--oslib=semihost"]
    command += ["--crt0=hosted", *options, "program.c", "-o", "program"]
    subprocess.run(command, cwd=tmp_path, check=True)
    run = count(tmp_path / "program", machine, "mark_begin", "mark_end", tmp_path)
    assert run.code == 0
    assert run.stretches is not None
    marks, *stretches = run.stretches
    found = [stretch - marks for stretch in stretches]
    assert [(s.loads, s.stores, s.words_loaded, s.words_stored) for s in found] == memory[1:]
    assert found[0].instructions == 1 + 16 * 5
    assert [s.instructions for s in found[1:3]] == [2, 2]
