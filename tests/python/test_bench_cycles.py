# SPDX-License-Identifier: BSD-3-Clause
"""The bench of simulated cores: what it makes of what a testbench prints, and what it refuses."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tools")]

import cycles  # noqa: E402
from cycles_report import FAST, GOALS, Measured, Memory, Took, page  # noqa: E402

CASES = cycles.read_cases(cycles.CASES.read_text(encoding="utf-8"))
PRINTED = "stretch 9 6\ncolumn naive\ncolumn pinned\nstretch 109 66\nstretch 59 36\ncase hwc_8 right\n"


def measured(took: dict[str, dict[str, int]], core: str = "ibex", memory: Memory = FAST) -> Measured:
    counts = {case: {column: Took(n, n // 2) for column, n in columns.items()} for case, columns in took.items()}
    return Measured(core, "a core", memory, "GCC 12.2.0", counts)


# ---- runs ----


def test_stretches_are_put_to_their_columns_without_the_cost_of_the_marks() -> None:
    assert cycles.read_run(PRINTED) == {"hwc_8": {"naive": Took(100, 60), "pinned": Took(50, 30)}}


@pytest.mark.parametrize("change", [("right", "WRONG"), ("stretch 59 36\n", ""), ("case hwc_8 right\n", "")])
def test_wrong_results_and_missing_stretches_are_refused(change: tuple[str, str]) -> None:
    with pytest.raises(cycles.CyclesError):
        cycles.read_run(PRINTED.replace(*change))


def test_instructions_other_than_on_qemu_are_found_on_both_sides() -> None:
    took = {"a_8": {"naive": Took(10, 5), "pinned": Took(8, 4)}, "b_8": {"pinned": Took(8, 4)}}
    assert cycles.differences(took, {"a_8": {"naive": 5, "pinned": 4}, "b_8": {"pinned": 4}}) == []
    assert cycles.differences(took, {"a_8": {"naive": 5, "pinned": 3}}) == [("a_8", "pinned"), ("b_8", "pinned")]
    assert cycles.differences({}, {"a_8": {"naive": 5}}) == [("a_8", "naive")]


def test_a_run_that_counts_other_instructions_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_counts(pinned: int) -> cycles.Program:
        return cycles.Program(Path("program"), "GCC 12.2.0", {"hwc_8": {"naive": 60, "pinned": pinned}})

    monkeypatch.setattr(cycles, "run", lambda _: PRINTED)
    at = cycles.measure(cycles.CORES[0], Memory(1, 0), Path("testbench"), with_counts(30))
    assert (at.key, at.took["hwc_8"]["pinned"].cycles) == ("ibex, flash 1, RAM 0, GCC 12.2.0", 50)
    with pytest.raises(cycles.CyclesError, match=r"hwc_8, pinned: 30, on QEMU 31"):
        cycles.measure(cycles.CORES[0], Memory(1, 0), Path("testbench"), with_counts(31))


# ---- what is held against a run ----


def test_growth_is_more_than_two_percent_over_the_baseline_of_the_same_core_and_compiler() -> None:
    run = measured({"hwc_8": {"naive": 9000, "checked": 1020, "pinned": 1021}})
    baseline = {run.key: {"hwc_8": {"checked": 1000, "pinned": 1000}, "gone_8": {"pinned": 1}}}
    assert cycles.grown(run, baseline) == [f"{run.key}: hwc_8 pinned: 1021 cycles, baseline 1000"]
    assert cycles.grown(run, {"ibex, flash 0, RAM 0, GCC 13.1.0": {"hwc_8": {"pinned": 1}}}) == []
    assert cycles.own_cycles(run) == {"hwc_8": {"checked": 1020, "pinned": 1021}}


def test_the_committed_baseline_has_every_case_of_the_cores_that_run_by_default() -> None:
    held = cycles.read_baseline()
    assert {key.rpartition(", ")[0] for key in held} == {
        f"{core}, {at}" for core in cycles.DEFAULT for at in cycles.MEMORIES
    }
    for columns in held.values():
        assert columns.keys() == CASES.keys()
        assert all(of.keys() == {"checked", "pinned", "checked off", "pinned off"} for of in columns.values())


def test_a_pinned_kernel_is_slow_above_nine_tenths_of_the_naive_loop() -> None:
    run = measured({"hwc_8": {"naive": 1000, "pinned": 900}, "rgb_8": {"naive": 1000, "pinned": 901}})
    assert cycles.slow(run) == [f"{run.key}: rgb_8 pinned: 0.90 of the naive loop"]


def test_goals_are_held_against_the_core_and_memory_that_they_name() -> None:
    elements = CASES["hwc_8"].elements
    goal = next(goal for goal in GOALS if goal.case == "hwc_8")
    [at] = cycles.reached([measured({"hwc_8": {"pinned": int(elements * goal.most)}})], CASES)
    assert at.met
    [at] = cycles.reached([measured({"hwc_8": {"pinned": int(elements * goal.most) + 1}})], CASES)
    assert not at.met
    assert cycles.reached([measured({"hwc_8": {"pinned": 1}}, core="ibex-writeback")], CASES) == []
    assert {goal.case for goal in GOALS} <= CASES.keys()


# ---- the page, the lists ----


def test_the_page_names_slow_kernels_and_shows_cycles_with_instructions() -> None:
    run = measured({"hwc_8": {"naive": 62720, "pinned": 12544}})
    slow = page([run], CASES, [], ["one that is slow"])
    assert "| 28x28x8 (2,0,1), 8-bit | 10.00 (5.00) | 2.00 (1.00) |" in slow
    assert "- one that is slow" in slow
    assert "- one that is slow" not in page([run], CASES, [], [])


def test_cases_are_chosen_by_name() -> None:
    text = cycles.CASES.read_text(encoding="utf-8")
    assert cycles.chosen_cases(text, []) == text
    assert cycles.read_cases(cycles.chosen_cases(text, ["rgb_8", "hwc_16"])).keys() == {"rgb_8", "hwc_16"}


def test_every_core_has_its_files_and_an_exact_version_of_its_package() -> None:
    for core in cycles.CORES:
        assert (cycles.SOURCES / "cores" / f"{core.wrapper}.sv").is_file()
        assert "${CORE}" in (cycles.SOURCES / "cores" / f"{core.wrapper}.f").read_text(encoding="utf-8")
        listed = (ROOT / "tools" / core.requirements).read_text(encoding="utf-8")
        assert re.search(rf"^pythondata-cpu-{core.wrapper}==", listed, re.MULTILINE)
    assert {core.requirements for core in cycles.CORES if core.name in cycles.DEFAULT} == {cycles.IBEX}


@pytest.mark.parametrize(
    "arguments", [["-o", "out", "--core", "none"], ["-o", "out", "--cases", "none"], ["-o", "o", "--memory", "x"], []]
)
def test_unknown_names_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cycles.parse(arguments)
    assert "error" in capsys.readouterr().err
