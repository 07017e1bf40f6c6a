# SPDX-License-Identifier: BSD-3-Clause
"""tools/bench wasm, as far as it measures nothing: cases, what is read of a run, ratios, means, losses, the page."""

import json
import math
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

from host_cases import WIDTHS, Case, load  # noqa: E402
from wasm_figures import (  # noqa: E402
    Build,
    OutputError,
    Took,
    argument,
    document,
    markdown,
    means,
    read_run,
    slower,
    summary,
)

MAP = Case("map", "layout", (28, 28, 8), (2, 0, 1))
TINY = Case("tiny", "short", (4, 4), (1, 0))
CASES = (MAP, TINY)
BUILD = Build("wasm32-simd128", "With SIMD128")
RUN = """\
8:28,28,8:2,0,1 right 4000000 1000000 2000000
64:28,28,8:2,0,1 right 900000 1000000 1000000
8:4,4:1,0 right 16000 16500 32000
64:4,4:1,0 right 16000 4000 8000
"""


def test_committed_cases() -> None:
    cases = load(ROOT / "bench" / "wasm" / "cases.toml")
    assert 20 <= len(cases) <= 30
    assert len({(case.shape, case.perm) for case in cases}) == len(cases)
    assert all(case.perm != tuple(range(len(case.shape))) for case in cases)
    assert min(case.bytes(8) for case in cases) == 16
    assert max(case.bytes(64) for case in cases) <= 5 << 18


def test_a_run_is_read() -> None:
    measured = read_run(RUN, CASES, (8, 64))
    assert measured["map", 8] == Took(4000, 1000, 2000)
    assert list(measured) == [("map", 8), ("map", 64), ("tiny", 8), ("tiny", 64)]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (RUN.replace("8:28,28,8:2,0,1 right 4", "8:28,28,8:2,0,1 wrong 4"), "map, 8-bit: wrong results"),
        (RUN.replace("64:4,4:1,0", "64:4,5:1,0"), "no line for tiny, 64-bit"),
        (RUN + "no such case: 8:x\n", "not a line of a case: no such case: 8:x"),
    ],
)
def test_a_run_that_is_not_right_is_refused(changed: str, message: str) -> None:
    with pytest.raises(OutputError, match=message):
        read_run(changed, CASES, (8, 64))


def test_means_are_geometric_and_by_width() -> None:
    by_width = means(read_run(RUN, CASES, (8, 64)))
    assert list(by_width) == [8, 64]
    assert by_width[8] == pytest.approx((math.sqrt(4 * 16 / 16.5), math.sqrt(2 * 0.5)))
    assert by_width[64] == pytest.approx((math.sqrt(0.9 * 4), math.sqrt(0.9 * 2)))


def test_what_is_slower_is_named_worst_first_and_noise_is_not() -> None:
    found = slower(read_run(RUN, CASES, (8, 64)))
    assert [(name, bits, column) for name, bits, column, _ in found] == [
        ("tiny", 8, "checked"),
        ("map", 64, "planned"),
        ("map", 64, "checked"),
    ]
    assert [ratio for *_, ratio in found] == pytest.approx([2, 10 / 9, 10 / 9])


def test_page_summary_and_document_say_the_same() -> None:
    results = {BUILD: read_run(RUN, CASES, (8, 64))}
    page, printed = markdown(results, CASES, ["wasmtime 1"]), summary(results)
    assert "| map | 28x28x8 (2,0,1) | 4.00, 2.00 | 0.90, 0.90 |" in page
    assert "- wasmtime 1\n" in page
    assert "tiny, 8-bit, checked: 2.00; map, 64-bit, planned: 1.11" in page
    assert "slower than plain loops: tiny, 8-bit, checked: 2.00" in printed
    assert "With SIMD128, 8-bit: 1.97 times as fast planned, 1.00 checked" in printed
    written = json.loads(json.dumps(document(results, CASES, ["wasmtime 1"])))
    build = written["builds"]["wasm32-simd128"]
    assert build["geomean"]["8"] == {"planned": 1.969, "checked": 1.0}
    assert build["slower"][0] == {"case": "tiny", "bits": 8, "column": "checked", "ratio": 2.0}
    assert written["cases"]["tiny"]["shape"] == [4, 4]


def test_arguments_are_told_apart() -> None:
    arguments = [argument(case, bits) for case in load(ROOT / "bench" / "wasm" / "cases.toml") for bits in WIDTHS]
    assert len(set(arguments)) == len(arguments)
    assert argument(MAP, 16) == "16:28,28,8:2,0,1"
