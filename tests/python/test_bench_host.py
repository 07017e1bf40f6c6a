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

import host_machine  # noqa: E402
from host import BenchError, chosen, in_turn, options_of  # noqa: E402
from host_cases import ALL, CALLS, MODELS, WIDTHS, CaseError, growth_cases, load, parse, threads_cases  # noqa: E402
from host_figures import (  # noqa: E402
    Loss,
    Measured,
    Times,
    columns,
    geomean,
    goals,
    is_slow,
    isa_of_goals,
    level_of,
    losses,
    means,
    slow_plans,
    together,
    width_figures,
)
from host_measure import FULL, QUICK, Method, is_settled, measure  # noqa: E402
from host_page import markdown, summary  # noqa: E402
from host_shim import Column  # noqa: E402
from permkern.manifest import load_set  # noqa: E402

# ---- cases ----


def test_committed_cases() -> None:
    cases = load(ROOT / "bench" / "cases.toml")
    assert sum(case.part == ALL for case in cases) == 141  # means over all cases stay comparable
    assert 25 <= sum(case.part == MODELS for case in cases) <= 40
    assert len({(case.shape, case.perm) for case in cases}) == len(cases)
    assert [case.label for case in cases if case.part == CALLS] == ["2x4x8 (2,0,1)", "1x1x1 (2,0,1)"]
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


def test_groups_and_parts() -> None:
    cases = parse(
        '[[group]]\nname = "a"\ncases = [{ name = "x", shape = [2, 3], perm = [1, 0] }]\n'
        '[[group]]\nname = "b"\npart = "models"\ncases = [{ name = "y", shape = [2, 3, 4], perm = [2, 0, 1] }]\n'
    )
    assert [(case.name, case.group, case.part, case.elements) for case in cases] == [
        ("x", "a", ALL, 6),
        ("y", "b", MODELS, 24),
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
        ('[[group]]\nname = "a"\npart = "some"\ncases = [1]', "group a: part is one of all, models, calls"),
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


def test_large_permutes_for_threads_are_as_large_at_every_width() -> None:
    for bits in WIDTHS:
        assert all(8 << 20 <= case.bytes(bits) <= 12 << 20 for case in threads_cases(bits))


def test_the_dispatcher_knows_no_pinned_kernel_of_the_bench() -> None:
    """So that what is measured with a plan, and without one, is what every set has."""
    pinned = load_set("bench/host/set.toml").pinned
    shapes = {(pin.shape, pin.perm) for pin in pinned}
    assert len(pinned) == 4 * len(shapes)  # all four widths
    assert not any(pin.dispatch for pin in pinned)
    cases = load(ROOT / "bench" / "cases.toml")
    assert shapes <= {(case.shape, case.perm) for case in cases}
    assert ((2, 4, 8), (2, 0, 1)) in shapes


def test_chosen_cases() -> None:
    cases = load(ROOT / "bench" / "cases.toml")
    assert len(chosen(cases, ["*"])) == sum(case.part != CALLS for case in cases)
    assert {case.group for case in chosen(cases, ["vit", "small_*"])} == {"vit", "small"}
    assert {case.part for case in chosen(cases, ["models"])} == {MODELS}
    with pytest.raises(BenchError, match="no case has a name, a group or a part like call_2x4x8"):
        chosen(cases, ["call_2x4x8"])


# ---- figures ----


def times(*rounds: float) -> Times:
    return Times(tuple(rounds))


def test_geomean() -> None:
    assert geomean([2, 8]) == pytest.approx(4)
    assert geomean([3]) == pytest.approx(3)
    assert math.isnan(geomean([]))


def test_a_column_is_the_least_and_the_median() -> None:
    measured = {"memcpy": times(1, 10, 1), "permkern": times(2, 20, 3)}
    assert columns([measured])["permkern"] == {"min_ns": 2, "median_ns": 3, "ratio": 2}


def test_a_ratio_is_to_the_copy_of_the_same_passes() -> None:
    slow_minute = {"memcpy": times(2), "permkern": times(4), "eigen": times(20)}
    found = columns([slow_minute, {"memcpy": times(1), "permkern": times(2)}])
    assert {name: of["ratio"] for name, of in found.items()} == {"memcpy": 1, "permkern": 2, "eigen": 10}


def test_passes_together_keep_a_slow_peer_of_the_first() -> None:
    merged = together([{"memcpy": times(1), "a": times(2), "b": times(3)}, {"memcpy": times(4), "a": times(5)}])
    assert merged == {"memcpy": times(1, 4), "a": times(2, 5), "b": times(3)}


def test_who_is_slow() -> None:
    measured = {"memcpy": times(900), "permkern": times(100, 90), "permkern AVX2": times(900), "numpy": times(270)}
    assert [name for name in measured if is_slow(name, measured)] == []
    measured["numpy"] = times(271)
    assert [name for name in measured if is_slow(name, measured)] == ["numpy"]
    assert not is_slow("numpy", {"numpy": times(1e9)})  # permkern is not there to compare with


def test_slow_peers_leave_after_the_first_rounds() -> None:
    asked: dict[str, list[int]] = {"permkern": [], "near": [], "far": []}

    def column(name: str, ns: float) -> Column:
        def sample(untimed: int, calls: int) -> float:
            asked[name].append(untimed)
            return ns * calls

        return Column(name, sample, lambda: None)

    opened = [column("permkern", 1e6), column("near", 2.9e6), column("far", 3.1e6)]
    method = replace(QUICK, first_rounds=2, least_rounds=5, most_rounds=9, case_ns=0)
    rounds = {name: len(times.rounds) for name, times in measure(opened, method).items()}
    assert rounds == {"permkern": 5, "near": 5, "far": 2}
    assert asked["near"] == [0, 0, *(5 * [3])]  # calls to see how long they take, then three untimed before each sample


def test_a_case_goes_on_until_the_least_times_are_reached_twice() -> None:
    assert is_settled({"a": [1.02, 3, 1], "b": [5, 5]}, ("a", "b"))
    assert not is_settled({"a": [1.03, 3, 1], "b": [5, 5]}, ("a", "b"))
    assert is_settled({"a": [1.03, 3, 1], "b": [5, 5]}, ("b",))  # a has left
    assert not is_settled({"a": [1]}, ("a",))
    falling = iter(range(1000, 0, -10))  # each a new least, the last two far apart
    column = Column("permkern", lambda _untimed, calls: 1e6 * calls * next(falling), lambda: None)
    method = replace(QUICK, least_rounds=5, most_rounds=30, case_ns=0, most_ns=1e18)
    assert len(measure([column], method)["permkern"].rounds) == 5  # 940, 950: near enough
    falling = iter([100, 90, 80, 70, 60, 50, 50, 40])
    column = Column("permkern", lambda _untimed, calls: 1e6 * calls * next(falling), lambda: None)
    assert len(measure([column], method)["permkern"].rounds) == 6
    falling = iter([100, 90, 80, 70, 60, 50, 50, 40])
    column = Column("permkern", lambda _untimed, calls: 1e6 * calls * next(falling), lambda: None)
    assert len(measure([column], replace(method, most_ns=0))["permkern"].rounds) == 5


@pytest.mark.parametrize("method", [QUICK, FULL])
def test_first_rounds_are_the_fewest(method: Method) -> None:
    assert 1 <= method.first_rounds <= method.least_rounds <= method.most_rounds


def one_pass(permkern: float, **peers: float) -> Measured:
    return {"memcpy": times(1.0), "permkern": times(permkern), **{name: times(ns) for name, ns in peers.items()}}


def test_a_loss_shows_in_every_pass() -> None:
    every = [one_pass(110, numpy=100), one_pass(120, numpy=100), one_pass(106, numpy=100)]
    assert losses("c", 8, every) == [Loss("c", 8, "numpy", 1.06)]
    assert losses("c", 8, [*every[:2], one_pass(104, numpy=100)]) == []
    assert losses("c", 8, every[:1]) == [Loss("c", 8, "numpy", 1.1)]
    assert losses("c", 8, [*every, one_pass(120)]) == []  # left out of a pass, as it was slow before


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


def row(name: str, group: str, ratios: Mapping[str, float], part: str = ALL, size: int = 1 << 10) -> dict[str, Any]:
    of = {column: {"min_ns": ratio * size / 50, "median_ns": ratio, "ratio": ratio} for column, ratio in ratios.items()}
    return {"name": name, "label": name, "group": group, "part": part, "bytes": size, "columns": of}


ROWS = [
    row(
        "one",
        "image3",
        {"memcpy": 1, "permkern": 1, "permkern unplanned": 1, "permkern pinned": 0.5, "numpy": 2, "eigen": 4},
    ),
    row("two", "other", {"memcpy": 1, "permkern": 4, "permkern unplanned": 5, "numpy": 2}, size=1 << 20),
    row("model", "vit", {"memcpy": 1, "permkern": 9, "numpy": 9}, part=MODELS, size=1 << 25),
]
CACHES = {"L1": 2 << 10, "L2": 2 << 20}


def test_means_say_where_a_peer_has_fewer_cases() -> None:
    found = means([ROWS[0], row("x", "y", {"memcpy": 1, "permkern": 4, "numpy": 2})])
    assert found == {"memcpy": 1, "permkern": 2, "numpy": 2, "permkern unplanned (1 cases)": 1, "eigen (1 cases)": 4}


def test_figures_of_a_width() -> None:
    figures = width_figures(ROWS, [Loss("one", 8, "a", 1.1), Loss("two", 8, "numpy", 2.0)], caches=CACHES)
    assert figures["parts"][ALL]["cases"] == 2  # models are apart
    assert figures["parts"][ALL]["geomean"]["permkern"] == 2
    assert figures["parts"][ALL]["best_peer"] == 2
    assert figures["parts"][MODELS]["geomean"]["permkern"] == 9
    assert figures["three_channels"]["permkern"] == 1
    assert figures["groups"]["vit"]["permkern"] == 9
    assert [loss["case"] for loss in figures["losses"]] == ["two", "one"]  # worst first
    assert figures["doors"] == {
        "unplanned": {"cases": 2, "of_planned": 1.118},
        "pinned": {"cases": 1, "of_planned": 0.5},
    }
    assert width_figures([row("a", "g", {"memcpy": 1, "permkern": 2})], [])["parts"][ALL]["best_peer"] is None


def test_cases_by_the_cache_that_holds_both_sides() -> None:
    found = width_figures(ROWS, [], caches=CACHES)["levels"]
    assert [(of["level"], of["cases"], of["permkern"]) for of in found] == [
        ("L1", 1, 1),
        ("L2", 1, 4),
        ("beyond", 1, 9),
    ]
    assert [of["best_peer"] for of in found] == [2, 2, 9]
    assert found[0]["memcpy_gb_s"] == 50  # bytes copied, counted once
    assert level_of(2 << 10, CACHES) == "L1"
    assert level_of((2 << 10) + 1, CACHES) == "L2"
    assert level_of(1, {}) == "beyond"  # of caches nothing is known


def test_what_is_copied_to_see_a_cache() -> None:
    assert host_machine.copied({"L1": 32 << 10, "L2": 1 << 20}) == {"L1": 8 << 10, "L2": 256 << 10, "beyond": 2 << 20}
    assert list(host_machine.copied({"L1": 32 << 10, "L3": 320 << 20})) == ["L1", "L3"]  # nothing goes beyond that


def test_which_goals() -> None:
    assert isa_of_goals(["avx2", "avx512f", "avx512bw", "avx512vl"]) == "AVX-512"
    assert isa_of_goals(["avx2", "avx512f"]) == "AVX2"
    assert isa_of_goals(["asimd"]) is None


def document() -> dict[str, Any]:
    lost, slow = [Loss("two", 8, "numpy", 2.0)], [Loss("two", 8, "permkern unplanned", 1.2)]
    widths = {"8": width_figures(ROWS, lost, slow, CACHES)}
    calls = [
        {
            "case": "2x4x8 (2,0,1)",
            "bits": 8,
            "ns": {"checked": 10.0, "planned": 3.5, "pinned": 1.0, "numpy": 300.0},
        },
        {"case": "1x1x1 (2,0,1)", "bits": 8, "ns": {"checked": 12.0, "planned": 2.0}},
    ]
    python = [{"case": "2x4x8 (2,0,1)", "bits": 8, "ns": {"permkern.permute, out": 2000, "numpy.copyto": 300}}]
    threads = [
        {
            "kind": kind,
            "case": kind,
            "bits": 8,
            "bytes": 9 << 20,
            "gb_s": [4.0, 8.0],
            "scaling": scaling,
            "memcpy_scaling": 1.5,
        }
        for kind, scaling in (("matrix", 1.9), ("runs", 1.89))
    ]
    return {
        "machine": {
            "architecture": "A",
            "features": ["avx2"],
            "memory": [
                {"level": "L1", "holds": 2 << 10, "copied": 512, "gb_s": 100.0},
                {"level": "beyond", "holds": None, "copied": 1 << 20, "gb_s": 9.0},
            ],
        },
        "method": {"mode": "quick", "passes": 2, "rounds": "3 to 9"},
        "peers": {"permkern": {"version": "0", "how": "h"}, "numpy": {"version": "2", "how": "h"}},
        "absent": {"torch": "not installed"},
        "recorded": {"Other": {"8": 3.0}, "No 8": {"16": 2.0}},
        "wrong": ["one, 8-bit: eigen"],
        "goals": goals(widths, calls, threads, "AVX2"),
        "calls": calls,
        "python": python,
        "threads": threads,
        "widths": widths,
        "growth": None,
    }


def test_goals_are_met_up_to_the_figure_itself() -> None:
    met = {goal["what"]: goal["met"] for goal in document()["goals"]}
    assert met == {
        "all cases, AVX2": False,  # 2.0
        "cases that a peer wins": False,
        "images of three channels": True,
        "2x4x8 (2,0,1), checked": True,
        "2x4x8 (2,0,1), planned": False,
        "2x4x8 (2,0,1), pinned": True,
        "1x1x1 (2,0,1), checked": False,
        "two threads, matrix": True,
        "two threads, runs": False,
    }
    figures = document()["widths"]
    assert {goal["what"] for goal in goals(figures, [], [], None)} == {"images of three channels"}
    met = {goal["what"]: goal["met"] for goal in goals({"8": width_figures(ROWS, [])}, [], [], "AVX2")}
    assert met["cases that a peer wins"]


def test_page() -> None:
    text = markdown(document())
    assert text.startswith("<!-- SPDX-License-Identifier: BSD-3-Clause -->\n")
    assert "makes 3 untimed calls" in text
    assert "| L1 | 2 KiB | 0 KiB | 100.0 |" in text
    assert "| width | memcpy | permkern | permkern unplanned | numpy | eigen (1 cases) |" in text
    assert "| 8-bit | 1.00 | 9.00 | 9.00 | 9.00 |" in text  # models
    assert "| 8-bit | L2 | 1 | 4.00 | 2.00 | 50.0 |" in text
    assert "| 8-bit | 1.118 (2 cases) | 0.500 (1 cases) |" in text
    assert "| one | 8 | 20.5 | 20.5 | 10.2 | 20.5 |" in text  # unplanned, planned, pinned, memcpy
    assert "| one | one | 1.00 | 1.00 | 0.50 | 2.00 | numpy |" in text
    assert "| two | two | 4.00 | 5.00 | - | 2.00 | numpy |" in text  # no pinned kernel there
    assert "| vit | 1.00 | 9.00 | - | 9.00 |" in text  # no permkern unplanned there
    assert "| two | numpy | 2.00 |" in text
    assert "| Other | 3.00 |" in text
    assert "| No 8 | - |" in text
    assert "| 2x4x8 (2,0,1), planned | 8 | at most 3.00 ns | 3.50 | no |" in text
    assert "| two threads, matrix | 8 | at least 1.90 times | 1.90 | yes |" in text
    assert "| cases that a peer wins | 8 | at most 0 | 1 | no |" in text
    assert "| 1x1x1 (2,0,1) | 8 | 12.0 | 2.0 | - | - |" in text
    assert "| 2x4x8 (2,0,1) | 8 | 2000 | 300 |" in text
    assert "| runs | runs | 8 | 9.0 | 4.00 | 8.00 | 1.89 | 1.50 |" in text
    assert "Cases, of 3, in which a plan is slower than none: two (1.20)." in text
    assert "- torch: absent, not installed" in text
    assert "- one, 8-bit: eigen" in text
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({line.count("|") for line in table.splitlines()}) == 1, table
    json.dumps(document(), allow_nan=False)


def test_the_page_leaves_out_what_was_not_measured() -> None:
    text = markdown(document() | {"calls": [], "python": [], "threads": [], "wrong": []})
    for title in ("One call", "Two threads", "Results of peers"):
        assert title not in text


def test_summary_names_every_loss_goal_and_mean() -> None:
    lines = summary(document()).splitlines()
    assert lines[0] == "loss two, 8-bit: numpy is 2.00 times as fast"
    assert lines[1] == "losses: 1, a peer over 5 % faster in every pass of 2"
    assert lines[2] == "slow plan two, 8-bit: 1.20 times no plan's time"
    assert lines[3] == "slow plans: 1, over 5 % slower than permkern_permute in every pass of 2"
    assert lines[4].startswith("8-bit, time / memcpy time over 2 cases: memcpy 1.00, permkern 2.00")
    assert lines[4].endswith(", best peer of each case 2.00")
    assert lines[5].startswith("8-bit, time / memcpy time over 1 permutes of models: memcpy 1.00, permkern 9.00")
    assert lines[6].startswith("8-bit, by cache, permkern against the best peer: L1 1.00 against 2.00 (1 cases, memcpy")
    assert lines[7] == "8-bit, times a planned call's time: unplanned 1.118 (2 cases), pinned 0.500 (1 cases)"
    assert "2x4x8 (2,0,1), 8-bit, ns a call: checked 10.0, planned 3.5, pinned 1.0, numpy 300.0" in lines
    assert "2x4x8 (2,0,1), 8-bit, ns a call from Python: permkern.permute, out 2000, numpy.copyto 300" in lines
    assert "two threads, runs, 8-bit: 1.89 times one, memcpy 1.50" in lines
    assert "missed: 2x4x8 (2,0,1), planned, 8-bit: 3.50, goal at most 3.00 ns" in lines


# ---- command line ----


def test_options() -> None:
    options = options_of(["-o", "out", "--peers", "numpy,numpy", "--bits", "64,8"])
    assert options.peers == ["memcpy", "numpy"]  # all is compared with memcpy
    assert options.bits == [8, 64]
    assert "torch" in options_of(["-o", "out", "--peers", "all"]).peers
    assert "torch" not in options_of(["-o", "out"]).peers
    assert options_of(["-o", "out"]).only == ["calls", "python", "threads", "growth"]
    assert options_of(["-o", "out", "--with", "none"]).only == []


@pytest.mark.parametrize("wrong", [["--peers", "nobody"], ["--bits", "12"], ["--bits", ""], ["--with", "all"], []])
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
