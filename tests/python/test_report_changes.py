# SPDX-License-Identifier: BSD-3-Clause
"""Reports against an earlier one, the exit code for CI, and Markdown for pull requests."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from commands import Done, permkern
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import SetError, parse_set
from permkern.reports import product
from permkern.reports.changes import Earlier, limit_sentence, parse_limit
from permkern.reports.figures import Figure, Subject
from permkern.reports.markdown import MOST_ROWS, to_markdown
from permkern.reports.output import read_report, to_json
from permkern.reports.page import to_html
from permkern.reports.report import Report, against, make_report
from permkern.reports.words import difference_line, limit_line
from test_report import CAMERA, HEADS, SET, VIEW, plan, target

FULL = {
    CAMERA: Figure((96, 96, 3), flash=500, stack=16, instructions=1000, naive=3000),
    HEADS: Figure((1, 16, 4, 9), flash=300, stack=16, instructions=100, naive=300),
    VIEW: Figure((1, 16, 1, 8), flash=200, stack=16, instructions=50, naive=150),
}


def report(figures: dict[Subject, Figure], flash: int | None = 1000, name: str = "m4") -> Report:
    return make_report(plan(), (replace(target(figures, name=name), flash=flash),))


def earlier(made: Report, tmp_path: Path) -> Earlier:
    (tmp_path / "old.json").write_text(json.dumps(to_json(made)))
    return read_report(tmp_path / "old.json")


def changed(**figures: Figure) -> dict[Subject, Figure]:
    return {**FULL, **{{"camera": CAMERA, "heads": HEADS, "view": VIEW}[name]: each for name, each in figures.items()}}


# ---- differences ----


def test_differences_by_growth(tmp_path: Path) -> None:
    before = earlier(report(FULL), tmp_path)
    rows = {key: known for key, known in before.rows.items() if key != "permkern_pin_view"}
    before = replace(before, rows={**rows, "permkern_pin_old": {}})
    now = changed(
        camera=replace(FULL[CAMERA], instructions=990, stack=20),
        heads=replace(FULL[HEADS], instructions=110, flash=301),
    )
    found = against(report(now, 1001), before).differences
    assert found is not None
    assert (found.gone, found.new) == (("permkern_pin_old",), ("permkern_pin_view",))
    assert [(each.id, each.what, each.before, each.after) for each in found.changed] == [
        ("permkern_pin_heads", "instructions, m4", 100, 110),
        ("permkern_pin_heads", "flash, m4", 300, 301),
        ("permkern_pin_camera", "instructions, m4", 1000, 990),
        ("permkern_pin_camera", "stack, m4", 16, 20),
    ]
    assert [each.growth for each in found.changed] == [
        Fraction(1, 10),
        Fraction(1, 300),
        Fraction(-1, 100),
        Fraction(1, 4),
    ]
    assert [(each.what, each.before, each.after) for each in found.in_all] == [
        ("instructions, m4", 30400, 30120),
        ("flash, m4", 1000, 1001),
    ]
    assert difference_line(found) == "1 kernel grew in instructions or flash, 1 kernel shrank, 1 new, 1 gone."


def test_a_report_against_itself_has_no_differences(tmp_path: Path) -> None:
    made = report(FULL)
    same = against(made, earlier(made, tmp_path), Fraction(0))
    found = same.differences
    assert found is not None
    assert (found.set_name, found.gone, found.new, found.changed, found.in_all) == ("product", (), (), (), ())
    assert (difference_line(found), limit_line(found)) == (
        "Nothing has changed.",
        "Passed: nothing grew by more than 0 %.",
    )
    assert "Nothing has changed." in to_html(same) and "Nothing has changed." in to_markdown(same)


# ---- the limit ----


@pytest.mark.parametrize(
    ("now", "flash", "limit", "named"),
    [
        (FULL, 1000, "0", ""),
        (changed(camera=replace(FULL[CAMERA], instructions=1020)), 1000, "2%", ""),
        (
            changed(camera=replace(FULL[CAMERA], instructions=1021)),
            1000,
            "2%",
            "instructions on m4 from 1,000 to 1,021",
        ),
        (changed(camera=replace(FULL[CAMERA], instructions=1021)), 1000, "2.1", ""),
        (changed(heads=replace(FULL[HEADS], flash=307)), 1000, "2 %", "bytes of flash on m4 from 300 to 307, +2.3 %"),
        (FULL, 1021, "2%", "all kernels: bytes of flash on m4 from 1,000 to 1,021"),
        (changed(heads=replace(FULL[HEADS], stack=99)), 1000, "2%", ""),
        (changed(heads=replace(FULL[HEADS], instructions=1, flash=1)), 1, "0", ""),
    ],
)
def test_growth_over_the_limit(tmp_path: Path, now: dict[Subject, Figure], flash: int, limit: str, named: str) -> None:
    made = against(report(now, flash), earlier(report(FULL), tmp_path), parse_limit(limit))
    assert made.differences is not None
    sentence = limit_sentence(made.differences)
    assert (named in sentence) if named else sentence == ""
    assert ("over the limit" in to_html(made)) == bool(named)


@pytest.mark.parametrize("text", ["", "x", "-1", "2%%", "1e3", "%", "2,5", "\u0662", "9" * 30])
def test_bad_limits(text: str) -> None:
    with pytest.raises(SetError, match="give percent of growth, 0 or more, such as 2%"):
        parse_limit(text)


def test_exit_codes_for_ci(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def command(instructions: int, flash: int, *options: str | Path) -> Done:
        measured = replace(target({CAMERA: Figure((96, 96, 3), instructions=instructions)}), flash=flash)
        monkeypatch.setattr(product, "_measured", lambda *_: ([measured], [], []))
        return permkern("report", tmp_path / "product.toml", *options)

    (tmp_path / "product.toml").write_text(SET)
    assert command(100, 50, "--json", tmp_path / "old.json").returncode == 0
    for instructions, flash, code in ((100, 50, 0), (102, 51, 0), (103, 50, 1), (100, 52, 1)):
        page = tmp_path / f"{instructions}-{flash}.md"
        done = command(instructions, flash, "--against", tmp_path / "old.json", "--fail-over", "2%", "-o", page)
        assert (done.returncode, done.stderr.count("\n"), page.is_file()) == (code, code, True), done.stderr
        assert ("permkern_pin_camera: instructions" in done.stderr) == (instructions == 103)
        assert ("all kernels: bytes of flash" in done.stderr) == (flash == 52)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--fail-over", "2%"), "give its data, --against OLD.json"),
        (("--fail-over", "much", "--against", "old.json"), "--fail-over much: not a limit"),
        (("--fail-over", "2%", "--against", "old.json"), "the two reports share no measured figure"),
    ],
)
def test_a_limit_that_could_not_fail_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("product.toml").write_text(SET)
    assert permkern("report", "product.toml", "--json", "old.json").returncode == 0
    done = permkern("report", "product.toml", "-o", "r.html", *options)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1) and says in done.stderr
    assert not Path("r.html").exists()


# ---- Markdown ----


def test_markdown_holds_hostile_names_and_fits_a_comment() -> None:
    table = "[[pinned]]\nperm = [1, 0]\nbits = 8\n"
    hostile = "`|<img src=x>|`\n# _a_ @all [x](y)"
    pins = [f'{table}name = "k{k}"\nshape = [{k + 2}, 7]\noperators = [{json.dumps(hostile)}]\n' for k in range(300)]
    made = make_report(make_inventory(parse_set("format = 1\n" + "".join(pins), "f.toml", "f")), ())
    text = to_markdown(made)
    assert len(text) < 65_536 and f"And {300 - MOST_ROWS} more" in text
    for row in (line for line in text.splitlines() if line.startswith("| `permkern_pin_")):
        assert "<img" not in row.replace("\\<img", "") and len(re.findall(r"(?<!\\)\|", row)) == 7
