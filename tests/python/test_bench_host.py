# SPDX-License-Identifier: BSD-3-Clause
"""tools/bench host, as far as it measures nothing: the case file, means, losses, goals, the page."""

import json
import math
import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

from host import QUICK, in_turn, options_of  # noqa: E402
from host_cases import CaseError, growth_cases, load, parse  # noqa: E402
from host_figures import (  # noqa: E402
    Loss,
    Measured,
    Times,
    columns,
    geomean,
    goals,
    in_round,
    isa_of_goals,
    losses,
    markdown,
    means,
    slow_plans,
    summary,
    together,
    width_figures,
)

# ---- cases ----


def test_committed_cases() -> None:
    cases = load(ROOT / "bench" / "cases.toml")
    counted = [case for case in cases if not case.apart]
    assert 120 <= len(counted) <= 150
    assert len({(case.shape, case.perm) for case in cases}) == len(cases)
    assert [case.label for case in cases if case.apart] == ["2x4x8 (2,0,1)"]
    for case in cases:
        assert case.perm != tuple(range(len(case.shape))), case.name
    ttc = [case for case in cases if case.group == "ttc"]
    assert len(ttc) == 57
    assert {len(case.shape) for case in ttc} == {2, 3, 4, 5, 6}
    assert all(case.bytes(8) >= 2e6 and case.bytes(64) <= 20e6 for case in ttc)


@pytest.mark.parametrize(("group", "shape"), [("short4", (16, 17, 18, 19)), ("power4", (32, 32, 32, 32))])
def test_every_permutation_of_four_axes(group: str, shape: tuple[int, ...]) -> None:
    cases = [case for case in load(ROOT / "bench" / "cases.toml") if case.group == group]
    assert all(case.shape == shape for case in cases)
    assert {case.perm for case in cases} == set(permutations(range(4))) - {(0, 1, 2, 3)}


def test_ttc_names_tell_the_published_permutation() -> None:
    """The name has it in column-major order, where axis 0 is contiguous."""
    for case in load(ROOT / "bench" / "cases.toml"):
        if case.group == "ttc":
            published = [int(digit) for digit in case.name.split("_")[1]]
            last = len(published) - 1
            assert case.perm == tuple(last - published[last - k] for k in range(last + 1)), case.name


def test_groups_and_apart() -> None:
    cases = parse(
        '[[group]]\nname = "a"\ncases = [{ name = "x", shape = [2, 3], perm = [1, 0] }]\n'
        '[[group]]\nname = "b"\napart = true\ncases = [{ name = "y", shape = [2, 3, 4], perm = [2, 0, 1] }]\n'
    )
    assert [(case.name, case.group, case.apart, case.elements) for case in cases] == [
        ("x", "a", False, 6),
        ("y", "b", True, 24),
    ]
    assert cases[1].bytes(16) == 48
    assert cases[1].label == "2x3x4 (2,0,1)"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[group]", "Expected"),
        ("x = 1", "[[group]]"),
        ('[[group]]\nname = "a"\ncases = []', "group a: no cases"),
        ('[[group]]\nname = "a"\nother = 1\ncases = [1]', "a group has"),
        ('[[group]]\nname = "a"\ncases = [{ name = "x", shape = [2] }]', "nothing else"),
        ('[[group]]\nname = "a"\ncases = [{ name = "x", shape = [2, 0], perm = [1, 0] }]', "x: shape"),
        ('[[group]]\nname = "a"\ncases = [{ name = "x", shape = [2, true], perm = [1, 0] }]', "x: shape"),
        ('[[group]]\nname = "a"\ncases = [{ name = "x", shape = [1,1,1,1,1,1,1], perm = [0] }]', "x: shape"),
        ('[[group]]\nname = "a"\ncases = [{ name = "x", shape = [2, 2], perm = [1, 1] }]', "x: perm"),
        ('[[group]]\nname = "a"\ncases = [{ name = "x", shape = [2, 2], perm = [1] }]', "x: perm"),
        (
            '[[group]]\nname = "a"\ncases = [{ name = "x", shape = [2], perm = [0] },'
            ' { name = "x", shape = [3], perm = [0] }]',
            "named twice: x",
        ),
    ],
)
def test_mistakes_in_a_case_file(text: str, says: str) -> None:
    with pytest.raises(CaseError) as raised:
        parse(text)
    assert says in str(raised.value)


@pytest.mark.parametrize("elements", [64, 256, 4096, 1 << 20, 1 << 28])
def test_growth_cases_have_the_size_asked_for(elements: int) -> None:
    cases = growth_cases(elements)
    assert len(cases) == 4
    assert len({case.name for case in cases}) == 4
    for case in cases:
        assert case.elements == elements
        assert sorted(case.perm) == list(range(len(case.shape)))


# ---- figures ----


def times(*rounds: float) -> Times:
    return Times(tuple(rounds))


def test_geomean() -> None:
    assert geomean([2, 8]) == pytest.approx(4)
    assert geomean([3]) == pytest.approx(3)
    assert math.isnan(geomean([]))


def test_ratio_within_a_round_does_not_see_a_slow_spell() -> None:
    assert in_round(times(2, 20, 2), times(1, 10, 1)) == 2
    measured = {"memcpy": times(1, 10, 1), "permkern": times(2, 20, 3)}
    assert columns(measured)["permkern"] == {"min_ns": 2, "median_ns": 3, "ratio": 2, "ratio_in_round": 2}


def test_passes_together_keep_what_all_have() -> None:
    merged = together([{"memcpy": times(1), "a": times(2), "b": times(3)}, {"memcpy": times(4), "a": times(5)}])
    assert merged == {"memcpy": times(1, 4), "a": times(2, 5)}


def one_pass(permkern: float, **peers: float) -> Measured:
    return {"memcpy": times(1.0), "permkern": times(permkern), **{name: times(ns) for name, ns in peers.items()}}


def test_a_loss_shows_in_every_pass() -> None:
    every = [one_pass(110, numpy=100), one_pass(120, numpy=100), one_pass(106, numpy=100)]
    assert losses("c", 8, every) == [Loss("c", 8, "numpy", 1.06)]
    assert losses("c", 8, [*every[:2], one_pass(104, numpy=100)]) == []
    assert losses("c", 8, every[:1]) == [Loss("c", 8, "numpy", 1.1)]


def test_five_per_cent_and_memcpy_are_no_loss() -> None:
    assert losses("c", 8, [one_pass(105, numpy=100)]) == []
    assert losses("c", 8, [one_pass(1.5, numpy=2)]) == []


def test_a_plan_is_slow_against_no_plan_in_every_pass() -> None:
    unplanned = "permkern unplanned"
    every = [one_pass(110, **{unplanned: 100, "numpy": 105}), one_pass(121, **{unplanned: 110})]
    assert slow_plans("c", 8, every) == [Loss("c", 8, unplanned, 1.1)]
    assert losses("c", 8, every) == []  # no peer
    assert slow_plans("c", 8, [every[0], one_pass(104, **{unplanned: 100})]) == []
    assert slow_plans("c", 8, [one_pass(110)]) == []


def row(name: str, group: str, ratios: Mapping[str, float], apart: bool = False) -> dict[str, Any]:
    of = {
        column: {"min_ns": ratio, "median_ns": ratio, "ratio": ratio, "ratio_in_round": ratio}
        for column, ratio in ratios.items()
    }
    return {"name": name, "label": name, "group": group, "apart": apart, "columns": of}


ROWS = [
    row("one", "image3", {"memcpy": 1, "permkern": 1, "numpy": 2, "eigen": 4}),
    row("two", "other", {"memcpy": 1, "permkern": 4, "numpy": 2}),
    row("tiny", "tiny", {"memcpy": 1, "permkern": 100, "numpy": 100}, apart=True),
]


def test_means_say_where_a_peer_has_fewer_cases() -> None:
    assert means(ROWS[:2]) == {"memcpy": 1, "permkern": 2, "numpy": 2, "eigen (1 cases)": 4}


def test_figures_of_a_width() -> None:
    figures = width_figures(ROWS, [Loss("one", 8, "a", 1.1), Loss("two", 8, "numpy", 2.0)])
    assert figures["cases_counted"] == 2  # tiny is apart
    assert figures["geomean"]["permkern"] == 2
    assert figures["geomean_best_peer"] == 2
    assert figures["three_channels"]["permkern"] == 1
    assert figures["groups"]["tiny"]["permkern"] == 100
    assert [loss["case"] for loss in figures["losses"]] == ["two", "one"]  # worst first
    assert width_figures([row("a", "g", {"memcpy": 1, "permkern": 2})], [])["geomean_best_peer"] is None


def test_which_goals() -> None:
    assert isa_of_goals(["avx2", "avx512f", "avx512bw", "avx512vl"]) == "AVX-512"
    assert isa_of_goals(["avx2", "avx512f"]) == "AVX2"
    assert isa_of_goals(["asimd"]) is None


def document() -> dict[str, Any]:
    widths = {"8": width_figures(ROWS, [Loss("two", 8, "numpy", 2.0)], [Loss("tiny", 8, "permkern unplanned", 1.2)])}
    tiny = {"8": {"checked": 12.0, "planned": 3.5, "pinned": 1.0, "numpy": 300.0}}
    return {
        "machine": {"processor": "P", "features": ["avx2"]},
        "method": {"mode": "quick", "passes": 2, "rounds": "3 to 9"},
        "peers": {"permkern": {"version": "0", "how": "h"}, "numpy": {"version": "2", "how": "h"}},
        "absent": {"torch": "not installed"},
        "recorded": {"Other": {"8": 3.0}, "No 8": {"16": 2.0}},
        "wrong": ["one, 8-bit: eigen"],
        "goals": goals(widths, tiny, "AVX2"),
        "tiny": {"case": "2x4x8 (2,0,1)", "ns": tiny},
        "widths": widths,
        "growth": {},
    }


def test_goals_are_met_up_to_the_figure_itself() -> None:
    met = {goal["what"]: goal["met"] for goal in document()["goals"]}
    assert met == {
        "all cases, AVX2": True,
        "images of three channels": True,
        "2x4x8 (2,0,1), checked": True,
        "2x4x8 (2,0,1), planned": False,
        "2x4x8 (2,0,1), pinned": True,
    }
    figures = document()["widths"]
    assert {goal["what"] for goal in goals(figures, {}, None)} == {"images of three channels"}


def test_page() -> None:
    text = markdown(document())
    assert text.startswith("<!-- SPDX-License-Identifier: BSD-3-Clause -->\n")
    assert "| 8-bit | 1.00 | 2.00 | 2.00 | 4.00 | 2.00 |" in text
    assert "| two | numpy | 2.00 |" in text
    assert "| Other | 3.00 |" in text
    assert "| No 8 | - |" in text
    assert "| 2x4x8 (2,0,1), planned | 8 | 3.00 ns | 3.50 | no |" in text
    assert "Cases, of 3, in which a plan is slower than none: tiny (1.20)." in text
    assert "- torch: absent, not installed" in text
    assert "- one, 8-bit: eigen" in text
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({line.count("|") for line in table.splitlines()}) == 1, table
    json.dumps(document(), allow_nan=False)


def test_summary_names_every_loss_goal_and_mean() -> None:
    lines = summary(document()).splitlines()
    assert lines[0] == "loss two, 8-bit: numpy is 2.00 times as fast"
    assert lines[1] == "losses: 1, a peer over 5 % faster in every pass of 2"
    assert lines[2] == "slow plan tiny, 8-bit: 1.20 times no plan's time"
    assert lines[3] == "slow plans: 1, over 5 % slower than permkern_permute in every pass of 2"
    assert lines[4].startswith("8-bit, time / memcpy time over 2 cases: memcpy 1.00, permkern 2.00")
    assert "missed: 2x4x8 (2,0,1), planned, 8-bit: 3.50 ns, goal 3.0 ns" in lines


# ---- command line ----


def test_options() -> None:
    options = options_of(["-o", "out", "--peers", "numpy,numpy", "--bits", "64,8"])
    assert options.peers == ["memcpy", "numpy"]  # all is compared with memcpy
    assert options.bits == [8, 64]
    assert "torch" in options_of(["-o", "out", "--peers", "all"]).peers
    assert "torch" not in options_of(["-o", "out"]).peers


@pytest.mark.parametrize("wrong", [["--peers", "nobody"], ["--bits", "12"], ["--bits", ""], []])
def test_wrong_options(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        options_of(wrong if not wrong else ["-o", "out", *wrong])
    assert "error" in capsys.readouterr().err


# ---- a run that is short of time ----


@pytest.mark.parametrize(("now", "visits", "hurried"), [(0, 6, False), (15, 6, True), (25, 3, True)])
def test_a_busy_machine_gets_every_case_once(
    now: float, visits: int, hurried: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = parse('[[group]]\nname = "a"\ncases = [{ name = "x", shape = [2, 3], perm = [1, 0] }]')
    method = replace(QUICK, passes=2, hurry_s=10, stop_s=20)
    clock = iter([0.0])
    monkeypatch.setattr("host.time.monotonic", lambda: next(clock, now))
    turns = list(in_turn(method, [8, 16, 32], cases))
    assert [(number, width) for number, width, _, _ in turns] == [(n, w) for n in (0, 1) for w in (8, 16, 32)][:visits]
    assert all((of.least_rounds < method.least_rounds) == hurried for _, _, _, of in turns)
